/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-layout.c: "How structs grow" of clfft.h. Sizes and offsets are those of
 * the first version of the SONAME for ever; reserved words are 0, or refused.
 */
#include "clfft/clfft.h"
#include "clfft/constantq.h"
#include "clfft/convolver.h"
#include "clfft/denoise.h"
#include "clfft/feature.h"
#include "clfft/filter.h"
#include "clfft/multi.h"
#include "clfft/picture.h"
#include "clfft/sharpen.h"
#include "clfft/spectrum.h"
#include "support/test.h"

/* Where `reserved` began in the first version; a member that took words of it
   is named instead of it, and the row keeps its numbers. */
#define GROWING(type, size, member, offset)                                    \
    {                                                                          \
#type, sizeof(type), size, #member, offsetof(type, member), offset     \
    }
#define FROZEN(type, size)                                                     \
    {                                                                          \
#type, sizeof(type), size, "", 0, 0                                    \
    }

static const struct {
    const char *type;
    size_t size, expected_size;
    const char *member;
    size_t offset, expected_offset;
} rows[] = {
    GROWING(clfft_device_params, 112, reserved, 48),
    GROWING(clfft_limits, 712, max_points, 584),
    GROWING(clfft_waiter, 56, hold, 24),
    GROWING(clfft_device_entry, 752, reserved, 720),
    GROWING(clfft_device_stats, 104, reserved, 40),
    GROWING(clfft_load, 160, reserved, 96),
    GROWING(clfft_store, 184, bands_of_magnitude, 120),
    GROWING(clfft_desc, 616, zoom, 552),
    GROWING(clfft_plan_params, 112, measure_seconds, 48),
    GROWING(clfft_plan_info, 104, reserved, 40),
    GROWING(clfft_kernel_info, 144, reserved, 80),
    GROWING(clfft_execute_params, 152, reserved, 88),
    GROWING(clfft_average_desc, 120, decay, 56),
    GROWING(clfft_average_params, 120, reserved, 56),
    GROWING(clfft_cross_desc, 152, decay, 88),
    GROWING(clfft_gain_desc, 128, n_tapers, 64),
    GROWING(clfft_features_desc, 152, by_point, 88),
    GROWING(clfft_features_params, 104, output, 40),
    GROWING(clfft_cepstrum_desc, 104, reserved, 40),
    GROWING(clfft_cepstrum_params, 96, reserved, 32),
    GROWING(clfft_cells_desc, 80, reserved, 56),
    GROWING(clfft_plane, 72, reserved, 40),
    GROWING(clfft_picture_desc, 1304, gains, 1248),
    GROWING(clfft_picture_frames, 144, reserved, 80),
    GROWING(clfft_picture_view, 128, reserved, 72),
    GROWING(clfft_sharpen_desc, 168, reserved, 104),
    GROWING(clfft_convolver_desc, 144, reserved, 80),
    GROWING(clfft_convolver_info, 88, reserved, 24),
    GROWING(clfft_convolver_params, 152, reserved, 88),
    GROWING(clfft_constant_q_bands, 80, reserved, 48),
    GROWING(clfft_constant_q_layout, 80, reserved, 48),
    GROWING(clfft_constant_q_desc, 208, reserved, 144),
    GROWING(clfft_constant_q_params, 112, reserved, 48),
    GROWING(clfft_denoise_plane, 72, reserved, 40),
    GROWING(clfft_denoise_desc, 328, reserved, 264),
    GROWING(clfft_denoise_params, 208, reserved, 160),
    FROZEN(clfft_denoise_level, 24),
    GROWING(clfft_filter_desc, 216, reserved, 160),
    GROWING(clfft_filter_info, 104, reserved, 40),
    GROWING(clfft_filter_response, 112, reserved, 48),
    GROWING(clfft_filter_params, 112, reserved, 48),
    GROWING(clfft_multi_params, 104, reserved, 40),
    GROWING(clfft_multi_execute_params, 72, reserved, 8),
    GROWING(clfft_multi_info, 96, reserved, 32),
    GROWING(clfft_multi_device_info, 128, reserved, 64),
    FROZEN(clfft_loop, 24),
    FROZEN(clfft_filter_wave, 32),
    FROZEN(clfft_bands, 32),
    FROZEN(clfft_rings, 32),
    FROZEN(clfft_axis, 24),
    FROZEN(clfft_cell, 12),
    FROZEN(clfft_plane_row, 8),
    FROZEN(clfft_plane_column, 8),
    FROZEN(clfft_span, 8),
    FROZEN(clfft_plot, 20),
    FROZEN(clfft_picture_component, 32),
};

static void sizes_and_offsets_stay(void)
{
    if (sizeof(void *) != 8)
        TEST_SKIP("the table is of machines with pointers of 64 bits");
    for (size_t i = 0; i < COUNT(rows); i++) {
        TEST_CHECK(rows[i].size == rows[i].expected_size, "%s: %zu, not %zu",
                   rows[i].type, rows[i].size, rows[i].expected_size);
        TEST_CHECK(rows[i].offset == rows[i].expected_offset,
                   "%s.%s at %zu, not %zu", rows[i].type, rows[i].member,
                   rows[i].offset, rows[i].expected_offset);
    }
}

static void expect_refusal(const clfft_desc *desc, const char *text)
{
    const clfft_status status = clfft_desc_validate(desc);

    TEST_CHECK(status == CLFFT_STATUS_INVALID, "%s: %s", text,
               clfft_status_name(status));
    TEST_CHECK(!strncmp(clfft_last_error(), text, strlen(text)), "%s, not %s",
               clfft_last_error(), text);
}

static void a_reserved_word_of_a_description_is_refused(void)
{
    const clfft_desc sound = {.lengths = {16}};
    char text[64];

    TEST_CHECK(clfft_desc_validate(&sound) == CLFFT_STATUS_OK, "%s",
               clfft_last_error());
    for (unsigned w = 0; w < COUNT(sound.reserved); w++) {
        const uint64_t value = test_random() | 1;
        clfft_desc desc = sound;

        desc.reserved[w] = value;
        snprintf(text, sizeof text, "desc.reserved[%u] is %llu, not 0", w,
                 (unsigned long long)value);
        expect_refusal(&desc, text);
    }
    for (unsigned w = 0; w < COUNT(sound.load.reserved); w++) {
        clfft_desc desc = sound;

        desc.load.reserved[w] = UINT64_C(1) << 63;
        snprintf(text, sizeof text, "desc.load.reserved[%u] is ", w);
        expect_refusal(&desc, text);
    }
    for (unsigned w = 0; w < COUNT(sound.store.reserved); w++) {
        clfft_desc desc = sound;

        desc.store.reserved[w] = 1;
        snprintf(text, sizeof text, "desc.store.reserved[%u] is ", w);
        expect_refusal(&desc, text);
    }
}

#define IS_ZERO(words) is_zero(words, COUNT(words))

static bool is_zero(const uint64_t *words, size_t n)
{
    for (size_t w = 0; w < n; w++)
        if (words[w])
            return false;
    return true;
}

static void a_parsed_description_has_none(void)
{
    clfft_desc desc;
    clfft_status status;

    memset(&desc, 0xA5, sizeof desc);
    status = clfft_desc_parse("r2c 60 x3 load=s16 window=hann store=db", &desc);
    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    TEST_CHECK(IS_ZERO(desc.reserved) && IS_ZERO(desc.load.reserved) &&
                   IS_ZERO(desc.store.reserved),
               "not 0");
    clfft_desc_clear(&desc);
}

/* What a caller's memory held is no part of what it gets. */
static void check_plan(clfft_device *device)
{
    const clfft_desc desc = {.lengths = {16}};
    clfft_plan_info info;
    clfft_kernel_info kernel;
    clfft_plan *plan;
    clfft_status status = clfft_plan_create(device, &desc, NULL, &plan);

    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    memset(&info, 0xA5, sizeof info);
    memset(&kernel, 0xA5, sizeof kernel);
    clfft_plan_get_info(plan, &info);
    TEST_CHECK(IS_ZERO(info.reserved), "of clfft_plan_info");
    status = clfft_plan_get_kernel(plan, 0, &kernel);
    TEST_CHECK(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    TEST_CHECK(IS_ZERO(kernel.reserved), "of clfft_kernel_info");
    clfft_plan_destroy(&plan);
}

static void what_the_library_fills_has_none(void)
{
    const clfft_device_params params = {.cache_directory = ""};
    clfft_device_entry *entries;
    clfft_device_stats stats;
    clfft_device *device;
    size_t n_entries;
    clfft_status status = clfft_device_create(&params, &device);

    if (status == CLFFT_STATUS_NO_DRIVER || status == CLFFT_STATUS_NO_DEVICE)
        TEST_SKIP("no OpenCL device");
    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    memset(&stats, 0xA5, sizeof stats);
    clfft_device_get_stats(device, &stats);
    TEST_CHECK(IS_ZERO(stats.reserved), "of clfft_device_stats");
    TEST_CHECK(IS_ZERO(clfft_device_get_limits(device)->reserved),
               "of clfft_limits");
    check_plan(device);
    clfft_device_destroy(&device);

    status = clfft_list_devices(&entries, &n_entries);
    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    for (size_t i = 0; i < n_entries; i++)
        TEST_CHECK(IS_ZERO(entries[i].reserved) &&
                       IS_ZERO(entries[i].limits.reserved),
                   "of clfft_device_entry %zu", i);
    free(entries);
}

/* ---- what calls are given ---- */

static void refuses(clfft_status status, const char *type)
{
    char text[64];

    snprintf(text, sizeof text, "%s.reserved[1] is 7, not 0", type);
    TEST_CHECK(status == CLFFT_STATUS_INVALID, "%s: %s", type,
               clfft_status_name(status));
    TEST_CHECK(!strncmp(clfft_last_error(), text, strlen(text)), "%s: %s", type,
               clfft_last_error());
}

static void check_plan_parameters(clfft_device *device)
{
    static const clfft_waiter waiter = {.reserved = {0, 7}};
    const clfft_desc desc = {.lengths = {16}};
    const size_t size = 16 * 8;
    clfft_plan *plan;

    refuses(clfft_plan_create(device, &desc,
                              &(clfft_plan_params){.reserved = {0, 7}}, &plan),
            "clfft_plan_params");
    TEST_CHECK(!plan, "a plan");
    refuses(clfft_plan_create(device, &desc,
                              &(clfft_plan_params){.waiter = &waiter}, &plan),
            "clfft_waiter");
    TEST_REQUIRE(clfft_plan_create(device, &desc, NULL, &plan) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue =
        clCreateCommandQueue(context, clfft_device_get_id(device), 0, NULL);
    cl_mem input = clCreateBuffer(context, 0, size, NULL, NULL);
    cl_mem output = clCreateBuffer(context, 0, size, NULL, NULL);
    refuses(clfft_plan_execute(plan, queue, input, output,
                               &(clfft_execute_params){.reserved = {0, 7}}),
            "clfft_execute_params");
    clReleaseMemObject(output);
    clReleaseMemObject(input);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&plan);
}

static void check_picture_parameters(clfft_device *device)
{
    const clfft_cell cells[8] = {{0, 1, 0}};
    clfft_picture_desc desc = {.mode = CLFFT_PICTURE_LINE,
                               .width = 8,
                               .height = 8,
                               .n_channels = 1,
                               .plot = {0, 0, 8, 8, 0},
                               .n_bins = 4,
                               .quantity = CLFFT_QUANTITY_POWER,
                               .n_cells = 8,
                               .cells = cells,
                               .reserved = {0, 7}};
    clfft_picture *picture;

    refuses(clfft_picture_create(device, &desc, &picture),
            "clfft_picture_desc");
    desc.reserved[1] = 0;
    desc.plane = &(clfft_plane){.reserved = {0, 7}};
    refuses(clfft_picture_create(device, &desc, &picture), "clfft_plane");
    desc.plane = NULL;
    TEST_REQUIRE(clfft_picture_create(device, &desc, &picture) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue =
        clCreateCommandQueue(context, clfft_device_get_id(device), 0, NULL);
    cl_mem buffer = clCreateBuffer(context, 0, 256, NULL, NULL);
    refuses(clfft_picture_add(picture, queue,
                              &(clfft_picture_frames){.input = buffer,
                                                      .n_frames = 1,
                                                      .reserved = {0, 7}}),
            "clfft_picture_frames");
    refuses(clfft_picture_draw(
                picture, queue, buffer,
                &(clfft_picture_view){.range = 1, .reserved = {0, 7}}),
            "clfft_picture_view");
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clfft_picture_destroy(&picture);
}

static void check_multi_parameters(clfft_device *device)
{
    const clfft_desc desc = {.lengths = {16}};
    float input[32] = {0}, output[32];
    clfft_multi *multi;

    refuses(clfft_multi_create(&device, 1, &desc,
                               &(clfft_multi_params){.reserved = {0, 7}},
                               &multi),
            "clfft_multi_params");
    TEST_CHECK(!multi, "a multi");
    TEST_REQUIRE(clfft_multi_create(&device, 1, &desc, NULL, &multi) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    refuses(
        clfft_multi_execute(multi, input, output,
                            &(clfft_multi_execute_params){.reserved = {0, 7}}),
        "clfft_multi_execute_params");
    clfft_multi_destroy(&multi);
}

static void a_reserved_word_of_a_call_is_refused(void)
{
    const double frequency = 0;
    clfft_device_params params = {.cache_directory = "", .reserved = {0, 7}};
    clfft_average *average;
    clfft_device *device;
    clfft_cross *cross;
    clfft_cell cell;

    refuses(clfft_cells_fill(
                &(clfft_cells_desc){.axis = {CLFFT_AXIS_SCALE_LINEAR, 0, 1},
                                    .n_cells = 1,
                                    .n_bins = 1,
                                    .frequencies = &frequency,
                                    .reserved = {0, 7}},
                &cell),
            "clfft_cells_desc");
    refuses(clfft_device_create(&params, &device), "clfft_device_params");
    TEST_CHECK(!device, "a device");
    params.reserved[1] = 0;
    const clfft_status status = clfft_device_create(&params, &device);
    if (status == CLFFT_STATUS_NO_DRIVER || status == CLFFT_STATUS_NO_DEVICE)
        TEST_SKIP("no OpenCL device");
    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    refuses(clfft_average_create(
                device,
                &(clfft_average_desc){.count = 1,
                                      .points = 1,
                                      .quantity = CLFFT_QUANTITY_POWER,
                                      .reserved = {0, 7}},
                &average),
            "clfft_average_desc");
    refuses(clfft_cross_create(
                device,
                &(clfft_cross_desc){
                    .count = 1, .channels = 2, .points = 1, .reserved = {0, 7}},
                &cross),
            "clfft_cross_desc");
    check_plan_parameters(device);
    check_multi_parameters(device);
    check_picture_parameters(device);
    clfft_device_destroy(&device);
}

TEST_MAIN(TEST(sizes_and_offsets_stay),
          TEST(a_reserved_word_of_a_description_is_refused),
          TEST(a_reserved_word_of_a_call_is_refused),
          TEST(a_parsed_description_has_none),
          TEST(what_the_library_fills_has_none))
