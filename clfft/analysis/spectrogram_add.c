/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectrogram_add.c: adds frames of spectra to a picture. The kernels hold the
   levels, the host counts the columns, so that everything that is decided here
   is known without waiting for the device. */
#include "spectrogram.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/device/check_handles.h"

#include <inttypes.h>
#include <math.h>

#define STANDARD_FALL 20.0 /* dB/s, of held peaks if levels fall at once */
#define TIME_LIMIT (UINT64_C(1) << 62)

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, "picture: " __VA_ARGS__)

#define LENGTH(array) (cl_uint)(sizeof(array) / sizeof((array)[0]))

/* Checks that times can be counted. */
static clfft_status check_range(const clfft_picture_frames *frames)
{
    uint64_t end;

    if (frames->base >= TIME_LIMIT || frames->step >= TIME_LIMIT ||
        frames->unit >= TIME_LIMIT ||
        !checked_multiply(frames->step, frames->n_frames, &end) ||
        !checked_add(end, frames->base, &end) || end >= 2 * TIME_LIMIT)
        return INVALID("%u frames every %" PRIu64 " from %" PRIu64
                       " on, in units of %" PRIu64 ", are beyond 2^62",
                       frames->n_frames, frames->step, frames->base,
                       frames->unit);
    return CLFFT_STATUS_OK;
}

static clfft_status check_times(const clfft_picture *p,
                                const clfft_picture_frames *frames)
{
    const struct clfft_ring *ring = &p->ring;
    clfft_status status;

    if (!frames->unit)
        return INVALID("columns of unit 0");
    TRY(check_range(frames));
    if (ring->unit == frames->unit ? frames->base < ring->base
                                   : ring->unit && frames->base / frames->unit <
                                                       ring->base / ring->unit)
        return INVALID("frames at %" PRIu64 "/%" PRIu64 " come after those at "
                       "%" PRIu64 "/%" PRIu64,
                       frames->base, frames->unit, ring->base, ring->unit);
fail:
    return status;
}

/* The number of the first of these frames in an overview. */
static uint64_t find_first(const clfft_picture *p,
                           const clfft_picture_frames *frames)
{
    if (!frames->step)
        return p->overview.next;
    return frames->base / frames->step +
           (frames->base % frames->step >= frames->step - frames->step / 2);
}

static clfft_status check_numbers(const clfft_picture *p,
                                  const clfft_picture_frames *frames)
{
    const uint64_t first = find_first(p, frames);
    clfft_status status;

    TRY(check_range(frames));
    if (first + 1 < p->overview.next)
        return INVALID("frame %" PRIu64 " comes after frame %" PRIu64, first,
                       p->overview.next - 1);
fail:
    return status;
}

static clfft_status check_frames(const clfft_picture *p, cl_command_queue queue,
                                 const clfft_picture_frames *frames)
{
    uint64_t needed;
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_picture_frames", frames));
    TRY(clfft_check_queue(p->device, "picture", queue));
    if (!checked_add(frames->first_frame, frames->n_frames, &needed) ||
        !checked_multiply(needed, clfft_picture_get_frame_length(p), &needed) ||
        !checked_multiply(needed, sizeof(float), &needed))
        return INVALID("%u frames from frame %" PRIu64 " on are beyond any "
                       "buffer",
                       frames->n_frames, frames->first_frame);
    TRY(clfft_check_buffer(p->device, "picture", "input", frames->input,
                           needed));
    if (p->desc.mode == CLFFT_PICTURE_WATERFALL)
        TRY(check_times(p, frames));
    if (p->columns)
        TRY(check_numbers(p, frames));
    if (p->meters && !(frames->frame_time >= 0 && isfinite(frames->frame_time)))
        return INVALID("%g s from frame to frame", frames->frame_time);
fail:
    return status;
}

/* ---- waterfall ---- */

/* Empties the columns that the call passes over, and notes how far it comes. */
static struct canvas_columns move_ring(const clfft_picture *p,
                                       const clfft_picture_frames *frames,
                                       struct clfft_ring *ring)
{
    const uint64_t unit = frames->unit, width = p->desc.plot.width;
    const uint64_t first = frames->base / unit;
    const uint64_t n = frames->n_frames;
    const uint64_t last = (frames->base + (n - 1) * frames->step) / unit;
    const uint64_t next = (frames->base + n * frames->step) / unit;
    const bool begins = ring->unit == 0;
    const uint64_t gap = begins || first <= ring->end ? 0 : first - ring->end;
    const uint64_t span = frames->step / unit;
    const struct canvas_columns a = {
        .remainder = frames->base % unit,
        .step = frames->step % unit,
        .unit = unit,
        .n_frames = frames->n_frames,
        .slot = (canvas_uint32)(first % width),
        .span = (canvas_uint32)(span < width ? span : width),
        .span_slots = (canvas_uint32)(span % width),
        .goes_on = !begins && first == ring->column,
        .gap_slot = (canvas_uint32)(ring->end % width),
        .gap_length = (canvas_uint32)(gap < width ? gap : width),
    };

    ring->base = frames->base;
    ring->unit = unit;
    ring->column = last;
    ring->end = next > last ? next : last + 1;
    if (begins)
        ring->oldest = first;
    if (ring->end > width && ring->oldest < ring->end - width)
        ring->oldest = ring->end - width;
    return a;
}

/* ---- overview ---- */

/* Takes the last frame's place away, so that the next one has it too. */
static void step_back(struct clfft_overview *o)
{
    if (o->n_in_column == 0) {
        o->n_columns--;
        o->n_in_column = o->length;
    }
    o->n_in_column--;
    o->next--;
}

static struct canvas_overview move_overview(const clfft_picture *p,
                                            const clfft_picture_frames *frames,
                                            struct clfft_overview *o)
{
    const uint64_t width = p->desc.plot.width, first = find_first(p, frames);
    const bool steps_back = first < o->next;
    struct canvas_overview a = {.n_frames = frames->n_frames};
    uint64_t n_frames;

    a.goes_on = steps_back || o->n_in_column > 0;
    if (steps_back)
        step_back(o);
    a.n_empty = first - o->next;
    a.n_columns = (canvas_uint32)o->n_columns;
    a.length = o->length;
    a.n_before = o->n_in_column;
    n_frames = a.n_empty + a.n_frames;
    o->next += n_frames;
    for (;;) {
        const uint64_t room =
            (2 * width - o->n_columns) * o->length - o->n_in_column;
        if (n_frames < room)
            break;
        n_frames -= room;
        o->n_columns = width;
        o->length *= 2;
        o->n_in_column = 0;
    }
    o->n_columns += (o->n_in_column + n_frames) / o->length;
    o->n_in_column = (o->n_in_column + n_frames) % o->length;
    return a;
}

/* ---- launches ---- */

/* Sets the arguments of the kernel of the picture's mode; `state` are its
   middle buffers. */
union plot_arguments {
    struct canvas_columns columns;
    struct canvas_overview overview;
    struct canvas_meter meter;
    struct canvas_plane plane;
};

static clfft_status launch_plane(clfft_picture *p, cl_command_queue queue,
                                 const clfft_picture_frames *frames,
                                 const struct canvas_plane *given)
{
    const struct clfft_argument arguments[] = {
        ARGUMENT(frames->input), ARGUMENT(p->codes), ARGUMENT(p->plane),
        ARGUMENT(p->canvas), ARGUMENT(*given)};

    return clfft_picture_launch(p, queue,
                                &(struct clfft_launch){
                                    .kernel = p->add,
                                    .arguments = arguments,
                                    .n_arguments = LENGTH(arguments),
                                    .width = p->desc.plot.width,
                                    .height = p->desc.plot.height,
                                    .items = p->add_items,
                                    .n_wait = frames->n_wait,
                                    .wait = frames->wait,
                                    .event = frames->event,
                                });
}

static clfft_status launch(clfft_picture *p, cl_command_queue queue,
                           const clfft_picture_frames *frames,
                           const union plot_arguments *given)
{
    const cl_mem gains = p->gains ? p->gains : p->cells; /* not read */
    const struct clfft_argument tail[] = {ARGUMENT(p->cells),
                                          ARGUMENT(gains),
                                          ARGUMENT(p->canvas),
                                          {p->meters    ? sizeof given->meter
                                           : p->columns ? sizeof given->overview
                                                        : sizeof given->columns,
                                           given}};
    struct clfft_argument arguments[7] = {ARGUMENT(frames->input)};
    cl_uint n = 1;

    if (p->plane)
        return launch_plane(p, queue, frames, &given->plane);
    arguments[n++] = p->meters    ? (struct clfft_argument)ARGUMENT(p->meters)
                     : p->columns ? (struct clfft_argument)ARGUMENT(p->columns)
                                  : (struct clfft_argument)ARGUMENT(p->codes);
    if (p->strongest)
        arguments[n++] = (struct clfft_argument)ARGUMENT(p->strongest);
    for (cl_uint i = 0; i < LENGTH(tail); i++)
        arguments[n++] = tail[i];
    return clfft_picture_launch(p, queue,
                                &(struct clfft_launch){
                                    .kernel = p->add,
                                    .arguments = arguments,
                                    .n_arguments = n,
                                    .width = p->desc.n_cells,
                                    .height = p->desc.n_channels,
                                    .items = p->add_items,
                                    .n_wait = frames->n_wait,
                                    .wait = frames->wait,
                                    .event = frames->event,
                                });
}

static struct canvas_meter tell_meter(const clfft_picture *p,
                                      const clfft_picture_frames *frames)
{
    const double fall = p->desc.fall, time = frames->frame_time;

    return (struct canvas_meter){
        .n_frames = frames->n_frames,
        .fresh = p->n_frames == 0,
        .drawn = p->is_drawn,
        .fall = fall > 0 ? (float)(fall * time) : INFINITY,
        .peak_fall = (float)(fall > 0 ? fall : STANDARD_FALL),
        .hold = (float)p->desc.hold,
        .frame_time = (float)time,
    };
}

/* Gives an event to a call that has nothing to add. */
static clfft_status mark(const clfft_picture *p, cl_command_queue queue,
                         const clfft_picture_frames *frames)
{
    struct clfft_waits waits;
    clfft_status status;

    TRY(clfft_chain_wait(&p->chain, "picture", frames->n_wait, frames->wait,
                         &waits));
    CL_TRY(clEnqueueMarkerWithWaitList(
        queue, waits.n, waits.n ? waits.events : NULL, frames->event));
fail:
    return status;
}

clfft_status clfft_picture_add(clfft_picture *p, cl_command_queue queue,
                               const clfft_picture_frames *frames)
{
    const uint64_t in_base =
        frames->first_frame * clfft_picture_get_frame_length(p);
    struct clfft_ring ring = p->ring;
    struct clfft_overview overview = p->overview;
    clfft_status status;
    union plot_arguments given;

    if (frames->event)
        *frames->event = NULL;
    TRY(check_frames(p, queue, frames));
    TRY(clfft_chain_calls(&p->chain, queue));
    if (!frames->n_frames) {
        if (frames->event)
            TRY(mark(p, queue, frames));
        return CLFFT_STATUS_OK;
    }
    if (p->plane) {
        given.plane = (struct canvas_plane){
            .in_base = (frames->first_frame + frames->n_frames - 1) *
                       clfft_picture_get_frame_length(p),
            .n_frames = frames->n_frames,
            .n_rows = p->n_rows,
            .n_columns = p->n_columns,
        };
    } else if (p->meters) {
        given.meter = tell_meter(p, frames);
        given.meter.in_base = in_base;
    } else if (p->columns) {
        given.overview = move_overview(p, frames, &overview);
        given.overview.in_base = in_base;
    } else {
        given.columns = move_ring(p, frames, &ring);
        given.columns.in_base = in_base;
    }
    TRY(launch(p, queue, frames, &given));
    p->ring = ring;
    p->overview = overview;
    p->n_frames += frames->n_frames;
    p->is_resampled = false;
    p->is_drawn = false;
fail:
    return status;
}

/* Runs over no frame; nobody reads what is written then. */
clfft_status clfft_picture_warm_add(clfft_picture *p, cl_command_queue queue)
{
    const clfft_picture_frames none = {.input = p->background};
    union plot_arguments given = {0};

    if (p->plane)
        given.plane = (struct canvas_plane){.n_rows = p->n_rows,
                                            .n_columns = p->n_columns};
    return launch(p, queue, &none, &given);
}
