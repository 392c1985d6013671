/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group_radices.c: chooses the radices of one pass of the group schedule and
 * their order: few stages of many points, of which the first spreads its stores
 * over the banks of local memory. Figures: docs/internals/notes.md,
 * "group_radices.c".
 */
#include "group.h"

#include <string.h>

/* Rows of more points than SHORT_ROWS, or than SHORT_HALVES where they are
   halves of real ones, take few stages of many points. */
#define SHORT_ROWS 3000
#define SHORT_HALVES 2000
#define LARGE_RADIX 25
#define MANY_TWOS 128
/* Tiles of more points begin with as many columns as they should have. */
#define SHORT_TILE 512
#define LEAST_ASCENDING 600 /* tiles in three stages ascend from here on */
#define LONG_TURN 700       /* from here on two stages turn faster than three */
#define LARGEST_OF_TWO 32
#define LARGEST_FIRST 15 /* larger first radices leave too few butterflies */

/* Radices that were measured to be faster than those of the rule, which takes
   the fewest and most equal ones. */
static const struct {
    uint32_t length;
    clfft_role role;
    uint8_t radices[CLFFT_MAX_RADICES];
} measured[] = {
    {256, CLFFT_ROLE_ROWS, {8, 8, 4}},
    {1024, CLFFT_ROLE_ROWS, {16, 16, 4}},
    {8192, CLFFT_ROLE_ROWS, {32, 16, 16}},
    {1024, CLFFT_ROLE_TILE, {32, 32}},
    {1024, CLFFT_ROLE_TURN, {32, 32}},
    {1024, CLFFT_ROLE_LINES, {16, 16, 4}},
    {1080, CLFFT_ROLE_LINES, {10, 9, 4, 3}},
};

bool clfft_group_is_plain(const struct clfft_axis_task *task)
{
    return task->limits->local_is_dedicated && task->real_size == 4 &&
           !task->convolved;
}

bool clfft_group_makes_real(const struct clfft_axis_task *task)
{
    return task->halved && !task->reads_real;
}

/*
 * Whether a row is a long one, which is faster in few stages of many points,
 * with few work-items, than in four or five stages of few. That does not hold
 * for multiples of 128, nor for shorter rows. Figures: docs/internals/notes.md,
 * "group_radices.c".
 */
bool clfft_group_is_long_row(const struct clfft_axis_task *task,
                             uint32_t length, clfft_role role)
{
    return role == CLFFT_ROLE_ROWS && clfft_group_is_plain(task) &&
           length > (task->halved ? SHORT_HALVES : SHORT_ROWS) &&
           length % MANY_TWOS;
}

/* Whether a tile is a long one, which is too narrow unless it takes few
   work-items. With large radices it is faster than three passes are; that does
   not hold for c2r. Figures: docs/internals/notes.md, "group_radices.c". */
bool clfft_group_is_long_tile(const struct clfft_axis_task *task,
                              uint32_t length, clfft_role role)
{
    return (role == CLFFT_ROLE_TILE || role == CLFFT_ROLE_TURN) &&
           clfft_group_is_plain(task) && !clfft_group_makes_real(task) &&
           length > SHORT_TILE && length <= CLFFT_LARGEST_TILE &&
           length & (length - 1);
}

bool clfft_group_turns_twice(const struct clfft_axis_task *task,
                             uint32_t length)
{
    uint8_t radices[CLFFT_MAX_RADICES];

    return length > LONG_TURN &&
           clfft_group_is_long_tile(task, length, CLFFT_ROLE_TURN) &&
           clfft_factor_registers(length, LARGEST_OF_TWO, 2, radices) == 2;
}

/* The largest radix of a pass. Short rows take small radices, hence more
   work-items, so that they read whole cache sectors. */
static unsigned largest_radix(const struct clfft_axis_task *task,
                              uint32_t length, clfft_role role)
{
    const bool is_whole = (size_t)length * 2 * task->real_size <=
                          clfft_planner_local_size(task->limits);

    if (role == CLFFT_ROLE_TURN && clfft_group_turns_twice(task, length))
        return LARGEST_OF_TWO;
    if (role != CLFFT_ROLE_ROWS)
        return 16;
    /* c2r rows that are exchanged in halves are slower by large radices */
    if (clfft_group_is_long_row(task, length, role) &&
        (is_whole || !clfft_group_makes_real(task)))
        return LARGE_RADIX;
    return length < 64 && clfft_group_is_plain(task) ? 10
           : length < 32                             ? 4
           : length < 64                             ? 8
           : length < 128                            ? 10
                                                     : 16;
}

static unsigned twos_of(unsigned radix)
{
    unsigned twos = 0;

    while (!(radix >> twos & 1))
        twos++;
    return twos;
}

/* The index of the radix, of ascending ones, that spreads over the most banks:
   the smallest of those with the fewest factors of 2. */
static unsigned find_spread(const uint8_t *radices, unsigned n)
{
    unsigned found = 0;

    for (unsigned i = 1; i < n; i++)
        if (twos_of(radices[i]) < twos_of(radices[found]))
            found = i;
    return found;
}

/* A search through the products of n ascending radices. */
struct products {
    unsigned largest;
    uint8_t radices[CLFFT_MAX_RADICES], best[CLFFT_MAX_RADICES];
    unsigned n, n_best, best_cost;
};

#define BAD_FIRST 1000 /* above all sums of radices */

/* The cost of a product: the sum of its radices, which is least for the most
   even work, plus a penalty if its first radix meets few banks or is so large
   that few butterflies are left. */
static unsigned cost_of_product(const struct products *p)
{
    const unsigned first = p->radices[find_spread(p->radices, p->n)];
    unsigned sum = BAD_FIRST * (twos_of(first) + (first > LARGEST_FIRST));

    for (unsigned i = 0; i < p->n; i++)
        sum += p->radices[i];
    return sum;
}

static void find_products(struct products *p, unsigned depth, uint32_t left,
                          unsigned least)
{
    if (depth == p->n) {
        const unsigned cost = cost_of_product(p);
        if (left == 1 && cost < p->best_cost) {
            p->best_cost = cost;
            p->n_best = p->n;
            memcpy(p->best, p->radices, sizeof p->best);
        }
        return;
    }
    for (unsigned r = least; r <= CLFFT_LARGEST_PRIME; r++)
        if (left % r == 0 && clfft_is_radix(r) &&
            (r <= p->largest || (r > 17 && clfft_is_prime(r)))) {
            p->radices[depth] = (uint8_t)r;
            find_products(p, depth + 1, left / r, r);
        }
}

/* The radices of a long row: as few as there can be. Complex rows take one more
   if all such products begin badly; for real rows a bad beginning costs less
   than a stage. Figures: docs/internals/notes.md, "group_radices.c". */
static void choose_products(const struct clfft_axis_task *task, uint32_t length,
                            clfft_role role, clfft_shape *shape)
{
    struct products p = {.largest = largest_radix(task, length, role),
                         .n = shape->n_radices,
                         .best_cost = UINT32_MAX};

    find_products(&p, 0, length, 2);
    if (p.best_cost >= BAD_FIRST && !task->halved && p.n < CLFFT_MAX_RADICES) {
        p.n++;
        find_products(&p, 0, length, 2);
    }
    if (p.best_cost == UINT32_MAX)
        return;
    shape->n_radices = (uint8_t)p.n_best;
    memcpy(shape->radices, p.best, sizeof shape->radices);
}

/* As clfft_factor_registers(), but with a prime that work-items share in front
   of other radices. */
static unsigned factor_pass(uint32_t length, unsigned largest,
                            uint8_t radices[CLFFT_MAX_RADICES])
{
    const unsigned prime = clfft_shared_prime(length);
    uint8_t others[CLFFT_MAX_RADICES];
    unsigned n;

    if (!prime)
        return clfft_factor_registers(length, largest, CLFFT_MAX_RADICES,
                                      radices);
    n = length > prime ? clfft_factor_registers(length / prime, largest,
                                                CLFFT_MAX_RADICES - 1, others)
                       : 0;
    memset(radices, 0, CLFFT_MAX_RADICES);
    radices[0] = (uint8_t)prime;
    memcpy(radices + 1, others, n);
    return n ? n + 1 : 0;
}

static bool choose_radices(const struct clfft_axis_task *task, uint32_t length,
                           clfft_role role, const struct clfft_variation *v,
                           clfft_shape *shape)
{
    for (size_t i = 0;
         !v->largest_radix && i < sizeof measured / sizeof measured[0]; i++)
        if (measured[i].length == length && measured[i].role == role) {
            memcpy(shape->radices, measured[i].radices, CLFFT_MAX_RADICES);
            shape->n_radices = 0;
            while (shape->n_radices < CLFFT_MAX_RADICES &&
                   shape->radices[shape->n_radices])
                shape->n_radices++;
            return true;
        }
    shape->n_radices = (uint8_t)factor_pass(
        length,
        v->largest_radix ? v->largest_radix : largest_radix(task, length, role),
        shape->radices);
    if (!shape->n_radices) /* small radices alone are not enough */
        shape->n_radices = (uint8_t)factor_pass(length, 16, shape->radices);
    if (clfft_shape_shares(shape))
        return shape->n_radices > 0;
    if (!v->largest_radix && shape->n_radices &&
        clfft_group_is_long_row(task, length, role))
        choose_products(task, length, role, shape);
    return shape->n_radices > 0;
}

/* Gives both ends the same radix, which spares a convolution the exchange
   between its two transforms: 1008 as 12.7.12 instead of 14.9.8. Of all such
   radices the smallest sum is the most even. */
static void choose_ends(uint32_t length, unsigned largest, clfft_shape *shape)
{
    uint8_t middle[CLFFT_MAX_RADICES];
    const unsigned n = shape->n_radices;
    unsigned least = UINT32_MAX;

    for (unsigned r = 2; n > 2 && r <= largest; r++) {
        unsigned sum = 2 * r;
        if (length % (r * r) || length == r * r ||
            clfft_factor_registers(length / (r * r), largest, n - 2, middle) !=
                n - 2)
            continue;
        for (unsigned i = 0; i < n - 2; i++)
            sum += middle[i];
        if (sum >= least)
            continue;
        least = sum;
        memcpy(shape->radices + 1, middle, n - 2);
        shape->radices[0] = shape->radices[n - 1] = (uint8_t)r;
    }
}

/* The first exchange writes with the first radix as its stride. This puts the
   one first that spreads over the most banks. Figures: docs/internals/notes.md,
   "group_radices.c". */
static void put_spread_first(clfft_shape *shape)
{
    const unsigned first = find_spread(shape->radices, shape->n_radices);
    const uint8_t radix = shape->radices[first];

    memmove(shape->radices + 1, shape->radices, first);
    shape->radices[0] = radix;
}

/* Sorts the radices, the smallest first. */
static void sort_radices(clfft_shape *shape)
{
    for (unsigned i = 1; i < shape->n_radices; i++)
        for (unsigned j = i; j > 0 && shape->radices[j] < shape->radices[j - 1];
             j--) {
            const uint8_t radix = shape->radices[j];

            shape->radices[j] = shape->radices[j - 1];
            shape->radices[j - 1] = radix;
        }
}

static unsigned smallest_radix(const clfft_shape *shape)
{
    unsigned smallest = shape->radices[0];

    for (unsigned i = 1; i < shape->n_radices; i++)
        if (shape->radices[i] < smallest)
            smallest = shape->radices[i];
    return smallest;
}

/* The first exchange writes with the first radix as its stride: with 16 all
   points meet in one bank where rows have no holes, so this swaps another radix
   to the front. Figures: docs/internals/notes.md, "group_radices.c". */
static void spread_banks(clfft_shape *shape)
{
    for (unsigned i = 1; i < shape->n_radices && shape->radices[0] % 16 == 0;
         i++) {
        const uint8_t first = shape->radices[i];

        if (first % 16) {
            shape->radices[i] = shape->radices[0];
            shape->radices[0] = first;
        }
    }
}

/*
 * Whether the smallest radix comes first, which is faster for complex rows, c2r
 * and columns, unless that radix is a multiple of 8, and for the last of two
 * complex passes if it has two radices. It does not pay for r2c, for rows too
 * long to be exchanged whole, and for rows that share a group. Figures:
 * docs/internals/notes.md, "group_radices.c".
 */
static bool ascends(const struct clfft_axis_task *task, uint32_t length,
                    clfft_role role, const clfft_shape *shape)
{
    const bool reads_pairs = task->halved && task->reads_real;
    const size_t size = (size_t)length * 2 * task->real_size;

    if (!task->limits->local_is_dedicated || task->convolved || reads_pairs ||
        !(length & (length - 1)))
        return false;
    if (role == CLFFT_ROLE_TURN && clfft_group_is_plain(task) &&
        !task->halved && shape->n_radices == 2)
        return true;
    if (smallest_radix(shape) % 8 == 0)
        return false;
    if (role == CLFFT_ROLE_ROWS && clfft_group_makes_real(task) &&
        clfft_group_is_plain(task) && shape->n_radices == 2)
        return true;
    return role == CLFFT_ROLE_LINES ||
           (role == CLFFT_ROLE_ROWS && shape->columns == 1 &&
            shape->n_radices > 2 &&
            size <= clfft_planner_local_size(task->limits));
}

bool clfft_group_radices(const struct clfft_axis_task *task, uint32_t length,
                         clfft_role role, const struct clfft_variation *v,
                         clfft_shape *shape)
{
    if (!choose_radices(task, length, role, v, shape))
        return false;
    if (v->equal_ends)
        choose_ends(length, v->largest_radix ? v->largest_radix : 16, shape);
    return true;
}

void clfft_group_order(const struct clfft_axis_task *task, uint32_t length,
                       clfft_role role, const struct clfft_variation *v,
                       clfft_shape *shape)
{
    const bool is_long = clfft_group_is_long_row(task, length, role) ||
                         clfft_group_is_long_tile(task, length, role);

    if (v->equal_ends || clfft_shape_shares(shape))
        return;
    if (clfft_group_goes_in_parts(task, length, v) ||
        (!v->largest_radix && is_long)) {
        sort_radices(shape);
        if (role == CLFFT_ROLE_ROWS || shape->n_radices < 3 ||
            length < LEAST_ASCENDING)
            put_spread_first(shape);
        return;
    }
    if (role == CLFFT_ROLE_ROWS && length & (length - 1))
        spread_banks(shape);
    if (ascends(task, length, role, shape))
        sort_radices(shape);
}
