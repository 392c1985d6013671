/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* arm-rows.cl: two kernels that the paper does not have: one makes the spectrum
   of real samples from a transform of half their number, in place, and one
   transposes between the axes. */
#include "seeds/arm.cl"

/* Bins k and h - k of a row. */
kernel void arm_real(SEED_PARAMETERS)
{
    struct arm_place p;

    if (!arm_place(&a, &p))
        return;
    const uint k = p.i, h = a.LENGTH_N;
    global float2 *x = out + ARM_OUT(p);
    const float2 w = root_of_unity(roots, k, a.root_shift);
    float2 z = x[k], y = x[k ? h - k : 0];

    {
        float zr = z.x, zi = z.y, yr = y.x, yi = y.y;
        untangle(&zr, &zi, &yr, &yi, w.x, w.y);
        z = (float2)(zr, zi);
        y = (float2)(yr, yi);
    }
    x[k] = SEED_OUT(z);
    if (2 * k != h)
        x[h - k] = SEED_OUT(y);
}

/* Point i of a row goes to point `row` of row i. */
kernel void arm_transpose(SEED_PARAMETERS)
{
    struct arm_place p;

    if (!arm_place(&a, &p))
        return;
    const float2 value = in[ARM_IN(p) + p.i];

    out[seed_offset(p.number, &a, &a.out) + (long)p.i * a.OUT_PITCH + p.row] =
        SEED_OUT(SEED_IN(value));
}
