/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-watch.c: what computes many coefficients asks the watch often, and gives
 * up at once when it says so: judged by the calls, of which none comes after
 * the one that says no, and by the work between two of them.
 */
#include "clfft/spectrum.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* Points between two calls at most, and of this thread's own time. */
#define MOST_POINTS 16384
#define MOST_SECONDS 0.5

struct watched {
    uint64_t n_calls, last; /* which says no; 0: none */
    double time, longest;
    bool is_within;
};

static double get_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool watch(double fraction, const char *what, void *data)
{
    struct watched *watched = data;
    const double now = get_time();

    watched->longest = fmax(watched->longest, now - watched->time);
    watched->time = now;
    watched->is_within =
        watched->is_within && fraction >= 0 && fraction <= 1 && *what;
    return ++watched->n_calls != watched->last;
}

/* What is computed, of drawn settings. */
struct work {
    clfft_window window;
    double parameter;
    uint64_t length, hop;
    double *w, *more;
    clfft_gain_desc gain;
    clfft_bands_desc bands;
};

static clfft_status fill_window(const struct work *work)
{
    return clfft_window_fill(work->window, work->parameter, work->length,
                             work->more);
}

static clfft_status fill_tapers(const struct work *work)
{
    return clfft_tapers_fill(1 + work->parameter / 2, work->length, 2,
                             work->more);
}

static clfft_status fill_gain(const struct work *work)
{
    const uint64_t last = work->gain.n / 2;

    work->more[last] = NAN; /* which stays where it ends before */
    clfft_gain_fill(&work->gain, work->more);
    return isnan(work->more[last]) ? CLFFT_STATUS_CANCELLED : CLFFT_STATUS_OK;
}

static clfft_status cover(const struct work *work)
{
    double lowest, highest;

    return clfft_window_coverage(work->w, work->length, work->hop, &lowest,
                                 &highest);
}

static clfft_status fill_bands(const struct work *work)
{
    clfft_bands bands;
    double *centers = NULL;
    const clfft_status status =
        clfft_bands_fill(&work->bands, &bands, &centers);

    TEST_CHECK(status == CLFFT_STATUS_OK || (!bands.weight && !centers),
               "bands are left");
    clfft_bands_clear(&bands);
    free(centers);
    return status;
}

static void draw_bands(const struct work *work, clfft_bands_desc *bands)
{
    const unsigned n_scales = CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE + 1;

    *bands = (clfft_bands_desc){
        .scale = (clfft_band_scale)(test_random() % n_scales),
        .n = work->gain.n,
        .rate = 48000,
        .mel_scale = (clfft_mel_scale)(test_random() % 3)};
    if (clfft_band_scale_fraction(bands->scale) == 0)
        bands->n_bands = 1 + (unsigned)(test_random() % (bands->n / 4));
}

static void draw_work(struct work *work, double most)
{
    double low = 0, high = 0;

    work->window = (clfft_window)(test_random() % CLFFT_N_WINDOWS);
    clfft_window_parameter(work->window, NULL, &low, &high);
    work->parameter = low + (high - low) * (test_uniform() + 1) / 2;
    work->length = (uint64_t)exp2(4 + (most - 4) * (test_uniform() + 1) / 2);
    work->hop = 1 + test_random() % (2 * work->length);
    work->w = calloc(work->length, sizeof *work->w);
    work->more = calloc(2 * work->length, sizeof *work->more);
    for (uint64_t i = 0; work->w && i < work->length; i++)
        work->w[i] = 1 + (double)(i % 3);
    work->gain =
        (clfft_gain_desc){.scaling = CLFFT_SCALING_AMPLITUDE,
                          .weighting = (clfft_weighting)(test_random() % 6),
                          .for_sums = test_random() % 2,
                          .n = 2 * work->length,
                          .sides = CLFFT_SIDES_ONE,
                          .rate = 48000,
                          .window = work->w,
                          .window_length = work->length};
    draw_bands(work, &work->bands);
}

static const struct {
    const char *name;
    clfft_status (*run)(const struct work *);
} works[] = {{"window", fill_window},
             {"gain", fill_gain},
             {"overlap", cover},
             {"bands", fill_bands},
             {"tapers", fill_tapers}};

static void check_work(const struct work *work, unsigned kind)
{
    struct watched all = {.is_within = true, .time = get_time()};
    struct watched some = {.is_within = true};
    clfft_status status;

    clfft_spectrum_watch(watch, &all);
    status = works[kind].run(work);
    all.longest = fmax(all.longest, get_time() - all.time);
    if (status == CLFFT_STATUS_OK) {
        /* half of a window is computed, and of some hops a part */
        const uint64_t n = kind == 2 && work->hop < work->length
                               ? work->hop
                               : work->length / 2;

        TEST_CHECK(all.n_calls >= n / MOST_POINTS,
                   "%s, window %d of %llu points: %llu calls", works[kind].name,
                   (int)work->window, (unsigned long long)work->length,
                   (unsigned long long)all.n_calls);
    }
    TEST_CHECK(all.is_within, "%s: a fraction outside 0 to 1",
               works[kind].name);
    TEST_CHECK(all.longest < MOST_SECONDS,
               "%s, window %d of %llu points: %g s between two calls",
               works[kind].name, (int)work->window,
               (unsigned long long)work->length, all.longest);
    if (status == CLFFT_STATUS_OK && all.n_calls) {
        some.last = 1 + test_random() % all.n_calls;
        clfft_spectrum_watch(watch, &some);
        status = works[kind].run(work);
        TEST_CHECK(status == CLFFT_STATUS_CANCELLED, "%s, window %d: %s",
                   works[kind].name, (int)work->window,
                   clfft_status_name(status));
        TEST_CHECK(some.n_calls == some.last,
                   "%s, window %d of %llu points: %llu calls after it was to "
                   "stop",
                   works[kind].name, (int)work->window,
                   (unsigned long long)work->length,
                   (unsigned long long)(some.n_calls - some.last));
    }
    clfft_spectrum_watch(NULL, NULL);
}

static void drawn_work_stops_at_the_call_that_says_so(void)
{
    const int n = test_is_full() ? 2000 : 200;

    for (int i = 0; i < n; i++) {
        struct work work;

        draw_work(&work, test_is_full() ? 22 : 18);
        TEST_REQUIRE(work.w && work.more, "no memory");
        check_work(&work, (unsigned)(test_random() % COUNT(works)));
        free(work.w);
        free(work.more);
    }
}

static void each_window_stops(void)
{
    for (int w = 0; w < CLFFT_N_WINDOWS; w++) {
        struct work work;

        draw_work(&work, 17);
        free(work.more);
        work.window = (clfft_window)w;
        clfft_window_parameter(work.window, &work.parameter, NULL, NULL);
        work.length = 100000;
        work.more = calloc(work.length, sizeof *work.more);
        TEST_REQUIRE(work.w && work.more, "no memory");
        check_work(&work, 0);
        free(work.w);
        free(work.more);
    }
}

static void work_without_a_watch_goes_to_its_end(void)
{
    struct watched watched = {.last = 1};
    double *w = calloc(20000, sizeof *w);

    TEST_REQUIRE(w, "no memory");
    clfft_spectrum_watch(watch, &watched);
    clfft_spectrum_watch(NULL, NULL);
    TEST_CHECK(clfft_window_fill(CLFFT_WINDOW_DPSS, 4, 20000, w) ==
                   CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    TEST_CHECK(watched.n_calls == 0, "it was asked");
    free(w);
}

TEST_MAIN(TEST(drawn_work_stops_at_the_call_that_says_so),
          TEST(each_window_stops), TEST(work_without_a_watch_goes_to_its_end))
