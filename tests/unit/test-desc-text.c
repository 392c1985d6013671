/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-desc-text.c: the text form of descriptions, both ways. No device. */
#include "clfft/clfft.h"
#include "support/test.h"

#include <math.h>

/* Printed as they were read. */
static const char *const canonical[] = {
    "c2c 8",
    "c2c 1",
    "c2c 1152921504606846975",
    "r2c 1080x1920 x4",
    "c2r 3x4x5",
    "c2c 64 x8 inverse",
    "c2c 64 double inplace",
    "r2c 1000 x3 inplace",
    "c2r 999 x3 inplace",
    "c2c 16 scale=0.0625",
    "c2c 16 scale=0.10000000000000001",
    "c2c 16 scale=-3",
    "r2c 16 x2 load=s16",
    "r2c 16 x2 load=s24be",
    "c2c 16 load=f64",
    "r2c 16 pad=9",
    "r2c 16 store=power",
    "r2c 16 store=phase sides=two",
    "c2c 16 x3 store=magnitude sides=centered",
    "r2c 16 store=db floor=-120.5",
    "c2c 16 x2 inverse double inplace scale=2",
    "r2c 1080x1920 load=unorm8",
    "c2c 6x8 x2 load=unorm16be",
    "r2c 100x200 pad=60x100 demean",
    "r2c 4x100x200 pad=4x60x1 store=db sides=centered",
    "c2r 16x128x128 x3 inplace",
    "c2r 1080x1920 x2 destroy scale=2",
    ("r2c 1080x1920 load=unorm8 store=db sides=centered floor=-120 "
     "pixel=gray8 range=-120:0"),
    "c2c 64 store=phase pixel=rgba range=-3.5:3.5",
    "r2c 4x6x8 store=power pixel=gray16 range=0:0.10000000000000001",
};

/* Read as something else that means the same. */
static const struct {
    const char *text, *printed;
} synonyms[] = {
    {"  c2c   8\tx2 ", "c2c 8 x2"},
    {"c2c 8 x1", "c2c 8"},
    {"c2c 8 forward single", "c2c 8"},
    {"c2c 8 inverse x3 double", "c2c 8 x3 inverse double"},
    {"c2c 8 scale=1", "c2c 8"},
    {"r2c 8 load=native", "r2c 8"},
    {"r2c 8 load=s16le", "r2c 8 load=s16"},
    {"r2c 8 sides=one", "r2c 8"},
    {"c2c 8 sides=two", "c2c 8"},
    {"r2c 8 sides=default", "r2c 8"},
    {"r2c 8 pad=8", "r2c 8"},
    {"r2c 8 window=hann", "r2c 8 window"},
    {"r2c 6x8 window=hann demean pad=3x8", "r2c 6x8 pad=3x8 window demean"},
    {"r2c 6x8 pad=6x8 load=unorm8le", "r2c 6x8 load=unorm8"},
    {"c2c 6x8 x2 pitch=0", "c2c 6x8 x2"},
    {"c2c 8 pixel=none range=0:1", "c2c 8"},
    {"c2c 8 store=db range=-1e2:+0 pixel=gray8",
     "c2c 8 store=db pixel=gray8 range=-100:0"},
};

static const char *const bad[] = {
    "", " ", "c2c", "8", "fft 8", "C2C 8", "c2c 0", "c2c -8", "c2c 8x", "c2c x8",
    "c2c 8x0", "c2c 8x8x8x8", "c2c 8 8", "c2c 8 x", "c2c 8 x0", "c2c 8 x2y",
    "c2c 8 y2", "c2c 8.5", "c2c 1152921504606846976",
    "c2c 99999999999999999999", "c2c 8 x99999999999999999999",
    "c2c 8 scale=", "c2c 8 scale=1x", "c2c 8 scale=nan", "c2c 8 scale=inf",
    "c2c 8 load=", "c2c 8 load=s17", "c2c 8 load=be", "c2c 8 store=volts",
    "c2c 8 store=", "c2c 8 sides=left", "c2c 8 window=hannn", "c2c 8 window=",
    "c2c 8 pad=9", "c2c 8 pad=-1", "c2c 8 pad=", "c2c 8 floor=",
    "c2c 8 loud=1", "c2c 8 =1", "c2c 8 =", "c2c 8 fast", "c2r 8 load=s16",
    "c2c 8 sides=one", "r2c 8 inverse", "c2r 8 store=power",
    "c2c 8 x1152921504606846975 x2 scale=0x",
    "c2c 1048576 x2199023255552",
    "r2c 6x8 pad=3", "r2c 8 pad=3x8", "r2c 6x8 pad=7x8", "r2c 6x8 pad=8x6",
    "r2c 6x8 pad=0x8", "r2c 6x8 pad=3x", "r2c 6x8 pad=3x8x1", "c2r 6x8 pad=6x8x",
    "c2r 6x8 pad=3x8", "c2c 6x8 demean", "c2r 6x8 demean", "r2c 8 demeans",
    "r2c 8 demean=1", "c2r 6x8 window=hann", "c2r 6x8 load=unorm8",
    "r2c 8 load=unorm", "r2c 8 load=unorm24", "c2c 6x8 pitch=", "c2c 6x8 pitch",
    "c2c 6x8 pitch=-1", "c2c 1x8 pitch=-1", "c2c 6x8 pitch=+1",
    "c2c 6x8 pitch=1x", "c2c 6x8 pitch=1.5", "c2c 8 pitch=3",
    "c2c 6x8 pitch=99999999999999999999", "r2c 6x8 inplace pitch=1",
    "c2c 6x8 pitch=1152921504606846975",
    "c2c 8 store=db pixel=gray range=0:1", "c2c 8 store=db pixel= range=0:1",
    "c2c 8 store=db pixel=gray8", "c2c 8 store=db pixel=gray8 range=0",
    "c2c 8 store=db pixel=gray8 range=", "c2c 8 store=db pixel=gray8 range=:",
    "c2c 8 store=db pixel=gray8 range=0:", "c2c 8 store=db pixel=gray8 range=:1",
    "c2c 8 store=db pixel=gray8 range=0:1x", "c2c 8 store=db range",
    "c2c 8 store=db pixel=gray8 range=1:0", "c2c 8 pixel=gray8 range=0:1",
    "c2r 8 pixel=gray8 range=0:1", "c2c 8 store=db pixel=gray8 range=0:nan",
    "c2c 2x4096x8 pitch=1152921504606846975",
    "c2c 8 scale=0.00000000000000000000000000000000000000000000000000000000000001",
};

static void expect_print(const char *text, const char *printed)
{
    clfft_desc desc;
    char again[256];

    TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "\"%s\": %s",
                 text, clfft_last_error());
    TEST_CHECK(clfft_desc_validate(&desc) == CLFFT_STATUS_OK, "\"%s\": %s",
               text, clfft_last_error());
    clfft_desc_print(&desc, again, sizeof again);
    TEST_CHECK(!strcmp(again, printed), "\"%s\" became \"%s\"", text, again);
    clfft_desc_clear(&desc);
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
        static const clfft_desc zero;
        clfft_desc desc;
        const clfft_status status = clfft_desc_parse(bad[i], &desc);
        TEST_CHECK(status == CLFFT_STATUS_INVALID, "\"%s\": %s", bad[i],
                   clfft_status_name(status));
        TEST_CHECK(*clfft_last_error(), "\"%s\"", bad[i]);
        TEST_CHECK(status == CLFFT_STATUS_OK ||
                       !memcmp(&desc, &zero, sizeof desc),
                   "\"%s\" left something behind", bad[i]);
    }
}

/* Whatever the bytes, the parser ends, and what it accepts is valid. */
static void any_bytes_are_read_or_refused(void)
{
    static const char letters[] = "c2r 0123456789x=.-adefhilmnopstw\t";
    unsigned n_read = 0;

    for (unsigned round = 0; round < 200000; round++) {
        const char *seed = canonical[test_random() % (sizeof canonical /
                                                      sizeof canonical[0])];
        char text[128];
        clfft_desc desc;

        snprintf(text, sizeof text, "%s", seed);
        for (unsigned change = 1 + test_random() % 3; change--;)
            text[test_random() % strlen(seed)] =
                letters[test_random() % (sizeof letters - 1)];
        if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
            continue;
        n_read++;
        TEST_CHECK(clfft_desc_validate(&desc) == CLFFT_STATUS_OK, "\"%s\": %s",
                   text, clfft_last_error());
        clfft_desc_clear(&desc);
    }
    TEST_CHECK(n_read > 1000, "%u", n_read);
}

static void text_names_every_field(void)
{
    clfft_desc d;

    TEST_REQUIRE(clfft_desc_parse("r2c 5x12 x3 scale=0.5 double", &d) ==
                     CLFFT_STATUS_OK, "%s", clfft_last_error());
    TEST_CHECK(d.transform == CLFFT_TRANSFORM_R2C && d.rank == 2 &&
                   d.lengths[0] == 12 && d.lengths[1] == 5 && d.scale == 0.5 &&
                   d.precision == CLFFT_PRECISION_DOUBLE, "fields differ");
    TEST_CHECK(d.n_loops == 1 && d.loops[0].count == 3 &&
                   d.loops[0].input_distance == 60 &&
                   d.loops[0].output_distance == 35, "batch is not dense");
    clfft_desc_clear(&d);
    TEST_REQUIRE(clfft_desc_parse("r2c 12 x2 load=u24be pad=8 window=hann "
                                  "store=db sides=centered floor=-90", &d) ==
                     CLFFT_STATUS_OK, "%s", clfft_last_error());
    TEST_CHECK(d.load.sample == CLFFT_SAMPLE_U24 && d.load.big_endian &&
                   d.load.lengths[0] == 8 && d.load.windows[0] &&
                   fabs(d.load.windows[0][4] - 1) < 1e-15 &&
                   d.loops[0].input_distance == 8 &&
                   d.loops[0].output_distance == 12, "load differs");
    TEST_CHECK(d.store.quantity == CLFFT_QUANTITY_DB &&
                   d.store.sides == CLFFT_SIDES_CENTERED &&
                   d.store.floor == -90, "store differs");
    clfft_desc_clear(&d);
    TEST_REQUIRE(clfft_desc_parse("r2c 12 x2 inplace", &d) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.loops[0].input_distance == 14 &&
                   d.loops[0].output_distance == 7, "rows are not padded");
    clfft_desc_clear(&d);
}

/* Two planes of three rows of four points that are read, each with a pitch. */
static void text_lays_out_every_axis(void)
{
    clfft_desc d;

    TEST_REQUIRE(clfft_desc_parse("r2c 5x6x7 x2 pad=2x3x4 pitch=5 window=hann "
                                  "demean load=unorm8", &d) ==
                     CLFFT_STATUS_OK, "%s", clfft_last_error());
    TEST_CHECK(d.rank == 3 && d.load.lengths[0] == 4 &&
                   d.load.lengths[1] == 3 && d.load.lengths[2] == 2,
               "pad differs");
    TEST_CHECK(d.load.sample == CLFFT_SAMPLE_UNORM8 && d.load.subtract_mean,
               "load differs");
    TEST_CHECK(d.input_strides[0] == 1 && d.input_strides[1] == 9 &&
                   d.input_strides[2] == 27, "input strides differ");
    TEST_CHECK(d.output_strides[0] == 1 && d.output_strides[1] == 9 &&
                   d.output_strides[2] == 54, "output strides differ");
    TEST_CHECK(d.loops[0].count == 2 && d.loops[0].input_distance == 54 &&
                   d.loops[0].output_distance == 270, "batch differs");
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint64_t n = d.load.lengths[axis];
        TEST_REQUIRE(d.load.windows[axis], "no window on axis %u", axis);
        for (uint64_t i = 0; i < n; i++)
            TEST_CHECK(fabs(d.load.windows[axis][i] -
                            (.5 - .5 * cos(2 * acos(-1) * (double)i /
                                           (double)n))) < 1e-15,
                       "axis %u, %llu: %g", axis, (unsigned long long)i,
                       d.load.windows[axis][i]);
    }
    clfft_desc_clear(&d);
    TEST_REQUIRE(clfft_desc_parse("c2r 6x8 x2 pitch=1", &d) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.input_strides[1] == 6 && d.output_strides[1] == 9 &&
                   d.loops[0].input_distance == 36 &&
                   d.loops[0].output_distance == 54, "c2r differs");
    clfft_desc_clear(&d);
    TEST_REQUIRE(clfft_desc_parse("r2c 4x6x8 x2 inplace", &d) ==
                     CLFFT_STATUS_OK, "%s", clfft_last_error());
    TEST_CHECK(d.loops[0].input_distance == 240 &&
                   d.loops[0].output_distance == 120, "in place differs");
    clfft_desc_clear(&d);
}

static void print_keeps_to_its_room_and_tells_what_it_needs(void)
{
    clfft_desc desc;
    char whole[128], part[128];
    size_t length;

    TEST_REQUIRE(clfft_desc_parse("r2c 1000 x3 scale=0.5 load=s16", &desc) ==
                     CLFFT_STATUS_OK, "%s", clfft_last_error());
    length = clfft_desc_print(&desc, whole, sizeof whole);
    TEST_CHECK(length == strlen(whole), "%zu", length);
    TEST_CHECK(clfft_desc_print(&desc, NULL, 0) == length, "without room");
    for (size_t size = 1; size <= length; size++) {
        memset(part, '#', sizeof part);
        TEST_CHECK(clfft_desc_print(&desc, part, size) == length, "%zu", size);
        TEST_CHECK(strlen(part) == size - 1 && !strncmp(part, whole, size - 1) &&
                       part[size] == '#', "%zu: \"%s\"", size, part);
    }
    clfft_desc_clear(&desc);
}

static void hooks_without_text_are_named(void)
{
    static const double one[8];
    static const uint32_t first[] = {0, 1}, start[] = {0};
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C,
        .lengths = {8},
        .n_loops = 1,
        .loops = {{2, 0, 5}},
        .load = {.windows[0] = one, .matrix = one, .n_rows = 2, .n_sources = 2},
        .store = {.gain = one,
                  .quantity = CLFFT_QUANTITY_POWER,
                  .bands = {1, first, start, one}},
    };
    const clfft_desc picture = {
        .transform = CLFFT_TRANSFORM_R2C,
        .rank = 2,
        .lengths = {8, 6},
        .load = {.windows = {NULL, one}, .subtract_mean = true},
        .store = {.quantity = CLFFT_QUANTITY_POWER,
                  .rings = {1, first, start, one}},
    };
    char text[128];

    clfft_desc_print(&desc, text, sizeof text);
    TEST_CHECK(!strcmp(text, "r2c 8 x2 window matrix store=power gain bands"),
               "\"%s\"", text);
    clfft_desc_print(&picture, text, sizeof text);
    TEST_CHECK(!strcmp(text, "r2c 6x8 window demean store=power rings"),
               "\"%s\"", text);
}

TEST_MAIN(TEST(text_survives_reading_and_printing),
          TEST(bad_text_is_refused_with_a_reason),
          TEST(any_bytes_are_read_or_refused), TEST(text_names_every_field),
          TEST(text_lays_out_every_axis),
          TEST(print_keeps_to_its_room_and_tells_what_it_needs),
          TEST(hooks_without_text_are_named))
