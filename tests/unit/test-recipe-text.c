/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-recipe-text.c: the text form of recipes, both ways. No device. */
#include "clfft/recipe/recipe.h"
#include "support/test.h"

static const char *const canonical[] = {
    "group 16.16.4 t64 c2 padded",
    "group 16.16 t16 c16 plain split | group 16.16 t16 c16 pitch split",
    "group 8.8 t8 c8 plain | group 8.8 t8 c8 plain | group 8.8 t8 c8 pitch",
    "simd 8.8.16 rows",
    "simd 16.16 lanes | simd 16.16 lanes",
    "direct 8 | direct 8 | direct 16",
    "direct 1",
    "bluestein 2048: group 16.16.8 t128 c1 padded",
    "bluestein 40: direct 5 | direct 8",
    "rader 1008: group 16.9.7 t63 c1 plain",
    "rader 18: group 9.2 t2 c4 padded ; bluestein 40: group 8.5 t5 c1 plain",
    "group 8.5.8 t40 c8 plain split bluestein151 | group 73.5 t25 c8 plain",
    "group 4 t1 c4 plain | group 3.2 t2 c2 pitch r64 rader7 | group 2 t1 c8 "
    "plain ; bluestein 64: group 8.8 t8 c8 plain",
    "simd 8.8 lanes wide bluestein31 | simd 4 lanes",
    "group 2.2.2.2.2 t1024 c1024 plain",
    "group 16.32.32 t512 c1 padded split p2",
    "group 8.8.8.32 t512 c1 padded p4",
    "group 8.8 t8 c2 pitch early r64",
    "group 8 t1 c8 pitch split turn r64 | group 8 t1 c8 plain poly",
    "group 9.3 t3 c8 padded early linear r40",
    "group 61 t1 c64 plain linear",
    "group 127 t8 c8 plain linear",
    "group 8.8.8.16 t512 c1 padded split p4 early r64",
    "group 8.8.8.16 t512 c1 padded split p4 poly r64",
    "tile2d 8.8 ; 8.8 t512 c1 padded",
    "tile2d 4 ; 2.2 t4 c16 plain",
    "tile2d 16.8 ; 8.16 t1024 c1 padded split p2 r64",
    "tile2d 16.8 ; 8.16 t512 c1 padded p4",
    "tile2d 8.8 ; 8.8 t512 c1 padded r32 ; group 8.8 t2 c64 plain split",
    "tile2d 4 ; 2.2 t4 c16 plain ; bluestein 64: group 8.8 t8 c8 plain",
    "tile2d 4 ; 4 t4 c1 plain ; group 8 t1 c8 plain | group 8 t1 c8 pitch",
#ifdef HAVE_SEEDS
    "bainville 2 A sincos",
    "bainville 4 C sin+cos w256",
    "bainville 32 B native group",
    "arm 2 exp_const fused",
    "arm 7.5.4.3.2 full unfused w16",
    "arm 4.4;5.3 table fused",
    "arm 2;2 ky unfused",
    "aatish h4 native",
    "aatish h32 table merged registers twice",
    "aatish h1 sincos shuffle general",
    "aatish h8 sinpi merged w64",
#endif
};

static const struct {
    const char *text, *printed;
} synonyms[] = {
    {" group 16  c4 t1\tpitch ", "group 16 t1 c4 pitch"},
    {"group 4 t1 c1", "group 4 t1 c1 plain"},
    {"group 4 t1 c1 split padded", "group 4 t1 c1 padded split"},
    {"group 8.8 r64 early p2 split pitch c2 t8",
     "group 8.8 t8 c2 pitch split p2 early r64"},
    {"group 8.8 t8 c2 p1", "group 8.8 t8 c2 plain"},
    {"group 6 rader7 t1 r64 c2|group 4 t1 c1",
     "group 6 t1 c2 plain r64 rader7 | group 4 t1 c1 plain"},
    {"direct 8|direct 3", "direct 8 | direct 3"},
    {"simd 4", "simd 4 lanes"},
    {"c2c 65536 x512: simd 16.16 lanes | simd 16.16 lanes",
     "simd 16.16 lanes | simd 16.16 lanes"},
    {"c2c 64x64 x3: tile2d 8.8;8.8 split c2 t64 p1",
     "tile2d 8.8 ; 8.8 t64 c2 plain split"},
    {" tile2d\t4 ;4 t4 c1 ", "tile2d 4 ; 4 t4 c1 plain"},
#ifdef HAVE_SEEDS
    {"bainville 16", "bainville 16 A sincos"},
    {" bainville w32\ttable B 8 ", "bainville 8 B table w32"},
    {"c2c 4096: bainville 8 w64", "bainville 8 A sincos"},
    {"arm 4.4.4", "arm 4.4.4 exp_const fused"},
    {"c2c 15x16: arm unfused\tw64 4.4;3.5 ", "arm 4.4;3.5 exp_const unfused"},
    {"aatish", "aatish h4 native"},
    {"c2c 8x8x8: aatish merged h8", "aatish h8 native merged"},
    {"aatish twice registers table", "aatish h4 table registers twice"},
#endif
    {"c2c 1009: bluestein 2048: simd 8.16.16 rows",
     "bluestein 2048: simd 8.16.16 rows"},
    {"c2c 17x19: rader 18: group 9.2 t2 c1;rader 16: group 16 t1 c1",
     "rader 18: group 9.2 t2 c1 plain ; rader 16: group 16 t1 c1 plain"},
};

static const char *const bad[] = {
    "",
    " ",
    "group",
    "warp 16",
    "16.16",
    "group 16",
    "group 16 t4",
    "group 16 c4",
    "group 16 t0 c4",
    "group 16 t4 c0",
    "group 16 t4 c1025",
    "group 16 t4 c1 rows",
    "group 16 t4x c1",
    "group 22 t4 c1",
    "group 16. t4 c1",
    "group .16 t4 c1",
    "group 16..4 t4 c1",
    "group 64 t4 c1",
    "group 0 t4 c1",
    "group -2 t4 c1",
    "group 2.2.2.2.2.2 t4 c1",
    "simd 16 split",
    "simd 16 t4",
    "simd",
    "direct 8 plain",
    "direct 8 |",
    "| direct 8",
    "direct 8 | | direct 8",
    "direct 8 direct 8",
    "bluestein 0: direct 8",
    "bluestein : direct 8",
    "bluestein 16 direct 8",
    "bluestein 16:",
    "rader 0: group 8 t1 c1",
    "rader : group 8 t1 c1",
    "rader 8 group 8 t1 c1",
    "rader 8:",
    "rader 8: bluestein 16: group 8 t1 c1",
    "rader 4: bainville 4",
    "bluestein 16: rader 8: group 8 t1 c1",
    "raders 8: raders 8",
    "group 6 t1 c1 rader8 | group 4 t1 c1",
    "group 6 t1 c1 bluestein7 | group 4 t1 c1",
    "group 6 t1 c1 rader | group 4 t1 c1",
    "group 6 t1 c1 rader 7 | group 4 t1 c1",
    "group 6 t1 c1 raders7 | group 4 t1 c1",
    "group 6 t1 c1 bluestein0 | group 4 t1 c1",
    "group 6 t1 c1 bluestein65536 | group 4 t1 c1",
    "direct 6 rader7 | direct 4",
    "tile2d 8 ; 8 t8 c1 bluestein4",
    "group 16 t-1 c1",
    "group 16 t99999999999999999999 c1",
    "group 16 t1 c1 p3",
    "group 16 t1 c1 split p0",
    "group 16 t1 c1 split p9",
    "group 9 t1 c1 split p2",
    "group 16 t1 c1 r0",
    "group 16 t1 c1 r256",
    "group 16 t1 c1 earlier",
    "simd 16 early",
    "direct 8 r64",
    "simd 16 lanes poly",
    "group 4.4 t4 c1 plain early poly",
    "group 37 t3 c8 plain",
    "group 37.2 t6 c8 plain linear",
    "tile2d",
    "tile2d 8",
    "tile2d 8.8 t8 c1",
    "tile2d 8 ; 8",
    "tile2d 8 ; 8 t8",
    "tile2d 8 ; 8 c8",
    "tile2d ; 8 t8 c1",
    "tile2d 8 ; t8 c1",
    "tile2d 8 | 8 t8 c1",
    "tile2d 8 t8 c1 ; 8 t8 c1",
    "tile2d 8 ; 8 t8 c1 ; 8",
    "tile2d 8 ; 8 t8 c1 | 8",
    "tile2d 8 ; tile2d 8 t8 c1",
    "tile2d 8 ; 8 t8 c1 pitch",
    "tile2d 22 ; 8 t8 c1",
    "tile2d 8 ; 8 t8 c1 early",
    "tile2d 8 ; 8 t8 c1 poly",
    "tile2d 8 ; 8 t8 c1 linear",
    "tile2d 8 ; 8 t8 c1 turn",
    "tile2d 8 ; 8 t8 c1 p0",
    "tile2d 8 ; 8 t8 c1 p9",
    "tile2d 8 ; 8 t0 c1",
    "tile2d 8 ; 8 t8 c1 lanes",
    "tile2ds 8 ; 8 t8 c1",
    "tile2d 8 ; 8 t8 c1 ;",
    "tile2d 8 ; 8 t8 c1 ; tile2d 8 ; 8 t8 c1",
    "tile2d 8 ; 8 t8 c1 ; group 8 t1 c1 ; group 8 t1 c1",
    "rader 16: tile2d 8 ; 8 t8 c1",
    "bluestein 16: tile2d 8 ; 8 t8 c1",
    "group 8 t1 c1 ; tile2d 8 ; 8 t8 c1",
    "bainville",
    "bainville A",
    "bainville 3",
    "bainville 64",
    "bainville 016",
    "bainville 8 8",
    "bainville 4.4",
    "bainville 2 B",
    "bainville 8 C",
    "bainville 4 D",
    "bainville 4 a",
    "bainville 4 AB",
    "bainville 4 A B",
    "bainville 4 cos",
    "bainville 4 sincos native",
    "bainville 4 w0",
    "bainville 4 w1025",
    "bainville 4 w",
    "bainville 4 w-1",
    "bainville 4 w8x",
    "bainville 4 w8 w8",
    "bainville 4 group w8",
    "bainville 4 B group",
    "bainville 4 | bainville 4",
    "bainville 4 ; bainville 4",
    "bainvill 4",
    "bluestein 64: bainville 4",
    "direct 2 | bainville 2",
    "arm",
    "arm fused",
    "arm 6",
    "arm 4.",
    "arm .4",
    "arm 4..4",
    "arm 4;",
    "arm ;4",
    "arm 4;;4",
    "arm 4;4;4",
    "arm 44",
    "arm 4.8",
    "arm 4 4",
    "arm 4 full",
    "arm 4 ky fused",
    "arm 4 table full",
    "arm 4 fused unfused",
    "arm 4 fused fused",
    "arm 4 none",
    "arm 4 w0",
    "arm 4 w8 w8",
    "arm 4 sincos",
    "arm 4 | arm 4",
    "arm 4 ; arm 4",
    "bluestein 64: arm 4",
    "arms 4",
    "arm 2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2",
    "aatish h0",
    "aatish h",
    "aatish h3",
    "aatish h64",
    "aatish h4x",
    "aatish h4 h4",
    "aatish h4 h8",
    "aatish 4",
    "aatish merged merged",
    "aatish native table",
    "aatish h1 twice",
    "aatish h1 registers",
    "aatish h2 twice registers",
    "aatish h4 | aatish h4",
    "aatish A",
    "aatish w16",
    "aatish w512",
    "aatish w48",
    "aatish w64 w64",
    "aatish w",
    "direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|"
    "direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|"
    "direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|"
    "direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|direct 2|"
    "direct 2",
};

static void expect_print(const char *text, const char *printed)
{
    clfft_choice choice;
    char again[512];

    TEST_REQUIRE(clfft_choice_parse(text, &choice) == CLFFT_STATUS_OK,
                 "\"%s\": %s", text, clfft_last_error());
    TEST_CHECK(clfft_choice_print(&choice, again, sizeof again) ==
                   strlen(printed),
               "\"%s\": length", text);
    TEST_CHECK(!strcmp(again, printed), "\"%s\" became \"%s\"", text, again);
}

static void text_survives_reading_and_printing(void)
{
    for (size_t i = 0; i < sizeof canonical / sizeof canonical[0]; i++)
        expect_print(canonical[i], canonical[i]);
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
        expect_print(synonyms[i].text, synonyms[i].printed);
}

static void bad_text_is_refused_with_a_reason(void)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        clfft_choice choice;
        const clfft_status status = clfft_choice_parse(bad[i], &choice);
        TEST_CHECK(status == CLFFT_STATUS_INVALID, "\"%s\": %s", bad[i],
                   clfft_status_name(status));
        TEST_CHECK(!strncmp(clfft_last_error(), "recipe:", 7), "\"%s\": \"%s\"",
                   bad[i], clfft_last_error());
    }
}

static void draw_axis(clfft_schedule schedule, clfft_axis_choice *axis)
{
    static const uint8_t legal[] = {2,  3,  4,  5,  6,  7,  8,  9, 10,
                                    11, 12, 13, 14, 15, 16, 17, 32};

    *axis = (clfft_axis_choice){.n_shapes = 1 + test_random() % 3};
    const unsigned inner = test_random() % 8;
    if (inner == 2)
        axis->rader = 1 + test_random() % 100000;
    if (inner < 2)
        axis->bluestein = 1 + test_random() % 100000;
    for (unsigned i = 0; i < axis->n_shapes; i++) {
        clfft_shape *s = &axis->shapes[i];
        s->schedule = schedule;
        s->n_radices = schedule == CLFFT_SCHEDULE_DIRECT
                           ? 1
                           : 1 + test_random() % CLFFT_MAX_RADICES;
        for (unsigned r = 0; r < s->n_radices; r++)
            s->radices[r] = legal[test_random() % sizeof legal];
        if (schedule == CLFFT_SCHEDULE_SIMD)
            s->rows = test_random() % 2;
        if (schedule != CLFFT_SCHEDULE_GROUP)
            continue;
        s->items = (uint16_t)(1 + test_random() % 1024);
        s->columns = (uint16_t)(1 + test_random() % 1024);
        s->layout = (clfft_layout)(test_random() % 3);
        s->split = test_random() % 2;
        s->early = test_random() % 2;
        s->poly = !s->early && test_random() % 2;
        s->linear = test_random() % 4 == 0;
        s->turn = test_random() % 4 == 0;
        s->registers = (uint8_t)(test_random() % 256);
        if (test_random() % 4 == 0)
            s->convolved = test_random() % 2 && clfft_shape_length(s) < 65535
                               ? (uint16_t)(clfft_shape_length(s) + 1)
                               : (uint16_t)(1 + test_random() % 65535);
        if (clfft_shape_length(s) % 4 == 0)
            s->parts = (uint8_t)(2 * (test_random() % 3));
    }
}

static void random_choices_survive_their_text(void)
{
    for (unsigned round = 0; round < 20000; round++) {
        clfft_choice choice = {.n_axes = 1 + test_random() % 3}, again;
        const clfft_schedule schedule =
            (clfft_schedule)(CLFFT_SCHEDULE_GROUP + test_random() % 3);
        char text[1024], twice[1024];

        for (unsigned i = 0; i < choice.n_axes; i++)
            draw_axis(schedule, &choice.axes[i]);
        clfft_choice_print(&choice, text, sizeof text);
        TEST_REQUIRE(clfft_choice_parse(text, &again) == CLFFT_STATUS_OK,
                     "\"%s\": %s", text, clfft_last_error());
        clfft_choice_print(&again, twice, sizeof twice);
        TEST_CHECK(!strcmp(text, twice) && again.n_axes == choice.n_axes,
                   "\"%s\" became \"%s\"", text, twice);
        for (unsigned i = 0; i < choice.n_axes; i++)
            TEST_CHECK(again.axes[i].bluestein == choice.axes[i].bluestein &&
                           again.axes[i].rader == choice.axes[i].rader &&
                           again.axes[i].n_shapes == choice.axes[i].n_shapes,
                       "axis %u of \"%s\"", i, text);
    }
}

static void print_keeps_to_its_room(void)
{
    const char *text = canonical[1];
    clfft_choice choice;
    char part[128];

    TEST_REQUIRE(clfft_choice_parse(text, &choice) == CLFFT_STATUS_OK, "%s",
                 clfft_last_error());
    for (size_t size = 1; size <= strlen(text); size++) {
        memset(part, '#', sizeof part);
        TEST_CHECK(clfft_choice_print(&choice, part, size) == strlen(text),
                   "%zu", size);
        TEST_CHECK(strlen(part) == size - 1 && part[size] == '#', "%zu", size);
    }
}

TEST_MAIN(TEST(text_survives_reading_and_printing),
          TEST(bad_text_is_refused_with_a_reason),
          TEST(random_choices_survive_their_text),
          TEST(print_keeps_to_its_room))
