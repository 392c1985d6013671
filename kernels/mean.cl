/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * mean.cl: the mean of the samples that each transform reads, mixed but not
 * windowed, in two launches. pass_mean: MEAN_GROUPS work-groups take every so
 * many lines of a transform; each work-item adds up samples of a line, then
 * its lines with compensation (W. Kahan, CACM 8 (1965), 40), so that a
 * picture's mean is as exact as a line's. pass_mean_end: one work-item adds up
 * a transform's groups.
 *
 *   MEAN_GROUPS, MEAN_ITEMS   work-groups a transform, work-items a group
 */
#if !defined(MEAN_GROUPS) || !defined(MEAN_ITEMS)
#error "MEAN_GROUPS and MEAN_ITEMS must be defined"
#endif

#ifndef MEAN_END
kernel __attribute__((reqd_work_group_size(MEAN_ITEMS, 1, 1)))
void pass_mean(PASS_PARAMETERS, const struct pass_box box)
{
    local REAL sums[MEAN_ITEMS];
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
        REAL of_line = -excess;

        p.in += i1 * box.in_stride[1] + i2 * box.in_stride[2];
        for (uint j = lid; j < box.n[0]; j += MEAN_ITEMS)
            of_line += load_sample(in, &a, sample_scale, window, matrix, means,
                                   &p, j);
        const REAL next = sum + of_line;
        excess = (next - sum) - of_line;
        sum = next;
    }
    sums[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint span = MEAN_ITEMS / 2; span > 0; span /= 2) {
        if (lid < span)
            sums[lid] += sums[lid + span];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (valid && lid == 0)
        out[first.out + part] = sums[0];
}
#else
kernel void pass_mean_end(PASS_PARAMETERS, const struct pass_box box)
{
    const uint number =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    REAL sum = 0;

    if (number >= a.n_transforms)
        return;
    const struct place p = place_of(number, &a);
    for (uint part = 0; part < MEAN_GROUPS; part++)
        sum += in[p.in + part];
    out[p.out] =
        sum / ((REAL)box.n[0] * (REAL)box.n[1] * (REAL)box.n[2]);
}
#endif
