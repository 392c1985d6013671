/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-devices.c: several devices in one process. PoCL shows two where it is
 * asked to, of the same name, so that what takes one for the other is not saved
 * by a difference between them; drivers of all platforms run side by side.
 */
#include "clfft/clfft.h"
#include "clfft/picture.h"
#include "support/test.h"

#include <math.h>
#include <pthread.h>

#define LENGTH 60u
#define BATCH 3u
#define POINTS (LENGTH * BATCH)
#define N_ROUNDS 20
#define MOST_PLATFORMS 8

struct side {
    char name[32]; /* "0:1" */
    clfft_device *device;
    cl_context context;
    cl_command_queue queue;
    clfft_plan *plan;
    float input[2 * POINTS], output[2 * POINTS];
    cl_mem in, out;
    const char *wrong;
};

static unsigned platform; /* PoCL's */
static bool has_pocl;

/* ---- devices ---- */

/* Devices that PoCL shows; sets platform. */
static unsigned count_devices(void)
{
    clfft_device_entry *entries;
    size_t n_entries;
    unsigned n = 0;

    if (clfft_list_devices(&entries, &n_entries) != CLFFT_STATUS_OK)
        return 0;
    for (size_t i = 0; i < n_entries; i++) {
        if (strcmp(entries[i].limits.platform_name,
                   "Portable Computing Language"))
            continue;
        platform = entries[i].platform_index;
        has_pocl = true;
        n++;
    }
    free(entries);
    return n;
}

#define NEED_POCL()                                                            \
    do {                                                                       \
        count_devices();                                                       \
        if (!has_pocl)                                                         \
            TEST_SKIP("no PoCL");                                              \
    } while (0)

static void fill(struct side *s)
{
    for (unsigned i = 0; i < 2 * POINTS; i++)
        s->input[i] = (float)test_uniform();
}

static cl_mem new_buffer(const struct side *s)
{
    return clCreateBuffer(s->context, CL_MEM_READ_WRITE, sizeof s->input, NULL,
                          NULL);
}

/* params: NULL for a device of its own, by its number. */
static bool open_on(struct side *s, unsigned on_platform, unsigned number,
                    const clfft_device_params *params)
{
    const clfft_plan_params direct = {.schedule = CLFFT_SCHEDULE_DIRECT};
    const clfft_desc desc = {
        .lengths = {LENGTH}, .n_loops = 1, .loops = {{BATCH, LENGTH, LENGTH}}};
    clfft_device_params own = {.name = s->name, .cache_directory = ""};

    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%u:%u", on_platform, number);
    if (clfft_device_create(params ? params : &own, &s->device) ||
        clfft_plan_create(s->device, &desc, &direct, &s->plan)) {
        TEST_CHECK(false, "%s: %s", s->name, clfft_last_error());
        return false;
    }
    s->context = clfft_device_get_context(s->device);
    s->queue = clCreateCommandQueue(s->context, clfft_device_get_id(s->device),
                                    0, NULL);
    s->in = new_buffer(s);
    s->out = new_buffer(s);
    fill(s);
    return true;
}

static bool open_side(struct side *s, unsigned number,
                      const clfft_device_params *params)
{
    return open_on(s, platform, number, params);
}

static void close_side(struct side *s)
{
    clReleaseMemObject(s->in);
    clReleaseMemObject(s->out);
    clReleaseCommandQueue(s->queue);
    clfft_plan_destroy(&s->plan);
    clfft_device_destroy(&s->device);
}

/* ---- results ---- */

/* X[k] = sum_j x[j] exp(-2 pi i jk/n) in double precision; the relative L2
   error of what the device has. */
static double error_of(const struct side *s)
{
    double errors = 0, powers = 0;

    for (unsigned b = 0; b < BATCH; b++) {
        const float *x = s->input + 2 * LENGTH * b;
        const float *got = s->output + 2 * LENGTH * b;
        for (unsigned k = 0; k < LENGTH; k++) {
            double re = 0, im = 0;
            for (unsigned j = 0; j < LENGTH; j++) {
                const double angle = -2 * M_PI * (j * k % LENGTH) / LENGTH;
                re += x[2 * j] * cos(angle) - x[2 * j + 1] * sin(angle);
                im += x[2 * j] * sin(angle) + x[2 * j + 1] * cos(angle);
            }
            errors += pow(got[2 * k] - re, 2) + pow(got[2 * k + 1] - im, 2);
            powers += re * re + im * im;
        }
    }
    return sqrt(errors / powers);
}

static const char *start(struct side *s)
{
    if (clEnqueueWriteBuffer(s->queue, s->in, CL_TRUE, 0, sizeof s->input,
                             s->input, 0, NULL, NULL))
        return "clEnqueueWriteBuffer failed";
    if (clfft_plan_execute(s->plan, s->queue, s->in, s->out, NULL))
        return clfft_last_error();
    return NULL;
}

static const char *finish(struct side *s)
{
    if (clEnqueueReadBuffer(s->queue, s->out, CL_TRUE, 0, sizeof s->output,
                            s->output, 0, NULL, NULL))
        return "clEnqueueReadBuffer failed";
    return error_of(s) < 1e-6 ? NULL : "the result is wrong";
}

/* ---- claims ---- */

/* That the others of this program prove something. */
static void two_devices_of_one_name_are_there(void)
{
    struct side sides[2];
    unsigned n;

    NEED_POCL();
    n = count_devices();
    TEST_REQUIRE(n == 2, "PoCL shows %u devices, POCL_DEVICES is %s", n,
                 getenv("POCL_DEVICES"));
    if (!open_side(&sides[0], 0, NULL) || !open_side(&sides[1], 1, NULL))
        return;
    TEST_CHECK(clfft_device_get_id(sides[0].device) !=
                   clfft_device_get_id(sides[1].device),
               "one device");
    TEST_CHECK(sides[0].context != sides[1].context, "one context");
    TEST_CHECK(!strcmp(clfft_device_get_limits(sides[0].device)->device_name,
                       clfft_device_get_limits(sides[1].device)->device_name),
               "two names");
    close_side(&sides[0]);
    close_side(&sides[1]);
}

static void errors_tell_devices_of_one_name_apart(void)
{
    char unknown[32], text[2][200];
    clfft_device_params params = {.name = unknown, .cache_directory = ""};
    clfft_device_entry *entries = NULL;
    clfft_device *device;
    size_t n;

    NEED_POCL();
    snprintf(unknown, sizeof unknown, "%u:2", platform);
    TEST_CHECK(clfft_device_create(&params, &device) == CLFFT_STATUS_NO_DEVICE,
               "opened");
    snprintf(text[0], sizeof text[0], "\"%s\"", unknown);
    TEST_CHECK(strstr(clfft_last_error(), text[0]), "%s", clfft_last_error());
    snprintf(text[0], sizeof text[0], "%s", clfft_last_error());
    TEST_REQUIRE(!clfft_list_devices(&entries, &n), "%s", clfft_last_error());
    clfft_device_create(&params, &device);
    for (size_t i = 0; i < n; i++) {
        snprintf(text[1], sizeof text[1], "%u:%u %s", entries[i].platform_index,
                 entries[i].device_index, entries[i].limits.device_name);
        TEST_CHECK(strstr(clfft_last_error(), text[1]), "%s is not in: %s",
                   text[1], clfft_last_error());
    }
    free(entries);
}

static void each_runs_its_own_plan(void)
{
    struct side sides[2];

    NEED_POCL();
    if (!open_side(&sides[0], 0, NULL) || !open_side(&sides[1], 1, NULL))
        return;
    for (unsigned i = 0; i < N_ROUNDS; i++) {
        for (unsigned k = 0; k < 2; k++) {
            const char *wrong = start(&sides[k]);
            TEST_CHECK(!wrong, "%s: %s", sides[k].name, wrong);
        }
        for (unsigned k = 0; k < 2; k++) {
            const char *wrong = finish(&sides[k]);
            TEST_CHECK(!wrong, "%s: %s", sides[k].name, wrong);
            fill(&sides[k]);
        }
    }
    for (unsigned k = 0; k < 2; k++) {
        clfft_device_stats stats;
        clfft_device_get_stats(sides[k].device, &stats);
        TEST_CHECK(stats.n_plans == 1, "%s: %u plans", sides[k].name,
                   (unsigned)stats.n_plans);
        close_side(&sides[k]);
    }
}

static pthread_barrier_t gate;

static void *work(void *data)
{
    struct side *s = data;

    pthread_barrier_wait(&gate);
    for (unsigned i = 0; i < N_ROUNDS && !s->wrong; i++) {
        s->wrong = start(s);
        if (!s->wrong)
            s->wrong = finish(s);
    }
    return NULL;
}

/* Runs a thread for each side, and closes them. */
static void run_at_once(struct side *sides, unsigned n)
{
    pthread_t threads[MOST_PLATFORMS];

    pthread_barrier_init(&gate, NULL, n);
    for (unsigned k = 0; k < n; k++)
        pthread_create(&threads[k], NULL, work, &sides[k]);
    for (unsigned k = 0; k < n; k++)
        pthread_join(threads[k], NULL);
    pthread_barrier_destroy(&gate);
    for (unsigned k = 0; k < n; k++) {
        TEST_CHECK(!sides[k].wrong, "%s: %s", sides[k].name, sides[k].wrong);
        close_side(&sides[k]);
    }
}

static void both_run_at_once_in_two_threads(void)
{
    struct side sides[2];

    NEED_POCL();
    if (!open_side(&sides[0], 0, NULL) || !open_side(&sides[1], 1, NULL))
        return;
    run_at_once(sides, 2);
}

static void one_device_of_each_platform_runs_at_once(void)
{
    struct side sides[MOST_PLATFORMS];
    clfft_device_entry *entries = NULL;
    size_t n_entries = 0;
    unsigned n = 0;

    if (clfft_list_devices(&entries, &n_entries))
        TEST_SKIP("no OpenCL driver");
    for (size_t i = 0; i < n_entries && n < MOST_PLATFORMS; i++) {
        if (entries[i].device_index > 0)
            continue;
        printf("# %s: %s\n", entries[i].limits.platform_name,
               entries[i].limits.device_name);
        if (!open_on(&sides[n], entries[i].platform_index, 0, NULL))
            break;
        n++;
    }
    free(entries);
    run_at_once(sides, n);
    if (n < 2)
        TEST_SKIP("one platform has devices");
}

/* What the engine is handed in a row, and what its refusal says of it. */
struct foreign {
    const char *thing;
    const char *reason;
    cl_command_queue queue;
    cl_mem in, out;
};

static void check_refused(const struct side *s, const struct foreign *f,
                          clfft_picture *picture, clfft_average *average,
                          clfft_cross *cross)
{
    const clfft_picture_frames frames = {
        .input = f->in, .n_frames = 1, .unit = 1};
    const clfft_picture_view view = {.range = 1};
    const bool in_is_own = f->in == s->in, out_is_own = f->out == s->out;
    const uint32_t pixels[4] = {0};
    unsigned n_out = 7;

#define REFUSED(call)                                                          \
    TEST_CHECK((call) == CLFFT_STATUS_INVALID &&                               \
                   strstr(clfft_last_error(), f->thing) &&                     \
                   strstr(clfft_last_error(), f->reason),                      \
               "%s of another: %s", f->thing, clfft_last_error())
    REFUSED(clfft_plan_execute(s->plan, f->queue, f->in, f->out, NULL));
    REFUSED(clfft_average_execute(
        average, f->queue, f->in, f->out,
        &(clfft_average_params){.n_frames = 1, .n_out = &n_out}));
    TEST_CHECK(n_out == 0, "%u frames came out", n_out);
    REFUSED(clfft_cross_execute(cross, f->queue, f->in, f->out,
                                &(clfft_average_params){.n_frames = 1}));
    if (out_is_own)
        REFUSED(clfft_picture_add(picture, f->queue, &frames));
    if (in_is_own)
        REFUSED(clfft_picture_draw(picture, f->queue, f->out, &view));
    if (in_is_own && out_is_own)
        REFUSED(clfft_picture_set_background(picture, f->queue, pixels));
#undef REFUSED
}

static void check_neighbour(struct side *s, const struct side *other,
                            const char *whose)
{
    const clfft_cell cell = {.count = 1};
    const clfft_picture_desc picture_desc = {.width = 2,
                                             .height = 2,
                                             .plot = {0, 0, 2, 1, 0},
                                             .n_channels = 1,
                                             .n_bins = 1,
                                             .n_cells = 1,
                                             .cells = &cell};
    const clfft_average_desc average_desc = {.averaging = CLFFT_AVERAGING_MEAN,
                                             .count = 1,
                                             .points = 1,
                                             .quantity = CLFFT_QUANTITY_POWER};
    const struct foreign queue = {"queue", whose, other->queue, s->in, s->out};
    const struct foreign input = {"input", "another context", s->queue,
                                  other->in, s->out};
    const struct foreign output = {"output", "another context", s->queue, s->in,
                                   other->out};
    const clfft_cross_desc cross_desc = {
        .count = 1, .channels = 2, .points = 1};
    clfft_picture *picture = NULL;
    clfft_average *average = NULL;
    clfft_cross *cross = NULL;

    TEST_CHECK(!clfft_picture_create(s->device, &picture_desc, &picture), "%s",
               clfft_last_error());
    TEST_CHECK(!clfft_average_create(s->device, &average_desc, &average), "%s",
               clfft_last_error());
    TEST_CHECK(!clfft_cross_create(s->device, &cross_desc, &cross), "%s",
               clfft_last_error());
    if (picture && average && cross) {
        check_refused(s, &queue, picture, average, cross);
        if (s->context != other->context) {
            check_refused(s, &input, picture, average, cross);
            check_refused(s, &output, picture, average, cross);
        }
        TEST_CHECK(!start(s) && !finish(s), "after it: %s", clfft_last_error());
    }
    clfft_picture_destroy(&picture);
    clfft_average_destroy(&average);
    clfft_cross_destroy(&cross);
}

static void what_is_the_neighbours_is_refused(void)
{
    struct side sides[2];

    NEED_POCL();
    if (!open_side(&sides[0], 0, NULL) || !open_side(&sides[1], 1, NULL))
        return;
    check_neighbour(&sides[0], &sides[1], "another context");
    check_neighbour(&sides[1], &sides[0], "another context");
    close_side(&sides[0]);
    close_side(&sides[1]);
}

/* As an application may have it: buffers are of both, queues of one. */
static void devices_of_one_context_share_buffers_but_no_queue(void)
{
    clfft_device_params params[2] = {{.cache_directory = ""},
                                     {.cache_directory = ""}};
    struct side sides[2];
    cl_device_id ids[2];
    cl_context context;
    cl_int code;

    NEED_POCL();
    for (unsigned k = 0; k < 2; k++) {
        if (!open_side(&sides[k], k, NULL))
            return;
        ids[k] = clfft_device_get_id(sides[k].device);
        close_side(&sides[k]);
    }
    context = clCreateContext(NULL, 2, ids, NULL, NULL, &code);
    TEST_REQUIRE(code == CL_SUCCESS, "clCreateContext: %d", code);
    for (unsigned k = 0; k < 2; k++) {
        params[k].context = context;
        params[k].id = ids[k];
        if (!open_side(&sides[k], k, &params[k]))
            return;
    }
    TEST_CHECK(sides[0].context == context && sides[1].context == context,
               "another context");
    check_neighbour(&sides[0], &sides[1], "another device");
    check_neighbour(&sides[1], &sides[0], "another device");
    /* what the first has made is the second's input */
    TEST_CHECK(!start(&sides[0]) && !finish(&sides[0]), "the first fails");
    memcpy(sides[1].input, sides[0].output, sizeof sides[1].input);
    TEST_CHECK(!clfft_plan_execute(sides[1].plan, sides[1].queue, sides[0].out,
                                   sides[1].out, NULL),
               "%s", clfft_last_error());
    TEST_CHECK(!finish(&sides[1]), "%g", error_of(&sides[1]));
    close_side(&sides[0]);
    close_side(&sides[1]);
    clReleaseContext(context);
}

int main(int argc, char **argv)
{
    static const struct test_claim claims[] = {
        TEST(two_devices_of_one_name_are_there),
        TEST(errors_tell_devices_of_one_name_apart),
        TEST(each_runs_its_own_plan),
        TEST(both_run_at_once_in_two_threads),
        TEST(one_device_of_each_platform_runs_at_once),
        TEST(what_is_the_neighbours_is_refused),
        TEST(devices_of_one_context_share_buffers_but_no_queue),
    };

    /* read by drivers once, when they start */
    setenv("POCL_DEVICES", "basic basic", 1);
    setenv("RUSTICL_ENABLE", "llvmpipe", 0);
    return test_main(claims, sizeof claims / sizeof claims[0], argc, argv);
}
