/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lookup.c: finds the measured recipes of a description in the rows of
   measured/. */
#include "lookup.h"

#include "clfft/base/checked.h"
#include "rows.h"
#include "task.h"

/* ---- what a description asks for ---- */

/* How many pictures share a launch, at most UINT32_MAX. */
static uint64_t count_pictures(const clfft_desc *desc)
{
    uint64_t n = clfft_desc_batch(desc);
    unsigned axes[CLFFT_MAX_RANK];

    if (clfft_active_axes(desc, axes) > 2 &&
        !checked_multiply(n, desc->lengths[axes[2]], &n))
        return UINT32_MAX;
    return n < UINT32_MAX ? n : UINT32_MAX;
}

/* ---- uses ---- */

enum clfft_row_use clfft_planner_use(const clfft_desc *desc, unsigned axis)
{
    if (clfft_is_sided(desc, axis))
        return CLFFT_USE_SIDED_COLUMNS;
    if (axis > 0)
        return desc->transform == CLFFT_TRANSFORM_C2C ? CLFFT_USE_COLUMNS
               : desc->transform == CLFFT_TRANSFORM_R2C
                   ? CLFFT_USE_REAL_COLUMNS
                   : CLFFT_USE_HALF_COLUMNS;
    if (clfft_core_length(desc, 0) == desc->lengths[0])
        return CLFFT_USE_ROWS;
    if (desc->transform == CLFFT_TRANSFORM_C2R)
        return CLFFT_USE_HALF;
    if (desc->store.bands.n_bands && desc->rank == 1)
        return CLFFT_USE_BANDS;
    return clfft_desc_get_input_size(desc) == 1 ? CLFFT_USE_BYTES
                                                : CLFFT_USE_REAL;
}

enum clfft_row_use clfft_planner_tile2d_use(const clfft_desc *desc)
{
    unsigned axes[CLFFT_MAX_RANK];

    if (clfft_active_axes(desc, axes) == 2 && clfft_is_sided(desc, axes[1]))
        return CLFFT_USE_SIDED_TILE2D;
    return desc->transform == CLFFT_TRANSFORM_C2C   ? CLFFT_USE_TILE2D
           : desc->transform == CLFFT_TRANSFORM_R2C ? CLFFT_USE_REAL_TILE2D
                                                    : CLFFT_USE_HALF_TILE2D;
}

/* The use whose row a use takes that has none of its own; the use itself if it
   takes nobody's. */
static enum clfft_row_use lender_of(enum clfft_row_use use)
{
    switch (use) {
    case CLFFT_USE_BYTES:
    case CLFFT_USE_BANDS:
        return CLFFT_USE_REAL;
    case CLFFT_USE_REAL:
    case CLFFT_USE_HALF:
    case CLFFT_USE_COMPLEX_ROWS:
        return CLFFT_USE_ROWS;
    case CLFFT_USE_REAL_COLUMNS:
        return CLFFT_USE_COLUMNS;
    case CLFFT_USE_HALF_COLUMNS:
    case CLFFT_USE_SIDED_COLUMNS:
        return CLFFT_USE_REAL_COLUMNS;
    case CLFFT_USE_SIDED_TILE2D:
        return CLFFT_USE_REAL_TILE2D;
    default:
        return use;
    }
}

/* ---- rows ---- */

struct query {
    const clfft_limits *limits;
    clfft_precision precision;
    clfft_schedule schedule;
    uint64_t length;       /* as the rows state it */
    uint64_t n_transforms; /* or pictures, in a launch */
    /* Whether a row for at most `groups` work-groups a processor holds for this
       query. */
    bool (*is_for_few)(const struct query *query, const char *row,
                       unsigned groups);
};

static const char *find_many(const struct query *query, unsigned use)
{
    return clfft_rows_find(query->limits, query->precision, query->schedule,
                           use, query->length);
}

static const char *find_few(const struct query *query, unsigned use)
{
    for (unsigned groups = 1; groups <= CLFFT_MOST_FEW; groups++) {
        const char *row = find_many(query, CLFFT_USE_FEW(groups, use));

        if (row && query->is_for_few(query, row, groups))
            return row;
    }
    return NULL;
}

static const char *find_few_or_many(const struct query *query, unsigned use)
{
    const char *row = find_few(query, use);

    return row ? row : find_many(query, use);
}

/* The row of *use, or of the first use that shares one with it; *use becomes
   that use. The search ends before `stop`. */
static const char *look_up(const struct query *query,
                           const char *(*find)(const struct query *, unsigned),
                           enum clfft_row_use stop, enum clfft_row_use *use)
{
    const char *row;

    while (!(row = find(query, *use))) {
        const enum clfft_row_use lender = lender_of(*use);

        if (lender == *use || lender == stop)
            return NULL;
        *use = lender;
    }
    return row;
}

static bool read_axis(const char *row, clfft_axis_choice *found)
{
    clfft_choice measured;

    if (!row || clfft_choice_parse(row, &measured) != CLFFT_STATUS_OK)
        return false;
    *found = measured.axes[0];
    return true;
}

/* ---- axes ---- */

/* Whether every pass has at most `groups` work-groups a processor. */
static bool are_few_transforms(const struct query *query, const char *row,
                               unsigned groups)
{
    const uint64_t most = (uint64_t)groups * query->limits->compute_units;
    clfft_axis_choice axis;

    if (!read_axis(row, &axis))
        return false;
    for (unsigned i = 0; i < axis.n_shapes; i++) {
        const clfft_shape *shape = &axis.shapes[i];

        if (query->n_transforms * (query->length / clfft_shape_points(shape)) >
            most * shape->columns)
            return false;
    }
    return true;
}

static struct query query_axis(const clfft_desc *desc, unsigned axis,
                               const clfft_limits *limits,
                               clfft_schedule schedule)
{
    return (struct query){.limits = limits,
                          .precision = desc->precision,
                          .schedule = schedule,
                          .length = clfft_core_length(desc, axis),
                          .n_transforms = clfft_count_transforms(desc, axis),
                          .is_for_few = are_few_transforms};
}

bool clfft_lookup_few(const clfft_desc *desc, unsigned axis,
                      const clfft_limits *limits, clfft_schedule schedule,
                      clfft_axis_choice *found)
{
    const struct query query = query_axis(desc, axis, limits, schedule);
    enum clfft_row_use use = clfft_planner_use(desc, axis);

    if (desc->zoom.n_bins)
        return false;
    return read_axis(look_up(&query, find_few, CLFFT_USE_ROWS, &use), found);
}

/* A part of a real transform that has no row of its own takes that of complex
   transforms, but reads its roots from a table: computing them beside those of
   the halves is slower. Figures: docs/internals/notes.md, "lookup.c". */
bool clfft_lookup_axis(const clfft_desc *desc, unsigned axis,
                       const clfft_limits *limits, clfft_schedule schedule,
                       clfft_axis_choice *found)
{
    const struct query query = query_axis(desc, axis, limits, schedule);
    const enum clfft_row_use own = clfft_planner_use(desc, axis);
    enum clfft_row_use use =
        own == CLFFT_USE_ROWS ? CLFFT_USE_COMPLEX_ROWS : own;

    if (desc->zoom.n_bins) /* rows are of lengths */
        return false;
    if (clfft_lookup_few(desc, axis, limits, schedule, found))
        return true;
    if (schedule == CLFFT_SCHEDULE_GROUP &&
        clfft_is_linear_axis(desc, axis, limits))
        return false;
    if (!read_axis(look_up(&query, find_many, CLFFT_N_USES, &use), found))
        return false;
    if (use == CLFFT_USE_ROWS && own != use)
        for (unsigned i = 0; i < found->n_shapes; i++)
            found->shapes[i].poly = false;
    return true;
}

bool clfft_lookup_convolution(const struct clfft_axis_task *task,
                              clfft_schedule schedule, uint64_t length,
                              clfft_axis_choice *found)
{
    const struct query query = {.limits = task->limits,
                                .precision = task->real_size == 8
                                                 ? CLFFT_PRECISION_DOUBLE
                                                 : CLFFT_PRECISION_SINGLE,
                                .schedule = schedule,
                                .length = length};

    return !task->columns &&
           read_axis(find_many(&query, CLFFT_USE_CONVOLUTION), found);
}

/* ---- the first two axes ---- */

static bool are_few_pictures(const struct query *query, const char *row,
                             unsigned groups)
{
    return query->n_transforms <=
           (uint64_t)groups * query->limits->compute_units;
}

const char *clfft_lookup_tile2d(const clfft_desc *desc,
                                const clfft_limits *limits)
{
    enum clfft_row_use use = clfft_planner_tile2d_use(desc);
    struct query query = {.limits = limits,
                          .precision = desc->precision,
                          .schedule = CLFFT_SCHEDULE_GROUP,
                          .n_transforms = count_pictures(desc),
                          .is_for_few = are_few_pictures};
    unsigned axes[CLFFT_MAX_RANK];

    clfft_active_axes(desc, axes);
    if (clfft_core_length(desc, axes[0]) > CLFFT_TILE2D_POINTS ||
        clfft_core_length(desc, axes[1]) > CLFFT_TILE2D_POINTS)
        return NULL;
    query.length = CLFFT_TILE2D_LENGTH(clfft_core_length(desc, axes[1]),
                                       clfft_core_length(desc, axes[0]));
    return look_up(&query, find_few_or_many, CLFFT_N_USES, &use);
}
