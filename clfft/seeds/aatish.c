/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * aatish.c: expands the seed `aatish`, the program of Aatish and Zhang, "Three
 * Dimensional Fast Fourier Transform CUDA Implementation": transforms along
 * rows, H rows of a work-group in local memory, and transposes that turn the
 * next axis into rows. Three axes are seven passes: three of rows, four
 * transposes.
 *
 *   aatish [hROWS] [trig] [merged] [registers] [twice] [shuffle] [general]
 *          [wITEMS]
 *
 * trig is where sine and cosine come from: native as in the paper, or sincos,
 * sinpi and table (the engine's). The other words are proposals of the paper,
 * except `general`: the order of the roots by a bit reversal at run time, not
 * written out for each stage. wITEMS are the work-items of a transpose, fewer
 * where a device has no groups of 256.
 *
 *   merged     two transposes that follow one another are one
 *   registers  each row pass begins the next axis in registers: log2(rows of
 *              a work-item) stages, on rows that it loads bit-reversed
 *   twice      two work-items a column, each with half of the rows
 *   shuffle    stages shorter than a sub-group without local memory
 */
#include "seed.h"

#include "clfft/base/error.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_ROWS 4 /* the optimum of the paper */
#define MOST_ROWS 32
#define LONGEST 1024u /* work-items of a group */
#define MOST_ALL_ROWS (UINT64_C(1) << 31)

#define TILE 32 /* points of a side, as in NVIDIA's transpose */
#define TILE_BITS 5
#define MOST_ITEMS 256

enum { ROWS, TRIG, WORDS, ITEMS, SEEN };
enum { SEEN_ROWS = 1, SEEN_TRIG = 2, SEEN_ITEMS = 4 };
enum { MERGED = 1, REGISTERS = 2, TWICE = 4, SHUFFLE = 8, GENERAL = 16 };

/* numbers of aatish.cl */
enum { NATIVE, SINCOS, SINPI, TABLE };

static const char *const trig_names[] = {"native", "sincos", "sinpi", "table"};
static const char *const word_names[] = {"merged", "registers", "twice",
                                         "shuffle", "general"};

/* ---- text ---- */

static bool read(const char *word, clfft_seed_choice *choice)
{
    uint32_t *option = choice->option, *seen = &option[SEEN];

    for (unsigned i = 0; i < sizeof word_names / sizeof word_names[0]; i++)
        if (!strcmp(word, word_names[i]))
            return clfft_seed_see(&option[WORDS], 1u << i);
    for (unsigned i = 0; i < sizeof trig_names / sizeof trig_names[0]; i++)
        if (!strcmp(word, trig_names[i])) {
            option[TRIG] = i;
            return clfft_seed_see(seen, SEEN_TRIG);
        }
    if (clfft_seed_read_count(word, 'w', &option[ITEMS]))
        return clfft_seed_see(seen, SEEN_ITEMS);
    return clfft_seed_read_count(word, 'h', &option[ROWS]) &&
           clfft_seed_see(seen, SEEN_ROWS);
}

static uint32_t parts_of(const clfft_seed_choice *choice)
{
    return choice->option[WORDS] & TWICE ? 2 : 1;
}

static clfft_status finish(clfft_seed_choice *choice)
{
    uint32_t *option = choice->option;
    const uint32_t words = option[WORDS];

    option[SEEN] = 0;
    if (!option[ROWS])
        option[ROWS] = DEFAULT_ROWS;
    if (option[ROWS] > MOST_ROWS || option[ROWS] & (option[ROWS] - 1))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: aatish: rows of a group are 1, 2, 4, 8, 16 "
                          "or %u, not %" PRIu32,
                          MOST_ROWS, option[ROWS]);
    if (!option[ITEMS])
        option[ITEMS] = MOST_ITEMS;
    if (option[ITEMS] < TILE || option[ITEMS] > MOST_ITEMS ||
        option[ITEMS] & (option[ITEMS] - 1))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: aatish: work-items of a transpose are %u, "
                          "64, 128 or %u, not %" PRIu32,
                          TILE, MOST_ITEMS, option[ITEMS]);
    if (words & TWICE && option[ROWS] < 2)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: aatish: twice shares out 2 rows or more, "
                          "not 1");
    if (words & REGISTERS && option[ROWS] / parts_of(choice) < 2)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: aatish: registers takes 2 rows a work-item "
                          "or more, not 1");
    return CLFFT_STATUS_OK;
}

static size_t print(const clfft_seed_choice *choice, char *text, size_t size)
{
    char words[64] = "", items[16] = "";

    for (unsigned i = 0; i < sizeof word_names / sizeof word_names[0]; i++) {
        const size_t length = strlen(words);
        if (choice->option[WORDS] & 1u << i)
            snprintf(words + length, sizeof words - length, " %s",
                     word_names[i]);
    }
    if (choice->option[ITEMS] != MOST_ITEMS)
        snprintf(items, sizeof items, " w%" PRIu32, choice->option[ITEMS]);
    return (size_t)snprintf(text, size, " h%" PRIu32 " %s%s%s",
                            choice->option[ROWS],
                            trig_names[choice->option[TRIG]], words, items);
}

/* ---- passes ---- */

/* The log2 of the lengths in their present order, the fastest first. */
struct layout {
    unsigned bits[CLFFT_MAX_RANK];
};

static struct layout read_layout(const clfft_desc *desc)
{
    struct layout layout = {{0}};

    for (unsigned d = 0; d < desc->rank; d++)
        layout.bits[d] = clfft_seed_log2(desc->lengths[d]);
    return layout;
}

struct passes {
    const clfft_desc *desc;
    const clfft_seed_choice *choice;
    clfft_recipe *recipe;
    struct layout now;
    unsigned table_bits; /* roots of the longest axis serve all */
    unsigned n, n_all;
    unsigned begun; /* stages of the fastest axis that are done */
};

/* Adds a step. The last one writes the output, so every second one does. */
static clfft_step *add_step(struct passes *passes)
{
    const unsigned i = passes->n++;
    const unsigned rest = passes->n_all - passes->n;
    const int from = i == 0           ? CLFFT_BUFFER_INPUT
                     : (rest + 1) % 2 ? CLFFT_BUFFER_SCRATCH
                                      : CLFFT_BUFFER_OUTPUT;

    return clfft_seed_add(passes->desc, passes->recipe, from,
                          rest % 2 ? CLFFT_BUFFER_SCRATCH
                                   : CLFFT_BUFFER_OUTPUT);
}

/* How many stages of the next axis a pass begins that is not the last one of
   rows. */
static unsigned stages_begun(const struct passes *passes, bool last)
{
    const unsigned held = clfft_seed_log2(passes->choice->option[ROWS] /
                                          parts_of(passes->choice));
    const unsigned next = passes->now.bits[1];

    if (last || !(passes->choice->option[WORDS] & REGISTERS))
        return 0;
    return held < next ? held : next;
}

static void need_sub_groups(clfft_seed_launch *launch)
{
    launch->seed_method.extension = "cl_khr_subgroup_shuffle";
    launch->seed_method.is_opencl_3 = true;
}

static void add_rows(struct passes *passes, bool last)
{
    const clfft_seed_choice *choice = passes->choice;
    const uint32_t rows = choice->option[ROWS], words = choice->option[WORDS];
    const unsigned bits = passes->now.bits[0];
    const unsigned n_rows = passes->now.bits[1] + passes->now.bits[2];
    const unsigned begin = stages_begun(passes, last);
    clfft_step *step = add_step(passes);
    clfft_seed_launch *launch = clfft_seed_launch_of(passes->recipe, step);

    launch->seed_method.kernel = "aatish_rows";
    launch->seed_method.file = "seeds/aatish-rows.cl";
    clfft_seed_define(launch, "BITS", bits);
    clfft_seed_define(launch, "ROWS", rows);
    clfft_seed_define(launch, "PARTS", parts_of(choice));
    clfft_seed_define(launch, "TRIG", choice->option[TRIG]);
    clfft_seed_define(launch, "BEGUN", passes->begun);
    clfft_seed_define(launch, "BEGIN", begin);
    clfft_seed_define(launch, "GENERAL", !!(words & GENERAL));
    clfft_seed_define(launch, "SHUFFLE", !!(words & SHUFFLE));
    if (words & SHUFFLE)
        need_sub_groups(launch);
    launch->seed_method.items = parts_of(choice) << bits;
    launch->seed_method.rows = UINT64_C(1) << n_rows;
    launch->seed_method.rows_a_group = rows;
    launch->seed_method.local_size = (size_t)rows * 2 * sizeof(float) << bits;
    launch->value[0] = n_rows;
    launch->value[1] = passes->now.bits[1];
    launch->value[2] = passes->table_bits;
    step->root_count =
        choice->option[TRIG] == TABLE ? UINT64_C(1) << passes->table_bits : 0;
    passes->begun = begin;
}

/* A transpose of u and v for every w; log2 of lengths and of strides. */
struct turn {
    unsigned nu, nv, nw;
    unsigned v_in, w_in, u_out, w_out; /* u in and v out lie side by side */
};

static void add_turn(struct passes *passes, const struct turn *t)
{
    const uint32_t values[] = {t->nu,   t->nv,    t->v_in,
                               t->w_in, t->u_out, t->w_out};
    clfft_seed_launch *launch =
        clfft_seed_launch_of(passes->recipe, add_step(passes));
    unsigned tiles = t->nw;

    launch->seed_method.kernel = "aatish_transpose";
    launch->seed_method.file = "seeds/aatish-transpose.cl";
    clfft_seed_define(launch, "TILE", TILE);
    clfft_seed_define(launch, "ITEMS", passes->choice->option[ITEMS]);
    launch->seed_method.items = passes->choice->option[ITEMS];
    tiles += t->nu > TILE_BITS ? t->nu - TILE_BITS : 0;
    tiles += t->nv > TILE_BITS ? t->nv - TILE_BITS : 0;
    launch->seed_method.rows = UINT64_C(1) << tiles;
    launch->seed_method.rows_a_group = 1;
    launch->seed_method.local_size =
        (size_t)TILE * (TILE + 1) * 2 * sizeof(float);
    memcpy(launch->value, values, sizeof values);
    launch->value[6] = tiles;
}

/* (x, y, z) -> (y, x, z) */
static void add_exchange_of_two(struct passes *passes)
{
    const unsigned x = passes->now.bits[0], y = passes->now.bits[1];
    const unsigned z = passes->now.bits[2];

    add_turn(passes, &(struct turn){.nu = x,
                                    .nv = y,
                                    .nw = z,
                                    .v_in = x,
                                    .w_in = x + y,
                                    .u_out = y,
                                    .w_out = x + y});
    passes->now = (struct layout){{y, x, z}};
}

/* (x, y, z) -> (z, y, x) */
static void add_exchange_of_ends(struct passes *passes)
{
    const unsigned x = passes->now.bits[0], y = passes->now.bits[1];
    const unsigned z = passes->now.bits[2];

    add_turn(passes, &(struct turn){.nu = x,
                                    .nv = z,
                                    .nw = y,
                                    .v_in = x + y,
                                    .w_in = x,
                                    .u_out = y + z,
                                    .w_out = z});
    passes->now = (struct layout){{z, y, x}};
}

/* (x, y, z) -> (y, z, x), at once or by two exchanges */
static void add_rotation(struct passes *passes, bool merged)
{
    const unsigned x = passes->now.bits[0], y = passes->now.bits[1];
    const unsigned z = passes->now.bits[2];

    if (!merged) {
        add_exchange_of_ends(passes);
        add_exchange_of_two(passes);
        return;
    }
    add_turn(passes,
             &(struct turn){.nu = x, .nv = y + z, .v_in = x, .u_out = y + z});
    passes->now = (struct layout){{y, z, x}};
}

static void add_three_axes(struct passes *passes, bool merged, bool registers)
{
    passes->n_all = (registers ? 9 : 7) - (!merged ? 0 : registers ? 3 : 1);
    add_rows(passes, false);
    if (registers)
        add_rotation(passes, merged);
    else
        add_exchange_of_two(passes);
    add_rows(passes, false);
    if (registers)
        add_rotation(passes, merged);
    else
        add_exchange_of_ends(passes);
    add_rows(passes, true);
    add_rotation(passes, merged);
}

static void add_two_axes(struct passes *passes)
{
    passes->n_all = 4;
    add_rows(passes, false);
    add_exchange_of_two(passes);
    add_rows(passes, true);
    add_exchange_of_two(passes);
}

static clfft_status check(const clfft_desc *desc,
                          const clfft_seed_choice *choice)
{
    const uint32_t words = choice->option[WORDS];
    const unsigned most_axes = words & MERGED ? 3 : words & REGISTERS ? 2 : 1;

    for (unsigned d = 0; d < desc->rank; d++) {
        const uint64_t n = desc->lengths[d];
        if (n > LONGEST || n & (n - 1))
            return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                              "recipe: aatish takes powers of two to %u an "
                              "axis, axis %u has %" PRIu64,
                              LONGEST, d, n);
        if (clfft_seed_points(desc) / n >
            MOST_ALL_ROWS / clfft_desc_batch(desc))
            return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                              "recipe: aatish takes at most 2^31 rows, the "
                              "description has %" PRIu64 " x %" PRIu64,
                              clfft_seed_points(desc) / n,
                              clfft_desc_batch(desc));
    }
    if (desc->rank < most_axes)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: aatish: %s takes %u axes or more, the "
                          "description has %u",
                          words & MERGED ? "merged" : "registers", most_axes,
                          desc->rank);
    return CLFFT_STATUS_OK;
}

static clfft_status expand(const clfft_desc *desc,
                           const clfft_seed_choice *choice,
                           clfft_recipe *recipe)
{
    struct passes passes = {.desc = desc,
                            .choice = choice,
                            .recipe = recipe,
                            .now = read_layout(desc),
                            .n_all = 1};
    clfft_status status = check(desc, choice);

    if (status != CLFFT_STATUS_OK)
        return status;
    for (unsigned d = 0; d < desc->rank; d++)
        if (passes.table_bits < passes.now.bits[d])
            passes.table_bits = passes.now.bits[d];
    if (desc->rank == 3)
        add_three_axes(&passes, choice->option[WORDS] & MERGED,
                       choice->option[WORDS] & REGISTERS);
    else if (desc->rank == 2)
        add_two_axes(&passes);
    else
        add_rows(&passes, true);
    return CLFFT_STATUS_OK;
}

/* ---- accuracy ---- */

/*
 * Errors of bainville.c's radix 2, each a relative L2 of one stage:
 * butterflies and the last bit of each root are random, the rounded angle is
 * off the same way in every stage. The first stage of an axis has no roots.
 */
#define ROUNDING 0.42e-7
#define ANGLE_ERROR 0.22e-7
#define NATIVE_ROOT_ERROR 6.7e-7 /* 2^-20.5, sin.approx of NVIDIA's PTX */
#define MARGIN 1.3

static double limit(const clfft_desc *desc, const clfft_seed_choice *choice)
{
    const uint32_t trig = choice->option[TRIG];
    unsigned n_stages = 0, n_turns = 0;
    double square, angle;

    if (trig == TABLE)
        return 0;
    for (unsigned d = 0; d < desc->rank; d++) {
        const unsigned bits = clfft_seed_log2(desc->lengths[d]);
        n_stages += bits;
        n_turns += bits ? bits - 1 : 0;
    }
    angle = trig == SINPI ? 0 : n_turns * ANGLE_ERROR;
    square = n_stages * ROUNDING * ROUNDING + angle * angle;
    if (trig == NATIVE)
        square += n_turns * NATIVE_ROOT_ERROR * NATIVE_ROOT_ERROR;
    return MARGIN * sqrt(square);
}

const struct clfft_seed clfft_seed_aatish = {
    .name = "aatish",
    .max_rank = 3,
    .read = read,
    .finish = finish,
    .print = print,
    .expand = expand,
    .limit = limit,
};
