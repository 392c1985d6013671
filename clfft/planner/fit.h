/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fit.h: whether a device has room for what a recipe takes: buffers, scratch
 * memory, counts. Pure: known before memory is taken or a kernel compiled.
 */
#ifndef CLFFT_FIT_H
#define CLFFT_FIT_H

#include "clfft/recipe/recipe.h"

/* UNSUPPORTED if input or output, or what launches count, is beyond limits. */
clfft_status clfft_fit_buffers(const clfft_desc *desc,
                               const clfft_recipe *recipe,
                               const clfft_limits *limits);

/* Bytes of scratch memory, of which each buffer begins at its offset, in
   complex points. UNSUPPORTED if they are beyond limits; *size is set then,
   too. */
clfft_status clfft_fit_scratch(const clfft_desc *desc,
                               const clfft_recipe *recipe,
                               const clfft_limits *limits,
                               uint64_t offsets[CLFFT_N_SCRATCH],
                               uint64_t *size);

#endif /* CLFFT_FIT_H */
