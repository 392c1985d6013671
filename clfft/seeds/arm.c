/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arm.c: expands the seed `arm`, the program of "Speeding-up Fast Fourier
 * Transform Mixed-Radix on Mobile ARM Mali GPU by means of OpenCL - Part 2":
 * digit reverse, then stages of radix 2, 3, 4, 5 and 7 in place, a vector
 * kernel for the first of them, twiddle factors between them.
 *
 *   arm RADICES[;RADICES] [FORM] [fused | unfused] [wITEMS]
 *
 * RADICES are the stages in their order, as in 4.4.3, of axis 0 and of axis 1.
 * FORM is how twiddle factors are computed: full, ky or exp_const as in the
 * paper, or table (the engine's). unfused: the twiddle factors have a kernel of
 * their own; fused: the radix kernels multiply, by exp_const or table. The
 * paper has no table, no batches, no real data and no inverse; two axes are
 * rows and transpositions.
 */
#include "arm.h"

#include "digits.h"
#include "clfft/base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_ITEMS 64

enum { SEEN_FORM = 1, SEEN_FUSED = 2, SEEN_ITEMS = 4 };

/* numbers of arm.cl */
enum { NX, NY, NI, LENGTH_N, ROWS, IN_PITCH, OUT_PITCH, ROW_ITEMS };

static const char *const form_names[] = {"", "full", "ky", "exp_const",
                                         "table"};

/* ---- text ---- */

/* Reads "4.4.3" or "4.4.3;5.2"; false if it is no such list or has too many
   radices. */
static bool read_radices(const char *word, clfft_seed_choice *choice)
{
    if (choice->n_radices)
        return false;
    for (const char *c = word;; c += 2) {
        if (!*c || !strchr("23457", *c) ||
            choice->n_radices == CLFFT_MAX_PASSES)
            return false;
        choice->radices[choice->n_radices++] = (uint8_t)(*c - '0');
        if (!c[1] || c[1] == ';') {
            if (choice->option[CLFFT_ARM_N_AXES]++ == 0)
                choice->option[CLFFT_ARM_N_FIRST] = choice->n_radices;
            if (!c[1])
                return choice->option[CLFFT_ARM_N_AXES] <= 2;
        } else if (c[1] != '.') {
            return false;
        }
    }
}

static bool read(const char *word, clfft_seed_choice *choice)
{
    uint32_t *seen = &choice->option[CLFFT_ARM_SEEN];

    if (*word >= '0' && *word <= '9')
        return read_radices(word, choice);
    for (unsigned i = CLFFT_ARM_FULL; i <= CLFFT_ARM_TABLE; i++)
        if (!strcmp(word, form_names[i])) {
            choice->option[CLFFT_ARM_FORM] = i;
            return clfft_seed_see(seen, SEEN_FORM);
        }
    if (!strcmp(word, "fused") || !strcmp(word, "unfused")) {
        choice->option[CLFFT_ARM_UNFUSED] = *word == 'u';
        return clfft_seed_see(seen, SEEN_FUSED);
    }
    return clfft_seed_read_count(word, 'w', &choice->option[CLFFT_ARM_ITEMS]) &&
           clfft_seed_see(seen, SEEN_ITEMS);
}

static clfft_status finish(clfft_seed_choice *choice)
{
    uint32_t *option = choice->option;
    const bool fused = !option[CLFFT_ARM_UNFUSED];

    option[CLFFT_ARM_SEEN] = 0;
    if (!choice->n_radices)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: arm: radices of 2, 3, 4, 5 and 7 are "
                          "missing, as in 4.4.3, of two axes as in 4.4.3;5.2");
    if (!option[CLFFT_ARM_FORM])
        option[CLFFT_ARM_FORM] = CLFFT_ARM_EXP_CONST;
    if (fused && option[CLFFT_ARM_FORM] < CLFFT_ARM_EXP_CONST)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: arm: %s is a form of the twiddle kernel, "
                          "fused takes exp_const or table",
                          form_names[option[CLFFT_ARM_FORM]]);
    if (!option[CLFFT_ARM_ITEMS])
        option[CLFFT_ARM_ITEMS] = DEFAULT_ITEMS;
    return CLFFT_STATUS_OK;
}

static size_t print(const clfft_seed_choice *choice, char *text, size_t size)
{
    const uint32_t *option = choice->option;
    const char *fused = option[CLFFT_ARM_UNFUSED] ? "unfused" : "fused";
    const unsigned n_items = option[CLFFT_ARM_ITEMS];
    char radices[2 * CLFFT_MAX_PASSES + 1], items[16] = "";
    size_t n = 0;

    for (unsigned i = 0; i < choice->n_radices; i++) {
        radices[n++] = (char)('0' + choice->radices[i]);
        radices[n++] = i + 1 == option[CLFFT_ARM_N_FIRST] ? ';' : '.';
    }
    radices[n - 1] = 0;
    if (n_items != DEFAULT_ITEMS)
        snprintf(items, sizeof items, " w%u", n_items);
    return (size_t)snprintf(text, size, " %s %s %s%s", radices,
                            form_names[option[CLFFT_ARM_FORM]], fused, items);
}

/* ---- rows: all transforms along one axis ---- */

struct rows {
    const clfft_desc *desc;
    const clfft_seed_choice *choice;
    clfft_recipe *recipe;
    unsigned axis;
    const uint8_t *radices;
    unsigned n_radices;
    uint32_t n;         /* points of a row */
    uint32_t count;     /* rows of a transform */
    uint32_t in_pitch;  /* elements from row to row: of what is read first, */
    uint32_t pitch;     /* of what the stages work on, */
    uint32_t out_pitch; /* and of what the last of them writes */
    int from, work, to; /* buffers of the three */
    clfft_access load, store;
};

static uint32_t points_of(const uint8_t *radices, unsigned n)
{
    uint64_t points = 1;

    for (unsigned i = 0; i < n && points <= UINT32_MAX; i++)
        points *= radices[i];
    return points > UINT32_MAX ? 0 : (uint32_t)points;
}

static clfft_step *add(const struct rows *rows, const char *kernel,
                       const char *file, int in, int out, uint32_t row_items)
{
    clfft_step *step = clfft_seed_add(rows->desc, rows->recipe, in, out);
    clfft_seed_launch *launch = clfft_seed_launch_of(rows->recipe, step);

    launch->seed_method.kernel = kernel;
    launch->seed_method.file = file;
    launch->seed_method.items = rows->choice->option[CLFFT_ARM_ITEMS];
    launch->seed_method.work = (uint64_t)rows->count * row_items;
    launch->value[LENGTH_N] = rows->n;
    launch->value[ROWS] = rows->count;
    launch->value[IN_PITCH] = launch->value[OUT_PITCH] = rows->pitch;
    launch->value[ROW_ITEMS] = row_items;
    return step;
}

static void fill_first(const clfft_seed_choice *choice, uint64_t n_indices,
                       uint32_t *indices)
{
    for (uint64_t n = 0; n < n_indices; n++)
        indices[n] = clfft_digits_reverse(
            choice->radices, choice->option[CLFFT_ARM_N_FIRST], (uint32_t)n);
}

static void fill_second(const clfft_seed_choice *choice, uint64_t n_indices,
                        uint32_t *indices)
{
    const uint32_t first = choice->option[CLFFT_ARM_N_FIRST];

    for (uint64_t n = 0; n < n_indices; n++)
        indices[n] = clfft_digits_reverse(
            choice->radices + first, choice->n_radices - first, (uint32_t)n);
}

static clfft_step *add_reverse(const struct rows *rows)
{
    clfft_step *step = add(rows, "arm_reverse", "seeds/arm-reverse.cl",
                           rows->from, rows->work, rows->n);
    clfft_seed_launch *launch = clfft_seed_launch_of(rows->recipe, step);

    clfft_seed_define(launch, "LOAD", rows->load);
    launch->value[IN_PITCH] = rows->in_pitch;
    launch->seed_method.n_indices = rows->n;
    launch->fill_indices = rows->axis ? fill_second : fill_first;
    if (rows->load == CLFFT_ACCESS_HALF)
        step->root_count = 2 * rows->n;
    return step;
}

static void set_stage(const struct rows *rows, clfft_step *step, uint32_t nx,
                      uint32_t ny, uint32_t form)
{
    clfft_seed_launch *launch = clfft_seed_launch_of(rows->recipe, step);

    launch->value[NX] = nx;
    launch->value[NY] = ny;
    launch->value[NI] = nx * ny;
    launch->number[0] = -CLFFT_ARM_TWO_PI / (float)(nx * ny);
    clfft_seed_define(launch, "FORM", form);
    if (form == CLFFT_ARM_TABLE)
        step->root_count = rows->n;
}

static clfft_step *add_stage(const struct rows *rows, unsigned s, uint32_t nx)
{
    const uint32_t ny = rows->radices[s];
    const bool last = s + 1 == rows->n_radices;
    const bool turns = s > 0 && !rows->choice->option[CLFFT_ARM_UNFUSED];
    clfft_step *step =
        add(rows, s ? "arm_radix" : "arm_first", "seeds/arm-radix.cl",
            rows->work, last ? rows->to : rows->work, rows->n / ny);
    clfft_seed_launch *launch = clfft_seed_launch_of(rows->recipe, step);

    clfft_seed_define(launch, "RADIX", ny);
    clfft_seed_define(launch, "STORE",
                      last ? rows->store : CLFFT_ACCESS_COMPLEX);
    set_stage(rows, step, nx, ny,
              turns ? rows->choice->option[CLFFT_ARM_FORM] : CLFFT_ARM_NONE);
    if (last)
        launch->value[OUT_PITCH] = rows->out_pitch;
    return step;
}

/* Adds the pipeline: digit reversal, stages, twiddle factors between them.
   Returns its first step. */
static clfft_step *add_pipeline(const struct rows *rows)
{
    const uint32_t *option = rows->choice->option;
    clfft_step *first = add_reverse(rows);
    uint32_t nx = 1;

    for (unsigned s = 0; s < rows->n_radices; s++) {
        if (s && option[CLFFT_ARM_UNFUSED])
            set_stage(rows,
                      add(rows, "arm_twiddle", "seeds/arm-twiddle.cl",
                          rows->work, rows->work, rows->n),
                      nx, rows->radices[s], option[CLFFT_ARM_FORM]);
        add_stage(rows, s, nx);
        nx *= rows->radices[s];
    }
    return first;
}

/* Adds a step in place that makes spectra of the half-length transforms in
   `to`. */
static void add_real(const struct rows *rows)
{
    clfft_step *step = add(rows, "arm_real", "seeds/arm-rows.cl", rows->to,
                           rows->to, rows->n / 2 + 1);

    clfft_seed_launch *launch = clfft_seed_launch_of(rows->recipe, step);

    launch->value[IN_PITCH] = launch->value[OUT_PITCH] = rows->out_pitch;
    step->root_count = 2 * rows->n;
}

/* Adds a step that makes rows of `count` points from `count` rows of `length`
   points, `pitch` apart. */
static clfft_step *add_transpose(const struct rows *rows, int in, int out,
                                 uint32_t count, uint32_t length,
                                 uint32_t pitch)
{
    struct rows source = *rows;
    clfft_step *step;

    source.count = count;
    source.pitch = pitch;
    step = add(&source, "arm_transpose", "seeds/arm-rows.cl", in, out, length);
    clfft_seed_launch_of(rows->recipe, step)->value[OUT_PITCH] = count;
    return step;
}

/* ---- one axis and two ---- */

static struct rows make_rows(const clfft_desc *desc,
                             const clfft_seed_choice *choice,
                             clfft_recipe *recipe, unsigned axis)
{
    const uint32_t first = choice->option[CLFFT_ARM_N_FIRST];
    const uint32_t n = (uint32_t)clfft_core_length(desc, axis);
    const bool halved = n != desc->lengths[axis];
    const clfft_transform transform =
        axis ? CLFFT_TRANSFORM_C2C : desc->transform;
    struct rows rows = {
        .desc = desc,
        .choice = choice,
        .recipe = recipe,
        .axis = axis,
        .radices = choice->radices + (axis ? first : 0),
        .n_radices = axis ? choice->n_radices - first : first,
        .n = n,
        .count = 1,
        .in_pitch = n,
        .pitch = n,
        .out_pitch = n,
        .from = CLFFT_BUFFER_INPUT,
        .work = CLFFT_BUFFER_OUTPUT,
        .to = CLFFT_BUFFER_OUTPUT,
    };

    if (transform == CLFFT_TRANSFORM_R2C)
        rows.load = halved ? CLFFT_ACCESS_PAIR : CLFFT_ACCESS_REAL;
    if (transform == CLFFT_TRANSFORM_C2R) {
        rows.load = halved ? CLFFT_ACCESS_HALF : CLFFT_ACCESS_HERMITIAN;
        rows.store = halved ? CLFFT_ACCESS_PAIR : CLFFT_ACCESS_REAL;
        rows.work = CLFFT_BUFFER_SCRATCH;
    }
    return rows;
}

static void expand_line(const clfft_desc *desc, const clfft_seed_choice *choice,
                        clfft_recipe *recipe)
{
    struct rows rows = make_rows(desc, choice, recipe, 0);
    const bool odd = rows.n == desc->lengths[0];

    if (desc->transform == CLFFT_TRANSFORM_R2C && odd) {
        rows.work = CLFFT_BUFFER_SCRATCH;
        rows.store = CLFFT_ACCESS_HERMITIAN; /* half of the bins */
    }
    add_pipeline(&rows);
    if (desc->transform == CLFFT_TRANSFORM_R2C && !odd)
        add_real(&rows);
}

/* Expands two axes: rows, a transposition, the rows of the other axis, and
   back. */
static void expand_plane(const clfft_desc *desc,
                         const clfft_seed_choice *choice, clfft_recipe *recipe)
{
    const uint32_t rows_length = (uint32_t)desc->lengths[0];
    const uint32_t n_rows = (uint32_t)desc->lengths[1];
    const bool real = desc->transform != CLFFT_TRANSFORM_C2C;
    const uint32_t bins = real ? rows_length / 2 + 1 : rows_length;
    struct rows rows = make_rows(desc, choice, recipe, 0);
    struct rows columns = make_rows(desc, choice, recipe, 1);

    rows.count = n_rows;
    rows.in_pitch = rows_length;
    rows.work = rows.to = CLFFT_BUFFER_SCRATCH;
    /* room for the bins where real data makes more of them than points */
    rows.pitch = rows.out_pitch = rows.n < bins ? bins : rows.n;
    columns.count = bins;
    columns.from = CLFFT_BUFFER_OUTPUT;
    columns.work = columns.to = CLFFT_BUFFER_SCRATCH;
    if (desc->transform == CLFFT_TRANSFORM_C2R) {
        columns.from = CLFFT_BUFFER_SCRATCH;
        columns.work = columns.to = CLFFT_BUFFER_SCRATCH + 1;
        add_transpose(&rows, CLFFT_BUFFER_INPUT, columns.from, n_rows, bins,
                      bins);
        add_pipeline(&columns);
        add_transpose(&columns, columns.to, CLFFT_BUFFER_SCRATCH, bins, n_rows,
                      n_rows)
            ->out.conjugate = true;
        rows.from = CLFFT_BUFFER_SCRATCH;
        rows.in_pitch = bins;
        rows.work = CLFFT_BUFFER_SCRATCH + 1;
        rows.to = CLFFT_BUFFER_OUTPUT;
        rows.out_pitch = rows_length;
        add_pipeline(&rows)->in.conjugate = true;
        return;
    }
    add_pipeline(&rows);
    if (rows.load == CLFFT_ACCESS_PAIR)
        add_real(&rows);
    add_transpose(&rows, rows.to, columns.from, n_rows, bins, rows.pitch);
    add_pipeline(&columns);
    add_transpose(&columns, columns.to, CLFFT_BUFFER_OUTPUT, bins, n_rows,
                  n_rows);
}

/* ---- what it does not take ---- */

static clfft_status check_axis(const clfft_desc *desc,
                               const clfft_seed_choice *choice, unsigned axis)
{
    const struct rows rows = make_rows(desc, choice, NULL, axis);
    const uint64_t n = clfft_core_length(desc, axis);
    const uint32_t points = points_of(rows.radices, rows.n_radices);
    uint32_t nx = 1;

    if (points != n)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: arm: the radices of axis %u multiply up to "
                          "%" PRIu32 ", its transforms have %" PRIu64 " points",
                          axis, points, n);
    if (choice->option[CLFFT_ARM_FORM] != CLFFT_ARM_FULL)
        return CLFFT_STATUS_OK;
    for (unsigned s = 0; s < rows.n_radices; s++) {
        const uint32_t ny = rows.radices[s], ni = nx * ny;
        if (s && (ni & (ni - 1)) && (n - 1) * ny > UINT32_MAX)
            return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                              "recipe: arm: at %" PRIu64 " points n * %" PRIu32
                              " of the full form wraps at 2^32",
                              n, ny);
        nx = ni;
    }
    return CLFFT_STATUS_OK;
}

static unsigned count_axes(const clfft_desc *desc)
{
    return desc->rank > 1 && desc->lengths[1] > 1 ? 2 : 1;
}

static clfft_status expand(const clfft_desc *desc,
                           const clfft_seed_choice *choice,
                           clfft_recipe *recipe)
{
    const unsigned n_axes = count_axes(desc);
    clfft_status status = CLFFT_STATUS_OK;

    if (choice->option[CLFFT_ARM_N_AXES] != n_axes)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: arm: radices of %" PRIu32 " axes, the "
                          "description has %u",
                          choice->option[CLFFT_ARM_N_AXES], n_axes);
    for (unsigned axis = 0; axis < n_axes && status == CLFFT_STATUS_OK; axis++)
        status = check_axis(desc, choice, axis);
    if (status != CLFFT_STATUS_OK)
        return status;
    if (n_axes == 2)
        expand_plane(desc, choice, recipe);
    else
        expand_line(desc, choice, recipe);
    return CLFFT_STATUS_OK;
}

const struct clfft_seed clfft_seed_arm = {
    .name = "arm",
    .max_rank = 2,
    .takes_real = true,
    .read = read,
    .finish = finish,
    .print = print,
    .expand = expand,
    .limit = clfft_arm_limit,
};
