/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectrogram_launch.c: what adding and drawing share: the length of a frame,
   and a launch behind those before it. */
#include "spectrogram.h"

uint64_t clfft_picture_get_frame_length(const clfft_picture *p)
{
    return (uint64_t)p->desc.n_channels * p->desc.n_bins *
           (p->desc.quantity == CLFFT_QUANTITY_COMPLEX ? 2 : 1);
}

clfft_status clfft_picture_launch(clfft_picture *p, cl_command_queue queue,
                                  const struct clfft_launch *launch)
{
    const size_t items = launch->items;
    const struct clfft_grid grid = {
        .global = {divide_up(launch->width, items) * items, launch->height},
        .local = {items, 1},
    };

    return clfft_kernel_chain(&p->chain, "picture", launch->kernel, queue,
                              launch->arguments, launch->n_arguments, &grid,
                              launch->n_wait, launch->wait, launch->event);
}
