/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * places.c: what a chunk holds, and the copies between it and the caller's
 * memory.
 *
 * Axes and loops of a side are sorted by their distances. Where each steps over
 * all that the smaller ones span, as on every output, no element belongs to two
 * transforms, and gaps between elements need not travel: the chunk's distances
 * are the products of the counts. Frames that overlap stay as they are, from
 * the first to the last element.
 */
#include "places.h"

#include "clfft/desc/desc.h"

#include <string.h>

/* ---- the divided loop ---- */

#define ENOUGH 64 /* rounds, for a batch to be divided finely */

unsigned clfft_places_choose_loop(const clfft_desc *full, uint64_t *count)
{
    unsigned best = 0;
    bool found = false;

    for (unsigned i = full->load.matrix ? 1 : 0; i < full->n_loops; i++) {
        const clfft_loop *l = &full->loops[i], *b = &full->loops[best];
        const bool is_enough = l->count >= ENOUGH;
        const bool was_enough = b->count >= ENOUGH;
        const bool better = is_enough && was_enough
                                ? l->output_distance > b->output_distance
                                : l->count > b->count;
        if (!found || better)
            best = i;
        found = true;
    }
    *count = found ? full->loops[best].count : 1;
    return best;
}

/* ---- packing ---- */

struct axis {
    struct clfft_place_axis place;
    int64_t *distance; /* in the description */
};

static void add(struct axis *axes, unsigned *n, uint64_t count,
                int64_t *distance, bool is_divided)
{
    unsigned at = *n;

    if (count == 1 && !is_divided)
        return; /* any distance will do */
    for (; at && axes[at - 1].place.distance > (uint64_t)*distance; at--)
        axes[at] = axes[at - 1];
    axes[at] =
        (struct axis){{count, (uint64_t)*distance, 0, is_divided}, distance};
    (*n)++;
}

static void pack_side(clfft_desc *desc, bool is_input, unsigned loop,
                      struct clfft_places *places)
{
    int64_t *strides = is_input ? desc->input_strides : desc->output_strides;
    struct axis axes[CLFFT_MOST_PLACES];
    uint64_t bins[CLFFT_MAX_RANK], span = 0, packed = 0;
    unsigned n = 0;

    *places = (struct clfft_places){
        .size = is_input ? clfft_desc_get_input_size(desc)
                         : clfft_desc_get_output_size(desc)};
    clfft_desc_get_bins(desc, bins);
    for (unsigned d = 0; d < desc->rank; d++)
        add(axes, &n, is_input ? clfft_desc_input_points(desc, d) : bins[d],
            &strides[d], false);
    if (is_input && desc->load.matrix)
        add(axes, &n, desc->load.n_sources, &desc->load.source_distance, false);
    for (unsigned i = 0; i < desc->n_loops; i++)
        add(axes, &n, desc->loops[i].count,
            is_input ? &desc->loops[i].input_distance
                     : &desc->loops[i].output_distance,
            i == loop);
    for (unsigned i = 0; i < n; i++) {
        struct clfft_place_axis *a = &axes[i].place;
        if (a->distance > span) {
            a->packed = packed + 1;
        } else {
            for (unsigned k = 0; k <= i; k++)
                axes[k].place.packed = axes[k].place.distance;
            places->n_kept = i + 1;
            packed = span;
        }
        span += (a->count - 1) * a->distance;
        packed += (a->count - 1) * a->packed;
        if (a->is_divided)
            places->step = a->distance;
    }
    for (unsigned i = 0; i < n; i++) {
        places->axes[i] = axes[i].place;
        *axes[i].distance = (int64_t)axes[i].place.packed;
    }
    places->n_axes = n;
}

void clfft_places_pack(clfft_desc *desc, unsigned loop, uint64_t count,
                       struct clfft_places *input, struct clfft_places *output)
{
    desc->loops[loop].count = count;
    pack_side(desc, true, loop, input);
    pack_side(desc, false, loop, output);
}

static uint64_t count_of(const struct clfft_place_axis *axis, uint64_t count)
{
    return axis->is_divided ? count : axis->count;
}

uint64_t clfft_places_length(const struct clfft_places *places, uint64_t count)
{
    uint64_t length = 1;

    for (unsigned i = 0; i < places->n_axes; i++)
        length +=
            (count_of(&places->axes[i], count) - 1) * places->axes[i].packed;
    return length;
}

/* ---- copies ---- */

/* Bytes, unlike the axes of clfft_places. */
struct copy_axis {
    uint64_t count, from, to;
};

struct copy {
    size_t run; /* bytes side by side on both sides */
    unsigned n_axes;
    struct copy_axis axes[CLFFT_MOST_PLACES];
};

/* Single elements, whose size the compiler has to know to be fast. */
static void copy_elements(const struct copy_axis *a, size_t size,
                          const unsigned char *from, unsigned char *to)
{
#define COPY_ELEMENTS(n)                                                       \
    case n:                                                                    \
        for (uint64_t i = 0; i < a->count; i++)                                \
            memcpy(to + i * a->to, from + i * a->from, n);                     \
        break
    switch (size) {
        COPY_ELEMENTS(1);
        COPY_ELEMENTS(2);
        COPY_ELEMENTS(4);
        COPY_ELEMENTS(8);
        COPY_ELEMENTS(16);
    default:
        for (uint64_t i = 0; i < a->count; i++)
            memcpy(to + i * a->to, from + i * a->from, size);
    }
#undef COPY_ELEMENTS
}

static void run_copy(const struct copy *c, unsigned n_axes,
                     const unsigned char *from, unsigned char *to)
{
    const struct copy_axis *a = &c->axes[n_axes ? n_axes - 1 : 0];

    if (!n_axes)
        memcpy(to, from, c->run);
    else if (n_axes == 1)
        copy_elements(a, c->run, from, to);
    else
        for (uint64_t i = 0; i < a->count; i++)
            run_copy(c, n_axes - 1, from + i * a->from, to + i * a->to);
}

static void copy_rounds(const struct clfft_places *p, uint64_t count,
                        bool is_load, const void *from, void *to)
{
    struct copy c = {.run = p->size};

    for (unsigned i = 0; i < p->n_kept; i++)
        c.run +=
            (count_of(&p->axes[i], count) - 1) * p->axes[i].distance * p->size;
    for (unsigned i = p->n_kept; i < p->n_axes; i++) {
        const struct clfft_place_axis *a = &p->axes[i];
        const uint64_t n = count_of(a, count);
        const uint64_t caller = a->distance * p->size;
        const uint64_t chunk = a->packed * p->size;

        if (!c.n_axes && caller == c.run && chunk == c.run)
            c.run *= n;
        else if (n > 1)
            c.axes[c.n_axes++] = (struct copy_axis){n, is_load ? caller : chunk,
                                                    is_load ? chunk : caller};
    }
    run_copy(&c, c.n_axes, from, to);
}

void clfft_places_load(const struct clfft_places *places, uint64_t count,
                       const void *caller, void *chunk)
{
    copy_rounds(places, count, true, caller, chunk);
}

void clfft_places_store(const struct clfft_places *places, uint64_t count,
                        const void *chunk, void *caller)
{
    copy_rounds(places, count, false, chunk, caller);
}
