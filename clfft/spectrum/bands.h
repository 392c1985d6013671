/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bands.h: what bands.c asks of bands_check.c. */
#ifndef CLFFT_BANDS_H
#define CLFFT_BANDS_H

#include "clfft/spectrum.h"
#include "scale.h"

struct clfft_band_scale_row {
    const char *name;
    const struct clfft_scale *scale; /* of equal steps, or NULL */
    unsigned fraction;               /* bands of an octave, or 0 */
};

/* By enum clfft_band_scale. */
extern const struct clfft_band_scale_row clfft_band_scales[];

/* One-sided bins, or those of the zoom. */
uint64_t clfft_bands_count_bins(const clfft_bands_desc *desc);

/* INVALID with the reason, but for what depends on where the bins lie. */
clfft_status clfft_bands_check(const clfft_bands_desc *desc);

#endif /* CLFFT_BANDS_H */
