/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* blocks.h: chooses how planes are cut into blocks that are transformed. */
#ifndef CLFFT_FILTER_BLOCKS_H
#define CLFFT_FILTER_BLOCKS_H

#include "clfft/filter.h"

/* One axis of a plane. */
struct clfft_filter_axis {
    uint64_t length; /* of a transform */
    uint64_t reach;  /* where the first right number of a block is */
    uint64_t hop;    /* right numbers of a block */
    uint64_t count;  /* of blocks */
};

struct clfft_filter_blocks {
    struct clfft_filter_axis axes[2]; /* x, y */
    /* a slice, which is done at once: blocks along x and y, and planes */
    uint64_t columns, rows, planes;
};

/* Chooses for a description that was checked; UNSUPPORTED if a block of its
   reach is beyond what the engine counts, or than max_size. */
clfft_status clfft_filter_choose(const clfft_filter_desc *desc,
                                 const clfft_limits *limits,
                                 struct clfft_filter_blocks *blocks);

/* Numbers from row to row of a mirrored slice, and its rows. */
uint64_t clfft_filter_get_pitch(const struct clfft_filter_blocks *blocks);
uint64_t clfft_filter_get_rows(const struct clfft_filter_blocks *blocks,
                               uint64_t rows);

/* Slices of a picture. */
uint64_t clfft_filter_count_slices(const clfft_filter_desc *desc,
                                   const struct clfft_filter_blocks *blocks);

/* What a slice has: the numbers of a plane, mirrored, of a block, and complex
   ones of its spectrum. */
struct clfft_filter_sizes {
    uint64_t mirrored, block, bins;
    uint64_t n_blocks; /* of all planes */
};

struct clfft_filter_sizes
clfft_filter_measure(const struct clfft_filter_blocks *blocks);

#endif /* CLFFT_FILTER_BLOCKS_H */
