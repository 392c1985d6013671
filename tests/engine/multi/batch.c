/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "batch.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>

#define POISON 0xff

void batch_clear(struct batch *b)
{
    reference_destroy(&b->reference);
    clfft_desc_clear(&b->desc);
    free(b->input);
    free(b->output);
    free(b->before);
}

void batch_reset(struct batch *b, uint64_t seed)
{
    const size_t size = b->output_bytes + 2 * BATCH_GUARD;

    memset(b->output, POISON, size);
    reference_fill(b->reference, seed, 0, b->input + BATCH_GUARD);
    if (b->desc.in_place)
        memcpy(b->output + BATCH_GUARD, b->input + BATCH_GUARD, b->input_bytes);
    memcpy(b->before, b->output, size);
}

bool batch_make(struct batch *b, const char *text, uint64_t seed)
{
    *b = (struct batch){0};
    if (clfft_desc_parse(text, &b->desc)) {
        TEST_CHECK(false, "%s: %s", text, clfft_last_error());
        return false;
    }
    b->reference = reference_create(&b->desc);
    b->layout = reference_get_layout(b->reference);
    b->input_bytes = b->layout->input_size * b->layout->input_length;
    b->output_bytes = b->layout->output_size * b->layout->output_length;
    if (b->desc.in_place && b->output_bytes < b->input_bytes)
        b->output_bytes = b->input_bytes;
    b->input = malloc(b->input_bytes + 2 * BATCH_GUARD);
    b->output = malloc(b->output_bytes + 2 * BATCH_GUARD);
    b->before = malloc(b->output_bytes + 2 * BATCH_GUARD);
    batch_reset(b, seed);
    return true;
}

clfft_status batch_execute(struct batch *b, clfft_multi *multi, uint64_t count)
{
    const clfft_multi_execute_params params = {.count = count};
    unsigned char *input = b->desc.in_place ? b->output : b->input;

    return clfft_multi_execute(multi, input + BATCH_GUARD,
                               b->output + BATCH_GUARD, &params);
}

const char *batch_judge(struct batch *b, const clfft_multi *multi,
                        uint64_t count)
{
    struct reference_range range = {{0}, 0, 0};
    struct reference_error error = {0};
    static char text[200];
    clfft_multi_info info;
    uint64_t n_strays = 0;
    double ratio;

    clfft_multi_get_info(multi, &info);
    range.counts[info.loop] = count;
    reference_compare(b->reference, &range, b->input + BATCH_GUARD,
                      b->output + BATCH_GUARD, &error);
    /* few points: the bar of the single transform is the one that counts */
    ratio = error.n_bad ? INFINITY : error.single_ratio;
    if (error.worst_unit > ratio)
        ratio = error.worst_unit;
    if (!b->desc.in_place)
        n_strays = reference_count_strays(
            b->reference, &range, b->before + BATCH_GUARD,
            b->output + BATCH_GUARD, b->layout->output_length);
    for (size_t i = 0; i < BATCH_GUARD; i++)
        n_strays += b->output[i] != POISON ||
                    b->output[BATCH_GUARD + b->output_bytes + i] != POISON;
    if (ratio <= 1 && !n_strays)
        return NULL;
    snprintf(text, sizeof text, "error is %g of the limit, %llu strays", ratio,
             (unsigned long long)n_strays);
    return text;
}
