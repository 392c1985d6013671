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
    static const char letters[] = "c2r 0123456789x=.-adefilnopstw\t";
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
    char text[128];

    clfft_desc_print(&desc, text, sizeof text);
    TEST_CHECK(!strcmp(text, "r2c 8 x2 window matrix store=power gain bands"),
               "\"%s\"", text);
}

TEST_MAIN(TEST(text_survives_reading_and_printing),
          TEST(bad_text_is_refused_with_a_reason),
          TEST(any_bytes_are_read_or_refused), TEST(text_names_every_field),
          TEST(print_keeps_to_its_room_and_tells_what_it_needs),
          TEST(hooks_without_text_are_named))
