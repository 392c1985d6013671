/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sweep.h: what a sweep goes over, and what it remembers. */
#ifndef CLFFT_BENCH_SWEEP_H
#define CLFFT_BENCH_SWEEP_H

#include "clfft/tools/bench.h"

/* Lengths as the text form has them, outermost first: "480x640". */
struct sizes {
    char (*text)[32]; /* malloc'ed */
    size_t count;
};

/* --list, --sweep and --sample. false after telling what is wrong. */
bool bench_fill_sizes(const struct bench_options *options, struct sizes *sizes);

/* The descriptions of --list layouts. */
extern const size_t bench_n_layouts;

/* The i-th with the words of --with, malloc'ed; NULL if --transforms leaves it
   out, or without memory. */
char *bench_make_layout(const struct bench_options *options, size_t i);

enum length_class { CLASS_TINY, CLASS_SMOOTH, CLASS_OTHER, N_CLASSES };

struct tally {
    unsigned long n_passed, n_failed, n_refused;
    double worst[N_CLASSES]; /* error over its limit */
    char worst_text[N_CLASSES][256];
};

void bench_tally_add(struct tally *tally, const char *text, double ratio,
                     bool refused);
void bench_tally_print(const struct tally *tally);

/* The file of --resume: lines "RATIO TEXT" or "refused TEXT". */
struct sweep_log {
    char **texts; /* known at the start, sorted */
    size_t count;
    FILE *file; /* NULL: nothing is kept */
};

/* Counts what the file already holds. path may be NULL. */
bool bench_log_open(struct sweep_log *log, const char *path,
                    struct tally *tally);
bool bench_log_has(const struct sweep_log *log, const char *text);
void bench_log_add(struct sweep_log *log, const char *text, double ratio,
                   bool refused);
void bench_log_close(struct sweep_log *log);

#endif /* CLFFT_BENCH_SWEEP_H */
