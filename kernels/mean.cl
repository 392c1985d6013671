/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * mean.cl: the mean of the samples that each transform reads, mixed but not
 * windowed, in two launches. pass_mean: the transform's lines are cut into
 * segments, and each of its work-groups takes every so many of those; each
 * work-item adds up samples of a segment, then its segments without loss
 * (Knuth, TAOCP 2, 4.2.2, theorem B). pass_mean_end: a work-group adds up what
 * the groups of a transform have found. The mean is two numbers, the second
 * what the first could not hold: a rounded mean of millions of pixels would
 * leave more at DC than some of them have there.
 *
 * Stored samples are added up as they are, which loses nothing of integers,
 * and scaled at the end.
 *
 *   MEAN_ITEMS    work-items a group, a power of two
 *   MEAN_END      the second launch
 *   SCALED        samples have a scale
 */
#if !defined(MEAN_ITEMS)
#error "MEAN_ITEMS must be defined"
#endif

#define MEAN_SEGMENT 1024

/* sum + excess + x; the excess is what the sum could not hold */
INLINE void add_exactly(REAL *sum, REAL *excess, REAL x)
{
    const REAL next = *sum + x, part = next - *sum;

    *excess += (*sum - (next - part)) + (x - part);
    *sum = next;
}

/* The sums of all work-items; for work-item 0. */
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

#ifndef MEAN_END
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
        REAL of_segment = 0;

        p.in += i1 * box.in_stride[1] + i2 * box.in_stride[2];
        for (uint j = begin + lid; j < end; j += MEAN_ITEMS)
            of_segment += load_sample(in, &a, sample_scale, window, matrix,
                                      means, &p, j);
        add_exactly(&sum, &excess, of_segment);
    }
    all = sum_of_group(sums, sum, excess);
    if (valid && lid == 0) {
        out[first.out + 2 * part] = all.x;
        out[first.out + 2 * part + 1] = all.y;
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
    const REAL columns = box.n[0], lines = (REAL)box.n[1] * (REAL)box.n[2];
    REAL sum = 0, excess = 0, mean, row, all;
    REAL2 whole;

    for (uint part = get_local_id(0); part < a.in.length / 2;
         part += MEAN_ITEMS) {
        add_exactly(&sum, &excess, in[p.in + 2 * part]);
        excess += in[p.in + 2 * part + 1];
    }
    whole = sum_of_group(sums, sum, excess);
    if (!valid || get_local_id(0) != 0)
        return;
    sum = whole.x;
    excess = whole.y;
    /* what is left of the sum behind mean * columns * lines */
    mean = sum / columns / lines;
    row = mean * columns;
    all = row * lines;
    excess += (sum - all) - fma(row, lines, -all) -
              fma(mean, columns, -row) * lines;
    excess = excess / columns / lines;
#ifdef SCALED
    row = mean * sample_scale;
    excess = fma(excess, sample_scale, fma(mean, sample_scale, -row));
    mean = row;
#endif
    out[p.out] = mean;
    out[p.out + 1] = excess;
}
#endif
