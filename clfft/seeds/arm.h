/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* arm.h: the options of the seed `arm`, shared by arm.c, which expands it, and
   arm_limit.c, which knows its errors. */
#ifndef CLFFT_SEED_ARM_H
#define CLFFT_SEED_ARM_H

#include "seed.h"

/* Places in clfft_seed_choice.option. */
enum clfft_arm_option {
    CLFFT_ARM_FORM = 0,
    CLFFT_ARM_UNFUSED,
    CLFFT_ARM_ITEMS,
    CLFFT_ARM_N_AXES,
    CLFFT_ARM_N_FIRST, /* radices of axis 0; the others are of axis 1 */
    CLFFT_ARM_SEEN,
};

/* Where twiddle factors come from; numbers of kernels/seeds/arm.cl. */
enum clfft_arm_form {
    CLFFT_ARM_NONE = 0,
    CLFFT_ARM_FULL,
    CLFFT_ARM_KY,
    CLFFT_ARM_EXP_CONST,
    CLFFT_ARM_TABLE,
};

#define CLFFT_ARM_TWO_PI 6.283185482025146484375f /* the paper's M_2PI_F */

/* The largest relative L2 error of a right result; 0: the engine's error
   bar. */
double clfft_arm_limit(const clfft_desc *desc, const clfft_seed_choice *choice);

#endif /* CLFFT_SEED_ARM_H */
