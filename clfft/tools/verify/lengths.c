/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lengths.c: the lengths, of one axis or several, that a sweep goes over. */
#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N_OTHERS 200
#define LIST_LIMIT 4096                  /* of smooth4096 and other200 */
#define SMALL_POINTS (UINT64_C(1) << 20) /* at most, of ranks-small */

struct lengths {
    uint64_t *n; /* rising, malloc'ed */
    size_t count;
};

/* Of --list ranks: outermost first, and the product. */
static const struct {
    const char *text;
    uint64_t points;
} pictures_and_volumes[] = {
    {"1x1", 1},
    {"1x17", 17},
    {"17x1", 17},
    {"7x13", 91},
    {"64x64", 4096},
    {"101x103", 10403},
    {"480x640", 307200},
    {"720x1280", 921600},
    {"1080x1920", 2073600},
    {"2160x3840", 8294400},
    {"4096x4096", 16777216},
    {"5x6x7", 210},
    {"8x8x8", 512},
    {"16x128x128", 262144},
    {"64x64x64", 262144},
    {"128x128x128", 2097152},
    {"8x1080x1920", 16588800},
    {"256x256x256", 16777216},
};

static bool is_smooth(uint64_t n)
{
    const clfft_desc desc = {.rank = 1, .lengths = {n}};

    return reference_is_smooth(&desc);
}

static bool add_length(struct lengths *lengths, uint64_t n)
{
    uint64_t *grown = realloc(lengths->n, (lengths->count + 1) * sizeof *grown);

    if (!grown)
        return false;
    lengths->n = grown;
    grown[lengths->count++] = n;
    return true;
}

static int compare_lengths(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* k different members, kept in order. Small lengths are as likely as large
   ones by ratio, when by_ratio: A-B may span many powers of two. */
static void keep_sample(struct lengths *lengths, unsigned k, bool by_ratio,
                        uint64_t seed)
{
    const size_t n = lengths->count;
    bool *kept = calloc(n, sizeof *kept);
    size_t n_kept = 0;

    if (!kept || k >= n) {
        free(kept);
        return;
    }
    while (n_kept < k) {
        const double u = bench_draw_part(&seed);
        const double first = (double)lengths->n[0];
        size_t i = (size_t)(u * (double)n);
        if (by_ratio)
            i = (size_t)(first * pow(((double)n + first) / first, u) - first);
        if (i < n && !kept[i]) {
            kept[i] = true;
            n_kept++;
        } else if (by_ratio && i < n) {
            /* the small ones run out: take the next that is free */
            while (i < n && kept[i])
                i++;
            if (i < n) {
                kept[i] = true;
                n_kept++;
            }
        }
    }
    n_kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept[i])
            lengths->n[n_kept++] = lengths->n[i];
    lengths->count = n_kept;
    free(kept);
}

static bool fill_list(const char *name, uint64_t seed, struct lengths *lengths)
{
    static const uint64_t odd_ones[] = {5000,  10080, 44100,  48000,   65537,
                                        88200, 96000, 131071, 1000000, 1048573};

    if (!strcmp(name, "long")) {
        for (unsigned power = 13; power <= 24; power++)
            add_length(lengths, UINT64_C(1) << power);
        for (size_t i = 0; i < sizeof odd_ones / sizeof odd_ones[0]; i++)
            add_length(lengths, odd_ones[i]);
        qsort(lengths->n, lengths->count, sizeof *lengths->n, compare_lengths);
        return true;
    }
    if (strcmp(name, "smooth4096") != 0 && strcmp(name, "other200") != 0) {
        fprintf(stderr,
                "clfft-bench: no list is called \"%s\": long, "
                "smooth4096, other200, ranks, ranks-small, layouts\n",
                name);
        return false;
    }
    for (uint64_t n = 1; n <= LIST_LIMIT; n++)
        if (is_smooth(n) == (name[0] == 's'))
            add_length(lengths, n);
    if (name[0] == 'o')
        keep_sample(lengths, N_OTHERS, false, seed);
    return true;
}

static bool fill_lengths(const struct bench_options *options,
                         struct lengths *lengths)
{
    unsigned long long from, to;
    char rest;

    if (options->list && !fill_list(options->list, options->seed, lengths))
        return false;
    if (!options->sweep)
        return true;
    if (sscanf(options->sweep, "%llu-%llu%c", &from, &to, &rest) != 2 ||
        from < 1 || to < from || to > 1ULL << 26) {
        fprintf(stderr,
                "clfft-bench: --sweep \"%s\": want A-B with "
                "1 <= A <= B <= 2^26\n",
                options->sweep);
        return false;
    }
    for (uint64_t n = from; n <= to; n++)
        if (!add_length(lengths, n))
            return false;
    if (options->sample)
        keep_sample(lengths, options->sample, true, options->seed);
    return true;
}

static bool add_size(struct sizes *sizes, const char *text)
{
    void *grown =
        realloc(sizes->text, (sizes->count + 1) * sizeof *sizes->text);

    if (!grown)
        return false;
    sizes->text = grown;
    snprintf(sizes->text[sizes->count++], sizeof *sizes->text, "%s", text);
    return true;
}

static bool fill_ranks(uint64_t most_points, struct sizes *sizes)
{
    const size_t n =
        sizeof pictures_and_volumes / sizeof pictures_and_volumes[0];

    for (size_t i = 0; i < n; i++)
        if (pictures_and_volumes[i].points <= most_points &&
            !add_size(sizes, pictures_and_volumes[i].text))
            return false;
    return true;
}

bool bench_fill_sizes(const struct bench_options *options, struct sizes *sizes)
{
    struct lengths lengths = {0};
    char text[sizeof *sizes->text];
    bool fine;

    if (options->list && !options->sweep && !strcmp(options->list, "ranks"))
        return fill_ranks(UINT64_MAX, sizes);
    if (options->list && !options->sweep &&
        !strcmp(options->list, "ranks-small"))
        return fill_ranks(SMALL_POINTS, sizes);
    fine = fill_lengths(options, &lengths);
    for (size_t i = 0; fine && i < lengths.count; i++) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)lengths.n[i]);
        fine = add_size(sizes, text);
    }
    free(lengths.n);
    return fine;
}
