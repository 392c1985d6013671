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
 * Stored samples are added up as they are, less the first one, so that a large
 * mean leaves no rounding in the sums, and scaled at the end. Bytes lose
 * nothing.
 *
 * MEAN_LINE: of the one axis the line of least squares, mean + slope (j - m)
 * with m the middle. A part is (sum, excess, sum of (j - m) times the samples,
 * the first sample); a line is (value at j = 0, its excess, slope, 0). Complex input: real parts, then imaginary ones.
 *
 *   MEAN_ITEMS    work-items a group, a power of two; 1 on CPUs, whose
 *                 compilers make vectors of its loop
 *   MEAN_END      the second launch
 *   MEAN_WHOLE    there is one launch: a group has a whole transform
 *   MEAN_POINTS   pairs of numbers of a part, and of a transform
 *   WITH_SCALE    samples have a scale
 */
#include "common/access.cl"

#if !defined(MEAN_ITEMS) || !defined(MEAN_POINTS)
#error "MEAN_ITEMS and MEAN_POINTS must be defined"
#endif

#ifdef MEAN_LINE
#define MEAN_NUMBERS 4
#else
#define MEAN_NUMBERS 2
#endif
#define MEAN_COMPONENTS (2 * MEAN_POINTS / MEAN_NUMBERS)

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

#ifdef PRECISION_DOUBLE
#define UPPER_HALF(x) as_double(as_ulong(x) & ~0x7ffffffUL)
#else
#define UPPER_HALF(x) as_float(as_uint(x) & ~0xfffU)
#endif

/* What a * b has lost that was rounded to `product`. */
INLINE REAL rest_of(REAL a, REAL b, REAL product)
{
#ifdef WITHOUT_FMA
    /* products of half the digits are exact (Dekker 1971, Numer. Math. 18) */
    const REAL a_high = UPPER_HALF(a), a_low = a - a_high;
    const REAL b_high = UPPER_HALF(b), b_low = b - b_high;

    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) +
           a_low * b_low;
#else
    return fma(a, b, -product);
#endif
}

/* Adds the sums of all work-items, for work-item 0, and is done with them. */
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
    {
        const REAL2 whole = sums[0];
        barrier(CLK_LOCAL_MEM_FENCE);
        return whole;
    }
}

#if (defined(MEAN_END) || defined(MEAN_WHOLE)) && defined(MEAN_LINE)
/* Stores the line of n samples from their sum less n * first, and the sum of
   (j - m) times them. */
INLINE void store_line(global out_t *restrict out, const REAL2 whole,
                       const REAL moment, const REAL first, const uint points,
                       const REAL2 sample_scale)
{
    const REAL n = points, middle = (n - 1) / 2;
    const REAL mean = whole.x / n;
    REAL slope = points > 1 ? moment / n * 12 / (n - 1) / (n + 1) : 0;
    const REAL drop = slope * middle;
    REAL value = first;
    const REAL taken = mean * n;
    REAL excess = (whole.x - taken - rest_of(mean, n, taken) + whole.y) / n -
                  rest_of(slope, middle, drop);
#ifdef WITH_SCALE
    REAL row;
#endif

    add_exactly(&value, &excess, mean);
    add_exactly(&value, &excess, -drop);
#ifdef WITH_SCALE
    row = value * sample_scale.s0;
    excess = MULTIPLY_ADD(excess, sample_scale.s0,
                          rest_of(value, sample_scale.s0, row));
#ifdef SAMPLE_REST
    excess = MULTIPLY_ADD(value, sample_scale.s1, excess);
    slope = MULTIPLY_BY_TWO(REAL, slope, sample_scale.s0, sample_scale.s1);
#else
    slope *= sample_scale.s0;
#endif
    value = row;
#endif
    out[0] = value;
    out[1] = excess;
    out[2] = slope;
    out[3] = 0;
}
#elif defined(MEAN_END) || defined(MEAN_WHOLE)
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
    REAL excess = whole.y + ((whole.x - all) - rest_of(row, lines, all) -
                             rest_of(mean, columns, row) * lines);

    excess = excess / columns / lines;
#ifdef WITH_SCALE
    row = mean * sample_scale.s0;
    excess = MULTIPLY_ADD(excess, sample_scale.s0,
                          rest_of(mean, sample_scale.s0, row));
#ifdef SAMPLE_REST
    excess = MULTIPLY_ADD(mean, sample_scale.s1, excess);
#endif
    mean = row;
#endif
    out[0] = mean;
    out[1] = excess;
}
#endif

#ifndef MEAN_END
#if SAMPLE == SAMPLE_UNORM8 && !defined(MATRIX) && MEAN_POINTS == 1
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

/* What a work-item adds up: samples less the first one, and MEAN_LINE's
   moments. */
struct sums {
    REAL sum, excess, moment, first, middle;
};

#define SAMPLES_PARAMETERS                                                     \
    global const in_t *restrict in, const struct pass *a,                      \
        global const REAL *restrict window, global const REAL *restrict matrix, \
        global const REAL *restrict means, const struct place *p, uint begin,  \
        uint end, uint component, struct sums *s

/* Stored sample j, mixed; of complex input one of its components. */
INLINE REAL sample_of(global const in_t *restrict in, const struct pass *a,
                      global const REAL *restrict window,
                      global const REAL *restrict matrix,
                      global const REAL *restrict means,
                      const struct place *p, uint j, uint component)
{
#if LOAD == COMPLEX
    const long at = p->in + (offset_t)j * (offset_t)a->in.stride;

#if SAMPLE == SAMPLE_NATIVE
    return ((global const REAL *)in)[2 * at + component];
#else
    return read_sample(in, 2 * at + component);
#endif
#else
    return load_sample(in, a, 0, window, matrix, means, p, j);
#endif
}
#define ONE_SAMPLE(j)                                                          \
    sample_of(in, a, window, matrix, means, p, j, component)

#if MEAN_ITEMS == 1
INLINE void add_lanes(SAMPLES_PARAMETERS)
{
    REAL lanes[MEAN_LANES] = {0};
#ifdef MEAN_LINE
    REAL moments[MEAN_LANES] = {0};
#endif
    uint j = begin;

    for (; j + MEAN_LANES <= end; j += MEAN_LANES)
#pragma unroll
        for (uint l = 0; l < MEAN_LANES; l++) {
            const REAL x = ONE_SAMPLE(j + l) - s->first;
            lanes[l] += x;
#ifdef MEAN_LINE
            moments[l] += ((REAL)(j + l) - s->middle) * x;
#endif
        }
    for (; j < end; j++) {
        const REAL x = ONE_SAMPLE(j) - s->first;
        lanes[0] += x;
#ifdef MEAN_LINE
        moments[0] += ((REAL)j - s->middle) * x;
#endif
    }
    for (uint l = 0; l < MEAN_LANES; l++)
        add_exactly(&s->sum, &s->excess, lanes[l]);
#ifdef MEAN_LINE
    for (uint l = 1; l < MEAN_LANES; l++)
        moments[0] += moments[l];
    s->moment += moments[0];
#endif
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
        add_lanes(in, &dense, window, matrix, means, p, begin, end, component,
                  s);
    } else {
        add_lanes(in, a, window, matrix, means, p, begin, end, component, s);
    }
#else
    REAL of_segment = 0;

    for (uint j = begin + get_local_id(0); j < end; j += MEAN_ITEMS) {
        const REAL x = ONE_SAMPLE(j) - s->first;
        of_segment += x;
#ifdef MEAN_LINE
        s->moment += ((REAL)j - s->middle) * x;
#endif
    }
    add_exactly(&s->sum, &s->excess, of_segment);
#endif
}

kernel __attribute__((reqd_work_group_size(MEAN_ITEMS, 1, 1)))
void pass_mean(PASS_PARAMETERS, const struct pass_box box)
{
    PASS_ABSENT
    local REAL2 sums[MEAN_ITEMS];
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const uint n_parts = a.out.length / (2 * MEAN_POINTS); /* groups of a
                                                              transform */
    const uint number = group / n_parts;
    const uint part = group - number * n_parts;
    const uint lid = get_local_id(0);
    const uint segments = (box.n[0] + MEAN_SEGMENT - 1) / MEAN_SEGMENT;
    const bool valid = number < a.n_transforms;
    const struct place first = place_of(valid ? number : 0, &a);

    for (uint component = 0; component < MEAN_COMPONENTS; component++) {
        global out_t *to = out + first.out + component * MEAN_NUMBERS;
        struct sums s = {0, 0, 0, 0, 0};
        REAL2 all;
        uint n_samples = 0;
#ifdef MEAN_LINE
        REAL2 moments;

        s.middle = (REAL)(box.n[0] - 1) / 2;
#endif
#ifndef BYTES
        s.first = sample_of(in, &a, window, matrix, means, &first, 0, component);
#endif
        for (uint i = part; i < segments * box.n[1] * box.n[2]; i += n_parts) {
            const uint line = i / segments;
            const uint begin = (i % segments) * MEAN_SEGMENT;
            const uint end = min(begin + MEAN_SEGMENT, box.n[0]);
            const uint i2 = line / box.n[1], i1 = line - i2 * box.n[1];
            struct place p = first;

            p.in += i1 * box.in_stride[1] + i2 * box.in_stride[2];
            n_samples += end - begin;
#ifdef BYTES
            if (a.in.stride == 1)
                add_exactly(&s.sum, &s.excess,
                            sum_of_bytes(in + p.in + begin, end - begin));
            else
#endif
                add_samples(in, &a, window, matrix, means, &p, begin, end,
                            component, &s);
        }
#ifndef MEAN_LINE
        if (lid == 0) {
            const REAL taken = s.first * (REAL)n_samples;

            s.excess += rest_of(s.first, (REAL)n_samples, taken);
            add_exactly(&s.sum, &s.excess, taken);
        }
#endif
        all = sum_of_group(sums, s.sum, s.excess);
#ifdef MEAN_LINE
        moments = sum_of_group(sums, s.moment, 0);
#endif
        if (valid && lid == 0) {
#if defined(MEAN_WHOLE) && defined(MEAN_LINE)
            store_line(to, all, moments.x + moments.y, s.first, box.n[0],
                       sample_scale);
#elif defined(MEAN_WHOLE)
            store_mean(to, all, &box, sample_scale);
#else
            to += 2 * MEAN_POINTS * part;
            to[0] = all.x;
            to[1] = all.y;
#ifdef MEAN_LINE
            to[2] = moments.x + moments.y;
            to[3] = s.first;
#endif
#endif
        }
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

    for (uint component = 0; component < MEAN_COMPONENTS; component++) {
        global const in_t *from = in + p.in + component * MEAN_NUMBERS;
        global out_t *to = out + p.out + component * MEAN_NUMBERS;
        REAL sum = 0, excess = 0;
        REAL2 whole;
#ifdef MEAN_LINE
        REAL moment = 0, moment_excess = 0;
        REAL2 moments;
#endif

        for (uint part = get_local_id(0);
             part < a.in.length / (2 * MEAN_POINTS); part += MEAN_ITEMS) {
            global const in_t *of = from + 2 * MEAN_POINTS * part;

            add_exactly(&sum, &excess, of[0]);
            excess += of[1];
#ifdef MEAN_LINE
            add_exactly(&moment, &moment_excess, of[2]);
#endif
        }
        whole = sum_of_group(sums, sum, excess);
#ifdef MEAN_LINE
        moments = sum_of_group(sums, moment, moment_excess);
        if (valid && get_local_id(0) == 0)
            store_line(to, whole, moments.x + moments.y, from[3], box.n[0],
                       sample_scale);
#else
        if (valid && get_local_id(0) == 0)
            store_mean(to, whole, &box, sample_scale);
#endif
    }
}
#endif
