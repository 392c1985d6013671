/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-bands.c: bands of drawn lengths, shapes, bands, hooks and layouts: those
 * that a work-group makes of powers in its local memory, and those that CPUs
 * make of many transforms at once.
 */
#include "engine/recipes.h"

#include <math.h>

#define N_DRAWN 6
#define N_DRAWN_FULL 150
#define MOST_POINTS 900
#define MOST_GROUP 64
#define MOST_LOCAL 32768 /* bytes of a group, which any device holds */
#define MOST_HELD 24 /* points of a work-item, before some compiler spills */
#define MOST_BANDS 300
#define MOST_WEIGHTS 20000

static uint32_t first[MOST_BANDS + 1], start[MOST_BANDS];
static double weight[MOST_WEIGHTS], window[2 * MOST_POINTS],
    gain[2 * MOST_POINTS];

static unsigned draw(unsigned n)
{
    return (unsigned)(test_random() % n);
}

static void fill_numbers(void)
{
    for (size_t i = 0; i < MOST_WEIGHTS; i++)
        weight[i] = i < 2 * MOST_POINTS ? .5 + fabs(test_uniform())
                    : draw(9)           ? fabs(test_uniform())
                                        : 0;
    for (size_t i = 0; i < 2 * MOST_POINTS; i++) {
        window[i] = .5 + fabs(test_uniform());
        gain[i] = .5 + fabs(test_uniform());
    }
}

/* Draws bands of `bins` bins: the first of all, without which what is judged
   might be a frame's smallest bins alone; then empty ones, of one bin, narrow
   and wide ones. Returns how many; pieces of up to four bins are `most` at
   most. */
static unsigned draw_bands(unsigned bins, unsigned most)
{
    const unsigned wanted = draw(4) ? 1 + draw(40) : 1 + draw(MOST_BANDS);
    unsigned n = 0, pieces = 0;

    for (; n < wanted; n++) {
        const unsigned sort = n ? draw(8) : 1;
        const unsigned width = sort == 0   ? 0
                               : sort == 1 ? bins
                               : sort == 2 ? 1 + draw(bins)
                                           : 1 + draw(bins < 12 ? bins : 12);

        pieces += (width + 3) / 4;
        if (pieces > most || first[n] + width > MOST_WEIGHTS)
            break;
        start[n] = draw(bins - width + 1);
        if (start[n] == bins)
            start[n]--;
        first[n + 1] = first[n] + width;
    }
    return n;
}

/* Draws one to three radices of a core of few points, odd ones for real data of
   an odd length; the first one may be a prime that work-items share. Returns
   the length. */
static unsigned draw_radices(bool odd, char *text, size_t size)
{
    static const unsigned any[] = {2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16};
    static const unsigned odds[] = {3, 5, 7, 9, 11, 13, 15};
    static const unsigned shared[] = {37, 41, 53};
    const unsigned n = 1 + draw(3);
    unsigned length = 1;
    int used = 0;

    for (unsigned i = 0; i < n; i++) {
        const unsigned r = i == 0 && n > 1 && draw(6) == 0
                               ? shared[draw(COUNT(shared))]
                           : odd ? odds[draw(COUNT(odds))]
                                 : any[draw(COUNT(any))];

        if (i && length * r > MOST_POINTS)
            break;
        length *= r;
        used +=
            snprintf(text + used, size - (size_t)used, "%s%u", i ? "." : "", r);
    }
    return length;
}

/* Draws a recipe of these radices; polynomials of roots are of single
   precision, and size_of that of a number. Returns whether it exchanges numbers
   one by one. */
static bool draw_recipe(unsigned length, const char *radices, unsigned size_of,
                        char *text, size_t size)
{
    static const char *const layouts[] = {"plain", "padded", "pitch"};
    const bool shares = atoi(radices) > 32;
    const bool linear = !shares && draw(3) == 0,
               split = !linear && draw(3) == 0;
    const unsigned least = (length + MOST_HELD - 1) / MOST_HELD;
    const unsigned items = least + draw(length < 20 ? length : 20);
    const unsigned most = MOST_GROUP / items ? MOST_GROUP / items : 1;
    /* points with holes, and powers of both sides */
    const unsigned room = MOST_LOCAL / (length * 33 / 8 + 80) / size_of;
    const unsigned columns = 1 + draw(most < room ? most : room);

    snprintf(text, size, "group %s t%u c%u %s%s%s%s bands", radices, items,
             columns, layouts[draw(3)], split ? " split" : "",
             shares || size_of > 4 || draw(3) ? "" : " poly",
             linear ? " linear" : "");
    return split;
}

/* Draws loops and strides: bands side by side, with gaps, or frames side by
   side. */
static void draw_layout(clfft_desc *desc, unsigned n_bands)
{
    const unsigned n = (unsigned)desc->lengths[0], count = 1 + draw(40);
    const unsigned hop = 1 + draw(n + 4);

    desc->n_loops = 1 + draw(2);
    desc->input_strides[0] = draw(4) ? 1 : 2;
    if (draw(2)) {
        desc->output_strides[0] = 1 + draw(2);
        desc->loops[0] = (clfft_loop){
            count, hop, n_bands * desc->output_strides[0] + draw(3)};
        desc->loops[1] = (clfft_loop){
            1 + draw(3), 7, count * desc->loops[0].output_distance + draw(5)};
    } else {
        desc->output_strides[0] = (int64_t)count + draw(3);
        desc->loops[0] = (clfft_loop){count, hop, 1};
        desc->loops[1] = (clfft_loop){
            1 + draw(3), 7, n_bands * desc->output_strides[0] + draw(5)};
    }
}

static void draw_hooks(clfft_desc *desc)
{
    static const clfft_sample samples[] = {
        CLFFT_SAMPLE_NATIVE, CLFFT_SAMPLE_NATIVE, CLFFT_SAMPLE_S16,
        CLFFT_SAMPLE_U8,     CLFFT_SAMPLE_S24,    CLFFT_SAMPLE_F32};
    const bool real = desc->transform == CLFFT_TRANSFORM_R2C;

    desc->store.quantity = (clfft_quantity)(CLFFT_QUANTITY_MAGNITUDE + draw(3));
    desc->store.floor = -400;
    desc->store.bands_of_magnitude = draw(4) == 0;
    desc->load.sample = real ? samples[draw(COUNT(samples))] : 0;
    desc->load.windows[0] = draw(3) ? window : NULL;
    desc->load.subtract_mean = real && draw(4) == 0;
    desc->store.gain = draw(4) ? NULL : gain;
    if (draw(3) == 0)
        desc->store.sides = real ? CLFFT_SIDES_ONE + (clfft_sides)draw(3)
                                 : CLFFT_SIDES_CENTERED;
}

/* Draws a logarithm or a factor, and numbers of 16 bits, whose range values of
   these bands are in. */
static void draw_value(clfft_desc *desc)
{
    clfft_value *v = &desc->store.value;

    if (desc->store.quantity != CLFFT_QUANTITY_DB && draw(3))
        v->logarithm = CLFFT_LOGARITHM_NATURAL + (clfft_logarithm)draw(3);
    v->offset = v->logarithm && draw(2) ? 1e-6 * draw(3) : 0;
    v->least = v->logarithm ? draw(3) ? 1e-10 : 1e-300 : 0;
    v->scale = draw(2) ? 0.25 : 0;
    v->shift = draw(2) ? 1 : 0;
    desc->store.pixel = draw(2) ? CLFFT_PIXEL_HALF : CLFFT_PIXEL_NONE;
    if (desc->store.pixel && !v->logarithm)
        v->scale = 1e-3;
}

static void expect_drawn(bool by_group, unsigned n_drawn)
{
    fill_numbers();
    for (unsigned i = 0; i < n_drawn; i++) {
        const bool real = draw(6) > 0, odd = real && draw(3) == 0;
        char radices[32], recipe[96], text[256];
        const unsigned core = draw_radices(odd, radices, sizeof radices);
        const bool single = draw(6) > 0;
        const bool split =
            draw_recipe(core, radices, single ? 4 : 8, recipe, sizeof recipe);
        clfft_desc desc = {.transform =
                               real ? CLFFT_TRANSFORM_R2C : CLFFT_TRANSFORM_C2C,
                           .precision = single ? CLFFT_PRECISION_SINGLE
                                               : CLFFT_PRECISION_DOUBLE,
                           .lengths = {real && !odd ? 2 * core : core}};
        const struct harness_options options = {
            .plan = {.recipe = by_group ? recipe : NULL,
                     .schedule =
                         by_group ? CLFFT_SCHEDULE_AUTO : CLFFT_SCHEDULE_SIMD}};
        unsigned n_bands, bins;
        const char *wrong;

        draw_hooks(&desc);
        if (draw(3))
            draw_value(&desc);
        bins = !real || desc.store.sides > CLFFT_SIDES_ONE
                   ? (unsigned)desc.lengths[0]
                   : (unsigned)desc.lengths[0] / 2 + 1;
        n_bands = draw_bands(bins, core * (split ? 1 : 2));
        desc.store.bands = (clfft_bands){n_bands, first, start, weight};
        draw_layout(&desc, n_bands);
        wrong = harness_judge(&desc, &options, test_random());
        clfft_desc_print(&desc, text, sizeof text);
        if (wrong && harness_is_miscompiled(recipe, wrong))
            printf("# \"%s\": PoCL 7 compiles it wrongly\n", recipe);
        else
            TEST_CHECK(!wrong, "\"%s\", %u bands, \"%s\": %s", text, n_bands,
                       by_group ? recipe : "simd", wrong);
    }
}

static void bands_of_powers_in_local_memory_are_right(void)
{
    REQUIRE_DEVICE;
    expect_drawn(true, harness_cases(N_DRAWN, N_DRAWN_FULL));
}

/* Such bands are there on any device, if not always faster. */
static void bands_of_many_transforms_at_once_are_right(void)
{
    REQUIRE_DEVICE;
    expect_drawn(false, harness_cases(N_DRAWN / 2, N_DRAWN_FULL));
}

/* A bin that is not a number, or too large for its square, is in its own bands
   alone. */
static void bins_without_a_number_stay_in_their_bands(void)
{
    enum { N = 64, BANDS = 9 };
    static const uint32_t firsts[] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45};
    static const uint32_t starts[] = {0, 1, 3, 6, 10, 15, 21, 20, 4};
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C,
        .lengths = {N},
        .n_loops = 1,
        .loops = {{3, N, BANDS}},
        .store = {.quantity = CLFFT_QUANTITY_POWER,
                  .bands = {BANDS, firsts, starts, weight}}};
    const clfft_plan_params params = {.recipe = "group 8.4 t4 c2 padded bands"};
    static const float kinds[] = {INFINITY, NAN, 3e30f};
    float in[3 * N], out[3 * BANDS];
    clfft_plan *plan;

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(first); i++)
        weight[i] = 1;
    TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, &params, &plan) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        for (unsigned i = 0; i < 3 * N; i++)
            in[i] = i < N || i >= 2 * N ? 1 : kinds[kind];
        TEST_REQUIRE(harness_execute(plan, in, sizeof in, out, sizeof out,
                                     NULL) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        for (unsigned b = 0; b < 3 * BANDS; b++)
            TEST_CHECK(b == BANDS || (b > BANDS && b < 2 * BANDS && kind < 2)
                           ? !isfinite(out[b])
                           : isfinite(out[b]),
                       "band %u of frame %u of %g: %g", b % BANDS, b / BANDS,
                       (double)kinds[kind], (double)out[b]);
    }
    clfft_plan_destroy(&plan);
}

static void what_makes_no_bands_is_refused(void)
{
    static const struct recipe_case cases[] = {
        {"r2c 64", "group 8.4 t4 c2 padded bands"},
        {"c2c 64x64", "group 8.8 t8 c2 padded bands ; group 8.8 t8 c4 plain"},
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const clfft_plan_params params = {.recipe = cases[i].recipe};
        clfft_desc desc;
        clfft_plan *plan;

        TEST_REQUIRE(clfft_desc_parse(cases[i].text, &desc) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        TEST_CHECK(clfft_plan_create(harness_device(), &desc, &params, &plan) ==
                           CLFFT_STATUS_INVALID &&
                       strstr(clfft_last_error(), "bands"),
                   "\"%s\": %s", cases[i].recipe, clfft_last_error());
    }
}

TEST_MAIN(TEST(bands_of_powers_in_local_memory_are_right),
          TEST(bands_of_many_transforms_at_once_are_right),
          TEST(bins_without_a_number_stay_in_their_bands),
          TEST(what_makes_no_bands_is_refused))
