/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * mean.cl: the mean of the samples that each transform reads, mixed but not
 * windowed. A work-group takes one transform; each work-item adds up every
 * MEAN_ITEMS-th sample of a line, then its lines with compensation (W. Kahan,
 * CACM 8 (1965), 40), so that a picture's mean is as exact as a line's.
 */
#define MEAN_ITEMS 64

kernel __attribute__((reqd_work_group_size(MEAN_ITEMS, 1, 1)))
void pass_mean(PASS_PARAMETERS, const struct pass_box box)
{
    local REAL sums[MEAN_ITEMS];
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const uint lid = get_local_id(0);
    const bool valid = group < a.n_transforms;
    const struct place first = place_of(valid ? group : 0, &a);
    REAL sum = 0, excess = 0;

    for (uint i2 = 0; i2 < box.n[2]; i2++) {
        for (uint i1 = 0; i1 < box.n[1]; i1++) {
            struct place p = first;
            REAL line = -excess;

            p.in += i1 * box.in_stride[1] + i2 * box.in_stride[2];
            for (uint j = lid; j < box.n[0]; j += MEAN_ITEMS)
                line += load_sample(in, &a, sample_scale, window, matrix,
                                    means, &p, j);
            const REAL next = sum + line;
            excess = (next - sum) - line;
            sum = next;
        }
    }
    sums[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint span = MEAN_ITEMS / 2; span > 0; span /= 2) {
        if (lid < span)
            sums[lid] += sums[lid + span];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (valid && lid == 0)
        out[first.out] = sums[0] / ((REAL)box.n[0] * (REAL)box.n[1] *
                                    (REAL)box.n[2]);
}
