/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* log.c: the results of a sweep: sums, and the file to resume from. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

static const char *const class_names[] = {"below 16", "31-smooth", "other"};

static enum length_class class_of(const char *text)
{
    clfft_desc desc;
    enum length_class class = CLASS_OTHER;
    double points = 1;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
        return class;
    if (reference_is_smooth(&desc))
        class = CLASS_SMOOTH;
    for (unsigned axis = 0; axis < desc.rank; axis++)
        points *= (double)desc.lengths[axis];
    if (points < 16)
        class = CLASS_TINY;
    clfft_desc_clear(&desc);
    return class;
}

void bench_tally_add(struct tally *tally, const char *text, double ratio,
                     bool refused)
{
    const enum length_class class = class_of(text);

    if (refused)
        tally->n_refused++;
    else if (ratio <= 1)
        tally->n_passed++;
    else
        tally->n_failed++;
    if (!refused && !(ratio <= tally->worst[class])) {
        tally->worst[class] = ratio;
        snprintf(tally->worst_text[class], sizeof tally->worst_text[class],
                 "%s", text);
    }
}

void bench_tally_print(const struct tally *tally)
{
    const char *separator = "";

    printf("%lu passed, %lu failed, %lu refused; worst error over its limit:",
           tally->n_passed, tally->n_failed, tally->n_refused);
    for (int class = 0; class < N_CLASSES; class ++) {
        if (!tally->worst_text[class][0])
            continue;
        printf("%s %s %.3f (%s)", separator, class_names[class],
               tally->worst[class], tally->worst_text[class]);
        separator = ",";
    }
    printf("\n");
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool bench_log_open(struct sweep_log *log, const char *path,
                    struct tally *tally)
{
    char line[600];

    *log = (struct sweep_log){0};
    if (!path)
        return true;
    log->file = fopen(path, "a+");
    if (!log->file) {
        perror(path);
        return false;
    }
    rewind(log->file);
    /* the file's last line may be torn */
    while (fgets(line, sizeof line, log->file)) {
        char *text = strchr(line, ' ');
        char *end = strchr(line, '\n');
        const bool refused = !strncmp(line, "refused ", 8);
        char **grown;
        if (!text || !end)
            continue;
        *end = 0;
        grown = realloc(log->texts, (log->count + 1) * sizeof *log->texts);
        if (!grown)
            return false;
        log->texts = grown;
        grown[log->count++] = strdup(++text);
        bench_tally_add(tally, text, refused ? 0 : strtod(line, NULL), refused);
    }
    fseek(log->file, 0, SEEK_END);
    if (log->count)
        qsort(log->texts, log->count, sizeof *log->texts, compare_texts);
    return true;
}

bool bench_log_has(const struct sweep_log *log, const char *text)
{
    return log->count && bsearch(&text, log->texts, log->count,
                                 sizeof *log->texts, compare_texts);
}

void bench_log_add(struct sweep_log *log, const char *text, double ratio,
                   bool refused)
{
    if (!log->file)
        return;
    if (refused)
        fprintf(log->file, "refused %s\n", text);
    else
        fprintf(log->file, "%.4g %s\n", ratio, text);
    fflush(log->file);
}

void bench_log_close(struct sweep_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        free(log->texts[i]);
    free(log->texts);
    if (log->file)
        fclose(log->file);
}
