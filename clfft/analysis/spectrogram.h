/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectrogram.h: the state of a picture of spectra, shared by the files
   spectrogram*.c. */
#ifndef CLFFT_PICTURE_STATE_H
#define CLFFT_PICTURE_STATE_H

#include "clfft/device/device.h"
#include "clfft/picture.h"
#include "clfft/device/chain.h"
#include "kernel.h"

#include "kernels/host/canvas.h"

/* The position of a waterfall's ring; columns are counted from the first
   one. */
struct clfft_ring {
    uint64_t base, unit;  /* of the last call */
    uint64_t oldest, end; /* columns that can be shown */
    uint64_t column;      /* of the last frame */
};

/* How far the columns of an overview are filled. */
struct clfft_overview {
    uint64_t n_columns, length, n_in_column; /* frames */
    uint64_t next; /* the number of the next frame, empty ones counted */
};

struct clfft_picture {
    clfft_device *device;
    clfft_picture_desc desc; /* arrays and palette are not kept */
    struct canvas canvas;
    unsigned n_rows, n_columns;   /* plane */
    size_t add_items, draw_items; /* of a work-group */
    unsigned run;                 /* pixels that a work-item draws */

    clfft_program *program;
    cl_kernel add, draw;
    cl_kernel prepare; /* runs before draw; NULL for waterfall */
    cl_kernel convert; /* components: runs after draw, else NULL */
    cl_mem cells, background, palette;
    cl_mem gains;             /* of bins, or NULL */
    cl_mem plane;             /* plane: its tables, one behind the other */
    cl_mem codes;             /* all but bars and line: levels to be drawn */
    cl_mem columns;           /* overview */
    cl_mem strongest;         /* waterfall: of the column under way */
    cl_mem meters;            /* bars and line: levels and peaks of cells */
    cl_mem heights;           /* and of columns of pixels */
    cl_mem screen;            /* components: the pixels that they are made of */
    struct clfft_chain chain; /* of the calls since a reset */

    uint64_t n_frames;
    struct clfft_ring ring;
    struct clfft_overview overview;
    bool is_resampled; /* codes are those of the overview's columns */
    bool is_drawn;     /* meters: a picture shows all frames */
};

/* spectrogram_check.c: INVALID or UNSUPPORTED with the reason. */
clfft_status clfft_picture_check_desc(const clfft_picture_desc *desc);

/* One for each channel, or one for all. */
static inline unsigned clfft_picture_count_plots(const clfft_picture_desc *desc)
{
    return desc->curves ? 1 : desc->n_channels;
}

/* spectrogram_plane.c: checks a plane and its part of the description. */
clfft_status clfft_picture_check_plane(const clfft_picture_desc *desc);

/* spectrogram_plane.c: writes the tables of a plane one behind the other, in
   pairs: rows, columns, down, across. */
uint64_t clfft_picture_count_pairs(const clfft_picture_desc *desc);
void clfft_picture_pack_plane(const clfft_picture_desc *desc,
                              uint32_t (*pairs)[2]);

/* spectrogram.c: how many numbers one frame of input has. */
uint64_t clfft_picture_get_frame_length(const clfft_picture *picture);

struct clfft_launch {
    cl_kernel kernel;
    const struct clfft_argument *arguments;
    cl_uint n_arguments;
    size_t width, height, items; /* work-items, and those of a group */
    unsigned n_wait;
    const cl_event *wait;
    cl_event *event;
};

/* spectrogram.c */
clfft_status clfft_picture_launch(clfft_picture *picture,
                                  cl_command_queue queue,
                                  const struct clfft_launch *launch);

/* spectrogram_add.c, spectrogram_draw.c: run over nothing, so that the binary
   on disk is complete. `output` holds the pixels of a work-group. */
clfft_status clfft_picture_warm_add(clfft_picture *picture,
                                    cl_command_queue queue);
clfft_status clfft_picture_warm_draw(clfft_picture *picture,
                                     cl_command_queue queue, cl_mem output);

#endif /* CLFFT_PICTURE_STATE_H */
