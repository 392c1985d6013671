/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* direct.c: chooses the passes of the direct schedule. Radix 8 keeps a
   work-item within 64 registers, the limit before spills on Arm's Bifrost and
   Valhall; larger odd primes are radices where the length needs them. */
#include "planner.h"

bool clfft_shapes_direct(const struct clfft_axis_task *task, unsigned variation,
                         clfft_axis_choice *choice)
{
    static const unsigned largest[] = {8, 4, 16};
    uint8_t radices[CLFFT_MAX_PASSES];
    unsigned n;

    if (variation >= sizeof largest / sizeof largest[0])
        return false;
    n = clfft_factor_passes(task->length, largest[variation], radices);
    for (unsigned i = 0; i < n; i++)
        choice->shapes[i] = (clfft_shape){.schedule = CLFFT_SCHEDULE_DIRECT,
                                          .n_radices = 1,
                                          .radices = {radices[i]}};
    choice->n_shapes = n;
    return n > 0;
}
