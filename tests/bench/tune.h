/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tune.h: the neighbours of a choice, for a search from the best so far. */
#ifndef CLFFT_BENCH_TUNE_H
#define CLFFT_BENCH_TUNE_H

#include "clfft/recipe.h"

/* What is varied in one round of the search, in this order. */
enum tune_move {
    TUNE_RADICES,   /* other radices, with work-items that suit them */
    TUNE_ORDER,     /* the same radices in another order */
    TUNE_ITEMS,     /* work-items a transform; simd: rows or lanes, wide */
    TUNE_COLUMNS,   /* transforms a work-group */
    TUNE_LAYOUT,    /* local memory: layout, split, parts;
                       and when roots are read */
    TUNE_REGISTERS, /* registers a work-item */
    TUNE_MOVES,
};

struct tune_list {
    clfft_shape *shapes; /* malloc'ed */
    unsigned n, room;
};

/* Every shape that differs from `shape` by that move alone (radices bring
   their work-items and columns along) and fits the limits. false: no memory. */
bool tune_neighbours(const clfft_shape *shape, enum tune_move move,
                     const clfft_limits *limits, struct tune_list *list);

#endif /* CLFFT_BENCH_TUNE_H */
