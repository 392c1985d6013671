/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* shape.c: computes what follows from the shapes of a choice: the length and
   the memory of a pass, and whether two choices are equal. */
#include "recipe.h"

#include <string.h>

#define ROWS_SLACK                                                             \
    32 /* kernels/simd/rows.cl: room for unused lanes and one                  \
          more bin */

uint32_t clfft_shape_length(const clfft_shape *shape)
{
    uint32_t length = 1;

    for (unsigned i = 0; i < shape->n_radices; i++)
        length *= shape->radices[i];
    return length;
}

uint32_t clfft_shape_points(const clfft_shape *shape)
{
    return shape->convolved ? shape->convolved : clfft_shape_length(shape);
}

bool clfft_shape_is_rader(const clfft_shape *shape)
{
    return shape->convolved == clfft_shape_length(shape) + 1;
}

bool clfft_shape_shares(const clfft_shape *shape)
{
    return shape->schedule == CLFFT_SCHEDULE_GROUP &&
           clfft_shared_prime(shape->radices[0]) > 0 &&
           !clfft_shape_is_alone(shape);
}

bool clfft_shape_is_alone(const clfft_shape *shape)
{
    return shape->schedule == CLFFT_SCHEDULE_GROUP && shape->linear &&
           shape->items == 1 && shape->n_radices == 1 &&
           shape->radices[0] <= CLFFT_LARGEST_ALONE &&
           clfft_shared_prime(shape->radices[0]) > 0;
}

unsigned clfft_shape_lanes(const clfft_shape *shape, size_t real_size)
{
    return (real_size == 8 ? 4 : 8) << shape->wide;
}

bool clfft_simd_is_in_pairs(const clfft_shape *shape, size_t real_size)
{
    return shape->rows && clfft_shape_lanes(shape, real_size) == 8 &&
           shape->n_radices == 2 && shape->radices[0] == 4;
}

size_t clfft_shape_local_size(const clfft_shape *shape, size_t real_size)
{
    const size_t n =
        clfft_shape_length(shape) / (shape->parts > 1 ? shape->parts : 1);
    const size_t c = shape->columns;
    const size_t padded_row = n + n / 32;
    size_t slots = n * c;

    if (shape->schedule != CLFFT_SCHEDULE_GROUP)
        return 0;
    if (shape->layout == CLFFT_LAYOUT_PADDED)
        slots += slots >> (shape->split ? 5 : 4);
    else if (shape->layout == CLFFT_LAYOUT_PITCH)
        slots = (padded_row + (32 / c + 32 - padded_row % 32) % 32) * c;
    if (shape->linear) /* one more bin of half a spectrum, an odd pitch */
        slots += 2 * c;
    return slots * real_size * (shape->split ? 1 : 2);
}

/* How many transforms a stage runs before the next stage: of short ones
   several, for their next stage would wait for what it reads. Figures:
   docs/internals/notes.md, "shape.c". */
unsigned clfft_simd_together(const clfft_shape *shape)
{
    const unsigned n = 256 / clfft_shape_length(shape);

    return n < 1 ? 1 : n > 8 ? 8 : n;
}

/* Two buffers of some transforms: re and im, `slack` apart. */
static size_t rows_size(const clfft_shape *shape, size_t real_size,
                        unsigned slack)
{
    return 4 * (clfft_shape_length(shape) + slack) * real_size *
           clfft_simd_together(shape);
}

bool clfft_simd_is_tight(const clfft_shape *shape, size_t real_size,
                         size_t most)
{
    return shape->rows && rows_size(shape, real_size, ROWS_SLACK) > most &&
           rows_size(shape, real_size, 0) <= most &&
           shape->radices[0] >= clfft_shape_lanes(shape, real_size);
}

bool clfft_simd_borrows(const clfft_shape *shape, size_t real_size, size_t most)
{
    const size_t both = rows_size(shape, real_size, 0);

    return shape->rows && both > most && both / 2 <= most &&
           shape->radices[0] >= clfft_shape_lanes(shape, real_size);
}

bool clfft_simd_may_borrow(const clfft_shape *shape, bool rader)
{
    return shape->n_radices % 2 == (rader ? 1 : 0);
}

size_t clfft_simd_local_size(const clfft_shape *shape, size_t real_size,
                             size_t most)
{
    if (clfft_simd_borrows(shape, real_size, most))
        return rows_size(shape, real_size, 0) / 2;
    if (shape->rows)
        return rows_size(
            shape, real_size,
            clfft_simd_is_tight(shape, real_size, most) ? 0 : ROWS_SLACK);
    /* one buffer of a vector of transforms */
    return 2 * (clfft_shape_length(shape) + 1) * real_size *
           clfft_shape_lanes(shape, real_size);
}

/* ---- equality ---- */

static bool shapes_are_equal(const clfft_shape *a, const clfft_shape *b)
{
    if (a->schedule != b->schedule || a->n_radices != b->n_radices ||
        memcmp(a->radices, b->radices, a->n_radices))
        return false;
    if (a->schedule == CLFFT_SCHEDULE_SIMD)
        return a->rows == b->rows && a->wide == b->wide &&
               a->convolved == b->convolved;
    return a->schedule != CLFFT_SCHEDULE_GROUP ||
           (a->items == b->items && a->columns == b->columns &&
            a->layout == b->layout && a->split == b->split &&
            (a->parts > 1 ? a->parts : 1) == (b->parts > 1 ? b->parts : 1) &&
            a->early == b->early && a->poly == b->poly &&
            a->linear == b->linear && a->bands == b->bands &&
            a->turn == b->turn && a->convolved == b->convolved &&
            a->registers == b->registers);
}

static bool axes_are_equal(const clfft_axis_choice *a,
                           const clfft_axis_choice *b)
{
    if (a->bluestein != b->bluestein || a->rader != b->rader ||
        a->n_shapes != b->n_shapes)
        return false;
    for (unsigned i = 0; i < a->n_shapes; i++)
        if (!shapes_are_equal(&a->shapes[i], &b->shapes[i]))
            return false;
    return true;
}

/* Compares radices, which are all that the second axis of a tile2d has. */
static bool radices_are_equal(const clfft_axis_choice *a,
                              const clfft_axis_choice *b)
{
    return a->shapes[0].n_radices == b->shapes[0].n_radices &&
           !memcmp(a->shapes[0].radices, b->shapes[0].radices,
                   a->shapes[0].n_radices);
}

bool clfft_choice_equals(const clfft_choice *a, const clfft_choice *b)
{
    if (a->is_seed_method || b->is_seed_method)
        return a->is_seed_method && b->is_seed_method &&
               !memcmp(&a->seed_method, &b->seed_method, sizeof a->seed_method);
    if (a->tile2d != b->tile2d || a->n_axes != b->n_axes)
        return false;
    for (unsigned i = 0; i < a->n_axes; i++)
        if (!(a->tile2d && i == 1 ? radices_are_equal(&a->axes[i], &b->axes[i])
                                  : axes_are_equal(&a->axes[i], &b->axes[i])))
            return false;
    return true;
}
