/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* support.c: what several peers need. */
#include "peer.h"

#include <stdarg.h>
#include <string.h>

void peer_set_reason(char *reason, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reason, PEER_REASON_SIZE, format, arguments);
    va_end(arguments);
}

bool peer_is_plain(const struct bench_case *item, char *reason)
{
    const clfft_desc *desc = &item->desc;
    bool hooked = desc->load.sample || desc->load.subtract_mean ||
                  desc->load.subtract_line || desc->load.matrix ||
                  desc->store.quantity || desc->store.sides ||
                  desc->store.gain || desc->store.bands.n_bands ||
                  desc->store.rings.n_rings;

    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++)
        hooked = hooked || desc->load.windows[axis] || desc->load.lengths[axis];
    if (hooked)
        peer_set_reason(reason, "has no load and store hooks");
    else if (desc->scale != 0 && desc->scale != 1)
        peer_set_reason(reason, "a scale is not compared");
    else
        return true;
    return false;
}

/* ---- layouts ---- */

static void fill_side(const struct bench_case *item, unsigned side,
                      struct peer_layout *layout)
{
    const clfft_desc *desc = &item->desc;
    const bool is_half =
        desc->transform == (side ? CLFFT_TRANSFORM_R2C : CLFFT_TRANSFORM_C2R);
    const bool is_real =
        desc->transform == (side ? CLFFT_TRANSFORM_C2R : CLFFT_TRANSFORM_R2C);
    int64_t dense = 1;

    reference_get_strides(item->reference, side == 0, layout->strides[side]);
    for (unsigned axis = 0; axis < layout->rank; axis++) {
        const uint64_t n = desc->lengths[axis];
        const uint64_t half = axis == 0 ? n / 2 + 1 : n;
        layout->points[side][axis] = is_half ? half : n;
        if (layout->strides[side][axis] != dense)
            layout->is_dense = false;
        dense *= (int64_t)(is_half                                  ? half
                           : is_real && axis == 0 && desc->in_place ? 2 * half
                                                                    : n);
    }
    if (layout->n_loops && layout->loops[0].distance[side] != dense)
        layout->is_dense = false;
}

void peer_get_layout(const struct bench_case *item, struct peer_layout *layout)
{
    const clfft_desc *desc = &item->desc;
    unsigned n = 0;

    *layout = (struct peer_layout){.rank = desc->rank ? desc->rank : 1,
                                   .is_dense = true};
    for (unsigned l = 0; l < desc->n_loops; l++) {
        const clfft_loop *loop = &desc->loops[l];
        const uint64_t inner = n ? layout->loops[n - 1].count : 0;
        const int64_t *step = n ? layout->loops[n - 1].distance : NULL;
        if (loop->count <= 1)
            continue;
        if (n && loop->input_distance == (int64_t)inner * step[0] &&
            loop->output_distance == (int64_t)inner * step[1]) {
            layout->loops[n - 1].count *= loop->count;
            continue;
        }
        layout->loops[n].count = loop->count;
        layout->loops[n].distance[0] = loop->input_distance;
        layout->loops[n++].distance[1] = loop->output_distance;
    }
    layout->n_loops = n;
    fill_side(item, 0, layout);
    fill_side(item, 1, layout);
    if (n > 1)
        layout->is_dense = false;
}

bool peer_has_no_layout(char *reason)
{
    peer_set_reason(reason, "no such layout");
    return false;
}

int64_t peer_get_distance(const struct peer_layout *layout, unsigned side)
{
    int64_t most = 1;

    if (layout->n_loops)
        return layout->loops[0].distance[side];
    for (unsigned axis = 0; axis < layout->rank; axis++) {
        const int64_t all =
            layout->strides[side][axis] * (int64_t)layout->points[side][axis];
        most = all > most ? all : most;
    }
    return most;
}

/* ---- buffers ---- */

bool peer_buffers_open(const struct bench_device *device,
                       const struct bench_case *item,
                       struct peer_buffers *buffers, char *reason)
{
    const cl_uint poison = 0xffffffff; /* NaN in both precisions */
    const bool in_place = item->desc.in_place;
    cl_int error;

    *buffers = (struct peer_buffers){
        .input_size = item->input_size,
        .output_size = item->output_size,
    };
    if (in_place && buffers->output_size > buffers->input_size)
        buffers->input_size = buffers->output_size;
    buffers->input_size = (buffers->input_size + 3) / 4 * 4;
    buffers->input = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                                    buffers->input_size, NULL, &error);
    if (error)
        goto fail;
    if (in_place) {
        buffers->output = buffers->input;
        clRetainMemObject(buffers->output);
    } else {
        buffers->output = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                                         buffers->output_size, NULL, &error);
        if (error)
            goto fail;
    }
    error = clEnqueueFillBuffer(
        device->queue, buffers->output, &poison, 4, 0,
        in_place ? buffers->input_size : buffers->output_size, 0, NULL, NULL);
    if (!error)
        error =
            clEnqueueWriteBuffer(device->queue, buffers->input, CL_TRUE, 0,
                                 item->input_size, item->input, 0, NULL, NULL);
    if (!error)
        return true;
fail:
    peer_set_reason(reason, "buffers of %zu + %zu bytes: OpenCL error %d",
                    buffers->input_size, buffers->output_size, error);
    peer_buffers_close(buffers);
    return false;
}

bool peer_buffers_read(const struct bench_device *device,
                       const struct peer_buffers *buffers, void *output)
{
    return clEnqueueReadBuffer(device->queue, buffers->output, CL_TRUE, 0,
                               buffers->output_size, output, 0, NULL,
                               NULL) == CL_SUCCESS;
}

void peer_buffers_close(struct peer_buffers *buffers)
{
    if (buffers->input)
        clReleaseMemObject(buffers->input);
    if (buffers->output)
        clReleaseMemObject(buffers->output);
    buffers->input = buffers->output = NULL;
}
