/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-families-pictures.c: what test-families.c is to transforms, to
 * pictures and averages: every kernel of theirs once, on few numbers. That
 * the numbers are right is for test-picture*.c and test-averages.c to say;
 * here what matters is where they are read and written.
 */
#include "engine/analysis/picture-rig.h"

/* Neither a multiple of a vector's width nor of a work-group's. */
#define PLOT_WIDTH 13
#define PLOT_HEIGHT 7
#define N_BINS 11
#define N_FRAMES 5

static const clfft_quantity quantities[] = {
    CLFFT_QUANTITY_COMPLEX, CLFFT_QUANTITY_MAGNITUDE, CLFFT_QUANTITY_POWER,
    CLFFT_QUANTITY_DB};

static void make_small(struct rig *r, clfft_picture_mode mode,
                       clfft_quantity quantity)
{
    clfft_picture_desc *d = &r->desc;

    memset(r, 0, sizeof *r);
    d->mode = mode;
    d->n_channels = mode == CLFFT_PICTURE_PLANE ? 1 : 2;
    d->plot = (clfft_plot){3, 2, PLOT_WIDTH, PLOT_HEIGHT,
                           d->n_channels > 1 ? PLOT_HEIGHT + 2 : 0};
    d->width = 19;
    d->height = 2 * PLOT_HEIGHT + 6;
    d->n_bins = N_BINS;
    d->quantity = quantity;
    d->reduction = CLFFT_REDUCTION_MEAN;
    d->rotate = mode == CLFFT_PICTURE_PLANE ? 0 : 3;
    d->n_cells = mode == CLFFT_PICTURE_BARS   ? 5
                 : mode == CLFFT_PICTURE_LINE ? PLOT_WIDTH
                                              : PLOT_HEIGHT;
    d->fall = 20;
    d->hold = 1;
    d->empty = RIG_EMPTY;
    d->marker = RIG_MARKER;
    for (unsigned i = 0; i < CLFFT_PALETTE_SIZE; i++)
        d->palette[i] = rig_color(i);
    if (mode != CLFFT_PICTURE_PLANE)
        rig_make_cells(r);
    else
        d->n_cells = 0;
    snprintf(r->name, sizeof r->name, "mode %d, quantity %d", (int)mode,
             (int)quantity);
}

/* In two calls each, so that the second finds what the first has left. */
static void draw_small(struct rig *r)
{
    clfft_picture_frames frames = {.step = 3, .unit = 2, .frame_time = .1};
    const clfft_picture_view view = {.floor = -60,
                                     .range = 100,
                                     .end_column = PLOT_WIDTH + 2,
                                     .sweep = true};

    if (rig_open(r))
        for (unsigned call = 0; call < 2; call++) {
            rig_make_frames(r, N_FRAMES, true);
            rig_add(r, N_FRAMES, &frames);
            rig_draw(r, view);
            frames.base += N_FRAMES * frames.step;
        }
    rig_close(r);
}

static void run_mode(clfft_picture_mode mode)
{
    struct rig r;

    for (unsigned q = 0; q < 4; q++) {
        make_small(&r, mode, quantities[q]);
        draw_small(&r);
    }
}

static void waterfall_stays_in_its_plots(void)
{
    REQUIRE_DEVICE;
    run_mode(CLFFT_PICTURE_WATERFALL);
}

static void overview_stays_in_its_plots(void)
{
    REQUIRE_DEVICE;
    run_mode(CLFFT_PICTURE_OVERVIEW);
}

static void bars_stay_in_their_plots(void)
{
    REQUIRE_DEVICE;
    run_mode(CLFFT_PICTURE_BARS);
}

static void line_stays_in_its_plots(void)
{
    REQUIRE_DEVICE;
    run_mode(CLFFT_PICTURE_LINE);
}

/* A byte in each row and column is one pixel's. */
static void bytes_stay_in_their_rows(void)
{
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned n = 1; n <= 3; n += 2) {
        make_small(&r, CLFFT_PICTURE_BARS, CLFFT_QUANTITY_POWER);
        r.desc.n_components = n;
        for (unsigned i = 0; i < n; i++)
            r.desc.components[i] = (clfft_picture_component){
                .offset = i ? r.desc.height * r.desc.width + i - 1 : 0,
                .stride = i ? r.desc.width + 1 : r.desc.width,
                .step = i ? 2 : 1,
                .weights = {.3f, .4f, .2f},
                .bias = 2};
        if (rig_open(&r)) {
            const clfft_picture_view view = {.floor = -60, .range = 100};
            const clfft_picture_frames frames = {.frame_time = .1};
            /* to the last byte */
            const size_t size =
                r.desc.width * r.desc.height +
                (n > 1 ? (r.desc.width + 1) * (r.desc.height / 2) : 0);
            cl_mem bytes = harness_buffer(NULL, size);
            rig_make_frames(&r, N_FRAMES, true);
            rig_add(&r, N_FRAMES, &frames);
            TEST_CHECK(
                !clfft_picture_draw(r.picture, harness_queue(), bytes, &view),
                "%s", clfft_last_error());
            clFinish(harness_queue());
            clReleaseMemObject(bytes);
        }
        rig_close(&r);
    }
}

/* The last row, column and point of each table are used. */
static void plane_stays_in_its_plot(void)
{
    static const clfft_plane_row rows[] = {{0, 6}, {3, 3}, {6, 0}};
    static const clfft_plane_column columns[] = {
        {0, 0}, {1, 0}, {4, 0}, {4, 1}, {2, 1}};
    clfft_span down[PLOT_HEIGHT], across[PLOT_WIDTH];
    const clfft_plane plane = {3, 5, rows, columns, down, across};
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < PLOT_HEIGHT; i++)
        down[i] = (clfft_span){i % 3, i % 3 == 0 ? 3 : 1};
    for (unsigned i = 0; i < PLOT_WIDTH; i++)
        across[i] = (clfft_span){i % 5, i % 5 == 3 ? 2 : i % 7 != 0};
    for (unsigned q = 0; q < 4; q++) {
        make_small(&r, CLFFT_PICTURE_PLANE, quantities[q]);
        r.desc.plane = &plane;
        draw_small(&r);
    }
}

/* ---- averages ---- */

#define POINTS 19
#define LEAST_GUARD 64 /* numbers */

static void run_average(clfft_averaging averaging, clfft_quantity quantity)
{
    const clfft_average_desc desc = {.averaging = averaging,
                                     .count = 3,
                                     .alpha = .25,
                                     .points = POINTS,
                                     .quantity = quantity,
                                     .floor = -100};
    enum { N_IN = 2 * N_FRAMES * POINTS, N_OUT = N_IN + 2 * LEAST_GUARD };
    float input[N_IN], output[N_OUT];
    clfft_average *average;
    unsigned n_out = 0, n_now;
    cl_mem in, out;

    for (size_t i = 0; i < N_IN; i++)
        input[i] = (float)fabs(test_uniform());
    memset(output, 0xff, sizeof output);
    TEST_REQUIRE(!clfft_average_create(harness_device(), &desc, &average), "%s",
                 clfft_last_error());
    in = harness_buffer(input, sizeof input);
    out = harness_buffer(output, sizeof output);
    for (unsigned call = 0; call < 2; call++) {
        TEST_CHECK(!clfft_average_execute(
                       average, harness_queue(), in, out,
                       &(clfft_average_params){.first_frame = call * N_FRAMES,
                                               .output_frame = 1 + n_out,
                                               .n_frames = N_FRAMES,
                                               .flush = call == 1,
                                               .n_out = &n_now}),
                   "%s", clfft_last_error());
        n_out += n_now;
    }
    clEnqueueReadBuffer(harness_queue(), out, CL_TRUE, 0, sizeof output, output,
                        0, NULL, NULL);
    for (size_t i = 0; i < N_OUT; i++) {
        const bool inside = i >= POINTS && i < (1 + n_out) * POINTS;
        TEST_CHECK(inside == !isnan(output[i]),
                   "averaging %d, quantity %d: "
                   "number %zu is %g",
                   (int)averaging, (int)quantity, i, (double)output[i]);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clfft_average_destroy(&average);
}

static void averages_stay_in_their_frames(void)
{
    REQUIRE_DEVICE;
    for (unsigned a = CLFFT_AVERAGING_MEAN; a <= CLFFT_AVERAGING_EXPONENTIAL;
         a++)
        for (unsigned q = CLFFT_QUANTITY_MAGNITUDE; q <= CLFFT_QUANTITY_DB; q++)
            run_average((clfft_averaging)a, (clfft_quantity)q);
}

TEST_MAIN(TEST(waterfall_stays_in_its_plots), TEST(overview_stays_in_its_plots),
          TEST(bars_stay_in_their_plots), TEST(line_stays_in_its_plots),
          TEST(plane_stays_in_its_plot), TEST(bytes_stay_in_their_rows),
          TEST(averages_stay_in_their_frames))
