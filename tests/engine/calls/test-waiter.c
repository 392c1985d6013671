/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-waiter.c: a caller that waits for the engine's commands itself, and one
 * that gives up: at the first wait, the second, and so on to the last. From
 * then on nothing is freed that the device may still use; OPENCL_LAYERS names
 * the fault layer, which counts that. What is given up stays as it is, so each
 * of these has a process of its own.
 */
#include "clfft/constantq.h"
#include "clfft/convolver.h"
#include "clfft/feature.h"
#include "clfft/sharpen.h"
#include "clfft/multi.h"
#include "clfft/picture.h"
#include "engine/harness.h"
#include "layer/fault-layer.h"
#include "support/test.h"

#include <sys/wait.h>
#include <unistd.h>

#define NO_DEVICE 77
#define PROCESS_SECONDS 120

/* NULL where it cannot be loaded. */
static const struct fault_layer *layer;

/* OpenCL objects, events apart, so far; 0 without the layer. */
static unsigned long count_freed(void)
{
    struct fault_report report = {0};

    if (layer)
        layer->report(&report);
    return report.n_freed;
}

struct patience {
    unsigned n_waits;  /* so far */
    unsigned gives_up; /* at which, 0: never */
    bool has_given_up;
    unsigned long n_freed; /* when it gave up */
    bool fails;            /* each wait, without giving up */
    unsigned n_making;     /* waits before destroy, where destroy has several or
                              not all lives have as many; 0: all but one */
};

static bool wait_or_not(cl_event event, char *reason, size_t size, void *data)
{
    struct patience *p = data;

    if (p->fails) {
        snprintf(reason, size, "a reason of its own");
        return false;
    }
    if (p->has_given_up)
        return false;
    if (++p->n_waits == p->gives_up) {
        p->has_given_up = true;
        p->n_freed = count_freed();
        return false;
    }
    return clWaitForEvents(1, &event) == CL_SUCCESS;
}

static bool has_given_up(void *data)
{
    return ((struct patience *)data)->has_given_up;
}

/* Makes something with the waiter, works with it and destroys it. The first
   status that is not OK. */
typedef clfft_status (*life)(clfft_device *device, const clfft_waiter *waiter);

static clfft_status live_with_plan(clfft_device *device,
                                   const clfft_waiter *waiter)
{
    const clfft_plan_params params = {.waiter = waiter};
    float input[2 * 64 * 4] = {0}, output[2 * 64 * 4];
    clfft_status status;
    clfft_plan *plan;
    clfft_desc desc;

    clfft_desc_parse("c2c 64 x4", &desc);
    status = clfft_plan_create(device, &desc, &params, &plan);
    if (status == CLFFT_STATUS_OK)
        status = harness_execute(plan, input, sizeof input, output,
                                 sizeof output, NULL);
    clfft_plan_destroy(&plan);
    clfft_desc_clear(&desc);
    return plan ? CLFFT_STATUS_INVALID : status;
}

static clfft_status live_with_measured_plan(clfft_device *device,
                                            const clfft_waiter *waiter)
{
    const clfft_plan_params params = {.waiter = waiter,
                                      .effort = CLFFT_EFFORT_MEASURE,
                                      .schedule = CLFFT_SCHEDULE_DIRECT};
    clfft_status status;
    clfft_plan *plan;
    clfft_desc desc;

    struct patience *patience = waiter->user_data;

    clfft_desc_parse("c2c 16 x4", &desc);
    status = clfft_plan_create(device, &desc, &params, &plan);
    /* how many candidates are measured how often is a matter of time */
    patience->n_making = plan ? patience->n_waits : 0;
    clfft_plan_destroy(&plan);
    clfft_desc_clear(&desc);
    return plan ? CLFFT_STATUS_INVALID : status;
}

/* The same of an object that is only made: clfft_`kind`_desc has the fields. */
#define DEFINE_LIFE(kind, ...)                                                 \
    static clfft_status live_with_##kind(clfft_device *device,                 \
                                         const clfft_waiter *waiter)           \
    {                                                                          \
        const clfft_##kind##_desc desc = {__VA_ARGS__, .waiter = waiter};      \
        clfft_##kind *made;                                                    \
        const clfft_status status =                                            \
            clfft_##kind##_create(device, &desc, &made);                       \
                                                                               \
        clfft_##kind##_destroy(&made);                                         \
        return made ? CLFFT_STATUS_INVALID : status;                           \
    }

DEFINE_LIFE(average, .averaging = CLFFT_AVERAGING_MEAN, .count = 4,
            .points = 100, .quantity = CLFFT_QUANTITY_POWER)
DEFINE_LIFE(cross, .quantity = CLFFT_CROSS_DELAY, .count = 4, .channels = 3,
            .points = 33, .length = 64, .rate = 1, .max_outputs = 2)
DEFINE_LIFE(features, .channels = 2, .points = 40, .range = 8)
DEFINE_LIFE(cepstrum, .channels = 2, .points = 40, .coefficients = 13)
DEFINE_LIFE(sharpen, .length = 64, .rate = 1, .n_channels = 1,
            .axis = {CLFFT_AXIS_SCALE_LINEAR, 0, 0.5}, .n_cells = 8,
            .max_frames = 4)
DEFINE_LIFE(constant_q,
            .bands = {.rate = 100, .low = 20, .n_bands = 2, .per_octave = 2},
            .channels = 1, .max_slices = 1)

static clfft_status live_with_convolver(clfft_device *device,
                                        const clfft_waiter *waiter)
{
    static const double taps[3000] = {1};
    const clfft_convolver_desc desc = {.inputs = 1,
                                       .outputs = 1,
                                       .n_responses = 1,
                                       .taps = 3000,
                                       .responses = taps,
                                       .latency = 32,
                                       .max_frames = 64,
                                       .waiter = waiter};
    clfft_convolver *convolver;
    const clfft_status status =
        clfft_convolver_create(device, &desc, &convolver);
    struct patience *patience = waiter->user_data;

    patience->n_making = convolver ? patience->n_waits : 0;
    clfft_convolver_destroy(&convolver);
    return convolver ? CLFFT_STATUS_INVALID : status;
}

/* One chunk, so that one thread of its own waits. */
static clfft_status live_with_multi(clfft_device *device,
                                    const clfft_waiter *waiter)
{
    const double share = 1;
    const clfft_multi_params params = {.waiter = waiter, .shares = &share};
    static float input[2 * 64 * 4], output[2 * 64 * 4];
    struct patience *patience = waiter->user_data;
    clfft_multi *multi;
    clfft_status status;
    clfft_desc desc;

    clfft_desc_parse("c2c 64 x4", &desc);
    status = clfft_multi_create(&device, 1, &desc, &params, &multi);
    if (status == CLFFT_STATUS_OK)
        status = clfft_multi_execute(multi, input, output, NULL);
    patience->n_making = status == CLFFT_STATUS_OK ? patience->n_waits : 0;
    clfft_multi_destroy(&multi);
    clfft_desc_clear(&desc);
    return multi ? CLFFT_STATUS_INVALID : status;
}

#define SIDE 16

static clfft_status live_with_picture(clfft_device *device,
                                      const clfft_waiter *waiter)
{
    static uint32_t background[SIDE * SIDE]; /* the device may keep it */
    clfft_cell cells[SIDE];
    const clfft_picture_desc desc = {.mode = CLFFT_PICTURE_WATERFALL,
                                     .width = SIDE,
                                     .height = SIDE,
                                     .n_channels = 1,
                                     .plot = {0, 0, SIDE, SIDE, SIDE},
                                     .n_bins = 32,
                                     .quantity = CLFFT_QUANTITY_MAGNITUDE,
                                     .cells = cells,
                                     .n_cells = SIDE,
                                     .waiter = waiter};
    clfft_picture *picture;
    clfft_status status;

    for (unsigned i = 0; i < SIDE; i++)
        cells[i] = (clfft_cell){.first = i, .count = 2};
    status = clfft_picture_create(device, &desc, &picture);
    if (status == CLFFT_STATUS_OK)
        status =
            clfft_picture_set_background(picture, harness_queue(), background);
    clfft_picture_destroy(&picture);
    return picture ? CLFFT_STATUS_INVALID : status;
}

/* Returns the child's exit status. */
static int give_up_at(life live, unsigned at, unsigned n_waits)
{
    struct patience patience = {.gives_up = at};
    const clfft_waiter waiter = {wait_or_not, has_given_up, &patience};
    struct patience ample = {0};
    const clfft_waiter other = {wait_or_not, has_given_up, &ample};
    clfft_status status = live(harness_device(), &waiter);

    /* what ends in destroy has nobody to tell */
    if (status != CLFFT_STATUS_CANCELLED &&
        !(status == CLFFT_STATUS_OK &&
          (patience.n_making ? at > patience.n_making : at == n_waits))) {
        printf("# given up at wait %u: %s: %s\n", at, clfft_status_name(status),
               clfft_last_error());
        return 1;
    }
    if (count_freed() != patience.n_freed) {
        printf("# given up at wait %u: %lu objects were freed then\n", at,
               count_freed() - patience.n_freed);
        return 1;
    }
    status = live(harness_device(), &waiter);
    if (status != CLFFT_STATUS_CANCELLED || patience.n_waits != at) {
        printf("# after wait %u, %u waits: %s\n", at, patience.n_waits,
               clfft_status_name(status));
        return 1;
    }
    status = live(harness_device(), &other);
    if (status != CLFFT_STATUS_OK)
        printf("# another waiter, after wait %u: %s: %s\n", at,
               clfft_status_name(status), clfft_last_error());
    return status != CLFFT_STATUS_OK;
}

/* In the child: waits of a whole life, or -1. */
static int count_waits(life live)
{
    struct patience patience = {0};
    const clfft_waiter waiter = {wait_or_not, has_given_up, &patience};
    const clfft_status status = live(harness_device(), &waiter);

    if (status == CLFFT_STATUS_OK)
        return (int)patience.n_waits;
    printf("# %s: %s\n", clfft_status_name(status), clfft_last_error());
    return -1;
}

static bool fails_with_its_reason(life live)
{
    struct patience patience = {.fails = true};
    const clfft_waiter waiter = {wait_or_not, has_given_up, &patience};
    const clfft_status status = live(harness_device(), &waiter);
    const char *reason = clfft_last_error();

    /* measuring reports nothing: it takes the first choice */
    if ((status == CLFFT_STATUS_DEVICE || status == CLFFT_STATUS_BUILD) &&
        strstr(reason, "a reason of its own"))
        return true;
    printf("# a wait that fails: %s: %s\n", clfft_status_name(status), reason);
    return false;
}

static int child(life live)
{
    int n_waits, result = 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    alarm(PROCESS_SECONDS);
    if (!harness_device())
        return NO_DEVICE;
    layer = fault_layer_find_loaded();
    if (!layer)
        printf("# no layer: what is freed is not counted\n");
    if (!fails_with_its_reason(live))
        return 1;
    n_waits = count_waits(live);
    printf("# %d waits\n", n_waits);
    for (int at = 1; at <= n_waits && !result; at++)
        result = give_up_at(live, (unsigned)at, (unsigned)n_waits);
    return n_waits < 1 || result;
}

static void check_every_wait(life live)
{
    int result = 0;
    pid_t process;

    fflush(stdout);
    process = fork();
    if (process == 0)
        _exit(child(live));
    TEST_REQUIRE(process > 0 && waitpid(process, &result, 0) == process,
                 "fork");
    if (WIFEXITED(result) && WEXITSTATUS(result) == NO_DEVICE)
        TEST_SKIP("no OpenCL device");
    TEST_CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0,
               "status %x, see above", (unsigned)result);
}

static void every_wait_of_a_plan_can_be_given_up(void)
{
    check_every_wait(live_with_plan);
}

static void every_wait_of_measuring_can_be_given_up(void)
{
    check_every_wait(live_with_measured_plan);
}

static void every_wait_of_an_average_can_be_given_up(void)
{
    check_every_wait(live_with_average);
}

static void every_wait_of_delays_can_be_given_up(void)
{
    check_every_wait(live_with_cross);
}

static void every_wait_of_features_can_be_given_up(void)
{
    check_every_wait(live_with_features);
}

static void every_wait_of_a_cepstrum_can_be_given_up(void)
{
    check_every_wait(live_with_cepstrum);
}

static void every_wait_of_sharpening_can_be_given_up(void)
{
    check_every_wait(live_with_sharpen);
}

static void every_wait_of_constant_q_can_be_given_up(void)
{
    check_every_wait(live_with_constant_q);
}

static void every_wait_of_a_convolver_can_be_given_up(void)
{
    check_every_wait(live_with_convolver);
}

static void every_wait_of_a_picture_can_be_given_up(void)
{
    check_every_wait(live_with_picture);
}

static void every_wait_of_a_multi_can_be_given_up(void)
{
    check_every_wait(live_with_multi);
}

/* After the others: from here on this process has a driver itself. */
static void what_is_freed_is_counted(void)
{
    unsigned long n;
    clfft_device *device;

    if (!getenv("OPENCL_LAYERS"))
        TEST_SKIP("the layer is not built here");
    if (clfft_device_create(NULL, &device) != CLFFT_STATUS_OK)
        TEST_SKIP("no OpenCL device");
    layer = fault_layer_find_loaded();
    TEST_REQUIRE(layer, "%s was not loaded", getenv("OPENCL_LAYERS"));
    n = count_freed();
    clfft_device_destroy(&device);
    TEST_CHECK(count_freed() > n, "%lu", count_freed());
}

TEST_MAIN(TEST(every_wait_of_a_plan_can_be_given_up),
          TEST(every_wait_of_measuring_can_be_given_up),
          TEST(every_wait_of_an_average_can_be_given_up),
          TEST(every_wait_of_delays_can_be_given_up),
          TEST(every_wait_of_features_can_be_given_up),
          TEST(every_wait_of_a_cepstrum_can_be_given_up),
          TEST(every_wait_of_sharpening_can_be_given_up),
          TEST(every_wait_of_constant_q_can_be_given_up),
          TEST(every_wait_of_a_convolver_can_be_given_up),
          TEST(every_wait_of_a_picture_can_be_given_up),
          TEST(every_wait_of_a_multi_can_be_given_up),
          TEST(what_is_freed_is_counted))
