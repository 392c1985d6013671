/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-linear.c: rows that a work-group moves in the order of memory, of drawn
 * lengths, work-items, layouts and hooks.
 */
#include "clfft/base/factor.h"
#include "engine/recipes.h"

#define N_DRAWN 5
#define N_DRAWN_FULL 200
#define N_PRIMES 4
#define MOST_POINTS 400
#define MOST_GROUP 64
#define MOST_LOCAL 2000 /* points of a group, which any device holds */
#define MOST_HELD 24    /* points of a work-item, before some compiler spills */

static unsigned draw(unsigned n)
{
    return (unsigned)(test_random() % n);
}

/* Draws one to three radices of a complex transform of few points; odd ones
   for real data of an odd length. Returns the length. */
static unsigned draw_radices(bool odd, char *text, size_t size)
{
    static const unsigned any[] = {2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16};
    static const unsigned odds[] = {3, 5, 7, 9, 11, 13, 15};
    const unsigned n = 1 + draw(3);
    unsigned length = 1;
    int used = 0;

    for (unsigned i = 0; i < n; i++) {
        const unsigned r =
            odd ? odds[draw(COUNT(odds))] : any[draw(COUNT(any))];

        if (i && length * r > MOST_POINTS)
            break;
        length *= r;
        used +=
            snprintf(text + used, size - (size_t)used, "%s%u", i ? "." : "", r);
    }
    return length;
}

/* A recipe of those radices; more work-items than butterflies are idle. */
static void draw_recipe(unsigned length, const char *radices, char *text,
                        size_t size)
{
    static const char *const layouts[] = {"plain", "padded", "pitch"};
    const unsigned least = (length + MOST_HELD - 1) / MOST_HELD;
    const unsigned items = least + draw(length < 20 ? length : 20);
    const unsigned most = MOST_GROUP / items, room = MOST_LOCAL / length;
    const unsigned columns = 1 + draw(most < room ? most : room);

    snprintf(text, size, "group %s t%u c%u %s%s linear", radices, items,
             columns, layouts[draw(3)],
             (const char *const[]){"", " early", " poly"}[draw(3)]);
}

/* Distances that leave gaps, odd ones among them; or rows side by side; or in
   place; or strides. */
static void draw_layout(const char *transform, unsigned n, char *text,
                        size_t size)
{
    const bool real = strcmp(transform, "c2c") != 0;
    const bool to_real = !strcmp(transform, "c2r");
    const unsigned half = n / 2 + 1, count = 1 + draw(40);
    const unsigned in = to_real ? half : n, out = real && !to_real ? half : n;

    switch (draw(4)) {
    case 0:
        snprintf(text, size, " x%u", count);
        break;
    case 1:
        snprintf(text, size, " x%u inplace", count);
        break;
    case 2:
        snprintf(text, size, " x%u@%u:%u x2@%u:%u", count, in + draw(4),
                 out + draw(4), (in + 4) * count, (out + 4) * count);
        break;
    default:
        snprintf(text, size, " x%u@%u:%u in-stride=2 out-stride=3", count,
                 2 * in + draw(3), 3 * out + draw(3));
    }
}

static const char *const hooks[] = {
    "",
    "",
    " load=s16 window=hann",
    " window=blackman store=power",
    " demean store=db sides=centered",
};
#define N_HOOKS COUNT(hooks)

static void rows_in_the_order_of_memory_are_right(void)
{
    static const char *const transforms[] = {"c2c", "r2c", "c2r"};
    const unsigned n_drawn = test_is_full() ? N_DRAWN_FULL : N_DRAWN;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < n_drawn; i++) {
        const char *transform = transforms[draw(3)];
        const bool real = strcmp(transform, "c2c") != 0;
        const bool odd = real && draw(2);
        const bool inverse = !real && draw(2);
        char radices[32], recipe[96], layout[96], text[256];
        const unsigned core = draw_radices(odd, radices, sizeof radices);
        const unsigned n = real && !odd ? 2 * core : core;

        draw_recipe(core, radices, recipe, sizeof recipe);
        draw_layout(transform, n, layout, sizeof layout);
        snprintf(text, sizeof text, "%s %u%s%s%s", transform, n, layout,
                 inverse ? " inverse" : "",
                 !inverse && strcmp(transform, "c2r") && !strpbrk(layout, "@i")
                     ? hooks[draw(N_HOOKS)]
                     : "");
        expect_recipe(text, recipe);
    }
}

static unsigned draw_prime(unsigned least, unsigned most)
{
    unsigned p = test_draw(least, most);

    while (!clfft_is_prime(p))
        p = p < most ? p + 1 : least;
    return p;
}

/* Rows that are a prime above the radices of other stages: one work-item runs
   one of up to 61 points, several share one of up to 127, but not of c2r. */
static void rows_that_are_primes_are_right(void)
{
    static const char *const transforms[] = {"c2c", "r2c", "c2r"};
    const unsigned n_drawn = test_is_full() ? N_DRAWN_FULL : N_PRIMES;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < n_drawn; i++) {
        const bool shares = i % 2;
        const char *transform = transforms[draw(shares ? 2 : 3)];
        const unsigned p = draw_prime(37, shares ? 127 : 61);
        const unsigned n = strcmp(transform, "c2c") && draw(2) ? 2 * p : p;
        const unsigned items = shares ? clfft_sharers(p) + draw(3) : 1;
        char recipe[96], layout[96], text[256];

        draw_layout(transform, n, layout, sizeof layout);
        snprintf(recipe, sizeof recipe, "group %u t%u c%u %s linear", p, items,
                 1 + draw(MOST_LOCAL / p < MOST_GROUP / items
                              ? MOST_LOCAL / p
                              : MOST_GROUP / items),
                 draw(2) ? "plain" : "padded");
        snprintf(text, sizeof text, "%s %u%s%s%s", transform, n, layout,
                 !strcmp(transform, "c2c") && draw(2) ? " inverse" : "",
                 !strcmp(transform, "r2c") && !strpbrk(layout, "@i")
                     ? hooks[draw(N_HOOKS)]
                     : "");
        expect_recipe(text, recipe);
    }
}

/* Rows of pictures, and bands of rows. */
static void rows_of_pictures_are_right(void)
{
    static const struct recipe_case cases[] = {
        {"c2c 3x12 x3", "group 4.3 t3 c4 padded linear ; group 3 t1 c8 plain"},
        {"r2c 4x30 x3", "group 5.3 t5 c4 padded linear ; group 4 t1 c8 plain"},
        {"r2c 4x15 x2 sides=two",
         "group 5.3 t5 c4 padded linear ; group 4 t1 c8 plain"},
        {"c2r 4x30 x3", "group 5.3 t5 c4 padded linear ; group 4 t1 c8 plain"},
        {"c2r 4x15 x3 inplace",
         "group 5.3 t5 c4 padded linear ; group 4 t1 c8 plain"},
        {"r2c 60 x5 double", "group 6.5 t3 c4 padded linear"},
        {"c2r 45 x5 double", "group 9.5 t5 c4 padded linear"},
        {"c2c 30 x9", "group 6.5 t5 c4 plain linear"},
        {"r2c 75 x9", "group 5.5.3 t9 c4 plain linear"},
        {"c2r 75 x9", "group 5.3.5 t9 c4 plain linear"},
    };

    REQUIRE_DEVICE;
    expect_recipes(cases, COUNT(cases));
}

TEST_MAIN(TEST(rows_in_the_order_of_memory_are_right),
          TEST(rows_that_are_primes_are_right),
          TEST(rows_of_pictures_are_right))
