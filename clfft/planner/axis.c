/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* axis.c: makes the variations of one axis: passes of a schedule, within
   Rader's or Bluestein's algorithm where the length has a large prime
   factor. */
#include "group.h"
#include "lookup.h"
#include "task.h"

#include <string.h>

#define SHARED_VARIATIONS 6   /* before those of convolutions */
#define LEAST_RADER_ROWS 4096 /* points */
/* The largest prime factors of a prime less 1, whose convolution has its tables
   in flight beside the points. */
#define LARGEST_RADER_ROWS 17
#define LARGEST_RADER_GROUP 13
/* The largest prime that is no prime stage. */
#define LARGEST_OTHER 17

typedef bool (*shapes_function)(const struct clfft_axis_task *task,
                                unsigned variation, clfft_axis_choice *choice);

static const shapes_function shapes_of[] = {
    [CLFFT_SCHEDULE_GROUP] = clfft_shapes_group,
    [CLFFT_SCHEDULE_SIMD] = clfft_shapes_simd,
    [CLFFT_SCHEDULE_DIRECT] = clfft_shapes_direct,
};

/*
 * A prime length by Rader's algorithm, which transforms at most half the points
 * of Bluestein's convolution, in one pass or three. On a CPU it takes one pass
 * of many points only: the kernel of a short prime takes longer to compile than
 * it saves.
 */
static bool make_rader(const struct clfft_axis_task *task,
                       clfft_schedule schedule, unsigned variation,
                       clfft_axis_choice *choice)
{
    const bool is_cpu = task->limits->type & CL_DEVICE_TYPE_CPU;
    struct clfft_axis_task inner = *task;

    if (!clfft_is_prime(task->length) ||
        !clfft_is_smooth(task->length - 1, LARGEST_RADER_ROWS))
        return false;
    inner.length = choice->rader = task->length - 1;
    inner.convolved = true;
    if (schedule == CLFFT_SCHEDULE_GROUP && !is_cpu &&
        task->limits->local_is_dedicated &&
        clfft_is_smooth(inner.length, LARGEST_RADER_GROUP) &&
        clfft_shapes_group(&inner, variation, choice))
        return true;
    if (schedule == CLFFT_SCHEDULE_SIMD && is_cpu && !task->columns &&
        inner.length >= LEAST_RADER_ROWS &&
        clfft_shapes_simd(&inner, variation, choice) && choice->n_shapes == 1 &&
        choice->shapes[0].rows)
        return true;
    memset(choice, 0, sizeof *choice);
    return false;
}

/* Whether a work-group holds the convolution of the whole length. */
static bool fits_one_group(const struct clfft_axis_task *task)
{
    struct clfft_axis_task whole = *task;
    clfft_axis_choice choice = {0};

    whole.length = choice.bluestein =
        clfft_next_easy_length(task->chirp_length);
    whole.convolved = true;
    return clfft_shapes_group(&whole, 0, &choice) && choice.n_shapes == 1;
}

/* Passes that are convolutions of their own, where they are faster than one of
   the whole length: on GPUs where no group holds that, on CPUs for all but
   short lengths. */
static const unsigned n_own[] = {
    [CLFFT_SCHEDULE_GROUP] = CLFFT_OWN_VARIATIONS,
    [CLFFT_SCHEDULE_SIMD] = CLFFT_OWN_LANES,
    [CLFFT_SCHEDULE_DIRECT] = 0,
};

static bool make_own(const struct clfft_axis_task *task,
                     clfft_schedule schedule, unsigned variation,
                     clfft_axis_choice *choice)
{
    if (task->zooms || clfft_is_prime(task->length))
        return false;
    if (schedule == CLFFT_SCHEDULE_SIMD)
        return clfft_simd_own(task, variation, choice);
    return schedule == CLFFT_SCHEDULE_GROUP && !fits_one_group(task) &&
           clfft_group_own(task, variation, choice);
}

/* The variations of a length with a large prime factor: Rader's first if any of
   them fits, passes that are convolutions where these are faster, then
   Bluestein's, of which a measured one comes first. A zoom has Bluestein's
   alone. The inner length is the cheapest one without large factors. */
static bool make_convolution(struct clfft_axis_task *task,
                             clfft_schedule schedule, unsigned variation,
                             clfft_axis_choice *choice)
{
    if (!task->zooms && make_rader(task, schedule, 0, choice)) {
        if (variation < CLFFT_RADER_VARIATIONS)
            return make_rader(task, schedule, variation, choice);
        variation -= CLFFT_RADER_VARIATIONS;
        memset(choice, 0, sizeof *choice);
    }
    if (make_own(task, schedule, 0, choice)) {
        if (!variation)
            return true;
        memset(choice, 0, sizeof *choice);
        if (variation < n_own[schedule])
            return make_own(task, schedule, variation, choice);
        variation -= n_own[schedule];
    }
    memset(choice, 0, sizeof *choice);
    task->length = clfft_next_easy_length(task->chirp_length);
    task->reads_real = false;
    task->convolved = true;
    task->spare_output = false;
    task->plain = false;
    if (clfft_lookup_convolution(task, schedule, task->length, choice)) {
        choice->bluestein = task->length;
        if (!variation)
            return true;
        variation--;
        memset(choice, 0, sizeof *choice);
    }
    choice->bluestein = task->length;
    return shapes_of[schedule](task, variation, choice);
}

/* The variations of a length whose large prime factors may be stages of lanes:
   these first, then the convolutions. */
static bool make_prime_stages(const struct clfft_axis_task *task,
                              unsigned variation, clfft_axis_choice *choice)
{
    struct clfft_axis_task convolution = *task;

    if (variation < CLFFT_SIMD_VARIATIONS)
        return clfft_shapes_simd(task, variation, choice);
    return make_convolution(&convolution, CLFFT_SCHEDULE_SIMD,
                            variation - CLFFT_SIMD_VARIATIONS, choice);
}

/* Whether a row of one butterfly, which is read point by point, is slower than
   Rader's, whose points are read in order. Figures: docs/internals/notes.md,
   "group_linear.c". */
static bool is_faster_by_rader(const struct clfft_axis_task *task)
{
    clfft_shape shape;

    return task->length > LARGEST_RADER_ROWS &&
           task->length <= CLFFT_LARGEST_PRIME && !task->columns &&
           !clfft_group_linear(task, &shape);
}

bool clfft_make_axis(const clfft_desc *desc, unsigned axis,
                     const clfft_limits *limits, clfft_schedule schedule,
                     unsigned variation, clfft_axis_choice *choice)
{
    struct clfft_axis_task task = clfft_make_task(desc, axis, limits);
    clfft_shape linear;

    memset(choice, 0, sizeof *choice);
    if (task.zooms)
        return make_convolution(&task, schedule, variation, choice);
    if (schedule == CLFFT_SCHEDULE_SIMD &&
        !clfft_is_smooth(task.length, LARGEST_OTHER) &&
        clfft_is_smooth(task.length, CLFFT_LARGEST_PRIME_STAGE))
        return make_prime_stages(&task, variation, choice);
    if (is_faster_by_rader(&task) && make_rader(&task, schedule, 0, choice)) {
        if (variation < CLFFT_RADER_VARIATIONS)
            return make_rader(&task, schedule, variation, choice);
        variation -= CLFFT_RADER_VARIATIONS;
        memset(choice, 0, sizeof *choice);
    }
    if (!clfft_is_smooth(task.length, CLFFT_LARGEST_PRIME)) {
        if (schedule == CLFFT_SCHEDULE_GROUP &&
            clfft_group_linear(&task, &linear)) {
            if (!variation)
                return clfft_shapes_group(&task, 0, choice);
            variation--;
        }
        if (schedule == CLFFT_SCHEDULE_GROUP &&
            clfft_group_shares(&task, task.length) &&
            clfft_shapes_group(&task, 0, choice)) {
            if (variation < SHARED_VARIATIONS)
                return clfft_shapes_group(&task, variation, choice);
            variation -= SHARED_VARIATIONS;
        }
        memset(choice, 0, sizeof *choice);
        return make_convolution(&task, schedule, variation, choice);
    }
    if (shapes_of[schedule](&task, variation, choice))
        return true;
    /* small devices have no passes for some lengths of large radices */
    if (schedule != CLFFT_SCHEDULE_GROUP ||
        shapes_of[schedule](&task, 0, choice))
        return false;
    memset(choice, 0, sizeof *choice);
    return make_convolution(&task, schedule, variation, choice);
}
