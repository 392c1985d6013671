/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * picture.h: pictures of spectra, which are kept and drawn on the device.
 *
 *   cells  the steps of a frequency axis, each a few bins
 *   plane  where the points of a spectrum of two axes lie, and their pixels
 *   add    takes frames of spectra and keeps the level of every cell
 *   draw   paints what is kept into 32-bit pixels
 *
 * Levels are 10 log10 of power, in decibels. A level that is NaN or was never
 * written is drawn as `empty`. One thread at a time per picture; only create,
 * destroy and set_background(_rows) wait for the device.
 */
#ifndef CLFFT_PICTURE_H
#define CLFFT_PICTURE_H

#include "clfft.h"

#include "begin.h"

/* ---- frequency axes (pure) ------------------------------------------- */

typedef enum clfft_axis_scale {
    CLFFT_AXIS_SCALE_LINEAR = 0,
    CLFFT_AXIS_SCALE_LOG,  /* low > 0 */
    CLFFT_AXIS_SCALE_MEL,  /* formulas and sources as in spectrum.h's bands; */
    CLFFT_AXIS_SCALE_BARK, /* low >= 0 */
    CLFFT_AXIS_SCALE_ERB,
} clfft_axis_scale;

/* From low (position 0) to high (position 1), in hertz. */
typedef struct clfft_axis {
    clfft_axis_scale scale;
    double low, high;
} clfft_axis;

/* Checks an axis. INVALID with the reason: an end is not finite, low >= high,
   or low lies outside the scale. */
clfft_status clfft_axis_check(const clfft_axis *axis);
/* Convert a frequency in hertz to its position on the axis and back. The
   position is not clamped: it is outside 0..1 for frequencies outside the axis,
   and -HUGE_VAL where the scale has no value (the log scale at or below 0). */
double clfft_axis_position(const clfft_axis *axis, double frequency);
double clfft_axis_frequency(const clfft_axis *axis, double position);

/*
 * The part of a frame's power that a cell shows, bins counted by rising
 * frequency: with count > 0 the bins first .. first + count - 1; with count 0
 * the level (in decibels) interpolated between bin `first` (fraction 0) and
 * first + 1 (fraction 1).
 */
typedef struct clfft_cell {
    uint32_t first, count;
    float fraction; /* 0 <= fraction < 1 */
} clfft_cell;

typedef struct clfft_cells_desc {
    clfft_axis axis;
    unsigned n_cells; /* equal steps of the axis, from its low end */
    unsigned n_bins;
    const double *frequencies; /* n_bins, rising: those of the bins, in hertz */
    bool no_interpolation;     /* bands: a cell shows the bin it lies in */
    const double *edges;       /* n_bins + 1, rising: where bins end, or NULL */
    uint64_t reserved[3];
} clfft_cells_desc;

/*
 * Fills n_cells cells. Without `edges` a bin reaches halfway to its neighbours
 * (the outermost ones as far on their outer side). A cell that holds the
 * frequencies of one or more bins shows these bins; a cell between two bins
 * interpolates; a cell beyond the reach of all bins shows nothing: count 0 and
 * first == n_bins. INVALID with the reason.
 */
clfft_status clfft_cells_fill(const clfft_cells_desc *desc, clfft_cell *cells);

/* ---- planes: spectra of two axes --------------------------------------- */

/*
 * The number at (row, column) of a frame has the index rows[row].plain +
 * columns[column].offset, or rows[row].mirrored + columns[column].offset where
 * the column is mirrored. In this way the stored half of a real picture's
 * spectrum also gives the other half, whose point (k0, k1) is that at (-k0,
 * -k1), and a mosaic of planes is a plane as well.
 */
typedef struct clfft_plane_row {
    uint32_t plain, mirrored;
} clfft_plane_row;

typedef struct clfft_plane_column {
    uint32_t offset, is_mirrored; /* 0 or 1 */
} clfft_plane_column;

/* The rows (columns) of points that a row (column) of pixels shows; count 0:
   none. */
typedef struct clfft_span {
    uint32_t first, count;
} clfft_span;

typedef struct clfft_plane {
    unsigned n_rows, n_columns;
    const clfft_plane_row *rows;
    const clfft_plane_column *columns;
    const clfft_span *down;   /* plot.height of them, from the top */
    const clfft_span *across; /* plot.width of them, from the left */
    uint64_t reserved[4];
} clfft_plane;

/* ---- pictures --------------------------------------------------------- */

typedef enum clfft_picture_mode {
    CLFFT_PICTURE_WATERFALL = 0, /* time to the right, frequency upwards; the
                                    newest columns are shown */
    CLFFT_PICTURE_OVERVIEW,      /* the same of all frames ever added, however
                                    many: columns are joined as their number
                                    grows, and each frame keeps its level */
    CLFFT_PICTURE_BARS,          /* frequency to the right, level upwards */
    CLFFT_PICTURE_LINE,
    CLFFT_PICTURE_PLANE, /* both axes are frequencies, level as colour; the
                            newest frame */
} clfft_picture_mode;

typedef enum clfft_reduction {
    CLFFT_REDUCTION_PEAK = 0, /* the strongest bin of a cell: tones keep their
                                 level */
    CLFFT_REDUCTION_MEAN,     /* the mean power of its bins: noise keeps its
                                 level */
} clfft_reduction; /* of the bins of one frame; of frames that share a column or
                      a picture the strongest is shown, whichever it is */

/* The place of the first channel's plot, in pixels; the plot of channel c lies
   c * pitch rows further down. */
typedef struct clfft_plot {
    unsigned x, y, width, height, pitch;
} clfft_plot;

#define CLFFT_PALETTE_SIZE 256

/*
 * A component of an output that consists of bytes: luma, or one of chroma. Its
 * bytes lie at offset + row * stride + column * step and are
 *
 *   bias + sum_i weights[i] * (bits 8 i .. 8 i + 7 of the pixel),
 *
 * rounded and kept within 0..255.
 */
typedef struct clfft_picture_component {
    uint64_t offset;
    unsigned stride, step; /* bytes; a row's bytes fit into stride */
    float weights[3], bias;
} clfft_picture_component;

#define CLFFT_PICTURE_MOST_COMPONENTS 3

typedef struct clfft_picture_desc {
    clfft_picture_mode mode;
    unsigned width, height; /* pixels, 32 bits each; 1..32767 */
    unsigned n_channels;
    clfft_plot plot; /* all channels' plots lie in the picture and do
                        not overlap */

    /* A frame of input: [channel][bin] single-precision numbers, pairs (re,
       im) for COMPLEX; PHASE is refused. DB is decibels of power. */
    unsigned n_bins;
    clfft_quantity quantity;
    unsigned
        rotate; /* bin k by frequency is stored at (k + rotate) mod n_bins */

    /* Waterfall and overview: plot.height cells, the lowest frequency at the
       bottom. Line: plot.width cells. Bars: as many cells as bars, at most
       plot.width. Plane: none. */
    unsigned n_cells;
    const clfft_cell *cells; /* copied */
    clfft_reduction reduction;

    /*
     * For planes only; copied. It says where everything lies: n_channels is 1,
     * rotate is 0, and n_bins is the count of all numbers (pairs) of a frame. A
     * pixel shows the points of its rows and columns by `reduction`; a pixel
     * that shows nothing, or a NaN, is that of the background.
     */
    const clfft_plane *plane;

    /* Pixels as they lie in the output, in the host's byte order. */
    uint32_t palette[CLFFT_PALETTE_SIZE]; /* from the floor to the top */
    uint32_t empty;  /* waterfall and overview: where nothing was measured */
    uint32_t marker; /* waterfall: the writing position; bars: held peaks;
                        line: the curve */

    /* Bars and line: a level rises at once and falls by no more than `fall`
       (decibels per second, 0: at once), and the highest since the last picture
       is drawn; a peak is held for `hold` seconds (0: no peaks), then falls
       likewise (20 dB/s if `fall` is 0). */
    double fall, hold;

    /*
     * 0: the output is the pixels. 1 or 3: the output is bytes. The first
     * component has one for each pixel, the others one for the mean of each 2 x
     * 2 pixels, or of those that there are where width or height is odd.
     * palette, empty, marker and background remain pixels.
     */
    unsigned n_components;
    clfft_picture_component components[CLFFT_PICTURE_MOST_COMPONENTS];

    const clfft_waiter *waiter; /* or NULL */

    /* Line: NULL, or a colour for each channel, at most 1024; copied. All
       channels share the first one's plot then, each as a mere curve. */
    const uint32_t *curves;

    /* Not for planes: NULL, or decibels for each bin by rising frequency, which
       are added to its level before cells are made; copied. */
    const double *gains;
    uint64_t reserved[6];
} clfft_picture_desc;

typedef struct clfft_picture clfft_picture;

/* Creates a picture, which holds its device as a plan does. The arrays of desc
   are copied; the background is `empty` at first. Errors: INVALID, UNSUPPORTED,
   NO_MEMORY, BUILD, DEVICE, CANCELLED. */
clfft_status clfft_picture_create(clfft_device *device,
                                  const clfft_picture_desc *desc,
                                  clfft_picture **picture);
/* Waits for what was enqueued, frees the picture and sets *picture to NULL;
   does nothing if it is NULL. */
void clfft_picture_destroy(clfft_picture **picture);

/* Enqueues that all levels are forgotten. Where a call fails on the device the
   events of all later ones fail too, until this. */
clfft_status clfft_picture_reset(clfft_picture *picture,
                                 cl_command_queue queue);

/* Sets the background: width * height pixels, dense, which are drawn around the
   plots and under bars and line. It returns when they have been read; with
   CANCELLED the device may still read them. */
clfft_status clfft_picture_set_background(clfft_picture *picture,
                                          cl_command_queue queue,
                                          const uint32_t *pixels);

/* The same of n_rows rows from row `first` on. */
clfft_status clfft_picture_set_background_rows(clfft_picture *picture,
                                               cl_command_queue queue,
                                               unsigned first, unsigned n_rows,
                                               const uint32_t *pixels);

typedef struct clfft_picture_frames {
    cl_mem input;
    uint64_t first_frame; /* of the buffer */
    unsigned n_frames;
    /*
     * Waterfall: the time of frame f of these, in columns since the first
     * column, is (base + f * step) / unit; each of the three must be below
     * 2^62. The frame belongs to the column floor(time). A column shows the
     * strongest of its frames and is repeated until the column of the next
     * frame: the last frame is shown in columns up to, and without, floor((base
     * + n_frames * step) / unit), and at least in its own. base must not fall
     * from call to call. Columns that a call passes over are empty.
     *
     * Overview: frame f is number round(base / step) + f of the picture, and
     * numbers that a call passes over are empty; with step 0 it follows the
     * frame before. A call may begin with the number of the last frame, which
     * then shares its place, but not before it. base and step are below 2^62.
     */
    uint64_t base, step, unit;
    double frame_time;    /* bars and line: seconds from frame to frame */
    unsigned n_wait;      /* at most 63 */
    const cl_event *wait; /* may point anywhere if n_wait is 0 */
    cl_event *event;      /* completion, retained for the caller; or NULL */
    uint64_t reserved[8];
} clfft_picture_frames;

/* Enqueues that frames are added to the picture. Their channels and bins are
   those of the description; others need another picture. INVALID with the
   reason. */
clfft_status clfft_picture_add(clfft_picture *picture, cl_command_queue queue,
                               const clfft_picture_frames *frames);

/* The number of frames added since create or reset. */
uint64_t clfft_picture_get_n_frames(const clfft_picture *picture);

/* How levels are spread over palette and height. */
typedef enum clfft_level_scale {
    CLFFT_LEVEL_SCALE_DECIBEL = 0, /* from the floor to floor + range */
    CLFFT_LEVEL_SCALE_MAGNITUDE,   /* from 0 to the magnitude (the power) of */
    CLFFT_LEVEL_SCALE_POWER,       /* floor + range; floor says nothing else */
} clfft_level_scale;

typedef struct clfft_picture_view {
    double floor, range; /* decibels: palette[0] and below at the floor,
                            palette[255] and above at floor + range */
    /* Waterfall: columns end_column - plot.width .. end_column - 1 are shown;
       those after the newest column and those that were overwritten are
       empty. */
    uint64_t end_column;
    bool sweep;      /* column c stays at x = c mod plot.width, and a
                        marker stands where the next one will be */
    unsigned stride; /* pixels from row to row of the output; 0: width; not
                        used with components */
    uint64_t offset; /* of the first pixel of the output, in pixels; with
                        components, bytes before all of them */
    unsigned n_wait; /* at most 63 */
    const cl_event *wait;
    cl_event *event;
    clfft_level_scale level_scale;
    uint64_t reserved[7];
} clfft_picture_view;

/* Enqueues that the picture is drawn: it writes every pixel, or every byte of
   the components, and nothing between rows. INVALID with the reason. */
clfft_status clfft_picture_draw(clfft_picture *picture, cl_command_queue queue,
                                cl_mem output, const clfft_picture_view *view);

#include "end.h"

#endif /* CLFFT_PICTURE_H */
