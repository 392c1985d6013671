/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * seeds.h: the tables of published texts, measured again. One file a text
 * makes its cells (bainville.c); all of a description's cells are then
 * checked, measured in turns and printed in the text's own shape.
 */
#ifndef CLFFT_BENCH_SEEDS_H
#define CLFFT_BENCH_SEEDS_H

#include "clfft/tools/peers/peer.h"

/* elements of an array */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- cells ----------------------------------------------------------- */

/* One way of computing a case. The caller gives the names and how. */
struct seeds_cell {
    const char *table; /* of the CSV: "radix 4" */
    char row[32], column[40];
    char recipe[160];        /* forced; "": the engine's own choice */
    const struct peer *peer; /* a rival or the copy, instead of the engine */
    bool any_items;          /* the recipe takes " wITEMS": try several on a
                                GPU, as the texts did */
    clfft_schedule schedule; /* forced where there is no recipe */
    const char *part;        /* kernel whose launches are timed apart */

    bool measured;
    char status[200];    /* "ok", "refused: ...", "wrong: ..." */
    double points;       /* of all transforms of its description */
    double flops;        /* 5 N log2 N of all of them */
    double wall_ms;      /* median of executions that end with a finish */
    double event_ms;     /* median of the launches' sum; < 0: none */
    double launch_ms[2]; /* shortest and longest launch, medians */
    double part_ms;      /* of event_ms, the launches of `part` */
    double error;        /* relative L2; < 0: not compared */
    double limit;        /* that it was held to; 0: the contract */
    unsigned n_launches;
    size_t private_size, local_size; /* largest of its kernels */
    char used[200];                  /* recipe in full, or the peer's words */
};

/* An engine's cell; `format` makes the recipe, "" the engine's own choice. */
void seeds_set_cell(struct seeds_cell *cell, const char *table, const char *row,
                    const char *column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* A peer's cell, in table "beside". */
void seeds_set_peer(struct seeds_cell *cell, const char *name,
                    const struct peer *peer);

/* ---- one run of the command ------------------------------------------ */

struct seeds_run {
    const struct bench_device *device;
    const char *seed; /* "000", "race" */
    FILE *csv;        /* or NULL */
    bool failed;      /* a result was wrong */
};

/*
 * Opens the description, runs every cell on it, in turns, and writes the CSV's
 * rows. The cells are held to their limits, or the contract, against a double
 * reference. false after telling why nothing ran.
 */
bool seeds_measure(struct seeds_run *run, const char *desc,
                   struct seeds_cell *cells, unsigned n_cells);

/* ---- output ---------------------------------------------------------- */

/* What a text says about a table of n_rows x n_columns; 0: nothing. */
struct seeds_text {
    const char *system; /* "GTX285" */
    const double *figures;
};

struct seeds_grid {
    const char *title;
    const char *table;
    const char *const *rows, *const *columns;
    unsigned n_rows, n_columns;
    const struct seeds_text *texts;
    unsigned n_texts;
};

/*
 * The table in the text's shape: milliseconds of the text, of this device by
 * wall time and by events, and the error of each cell. Cells are found by
 * table, row and column. The text's figures go to the CSV too.
 */
void seeds_print_grid(const struct seeds_run *run,
                      const struct seeds_grid *grid,
                      const struct seeds_cell *cells, unsigned n_cells);

/* All about every cell, a line each. */
void seeds_print_details(const char *desc, const struct seeds_cell *cells,
                         unsigned n_cells);

const struct seeds_cell *seeds_find(const struct seeds_cell *cells,
                                    unsigned n_cells, const char *table,
                                    const char *row, const char *column);

/* Highest clock of the device as its driver reports it, MHz; 0: not known. */
unsigned seeds_get_clock(const struct bench_device *device);

/* GB/s of a pass that reads and writes every point; 0 where unknown. */
double seeds_pass_rate(const struct seeds_cell *cell);

FILE *seeds_csv_open(const char *path);
void seeds_csv_cell(const struct seeds_run *run, const char *desc,
                    const struct seeds_cell *cell);
void seeds_csv_text(const struct seeds_run *run, const char *table,
                    const char *system, const char *row, const char *column,
                    double ms);

/* ---- the texts (one file each) ------------------------------------ */

/* false after telling what could not be run. */
bool seeds_run_000(struct seeds_run *run);
bool seeds_run_001(struct seeds_run *run);
bool seeds_run_002(struct seeds_run *run);

/* All methods of all texts against the engine (race.c). */
bool seeds_run_race(struct seeds_run *run);

#endif /* CLFFT_BENCH_SEEDS_H */
