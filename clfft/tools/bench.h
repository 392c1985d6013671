/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bench.h: what the parts of clfft-bench share: options, device, cases. */
#ifndef CLFFT_BENCH_H
#define CLFFT_BENCH_H

#include "clfft/convolver.h"
#include "support/reference/reference.h"

#include <stdio.h>

/* ---- options --------------------------------------------------------- */

#define BENCH_MAX_ITEMS 4096 /* descriptions on one command line */

struct bench_options {
    const char *device;
    const char *devices; /* of multi */
    const char *peers;   /* comma-separated, or NULL: those that fit */
    const char *suite;   /* "quick", "full", "drawn" or NULL */
    const char *csv;
    clfft_plan_params plan;
    unsigned skip; /* cases of the suite */
    unsigned rounds;
    double seconds;  /* at most for the rounds of one case */
    bool cold;       /* plan times in fresh processes with empty caches */
    bool verify_all; /* every transform instead of a sample */
    bool recipes;    /* print ours under each row */
    bool launches;   /* and the time of each of our launches */
    bool may_refuse, round_trip;
    bool no_rows; /* the planner ignores clfft/planner/measured/ */
    uint64_t seed;
    /* verify --sweep, --list */
    const char *sweep, *list, *transforms, *directions, *batches, *pitches,
        *with;
    const char *resume;
    const char *lock; /* tune: file that processes measuring take in turns */
    unsigned sample, size, draw;
    double minutes;
    char *items[BENCH_MAX_ITEMS]; /* descriptions, owned */
    unsigned n_items;
    bool pipelines; /* each argument is an item, of elements too */
};

/* false after telling what is wrong; first is the first argument. */
bool bench_options_parse(struct bench_options *options, int argc, char **argv,
                         int first);
void bench_options_clear(struct bench_options *options);
void bench_print_usage(FILE *stream);

/* Is `word` one of the comma-separated `list`? */
bool bench_list_has(const char *list, const char *word);

/* ---- device ---------------------------------------------------------- */

struct bench_device {
    clfft_device *engine;
    cl_context context;
    cl_device_id id;
    cl_command_queue queue;
    const clfft_limits *limits;
    const struct bench_options *options;
};

/* false after telling why. */
bool bench_device_open(struct bench_device *device,
                       const struct bench_options *options);
void bench_device_close(struct bench_device *device);

/* Prints every device; returns the exit status. */
int bench_list_devices(void);

/* Fills the system's cache; returns the exit status. */
int bench_warm_main(const struct bench_options *options);

/* ---- cases ----------------------------------------------------------- */

struct bench_case {
    const char *text;
    clfft_desc desc;
    struct reference *reference;
    const struct reference_layout *layout;
    double bytes; /* read once and written once */
    double flops; /* 5 N log2 N a transform, half of it for real ones */
    void *input;  /* random; NULL until bench_case_fill */
    size_t input_size, output_size; /* bytes */
};

/* Parses and validates. false with the reason (256 bytes). */
bool bench_case_open(struct bench_case *item, const char *text, char *reason);
bool bench_case_fill(struct bench_case *item, uint64_t seed, char *reason);
void bench_case_close(struct bench_case *item);

/*
 * Elements of the output, which holds `after` and held `before`, that changed
 * though no transform stores there; in place numbers that belong to neither
 * side. UINT64_MAX if memory gave out.
 */
uint64_t bench_case_count_strays(const struct bench_case *item,
                                 const void *before, const void *after);

/* What a stated limit of many points is for this case's points: a few of a
   short transform may err by more, as far as the contract lets them. */
double bench_case_limit(const struct bench_case *item, double limit);

/* The suite's descriptions for that device, malloc'ed; the drawn one is by the
   seed. 0: there is no such suite, and a message says so. */
unsigned bench_suite_expand(const char *suite, uint64_t seed,
                            const clfft_limits *limits, char **items,
                            unsigned max_items);

/* ---- the drawn suite (drawn.c) ---------------------------------------- */

/* Draws its descriptions, malloc'ed, of so many complex points each. */
unsigned bench_draw_suite(uint64_t seed, unsigned long points, char **items,
                          unsigned max_items);

/* The time of the best rival over ours, group by group; free() ends it. */
struct bench_drawn_report;
struct bench_drawn_report *bench_drawn_new(void);

/* Adds case `number` of the suite; a ratio of 0 says that there is none. */
void bench_drawn_add(struct bench_drawn_report *report, unsigned number,
                     const char *text, double ratio);
void bench_drawn_print(const struct bench_drawn_report *report);

/* ---- measuring ------------------------------------------------------- */

/* Compares ours with its peers; the exit status. */
int bench_compare_main(const struct bench_options *options);

struct peer_entry;

struct bench_result {
    const struct peer_entry *entry;
    bool measured;
    double median_us, min_us, p95_us;
    double q1_us, q3_us;               /* quartiles */
    double relative_error;             /* < 0: not measured */
    double plan_cold_ms, plan_warm_ms; /* < 0: not measured */
    char status[200];   /* "ok", "refused: ...", "failed: ...", "wrong: ..." */
    char recipe[200];   /* ours only */
    char launches[400]; /* ours only, if asked for */
};

double bench_now(void); /* seconds */

/* Puts n > 0 samples in order; the mean of the two in the middle. */
double bench_median(double *samples, unsigned n);

/* Of n > 0 samples in order, the value below which `part` of them lie, between
   two neighbours in proportion. */
double bench_quantile(const double *samples, unsigned n, double part);

/* Uniform 64 bits, the next of a sequence that any first state begins:
   splitmix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
   Generators", 2014). */
uint64_t bench_draw(uint64_t *state);

/* The next of that sequence as a number from 0 to below 1. */
double bench_draw_part(uint64_t *state);

/* The device's time of what the event, of a profiled queue, stands for, in
   milliseconds. */
double bench_event_ms(cl_event event);

/* Runs every entry on the case, interleaved. */
void bench_measure(const struct bench_device *device,
                   const struct bench_case *item, const char *progress,
                   struct bench_result *results, unsigned n_results);

/* Plan times of one peer in two fresh processes that share caches which start
   empty. false with the reason. */
bool bench_measure_cold(const struct bench_options *options,
                        const char *peer_name, const char *text,
                        double *cold_ms, double *warm_ms, char *reason);

/* Removes a folder with all that is in it. */
void bench_remove_folder(const char *path);

/* The child of bench_measure_cold: prints the milliseconds. */
int bench_plan_main(const struct bench_options *options);

/* What warm plans cost the host, step by step; of drawn lengths without items.
 */
int bench_profile_main(const struct bench_options *options);

/* ---- output ---------------------------------------------------------- */

void bench_table_head(const struct bench_result *results, unsigned n_results);
void bench_table_row(const struct bench_case *item,
                     const struct bench_result *results, unsigned n_results,
                     bool recipes);

/* The time of the best rival over ours; 0 if one of the two is missing. */
double bench_rival_ratio(const struct bench_result *results,
                         unsigned n_results);
FILE *bench_csv_open(const char *path);
void bench_csv_rows(FILE *csv, const struct bench_case *item,
                    const struct bench_result *results, unsigned n_results);

/* One line on stderr that replaces itself; nothing unless it is a terminal. */
void bench_progress(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* ---- verify ---------------------------------------------------------- */

int bench_verify_main(const struct bench_options *options);

struct bench_verdict {
    double ratio; /* of the worst error to its limit */
    double relative, single, largest, limit; /* of the plain contract */
    bool refused;
    bool has_no_round_trip; /* refused because there can be none */
    char message[256];      /* why it is refused or failed; "" when it passed */
    char recipe[200];
};

/* Everything that the contract says about one description. */
void bench_verify_one(const struct bench_device *device, const char *text,
                      uint64_t seed, struct bench_verdict *verdict);

/* Forward, then inverse, against the input. */
void bench_verify_round_trip(const struct bench_device *device,
                             const char *text, uint64_t seed,
                             struct bench_verdict *verdict);

int bench_sweep(const struct bench_device *device);

/* ---- convolution ----------------------------------------------------- */

/* What convolution of a stream takes; the exit status. */
int bench_convolve_main(const struct bench_options *options);

bool bench_is_convolution(const char *text);

/* The description that a text "convolve CHANNELS TAPS ..." says; its responses
   are malloc'ed random numbers, which sound like a room's. false with the
   reason (256 bytes). */
bool bench_parse_convolution(const char *text, uint64_t seed,
                             clfft_convolver_desc *desc, char *reason);

/* Random calls of a random stream, against double precision. */
void bench_verify_convolution(const struct bench_device *device,
                              const char *text, uint64_t seed,
                              struct bench_verdict *verdict);

/* The i-th text of --list convolutions. */
void bench_draw_convolution(const struct bench_device *device, size_t i,
                            char *text, size_t size);

/* ---- several devices -------------------------------------------------- */

/* What batches take on one device and on several; the exit status. */
int bench_multi_main(const struct bench_options *options);

/* ---- tune ------------------------------------------------------------ */

/* Searches faster recipes and prints rows for clfft/planner/measured/; the exit
   status. */
int bench_tune_main(const struct bench_options *options);

/* How good the planner's first guesses are; the exit status. */
int bench_regret_main(const struct bench_options *options);

/* ---- columns --------------------------------------------------------- */

/* What copying in the geometry of a pass takes; the exit status. */
int bench_columns_main(const struct bench_options *options);

/* ---- seeds ----------------------------------------------------------- */

/* The tables of published texts (seeds.h). */
int bench_seeds_main(const struct bench_options *options);

#endif /* CLFFT_BENCH_H */
