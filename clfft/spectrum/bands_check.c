/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bands_check.c: checks a description of bands, and knows the scales. */
#include "bands.h"

#include "clfft/base/error.h"

#include <math.h>

const struct clfft_band_scale_row clfft_band_scales[] = {
    [CLFFT_BAND_SCALE_BINS] = {"bins"},
    [CLFFT_BAND_SCALE_LOG] = {"log", &clfft_scale_log},
    [CLFFT_BAND_SCALE_OCTAVE] = {"octave", NULL, 1},
    [CLFFT_BAND_SCALE_THIRD_OCTAVE] = {"third-octave", NULL, 3},
    [CLFFT_BAND_SCALE_MEL] = {"mel", &clfft_scale_mel},
    [CLFFT_BAND_SCALE_BARK] = {"bark", &clfft_scale_bark},
    [CLFFT_BAND_SCALE_ERB] = {"erb", &clfft_scale_erb},
    [CLFFT_BAND_SCALE_SIXTH_OCTAVE] = {"sixth-octave", NULL, 6},
    [CLFFT_BAND_SCALE_TWELFTH_OCTAVE] = {"twelfth-octave", NULL, 12},
    [CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE] = {"twenty-fourth-octave", NULL,
                                               24},
};

static bool is_known(clfft_band_scale scale)
{
    return (unsigned)scale <
           sizeof clfft_band_scales / sizeof clfft_band_scales[0];
}

unsigned clfft_band_scale_fraction(clfft_band_scale scale)
{
    return is_known(scale) ? clfft_band_scales[scale].fraction : 0;
}

uint64_t clfft_bands_count_bins(const clfft_bands_desc *desc)
{
    return desc->zoom.n_bins ? desc->zoom.n_bins : desc->n / 2 + 1;
}

static clfft_status check_zoom(const clfft_zoom *zoom)
{
    const double last = zoom->start + (double)(zoom->n_bins - 1) * zoom->step;

    if (!zoom->n_bins || (zoom->n_bins <= UINT32_MAX && zoom->start >= 0 &&
                          zoom->step > 0 && last <= 0.5))
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_INVALID,
                      "bands need a zoom that rises within 0 to 0.5 cycles a "
                      "sample, not %llu bins from %g in steps of %g",
                      (unsigned long long)zoom->n_bins, zoom->start,
                      zoom->step);
}

clfft_status clfft_bands_check(const clfft_bands_desc *desc)
{
    const clfft_band_scale scale = desc->scale;
    const unsigned n_bands = desc->n_bands;
    const uint64_t n = desc->n;
    const double rate = desc->rate;
    const bool octaves = clfft_band_scale_fraction(scale) > 0;
    const uint64_t n_bins = clfft_bands_count_bins(desc);

    if (!is_known(scale))
        return clfft_fail(CLFFT_STATUS_INVALID, "band scale %d is unknown",
                          (int)scale);
    if ((unsigned)desc->mel_scale > CLFFT_MEL_SCALE_KALDI ||
        (unsigned)desc->mel_norm > CLFFT_MEL_NORM_SLANEY)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "mel scale %d or norm %d is unknown",
                          (int)desc->mel_scale, (int)desc->mel_norm);
    if (n < 2 || n > UINT32_MAX)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands need a transform of 2..%llu points, not %llu",
                          (unsigned long long)UINT32_MAX,
                          (unsigned long long)n);
    if (!(rate > 0) || isinf(rate))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands need a rate above 0, not %g", rate);
    if (!(desc->factor >= 0) || isinf(desc->factor))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands need a factor of 0 or above, not %g",
                          desc->factor);
    if (!(desc->low >= 0 && desc->low < rate / 2) ||
        !(desc->high >= 0 && desc->high <= rate / 2))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands from %g to %g Hz are not within 0 to the "
                          "Nyquist frequency %g Hz",
                          desc->low, desc->high, rate / 2);
    if (desc->high && desc->low >= desc->high)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "bands from %g to %g Hz do not rise", desc->low,
                          desc->high);
    if (octaves && n_bands != 0)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "band scale %s has its own number of bands: "
                          "0 is to be given, not %u",
                          clfft_band_scales[scale].name, n_bands);
    if (!octaves && n_bands == 0)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "band scale %s needs 1 band or more",
                          clfft_band_scales[scale].name);
    if (n_bands > n_bins)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "%u bands are more than the %llu bins", n_bands,
                          (unsigned long long)n_bins);
    return check_zoom(&desc->zoom);
}
