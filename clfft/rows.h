/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rows.h: recipes that were measured best, as data: looked up by device name,
 * then by vendor, then by class, for a core length (clfft_core_length).
 */
#ifndef CLFFT_ROWS_H
#define CLFFT_ROWS_H

#include "clfft.h"

/* Recipe text, or NULL. */
const char *clfft_rows_find(const clfft_limits *limits,
                            clfft_precision precision,
                            clfft_schedule schedule, uint64_t length);

#endif /* CLFFT_ROWS_H */
