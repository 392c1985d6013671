/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-arm.c: the indices and the angles of "Speeding-up Fast Fourier
 * Transform Mixed-Radix on Mobile ARM Mali GPU by means of OpenCL - Part 2",
 * as the text computes them and as the seed `arm` does.
 */
#include "clfft/seeds/digits.h"
#include "clfft/recipe/recipe.h"
#include "clfft/seeds/seed.h"
#include "support/test.h"

#include <math.h>

#define TWO_PI 6.28318530717958647692

/* ---- indices ---- */

/* The text's map_n_to_k, in its uint. */
static uint32_t text_map(uint32_t n, uint32_t nx, uint32_t ny)
{
    const uint32_t ni = nx * ny;

    return (n * ny) % ni + (n / nx) % ny + ni * (n / ni);
}

/* The same with room for n * Ny. */
static uint64_t wide_map(uint64_t n, uint64_t nx, uint64_t ny)
{
    const uint64_t ni = nx * ny;

    return (n * ny) % ni + (n / nx) % ny + ni * (n / ni);
}

/* The text's digit_reverse for one n. */
static uint32_t text_reverse(const uint8_t *radices, unsigned n_radices,
                             uint32_t n)
{
    uint32_t k = n, nx = radices[0];

    for (unsigned s = 1; s < n_radices; s++) {
        k = text_map(k, nx, radices[s]);
        nx *= radices[s];
    }
    return k;
}

static uint64_t wide_reverse(const uint8_t *radices, unsigned n_radices,
                             uint64_t n)
{
    uint64_t k = n, nx = radices[0];

    for (unsigned s = 1; s < n_radices; s++) {
        k = wide_map(k, nx, radices[s]);
        nx *= radices[s];
    }
    return k;
}

static void digits_reverse_as_the_text_maps_them(void)
{
    static const struct {
        unsigned n;
        uint8_t radices[8];
    } lists[] = {
        {1, {7}},
        {2, {4, 3}},
        {2, {3, 4}},
        {5, {2, 2, 2, 2, 2}},
        {5, {7, 5, 4, 3, 2}},
        {5, {2, 3, 4, 5, 7}},
        {6, {4, 4, 4, 4, 4, 2}},
        {4, {3, 7, 3, 5}},
    };

    for (size_t i = 0; i < COUNT(lists); i++) {
        const unsigned n_radices = lists[i].n;
        uint8_t turned[8];
        uint32_t points = 1;
        for (unsigned s = 0; s < n_radices; s++) {
            turned[n_radices - 1 - s] = lists[i].radices[s];
            points *= lists[i].radices[s];
        }
        for (uint32_t n = 0; n < points; n++) {
            const uint32_t k =
                clfft_digits_reverse(lists[i].radices, n_radices, n);
            TEST_CHECK(k == text_reverse(lists[i].radices, n_radices, n),
                       "list %zu: %u goes to %u", i, n, k);
            TEST_CHECK(clfft_digits_reverse(turned, n_radices, k) == n,
                       "list %zu: %u and back", i, n);
        }
    }
}

/* n * Ny passes 2^32 and is reduced by Ni afterwards. */
static void the_texts_index_wraps_unless_ni_is_a_power_of_two(void)
{
    static const struct {
        uint32_t nx, ny;
    } stages[] = {{1u << 20, 3}, {3u << 18, 4}, {3u << 20, 2},
                  {5u << 20, 5}, {81, 7},       {1000000, 5},
                  {1u << 10, 4}, {1u << 24, 2}, {1u << 28, 4}};

    for (size_t i = 0; i < COUNT(stages); i++) {
        const uint32_t nx = stages[i].nx, ny = stages[i].ny, ni = nx * ny;
        const uint64_t wrap = ((UINT64_C(1) << 32) + ny - 1) / ny;
        const bool is_power = (ni & (ni - 1)) == 0;
        unsigned n_wrong = 0;
        TEST_CHECK(text_map((uint32_t)(wrap - 1), nx, ny) ==
                       wide_map(wrap - 1, nx, ny),
                   "%u x %u: wrong before the wrap", nx, ny);
        for (uint64_t n = wrap; n < wrap + 100000; n += 7)
            n_wrong += text_map((uint32_t)n, nx, ny) != wide_map(n, nx, ny);
        TEST_CHECK(is_power ? n_wrong == 0 : n_wrong == 14286,
                   "%u x %u: %u wrong of 14286 behind n = %llu", nx, ny,
                   n_wrong, (unsigned long long)wrap);
    }
}

/* 15 * 2^26 points: 8 GB, a length that the engine takes. */
static void the_texts_table_is_wrong_where_the_seeds_is_right(void)
{
    static const uint8_t radices[] = {4, 4, 4, 4, 4, 4, 4, 4,
                                      4, 4, 4, 4, 4, 3, 5};
    const unsigned n_radices = COUNT(radices);
    const uint32_t points = 15u << 26, step = 9973;
    uint32_t n_wrong = 0, n_tried = 0;

    for (uint32_t n = 0; n < points; n += step, n_tried++) {
        const uint64_t k = wide_reverse(radices, n_radices, n);
        TEST_CHECK(clfft_digits_reverse(radices, n_radices, n) == k,
                   "%u does not go to %llu", n, (unsigned long long)k);
        n_wrong += text_reverse(radices, n_radices, n) != k;
    }
    printf("# %u points: the text misplaces %.2f %%\n", points,
           100.0 * n_wrong / n_tried);
    /* from k = 2^32 / 5 on: 14.7 % */
    TEST_CHECK(n_wrong > n_tried / 8 && n_wrong < n_tried / 6, "%u of %u",
               n_wrong, n_tried);
}

/* The steps of a recipe and the error that it states. */
static clfft_status expand(const char *text, const char *recipe,
                           clfft_recipe *expanded, double *limit)
{
    static clfft_choice choice;
    clfft_desc desc, resolved;
    clfft_status status = clfft_desc_parse(text, &desc);

    if (status != CLFFT_STATUS_OK)
        return status;
    status = clfft_desc_resolve(&desc, &resolved);
    clfft_desc_clear(&desc);
    if (status != CLFFT_STATUS_OK)
        return status;
    status = clfft_choice_parse(recipe, &choice);
    if (status == CLFFT_STATUS_OK)
        status = clfft_recipe_expand(&resolved, &choice, expanded);
    *limit =
        status == CLFFT_STATUS_OK ? clfft_choice_limit(&resolved, &choice) : 0;
    clfft_desc_clear(&resolved);
    return status;
}

/* Each axis has a table of its own. */
static void the_seed_reverses_the_digits_of_each_axis(void)
{
    static const uint8_t radices[2][2] = {{5, 4}, {4, 5}};
    clfft_recipe recipe = {0};
    unsigned n_tables = 0;
    double limit;

    TEST_REQUIRE(expand("c2c 20x20", "arm 5.4;4.5", &recipe, &limit) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    for (unsigned i = 0; i < recipe.n_steps; i++) {
        const uint64_t n_indices =
            clfft_seed_methods->get_launch(&recipe, i)->n_indices;
        uint32_t indices[20];
        if (!n_indices)
            continue;
        TEST_REQUIRE(n_indices == 20 && n_tables < 2, "step %u", i);
        clfft_seed_methods->fill_indices(&recipe, i, indices);
        for (uint32_t n = 0; n < 20; n++)
            TEST_CHECK(indices[n] == text_reverse(radices[n_tables], 2, n),
                       "table %u: %u goes to %u", n_tables, n, indices[n]);
        n_tables++;
    }
    TEST_CHECK(n_tables == 2, "%u tables", n_tables);
    clfft_recipe_clear(&recipe);
}

static void the_full_form_is_refused_where_it_wraps(void)
{
    static const struct {
        const char *text, *recipe;
        bool good;
    } cases[] = {
        /* 15 * 2^26: 5 n passes 2^32 */
        {"c2c 1006632960", "arm 4.4.4.4.4.4.4.4.4.4.4.4.4.3.5 full unfused",
         false},
        {"c2c 1006632960", "arm 4.4.4.4.4.4.4.4.4.4.4.4.4.3.5 ky unfused",
         true},
        /* 3 n does not */
        {"c2c 1006632960", "arm 5.4.4.4.4.4.4.4.4.4.4.4.4.4.3 full unfused",
         true},
        {"c2c 1073741824", "arm 4.4.4.4.4.4.4.4.4.4.4.4.4.4.4 full unfused",
         true},
    };
    clfft_recipe recipe = {0};

    for (size_t i = 0; i < COUNT(cases); i++) {
        double limit;
        const clfft_status status =
            expand(cases[i].text, cases[i].recipe, &recipe, &limit);
        TEST_CHECK(status == (cases[i].good ? CLFFT_STATUS_OK
                                            : CLFFT_STATUS_UNSUPPORTED),
                   "%s: %s", cases[i].recipe, clfft_last_error());
        TEST_CHECK(cases[i].good || strstr(clfft_last_error(), "2^32"), "%s",
                   clfft_last_error());
        clfft_recipe_clear(&recipe);
    }
}

/* ---- angles ---- */

static float text_angle(uint32_t nx, uint32_t ky, uint32_t ni)
{
    const float exp_const = -6.283185482025146484375f / (float)ni;

    return (float)(nx * ky) * exp_const;
}

/* Largest error of phi, radians, for nx ky / Ni in [low, high). */
static double worst_angle(uint32_t nx, uint32_t ny, double low, double high)
{
    const uint32_t ni = nx * ny, step = nx / 1000 + 1;
    double worst = 0;

    for (uint32_t ky = 1; ky < ny; ky++)
        for (uint32_t n = 0; n < nx; n += step) {
            const double turns = (double)n * ky / ni;
            const double error = fabs(text_angle(n, ky, ni) + TWO_PI * turns);
            if (turns >= low && turns < high && error > worst)
                worst = error;
        }
    return worst;
}

/* 2 pi is rounded, up to twice, and the product in steps as large as it. */
static void the_angles_error_grows_with_the_angle(void)
{
    static const struct {
        uint32_t nx, ny;
    } stages[] = {{1u << 6, 4},  {1u << 14, 4}, {1u << 20, 4},
                  {200, 5},      {3u << 10, 3}, {142857, 7},
                  {1u << 22, 7}, {59049, 5},    {15625, 3}};

    for (size_t i = 0; i < COUNT(stages); i++) {
        const uint32_t nx = stages[i].nx, ny = stages[i].ny;
        const double small = worst_angle(nx, ny, 0, 1.0 / 32);
        const double large = worst_angle(nx, ny, 0.5, 1);
        printf("# Ni = %u: angles are off by %.1e below a 32nd of the circle, "
               "by %.1e in its second half\n",
               nx * ny, small, large);
        TEST_CHECK(large > 8 * small, "Ni = %u: %.2e, %.2e", nx * ny, small,
                   large);
        /* a root rounded once is off by 4.2e-8 at most; 2^-24 is 6.0e-8 */
        TEST_CHECK(large > 2.4e-7 && large < 1.1e-6, "Ni = %u: %.2e", nx * ny,
                   large);
    }
}

/* The quotient of 2 pi is rounded once more unless Ni is a power of two. */
static void the_constant_is_worse_unless_ni_is_a_power_of_two(void)
{
    double power[2] = {1, 0}, other[2] = {1, 0};

    for (uint32_t ni = 4; ni <= 1000000; ni++) {
        const double exact = TWO_PI / ni;
        const double part =
            fabs((double)(6.283185482025146484375f / (float)ni) / exact - 1);
        double *range = ni & (ni - 1) ? other : power;
        range[0] = fmin(range[0], part);
        range[1] = fmax(range[1], part);
    }
    printf("# exp_const is off by %.1e of itself, by up to %.1e unless Ni is "
           "a power of two\n",
           power[1], other[1]);
    TEST_CHECK(power[0] > 2.7e-8 && power[1] < 2.9e-8, "%.2e %.2e", power[0],
               power[1]);
    TEST_CHECK(other[1] > 7e-8 && other[1] < 9.2e-8, "%.2e", other[1]);
}

/* The quotients' errors add to that of 2 pi in all stages of 1152 points and
   take from it in those of 1120; the full forms divide by Ni itself, or by way
   of its reciprocal: NVIDIA's driver 580 is off by 3.51e-7 at 1000 points, a
   driver that divides as IEEE 754 does by 2.23e-7. */
static void limits_follow_the_constant(void)
{
    static const struct {
        const char *text, *recipe;
    } cases[] = {
        {"c2c 1152", "arm 3.3.4.4.4.2 exp_const unfused"},
        {"c2c 1152", "arm 3.3.4.4.4.2 ky unfused"},
        {"c2c 1120", "arm 7.4.4.5.2 exp_const unfused"},
        {"c2c 1120", "arm 7.4.4.5.2 ky unfused"},
        {"c2c 1152", "arm 3.3.4.4.4.2 table unfused"},
        {"c2c 1000", "arm 5.5.5.4.2 ky unfused"},
    };
    clfft_recipe recipe = {0};
    double limits[COUNT(cases)];

    for (size_t i = 0; i < COUNT(cases); i++) {
        TEST_REQUIRE(expand(cases[i].text, cases[i].recipe, &recipe,
                            &limits[i]) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        clfft_recipe_clear(&recipe);
    }
    TEST_CHECK(limits[0] > 1.2 * limits[1], "%.2e %.2e", limits[0], limits[1]);
    TEST_CHECK(limits[2] < limits[3] / 1.3, "%.2e %.2e", limits[2], limits[3]);
    TEST_CHECK(limits[0] > 1e-7 && limits[0] < 1e-6, "%.2e", limits[0]);
    TEST_CHECK(limits[4] == 0, "%.2e", limits[4]);
    TEST_CHECK(limits[5] > 3.52e-7 && limits[5] < 2.5 * 2.23e-7, "%.2e",
               limits[5]);
}

TEST_MAIN(TEST(digits_reverse_as_the_text_maps_them),
          TEST(the_texts_index_wraps_unless_ni_is_a_power_of_two),
          TEST(the_texts_table_is_wrong_where_the_seeds_is_right),
          TEST(the_seed_reverses_the_digits_of_each_axis),
          TEST(the_full_form_is_refused_where_it_wraps),
          TEST(the_angles_error_grows_with_the_angle),
          TEST(the_constant_is_worse_unless_ni_is_a_power_of_two),
          TEST(limits_follow_the_constant))
