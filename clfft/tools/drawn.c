/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * drawn.c: the drawn suite, shapes that nobody chose, and its report by group.
 *
 * Lengths are as likely below as above the root of the ends' product. Of each
 * five lines three have prime factors up to 7, one up to 13, and one may have
 * any: most programs pad to a smooth length, and the others take what they
 * have. Each group has a summary of its own, since a mean over all hides a
 * group that is behind.
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BEHIND 0.95
#define LEAST_LARGE_FACTOR 17
#define MOST_LARGE_FACTOR 127
#define MOST_FEW 8 /* transforms */
#define MOST_TEXT 64

enum drawn_kind {
    DRAWN_COMPLEX_LINES,
    DRAWN_REAL_LINES,
    DRAWN_COMPLEX_PICTURES,
    DRAWN_REAL_PICTURES,
    DRAWN_COMPLEX_VOLUMES,
    DRAWN_REAL_VOLUMES,
    DRAWN_FEW,
    DRAWN_KINDS
};

struct range {
    double least, most;
};

static const struct drawn_group {
    const char *name;
    unsigned count; /* a multiple of 5 of lines: of every share as many */
    unsigned rank;
    bool real;
    struct range lengths[3]; /* outermost last */
    double most_of_any;      /* the same end where any factor may be */
} groups[DRAWN_KINDS] = {
    [DRAWN_COMPLEX_LINES] =
        {"c2c lines", 30, 1, false, {{16, 1 << 21}}, 1 << 17},
    [DRAWN_REAL_LINES] = {"r2c lines", 20, 1, true, {{16, 1 << 20}}, 1 << 16},
    [DRAWN_COMPLEX_PICTURES] =
        {"c2c pictures", 10, 2, false, {{48, 4096}, {48, 2048}}, 0},
    [DRAWN_REAL_PICTURES] =
        {"r2c pictures", 10, 2, true, {{48, 4096}, {48, 2048}}, 0},
    [DRAWN_COMPLEX_VOLUMES] =
        {"c2c volumes", 5, 3, false, {{16, 200}, {16, 200}, {8, 100}}, 0},
    [DRAWN_REAL_VOLUMES] =
        {"r2c volumes", 5, 3, true, {{16, 200}, {16, 200}, {8, 100}}, 0},
    [DRAWN_FEW] = {"few transforms", 10, 1, false, {{16, 8192}}, 0},
};

/* ---- what is drawn ---- */

static unsigned long largest_factor(unsigned long n)
{
    unsigned long largest = 1;

    for (unsigned long p = 2; p * p <= n; p++)
        for (; n % p == 0; n /= p)
            largest = p;
    return n > 1 ? n : largest;
}

/* The least n from a drawn one on whose prime factors are at most that; any if
   that is 0. */
static unsigned long draw_length(uint64_t *seed, double least, double most,
                                 unsigned long most_factor)
{
    unsigned long n =
        (unsigned long)(least * pow(most / least, bench_draw_part(seed)));

    while (most_factor && largest_factor(n) > most_factor)
        n++;
    return n;
}

static unsigned long draw_most_factor(const struct drawn_group *group,
                                      unsigned number)
{
    if (group == &groups[DRAWN_FEW])
        return number % 2 ? 7 : 13;
    if (group->rank > 1)
        return 7;
    return number % 5 == 4 ? 0 : number % 5 == 3 ? 13 : 7;
}

/* Writes case `number` of the group. Axis 0 of real data is even but in lines
   that may have any factor. */
static void draw_case(const struct drawn_group *group, unsigned number,
                      unsigned long points, uint64_t *seed,
                      char text[MOST_TEXT])
{
    const unsigned long most_factor = draw_most_factor(group, number);
    unsigned long lengths[3] = {1, 1, 1}, batch;
    int used;

    for (unsigned d = 0; d < group->rank; d++)
        lengths[d] = draw_length(seed, group->lengths[d].least,
                                 most_factor ? group->lengths[d].most
                                             : group->most_of_any,
                                 most_factor);
    if (group->real && most_factor && lengths[0] % 2)
        lengths[0] *= 2;
    batch = (group->real ? 2 * points : points) /
            (lengths[0] * lengths[1] * lengths[2]);
    if (group == &groups[DRAWN_FEW])
        batch = 1 + (unsigned long)(MOST_FEW * bench_draw_part(seed));
    used = snprintf(text, MOST_TEXT, group->real ? "r2c " : "c2c ");
    for (unsigned d = group->rank; d-- > 0;)
        used += snprintf(text + used, MOST_TEXT - (size_t)used, "%lu%s",
                         lengths[d], d ? "x" : " ");
    snprintf(text + used, MOST_TEXT - (size_t)used, "x%lu", batch ? batch : 1);
}

unsigned bench_draw_suite(uint64_t seed, unsigned long points, char **items,
                          unsigned max_items)
{
    unsigned n = 0;

    for (unsigned g = 0; g < DRAWN_KINDS; g++)
        for (unsigned i = 0; i < groups[g].count && n < max_items; i++) {
            char text[MOST_TEXT];

            draw_case(&groups[g], i, points, &seed, text);
            items[n] = strdup(text);
            if (!items[n])
                return n;
            n++;
        }
    return n;
}

/* ---- the report ---- */

struct bench_drawn_sum {
    unsigned n, n_behind;
    double logs, worst;
    char worst_text[MOST_TEXT];
};

/* The groups, composites of a large prime factor among them, and all. */
struct bench_drawn_report {
    struct bench_drawn_sum groups[DRAWN_KINDS], composites, all;
    unsigned n_missing;
};

struct bench_drawn_report *bench_drawn_new(void)
{
    return calloc(1, sizeof(struct bench_drawn_report));
}

static void add(struct bench_drawn_sum *sum, const char *text, double ratio)
{
    if (sum->n == 0 || ratio < sum->worst) {
        sum->worst = ratio;
        snprintf(sum->worst_text, sizeof sum->worst_text, "%s", text);
    }
    sum->n++;
    sum->n_behind += ratio < BEHIND;
    sum->logs += log(ratio);
}

static bool is_composite_of_large(const struct drawn_group *group,
                                  const char *text)
{
    const unsigned long n = strtoul(text + strcspn(text, " "), NULL, 10);
    const unsigned long largest = largest_factor(n);

    return group->rank == 1 && group != &groups[DRAWN_FEW] && largest < n &&
           largest >= LEAST_LARGE_FACTOR && largest <= MOST_LARGE_FACTOR;
}

void bench_drawn_add(struct bench_drawn_report *report, unsigned number,
                     const char *text, double ratio)
{
    unsigned g = 0;

    if (ratio <= 0) {
        report->n_missing++;
        return;
    }
    for (; g + 1 < DRAWN_KINDS && number >= groups[g].count; g++)
        number -= groups[g].count;
    add(&report->groups[g], text, ratio);
    add(&report->all, text, ratio);
    if (is_composite_of_large(&groups[g], text))
        add(&report->composites, text, ratio);
}

static void print_sum(const char *name, const struct bench_drawn_sum *sum)
{
    if (sum->n)
        printf("%-28s %5u %8.3f %8.3f %10u  %s\n", name, sum->n,
               exp(sum->logs / sum->n), sum->worst, sum->n_behind,
               sum->worst_text);
}

void bench_drawn_print(const struct bench_drawn_report *report)
{
    char name[64];

    if (!report->all.n) /* no rival was asked for */
        return;
    printf("\n%-28s %5s %8s %8s %5s %.2f  %s\n", "best rival over ours",
           "cases", "mean", "worst", "below", BEHIND, "the worst");
    for (unsigned g = 0; g < DRAWN_KINDS; g++)
        print_sum(groups[g].name, &report->groups[g]);
    print_sum("all", &report->all);
    snprintf(name, sizeof name, "lines with a prime %u..%u", LEAST_LARGE_FACTOR,
             MOST_LARGE_FACTOR);
    print_sum(name, &report->composites);
    if (report->n_missing)
        printf("without a ratio: %u, ours or no rival was measured\n",
               report->n_missing);
}
