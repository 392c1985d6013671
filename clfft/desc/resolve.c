/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* resolve.c: checks a description and copies it whole, with every default
   written out. */
#include "desc.h"

#include "clfft/base/error.h"
#include "clfft/base/watch.h"

#include <stdlib.h>
#include <string.h>

/* Bytes between two looks whether to go on. */
#define PIECE ((size_t)16 << 20)

/* NULL: there is nothing to copy, or *status is not OK. */
static void *copy_of(const void *source, size_t size, clfft_status *status)
{
    unsigned char *copy = NULL;

    if (*status != CLFFT_STATUS_OK || !source || !size)
        return NULL;
    copy = malloc(size);
    if (!copy)
        *status = clfft_fail(CLFFT_STATUS_NO_MEMORY,
                             "no memory for a copy of the description");
    for (size_t at = 0; copy && at < size; at += PIECE) {
        *status = clfft_watch_tell("a copy", at, size);
        if (*status != CLFFT_STATUS_OK)
            break;
        memcpy(copy + at, (const unsigned char *)source + at,
               size - at < PIECE ? size - at : PIECE);
    }
    return copy;
}

clfft_status clfft_desc_resolve(const clfft_desc *desc, clfft_desc *resolved)
{
    clfft_status status = clfft_desc_validate(desc);
    clfft_desc *r = resolved;

    memset(resolved, 0, sizeof *resolved);
    if (status != CLFFT_STATUS_OK)
        return status;
    clfft_desc_fill(desc, r);
    const clfft_bands *bands = &desc->store.bands;
    const clfft_rings *rings = &desc->store.rings;
    const size_t bins = clfft_desc_output_points(r, 0);
    const size_t weights = bands->n_bands ? bands->first[bands->n_bands] : 0;
    const size_t members = rings->n_rings ? rings->first[rings->n_rings] : 0;
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        r->load.windows[d] =
            copy_of(desc->load.windows[d], r->load.lengths[d] * sizeof(double),
                    &status);
    r->load.matrix = copy_of(desc->load.matrix,
                             (size_t)desc->load.n_rows * desc->load.n_sources *
                                 sizeof(double),
                             &status);
    r->store.gain = copy_of(desc->store.gain, bins * sizeof(double), &status);
    r->store.bands.first =
        copy_of(bands->n_bands ? bands->first : NULL,
                (bands->n_bands + (size_t)1) * sizeof(uint32_t), &status);
    r->store.bands.start = copy_of(bands->n_bands ? bands->start : NULL,
                                   bands->n_bands * sizeof(uint32_t), &status);
    r->store.bands.weight = copy_of(bands->n_bands ? bands->weight : NULL,
                                    weights * sizeof(double), &status);
    r->store.rings.first =
        copy_of(rings->n_rings ? rings->first : NULL,
                (rings->n_rings + (size_t)1) * sizeof(uint32_t), &status);
    r->store.rings.bin = copy_of(rings->n_rings ? rings->bin : NULL,
                                 members * sizeof(uint32_t), &status);
    r->store.rings.weight = copy_of(rings->n_rings ? rings->weight : NULL,
                                    members * sizeof(double), &status);
    r->store.color_map = copy_of(
        desc->store.color_map,
        desc->store.pixel == CLFFT_PIXEL_RGBA ? CLFFT_COLOR_MAP_SIZE : 0,
        &status);
    if (status != CLFFT_STATUS_OK)
        clfft_desc_clear(resolved);
    return status;
}

void clfft_desc_clear(clfft_desc *desc)
{
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        free((void *)desc->load.windows[d]);
    free((void *)desc->load.matrix);
    free((void *)desc->store.gain);
    free((void *)desc->store.bands.first);
    free((void *)desc->store.bands.start);
    free((void *)desc->store.bands.weight);
    free((void *)desc->store.rings.first);
    free((void *)desc->store.rings.bin);
    free((void *)desc->store.rings.weight);
    free((void *)desc->store.color_map);
    memset(desc, 0, sizeof *desc);
}
