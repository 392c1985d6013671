/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* stage.c: input, right answer and buffers of one description. */
#include "stage.h"

#include <math.h>
#include <stdlib.h>

/* ---- the right answer ---- */

static bool make_truth(struct seeds_stage *stage)
{
    const struct reference_layout *layout = stage->item.layout;
    const uint64_t n = layout->n_stored * (layout->complex_output ? 2 : 1);

    stage->n_truth = n * layout->n_transforms;
    stage->truth = malloc(stage->n_truth * sizeof *stage->truth);
    if (!stage->truth)
        return false;
    for (uint64_t r = 0; r < layout->n_transforms; r++) {
        const long double *values =
            reference_transform(stage->item.reference, stage->item.input, r);
        double *to = stage->truth + n * r;
        for (uint64_t i = 0; i < n; i++) {
            to[i] = (double)values[i];
            stage->norm += to[i] * to[i];
        }
    }
    stage->norm = sqrt(stage->norm);
    return true;
}

double seeds_stage_compare(const struct seeds_stage *stage, const float *output)
{
    double square = 0;

    for (uint64_t i = 0; i < stage->n_truth; i++) {
        const double difference = (double)output[i] - stage->truth[i];
        square += difference * difference;
    }
    return isfinite(square) ? sqrt(square) / stage->norm : INFINITY;
}

/* ---- life ---- */

bool seeds_stage_open(const struct bench_device *device, const char *desc,
                      struct seeds_stage *stage)
{
    char reason[256] = "no memory";
    cl_int error = CL_SUCCESS;
    bool is_open;

    *stage = (struct seeds_stage){0};
    is_open = bench_case_open(&stage->item, desc, reason) &&
              bench_case_fill(&stage->item, device->options->seed, reason) &&
              make_truth(stage) &&
              peer_buffers_open(device, &stage->item, &stage->buffers, reason);
    if (is_open) {
        stage->profiled = clCreateCommandQueue(
            device->context, device->id, CL_QUEUE_PROFILING_ENABLE, &error);
        snprintf(reason, sizeof reason,
                 "clCreateCommandQueue: OpenCL error "
                 "%d",
                 error);
    }
    if (is_open && !error)
        return true;
    fprintf(stderr, "clfft-bench: %s: %s\n", desc, reason);
    return false;
}

void seeds_stage_close(struct seeds_stage *stage)
{
    if (stage->profiled)
        clReleaseCommandQueue(stage->profiled);
    if (stage->scratch)
        clReleaseMemObject(stage->scratch);
    peer_buffers_close(&stage->buffers);
    free(stage->truth);
    if (stage->item.reference)
        bench_case_close(&stage->item);
}

bool seeds_stage_grow_scratch(const struct bench_device *device,
                              struct seeds_stage *stage, size_t size)
{
    cl_int error = CL_SUCCESS;

    if (size <= stage->scratch_size)
        return true;
    if (stage->scratch)
        clReleaseMemObject(stage->scratch);
    stage->scratch =
        clCreateBuffer(device->context, CL_MEM_READ_WRITE, size, NULL, &error);
    stage->scratch_size = error ? 0 : size;
    return !error;
}
