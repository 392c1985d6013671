/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* convert.c: numbers of a response in the precision of a convolver. */
#include "state.h"

void clfft_convolver_convert(const clfft_convolver *c, const double *from,
                             uint64_t n, void *numbers, uint64_t at)
{
    for (uint64_t i = 0; i < n; i++)
        if (c->real_size == 8)
            ((double *)numbers)[at + i] = from[i];
        else
            ((float *)numbers)[at + i] = (float)from[i];
}
