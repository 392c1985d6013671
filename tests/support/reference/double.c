/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* double.c: FFTW double, the reference of single-precision plans. */
#define REAL double
#define FFTW(name) fftw_##name
#include "core.h"

const struct reference_core_ops reference_core_double = {
    core_create, core_put, core_run, core_get, core_destroy,
};
