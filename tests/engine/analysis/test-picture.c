/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-picture.c: waterfalls against a host that keeps every column. */
#include "picture-rig.h"

#include <time.h>

#define MOST_COLUMNS 8192

/* ---- the host's columns ---- */

static struct {
    double *levels; /* [column - origin][row] */
    bool *written;
    uint64_t origin, first, end, furthest;
    uint64_t column; /* the one under way */
    double powers[RIG_MOST_ROWS];
    unsigned n, n_rows;
    bool begun;
} model;

static void model_reset(const struct rig *r, uint64_t origin)
{
    free(model.levels);
    free(model.written);
    memset(&model, 0, sizeof model);
    model.n_rows = r->desc.n_cells * r->desc.n_channels;
    model.levels = malloc(MOST_COLUMNS * model.n_rows * sizeof *model.levels);
    model.written = calloc(MOST_COLUMNS, sizeof *model.written);
    model.origin = origin;
}

/* Frame f of the last ones made, shown from `column` up to before `next`, at
   least in its own. */
static void model_add(const struct rig *r, unsigned f, uint64_t column,
                      uint64_t next)
{
    const unsigned n_cells = r->desc.n_cells;

    if (!model.begun) {
        model.begun = true;
        model.first = column;
    } else if (column != model.column) {
        model.n = 0;
    }
    for (unsigned i = 0; i < model.n_rows && !model.n; i++)
        model.powers[i] = NAN;
    model.n++;
    model.column = column;
    model.end = next > column ? next : column + 1;
    if (model.end > model.furthest)
        model.furthest = model.end;
    for (unsigned i = 0; i < model.n_rows; i++)
        model.powers[i] =
            fmax(model.powers[i], rig_power(r, f, i / n_cells, i % n_cells));
    for (uint64_t c = column - model.origin; c < MOST_COLUMNS; c++) {
        model.written[c] = c < model.end - model.origin;
        for (unsigned i = 0; i < model.n_rows && model.written[c]; i++)
            model.levels[c * model.n_rows + i] = rig_decibels(model.powers[i]);
        if (!model.written[c] && c > model.furthest - model.origin)
            break;
    }
}

static double model_level(uint64_t column, unsigned row, unsigned width)
{
    const uint64_t c = column - model.origin;

    if (!model.begun || column < model.first || column >= model.end ||
        column + width < model.furthest || !model.written[c])
        return NAN;
    return model.levels[c * model.n_rows + row];
}

/* ---- the device's picture against them ---- */

static void check_view(struct rig *r, clfft_picture_view view)
{
    const unsigned width = r->desc.plot.width, height = r->desc.plot.height;
    const uint64_t end = view.end_column;

    rig_draw(r, view);
    for (unsigned row = 0; row < r->desc.n_channels * height; row++)
        for (unsigned x = 0; x < width; x++) {
            const unsigned channel = row / height, cell = row % height;
            const uint32_t pixel = rig_pixel(r, channel, x, height - 1 - cell);
            /* how many columns before the end */
            const uint64_t back =
                view.sweep ? (end % width + width - 1 - x) % width + 1
                           : width - x;
            const double level =
                back > end ? NAN : model_level(end - back, row, width);
            if (view.sweep && x == end % width)
                TEST_CHECK(pixel == RIG_MARKER, "%s: end %llu: no marker at %u",
                           r->name, (unsigned long long)end, x);
            else
                TEST_CHECK(rig_is_level(r, pixel, level, &view),
                           "%s: end %llu%s, channel %u, cell %u, x %u: 0x%x is "
                           "not %g dB of %g + %g",
                           r->name, (unsigned long long)end,
                           view.sweep ? " sweep" : "", channel, cell, x, pixel,
                           level, view.floor, view.range);
        }
}

static void check_some_view(struct rig *r)
{
    const unsigned width = r->desc.plot.width;
    const uint64_t newest = model.begun ? model.end : 5;
    clfft_picture_view view = {.floor = -90, .range = 140};

    if (test_random() % 2) {
        view.floor = -40 + 20 * test_uniform();
        view.range = 25.5;
    }
    if (test_random() % 3 == 0)
        view.level_scale = (clfft_level_scale)(1 + test_random() % 2);
    view.sweep = test_random() % 2;
    view.end_column = newest;
    if (test_random() % 3 == 0)
        view.end_column += test_random() % (width + 3);
    else if (test_random() % 2)
        view.end_column -= test_random() % (newest % (2 * width) + 1);
    check_view(r, view);
}

static void add_some(struct rig *r, clfft_picture_frames *frames, unsigned n,
                     bool wild)
{
    rig_make_frames(r, n, wild);
    for (unsigned f = 0; f < n; f++)
        model_add(r, f, (frames->base + f * frames->step) / frames->unit,
                  (frames->base + (f + 1) * frames->step) / frames->unit);
    rig_add(r, n, frames);
}

/* Steps below and above a unit, frames that go on where the last call ended,
   leave holes, jump over the ring or lie before its end. */
static void run_waterfall(struct rig *r, uint64_t origin, bool wild)
{
    const unsigned width = r->desc.plot.width;
    const uint64_t unit = 1 + test_random() % 1000;
    clfft_picture_frames frames = {.unit = unit, .base = origin * unit};
    unsigned n = 0;
    uint64_t total = 0;

    model_reset(r, origin);
    frames.base += test_random() % (3 * unit);
    for (unsigned call = 0; call < 25; call++) {
        const unsigned kind = (unsigned)(test_random() % 8);
        frames.step = test_random() % (kind < 5 ? unit / 3 + 2 : 4 * unit);
        n = 1 + (unsigned)(test_random() % 20);
        if (kind == 7 && n > 2) {
            n = 2;
            frames.step = test_random() % (2 * width * unit);
        }
        if ((frames.base + n * frames.step) / unit + 3 * width + 4 >=
            origin + MOST_COLUMNS)
            break;
        add_some(r, &frames, n, wild);
        total += n;
        if (call % 3 == 0)
            check_some_view(r);
        frames.base += n * frames.step;
        if (kind == 1)
            frames.base += test_random() % (5 * unit);
        if (kind == 2)
            frames.base += test_random() % (2 * width * unit);
        if (kind == 3) /* the last frames again */
            frames.base -= test_random() % (n * frames.step + 1);
    }
    check_some_view(r);
    TEST_CHECK(clfft_picture_get_n_frames(r->picture) == total,
               "%s: %llu "
               "frames, not %llu",
               r->name,
               (unsigned long long)clfft_picture_get_n_frames(r->picture),
               (unsigned long long)total);
}

static void run_many(unsigned n, uint64_t origin, bool wild)
{
    struct rig r;

    for (unsigned i = 0; i < n; i++) {
        rig_make(&r, CLFFT_PICTURE_WATERFALL);
        if (rig_open(&r))
            run_waterfall(&r, origin, wild);
        rig_close(&r);
    }
}

static void waterfall_shows_the_strongest_frame_of_each_column(void)
{
    REQUIRE_DEVICE;
    run_many(30, 0, false);
}

static void odd_numbers_are_empty_or_at_an_end(void)
{
    REQUIRE_DEVICE;
    run_many(20, 0, true);
}

static void columns_are_counted_in_64_bits(void)
{
    REQUIRE_DEVICE;
    run_many(6, (UINT64_C(1) << 51) - 5, false);
}

static void nothing_is_shown_before_the_first_frame(void)
{
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 6; i++) {
        rig_make(&r, CLFFT_PICTURE_WATERFALL);
        if (rig_open(&r)) {
            model_reset(&r, 0);
            check_some_view(&r);
            check_view(&r, (clfft_picture_view){.range = 1});
            check_view(&r, (clfft_picture_view){.range = 1,
                                                .sweep = true,
                                                .end_column = UINT64_MAX});
        }
        rig_close(&r);
    }
}

/* Time may begin anew, too. */
static void reset_forgets_all_levels(void)
{
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 6; i++) {
        rig_make(&r, CLFFT_PICTURE_WATERFALL);
        if (rig_open(&r))
            for (unsigned round = 0; round < 3; round++) {
                run_waterfall(&r, 0, false);
                TEST_CHECK(!clfft_picture_reset(r.picture, harness_queue()) &&
                               !clfft_picture_get_n_frames(r.picture),
                           "%s", clfft_last_error());
                model_reset(&r, 0);
                check_some_view(&r);
            }
        rig_close(&r);
    }
}

/* A column is the same however its frames are cut into calls. */
static void cuts_change_no_pixel(void)
{
    clfft_picture_frames frames = {.unit = 7, .step = 3};
    const clfft_picture_view view = {
        .floor = -50, .range = 25.5, .end_column = 20};
    struct rig r;

    REQUIRE_DEVICE;
    rig_make(&r, CLFFT_PICTURE_WATERFALL);
    if (rig_open(&r)) {
        const size_t size = (size_t)r.desc.width * r.desc.height * 4;
        uint32_t *whole = malloc(size);
        rig_make_frames(&r, 40, false);
        rig_add(&r, 40, &frames);
        rig_draw(&r, view);
        memcpy(whole, r.pixels, size);
        clfft_picture_reset(r.picture, harness_queue());
        for (unsigned f = 0; f < 40; f++) {
            frames.base = 3 * f;
            rig_add(&r, 1, &frames);
            r.input_first++;
        }
        rig_draw(&r, view);
        TEST_CHECK(!memcmp(whole, r.pixels, size), "%s", r.name);
        free(whole);
    }
    rig_close(&r);
}

/* Rows of the background that are set anew, and no others. */
static void background_changes_by_rows(void)
{
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 8; i++) {
        rig_make(&r, CLFFT_PICTURE_WATERFALL);
        if (rig_open(&r)) {
            const unsigned first = rig_below(r.desc.height);
            const unsigned n = 1 + rig_below(r.desc.height - first);
            uint32_t *rows = r.background + (size_t)first * r.desc.width;
            for (size_t k = 0; k < (size_t)n * r.desc.width; k++)
                rows[k] = (uint32_t)test_random();
            TEST_CHECK(!clfft_picture_set_background_rows(
                           r.picture, harness_queue(), first, n, rows),
                       "%s", clfft_last_error());
            rig_draw(&r, (clfft_picture_view){.range = 1});
        }
        rig_close(&r);
    }
}

/* A new picture's background is all empty. */
static void background_starts_empty(void)
{
    struct rig r;

    REQUIRE_DEVICE;
    rig_make(&r, CLFFT_PICTURE_WATERFALL);
    if (rig_open(&r)) {
        clfft_picture_destroy(&r.picture);
        TEST_CHECK(!clfft_picture_create(harness_device(), &r.desc, &r.picture),
                   "%s", clfft_last_error());
        for (size_t i = 0; i < (size_t)r.desc.width * r.desc.height; i++)
            r.background[i] = RIG_EMPTY;
        rig_draw(&r, (clfft_picture_view){.range = 1});
    }
    rig_close(&r);
}

/* ---- order and cost ---- */

static void calls_allocate_and_compile_nothing(void)
{
    clfft_device_stats before, after;
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned mode = 0; mode < 4; mode++) {
        rig_make(&r, (clfft_picture_mode)mode);
        if (rig_open(&r)) {
            const clfft_picture_frames frames = {.unit = 1, .step = 1};
            clfft_device_get_stats(harness_device(), &before);
            rig_make_frames(&r, 5, false);
            rig_add(&r, 5, &frames);
            rig_draw(&r, (clfft_picture_view){.range = 1});
            clfft_device_get_stats(harness_device(), &after);
            TEST_CHECK(!memcmp(&before, &after, sizeof before), "%s", r.name);
        }
        rig_close(&r);
    }
}

/* With every call on another queue, the first one held back by a gate. */
static void calls_keep_their_order_on_any_queue(void)
{
    const clfft_picture_view view = {
        .floor = -80, .range = 130, .end_column = 12};
    clfft_picture_frames frames = {.unit = 1, .step = 1};
    cl_command_queue queues[3];
    cl_event gate, done = NULL;
    cl_int state = CL_COMPLETE;
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned q = 0; q < 3; q++)
        queues[q] = clCreateCommandQueue(
            clfft_device_get_context(harness_device()),
            clfft_device_get_id(harness_device()),
            q == 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, NULL);
    rig_make(&r, CLFFT_PICTURE_WATERFALL);
    if (rig_open(&r)) {
        const size_t size = (size_t)r.desc.width * r.desc.height * 4;
        cl_mem out = harness_buffer(NULL, size);
        model_reset(&r, 0);
        gate =
            clCreateUserEvent(clfft_device_get_context(harness_device()), NULL);
        rig_make_frames(&r, 12, false);
        frames.input = r.input_buffer;
        frames.n_frames = 2;
        for (unsigned f = 0; f < 12; f++)
            model_add(&r, f, f, f + 1);
        for (unsigned call = 0; call < 6; call++) {
            frames.base = 2 * call;
            frames.first_frame = r.input_first + 2 * call;
            frames.n_wait = call == 0;
            frames.wait = &gate; /* which counts with n_wait alone */
            TEST_CHECK(
                !queues[call % 3] ||
                    !clfft_picture_add(r.picture, queues[call % 3], &frames),
                "%s", clfft_last_error());
            if (!queues[call % 3])
                clfft_picture_add(r.picture, queues[0], &frames);
        }
        clfft_picture_view with_event = view;
        with_event.event = &done;
        TEST_CHECK(
            !clfft_picture_draw(r.picture, queues[1], out, &with_event) && done,
            "%s", clfft_last_error());
        clFlush(queues[1]);
        nanosleep(&(struct timespec){0, 50000000}, NULL); /* a chance to err */
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state,
                       &state, NULL);
        TEST_CHECK(state > CL_COMPLETE, "state %d before the gate", state);
        clSetUserEventStatus(gate, CL_COMPLETE);
        clWaitForEvents(1, &done);
        check_view(&r, view);
        clReleaseEvent(done);
        clReleaseEvent(gate);
        clReleaseMemObject(out);
    }
    rig_close(&r);
    for (unsigned q = 0; q < 3; q++)
        if (queues[q])
            clReleaseCommandQueue(queues[q]);
}

static void a_call_of_no_frames_still_tells_its_completion(void)
{
    cl_event done = NULL;
    struct rig r;

    REQUIRE_DEVICE;
    rig_make(&r, CLFFT_PICTURE_WATERFALL);
    if (rig_open(&r)) {
        const clfft_picture_frames none = {.unit = 1, .event = &done};
        rig_make_frames(&r, 1, false);
        rig_add(&r, 0, &none);
        TEST_CHECK(done && !clWaitForEvents(1, &done), "no event");
        TEST_CHECK(!clfft_picture_get_n_frames(r.picture), "frames");
        if (done)
            clReleaseEvent(done);
    }
    rig_close(&r);
}

TEST_MAIN(TEST(waterfall_shows_the_strongest_frame_of_each_column),
          TEST(odd_numbers_are_empty_or_at_an_end),
          TEST(columns_are_counted_in_64_bits),
          TEST(nothing_is_shown_before_the_first_frame),
          TEST(reset_forgets_all_levels), TEST(cuts_change_no_pixel),
          TEST(background_starts_empty), TEST(background_changes_by_rows),
          TEST(calls_allocate_and_compile_nothing),
          TEST(calls_keep_their_order_on_any_queue),
          TEST(a_call_of_no_frames_still_tells_its_completion))
