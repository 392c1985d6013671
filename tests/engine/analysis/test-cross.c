/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-cross.c: cross spectra, coherence and transfer functions against the
   host's in long double, of drawn shapes, however frames are cut into calls.
   test-delays.c has the delays. */
#include "cross-rig.h"

/* Channels of levels far apart, which have a part in common. */
static void fill(struct rig *r)
{
    for (unsigned f = 0; f < r->n_frames; f++)
        for (uint64_t k = 0; k < r->desc.points; k++) {
            const double common[2] = {test_uniform(), test_uniform()};

            for (unsigned c = 0; c < r->desc.channels; c++)
                for (unsigned i = 0; i < 2; i++)
                    rig_bin(r, f, c, k)[i] =
                        rig_held(r, pow(10, (int)(c * 5 % 8) - 5) *
                                        (common[i] + 0.5 * test_uniform()));
        }
}

/* ---- the host's ---- */

struct sums {
    long double xx, yy, n;
    wide xy;
    unsigned n_left_out;
};

static void add(const struct rig *r, struct sums *s, const double *x,
                const double *y)
{
    const wide a = rig_number(x), b = rig_number(y);
    const long double xx = creall(a * conjl(a)), yy = creall(b * conjl(b));
    const bool exponential = r->desc.averaging == CLFFT_AVERAGING_EXPONENTIAL;
    const long double to = !exponential ? 1
                           : s->n > 0   ? rig_held(r, r->desc.alpha)
                                        : 1;
    /* of the desc's own numbers, each rounded once */
    const long double keep = !exponential ? 1
                             : s->n > 0   ? rig_held(r, 1 - r->desc.alpha)
                                          : 0;

    if (!isfinite(rig_is_double(r) ? (double)(xx + yy) : (float)(xx + yy))) {
        s->n_left_out++;
        return;
    }
    s->xx = keep * s->xx + to * xx;
    s->yy = keep * s->yy + to * yy;
    s->xy = keep * s->xy + to * conjl(a) * b;
    s->n = exponential ? 1 : s->n + 1;
}

/* *level: what errors are measured by. */
static wide result_of(const struct rig *r, const struct sums *s,
                      long double *level)
{
    const long double both = sqrtl(s->xx) * sqrtl(s->yy);

    *level = 1;
    switch (r->desc.quantity) {
    case CLFFT_CROSS_POWER:
        *level = both / s->n;
        return s->xy / s->n;
    case CLFFT_CROSS_COHERENCE:
        if (s->n > 0 && both == 0)
            return 0;
        return creall(s->xy * conjl(s->xy)) / both / both;
    case CLFFT_CROSS_TRANSFER_H1:
        *level = sqrtl(s->yy / s->xx);
        return s->xy / s->xx;
    default: /* the worse, the less they have in common */
        *level = s->yy / cabsl(s->xy) * both / cabsl(s->xy);
        return s->yy / conjl(s->xy);
    }
}

/* Compares the frames that came out with those of the host. */
static void judge(const struct rig *r, unsigned n_out, bool flush)
{
    const clfft_cross_desc *d = &r->desc;
    const bool exponential = d->averaging == CLFFT_AVERAGING_EXPONENTIAL;
    const unsigned length = exponential ? 1 : d->count;
    const unsigned n =
        r->n_frames / length + (flush && r->n_frames % length != 0);
    const long double unit = rig_is_double(r) ? 0x1p-53L : 0x1p-24L;
    const unsigned width = d->quantity == CLFFT_CROSS_COHERENCE ? 1 : 2;

    TEST_CHECK(n_out == n, "%s: %u frames, not %u", rig_name(d), n_out, n);
    for (unsigned row = 0; row < d->channels - 1; row++)
        for (uint64_t k = 0; k < d->points; k++) {
            struct sums s = {0};

            for (unsigned f = 0; f < n; f++) {
                const double *got =
                    r->out + f * r->frame_out + width * (row * d->points + k);
                long double level;

                if (!exponential)
                    s = (struct sums){0};
                for (unsigned i = f * length;
                     i < r->n_frames && i < (f + 1) * length; i++)
                    add(r, &s, rig_bin(r, i, d->reference, k),
                        rig_bin(r, i, row + (row >= d->reference), k));
                const wide want = result_of(r, &s, &level);
                const wide error = (width == 2 ? rig_number(got) : *got) - want;
                const long double bar = level * unit * (16 + 2 * r->n_frames);
                TEST_CHECK(isnan(creall(want)) ? isnan(got[0])
                                               : cabsl(error) <= bar,
                           "%s: frame %u, row %u, bin %llu: %g %+gi, not %g "
                           "%+gi, %Lg units",
                           rig_name(d), f, row, (unsigned long long)k, got[0],
                           width == 2 ? got[1] : 0, (double)creall(want),
                           (double)cimagl(want), cabsl(error) / level / unit);
            }
        }
    for (size_t i = n * r->frame_out; i < (r->n_frames + 1) * r->frame_out; i++)
        TEST_CHECK(isnan(r->out[i]), "%s: number %zu was written", rig_name(d),
                   i);
}

/* ---- claims ---- */

static clfft_cross_desc draw_desc(void)
{
    clfft_cross_desc d = {.quantity = test_random() % CLFFT_CROSS_DELAY,
                          .averaging = test_random() % 2
                                           ? CLFFT_AVERAGING_MEAN
                                           : CLFFT_AVERAGING_EXPONENTIAL,
                          .count = 1 + test_random() % 12,
                          .alpha = fabs(test_uniform()),
                          .channels = 2 + test_random() % 5,
                          .points = 1 + test_random() % 150};

    if (test_random() % 3 == 0)
        d.alpha = 1;
    d.reference = test_random() % d.channels;
    if (clfft_device_get_limits(harness_device())->has_double &&
        test_random() % 3 == 0)
        d.precision = CLFFT_PRECISION_DOUBLE;
    return d;
}

static void quantities_are_right_however_frames_are_cut(void)
{
    REQUIRE_DEVICE;
    for (unsigned round = 0; round < 40; round++) {
        const clfft_cross_desc desc = draw_desc();
        clfft_cross *cross = rig_open_cross(&desc);

        for (unsigned i = 0; cross && i < 3; i++) {
            const bool flush = test_random() % 2;
            struct rig r;

            if (!rig_open(&r, &desc, 1 + test_random() % RIG_MOST_FRAMES))
                return;
            fill(&r);
            judge(&r, rig_run(&r, cross, i > 0, flush), flush);
            clfft_cross_reset(cross);
            rig_close(&r);
        }
        clfft_cross_destroy(&cross);
        TEST_CHECK(!cross, "not NULL");
    }
}

/* Not merely close: the frames of every cut are the same bits. */
static void cuts_change_no_bit(void)
{
    REQUIRE_DEVICE;
    for (unsigned round = 0; round < 12; round++) {
        clfft_cross_desc desc = draw_desc();
        struct rig r;

        if (round % 4 == 0) {
            desc.quantity = CLFFT_CROSS_DELAY;
            desc.length = 2 * desc.points - 1;
            desc.rate = 48000;
            desc.max_outputs = RIG_MOST_FRAMES + 1;
        }
        clfft_cross *cross = rig_open_cross(&desc);
        if (!cross || !rig_open(&r, &desc, RIG_MOST_FRAMES))
            return;
        fill(&r);
        const size_t size = r.frame_out * (r.n_frames + 1) * sizeof *r.out;
        double *first = malloc(size);
        TEST_REQUIRE(first, "memory");
        rig_run(&r, cross, false, true);
        memcpy(first, r.out, size);
        for (unsigned i = 0; i < 5; i++) {
            clfft_cross_reset(cross);
            rig_run(&r, cross, true, true);
            TEST_CHECK(!memcmp(first, r.out, size), "%s", rig_name(&desc));
        }
        free(first);
        rig_close(&r);
        clfft_cross_destroy(&cross);
    }
}

static unsigned count_left_out(const struct rig *r)
{
    struct sums s = {0};

    for (unsigned f = 0; f < r->n_frames; f++)
        for (unsigned c = 0; c < r->desc.channels; c++)
            for (uint64_t k = 0; k < r->desc.points && c != r->desc.reference;
                 k++)
                add(r, &s, rig_bin(r, f, r->desc.reference, k),
                    rig_bin(r, f, c, k));
    return s.n_left_out;
}

/* Frames that are not finite, or too large to have a power, are left out. */
static void what_is_not_finite_is_left_out(void)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e200};

    REQUIRE_DEVICE;
    for (unsigned round = 0; round < 24; round++) {
        const clfft_cross_desc desc = draw_desc();
        clfft_cross *cross = rig_open_cross(&desc);
        struct rig r;

        if (!cross || !rig_open(&r, &desc, RIG_MOST_FRAMES))
            return;
        fill(&r);
        for (unsigned i = 0; i < 200; i++)
            rig_bin(&r, test_random() % r.n_frames,
                    test_random() % desc.channels,
                    test_random() % desc.points)[test_random() % 2] =
                rig_held(&r, bad[test_random() % COUNT(bad)]);
        judge(&r, rig_run(&r, cross, true, true), true);
        TEST_CHECK(clfft_cross_get_n_left_out(cross) == count_left_out(&r),
                   "%s: %u were left out, not %u", rig_name(&desc),
                   clfft_cross_get_n_left_out(cross), count_left_out(&r));
        rig_close(&r);
        clfft_cross_destroy(&cross);
    }
}

/* Digital silence has no coherence, and quiet channels have theirs although the
   product of their powers is beyond the precision. */
static void silence_and_quiet_channels_have_coherence(void)
{
    const clfft_cross_desc desc = {.quantity = CLFFT_CROSS_COHERENCE,
                                   .count = RIG_MOST_FRAMES,
                                   .channels = 3,
                                   .points = 50};
    clfft_cross *cross;
    struct rig r;

    REQUIRE_DEVICE;
    cross = rig_open_cross(&desc);
    if (!cross || !rig_open(&r, &desc, RIG_MOST_FRAMES))
        return;
    fill(&r);
    for (unsigned f = 0; f < r.n_frames; f++)
        for (uint64_t k = 0; k < desc.points; k++)
            for (unsigned c = 0; c < 3; c++)
                for (unsigned i = 0; i < 2; i++)
                    rig_bin(&r, f, c, k)[i] *= c == 2 && k < 9 ? 0 : 1e-11;
    judge(&r, rig_run(&r, cross, false, false), false);
    rig_close(&r);
    clfft_cross_destroy(&cross);
}

/* ---- calls ---- */

static void reset_forgets_and_a_second_flush_gives_nothing(void)
{
    clfft_cross_desc desc = {.quantity = CLFFT_CROSS_POWER,
                             .count = 10,
                             .channels = 2,
                             .points = 20};
    clfft_cross *cross;
    struct rig r, rest;
    cl_mem buffer;
    unsigned n_out = 9;

    REQUIRE_DEVICE;
    cross = rig_open_cross(&desc);
    if (!cross || !rig_open(&r, &desc, 9) || !rig_open(&rest, &desc, 4))
        return;
    fill(&r);
    fill(&rest);
    rig_run(&r, cross, true, false);
    clfft_cross_reset(cross);
    judge(&rest, rig_run(&rest, cross, true, true), true);
    buffer = harness_buffer(NULL, 4096);
    TEST_CHECK(!clfft_cross_execute(
                   cross, harness_queue(), NULL, buffer,
                   &(clfft_average_params){.flush = true, .n_out = &n_out}) &&
                   n_out == 0,
               "%u: %s", n_out, clfft_last_error());
    clFinish(harness_queue());
    clReleaseMemObject(buffer);
    rig_close(&r);
    rig_close(&rest);
    clfft_cross_destroy(&cross);
}

static void broken_descriptions_are_refused(void)
{
    static const struct {
        clfft_cross_desc desc;
        const char *reason;
    } bad[] = {
        {{.quantity = 5, .count = 1, .channels = 2, .points = 1}, "quantity 5"},
        {{.count = 0, .channels = 2, .points = 1}, "count 0"},
        {{.count = 65537, .channels = 2, .points = 1}, "65537"},
        {{.averaging = CLFFT_AVERAGING_MEDIAN,
          .count = 1,
          .channels = 2,
          .points = 1},
         "mean or exponential"},
        {{.averaging = CLFFT_AVERAGING_EXPONENTIAL,
          .alpha = NAN,
          .channels = 2,
          .points = 1},
         "alpha"},
        {{.count = 1, .channels = 1, .points = 1}, "channels 1"},
        {{.count = 1, .channels = 3, .reference = 3, .points = 1},
         "reference 3 is not in 0..2"},
        {{.count = 1, .channels = 2, .points = 0}, "points 0"},
        {{.count = 1, .channels = 2, .points = UINT64_MAX}, "points"},
        {{.quantity = CLFFT_CROSS_DELAY,
          .count = 1,
          .channels = 2,
          .points = 6,
          .length = 12,
          .rate = 1,
          .max_outputs = 1},
         "length 12"},
        {{.quantity = CLFFT_CROSS_DELAY,
          .count = 1,
          .channels = 2,
          .points = 6,
          .length = 10,
          .rate = NAN,
          .max_outputs = 1},
         "rate"},
        {{.quantity = CLFFT_CROSS_DELAY,
          .count = 1,
          .channels = 2,
          .points = 6,
          .length = 10,
          .rate = 1},
         "max_outputs"},
        {{.count = 1, .channels = 2, .points = 1, .reserved = {0, 7}},
         "clfft_cross_desc"},
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(bad); i++) {
        clfft_cross *cross = (clfft_cross *)&bad[i];
        const clfft_status status =
            clfft_cross_create(harness_device(), &bad[i].desc, &cross);

        TEST_CHECK(status == CLFFT_STATUS_INVALID && !cross, "%s: %s",
                   bad[i].reason, clfft_status_name(status));
        TEST_CHECK(strstr(clfft_last_error(), bad[i].reason),
                   "\"%s\" lacks \"%s\"", clfft_last_error(), bad[i].reason);
    }
}

TEST_MAIN(TEST(quantities_are_right_however_frames_are_cut),
          TEST(cuts_change_no_bit), TEST(what_is_not_finite_is_left_out),
          TEST(silence_and_quiet_channels_have_coherence),
          TEST(reset_forgets_and_a_second_flush_gives_nothing),
          TEST(broken_descriptions_are_refused))
