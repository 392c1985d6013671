/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arm.cl: what the kernels of the seed `arm` share: short transforms and
 * twiddle factors of "Speeding-up Fast Fourier Transform Mixed-Radix on Mobile
 * ARM Mali GPU by means of OpenCL - Part 2", and where a work-item's row lies.
 *
 * The names are those of the paper: stage Y of radix Ny follows the stages X,
 * whose radices multiply up to the span Nx; Ni = Nx Ny; n = nx + Nx (ky + Ny
 * ...).
 */
#include "seeds/seed.cl"

#define NX value[0]
#define NY value[1]
#define NI value[2]
#define LENGTH_N value[3]  /* points of a row */
#define ROWS value[4]      /* of a transform */
#define IN_PITCH value[5]  /* elements from row to row */
#define OUT_PITCH value[6]
#define ROW_ITEMS value[7] /* work-items of a row */
#define EXP_CONST number[0]

/* FORM: where a twiddle factor comes from; NONE: another kernel multiplies */
#define FORM_NONE 0
#define FORM_FULL 1
#define FORM_KY 2
#define FORM_EXP_CONST 3
#define FORM_TABLE 4

/* LOAD and STORE as clfft_access numbers them */
#define COMPLEX 0
#define REAL_ONLY 1
#define PAIR 2
#define HERMITIAN 3
#define HALF 4

/* ---- places ---- */

struct arm_place {
    uint number, row, i; /* transform, row in it, work-item in that */
};

/* Finds the place of a work-item; false if there is no work for it. */
INLINE bool arm_place(const struct seed *a, struct arm_place *p)
{
    const ulong item = (ulong)get_global_id(0) +
                       (ulong)get_global_id(1) * (ulong)get_global_size(0);
    const uint items = a->ROW_ITEMS, rows = a->ROWS;

    if (item >= (ulong)items * rows * a->n_transforms)
        return false;
    p->number = p->row = 0;
    p->i = (uint)item;
    if (rows * a->n_transforms > 1) {
        const uint line = (uint)item / items;
        p->i = (uint)item - line * items;
        p->number = line / rows;
        p->row = line - p->number * rows;
    }
    return true;
}

/* Elements of that side before the row. */
#define ARM_IN(p)                                                              \
    (seed_offset((p).number, &a, &a.in) + (long)(p).row * a.IN_PITCH)
#define ARM_OUT(p)                                                             \
    (seed_offset((p).number, &a, &a.out) + (long)(p).row * a.OUT_PITCH)

/* ---- twiddle factors ---- */

/* the paper's 2 pi, too large by 2.8e-8 of itself */
#define M_2PI_F 6.283185482025146484375f

#define TWIDDLE_FACTOR_MULTIPLICATION(phi, input)                              \
    do {                                                                       \
        float2 w_, tmp_;                                                       \
        w_.x = cos(phi);                                                       \
        w_.y = sin(phi);                                                       \
        tmp_.x = (w_.x * (input).x) - (w_.y * (input).y);                      \
        tmp_.y = (w_.x * (input).y) + (w_.y * (input).x);                      \
        input = tmp_;                                                          \
    } while (0)

/* ---- transforms of 2, 3, 4, 5 and 7 points ---- */

#define DFT_2(c0, c1)                                                          \
    do {                                                                       \
        const float2 v0 = c0;                                                  \
        c0 = v0 + c1;                                                          \
        c1 = v0 - c1;                                                          \
    } while (0)

#define SQRT3DIV2 0.86602540378443f

#define DFT_3(c0, c1, c2)                                                      \
    do {                                                                       \
        const float2 v0 = c1 + c2;                                             \
        const float2 v1 = c1 - c2;                                             \
        c1.x = c0.x - 0.5f * v0.x + v1.y * SQRT3DIV2;                          \
        c1.y = c0.y - 0.5f * v0.y - v1.x * SQRT3DIV2;                          \
        c2.x = c0.x - 0.5f * v0.x - v1.y * SQRT3DIV2;                          \
        c2.y = c0.y - 0.5f * v0.y + v1.x * SQRT3DIV2;                          \
        c0 = c0 + v0;                                                          \
    } while (0)

#define DFT_4(c0, c1, c2, c3)                                                  \
    do {                                                                       \
        float2 v0, v1, v2, v3;                                                 \
        v0 = c0 + c2;                                                          \
        v1 = c1 + c3;                                                          \
        v2 = c0 - c2;                                                          \
        v3.x = c1.y - c3.y;                                                    \
        v3.y = c3.x - c1.x;                                                    \
        c0 = v0 + v1;                                                          \
        c2 = v0 - v1;                                                          \
        c1 = v2 + v3;                                                          \
        c3 = v2 - v3;                                                          \
    } while (0)

#define W5_A 0.30901699437494f
#define W5_B 0.95105651629515f
#define W5_C 0.80901699437494f
#define W5_D 0.58778525229247f

#define DFT_5(c0, c1, c2, c3, c4)                                              \
    do {                                                                       \
        float2 v0, v1, v2, v3, v4;                                             \
        v0 = c0;                                                               \
        v1 = W5_A * (c1 + c4) - W5_C * (c2 + c3);                              \
        v2 = W5_C * (c1 + c4) - W5_A * (c2 + c3);                              \
        v3 = W5_D * (c1 - c4) - W5_B * (c2 - c3);                              \
        v4 = W5_B * (c1 - c4) + W5_D * (c2 - c3);                              \
        c0 = v0 + c1 + c2 + c3 + c4;                                           \
        c1 = v0 + v1 + (float2)(v4.y, -v4.x);                                  \
        c2 = v0 - v2 + (float2)(v3.y, -v3.x);                                  \
        c3 = v0 - v2 + (float2)(-v3.y, v3.x);                                  \
        c4 = v0 + v1 + (float2)(-v4.y, v4.x);                                  \
    } while (0)

#define W7_A 0.62348980185873f
#define W7_B 0.78183148246802f
#define W7_C 0.22252093395631f
#define W7_D 0.97492791218182f
#define W7_E 0.90096886790241f
#define W7_F 0.43388373911755f

#define DFT_7(c0, c1, c2, c3, c4, c5, c6)                                      \
    do {                                                                       \
        float2 v0, v1, v2, v3, v4, v5, v6;                                     \
        v0 = c0;                                                               \
        v1 = W7_A * (c1 + c6) - W7_C * (c2 + c5) - W7_E * (c3 + c4);           \
        v2 = W7_C * (c1 + c6) + W7_E * (c2 + c5) - W7_A * (c3 + c4);           \
        v3 = W7_E * (c1 + c6) - W7_A * (c2 + c5) + W7_C * (c3 + c4);           \
        v4 = W7_B * (c1 - c6) + W7_D * (c2 - c5) + W7_F * (c3 - c4);           \
        v5 = W7_D * (c1 - c6) - W7_F * (c2 - c5) - W7_B * (c3 - c4);           \
        v6 = W7_F * (c1 - c6) - W7_B * (c2 - c5) + W7_D * (c3 - c4);           \
        c0 = v0 + c1 + c2 + c3 + c4 + c5 + c6;                                 \
        c1 = v0 + v1 + (float2)(v4.y, -v4.x);                                  \
        c2 = v0 - v2 + (float2)(v5.y, -v5.x);                                  \
        c3 = v0 - v3 + (float2)(v6.y, -v6.x);                                  \
        c4 = v0 - v3 + (float2)(-v6.y, v6.x);                                  \
        c5 = v0 - v2 + (float2)(-v5.y, v5.x);                                  \
        c6 = v0 + v1 + (float2)(-v4.y, v4.x);                                  \
    } while (0)
