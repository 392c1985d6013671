/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group_own.c: cuts a length with a large prime factor into passes of which
 * that factor's is a convolution of its own, inside a work-group. A
 * convolution of the whole length takes twice as many passes, each over two to
 * four times as many points, where one work-group does not hold it.
 */
#include "group.h"

#include <string.h>

#define LONGEST_OWN 8192 /* points of a convolution inside a pass */
#define LARGEST_RADER 13 /* the largest prime factor of a prime less 1 */
#define MOST_RADIX 8     /* of Bluestein's, with its tables in flight */
/* The time of a pass in hundredths of a copy: of its memory by runs of whole
   sectors in pairs, and of what it does beside, for each time that it
   transforms as many points as it has. */
#define PASS_TIME 100
#define TRANSFORM_TIME 30
#define SHARED_TIME 30
#define EXTRA_PASS_TIME 100

static const struct clfft_variation variations[] = {
    {0},
    /* smaller groups: what a kernel's own limit may ask for */
    {.most_items = 256},
    {.most_items = 128},
    {.most_items = 64},
    {.columns = -1},
    {.columns = 1},
};
_Static_assert(sizeof variations / sizeof variations[0] == CLFFT_OWN_VARIATIONS,
               "variations are counted by axis.c");

/* A pass among others, and how long it takes. */
struct part {
    clfft_shape shape;
    unsigned time;
};

bool clfft_group_shares(const struct clfft_axis_task *task, uint64_t points)
{
    const unsigned prime = clfft_shared_prime(points);

    return task->limits->local_is_dedicated && prime && points > prime &&
           clfft_is_smooth(points / prime, CLFFT_LARGEST_PRIME);
}

/* Whether stages make so many points. */
static bool has_stages(const struct clfft_axis_task *task, uint64_t points)
{
    return clfft_is_smooth(points, CLFFT_LARGEST_PRIME) ||
           clfft_group_shares(task, points);
}

/* The shortest convolution of so many points that takes no more stages than a
   length that all share. */
static uint32_t inner_length(uint32_t points)
{
    const uint32_t easy = (uint32_t)clfft_next_easy_length(2 * points - 1);
    uint8_t radices[CLFFT_MAX_RADICES];
    const unsigned most =
        clfft_factor_registers(easy, MOST_RADIX, CLFFT_MAX_RADICES, radices);

    for (uint32_t m = 2 * points - 1; m < easy; m++)
        if (m % 4 == 0 && clfft_is_smooth(m, MOST_RADIX) &&
            clfft_factor_registers(m, MOST_RADIX, most, radices))
            return m;
    return easy;
}

/* Equal radices at both ends spare a convolution an exchange. */
static void put_equal_ends(clfft_shape *shape)
{
    const unsigned last = shape->n_radices - 1u;

    for (unsigned i = 1; i < last; i++)
        if (shape->radices[i] == shape->radices[0]) {
            shape->radices[i] = shape->radices[last];
            shape->radices[last] = shape->radices[0];
            return;
        }
}

/* How many columns of a long convolution share the work-items: as many as local
   memory holds. 0: of a short one, which chooses its own as if alone. */
static unsigned sharing_columns(const struct clfft_axis_task *task, uint32_t m)
{
    unsigned columns = 8;

    if (m <= CLFFT_LARGEST_TILE)
        return 0;
    while (columns > 1 && columns * m * task->real_size >
                              clfft_planner_local_size(task->limits))
        columns /= 2;
    return columns;
}

/* Shapes a pass of that many points as a convolution. */
static bool shape_own(const struct clfft_axis_task *task, uint32_t points,
                      clfft_role role, const struct clfft_variation *v,
                      clfft_shape *shape)
{
    const bool rader =
        clfft_is_prime(points) && clfft_is_smooth(points - 1, LARGEST_RADER);
    const uint32_t m = rader ? points - 1 : inner_length(points);
    struct clfft_axis_task own = *task;
    struct clfft_variation inner = *v;

    own.convolved = true;
    inner.sharing = sharing_columns(task, m);
    inner.equal_ends = rader;
    inner.largest_radix = rader ? 0 : MOST_RADIX;
    if (m > LONGEST_OWN || !clfft_group_pass(&own, m, role, &inner, shape))
        return false;
    if (!rader)
        put_equal_ends(shape);
    shape->convolved = (uint16_t)points;
    return true;
}

/* The time of a side of a pass whose points lie in runs of `columns`. */
static unsigned side_time(const struct clfft_axis_task *task, uint32_t columns)
{
    const uint32_t sectors =
        columns * 2 * (uint32_t)task->real_size / CLFFT_SECTOR_BYTES;

    return PASS_TIME / 2 * (sectors > 1 ? 10 : sectors ? 12 : 20) / 10;
}

/* Makes a pass of `points`, beside which the transform has `others`. */
static bool make_part(const struct clfft_axis_task *task, uint32_t points,
                      uint64_t others, clfft_role role,
                      const struct clfft_variation *v, struct part *part)
{
    const bool stages = has_stages(task, points);
    uint32_t columns;

    if (!(stages ? clfft_group_pass(task, points, role, v, &part->shape)
                 : shape_own(task, points, role, v, &part->shape)))
        return false;
    columns =
        part->shape.columns < others ? part->shape.columns : (uint32_t)others;
    part->time =
        side_time(task, columns) +
        (role == CLFFT_ROLE_TURN ? PASS_TIME / 2 : side_time(task, columns));
    if (clfft_shape_shares(&part->shape))
        part->time += SHARED_TIME;
    if (part->shape.convolved)
        part->time +=
            TRANSFORM_TIME * 2 * clfft_shape_length(&part->shape) / points;
    return true;
}

/* Keeps the passes if they take less time than those of the choice. */
static void keep_faster(const struct part *parts, unsigned n, unsigned time,
                        unsigned *best, clfft_axis_choice *choice)
{
    if (time >= *best)
        return;
    *best = time;
    choice->n_shapes = n;
    for (unsigned i = 0; i < n; i++)
        choice->shapes[i] = parts[i].shape;
}

/* The last pass of real data untangles them if it is no convolution. */
static unsigned untangling_time(const struct clfft_axis_task *task,
                                const clfft_shape *last)
{
    return task->reads_real && (last->convolved || last->columns % 2)
               ? EXTRA_PASS_TIME
               : 0;
}

static clfft_role last_role(const struct clfft_axis_task *task)
{
    return task->columns ? CLFFT_ROLE_TILE : CLFFT_ROLE_TURN;
}

/* Two passes, of a points and of the rest, in either order. */
static void try_two(const struct clfft_axis_task *task, uint32_t a,
                    const struct clfft_variation *v, unsigned *best,
                    clfft_axis_choice *choice)
{
    const uint32_t b = (uint32_t)(task->length / a);
    struct part parts[2];

    if (make_part(task, a, b, CLFFT_ROLE_TILE, v, &parts[0]) &&
        make_part(task, b, a, last_role(task), v, &parts[1]))
        keep_faster(parts, 2,
                    parts[0].time + parts[1].time +
                        untangling_time(task, &parts[1].shape),
                    best, choice);
}

/* Three, of which the first has all factors that are no stages. */
static void try_three(const struct clfft_axis_task *task, uint32_t a,
                      const struct clfft_variation *v, unsigned *best,
                      clfft_axis_choice *choice)
{
    const uint64_t rest = task->length / a;
    struct part parts[3];
    uint32_t others[2];

    if (clfft_factor_split(rest, 2, CLFFT_LARGEST_TILE, others) &&
        make_part(task, a, rest, CLFFT_ROLE_TILE, v, &parts[0]) &&
        make_part(task, others[0], others[1], CLFFT_ROLE_TILE, v, &parts[1]) &&
        make_part(task, others[1], a, last_role(task), v, &parts[2]))
        keep_faster(parts, 3,
                    parts[0].time + parts[1].time + parts[2].time +
                        untangling_time(task, &parts[2].shape),
                    best, choice);
}

bool clfft_group_own(const struct clfft_axis_task *task, unsigned variation,
                     clfft_axis_choice *choice)
{
    const uint64_t n = task->length;
    unsigned best = UINT32_MAX;

    if (variation >= CLFFT_OWN_VARIATIONS)
        return false;
    for (uint32_t a = 2; a <= LONGEST_OWN && a <= n / 2; a++)
        if (n % a == 0 && n / a <= LONGEST_OWN)
            try_two(task, a, &variations[variation], &best, choice);
    for (uint32_t a = 2; best == UINT32_MAX && a <= LONGEST_OWN && a <= n / 4;
         a++)
        if (n % a == 0 && has_stages(task, n / a))
            try_three(task, a, &variations[variation], &best, choice);
    return best < UINT32_MAX;
}
