/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* planner.c: lists the candidates for a description, the best guess first; each
   is made when it is asked for. */
#include "planner.h"

#include "clfft/base/error.h"
#include "lookup.h"

#include <stdlib.h>
#include <string.h>

#define MOST_VARIATIONS 24
#define TILE2D_VARIATIONS 5 /* the measured one, then tile2d.c's */

/* ---- choices ---- */

/* Makes a choice of the given variation of every axis that has it, and of the
   best guess of the others. Returns false if no axis has that variation. */
static bool make_choice(const clfft_desc *desc, const clfft_limits *limits,
                        clfft_schedule schedule, unsigned variation,
                        clfft_choice *choice)
{
    unsigned axes[CLFFT_MAX_RANK];
    bool varies = false;

    choice->is_seed_method = false;
    choice->tile2d = false;
    choice->n_axes = clfft_active_axes(desc, axes);
    for (unsigned i = 0; i < choice->n_axes; i++) {
        if (clfft_make_axis(desc, axes[i], limits, schedule, variation,
                            &choice->axes[i]))
            varies = true;
        else if (choice->n_axes == 1 ||
                 !clfft_make_axis(desc, axes[i], limits, schedule, 0,
                                  &choice->axes[i]))
            return false;
    }
    return varies;
}

/* Makes a choice of the measured rows of those axes that have one, and of the
   best guess of the others. */
static bool take_rows(const clfft_desc *desc, const clfft_limits *limits,
                      clfft_schedule schedule, clfft_choice *choice)
{
    unsigned axes[CLFFT_MAX_RANK];
    const unsigned n = clfft_active_axes(desc, axes);
    bool found = false;

    if (!make_choice(desc, limits, schedule, 0, choice))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (clfft_lookup_axis(desc, axes[i], limits, schedule,
                              &choice->axes[i]))
            found = true;
    return found;
}

/* Makes a choice for few transforms by another schedule than the device's own:
   all axes must have a row. */
static bool take_few_rows(const clfft_desc *desc, const clfft_limits *limits,
                          clfft_schedule schedule, clfft_choice *choice)
{
    unsigned axes[CLFFT_MAX_RANK];

    memset(choice, 0, sizeof *choice);
    choice->n_axes = clfft_active_axes(desc, axes);
    for (unsigned i = 0; i < choice->n_axes; i++)
        if (!clfft_lookup_few(desc, axes[i], limits, schedule,
                              &choice->axes[i]))
            return false;
    return choice->n_axes > 0;
}

/* Adds the last of three axes, by its row or else by the best guess. */
static bool add_third_axis(const clfft_desc *desc, const clfft_limits *limits,
                           clfft_choice *choice)
{
    const clfft_schedule schedule = CLFFT_SCHEDULE_GROUP;
    unsigned axes[CLFFT_MAX_RANK];
    clfft_axis_choice *third = &choice->axes[2];

    if (clfft_active_axes(desc, axes) < 3)
        return true;
    choice->n_axes = 3;
    return clfft_lookup_axis(desc, axes[2], limits, schedule, third) ||
           clfft_make_axis(desc, axes[2], limits, schedule, 0, third);
}

/*
 * Makes a choice that runs both axes in one launch. Ahead of separate passes
 * come the measured recipe and those that exchange points whole, unless passes
 * were measured to be faster; behind them come those that exchange part by
 * part, which are slower than passes for a single picture. Figures:
 * docs/internals/notes.md, "planner.c".
 */
static bool make_tile2d(const clfft_desc *desc, const clfft_limits *limits,
                        unsigned variation, bool late, clfft_choice *choice)
{
    const char *row;
    bool is_late;

    if (clfft_tile2d_obstacle(desc))
        return false;
    row = clfft_lookup_tile2d(desc, limits);
    if (variation == 0)
        return !late && row && *row &&
               clfft_choice_parse(row, choice) == CLFFT_STATUS_OK &&
               add_third_axis(desc, limits, choice);
    if (!clfft_shapes_tile2d(desc, limits, variation - 1, choice))
        return false;
    is_late = (row && !*row) || choice->axes[0].shapes[0].parts > 1;
    return late == is_late && add_third_axis(desc, limits, choice);
}

/* Has the one launch of rows make bands of their powers, where local memory
   holds these, too. Figures: docs/benchmarks.md, "Mel bands". */
static void make_bands(const clfft_desc *desc, const clfft_limits *limits,
                       clfft_choice *choice)
{
    clfft_axis_choice *axis = &choice->axes[0];
    clfft_shape *shape = &axis->shapes[0];
    const size_t real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;

    shape->bands = !choice->is_seed_method && !choice->tile2d &&
                   clfft_can_make_bands(desc, axis) &&
                   clfft_shape_local_size(shape, real_size) +
                           clfft_shape_power_size(shape, desc) <=
                       clfft_planner_local_size(limits);
}

/* ---- their order ---- */

/* Whether group takes one launch an axis, where direct takes one a radix. */
static bool is_one_pass(const clfft_desc *desc, const clfft_limits *limits)
{
    clfft_choice choice = {0};

    if (!make_choice(desc, limits, CLFFT_SCHEDULE_GROUP, 0, &choice))
        return false;
    for (unsigned i = 0; i < choice.n_axes; i++)
        if (choice.axes[i].n_shapes != 1)
            return false;
    return true;
}

static unsigned order_of_schedules(const clfft_desc *desc,
                                   const clfft_limits *limits,
                                   clfft_schedule forced,
                                   clfft_schedule order[3])
{
    unsigned n = 0;

    if (forced != CLFFT_SCHEDULE_AUTO) {
        order[n++] = forced;
    } else if (limits->type & CL_DEVICE_TYPE_CPU && limits->vector_width <= 1) {
        /* such a driver makes no use of our vectors: group is the fastest
           there, and kernels of simd take minutes to compile (figures:
           docs/internals/notes.md, "planner.c") */
        order[n++] = CLFFT_SCHEDULE_GROUP;
        order[n++] = CLFFT_SCHEDULE_DIRECT;
        order[n++] = CLFFT_SCHEDULE_SIMD;
    } else if (limits->type & CL_DEVICE_TYPE_CPU) {
        order[n++] = CLFFT_SCHEDULE_SIMD;
        order[n++] = CLFFT_SCHEDULE_DIRECT;
        order[n++] = CLFFT_SCHEDULE_GROUP;
    } else if (limits->local_is_dedicated || is_one_pass(desc, limits)) {
        /* where local memory is ordinary memory an exchange there costs what
           one between launches does, and a launch 85 to 600 us (figures:
           docs/internals/notes.md, "planner.c") */
        order[n++] = CLFFT_SCHEDULE_GROUP;
        order[n++] = CLFFT_SCHEDULE_DIRECT;
    } else {
        order[n++] = CLFFT_SCHEDULE_DIRECT;
        order[n++] = CLFFT_SCHEDULE_GROUP;
    }
    return n;
}

/* The measured rows, tile2d early or late, and the variations. */
#define PROPOSALS_EACH (TILE2D_VARIATIONS + 1 + 2 * MOST_VARIATIONS)

struct clfft_planner {
    const clfft_desc *desc;
    const clfft_limits *limits;
    clfft_schedule order[3];
    unsigned n_orders, n_proposals;
    unsigned n_made; /* candidates */
    clfft_choice made[CLFFT_MAX_CANDIDATES];
};

/* Makes what a schedule proposes at a place. Returns false if that is
   nothing. */
static bool propose_of(const struct clfft_planner *p, clfft_schedule schedule,
                       unsigned place, clfft_choice *choice)
{
    const bool group = schedule == CLFFT_SCHEDULE_GROUP;
    unsigned variation;

    if (place < TILE2D_VARIATIONS)
        return group && make_tile2d(p->desc, p->limits, place, false, choice);
    if (place == TILE2D_VARIATIONS)
        return take_rows(p->desc, p->limits, schedule, choice);
    place -= TILE2D_VARIATIONS + 1;
    variation = place / 2;
    if (place % 2 == 0)
        return make_choice(p->desc, p->limits, schedule, variation, choice);
    return group && variation < TILE2D_VARIATIONS &&
           make_tile2d(p->desc, p->limits, variation, true, choice);
}

static bool propose(const struct clfft_planner *p, unsigned place,
                    clfft_choice *choice)
{
    const unsigned n_others = p->n_orders - 1;

    memset(choice, 0, sizeof *choice);
    if (place < n_others)
        return take_few_rows(p->desc, p->limits, p->order[place + 1], choice);
    place -= n_others;
    return propose_of(p, p->order[place / PROPOSALS_EACH],
                      place % PROPOSALS_EACH, choice);
}

static bool is_made(const struct clfft_planner *p, const clfft_choice *choice)
{
    for (unsigned i = 0; i < p->n_made; i++)
        if (clfft_choice_equals(&p->made[i], choice))
            return true;
    return false;
}

static void fail_to_fit(const struct clfft_planner *p)
{
    char text[CLFFT_LONGEST_DESC];

    clfft_desc_print(p->desc, text, sizeof text);
    clfft_fail(CLFFT_STATUS_UNSUPPORTED,
               "\"%s\" does not fit this device: %zu bytes of local memory, "
               "work-groups of %u",
               text, clfft_planner_local_size(p->limits),
               p->limits->max_work_group);
}

/* ---- face ---- */

clfft_planner *clfft_planner_new(const clfft_desc *desc,
                                 const clfft_limits *limits,
                                 clfft_schedule schedule)
{
    clfft_planner *p = calloc(1, sizeof *p);

    if (!p) {
        clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a plan");
        return NULL;
    }
    p->desc = desc;
    p->limits = limits;
    p->n_orders = order_of_schedules(desc, limits, schedule, p->order);
    return p;
}

void clfft_planner_free(clfft_planner *planner)
{
    free(planner);
}

const clfft_choice *clfft_planner_get(clfft_planner *p, unsigned i)
{
    const unsigned n = p->n_orders - 1 + p->n_orders * PROPOSALS_EACH;

    while (p->n_made <= i && p->n_made < CLFFT_MAX_CANDIDATES &&
           p->n_proposals < n) {
        clfft_choice *choice = &p->made[p->n_made];

        if (!propose(p, p->n_proposals++, choice))
            continue;
        make_bands(p->desc, p->limits, choice);
        if (!is_made(p, choice))
            p->n_made++;
    }
    if (i < p->n_made)
        return &p->made[i];
    if (!p->n_made)
        fail_to_fit(p);
    return NULL;
}

unsigned clfft_planner_candidates(const clfft_desc *desc,
                                  const clfft_limits *limits,
                                  clfft_schedule schedule,
                                  clfft_choice candidates[CLFFT_MAX_CANDIDATES])
{
    clfft_planner *planner = clfft_planner_new(desc, limits, schedule);
    const clfft_choice *choice;
    unsigned n = 0;

    while (planner && (choice = clfft_planner_get(planner, n)))
        candidates[n++] = *choice;
    clfft_planner_free(planner);
    return n;
}
