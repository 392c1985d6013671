/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group_pass.c: chooses the work-items, the columns and the layout of one pass
 * of the group schedule. Rows run 64 to 128 work-items a group and want padded
 * layouts, tiles run 256 to 512 and want plain columns, and turning passes want
 * rows that start in different banks. Figures: docs/internals/notes.md,
 * "group_pass.c".
 */
#include "clfft/base/limits.h"
#include "group.h"

#define SHARED_WORK                                                            \
    16 /* a prime's butterfly takes as long as so many times                   \
          fewer numbers in registers */
#define SHARED_BYTES 24576 /* of a group, so that many are at work */
#define LEAST_PRIME 17     /* radices above it, of rows of two, come last */
#define LEAST_BESIDE_PRIME 3
#define MOST_TWICE 16      /* a work-item runs up to two butterflies of it */
#define GOOD_REGISTERS 16  /* points of a work-item */
#define LARGE_REGISTERS 24 /* the same of long rows */
#define MOST_REGISTERS 32
#define MOST_ITEMS 512
#define MOST_TILE_ITEMS 384
#define WIDE_TILE_ITEMS 480 /* the same of mixed radices */
#define EVEN_ROWS 16
#define MOST_COLUMNS 32
#define NARROW_TILE 128 /* points of the longest tile of 32 columns */
#define WIDE_TILE 170   /* the same of mixed radices */
#define ROWS_GROUP 128  /* work-items of a group of rows */
/* The limits of rows that are exchanged in parts. */
#define LONG_ITEMS 1024
#define LONG_MOST_REGISTERS 40
/* Short rows, of so many work-items each, are in groups of no more than so
   many. */
#define SHORT_GROUP 32
#define SHORT_LEAST_ITEMS 8
#define SHORT_MOST_ITEMS 10
/* Two rows of so many work-items fill 32 lanes nearly. */
#define PAIR_LEAST_ITEMS 14
#define PAIR_MOST_ITEMS 16
#define NARROW_LEAST_ITEMS 4
/* Short rows of three radices, between these lengths, avoid rounds that are
   not full. */
#define FULL_LEAST_LENGTH 64
#define FULL_MOST_LENGTH 256
/* Two groups of long split rows share a processor's registers if two for a
   point and some others suffice. */
#define PROCESSOR_REGISTERS 65536
#define SPLIT_LEAST_ITEMS 385
#define OTHER_REGISTERS 24
/* Short rows of two radices in these ranges have more work-items. */
#define WIDE_LEAST_RADIX 11
#define WIDE_MOST_RADIX 16
#define WIDE_LEAST_OTHER 3
#define SHORT_LENGTH 64
/* Halves of real rows of such radices have few instead. */
#define HALVED_LEAST_RADIX 13
#define HALVED_MOST_OTHER 4

/* What work-items take in turn, each with so many registers, and how long one
   takes beside a butterfly of a radix in registers. */
struct stage {
    unsigned turns, registers, work;
};

static struct stage stage_of(const clfft_shape *shape, unsigned i,
                             uint32_t length)
{
    const unsigned radix = shape->radices[i];
    const unsigned sharers = clfft_sharers(radix);

    if (i || !clfft_shape_shares(shape))
        return (struct stage){length / radix, radix, 1};
    return (struct stage){length / radix * sharers,
                          2 * ((radix / 2 + sharers - 1) / sharers) + 1,
                          radix / SHARED_WORK};
}

/* The fewest work-items of a transform that have no more than so many
   registers; 0 if a radix alone takes more. */
static unsigned least_items(const clfft_shape *shape, uint32_t length,
                            unsigned most_registers)
{
    unsigned least = 1;

    for (unsigned i = 0; i < shape->n_radices; i++) {
        const struct stage s = stage_of(shape, i, length);
        const unsigned most_rounds = most_registers / s.registers;
        if (!most_rounds)
            return 0;
        const unsigned items = (s.turns + most_rounds - 1) / most_rounds;
        if (items > least)
            least = items;
    }
    return least;
}

/* The cost of a number of work-items: the slots that all stages occupy, idle
   ones included, and more where a work-item has many registers, where rows of
   few work-items read parts of cache sectors, or where short rows have rounds
   that are not full. Less is better. */
static uint64_t cost_of(const struct clfft_axis_task *task,
                        const clfft_shape *shape, uint32_t length,
                        clfft_role role, unsigned good_registers,
                        unsigned items)
{
    const bool wants_full =
        role == CLFFT_ROLE_ROWS && clfft_group_is_plain(task) &&
        shape->n_radices == 3 && length >= FULL_LEAST_LENGTH &&
        length <= FULL_MOST_LENGTH;
    unsigned registers = 0;
    uint64_t cost = 0;

    for (unsigned i = 0; i < shape->n_radices; i++) {
        const struct stage s = stage_of(shape, i, length);
        const unsigned rounds = (s.turns + items - 1) / items;
        const uint64_t slots = (uint64_t)rounds * items * s.registers * s.work;
        cost += wants_full && rounds * items != s.turns ? slots * 5 / 4 : slots;
        if (rounds * s.registers > registers)
            registers = rounds * s.registers;
    }
    /* many registers cost occupancy, few points an item cost traffic */
    if (registers > good_registers)
        cost += cost * (registers - good_registers) / good_registers /
                (wants_full ? 1 : 2);
    if (role == CLFFT_ROLE_ROWS && items * 8 < CLFFT_SECTOR_BYTES)
        cost *= 2;
    else if (role == CLFFT_ROLE_ROWS && items * 8 < 2 * CLFFT_SECTOR_BYTES)
        cost += cost / 4;
    return cost;
}

/* The number of work-items of a transform that costs least; 0 if none fits. */
static unsigned choose_items(const struct clfft_axis_task *task,
                             const clfft_shape *shape, uint32_t length,
                             clfft_role role, unsigned good_registers,
                             unsigned most)
{
    const unsigned most_registers =
        most > MOST_ITEMS ? LONG_MOST_REGISTERS : MOST_REGISTERS;
    const unsigned least = least_items(shape, length, most_registers);
    uint64_t best_cost = UINT64_MAX;
    unsigned best = 0;

    for (unsigned t = least; t && t <= most && t <= length; t++) {
        const uint64_t cost =
            cost_of(task, shape, length, role, good_registers, t);
        if (cost < best_cost) {
            best_cost = cost;
            best = t;
        }
    }
    return best;
}

/* Of short rows of two radices those work-items that are faster than the ones
   of the least cost, which read too little of a row at once or are too many.
   Figures: docs/internals/notes.md, "group_pass.c". */
static unsigned adjust_items(const struct clfft_axis_task *task,
                             const clfft_shape *shape, uint32_t length,
                             unsigned items)
{
    const unsigned a = shape->radices[0], b = shape->radices[1];
    const unsigned large = a > b ? a : b, small = a > b ? b : a;
    const bool is_plain = clfft_group_is_plain(task);
    const bool is_large = large >= WIDE_LEAST_RADIX;

    if (!task->limits->local_is_dedicated || shape->n_radices != 2 ||
        !(length & (length - 1)) || large > WIDE_MOST_RADIX)
        return items;
    if (is_plain && is_large && clfft_group_makes_real(task) &&
        small <= SHORT_MOST_ITEMS)
        return small > NARROW_LEAST_ITEMS ? small : NARROW_LEAST_ITEMS;
    if (small < WIDE_LEAST_OTHER)
        return items;
    if (is_plain && is_large && task->halved && small < SHORT_LEAST_ITEMS &&
        (length < SHORT_LENGTH || large >= HALVED_LEAST_RADIX))
        return small <= HALVED_MOST_OTHER ? (large + 1) / 2 : items;
    if (is_plain && !is_large &&
        (length >= SHORT_LENGTH || clfft_group_makes_real(task) ||
         (task->halved && small <= HALVED_MOST_OTHER)))
        return items;
    return large > items && (is_large || is_plain) ? large : items;
}

/* Whether a pass of rows takes more columns than others do: those of mixed
   radices, but not c2r nor complex rows of a multiple of 16 points, which are
   as fast with few. Figures: docs/internals/notes.md, "group_pass.c". */
static bool is_wide_tile(const struct clfft_axis_task *task, uint32_t length)
{
    return clfft_group_is_plain(task) && !task->columns &&
           (task->halved ? task->reads_real : task->length % EVEN_ROWS != 0) &&
           length & (length - 1);
}

/* The columns that a tile begins with: 4 where 8 take more than 48 KiB. */
static unsigned columns_of_tile(const struct clfft_axis_task *task,
                                uint32_t length)
{
    const bool is_long =
        !task->convolved && length * task->real_size > CLFFT_WIDE_TILE * 4u;
    const uint32_t widest =
        is_wide_tile(task, length) ? WIDE_TILE : NARROW_TILE;

    return length <= widest ? 32 : length <= 256 ? 16 : is_long ? 4 : 8;
}

/* How many columns share a group's work-items from the start. Rows and short
   tiles choose their work-items as if they had the group alone. */
static unsigned side_by_side(const struct clfft_axis_task *task,
                             uint32_t length, clfft_role role)
{
    const unsigned columns = columns_of_tile(task, length);

    if (role == CLFFT_ROLE_ROWS ||
        (role != CLFFT_ROLE_LINES && length <= CLFFT_LARGEST_TILE &&
         !clfft_group_is_long_tile(task, length, role)))
        return 1;
    return columns < 8 ? columns : 8;
}

static bool fits_local(const struct clfft_axis_task *task,
                       const clfft_shape *shape)
{
    return clfft_shape_local_size(shape, task->real_size) <=
           clfft_planner_local_size(task->limits);
}

/* Halves the columns until local memory holds them; false if nothing fits. Long
   columns are exchanged in halves first; a row is split, then loses its
   holes. */
static bool fit_local(const struct clfft_axis_task *task, uint32_t length,
                      clfft_role role, clfft_shape *shape)
{
    if (role != CLFFT_ROLE_ROWS && !task->convolved && length % 2 == 0 &&
        !clfft_shape_shares(shape) && length > CLFFT_WIDE_TILE &&
        !fits_local(task, shape))
        shape->parts = 2;
    for (; !fits_local(task, shape); shape->columns /= 2) {
        if (shape->columns == 1) {
            if (shape->split && shape->layout == CLFFT_LAYOUT_PLAIN)
                return false;
            shape->split = true;
            /* on dedicated local memory a split row without holes is faster
               (figures: docs/internals/notes.md, "group_pass.c") */
            if (role == CLFFT_ROLE_ROWS && length & (length - 1) &&
                !task->limits->local_is_dedicated)
                shape->layout = CLFFT_LAYOUT_PITCH;
            if (fits_local(task, shape))
                break;
            shape->layout = CLFFT_LAYOUT_PLAIN;
            return fits_local(task, shape);
        }
    }
    return true;
}

static bool fits_whole(const struct clfft_axis_task *task,
                       const clfft_shape *shape, unsigned columns)
{
    clfft_shape whole = *shape;

    whole.columns = (uint16_t)columns;
    whole.split = false;
    return fits_local(task, &whole);
}

/* Whether the last pass of r2c is exchanged whole: one of three stages, of an
   odd length or of many columns. Figures: docs/internals/notes.md,
   "group_pass.c". */
static bool turns_whole(const struct clfft_axis_task *task, uint32_t length,
                        clfft_role role, const clfft_shape *shape,
                        unsigned columns)
{
    return role == CLFFT_ROLE_TURN && clfft_group_is_plain(task) &&
           task->reads_real && shape->n_radices > 2 &&
           (length % 2 || columns > 8) && fits_whole(task, shape, columns);
}

/* How many columns a tile has from the start. Those of r2c that have more than
   others are exchanged whole, or have no more if they do not fit so. Figures:
   docs/internals/notes.md, "group_pass.c". */
static unsigned choose_columns(const struct clfft_axis_task *task,
                               uint32_t length, clfft_shape *shape)
{
    const bool is_wide = is_wide_tile(task, length);
    const unsigned most_items = is_wide ? WIDE_TILE_ITEMS : MOST_TILE_ITEMS;
    unsigned columns = columns_of_tile(task, length);

    if (columns > 8 && columns * shape->items > most_items)
        columns /= 2;
    if (!is_wide || !task->halved || columns < 32 ||
        (length <= NARROW_TILE && columns * shape->items <= MOST_TILE_ITEMS))
        return columns;
    if (!fits_whole(task, shape, columns))
        return columns / 2;
    shape->split = false;
    return columns;
}

/* The registers of a complex row that is exchanged split: as few as let two
   groups share a processor, if they suffice; else 0, the compiler's choice.
   Figures: docs/internals/notes.md, "group_pass.c". */
static unsigned limit_registers(const struct clfft_axis_task *task,
                                uint32_t length, const clfft_shape *shape)
{
    const unsigned lanes = (shape->items + 31u) / 32 * 32;
    const unsigned registers = PROCESSOR_REGISTERS / 2 / lanes / 8 * 8;
    const unsigned points = (length + shape->items - 1) / shape->items;

    return task->limits->limits_registers && clfft_group_is_plain(task) &&
                   !task->halved && shape->split && shape->parts < 2 &&
                   shape->items >= SPLIT_LEAST_ITEMS &&
                   shape->items <= MOST_ITEMS &&
                   2 * points + OTHER_REGISTERS <= registers
               ? registers
               : 0;
}

/* How many rows share a group: short ones as many as have 32 work-items. Two or
   four longer rows of mixed radices begin in the same banks, and one alone is
   faster. Three do not. Figures: docs/internals/notes.md, "group_pass.c". */
static unsigned rows_of_group(const struct clfft_axis_task *task,
                              uint32_t length, unsigned items)
{
    const unsigned rows = ROWS_GROUP / items;
    const bool meet = rows == 2 || rows == 4;
    const bool is_mixed = (length & (length - 1)) != 0;
    const unsigned least =
        task->halved && is_mixed ? NARROW_LEAST_ITEMS : SHORT_LEAST_ITEMS;

    if (clfft_group_is_plain(task) &&
        ((items >= least && items <= SHORT_MOST_ITEMS) ||
         (is_mixed && items >= PAIR_LEAST_ITEMS && items <= PAIR_MOST_ITEMS)))
        return SHORT_GROUP / items;
    return meet && task->limits->local_is_dedicated && is_mixed ? 1 : rows;
}

void clfft_group_widen(const struct clfft_axis_task *task,
                       const struct clfft_variation *v, clfft_role role,
                       uint32_t pitch, clfft_shape *shape)
{
    const bool is_short = shape->n_radices == 2;
    const bool may = role == CLFFT_ROLE_TURN ? is_short && !task->reads_real
                                             : !clfft_group_makes_real(task);
    clfft_shape wide = *shape;

    wide.columns = (uint16_t)(wide.columns * 2);
    if (may && clfft_group_is_plain(task) && !task->columns && pitch % 2 &&
        !v->columns && !v->most_items && shape->columns >= 8 &&
        wide.columns <= (is_short ? MOST_COLUMNS : MOST_COLUMNS / 2) &&
        wide.items * wide.columns <= MOST_ITEMS &&
        wide.items * wide.columns <= task->limits->max_work_group &&
        fits_local(task, &wide))
        *shape = wide;
}

/* How many rows share a group whose stage of a prime decides its time: as many
   as leave the fewest lanes idle. */
static unsigned rows_of_shared(uint32_t length, size_t point_size,
                               unsigned items)
{
    unsigned best = 1, best_idle = UINT32_MAX;

    for (unsigned rows = 1; rows * items <= MOST_TILE_ITEMS &&
                            rows * length * point_size <= SHARED_BYTES;
         rows++) {
        const unsigned lanes = (rows * items + 31) / 32 * 32;
        const unsigned idle = (lanes - rows * items) * 100 / lanes;

        if (idle < best_idle) {
            best_idle = idle;
            best = rows;
        }
    }
    return best;
}

/* Stages of a prime read each point many times, so their points lie where an
   address is one sum, and whole. Returns false if they do not fit so. */
static bool place_shared(const struct clfft_axis_task *task, uint32_t length,
                         clfft_role role, unsigned *columns, clfft_shape *shape)
{
    shape->layout = CLFFT_LAYOUT_PLAIN;
    shape->split = false;
    if (role == CLFFT_ROLE_ROWS)
        *columns = rows_of_shared(length, 2 * task->real_size, shape->items);
    return fits_whole(task, shape, 1);
}

/* Rows of a prime that takes many registers and one more radix: the prime comes
   last, and the work-items fill a warp. Returns how many rows share a group, 0
   for other rows. */
static unsigned place_prime(const struct clfft_axis_task *task, uint32_t length,
                            clfft_shape *shape)
{
    unsigned prime = 0, other;

    for (unsigned i = 0; i < shape->n_radices; i++)
        if (shape->radices[i] > LEAST_PRIME && shape->radices[i] > prime &&
            clfft_is_prime(shape->radices[i]))
            prime = shape->radices[i];
    if (!prime || clfft_shape_shares(shape) || !clfft_group_is_plain(task))
        return 0;
    other = length / prime;
    if (other < LEAST_BESIDE_PRIME || other > CLFFT_LARGEST_PRIME ||
        !clfft_is_radix(other))
        return 0;
    *shape =
        (clfft_shape){.schedule = CLFFT_SCHEDULE_GROUP,
                      .n_radices = 2,
                      .radices = {(uint8_t)other, (uint8_t)prime},
                      .items = (uint16_t)(other > MOST_TWICE ? prime : other),
                      .layout = CLFFT_LAYOUT_PADDED};
    return SHORT_GROUP / shape->items ? SHORT_GROUP / shape->items : 1;
}

bool clfft_group_pass(const struct clfft_axis_task *task, uint32_t length,
                      clfft_role role, const struct clfft_variation *v,
                      clfft_shape *shape)
{
    const clfft_limits *limits = task->limits;
    const bool goes_in_parts = clfft_group_goes_in_parts(task, length, v);
    const unsigned engine_items = goes_in_parts ? LONG_ITEMS : MOST_ITEMS;
    const unsigned device_items = limits->max_work_group < engine_items
                                      ? limits->max_work_group
                                      : engine_items;
    const unsigned most_items = v->most_items && v->most_items < device_items
                                    ? v->most_items
                                    : device_items;
    /* lines side by side share them, which is faster than fewer lines or two
       passes (figures: docs/internals/notes.md, "group_pass.c") */
    const unsigned sharing =
        v->sharing ? v->sharing : side_by_side(task, length, role);
    const unsigned row_items =
        most_items >= sharing ? most_items / sharing : most_items;
    unsigned columns, prime_columns = 0;

    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_GROUP};
    if ((v->registers && !limits->limits_registers) ||
        (v->parts && (role != CLFFT_ROLE_ROWS || length % v->parts)) ||
        !clfft_group_radices(task, length, role, v, shape) ||
        (v->parts && clfft_shape_shares(shape)))
        return false;
    shape->registers = (uint8_t)v->registers;
    shape->parts = (uint8_t)v->parts;
    shape->items = (uint16_t)choose_items(
        task, shape, length, role,
        v->largest_radix == 8 ? 8
        : goes_in_parts || clfft_group_is_long_row(task, length, role)
            ? LARGE_REGISTERS
            : GOOD_REGISTERS,
        row_items);
    if (!shape->items)
        return false;
    if (role == CLFFT_ROLE_ROWS) {
        shape->items =
            (uint16_t)adjust_items(task, shape, length, shape->items);
        columns = rows_of_group(task, length, shape->items);
        /* mixed radices have fewer bank conflicts without holes */
        shape->layout = !(length & (length - 1)) ? CLFFT_LAYOUT_PADDED
                        : columns > 1            ? CLFFT_LAYOUT_PITCH
                                                 : CLFFT_LAYOUT_PLAIN;
        if (!v->largest_radix && !v->most_items)
            prime_columns = place_prime(task, length, shape);
        if (prime_columns)
            columns = prime_columns;
    } else {
        shape->layout =
            role == CLFFT_ROLE_TURN ? CLFFT_LAYOUT_PITCH : CLFFT_LAYOUT_PLAIN;
        shape->split = true;
        columns = choose_columns(task, length, shape);
        if (turns_whole(task, length, role, shape, columns))
            shape->split = false;
    }
    if (v->parts)
        shape->split = !v->together;
    if (clfft_shape_shares(shape) &&
        !place_shared(task, length, role, &columns, shape))
        return false;
    columns = v->columns >= 0 ? columns << v->columns : columns >> -v->columns;
    if (!columns)
        columns = 1;
    if (v->other_exchange)
        shape->split = !shape->split;
    if (v->other_layout)
        shape->layout = shape->layout == CLFFT_LAYOUT_PITCH
                            ? CLFFT_LAYOUT_PLAIN
                            : CLFFT_LAYOUT_PITCH;
    while (columns > 1 && columns * shape->items > most_items)
        columns /= 2;
    shape->columns = (uint16_t)columns;
    if (!prime_columns)
        clfft_group_order(task, length, role, v, shape);
    if (!fit_local(task, length, role, shape))
        return false;
    if (role == CLFFT_ROLE_ROWS && !v->registers && v->fewer_registers)
        shape->registers = (uint8_t)limit_registers(task, length, shape);
    return true;
}
