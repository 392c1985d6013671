/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * aatish.c: Aatish and Zhang, "Three Dimensional Fast Fourier Transform
 * CUDA Implementation": rows of 128 points by height of the work-group, cubes
 * in seven, six and the engine's three passes, the text's proposals one by
 * one, and planes. The text's own times are in pictures only.
 */
#include "seeds.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_POINTS (1u << 21) /* 128^3 */
#define FEWEST_POINTS 64u
#define MOST_POINTS (1u << 26)
#define MOST_CELLS 40

/* the text's Tesla C2050, compute capability 2.0: of one multiprocessor */
#define FERMI_LOCAL (48u << 10)
#define FERMI_GROUPS 8
#define FERMI_WARPS 48
#define WARP 32

static const char *const trigs[] = {"native", "sincos", "sinpi", "table"};

/* ---- cells ---- */

struct cells {
    struct seeds_cell cell[MOST_CELLS];
    unsigned n;
};

/* The copy, cuFFT and the engine's own choice, as rows of a column. */
static void add_beside(struct cells *cells, const char *table,
                       const char *column)
{
    for (size_t i = 0; i < n_peers; i++) {
        struct seeds_cell *cell = &cells->cell[cells->n];
        if (!peer_table[i].peer || (peer_table[i].peer != &peer_copy &&
                                    strcmp(peer_table[i].name, "cufft")))
            continue;
        seeds_set_peer(cell, peer_table[i].name, peer_table[i].peer);
        cell->table = table;
        snprintf(cell->column, sizeof cell->column, "%s", column);
        cells->n++;
    }
    seeds_set_cell(&cells->cell[cells->n++], table, "engine", column, "%s", "");
}

static void add(struct cells *cells, const char *table, const char *row,
                const char *column, const char *options)
{
    seeds_set_cell(&cells->cell[cells->n++], table, row, column, "aatish %s",
                   options);
}

static void print_grid(const struct seeds_run *run, const struct cells *cells,
                       const char *table, const char *title,
                       const char *const *rows, unsigned n_rows,
                       const char *const *columns, unsigned n_columns)
{
    const struct seeds_grid grid = {title,  table,     rows, columns,
                                    n_rows, n_columns, NULL, 0};

    seeds_print_grid(run, &grid, cells->cell, cells->n);
}

/* Groups higher than an edge hold more than a plane's rows: left out. */
static bool is_sensible(unsigned height, unsigned edge)
{
    return height <= edge;
}

/* ---- rows alone (rows 23, 24, 27) ---- */

static const char *const heights[] = {"h1", "h2", "h4", "h8", "h16", "h32"};
static const char *const height_trigs[] = {"native", "table"};
static const char *const orders[] = {"written", "run time"};

/* Occupancy of the text's device as far as local memory limits it. */
static double fermi_occupancy(unsigned length, unsigned height)
{
    const unsigned bytes = 8 * length * height;
    const unsigned warps = (length + WARP - 1) / WARP;
    unsigned groups = FERMI_LOCAL / bytes;

    if (groups > FERMI_GROUPS)
        groups = FERMI_GROUPS;
    while (groups * warps > FERMI_WARPS)
        groups--;
    return 100.0 * groups * warps / FERMI_WARPS;
}

static void print_heights(const struct cells *cells, unsigned length)
{
    printf("\nmemory and time of a height (row 24), %s; C2050: warps that its "
           "local memory lets run\n%-6s %8s %8s %8s %9s %7s\n",
           height_trigs[0], "", "private", "local", "C2050", "ms", "GB/s");
    for (unsigned i = 0; i < COUNT(heights); i++) {
        const struct seeds_cell *cell = seeds_find(
            cells->cell, cells->n, "height", heights[i], height_trigs[0]);
        if (!cell || !cell->measured)
            continue;
        printf("%-6s %8zu %8zu %7.0f%% %9.4g %7.4g\n", heights[i],
               cell->private_size, cell->local_size,
               fermi_occupancy(length, 1u << i), cell->wall_ms,
               seeds_pass_rate(cell));
    }
}

static bool run_rows(struct seeds_run *run, struct cells *cells, unsigned edge,
                     unsigned points)
{
    char desc[64], options[64];
    unsigned n_heights = 0;

    cells->n = 0;
    add_beside(cells, "rows", "ms");
    while (n_heights < COUNT(heights) && is_sensible(1u << n_heights, edge))
        n_heights++;
    for (unsigned i = 0; i < n_heights; i++)
        for (unsigned t = 0; t < COUNT(height_trigs); t++) {
            snprintf(options, sizeof options, "%s %s", heights[i],
                     height_trigs[t]);
            add(cells, "height", heights[i], height_trigs[t], options);
        }
    for (unsigned t = 0; t < COUNT(trigs); t++)
        for (unsigned o = 0; o < COUNT(orders); o++) {
            snprintf(options, sizeof options, "h4 %s%s", trigs[t],
                     o ? " general" : "");
            add(cells, "roots", trigs[t], orders[o], options);
        }
    snprintf(desc, sizeof desc, "c2c %u x%u", edge, points / edge);
    if (!seeds_measure(run, desc, cells->cell, cells->n))
        return false;
    print_grid(run, cells, "height",
               "rows of a work-group (rows 23, 24): the text's best is h4",
               heights, n_heights, height_trigs, COUNT(height_trigs));
    print_heights(cells, edge);
    print_grid(run, cells, "roots",
               "where roots come from; their order written out or found at run "
               "time (row 27)",
               trigs, COUNT(trigs), orders, COUNT(orders));
    seeds_print_details(desc, cells->cell, cells->n);
    return true;
}

/* ---- cubes (row 25) ---- */

static const struct {
    const char *row, *options;
} cube_ways[] = {
    {"seven passes", "h4 native"},
    {"six passes", "h4 native merged"},
    {"seven, table", "h4 table"},
    {"six, table", "h4 table merged"},
};

static bool run_cubes(struct seeds_run *run, struct cells *cells, unsigned edge)
{
    const char *rows[COUNT(cube_ways) + 3], *columns[3];
    char names[3][16], descs[3][64];
    unsigned n_rows = 0, begin[4] = {0};

    cells->n = 0;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned n = edge / 2 << i;
        snprintf(names[i], sizeof names[i], "%u^3", n);
        snprintf(descs[i], sizeof descs[i], "c2c %ux%ux%u", n, n, n);
        columns[i] = names[i];
        for (unsigned w = 0; w < COUNT(cube_ways); w++)
            add(cells, "cubes", cube_ways[w].row, names[i],
                cube_ways[w].options);
        add_beside(cells, "cubes", names[i]);
        begin[i + 1] = cells->n;
        if (!seeds_measure(run, descs[i], &cells->cell[begin[i]],
                           begin[i + 1] - begin[i]))
            return false;
    }
    for (unsigned i = 0; i < begin[1]; i++)
        rows[n_rows++] = cells->cell[i].row;
    print_grid(run, cells, "cubes",
               "cubes (row 25): the text's seven passes, the final "
               "transposes merged, the engine's passes",
               rows, n_rows, columns, 3);
    for (unsigned i = 0; i < 3; i++)
        seeds_print_details(descs[i], &cells->cell[begin[i]],
                            begin[i + 1] - begin[i]);
    return true;
}

/* ---- the text's proposals (row 26) ---- */

static const struct {
    const char *row;
    unsigned height;
    const char *options;
} proposals[] = {
    {"as the text is", 4, "native"},
    {"merged", 4, "native merged"},
    {"2 x TLEN", 4, "native twice"},
    {"registers", 4, "native registers"},
    {"regs, merged", 4, "native registers merged"},
    {"the same, h8", 8, "native registers merged"},
    {"the same, h16", 16, "native registers merged"},
    {"the same, h32", 32, "native registers merged"},
    {"h8, 2 x TLEN", 8, "native registers merged twice"},
    {"shuffle", 4, "native shuffle"},
    {"shuffle, regs", 4, "native registers merged shuffle"},
};

static bool run_proposals(struct seeds_run *run, struct cells *cells,
                          unsigned edge)
{
    const char *rows[COUNT(proposals)];
    const char *const columns[] = {"native"};
    char desc[64], options[64];
    unsigned n_rows = 0;

    cells->n = 0;
    add_beside(cells, "beside", "");
    for (unsigned i = 0; i < COUNT(proposals); i++) {
        if (!is_sensible(proposals[i].height, edge))
            continue;
        rows[n_rows] = proposals[i].row;
        snprintf(options, sizeof options, "h%u %s", proposals[i].height,
                 proposals[i].options);
        add(cells, "ablation", rows[n_rows++], columns[0], options);
    }
    snprintf(desc, sizeof desc, "c2c %ux%ux%u", edge, edge, edge);
    if (!seeds_measure(run, desc, cells->cell, cells->n))
        return false;
    print_grid(run, cells, "ablation",
               "the text's proposals, none of which it ran (row 26)", rows,
               n_rows, columns, 1);
    seeds_print_details(desc, cells->cell, cells->n);
    return true;
}

/* ---- planes: the same with two axes ---- */

static bool run_planes(struct seeds_run *run, struct cells *cells,
                       unsigned edge)
{
    static const char *const ways[] = {"h1 table", "h4 native", "h4 table",
                                       "h4 table registers"};
    char desc[64];

    cells->n = 0;
    add_beside(cells, "planes", "ms");
    for (unsigned i = 0; i < COUNT(ways); i++)
        add(cells, "planes", ways[i], "ms", ways[i]);
    snprintf(desc, sizeof desc, "c2c %ux%u", edge, edge);
    printf("\nplanes by rows and transposes, four passes\n");
    if (!seeds_measure(run, desc, cells->cell, cells->n))
        return false;
    seeds_print_details(desc, cells->cell, cells->n);
    return true;
}

/* ---- the run ---- */

/* 2^floor(log2(points) / root) */
static unsigned edge_of(unsigned points, unsigned root)
{
    unsigned bits = 0;

    while (points >> (bits + 1))
        bits++;
    return 1u << (bits / root);
}

bool seeds_run_002(struct seeds_run *run)
{
    const unsigned size = run->device->options->size;
    const unsigned points = size ? size : TEXT_POINTS;
    const unsigned edge = edge_of(points, 3);
    struct cells *cells = calloc(1, sizeof *cells);
    unsigned side = edge_of(points, 2);
    bool good = false;

    if (side > 1024) /* the longest row of a work-group */
        side = 1024;
    if (points < FEWEST_POINTS || points & (points - 1) || points > MOST_POINTS)
        fprintf(stderr,
                "clfft-bench: seeds 002: --size %u is no power of two "
                "from %u to 2^26\n",
                points, FEWEST_POINTS);
    else if (cells)
        good = run_rows(run, cells, edge, points) &&
               run_cubes(run, cells, edge) && run_proposals(run, cells, edge) &&
               run_planes(run, cells, side);
    free(cells);
    return good;
}
