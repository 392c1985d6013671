/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* statistics.c: times, and statistics of samples. */
#include "bench.h"

#include <stdlib.h>
#include <time.h>

double bench_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_quantile(const double *samples, unsigned n, double part)
{
    const double at = part * (n - 1);
    const unsigned below = (unsigned)at;
    const unsigned above = below + 1 < n ? below + 1 : below;

    return samples[below] + (at - below) * (samples[above] - samples[below]);
}

double bench_event_ms(cl_event event)
{
    cl_ulong start = 0, end = 0;

    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start,
                            &start, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end,
                            NULL);
    return end > start ? 1e-6 * (double)(end - start) : 0;
}

double bench_median(double *samples, unsigned n)
{
    qsort(samples, n, sizeof *samples, compare_doubles);
    return (samples[(n - 1) / 2] + samples[n / 2]) / 2;
}

uint64_t bench_draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

double bench_draw_part(uint64_t *state)
{
    return (double)(bench_draw(state) >> 11) * 0x1p-53;
}
