/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * mean.cl: the mean of the samples that each transform reads, mixed but not
 * windowed, in two launches. pass_mean: MEAN_GROUPS work-groups take every so
 * many lines of a transform; each work-item adds up samples of a line, then
 * its lines without loss (Knuth, TAOCP 2, 4.2.2, theorem B). pass_mean_end: one work-item adds up
 * a transform's groups. The mean is two numbers, the
 * second what the first could not hold: a rounded mean of millions of pixels
 * would leave more at DC than some of them have there.
 *
 * Stored samples are added up as they are, which loses nothing of integers,
 * and scaled at the end.
 *
 *   MEAN_GROUPS, MEAN_ITEMS   work-groups a transform, work-items a group
 *   MEAN_END      the second launch
 *   SCALED        samples have a scale
 */
#if !defined(MEAN_GROUPS) || !defined(MEAN_ITEMS)
#error "MEAN_GROUPS and MEAN_ITEMS must be defined"
#endif

/* sum + excess + x; the excess is what the sum could not hold */
INLINE void add_exactly(REAL *sum, REAL *excess, REAL x)
{
    const REAL next = *sum + x, part = next - *sum;

    *excess += (*sum - (next - part)) + (x - part);
    *sum = next;
}

#ifndef MEAN_END
kernel __attribute__((reqd_work_group_size(MEAN_ITEMS, 1, 1)))
void pass_mean(PASS_PARAMETERS, const struct pass_box box)
{
    PASS_ABSENT
    local REAL2 sums[MEAN_ITEMS];
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const uint number = group / MEAN_GROUPS;
    const uint part = group - number * MEAN_GROUPS;
    const uint lid = get_local_id(0);
    const bool valid = number < a.n_transforms;
    const struct place first = place_of(valid ? number : 0, &a);
    REAL sum = 0, excess = 0;

    for (uint line = part; line < box.n[1] * box.n[2]; line += MEAN_GROUPS) {
        const uint i2 = line / box.n[1], i1 = line - i2 * box.n[1];
        struct place p = first;
        REAL of_line = 0;

        p.in += i1 * box.in_stride[1] + i2 * box.in_stride[2];
        for (uint j = lid; j < box.n[0]; j += MEAN_ITEMS)
            of_line += load_sample(in, &a, sample_scale, window, matrix, means,
                                   &p, j);
        add_exactly(&sum, &excess, of_line);
    }
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
    if (valid && lid == 0) {
        out[first.out + 2 * part] = sums[0].x;
        out[first.out + 2 * part + 1] = sums[0].y;
    }
}
#else
kernel void pass_mean_end(PASS_PARAMETERS, const struct pass_box box)
{
    PASS_ABSENT
    const uint number =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const REAL columns = box.n[0], lines = (REAL)box.n[1] * (REAL)box.n[2];
    REAL sum = 0, excess = 0, mean, row, all;

    if (number >= a.n_transforms)
        return;
    const struct place p = place_of(number, &a);
    for (uint part = 0; part < MEAN_GROUPS; part++) {
        add_exactly(&sum, &excess, in[p.in + 2 * part]);
        excess += in[p.in + 2 * part + 1];
    }
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
