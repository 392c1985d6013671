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
    uint64_t rows; /* of blocks that are done at once: a slice of the plane */
};

/* Chooses for a description that was checked; UNSUPPORTED if a block of its
   reach is beyond what the engine counts. */
clfft_status clfft_filter_choose(const clfft_filter_desc *desc,
                                 const clfft_limits *limits,
                                 struct clfft_filter_blocks *blocks);

/* Numbers from row to row of the mirrored plane, and rows of a slice. */
uint64_t clfft_filter_get_pitch(const struct clfft_filter_blocks *blocks);
uint64_t clfft_filter_get_rows(const struct clfft_filter_blocks *blocks,
                               uint64_t rows);

#endif /* CLFFT_FILTER_BLOCKS_H */
