/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kinds.c: see kinds.h. */
#include "kinds.h"

#include "clfft/constantq.h"
#include "clfft/convolver.h"
#include "clfft/feature.h"
#include "clfft/sharpen.h"
#include "clfft/multi.h"
#include "clfft/picture.h"
#include "support/test.h"

#include <math.h>

#define SIZE (KIND_NUMBERS * sizeof(float))
#define SIDE 16
#define BINS 33
#define FRAMES 64
#define TAPS 300

const char *const kind_names[N_KINDS] = {
    "plan",     "Bluestein", "average",    "cross",   "delays",    "features",
    "cepstrum", "sharpen",   "constant Q", "picture", "convolver", "multi",
};

/* ---- making ---- */

static clfft_status make_plan(const char *text, clfft_device *device,
                              struct thing *t)
{
    clfft_status status;
    clfft_plan *plan;
    clfft_desc desc;

    clfft_desc_parse(text, &desc);
    status = clfft_plan_create(device, &desc, NULL, &plan);
    clfft_desc_clear(&desc);
    t->object = plan;
    return status;
}

static clfft_status make_average(clfft_device *device, struct thing *t)
{
    const clfft_average_desc desc = {.averaging = CLFFT_AVERAGING_MEDIAN,
                                     .count = 3,
                                     .points = 100,
                                     .quantity = CLFFT_QUANTITY_POWER};
    clfft_average *average;
    const clfft_status status = clfft_average_create(device, &desc, &average);

    t->object = average;
    return status;
}

static clfft_status make_cross(clfft_cross_quantity quantity,
                               clfft_device *device, struct thing *t)
{
    const clfft_cross_desc desc = {.quantity = quantity,
                                   .count = 2,
                                   .channels = 3,
                                   .points = BINS,
                                   .length = 2 * (BINS - 1),
                                   .rate = 8000,
                                   .max_outputs = 1};
    clfft_cross *cross;
    const clfft_status status = clfft_cross_create(device, &desc, &cross);

    t->object = cross;
    return status;
}

static clfft_status make_features(clfft_device *device, struct thing *t)
{
    const clfft_features_desc desc = {.logarithm = CLFFT_LOGARITHM_DECIBEL,
                                      .least = 1e-10,
                                      .channels = 2,
                                      .points = 40};
    clfft_features *features;
    const clfft_status status = clfft_features_create(device, &desc, &features);

    t->object = features;
    return status;
}

static clfft_status make_cepstrum(clfft_device *device, struct thing *t)
{
    const clfft_cepstrum_desc desc = {
        .channels = 2, .points = 40, .coefficients = 13, .lifter = 22};
    clfft_cepstrum *cepstrum;
    const clfft_status status = clfft_cepstrum_create(device, &desc, &cepstrum);

    t->object = cepstrum;
    return status;
}

static clfft_status make_sharpen(clfft_device *device, struct thing *t)
{
    const clfft_sharpen_desc desc = {.sharpening = CLFFT_SHARPENING_REASSIGN,
                                     .length = 30,
                                     .rate = 8000,
                                     .n_channels = 2,
                                     .axis = {CLFFT_AXIS_SCALE_MEL, 0, 4000},
                                     .n_cells = 20,
                                     .reach = 2,
                                     .max_frames = 8};
    clfft_sharpen *sharpen;
    const clfft_status status = clfft_sharpen_create(device, &desc, &sharpen);

    t->object = sharpen;
    return status;
}

static clfft_status make_constant_q(clfft_device *device, struct thing *t)
{
    const clfft_constant_q_desc desc = {.bands = {.rate = 100,
                                                  .low = 20,
                                                  .n_bands = 2,
                                                  .per_octave = 2,
                                                  .hop = 5},
                                        .channels = 2,
                                        .max_slices = 2};
    clfft_constant_q *constant_q;
    const clfft_status status =
        clfft_constant_q_create(device, &desc, &constant_q);

    t->object = constant_q;
    return status;
}

static clfft_status make_picture(clfft_device *device, struct thing *t)
{
    clfft_cell cells[SIDE];
    clfft_picture_desc desc = {.mode = CLFFT_PICTURE_WATERFALL,
                               .width = SIDE,
                               .height = SIDE,
                               .n_channels = 1,
                               .plot = {0, 0, SIDE, SIDE, SIDE},
                               .n_bins = 32,
                               .quantity = CLFFT_QUANTITY_MAGNITUDE,
                               .cells = cells,
                               .n_cells = SIDE};
    clfft_picture *picture;
    clfft_status status;

    for (unsigned i = 0; i < SIDE; i++)
        cells[i] = (clfft_cell){.first = i, .count = 2};
    for (unsigned i = 0; i < CLFFT_PALETTE_SIZE; i++)
        desc.palette[i] = 0x01010101u * i;
    status = clfft_picture_create(device, &desc, &picture);
    t->object = picture;
    return status;
}

static clfft_status make_convolver(clfft_device *device, struct thing *t)
{
    double taps[TAPS];
    const clfft_convolver_desc desc = {.inputs = 1,
                                       .outputs = 1,
                                       .n_responses = 1,
                                       .taps = TAPS,
                                       .responses = taps,
                                       .latency = 32,
                                       .max_frames = FRAMES};
    clfft_convolver *convolver;
    clfft_status status;

    for (unsigned i = 0; i < TAPS; i++)
        taps[i] = test_uniform();
    status = clfft_convolver_create(device, &desc, &convolver);
    t->object = convolver;
    return status;
}

static clfft_status make_multi(clfft_device *const *devices, unsigned n,
                               struct thing *t)
{
    static const double shares[CLFFT_MULTI_MAX_DEVICES] = {1, 2, 1};
    clfft_device *apart[CLFFT_MULTI_MAX_DEVICES]; /* no two of one id */
    unsigned n_apart = 0;
    clfft_status status;
    clfft_multi *multi;
    clfft_desc desc;

    for (unsigned i = 0; i < n; i++) {
        bool is_new = true;

        for (unsigned k = 0; k < n_apart; k++)
            is_new &= clfft_device_get_id(apart[k]) !=
                      clfft_device_get_id(devices[i]);
        if (is_new)
            apart[n_apart++] = devices[i];
    }
    clfft_desc_parse("c2c 16 x128", &desc);
    status = clfft_multi_create(
        apart, n_apart, &desc, &(clfft_multi_params){.shares = shares}, &multi);
    clfft_desc_clear(&desc);
    t->object = multi;
    return status;
}

static clfft_status make_object(struct thing *t, clfft_device *const *devices,
                                unsigned n)
{
    switch (t->kind) {
    case KIND_PLAN:
        return make_plan("r2c 60 x8 store=power", devices[0], t);
    case KIND_BLUESTEIN:
        return make_plan("c2c 211 x2", devices[0], t);
    case KIND_AVERAGE:
        return make_average(devices[0], t);
    case KIND_CROSS:
        return make_cross(CLFFT_CROSS_POWER, devices[0], t);
    case KIND_DELAYS:
        return make_cross(CLFFT_CROSS_DELAY, devices[0], t);
    case KIND_FEATURES:
        return make_features(devices[0], t);
    case KIND_CEPSTRUM:
        return make_cepstrum(devices[0], t);
    case KIND_SHARPEN:
        return make_sharpen(devices[0], t);
    case KIND_CONSTANT_Q:
        return make_constant_q(devices[0], t);
    case KIND_PICTURE:
        return make_picture(devices[0], t);
    case KIND_CONVOLVER:
        return make_convolver(devices[0], t);
    case KIND_MULTI:
        return make_multi(devices, n, t);
    case N_KINDS:
        break;
    }
    return CLFFT_STATUS_INVALID;
}

const char *thing_make(struct thing *t, enum kind kind,
                       clfft_device *const *devices, unsigned n_devices)
{
    const cl_context context = clfft_device_get_context(devices[0]);

    *t = (struct thing){.kind = kind};
    t->numbers = malloc(SIZE);
    t->first = malloc(SIZE);
    if (!t->numbers || !t->first)
        return "no memory";
    for (unsigned i = 0; i < KIND_NUMBERS; i++)
        t->numbers[i] = (float)test_uniform();
    t->queue =
        clCreateCommandQueue(context, clfft_device_get_id(devices[0]), 0, NULL);
    t->input = clCreateBuffer(context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
    t->output = clCreateBuffer(context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
    if (!t->queue || !t->input || !t->output)
        return "no queue or buffer";
    return make_object(t, devices, n_devices) ? clfft_last_error() : NULL;
}

/* ---- running ---- */

static clfft_status run_cross(struct thing *t, cl_event *event)
{
    clfft_cross_reset(t->object);
    return clfft_cross_execute(
        t->object, t->queue, t->input, t->output,
        &(clfft_average_params){.n_frames = 2, .event = event});
}

static clfft_status run_average(struct thing *t, cl_event *event)
{
    clfft_average_reset(t->object);
    return clfft_average_execute(
        t->object, t->queue, t->input, t->output,
        &(clfft_average_params){.n_frames = 3, .event = event});
}

static clfft_status run_features(struct thing *t, cl_event *event)
{
    clEnqueueWriteBuffer(t->queue, t->output, CL_TRUE, 0, SIZE, t->numbers, 0,
                         NULL, NULL);
    return clfft_features_execute(
        t->object, t->queue, t->output,
        &(clfft_features_params){.n_frames = 4, .event = event});
}

static clfft_status run_cepstrum(struct thing *t, cl_event *event)
{
    return clfft_cepstrum_execute(
        t->object, t->queue, t->input, t->output,
        &(clfft_cepstrum_params){.n_frames = 4, .event = event});
}

static clfft_status run_sharpen(struct thing *t, cl_event *event)
{
    clfft_sharpen_reset(t->object);
    return clfft_sharpen_execute(
        t->object, t->queue, t->input, t->output,
        &(clfft_average_params){.n_frames = 8, .flush = true, .event = event});
}

static clfft_status run_constant_q(struct thing *t, cl_event *event)
{
    return clfft_constant_q_execute(
        t->object, t->queue, t->input, t->output,
        &(clfft_constant_q_params){.n_slices = 2, .event = event});
}

static clfft_status run_convolver(struct thing *t, cl_event *event)
{
    clfft_convolver_reset(t->object);
    return clfft_convolver_execute(
        t->object, t->queue, t->input, t->output,
        &(clfft_convolver_params){.n_frames = FRAMES, .event = event});
}

static clfft_status run_picture(struct thing *t, cl_event *event)
{
    clfft_picture *picture = t->object;
    const clfft_picture_view view = {
        .floor = -60, .range = 60, .end_column = 8, .event = event};
    clfft_status status = clfft_picture_reset(picture, t->queue);

    if (!status)
        status = clfft_picture_add(
            picture, t->queue,
            &(clfft_picture_frames){
                .input = t->input, .n_frames = 8, .step = 1, .unit = 1});
    return status ? status
                  : clfft_picture_draw(picture, t->queue, t->output, &view);
}

static clfft_status run(struct thing *t, cl_event *event)
{
    switch (t->kind) {
    case KIND_AVERAGE:
        return run_average(t, event);
    case KIND_CROSS:
    case KIND_DELAYS:
        return run_cross(t, event);
    case KIND_FEATURES:
        return run_features(t, event);
    case KIND_CEPSTRUM:
        return run_cepstrum(t, event);
    case KIND_SHARPEN:
        return run_sharpen(t, event);
    case KIND_CONSTANT_Q:
        return run_constant_q(t, event);
    case KIND_PICTURE:
        return run_picture(t, event);
    case KIND_CONVOLVER:
        return run_convolver(t, event);
    default:
        return clfft_plan_execute(t->object, t->queue, t->input, t->output,
                                  &(clfft_execute_params){.event = event});
    }
}

static const char *run_on_device(struct thing *t, float *result)
{
    const float zero = 0;
    cl_event event = NULL;
    cl_int code;

    clEnqueueFillBuffer(t->queue, t->output, &zero, sizeof zero, 0, SIZE, 0,
                        NULL, NULL);
    clEnqueueWriteBuffer(t->queue, t->input, CL_TRUE, 0, SIZE, t->numbers, 0,
                         NULL, NULL);
    if (run(t, &event))
        return clfft_last_error();
    code = clEnqueueReadBuffer(t->queue, t->output, CL_TRUE, 0, SIZE, result, 1,
                               &event, NULL);
    clReleaseEvent(event);
    return code ? "the result cannot be read" : NULL;
}

const char *thing_run(struct thing *t)
{
    static _Thread_local float result[KIND_NUMBERS];
    const char *wrong = NULL;
    size_t n_zeros = 0;

    memset(result, 0, sizeof result);
    if (t->kind != KIND_MULTI)
        wrong = run_on_device(t, result);
    else if (clfft_multi_execute(t->object, t->numbers, result, NULL))
        wrong = clfft_last_error();
    if (wrong)
        return wrong;
    if (t->has_run)
        return memcmp(t->first, result, sizeof result) ? "another result"
                                                       : NULL;
    memcpy(t->first, result, sizeof result);
    t->has_run = true;
    while (n_zeros < KIND_NUMBERS && result[n_zeros] == 0)
        n_zeros++;
    return n_zeros == KIND_NUMBERS ? "no result" : NULL;
}

/* ---- the end ---- */

void thing_destroy(struct thing *t)
{
    clfft_plan *plan = t->object;
    clfft_average *average = t->object;
    clfft_cross *cross = t->object;
    clfft_features *features = t->object;
    clfft_cepstrum *cepstrum = t->object;
    clfft_sharpen *sharpen = t->object;
    clfft_constant_q *constant_q = t->object;
    clfft_picture *picture = t->object;
    clfft_convolver *convolver = t->object;
    clfft_multi *multi = t->object;

    switch (t->kind) {
    case KIND_AVERAGE:
        clfft_average_destroy(&average);
        break;
    case KIND_CROSS:
    case KIND_DELAYS:
        clfft_cross_destroy(&cross);
        break;
    case KIND_FEATURES:
        clfft_features_destroy(&features);
        break;
    case KIND_CEPSTRUM:
        clfft_cepstrum_destroy(&cepstrum);
        break;
    case KIND_SHARPEN:
        clfft_sharpen_destroy(&sharpen);
        break;
    case KIND_CONSTANT_Q:
        clfft_constant_q_destroy(&constant_q);
        break;
    case KIND_PICTURE:
        clfft_picture_destroy(&picture);
        break;
    case KIND_CONVOLVER:
        clfft_convolver_destroy(&convolver);
        break;
    case KIND_MULTI:
        clfft_multi_destroy(&multi);
        break;
    default:
        clfft_plan_destroy(&plan);
    }
    t->object = NULL;
}

void thing_clear(struct thing *t)
{
    if (t->queue)
        clReleaseCommandQueue(t->queue);
    if (t->input)
        clReleaseMemObject(t->input);
    if (t->output)
        clReleaseMemObject(t->output);
    t->queue = NULL;
    t->input = t->output = NULL;
    free(t->numbers);
    free(t->first);
    t->numbers = t->first = NULL;
}
