/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-lengths.c: every kind of length, transform and schedule meets the
 * accuracy contract. A schedule's kernels differ by length (but direct's, by
 * radix), so the default run takes few lengths and CLFFT_TEST_FULL=1 many;
 * the sweeps proper are `clfft-bench verify`.
 */
#include "clfft/base/factor.h"
#include "engine/recipes.h"

#include <math.h>

static const char *const short_forms[] = {
    "c2c %u x3",
    "c2c %u x3 inverse",
    "r2c %u x3",
    "c2r %u x3",
};
static const char *const long_forms[] = {"c2c %u", "r2c %u x2"};

/* around the ends of passes, primes, mixed radices */
static const unsigned boundaries[] = {2047, 2048, 2049, 4095, 4096,
                                      4097, 8192, 8193, 16384};
static const unsigned primes[] = {17, 127, 509, 1009, 4093};
static const unsigned mixed[] = {30, 360, 1000, 1001, 1920, 4410, 5040};
static const unsigned longest[] = {44100,   65536,   65537,  131072,
                                   1000000, 1048573, 1048576};

static clfft_schedule forced;

static void expect(const char *text)
{
    const struct harness_options options = {.plan = {.schedule = forced}};
    const char *wrong = harness_judge_text(text, &options, test_random());

    TEST_CHECK(!wrong, "%s", wrong);
}

static void expect_forms(const char *const *forms, size_t n_forms, unsigned n)
{
    char text[96];

    for (size_t f = 0; f < n_forms; f++) {
        snprintf(text, sizeof text, forms[f], n);
        expect(text);
    }
}

/* Each of the list in every form in the full run, else `some` of it, each in
   one form that is drawn. */
static void expect_list(const unsigned *lengths, size_t n_lengths, size_t some,
                        const char *const *forms, size_t n_forms)
{
    const bool all = test_is_full();
    const size_t first = (size_t)(test_random() % n_lengths);

    for (size_t i = 0; i < (all ? n_lengths : some); i++) {
        const unsigned n = lengths[(first + i) % n_lengths];
        if (all)
            expect_forms(forms, n_forms, n);
        else
            expect_forms(&forms[test_random() % n_forms], 1, n);
    }
}

#define LIST(name, some, forms)                                                \
    expect_list(name, COUNT(name), some, forms, COUNT(forms))

static void run_schedule(clfft_schedule schedule)
{
    unsigned small[64];

    REQUIRE_DEVICE;
    forced = schedule;
    for (unsigned i = 0; i < 64; i++)
        small[i] = i + 1;
    LIST(small, 3, short_forms);
    LIST(boundaries, 1, short_forms);
    LIST(primes, 1, short_forms);
    LIST(mixed, 1, short_forms);
    LIST(longest, 1, long_forms);
}

static void direct_is_right(void)
{
    run_schedule(CLFFT_SCHEDULE_DIRECT);
}
static void group_is_right(void)
{
    run_schedule(CLFFT_SCHEDULE_GROUP);
}

static void simd_is_right(void)
{
    if (harness_device() &&
        !(clfft_device_get_limits(harness_device())->type & CL_DEVICE_TYPE_CPU))
        TEST_SKIP("simd is for CPUs");
    run_schedule(CLFFT_SCHEDULE_SIMD);
}

/* What the planner chooses by itself, on lengths people use. */
static void default_schedule_is_right(void)
{
    static const unsigned common[] = {1, 2, 3, 8, 64, 256, 480, 1024};

    REQUIRE_DEVICE;
    forced = CLFFT_SCHEDULE_AUTO;
    LIST(common, 2, short_forms);
    LIST(longest, 1, long_forms);
}

static void double_precision_is_right(void)
{
    static const char *const forms[] = {"c2c %u x3 double", "r2c %u x3 double",
                                        "c2r %u x3 double"};
    static const unsigned lengths[] = {1, 5, 32, 37, 225, 1024, 2310, 4099};

    REQUIRE_DEVICE;
    if (!clfft_device_get_limits(harness_device())->has_double)
        TEST_SKIP("the device has no double precision");
    forced = CLFFT_SCHEDULE_DIRECT;
    LIST(lengths, 1, forms);
    forced = CLFFT_SCHEDULE_GROUP;
    LIST(lengths, 1, forms);
    if (clfft_device_get_limits(harness_device())->type & CL_DEVICE_TYPE_CPU) {
        forced = CLFFT_SCHEDULE_SIMD;
        LIST(lengths, 1, forms);
    }
}

/* A prime from 17 to 4093, small ones as often as large ones by ratio. */
static unsigned draw_prime(void)
{
    const double part = (double)(test_random() >> 11) / 9007199254740992.;
    unsigned p = (unsigned)(17 * pow(4093 / 17., part));

    while (!clfft_is_prime(p))
        p++;
    return p;
}

/* Lengths with one large prime factor or two, which may be stages: those are
   held to the bar of smooth lengths (reference_recipe_factor). */
static void composites_of_primes_are_right(void)
{
    static const char *const drawn[] = {"c2c %u x%u%s", "c2c %u x%u inverse%s",
                                        "r2c %u x%u%s", "c2r %u x%u%s"};
    static const unsigned batches[] = {1, 3, 8};

    REQUIRE_DEVICE;
    forced = CLFFT_SCHEDULE_AUTO;
    for (unsigned i = 0; i < (test_is_full() ? 100 : 3); i++) {
        const bool is_double =
            i % 3 == 2 && clfft_device_get_limits(harness_device())->has_double;
        const unsigned p = draw_prime();
        const unsigned q = i % 2 && p < 128 ? draw_prime() : 1;
        const unsigned n = p * q * (1 + (unsigned)(test_random() % 24));
        char text[96];

        snprintf(text, sizeof text, drawn[test_random() % COUNT(drawn)], n,
                 batches[test_random() % COUNT(batches)],
                 is_double ? " double" : "");
        expect(text);
    }
}

/* Composites whose convolution no group holds, of a prime that is no stage and
   of more, by passes of which that prime's is a convolution of its own. */
static void passes_that_convolve_are_right(void)
{
    static const char *const drawn[] = {
        "c2c %u x%u%s", "c2c %u x%u inverse%s", "r2c %u x%u%s",
        "c2r %u x%u%s", "c2c %u x%u inplace%s", "c2c %ux2 x%u%s"};
    static const unsigned n_forms = COUNT(drawn);
    const size_t first = (size_t)(test_random() % n_forms);

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < (test_is_full() ? 40 : 1); i++) {
        const size_t form = (first + i) % n_forms;
        const bool is_double =
            i % 4 == 3 && clfft_device_get_limits(harness_device())->has_double;
        unsigned p, n;
        char text[96];

        /* lanes have stages of primes up to 251 */
        forced = test_random() % 2 ? CLFFT_SCHEDULE_GROUP : CLFFT_SCHEDULE_AUTO;
        do
            p = draw_prime();
        while (p < (forced ? 131 : 257) || p > 1500);
        n = p * (6200 / p + test_draw(forced ? 1 : 8, 12)) *
            (strstr(drawn[form], "2r") || strstr(drawn[form], "r2") ? 2 : 1);
        snprintf(text, sizeof text, drawn[form], n, test_draw(1, 3),
                 is_double ? " double" : "");
        expect(text);
    }
}

/* A recipe by name: passes, layouts and exchanges that planning seldom
   takes. */
static void forced_recipes_are_right(void)
{
    static const struct recipe_case cases[] = {
        {"c2c 60 x3", "group 5 t3 c4 plain | group 4 t2 c3 pitch | "
                      "group 3 t1 c5 padded"},
        {"c2c 64 x5", "group 8.8 t8 c2 plain"},
        {"c2c 64 x5 inverse", "group 8.8 t8 c2 pitch split", true},
        {"r2c 128 x5", "group 4.16 t4 c3 padded split"},
        {"c2c 64 x5", "group 4.4.4 t5 c1 padded"},
        {"c2c 64 x5", "group 8.8 t8 c2 plain split p2"},
        {"c2c 256 x3 inverse", "group 8.8.4 t32 c3 pitch split p4 early"},
        {"c2c 100 x3", "group 10.10 t10 c2 padded split p5 early"},
        {"c2c 24 x5", "group 4.3.2 t5 c1 plain split p3", true},
        {"r2c 512 x3", "group 16.16 t16 c2 padded split p2", true},
        {"c2r 512 x3", "group 8.8.4 t32 c2 plain split p2 early", true},
        {"r2c 512 x3", "group 16.16 t16 c2 padded early"},
        {"c2c 4096 x2", "group 8.8 t8 c8 plain split p2 early | "
                        "group 8.8 t8 c8 pitch split p4 early"},
        {"c2c 16384", "group 16.32.32 t512 c1 plain split p2", true},
        {"c2c 16384", "group 8.8.8.32 t512 c1 plain p4 poly", true},
        {"c2c 256 x3 inverse", "group 8.4.8 t32 c3 pitch p2", true},
        {"r2c 512 x3", "group 16.16 t16 c2 padded p4 early"},
        {"c2c 31 x3", "bluestein 64: group 8.8 t8 c1 padded split p2 early",
         true},
        {"c2c 256 x3 inverse", "group 16.16 t16 c3 pitch poly"},
        {"c2c 105 x3", "group 7.3.5 t21 c3 plain split poly", true},
        {"c2c 2187 x2", "group 9.9.9.3 t243 c1 plain poly", true},
        {"r2c 512 x3", "group 16.16 t16 c2 padded poly", true},
        {"c2r 512 x3", "group 8.8.4 t32 c2 plain poly", true},
        {"c2r 512 x3", "group 8.8.4 t32 c2 plain split p2 poly"},
        {"c2c 4096 x2",
         "group 8.8 t8 c8 plain split p2 poly | "
         "group 8.8 t8 c8 pitch poly",
         true},
        {"c2c 31 x3", "bluestein 64: group 8.8 t8 c1 padded poly", true},
        {"c2c 37 x3", "bluestein 75: direct 5 | direct 5 | direct 3"},
        {"c2c 31 x3", "bluestein 64: group 8.8 t8 c1 padded"},
        /* a convolution as short and as long as it may be */
        {"c2c 38 x3", "bluestein 75: group 5.3.5 t15 c2 plain"},
        {"r2c 76 x3", "bluestein 75: group 5.5.3 t15 c1 pitch split"},
        {"c2r 76 x3", "bluestein 75: group 3.5.5 t8 c1 plain", true},
        {"c2c 19 x3", "bluestein 80: group 5.4.4 t20 c2 padded", true},
        {"r2c 37 x3", "bluestein 80: group 4.5.4 t20 c1 plain early", true},
        {"c2r 37 x3", "bluestein 80: group 4.5.4 t7 c2 plain poly", true},
        {"c2c 509 x2 inverse",
         "bluestein 1024: group 8.16.8 t64 c1 padded early", true},
        {"c2c 19 x5", "rader 18: group 3.2.3 t6 c2 padded", true},
        {"c2c 31 x3 inverse", "rader 30: group 5.3.2 t6 c2 pitch split"},
        {"c2c 37 x3", "rader 36: group 4.9 t5 c2 plain split p2"},
        {"r2c 62 x3", "bluestein 64: group 8 t1 c8 plain split | "
                      "group 8 t1 c8 pitch split"},
        {"c2c 512 x2", "direct 16 | direct 2 | direct 16", true},
        {"c2c 187 x2", "direct 11 | direct 17"},
        {"c2c 551 x3 inverse", "direct 19 | direct 29"},
        {"c2c 74 x9", "group 37.2 t6 c4 plain"},
        {"c2r 246 x5", "group 41.3 t9 c2 padded", true},
        {"c2c 254 x9 double", "group 127.2 t16 c2 plain"},
        {"c2c 194 x99", "group 97.2 t9 c4 padded split"},
    };

    REQUIRE_DEVICE;
    expect_recipes(cases, COUNT(cases));
}

/* A neighbour 120 dB louder takes nothing from a transform's accuracy. */
static void quiet_neighbours_stay_accurate(void)
{
    static const char *const texts[] = {"c2c 64 x16", "r2c 1024 x8",
                                        "c2r 480 x8", "c2c 1009 x8"};

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (unsigned s = CLFFT_SCHEDULE_AUTO; s <= CLFFT_SCHEDULE_DIRECT;
             s += CLFFT_SCHEDULE_DIRECT) {
            const struct harness_options options = {
                .plan = {.schedule = (clfft_schedule)s}, .quiet_db = 120};
            const char *wrong =
                harness_judge_text(texts[i], &options, test_random());
            TEST_CHECK(!wrong, "%s", wrong);
        }
}

TEST_MAIN(TEST(direct_is_right), TEST(group_is_right), TEST(simd_is_right),
          TEST(default_schedule_is_right), TEST(double_precision_is_right),
          TEST(composites_of_primes_are_right),
          TEST(passes_that_convolve_are_right), TEST(forced_recipes_are_right),
          TEST(quiet_neighbours_stay_accurate))
