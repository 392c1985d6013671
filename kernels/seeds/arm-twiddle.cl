/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* arm-twiddle.cl: multiplies by the twiddle factors between two stages, in
   place, one point for each work-item. FORM is one of the paper's three, or the
   engine's table of roots. */
#include "seeds/arm.cl"

#ifndef FORM
#error "FORM must be defined"
#endif

kernel void arm_twiddle(SEED_PARAMETERS)
{
    struct arm_place p;

    if (!arm_place(&a, &p))
        return;
    const uint n = p.i, Nx = a.NX, Ny = a.NY, Ni = a.NI;
    global float2 *x = out + ARM_OUT(p);
    const uint nx = n % Nx;
#if FORM == FORM_FULL
    const uint k = (n * Ny) % Ni + (n / Nx) % Ny + Ni * (n / Ni);
    const uint ky = k % Ny;
#else
    const uint ky = (n / Nx) % Ny;
#endif
    float2 c = x[n];

#if FORM == FORM_TABLE
    c = complex_product(c, root_of_unity(roots, nx * ky * (a.LENGTH_N / Ni),
                                         a.root_shift));
#else
#if FORM == FORM_EXP_CONST
    const float phi = (float)(nx * ky) * a.EXP_CONST;
#else
    const float phi = (-M_2PI_F * nx * ky) / (float)Ni;
#endif
    TWIDDLE_FACTOR_MULTIPLICATION(phi, c);
#endif
    x[n] = c;
}
