/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-picture-levels.c: overviews, bars and lines against the host, and
   pixels of any byte order. */
#include "picture-rig.h"

/* ---- overview ---- */

static struct {
    double *powers; /* [frame][row] */
    unsigned n_frames, n_rows;
    unsigned n_drawn,
        n_before; /* frames at the last two pictures that differ */
} history;

/* Appends n frames without levels. */
static void pass_over(unsigned n)
{
    const size_t size = history.n_rows * sizeof *history.powers;
    const size_t from = (size_t)history.n_frames * history.n_rows;

    history.n_frames += n;
    history.powers = realloc(history.powers, history.n_frames * size);
    for (size_t i = from; i < (size_t)history.n_frames * history.n_rows; i++)
        history.powers[i] = NAN;
}

static void history_start(const struct rig *r)
{
    free(history.powers);
    memset(&history, 0, sizeof history);
    history.n_rows = r->desc.n_cells * r->desc.n_channels;
}

/* Adds n more frames, in calls of random sizes. */
static void add_frames(struct rig *r, unsigned n, double frame_time, bool wild)
{
    const unsigned n_cells = r->desc.n_cells, n_rows = history.n_rows;
    const clfft_picture_frames frames = {.frame_time = frame_time};

    history.powers =
        realloc(history.powers, (size_t)(history.n_frames + n) * n_rows *
                                    sizeof *history.powers);
    while (n) {
        const unsigned now = 1 + rig_below(n < 64 ? n : 64);
        rig_make_frames(r, now, wild);
        for (unsigned f = 0; f < now; f++)
            for (unsigned i = 0; i < n_rows; i++)
                history.powers[(size_t)(history.n_frames + f) * n_rows + i] =
                    rig_power(r, f, i / n_cells, i % n_cells);
        rig_add(r, now, &frames);
        history.n_frames += now;
        n -= now;
    }
}

/* The strongest of frames j * length .. (j + 1) * length - 1, as far as they
   are; NaN beside others does not count. */
static double column_peak(unsigned j, unsigned length, unsigned row)
{
    double peak = NAN;

    for (unsigned n = 0, f = j * length; n < length && f < history.n_frames;
         f++, n++)
        peak = fmax(peak, history.powers[(size_t)f * history.n_rows + row]);
    return peak;
}

/* The strongest column with its middle in the pixel; if there is none, the one
   around the pixel's middle. */
static double overview_level(unsigned x, unsigned width, unsigned row)
{
    unsigned length = 1, n, n_inside = 0;
    double peak = NAN;

    while (history.n_frames / length >= 2 * width)
        length *= 2;
    n = (history.n_frames + length - 1) / length;
    for (unsigned j = 0; j < n; j++)
        if ((2 * j + 1) * width / (2 * n) == x) {
            peak = fmax(peak, column_peak(j, length, row));
            n_inside++;
        }
    if (!n_inside)
        peak = column_peak((2 * x + 1) * n / (2 * width), length, row);
    return rig_decibels(peak);
}

static void check_overview(struct rig *r)
{
    clfft_picture_view view = {.floor = -50, .range = 100};
    const unsigned width = r->desc.plot.width, height = r->desc.plot.height;

    if (rig_below(2)) {
        view.floor = -40 + 20 * test_uniform();
        view.range = 25.5;
    }
    if (rig_below(3) == 0)
        view.level_scale = (clfft_level_scale)(1 + rig_below(2));
    rig_draw(r, view);
    for (unsigned row = 0; row < history.n_rows; row++)
        for (unsigned x = 0; x < width; x++) {
            const uint32_t pixel =
                rig_pixel(r, row / height, x, height - 1 - row % height);
            const double level =
                history.n_frames ? overview_level(x, width, row) : NAN;
            TEST_CHECK(rig_is_level(r, pixel, level, &view),
                       "%s, %u frames: row %u, x %u: 0x%x is not %g dB of %g "
                       "+ %g",
                       r->name, history.n_frames, row, x, pixel, level,
                       view.floor, view.range);
        }
}

static void run_overview(const unsigned *counts, size_t n_counts, bool wild)
{
    struct rig r;

    rig_make(&r, CLFFT_PICTURE_OVERVIEW);
    if (rig_open(&r))
        for (size_t i = 0; i < n_counts; i++) {
            /* counts are in quarters of a plot's width, and one at least */
            const unsigned n = counts[i] * r.desc.plot.width / 4 + (i % 2);
            history_start(&r);
            clfft_picture_reset(r.picture, harness_queue());
            add_frames(&r, n, 0, wild);
            check_overview(&r);
            add_frames(&r, 1, 0, wild);
            check_overview(&r);
        }
    rig_close(&r);
}

static void overview_shows_all_frames(void)
{
    static const unsigned counts[] = {0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 33, 64};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 8; i++)
        run_overview(counts, sizeof counts / sizeof counts[0], false);
}

static void overview_of_odd_numbers(void)
{
    static const unsigned counts[] = {2, 5, 19};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 8; i++)
        run_overview(counts, sizeof counts / sizeof counts[0], true);
}

/* Where columns are joined, one frame before and after. */
static void overview_joins_exactly_full_columns(void)
{
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 4; i++) {
        rig_make(&r, CLFFT_PICTURE_OVERVIEW);
        if (rig_open(&r)) {
            const unsigned width = r.desc.plot.width;
            history_start(&r);
            add_frames(&r, 2 * width - 1, 0, false);
            for (unsigned n = 0; n < 4; n++) {
                check_overview(&r);
                add_frames(&r, 1, 0, false);
            }
            if (2 * width > 5) /* twice full, where it is not yet */
                add_frames(&r, 2 * width - 5, 0, false);
            for (unsigned n = 0; n < 4; n++) {
                check_overview(&r);
                add_frames(&r, 1, 0, false);
            }
        }
        rig_close(&r);
    }
}

/* Adds a call of frames from number `first` on, which may be that of the last
   frame: base is anywhere that is nearest to it. */
static void add_run(struct rig *r, uint64_t first, unsigned n, bool shares)
{
    const unsigned n_cells = r->desc.n_cells, n_rows = history.n_rows;
    const unsigned step = 1 + rig_below(1000), low = first ? step / 2 : 0;
    const clfft_picture_frames frames = {
        .base = first * step - low + rig_below(low + step - step / 2),
        .step = step,
    };

    history.powers =
        realloc(history.powers, (size_t)(history.n_frames + n) * n_rows *
                                    sizeof *history.powers);
    rig_make_frames(r, n, false);
    history.n_frames -= shares;
    for (unsigned f = 0; f < n; f++)
        for (unsigned i = 0; i < n_rows; i++) {
            double *power =
                &history.powers[(size_t)(history.n_frames + f) * n_rows + i];
            const double now = rig_power(r, f, i / n_cells, i % n_cells);
            *power = shares && f == 0 ? fmax(*power, now) : now;
        }
    history.n_frames += n;
    rig_add(r, n, &frames);
}

static void overview_keeps_holes(void)
{
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 12; i++) {
        rig_make(&r, CLFFT_PICTURE_OVERVIEW);
        history_start(&r);
        for (unsigned run = rig_open(&r) ? 0 : 12; run < 12; run++) {
            const unsigned hole =
                rig_below(3) ? rig_below(3 * r.desc.plot.width) : 0;
            const bool shares = !hole && history.n_frames && rig_below(2);
            if (hole)
                pass_over(hole);
            add_run(&r, history.n_frames - shares, 1 + rig_below(40), shares);
            check_overview(&r);
        }
        rig_close(&r);
    }
}

/* Whatever the hole, what was before it is at the left edge. */
static void overview_of_an_endless_hole(void)
{
    const clfft_picture_view view = {.floor = -50, .range = 100};
    struct rig r;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 8; i++) {
        rig_make(&r, CLFFT_PICTURE_OVERVIEW);
        history_start(&r);
        if (rig_open(&r)) {
            const unsigned width = r.desc.plot.width,
                           height = r.desc.plot.height;
            const unsigned n = 1 + rig_below(300);
            add_frames(&r, n, 0, false);
            add_run(&r, UINT64_C(1) << (32 + rig_below(19)), 1, false);
            rig_draw(&r, view);
            for (unsigned row = 0; row < history.n_rows; row++)
                for (unsigned x = 0; x < width; x++) {
                    double level = x == 0 ? column_peak(0, n, row) : NAN;
                    if (x == width - 1)
                        level = fmax(
                            level,
                            history.powers[(size_t)n * history.n_rows + row]);
                    level = rig_decibels(level);
                    TEST_CHECK(
                        rig_is_level(&r,
                                     rig_pixel(&r, row / height, x,
                                               height - 1 - row % height),
                                     level, &view),
                        "%s: row %u, x %u of %u is not %g dB", r.name, row, x,
                        width, level);
                }
        }
        rig_close(&r);
    }
}

/* ---- bars and line ---- */

/* The n-th level; what is not finite is none. */
static double level_after(unsigned n, unsigned row, double fall_a_frame)
{
    double level = -327.67;

    for (unsigned f = 0; f < n; f++) {
        const double power = history.powers[(size_t)f * history.n_rows + row];
        const double now = isfinite((float)power) ? rig_decibels(power) : NAN;
        if (isfinite(fall_a_frame))
            level = fmax(level, now - fall_a_frame * (n - 1 - f));
        else if (f + 1 == n)
            level = isnan(now) ? level : now;
    }
    return level;
}

/* Held for a while from its own frame on, then falling, until a level reaches
   it: that one is the next peak. */
static double peak_after(const struct rig *r, unsigned row, double time)
{
    const double fall = r->desc.fall > 0 ? r->desc.fall : 20;
    const double a_frame = r->desc.fall > 0 ? r->desc.fall * time : INFINITY;
    double peak = -327.67, shown = peak;
    unsigned at = 0;

    for (unsigned f = 0; f < history.n_frames; f++) {
        const double level = level_after(f + 1, row, a_frame);
        shown = peak - fall * fmax(0, (f - at) * time - r->desc.hold);
        if (level >= shown) {
            peak = shown = level;
            at = f;
        }
    }
    return shown;
}

/* Pixels above the plot's bottom. */
static double height_of(const struct rig *r, double level,
                        const clfft_picture_view *view)
{
    const double height = r->desc.plot.height;

    if (!history.n_frames || level <= -327.66)
        return -4;
    return fmax(-4, fmin(height, rig_place(level, view) * height));
}

/* The highest since the picture before. */
static double shown_level(unsigned row, double fall_a_frame)
{
    double level = -327.67;

    for (unsigned f = history.n_before; f < history.n_frames; f++)
        level = fmax(level, level_after(f + 1, row, fall_a_frame));
    return level;
}

static double *levels, *peaks; /* heights of [row] */

static void find_heights(const struct rig *r, double time,
                         const clfft_picture_view *view)
{
    const double a_frame = r->desc.fall > 0 ? r->desc.fall * time : INFINITY;

    if (history.n_frames > history.n_drawn)
        history.n_before = history.n_drawn;
    history.n_drawn = history.n_frames;
    levels = realloc(levels, history.n_rows * sizeof *levels);
    peaks = realloc(peaks, history.n_rows * sizeof *peaks);
    for (unsigned i = 0; i < history.n_rows; i++) {
        levels[i] = height_of(r, shown_level(i, a_frame), view);
        peaks[i] =
            r->desc.hold > 0 ? height_of(r, peak_after(r, i, time), view) : -4;
    }
}

static unsigned bar_at(const struct rig *r, unsigned x)
{
    unsigned b = 0;

    while ((b + 1) * r->desc.plot.width / r->desc.n_cells <= x)
        b++;
    return b;
}

static uint32_t color_at(const struct rig *r, unsigned up)
{
    return rig_color((unsigned)((up + 0.5) / r->desc.plot.height * 255 + 0.5));
}

static uint32_t background_at(const struct rig *r, unsigned channel, unsigned x,
                              unsigned up)
{
    const clfft_plot *p = &r->desc.plot;

    return r
        ->background[(size_t)(p->y + channel * p->pitch + p->height - 1 - up) *
                         r->desc.width +
                     p->x + x];
}

static void check_bars(struct rig *r, double time)
{
    const clfft_picture_view view = {
        .floor = -60,
        .range = 90,
        .level_scale = rig_below(2) ? CLFFT_LEVEL_SCALE_DECIBEL
                                    : (clfft_level_scale)rig_below(3)};
    const unsigned width = r->desc.plot.width, height = r->desc.plot.height;
    const unsigned n = r->desc.n_cells;
    const unsigned gap = width / n >= 10 ? 2 : width / n >= 4 ? 1 : 0;
    const double thick = height >= 100 ? 2 : 1, slack = 0.02;

    rig_draw(r, view);
    find_heights(r, time, &view);
    for (unsigned c = 0; c < r->desc.n_channels; c++)
        for (unsigned x = 0; x < width; x++)
            for (unsigned up = 0; up < height; up++) {
                const unsigned bar = bar_at(r, x);
                const double level = levels[c * n + bar] - up - 0.5;
                const double peak = peaks[c * n + bar] - up - 0.5;
                uint32_t want = background_at(r, c, x, up);
                /* bars end on whole pixels, nearest to their level */
                if (fabs(level) < slack || fabs(peak) < slack ||
                    fabs(peak - thick) < slack)
                    continue;
                if (x + gap < (bar + 1) * width / n) {
                    if (level > 0)
                        want = color_at(r, up);
                    if (peak > 0 && peak < thick)
                        want = RIG_MARKER;
                }
                TEST_CHECK(rig_pixel(r, c, x, height - 1 - up) == want,
                           "%s, %u frames: channel %u, bar %u, x %u, up %u: "
                           "0x%x, not 0x%x; level %g, peak %g",
                           r->name, history.n_frames, c, bar, x, up,
                           rig_pixel(r, c, x, height - 1 - up), want,
                           levels[c * n + bar], peaks[c * n + bar]);
            }
}

static double distance_to(double x, double y, double x0, double y0, double x1,
                          double y1)
{
    const double dx = x1 - x0, dy = y1 - y0;
    const double t =
        fmax(0, fmin(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)));

    return hypot(x - x0 - t * dx, y - y0 - t * dy);
}

static double cover(const double *heights, unsigned x, double y, unsigned width)
{
    double nearest = 1e9;

    for (int side = -1; side <= 1; side += 2) {
        const unsigned i =
            side < 0 ? (x ? x - 1 : x) : (x + 1 < width ? x + 1 : x);
        nearest =
            fmin(nearest, distance_to(0, y, 0, heights[x], side, heights[i]));
    }
    return fmax(0, fmin(1, 1.25 - nearest)); /* 1.5 pixels wide */
}

static void mix(double bytes[4], uint32_t color, double share)
{
    for (int i = 0; i < 4; i++)
        bytes[i] += share * ((color >> 8 * i & 0xff) - bytes[i]);
}

/* A curve of a channel over what is there so far. */
static void mix_curve(const struct rig *r, unsigned channel, unsigned x,
                      unsigned up, uint32_t color, double bytes[4])
{
    const unsigned width = r->desc.plot.width;

    if (r->desc.hold > 0)
        mix(bytes, color,
            0.45 * cover(peaks + channel * width, x, up + 0.5, width));
    mix(bytes, color, cover(levels + channel * width, x, up + 0.5, width));
}

static void check_point(const struct rig *r, unsigned plot, unsigned x,
                        unsigned up)
{
    const clfft_picture_desc *d = &r->desc;
    const uint32_t pixel = rig_pixel(r, plot, x, d->plot.height - 1 - up);
    const double level = levels[plot * d->plot.width + x];
    double bytes[4] = {0};

    mix(bytes, background_at(r, plot, x, up), 1);
    for (unsigned c = 0; c < d->n_channels && d->curves; c++)
        mix_curve(r, c, x, up, d->curves[c], bytes);
    if (!d->curves) {
        if (fabs(level - up - 0.5) < 0.02)
            return;
        if (up + 0.5 < level)
            mix(bytes, color_at(r, up), 0.4);
        mix_curve(r, plot, x, up, RIG_MARKER, bytes);
    }
    for (int i = 0; i < 4; i++)
        TEST_CHECK(fabs(bytes[i] - (pixel >> 8 * i & 0xff)) < 3,
                   "%s, %u frames: plot %u%s, x %u, up %u: byte %d of 0x%x is "
                   "not %g; level %g",
                   r->name, history.n_frames, plot,
                   d->curves ? " of curves" : "", x, up, i, pixel, bytes[i],
                   level);
}

static void check_line(struct rig *r, double time)
{
    const clfft_picture_view view = {
        .floor = -60,
        .range = 90,
        .level_scale = rig_below(2) ? CLFFT_LEVEL_SCALE_DECIBEL
                                    : (clfft_level_scale)rig_below(3)};
    const unsigned width = r->desc.plot.width, height = r->desc.plot.height;

    rig_draw(r, view);
    find_heights(r, time, &view);
    for (unsigned plot = 0; plot < (r->desc.curves ? 1 : r->desc.n_channels);
         plot++)
        for (unsigned x = 0; x < width; x++)
            for (unsigned up = 0; up < height; up++)
                check_point(r, plot, x, up);
}

static const uint32_t curves[] = {0x10e0a050u, 0x30605090u, 0x7090f010u};

static void run_levels(clfft_picture_mode mode,
                       void (*check)(struct rig *, double), unsigned n)
{
    struct rig r;

    for (unsigned i = 0; i < n; i++) {
        const double time = 0.01 * (1 + rig_below(20));
        rig_make(&r, mode);
        r.desc.fall = rig_below(3) ? 5 + rig_below(200) : 0;
        r.desc.hold = rig_below(3) ? 0.013 + 0.1 * rig_below(10) : 0;
        if (mode == CLFFT_PICTURE_LINE && rig_below(2))
            r.desc.curves = curves;
        if (i % 4 == 0) { /* room for wide bars and thick peaks */
            r.desc.plot.height += 100;
            r.desc.height += 100 * r.desc.n_channels;
            r.desc.plot.pitch += 100;
            if (mode == CLFFT_PICTURE_BARS)
                r.desc.n_cells = 1 + r.desc.plot.width / 12;
        }
        if (rig_open(&r)) {
            history_start(&r);
            check(&r, time);
            add_frames(&r, 1, time, i % 2);
            check(&r, time);
            add_frames(&r, 1 + rig_below(40), time, i % 2);
            check(&r, time);
            check(&r, time); /* again, of the same frames */
            clfft_picture_reset(r.picture, harness_queue());
            history_start(&r);
            check(&r, time);
            add_frames(&r, 2, time, i % 2);
            check(&r, time);
        }
        rig_close(&r);
    }
}

static void bars_stand_for_levels_and_held_peaks(void)
{
    REQUIRE_DEVICE;
    run_levels(CLFFT_PICTURE_BARS, check_bars, 24);
}

static void line_joins_levels_and_held_peaks(void)
{
    REQUIRE_DEVICE;
    run_levels(CLFFT_PICTURE_LINE, check_line, 24);
}

/* ---- bytes ---- */

static uint32_t turn(uint32_t pixel)
{
    return pixel << 8 | pixel >> 24;
}

static void turn_all(uint32_t *pixels, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pixels[i] = turn(pixels[i]);
}

/* Bytes that go round by one place in palette, colours and background do so in
   the picture, and nothing else changes. */
static void byte_order_changes_nothing_else(void)
{
    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 12; i++) {
        const clfft_picture_view view = {
            .floor = -50, .range = 80, .end_column = 9, .sweep = i < 4};
        const clfft_picture_frames frames = {
            .unit = 1, .step = 1, .frame_time = 0.1};
        uint32_t *first;
        struct rig r;

        rig_make(&r, (clfft_picture_mode)(i % 4));
        r.desc.hold = 0.1;
        if (rig_open(&r)) {
            const size_t n = (size_t)r.desc.width * r.desc.height;
            first = malloc(n * sizeof *first);
            rig_make_frames(&r, 9, false);
            rig_add(&r, 9, &frames);
            rig_draw(&r, view);
            memcpy(first, r.pixels, n * sizeof *first);
            clfft_picture_destroy(&r.picture);
            turn_all(r.desc.palette, CLFFT_PALETTE_SIZE);
            turn_all(&r.desc.empty, 1);
            turn_all(&r.desc.marker, 1);
            turn_all(r.background, n);
            TEST_CHECK(
                !clfft_picture_create(harness_device(), &r.desc, &r.picture) &&
                    !clfft_picture_set_background(r.picture, harness_queue(),
                                                  r.background),
                "%s", clfft_last_error());
            rig_add(&r, 9, &frames);
            rig_draw(&r, view);
            turn_all(first, n);
            TEST_CHECK(!memcmp(first, r.pixels, n * sizeof *first), "%s",
                       r.name);
            free(first);
        }
        rig_close(&r);
    }
}

TEST_MAIN(TEST(overview_shows_all_frames), TEST(overview_of_odd_numbers),
          TEST(overview_joins_exactly_full_columns), TEST(overview_keeps_holes),
          TEST(overview_of_an_endless_hole),
          TEST(bars_stand_for_levels_and_held_peaks),
          TEST(line_joins_levels_and_held_peaks),
          TEST(byte_order_changes_nothing_else))
