/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tune.h: shapes for a search: the neighbours of the best so far, and others.
 */
#ifndef CLFFT_BENCH_TUNE_H
#define CLFFT_BENCH_TUNE_H

#include "clfft/recipe/recipe.h"

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
   their work-items and columns along, columns the exchange that they need)
   and fits the limits. false: no memory. */
bool tune_neighbours(const clfft_shape *shape, enum tune_move move,
                     const clfft_limits *limits, struct tune_list *list);

/*
 * The same of a tile2d's first or second axis (0 or 1), which has the radices
 * of its own alone; what does not fit is not left out.
 */
bool tune_tile2d_neighbours(const clfft_desc *desc, const clfft_choice *tile2d,
                            unsigned axis, enum tune_move move,
                            const clfft_limits *limits, struct tune_list *list);

/*
 * Any shape of the model's length that fits the limits and idles little, of
 * the group schedule; `state` is the sequence of random numbers. false: none
 * was found.
 */
bool tune_draw(const clfft_shape *model, const clfft_limits *limits,
               uint64_t *state, clfft_shape *drawn);

/* ---- for those ---- */

/* What is tried of columns, and of registers (0: the compiler's choice). */
#define TUNE_N_COLUMNS 16
#define TUNE_N_REGISTERS 11
extern const uint16_t tune_columns[TUNE_N_COLUMNS];
extern const uint8_t tune_registers[TUNE_N_REGISTERS];

/* A work-group of it is not too large, nor its local memory. */
bool tune_fits(const clfft_shape *shape, const clfft_limits *limits);

#define TUNE_MOST_POINTS 32 /* a work-item */

/* Points that a work-item holds in the widest stage of so many transforms. */
unsigned tune_most_points(const clfft_shape *shape, uint32_t lines,
                          unsigned items);

/* Appends; false: no memory. */
bool tune_add(struct tune_list *list, const clfft_shape *shape);

/* One of the ways of an exchange of so many points, or rows of a tile2d: whole,
   in two or four parts, each split or not; false: parts do not divide them. */
#define TUNE_EXCHANGES 6
bool tune_set_exchange(clfft_shape *shape, unsigned way, uint32_t lines);

/* The shape with every count of registers that is tried. */
bool tune_add_registers(struct tune_list *list, clfft_shape shape);

#endif /* CLFFT_BENCH_TUNE_H */
