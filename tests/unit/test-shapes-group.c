/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-shapes-group.c: what the group schedule makes of lengths that no row
   names, on devices with local memory of their own. No device. */
#include "clfft/planner/planner.h"
#include "profiles.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static clfft_choice candidates[CLFFT_MAX_CANDIDATES];

/* Its best guess; no row of a vendor's applies. */
static const clfft_choice *first(const char *text, struct clfft_limits limits)
{
    clfft_desc desc;

    limits.vendor_name[0] = 0;
    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK ||
        !clfft_planner_candidates(&desc, &limits, CLFFT_SCHEDULE_GROUP,
                                  candidates))
        abort();
    clfft_desc_clear(&desc);
    return candidates;
}

static void check_first_on(const struct clfft_limits *limits, const char *text,
                           const char *expected)
{
    char recipe[1024];

    clfft_choice_print(first(text, *limits), recipe, sizeof recipe);
    TEST_CHECK(!strcmp(recipe, expected), "%s on %s: \"%s\", not \"%s\"", text,
               limits->device_name, recipe, expected);
}

/* 48 KiB of local memory of its own, groups of 1024 work-items */
static void check_first(const char *text, const char *expected)
{
    check_first_on(&profiles[2], text, expected);
}

/* 32 KiB of local memory that lies in the device's memory */
static void check_first_shared(const char *text, const char *expected)
{
    check_first_on(&profiles[3], text, expected);
}

/* Whether all radices fill all banks. */
static bool only_sixteens(const clfft_shape *shape)
{
    for (unsigned i = 0; i < shape->n_radices; i++)
        if (shape->radices[i] % 16)
            return false;
    return true;
}

/* 16 points that lie 16 apart meet in one bank, if no hole moves them. */
static void rows_begin_with_a_stride_that_spreads_over_banks(void)
{
    unsigned n_with_sixteen = 0;

    for (unsigned i = 0; i < N_PROFILES; i++) {
        for (unsigned n = 32; profiles[i].local_is_dedicated && n <= 8192;
             n += 16) {
            char text[32];
            const clfft_shape *s;

            snprintf(text, sizeof text, "c2c %u", n);
            s = &first(text, profiles[i])->axes[0].shapes[0];
            if (candidates[0].axes[0].n_shapes > 1 ||
                candidates[0].axes[0].rader ||
                candidates[0].axes[0].bluestein ||
                s->layout == CLFFT_LAYOUT_PADDED || only_sixteens(s))
                continue;
            for (unsigned k = 1; k < s->n_radices; k++)
                n_with_sixteen += s->radices[k] == 16;
            TEST_CHECK(s->radices[0] % 16, "%s on %s: begins with %u", text,
                       profiles[i].device_name, s->radices[0]);
        }
    }
    TEST_CHECK(n_with_sixteen > 20, "16 points stand behind others %u times",
               n_with_sixteen);
}

static void computed_roots_are_of_complex_rows(void)
{
    check_first("c2c 672 x9999", "group 7.8.12 t56 c1 plain");
    check_first("c2c 720 x9999", "group 10.9.8 t90 c1 plain poly");
    check_first("c2c 4000 x9999", "group 5.8.10.10 t200 c1 plain poly");
    check_first("c2c 4160 x9999", "group 13.16.20 t320 c1 plain");
    check_first("c2c 720 x9999 double", "group 10.9.8 t90 c1 plain");
    check_first("r2c 1440 x9999", "group 10.9.8 t90 c1 plain");
    check_first("c2r 1440 x9999", "group 10.9.8 t90 c1 plain");
    check_first("c2c 720x640",
                "group 10.8.8 t80 c1 plain ; group 10.9.8 t45 c8 plain split");
}

/* Rows too long to be exchanged whole, real ones too, have neither holes nor
   tables, unless of powers of two or of double precision. */
static void roots_of_split_rows_are_computed(void)
{
    check_first("c2c 7040 x999",
                "group 11.10.8.8 t440 c1 plain split poly r72");
    check_first("r2c 13310 x999", "group 5.11.11.11 t303 c1 plain split poly");
    check_first("c2r 14000 x999", "group 7.10.10.10 t350 c1 plain split poly");
    check_first("c2c 6000 x999", "group 15.20.20 t400 c1 plain poly");
    check_first("c2c 4550 x999", "group 13.14.25 t182 c1 plain");
    check_first("c2c 8192 x999", "group 32.16.16 t256 c1 padded split");
    check_first("c2c 3520 x999 double", "group 11.8.8.5 t440 c1 plain split");
    check_first_on(&profiles[4], "c2c 7040 x999",
                   "group 11.10.8.8 t440 c1 pitch split");
}

/* Few stages of many points; where all of those begin with an even radix or a
   large one, complex rows take one stage more. */
static void long_rows_take_few_stages(void)
{
    check_first("c2c 2940 x9999", "group 14.14.15 t210 c1 plain poly");
    check_first("c2c 3024 x9999", "group 9.16.21 t189 c1 plain poly");
    check_first("c2c 3872 x9999", "group 11.4.8.11 t176 c1 plain poly");
    check_first("c2c 8125 x999", "group 13.25.25 t325 c1 plain split poly");
    check_first("c2c 7000 x999", "group 7.10.10.10 t350 c1 plain split poly");
    check_first("c2c 4900 x999", "group 7.7.10.10 t245 c1 plain");
    check_first("r2c 15552 x999", "group 18.18.24 t432 c1 plain split poly");
    check_first("c2c 9216 x999", "group 12.12.8.8 t384 c1 plain split poly");
    check_first("c2r 5808 x999", "group 11.11.24 t132 c1 plain");
    check_first("r2c 3960 x999", "group 15.12.11 t180 c1 plain");
    check_first("c2c 3024 x99 double", "group 6.7.8.9 t504 c1 plain");
    check_first_shared("c2c 3024 x9999", "group 9.8.7.6 t216 c1 plain");
}

/* Thirds of points at once, else halves of their real and imaginary parts; what
   follows if such a kernel spills are the passes that there were before. */
static void rows_too_long_for_local_memory_go_in_parts(void)
{
    struct clfft_limits fast = profiles[2];
    char recipe[1024];

    snprintf(fast.device_name, sizeof fast.device_name, "NVIDIA H200");
    check_first("c2c 12250 x999", "group 7.7.10.25 t490 c1 plain split poly");
    check_first("c2c 12474 x999", "group 9.9.11.14 t462 c1 plain p3 poly");
    check_first("c2c 13720 x999",
                "group 7.10.14.14 t980 c1 plain split p2 poly");
    clfft_choice_print(first("c2c 12474 x999", profiles[2]) + 1, recipe,
                       sizeof recipe);
    TEST_CHECK(!strcmp(recipe, "group 14.9 t9 c32 plain split | "
                               "group 9.11 t11 c32 pitch split"),
               "second: %s", recipe);
    /* three stages of many points, more of few; fifths where there is no 2 */
    check_first("c2c 13122 x999", "group 27.18.27 t486 c1 plain p3 poly");
    check_first("c2c 18000 x999", "group 15.10.10.12 t600 c1 plain p3 poly");
    check_first("c2c 15625 x999", "group 25.25.25 t625 c1 plain p5 poly");
    check_first("c2c 15360 x999", "group 10.8.12.16 t960 c1 plain split p2");
    /* too many stages for halves */
    check_first("c2c 13750 x999", "group 5.5.5 t25 c16 plain split | "
                                  "group 10.11 t11 c32 pitch split");
    /* too many work-items where memory is fast */
    check_first_on(&fast, "c2c 18000 x999",
                   "group 12.12 t12 c32 plain split | "
                   "group 5.5.5 t25 c16 pitch split");
    check_first_on(&fast, "c2c 15360 x999",
                   "group 16.8 t8 c32 plain split | "
                   "group 10.12 t12 c32 pitch split");
    check_first_on(&fast, "c2c 13122 x999",
                   "group 27.18.27 t486 c1 plain p3 poly");
    check_first("c2c 14976 x999", "group 13.8.12.12 t624 c1 plain split p2");
    check_first("r2c 29952 x999", "group 13.8.12.12 t624 c1 plain split p2");
    check_first("r2c 34560 x999", "group 15.9 t9 c32 plain | "
                                  "group 16.8 t8 c32 pitch split");
    check_first("r2c 25344 x999", "group 16.8 t8 c32 plain split | "
                                  "group 11.9 t11 c32 pitch split");
    check_first("c2c 18720 x999", "group 12.12 t12 c16 plain split | "
                                  "group 10.13 t13 c16 pitch split");
    check_first("r2c 36000 x999", "group 12.12 t12 c32 plain | "
                                  "group 5.5.5 t25 c16 pitch");
    check_first("c2c 18000 x999 double", "group 12.12 t12 c16 plain split | "
                                         "group 5.5.5 t25 c16 pitch split");
}

/* Eight columns of few work-items; what takes two stages turns. */
static void long_tiles_are_wide(void)
{
    check_first("c2c 792000", "group 8.10.11 t44 c8 plain split | "
                              "group 30.30 t30 c8 pitch split");
    check_first("c2c 940800", "group 7.10.14 t35 c8 plain split | "
                              "group 30.32 t32 c8 pitch split");
    check_first("c2c 425880", "group 4.13.13 t57 c8 plain split | "
                              "group 7.9.10 t35 c8 pitch split");
    check_first("c2r 1584000", "group 10.10 t10 c32 plain split | "
                               "group 10.9 t10 c32 plain split | "
                               "group 11.8 t11 c32 pitch split");
}

/* Complex rows but of multiples of 16 points, and r2c, which exchange them
   whole or keep few. */
static void tiles_of_mixed_radices_are_wider(void)
{
    check_first("c2c 19305 x999", "group 13.11 t13 c32 plain split | "
                                  "group 9.15 t9 c32 pitch split");
    check_first("c2c 47385 x999", "group 9.9.3 t27 c16 plain split | "
                                  "group 13.15 t15 c32 pitch split");
    check_first("c2c 22400 x999", "group 16.10 t10 c16 plain split | "
                                  "group 10.14 t14 c16 pitch split");
    check_first("r2c 42900 x999",
                "group 15.10 t15 c32 plain | group 13.11 t13 c32 pitch");
    check_first("r2c 66924 x999", "group 11.6.3 t18 c16 plain split | "
                                  "group 13.13 t13 c16 pitch split");
    check_first("c2r 45630 x999", "group 13.13 t13 c16 plain split | "
                                  "group 15.9 t9 c32 pitch split");
}

/* Twice the columns where rows of the other pass have an odd number of points;
   c2r in its last pass only, three stages no more than 16. */
static void runs_between_sectors_are_longer(void)
{
    check_first("c2c 22880 x999", "group 16.10 t10 c32 plain split | "
                                  "group 11.13 t13 c16 pitch split");
    check_first("c2c 66150 x999", "group 9.6.5 t30 c16 plain split | "
                                  "group 7.7.5 t18 c16 pitch split");
    check_first("c2c 50400 x999", "group 15.15 t15 c16 plain split | "
                                  "group 14.16 t16 c32 pitch split");
    check_first("c2c 33075 x999", "group 9.7.3 t21 c16 plain split | "
                                  "group 7.5.5 t13 c16 pitch split");
    check_first("c2r 61600 x999", "group 16.11 t16 c16 plain split | "
                                  "group 7.5.5 t13 c16 pitch split");
}

/* The last pass of r2c, of an odd length or of many columns, in three stages.
 */
static void three_stages_of_r2c_turn_whole(void)
{
    check_first("r2c 347490 x99", "group 13.11.3 t39 c8 plain split | "
                                  "group 9.9.5 t45 c8 pitch");
    check_first("r2c 288288 x99", "group 11.6.6 t36 c8 plain split | "
                                  "group 13.7.4 t28 c8 pitch split");
    check_first("r2c 68640 x999", "group 15.13 t15 c16 plain split | "
                                  "group 16.11 t16 c16 pitch split");
}

/* If these suffice for the points; what follows has the compiler's choice. */
static void two_groups_of_split_rows_share_registers(void)
{
    char recipe[1024];

    check_first("c2c 9240 x999",
                "group 7.10.11.12 t462 c1 plain split poly r64");
    clfft_choice_print(first("c2c 9240 x999", profiles[2]) + 1, recipe,
                       sizeof recipe);
    TEST_CHECK(!strcmp(recipe, "group 7.10.11.12 t462 c1 plain split poly"),
               "second: %s", recipe);
    check_first("c2c 10395 x999", "group 7.9.11.15 t495 c1 plain split poly");
}

/* Halves of real rows have few work-items, and c2r begins with its smaller
   radix; the others have a work-item for each butterfly. */
static void short_rows_have_items_by_their_radices(void)
{
    check_first("c2r 70 x9999", "group 5.7 t8 c4 pitch");
    check_first("c2r 130 x9999", "group 5.13 t5 c6 pitch");
    check_first("r2c 104 x9999", "group 13.4 t7 c4 pitch");
    check_first("r2c 156 x9999", "group 13.6 t8 c4 pitch");
    check_first("r2c 132 x9999", "group 11.6 t11 c11 pitch");
    check_first("r2c 100 x9999", "group 10.5 t10 c3 pitch");
    check_first("c2c 42 x9999", "group 7.6 t8 c4 pitch");
    /* three radices: full rounds */
    check_first("c2c 175 x9999", "group 7.5.5 t35 c3 pitch");
    check_first("c2r 462 x9999", "group 11.7.3 t21 c6 pitch");
}

/* One work-item runs a row of one radix, the smaller radix runs one of two; of
   odd real data the larger one is where legs are left out. */
static void rows_are_moved_in_order_where_that_is_faster(void)
{
    check_first("c2c 27 x9999", "group 27 t1 c64 plain linear");
    check_first("c2c 32 x9999", "group 8.4 t4 c16 padded linear");
    check_first("c2c 39 x9999", "group 13.3 t3 c21 plain linear");
    check_first("c2c 65 x9999 inverse", "group 13.5 t5 c12 plain linear");
    check_first("r2c 32 x9999", "group 16 t1 c64 padded linear");
    check_first("c2r 64 x9999", "group 16.2 t2 c32 padded linear");
    check_first("r2c 40 x9999", "group 20 t1 c64 plain linear");
    check_first("c2r 78 x9999", "group 13.3 t3 c21 plain linear");
    check_first("r2c 105 x9999", "group 15.7 t7 c18 plain linear");
    check_first("c2r 105 x9999", "group 7.15 t7 c18 plain linear");
    check_first("c2r 675 x9999", "group 25.27 t25 c5 plain linear");
    /* primes: one work-item a row, or sharers */
    check_first("c2c 43 x9999", "group 43 t1 c64 plain linear");
    check_first("c2c 43 x3", "rader 42: group 7.6 t8 c16 pitch");
    check_first("c2r 122 x9999", "group 61 t1 c64 plain linear");
    check_first("r2c 122 x9999", "group 61 t4 c32 plain linear");
    check_first("c2c 97 x9999", "group 97 t6 c21 plain linear");
    check_first("r2c 127 x9999", "group 127 t8 c8 plain linear");
    check_first("c2r 127 x9999", "rader 126: group 3.14.3 t9 c14 pitch");
    /* distances and hooks change no bits */
    check_first("r2c 105 x9999@1:60", "group 15.7 t7 c18 plain linear");
    check_first("c2c 27 x3 window=hann", "group 27 t1 c64 plain linear");
    /* others are faster as ever, pictures are others' */
    check_first("c2c 42 x9999", "group 7.6 t8 c4 pitch");
    check_first("r2c 54 x9999", "group 9.3 t4 c8 pitch");
    check_first("r2c 60 x9999", "group 6.5 t6 c5 pitch");
    check_first("r2c 343 x9999", "group 7.7.7 t49 c1 plain");
    check_first("c2c 9x27 x9999",
                "group 9.3 t9 c3 pitch ; group 9 t1 c32 plain split");
    check_first("c2c 27 x9999 double", "group 3.3.3 t9 c14 pitch");
}

/* 32 work-items, whatever the banks. */
static void short_rows_are_in_small_groups(void)
{
    check_first("c2c 72 x9999", "group 9.8 t9 c3 pitch");
    check_first("c2c 100 x9999", "group 10.10 t10 c3 pitch");
    check_first("r2c 112 x9999", "group 8.7 t8 c4 pitch");
    check_first("c2c 64 x9999", "group 8.8 t8 c4 padded");
    check_first("r2c 72 x9999", "group 6.6 t6 c5 pitch");
    check_first("c2c 240 x9999", "group 15.16 t16 c2 pitch");
}

/* Two and four rows of mixed radices would begin in the same banks. */
static void mixed_rows_are_alone_in_a_group_or_three(void)
{
    check_first("c2c 336 x9999", "group 6.7.8 t28 c1 plain");
    check_first("c2r 1144 x9999", "group 4.11.13 t52 c1 plain");
    check_first("c2c 420 x9999", "group 10.7.6 t42 c3 pitch");
    check_first("c2c 110 x9999", "group 11.10 t11 c11 pitch");
    check_first("c2c 512 x9999", "group 8.8.8 t32 c4 padded");
    check_first_shared("c2c 550 x9999", "group 11.10.5 t55 c2 pitch");
}

/* Where a group has one row of three radices or columns. */
static void the_smallest_radix_comes_first(void)
{
    check_first("c2c 1170 x9999", "group 9.10.13 t130 c1 plain poly");
    check_first("c2r 2340 x9999", "group 9.10.13 t130 c1 plain");
    check_first("r2c 2340 x9999", "group 13.10.9 t130 c1 plain");
    check_first("c2c 640 x9999", "group 10.8.8 t80 c1 plain");
    check_first("c2c 495x64", "group 8.8 t8 c4 padded ; "
                              "group 5.9.11 t55 c8 plain split");
    check_first("c2c 896x64", "group 8.8 t8 c4 padded ; "
                              "group 14.8.8 t64 c8 plain split");
    check_first_shared("c2c 1170 x9999", "group 13.10.9 t130 c1 plain");
}

/* Runs of 64 bytes while they fit 48 KiB, of 32 up to 2048 points where rows
   begin at sectors. */
static void long_columns_take_one_pass_while_their_runs_fill_sectors(void)
{
    check_first("c2c 1440x64", "group 8.8 t8 c4 padded ; "
                               "group 10.12.12 t60 c8 plain split");
    check_first("c2c 1600x64", "group 8.8 t8 c4 padded ; "
                               "group 10.10.16 t100 c4 plain split");
    check_first("r2c 1600x64",
                "group 8.4 t4 c32 padded ; group 8.5 t5 c32 plain split | "
                "group 8.5 t5 c32 plain split");
    check_first("c2c 2400x64",
                "group 8.8 t8 c4 padded ; group 10.5 t5 c32 plain split | "
                "group 8.6 t3 c32 plain split");
    check_first("r2c 1024x64 double", "group 8.4 t4 c32 padded ; "
                                      "group 16.16.4 t64 c4 plain split");
    check_first("c2c 2048x64 double", "group 8.8 t8 c16 padded ; "
                                      "group 16.16.8 t128 c4 plain split p2");
    /* both sides of a spectrum, stored by one launch */
    check_first("r2c 1024x64 double store=db sides=centered",
                "group 8.4 t4 c32 padded ; group 8.4 t2 c32 plain split | "
                "group 8.4 t2 c32 plain split");
}

static void long_rows_take_two_passes_while_their_tiles_are_wide(void)
{
    check_first("c2c 1179648", "group 12.12.8 t48 c8 plain split | "
                               "group 32.32 t32 c8 pitch split");
    check_first("r2c 2880000", "group 12.10.10 t60 c8 plain split | "
                               "group 12.10.10 t60 c8 pitch split");
    check_first("c2r 2880000", "group 12.10 t12 c32 plain split | "
                               "group 12.10 t12 c32 plain split | "
                               "group 10.10 t10 c32 pitch split");
    check_first("c2c 2000000", "group 16.8 t8 c32 plain split | "
                               "group 5.5.5 t25 c16 plain split | "
                               "group 5.5.5 t25 c16 pitch split");
    check_first("c2c 2097152 double", "group 16.16.8 t128 c4 plain split p2 | "
                                      "group 32.32 t32 c4 pitch split");
}

TEST_MAIN(TEST(rows_begin_with_a_stride_that_spreads_over_banks),
          TEST(computed_roots_are_of_complex_rows),
          TEST(roots_of_split_rows_are_computed),
          TEST(long_rows_take_few_stages),
          TEST(rows_too_long_for_local_memory_go_in_parts),
          TEST(long_tiles_are_wide), TEST(tiles_of_mixed_radices_are_wider),
          TEST(runs_between_sectors_are_longer),
          TEST(three_stages_of_r2c_turn_whole),
          TEST(two_groups_of_split_rows_share_registers),
          TEST(short_rows_have_items_by_their_radices),
          TEST(rows_are_moved_in_order_where_that_is_faster),
          TEST(short_rows_are_in_small_groups),
          TEST(mixed_rows_are_alone_in_a_group_or_three),
          TEST(the_smallest_radix_comes_first),
          TEST(long_columns_take_one_pass_while_their_runs_fill_sectors),
          TEST(long_rows_take_two_passes_while_their_tiles_are_wide))
