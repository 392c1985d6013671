/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-faults.c: the engine when OpenCL calls fail, one after another. What
 * has to hold each time is in layer/enumerate.h; here are the scenarios: open
 * the device, plan, execute on two queues, read, destroy.
 */
#include "clfft/convolver.h"
#include "clfft/picture.h"
#include "layer/enumerate.h"
#include "support/test.h"

#include <math.h>
#include <unistd.h>

#define MOST_NUMBERS 8192

/* Of the first run, which nothing disturbs. */
static float golden[MOST_NUMBERS];
static size_t n_golden;

/* What a scenario finds of earlier runs. */
enum { NOTHING, BINARIES, BINARIES_AND_VERDICTS };
static int kept;

/* ---- parts ---- */

struct stand {
    const struct fault_layer *layer;
    clfft_device *device;
    cl_command_queue queues[2]; /* the second keeps no order */
    cl_mem input, output;
    cl_event events[2];
    unsigned char *bytes; /* of the input */
    size_t n_bytes;
    cl_event upload; /* of the last upload() */
};

/* What the test calls itself is not what is tested. */
static void ignore(const struct stand *s, bool ignored)
{
    if (s->layer)
        s->layer->ignore(ignored);
}

/* The same, before a wait for commands that may be held. */
static void ignore_and_release(const struct stand *s)
{
    ignore(s, true);
    if (s->layer)
        s->layer->release();
}

static enum fault_outcome say(char *message, size_t size, const char *text)
{
    snprintf(message, size, "%s", text);
    return FAULT_FAILED;
}

static bool open_stand(struct stand *s, const struct fault_layer *layer)
{
    const clfft_device_params params = {.name = getenv("CLFFT_TEST_DEVICE"),
                                        .cache_directory =
                                            kept ? fault_get_folder() : ""};
    clfft_status status;

    if (kept == BINARIES)
        fault_forget_verdicts();
    memset(s, 0, sizeof *s);
    s->layer = layer;
    status = clfft_device_create(&params, &s->device);
    if (!layer &&
        (status == CLFFT_STATUS_NO_DRIVER || status == CLFFT_STATUS_NO_DEVICE))
        fault_give_up();
    return status == CLFFT_STATUS_OK;
}

/* Buffers of that many bytes, the input with numbers in it. */
static void fill_stand(struct stand *s, size_t input_size, size_t output_size)
{
    const cl_context context = clfft_device_get_context(s->device);
    const cl_device_id id = clfft_device_get_id(s->device);
    cl_command_queue_properties can = 0;
    unsigned char *bytes = s->bytes = malloc(input_size);
    const unsigned char poison = 0xff;

    s->n_bytes = input_size;

    for (size_t i = 0; i < input_size; i++)
        bytes[i] = (unsigned char)((i % 4) == 3 ? 0x3e + i % 2 : 37 * i);
    ignore(s, true);
    clGetDeviceInfo(id, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL);
    for (unsigned i = 0; i < 2; i++)
        s->queues[i] = clCreateCommandQueue(
            context, id, i ? can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0,
            NULL);
    s->input =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, input_size, bytes, NULL);
    s->output =
        clCreateBuffer(context, CL_MEM_READ_WRITE, output_size, NULL, NULL);
    clEnqueueFillBuffer(s->queues[0], s->output, &poison, 1, 0, output_size, 0,
                        NULL, NULL);
    clFinish(s->queues[0]);
    ignore(s, false);
}

/*
 * Enqueues that the input is written once more: a command of the caller that
 * the first call waits for. Where it fails on the device, an event of a call
 * has to say so, however many launches and calls lie between.
 */
static const cl_event *upload(struct stand *s)
{
    cl_int code = CL_SUCCESS;

    do {
        ignore(s, code != CL_SUCCESS);
        code = clEnqueueWriteBuffer(s->queues[1], s->input, CL_FALSE, 0,
                                    s->n_bytes, s->bytes, 0, NULL, &s->upload);
    } while (code != CL_SUCCESS);
    clFlush(s->queues[1]);
    ignore(s, false);
    return &s->upload;
}

/* Other numbers, once the first are read. */
static void turn_input(struct stand *s)
{
    const unsigned char other = 0x3c;

    ignore_and_release(s);
    clFinish(s->queues[0]);
    clEnqueueFillBuffer(s->queues[0], s->input, &other, 1, 0, 16, 0, NULL,
                        NULL);
    clFinish(s->queues[0]);
    ignore(s, false);
}

static void close_stand(struct stand *s)
{
    ignore_and_release(s);
    for (unsigned i = 0; i < 2; i++) {
        if (s->events[i])
            clReleaseEvent(s->events[i]);
        if (!s->queues[i])
            continue;
        clFinish(s->queues[i]);
        clReleaseCommandQueue(s->queues[i]);
    }
    if (s->upload)
        clReleaseEvent(s->upload);
    free(s->bytes);
    if (s->input)
        clReleaseMemObject(s->input);
    if (s->output)
        clReleaseMemObject(s->output);
    ignore(s, false);
    clfft_device_destroy(&s->device);
}

/* Holds the output against that of the first run. */
static enum fault_outcome judge(struct stand *s, size_t n, char *message,
                                size_t size)
{
    static float numbers[MOST_NUMBERS];
    float largest = 0, error = 0;
    size_t worst = 0;
    cl_int code = CL_SUCCESS;

    ignore_and_release(s);
    for (unsigned i = 0; i < 2 && !code; i++)
        if (s->events[i])
            code = clWaitForEvents(1, &s->events[i]);
    clFinish(s->queues[1]);
    clEnqueueReadBuffer(s->queues[0], s->output, CL_TRUE, 0,
                        n * sizeof *numbers, numbers, 0, NULL, NULL);
    ignore(s, false);
    if (code) {
        snprintf(message, size, "an event says CL_ERROR %d", code);
        return FAULT_FAILED;
    }
    if (!s->layer) {
        memcpy(golden, numbers, n * sizeof *numbers);
        n_golden = n;
    }
    for (size_t i = 0; i < n; i++) {
        const float e = fabsf(numbers[i] - golden[i]);
        largest = fmaxf(largest, fabsf(golden[i]));
        if (!(e <= error)) {
            error = e;
            worst = i;
        }
    }
    if (n == n_golden && largest > 0 && error <= 1e-4f * largest)
        return FAULT_RIGHT;
    snprintf(message, size, "number %zu of %zu is %g, not %g", worst, n,
             (double)numbers[worst], (double)golden[worst]);
    return FAULT_WRONG;
}

/* ---- transforms ----

   Short ones: their kernels compile soon, and calls are as many. */

static enum fault_outcome transform(const struct fault_layer *layer,
                                    const char *text,
                                    const clfft_plan_params *params,
                                    char *message, size_t size)
{
    clfft_execute_params execute = {0};
    uint64_t input, output;
    enum fault_outcome outcome;
    clfft_plan *plan = NULL;
    clfft_desc desc;
    struct stand s;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
        return say(message, size, clfft_last_error());
    clfft_desc_get_extent(&desc, &input, &output);
    if (!open_stand(&s, layer) ||
        clfft_plan_create(s.device, &desc, params, &plan) != CLFFT_STATUS_OK) {
        outcome = say(message, size, clfft_last_error());
        goto done;
    }
    fill_stand(&s, input * clfft_desc_get_input_size(&desc),
               output * clfft_desc_get_output_size(&desc));
    execute.n_wait = 1;
    execute.wait = upload(&s);
    for (unsigned i = 0; i < 2; i++) {
        execute.event = &s.events[i];
        if (clfft_plan_execute(plan, s.queues[i], s.input, s.output,
                               &execute)) {
            outcome = say(message, size, clfft_last_error());
            goto done;
        }
        execute.wait = &s.events[0];
        /* what is left in scratch is of no use to the second */
        if (i == 0)
            turn_input(&s);
    }
    outcome =
        judge(&s, output * clfft_desc_get_output_size(&desc) / sizeof(float),
              message, size);
done:
    clfft_plan_destroy(&plan);
    close_stand(&s);
    clfft_desc_clear(&desc);
    return outcome;
}

#define TRANSFORM(name, text, ...)                                             \
    static enum fault_outcome name(const struct fault_layer *layer,            \
                                   char *message, size_t size)                 \
    {                                                                          \
        const clfft_plan_params params = {__VA_ARGS__};                        \
        return transform(layer, text, &params, message, size);                 \
    }

TRANSFORM(run_group, "c2c 64 x3", .schedule = CLFFT_SCHEDULE_GROUP)
TRANSFORM(run_simd, "r2c 48 x5 load=s16 window=hann",
          .schedule = CLFFT_SCHEDULE_SIMD)
TRANSFORM(run_direct, "c2c 12 x2", .schedule = CLFFT_SCHEDULE_DIRECT)
TRANSFORM(run_bluestein, "c2c 31 x2",
          .recipe = "bluestein 64: group 4.4.4 t16 c1 padded")
TRANSFORM(run_rader, "c2c 19 x2", .recipe = "rader 18: group 9.2 t2 c2 plain")
TRANSFORM(run_picture_transform,
          "r2c 4x6 load=unorm8 window=hann demean store=power sides=centered",
          .schedule = CLFFT_SCHEDULE_AUTO)
TRANSFORM(run_any, "c2r 4x6 x2", .schedule = CLFFT_SCHEDULE_AUTO)

/* Weighted sums of powers: the kernel of bands and its three tables. */
static enum fault_outcome run_bands(const struct fault_layer *layer,
                                    char *message, size_t size)
{
    static const uint32_t first[] = {0, 3, 8}, start[] = {1, 5};
    static const double weight[] = {1, 2, 1, .5, 1, 1, 1, .5};
    clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                       .lengths = {32},
                       .store = {.quantity = CLFFT_QUANTITY_POWER,
                                 .bands = {2, first, start, weight}}};
    enum fault_outcome outcome;
    clfft_plan *plan = NULL;
    struct stand s;
    const clfft_execute_params execute = {.event = &s.events[0]};

    if (!open_stand(&s, layer) ||
        clfft_plan_create(s.device, &desc, NULL, &plan)) {
        outcome = say(message, size, clfft_last_error());
        goto done;
    }
    fill_stand(&s, 32 * sizeof(float), 2 * sizeof(float));
    outcome = clfft_plan_execute(plan, s.queues[1], s.input, s.output, &execute)
                  ? say(message, size, clfft_last_error())
                  : judge(&s, 2, message, size);
done:
    clfft_plan_destroy(&plan);
    close_stand(&s);
    return outcome;
}

/* ---- averages ---- */

static enum fault_outcome run_average(const struct fault_layer *layer,
                                      char *message, size_t size)
{
    const clfft_average_desc desc = {.averaging = CLFFT_AVERAGING_MEDIAN,
                                     .count = 4,
                                     .points = 100,
                                     .quantity = CLFFT_QUANTITY_POWER};
    clfft_average *average = NULL;
    enum fault_outcome outcome;
    unsigned n_out = 0, n_more = 0;
    struct stand s;

    if (!open_stand(&s, layer) ||
        clfft_average_create(s.device, &desc, &average)) {
        outcome = say(message, size, clfft_last_error());
        goto done;
    }
    fill_stand(&s, 6 * 100 * sizeof(float), 2 * 100 * sizeof(float));
    if (clfft_average_execute(average, s.queues[0], s.input, s.output,
                              &(clfft_average_params){.n_frames = 6,
                                                      .n_wait = 1,
                                                      .wait = upload(&s),
                                                      .n_out = &n_out}) ||
        clfft_average_execute(average, s.queues[0], NULL, s.output,
                              &(clfft_average_params){.output_frame = n_out,
                                                      .flush = true,
                                                      .event = &s.events[1],
                                                      .n_out = &n_more}))
        outcome = say(message, size, clfft_last_error());
    else
        outcome = judge(&s, 100 * (n_out + n_more), message, size);
done:
    clfft_average_destroy(&average);
    close_stand(&s);
    return outcome;
}

/* Delays: of all cross spectra they have the most steps. */
static enum fault_outcome run_cross(const struct fault_layer *layer,
                                    char *message, size_t size)
{
    const clfft_cross_desc desc = {.quantity = CLFFT_CROSS_DELAY,
                                   .count = 2,
                                   .channels = 3,
                                   .points = 9,
                                   .length = 16,
                                   .rate = 1,
                                   .max_outputs = 2};
    clfft_cross *cross = NULL;
    enum fault_outcome outcome;
    unsigned n_out = 0, n_more = 0;
    struct stand s;

    if (!open_stand(&s, layer) || clfft_cross_create(s.device, &desc, &cross)) {
        outcome = say(message, size, clfft_last_error());
        goto done;
    }
    fill_stand(&s, 3 * 3 * 9 * 2 * sizeof(float), 2 * 2 * 2 * sizeof(float));
    if (clfft_cross_execute(cross, s.queues[0], s.input, s.output,
                            &(clfft_average_params){.n_frames = 3,
                                                    .n_wait = 1,
                                                    .wait = upload(&s),
                                                    .event = &s.events[0],
                                                    .n_out = &n_out}) ||
        clfft_cross_execute(cross, s.queues[1], NULL, s.output,
                            &(clfft_average_params){.output_frame = n_out,
                                                    .flush = true,
                                                    .event = &s.events[1],
                                                    .n_out = &n_more}))
        outcome = say(message, size, clfft_last_error());
    else
        outcome = judge(&s, 2 * 2 * (n_out + n_more), message, size);
done:
    clfft_cross_destroy(&cross);
    close_stand(&s);
    return outcome;
}

/* ---- convolution ---- */

#define FRAMES 600
#define TAPS 3000

/* Taps in time and in partitions; the second call, on the other queue, has both
   of it to add to what the first one left. */
static enum fault_outcome run_convolver(const struct fault_layer *layer,
                                        char *message, size_t size)
{
    static double taps[2 * TAPS];
    const clfft_convolver_desc desc = {.inputs = 2,
                                       .outputs = 1,
                                       .n_responses = 2,
                                       .taps = TAPS,
                                       .responses = taps,
                                       .latency = 64,
                                       .max_frames = FRAMES,
                                       .typical_frames = 64};
    clfft_convolver_params params = {.n_frames = FRAMES};
    clfft_convolver *convolver = NULL;
    enum fault_outcome outcome;
    struct stand s;

    for (unsigned i = 0; i < COUNT(taps); i++)
        taps[i] = 1.0 / (1 + i % TAPS) - 0.1 * (i % 7);
    if (!open_stand(&s, layer) ||
        clfft_convolver_create(s.device, &desc, &convolver)) {
        outcome = say(message, size, clfft_last_error());
        goto done;
    }
    fill_stand(&s, 2 * FRAMES * sizeof(float), 2 * FRAMES * sizeof(float));
    params.n_wait = 1;
    params.wait = upload(&s);
    for (unsigned i = 0; i < 2; i++) {
        params.output_offset = i * FRAMES;
        params.event = &s.events[i];
        if (clfft_convolver_execute(convolver, s.queues[i], s.input, s.output,
                                    &params)) {
            outcome = say(message, size, clfft_last_error());
            goto done;
        }
        params.n_wait = 0;
    }
    outcome = judge(&s, 2 * FRAMES, message, size);
done:
    clfft_convolver_destroy(&convolver);
    close_stand(&s);
    return outcome;
}

/* ---- pictures ---- */

#define WIDTH 20
#define HEIGHT 12

static enum fault_outcome draw(const struct fault_layer *layer,
                               clfft_picture_mode mode, char *message,
                               size_t size)
{
    clfft_cell cells[WIDTH];
    uint32_t background[WIDTH * HEIGHT];
    clfft_picture_desc desc = {
        .mode = mode,
        .width = WIDTH,
        .height = HEIGHT,
        .n_channels = 1,
        .plot = {0, 0, WIDTH, HEIGHT, HEIGHT},
        .n_bins = 32,
        .quantity = CLFFT_QUANTITY_MAGNITUDE,
        .cells = cells,
        .n_cells = mode == CLFFT_PICTURE_OVERVIEW ? HEIGHT : WIDTH,
        .fall = 10};
    clfft_picture_view view = {.floor = -60, .range = 80};
    clfft_picture_frames frames = {
        .n_frames = 3, .step = 1, .unit = 1, .frame_time = 0.1};
    clfft_picture *picture = NULL;
    enum fault_outcome outcome;
    struct stand s;

    for (unsigned i = 0; i < WIDTH; i++)
        cells[i] = (clfft_cell){.first = i, .count = 2};
    /* pixels are compared as numbers: none is NaN */
    for (unsigned i = 0; i < CLFFT_PALETTE_SIZE; i++)
        desc.palette[i] = 0x3f800000u + (i << 14);
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
        background[i] = 0x3f000000u;
    if (!open_stand(&s, layer) ||
        clfft_picture_create(s.device, &desc, &picture)) {
        outcome = say(message, size, clfft_last_error());
        goto done;
    }
    fill_stand(&s, 3 * 32 * sizeof(float), sizeof background);
    frames.input = s.input;
    frames.n_wait = 1;
    frames.wait = upload(&s);
    view.event = &s.events[1];
    if (clfft_picture_set_background(picture, s.queues[0], background) ||
        clfft_picture_add(picture, s.queues[0], &frames) ||
        clfft_picture_draw(picture, s.queues[1], s.output, &view))
        outcome = say(message, size, clfft_last_error());
    else
        outcome = judge(&s, WIDTH * HEIGHT, message, size);
done:
    clfft_picture_destroy(&picture);
    close_stand(&s);
    return outcome;
}

static enum fault_outcome run_overview(const struct fault_layer *layer,
                                       char *message, size_t size)
{
    return draw(layer, CLFFT_PICTURE_OVERVIEW, message, size);
}

static enum fault_outcome run_bars(const struct fault_layer *layer,
                                   char *message, size_t size)
{
    return draw(layer, CLFFT_PICTURE_BARS, message, size);
}

/* ---- claims ---- */

static void survive(const char *claim, fault_scenario run, unsigned n_samples)
{
    const bool held = fault_enumerate(
        claim, run, test_is_full() ? n_samples : n_samples / 2, true);

    if (fault_has_no_device())
        TEST_SKIP("no OpenCL device");
    TEST_CHECK(held, "see above");
}

/* Many kernels, whose self-checks fail alike: the default run has the others'.
 */
#define SOME_VERDICTS (test_is_full() ? BINARIES : BINARIES_AND_VERDICTS)

#define SURVIVES(claim, run, what, n)                                          \
    static void claim(void)                                                    \
    {                                                                          \
        kept = what;                                                           \
        survive(#claim, run, n);                                               \
    }

struct scenario {
    const char *name;
    fault_scenario run;
    int kept;
    unsigned n_samples;
};

/* One of them, drawn, in the full run all: they make the same calls, and each
   has kernels of its own. */
static void survive_one(const struct scenario *all, size_t n)
{
    for (size_t i = test_next_case(SIZE_MAX, n, n); i < n;
         i = test_next_case(i, n, n)) {
        kept = all[i].kept;
        survive(all[i].name, all[i].run, all[i].n_samples);
    }
}

static void schedules_survive_every_fault(void)
{
    static const struct scenario all[] = {{"group", run_group, NOTHING, 12},
                                          {"simd", run_simd, NOTHING, 6},
                                          {"direct", run_direct, NOTHING, 6},
                                          {"auto", run_any, BINARIES, 6}};

    survive_one(all, COUNT(all));
}

static void primes_survive_every_fault(void)
{
    static const struct scenario all[] = {
        {"bluestein", run_bluestein, BINARIES, 6},
        {"rader", run_rader, NOTHING, 6}};

    survive_one(all, COUNT(all));
}

static void pictures_of_levels_survive_every_fault(void)
{
    static const struct scenario all[] = {
        {"overview", run_overview, NOTHING, 6},
        {"bars", run_bars, BINARIES, 6}};

    survive_one(all, COUNT(all));
}

SURVIVES(demeaned_picture_survives_every_fault, run_picture_transform,
         SOME_VERDICTS, 6)
SURVIVES(bands_survive_every_fault, run_bands, BINARIES, 6)
SURVIVES(average_survives_every_fault, run_average, NOTHING, 6)
SURVIVES(delays_survive_every_fault, run_cross, BINARIES, 6)
SURVIVES(convolver_survives_every_fault, run_convolver, SOME_VERDICTS, 6)
SURVIVES(binaries_on_disk_survive_every_fault, run_group, BINARIES_AND_VERDICTS,
         12)

TEST_MAIN(TEST(schedules_survive_every_fault), TEST(primes_survive_every_fault),
          TEST(demeaned_picture_survives_every_fault),
          TEST(bands_survive_every_fault), TEST(average_survives_every_fault),
          TEST(delays_survive_every_fault),
          TEST(convolver_survives_every_fault),
          TEST(pictures_of_levels_survive_every_fault),
          TEST(binaries_on_disk_survive_every_fault))
