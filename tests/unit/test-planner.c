/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-planner.c: which schedules apply where, and that every candidate fits
   the device it was made for. No device. */
#include "clfft/planner/planner.h"
#include "profiles.h"
#include "support/test.h"

#include <math.h>

#define LONGEST_OF_ALL 4096
#define N_SAMPLES 200
#define EVERY_LENGTH_TO 64
#define FEW 20

static clfft_choice candidates[CLFFT_MAX_CANDIDATES];

static clfft_desc resolve(clfft_transform transform, clfft_precision precision,
                          uint64_t n)
{
    const clfft_desc desc = {
        .transform = transform, .precision = precision, .lengths = {n}};
    clfft_desc full;

    if (clfft_desc_resolve(&desc, &full) != CLFFT_STATUS_OK)
        abort();
    return full;
}

/* What the device would have to refuse. */
static void check_fits(const clfft_desc *desc,
                       const struct clfft_limits *limits,
                       const clfft_choice *choice)
{
    const size_t real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    clfft_recipe recipe;
    char text[1024];

    clfft_choice_print(choice, text, sizeof text);
    TEST_CHECK(clfft_recipe_expand(desc, choice, &recipe) == CLFFT_STATUS_OK,
               "%llu on %s: \"%s\": %s", (unsigned long long)desc->lengths[0],
               limits->device_name, text, clfft_last_error());
    clfft_recipe_clear(&recipe);
    for (unsigned i = 0; i < choice->axes[0].n_shapes; i++) {
        const clfft_shape *s = &choice->axes[0].shapes[i];
        TEST_CHECK(
            s->schedule != CLFFT_SCHEDULE_SIMD ||
                clfft_simd_local_size(s, real_size, limits->local_total) <=
                    limits->local_total,
            "%llu on %s: \"%s\": %zu bytes",
            (unsigned long long)desc->lengths[0], limits->device_name, text,
            clfft_simd_local_size(s, real_size, limits->local_total));
        if (s->schedule != CLFFT_SCHEDULE_GROUP)
            continue;
        TEST_CHECK((unsigned)s->items * s->columns <= limits->max_work_group,
                   "%llu on %s: \"%s\": group of %u",
                   (unsigned long long)desc->lengths[0], limits->device_name,
                   text, s->items * s->columns);
        TEST_CHECK(!s->registers || limits->limits_registers,
                   "%llu on %s: \"%s\": registers",
                   (unsigned long long)desc->lengths[0], limits->device_name,
                   text);
        TEST_CHECK(clfft_shape_local_size(s, real_size) <= limits->local_size,
                   "%llu on %s: \"%s\": %zu bytes",
                   (unsigned long long)desc->lengths[0], limits->device_name,
                   text, clfft_shape_local_size(s, real_size));
    }
}

static void check_length(const struct clfft_limits *limits,
                         clfft_schedule schedule, clfft_transform transform,
                         clfft_precision precision, uint64_t n)
{
    clfft_desc desc = resolve(transform, precision, n);
    const unsigned count =
        clfft_planner_candidates(&desc, limits, schedule, candidates);

    TEST_CHECK(count > 0, "%llu on %s: %s", (unsigned long long)n,
               limits->device_name, clfft_last_error());
    for (unsigned i = 0; i < count; i++) {
        TEST_CHECK(!candidates[i].is_seed_method, "%llu on %s: a seed method",
                   (unsigned long long)n, limits->device_name);
        TEST_CHECK(candidates[i].axes[0].shapes[0].schedule == schedule,
                   "%llu on %s: another schedule", (unsigned long long)n,
                   limits->device_name);
        check_fits(&desc, limits, &candidates[i]);
    }
    clfft_desc_clear(&desc);
}

/* Each of the short ones, of longer ones by default one, drawn, of each few
   neighbours. */
static uint64_t next_length(uint64_t n)
{
    return n < EVERY_LENGTH_TO || test_is_full() ? n + 1
                                                 : n + test_draw(1, FEW);
}

/* Lengths of complex transforms; real ones plan for the same lengths or half
   of them. Then to 2^24: as likely small as large by ratio, and every power of
   two. */
static void check_schedule(const struct clfft_limits *limits,
                           clfft_schedule schedule, clfft_precision precision)
{
    const unsigned n_samples = test_is_full() ? N_SAMPLES : N_SAMPLES / FEW;

    for (uint64_t n = 1; n <= LONGEST_OF_ALL; n = next_length(n))
        check_length(limits, schedule, CLFFT_TRANSFORM_C2C, precision, n);
    for (uint64_t n = 1; n <= LONGEST_OF_ALL; n += 1 + test_random() % 32)
        check_length(limits, schedule, (clfft_transform)(1 + n % 3 / 2),
                     precision, n);
    for (unsigned i = 0; i < n_samples; i++)
        check_length(limits, schedule, (clfft_transform)(i % 3), precision,
                     (uint64_t)exp2(18 + 6 * test_uniform()));
    for (unsigned bits = 12; bits <= 24; bits++)
        check_length(limits, schedule, CLFFT_TRANSFORM_C2C, precision,
                     UINT64_C(1) << bits);
    check_length(limits, schedule, CLFFT_TRANSFORM_C2C, precision,
                 16777213); /* prime */
}

static void check_precisions(const struct clfft_limits *limits,
                             clfft_schedule schedule)
{
    check_schedule(limits, schedule, CLFFT_PRECISION_SINGLE);
    if (limits->has_double)
        check_schedule(limits, schedule, CLFFT_PRECISION_DOUBLE);
}

static void direct_applies_to_every_length_on_every_device(void)
{
    for (size_t i = 0; i < N_PROFILES; i++)
        check_precisions(&profiles[i], CLFFT_SCHEDULE_DIRECT);
}

static void group_applies_to_every_length_from_16_kib_up(void)
{
    for (size_t i = 0; i < N_PROFILES; i++)
        check_precisions(&profiles[i], CLFFT_SCHEDULE_GROUP);
}

static void simd_applies_to_every_length_on_cpus(void)
{
    for (size_t i = 0; i < N_PROFILES; i++)
        if (profiles[i].type & CL_DEVICE_TYPE_CPU)
            check_precisions(&profiles[i], CLFFT_SCHEDULE_SIMD);
}

/* So many that no row for few of them is meant. */
static clfft_desc parse_many(uint64_t n)
{
    char text[64];
    clfft_desc desc;

    snprintf(text, sizeof text, "c2c %llu x1000", (unsigned long long)n);
    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
        abort();
    return desc;
}

/* Of an axis. */
static bool is_one_group(const clfft_desc *desc,
                         const struct clfft_limits *limits)
{
    return clfft_planner_candidates(desc, limits, CLFFT_SCHEDULE_GROUP,
                                    candidates) &&
           candidates[0].axes[0].n_shapes == 1;
}

static void automatic_choice_follows_the_kind_of_device(void)
{
    for (size_t i = 0; i < N_PROFILES; i++)
        for (uint64_t n = 1; n <= LONGEST_OF_ALL; n = next_length(n)) {
            const struct clfft_limits *limits = &profiles[i];
            clfft_desc desc = parse_many(n);
            const clfft_schedule best =
                limits->vector_width > 1 ? CLFFT_SCHEDULE_SIMD
                : limits->local_is_dedicated ||
                        limits->type & CL_DEVICE_TYPE_CPU ||
                        is_one_group(&desc, limits)
                    ? CLFFT_SCHEDULE_GROUP
                    : CLFFT_SCHEDULE_DIRECT;
            const unsigned count = clfft_planner_candidates(
                &desc, limits, CLFFT_SCHEDULE_AUTO, candidates);
            bool others = false;

            TEST_CHECK(
                count && candidates[0].axes[0].shapes[0].schedule == best,
                "%llu on %s", (unsigned long long)n, limits->device_name);
            for (unsigned c = 0; c < count; c++) {
                others |= candidates[c].axes[0].shapes[0].schedule != best;
                check_fits(&desc, limits, &candidates[c]);
            }
            TEST_CHECK(others, "%llu on %s: no other schedule to fall back to",
                       (unsigned long long)n, limits->device_name);
            clfft_desc_clear(&desc);
        }
}

/* Where a launch costs more than a short transform. */
static void local_memory_that_is_ordinary_memory_spares_launches(void)
{
    static const struct {
        const char *text;
        unsigned n_launches;
    } cases[] = {{"r2c 2048 x16", 1}, {"c2c 4096", 1},  {"c2c 254 x9", 1},
                 {"c2c 127 x20", 1},  {"r2c 96x64", 2}, {"c2c 65536", 6}};
    static const struct clfft_limits mali = {.type = CL_DEVICE_TYPE_GPU,
                                             .compute_units = 4,
                                             .max_work_group = 384,
                                             .local_size = 32768,
                                             .unified_memory = true};

    for (size_t i = 0; i < COUNT(cases); i++) {
        unsigned n = 0;
        clfft_desc desc, full;

        TEST_REQUIRE(clfft_desc_parse(cases[i].text, &desc) ==
                             CLFFT_STATUS_OK &&
                         clfft_desc_resolve(&desc, &full) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        TEST_CHECK(clfft_planner_candidates(&full, &mali, CLFFT_SCHEDULE_AUTO,
                                            candidates),
                   "%s", clfft_last_error());
        for (unsigned a = 0; a < candidates[0].n_axes; a++)
            n += candidates[0].axes[a].n_shapes;
        TEST_CHECK(n == cases[i].n_launches, "%s: %u launches", cases[i].text,
                   n);
        clfft_desc_clear(&full);
        clfft_desc_clear(&desc);
    }
}

static bool shares(const clfft_axis_choice *choice)
{
    for (unsigned i = 0; i < choice->n_shapes; i++)
        if (clfft_shape_shares(&choice->shapes[i]))
            return true;
    return false;
}

static bool has_own_convolution(const clfft_axis_choice *choice)
{
    for (unsigned i = 0; i < choice->n_shapes; i++)
        if (choice->shapes[i].convolved)
            return true;
    return false;
}

static void group_runs_primes_by_rader_on_gpus(void)
{
    for (size_t i = 0; i < N_PROFILES; i++)
        for (uint64_t n = 18; n <= LONGEST_OF_ALL; n = next_length(n)) {
            const struct clfft_limits *limits = &profiles[i];
            const bool suits = limits->local_is_dedicated &&
                               clfft_is_prime(n) && clfft_is_smooth(n - 1, 13);
            const bool fits = limits->max_work_group >= 256;
            const bool in_lanes = limits->type & CL_DEVICE_TYPE_CPU &&
                                  clfft_is_smooth(n, CLFFT_LARGEST_PRIME_STAGE);
            /* or a row that is shared, but the easiest to convolve */
            const bool is_row = limits->local_is_dedicated &&
                                clfft_shared_prime(n) == n && n > 61 &&
                                n <= 109 && (n < 101 || n > 107);
            const bool is_stages = clfft_is_smooth(n, CLFFT_LARGEST_PRIME);
            clfft_desc desc =
                resolve(CLFFT_TRANSFORM_C2C, CLFFT_PRECISION_SINGLE, n);
            const unsigned count = clfft_planner_candidates(
                &desc, limits, CLFFT_SCHEDULE_AUTO, candidates);
            unsigned n_rader = 0, n_bluestein = 0, n_shared = 0;

            for (unsigned c = 0; c < count; c++) {
                n_rader += candidates[c].axes[0].rader == n - 1;
                n_bluestein += candidates[c].axes[0].bluestein > 0;
                n_shared += shares(&candidates[c].axes[0]) ||
                            has_own_convolution(&candidates[c].axes[0]);
            }
            /* stages first, where lanes have them */
            TEST_CHECK(!in_lanes || limits->vector_width <= 1 ||
                           (!candidates[0].axes[0].rader &&
                            !candidates[0].axes[0].bluestein),
                       "%llu on %s", (unsigned long long)n,
                       limits->device_name);
            TEST_CHECK(
                in_lanes ||
                    (is_stages ? n_bluestein + n_shared == 0
                               : n_rader + n_bluestein + n_shared == count),
                "%llu on %s", (unsigned long long)n, limits->device_name);
            TEST_CHECK(suits || !n_rader, "%llu on %s", (unsigned long long)n,
                       limits->device_name);
            TEST_CHECK(
                !suits || !fits ||
                    (is_stages || is_row
                         ? candidates[0].axes[0].shapes[0].linear
                         : candidates[0].axes[0].rader && n_bluestein > 1),
                "%llu on %s: %u by Rader, %u by Bluestein",
                (unsigned long long)n, limits->device_name, n_rader,
                n_bluestein);
            check_fits(&desc, limits, &candidates[0]);
            clfft_desc_clear(&desc);
        }
}

static void long_rows_take_what_local_memory_there_is(void)
{
    static const struct {
        const char *recipe;
        size_t real_size, most, size;
        bool tight, borrows;
    } cases[] = {
        {"simd 16.8.8.8.8 rows", 4, 1 << 20, 1 << 20, true, false},
        {"simd 16.8.8.8.8 rows", 4, (1 << 20) - 1, 1 << 19, false, true},
        {"simd 16.8.8.8.8 rows", 4, 1 << 19, 1 << 19, false, true},
        {"simd 16.8.8.8.8 rows", 4, (1 << 19) - 1, (1 << 20) + 512, false,
         false},
        {"simd 16.8.8.8.8 rows", 4, (1 << 20) + 512, (1 << 20) + 512, false,
         false},
        {"simd 16.8.8.8.8 rows", 8, 2 << 20, 2 << 20, true, false},
        {"simd 16.8.8.8.8 rows", 8, 1 << 20, 1 << 20, false, true},
        /* results of a first stage that is shorter than a vector overlap */
        {"simd 4.16.16.8.8 rows", 4, 1 << 20, (1 << 20) + 512, false, false},
        {"simd 4.16.16.8.8 rows", 4, 1 << 19, (1 << 20) + 512, false, false},
        {"simd 16.16.16.16 lanes", 4, 1 << 20, (4 << 20) + 64, false, false},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        clfft_choice choice;
        const clfft_shape *shape = &choice.axes[0].shapes[0];

        TEST_REQUIRE(clfft_choice_parse(cases[i].recipe, &choice) ==
                         CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        TEST_CHECK(clfft_simd_is_tight(shape, cases[i].real_size,
                                       cases[i].most) == cases[i].tight,
                   "case %zu", i);
        TEST_CHECK(clfft_simd_borrows(shape, cases[i].real_size,
                                      cases[i].most) == cases[i].borrows,
                   "case %zu", i);
        TEST_CHECK(
            clfft_simd_local_size(shape, cases[i].real_size, cases[i].most) ==
                cases[i].size,
            "case %zu: %zu bytes", i,
            clfft_simd_local_size(shape, cases[i].real_size, cases[i].most));
    }
}

static void rows_of_cpus_run_long_primes_by_rader(void)
{
    static const struct {
        uint64_t n;
        bool rader;
    } cases[] = {
        {8191, true},    {12289, true},
        {40961, true},   {1009, false}, /* short */
        {5003, false},                  /* 2 41 61 + 1 */
        {163841, false},                /* no single pass */
    };

    for (size_t p = 0; p < N_PROFILES; p++)
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            const struct clfft_limits *limits = &profiles[p];
            clfft_desc desc = resolve(CLFFT_TRANSFORM_C2C,
                                      CLFFT_PRECISION_SINGLE, cases[i].n);

            if (limits->type & CL_DEVICE_TYPE_CPU && limits->vector_width > 1) {
                const unsigned n = clfft_planner_candidates(
                    &desc, limits, CLFFT_SCHEDULE_AUTO, candidates);
                const clfft_axis_choice *axis = &candidates[0].axes[0];

                TEST_CHECK(
                    n && axis->shapes[0].schedule == CLFFT_SCHEDULE_SIMD &&
                        (axis->rader > 0) == cases[i].rader &&
                        (axis->bluestein > 0) == !cases[i].rader,
                    "%llu on %s", (unsigned long long)cases[i].n,
                    limits->device_name);
                check_fits(&desc, limits, &candidates[0]);
            }
            clfft_desc_clear(&desc);
        }
}

/* Where a group cannot hold a prime; another axis varies beside. */
static void prime_that_no_group_holds_takes_three_steps(void)
{
    static const struct clfft_limits small = {.type = CL_DEVICE_TYPE_GPU,
                                              .max_work_group = 32,
                                              .local_size = 4096,
                                              .local_is_dedicated = true};
    const clfft_desc desc = {.rank = 2, .lengths = {2017, 37}};
    clfft_desc full;
    unsigned count;

    TEST_REQUIRE(clfft_desc_resolve(&desc, &full) == CLFFT_STATUS_OK, "%s",
                 clfft_last_error());
    count = clfft_planner_candidates(&full, &small, CLFFT_SCHEDULE_GROUP,
                                     candidates);
    TEST_CHECK(count > 1, "%s", clfft_last_error());
    for (unsigned c = 0; c < count; c++) {
        const clfft_axis_choice *axis = &candidates[c].axes[0];
        TEST_CHECK(axis->rader ? axis->n_shapes == 2 : axis->bluestein == 4096,
                   "candidate %u", c);
    }
    TEST_CHECK(count && candidates[0].axes[0].rader == 2016, "the first axis");
    TEST_CHECK(count && candidates[0].axes[1].rader == 36, "the other axis");
    clfft_desc_clear(&full);
}

/* It spares the exchange between the two transforms. */
static void both_ends_of_rader_s_transform_have_one_radix(void)
{
    static const struct {
        uint64_t n;
        uint8_t radices[CLFFT_MAX_RADICES];
    } cases[] = {
        {397, {6, 11, 6}},
        {257, {8, 4, 8}},
        {1009, {12, 7, 12}},
        {2017, {12, 14, 12}},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        clfft_desc desc =
            resolve(CLFFT_TRANSFORM_C2C, CLFFT_PRECISION_SINGLE, cases[i].n);
        const unsigned count = clfft_planner_candidates(
            &desc, &profiles[1], CLFFT_SCHEDULE_AUTO, candidates);
        const clfft_axis_choice *axis = &candidates[0].axes[0];

        TEST_CHECK(count && axis->rader == cases[i].n - 1 &&
                       !memcmp(axis->shapes[0].radices, cases[i].radices,
                               sizeof cases[i].radices),
                   "%llu", (unsigned long long)cases[i].n);
        clfft_desc_clear(&desc);
    }
}

/* A composite whose convolution no group holds: the first candidate has two
   passes or three, those with the primes that are no stages convolved by
   themselves. */
static void passes_convolve_what_no_group_holds(void)
{
    const unsigned n_draws = test_is_full() ? 2000 : 100;

    for (unsigned i = 0; i < n_draws; i++) {
        const bool lanes = test_random() % 2;
        const unsigned least = lanes ? 257 : 131, steps = lanes ? 25 : 35;
        uint64_t n = (uint64_t)(least * exp2(0.1 * test_draw(0, steps)));
        clfft_transform transform = (clfft_transform)test_draw(0, 2);
        const struct clfft_limits *limits = &profiles[lanes ? 4 : 2];
        const clfft_axis_choice *axis = &candidates[0].axes[0];
        uint64_t product = 1;
        clfft_desc desc;

        while (!clfft_is_prime(n))
            n++;
        n *= 6200 / n + test_draw(8, 60);
        desc = resolve(transform, CLFFT_PRECISION_SINGLE,
                       transform == CLFFT_TRANSFORM_C2C ? n : 2 * n);
        TEST_CHECK(clfft_planner_candidates(&desc, limits,
                                            lanes ? CLFFT_SCHEDULE_SIMD
                                                  : CLFFT_SCHEDULE_GROUP,
                                            candidates),
                   "%s", clfft_last_error());
        for (unsigned k = 0; k < axis->n_shapes; k++) {
            const clfft_shape *shape = &axis->shapes[k];
            const uint32_t points = clfft_shape_points(shape);

            product *= points;
            TEST_CHECK(!shape->convolved ||
                           !clfft_is_smooth(points, CLFFT_LARGEST_PRIME),
                       "%llu: pass %u has stages", (unsigned long long)n, k);
        }
        TEST_CHECK(product == n && axis->n_shapes >= 2 && axis->n_shapes <= 3 &&
                       !axis->bluestein && !axis->rader &&
                       has_own_convolution(axis),
                   "%llu", (unsigned long long)n);
        check_fits(&desc, limits, &candidates[0]);
        clfft_desc_clear(&desc);
    }
}

struct first {
    const char *text, *recipe;
};

static void check_first(const struct clfft_limits *limits,
                        clfft_schedule schedule, const char *text,
                        const char *expected)
{
    char recipe[1024] = "none";
    clfft_desc desc;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
        abort();
    if (clfft_planner_candidates(&desc, limits, schedule, candidates))
        clfft_choice_print(&candidates[0], recipe, sizeof recipe);
    TEST_CHECK(!expected || !strcmp(recipe, expected),
               "%s on %s: \"%s\", not \"%s\"", text, limits->device_name,
               recipe, expected);
    check_fits(&desc, limits, &candidates[0]);
    clfft_desc_clear(&desc);
}

static void check_firsts(const struct first *cases, size_t n,
                         const struct clfft_limits *limits)
{
    for (size_t i = 0; i < n; i++)
        check_first(limits, CLFFT_SCHEDULE_AUTO, cases[i].text,
                    cases[i].recipe);
}

/* Rader's where a prime allows it, columns first where real data are untangled
   in the last pass, one row a group where no more fits; and as before what one
   group holds, a prime, and a zoom. */
static void passes_convolve_single_primes(void)
{
    static const struct first cases[] = {
        {"c2c 55115 x600", "group 15.10 t15 c16 plain split rader151 | "
                           "group 73.5 t25 c8 plain"},
        {"r2c 23298 x1440", "group 11.8.4 t44 c8 plain split rader353 | "
                            "group 11.3 t3 c32 pitch split"},
        {"c2c 57384 x584", "group 9.8 t9 c32 plain split | "
                           "group 8.5.5.8 t107 c4 pitch split bluestein797"},
        {"c2c 73719 x455", "group 9 t1 c32 plain split | "
                           "group 13.10.9.7 t315 c1 pitch split rader8191"},
        {"c2c 2122 x99", "bluestein 5120: group 16.4.5.16 t320 c1 padded poly"},
        {"c2c 65537 x9", NULL},
    };
    static const struct first of_cpus[] = {
        {"c2c 57384 x18",
         "simd 9.8 lanes wide | simd 16.10.10 lanes wide bluestein797"},
        {"r2c 46596 x9",
         "simd 11.6 lanes wide | simd 13.11.5 lanes wide bluestein353"},
        {"c2c 2824 x9", "bluestein 6144: simd 8.12.8.8 rows"},
        {"c2c 8191 x9", NULL},
        {"c2c 65536x7176", NULL},
    };

    check_firsts(cases, COUNT(cases), &profiles[2]);
    check_firsts(of_cpus, COUNT(of_cpus), &profiles[4]);
}

/* Their work-groups are at most so many a processor; the device has 132. */
static void few_transforms_take_rows_of_their_own(void)
{
    static const struct first cases[] = {
        {"c2c 1024", "group 4.8.4.8 t128 c1 padded poly"},
        {"c2c 1024 x396", "group 4.8.4.8 t128 c1 padded poly"},
        {"c2c 1024 x397", "group 16.16.4 t64 c2 padded poly"},
        {"c2c 1024 x65536 x65536 x65536", "group 16.16.4 t64 c2 padded poly"},
        {"r2c 4096 x132", "group 8.4.8.8 t256 c1 padded poly"},
        {"r2c 4096 x133", "group 16.8.16 t128 c1 padded poly"},
        {"r2c 4096 x397", "group 16.8.16 t128 c1 padded poly"},
        {"c2r 2048 x132", "group 8.8.2.8 t128 c1 padded poly"},
        {"c2r 2048 x133", "group 16.16.4 t64 c1 padded split r80"},
        /* 512 transforms of each pass, 4 a group */
        {"c2c 262144",
         "group 8.8.8 t64 c4 plain split | group 8.8.8 t64 c4 pitch split"},
        {"c2c 262144 x2",
         "group 8.8.8 t32 c8 plain split | group 8.8.8 t32 c8 pitch split"},
        {"c2c 512x512", "group 8.8.8 t64 c1 padded poly ; "
                        "group 8.8.8 t64 c4 plain poly"},
        {"c2c 512x512 x4", "group 8.8.8 t32 c4 padded ; "
                           "group 8.8.8 t64 c8 plain"},
        {"c2c 512x512 x5", "group 8.8.8 t32 c4 padded ; "
                           "group 32.16 t16 c16 plain split poly"},
        {"c2c 1080x1920", "group 10.12.16 t192 c1 plain poly ; "
                          "group 9.30.4 t40 c8 plain split poly"},
        {"r2c 1080x1920", "group 10.12.8 t120 c1 plain r56 ; "
                          "group 15.6.12 t45 c8 plain split early"},
        {"r2c 1080x1920 x2", "group 12.10.8 t120 c1 plain ; "
                             "group 30.6.6 t36 c8 plain split"},
    };
    /* the rest of those rows: that they are of their lengths */
    static const char *const others[] = {
        "c2c 480",       "c2c 1920",       "c2c 16384",
        "c2c 44100",     "c2c 48000",      "c2c 65536",
        "c2c 131072",    "c2c 524288",     "c2c 16384 x9",
        "c2c 2048",      "c2c 8192",       "c2c 1000",
        "r2c 512",       "r2c 960",        "r2c 1024",
        "r2c 4096",      "r2c 8192",       "r2c 44100",
        "r2c 48000",     "c2r 512",        "c2r 960",
        "c2r 1024",      "c2r 4096",       "c2r 8192",
        "c2r 48000",     "c2c 128x128",    "c2c 256x256",
        "c2c 512x512",   "r2c 512x512",    "c2r 128x128",
        "r2c 1080x1920", "c2c 512x512 x2", "c2c 64",
        "c2c 128",       "c2c 512",        "c2c 256 x4096",
        "c2c 512 x2048", "c2c 2048 x512",  "c2c 4096 x256",
        "c2c 4096",      "c2c 480x640",    "r2c 480x640",
        "c2c 720x1280",  "r2c 720x1280",   "c2c 1024x1024",
        "r2c 1024x1024", "c2r 1024x1024",  "c2r 1080x1920",
        "c2c 32768",     "r2c 1920",       "c2c 256",
        "c2c 288",       "c2c 1500",       "c2c 1536",
        "c2c 3000",      "c2c 3072",       "c2c 6000",
        "c2c 7200",      "r2c 768",        "r2c 1152",
        "r2c 1280",      "r2c 1536",       "r2c 3000",
        "r2c 3072",      "r2c 3840",       "r2c 4608",
        "r2c 4800",      "r2c 6000",       "r2c 6144",
        "r2c 7200",      "r2c 8000",       "c2r 300",
        "c2r 768",       "c2r 900",        "c2r 1152",
        "c2r 1440",      "c2r 1536",       "c2r 2880",
        "c2r 3000",      "c2r 3072",       "c2r 3600",
        "c2r 4608",      "c2r 4800",       "c2r 5120",
        "c2r 6000",      "c2r 6144",       "c2r 8000",
        "c2r 12000",     "c2r 14400",      "c2r 44100",
        "c2c 2097152",   "r2c 4194304",    "c2r 4194304",
        "c2c 4194304",   "c2c 4194304 x9", "r2c 8388608",
        "c2r 8388608",   "c2c 8388608",    "r2c 16777216",
        "c2r 16777216",  "c2c 16777216",   "c2c 16777216 x2",
        "r2c 33554432",  "c2r 33554432",   "c2c 1080x1920 double",
    };
    const struct clfft_limits *gpu = &profiles[2], *cpu = &profiles[4];

    check_firsts(cases, sizeof cases / sizeof cases[0], gpu);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        check_first(gpu, CLFFT_SCHEDULE_AUTO, others[i], NULL);
    check_first(cpu, CLFFT_SCHEDULE_AUTO, "c2c 16 x4", "group 16 t1 c1 plain");
    check_first(cpu, CLFFT_SCHEDULE_AUTO, "c2c 16 x5", "simd 4.4 rows");
    check_first(cpu, CLFFT_SCHEDULE_SIMD, "c2c 16", "simd 4.4 rows");
    check_first(cpu, CLFFT_SCHEDULE_AUTO, "c2c 16x16",
                "simd 4.4 rows ; simd 4.4 lanes wide");
}

/* Short rows stay in registers where nothing happens on the way. */
/* Of two radices, one large: a work-item for each butterfly of the other. */
static void short_rows_of_a_large_radix_take_more_items(void)
{
    static const struct first cases[] = {
        {"c2c 77 x9999", "group 11.7 t11 c11 pitch"},
        {"c2c 91 x9999", "group 13.7 t13 c9 pitch"},
        {"c2c 104 x9999", "group 13.8 t13 c9 pitch"},
        {"r2c 132 x9999", "group 11.6 t11 c11 pitch"},
        /* the others as ever */
        {"c2c 70 x9999", "group 10.7 t10 c3 pitch"},
    };

    check_firsts(cases, sizeof cases / sizeof cases[0], &profiles[2]);
}

static void short_rows_are_for_plain_numbers(void)
{
    static const struct first cases[] = {
        {"c2c 4 x99", "simd 4 lanes"},
        {"c2c 8 x99", "simd 4.2 rows"},
        {"c2c 60 x99", "simd 4.15 rows"},
        {"c2c 64 x99", "simd 4.16 rows"},
        {"c2c 68 x99", "simd 17.4 lanes"},
        {"c2c 60 x99 store=db", "simd 4.5.3 rows"},
        {"c2c 16 x99 inplace", "simd 4.4 rows"},
        {"c2c 16 x99 inverse scale=0.1", "simd 4.4 rows"},
        {"c2c 16 x99 double", "simd 4.4 rows"},
        {"c2c 9x16 x99 store=power", "simd 4.4 rows ; simd 9 lanes wide"},
        {"c2c 16 x99 window=hann", "simd 16 lanes"},
        {"c2c 16 x99 load=s16", "simd 16 lanes"},
        {"c2c 16 x99 store=power", "simd 16 lanes"},
        {"c2c 16 x99 sides=centered", "simd 16 lanes"},
        {"c2c 16 x99 pad=12", "simd 16 lanes"},
        {"c2c 16 x99 double store=db", "simd 16 lanes"},
        {"c2c 9x16 x99 window=hann", "simd 16 lanes ; simd 9 lanes wide"},
        {"r2c 32 x99", "simd 16 lanes"},
        {"r2c 32 x99 double", "simd 8.2 lanes wide"},
        {"c2r 32 x99", "simd 16 lanes"},
    };

    check_firsts(cases, sizeof cases / sizeof cases[0], &profiles[4]);
}

static void complex_rows_are_for_no_real_transform(void)
{
    static const struct first cases[] = {
        {"c2c 252 x9999", "group 3.6.14 t21 c6 pitch poly"},
        {"r2c 504 x9999", "group 7.6.6 t21 c6 pitch"},
        {"c2r 504 x9999", "group 7.6.6 t21 c6 pitch"},
        /* others are shared */
        {"c2c 315 x9999", "group 15.21 t21 c3 plain split r88"},
        {"r2c 630 x9999", "group 15.21 t21 c3 plain split r88"},
    };

    check_firsts(cases, sizeof cases / sizeof cases[0], &profiles[2]);
}

/* Vectors of 16 numbers, of 8 in double precision. */
static void short_transforms_take_lanes_from_a_vector_on(void)
{
    static const struct first cases[] = {
        {"c2c 81 x15", "simd 9.9 rows"},
        {"c2c 81 x16", "simd 9.9 lanes wide"},
        {"c2c 81 x7 double", "simd 9.9 rows"},
        {"c2c 81 x8 double", "simd 9.9 lanes wide"},
        {"c2c 64 x1000 store=power", "simd 8.8 rows"},
        {"r2c 128", "simd 8.8 rows"},
        {"r2c 128 x16", "simd 8.8 lanes wide"},
        {"r2c 128 x16 double", "simd 8.8 rows"},
        {"r2c 64 x16", "simd 32 lanes"},
        {"r2c 160 x16", "simd 10.8 lanes wide"},
        {"r2c 162 x16", "simd 9.9 lanes wide"},
        {"r2c 192 x16", "simd 8.12 rows"},
        {"c2r 128 x16", "simd 8.8 rows"},
        {"c2r 162 x16", "simd 9.9 lanes wide"},
        {"r2c 64x64", "simd 32 lanes ; simd 8.8 lanes wide"},
        /* a prime stage's, and a convolution's */
        {"r2c 74 x16", "simd 37 lanes"},
        {"r2c 514 x16", "bluestein 640: simd 8.10.8 rows"},
    };
    const struct clfft_limits *cpu = &profiles[4];
    bool has_rows = false;
    clfft_desc desc;
    unsigned n;

    check_firsts(cases, sizeof cases / sizeof cases[0], cpu);
    /* what was measured on one CPU may be slower on another */
    TEST_REQUIRE(!clfft_desc_parse("r2c 128 x16", &desc), "%s",
                 clfft_last_error());
    n = clfft_planner_candidates(&desc, cpu, CLFFT_SCHEDULE_SIMD, candidates);
    for (unsigned i = 1; i < n; i++)
        has_rows = has_rows || candidates[i].axes[0].shapes[0].rows;
    TEST_CHECK(has_rows, "none of %u candidates runs rows", n);
    clfft_desc_clear(&desc);
}

/* 16 registers of eight numbers and a cache of 512 KiB: no lanes of twice the
   width, which would not stay in registers, and long passes. */
static void cpus_of_256_bits_take_narrow_lanes(void)
{
    static const struct first cases[] = {
        {"c2c 81 x16", "simd 9.9 lanes"},
        {"r2c 128 x16", "simd 8.8 lanes"},
        {"c2c 64x64", "simd 4.16 rows ; simd 8.8 lanes"},
        {"c2c 84 x5", "simd 4.21 rows"},
        {"c2c 96 x5", "simd 8.12 rows"},
        {"c2c 120 x5", "simd 8.15 rows"},
        {"c2c 4096x4096", "simd 8.8.8.8 rows ; simd 8.8.8.8 lanes"},
        {"c2c 131072 x8", "simd 8.8.8 lanes | simd 16.16 lanes"},
        {"c2c 1048576", "simd 16.8.8 lanes | simd 16.8.8 lanes"},
        {"c2c 16777216", "simd 8.8.8.8 lanes | simd 8.8.8.8 lanes"},
        /* one buffer in the output */
        {"c2c 44100 x23", "simd 15.15.14.14 rows"},
        {"c2c 65536 x16", "simd 16.16.16.16 rows"},
        {"c2c 59049", "simd 27.27.9.9 rows"},
        {"r2c 88200", "simd 15.15.14.14 rows"},
        {"c2c 65537", "rader 65536: simd 8.8.16.8.8 rows"},
        /* none there */
        {"c2c 44100 x23 inplace", "simd 15.14 lanes | simd 15.14 lanes"},
        {"r2c 88200 store=db", "simd 15.14 lanes | simd 15.14 lanes"},
        {"c2r 88200", "simd 15.14 lanes | simd 15.14 lanes"},
        {"r2c 131072", "simd 16.16 lanes | simd 16.16 lanes"},
    };

    check_firsts(cases, sizeof cases / sizeof cases[0], &profiles[5]);
}

/* The columns behind rings are as many as without them. */
static void bins_of_rings_are_no_transforms(void)
{
    char recipe[2][1024];
    clfft_desc desc;

    for (unsigned rings = 0; rings < 2; rings++) {
        if (clfft_desc_parse("r2c 512x512 x64 store=power", &desc) !=
            CLFFT_STATUS_OK)
            abort();
        desc.store.rings.n_rings = rings;
        if (!clfft_planner_candidates(&desc, &profiles[2], CLFFT_SCHEDULE_AUTO,
                                      candidates))
            abort();
        clfft_choice_print(&candidates[0], recipe[rings], sizeof recipe[rings]);
        desc.store.rings.n_rings = 0;
        clfft_desc_clear(&desc);
    }
    TEST_CHECK(!strcmp(recipe[0], recipe[1]), "\"%s\", not \"%s\"", recipe[1],
               recipe[0]);
}

static void convolutions_take_rows_of_their_inner_length(void)
{
    static const struct first cases[] = {
        {"c2c 509 x1000", "bluestein 1024: group 8.16.8 t64 c1 padded early"},
        {"r2c 1018 x1000", "bluestein 1024: group 8.16.8 t64 c1 padded early"},
        {"c2c 1021", "bluestein 2048: group 16.8.16 t128 c1 padded poly"},
        /* Rader's before; other axes by the rules */
        {"c2c 1009 x1000", "rader 1008: group 14.12.6 t84 c1 plain poly"},
        {"c2c 509x64", "group 8.8 t8 c4 padded ; "
                       "bluestein 1024: group 8.4.4.8 t64 c8 plain split"},
    };

    check_firsts(cases, sizeof cases / sizeof cases[0], &profiles[2]);
}

static void candidates_are_different(void)
{
    for (size_t i = 0; i < N_PROFILES; i++)
        for (uint64_t n = 1; n <= 2000; n = next_length(n)) {
            clfft_desc desc =
                resolve(CLFFT_TRANSFORM_C2C, CLFFT_PRECISION_SINGLE, n);
            const unsigned count = clfft_planner_candidates(
                &desc, &profiles[i], CLFFT_SCHEDULE_AUTO, candidates);
            char texts[CLFFT_MAX_CANDIDATES][512];

            for (unsigned c = 0; c < count; c++) {
                clfft_choice_print(&candidates[c], texts[c], sizeof texts[c]);
                for (unsigned b = 0; b < c; b++)
                    TEST_CHECK(strcmp(texts[b], texts[c]) != 0, "%llu: %s",
                               (unsigned long long)n, texts[c]);
            }
            clfft_desc_clear(&desc);
        }
}

/* What two choices print is what the planner compares without printing: those
   of other lengths and devices, and parts of one changed. */
static void choices_are_equal_as_their_texts_are(void)
{
    unsigned n_equal = 0;

    for (unsigned i = 0; i < 400; i++) {
        const clfft_limits *limits = &profiles[test_random() % N_PROFILES];
        clfft_desc desc = resolve(CLFFT_TRANSFORM_C2C, CLFFT_PRECISION_SINGLE,
                                  2 + test_random() % 300);
        const unsigned n = clfft_planner_candidates(
            &desc, limits, CLFFT_SCHEDULE_AUTO, candidates);
        const clfft_choice *a = &candidates[test_random() % n];
        clfft_choice b = *a;
        clfft_axis_choice *axis = &b.axes[0];
        clfft_shape *shape = &axis->shapes[test_random() % axis->n_shapes];
        char left[512], right[512];

        switch (test_random() % 13) {
        case 0:
            shape->items++;
            break;
        case 1:
            shape->columns++;
            break;
        case 2:
            shape->layout = (clfft_layout)((shape->layout + 1) % 3);
            break;
        case 3:
            shape->split = !shape->split;
            break;
        case 4:
            shape->parts = (uint8_t)(shape->parts + 1);
            break;
        case 5:
            shape->early = !shape->early;
            break;
        case 6:
            shape->poly = !shape->poly;
            break;
        case 7:
            shape->registers ^= 32;
            break;
        case 8:
            shape->wide = !shape->wide;
            break;
        case 9:
            shape->rows = !shape->rows;
            break;
        case 10:
            axis->bluestein ^= 64;
            break;
        case 11:
            shape->convolved ^= 7;
            break;
        default:
            b = candidates[test_random() % n];
            break;
        }
        clfft_choice_print(a, left, sizeof left);
        clfft_choice_print(&b, right, sizeof right);
        TEST_CHECK(clfft_choice_equals(a, &b) == !strcmp(left, right),
                   "\"%s\" and \"%s\"", left, right);
        n_equal += clfft_choice_equals(a, &b);
        clfft_desc_clear(&desc);
    }
    TEST_CHECK(n_equal > 0 && n_equal < 400, "%u of 400 are equal", n_equal);
}

static void plan_is_the_same_every_time(void)
{
    clfft_choice again[CLFFT_MAX_CANDIDATES];

    for (uint64_t n = 1; n <= 2000; n += 1 + test_random() % 32) {
        clfft_desc desc =
            resolve(CLFFT_TRANSFORM_R2C, CLFFT_PRECISION_SINGLE, n);
        memset(candidates, 0, sizeof candidates);
        memset(again, 0xff, sizeof again);
        const unsigned count = clfft_planner_candidates(
            &desc, &profiles[2], CLFFT_SCHEDULE_AUTO, candidates);
        TEST_CHECK(count == clfft_planner_candidates(&desc, &profiles[2],
                                                     CLFFT_SCHEDULE_AUTO,
                                                     again),
                   "count");
        for (unsigned c = 0; c < count; c++) {
            char left[512], right[512];
            clfft_choice_print(&candidates[c], left, sizeof left);
            clfft_choice_print(&again[c], right, sizeof right);
            TEST_CHECK(!strcmp(left, right), "%s, then %s", left, right);
        }
        clfft_desc_clear(&desc);
    }
}

static void length_without_any_method_names_the_limit(void)
{
    static const struct clfft_limits none = {.type = CL_DEVICE_TYPE_GPU,
                                             .max_work_group = 8,
                                             .local_size = 512,
                                             .local_is_dedicated = true};
    clfft_desc desc =
        resolve(CLFFT_TRANSFORM_C2C, CLFFT_PRECISION_SINGLE, 1 << 24);

    TEST_CHECK(clfft_planner_candidates(&desc, &none, CLFFT_SCHEDULE_GROUP,
                                        candidates) == 0,
               "a method fits");
    TEST_CHECK(strstr(clfft_last_error(), "16777216") &&
                   strstr(clfft_last_error(), "512 bytes") &&
                   strstr(clfft_last_error(), "work-groups of 8"),
               "\"%s\"", clfft_last_error());
    clfft_desc_clear(&desc);
}

/* A volume whose spectrum is stored as powers: its bins lie in scratch memory,
   twice the size of the output. */
static void what_a_plan_takes_is_known_without_a_device(void)
{
    for (size_t p = 0; p < sizeof profiles / sizeof profiles[0]; p++) {
        struct clfft_limits limits = profiles[p];
        clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                           .rank = 3,
                           .lengths = {64, 48, 100},
                           .store.quantity = CLFFT_QUANTITY_POWER};
        const uint64_t bins = UINT64_C(33) * 48 * 100;
        uint64_t size = 0, other = 0;

        limits.max_allocation = UINT64_C(1) << 40;
        TEST_CHECK(clfft_desc_fits(&desc, &limits, CLFFT_SCHEDULE_AUTO,
                                   &size) == CLFFT_STATUS_OK &&
                       size >= 8 * bins,
                   "%s: %llu bytes: %s", limits.device_name,
                   (unsigned long long)size, clfft_last_error());
        limits.max_allocation = size - 1;
        TEST_CHECK(clfft_desc_fits(&desc, &limits, CLFFT_SCHEDULE_AUTO,
                                   &other) == CLFFT_STATUS_OK
                       ? other < size
                       : strstr(clfft_last_error(), "scratch") &&
                             other > limits.max_allocation,
                   "%s: %llu bytes: %s", limits.device_name,
                   (unsigned long long)other, clfft_last_error());
        limits.max_allocation = 4 * bins - 1;
        TEST_CHECK(clfft_desc_fits(&desc, &limits, CLFFT_SCHEDULE_AUTO,
                                   &other) == CLFFT_STATUS_UNSUPPORTED &&
                       other == 0,
                   "%s: %llu bytes", limits.device_name,
                   (unsigned long long)other);
        desc.lengths[0] = 0;
        TEST_CHECK(clfft_desc_fits(&desc, &limits, CLFFT_SCHEDULE_AUTO,
                                   &other) == CLFFT_STATUS_INVALID,
                   "no length is a plan");
    }
}

TEST_MAIN(TEST(direct_applies_to_every_length_on_every_device),
          TEST(group_applies_to_every_length_from_16_kib_up),
          TEST(simd_applies_to_every_length_on_cpus),
          TEST(automatic_choice_follows_the_kind_of_device),
          TEST(local_memory_that_is_ordinary_memory_spares_launches),
          TEST(group_runs_primes_by_rader_on_gpus),
          TEST(long_rows_take_what_local_memory_there_is),
          TEST(rows_of_cpus_run_long_primes_by_rader),
          TEST(prime_that_no_group_holds_takes_three_steps),
          TEST(both_ends_of_rader_s_transform_have_one_radix),
          TEST(passes_convolve_what_no_group_holds),
          TEST(passes_convolve_single_primes),
          TEST(few_transforms_take_rows_of_their_own),
          TEST(short_rows_of_a_large_radix_take_more_items),
          TEST(short_rows_are_for_plain_numbers),
          TEST(short_transforms_take_lanes_from_a_vector_on),
          TEST(cpus_of_256_bits_take_narrow_lanes),
          TEST(complex_rows_are_for_no_real_transform),
          TEST(bins_of_rings_are_no_transforms),
          TEST(convolutions_take_rows_of_their_inner_length),
          TEST(candidates_are_different),
          TEST(choices_are_equal_as_their_texts_are),
          TEST(plan_is_the_same_every_time),
          TEST(what_a_plan_takes_is_known_without_a_device),
          TEST(length_without_any_method_names_the_limit))
