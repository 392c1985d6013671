/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* planner.c: candidates for a description, best guess first. */
#include "planner.h"

#include "error.h"
#include "rows.h"

#include <inttypes.h>
#include <string.h>

#define MOST_VARIATIONS 16

typedef bool (*shapes_function)(uint64_t length, const clfft_limits *limits,
                                size_t real_size, unsigned variation,
                                clfft_choice *choice);

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

static bool make_choice(uint64_t length, const clfft_limits *limits,
                        size_t real_size, clfft_schedule schedule,
                        unsigned variation, clfft_choice *choice)
{
    memset(choice, 0, sizeof *choice);
    if (!clfft_is_smooth(length)) {
        choice->bluestein = inner_length(length);
        length = choice->bluestein;
    }
    return shapes_of[schedule](length, limits, real_size, variation, choice);
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
    char left[1024], right[1024];

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

unsigned clfft_planner_candidates(const clfft_desc *desc,
                                  const clfft_limits *limits,
                                  clfft_schedule schedule,
                                  clfft_choice candidates[CLFFT_MAX_CANDIDATES])
{
    const size_t real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    const uint64_t length = clfft_core_length(desc);
    clfft_schedule order[3];
    const unsigned n_orders = order_of_schedules(limits, schedule, order);
    clfft_choice choice;
    unsigned n = 0;

    for (unsigned i = 0; i < n_orders; i++) {
        const char *row =
            clfft_rows_find(limits, desc->precision, order[i], length);
        if (row && clfft_choice_parse(row, &choice) == CLFFT_STATUS_OK)
            n = add_candidate(candidates, n, &choice);
        for (unsigned v = 0; v < MOST_VARIATIONS; v++)
            if (make_choice(length, limits, real_size, order[i], v, &choice))
                n = add_candidate(candidates, n, &choice);
    }
    if (!n)
        clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                   "length %" PRIu64 " does not fit this device: %zu bytes of "
                   "local memory, work-groups of %u",
                   length, clfft_planner_local_size(limits),
                   limits->max_work_group);
    return n;
}
