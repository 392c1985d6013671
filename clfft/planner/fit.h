/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fit.h: tells whether a device has room for the buffers, the scratch memory
   and the counts of a recipe. Pure: it is known before memory is taken or a
   kernel is compiled. */
#ifndef CLFFT_FIT_H
#define CLFFT_FIT_H

#include "clfft/recipe/recipe.h"

/* The transforms that one launch counts at most; execute splits a larger batch.
   0: not even one. */
uint64_t clfft_fit_slice(const clfft_desc *desc, const clfft_recipe *recipe,
                         const clfft_limits *limits);

/* Returns UNSUPPORTED if the input, the output or what a launch counts is
   beyond the limits. */
clfft_status clfft_fit_buffers(const clfft_desc *desc,
                               const clfft_recipe *recipe,
                               const clfft_limits *limits);

/* Computes the bytes of scratch memory, and the offset at which each of its
   buffers begins, in complex points. Returns UNSUPPORTED if the size is beyond
   the limits; *size is set then too. */
clfft_status clfft_fit_scratch(const clfft_desc *desc,
                               const clfft_recipe *recipe,
                               const clfft_limits *limits,
                               uint64_t offsets[CLFFT_N_SCRATCH],
                               uint64_t *size);

#endif /* CLFFT_FIT_H */
