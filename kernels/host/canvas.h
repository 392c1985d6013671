/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * canvas.h: the arguments of the kernels of a picture. The host fills struct
 * canvas once and the others with each call. 32-bit members come in even
 * numbers, so that no compiler adds padding.
 */
#ifndef CLFFT_CANVAS_H
#define CLFFT_CANVAS_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
typedef ulong canvas_uint64;
typedef uint canvas_uint32;
typedef int canvas_int32;
#else
#include <stdint.h>
typedef uint64_t canvas_uint64;
typedef uint32_t canvas_uint32;
typedef int32_t canvas_int32;
#endif

struct canvas {
    canvas_uint32 width;          /* pixels of the picture's rows */
    canvas_uint32 plot_x, plot_y; /* of the first channel */
    canvas_uint32 plot_width, plot_height;
    canvas_uint32 pitch; /* rows from plot to plot */
    canvas_uint32 n_channels;
    canvas_uint32 n_cells; /* a channel */
    canvas_uint32 n_bins;
    canvas_uint32 rotate;        /* bin k is stored at k + rotate */
    canvas_uint32 quantity;      /* clfft_quantity */
    canvas_uint32 reduction;     /* clfft_reduction */
    canvas_uint32 empty, marker; /* pixels */
    canvas_uint32 n_plots;
    canvas_uint32 n_curves; /* in the plot; 0: its channel's */
};

/* Frames for a waterfall. The first one lies at slot + remainder / unit;
   each goes step / unit + span columns, span_slots slots, further. */
struct canvas_columns {
    canvas_uint64 in_base;               /* numbers */
    canvas_uint64 remainder, step, unit; /* remainder, step < unit */
    canvas_uint32 n_frames;
    canvas_uint32 slot;
    canvas_uint32 span, span_slots;     /* <= and < plot_width */
    canvas_uint32 goes_on;              /* flag: the column has frames */
    canvas_uint32 gap_slot, gap_length; /* columns to be emptied first */
    canvas_uint32 unused;
};

/* Frames behind n_empty empty ones for an overview that has n_columns full
   columns of `length` frames, and n_before frames of the next one. */
struct canvas_overview {
    canvas_uint64 in_base;
    canvas_uint64 n_empty;
    canvas_uint64 length, n_before;
    canvas_uint32 n_frames;
    canvas_uint32 n_columns;
    canvas_uint32 goes_on; /* flag: the column has a level */
    canvas_uint32 unused;
};

/* Frames for bars and line: decibels a frame (infinite: at once), seconds. */
struct canvas_meter {
    canvas_uint64 in_base;
    canvas_uint32 n_frames;
    canvas_uint32 fresh, drawn, unused; /* flags: no frame came before; a
                                           picture shows those that did */
    float fall, peak_fall;
    float hold, frame_time;
};

/* A frame of a plane of n_rows and n_columns; 0 frames: nothing is shown. */
struct canvas_plane {
    canvas_uint64 in_base;
    canvas_uint32 n_frames;
    canvas_uint32 n_rows, n_columns, unused;
};

/* Columns are shown from `slot` on. A column's age is its number from the
   oldest one shown: x + turn, less plot_width where that is reached. */
struct canvas_view {
    canvas_uint64 offset; /* pixels */
    canvas_uint32 stride;
    canvas_uint32 slot, turn;
    canvas_uint32 first_age, n_ages;     /* those that are there */
    canvas_uint32 marker_x;              /* in the plot; beyond it: none */
    float scale, bias;                   /* colour = scale * code + bias */
    canvas_uint32 is_power_of_2, unused; /* flag: ... = 2 to that power */
};

/* A level's place in the plot: scale * level + bias pixels above its bottom, or
   2 to that power */
struct canvas_levels {
    canvas_uint64 offset;
    canvas_uint32 stride;
    canvas_uint32 measured, peaks; /* flags: whether there are such
                                      levels */
    canvas_uint32 is_power_of_2;
    float scale, bias;
};

/* clfft_picture_component */
struct canvas_component {
    canvas_uint64 offset;
    canvas_uint32 stride, step;
    float weights[3], bias;
};

/* Bytes instead of pixels; those of a picture begin at `offset`. */
struct canvas_components {
    canvas_uint64 offset;
    canvas_uint32 height; /* pixels */
    canvas_uint32 n_components;
    struct canvas_component components[3];
};

/*
 * Frames to be sharpened. Slots are places of frames of output, counted from
 * that of the first new frame: those that the new frames can reach are from
 * first_slot to end_slot.
 */
struct canvas_sharpen {
    canvas_uint64 in_base, out_base; /* numbers */
    canvas_uint32 n_channels, n_bins, rotate, n_cells;
    canvas_uint32 n_windows, n_frames;
    canvas_uint32 before; /* frames that were taken before, at most reach */
    canvas_int32 reach;
    canvas_int32 first_slot, end_slot;
    canvas_int32 fresh;      /* the first slot that nothing was added to */
    canvas_uint32 ring_slot; /* of slot 0, in a ring of ring_length; reach or
                                more, for slots before it */
    canvas_uint32 ring_length;
    canvas_uint32 block; /* slots of a work-item */
    /* output: frames from out_slot on, n_extra slots go to the last one */
    canvas_int32 out_slot;
    canvas_uint32 n_out, n_extra;
    float origin, spacing; /* bin k is at (k - origin) spacing hertz */
    float highest;         /* in bins: where frequencies are mirrored */
    float scale, bias;     /* cell of a place on the axis' scale */
};

#endif /* CLFFT_CANVAS_H */
