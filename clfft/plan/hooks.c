/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* hooks.c: the tables of a description's hooks in device memory. */
#include "plan.h"

#include "clfft/base/error.h"
#include "clfft/base/watch.h"

#include <stdlib.h>

static bool goes_on(double fraction, void *data)
{
    (void)fraction;
    (void)data;
    return clfft_watch_tell("a table", 0, 1) == CLFFT_STATUS_OK;
}

static clfft_status upload_bytes(clfft_plan *plan, const void *bytes,
                                 size_t size, cl_mem *buffer)
{
    struct clfft_work work = {.go_on = goes_on};

    return clfft_table_upload(plan->device, &work, plan->waiter, size, bytes,
                              buffer);
}

/* Uploads numbers in the plan's precision. */
static clfft_status upload(clfft_plan *plan, const double *values, size_t n,
                           cl_mem *buffer)
{
    const size_t size = n * plan->real_size;
    clfft_status status = CLFFT_STATUS_OK;
    float *narrow = NULL;

    if (!values || n == 0) /* of bands that hold no bin */
        return CLFFT_STATUS_OK;
    if (plan->real_size == 4) {
        narrow = malloc(size ? size : 1);
        if (!narrow)
            return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a table");
        for (size_t i = 0; i < n; i++) {
            TRY(clfft_watch_loop("a table", i, n));
            narrow[i] = (float)values[i];
        }
    }
    status = upload_bytes(plan, narrow ? (const void *)narrow : values, size,
                          buffer);
fail:
    free(narrow);
    return status;
}

static clfft_status upload_indices(clfft_plan *plan, const uint32_t *values,
                                   size_t n, cl_mem *buffer)
{
    return upload_bytes(plan, values, n * sizeof *values, buffer);
}

/* Uploads the gain, in stored order. With several axes it is applied along axis
   0, before sides are made, in the order of the bins. */
static clfft_status upload_gain(clfft_plan *plan)
{
    const clfft_desc *d = &plan->desc;
    const uint64_t n = clfft_desc_output_points(d, 0);
    unsigned axes[CLFFT_MAX_RANK];
    clfft_status status;
    double *turned;

    if (!d->store.gain || d->store.sides != CLFFT_SIDES_CENTERED ||
        clfft_active_axes(d, axes) == 1)
        return upload(plan, d->store.gain, n, &plan->hooks.gain);
    turned = malloc(n * sizeof *turned);
    if (!turned)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a table");
    for (uint64_t k = 0; k < n; k++)
        turned[k] = d->store.gain[(k + n / 2) % n];
    status = upload(plan, turned, n, &plan->hooks.gain);
    free(turned);
    return status;
}

clfft_status clfft_upload_color_map(clfft_plan *plan)
{
    struct clfft_codes *codes = &plan->hooks.codes;

    if (!codes->color_map || codes->colors)
        return CLFFT_STATUS_OK;
    return upload_bytes(plan, codes->color_map, CLFFT_COLOR_MAP_SIZE,
                        &codes->colors);
}

clfft_status clfft_plan_upload_hooks(clfft_plan *plan)
{
    const clfft_desc *d = &plan->desc;
    const clfft_bands *b = &d->store.bands;
    const clfft_rings *r = &d->store.rings;
    clfft_status status;

    for (unsigned a = 0; a < CLFFT_MAX_RANK; a++)
        TRY(upload(plan, d->load.windows[a], d->load.lengths[a],
                   &plan->hooks.windows[a]));
    TRY(upload(plan, d->load.matrix, (size_t)d->load.n_rows * d->load.n_sources,
               &plan->hooks.matrix));
    TRY(upload_gain(plan));
    plan->hooks.codes = (struct clfft_codes){.lowest = d->store.lowest,
                                             .highest = d->store.highest,
                                             .color_map = d->store.color_map,
                                             .value = d->store.value};
    TRY(clfft_upload_color_map(plan));
    if (b->n_bands) {
        TRY(upload_indices(plan, b->first, b->n_bands + (size_t)1,
                           &plan->hooks.first));
        TRY(upload_indices(plan, b->start, b->n_bands, &plan->hooks.start));
        TRY(upload(plan, b->weight, b->first[b->n_bands], &plan->hooks.weight));
    }
    if (r->n_rings) {
        TRY(upload_indices(plan, r->first, r->n_rings + (size_t)1,
                           &plan->hooks.first));
        TRY(upload_indices(plan, r->bin, r->first[r->n_rings],
                           &plan->hooks.start));
        TRY(upload(plan, r->weight, r->first[r->n_rings], &plan->hooks.weight));
    }
fail:
    return status;
}

static void release(cl_mem *buffer)
{
    if (*buffer)
        clReleaseMemObject(*buffer);
    *buffer = NULL;
}

static void release_pieces(clfft_hooks *hooks)
{
    release(&hooks->piece_first);
    release(&hooks->piece_start);
    release(&hooks->piece_weight);
}

/* Cuts bands into pieces: kernels/group/bands.cl. */
clfft_status clfft_plan_upload_pieces(clfft_plan *plan)
{
    const clfft_bands *b = &plan->desc.store.bands;
    const size_t n = (size_t)clfft_count_pieces(b);
    uint32_t *first, *start;
    clfft_status status;
    double *weight;

    if (plan->hooks.piece_first)
        return CLFFT_STATUS_OK;
    first = malloc((b->n_bands + (size_t)1) * sizeof *first);
    start = calloc(n + 1, sizeof *start);
    weight = calloc(n + 1, CLFFT_BAND_PIECE * sizeof *weight);
    if (!first || !start || !weight) {
        status = clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a table");
        goto fail;
    }
    first[0] = 0;
    for (unsigned band = 0, piece = 0; band < b->n_bands; band++) {
        const uint32_t bins = b->first[band + 1] - b->first[band];
        const uint32_t pieces =
            (bins + CLFFT_BAND_PIECE - 1) / CLFFT_BAND_PIECE;

        TRY(clfft_watch_loop("a table", band, b->n_bands));
        for (uint32_t i = 0; i < bins; i++)
            weight[(piece + i % pieces) * CLFFT_BAND_PIECE + i / pieces] =
                b->weight[b->first[band] + i];
        for (uint32_t i = 0; i < pieces; i++)
            start[piece + i] = (b->start[band] + i) | pieces << 16 |
                               (bins - 1 - i) / pieces << 30;
        first[band + 1] = piece += pieces;
    }
    /* one piece more, so that no table is empty */
    TRY(upload_indices(plan, start, n + 1, &plan->hooks.piece_start));
    TRY(upload(plan, weight, (n + 1) * CLFFT_BAND_PIECE,
               &plan->hooks.piece_weight));
    TRY(upload_indices(plan, first, b->n_bands + (size_t)1,
                       &plan->hooks.piece_first));
fail:
    if (status != CLFFT_STATUS_OK)
        release_pieces(&plan->hooks);
    free(weight);
    free(start);
    free(first);
    return status;
}

void clfft_plan_release_hooks(clfft_plan *plan)
{
    clfft_hooks *h = &plan->hooks;

    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        release(&h->windows[d]);
    release(&h->matrix);
    release(&h->gain);
    release(&h->first);
    release(&h->start);
    release(&h->weight);
    release_pieces(h);
    release(&h->codes.colors);
}
