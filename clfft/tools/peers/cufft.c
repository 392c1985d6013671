/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cufft.c: NVIDIA's cuFFT.
 *
 * Both libraries are opened when the peer is first asked, so that the program
 * runs where there is no CUDA. The headers give the types.
 */
#include "peer.h"

#include <cuda_runtime_api.h>
#include <cufft.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static struct cuda {
    const char *problem; /* why it cannot be used; "" if it can */
    __typeof__(&cudaGetDeviceCount) get_device_count;
    __typeof__(&cudaDeviceSynchronize) synchronize;
    __typeof__(&cudaGetLastError) get_last_error;
    cudaError_t (*malloc)(void **, size_t);
    __typeof__(&cudaFree) free;
    __typeof__(&cudaMemcpy) memcpy;
    __typeof__(&cudaMemset) memset;
    __typeof__(&cufftCreate) create;
    __typeof__(&cufftDestroy) destroy;
    __typeof__(&cufftMakePlanMany64) make_plan;
    __typeof__(&cufftExecC2C) c2c;
    __typeof__(&cufftExecR2C) r2c;
    __typeof__(&cufftExecC2R) c2r;
    __typeof__(&cufftExecZ2Z) z2z;
    __typeof__(&cufftExecD2Z) d2z;
    __typeof__(&cufftExecZ2D) z2d;
} cuda;

/* By its versioned name on the loader's path, else where the build found it. */
static void *open_library(const char *name, unsigned major)
{
    char path[512];
    void *library;

    snprintf(path, sizeof path, "%s.%u", name, major);
    library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        snprintf(path, sizeof path, CUDA_LIBRARY_DIRECTORY "/%s", name);
        library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
    return library;
}

static bool find(void *library, const char *name, void *function)
{
    void *symbol = library ? dlsym(library, name) : NULL;

    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static const char *load_libraries(void)
{
    void *runtime = open_library("libcudart.so", CUDART_VERSION / 1000);
    void *cufft = open_library("libcufft.so", CUFFT_VER_MAJOR);
    int n_devices = 0;

    if (!runtime || !cufft)
        return "libcudart or libcufft cannot be loaded";
    if (!find(runtime, "cudaGetDeviceCount", &cuda.get_device_count) ||
        !find(runtime, "cudaDeviceSynchronize", &cuda.synchronize) ||
        !find(runtime, "cudaGetLastError", &cuda.get_last_error) ||
        !find(runtime, "cudaMalloc", &cuda.malloc) ||
        !find(runtime, "cudaFree", &cuda.free) ||
        !find(runtime, "cudaMemcpy", &cuda.memcpy) ||
        !find(runtime, "cudaMemset", &cuda.memset) ||
        !find(cufft, "cufftCreate", &cuda.create) ||
        !find(cufft, "cufftDestroy", &cuda.destroy) ||
        !find(cufft, "cufftMakePlanMany64", &cuda.make_plan) ||
        !find(cufft, "cufftExecC2C", &cuda.c2c) ||
        !find(cufft, "cufftExecR2C", &cuda.r2c) ||
        !find(cufft, "cufftExecC2R", &cuda.c2r) ||
        !find(cufft, "cufftExecZ2Z", &cuda.z2z) ||
        !find(cufft, "cufftExecD2Z", &cuda.d2z) ||
        !find(cufft, "cufftExecZ2D", &cuda.z2d))
        return "libcudart or libcufft lacks a function";
    if (cuda.get_device_count(&n_devices) != cudaSuccess || n_devices == 0)
        return "no device: CUDA finds none";
    return "";
}

struct cufft {
    cufftHandle plan;
    bool has_plan;
    cufftType type;
    int direction;
    void *input, *output;
    size_t output_size;
};

static void cufft_done(void *job)
{
    struct cufft *cufft = job;

    if (cufft->has_plan)
        cuda.destroy(cufft->plan);
    if (cufft->output && cufft->output != cufft->input)
        cuda.free(cufft->output);
    if (cufft->input)
        cuda.free(cufft->input);
    free(cufft);
}

static bool upload(struct cufft *cufft, const struct bench_case *item)
{
    const bool in_place = item->desc.in_place;
    const size_t larger = item->input_size > item->output_size
                              ? item->input_size
                              : item->output_size;

    if (cuda.malloc(&cufft->input, in_place ? larger : item->input_size))
        return false;
    if (in_place)
        cufft->output = cufft->input;
    else if (cuda.malloc(&cufft->output, item->output_size))
        return false;
    return !cuda.memset(cufft->output, 0xff, item->output_size) &&
           !cuda.memcpy(cufft->input, item->input, item->input_size,
                        cudaMemcpyHostToDevice) &&
           !cuda.synchronize();
}

/* "Advanced data layout": each axis' stride is that of the axis within it times
   the points, used or not, that the one within has. False if it is not. */
static bool embed(const struct peer_layout *layout, unsigned side,
                  long long points[CLFFT_MAX_RANK])
{
    const unsigned rank = layout->rank;

    points[0] = (long long)layout->points[side][rank - 1];
    for (unsigned axis = 0; axis + 1 < rank; axis++) {
        const int64_t inner = layout->strides[side][axis];
        const int64_t outer = layout->strides[side][axis + 1];
        if (outer % inner ||
            (uint64_t)(outer / inner) < layout->points[side][axis])
            return false;
        points[rank - 1 - axis] = outer / inner;
    }
    return true;
}

static bool cufft_can_do(const struct bench_device *device,
                         const struct bench_case *item, char *reason)
{
    long long points[CLFFT_MAX_RANK];
    struct peer_layout layout;

    if (!cuda.problem)
        cuda.problem = load_libraries();
    if (cuda.problem[0]) {
        peer_set_reason(reason, "%s", cuda.problem);
        return false;
    }
    if (!strstr(device->limits->vendor_name, "NVIDIA")) {
        peer_set_reason(reason, "the device measured is not NVIDIA's");
        return false;
    }
    if (!peer_is_plain(item, reason))
        return false;
    peer_get_layout(item, &layout);
    if (layout.n_loops > 1 || !embed(&layout, 0, points) ||
        !embed(&layout, 1, points) ||
        (!item->layout->separate_inputs &&
         item->desc.transform == CLFFT_TRANSFORM_C2R))
        return peer_has_no_layout(reason);
    return true;
}

static cufftResult make_plan(struct cufft *cufft, const struct bench_case *item)
{
    long long n[CLFFT_MAX_RANK], in[CLFFT_MAX_RANK], out[CLFFT_MAX_RANK];
    struct peer_layout layout;
    cufftResult result;
    size_t work_size;

    peer_get_layout(item, &layout);
    embed(&layout, 0, in);
    embed(&layout, 1, out);
    for (unsigned axis = 0; axis < layout.rank; axis++)
        n[layout.rank - 1 - axis] = (long long)item->desc.lengths[axis];
    result = cuda.create(&cufft->plan);
    if (result)
        return result;
    cufft->has_plan = true;
    return cuda.make_plan(cufft->plan, (int)layout.rank, n, in,
                          layout.strides[0][0], peer_get_distance(&layout, 0),
                          out, layout.strides[1][0],
                          peer_get_distance(&layout, 1), cufft->type,
                          (long long)item->layout->n_transforms, &work_size);
}

static void *cufft_setup(const struct bench_device *device,
                         const struct bench_case *item, double *plan_ms,
                         char *reason)
{
    static const cufftType types[][2] = {
        [CLFFT_TRANSFORM_C2C] = {CUFFT_C2C, CUFFT_Z2Z},
        [CLFFT_TRANSFORM_R2C] = {CUFFT_R2C, CUFFT_D2Z},
        [CLFFT_TRANSFORM_C2R] = {CUFFT_C2R, CUFFT_Z2D},
    };
    struct cufft *cufft = calloc(1, sizeof *cufft);
    const clfft_desc *desc = &item->desc;
    cufftResult result;
    double start;

    if (!cufft)
        return NULL;
    cufft->type =
        types[desc->transform][desc->precision == CLFFT_PRECISION_DOUBLE];
    cufft->direction = desc->direction == CLFFT_DIRECTION_INVERSE
                           ? CUFFT_INVERSE
                           : CUFFT_FORWARD;
    cufft->output_size = item->output_size;
    if (upload(cufft, item)) {
        start = bench_now();
        result = make_plan(cufft, item);
        *plan_ms = 1e3 * (bench_now() - start);
        if (result == CUFFT_SUCCESS)
            return cufft;
        peer_set_reason(reason, "cuFFT error %d", (int)result);
    } else {
        peer_set_reason(reason, "CUDA error %d", (int)cuda.get_last_error());
    }
    cufft_done(cufft);
    return NULL;
}

static cufftResult execute(const struct cufft *cufft)
{
    switch (cufft->type) {
    case CUFFT_C2C:
        return cuda.c2c(cufft->plan, cufft->input, cufft->output,
                        cufft->direction);
    case CUFFT_R2C:
        return cuda.r2c(cufft->plan, cufft->input, cufft->output);
    case CUFFT_C2R:
        return cuda.c2r(cufft->plan, cufft->input, cufft->output);
    case CUFFT_Z2Z:
        return cuda.z2z(cufft->plan, cufft->input, cufft->output,
                        cufft->direction);
    case CUFFT_D2Z:
        return cuda.d2z(cufft->plan, cufft->input, cufft->output);
    case CUFFT_Z2D:
        return cuda.z2d(cufft->plan, cufft->input, cufft->output);
    }
    return CUFFT_INVALID_TYPE;
}

static bool cufft_run(void *job, unsigned n)
{
    const struct cufft *cufft = job;

    for (unsigned i = 0; i < n; i++)
        if (execute(cufft) != CUFFT_SUCCESS)
            return false;
    return cuda.synchronize() == cudaSuccess &&
           cuda.get_last_error() == cudaSuccess;
}

static bool cufft_read(void *job, void *output)
{
    const struct cufft *cufft = job;

    return cuda.memcpy(output, cufft->output, cufft->output_size,
                       cudaMemcpyDeviceToHost) == cudaSuccess;
}

const struct peer peer_cufft = {
    "cufft", cufft_can_do, cufft_setup, cufft_run, cufft_read, cufft_done,
};
