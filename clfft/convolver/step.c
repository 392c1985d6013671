/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* step.c: takes input and gives output. */
#include "piece.h"

#include "clfft/base/grid.h"

/* Frames of a channel that one work-item of a CPU may have: it has them sooner
   than a second launch would start. */
#define WHOLE_FRAMES 256

static void set_take(const struct clfft_piece *p, struct convolve_step *a)
{
    const clfft_convolver *c = p->c;
    const clfft_convolver_params *params = p->params;
    const uint64_t n_all = c->is_fresh ? c->history_length : p->n;

    a->take = (struct convolve_take){
        .base = params->input_offset + p->first,
        .distance =
            params->input_distance ? params->input_distance : params->n_frames,
        .first = (uint32_t)(c->time % c->history_length),
        .n_frames = p->input ? (uint32_t)p->n : 0,
        .n_all = (uint32_t)n_all,
        .n_items = (uint32_t)(divide_up(n_all, clfft_convolver_get_frames(c)) *
                              c->desc.inputs),
    };
}

/* Where the output of a level is, from the piece's first frame on. */
static struct convolve_source find_source(const struct clfft_piece *p,
                                          const clfft_level *level)
{
    const clfft_convolver *c = p->c;
    const uint64_t length = level->future_slots * level->plan.block;
    const uint64_t behind = c->desc.latency + level->plan.offset;
    const uint64_t silent = behind > c->time ? behind - c->time : 0;

    return (struct convolve_source){
        .base = level->future,
        .shift = (uint32_t)__builtin_ctzll(level->plan.block),
        .slots = (uint32_t)level->future_slots,
        .first = (uint32_t)ring_index(c->time, behind, length),
        .silent = (uint32_t)(silent < p->n ? silent : p->n),
    };
}

/* That of its early blocks. */
static struct convolve_source find_early(const struct clfft_piece *p,
                                         const clfft_level *level,
                                         const struct clfft_batch *b)
{
    const uint64_t length = level->future_slots * level->plan.block;
    const uint64_t end = (b->first + b->n + b->n_early) * level->plan.block;
    struct convolve_source source = find_source(p, level);

    source.silent = 0;
    source.first = (uint32_t)ring_index(end, p->n + b->early_ahead, length);
    return source;
}

static void set_give(const struct clfft_piece *p, struct convolve_step *a)
{
    const clfft_convolver *c = p->c;
    const clfft_convolver_params *params = p->params;
    const bool is_silent = c->is_fresh && !p->input; /* nothing was heard */
    struct convolve_give *g = &a->give;

    *g = (struct convolve_give){
        .base = params->output_offset + p->first,
        .distance = params->output_distance ? params->output_distance
                                            : params->n_frames,
        .n_frames = (uint32_t)p->n,
        .now =
            (uint32_t)ring_index(c->time, c->desc.latency, c->history_length),
        .direct = is_silent ? 0 : (uint32_t)c->partitions.direct,
        .response_output =
            clfft_convolver_get_response_step(c) * c->partitions.direct,
        .response_input = c->partitions.direct,
        .add = params->add,
    };
    for (unsigned i = 0; !is_silent && i < c->partitions.n_levels; i++) {
        const clfft_level *level = &c->levels[i];

        if (level->plan.is_early)
            g->sources[g->n_sources++] = find_early(p, level, &p->batches[i]);
        if (level->plan.count)
            g->sources[g->n_sources++] = find_source(p, level);
    }
}

/* Whether a work-item can take all input that its output needs. */
static bool is_whole(const struct clfft_piece *p)
{
    const clfft_convolver *c = p->c;

    return c->is_cpu && !c->is_fresh && p->n <= WHOLE_FRAMES &&
           c->channels.n_inputs == 1 && c->desc.inputs == c->desc.outputs;
}

bool clfft_piece_is_one_step(const struct clfft_piece *p)
{
    const clfft_convolver *c = p->c;
    const uint64_t frames = clfft_convolver_get_frames(c);

    /* one buffer for both would be written too soon */
    if (!p->output || p->input == p->output || c->is_fresh ||
        clfft_piece_needs_batches(p))
        return false;
    /* work-items read as many frames as they have, though all are not used */
    return !c->partitions.direct || is_whole(p) ||
           c->desc.latency >= divide_up(p->n, frames) * frames;
}

clfft_status clfft_piece_step(struct clfft_piece *p, bool takes, bool gives)
{
    const clfft_convolver *c = p->c;
    const clfft_convolver_params *params = p->params;
    const double slope =
        params->has_ramp
            ? (params->ramp_to - params->ramp_from) / (double)params->n_frames
            : 0;
    const double wide[2] = {
        params->has_ramp ? params->ramp_from + slope * (double)p->first : 1,
        slope};
    const float narrow[2] = {(float)wide[0], (float)wide[1]};
    const bool is_wide = c->real_size == 8;
    /* kernels get some buffer in place of those that they do not touch */
    const cl_mem input = p->input ? p->input : c->history;
    const cl_mem output = p->output ? p->output : c->history;
    const cl_mem taps = c->taps ? c->taps : c->history;
    const cl_mem future = c->future ? c->future : c->history;
    struct convolve_step a = {
        .pitch = c->history_length + c->mirror,
        .channels = c->channels,
        .length = (uint32_t)c->history_length,
        .mirror = (uint32_t)c->mirror,
        .is_whole = takes && gives && is_whole(p),
    };
    const struct clfft_argument arguments[] = {
        ARGUMENT(input),
        ARGUMENT(c->history),
        ARGUMENT(taps),
        ARGUMENT(future),
        ARGUMENT(output),
        ARGUMENT(a),
        {c->real_size, is_wide ? (const void *)&wide[0] : &narrow[0]},
        {c->real_size, is_wide ? (const void *)&wide[1] : &narrow[1]},
    };
    uint64_t n_items = c->desc.outputs;

    if (takes)
        set_take(p, &a);
    if (gives)
        set_give(p, &a);
    if (!a.is_whole)
        n_items = a.take.n_items +
                  divide_up(a.give.n_frames, clfft_convolver_get_frames(c)) *
                      c->desc.outputs;
    return clfft_piece_launch(p, c->step, arguments,
                              sizeof arguments / sizeof arguments[0], n_items,
                              gives ? p->event : NULL);
}
