/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bainville.c: Bainville, "OpenCL Fast Fourier Transform" (2010): out of place
 * transforms of 2^24 points, a kernel a pass, by radix, variant and source of
 * sine and cosine; then one transform a work-group.
 */
#include "seeds.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_POINTS (1u << 24)
#define SHORTEST 16
#define MOST_CELLS 80

static const char *const trigs[] = {"sincos", "sin+cos", "native", "sinpi",
                                    "table"};
#define N_TRIGS 5

/* GTX285 and HD5870, ms; rows of trigs, the last two are not in the text */
static const double gtx_4[N_TRIGS * 3] = {38, 37, 31, 33, 32, 31, 33, 32, 31};
static const double amd_4[N_TRIGS * 3] = {33, 34, 38, 51, 51, 39, 38, 39, 38};
static const double gtx_8[N_TRIGS * 2] = {40, 30, 31, 30, 31, 30};
static const double amd_8[N_TRIGS * 2] = {25, 30, 40, 29, 29, 29};
static const double gtx_16[N_TRIGS * 2] = {46, 0, 45, 0, 45, 0};
static const double amd_16[N_TRIGS * 2] = {29, 0, 38, 0, 18, 0};

static const struct seeds_text texts_4[] = {{"GTX285", gtx_4},
                                            {"HD5870", amd_4}};
static const struct seeds_text texts_8[] = {{"GTX285", gtx_8},
                                            {"HD5870", amd_8}};
static const struct seeds_text texts_16[] = {{"GTX285", gtx_16},
                                             {"HD5870", amd_16}};

static const char *const letters[] = {"A", "B", "C"};

static const struct radix {
    unsigned radix, n_variants;
    const char *table, *title;
    const struct seeds_text *texts;
    unsigned n_texts;
} radices[] = {
    {2, 1, "radix 2", "radix 2", NULL, 0},
    {4, 3, "radix 4",
     "radix 4 (rows 2, 3, 12): A three sines, B on float8, C one sine", texts_4,
     2},
    {8, 2, "radix 8", "radix 8 (rows 4, 5): A seven sines, B one sine", texts_8,
     2},
    {16, 2, "radix 16",
     "radix 16 (row 6): A fifteen sines, B one sine (not in the text)",
     texts_16, 2},
    {32, 2, "radix 32",
     "radix 32 and what is left (row 9): figures are not in the text", NULL, 0},
};
#define N_RADICES 5

/* ---- 2^24 points ---- */

static unsigned add_beside(struct seeds_cell *cells, unsigned n)
{
    for (size_t i = 0; i < n_peers; i++)
        if (peer_table[i].peer && (peer_table[i].peer == &peer_copy ||
                                   !strcmp(peer_table[i].name, "cufft")))
            seeds_set_peer(&cells[n++], peer_table[i].name, peer_table[i].peer);
    seeds_set_cell(&cells[n++], "beside", "engine", "", "%s", "");
    return n;
}

static unsigned make_cells(struct seeds_cell *cells)
{
    unsigned n = add_beside(cells, 0);

    for (unsigned r = 0; r < N_RADICES; r++)
        for (unsigned t = 0; t < N_TRIGS; t++)
            for (unsigned v = 0; v < radices[r].n_variants; v++) {
                seeds_set_cell(&cells[n], radices[r].table, trigs[t],
                               letters[v], "bainville %u %s %s",
                               radices[r].radix, letters[v], trigs[t]);
                cells[n++].any_items = true;
            }
    return n;
}

/* The fastest cell of a table. */
static const struct seeds_cell *best_of(const struct seeds_cell *cells,
                                        unsigned n, const char *table)
{
    const struct seeds_cell *best = NULL;

    for (unsigned i = 0; i < n; i++)
        if (!strcmp(cells[i].table, table) && cells[i].measured &&
            (!best || cells[i].wall_ms < best->wall_ms))
            best = &cells[i];
    return best;
}

/* Row 7: does a pass take as long whatever its radix? */
static void print_passes(const struct seeds_cell *cells, unsigned n)
{
    printf("\nms of a pass against its radix (rows 7, 13), the fastest "
           "variant\n%-10s %-12s %6s %9s %9s %9s %7s %8s\n",
           "", "", "passes", "ms/pass", "shortest", "longest", "GB/s",
           "private");
    for (unsigned r = 0; r < N_RADICES; r++) {
        const struct seeds_cell *best = best_of(cells, n, radices[r].table);
        char how[80];
        if (!best)
            continue;
        snprintf(how, sizeof how, "%s %s", best->column, best->row);
        printf("%-10s %-12s %6u %9.4g %9.4g %9.4g %7.4g %8zu\n",
               radices[r].table, how, best->n_launches,
               (best->event_ms > 0 ? best->event_ms : best->wall_ms) /
                   best->n_launches,
               best->launch_ms[0], best->launch_ms[1], seeds_pass_rate(best),
               best->private_size);
    }
}

static bool run_long(struct seeds_run *run, struct seeds_cell *cells,
                     unsigned points)
{
    const unsigned n = make_cells(cells);
    char desc[64];

    snprintf(desc, sizeof desc, "c2c %u", points);
    printf("%u points, %.4g MB a buffer (row 1)\n", points, 8e-6 * points);
    if (!seeds_measure(run, desc, cells, n))
        return false;
    for (unsigned r = 0; r < N_RADICES; r++) {
        const struct seeds_grid grid = {
            radices[r].title,
            radices[r].table,
            trigs,
            letters,
            N_TRIGS,
            radices[r].n_variants,
            radices[r].texts,
            radices[r].n_texts,
        };
        seeds_print_grid(run, &grid, cells, n);
    }
    print_passes(cells, n);
    seeds_print_details(desc, cells, n);
    return true;
}

/* ---- one transform a work-group (row 14) ---- */

static unsigned make_short_cells(struct seeds_cell *cells, unsigned length)
{
    static const unsigned group_radices[] = {4, 8, 16};
    unsigned n = add_beside(cells, 0);
    char row[16], column[32];

    snprintf(row, sizeof row, "%u", length);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned radix = group_radices[i];
        if (radix > length)
            continue;
        snprintf(column, sizeof column, "radix %u group", radix);
        seeds_set_cell(&cells[n++], "group", row, column,
                       "bainville %u A sincos group", radix);
        snprintf(column, sizeof column, "radix %u passes", radix);
        seeds_set_cell(&cells[n], "group", row, column, "bainville %u A sincos",
                       radix);
        cells[n++].any_items = true;
    }
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(cells[i].table, "beside")) {
            snprintf(cells[i].column, sizeof cells[i].column, "%s",
                     cells[i].row);
            snprintf(cells[i].row, sizeof cells[i].row, "%s", row);
            cells[i].table = "group";
        }
    return n;
}

static bool run_short(struct seeds_run *run, struct seeds_cell *cells,
                      unsigned points)
{
    const unsigned longest = points < 4096 ? points : 4096;

    printf("\none transform a work-group (row 14)\n");
    for (unsigned length = SHORTEST; length <= longest; length *= 4) {
        const unsigned n = make_short_cells(cells, length);
        char desc[64];
        snprintf(desc, sizeof desc, "c2c %u x%u", length, points / length);
        if (!seeds_measure(run, desc, cells, n))
            return false;
        seeds_print_details(desc, cells, n);
    }
    return true;
}

bool seeds_run_000(struct seeds_run *run)
{
    struct seeds_cell *cells = calloc(MOST_CELLS, sizeof *cells);
    const unsigned points =
        run->device->options->size ? run->device->options->size : TEXT_POINTS;
    bool good = false;

    if (points < SHORTEST || points & (points - 1) || points > 1u << 26)
        fprintf(stderr,
                "clfft-bench: seeds 000: --size %u is no power of two "
                "from 16 to 2^26\n",
                points);
    else if (cells)
        good = run_long(run, cells, points) && run_short(run, cells, points);
    free(cells);
    return good;
}
