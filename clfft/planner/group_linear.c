/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group_linear.c: shapes short rows, and those of real data of an odd length,
 * as rows that a group moves in the order of memory: one work-item runs a
 * transform of one radix, as many as the smaller radix run one of two, and the
 * sharers of a larger prime run one of it. Figures: docs/internals/notes.md,
 * "group_linear.c".
 */
#include "group.h"

#define LONGEST_SINGLE 27 /* points of a row that one work-item runs */
#define LARGEST_OF_TWO 31
#define LONGEST_ROW 39       /* complex points */
#define LONGEST_OF_FIVES 50  /* the same of five work-items */
#define LONGEST_OF_LARGE 66  /* the same with a prime factor from 11 on */
#define LONGEST_OF_PRIME 119 /* the same with one from 17 on */
#define LEAST_LARGE 11
#define LEAST_PRIME 17
#define LONGEST_OF_HALF 62 /* pairs of c2r with a factor of the next */
#define LEAST_OF_HALF 13
#define LONGEST_READ_HALF 22 /* pairs of real numbers of r2c */
#define LONGEST_MADE_HALF 27 /* the same of c2r */
#define LONGEST_EASY_HALF 32 /* the same of multiples of EVEN_LENGTH */
#define LONGEST_READ_ODD 549 /* real numbers of an odd length, r2c */
#define LONGEST_MADE_ODD 729 /* the same of c2r */
#define EASY_ROW 30          /* others of these lengths are fast */
#define EASY_OF_PRIME 114
#define EASY_SQUARE 225
#define GROUP_ITEMS 64   /* twice as many of odd real data or of sharers */
#define LEAST_ALONE 2048 /* rows that are a prime without a radix */
#define LEAST_SHARED_HALF 47
#define LARGEST_SHARED_ROW 109
#define EASY_PRIME 101 /* the convolutions of these primes are fast */
#define LAST_EASY_PRIME 107
#define EVEN_LENGTH 8 /* multiples of it want a hole every 32 words */

/* Whether the length has a prime factor of at least that. */
static bool has_factor_from(uint64_t length, unsigned least)
{
    for (unsigned p = 2; p < least; p++)
        while (length % p == 0)
            length /= p;
    return length > 1;
}

/* Longer rows that five work-items run. */
static bool is_row_of_five(uint64_t length)
{
    return length > LONGEST_ROW && length <= LONGEST_OF_FIVES &&
           length % 5 == 0;
}

/* Whether one work-item runs a row: also of a longer prime, whose sums need no
   more registers, unless there are so few rows that its time is what counts. */
static bool is_single(const struct clfft_axis_task *task)
{
    if (task->length <= LONGEST_SINGLE)
        return clfft_is_radix(task->length);
    return clfft_is_prime(task->length) &&
           (task->length <= CLFFT_LARGEST_PRIME ||
            (task->length <= CLFFT_LARGEST_ALONE &&
             task->n_transforms >= LEAST_ALONE));
}

/* Whether work-items share a row that is a prime, where that is faster than one
   alone or a convolution: not of c2r, whose points are none of those that are
   read. */
static bool is_shared(const struct clfft_axis_task *task)
{
    const uint64_t n = task->length;

    if (clfft_shared_prime(n) != n || task->makes_real ||
        clfft_group_makes_real(task))
        return false;
    if (task->odd_real)
        return n > CLFFT_LARGEST_ALONE;
    if (n >= EASY_PRIME && n <= LAST_EASY_PRIME)
        return false;
    return task->halved ? n >= LEAST_SHARED_HALF
                        : n > CLFFT_LARGEST_ALONE && n <= LARGEST_SHARED_ROW;
}

/* Whether rows of that length are faster in the order of memory. */
static bool is_fit(const struct clfft_axis_task *task)
{
    const uint64_t n = task->length;

    if (!clfft_group_is_plain(task) || task->columns || !task->alone || n < 2)
        return false;
    if (is_shared(task))
        return true;
    if (task->odd_real)
        return n != EASY_SQUARE &&
               n <= (task->makes_real ? LONGEST_MADE_ODD : LONGEST_READ_ODD);
    if (task->halved)
        return n <=
                   (task->makes_real ? LONGEST_MADE_HALF : LONGEST_READ_HALF) ||
               (n <= LONGEST_EASY_HALF && n % EVEN_LENGTH == 0) ||
               (task->makes_real && n <= LONGEST_OF_HALF &&
                has_factor_from(n, LEAST_OF_HALF)) ||
               (clfft_is_prime(n) && is_single(task));
    return (n <= LONGEST_ROW && n != EASY_ROW) || is_row_of_five(n) ||
           (n <= LONGEST_OF_LARGE && has_factor_from(n, LEAST_LARGE)) ||
           (n <= LONGEST_OF_PRIME && n != EASY_OF_PRIME &&
            has_factor_from(n, LEAST_PRIME));
}

bool clfft_group_linear(const struct clfft_axis_task *task, clfft_shape *shape)
{
    const uint32_t length = (uint32_t)task->length;
    const bool shared = is_shared(task);
    const unsigned group = task->odd_real != shared ? 2 * GROUP_ITEMS
                           : is_row_of_five(length) ? 5 * GROUP_ITEMS / 2
                                                    : GROUP_ITEMS;

    if (!is_fit(task))
        return false;
    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_GROUP,
                           .n_radices = 1,
                           .radices = {(uint8_t)length},
                           .items = 1,
                           .linear = true};
    if (shared) {
        shape->items = (uint16_t)clfft_sharers(length);
    } else if (!is_single(task)) {
        shape->n_radices = (uint8_t)clfft_factor_registers(
            length, LARGEST_OF_TWO, 2, shape->radices);
        if (shape->n_radices != 2)
            return false;
        if (task->halved && length == LONGEST_EASY_HALF) {
            shape->radices[0] = LONGEST_EASY_HALF / 2;
            shape->radices[1] = 2;
        }
        shape->items = shape->radices[1];
    }
    /* the larger radix is where legs are left out: of odd real data the first
       one, of half a spectrum the last one (kernels/group/stages.cl) */
    if (shape->n_radices == 2 && task->odd_real && task->makes_real) {
        shape->radices[1] = shape->radices[0];
        shape->radices[0] = (uint8_t)shape->items;
    }
    shape->layout =
        length % EVEN_LENGTH ? CLFFT_LAYOUT_PLAIN : CLFFT_LAYOUT_PADDED;
    shape->columns = (uint16_t)(group / shape->items);
    while (shape->columns > 1 &&
           (shape->columns * shape->items > task->limits->max_work_group ||
            clfft_shape_local_size(shape, task->real_size) >
                clfft_planner_local_size(task->limits)))
        shape->columns /= 2;
    return shape->columns * shape->items <= task->limits->max_work_group &&
           clfft_shape_local_size(shape, task->real_size) <=
               clfft_planner_local_size(task->limits);
}
