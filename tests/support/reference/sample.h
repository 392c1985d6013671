/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sample.h: stored numbers <-> values, one at a time. */
#ifndef CLFFT_TEST_REFERENCE_SAMPLE_H
#define CLFFT_TEST_REFERENCE_SAMPLE_H

#include "clfft/clfft.h"

/* Bytes of one number; NATIVE has the plan's precision. */
size_t reference_sample_size(clfft_sample sample, clfft_precision precision);

bool reference_sample_is_float(clfft_sample sample);

/* The value that `sample` means at `bytes`; scale as clfft_load's
   sample_scale. */
long double reference_sample_read(const unsigned char *bytes,
                                  clfft_sample sample,
                                  clfft_precision precision, bool big_endian,
                                  double scale);

/* Stores value in a float format. */
void reference_sample_write(unsigned char *bytes, clfft_sample sample,
                            clfft_precision precision, bool big_endian,
                            double value);

#endif /* CLFFT_TEST_REFERENCE_SAMPLE_H */
