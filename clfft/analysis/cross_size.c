/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* cross_size.c: the work-groups and the buffers of cross spectra. */
#include "cross.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"

#define GROUP_ITEMS 64

size_t clfft_cross_get_items(const clfft_cross *c)
{
    const unsigned most = c->device->limits.max_work_group;
    size_t items = GROUP_ITEMS;

    while (items > most)
        items /= 2;
    return items;
}

clfft_status clfft_cross_make_buffer(clfft_cross *c, uint64_t frames,
                                     uint64_t numbers, cl_mem *buffer)
{
    const uint64_t most = c->device->limits.max_allocation;
    uint64_t size;

    if (!checked_multiply(frames * c->n_rows, numbers, &size) ||
        !checked_multiply(size, c->real_size, &size) || (most && size > most))
        return clfft_fail(
            CLFFT_STATUS_UNSUPPORTED,
            "%llu frames of %u channels of %llu points are beyond "
            "the device's largest buffer of %llu bytes",
            (unsigned long long)frames, c->desc.channels,
            (unsigned long long)c->desc.points, (unsigned long long)most);
    return clfft_device_new_buffer(c->device, CL_MEM_READ_WRITE, size, NULL,
                                   buffer);
}
