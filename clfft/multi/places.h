/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* places.h: where the elements of a chunk lie in the caller's memory and in a
   buffer that holds that chunk alone, densely. */
#ifndef CLFFT_PLACES_H
#define CLFFT_PLACES_H

#include "clfft/clfft.h"

/* axes, loops, and the sources of a matrix */
#define CLFFT_MOST_PLACES (CLFFT_MAX_RANK + CLFFT_MAX_LOOPS + 1)

struct clfft_place_axis {
    uint64_t count, distance, packed; /* elements: the caller's, the chunk's */
    bool is_divided;
};

/* One side of a description. In the order of their distances; the first n_kept
   keep these, because the places that they reach overlap. */
struct clfft_places {
    size_t size; /* bytes of an element */
    unsigned n_axes, n_kept;
    struct clfft_place_axis axes[CLFFT_MOST_PLACES];
    uint64_t step; /* the caller's elements between rounds of the divided
                      loop */
};

/*
 * Chooses the loop of *full that is divided; count 1 if there is none to
 * divide. multi.h has the rule.
 */
unsigned clfft_places_choose_loop(const clfft_desc *full, uint64_t *count);

/*
 * Gives *desc, which is filled, the strides and distances of chunks that hold
 * `count` rounds of the loop, and tells the places of both sides.
 */
void clfft_places_pack(clfft_desc *desc, unsigned loop, uint64_t count,
                       struct clfft_places *input, struct clfft_places *output);

/* The elements of a chunk of `count` rounds, up to the last. */
uint64_t clfft_places_length(const struct clfft_places *places, uint64_t count);

/* Copies `count` rounds; `caller` is where the first of them begins. */
void clfft_places_load(const struct clfft_places *places, uint64_t count,
                       const void *caller, void *chunk);
void clfft_places_store(const struct clfft_places *places, uint64_t count,
                        const void *chunk, void *caller);

#endif /* CLFFT_PLACES_H */
