/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* clfft.c: AMD's clFFT. */
#include <clFFT.h>
#undef CLFFT_H /* both spell their include guard so */

#include "peer.h"

#include <stdlib.h>

struct amd {
    const struct bench_device *device;
    clfftPlanHandle plan;
    clfftDirection direction;
    struct peer_buffers buffers;
};

static bool amd_can_do(const struct bench_device *device,
                       const struct bench_case *item, char *reason)
{
    static const unsigned primes[] = {2, 3, 5, 7, 11, 13};
    const clfft_desc *desc = &item->desc;
    const unsigned rank = desc->rank ? desc->rank : 1;
    struct peer_layout layout;

    if (!peer_is_plain(item, reason))
        return false;
    /* its batch is one loop; what overlaps is not spoken of */
    peer_get_layout(item, &layout);
    if (layout.n_loops > 1 || !item->layout->separate_inputs)
        return peer_has_no_layout(reason);
    for (unsigned axis = 0; axis < rank; axis++) {
        uint64_t n = desc->lengths[axis];
        for (unsigned p = 0; p < sizeof primes / sizeof primes[0]; p++)
            while (n % primes[p] == 0)
                n /= primes[p];
        if (n != 1) {
            peer_set_reason(reason, "only products of primes up to 13");
            return false;
        }
    }
    return true;
}

static void teardown_at_exit(void)
{
    clfftTeardown();
}

/* The library keeps its programs as long as it is set up: once a process. */
static void setup_once(void)
{
    static bool is_set_up;
    clfftSetupData data;

    if (is_set_up)
        return;
    clfftInitSetupData(&data);
    clfftSetup(&data);
    atexit(teardown_at_exit);
    is_set_up = true;
}

static clfftStatus set_layout(clfftPlanHandle plan,
                              const struct bench_case *item)
{
    const clfftLayout layouts[][2] = {
        [CLFFT_TRANSFORM_C2C] = {CLFFT_COMPLEX_INTERLEAVED,
                                 CLFFT_COMPLEX_INTERLEAVED},
        [CLFFT_TRANSFORM_R2C] = {CLFFT_REAL, CLFFT_HERMITIAN_INTERLEAVED},
        [CLFFT_TRANSFORM_C2R] = {CLFFT_HERMITIAN_INTERLEAVED, CLFFT_REAL},
    };
    const clfft_transform transform = item->desc.transform;
    size_t in[CLFFT_MAX_RANK], out[CLFFT_MAX_RANK];
    struct peer_layout layout;

    peer_get_layout(item, &layout);
    for (unsigned axis = 0; axis < layout.rank; axis++) {
        in[axis] = (size_t)layout.strides[0][axis];
        out[axis] = (size_t)layout.strides[1][axis];
    }
    clfftSetPlanInStride(plan, layout.rank, in);
    clfftSetPlanOutStride(plan, layout.rank, out);
    clfftSetPlanDistance(plan, (size_t)peer_get_distance(&layout, 0),
                         (size_t)peer_get_distance(&layout, 1));
    return clfftSetLayout(plan, layouts[transform][0], layouts[transform][1]);
}

static clfftStatus make_plan(struct amd *amd, const struct bench_case *item)
{
    const clfft_desc *desc = &item->desc;
    const unsigned rank = desc->rank ? desc->rank : 1;
    const clfftDim dimensions[] = {CLFFT_1D, CLFFT_1D, CLFFT_2D, CLFFT_3D};
    cl_command_queue queue = amd->device->queue;
    size_t lengths[CLFFT_MAX_RANK] = {1, 1, 1};
    clfftStatus status;

    for (unsigned axis = 0; axis < rank; axis++)
        lengths[axis] = desc->lengths[axis];
    status = clfftCreateDefaultPlan(&amd->plan, amd->device->context,
                                    dimensions[rank], lengths);
    if (status)
        return status;
    clfftSetPlanPrecision(amd->plan, desc->precision == CLFFT_PRECISION_DOUBLE
                                         ? CLFFT_DOUBLE
                                         : CLFFT_SINGLE);
    status = set_layout(amd->plan, item);
    if (status)
        return status;
    clfftSetResultLocation(amd->plan,
                           desc->in_place ? CLFFT_INPLACE : CLFFT_OUTOFPLACE);
    clfftSetPlanBatchSize(amd->plan, item->layout->n_transforms);
    clfftSetPlanScale(amd->plan, CLFFT_BACKWARD, 1);
    return clfftBakePlan(amd->plan, 1, &queue, NULL, NULL);
}

static void amd_done(void *job)
{
    struct amd *amd = job;

    if (amd->plan)
        clfftDestroyPlan(&amd->plan);
    peer_buffers_close(&amd->buffers);
    free(amd);
}

static void *amd_setup(const struct bench_device *device,
                       const struct bench_case *item, double *plan_ms,
                       char *reason)
{
    struct amd *amd = calloc(1, sizeof *amd);
    clfftStatus status;
    double start;

    if (!amd)
        return NULL;
    setup_once();
    amd->device = device;
    amd->direction = item->desc.transform == CLFFT_TRANSFORM_C2R ||
                             item->desc.direction == CLFFT_DIRECTION_INVERSE
                         ? CLFFT_BACKWARD
                         : CLFFT_FORWARD;
    if (peer_buffers_open(device, item, &amd->buffers, reason)) {
        start = bench_now();
        status = make_plan(amd, item);
        *plan_ms = 1e3 * (bench_now() - start);
        if (status == CLFFT_SUCCESS)
            return amd;
        peer_set_reason(reason, "clFFT error %d", (int)status);
    }
    amd_done(amd);
    return NULL;
}

static bool amd_run(void *job, unsigned n)
{
    struct amd *amd = job;
    cl_command_queue queue = amd->device->queue;
    cl_mem *output =
        amd->buffers.output == amd->buffers.input ? NULL : &amd->buffers.output;

    for (unsigned i = 0; i < n; i++)
        if (clfftEnqueueTransform(amd->plan, amd->direction, 1, &queue, 0, NULL,
                                  NULL, &amd->buffers.input, output,
                                  NULL) != CLFFT_SUCCESS)
            return false;
    return clFinish(queue) == CL_SUCCESS;
}

static bool amd_read(void *job, void *output)
{
    struct amd *amd = job;

    return peer_buffers_read(amd->device, &amd->buffers, output);
}

const struct peer peer_clfft = {
    "clfft", amd_can_do, amd_setup, amd_run, amd_read, amd_done,
};
