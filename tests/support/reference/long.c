/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* long.c: FFTW long double, the reference of double plans. */
#define REAL long double
#define FFTW(name) fftwl_##name
#include "core.h"

const struct reference_core_ops reference_core_long = {
    core_create, core_put, core_run, core_get, core_destroy,
};
