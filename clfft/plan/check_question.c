/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * check_question.c: what the self-check gives a plan: impulses, as many as the
 * host can answer for, in as many transforms as show two whole work-groups and
 * a part of another.
 */
#include "check.h"

#include "clfft/base/error.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((uint64_t)4 << 20)

/* Writes what transform number `copy` gets. */
static void write_question(const clfft_plan *plan, struct clfft_probe *probe,
                           unsigned copy)
{
    const clfft_desc *d = &plan->desc;
    const struct clfft_question *question =
        &probe->questions[clfft_question_of(copy)];
    const size_t element = clfft_desc_get_input_size(d);
    const uint64_t begin = clfft_begin_of(probe, copy) * probe->input_length;

    for (unsigned i = 0; i < question->n_impulses; i++) {
        const struct clfft_impulse *p = &question->impulses[i];
        clfft_put_point(plan, probe->input + (begin + p->place) * element,
                        p->re, p->im);
    }
}

static void write_input(const clfft_plan *plan, struct clfft_probe *probe)
{
    const clfft_desc *d = &plan->desc;
    const size_t sample =
        d->load.sample ? clfft_sample_size(d->load.sample) : plan->real_size;

    for (size_t at = 0; at < probe->input_size; at += sample)
        clfft_put_sample(plan, probe->input + at, 0);
    for (unsigned i = 0; i < probe->n_copies; i++)
        write_question(plan, probe, i);
}

/* Transforms that fill two work-groups, or a work-item's vectors twice, half of
   another and begin one more. */
static uint64_t transforms_of(const clfft_plan *plan, const clfft_step *step)
{
    const uint64_t lines = (uint64_t)step->inner[0] * step->inner[1] *
                           step->lines[0] * step->lines[1] * step->lines[2];
    uint64_t together = 1;

    if (step->kind == CLFFT_STEP_GROUP || step->kind == CLFFT_STEP_TILE2D)
        together = clfft_step_columns(step);
    else if (step->kind == CLFFT_STEP_SIMD)
        together = step->shape.rows
                       ? clfft_simd_together(&step->shape)
                       : clfft_shape_lanes(&step->shape, plan->real_size);
    return divide_up(2 * together + together / 2 + 1, lines);
}

/* Whether a call of the whole batch is cut into slices. */
static bool is_sliced(const clfft_plan *plan)
{
    uint64_t n = 1;

    for (unsigned d = 0; d < plan->desc.n_loops; d++) {
        if (plan->desc.loops[d].count > plan->slice / n)
            return true;
        n *= plan->desc.loops[d].count;
    }
    return false;
}

/* As many as the batch has, and as fit MOST_BYTES of this size each; for two
   slices, if it has so many. */
static unsigned count_copies(const clfft_plan *plan, uint64_t size)
{
    const unsigned rows = plan->desc.load.matrix != NULL;
    uint64_t most = MOST_BYTES / size, n = 1, batch = 1;

    for (unsigned d = rows; d < plan->desc.n_loops; d++)
        batch *= plan->desc.loops[d].count;
    for (unsigned i = 0; i < plan->recipe.n_steps; i++) {
        const uint64_t wanted = transforms_of(plan, &plan->recipe.steps[i]);
        n = n < wanted ? wanted : n;
    }
    n = is_sliced(plan) ? 2 * n : n;
    n = n < batch ? n : batch;
    n = n < most ? n : most;
    return n > 1 ? (unsigned)n : 1;
}

/* Copies lie one behind the other, in place by as many bytes on both sides. */
static void lay_out(const clfft_plan *plan, struct clfft_probe *probe)
{
    const uint64_t input = clfft_desc_get_input_size(&plan->desc);
    const uint64_t output = clfft_desc_get_output_size(&plan->desc);
    const uint64_t both = input > output ? input : output;
    uint64_t size;

    if (!plan->desc.in_place)
        return;
    size = probe->input_length * input;
    if (size < probe->output_length * output)
        size = probe->output_length * output;
    size = (size + both - 1) / both * both;
    probe->input_length = size / input;
    probe->output_length = size / output;
}

/* Gives the copies to the batch's loops: pairs, if it has two. */
static void set_loops(clfft_plan *plan, struct clfft_probe *probe)
{
    const unsigned rows = plan->desc.load.matrix != NULL;
    const bool has_pairs =
        plan->desc.n_loops > rows + 1 && probe->n_copies >= 4;
    const clfft_loop first = {.input_distance = (int64_t)probe->input_length,
                              .output_distance = (int64_t)probe->output_length};

    probe->n_inner = has_pairs ? 2 : probe->n_copies;
    probe->n_copies = probe->n_copies / probe->n_inner * probe->n_inner;
    if (probe->n_copies == 1)
        return;
    plan->loops[rows] = first;
    plan->loops[rows].count = probe->n_inner;
    if (!has_pairs)
        return;
    plan->loops[rows + 1] = (clfft_loop){
        .count = probe->n_copies / probe->n_inner,
        .input_distance = first.input_distance * (int64_t)(probe->n_inner + 1),
        .output_distance =
            first.output_distance * (int64_t)(probe->n_inner + 1)};
}

/* Cuts the copies in halves, if the batch is cut. */
static void set_slice(const clfft_plan *plan, struct clfft_probe *probe)
{
    const uint64_t rows = plan->desc.load.matrix ? plan->desc.load.n_rows : 1;
    const uint64_t half = rows * divide_up(probe->n_copies, 2);

    probe->slice = is_sliced(plan) && half < plan->slice ? half : plan->slice;
}

/* Chooses which results are compared. */
static void choose_results(const clfft_plan *plan, struct clfft_probe *probe)
{
    uint64_t bins[CLFFT_MAX_RANK];

    probe->n_results = clfft_count_results(&plan->desc, bins);
    probe->step = clfft_comparison_step(&plan->desc);
    probe->n_compared = divide_up(probe->n_results - 1, probe->step) + 1;
}

/* Makes the host's memory: NaN where results will be. */
static clfft_status make_buffers(const clfft_plan *plan,
                                 struct clfft_probe *probe)
{
    const size_t input = clfft_desc_get_input_size(&plan->desc);
    const size_t output = clfft_desc_get_output_size(&plan->desc);
    const uint64_t begin = clfft_begin_of(probe, probe->n_copies - 1);
    size_t size;

    probe->input_size = (begin + 1) * probe->input_length * input;
    probe->output_size = (begin + 1) * probe->output_length * output;
    probe->is_sampled =
        probe->n_copies == 1 &&
        probe->input_size / 2 + probe->output_size / 2 > MOST_BYTES / 2;
    size = probe->is_sampled ? probe->n_compared * output : probe->output_size;
    if (!probe->is_sampled)
        probe->input = malloc(probe->input_size);
    probe->output = malloc(size);
    if ((!probe->input && !probe->is_sampled) || !probe->output)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for the self-check");
    memset(probe->output, 0xff, size);
    return CLFFT_STATUS_OK;
}

/* Whether two questions have the same real parts in the same places: those of
   imaginary parts may not count. */
static bool is_alike(const struct clfft_question *a,
                     const struct clfft_question *b)
{
    unsigned n = 0;

    for (unsigned i = 0; i < a->n_impulses; i++)
        for (unsigned j = 0; j < b->n_impulses; j++)
            n += a->impulses[i].place == b->impulses[j].place &&
                 a->impulses[i].re == b->impulses[j].re;
    return n == a->n_impulses && n == b->n_impulses;
}

/* One that no other is like: transforms that are mixed up would not show. */
static clfft_status choose_question(const clfft_plan *plan,
                                    struct clfft_probe *probe, unsigned number)
{
    struct clfft_question *question = &probe->questions[number];
    uint64_t seed = UINT64_C(0x9e3779b97f4a7c15) * (number + 1);
    bool alike = true;
    clfft_status status = CLFFT_STATUS_OK;

    for (unsigned tries = 0; alike && tries < 64; tries++) {
        free(question->readings);
        memset(question, 0, sizeof *question);
        TRY(clfft_choose_impulses(plan, question, seed));
        alike = false;
        for (unsigned i = 0; i < number; i++)
            alike |= is_alike(question, &probe->questions[i]);
        seed = seed * 3 + 1;
    }
fail:
    return status;
}

clfft_status clfft_make_probe(clfft_plan *plan, struct clfft_probe *probe)
{
    const unsigned rows = plan->desc.load.matrix != NULL;
    clfft_desc one = plan->desc;
    clfft_status status;

    for (unsigned d = rows; d < one.n_loops; d++)
        one.loops[d].count = 1;
    status = clfft_desc_get_extent(&one, &probe->input_length,
                                   &probe->output_length);
    if (status != CLFFT_STATUS_OK)
        return status;
    lay_out(plan, probe);
    probe->n_copies = count_copies(
        plan,
        probe->input_length * clfft_desc_get_input_size(&plan->desc) +
            probe->output_length * clfft_desc_get_output_size(&plan->desc));
    set_loops(plan, probe);
    set_slice(plan, probe);
    choose_results(plan, probe);
    TRY(make_buffers(plan, probe));
    for (unsigned i = 0; i < CLFFT_N_QUESTIONS; i++)
        TRY(choose_question(plan, probe, i));
    TRY(clfft_make_circles(plan, probe));
    if (!probe->is_sampled)
        write_input(plan, probe);
fail:
    return status;
}
