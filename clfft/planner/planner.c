/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* planner.c: candidates for a description, best guess first. */
#include "planner.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "rows.h"

#include <inttypes.h>
#include <string.h>

#define MOST_VARIATIONS 24
#define LEAST_RADER_ROWS 4096 /* points */
#define PLANE_VARIATIONS 5 /* what was measured, then tile2d.c's */

typedef bool (*shapes_function)(const struct clfft_axis_task *task,
                                unsigned variation, clfft_axis_choice *choice);

static const shapes_function shapes_of[] = {
    [CLFFT_SCHEDULE_GROUP] = clfft_shapes_group,
    [CLFFT_SCHEDULE_SIMD] = clfft_shapes_simd,
    [CLFFT_SCHEDULE_DIRECT] = clfft_shapes_direct,
};

/* The inner length of a convolution: the cheapest easy one. */
static uint64_t inner_length(uint64_t n)
{
    return clfft_next_easy_length(2 * n - 1);
}

/*
 * A prime by Rader's algorithm: half the points of Bluestein's convolution or
 * fewer, in one pass or three. On a CPU in one and of many points: the kernel
 * of a short prime alone would take longer to compile than it saves.
 */
static bool make_rader(const struct clfft_axis_task *task,
                       clfft_schedule schedule, unsigned variation,
                       clfft_axis_choice *choice)
{
    const bool is_cpu = task->limits->type & CL_DEVICE_TYPE_CPU;
    struct clfft_axis_task inner = *task;

    if (!clfft_is_prime(task->length) || !clfft_is_smooth(task->length - 1))
        return false;
    inner.length = choice->rader = task->length - 1;
    inner.convolved = true;
    if (schedule == CLFFT_SCHEDULE_GROUP && !is_cpu &&
        task->limits->local_is_dedicated && inner.length % 17 &&
        clfft_shapes_group(&inner, variation, choice))
        return true;
    if (schedule == CLFFT_SCHEDULE_SIMD && is_cpu && !task->columns &&
        inner.length >= LEAST_RADER_ROWS &&
        clfft_shapes_simd(&inner, variation, choice) &&
        choice->n_shapes == 1 && choice->shapes[0].rows)
        return true;
    memset(choice, 0, sizeof *choice);
    return false;
}

/* The row of `rows.inc` for that, read. */
static bool read_row(const clfft_limits *limits, clfft_precision precision,
                     clfft_schedule schedule, unsigned use, uint64_t length,
                     clfft_choice *measured)
{
    const char *row =
        clfft_rows_find(limits, precision, schedule, use, length);

    return row && clfft_choice_parse(row, measured) == CLFFT_STATUS_OK;
}

/* What was measured for a convolution of that length. */
static bool take_convolution(const struct clfft_axis_task *task,
                             clfft_schedule schedule, uint64_t inner,
                             clfft_axis_choice *choice)
{
    const clfft_precision precision = task->real_size == 8
                                          ? CLFFT_PRECISION_DOUBLE
                                          : CLFFT_PRECISION_SINGLE;
    clfft_choice measured;

    if (task->columns || !read_row(task->limits, precision, schedule,
                                   CLFFT_USE_CONVOLUTION, inner, &measured))
        return false;
    *choice = measured.axes[0];
    choice->bluestein = inner;
    return true;
}

/* The first variations of a length with a large prime factor are Rader's if
   any of them fits, then Bluestein's follow, a measured one first. */
static bool make_convolution(struct clfft_axis_task *task,
                             clfft_schedule schedule, unsigned variation,
                             clfft_axis_choice *choice)
{
    if (make_rader(task, schedule, 0, choice)) {
        if (variation < CLFFT_RADER_VARIATIONS)
            return make_rader(task, schedule, variation, choice);
        variation -= CLFFT_RADER_VARIATIONS;
        memset(choice, 0, sizeof *choice);
    }
    task->length = inner_length(task->length);
    task->reads_real = false;
    task->convolved = true;
    task->lent = false;
    task->plain = false;
    if (take_convolution(task, schedule, task->length, choice)) {
        if (!variation)
            return true;
        variation--;
        memset(choice, 0, sizeof *choice);
    }
    choice->bluestein = task->length;
    return shapes_of[schedule](task, variation, choice);
}

/* Transforms along an axis, all loops run whole; at most UINT32_MAX. */
static uint64_t count_transforms(const clfft_desc *desc, unsigned axis)
{
    uint64_t n = clfft_desc_batch(desc);

    for (unsigned d = 0; d < desc->rank; d++) {
        /* real data's columns are half a spectrum's, whatever is stored */
        const uint64_t points = d == 0 && desc->transform == CLFFT_TRANSFORM_R2C
                                    ? desc->lengths[0] / 2 + 1
                                    : clfft_desc_output_points(desc, d);

        if (d != axis && !checked_multiply(n, points, &n))
            return UINT32_MAX;
    }
    return n < UINT32_MAX ? n : UINT32_MAX;
}

/* Does the last pass of r2c store what it makes twice? */
static bool stores_both_sides(const clfft_desc *desc)
{
    return desc->transform == CLFFT_TRANSFORM_R2C &&
           clfft_has_far_sides(desc) && !desc->store.rings.n_rings;
}

/* Is that its axis? */
static bool is_sided(const clfft_desc *desc, unsigned axis)
{
    unsigned axes[CLFFT_MAX_RANK];

    return stores_both_sides(desc) &&
           axis == axes[clfft_active_axes(desc, axes) - 1];
}

static bool make_axis(const clfft_desc *desc, unsigned axis,
                      const clfft_limits *limits, clfft_schedule schedule,
                      unsigned variation, clfft_axis_choice *choice)
{
    struct clfft_axis_task task = {
        .length = clfft_core_length(desc, axis),
        .columns = axis > 0,
        .halved = clfft_is_halved(desc, axis),
        .reads_real = clfft_is_halved(desc, axis) &&
                      desc->transform == CLFFT_TRANSFORM_R2C,
        .aligned = desc->transform == CLFFT_TRANSFORM_C2C,
        .sided = is_sided(desc, axis),
        .lent = clfft_lends_rows(desc),
        .plain = axis == 0 && clfft_has_plain_rows(desc),
        .n_transforms = count_transforms(desc, axis),
        .limits = limits,
        .real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4,
    };

    memset(choice, 0, sizeof *choice);
    if (!clfft_is_smooth(task.length))
        return make_convolution(&task, schedule, variation, choice);
    return shapes_of[schedule](&task, variation, choice);
}

/* The variation of every axis that has it; of the others the best guess. */
static bool make_choice(const clfft_desc *desc, const clfft_limits *limits,
                        clfft_schedule schedule, unsigned variation,
                        clfft_choice *choice)
{
    unsigned axes[CLFFT_MAX_RANK];
    bool varies = false;

    choice->is_guest = false;
    choice->plane = false;
    choice->n_axes = clfft_active_axes(desc, axes);
    for (unsigned i = 0; i < choice->n_axes; i++) {
        if (make_axis(desc, axes[i], limits, schedule, variation,
                      &choice->axes[i]))
            varies = true;
        else if (choice->n_axes == 1 ||
                 !make_axis(desc, axes[i], limits, schedule, 0,
                            &choice->axes[i]))
            return false;
    }
    return varies;
}

enum clfft_row_use clfft_planner_use(const clfft_desc *desc, unsigned axis)
{
    if (is_sided(desc, axis))
        return CLFFT_USE_SIDED_COLUMNS;
    if (axis > 0)
        return desc->transform == CLFFT_TRANSFORM_C2C   ? CLFFT_USE_COLUMNS
               : desc->transform == CLFFT_TRANSFORM_R2C ? CLFFT_USE_REAL_COLUMNS
                                                        : CLFFT_USE_HALF_COLUMNS;
    if (clfft_core_length(desc, 0) == desc->lengths[0])
        return CLFFT_USE_ROWS;
    if (desc->transform == CLFFT_TRANSFORM_C2R)
        return CLFFT_USE_HALF;
    return clfft_desc_get_input_size(desc) == 1 ? CLFFT_USE_BYTES
                                                : CLFFT_USE_REAL;
}

/* Whose row one takes that has none of its own. */
static enum clfft_row_use lender_of(enum clfft_row_use use)
{
    switch (use) {
    case CLFFT_USE_BYTES:
        return CLFFT_USE_REAL;
    case CLFFT_USE_REAL:
    case CLFFT_USE_HALF:
        return CLFFT_USE_ROWS;
    case CLFFT_USE_REAL_COLUMNS:
        return CLFFT_USE_COLUMNS;
    case CLFFT_USE_HALF_COLUMNS:
    case CLFFT_USE_SIDED_COLUMNS:
        return CLFFT_USE_REAL_COLUMNS;
    case CLFFT_USE_SIDED_PLANE:
        return CLFFT_USE_REAL_PLANE;
    default:
        return use;
    }
}

/*
 * What was measured for a length; what has no row of its own as part of a real
 * transform takes that of complex ones, but in rows for roots by polynomial:
 * with those of the halves too they take 9 to 17 % longer (c2r and r2c 2048,
 * H200).
 */
static bool find_row(const clfft_desc *desc, unsigned axis,
                     const clfft_limits *limits, clfft_schedule schedule,
                     clfft_axis_choice *found)
{
    const enum clfft_row_use use = clfft_planner_use(desc, axis);
    const uint64_t length = clfft_core_length(desc, axis);
    enum clfft_row_use owner = use;
    clfft_choice measured;

    if (use == CLFFT_USE_ROWS &&
        read_row(limits, desc->precision, schedule, CLFFT_USE_COMPLEX_ROWS,
                 length, &measured)) {
        *found = measured.axes[0];
        return true;
    }
    while (!read_row(limits, desc->precision, schedule, owner, length,
                     &measured)) {
        if (lender_of(owner) == owner)
            return false;
        owner = lender_of(owner);
    }
    *found = measured.axes[0];
    if (owner == CLFFT_USE_ROWS && use != owner)
        for (unsigned i = 0; i < found->n_shapes; i++)
            found->shapes[i].poly = false;
    return true;
}

/* Has no pass more than `groups` work-groups a processor? */
static bool are_few(uint64_t n_transforms, uint64_t length,
                    const clfft_axis_choice *axis, const clfft_limits *limits,
                    unsigned groups)
{
    for (unsigned i = 0; i < axis->n_shapes; i++) {
        const clfft_shape *shape = &axis->shapes[i];
        const uint64_t n =
            n_transforms * (length / clfft_shape_length(shape));
        if (n > (uint64_t)groups * limits->compute_units * shape->columns)
            return false;
    }
    return true;
}

static bool find_few_row_of(const clfft_desc *desc, unsigned axis,
                            enum clfft_row_use use,
                            const clfft_limits *limits,
                            clfft_schedule schedule, clfft_axis_choice *found)
{
    const uint64_t length = clfft_core_length(desc, axis);
    const uint64_t n = count_transforms(desc, axis);
    clfft_choice measured;

    for (unsigned groups = 1; groups <= CLFFT_MOST_FEW; groups++) {
        if (read_row(limits, desc->precision, schedule,
                     CLFFT_USE_FEW(groups, use), length, &measured) &&
            are_few(n, length, &measured.axes[0], limits, groups)) {
            *found = measured.axes[0];
            return true;
        }
    }
    return false;
}

static bool find_few_row(const clfft_desc *desc, unsigned axis,
                         const clfft_limits *limits, clfft_schedule schedule,
                         clfft_axis_choice *found)
{
    enum clfft_row_use use = clfft_planner_use(desc, axis);

    while (!find_few_row_of(desc, axis, use, limits, schedule, found)) {
        const enum clfft_row_use lender = lender_of(use);

        if (lender == use || lender == CLFFT_USE_ROWS)
            return false;
        use = lender;
    }
    return true;
}

/* Rows of what was measured, for those axes on their own that have one. */
static bool take_rows(const clfft_desc *desc, const clfft_limits *limits,
                      clfft_schedule schedule, clfft_choice *choice)
{
    unsigned axes[CLFFT_MAX_RANK];
    const unsigned n = clfft_active_axes(desc, axes);
    bool found = false;

    if (!make_choice(desc, limits, schedule, 0, choice))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (find_few_row(desc, axes[i], limits, schedule, &choice->axes[i]) ||
            find_row(desc, axes[i], limits, schedule, &choice->axes[i]))
            found = true;
    return found;
}

/* Few transforms by another schedule than the device's own: all axes' rows. */
static bool take_few_rows(const clfft_desc *desc, const clfft_limits *limits,
                          clfft_schedule schedule, clfft_choice *choice)
{
    unsigned axes[CLFFT_MAX_RANK];

    memset(choice, 0, sizeof *choice);
    choice->n_axes = clfft_active_axes(desc, axes);
    for (unsigned i = 0; i < choice->n_axes; i++)
        if (!find_few_row(desc, axes[i], limits, schedule, &choice->axes[i]))
            return false;
    return choice->n_axes > 0;
}

/* Pictures that share a launch, at most UINT32_MAX. */
static uint64_t count_planes(const clfft_desc *desc)
{
    uint64_t n = clfft_desc_batch(desc);
    unsigned axes[CLFFT_MAX_RANK];

    if (clfft_active_axes(desc, axes) > 2 &&
        !checked_multiply(n, desc->lengths[axes[2]], &n))
        return UINT32_MAX;
    return n < UINT32_MAX ? n : UINT32_MAX;
}

enum clfft_row_use clfft_planner_plane_use(const clfft_desc *desc)
{
    unsigned axes[CLFFT_MAX_RANK];

    if (stores_both_sides(desc) && clfft_active_axes(desc, axes) == 2)
        return CLFFT_USE_SIDED_PLANE;
    return desc->transform == CLFFT_TRANSFORM_C2C   ? CLFFT_USE_PLANE
           : desc->transform == CLFFT_TRANSFORM_R2C ? CLFFT_USE_REAL_PLANE
                                                    : CLFFT_USE_HALF_PLANE;
}

/* What was measured for so few pictures, a processor's share, or for many;
   NULL: nothing. */
static const char *find_plane_row_of(const clfft_desc *desc,
                                     enum clfft_row_use use,
                                     const clfft_limits *limits)
{
    const clfft_schedule schedule = CLFFT_SCHEDULE_GROUP;
    const uint64_t n = count_planes(desc);
    unsigned axes[CLFFT_MAX_RANK];
    uint64_t length;

    clfft_active_axes(desc, axes);
    if (clfft_core_length(desc, axes[0]) > CLFFT_PLANE_POINTS ||
        clfft_core_length(desc, axes[1]) > CLFFT_PLANE_POINTS)
        return NULL;
    length = CLFFT_PLANE_LENGTH(clfft_core_length(desc, axes[1]),
                                clfft_core_length(desc, axes[0]));
    for (unsigned groups = 1; groups <= CLFFT_MOST_FEW; groups++) {
        const char *row =
            n > (uint64_t)groups * limits->compute_units
                ? NULL
                : clfft_rows_find(limits, desc->precision, schedule,
                                  CLFFT_USE_FEW(groups, use), length);
        if (row)
            return row;
    }
    return clfft_rows_find(limits, desc->precision, schedule, use, length);
}

static const char *find_plane_row(const clfft_desc *desc,
                                  const clfft_limits *limits)
{
    enum clfft_row_use use = clfft_planner_plane_use(desc);
    const char *row;

    while (!(row = find_plane_row_of(desc, use, limits)) &&
           lender_of(use) != use)
        use = lender_of(use);
    return row;
}

/* Of three axes the last one, by its row or the best guess. */
static bool add_third_axis(const clfft_desc *desc, const clfft_limits *limits,
                           clfft_choice *choice)
{
    const clfft_schedule schedule = CLFFT_SCHEDULE_GROUP;
    unsigned axes[CLFFT_MAX_RANK];
    clfft_axis_choice *third = &choice->axes[2];

    if (clfft_active_axes(desc, axes) < 3)
        return true;
    choice->n_axes = 3;
    return find_few_row(desc, axes[2], limits, schedule, third) ||
           find_row(desc, axes[2], limits, schedule, third) ||
           make_axis(desc, axes[2], limits, schedule, 0, third);
}

static unsigned order_of_schedules(const clfft_limits *limits,
                                   clfft_schedule forced,
                                   clfft_schedule order[3])
{
    unsigned n = 0;

    if (forced != CLFFT_SCHEDULE_AUTO) {
        order[n++] = forced;
    } else if (limits->type & CL_DEVICE_TYPE_CPU && limits->vector_width <= 1) {
        /* no use for vectors of ours: 1000 x100 on llvmpipe takes 4 ms by
           group, 10 by direct, 17 by simd, and simd minutes to compile */
        order[n++] = CLFFT_SCHEDULE_GROUP;
        order[n++] = CLFFT_SCHEDULE_DIRECT;
        order[n++] = CLFFT_SCHEDULE_SIMD;
    } else if (limits->type & CL_DEVICE_TYPE_CPU) {
        order[n++] = CLFFT_SCHEDULE_SIMD;
        order[n++] = CLFFT_SCHEDULE_DIRECT;
        order[n++] = CLFFT_SCHEDULE_GROUP;
    } else if (limits->local_is_dedicated) {
        order[n++] = CLFFT_SCHEDULE_GROUP;
        order[n++] = CLFFT_SCHEDULE_DIRECT;
    } else {
        order[n++] = CLFFT_SCHEDULE_DIRECT;
        order[n++] = CLFFT_SCHEDULE_GROUP;
    }
    return n;
}

static bool same_choice(const clfft_choice *a, const clfft_choice *b)
{
    char left[2048], right[2048];

    clfft_choice_print(a, left, sizeof left);
    clfft_choice_print(b, right, sizeof right);
    return !strcmp(left, right);
}

static unsigned add_candidate(clfft_choice *candidates, unsigned n,
                              const clfft_choice *choice)
{
    for (unsigned i = 0; i < n; i++)
        if (same_choice(&candidates[i], choice))
            return n;
    if (n < CLFFT_MAX_CANDIDATES)
        candidates[n++] = *choice;
    return n;
}

/*
 * Before the passes come a plane that was measured and those that exchange
 * their points whole, unless passes were measured to be faster; after them
 * those that do it part by part: a single 128x128 takes 13 us so on an H200
 * where two passes take 9.
 */
static bool make_plane(const clfft_desc *desc, const clfft_limits *limits,
                       unsigned variation, bool late, clfft_choice *choice)
{
    const char *row;
    bool is_late;

    if (clfft_plane_obstacle(desc))
        return false;
    row = find_plane_row(desc, limits);
    if (variation == 0)
        return !late && row && *row &&
               clfft_choice_parse(row, choice) == CLFFT_STATUS_OK &&
               add_third_axis(desc, limits, choice);
    if (!clfft_shapes_plane(desc, limits, variation - 1, choice))
        return false;
    is_late = (row && !*row) || choice->axes[0].shapes[0].parts > 1;
    return late == is_late && add_third_axis(desc, limits, choice);
}

unsigned clfft_planner_candidates(const clfft_desc *desc,
                                  const clfft_limits *limits,
                                  clfft_schedule schedule,
                                  clfft_choice candidates[CLFFT_MAX_CANDIDATES])
{
    clfft_schedule order[3];
    const unsigned n_orders = order_of_schedules(limits, schedule, order);
    clfft_choice choice;
    unsigned n = 0;

    for (unsigned i = 1; i < n_orders; i++)
        if (take_few_rows(desc, limits, order[i], &choice))
            n = add_candidate(candidates, n, &choice);
    for (unsigned i = 0; i < n_orders; i++) {
        const bool group = order[i] == CLFFT_SCHEDULE_GROUP;

        for (unsigned v = 0; group && v < PLANE_VARIATIONS; v++)
            if (make_plane(desc, limits, v, false, &choice))
                n = add_candidate(candidates, n, &choice);
        if (take_rows(desc, limits, order[i], &choice))
            n = add_candidate(candidates, n, &choice);
        for (unsigned v = 0; v < MOST_VARIATIONS; v++) {
            if (make_choice(desc, limits, order[i], v, &choice))
                n = add_candidate(candidates, n, &choice);
            if (group && v < PLANE_VARIATIONS &&
                make_plane(desc, limits, v, true, &choice))
                n = add_candidate(candidates, n, &choice);
        }
    }
    if (!n) {
        char text[256];
        clfft_desc_print(desc, text, sizeof text);
        clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                   "\"%s\" does not fit this device: %zu bytes of local "
                   "memory, work-groups of %u",
                   text, clfft_planner_local_size(limits),
                   limits->max_work_group);
    }
    return n;
}
