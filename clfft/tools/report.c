/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* report.c: the table on the terminal, the CSV file, the line of progress. */
#include "clfft/tools/peers/peer.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#define TEXT_WIDTH 26
#define CELL_WIDTH 15
#define LOG_SECONDS 60

/* On a terminal one line that changes, in a log a line a minute. */
void bench_progress(const char *format, ...)
{
    static double last;
    const bool live = isatty(STDERR_FILENO);
    char text[512];
    va_list arguments;

    if (last == 0)
        last = bench_now();
    if (!live && bench_now() - last < LOG_SECONDS)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (live)
        fprintf(stderr, "\r\033[K%s", text);
    else if (text[0])
        fprintf(stderr, "%s\n", text);
    fflush(stderr);
    last = bench_now();
}

static bool is_rival(const struct bench_result *result)
{
    return result->entry->peer != &peer_ours &&
           result->entry->peer != &peer_model &&
           result->entry->peer != &peer_copy &&
           result->entry->peer != &peer_trip;
}

static const struct bench_result *
find_result(const struct bench_result *results, unsigned n_results,
            const struct peer *peer)
{
    for (unsigned i = 0; i < n_results; i++)
        if (results[i].entry->peer == peer && results[i].measured)
            return &results[i];
    return NULL;
}

static const struct bench_result *
find_best_rival(const struct bench_result *results, unsigned n_results)
{
    const struct bench_result *best = NULL;

    for (unsigned i = 0; i < n_results; i++)
        if (results[i].measured && is_rival(&results[i]) &&
            (!best || results[i].median_us < best->median_us))
            best = &results[i];
    return best;
}

double bench_rival_ratio(const struct bench_result *results, unsigned n_results)
{
    const struct bench_result *ours =
        find_result(results, n_results, &peer_ours);
    const struct bench_result *best = find_best_rival(results, n_results);

    return ours && best ? best->median_us / ours->median_us : 0;
}

void bench_table_head(const struct bench_result *results, unsigned n_results)
{
    printf("microseconds, median; in brackets: rivals over the best rival\n");
    printf("%-*s", TEXT_WIDTH, "case");
    for (unsigned i = 0; i < n_results; i++)
        printf(" %*s", is_rival(&results[i]) ? CELL_WIDTH : 9,
               results[i].entry->name);
    printf(" %9s %9s %8s\n", "ours/copy", "ours/best", "rel_l2");
    fflush(stdout);
}

static void print_cell(const struct bench_result *result,
                       const struct bench_result *best)
{
    const int width = is_rival(result) ? CELL_WIDTH : 9;
    char cell[64];

    if (!result->measured)
        snprintf(cell, sizeof cell, "%.*s", (int)strcspn(result->status, ":"),
                 result->status);
    else if (is_rival(result))
        snprintf(cell, sizeof cell, "%.4g (%.2f)", result->median_us,
                 result->median_us / best->median_us);
    else
        snprintf(cell, sizeof cell, "%.4g", result->median_us);
    printf(" %*s", width, cell);
}

static void print_ratio(const struct bench_result *ours,
                        const struct bench_result *other)
{
    if (ours && other)
        printf(" %9.2f", ours->median_us / other->median_us);
    else
        printf(" %9s", "-");
}

void bench_table_row(const struct bench_case *item,
                     const struct bench_result *results, unsigned n_results,
                     bool recipes)
{
    const struct bench_result *ours =
        find_result(results, n_results, &peer_ours);
    const struct bench_result *best = find_best_rival(results, n_results);

    printf("%-*s", TEXT_WIDTH, item->text);
    for (unsigned i = 0; i < n_results; i++)
        print_cell(&results[i], best);
    print_ratio(ours, find_result(results, n_results, &peer_copy));
    print_ratio(ours, best);
    if (ours && ours->relative_error >= 0)
        printf(" %8.1e\n", ours->relative_error);
    else
        printf(" %8s\n", "-");
    for (unsigned i = 0; i < n_results; i++) {
        if (recipes && results[i].recipe[0])
            printf("    recipe: %s\n", results[i].recipe);
        if (results[i].launches[0])
            printf("    launches, us: %s\n", results[i].launches);
        if (!strncmp(results[i].status, "wrong", 5) ||
            !strncmp(results[i].status, "failed", 6) ||
            (results[i].entry->peer == &peer_ours && !results[i].measured))
            printf("    %s %s\n", results[i].entry->name, results[i].status);
    }
    fflush(stdout);
}

FILE *bench_csv_open(const char *path)
{
    FILE *csv = fopen(path, "w");

    if (!csv) {
        perror(path);
        return NULL;
    }
    fprintf(csv, "peer,transform,precision,dims,batch,median_us,min_us,p95_us,"
                 "q1_us,q3_us,gflops,gbps,rel_l2,plan_cold_ms,plan_warm_ms,"
                 "status\n");
    return csv;
}

static void print_number(FILE *csv, double value, bool known)
{
    if (known)
        fprintf(csv, "%.6g", value);
    fputc(',', csv);
}

/* A loop has a word of its own where it has distances, or is not alone. */
static bool is_loop(const char *text, int length, unsigned n_loops)
{
    return *text == 'x' && (n_loops > 1 || memchr(text, '@', (size_t)length));
}

/* The words behind the lengths that no column of their own tells. */
static void print_hooks(FILE *csv, const struct bench_case *item)
{
    const char *text = item->text;

    text += strcspn(text, " ");
    text += strspn(text, " ");
    for (text += strcspn(text, " "); *text;) {
        text += strspn(text, " ");
        const int length = (int)strcspn(text, " ");
        if (memchr(text, '=', (size_t)length) ||
            is_loop(text, length, item->desc.n_loops) ||
            !strncmp(text, "demean", 6) || !strncmp(text, "detrend", 7) ||
            !strncmp(text, "destroy", 7))
            fprintf(csv, " %.*s", length, text);
        text += length;
    }
}

static void print_case(FILE *csv, const struct bench_case *item)
{
    static const char *const names[] = {"c2c", "r2c", "c2r"};
    const clfft_desc *desc = &item->desc;
    const unsigned rank = desc->rank ? desc->rank : 1;
    const bool is_inverse = desc->transform == CLFFT_TRANSFORM_C2C &&
                            desc->direction == CLFFT_DIRECTION_INVERSE;
    const char *quote = strchr(item->text, ',') ? "\"" : "";

    fprintf(csv, "%s%s%s%s", quote, names[desc->transform],
            is_inverse ? " inverse" : "", desc->in_place ? " inplace" : "");
    print_hooks(csv, item);
    fprintf(csv, "%s,%s,", quote,
            desc->precision == CLFFT_PRECISION_DOUBLE ? "double" : "single");
    for (unsigned axis = rank; axis-- > 0;)
        fprintf(csv, "%llu%s", (unsigned long long)desc->lengths[axis],
                axis ? "x" : "");
    fprintf(csv, ",%llu,", (unsigned long long)item->layout->n_transforms);
}

void bench_csv_rows(FILE *csv, const struct bench_case *item,
                    const struct bench_result *results, unsigned n_results)
{
    for (unsigned i = 0; i < n_results; i++) {
        const struct bench_result *result = &results[i];
        const bool is_copy = result->entry->peer == &peer_copy;
        const double seconds = 1e-6 * result->median_us;
        fprintf(csv, "%s,", result->entry->name);
        print_case(csv, item);
        print_number(csv, result->median_us, result->measured);
        print_number(csv, result->min_us, result->measured);
        print_number(csv, result->p95_us, result->measured);
        print_number(csv, result->q1_us, result->measured);
        print_number(csv, result->q3_us, result->measured);
        print_number(csv, 1e-9 * item->flops / seconds,
                     result->measured && !is_copy);
        print_number(csv, 1e-9 * item->bytes / seconds, result->measured);
        print_number(csv, result->relative_error, result->relative_error >= 0);
        print_number(csv, result->plan_cold_ms, result->plan_cold_ms >= 0);
        print_number(csv, result->plan_warm_ms, result->plan_warm_ms >= 0);
        fputc('"', csv);
        for (const char *c = result->status; *c; c++)
            fputs(*c == '"' ? "\"\"" : (const char[2]){*c, 0}, csv);
        fputs("\"\n", csv);
    }
    fflush(csv);
}
