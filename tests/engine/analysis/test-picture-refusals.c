/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-picture-refusals.c: what pictures refuse, with one clear message each,
   and that a refused call changes nothing. */
#include "clfft/picture.h"
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

#define WIDTH 12u
#define HEIGHT 10u
#define BINS 6u

static const clfft_cell cells[5] = {
    {0, 1}, {1, 1}, {4, 0, 0.5f}, {2, 4}, {BINS, 0}};

static clfft_picture_desc good_desc(clfft_picture_mode mode)
{
    return (clfft_picture_desc){
        .mode = mode,
        .width = WIDTH,
        .height = HEIGHT,
        .n_channels = 2,
        .plot = {1, 0, 5, 5, 5},
        .n_bins = BINS,
        .quantity = CLFFT_QUANTITY_POWER,
        .n_cells = 5,
        .cells = cells,
    };
}

static void judge(clfft_status status, clfft_status wanted, const char *reason)
{
    TEST_CHECK(status == wanted, "%s: %s", reason, clfft_status_name(status));
    TEST_CHECK(status == CLFFT_STATUS_OK || strstr(clfft_last_error(), reason),
               "\"%s\" lacks \"%s\"", clfft_last_error(), reason);
}

static void refuse_desc(const clfft_picture_desc *desc, const char *reason)
{
    clfft_picture *picture = (clfft_picture *)desc;

    judge(clfft_picture_create(harness_device(), desc, &picture),
          CLFFT_STATUS_INVALID, reason);
    TEST_CHECK(!picture, "%s: not NULL", reason);
}

/* A good description with one thing changed. */
#define REFUSE_OF(mode_, change, reason)                                       \
    do {                                                                       \
        clfft_picture_desc d = good_desc(mode_);                               \
        d.change;                                                              \
        refuse_desc(&d, reason);                                               \
    } while (0)
#define REFUSE(change, reason)                                                 \
    REFUSE_OF(CLFFT_PICTURE_WATERFALL, change, reason)

static const uint32_t colors[1025];

static void pictures_of_no_sense_are_refused(void)
{
    REQUIRE_DEVICE;
    REFUSE(mode = 5, "unknown mode 5");
    REFUSE(width = 0, "0 x 10 pixels");
    REFUSE(height = 0, "12 x 0 pixels");
    REFUSE(width = 32768, "32768 x 10 pixels");
    REFUSE(height = 32768, "12 x 32768 pixels");
    REFUSE(n_channels = 0, "0 channels");
    REFUSE(n_channels = UINT32_MAX, "4294967295 channels");
    REFUSE(n_channels = 3, "row 15");
    REFUSE(plot.pitch = 4, "overlap every 4");
    REFUSE(plot.pitch = UINT32_MAX, "row 4294967300");
    REFUSE(plot.x = 8, "column 13");
    REFUSE(plot.x = UINT32_MAX, "column 4294967300");
    REFUSE(plot.y = 1, "row 11");
    REFUSE(plot.y = UINT32_MAX, "row 4294967305");
    REFUSE(plot.width = 0, "0 x 5 pixels is empty");
    REFUSE(plot.height = 0, "5 x 0 pixels is empty");
    REFUSE(plot.width = UINT32_MAX, "column 4294967296");
    REFUSE(curves = colors, "curves of channels are for lines");
    REFUSE_OF(CLFFT_PICTURE_LINE, curves = colors;
              d.n_channels = 1025, "1025 curves");
}

static void input_of_no_sense_is_refused(void)
{
    static const double not_finite[BINS] = {0, -370, NAN};
    static const double too_large[BINS] = {370, 371};

    REQUIRE_DEVICE;
    REFUSE(quantity = CLFFT_QUANTITY_PHASE, "phase has no level");
    REFUSE(quantity = 9, "unknown quantity 9");
    REFUSE(reduction = 2, "unknown reduction 2");
    REFUSE(n_bins = 0, "0 bins");
    REFUSE(n_bins = 1u << 31, "2147483648 bins");
    REFUSE(rotate = BINS, "rotate 6");
    REFUSE(gains = not_finite, "bin 2: a gain of nan");
    REFUSE(gains = too_large, "bin 1: a gain of 371");
    REFUSE(fall = -1, "fall -1");
    REFUSE(fall = NAN, "fall nan");
    REFUSE(fall = INFINITY, "fall inf");
    REFUSE(hold = -1, "hold -1");
    REFUSE(hold = NAN, "hold nan");
    REFUSE(hold = INFINITY, "hold inf");
}

static void cells_of_no_sense_are_refused(void)
{
    static const clfft_cell bad[][5] = {
        {{0, 7}},    {{6, 1}},        {{UINT32_MAX, 2}},
        {{7, 0}},    {{5, 0, 0.5f}},  {{6, 0, 0.5f}},
        {{0, 0, 1}}, {{0, 0, -0.5f}}, {{0, 0, NAN}}};
    static const char *const reasons[] = {
        "bin 6 is beyond", "bin 6 is beyond", "bin 4294967296 is beyond",
        "bin 7 is beyond", "bin 6 is beyond", "bin 7 is beyond",
        "fraction 1",      "fraction -0.5",   "fraction nan"};

    REQUIRE_DEVICE;
    REFUSE(n_cells = 4, "4 cells, but the plot has 5 rows");
    REFUSE_OF(CLFFT_PICTURE_OVERVIEW, n_cells = 6, "6 cells");
    REFUSE_OF(CLFFT_PICTURE_LINE, plot.width = 4,
              "5 cells, but the plot has 4 columns");
    REFUSE_OF(CLFFT_PICTURE_BARS, n_cells = 0,
              "0 cells, but the plot has 1..5 columns");
    REFUSE_OF(CLFFT_PICTURE_BARS, n_cells = 6, "6 cells");
    REFUSE(cells = NULL, "no cells");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        REFUSE(cells = bad[i], reasons[i]);
}

static void components_of_no_sense_are_refused(void)
{
    const clfft_picture_component good = {0, WIDTH, 1, {1, 1, 1}, 0};

    REQUIRE_DEVICE;
    REFUSE(n_components = 2, "2 components");
    REFUSE(n_components = 4, "4 components");
    REFUSE(n_components = 1, "component 0: a row of 12 bytes, 0 apart");
#define REFUSE_COMPONENT(change, reason)                                       \
    do {                                                                       \
        clfft_picture_desc d = good_desc(CLFFT_PICTURE_WATERFALL);             \
        d.n_components = 3;                                                    \
        d.components[0] = d.components[1] = d.components[2] = good;            \
        d.components[1].change;                                                \
        refuse_desc(&d, reason);                                               \
    } while (0)
    REFUSE_COMPONENT(stride = 5, "component 1: a row of 6 bytes, 1 apart");
    REFUSE_COMPONENT(step = 3, "component 1: a row of 6 bytes, 3 apart");
    REFUSE_COMPONENT(step = UINT32_MAX, "component 1: a row of 6 bytes");
    REFUSE_COMPONENT(weights[2] = NAN, "component 1: weight 2");
    REFUSE_COMPONENT(bias = INFINITY, "component 1: the bias");
}

static void outputs_too_small_for_components_are_refused(void)
{
    const clfft_picture_component good = {0, WIDTH, 1, {1, 1, 1}, 0};
    clfft_picture_desc desc = good_desc(CLFFT_PICTURE_WATERFALL);
    clfft_picture_view view = {.range = 1};
    clfft_picture *picture;
    cl_mem output;

    REQUIRE_DEVICE;
    desc.n_components = 3;
    for (unsigned i = 0; i < 3; i++)
        desc.components[i] = good;
    desc.components[2].offset = 100; /* 4 rows and 6 bytes: to 154 */
    output = harness_buffer(NULL, 153);
    TEST_REQUIRE(!clfft_picture_create(harness_device(), &desc, &picture), "%s",
                 clfft_last_error());
    judge(clfft_picture_draw(picture, harness_queue(), output, &view),
          CLFFT_STATUS_INVALID, "needs 154");
    view.offset = UINT64_MAX - 100;
    judge(clfft_picture_draw(picture, harness_queue(), output, &view),
          CLFFT_STATUS_INVALID, "beyond any buffer");
    clReleaseMemObject(output);
    clfft_picture_destroy(&picture);
}

/* 3 frames of 12 powers each, and a picture that took one of them. */
static struct {
    clfft_picture *picture;
    cl_mem input, output;
    cl_context foreign_context;
    cl_mem foreign;
    cl_command_queue foreign_queue;
} set;

static bool open_set(clfft_picture_mode mode)
{
    const clfft_picture_desc desc = good_desc(mode);
    const cl_device_id id = clfft_device_get_id(harness_device());
    static const float input[3 * 2 * BINS];
    const clfft_picture_frames frames = {
        .n_frames = 1, .base = 8, .step = 1, .unit = 2};
    clfft_picture_frames first = frames;

    memset(&set, 0, sizeof set);
    set.input = harness_buffer(input, sizeof input);
    set.output = harness_buffer(NULL, WIDTH * HEIGHT * 4);
    set.foreign_context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    set.foreign = clCreateBuffer(set.foreign_context, CL_MEM_READ_WRITE, 4096,
                                 NULL, NULL);
    set.foreign_queue = clCreateCommandQueue(set.foreign_context, id, 0, NULL);
    first.input = set.input;
    TEST_CHECK(!clfft_picture_create(harness_device(), &desc, &set.picture) &&
                   !clfft_picture_add(set.picture, harness_queue(), &first),
               "%s", clfft_last_error());
    return set.picture != NULL;
}

static void close_set(void)
{
    TEST_CHECK(clfft_picture_get_n_frames(set.picture) == 1,
               "a refused call added frames");
    clfft_picture_destroy(&set.picture);
    clReleaseMemObject(set.input);
    clReleaseMemObject(set.output);
    clReleaseMemObject(set.foreign);
    clReleaseCommandQueue(set.foreign_queue);
    clReleaseContext(set.foreign_context);
}

static clfft_status add_from(cl_command_queue queue, clfft_picture_frames f)
{
    cl_event event = (cl_event)&f;
    clfft_status status;

    f.event = &event;
    status = clfft_picture_add(set.picture, queue, &f);
    TEST_CHECK(!event, "an event for nothing");
    return status;
}

#define REFUSE_FRAMES(change, reason)                                          \
    do {                                                                       \
        clfft_picture_frames f = {.input = set.input,                          \
                                  .n_frames = 2,                               \
                                  .base = 8,                                   \
                                  .step = 1,                                   \
                                  .unit = 2,                                   \
                                  .frame_time = 1};                            \
        f.change;                                                              \
        judge(add_from(harness_queue(), f), CLFFT_STATUS_INVALID, reason);     \
    } while (0)

static void frames_of_no_sense_are_refused(void)
{
    const uint64_t large = UINT64_C(1) << 62;

    REQUIRE_DEVICE;
    if (open_set(CLFFT_PICTURE_WATERFALL)) {
        const clfft_picture_frames good = {
            .input = set.input, .n_frames = 1, .base = 9, .unit = 2};
        REFUSE_FRAMES(input = NULL, "no input");
        REFUSE_FRAMES(input = set.foreign, "input buffer belongs to another");
        REFUSE_FRAMES(n_frames = 4, "needs 192");
        REFUSE_FRAMES(first_frame = 2, "needs 192");
        REFUSE_FRAMES(first_frame = UINT64_MAX, "beyond any buffer");
        REFUSE_FRAMES(first_frame = UINT64_MAX / 20, "beyond any buffer");
        REFUSE_FRAMES(first_frame = UINT64_MAX / 40, "beyond any buffer");
        REFUSE_FRAMES(unit = 0, "unit 0");
        REFUSE_FRAMES(unit = large, "beyond 2^62");
        REFUSE_FRAMES(step = large, "beyond 2^62");
        REFUSE_FRAMES(base = large, "beyond 2^62");
        REFUSE_FRAMES(base = 7, "frames at 7/2 come after those at 8/2");
        REFUSE_FRAMES(unit = 3, "frames at 8/3 come after");
        judge(add_from(NULL, good), CLFFT_STATUS_INVALID, "no queue");
        judge(add_from(set.foreign_queue, good), CLFFT_STATUS_INVALID,
              "queue belongs to another");
    }
    close_set();
    if (open_set(CLFFT_PICTURE_BARS)) {
        REFUSE_FRAMES(frame_time = -1, "-1 s from frame to frame");
        REFUSE_FRAMES(frame_time = NAN, "nan s from frame to frame");
        REFUSE_FRAMES(frame_time = INFINITY, "inf s from frame to frame");
    }
    close_set();
}

static clfft_status draw_to(cl_command_queue queue, cl_mem output,
                            clfft_picture_view v)
{
    cl_event event = (cl_event)&v;
    clfft_status status;

    v.event = &event;
    status = clfft_picture_draw(set.picture, queue, output, &v);
    TEST_CHECK(!event, "an event for nothing");
    return status;
}

#define REFUSE_VIEW(change, reason)                                            \
    do {                                                                       \
        clfft_picture_view v = {.range = 1};                                   \
        v.change;                                                              \
        judge(draw_to(harness_queue(), set.output, v), CLFFT_STATUS_INVALID,   \
              reason);                                                         \
    } while (0)

static void views_of_no_sense_are_refused(void)
{
    const clfft_picture_view good = {.range = 1};

    REQUIRE_DEVICE;
    if (open_set(CLFFT_PICTURE_WATERFALL)) {
        REFUSE_VIEW(range = 0, "0 dB from 0 dB");
        REFUSE_VIEW(range = -1, "-1 dB");
        REFUSE_VIEW(range = NAN, "nan dB");
        REFUSE_VIEW(range = INFINITY, "inf dB");
        REFUSE_VIEW(floor = NAN, "from nan dB");
        REFUSE_VIEW(floor = -INFINITY, "from -inf dB");
        REFUSE_VIEW(level_scale = 3, "level scale 3");
        REFUSE_VIEW(stride = 11, "stride of 11");
        REFUSE_VIEW(stride = 13, "needs 516");
        REFUSE_VIEW(stride = UINT32_MAX, "output buffer has 480 bytes");
        REFUSE_VIEW(offset = 1, "needs 484");
        REFUSE_VIEW(offset = UINT64_MAX, "beyond any buffer");
        REFUSE_VIEW(offset = UINT64_MAX / 4, "beyond any buffer");
        judge(draw_to(harness_queue(), NULL, good), CLFFT_STATUS_INVALID,
              "no output");
        judge(draw_to(harness_queue(), set.foreign, good), CLFFT_STATUS_INVALID,
              "output buffer belongs to another");
        judge(draw_to(NULL, set.output, good), CLFFT_STATUS_INVALID,
              "no queue");
        judge(draw_to(set.foreign_queue, set.output, good),
              CLFFT_STATUS_INVALID, "queue belongs to another");
    }
    close_set();
}

static void backgrounds_of_no_sense_are_refused(void)
{
    static const uint32_t pixels[WIDTH * HEIGHT];

    REQUIRE_DEVICE;
    if (open_set(CLFFT_PICTURE_WATERFALL)) {
        judge(clfft_picture_set_background(set.picture, harness_queue(), NULL),
              CLFFT_STATUS_INVALID, "no background");
        judge(clfft_picture_set_background(set.picture, NULL, pixels),
              CLFFT_STATUS_INVALID, "no queue");
        judge(clfft_picture_set_background(set.picture, set.foreign_queue,
                                           pixels),
              CLFFT_STATUS_INVALID, "queue belongs to another");
        judge(clfft_picture_set_background_rows(set.picture, harness_queue(), 0,
                                                0, pixels),
              CLFFT_STATUS_INVALID, "0 rows");
        judge(clfft_picture_set_background_rows(set.picture, harness_queue(), 9,
                                                2, pixels),
              CLFFT_STATUS_INVALID, "2 rows of the background from row 9");
        judge(clfft_picture_set_background_rows(set.picture, harness_queue(),
                                                UINT32_MAX, UINT32_MAX, pixels),
              CLFFT_STATUS_INVALID, "from row 4294967295");
    }
    close_set();
}

static void nothing_is_destroyed_of_no_picture(void)
{
    clfft_picture *picture = NULL;

    clfft_picture_destroy(&picture);
    TEST_CHECK(!picture, "not NULL");
}

TEST_MAIN(TEST(pictures_of_no_sense_are_refused),
          TEST(input_of_no_sense_is_refused),
          TEST(cells_of_no_sense_are_refused),
          TEST(components_of_no_sense_are_refused),
          TEST(outputs_too_small_for_components_are_refused),
          TEST(frames_of_no_sense_are_refused),
          TEST(views_of_no_sense_are_refused),
          TEST(backgrounds_of_no_sense_are_refused),
          TEST(nothing_is_destroyed_of_no_picture))
