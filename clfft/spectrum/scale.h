/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* scale.h: converts hertz to the steps of a frequency scale and back. */
#ifndef CLFFT_SCALE_H
#define CLFFT_SCALE_H

/*
 * from_hertz rises; -HUGE_VALL at and below the frequency where the scale has
 * no value. to_hertz undoes it; HUGE_VALL beyond the highest value.
 */
struct clfft_scale {
    long double (*from_hertz)(long double f);
    long double (*to_hertz)(long double step);
};

extern const struct clfft_scale clfft_scale_linear, clfft_scale_log,
    clfft_scale_mel, clfft_scale_slaney, clfft_scale_bark, clfft_scale_erb;

#endif /* CLFFT_SCALE_H */
