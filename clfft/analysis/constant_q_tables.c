/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* constant_q_tables.c: the weights of constant-Q bands as the kernels read
   them: by band for the analysis, by bin for the synthesis. */
#include "constant_q.h"

#include "clfft/base/error.h"
#include "clfft/spectrum/constant_q.h"

#include <stdlib.h>
#include <string.h>

/* Weights by bin: what bin k sums up is [first[k], first[k+1]). */
struct by_bin {
    uint32_t *first; /* length/2 + 2 */
    uint32_t *source;
    double *weight;
};

static clfft_status no_memory(uint64_t n)
{
    return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for %llu weights",
                      (unsigned long long)n);
}

static clfft_status upload(clfft_constant_q *c, const uint32_t *first,
                           size_t n_first, const uint32_t *start,
                           size_t n_start, double *weight)
{
    const size_t n = first[n_first - 1];
    clfft_status status;

    /* in place: a float is no longer than a double */
    for (size_t i = 0; c->real_size == sizeof(float) && i < n; i++) {
        const float value = (float)weight[i];

        memcpy((char *)weight + i * sizeof value, &value, sizeof value);
    }
    TRY(clfft_device_new_buffer(c->device, CL_MEM_READ_ONLY,
                                n_first * sizeof *first, first, &c->first));
    TRY(clfft_device_new_buffer(c->device, CL_MEM_READ_ONLY,
                                n_start * sizeof *start, start, &c->start));
    TRY(clfft_device_new_buffer(c->device, CL_MEM_READ_ONLY, n * c->real_size,
                                weight, &c->weight));
fail:
    return status;
}

static clfft_status make_by_band(clfft_constant_q *c, const double *gain,
                                 struct clfft_constant_q_weights *w)
{
    for (unsigned b = 0; b < w->n_bands; b++)
        for (uint32_t i = w->first[b]; i < w->first[b + 1]; i++)
            w->weight[i] *= (gain ? gain[b] : 1) / (double)w->length;
    return upload(c, w->first, w->n_bands + 1, w->start, w->n_bands, w->weight);
}

/* ---- the synthesis: each bin has what is weighed there and at its negative */

/* The bins that a weight is for: its own, the negative of that, or both where
   these are one. Returns how many. */
static unsigned find_bins(const struct clfft_constant_q_weights *w, unsigned b,
                          uint32_t i, uint64_t bins[2], bool mirrored[2])
{
    const uint64_t k = (w->start[b] + (uint64_t)(i - w->first[b])) % w->length;
    const uint64_t half = w->length / 2;
    unsigned n = 0;

    if (k <= half) {
        bins[n] = k;
        mirrored[n++] = false;
    }
    if (k >= half || k == 0) {
        bins[n] = k ? w->length - k : 0;
        mirrored[n++] = true;
    }
    return n;
}

static void count(const struct clfft_constant_q_weights *w, uint32_t *first)
{
    for (unsigned b = 0; b < w->n_bands; b++)
        for (uint32_t i = w->first[b]; i < w->first[b + 1]; i++) {
            uint64_t bins[2];
            bool mirrored[2];

            for (unsigned n = find_bins(w, b, i, bins, mirrored); n-- > 0;)
                first[bins[n] + 1]++;
        }
    for (uint64_t k = 0; k <= w->length / 2; k++)
        first[k + 1] += first[k];
}

/* Leaves first[k] where first[k + 1] was. */
static void fill(const clfft_constant_q *c, const double *gain,
                 const struct clfft_constant_q_weights *w, const double *sums,
                 struct by_bin *t)
{
    for (unsigned b = 0; b < w->n_bands; b++)
        for (uint32_t i = w->first[b]; i < w->first[b + 1]; i++) {
            const double part =
                w->weight[i] / (gain ? gain[b] : 1) / (double)c->period;
            uint64_t bins[2];
            bool mirrored[2];

            for (unsigned n = find_bins(w, b, i, bins, mirrored); n-- > 0;) {
                const uint32_t at = t->first[bins[n]]++;

                t->source[at] = 2 * b + mirrored[n];
                t->weight[at] = part / sums[bins[n]];
            }
        }
}

static clfft_status make_by_bin(clfft_constant_q *c, const double *gain,
                                const struct clfft_constant_q_weights *w)
{
    const uint64_t n_bins = w->length / 2 + 1;
    double *sums = malloc(n_bins * sizeof *sums);
    struct by_bin t = {.first = calloc(n_bins + 1, sizeof *t.first)};
    clfft_status status = no_memory(n_bins);
    uint32_t n;

    if (!sums || !t.first)
        goto fail;
    clfft_constant_q_sum_squares(w, sums);
    count(w, t.first);
    n = t.first[n_bins];
    t.source = malloc(n * sizeof *t.source);
    t.weight = malloc(n * sizeof *t.weight);
    status = no_memory(n);
    if (!t.source || !t.weight)
        goto fail;
    fill(c, gain, w, sums, &t);
    for (uint64_t k = n_bins; k > 0; k--)
        t.first[k] = t.first[k - 1];
    t.first[0] = 0;
    status = upload(c, t.first, n_bins + 1, t.source, n, t.weight);
fail:
    free(sums);
    free(t.first);
    free(t.source);
    free(t.weight);
    return status;
}

clfft_status clfft_constant_q_make_tables(clfft_constant_q *c,
                                          const double *gain)
{
    struct clfft_constant_q_weights w;
    clfft_status status;

    TRY(clfft_constant_q_make_weights(&c->desc.bands, &c->layout, &w));
    status = c->desc.direction == CLFFT_DIRECTION_INVERSE
                 ? make_by_bin(c, gain, &w)
                 : make_by_band(c, gain, &w);
    clfft_constant_q_clear_weights(&w);
fail:
    return status;
}
