/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rows.h: recipes that were measured best, as data: looked up by device name,
 * then by vendor, then by class, for a core length (clfft_core_length).
 */
#ifndef CLFFT_ROWS_H
#define CLFFT_ROWS_H

#include "clfft.h"

/* Where the transforms of a row's length stand. */
enum clfft_row_use {
    CLFFT_USE_ROWS,    /* axis 0, complex */
    CLFFT_USE_REAL,    /* axis 0 of r2c of even length, half of it */
    CLFFT_USE_HALF,    /* axis 0 of c2r of even length, half of it */
    CLFFT_USE_COLUMNS, /* another axis */
};

/* Recipe text, or NULL. */
const char *clfft_rows_find(const clfft_limits *limits,
                            clfft_precision precision,
                            clfft_schedule schedule, enum clfft_row_use use,
                            uint64_t length);

#endif /* CLFFT_ROWS_H */
