/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rows.h: the recipes that were measured best, as data. They are looked up by
 * device name, then by vendor, then by class, for a core length
 * (clfft_core_length). The files of measured/ have one row a recipe:
 *
 *   ROW(device, vendor, class, schedule, precision, use, length, recipe)
 *
 * device and vendor are parts of the names, "" for any; class is gpu or cpu;
 * use is one of enum clfft_row_use in small letters, or FEW(groups, use); the
 * length of a tile2d is TILE2D(n1, n0).
 */
#ifndef CLFFT_ROWS_H
#define CLFFT_ROWS_H

#include "clfft/clfft.h"

/* What the transforms of a row's length are used for. */
enum clfft_row_use {
    CLFFT_USE_ROWS,          /* axis 0, complex */
    CLFFT_USE_REAL,          /* axis 0 of r2c of even length, half of it */
    CLFFT_USE_BYTES,         /* REAL, of samples of one byte */
    CLFFT_USE_HALF,          /* axis 0 of c2r of even length, half of it */
    CLFFT_USE_COLUMNS,       /* another axis */
    CLFFT_USE_REAL_COLUMNS,  /* COLUMNS of r2c: half a spectrum */
    CLFFT_USE_HALF_COLUMNS,  /* of c2r */
    CLFFT_USE_SIDED_COLUMNS, /* the last axis of r2c that stores both sides */
    CLFFT_USE_TILE2D,        /* both axes of a picture in one launch: c2c, */
    CLFFT_USE_REAL_TILE2D,   /* r2c, */
    CLFFT_USE_HALF_TILE2D,   /* c2r, */
    CLFFT_USE_SIDED_TILE2D,  /* r2c that stores both sides */
    CLFFT_USE_CONVOLUTION,   /* axis 0, the inner length of Bluestein's */
    CLFFT_USE_COMPLEX_ROWS, /* complex axis 0: before ROWS, shared with no other
                               use */
    CLFFT_USE_BANDS,        /* REAL, of whose powers bands are made */
    CLFFT_N_USES,
};

/*
 * The use of a row for few transforms: so few that no pass has more than
 * `groups` work-groups a processor, or so few pictures that a processor has no
 * more than `groups` of them. With groups = 0 it is the plain use. The recipe
 * "" of a tile2d means that two passes are faster.
 */
#define CLFFT_USE_FEW(groups, use) ((groups) << 4 | (unsigned)(use))
_Static_assert(CLFFT_N_USES <= 16, "CLFFT_USE_FEW() has four bits for a use");
#define CLFFT_MOST_FEW 16

/* The "length" in a picture's row: the points of axis 1 and of axis 0, of which
   real data has half. */
#define CLFFT_TILE2D_LENGTH(n1, n0) ((uint64_t)(n1) << 16 | (n0))

/* Whether rows are as good as not there: to see what planning is without them
   (clfft-bench --no-rows). Set before the first plan; nobody else sets it. */
extern bool clfft_rows_are_ignored;

/* The name of a use in the files of measured/. */
const char *clfft_rows_use_name(enum clfft_row_use use);

/* Returns the text of the recipe, valid forever, or NULL if there is none.
   `use` is of enum clfft_row_use or CLFFT_USE_FEW. */
const char *clfft_rows_find(const clfft_limits *limits,
                            clfft_precision precision, clfft_schedule schedule,
                            unsigned use, uint64_t length);

#endif /* CLFFT_ROWS_H */
