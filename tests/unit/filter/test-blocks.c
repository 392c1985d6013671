/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-blocks.c: how pictures of any size are cut for responses of any
   reach: into blocks that have all samples, in slices within the bytes that are
   allowed, or not at all. */
#include "clfft/filter/blocks.h"
#include "support/test.h"

#include <math.h>

static uint64_t draw_size(double most)
{
    return (uint64_t)exp2(log2(most) * fabs(test_uniform()));
}

static clfft_limits draw_limits(void)
{
    return (clfft_limits){.type = test_random() % 2 ? CL_DEVICE_TYPE_CPU
                                                    : CL_DEVICE_TYPE_GPU};
}

static clfft_filter_desc draw_desc(void)
{
    clfft_filter_desc d = {
        .width = draw_size(1 << 15),
        .height = draw_size(1 << 15),
        .n_planes = test_draw(1, 4),
        .n_responses = 1,
        .max_waves = test_draw(0, 1) * CLFFT_FILTER_MAX_WAVES,
        .precision =
            test_draw(0, 1) ? CLFFT_PRECISION_SINGLE : CLFFT_PRECISION_DOUBLE,
        .max_size = draw_size(0x1p14) << 20,
    };

    for (unsigned i = 0; i < 2; i++)
        d.reach[i] = draw_size(3000) - 1;
    if (test_draw(0, 1))
        d.n_responses = d.n_planes;
    return d;
}

static const char *print(const clfft_filter_desc *d)
{
    static char text[200];

    snprintf(text, sizeof text, "%ux%u, %u planes, reach %ux%u, %g bytes",
             (unsigned)d->width, (unsigned)d->height, d->n_planes,
             (unsigned)d->reach[0], (unsigned)d->reach[1], (double)d->max_size);
    return text;
}

/* Counted here once more: what is mirrored or comes back, spectra, scratch
   memory, responses. */
static double count_bytes(const clfft_filter_desc *d,
                          const struct clfft_filter_blocks *b)
{
    const double x = (double)b->axes[0].length, y = (double)b->axes[1].length;
    const double n = (double)(b->columns * b->rows * b->planes);
    const double bins = 2 * (floor(x / 2) + 1) * y;

    return (d->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4) *
           (n * x * y + 2 * n * bins + d->n_responses * bins);
}

static void check_axis(const clfft_filter_desc *d, unsigned axis,
                       const struct clfft_filter_axis *a, uint64_t at_once)
{
    const uint64_t n = axis ? d->height : d->width;
    const bool repeats = a->length == (n > 1 ? 2 * n - 2 : 1);

    TEST_CHECK(a->count * a->hop >= n && (a->count - 1) * a->hop < n,
               "%s: %u blocks of %u", print(d), (unsigned)a->count,
               (unsigned)a->hop);
    TEST_CHECK(
        (repeats && a->count == 1) ||
            (a->reach == d->reach[axis] && a->hop + 2 * a->reach <= a->length),
        "%s: %u of %u samples", print(d), (unsigned)a->hop,
        (unsigned)a->length);
    TEST_CHECK(at_once >= 1 && at_once <= a->count, "%s: %u at once", print(d),
               (unsigned)at_once);
}

static void blocks_have_all_samples_within_the_bytes(void)
{
    const unsigned n = test_is_full() ? 50000 : 2000;
    unsigned n_cut = 0, n_refused = 0;

    for (unsigned i = 0; i < n && !test_n_failures; i++) {
        const clfft_filter_desc d = draw_desc();
        const clfft_limits limits = draw_limits();
        struct clfft_filter_blocks b;

        if (clfft_filter_choose(&d, &limits, &b) != CLFFT_STATUS_OK) {
            n_refused++;
            continue;
        }
        check_axis(&d, 0, &b.axes[0], b.columns);
        check_axis(&d, 1, &b.axes[1], b.rows);
        TEST_CHECK(b.planes == 1 || b.planes == d.n_planes, "%s", print(&d));
        TEST_CHECK(count_bytes(&d, &b) <= (double)d.max_size, "%s: %g",
                   print(&d), count_bytes(&d, &b));
        n_cut += b.columns < b.axes[0].count;
    }
    printf("# %u cut, %u refused\n", n_cut, n_refused);
    TEST_CHECK(n_cut > n / 100 && n_refused > n / 100,
               "%u were cut, %u refused", n_cut, n_refused);
}

/* The error names the bytes that would do. */
static void what_is_refused_is_taken_with_what_it_needs(void)
{
    const unsigned n = test_is_full() ? 5000 : 200;

    for (unsigned i = 0; i < n && !test_n_failures; i++) {
        const clfft_limits limits = draw_limits();
        clfft_filter_desc d = draw_desc();
        struct clfft_filter_blocks b;
        const char *text, *needs;

        d.max_size = 1;
        if (clfft_filter_choose(&d, &limits, &b) == CLFFT_STATUS_OK)
            continue;
        text = clfft_last_error();
        needs = strstr(text, "need ");
        TEST_REQUIRE(needs && strstr(text, "may have 1"), "%s", text);
        d.max_size = strtoull(needs + strlen("need "), NULL, 10);
        TEST_CHECK(clfft_filter_choose(&d, &limits, &b) == CLFFT_STATUS_OK,
                   "%s: %s", print(&d), clfft_last_error());
    }
}

TEST_MAIN(TEST(blocks_have_all_samples_within_the_bytes),
          TEST(what_is_refused_is_taken_with_what_it_needs))
