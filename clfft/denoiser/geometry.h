/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* geometry.h: the blocks of a plane, and the numbers that do not depend on it.
   Pure. */
#ifndef CLFFT_DENOISER_GEOMETRY_H
#define CLFFT_DENOISER_GEOMETRY_H

#include "clfft/denoise.h"

/* INVALID with the reason. */
clfft_status clfft_denoise_check(const clfft_denoise_desc *desc);

/* The same of what a give says. */
clfft_status clfft_denoise_check_levels(const clfft_denoise_desc *desc,
                                        const clfft_denoise_params *params);

/* Blocks along an axis of `length` samples. */
uint64_t clfft_denoise_count(const clfft_denoise_desc *desc, uint64_t length);

/* Writes the sample that stands for each of n, from hop - block on, of `length`
   ones, times `step`. */
void clfft_denoise_mirror(const clfft_denoise_desc *desc, uint64_t length,
                          uint32_t step, uint64_t n, uint32_t *places);

/* Writes the DENOISE_NUMBERS (block) numbers of kernels/host/denoise.h. */
void clfft_denoise_fill(const clfft_denoise_desc *desc, float *numbers);

#endif /* CLFFT_DENOISER_GEOMETRY_H */
