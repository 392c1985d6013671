/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-picture-plane.c: pictures of spectra of two axes against a host that
   looks at every point. */
#include "picture-rig.h"

#define MOST_LINES 60u /* rows or columns of a plane */

static struct {
    clfft_plane plane;
    clfft_plane_row rows[MOST_LINES];
    clfft_plane_column columns[MOST_LINES];
    clfft_span down[RIG_MOST_ROWS], across[RIG_MOST_CELLS];
} tables;

static void make_spans(clfft_span *spans, unsigned n_spans, unsigned n)
{
    for (unsigned i = 0; i < n_spans; i++) {
        spans[i].first = rig_below(n);
        spans[i].count =
            rig_below(4) ? 1 + rig_below(n - spans[i].first) : rig_below(2);
        if (!spans[i].count)
            spans[i].first = UINT32_MAX; /* of no meaning */
    }
}

/* Points anywhere in a frame, some of them twice, some never. */
static void make_plane(struct rig *r)
{
    clfft_picture_desc *d = &r->desc;
    const unsigned half = d->n_bins / 2;

    tables.plane = (clfft_plane){1 + rig_below(MOST_LINES),
                                 1 + rig_below(MOST_LINES),
                                 tables.rows,
                                 tables.columns,
                                 tables.down,
                                 tables.across};
    for (unsigned i = 0; i < tables.plane.n_rows; i++)
        tables.rows[i] =
            (clfft_plane_row){rig_below(half + 1), rig_below(half + 1)};
    for (unsigned i = 0; i < tables.plane.n_columns; i++)
        tables.columns[i] =
            (clfft_plane_column){rig_below(d->n_bins - half), rig_below(2)};
    make_spans(tables.down, d->plot.height, tables.plane.n_rows);
    make_spans(tables.across, d->plot.width, tables.plane.n_columns);
    d->plane = &tables.plane;
}

static void make(struct rig *r)
{
    clfft_picture_desc *d = &r->desc;

    rig_make(r, CLFFT_PICTURE_WATERFALL);
    d->mode = CLFFT_PICTURE_PLANE;
    d->n_channels = 1;
    d->rotate = 0;
    d->n_cells = 0;
    d->cells = NULL;
    d->gains = NULL;
    d->n_bins = 1 + rig_below(2000);
    make_plane(r);
    snprintf(r->name, sizeof r->name,
             "plane of %ux%u in %ux%u at %u,%u, %u points, quantity %d, "
             "reduction %d",
             tables.plane.n_columns, tables.plane.n_rows, d->plot.width,
             d->plot.height, d->plot.x, d->plot.y, d->n_bins, (int)d->quantity,
             (int)d->reduction);
}

/* What pixel (x, y) of the plot shows of frame f of the last ones made. */
static double level_of(const struct rig *r, unsigned f, unsigned x, unsigned y)
{
    const clfft_span down = tables.down[y], across = tables.across[x];
    double sum = 0, peak = -INFINITY;
    bool is_nan = false;

    for (unsigned i = 0; i < down.count; i++)
        for (unsigned j = 0; j < across.count; j++) {
            const clfft_plane_row row = tables.rows[down.first + i];
            const clfft_plane_column column = tables.columns[across.first + j];
            const double power =
                rig_bin_power(r, f, 0,
                              column.offset + (column.is_mirrored ? row.mirrored
                                                                  : row.plain));
            sum += power;
            peak = fmax(peak, power);
            is_nan |= isnan(power);
        }
    if (!down.count || !across.count || is_nan)
        return NAN;
    return rig_decibels(r->desc.reduction == CLFFT_REDUCTION_MEAN
                            ? sum / ((double)down.count * across.count)
                            : peak);
}

/* The pixels are those of frame f; without frames all background. */
static void check_pixels(struct rig *r, const unsigned *f,
                         clfft_picture_view view)
{
    const clfft_plot *p = &r->desc.plot;

    rig_draw(r, view);
    for (unsigned y = 0; y < p->height; y++)
        for (unsigned x = 0; x < p->width; x++) {
            const double level = f ? level_of(r, *f, x, y) : NAN;
            const uint32_t pixel = rig_pixel(r, 0, x, y);
            const uint32_t behind =
                r->background[(size_t)(p->y + y) * r->desc.width + p->x + x];
            TEST_CHECK(isnan(level) ? pixel == behind
                                    : rig_is_level(r, pixel, level, &view),
                       "%s: pixel %u,%u: 0x%x is not %g dB of %g + %g", r->name,
                       x, y, pixel, level, view.floor, view.range);
        }
}

static void run_many(unsigned n, bool wild)
{
    static const clfft_picture_view wide = {.floor = -90, .range = 140};
    static const clfft_picture_view narrow = {.floor = -3.5, .range = 25.5};
    const clfft_picture_frames frames = {.unit = 0};
    struct rig r;

    for (unsigned i = 0; i < n; i++) {
        make(&r);
        if (rig_open(&r)) {
            check_pixels(&r, NULL, wide);
            for (unsigned call = 0; call < 3; call++) {
                const unsigned n_frames = 1 + rig_below(3);
                const unsigned last = n_frames - 1;
                rig_make_frames(&r, n_frames, wild);
                rig_add(&r, n_frames, &frames);
                check_pixels(&r, &last, wide);
                check_pixels(&r, &last, narrow);
                rig_add(&r, 0, &frames);
                check_pixels(&r, &last, wide);
            }
            clfft_picture_reset(r.picture, harness_queue());
            check_pixels(&r, NULL, wide);
        }
        rig_close(&r);
    }
}

static void pixels_show_their_points_of_the_newest_frame(void)
{
    REQUIRE_DEVICE;
    run_many(40, false);
}

static void what_is_no_number_leaves_the_background(void)
{
    REQUIRE_DEVICE;
    run_many(25, true);
}

/* ---- refusals ---- */

static void refuse(const clfft_picture_desc *desc, const char *reason)
{
    clfft_picture *picture = (clfft_picture *)desc;
    const clfft_status status =
        clfft_picture_create(harness_device(), desc, &picture);

    TEST_CHECK(status == CLFFT_STATUS_INVALID && !picture &&
                   strstr(clfft_last_error(), reason),
               "%s: %s, \"%s\"", reason, clfft_status_name(status),
               clfft_last_error());
    clfft_picture_destroy(&picture);
}

/* 3 rows of 4 points, the last column that of the second, mirrored. */
static const clfft_plane_row good_rows[] = {{0, 0}, {4, 8}, {8, 4}};
static const clfft_plane_column good_columns[] = {
    {0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 1}};
static const clfft_span good_spans[] = {{0, 3}, {2, 1}, {99, 0}};

static void planes_of_no_sense_are_refused(void)
{
    static const clfft_plane good = {
        3, 5, good_rows, good_columns, good_spans, good_spans};
    static const clfft_plane_row far_plain[] = {{0, 0}, {9, 8}, {8, 4}};
    static const clfft_plane_row far_mirrored[] = {{0, 0}, {4, 11}, {8, 4}};
    static const clfft_plane_row farthest[] = {{0, 0}, {UINT32_MAX, 0}, {0, 0}};
    static const clfft_plane_column half[] = {
        {0, 0}, {1, 2}, {2, 0}, {3, 0}, {1, 1}};
    static const clfft_span far[] = {{0, 3}, {2, 2}, {99, 0}};
    static const clfft_span farther[] = {{0, 3}, {UINT32_MAX, 1}, {99, 0}};
    const clfft_picture_desc desc = {
        .mode = CLFFT_PICTURE_PLANE,
        .width = 3,
        .height = 3,
        .n_channels = 1,
        .plot = {0, 0, 3, 3, 0},
        .n_bins = 12,
        .plane = &good,
    };
    clfft_picture *picture;

    REQUIRE_DEVICE;
    TEST_CHECK(!clfft_picture_create(harness_device(), &desc, &picture), "%s",
               clfft_last_error());
    clfft_picture_destroy(&picture);
#define REFUSE(change, reason)                                                 \
    do {                                                                       \
        clfft_picture_desc d = desc;                                           \
        clfft_plane plane = good;                                              \
        d.plane = &plane;                                                      \
        change;                                                                \
        refuse(&d, reason);                                                    \
    } while (0)
    REFUSE((d.n_channels = 2, d.plot.height = 1, d.plot.pitch = 1),
           "2 channels, rotate 0 and 0 cells, but a plane has 1, 0 and 0");
    REFUSE(d.rotate = 1, "rotate 1");
    REFUSE(d.n_cells = 3, "3 cells");
    REFUSE(d.quantity = CLFFT_QUANTITY_PHASE, "phase has no level");
    REFUSE(d.n_bins = 0, "0 bins");
    REFUSE(d.plane = NULL, "no plane");
    REFUSE(plane.rows = NULL, "no plane");
    REFUSE(plane.columns = NULL, "no plane");
    REFUSE(plane.down = NULL, "no plane");
    REFUSE(plane.across = NULL, "no plane");
    REFUSE(plane.n_rows = 0, "0 rows");
    REFUSE(plane.n_columns = 0, "0 columns");
    REFUSE(plane.n_rows = 1u << 31, "2147483648 rows");
    REFUSE(plane.n_columns = 1u << 31, "2147483648 columns");
    REFUSE(plane.rows = far_plain, "a point at 12, beyond the 12 bins");
    REFUSE(plane.rows = far_mirrored, "a point at 12, beyond the 12 bins");
    REFUSE(plane.rows = farthest, "a point at 4294967298, beyond the 12");
    REFUSE(plane.columns = half, "column 1: is_mirrored 2");
    REFUSE(plane.down = far, "row of pixels 1 reaches to 3, beyond the 3");
    REFUSE(plane.n_columns = 2,
           "column of pixels 0 reaches to 2, beyond the 2");
    REFUSE(plane.down = farther, "row of pixels 1 reaches to 4294967295");
}

TEST_MAIN(TEST(pixels_show_their_points_of_the_newest_frame),
          TEST(what_is_no_number_leaves_the_background),
          TEST(planes_of_no_sense_are_refused))
