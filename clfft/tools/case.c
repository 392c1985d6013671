/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* case.c: one description with its input. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REASON_SIZE 256
#define MANY_POINTS 65536 /* of the contract's pooled error */

bool bench_case_open(struct bench_case *item, const char *text, char *reason)
{
    const struct reference_layout *layout;
    double stored, read;
    const clfft_desc *desc = &item->desc;

    *item = (struct bench_case){.text = text};
    if (clfft_desc_parse(text, &item->desc) != CLFFT_STATUS_OK ||
        clfft_desc_validate(&item->desc) != CLFFT_STATUS_OK) {
        snprintf(reason, REASON_SIZE, "%s", clfft_last_error());
        clfft_desc_clear(&item->desc);
        return false;
    }
    item->reference = reference_create(&item->desc);
    if (!item->reference) {
        snprintf(reason, REASON_SIZE, "no memory for the reference");
        clfft_desc_clear(&item->desc);
        return false;
    }
    layout = item->layout = reference_get_layout(item->reference);
    if (desc->transform == CLFFT_TRANSFORM_C2R && desc->rank > 1 &&
        !layout->separate_inputs) {
        snprintf(reason, REASON_SIZE,
                 "c2r of rank %u from inputs that overlap: they cannot each be "
                 "the spectrum of a real signal",
                 desc->rank);
        bench_case_close(item);
        return false;
    }
    item->input_size = layout->input_length * layout->input_size;
    item->output_size = layout->output_length * layout->output_size;
    stored = (double)layout->n_stored * (double)layout->output_size;
    read = (double)layout->n_read * (double)layout->input_size;
    item->bytes = (double)layout->n_transforms * stored + read;
    item->flops = (double)layout->n_transforms * 5 * (double)layout->n_points *
                  log2((double)layout->n_points);
    if (item->desc.transform != CLFFT_TRANSFORM_C2C)
        item->flops /= 2;
    return true;
}

/* A real signal's spectrum has real bins at DC and Nyquist. Ours ignores what
   lies there; rivals need not. */
static void make_ends_real(struct bench_case *item)
{
    const uint64_t half = item->desc.lengths[0] / 2;
    const size_t part = item->layout->input_size / 2;
    unsigned char *imaginary = (unsigned char *)item->input + part;

    for (uint64_t r = 0; r < item->layout->n_transforms; r++) {
        const uint64_t dc = reference_input_index(item->reference, r, 0);
        const uint64_t end = reference_input_index(item->reference, r, half);
        memset(imaginary + 2 * part * dc, 0, part);
        if (item->desc.lengths[0] % 2 == 0)
            memset(imaginary + 2 * part * end, 0, part);
    }
}

bool bench_case_fill(struct bench_case *item, uint64_t seed, char *reason)
{
    item->input = malloc(item->input_size + 16);
    if (!item->input) {
        snprintf(reason, REASON_SIZE, "no memory for %zu bytes of input",
                 item->input_size);
        return false;
    }
    reference_fill(item->reference, seed, 0, item->input);
    if (item->desc.transform == CLFFT_TRANSFORM_C2R && item->desc.rank <= 1)
        make_ends_real(item);
    return true;
}

/* Numbers of one side that are somebody's. */
static void mark_side(const struct bench_case *item, bool input, size_t number,
                      unsigned char *marks)
{
    const struct reference_layout *layout = item->layout;
    const uint64_t n =
        input ? reference_count_read(item->reference) : layout->n_stored;
    const size_t parts =
        (input ? layout->input_size : layout->output_size) / number;

    for (uint64_t r = 0; r < layout->n_transforms; r++)
        for (uint64_t i = 0; i < n; i++) {
            const uint64_t e =
                input ? reference_input_index(item->reference, r, i)
                      : reference_output_index(item->reference, r, i);
            memset(marks + e * parts, 1, parts);
        }
}

uint64_t bench_case_count_strays(const struct bench_case *item,
                                 const void *before, const void *after)
{
    const size_t number =
        item->desc.precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    const size_t size = item->input_size > item->output_size
                            ? item->input_size
                            : item->output_size;
    const unsigned char *old = before, *new = after;
    unsigned char *marks;
    uint64_t n = 0;

    if (!item->desc.in_place)
        return reference_count_strays(item->reference, NULL, before, after,
                                      item->layout->output_length);
    marks = calloc(size / number + 1, 1);
    if (!marks)
        return UINT64_MAX;
    mark_side(item, true, number, marks);
    mark_side(item, false, number, marks);
    for (size_t i = 0; i < size / number; i++)
        n += !marks[i] && memcmp(old + i * number, new + i *number, number);
    free(marks);
    return n;
}

double bench_case_limit(const struct bench_case *item, double limit)
{
    struct reference_limits limits;

    if (item->layout->n_points * item->layout->n_transforms >= MANY_POINTS)
        return limit;
    reference_get_limits(&item->desc, &limits);
    return limit * limits.single / limits.pooled;
}

void bench_case_close(struct bench_case *item)
{
    if (item->reference)
        reference_destroy(&item->reference);
    free(item->input);
    item->input = NULL;
    clfft_desc_clear(&item->desc);
}
