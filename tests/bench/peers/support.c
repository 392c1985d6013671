/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* support.c: the table of peers and what several of them need. */
#include "peer.h"

#include <stdarg.h>

const struct peer_entry peer_table[] = {
    {"ours", &peer_ours, ""},
    {"copy", &peer_copy, ""},
    {"trip", &peer_trip, ""},
#ifdef HAVE_CLFFT
    {"clfft", &peer_clfft, ""},
#else
    {"clfft", NULL, "libclfft-dev"},
#endif
#ifdef HAVE_VKFFT
    {"vkfft", &peer_vkfft, ""},
#else
    {"vkfft", NULL, "libvkfft-dev"},
#endif
#ifdef HAVE_CUFFT
    {"cufft", &peer_cufft, ""},
#else
    {"cufft", NULL, "the CUDA toolkit"},
#endif
#ifdef HAVE_FFTW
    {"fftw1", &peer_fftw1, ""},
    {"fftw2", &peer_fftw2, ""},
#else
    {"fftw1", NULL, "libfftw3-dev"},
    {"fftw2", NULL, "libfftw3-dev"},
#endif
#ifdef HAVE_KISSFFT
    {"kissfft", &peer_kissfft, ""},
#else
    {"kissfft", NULL, "libgstreamer-plugins-base1.0-dev"},
#endif
};
const size_t n_peers = sizeof peer_table / sizeof peer_table[0];

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
    bool strided = desc->n_loops > 1;
    bool hooked = desc->load.sample || desc->load.subtract_mean ||
                  desc->load.matrix || desc->store.quantity ||
                  desc->store.sides || desc->store.gain ||
                  desc->store.bands.n_bands || desc->store.rings.n_rings;

    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++) {
        strided = strided || desc->input_strides[axis] ||
                  desc->output_strides[axis];
        hooked = hooked || desc->load.windows[axis] ||
                 desc->load.lengths[axis];
    }
    if (hooked)
        peer_set_reason(reason, "has no load and store hooks");
    else if (desc->scale != 0 && desc->scale != 1)
        peer_set_reason(reason, "a scale is not compared");
    else if (strided)
        peer_set_reason(reason, "only dense layouts are compared");
    else
        return true;
    return false;
}

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
    error = clEnqueueFillBuffer(device->queue, buffers->output, &poison, 4, 0,
                                in_place ? buffers->input_size
                                         : buffers->output_size,
                                0, NULL, NULL);
    if (!error)
        error = clEnqueueWriteBuffer(device->queue, buffers->input, CL_TRUE, 0,
                                     item->input_size, item->input, 0, NULL,
                                     NULL);
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
