/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arm.c: "Speeding-up Fast Fourier Transform Mixed-Radix on Mobile ARM
 * Mali GPU by means of OpenCL - Part 2". The text has graphs of speed-ups over
 * N, of which only its words survive: twiddle kernel 1.6 to 1.7 (full against
 * exp_const), fused about 1.5, radix 4 against 2 1.7 above 4096 points.
 */
#include "seeds.h"
#include "support/radices.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_BITS 22
#define SHORTEST_BITS 4
#define N_LENGTHS (LONGEST_BITS - SHORTEST_BITS + 1)
#define N_VARIANTS 9
#define MOST_CELLS (N_LENGTHS * N_VARIANTS)

/* Every length is run by all of them. */
enum variant {
    ENGINE,
    DIRECT,
    STOCKHAM, /* our direct schedule with the text's radices */
    FULL,
    KY,
    EXP_CONST,
    FUSED,
    FUSED_TABLE,
    RADIX_2,
};

static const struct {
    const char *column, *options, *part;
} variants[N_VARIANTS] = {
    {"engine", NULL, NULL},
    {"direct", NULL, NULL},
    {"stockham", NULL, NULL},
    {"full", "full unfused", "arm_twiddle"},
    {"ky", "ky unfused", "arm_twiddle"},
    {"exp_const", "exp_const unfused", "arm_twiddle"},
    {"fused", "exp_const fused", "arm_reverse"},
    {"fused table", "table fused", "arm_reverse"},
    {"radix 2", "exp_const fused", "arm_reverse"},
};

/* ---- cells ---- */

/* "direct 4 | direct 4" of "4.4" */
static void set_stockham(struct seeds_cell *cell, const char *radices)
{
    size_t length = 0;

    for (const char *c = radices; *c; c++)
        if (*c != '.')
            length += (size_t)snprintf(cell->recipe + length,
                                       sizeof cell->recipe - length,
                                       "%sdirect %c", length ? " | " : "", *c);
}

/* The variants of one length; radix 2 is left out where 4 does not help. */
static unsigned add_length(struct seeds_cell *cells, const char *table,
                           unsigned points)
{
    char radices[RADICES_SIZE], twos[RADICES_SIZE], row[16];
    unsigned n = 0;

    radices_print(points, true, radices);
    radices_print(points, false, twos);
    snprintf(row, sizeof row, "%u", points);
    for (unsigned v = 0; v < N_VARIANTS; v++) {
        struct seeds_cell *cell = &cells[n];
        if (v == RADIX_2 && points & (points - 1))
            continue;
        seeds_set_cell(cell, table, row, variants[v].column, "%s", "");
        cell->part = variants[v].part;
        cell->any_items = v >= FULL;
        if (v == DIRECT)
            cell->schedule = CLFFT_SCHEDULE_DIRECT;
        else if (v == STOCKHAM)
            set_stockham(cell, radices);
        else if (v >= FULL)
            snprintf(cell->recipe, sizeof cell->recipe, "arm %s %s",
                     v == RADIX_2 ? twos : radices, variants[v].options);
        n++;
    }
    return n;
}

/* ---- the text's tables ---- */

static const struct seeds_cell *find(const struct seeds_cell *cells, unsigned n,
                                     unsigned points, enum variant variant)
{
    char row[16];
    const struct seeds_cell *cell;

    snprintf(row, sizeof row, "%u", points);
    cell = seeds_find(cells, n, cells->table, row, variants[variant].column);
    return cell && cell->measured ? cell : NULL;
}

static void print_ms(double ms)
{
    if (ms > 0)
        printf(" %10.4g", ms);
    else
        printf(" %10s", "-");
}

static void print_ratio(double a, double b)
{
    if (a > 0 && b > 0)
        printf(" %6.2fx", a / b);
    else
        printf(" %7s", "-");
}

/* 16 bytes a point and launch, and the indices. */
static double megabytes(const struct seeds_cell *cell)
{
    return 1e-6 * cell->points * (16.0 * cell->n_launches + 4);
}

static void print_twiddles(const struct seeds_cell *cells, unsigned n,
                           unsigned bits)
{
    const struct seeds_cell *full = find(cells, n, 1u << bits, FULL);
    const struct seeds_cell *ky = find(cells, n, 1u << bits, KY);
    const struct seeds_cell *exp_const = find(cells, n, 1u << bits, EXP_CONST);

    if (!full || !ky || !exp_const)
        return;
    printf("2^%-6u", bits);
    print_ms(full->part_ms);
    print_ms(ky->part_ms);
    print_ms(exp_const->part_ms);
    print_ratio(full->part_ms, exp_const->part_ms);
    printf(" %8.1e %8.1e %8.1e\n", full->error, ky->error, exp_const->error);
}

static void print_fused(const struct seeds_cell *cells, unsigned n,
                        unsigned bits)
{
    const struct seeds_cell *before = find(cells, n, 1u << bits, EXP_CONST);
    const struct seeds_cell *after = find(cells, n, 1u << bits, FUSED);

    if (!before || !after)
        return;
    printf("2^%-6u", bits);
    print_ms(before->wall_ms);
    print_ms(after->wall_ms);
    print_ratio(before->wall_ms, after->wall_ms);
    print_ratio(before->event_ms, after->event_ms);
    printf(" %4u %4u %9.4g %9.4g %8.1e\n", before->n_launches,
           after->n_launches, megabytes(before), megabytes(after),
           after->error);
}

static void print_radix_4(const struct seeds_cell *cells, unsigned n,
                          unsigned bits)
{
    const struct seeds_cell *two = find(cells, n, 1u << bits, RADIX_2);
    const struct seeds_cell *four = find(cells, n, 1u << bits, FUSED);

    if (!two || !four)
        return;
    printf("2^%-6u", bits);
    print_ms(two->wall_ms);
    print_ms(four->wall_ms);
    print_ratio(two->wall_ms, four->wall_ms);
    print_ratio(two->event_ms, four->event_ms);
    printf(" %8.1e %8.1e\n", two->error, four->error);
}

static void print_stockham(const struct seeds_cell *cells, unsigned n,
                           unsigned bits)
{
    const struct seeds_cell *arm = find(cells, n, 1u << bits, FUSED);
    const struct seeds_cell *table = find(cells, n, 1u << bits, FUSED_TABLE);
    const struct seeds_cell *same = find(cells, n, 1u << bits, STOCKHAM);
    const struct seeds_cell *direct = find(cells, n, 1u << bits, DIRECT);
    const struct seeds_cell *engine = find(cells, n, 1u << bits, ENGINE);

    if (!arm || !table || !same || !direct || !engine)
        return;
    printf("2^%-6u", bits);
    print_ms(arm->part_ms);
    print_ms(arm->wall_ms);
    print_ms(table->wall_ms);
    print_ms(same->wall_ms);
    print_ms(direct->wall_ms);
    print_ms(engine->wall_ms);
    print_ratio(arm->wall_ms, same->wall_ms);
    print_ratio(arm->wall_ms, direct->wall_ms);
    print_ratio(arm->wall_ms, engine->wall_ms);
    printf("\n");
}

static const struct {
    const char *head;
    void (*print)(const struct seeds_cell *cells, unsigned n, unsigned bits);
} tables[] = {
    {"the twiddle kernels of a transform, events (row 17); the text: 1.6 to "
     "1.7x\n"
     "N           full ms      ky ms    exp ms    full/exp   errors\n",
     print_twiddles},
    {"fused against unfused, exp_const (row 18); the text: about 1.5x already "
     "at small N\n"
     "N        unfused ms   fused ms    wall  events  launches   MB before, "
     "after    error\n",
     print_fused},
    {"radix 4 against 2, fused (row 19); the text: 1.7x above 2^12\n"
     "N        radix 2 ms radix 4 ms    wall  events   errors\n",
     print_radix_4},
    {"digit reverse against Stockham (rows 16, 22); not in the text\n"
     "N        reverse ms   fused ms   table ms   stockham     direct     "
     "engine  fused against the last three\n",
     print_stockham},
};

static unsigned count_lengths(unsigned size, unsigned bits)
{
    return bits <= LONGEST_BITS && size >> bits ? bits : 0;
}

static bool run_powers(struct seeds_run *run, struct seeds_cell *cells,
                       unsigned size)
{
    unsigned n = 0;

    for (unsigned bits = SHORTEST_BITS; count_lengths(size, bits); bits++) {
        const unsigned n_here = add_length(cells + n, "lengths", 1u << bits);
        char desc[32];
        snprintf(desc, sizeof desc, "c2c %u", 1u << bits);
        if (!seeds_measure(run, desc, cells + n, n_here))
            return false;
        seeds_print_details(desc, cells + n, n_here);
        n += n_here;
    }
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        printf("\n%s", tables[t].head);
        for (unsigned bits = SHORTEST_BITS; count_lengths(size, bits); bits++)
            tables[t].print(cells, n, bits);
    }
    fflush(stdout);
    return true;
}

/* ---- other lengths, real data, two axes ---- */

static bool run_others(struct seeds_run *run, struct seeds_cell *cells,
                       unsigned size)
{
    static const unsigned lengths[] = {60,   105,   840,    1000,   1920,
                                       4410, 44100, 117649, 1000000};

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        unsigned n;
        char desc[32];
        if (lengths[i] > size)
            continue;
        n = add_length(cells, "mixed radix", lengths[i]);
        snprintf(desc, sizeof desc, "c2c %u", lengths[i]);
        if (!seeds_measure(run, desc, cells, n))
            return false;
        seeds_print_details(desc, cells, n);
    }
    return true;
}

/* What we add: "engine", "direct" and the scheme on descriptions of a kind. */
static bool run_added(struct seeds_run *run, struct seeds_cell *cells,
                      unsigned size)
{
    static const struct {
        const char *desc, *radices;
        unsigned points;
    } added[] = {
        {"c2c 16x16", "4.4;4.4", 256},
        {"c2c 256x256", "4.4.4.4;4.4.4.4", 65536},
        {"c2c 1024x1024", "4.4.4.4.4;4.4.4.4.4", 1u << 20},
        {"c2c 1080x1920", "5.4.4.4.3.2;5.4.3.3.3.2", 1920 * 1080},
        {"r2c 256", "4.4.4.2", 256},
        {"r2c 65536", "4.4.4.4.4.4.4.2", 65536},
        {"r2c 1048576", "4.4.4.4.4.4.4.4.4.2", 1u << 20},
        {"c2r 65536", "4.4.4.4.4.4.4.2", 65536},
        {"c2c 256 x256 inverse", "4.4.4.4", 65536},
        {"c2c 1024 x1024", "4.4.4.4.4", 1u << 20},
    };

    for (size_t i = 0; i < sizeof added / sizeof added[0]; i++) {
        const char *row = added[i].desc, *radices = added[i].radices;
        if (added[i].points > size)
            continue;
        seeds_set_cell(&cells[0], "added", row, "engine", "%s", "");
        seeds_set_cell(&cells[1], "added", row, "direct", "%s", "");
        cells[1].schedule = CLFFT_SCHEDULE_DIRECT;
        seeds_set_cell(&cells[2], "added", row, "fused", "arm %s", radices);
        seeds_set_cell(&cells[3], "added", row, "fused table", "arm %s table",
                       radices);
        cells[2].any_items = cells[3].any_items = true;
        if (!seeds_measure(run, row, cells, 4))
            return false;
        seeds_print_details(row, cells, 4);
    }
    return true;
}

/* ---- memory ---- */

static void print_kernels(struct seeds_run *run, const char *recipe)
{
    const clfft_plan_params params = {.recipe = recipe};
    const clfft_desc desc = {.lengths = {840}};
    clfft_kernel_info kernel;
    clfft_plan *plan;

    if (clfft_plan_create(run->device->engine, &desc, &params, &plan) !=
        CLFFT_STATUS_OK) {
        printf("%s: %s\n", recipe, clfft_last_error());
        run->failed = true;
        return;
    }
    printf("\n%-34s %8s %8s\n", recipe, "private", "local");
    for (unsigned i = 0;
         clfft_plan_get_kernel(plan, i, &kernel) == CLFFT_STATUS_OK; i++)
        printf("  %-32s %8zu %8zu\n", kernel.name, kernel.private_size,
               kernel.local_size);
    clfft_plan_destroy(&plan);
}

bool seeds_run_001(struct seeds_run *run)
{
    struct seeds_cell *cells = calloc(MOST_CELLS, sizeof *cells);
    const unsigned asked = run->device->options->size;
    const unsigned size = asked ? asked : 1u << LONGEST_BITS;
    bool good = false;

    if (size < 1u << SHORTEST_BITS)
        fprintf(stderr, "clfft-bench: seeds 001: --size %u is below 16\n",
                size);
    else if (cells)
        good = run_powers(run, cells, size) && run_others(run, cells, size) &&
               run_added(run, cells, size);
    if (good) {
        printf("\nbytes of memory of each kernel, in order, 840 points\n");
        print_kernels(run, "arm 7.5.4.3.2 full unfused");
        print_kernels(run, "arm 7.5.4.3.2 exp_const fused");
    }
    free(cells);
    return good;
}
