/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* vkfft.c: VkFFT's OpenCL backend. */
#define VKFFT_BACKEND 3
#include <vkFFT.h>

#include "peer.h"

#include <stdlib.h>

struct vkfft {
    const struct bench_device *device;
    VkFFTApplication application;
    bool is_made;
    int direction; /* -1 forward, 1 inverse */
    cl_platform_id platform;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    struct peer_buffers buffers;
    uint64_t input_size, output_size; /* which VkFFT takes by pointer */
};

static bool vkfft_can_do(const struct bench_device *device,
                         const struct bench_case *item, char *reason)
{
    const clfft_desc *desc = &item->desc;
    const bool is_real = desc->transform != CLFFT_TRANSFORM_C2C;
    struct peer_layout layout;

    if (is_real && desc->lengths[0] % 2 != 0 && desc->in_place) {
        peer_set_reason(reason, "in place only even real lengths");
        return false;
    }
    if (!peer_is_plain(item, reason))
        return false;
    peer_get_layout(item, &layout);
    /* axis 0 has no stride, in place there are none at all */
    if (layout.n_loops > 1 || !item->layout->separate_inputs ||
        layout.strides[0][0] != 1 || layout.strides[1][0] != 1 ||
        (desc->in_place && !layout.is_dense))
        return peer_has_no_layout(reason);
    return true;
}

/* [0] is the stride of axis 1, and what is behind the last axis the distance of
   the batch. */
static void set_strides(uint64_t strides[3], const struct peer_layout *layout,
                        unsigned side)
{
    for (unsigned i = 0; i < 3; i++)
        strides[i] = i + 1 < layout->rank
                         ? (uint64_t)layout->strides[side][i + 1]
                         : (uint64_t)peer_get_distance(layout, side);
}

/* VkFFT works in `buffer`, which for real transforms is the complex side;
   the other side is a "formatted" buffer that it reads first or writes last. */
static void configure(struct vkfft *vkfft, const struct bench_case *item,
                      VkFFTConfiguration *configuration)
{
    const clfft_desc *desc = &item->desc;
    const bool is_c2r = desc->transform == CLFFT_TRANSFORM_C2R;
    struct peer_layout layout;

    configuration->FFTdim = desc->rank ? desc->rank : 1;
    for (unsigned axis = 0; axis < configuration->FFTdim; axis++)
        configuration->size[axis] = desc->lengths[axis];
    configuration->platform = &vkfft->platform;
    configuration->device = &vkfft->id;
    configuration->context = &vkfft->context;
    configuration->numberBatches = item->layout->n_transforms;
    configuration->doublePrecision = desc->precision == CLFFT_PRECISION_DOUBLE;
    configuration->performR2C = desc->transform != CLFFT_TRANSFORM_C2C;
    configuration->makeForwardPlanOnly = vkfft->direction < 0;
    configuration->makeInversePlanOnly = vkfft->direction > 0;
    configuration->buffer =
        is_c2r ? &vkfft->buffers.input : &vkfft->buffers.output;
    configuration->bufferSize =
        is_c2r ? &vkfft->input_size : &vkfft->output_size;
    if (desc->in_place)
        return;
    peer_get_layout(item, &layout);
    set_strides(configuration->bufferStride, &layout, is_c2r ? 0 : 1);
    if (is_c2r) {
        configuration->isOutputFormatted = 1;
        configuration->outputBuffer = &vkfft->buffers.output;
        configuration->outputBufferSize = &vkfft->output_size;
        set_strides(configuration->outputBufferStride, &layout, 1);
    } else {
        configuration->isInputFormatted = 1;
        configuration->inputBuffer = &vkfft->buffers.input;
        configuration->inputBufferSize = &vkfft->input_size;
        set_strides(configuration->inputBufferStride, &layout, 0);
    }
}

static void vkfft_done(void *job)
{
    struct vkfft *vkfft = job;

    if (vkfft->is_made)
        deleteVkFFT(&vkfft->application);
    peer_buffers_close(&vkfft->buffers);
    free(vkfft);
}

static void *vkfft_setup(const struct bench_device *device,
                         const struct bench_case *item, double *plan_ms,
                         char *reason)
{
    struct vkfft *vkfft = calloc(1, sizeof *vkfft);
    VkFFTConfiguration configuration = {0};
    VkFFTResult result;
    double start;

    if (!vkfft)
        return NULL;
    vkfft->device = device;
    vkfft->id = device->id;
    vkfft->context = device->context;
    vkfft->queue = device->queue;
    clGetDeviceInfo(device->id, CL_DEVICE_PLATFORM, sizeof vkfft->platform,
                    &vkfft->platform, NULL);
    vkfft->direction = item->desc.transform == CLFFT_TRANSFORM_C2R ||
                               item->desc.direction == CLFFT_DIRECTION_INVERSE
                           ? 1
                           : -1;
    if (!peer_buffers_open(device, item, &vkfft->buffers, reason)) {
        vkfft_done(vkfft);
        return NULL;
    }
    vkfft->input_size = vkfft->buffers.input_size;
    vkfft->output_size = vkfft->buffers.output_size;
    configure(vkfft, item, &configuration);
    start = bench_now();
    result = initializeVkFFT(&vkfft->application, configuration);
    *plan_ms = 1e3 * (bench_now() - start);
    if (result == VKFFT_SUCCESS) {
        vkfft->is_made = true;
        return vkfft;
    }
    peer_set_reason(reason, "VkFFT error %d", (int)result);
    vkfft_done(vkfft);
    return NULL;
}

static bool vkfft_run(void *job, unsigned n)
{
    struct vkfft *vkfft = job;
    VkFFTLaunchParams launch = {0};

    launch.commandQueue = &vkfft->queue;
    for (unsigned i = 0; i < n; i++)
        if (VkFFTAppend(&vkfft->application, vkfft->direction, &launch) !=
            VKFFT_SUCCESS)
            return false;
    return clFinish(vkfft->queue) == CL_SUCCESS;
}

static bool vkfft_read(void *job, void *output)
{
    struct vkfft *vkfft = job;

    return peer_buffers_read(vkfft->device, &vkfft->buffers, output);
}

const struct peer peer_vkfft = {
    "vkfft", vkfft_can_do, vkfft_setup, vkfft_run, vkfft_read, vkfft_done,
};
