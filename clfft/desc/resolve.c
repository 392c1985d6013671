/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* resolve.c: checks a description and copies it whole, with every default
   written out. */
#include "desc.h"

#include "clfft/base/error.h"

#include <stdlib.h>
#include <string.h>

static void *copy_of(const void *source, size_t size, bool *failed)
{
    void *copy = NULL;

    if (source && size) {
        copy = malloc(size);
        if (copy)
            memcpy(copy, source, size);
        else
            *failed = true;
    }
    return copy;
}

clfft_status clfft_desc_resolve(const clfft_desc *desc, clfft_desc *resolved)
{
    clfft_status status = clfft_desc_validate(desc);
    bool failed = false;
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
                    &failed);
    r->load.matrix = copy_of(desc->load.matrix,
                             (size_t)desc->load.n_rows * desc->load.n_sources *
                                 sizeof(double),
                             &failed);
    r->store.gain = copy_of(desc->store.gain, bins * sizeof(double), &failed);
    r->store.bands.first =
        copy_of(bands->n_bands ? bands->first : NULL,
                (bands->n_bands + (size_t)1) * sizeof(uint32_t), &failed);
    r->store.bands.start = copy_of(bands->n_bands ? bands->start : NULL,
                                   bands->n_bands * sizeof(uint32_t), &failed);
    r->store.bands.weight = copy_of(bands->n_bands ? bands->weight : NULL,
                                    weights * sizeof(double), &failed);
    r->store.rings.first =
        copy_of(rings->n_rings ? rings->first : NULL,
                (rings->n_rings + (size_t)1) * sizeof(uint32_t), &failed);
    r->store.rings.bin = copy_of(rings->n_rings ? rings->bin : NULL,
                                 members * sizeof(uint32_t), &failed);
    r->store.rings.weight = copy_of(rings->n_rings ? rings->weight : NULL,
                                    members * sizeof(double), &failed);
    r->store.color_map = copy_of(
        desc->store.color_map,
        desc->store.pixel == CLFFT_PIXEL_RGBA ? CLFFT_COLOR_MAP_SIZE : 0,
        &failed);
    if (failed) {
        clfft_desc_clear(resolved);
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a copy of the description");
    }
    return CLFFT_STATUS_OK;
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
