/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * race.c: the engine's own choice against every method of the three
 * texts on the same work: one transform of ten sizes. All variants that a
 * text's grammar has compete; what takes no such size, or what the device
 * refuses, is listed with its reason. The least of a hundred medians is partly
 * luck, and so is the least of eight: the fastest few of each text meet the
 * engine again in a final, and the fastest of those in a decision, whose
 * figures alone are judged, for they did not choose who takes part.
 */
#include "seeds.h"
#include "support/radices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHORTEST 16
#define MOST_CELLS 256

static const struct track {
    const char *row, *lengths;
    unsigned points;
    unsigned length; /* of an axis */
} tracks[] = {
    {"16", "16", 16, 16},
    {"256", "256", 256, 256},
    {"1024", "1024", 1024, 1024},
    {"4096", "4096", 4096, 4096},
    {"65536", "65536", 65536, 65536},
    {"2^20", "1048576", 1u << 20, 1u << 20},
    {"2^24", "16777216", 1u << 24, 1u << 24},
    {"1000", "1000", 1000, 1000},
    {"4410", "4410", 4410, 4410},
    {"128^3", "128x128x128", 1u << 21, 128},
};

/* Tables of the CSV; the first one has the engine alone. */
static const char *const methods[] = {"engine", "bainville", "arm", "aatish"};
#define N_METHODS COUNT(methods)
static const char *const finals[N_METHODS] = {"final engine", "final bainville",
                                              "final arm", "final aatish"};
static const char *const decisions[N_METHODS] = {
    "decision engine", "decision bainville", "decision arm", "decision aatish"};

/* Who of a field meets again. */
static const struct stage {
    const char *const *tables;
    unsigned n; /* of a text, by wall time and by events */
    unsigned rounds;
    double seconds;
} stages[] = {{finals, 4, 41, 10}, {decisions, 1, 1001, 25}};

/* ---- cells ---- */

struct field {
    struct seeds_cell cells[MOST_CELLS];
    unsigned n;
};

static void add(struct field *field, const char *row, unsigned method,
                const char *column, const char *options)
{
    struct seeds_cell *cell = &field->cells[field->n++];

    seeds_set_cell(cell, methods[method], row, column, "%s %s", methods[method],
                   options);
    cell->any_items =
        strcmp(methods[method], "aatish") != 0 && !strstr(options, "group");
}

/* Radix and variant by source of sine and cosine, in passes and in a group. */
static void add_bainville(struct field *field, const char *row)
{
    static const char *const variants[] = {"2 A",  "4 A", "4 B",  "4 C",
                                           "8 A",  "8 B", "16 A", "16 B",
                                           "32 A", "32 B"};
    static const char *const trigs[] = {"sincos", "sin+cos", "native", "sinpi",
                                        "table"};
    char options[32];

    for (unsigned group = 0; group < 2; group++)
        for (unsigned v = 0; v < COUNT(variants); v++)
            for (unsigned t = 0; t < COUNT(trigs); t++) {
                if (group && !strcmp(variants[v], "4 B"))
                    continue; /* it is none of a group */
                snprintf(options, sizeof options, "%s %s%s", variants[v],
                         trigs[t], group ? " group" : "");
                add(field, row, 1, options, options);
            }
}

/* Radices 7 to 2 and those without 4, by every form of the twiddle factor. */
static void add_arm(struct field *field, const struct track *track)
{
    static const char *const forms[] = {"full unfused",      "ky unfused",
                                        "exp_const unfused", "table unfused",
                                        "exp_const fused",   "table fused"};
    char radices[2][RADICES_SIZE], options[2 * RADICES_SIZE + 32], column[32];

    for (unsigned four = 0; four < 2; four++) {
        radices_print(track->length, four, radices[four]);
        if (four && !strcmp(radices[0], radices[1]))
            continue;
        for (unsigned f = 0; f < COUNT(forms); f++) {
            snprintf(options, sizeof options, "%s %s", radices[four], forms[f]);
            snprintf(column, sizeof column, "%s %s",
                     four ? "with 4" : "without 4", forms[f]);
            add(field, track->row, 2, column, options);
        }
    }
}

/* Height by roots by the text's proposals. */
static void add_aatish(struct field *field, const char *row)
{
    static const unsigned heights[] = {1, 2, 4, 8, 16, 32};
    static const char *const trigs[] = {"native", "table"};
    static const struct {
        const char *words;
        unsigned lowest; /* height that these words share out */
    } proposals[] = {
        {"", 1},           {" merged", 1},
        {" registers", 2}, {" merged registers", 2},
        {" twice", 2},     {" merged registers twice", 4},
        {" shuffle", 1},   {" merged registers shuffle", 2},
    };
    char options[64];

    for (unsigned p = 0; p < COUNT(proposals); p++)
        for (unsigned h = 0; h < COUNT(heights); h++)
            for (unsigned t = 0; t < COUNT(trigs); t++) {
                if (heights[h] < proposals[p].lowest)
                    continue;
                snprintf(options, sizeof options, "h%u %s%s", heights[h],
                         trigs[t], proposals[p].words);
                add(field, row, 3, options, options);
            }
}

/* ---- results ---- */

struct standing {
    struct seeds_cell best; /* by wall time, if any was measured */
    double event_ms;        /* least of all; 0: none */
    unsigned n_measured;
};

struct result {
    const char *row;
    struct standing standings[N_METHODS];
    unsigned n_tried[N_METHODS], n_ran[N_METHODS]; /* in the heats */
};

static void rank(const struct field *field, const char *const *tables,
                 struct result *result)
{
    for (unsigned m = 0; m < N_METHODS; m++) {
        struct standing *standing = &result->standings[m];
        *standing = (struct standing){.n_measured = 0};
        for (unsigned i = 0; i < field->n; i++) {
            const struct seeds_cell *cell = &field->cells[i];
            if (strcmp(cell->table, tables[m]) != 0)
                continue;
            if (!cell->measured)
                continue;
            if (!standing->n_measured++ ||
                cell->wall_ms < standing->best.wall_ms)
                standing->best = *cell;
            if (cell->event_ms > 0 && (standing->event_ms == 0 ||
                                       cell->event_ms < standing->event_ms))
                standing->event_ms = cell->event_ms;
        }
    }
}

/* The fastest method's time over the engine's; NAN: not both are there. */
static double get_ratio(const struct result *result, bool by_events)
{
    const struct standing *engine = &result->standings[0];
    double best = INFINITY;

    for (unsigned m = 0; m < N_METHODS; m++) {
        const struct standing *standing = &result->standings[m];
        const double ms =
            by_events ? standing->event_ms : standing->best.wall_ms;
        if (!standing->n_measured || ms <= 0) {
            if (m == 0)
                return NAN;
            continue;
        }
        if (m > 0 && ms < best)
            best = ms;
    }
    if (isinf(best))
        return NAN;
    return best / (by_events ? engine->event_ms : engine->best.wall_ms);
}

static void print_ratio(double ratio)
{
    if (isnan(ratio))
        printf(" %8s", "-");
    else
        printf(" %7.2fx", ratio);
}

static void print_result(const struct result *result)
{
    printf("%-6s", result->row);
    for (unsigned m = 0; m < N_METHODS; m++) {
        const struct standing *standing = &result->standings[m];
        if (standing->n_measured)
            printf(" | %9.4g %8.1e", standing->best.wall_ms,
                   standing->best.error);
        else
            printf(" | %9s %8s", "-", "-");
    }
    printf(" |");
    print_ratio(get_ratio(result, false));
    print_ratio(get_ratio(result, true));
    printf("\n");
    for (unsigned m = 0; m < N_METHODS; m++) {
        const struct standing *standing = &result->standings[m];
        printf("       %u of %u ran: %s\n", result->n_ran[m],
               result->n_tried[m],
               standing->n_measured ? standing->best.used : methods[m]);
    }
}

static void print_results(const struct result *results, unsigned n)
{
    unsigned n_ahead[2] = {0}, n_compared[2] = {0};

    printf("\nthe engine against each text's fastest method, wall ms and "
           "relative L2 error;\nratio: the fastest method's time over the "
           "engine's\n%-6s",
           "");
    for (unsigned m = 0; m < N_METHODS; m++)
        printf(" | %-18s", methods[m]);
    printf(" | %8s %8s\n", "wall", "events");
    for (unsigned i = 0; i < n; i++) {
        print_result(&results[i]);
        for (unsigned events = 0; events < 2; events++) {
            const double ratio = get_ratio(&results[i], events);
            n_compared[events] += !isnan(ratio);
            n_ahead[events] += ratio > 1;
        }
    }
    printf("the engine is ahead at %u of %u by wall time, at %u of %u by "
           "events\n",
           n_ahead[0], n_compared[0], n_ahead[1], n_compared[1]);
    fflush(stdout);
}

/* ---- the stages behind the heats ---- */

static unsigned count_measured(const struct field *field, unsigned method,
                               unsigned *n_tried)
{
    unsigned n = 0;

    *n_tried = 0;
    for (unsigned i = 0; i < field->n; i++) {
        const struct seeds_cell *cell = &field->cells[i];
        if (strcmp(cell->table, methods[method]) != 0)
            continue;
        n += cell->measured;
        ++*n_tried;
    }
    return n;
}

static double time_of(const struct seeds_cell *cell, bool by_events)
{
    return by_events ? cell->event_ms : cell->wall_ms;
}

/* The fastest cell of a table that is not taken yet, or NULL. */
static const struct seeds_cell *find_fastest(const struct field *field,
                                             const char *table, bool by_events,
                                             const bool *taken)
{
    const struct seeds_cell *best = NULL;

    for (unsigned i = 0; i < field->n; i++) {
        const struct seeds_cell *cell = &field->cells[i];
        if (strcmp(cell->table, table) != 0 || !cell->measured || taken[i] ||
            time_of(cell, by_events) <= 0)
            continue;
        if (!best || time_of(cell, by_events) < time_of(best, by_events))
            best = cell;
    }
    return best;
}

/* The engine, and of each text the fastest by either clock. */
static void choose(const struct field *from, const char *const *tables,
                   const struct stage *stage, struct field *to)
{
    bool taken[MOST_CELLS] = {false};

    to->n = 0;
    for (unsigned m = 0; m < N_METHODS; m++)
        for (unsigned i = 0; i < 2 * stage->n; i++) {
            const struct seeds_cell *cell =
                find_fastest(from, tables[m], i % 2 > 0, taken);
            if (!cell)
                break;
            taken[cell - from->cells] = true;
            seeds_set_cell(&to->cells[to->n++], stage->tables[m], cell->row,
                           cell->column, "%s", cell->recipe);
        }
}

static bool run_stage(struct seeds_run *run, const char *desc,
                      const struct stage *stage, struct field *field)
{
    struct bench_options options = *run->device->options;
    struct bench_device device = *run->device;
    struct seeds_run again = *run;
    bool good;

    /* who asked for one round wants to know whether it runs */
    if (options.rounds > 1 && options.rounds < stage->rounds)
        options.rounds = stage->rounds;
    if (options.seconds < stage->seconds)
        options.seconds = stage->seconds;
    device.options = &options;
    again.device = &device;
    good = seeds_measure(&again, desc, field->cells, field->n);
    run->failed = run->failed || again.failed;
    return good;
}

static bool run_stages(struct seeds_run *run, const char *desc,
                       const struct field *heats, struct result *result)
{
    struct field *fields = calloc(COUNT(stages), sizeof *fields);
    const struct field *from = heats;
    const char *const *tables = methods;
    bool good = fields != NULL;

    for (unsigned i = 0; i < COUNT(stages) && good; i++) {
        choose(from, tables, &stages[i], &fields[i]);
        good = run_stage(run, desc, &stages[i], &fields[i]);
        from = &fields[i];
        tables = stages[i].tables;
    }
    if (good)
        rank(from, tables, result);
    free(fields);
    return good;
}

/* ---- the run ---- */

static bool run_track(struct seeds_run *run, const struct track *track,
                      struct field *field, struct result *result)
{
    char desc[64];

    field->n = 0;
    seeds_set_cell(&field->cells[field->n++], methods[0], track->row,
                   methods[0], "%s", "");
    add_bainville(field, track->row);
    add_arm(field, track);
    add_aatish(field, track->row);
    snprintf(desc, sizeof desc, "c2c %s", track->lengths);
    if (!seeds_measure(run, desc, field->cells, field->n))
        return false;
    seeds_print_details(desc, field->cells, field->n);
    result->row = track->row;
    if (!run_stages(run, desc, field, result))
        return false;
    for (unsigned m = 0; m < N_METHODS; m++)
        result->n_ran[m] = count_measured(field, m, &result->n_tried[m]);
    return true;
}

bool seeds_run_race(struct seeds_run *run)
{
    const unsigned size = run->device->options->size;
    struct field *field = calloc(1, sizeof *field);
    struct result *results = calloc(COUNT(tracks), sizeof *results);
    bool good = field && results;
    unsigned n = 0;

    if (size && size < SHORTEST) {
        fprintf(stderr, "clfft-bench: seeds race: --size %u is below %u\n",
                size, SHORTEST);
        good = false;
    }
    for (unsigned i = 0; i < COUNT(tracks) && good; i++)
        if (!size || tracks[i].points <= size) {
            good = run_track(run, &tracks[i], field, &results[n]);
            n += good;
        }
    if (good)
        print_results(results, n);
    free(results);
    free(field);
    return good;
}
