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
    item->input_size = layout->input_length * layout->input_size;
    item->output_size = layout->output_length * layout->output_size;
    stored = (double)layout->n_stored * (double)layout->output_size;
    read = (double)item->input_size / (double)layout->n_transforms;
    item->bytes = (double)layout->n_transforms * (stored + read);
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
    const uint64_t half = item->desc.lengths[0] / 2 + 1;
    const size_t part = item->layout->input_size / 2;
    unsigned char *bytes = item->input;

    for (uint64_t r = 0; r < item->layout->n_transforms; r++) {
        unsigned char *bins = bytes + 2 * part * half * r;
        memset(bins + part, 0, part);
        if (item->desc.lengths[0] % 2 == 0)
            memset(bins + 2 * part * (half - 1) + part, 0, part);
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
