/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * check.c: checks a new plan on the device. It transforms impulses, whose
 * transform is a sum of roots of unity, and compares the output on the host:
 * drivers do miscompile. As many transforms as make each sort of work-group,
 * one that is full, one that is not and one too many, get one of two inputs;
 * the outputs of the same input must be equal bit for bit. A plan that fails is
 * dropped for the next recipe. The verdict is kept on disk beside the binaries.
 */
#include "check.h"

#include "clfft/base/error.h"
#include "clfft/device/wait.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double get_real(const clfft_plan *plan, const unsigned char *at)
{
    double wide;
    float narrow;

    if (plan->real_size == 8) {
        memcpy(&wide, at, 8);
        return wide;
    }
    memcpy(&narrow, at, 4);
    return narrow;
}

/* ---- comparison ---- */

static double get_quantity(const clfft_plan *plan, const unsigned char *at,
                           double right)
{
    return plan->desc.store.pixel || clfft_desc_makes_values(&plan->desc)
               ? clfft_nearest_value(plan, at, right)
               : get_real(plan, at);
}

/* The error of an angle, the shorter way round the circle. */
static double angle_error(const clfft_plan *plan, const unsigned char *at,
                          double right)
{
    static const double turns[] = {0, -2 * 3.14159265358979323846,
                                   2 * 3.14159265358979323846};
    double least = NAN;

    for (unsigned i = 0; i < 3; i++) {
        const double angle = right + turns[i];
        const double e = get_quantity(plan, at, angle) - angle;
        if (!(fabs(e) >= fabs(least)))
            least = e;
    }
    return least;
}

/* Adds the squared error and the squared norm, both of a linear magnitude, of
   result `i` of those that are compared. */
static void compare(const clfft_plan *plan, const struct clfft_probe *probe,
                    unsigned copy, uint64_t i, double *error, double *norm)
{
    const clfft_desc *d = &plan->desc;
    const struct clfft_question *question =
        &probe->questions[clfft_question_of(copy)];
    unsigned row;
    uint64_t bin;
    const uint64_t number = clfft_compared(probe, i);
    const uint64_t place = clfft_find_result(d, number, &row, &bin);
    const unsigned char *at =
        probe->output +
        (probe->is_sampled
             ? i
             : clfft_begin_of(probe, copy) * probe->output_length + place) *
            clfft_desc_get_output_size(d);
    struct clfft_bin x = {0, 0};
    double power, e;

    if (d->store.quantity == CLFFT_QUANTITY_COMPLEX ||
        d->store.quantity == CLFFT_QUANTITY_PHASE) {
        x = clfft_expect_bin(plan, question, row, bin);
        power = x.re * x.re + x.im * x.im;
    } else {
        power = clfft_expect_power(plan, question, row, bin);
    }
    switch (d->store.quantity) {
    case CLFFT_QUANTITY_MAGNITUDE:
        e = get_quantity(plan, at, sqrt(power)) - sqrt(power);
        break;
    case CLFFT_QUANTITY_POWER:
        e = sqrt(fabs(get_quantity(plan, at, power))) - sqrt(power);
        break;
    case CLFFT_QUANTITY_DB:
        e = fmax(20 * log10(sqrt(power)), d->store.floor);
        e = pow(10, get_quantity(plan, at, e) / 20) - pow(10, e / 20);
        break;
    case CLFFT_QUANTITY_PHASE:
        /* the error of the angle, weighted with the magnitude */
        e = angle_error(plan, at, atan2(x.im, x.re));
        e = 2 * sin(e / 2) * sqrt(power);
        break;
    default:
        e = get_real(plan, at) - x.re;
        if (d->transform != CLFFT_TRANSFORM_C2R) {
            const double e2 = get_real(plan, at + plan->real_size) - x.im;
            e = sqrt(e * e + e2 * e2);
        }
    }
    if (d->zoom.n_bins)
        power = fmax(power, clfft_expect_mean(plan, question, row, bin));
    *error += e * e;
    *norm += power;
}

/* Judges the first transform that gets this question. */
static clfft_status judge(const clfft_plan *plan,
                          const struct clfft_probe *probe, unsigned question)
{
    const double unit = plan->real_size == 8 ? ldexp(1, -53) : ldexp(1, -24);
    const double bits =
        log2((double)plan->desc.lengths[0] * (double)plan->desc.lengths[1] *
             (double)plan->desc.lengths[2]) +
        2;
    const bool exact = plan->desc.store.quantity == CLFFT_QUANTITY_COMPLEX;
    /* four times the error bar of results; decibels and roots lose some more */
    const double contract = (exact ? 8 : 64) * unit * sqrt(bits) +
                            (plan->desc.store.quantity == CLFFT_QUANTITY_DB ||
                                     plan->desc.store.value.logarithm
                                 ? 1e-4
                                 : 0);
    const double stated = clfft_choice_limit(&plan->desc, &plan->recipe.choice);
    const double limit = stated > 0 ? 4 * stated : contract;
    double error = 0, norm = 0;

    for (uint64_t i = 0; i < probe->n_compared; i++) {
        compare(plan, probe, question, i, &error, &norm);
        if (!clfft_count_terms(probe->questions[question].pace, 1))
            return probe->pace.status;
    }
    error = sqrt(error);
    norm = sqrt(norm);
    if (error <= limit * norm + 1e-30)
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_BUILD,
                      "self-check failed: relative error %.2e is above %.2e",
                      norm > 0 ? error / norm : error, limit);
}

/* What the first transform of a question got is right: all others that got it
   have the same bits. */
static clfft_status judge_copies(const clfft_plan *plan,
                                 const struct clfft_probe *probe)
{
    const clfft_desc *d = &plan->desc;
    const size_t element = clfft_desc_get_output_size(d);
    const size_t distance = (size_t)probe->output_length * element;
    const uint64_t n = probe->n_results;

    for (uint64_t k = 0; k < n && probe->n_copies > CLFFT_N_QUESTIONS; k++) {
        const unsigned char *first =
            probe->output + clfft_find_result(d, k, NULL, NULL) * element;
        for (unsigned i = CLFFT_N_QUESTIONS; i < probe->n_copies; i++)
            if (memcmp(first + clfft_question_of(i) * distance,
                       first + clfft_begin_of(probe, i) * distance, element))
                return clfft_fail(CLFFT_STATUS_BUILD,
                                  "self-check failed: transform %u of %u "
                                  "differs from the first",
                                  i, probe->n_copies);
    }
    return CLFFT_STATUS_OK;
}

/* ---- running ---- */

static clfft_status run(clfft_plan *plan, struct clfft_probe *probe)
{
    const bool in_place = plan->desc.in_place;
    const size_t size = probe->input_size > probe->output_size
                            ? probe->input_size
                            : probe->output_size;
    const unsigned rows = plan->desc.load.matrix != NULL;
    clfft_execute_params params = {.counts = {1, 1, 1, 1}};
    cl_mem input = NULL, output = NULL, scratch = NULL;
    cl_command_queue queue = NULL;
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code;

    queue =
        clCreateCommandQueue(plan->device->context, plan->device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    TRY(clfft_device_new_buffer(plan->device, CL_MEM_READ_WRITE,
                                in_place ? size : probe->input_size, NULL,
                                &input));
    if (!in_place)
        TRY(clfft_device_new_buffer(
            plan->device, CL_MEM_READ_WRITE, probe->output_size,
            probe->is_sampled ? NULL : probe->output, &output));
    TRY(clfft_write_probe(plan, probe, queue, input, output));
    if (plan->external_scratch && plan->scratch_size) {
        TRY(clfft_device_new_buffer(plan->device, CL_MEM_READ_WRITE,
                                    plan->scratch_size, NULL, &scratch));
    }
    params.scratch = scratch;
    if (rows)
        params.counts[0] = plan->desc.load.n_rows;
    if (plan->desc.n_loops > rows)
        params.counts[rows] = probe->n_inner;
    if (probe->n_copies > probe->n_inner)
        params.counts[rows + 1] = probe->n_copies / probe->n_inner;
    TRY(clfft_plan_execute(plan, queue, input, in_place ? input : output,
                           &params));
    TRY(clfft_read_probe(plan, probe, queue, in_place ? input : output));
fail:
    if (queue)
        clfft_drain_queue(plan->waiter, queue);
    if (clfft_has_given_up(plan->waiter))
        return clfft_check_waiter(plan->waiter);
    if (plan->last_queue) {
        clReleaseCommandQueue(plan->last_queue);
        plan->last_queue = NULL;
    }
    RELEASE_BUFFERS(input, output, scratch);
    if (queue)
        clReleaseCommandQueue(queue);
    return status;
}

/* ---- the kept verdict ---- */

/* Makes the key of the verdict, which names the binaries and what else decides
   it. */
static char *verdict_key(const clfft_plan *plan)
{
    uint64_t hash = CLFFT_HASH_START;
    const clfft_desc plain = clfft_desc_without_range(&plan->desc);
    char desc[CLFFT_LONGEST_DESC], *key;

    clfft_desc_print(&plain, desc, sizeof desc);
    for (unsigned i = 0; i < plan->recipe.n_steps; i++) {
        const char *program = clfft_program_key(plan->steps[i].program);
        hash = clfft_hash(hash, program, strlen(program));
    }
    if (asprintf(&key, "verdict of rows|%s|%s|%s|%016llx",
                 plan->device->cache_key, desc, plan->text,
                 (unsigned long long)hash) < 0)
        return NULL;
    return key;
}

/* Runs the known transform and judges its result. */
static clfft_status prove(clfft_plan *plan, struct clfft_probe *probe)
{
    const uint64_t slice = plan->slice;
    struct clfft_codes asked;
    clfft_status status = clfft_make_probe(plan, probe);

    if (status != CLFFT_STATUS_OK)
        return status;
    clfft_begin_pixels(plan, probe, &asked);
    status = clfft_upload_color_map(plan);
    plan->in_check = true;
    plan->slice = probe->slice;
    if (status == CLFFT_STATUS_OK)
        status = run(plan, probe);
    plan->in_check = false;
    plan->slice = slice;
    if (clfft_has_given_up(plan->waiter))
        return status;
    for (unsigned i = 0; status == CLFFT_STATUS_OK && i < CLFFT_N_QUESTIONS &&
                         i < probe->n_copies;
         i++)
        status = judge(plan, probe, i);
    if (status == CLFFT_STATUS_OK)
        status = judge_copies(plan, probe);
    clfft_end_pixels(plan, &asked);
    return status;
}

clfft_status clfft_plan_check(clfft_plan *plan, struct clfft_progress *progress)
{
    static const char good[] = "right";
    struct clfft_probe probe = {.pace.plan = plan};
    char *key = verdict_key(plan), *kept = NULL;
    clfft_status status = CLFFT_STATUS_OK;
    size_t size;

    if (key && plan->from_cache)
        kept = clfft_cache_get(&plan->device->cache, key, &size);
    plan->progress = progress;
    status = clfft_tell_check(plan, 0);
    if (status == CLFFT_STATUS_OK && !kept) {
        status = prove(plan, &probe);
        memcpy(plan->loops, plan->desc.loops, sizeof plan->loops);
        memset(&plan->call, 0, sizeof plan->call); /* laid out for those */
        for (unsigned i = 0;
             status == CLFFT_STATUS_OK && i < plan->recipe.n_steps; i++)
            clfft_program_keep(plan->device, plan->steps[i].program);
        if (status == CLFFT_STATUS_OK && key)
            clfft_cache_put(&plan->device->cache, key, good, sizeof good);
    }
    plan->progress = NULL;
    for (unsigned a = 0; a < CLFFT_MAX_RANK; a++)
        clfft_circle_free(probe.circles[a]);
    for (unsigned i = 0; i < CLFFT_N_QUESTIONS; i++)
        free(probe.questions[i].readings);
    free(probe.input);
    free(probe.output);
    free(kept);
    free(key);
    return status;
}
