/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-tile2d.c: pictures in one launch: what becomes one, what does not, and
   which devices get them. No device. */
#include "clfft/planner/planner.h"
#include "profiles.h"
#include "support/test.h"

static clfft_choice candidates[CLFFT_MAX_CANDIDATES];

static clfft_desc resolve(const char *text)
{
    clfft_desc desc, full;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK ||
        clfft_desc_resolve(&desc, &full) != CLFFT_STATUS_OK)
        abort();
    clfft_desc_clear(&desc);
    return full;
}

static clfft_status expand(const char *text, const char *recipe_text,
                           clfft_recipe *recipe)
{
    clfft_desc desc = resolve(text);
    clfft_choice choice;
    clfft_status status = clfft_choice_parse(recipe_text, &choice);

    TEST_CHECK(status == CLFFT_STATUS_OK, "\"%s\": %s", recipe_text,
               clfft_last_error());
    if (status == CLFFT_STATUS_OK)
        status = clfft_recipe_expand(&desc, &choice, recipe);
    clfft_desc_clear(&desc);
    return status;
}

/* ---- recipes ---- */

static void picture_is_one_step_between_the_callers_buffers(void)
{
    static const struct {
        const char *text, *recipe;
        uint32_t length, bins;
        clfft_access in, out;
        bool conjugate;
    } cases[] = {
        {"c2c 36x60 x3", "tile2d 10.3.2 ; 9.4 t90 c1", 60, 60,
         CLFFT_ACCESS_COMPLEX, CLFFT_ACCESS_COMPLEX, false},
        {"c2c 36x60 inverse", "tile2d 10.3.2 ; 9.4 t90 c1", 60, 60,
         CLFFT_ACCESS_COMPLEX, CLFFT_ACCESS_COMPLEX, true},
        {"r2c 36x60 store=power", "tile2d 10.3 ; 9.4 t90 c1", 30, 31,
         CLFFT_ACCESS_PAIR, CLFFT_ACCESS_POWER, false},
        {"r2c 36x15", "tile2d 5.3 ; 9.4 t90 c1", 15, 8, CLFFT_ACCESS_REAL,
         CLFFT_ACCESS_COMPLEX, false},
        {"c2r 36x60", "tile2d 10.3 ; 9.4 t90 c1", 30, 31, CLFFT_ACCESS_COMPLEX,
         CLFFT_ACCESS_PAIR, true},
        {"c2r 36x15", "tile2d 5.3 ; 9.4 t90 c1", 15, 8, CLFFT_ACCESS_COMPLEX,
         CLFFT_ACCESS_REAL, true},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clfft_recipe recipe;
        const clfft_step *step;

        TEST_REQUIRE(expand(cases[i].text, cases[i].recipe, &recipe) ==
                         CLFFT_STATUS_OK,
                     "%s: %s", cases[i].text, clfft_last_error());
        step = &recipe.steps[0];
        TEST_CHECK(recipe.n_steps == 1 && step->kind == CLFFT_STEP_TILE2D &&
                       step->scale,
                   "%s: steps", cases[i].text);
        TEST_CHECK(step->in.buffer == CLFFT_BUFFER_INPUT &&
                       step->out.buffer == CLFFT_BUFFER_OUTPUT &&
                       step->in.outer && step->out.outer,
                   "%s: buffers", cases[i].text);
        for (unsigned s = 0; s < CLFFT_N_SCRATCH; s++)
            TEST_CHECK(!recipe.scratch_points[s], "%s: scratch", cases[i].text);
        TEST_CHECK(step->length == cases[i].length && step->across == 36 &&
                       step->across_axis == 1 && step->bins == cases[i].bins,
                   "%s: %u x %u, %u bins", cases[i].text, step->across,
                   step->length, step->bins);
        TEST_CHECK(step->in.access == cases[i].in &&
                       step->out.access == cases[i].out &&
                       step->in.conjugate == cases[i].conjugate &&
                       step->out.conjugate == cases[i].conjugate,
                   "%s: access", cases[i].text);
        clfft_recipe_clear(&recipe);
    }
}

static void third_axis_is_a_turn_of_its_own(void)
{
    static const struct {
        const char *text;
        int from, between, to; /* buffers */
        bool tile2d_last;
    } cases[] = {
        {"c2c 8x36x60 x3", CLFFT_BUFFER_INPUT, CLFFT_BUFFER_OUTPUT,
         CLFFT_BUFFER_OUTPUT, false},
        {"c2c 8x36x60 inverse", CLFFT_BUFFER_INPUT, CLFFT_BUFFER_OUTPUT,
         CLFFT_BUFFER_OUTPUT, false},
        {"r2c 8x36x120", CLFFT_BUFFER_INPUT, CLFFT_BUFFER_OUTPUT,
         CLFFT_BUFFER_OUTPUT, false},
        {"r2c 8x36x120 store=power", CLFFT_BUFFER_INPUT, CLFFT_BUFFER_SCRATCH,
         CLFFT_BUFFER_OUTPUT, false},
        {"c2r 8x36x120", CLFFT_BUFFER_INPUT, CLFFT_BUFFER_SCRATCH,
         CLFFT_BUFFER_OUTPUT, true},
        {"c2r 8x36x120 destroy", CLFFT_BUFFER_INPUT, CLFFT_BUFFER_INPUT,
         CLFFT_BUFFER_OUTPUT, true},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const bool inverse =
            strstr(cases[i].text, "inverse") || cases[i].tile2d_last;
        clfft_recipe recipe;
        const clfft_step *first, *last;

        TEST_REQUIRE(expand(cases[i].text,
                            "tile2d 10.3.2 ; 9.4 t90 c1 ; group 8 t1 c16",
                            &recipe) == CLFFT_STATUS_OK,
                     "%s: %s", cases[i].text, clfft_last_error());
        TEST_REQUIRE(recipe.n_steps == 2, "%s: steps", cases[i].text);
        first = &recipe.steps[0];
        last = &recipe.steps[1];
        TEST_CHECK((first->kind == CLFFT_STEP_TILE2D) != cases[i].tile2d_last &&
                       (last->kind == CLFFT_STEP_TILE2D) ==
                           cases[i].tile2d_last,
                   "%s: order", cases[i].text);
        TEST_CHECK(first->in.buffer == cases[i].from &&
                       first->out.buffer == cases[i].between &&
                       last->in.buffer == cases[i].between &&
                       last->out.buffer == cases[i].to,
                   "%s: buffers", cases[i].text);
        TEST_CHECK(first->in.outer && !first->out.outer && !last->in.outer &&
                       last->out.outer && !first->scale && last->scale,
                   "%s: ends", cases[i].text);
        TEST_CHECK(first->in.conjugate == inverse && !first->out.conjugate &&
                       !last->in.conjugate && last->out.conjugate == inverse,
                   "%s: conjugates", cases[i].text);
        TEST_CHECK((cases[i].tile2d_last ? last : first)->lines[2] == 8,
                   "%s: lines", cases[i].text);
        clfft_recipe_clear(&recipe);
    }
}

static void picture_that_is_none_is_refused_with_the_reason(void)
{
    static const struct {
        const char *text, *recipe, *reason;
    } cases[] = {
        {"c2c 16", "tile2d 8 ; 8 t8 c1", "a single axis"},
        {"c2c 8x8x8", "tile2d 8 ; 8 t8 c1", "2 axes, the description has 3"},
        {"c2c 8x8", "tile2d 8 ; 8 t8 c1 ; group 8 t1 c8",
         "3 axes, the description has 2"},
        {"c2c 8x8x8", "tile2d 8 ; 8 t8 c1 ; group 4 t1 c8", "make 8 points"},
        {"c2c 8x8x8", "tile2d 8 ; 8 t8 c1 ; direct 8", "mixed"},
        {"c2c 8x8x8 pad=8x7x8", "tile2d 8 ; 8 t8 c1 ; group 8 t1 c8",
         "zeros behind"},
        {"c2c 8x8 double", "tile2d 8 ; 8 t8 c1", "double precision"},
        {"c2c 8x8 pad=7x8", "tile2d 8 ; 8 t8 c1", "zeros behind"},
        {"c2c 8x8", "tile2d 4 ; 8 t8 c1", "8 points"},
        {"c2c 4x8", "tile2d 8 ; 8 t8 c1", "4 points"},
        {"r2c 8x8", "tile2d 8 ; 8 t8 c1", "4 points"},
        {"c2c 8x16", "tile2d 2.2.2.2 ; 8 t8 c1", "at most 3"},
        {"c2c 9x8", "tile2d 8 ; 9 t8 c1 split p2", "2 parts of 9 rows"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clfft_recipe recipe;

        TEST_CHECK(expand(cases[i].text, cases[i].recipe, &recipe) ==
                       CLFFT_STATUS_INVALID,
                   "%s by %s", cases[i].text, cases[i].recipe);
        TEST_CHECK(strstr(clfft_last_error(), cases[i].reason),
                   "%s by %s: \"%s\" lacks \"%s\"", cases[i].text,
                   cases[i].recipe, clfft_last_error(), cases[i].reason);
    }
}

static void local_memory_is_that_of_the_larger_side(void)
{
    static const struct {
        const char *text, *recipe;
        size_t size;
    } cases[] = {
        {"c2c 64x64", "tile2d 8.8 ; 8.8 t512 c1", 64 * 64 * 8},
        {"c2c 64x64", "tile2d 8.8 ; 8.8 t512 c1 padded", 64 * 68 * 8},
        {"c2c 64x64", "tile2d 8.8 ; 8.8 t512 c1 padded split", 64 * 66 * 4},
        {"r2c 64x64", "tile2d 8.4 ; 8.8 t264 c2", 2 * 64 * 33 * 8},
        {"r2c 64x15", "tile2d 5.3 ; 8.8 t264 c1", 64 * 15 * 8},
        {"c2c 128x128", "tile2d 16.8 ; 16.8 t512 c1 split p2", 32768},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clfft_desc desc = resolve(cases[i].text);
        clfft_choice choice;

        TEST_REQUIRE(clfft_choice_parse(cases[i].recipe, &choice) ==
                         CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        TEST_CHECK(clfft_tile2d_local_size(&desc, &choice) == cases[i].size,
                   "%s: %zu bytes", cases[i].recipe,
                   clfft_tile2d_local_size(&desc, &choice));
        clfft_desc_clear(&desc);
    }
}

/* ---- planning ---- */

static unsigned plan(const char *text, const struct clfft_limits *limits,
                     unsigned *n_tile2ds)
{
    clfft_desc desc = resolve(text);
    const unsigned n = clfft_planner_candidates(
        &desc, limits, CLFFT_SCHEDULE_AUTO, candidates);

    *n_tile2ds = 0;
    for (unsigned c = 0; c < n; c++) {
        const clfft_shape *s = &candidates[c].axes[0].shapes[0];
        clfft_recipe recipe;
        char choice[512];

        clfft_choice_print(&candidates[c], choice, sizeof choice);
        TEST_CHECK(clfft_recipe_expand(&desc, &candidates[c], &recipe) ==
                       CLFFT_STATUS_OK,
                   "%s by \"%s\": %s", text, choice, clfft_last_error());
        clfft_recipe_clear(&recipe);
        if (!candidates[c].tile2d)
            continue;
        ++*n_tile2ds;
        TEST_CHECK((unsigned)s->items * s->columns <= limits->max_work_group &&
                       clfft_tile2d_local_size(&desc, &candidates[c]) <=
                           limits->local_size,
                   "%s on %s: \"%s\"", text, limits->device_name, choice);
    }
    clfft_desc_clear(&desc);
    return n;
}

static void gpus_with_local_memory_get_small_pictures_in_one_launch(void)
{
    static const struct {
        const char *text;
        unsigned work_group; /* that it takes */
    } cases[] = {
        {"c2c 4x4", 64},
        {"r2c 8x8 x100", 64},
        {"c2c 32x32 inverse", 256},
        {"c2r 32x32", 256},
        {"c2c 64x64 x8192", 256},
        {"r2c 64x64", 256},
        {"c2c 36x60", 256},
        {"r2c 36x15", 256},
        {"c2c 4x1000", 256},
        {"c2c 8x8x8", 64},
        {"r2c 100x64x64", 256},
        {"c2r 7x32x32", 256},
        {"r2c 64x64 sides=two", 256},
        {"c2c 8x8 window=hann", 64},
        {"r2c 64x64 load=u8 demean sides=centered", 256},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t p = 0; p < N_PROFILES; p++) {
            const struct clfft_limits *limits = &profiles[p];
            const bool suits = limits->local_is_dedicated &&
                               limits->max_work_group >= cases[i].work_group;
            unsigned n_tile2ds;
            const unsigned n = plan(cases[i].text, limits, &n_tile2ds);

            TEST_CHECK(!suits || (n_tile2ds && candidates[0].tile2d),
                       "%s on %s: %u of %u", cases[i].text, limits->device_name,
                       n_tile2ds, n);
            TEST_CHECK(limits->local_is_dedicated || !n_tile2ds, "%s on %s",
                       cases[i].text, limits->device_name);
            TEST_CHECK(n > n_tile2ds, "%s on %s: no other way", cases[i].text,
                       limits->device_name);
        }
}

static void other_pictures_stay_two_passes(void)
{
    static const char *const texts[] = {
        "c2c 4096",        "c2c 64x64 double", "c2c 256x256", "c2c 8x256x256",
        "c2c 8x8 pad=5x8", "c2c 37x64",        "c2c 64x37",   "c2c 4x65536",
    };

    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t p = 0; p < N_PROFILES; p++) {
            unsigned n_tile2ds;

            plan(texts[i], &profiles[p], &n_tile2ds);
            TEST_CHECK(!n_tile2ds, "%s on %s", texts[i],
                       profiles[p].device_name);
        }
}

static void measured_ones_come_first_and_those_in_parts_late(void)
{
    static const struct {
        const char *text, *first;
    } cases[] = {
        {"c2c 16x16", "tile2d 2.8 ; 16 t16 c8 padded"},
        {"c2c 64x64 x3", "tile2d 8.8 ; 8.8 t512 c1 padded"},
        {"r2c 64x64", "tile2d 8.4 ; 8.8 t264 c1 padded"},
        {"c2c 128x128", "tile2d 16.8 ; 8.16 t512 c1 padded p4 r128"},
        {"c2c 128x128 x133", "tile2d 16.8 ; 8.16 t512 c1 padded p4 r128"},
        {"c2c 3x128x128",
         "tile2d 16.8 ; 8.16 t512 c1 padded p4 r128 ; group 3 t1 c32 "},
        {"c2c 64x64x64", "tile2d 8.8 ; 8.8 t512 c1 padded ; group 8.8 t4 "},
        {"c2r 128x128", "tile2d 8.8 ; 16.8 t520 c1 padded split"},
        {"r2c 128x128 x100", "tile2d 8.8 ; 16.8 t520 c1 padded split"},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t p = 0; p < N_PROFILES; p++) {
            unsigned n_tile2ds;
            char choice[512];

            if (!profiles[p].vendor_name[0])
                continue;
            plan(cases[i].text, &profiles[p], &n_tile2ds);
            clfft_choice_print(&candidates[0], choice, sizeof choice);
            TEST_CHECK(!strncmp(choice, cases[i].first, strlen(cases[i].first)),
                       "%s: \"%s\"", cases[i].text, choice);
            TEST_CHECK(n_tile2ds, "%s: no tile2d at all", cases[i].text);
        }
}

/* As few stages as radices of up to 16 make, then small radices; holes where
   the first one is a multiple of 4. Rows of c2r have no single large radix. */
static void pictures_have_few_stages(void)
{
    static const struct {
        const char *text, *first;
    } cases[] = {
        {"c2c 70x70 x999", "tile2d 10.7 ; 10.7 t490 c1 plain"},
        {"c2c 45x63 x999", "tile2d 9.7 ; 9.5 t315 c1 plain"},
        {"c2c 36x36 x999", "tile2d 6.6 ; 6.6 t216 c1 plain"},
        {"c2c 48x40 x999", "tile2d 8.5 ; 8.6 t"},
        {"c2c 20x14 x999", "tile2d 14 ; 5.4 t20 c4 plain"},
        {"r2c 60x18 x999", "tile2d 9 ; 10.6 t60 c2 plain"},
        {"c2r 60x18 x999", "tile2d 3.3 ; 10.6 t"},
        {"c2r 7x26 x999", "tile2d 13 ; 7 t"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        unsigned n_tile2ds;
        char choice[512];

        plan(cases[i].text, &profiles[2], &n_tile2ds);
        clfft_choice_print(&candidates[0], choice, sizeof choice);
        TEST_CHECK(!strncmp(choice, cases[i].first, strlen(cases[i].first)),
                   "%s: \"%s\"", cases[i].text, choice);
    }
}

TEST_MAIN(TEST(picture_is_one_step_between_the_callers_buffers),
          TEST(third_axis_is_a_turn_of_its_own),
          TEST(picture_that_is_none_is_refused_with_the_reason),
          TEST(local_memory_is_that_of_the_larger_side),
          TEST(gpus_with_local_memory_get_small_pictures_in_one_launch),
          TEST(other_pictures_stay_two_passes),
          TEST(measured_ones_come_first_and_those_in_parts_late),
          TEST(pictures_have_few_stages))
