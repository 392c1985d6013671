/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-planted.c: a wrong stage of each kind, planted into the text of its
 * kernel, gives no plan: the self-check sees it. What is wrong is drawn: one
 * root of a prime, one of the sums of a butterfly that is shared or looped, the
 * place of one point of a row, the offset of a slice. Without the defect the
 * same recipe serves.
 */
#include "engine/harness.h"
#include "layer/fault-layer.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

static const struct fault_layer *layer;

/* What a compiler makes of `wrong`: the format of `as` gets a drawn number. */
struct defect {
    const char *name, *wrong, *as;
    unsigned least, most;
};

struct subject {
    const char *text, *recipe;
};

/* A device of its own, for programs are kept with it. The limit of points makes
   slices; 0: the device's own. */
static clfft_status make_plan(const struct subject *subject,
                              uint64_t most_points)
{
    const clfft_device_params params = {.name = getenv("CLFFT_TEST_DEVICE"),
                                        .cache_directory = ""};
    clfft_device *device;
    clfft_status status = clfft_device_create(&params, &device);
    clfft_plan *plan;
    clfft_desc desc;

    if (status != CLFFT_STATUS_OK)
        return status;
    status = clfft_desc_parse(subject->text, &desc);
    if (status == CLFFT_STATUS_OK) {
        ((clfft_limits *)clfft_device_get_limits(device))->max_points =
            most_points;
        status = clfft_plan_create(
            device, &desc, &(clfft_plan_params){.recipe = subject->recipe},
            &plan);
        clfft_plan_destroy(&plan);
        clfft_desc_clear(&desc);
    }
    clfft_device_destroy(&device);
    return status;
}

static void check_subject(const struct defect *defect,
                          const struct subject *subject, uint64_t most_points)
{
    struct fault_report report;
    char as[512];
    clfft_status status = make_plan(subject, most_points);

    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s by %s: %s", subject->text,
                 subject->recipe, clfft_last_error());
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(as, sizeof as, defect->as, test_draw(defect->least, defect->most));
#pragma GCC diagnostic pop
    layer->miscompile(defect->wrong, as);
    status = make_plan(subject, most_points);
    layer->report(&report);
    layer->miscompile(NULL, NULL);
    TEST_CHECK(report.n_planted > 0, "%s: no kernel has \"%s\"", defect->name,
               defect->wrong);
    TEST_CHECK(status == CLFFT_STATUS_BUILD &&
                   strstr(clfft_last_error(), "self-check failed: "),
               "%s, \"%s\", %s by %s: status %d, %s", defect->name, as,
               subject->text, subject->recipe, (int)status, clfft_last_error());
}

/* Each defect in a drawn subject; in the full run in all of them. */
static void check_defects(const struct defect *defects, size_t n_defects,
                          const struct subject *subjects, size_t n_subjects)
{
    for (size_t i = 0; i < n_defects; i++)
        for (size_t j = 0; j < (test_is_full() ? n_subjects : 1); j++)
            check_subject(
                &defects[i],
                &subjects[test_is_full() ? j : test_random() % n_subjects], 0);
}

/* One cosine or sine of a prime by a drawn part of itself; every prime has the
   first six. */
static void a_wrong_root_of_a_prime_is_seen(void)
{
    static const struct defect defects[] = {
        {"a wrong root", "const REAL root[P - 1] = ROOTS##P;",
         "REAL root[P - 1] = ROOTS##P; root[%u] *= REAL_C(1.0009765625);", 0,
         5},
        {"a root of the other sign", "const REAL root[P - 1] = ROOTS##P;",
         "REAL root[P - 1] = ROOTS##P; root[P - 2 - %u] *= -1;", 0, 5},
    };
    static const struct subject subjects[] = {
        {"c2c 38 x9", "group 19.2 t2 c4 plain"},
        {"c2c 69 x5 inverse", "group 3.23 t3 c2 padded"},
        {"r2c 116 x3", "group 29.2 t2 c2 plain split"},
        {"c2r 62 x4", "group 31 t1 c4 plain"},
        {"c2c 43 x9", "group 43 t1 c4 plain linear"},
        {"r2c 61 x5", "group 61 t1 c3 plain linear"},
        {"c2r 94 x3", "group 47 t1 c2 plain linear"},
        {"c2c 23 x9", "direct 23"},
        {"c2c 57 x2", "direct 19 | direct 3"},
        {"c2c 155 x3 inverse", "direct 31 | direct 5"},
        {"c2c 87 x3", "direct 3 | direct 29"},
    };

    REQUIRE_LAYER(layer);
    check_defects(defects, COUNT(defects), subjects, COUNT(subjects));
}

static void a_wrong_shared_stage_is_seen(void)
{
    static const struct defect defects[] = {
        {"legs in a wrong order", "leg = leg * GENERATOR % RADIX0;",
         "leg = (m == %u ? 1 : leg) * GENERATOR %% RADIX0;", 1, 16},
        {"a wrong root", "= w[m + k + ROOT_WINDOW];",
         "= w[m + k + ROOT_WINDOW - (m + k == %u)];", 0, 8},
        {"a result at its opposite's place", "e = j * RADIX0 + RADIX0 - leg;",
         "e = j * RADIX0 + (s * PAIRS_EACH + i == %u ? leg : RADIX0 - leg);", 0,
         17},
    };
    static const struct subject subjects[] = {
        {"c2c 74 x9", "group 37.2 t6 c4 plain"},
        {"c2c 123 x3 inverse", "group 41.3 t15 c2 padded"},
        {"r2c 172 x3", "group 43.2 t14 c2 plain"},
        {"c2c 188 x2", "group 47.4 t24 c2 plain split"},
        {"c2c 59 x9", "group 59 t4 c3 plain linear"},
        {"r2c 53 x4", "group 53 t4 c2 plain linear"},
    };
    /* whose sums go in fours */
    static const struct defect of_fours[] = {
        {"a term of another pair", "p += ROOT_OF(m + k + i).x * even[k];",
         "p += ROOT_OF(m + k + i).x * even[k == %u ? 0 : k];", 1, 3},
    };
    static const struct subject large[] = {
        {"c2c 134 x9", "group 67.2 t9 c4 plain"},
        {"r2c 508 x3", "group 127.2 t16 c2 plain"},
        {"r2c 89 x4", "group 89 t6 c2 plain linear"},
    };

    REQUIRE_LAYER(layer);
    check_defects(defects, COUNT(defects), subjects, COUNT(subjects));
    check_defects(of_fours, COUNT(of_fours), large, COUNT(large));
}

/* Of Bluestein's a factor of the chirp, and a root between the passes; of
   Rader's the place of a result, and which point is carried past. */
static void a_wrong_convolution_of_a_pass_is_seen(void)
{
    static const struct defect of_chirps[] = {
        {"a wrong chirp", "const REAL2 w = chirp[e];",
         "const REAL2 w = chirp[e == %u ? 0 : e];", 1, 6},
        {"a point too many", "IS_POINT(e) ((e) < a.span)",
         "IS_POINT(e) ((e) < a.span - 1 + 0 * %u)", 0, 0},
    };
    static const struct defect of_roots[] = {
        {"a wrong root between passes", "ROOT_NUMBER(e) min((uint)(e), ",
         "ROOT_NUMBER(e) min((uint)(e) + ((e) == %u), ", 1, 3},
    };
    static const struct defect of_powers[] = {
        {"a result at another's place", "power_below(permutation, e, LENGTH)",
         "power_below(permutation, (e) == %u ? 1 : (e), LENGTH)", 2, 5},
        {"another point carried", "POINT_INDEX(&a, in, 0, p)",
         "POINT_INDEX(&a, in, %u, p)", 1, 6},
    };
    static const struct subject chirps[] = {
        {"c2c 28 x9", "group 4.4 t4 c2 plain bluestein7 | group 4 t1 c4 pitch"},
        {"r2c 56 x3", "group 4.4 t4 c4 plain bluestein7 | group 4 t1 c4 pitch"},
        {"c2c 28 x5 inverse",
         "group 4.4 t4 c2 plain split bluestein7 | group 4 t1 c3 plain"},
    };
    static const struct defect of_lanes[] = {
        {"a wrong chirp", "const REAL2 c = chirp[e];",
         "const REAL2 c = chirp[e == %u ? 0 : e];", 1, 6},
        {"a point too many", "if (e < a->span) {",
         "if (e < a->span - 1 + 0 * %u) {", 0, 0},
    };
    static const struct subject lanes[] = {
        {"c2c 56 x9", "simd 8 lanes | simd 4.4 lanes bluestein7"},
        {"r2c 112 x3", "simd 13 lanes bluestein7 | simd 8 lanes"},
    };
    static const struct subject powers[] = {
        {"c2c 21 x9", "group 3.2 t2 c2 plain rader7 | group 3 t1 c4 pitch"},
        {"c2r 42 x3", "group 3 t1 c4 plain | group 3.2 t2 c2 plain rader7"},
        {"r2c 42 x3 inplace",
         "group 2.3 t3 c4 plain split rader7 | group 3 t1 c2 pitch"},
    };

    REQUIRE_LAYER(layer);
    check_defects(of_chirps, COUNT(of_chirps), chirps, COUNT(chirps));
    check_defects(of_roots, COUNT(of_roots), chirps, COUNT(chirps));
    check_defects(of_lanes, COUNT(of_lanes), lanes, COUNT(lanes));
    check_defects(of_powers, COUNT(of_powers), powers, COUNT(powers));
}

static void a_wrong_looped_stage_is_seen(void)
{
    static const struct defect defects[] = {
        {"a wrong term of a sum", "cr[i] += root[2 * i] * p[0];",
         "cr[i] += root[2 * i] * (m == %u ? p[2] : p[0]);", 0, 8},
        {"a wrong sign of a result", "re[radix - k - i] = ur[i] - vi[i];",
         "re[radix - k - i] = k + i == %u ? ur[i] + vi[i] : ur[i] - vi[i];", 1,
         9},
        {"a pair with another's point", "p[3] = im[m] - im[n];",
         "p[3] = im[m] - im[m == %u ? n - 1 : n];", 1, 9},
    };
    static const struct subject subjects[] = {
        {"c2c 19 x9", "simd 19 lanes"},
        {"c2c 111 x3 inverse", "simd 37.3 lanes"},
        {"c2c 190 x9 inplace", "simd 5.19.2 lanes"},
        {"c2c 123 x17", "simd 3.41 lanes wide"},
        {"c2r 138 x9", "simd 23.3 lanes"},
        {"c2c 666 x2", "simd 37 lanes | simd 6.3 lanes"},
        {"c2c 251 x2", "simd 251 lanes"},
    };

    REQUIRE_LAYER(layer);
    check_defects(defects, COUNT(defects), subjects, COUNT(subjects));
}

/* As primes.cl had its tables once, among others. */
static void a_wrong_prime_in_pairs_is_seen(void)
{
    static const struct defect defects[] = {
        {"roots of an older table", "PLUS_TIMES(u, COSINE(P, k * m % P), s[m])",
         "PLUS_TIMES(u, root[(2 * (k * m %% P) + %u) %% (P - 1)], s[m])", 0, 1},
        {"a wrong sine", "SINE(P, k * m % P), d[m]",
         "SINE(P, k * m %% P) * (k == %u ? -1 : 1), d[m]", 1, 3},
        {"a wrong sum", "s[m] = x[m] + x[P - m];",
         "s[m] = x[m] + x[P - (m == %u ? 2 : m)];", 3, 3},
    };
    static const struct subject subjects[] = {
        {"c2c 28 x11", "simd 4.7 rows"},
        {"c2c 44 x3 inverse", "simd 4.11 rows"},
        {"c2c 52 x9", "simd 4.13 rows"},
        {"c2c 68 x9 inplace", "simd 4.17 rows"},
        {"c2c 56 x5", "simd 4.14 rows"},
    };

    REQUIRE_LAYER(layer);
    check_defects(defects, COUNT(defects), subjects, COUNT(subjects));
}

static void a_wrong_place_in_a_row_is_seen(void)
{
    static const struct defect defects[] = {
        {"a neighbour's point", "const uint e = i;",
         "const uint e = i ^ (i == %u);", 0, 11},
        {"a row too early", "/ (n) + 1) >> 23", "/ (n) + 0 * %u) >> 23", 0, 0},
        {"a point of a row elsewhere", "exchange[SLOT_OF(line, i - line",
         "exchange[SLOT_OF(line, i - (i == %u) - line", 1, 11},
    };
    /* for each defect: rows side by side, rows whose points are all stored
       (no defect may reach beyond a buffer), and rows in a pitch */
    static const struct subject subjects[][3] = {
        {{"c2c 12 x9", "group 4.3 t3 c4 padded linear"},
         {"c2c 15 x3", "group 5.3 t3 c2 plain linear"},
         {"c2r 45 x5", "group 9.5 t5 c4 padded linear"}},
        {{"c2c 12 x9 load=s16", "group 4.3 t3 c4 plain linear"},
         {"c2c 15 x9", "group 5.3 t3 c4 pitch linear"},
         {"c2c 21 x9 inverse", "group 3.7 t7 c4 pitch linear"}},
        {{"c2c 12 x9", "group 4.3 t3 c4 pitch linear"},
         {"c2c 20 x9 inverse", "group 5.4 t4 c4 pitch linear"},
         {"c2c 28 x9", "group 7.4 t4 c4 pitch linear"}},
    };

    REQUIRE_LAYER(layer);
    for (size_t i = 0; i < COUNT(defects); i++)
        check_defects(&defects[i], 1, subjects[i], COUNT(subjects[i]));
}

/* More transforms than a launch counts: a launch of the self-check, too, does
   not begin at the first element. */
static void a_wrong_offset_of_a_slice_is_seen(void)
{
    static const struct defect defects[] = {
        {"no offset of the input", "p.in = a->in.base;", "p.in = %u;", 0, 0},
        {"no offset of the output", "p.out = a->out.base;", "p.out = %u;", 0,
         0},
    };
    static const struct subject subjects[] = {
        {"c2c 64 x40", "simd 8.8 rows"},
        {"c2c 60 x5 x9", "group 5.4.3 t12 c2 padded"},
        {"r2c 40 x99", "direct 4 | direct 5"},
        {"c2c 38 x31", "simd 19.2 lanes"},
    };

    REQUIRE_LAYER(layer);
    for (size_t i = 0; i < COUNT(defects); i++)
        check_subject(&defects[i], &subjects[test_random() % COUNT(subjects)],
                      64 * test_draw(6, 17));
}

TEST_MAIN(TEST(a_wrong_root_of_a_prime_is_seen),
          TEST(a_wrong_shared_stage_is_seen),
          TEST(a_wrong_convolution_of_a_pass_is_seen),
          TEST(a_wrong_looped_stage_is_seen),
          TEST(a_wrong_prime_in_pairs_is_seen),
          TEST(a_wrong_place_in_a_row_is_seen),
          TEST(a_wrong_offset_of_a_slice_is_seen))
