/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * mean.cl: computes the mean of the samples that each transform reads, mixed
 * but not windowed, in two launches or one. pass_mean: the transform's lines
 * are cut into segments, and each of its work-groups takes every so many of
 * those; each work-item adds up samples of a segment, then its segments without
 * loss (Knuth, TAOCP 2, 4.2.2, theorem B). pass_mean_end: a work-group adds up
 * what the groups of a transform have found; a single one needs none. The mean
 * is two numbers, the second what the first could not hold: a rounded mean of
 * millions of pixels would leave more at DC than some of them have there.
 *
 * Stored samples are added up as they are, which loses nothing of integers,
 * and scaled at the end.
 *
 *   MEAN_ITEMS    work-items a group, a power of two; 1 on CPUs, whose
 *                 compilers make vectors of its loop
 *   MEAN_END      the second launch
 *   MEAN_WHOLE    there is one launch: a group has a whole transform
 *   WITH_SCALE    samples have a scale
 */
#include "common/access.cl"

#if !defined(MEAN_ITEMS)
#error "MEAN_ITEMS must be defined"
#endif

#if MEAN_ITEMS == 1
#define MEAN_SEGMENT 1024
#define MEAN_LANES 16
#else
#define MEAN_SEGMENT (16 * MEAN_ITEMS)
#endif

/* Adds x to sum + excess, where the excess is what the sum could not hold. */
INLINE void add_exactly(REAL *sum, REAL *excess, REAL x)
{
    const REAL next = *sum + x, part = next - *sum;

    *excess += (*sum - (next - part)) + (x - part);
    *sum = next;
}

/* Adds the sums of all work-items, for work-item 0. */
INLINE REAL2 sum_of_group(local REAL2 *sums, REAL sum, REAL excess)
{
    const uint lid = get_local_id(0);

    sums[lid] = (REAL2)(sum, excess);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint span = MEAN_ITEMS / 2; span > 0; span /= 2) {
        if (lid < span) {
            const REAL2 other = sums[lid + span];
            REAL2 own = sums[lid];
            REAL s = own.x, e = own.y + other.y;
            add_exactly(&s, &e, other.x);
            sums[lid] = (REAL2)(s, e);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sums[0];
}

#if defined(MEAN_END) || defined(MEAN_WHOLE)
/* Stores the mean of all samples from their sum; `bins` counts them. */
INLINE void store_mean(global out_t *restrict out, const REAL2 whole,
                       const struct pass_box *box, const REAL2 sample_scale)
{
    const REAL columns = box->bins[0];
    const REAL lines = (REAL)box->bins[1] * (REAL)box->bins[2];
    /* what is left of the sum after mean * columns * lines */
    REAL mean = whole.x / columns / lines;
    REAL row = mean * columns;
    REAL all = row * lines;
    REAL excess = whole.y + ((whole.x - all) - fma(row, lines, -all) -
                             fma(mean, columns, -row) * lines);

    excess = excess / columns / lines;
#ifdef WITH_SCALE
    row = mean * sample_scale.s0;
    excess = fma(excess, sample_scale.s0, fma(mean, sample_scale.s0, -row));
#ifdef SAMPLE_REST
    excess = fma(mean, sample_scale.s1, excess);
#endif
    mean = row;
#endif
    out[0] = mean;
    out[1] = excess;
}
#endif

#ifndef MEAN_END
#if SAMPLE == SAMPLE_UNORM8 && !defined(MATRIX)
#define BYTES
#if MEAN_ITEMS == 1
INLINE REAL sum_of_bytes(global const uchar *restrict bytes, uint n)
{
    uint sum = 0;

    for (uint i = 0; i < n; i++)
        sum += bytes[i];
    return (REAL)sum;
}
#else
/* The part that a work-item adds up of `n` bytes side by side, whole words of
   them but at the ends: any order gives the same sum. */
INLINE REAL sum_of_bytes(global const uchar *restrict bytes, uint n)
{
    const uint lid = get_local_id(0);
    const uint head = min((uint)(-(size_t)bytes & 3), n);
    const uint n_words = (n - head) / 4, tail = head + 4 * n_words;
    global const uint *restrict words = (global const uint *)(bytes + head);
    uint even = 0, odd = 0; /* two sums each: at most 16 / 4 words */

    if (n_words == 4 * MEAN_ITEMS) { /* loads that do not wait for each other */
        const uint4 w = (uint4)(words[lid], words[lid + MEAN_ITEMS],
                                words[lid + 2 * MEAN_ITEMS],
                                words[lid + 3 * MEAN_ITEMS]);
        const uint4 low = w & 0xff00ff, high = w >> 8 & 0xff00ff;

        even = low.x + low.y + low.z + low.w;
        odd = high.x + high.y + high.z + high.w;
    } else {
        for (uint i = lid; i < n_words; i += MEAN_ITEMS) {
            even += words[i] & 0xff00ff;
            odd += words[i] >> 8 & 0xff00ff;
        }
    }
    even += odd;
    even = (even & 0xffff) + (even >> 16);
    if (lid < head)
        even += bytes[lid];
    if (lid < n - tail)
        even += bytes[tail + lid];
    return (REAL)even;
}
#endif
#endif

#define SAMPLES_PARAMETERS                                                     \
    global const in_t *restrict in, const struct pass *a,                      \
        global const REAL *restrict window, global const REAL *restrict matrix, \
        global const REAL *restrict means, const struct place *p, uint begin,  \
        uint end, REAL *sum, REAL *excess
#define ONE_SAMPLE(j) load_sample(in, a, 0, window, matrix, means, p, j)

#if MEAN_ITEMS == 1
INLINE void add_lanes(SAMPLES_PARAMETERS)
{
    REAL lanes[MEAN_LANES] = {0};
    uint j = begin;

    for (; j + MEAN_LANES <= end; j += MEAN_LANES)
#pragma unroll
        for (uint l = 0; l < MEAN_LANES; l++)
            lanes[l] += ONE_SAMPLE(j + l);
    for (; j < end; j++)
        lanes[0] += ONE_SAMPLE(j);
    for (uint l = 0; l < MEAN_LANES; l++)
        add_exactly(sum, excess, lanes[l]);
}
#endif

/* Adds the samples of a work-item, from begin to end of a line. */
INLINE void add_samples(SAMPLES_PARAMETERS)
{
#if MEAN_ITEMS == 1
    if (a->in.stride == 1) {
        struct pass dense = *a; /* a constant stride lets compilers make
                                   vectors */

        dense.in.stride = 1;
        add_lanes(in, &dense, window, matrix, means, p, begin, end, sum,
                  excess);
    } else {
        add_lanes(in, a, window, matrix, means, p, begin, end, sum, excess);
    }
#else
    REAL of_segment = 0;

    for (uint j = begin + get_local_id(0); j < end; j += MEAN_ITEMS)
        of_segment += ONE_SAMPLE(j);
    add_exactly(sum, excess, of_segment);
#endif
}

kernel __attribute__((reqd_work_group_size(MEAN_ITEMS, 1, 1)))
void pass_mean(PASS_PARAMETERS, const struct pass_box box)
{
    PASS_ABSENT
    local REAL2 sums[MEAN_ITEMS];
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const uint n_parts = a.out.length / 2; /* groups of a transform */
    const uint number = group / n_parts;
    const uint part = group - number * n_parts;
    const uint lid = get_local_id(0);
    const uint segments = (box.n[0] + MEAN_SEGMENT - 1) / MEAN_SEGMENT;
    const bool valid = number < a.n_transforms;
    const struct place first = place_of(valid ? number : 0, &a);
    REAL sum = 0, excess = 0;
    REAL2 all;

    for (uint i = part; i < segments * box.n[1] * box.n[2]; i += n_parts) {
        const uint line = i / segments, begin = (i % segments) * MEAN_SEGMENT;
        const uint end = min(begin + MEAN_SEGMENT, box.n[0]);
        const uint i2 = line / box.n[1], i1 = line - i2 * box.n[1];
        struct place p = first;

        p.in += i1 * box.in_stride[1] + i2 * box.in_stride[2];
#ifdef BYTES
        if (a.in.stride == 1)
            add_exactly(&sum, &excess,
                        sum_of_bytes(in + p.in + begin, end - begin));
        else
#endif
            add_samples(in, &a, window, matrix, means, &p, begin, end, &sum,
                        &excess);
    }
    all = sum_of_group(sums, sum, excess);
    if (valid && lid == 0) {
#ifdef MEAN_WHOLE
        store_mean(out + first.out, all, &box, sample_scale);
#else
        out[first.out + 2 * part] = all.x;
        out[first.out + 2 * part + 1] = all.y;
#endif
    }
}
#else
kernel __attribute__((reqd_work_group_size(MEAN_ITEMS, 1, 1)))
void pass_mean_end(PASS_PARAMETERS, const struct pass_box box)
{
    PASS_ABSENT
    local REAL2 sums[MEAN_ITEMS];
    const uint number = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const bool valid = number < a.n_transforms;
    const struct place p = place_of(valid ? number : 0, &a);
    REAL sum = 0, excess = 0;
    REAL2 whole;

    for (uint part = get_local_id(0); part < a.in.length / 2;
         part += MEAN_ITEMS) {
        add_exactly(&sum, &excess, in[p.in + 2 * part]);
        excess += in[p.in + 2 * part + 1];
    }
    whole = sum_of_group(sums, sum, excess);
    if (valid && get_local_id(0) == 0)
        store_mean(out + p.out, whole, &box, sample_scale);
}
#endif
