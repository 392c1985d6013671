/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-fork.c: the engine in children of fork(). A child that hangs is ended by
 * its alarm, and the parent tells so.
 */
#include "clfft/convolver.h"
#include "clfft/picture.h"
#include "support/test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILD_SECONDS 20
#define N 64

/* All that a program may have made when it forks. */
static struct {
    clfft_device *device;
    clfft_plan *plan;
    clfft_average *average;
    clfft_cross *cross;
    clfft_picture *picture;
    clfft_convolver *convolver;
    cl_command_queue queue;
    cl_mem input, output;
} made;

/* ---- making and using ---- */

static clfft_status open_device(clfft_device **device)
{
    return clfft_device_create(
        &(clfft_device_params){.name = getenv("CLFFT_TEST_DEVICE"),
                               .cache_directory = ""},
        device);
}

static clfft_status make_plan(clfft_plan **plan)
{
    clfft_desc desc;
    clfft_status status = clfft_desc_parse("c2c 64", &desc);

    *plan = NULL;
    if (status == CLFFT_STATUS_OK)
        status = clfft_plan_create(made.device, &desc, NULL, plan);
    clfft_desc_clear(&desc);
    return status;
}

static clfft_status make_average(clfft_average **average)
{
    return clfft_average_create(
        made.device,
        &(clfft_average_desc){
            .count = 2, .points = N, .quantity = CLFFT_QUANTITY_POWER},
        average);
}

static clfft_status make_cross(clfft_cross **cross)
{
    return clfft_cross_create(
        made.device,
        &(clfft_cross_desc){.count = 2, .channels = 2, .points = N / 2}, cross);
}

static clfft_status make_picture(clfft_picture **picture)
{
    clfft_cell cells[8];

    for (unsigned i = 0; i < COUNT(cells); i++)
        cells[i] = (clfft_cell){.first = i, .count = 1};
    return clfft_picture_create(
        made.device,
        &(clfft_picture_desc){.width = 8,
                              .height = 8,
                              .n_channels = 1,
                              .plot = {0, 0, 8, 8, 8},
                              .n_bins = N,
                              .quantity = CLFFT_QUANTITY_MAGNITUDE,
                              .cells = cells,
                              .n_cells = COUNT(cells)},
        picture);
}

static clfft_status make_convolver(clfft_convolver **convolver)
{
    static const double taps[3000] = {1, 0.5};

    return clfft_convolver_create(made.device,
                                  &(clfft_convolver_desc){.inputs = 1,
                                                          .outputs = 1,
                                                          .n_responses = 1,
                                                          .taps = 3000,
                                                          .responses = taps,
                                                          .max_frames = N},
                                  convolver);
}

/* Transforms an impulse, whose every bin is 1. */
static clfft_status transform(void)
{
    const float impulse[2 * N] = {1};
    float bins[2 * N] = {0};
    clfft_status status;

    status = clfft_plan_execute(made.plan, made.queue, made.input, made.output,
                                NULL);
    if (status != CLFFT_STATUS_OK)
        return status;
    if (clEnqueueWriteBuffer(made.queue, made.input, CL_TRUE, 0, sizeof impulse,
                             impulse, 0, NULL, NULL) ||
        clfft_plan_execute(made.plan, made.queue, made.input, made.output,
                           NULL) ||
        clEnqueueReadBuffer(made.queue, made.output, CL_TRUE, 0, sizeof bins,
                            bins, 0, NULL, NULL))
        return CLFFT_STATUS_DEVICE;
    for (unsigned k = 0; k < N; k++)
        if (bins[2 * k] < 0.999f || bins[2 * k] > 1.001f)
            return CLFFT_STATUS_DEVICE;
    return CLFFT_STATUS_OK;
}

static void destroy_all(void)
{
    clfft_convolver_destroy(&made.convolver);
    clfft_picture_destroy(&made.picture);
    clfft_cross_destroy(&made.cross);
    clfft_average_destroy(&made.average);
    clfft_plan_destroy(&made.plan);
    clfft_device_destroy(&made.device);
}

static clfft_status make_all(void)
{
    clfft_status status;
    cl_context context;

    if ((status = open_device(&made.device)) ||
        (status = make_plan(&made.plan)) ||
        (status = make_average(&made.average)) ||
        (status = make_cross(&made.cross)) ||
        (status = make_picture(&made.picture)) ||
        (status = make_convolver(&made.convolver)))
        return status;
    context = clfft_device_get_context(made.device);
    made.queue = clCreateCommandQueue(context, clfft_device_get_id(made.device),
                                      0, NULL);
    made.input = clCreateBuffer(context, 0, 2 * N * sizeof(float), NULL, NULL);
    made.output = clCreateBuffer(context, 0, 2 * N * sizeof(float), NULL, NULL);
    return transform();
}

/* ---- what a child does; the status that it came to ---- */

static clfft_status list(void)
{
    clfft_device_entry *entries;
    size_t n_entries;
    const clfft_status status = clfft_list_devices(&entries, &n_entries);

    free(entries);
    return status;
}

static clfft_status open_another(void)
{
    clfft_device *device;
    const clfft_status status = open_device(&device);

    return device && status ? CLFFT_STATUS_INVALID : status;
}

static clfft_status wrap(void)
{
    const clfft_device_params params = {
        .context = clfft_device_get_context(made.device),
        .id = clfft_device_get_id(made.device)};
    clfft_device *device;

    return clfft_device_create(&params, &device);
}

static clfft_status plan_another(void)
{
    clfft_plan *plan;

    return make_plan(&plan);
}

static clfft_status average_another(void)
{
    clfft_average *average;

    return make_average(&average);
}

static clfft_status cross_another(void)
{
    clfft_cross *cross;

    return make_cross(&cross);
}

static clfft_status draw_another(void)
{
    clfft_picture *picture;

    return make_picture(&picture);
}

static clfft_status convolve_another(void)
{
    clfft_convolver *convolver;

    return make_convolver(&convolver);
}

static clfft_status convolve(void)
{
    return clfft_convolver_execute(made.convolver, made.queue, made.input,
                                   made.output,
                                   &(clfft_convolver_params){.n_frames = N});
}

static clfft_status average(void)
{
    return clfft_average_execute(made.average, made.queue, made.input,
                                 made.output,
                                 &(clfft_average_params){.n_frames = 1});
}

static clfft_status cross(void)
{
    return clfft_cross_execute(made.cross, made.queue, made.input, made.output,
                               &(clfft_average_params){.n_frames = 1});
}

static clfft_status add(void)
{
    return clfft_picture_add(
        made.picture, made.queue,
        &(clfft_picture_frames){
            .input = made.input, .n_frames = 1, .step = 1, .unit = 1});
}

static clfft_status draw(void)
{
    return clfft_picture_draw(made.picture, made.queue, made.output,
                              &(clfft_picture_view){.range = 1});
}

static clfft_status set_background(void)
{
    static const uint32_t pixels[64];

    return clfft_picture_set_background(made.picture, made.queue, pixels);
}

static clfft_status ask_for_kernel(void)
{
    clfft_kernel_info info;

    return clfft_plan_get_kernel(made.plan, 0, &info);
}

static clfft_status destroy(void)
{
    destroy_all();
    return made.device || made.plan || made.average || made.cross ||
                   made.picture || made.convolver
               ? CLFFT_STATUS_INVALID
               : clfft_check_process();
}

static clfft_status leave(void)
{
    exit(clfft_check_process());
}

static clfft_status act_in_child(clfft_status (*deed)(void));

static clfft_status act_in_grandchild(void)
{
    return act_in_child(open_another) == CLFFT_STATUS_FORKED
               ? clfft_check_process()
               : CLFFT_STATUS_INVALID;
}

/* ---- children ---- */

/* The status of the deed, which came with the reason if it is FORKED; -1 if the
   child ended otherwise. */
static clfft_status act_in_child(clfft_status (*deed)(void))
{
    int result = 0;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        clfft_status status;

        alarm(CHILD_SECONDS);
        status = deed();
        if (status == CLFFT_STATUS_FORKED &&
            !(strstr(clfft_last_error(), "before fork()") &&
              strstr(clfft_last_error(), "exec")))
            _exit(100);
        _exit(status);
    }
    if (child < 0 || waitpid(child, &result, 0) != child)
        return (clfft_status)-1;
    if (WIFSIGNALED(result))
        printf("# the child ended with signal %d%s\n", WTERMSIG(result),
               WTERMSIG(result) == SIGALRM ? ": it hung" : "");
    return WIFEXITED(result) ? (clfft_status)WEXITSTATUS(result)
                             : (clfft_status)-1;
}

static bool lacks_device(clfft_status status)
{
    return status == CLFFT_STATUS_NO_DRIVER || status == CLFFT_STATUS_NO_DEVICE;
}

/* First of all claims: this process has not used OpenCL yet. */
static void a_child_of_before_the_first_use_has_its_own(void)
{
    const clfft_status status = act_in_child(make_all);

    TEST_CHECK(clfft_check_process() == CLFFT_STATUS_OK, "in the parent");
    if (lacks_device(status))
        TEST_SKIP("no OpenCL device");
    TEST_CHECK(status == CLFFT_STATUS_OK, "%s", clfft_status_name(status));
}

static void a_child_of_who_listed_devices_is_refused(void)
{
    clfft_status status = list();

    if (lacks_device(status))
        TEST_SKIP("no OpenCL device");
    status = act_in_child(open_another);
    TEST_CHECK(status == CLFFT_STATUS_FORKED, "%s", clfft_status_name(status));
}

static void no_call_of_a_child_hangs(void)
{
    static const struct {
        const char *name;
        clfft_status (*deed)(void);
    } deeds[] = {
        {"list", list},
        {"open_another", open_another},
        {"wrap", wrap},
        {"plan_another", plan_another},
        {"average_another", average_another},
        {"cross_another", cross_another},
        {"draw_another", draw_another},
        {"convolve_another", convolve_another},
        {"convolve", convolve},
        {"transform", transform},
        {"average", average},
        {"cross", cross},
        {"add", add},
        {"draw", draw},
        {"set_background", set_background},
        {"ask_for_kernel", ask_for_kernel},
        {"destroy", destroy},
        {"leave", leave},
        {"act_in_grandchild", act_in_grandchild},
    };
    clfft_status status = make_all();

    if (lacks_device(status))
        TEST_SKIP("no OpenCL device");
    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    for (size_t i = 0; i < COUNT(deeds); i++) {
        status = act_in_child(deeds[i].deed);
        TEST_CHECK(status == CLFFT_STATUS_FORKED, "%s: status %d, %s",
                   deeds[i].name, (int)status, clfft_status_name(status));
    }
    status = transform();
    TEST_CHECK(status == CLFFT_STATUS_OK, "the parent: %s", clfft_last_error());
    destroy_all();
}

TEST_MAIN(TEST(a_child_of_before_the_first_use_has_its_own),
          TEST(a_child_of_who_listed_devices_is_refused),
          TEST(no_call_of_a_child_hangs))
