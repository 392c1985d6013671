/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-desc-text.c: the text form of descriptions, both ways, and the examples
 * of docs/guide/descriptions.md (DESCRIPTIONS_PAGE). No device.
 */
#include "clfft/desc/desc.h"
#include "clfft/spectrum.h"
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
    "c2c 100 x2 pad=60 demean",
    "r2c 100 load=s24be detrend",
    "r2c 4x100x200 pad=4x60x1 store=db sides=centered",
    "c2r 16x128x128 x3 inplace",
    "c2r 1080x1920 x2 destroy scale=2",
    ("r2c 1080x1920 load=unorm8 store=db sides=centered floor=-120 "
     "pixel=gray8 range=-120:0"),
    "c2c 64 store=phase pixel=rgba range=-3.5:3.5",
    "r2c 4x6x8 store=power pixel=gray16 range=0:0.10000000000000001",
    "r2c 64 store=power pixel=half",
    "r2c 64 store=power value=natural:0:0.10000000000000001:1:0",
    "c2c 64 store=phase pixel=half value=none:0.5:0:2:-1",
    "c2c 64 x8 stride=3",
    "c2c 64 x8@100",
    "c2c 64 x8@100:64",
    "c2c 64 x8@1 stride=8",
    "r2c 1024 x100@256:513",
    "r2c 1024 x20@512:1026 x2@1:513 in-stride=2",
    "c2c 256 x13 x1024@1 stride=1024",
    "c2c 6x8 x2 pitch=3",
    "r2c 6x8 x2 pitch=3",
    "c2c 6x8 stride=1,6",
    "r2c 6x8 in-stride=16,2 out-stride=10,2",
    "c2c 4x6x8 x3@1 out-stride=144,24,3",
    "r2c 6x8 inplace in-stride=12,1 out-stride=6,1",
    "c2c 8 x1 x5",
    "c2c 8 x2 x3 x4 x5@1 stride=5",
    "c2c 8 x2@0:8",
    "c2c 1 x1152921504606846975",
    "c2c 8 load=nativebe",
    "r2c 16 x2 load=s16 sample-scale=0.5",
    "c2c 16 floor=-inf",
    "c2c 16 inplace pad=9",
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
    {"c2c 8 store=db pixel=half range=0:1", "c2c 8 store=db pixel=half"},
    {"c2c 8 store=power value=none:0:1:1:0", "c2c 8 store=power"},
    {"c2c 8 store=power value=decibel:0:1e-3:0:-0",
     "c2c 8 store=power value=decibel:0:0.001:0:-0"},
    {"c2c 8 stride=1", "c2c 8"},
    {"c2c 8 x2@8", "c2c 8 x2"},
    {"c2c 8 x2@8:8", "c2c 8 x2"},
    {"c2c 8 x1@99", "c2c 8"},
    {"c2c 8 stride=2 x4 x2@1", "c2c 8 x4 x2@1 stride=2"},
    {"c2c 8 stride=2 x4@16 x2@1", "c2c 8 x4 x2@1 stride=2"},
    {"c2c 8 x3 x1@7", "c2c 8 x3 x1"},
    {"c2c 8 in-stride=2 out-stride=2", "c2c 8 stride=2"},
    {"c2c 6x8 stride=11,1", "c2c 6x8 pitch=3"},
    {"r2c 6x8 in-stride=11,1 out-stride=8,1", "r2c 6x8 pitch=3"},
    {"r2c 8 x2@8:5", "r2c 8 x2"},
    {"r2c 8 x3@10:5 inplace", "r2c 8 x3 inplace"},
    {"r2c 16 pad=9 x2 window=kaiser:8.6", "r2c 16 x2 pad=9 window"},
    {"r2c 6x8 window=none", "r2c 6x8"},
    {"r2c 6x8 window=none,hann", "r2c 6x8 window"},
    {"r2c 8 in-stride=2 mix=0.5,0.5", "r2c 8 in-stride=2 matrix=1x2@1"},
    {"r2c 8 x10 x2 mix=1,0/0,1@80", "r2c 8 x10 x2 matrix=2x2@80"},
};

static const char *const bad[] = {
    "",
    " ",
    "c2c",
    "8",
    "fft 8",
    "C2C 8",
    "c2c 0",
    "c2c -8",
    "c2c 8x",
    "c2c x8",
    "c2c 8x0",
    "c2c 8x8x8x8",
    "c2c 8 8",
    "c2c 8 x",
    "c2c 8 x0",
    "c2c 8 x2y",
    "c2c 8 y2",
    "c2c 8.5",
    "c2c 1152921504606846976",
    "c2c 99999999999999999999",
    "c2c 8 x99999999999999999999",
    "c2c 8 scale=",
    "c2c 8 scale=1x",
    "c2c 8 scale=nan",
    "c2c 8 scale=inf",
    "c2c 8 load=",
    "c2c 8 load=s17",
    "c2c 8 load=be",
    "c2c 8 store=volts",
    "c2c 8 store=",
    "c2c 8 sides=left",
    "c2c 8 window=hannn",
    "c2c 8 window=",
    "c2c 8 pad=9",
    "c2c 8 pad=-1",
    "c2c 8 pad=",
    "c2c 8 floor=",
    "c2c 8 loud=1",
    "c2c 8 =1",
    "c2c 8 =",
    "c2c 8 fast",
    "c2r 8 load=s16",
    "c2c 8 sides=one",
    "r2c 8 inverse",
    "c2r 8 store=power",
    "c2c 8 x1152921504606846975 x2 scale=0x",
    "c2c 1048576 x2199023255552",
    "r2c 6x8 pad=3",
    "r2c 8 pad=3x8",
    "r2c 6x8 pad=7x8",
    "r2c 6x8 pad=8x6",
    "r2c 6x8 pad=0x8",
    "r2c 6x8 pad=3x",
    "r2c 6x8 pad=3x8x1",
    "c2r 6x8 pad=6x8x",
    "c2r 6x8 pad=3x8",
    "c2c 6x8 demean",
    "c2r 6x8 demean",
    "r2c 8 demeans",
    "r2c 8 demean=1",
    "r2c 6x8 detrend",
    "r2c 8 demean detrend",
    "c2r 6x8 window=hann",
    "c2r 6x8 load=unorm8",
    "r2c 8 load=unorm",
    "r2c 8 load=unorm24",
    "c2c 6x8 pitch=",
    "c2c 6x8 pitch",
    "c2c 6x8 pitch=-1",
    "c2c 1x8 pitch=-1",
    "c2c 6x8 pitch=+1",
    "c2c 6x8 pitch=1x",
    "c2c 6x8 pitch=1.5",
    "c2c 8 pitch=3",
    "c2c 6x8 pitch=99999999999999999999",
    "r2c 6x8 inplace pitch=1",
    "c2c 6x8 pitch=1152921504606846975",
    "c2c 8 store=db pixel=gray range=0:1",
    "c2c 8 store=db pixel= range=0:1",
    "c2c 8 store=db pixel=gray8",
    "c2c 8 store=db pixel=gray8 range=0",
    "c2c 8 store=db pixel=gray8 range=",
    "c2c 8 store=db pixel=gray8 range=:",
    "c2c 8 store=db pixel=gray8 range=0:",
    "c2c 8 store=db pixel=gray8 range=:1",
    "c2c 8 store=db pixel=gray8 range=0:1x",
    "c2c 8 store=db range",
    "c2c 8 store=db pixel=gray8 range=1:0",
    "c2c 8 pixel=gray8 range=0:1",
    "c2r 8 pixel=gray8 range=0:1",
    "c2c 8 store=db pixel=gray8 range=0:nan",
    "c2c 8 pixel=half",
    "c2r 8 pixel=half",
    "c2c 8 store=power value=",
    "c2c 8 store=power value=natural",
    "c2c 8 store=power value=natural:0:1:1",
    "c2c 8 store=power value=natural:0:1:1:",
    "c2c 8 store=power value=natural:0:1:1:0:0",
    "c2c 8 store=power value=natural:0:1:1:x",
    "c2c 8 store=power value=neper:0:1:1:0",
    "c2c 8 store=power value=:0:1:1:0",
    "c2c 8 store=power value=natural:0:0:1:0",
    "c2c 8 store=db value=natural:0:1:1:0",
    "c2c 8 value=none:0:1:2:0",
    "c2r 8 value=none:0:1:2:0",
    "c2c 8 store=power value=none:0:1:nan:0",
    "c2c 8 store=power value=none:0:1:2:0 value=none:0:1:2:0",
    "c2c 8 store=power value=none:0:1:2:0 pixel=gray8 range=0:1",
    "c2c 2x4096x8 pitch=1152921504606846975",
    ("c2c 8 "
     "scale=0.00000000000000000000000000000000000000000000000000000000000001"),
    "c2c 8 stride",
    "c2c 8 stride=",
    "c2c 8 stride=0",
    "c2c 8 stride=-1",
    "c2c 8 stride=1.5",
    "c2c 8 stride=1,",
    "c2c 8 stride=,1",
    "c2c 8 stride=2x",
    "c2c 8 stride=1152921504606846976",
    "c2c 8 stride=99999999999999999999",
    "c2c 8 stride=8,1",
    "c2c 6x8 stride=8",
    "c2c 6x8 stride=8,1,1,1",
    "c2c 6x8 in-stride=8",
    "c2c 6x8 out-stride=8",
    "c2c 8 stride=1 stride=1",
    "c2c 8 stride=1 in-stride=1",
    "c2c 8 out-stride=1 stride=1",
    "c2c 6x8 stride=8,1 pitch=1",
    "c2c 8 x2@",
    "c2c 8 x2@-8",
    "c2c 8 x2@8:",
    "c2c 8 x2@:8",
    "c2c 8 x2@8:-8",
    "c2c 8 x2@8:8:8",
    "c2c 8 x2@8@8",
    "c2c 8 x@8",
    "c2c 8 x0@8",
    "c2c 8 x2@1152921504606846976",
    "c2c 8 x2@8:99999999999999999999",
    "c2c 8 x2@0",
    "c2c 8 x2@7",
    "c2c 8 x2 x2 x2 x2 x2",
    "c2c 8 x2@8 x2@8",
    "c2c 8 x2@0 inplace",
    "c2c 8 x2@16:8 inplace",
    "c2c 8 in-stride=2 inplace",
    "r2c 6x8 inplace stride=12,1",
    "c2c 8 double double",
    "c2c 8 forward inverse",
    "c2c 8 scale=2 scale=2",
    "c2c 8 load=s16 load=s16",
    "r2c 8 window",
    "r2c 8 matrix=1x2@1",
    "r2c 8 store=power gain",
    "r2c 8 bands",
    "r2c 8 rings",
    "r2c 8 sample-scale=",
    "r2c 8 sample-scale=x",
    "r2c 8 window=hann:1",
    "r2c 8 window=kaiser:",
    "r2c 8 window=kaiser:-1",
    "r2c 8 window=kaiser:1e9",
    "r2c 8 window=hann,hann",
    "r2c 8 window=none:1",
    "r2c 6x8 window=hann,",
    "r2c 6x8 window=hann,hann,hann,hann",
    "r2c 8 mix=",
    "r2c 8 mix=1,",
    "r2c 8 mix=1/1,1",
    "r2c 8 mix=1,1@",
    "r2c 8 mix=1,1@-1",
    "r2c 8 mix=1,nan",
    "r2c 8 mix=1/1 x3",
    "c2c 8 mix=1",
    "r2c 8 mix=1 x2@8:5 x1@8",
    "r2c 8 mix=1,1 mix=1,1",
    /* clFFT issue 105: two transforms meet at element 3 */
    "r2c 4 double x4@1 in-stride=4 out-stride=3",
};

/* Each names the word, the value and the limit. */
static const struct {
    const char *text, *message;
} messages[] = {
    {"c2c 6x8 stride=8,0",
     "description: \"stride=8,0\" wants a whole number from 1 to "
     "1152921504606846975 instead of \"0\""},
    {"c2c 8 x3@-4", "description: \"x3@-4\" wants a whole number from 0 to "
                    "1152921504606846975 instead of \"-4\""},
    {"c2c 8 x0", "description: \"x0\" wants a whole number from 1 to "
                 "1152921504606846975 instead of \"0\""},
    {"c2c 8 out-stride=2 stride=2",
     "description: \"stride=2\" says the output's strides a second time"},
    {"c2c 6x8 in-stride=2",
     "description: strides of the input: 1, axes of the transform: 2"},
    {"c2c 8 x1 x2 x3 x4 x5",
     "description: \"x5\" is one loop more than the 4 that there can be"},
    {"r2c 8 window=kaiser:501",
     "description: \"window=kaiser:501\" wants a parameter from 0 to 500 "
     "instead of 501"},
    {"r2c 8 window", "description: \"window\" stands for numbers that the text "
                     "does not have; window=NAME makes them"},
    {"c2c 8 hop=3", "description: \"hop=3\" is unknown"},
    {"c2c 8 x4@3", "the output's transforms overlap: a step of 3 is not above "
                   "the 7 that the smaller steps reach"},
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

static void messages_name_word_value_and_limit(void)
{
    for (size_t i = 0; i < COUNT(messages); i++) {
        clfft_desc desc;
        clfft_desc_parse(messages[i].text, &desc);
        TEST_CHECK(!strcmp(clfft_last_error(), messages[i].message),
                   "\"%s\": %s", messages[i].text, clfft_last_error());
    }
}

/* Whatever the bytes, the parser ends, and what it accepts is valid. */
static void any_bytes_are_read_or_refused(void)
{
    static const char letters[] = "c2r 0123456789x=.,:@/-adefhilmnopstw\t";
    unsigned n_read = 0;

    for (unsigned round = 0; round < 200000; round++) {
        const char *seed =
            canonical[test_random() % (sizeof canonical / sizeof canonical[0])];
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
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.transform == CLFFT_TRANSFORM_R2C && d.rank == 2 &&
                   d.lengths[0] == 12 && d.lengths[1] == 5 && d.scale == 0.5 &&
                   d.precision == CLFFT_PRECISION_DOUBLE,
               "fields differ");
    TEST_CHECK(d.n_loops == 1 && d.loops[0].count == 3 &&
                   d.loops[0].input_distance == 60 &&
                   d.loops[0].output_distance == 35,
               "batch is not dense");
    clfft_desc_clear(&d);
    TEST_REQUIRE(clfft_desc_parse("r2c 12 x2 load=u24be pad=8 window=hann "
                                  "store=db sides=centered floor=-90",
                                  &d) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.load.sample == CLFFT_SAMPLE_U24 && d.load.big_endian &&
                   d.load.lengths[0] == 8 && d.load.windows[0] &&
                   fabs(d.load.windows[0][4] - 1) < 1e-15 &&
                   d.loops[0].input_distance == 8 &&
                   d.loops[0].output_distance == 12,
               "load differs");
    TEST_CHECK(d.store.quantity == CLFFT_QUANTITY_DB &&
                   d.store.sides == CLFFT_SIDES_CENTERED &&
                   d.store.floor == -90,
               "store differs");
    clfft_desc_clear(&d);
    TEST_REQUIRE(clfft_desc_parse("r2c 12 x2 inplace", &d) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.loops[0].input_distance == 14 &&
                   d.loops[0].output_distance == 7,
               "rows are not padded");
    clfft_desc_clear(&d);
}

/* Two planes of three rows of four points that are read, each with a pitch. */
static void text_lays_out_every_axis(void)
{
    clfft_desc d;

    TEST_REQUIRE(clfft_desc_parse("r2c 5x6x7 x2 pad=2x3x4 pitch=5 window=hann "
                                  "demean load=unorm8",
                                  &d) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.rank == 3 && d.load.lengths[0] == 4 &&
                   d.load.lengths[1] == 3 && d.load.lengths[2] == 2,
               "pad differs");
    TEST_CHECK(d.load.sample == CLFFT_SAMPLE_UNORM8 && d.load.subtract_mean,
               "load differs");
    TEST_CHECK(d.input_strides[0] == 1 && d.input_strides[1] == 9 &&
                   d.input_strides[2] == 27,
               "input strides differ");
    TEST_CHECK(d.output_strides[0] == 1 && d.output_strides[1] == 9 &&
                   d.output_strides[2] == 54,
               "output strides differ");
    TEST_CHECK(d.loops[0].count == 2 && d.loops[0].input_distance == 54 &&
                   d.loops[0].output_distance == 270,
               "batch differs");
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
                   d.loops[0].output_distance == 54,
               "c2r differs");
    clfft_desc_clear(&d);
    TEST_REQUIRE(clfft_desc_parse("r2c 4x6x8 x2 inplace", &d) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.loops[0].input_distance == 240 &&
                   d.loops[0].output_distance == 120,
               "in place differs");
    clfft_desc_clear(&d);
}

/* Outermost first, as the axes; what has no distance steps over the rest. */
static void text_lays_out_every_loop(void)
{
    clfft_desc d;

    /* 20 frames, half overlapped, of two channels that take turns */
    TEST_REQUIRE(clfft_desc_parse("r2c 64 x20@64:66 x2@1:33 in-stride=2", &d) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.n_loops == 2 && d.loops[0].count == 2 &&
                   d.loops[0].input_distance == 1 &&
                   d.loops[0].output_distance == 33 && d.loops[1].count == 20 &&
                   d.loops[1].input_distance == 64 &&
                   d.loops[1].output_distance == 66 &&
                   d.input_strides[0] == 2 && d.output_strides[0] == 0,
               "frames differ");
    clfft_desc_clear(&d);
    TEST_REQUIRE(clfft_desc_parse("c2c 4x6x8 x3 in-stride=96,10,1 "
                                  "out-stride=1,4,24",
                                  &d) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.input_strides[0] == 1 && d.input_strides[1] == 10 &&
                   d.input_strides[2] == 96 && d.output_strides[0] == 24 &&
                   d.output_strides[1] == 4 && d.output_strides[2] == 1 &&
                   d.loops[0].input_distance == 384 &&
                   d.loops[0].output_distance == 192,
               "strides differ");
    clfft_desc_clear(&d);
    /* behind 10 frames by a hop of 4 come the next: 9 * 4 + 8 */
    TEST_REQUIRE(clfft_desc_parse("c2c 8 x3 x10@4:8", &d) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(d.loops[1].input_distance == 44 &&
                   d.loops[1].output_distance == 80,
               "hops differ");
    clfft_desc_clear(&d);
    /* in place the same bytes on both sides */
    TEST_REQUIRE(clfft_desc_parse("c2r 9 x3 x2 inplace", &d) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(
        d.loops[0].input_distance == 5 && d.loops[0].output_distance == 10 &&
            d.loops[1].input_distance == 10 && d.loops[1].output_distance == 20,
        "in place differs");
    clfft_desc_clear(&d);
}

static void text_has_windows_and_mixes(void)
{
    double kaiser[8];
    clfft_desc d;

    clfft_window_fill(CLFFT_WINDOW_KAISER, 8.6, 8, kaiser);
    TEST_REQUIRE(
        !clfft_desc_parse("r2c 3x6x8 window=none,welch,kaiser:8.6", &d), "%s",
        clfft_last_error());
    TEST_CHECK(d.load.windows[0] && d.load.windows[1] && !d.load.windows[2] &&
                   !memcmp(d.load.windows[0], kaiser, sizeof kaiser) &&
                   fabs(d.load.windows[1][0]) < 1e-15,
               "windows differ");
    clfft_desc_clear(&d);
    TEST_REQUIRE(!clfft_desc_parse("r2c 8 x5@8:10 x2@0:5 load=s16 "
                                   "sample-scale=0.25 "
                                   "mix=0.5,0.5,1/0.5,-0.5,0@40",
                                   &d),
                 "%s", clfft_last_error());
    TEST_CHECK(d.load.n_rows == 2 && d.load.n_sources == 3 &&
                   d.load.source_distance == 40 && d.load.matrix[2] == 1 &&
                   d.load.matrix[4] == -.5 && d.load.sample_scale == .25 &&
                   d.loops[0].count == 2 && d.loops[0].input_distance == 0 &&
                   d.loops[1].input_distance == 8,
               "mix differs");
    clfft_desc_clear(&d);
    /* the rows are the innermost loop, without distances too */
    TEST_REQUIRE(!clfft_desc_parse("r2c 8 x3 x2 mix=1/-1", &d), "%s",
                 clfft_last_error());
    TEST_CHECK(d.loops[0].count == 2 && d.loops[0].input_distance == 0 &&
                   d.loops[0].output_distance == 5 &&
                   d.loops[1].input_distance == 8 &&
                   d.loops[1].output_distance == 10,
               "rows differ");
    clfft_desc_clear(&d);
}

/* ---- drawn structs ---- */

static uint64_t draw(uint64_t below)
{
    return test_random() % below;
}

static bool one_in(unsigned n)
{
    return draw(n) == 0;
}

static double draw_real(void)
{
    static const double some[] = {0, 1, -1, .5, 1e-30, 1e30, 1.0 / 3, -120};

    return one_in(3) ? test_uniform() : some[draw(COUNT(some))];
}

/* Axes and loops of one side in any order, each stepping over what is before
   it, with gaps; sometimes less, or nothing, so that they overlap. */
static void draw_side(const clfft_desc *d, uint64_t points,
                      int64_t strides[CLFFT_MAX_RANK],
                      int64_t distances[CLFFT_MAX_LOOPS])
{
    const unsigned rank = d->rank ? d->rank : 1;
    unsigned order[CLFFT_MAX_RANK + CLFFT_MAX_LOOPS];
    const unsigned n = rank + d->n_loops;
    int64_t next = 1;

    for (unsigned i = 0; i < n; i++) {
        const unsigned j = (unsigned)draw(i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (unsigned i = 0; i < n; i++) {
        const bool is_axis = order[i] < rank;
        const uint64_t count =
            is_axis ? order[i] == 0 ? points : d->lengths[order[i]]
                    : d->loops[order[i] - rank].count;
        const int64_t step = next + (one_in(2) ? 0 : (int64_t)draw(9));
        if (is_axis)
            strides[order[i]] = step;
        else
            distances[order[i] - rank] =
                one_in(8) ? (int64_t)draw((uint64_t)next + 3) : step;
        /* beyond 2^50 it begins again: too far for most */
        if (__builtin_mul_overflow(step, (int64_t)(count ? count : 1), &next) ||
            next > INT64_C(1) << 50)
            next = 1;
    }
}

/* Dense batches, as the text has them without distances. */
static void follow(clfft_desc *d)
{
    const unsigned n = d->n_loops;
    clfft_desc full;

    for (unsigned l = 0; l < n; l++) {
        d->n_loops = l;
        clfft_desc_fill(d, &full);
        if (!one_in(4))
            clfft_desc_follow(&full, l, &d->loops[l].input_distance,
                              &d->loops[l].output_distance);
    }
    d->n_loops = n;
}

/* 2 x, or x where that has no double. */
static int64_t twice(int64_t x)
{
    return x > INT64_MAX / 2 || x < INT64_MIN / 2 ? x : 2 * x;
}

static void draw_layout(clfft_desc *d)
{
    int64_t distances[2][CLFFT_MAX_LOOPS];
    const bool is_dense = one_in(3);
    uint64_t input = d->load.lengths[0] ? d->load.lengths[0] : d->lengths[0];
    uint64_t output = d->lengths[0];

    if (d->transform == CLFFT_TRANSFORM_C2R)
        input = d->lengths[0] / 2 + 1;
    if (d->transform == CLFFT_TRANSFORM_R2C &&
        d->store.sides <= CLFFT_SIDES_ONE)
        output = d->lengths[0] / 2 + 1;
    draw_side(d, input, d->input_strides, distances[0]);
    draw_side(d, output, d->output_strides, distances[1]);
    if (d->in_place && d->transform == CLFFT_TRANSFORM_C2C) {
        memcpy(d->input_strides, d->output_strides, sizeof d->input_strides);
        memcpy(distances[0], distances[1], sizeof distances[0]);
    } else if (d->in_place) {
        int64_t *real = d->transform == CLFFT_TRANSFORM_R2C ? d->input_strides
                                                            : d->output_strides;
        const bool is_input = d->transform == CLFFT_TRANSFORM_R2C;
        const int64_t *half = is_input ? d->output_strides : d->input_strides;
        real[0] = half[0];
        for (unsigned i = 1; i < CLFFT_MAX_RANK; i++)
            real[i] = twice(half[i]);
        for (unsigned l = 0; l < CLFFT_MAX_LOOPS; l++)
            distances[!is_input][l] = twice(distances[is_input][l]);
    }
    for (unsigned l = 0; l < d->n_loops; l++) {
        d->loops[l].input_distance = distances[0][l];
        d->loops[l].output_distance = distances[1][l];
    }
    if (is_dense || one_in(4))
        memset(d->input_strides, 0, sizeof d->input_strides);
    if (is_dense || one_in(4))
        memset(d->output_strides, 0, sizeof d->output_strides);
    if (is_dense)
        follow(d);
}

/* Any members, of which about half are no description. */
static clfft_desc draw_desc(const uint8_t *gray)
{
    clfft_desc d = {.transform = (clfft_transform)draw(3),
                    .precision = (clfft_precision)draw(2),
                    .rank = (unsigned)draw(4),
                    .n_loops = (unsigned)draw(1 + CLFFT_MAX_LOOPS),
                    .in_place = one_in(3),
                    .destroy_input = one_in(3),
                    .scale = draw_real()};

    if (d.transform == CLFFT_TRANSFORM_C2C)
        d.direction = (clfft_direction)draw(2);
    for (unsigned i = 0; i < CLFFT_MAX_RANK; i++) {
        d.lengths[i] = 1 + draw(one_in(9) ? 100000 : 12);
        if (d.transform != CLFFT_TRANSFORM_C2R && one_in(6) &&
            i < (d.rank ? d.rank : 1))
            d.load.lengths[i] = 1 + draw(d.lengths[i]);
    }
    for (unsigned l = 0; l < d.n_loops; l++)
        d.loops[l].count = draw(one_in(9) ? 100000 : 5);
    if (d.transform != CLFFT_TRANSFORM_C2R && !d.in_place) {
        d.load.sample = one_in(2) ? (clfft_sample)draw(19) : 0;
        d.load.big_endian = one_in(3);
        d.load.sample_scale = one_in(4) ? draw_real() : 0;
        d.load.subtract_mean =
            (d.transform == CLFFT_TRANSFORM_R2C || d.rank < 2) && one_in(4);
        d.load.subtract_line = !d.load.subtract_mean && d.rank < 2 && one_in(4);
        d.store.sides = one_in(2) ? (clfft_sides)draw(4) : 0;
        if (one_in(2) && !d.direction)
            d.store.quantity = (clfft_quantity)draw(5);
        if (d.store.quantity && one_in(2))
            d.store.pixel = (clfft_pixel)draw(5);
        if (one_in(3))
            d.store.value =
                (clfft_value){(clfft_logarithm)draw(4), draw_real(),
                              draw_real(), draw_real(), draw_real()};
        d.store.floor = one_in(3) ? draw_real() : one_in(9) ? -INFINITY : 0;
        d.store.lowest = draw_real();
        d.store.highest = draw_real();
        if (d.store.pixel == CLFFT_PIXEL_RGBA)
            d.store.color_map = gray;
    }
    draw_layout(&d);
    return d;
}

/* Which member of two descriptions means something else, or NULL. The distance
   of a loop of one step goes nowhere, and only codes of pixels have a range. */
static const char *find_difference(const clfft_desc *one, const clfft_desc *two)
{
    clfft_desc a, b;

    clfft_desc_fill(one, &a);
    clfft_desc_fill(two, &b);
#define SAME(member)                                                           \
    if (a.member != b.member)                                                  \
    return #member
    SAME(transform);
    SAME(direction);
    SAME(precision);
    SAME(rank);
    SAME(in_place);
    SAME(destroy_input);
    SAME(scale);
    SAME(n_loops);
    for (unsigned i = 0; i < a.rank; i++) {
        SAME(lengths[i]);
        SAME(input_strides[i]);
        SAME(output_strides[i]);
        SAME(load.lengths[i]);
        SAME(load.windows[i]);
    }
    for (unsigned i = 0; i < a.n_loops; i++) {
        SAME(loops[i].count);
        if (a.loops[i].count == 1)
            continue;
        SAME(loops[i].input_distance);
        SAME(loops[i].output_distance);
    }
    SAME(load.sample);
    SAME(load.big_endian);
    SAME(load.sample_scale);
    SAME(load.subtract_mean);
    SAME(load.subtract_line);
    SAME(load.matrix);
    SAME(store.quantity);
    SAME(store.sides);
    SAME(store.floor);
    SAME(store.gain);
    SAME(store.bands.n_bands);
    SAME(store.rings.n_rings);
    SAME(store.pixel);
    if (clfft_desc_changes_values(one)) {
        SAME(store.value.logarithm);
        SAME(store.value.offset);
        SAME(store.value.least);
        SAME(store.value.scale);
        SAME(store.value.shift);
    }
    if (a.store.pixel == CLFFT_PIXEL_NONE || a.store.pixel == CLFFT_PIXEL_HALF)
        return NULL;
    SAME(store.lowest);
    SAME(store.highest);
#undef SAME
    if (a.store.pixel == CLFFT_PIXEL_RGBA &&
        memcmp(a.store.color_map, b.store.color_map, CLFFT_COLOR_MAP_SIZE) != 0)
        return "store.color_map";
    return NULL;
}

static void drawn_structs_survive_printing_and_reading(void)
{
    enum { PLAIN, STRIDED, LOOPED, IN_PLACE, OVERLAPPED, HOOKED, N_KINDS };
    unsigned n_valid = 0, n_kind[N_KINDS] = {0};
    uint8_t gray[CLFFT_COLOR_MAP_SIZE];

    for (unsigned i = 0; i < sizeof gray; i++)
        gray[i] = i % 4 == 3 ? 255 : (uint8_t)(i / 4);
    for (unsigned round = 0; round < 100000; round++) {
        const clfft_desc d = draw_desc(gray);
        char text[1024], again[1024];
        const char *difference;
        clfft_desc read;

        if (clfft_desc_validate(&d) != CLFFT_STATUS_OK)
            continue;
        n_valid++;
        clfft_desc_print(&d, text, sizeof text);
        TEST_CHECK(clfft_desc_parse(text, &read) == CLFFT_STATUS_OK,
                   "round %u: \"%s\": %s", round, text, clfft_last_error());
        difference = find_difference(&d, &read);
        TEST_CHECK(!difference, "round %u: \"%s\": %s", round, text,
                   difference);
        clfft_desc_print(&read, again, sizeof again);
        TEST_CHECK(!strcmp(text, again), "round %u: \"%s\" became \"%s\"",
                   round, text, again);
        n_kind[PLAIN] += !strpbrk(text, "@=");
        n_kind[STRIDED] += strstr(text, "stride=") != NULL;
        n_kind[LOOPED] += d.n_loops > 1 && strchr(text, '@');
        n_kind[IN_PLACE] += d.in_place;
        n_kind[OVERLAPPED] += strstr(text, "@0:") != NULL;
        n_kind[HOOKED] += d.store.pixel == CLFFT_PIXEL_RGBA;
        clfft_desc_clear(&read);
    }
    printf("# %u of 100000 drawn are descriptions; of each kind:", n_valid);
    for (unsigned kind = 0; kind < N_KINDS; kind++)
        printf(" %u", n_kind[kind]);
    printf("\n");
    for (unsigned kind = 0; kind < N_KINDS; kind++)
        TEST_CHECK(n_kind[kind] > 100, "kind %u: %u", kind, n_kind[kind]);
}

/* ---- the guide ---- */

/* Rows "| `c2c 64 x8` | ... | 512 | 512 |" with the elements of both sides. */
static void examples_of_the_guide_mean_what_it_says(void)
{
    FILE *page = fopen(DESCRIPTIONS_PAGE, "r");
    unsigned n_examples = 0;
    char line[512];

    TEST_REQUIRE(page, "%s", DESCRIPTIONS_PAGE);
    while (fgets(line, sizeof line, page)) {
        char text[256];
        unsigned long long input, output;
        uint64_t in, out;
        clfft_desc desc;
        if (sscanf(line, "| `%255[^`]` | %*[^|] | %llu | %llu |", text, &input,
                   &output) != 3)
            continue;
        n_examples++;
        TEST_CHECK(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s: %s",
                   text, clfft_last_error());
        clfft_desc_get_extent(&desc, &in, &out);
        TEST_CHECK(in == input && out == output, "%s: %llu and %llu elements",
                   text, (unsigned long long)in, (unsigned long long)out);
        clfft_desc_clear(&desc);
    }
    fclose(page);
    TEST_CHECK(n_examples >= 8, "%u examples", n_examples);
}

/* Rows "| `stride=S` | ... | `c2c 8 stride=3` |": each example has the word. */
static void words_of_the_guide_are_read(void)
{
    FILE *page = fopen(DESCRIPTIONS_PAGE, "r");
    unsigned n_words = 0;
    char line[512];

    TEST_REQUIRE(page, "%s", DESCRIPTIONS_PAGE);
    while (fgets(line, sizeof line, page)) {
        char word[64], text[256];
        clfft_desc desc;
        if (sscanf(line, "| `%63[^`]` | %*[^|] | `%255[^`]` |", word, text) !=
            2)
            continue;
        n_words++;
        TEST_CHECK(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s: %s",
                   text, clfft_last_error());
        clfft_desc_clear(&desc);
        word[strcspn(word, "=N")] = 0;
        TEST_CHECK(strstr(text, word), "\"%s\" does not show \"%s\"", text,
                   word);
    }
    fclose(page);
    TEST_CHECK(n_words >= 16, "%u words", n_words);
}

static void print_keeps_to_its_room_and_tells_what_it_needs(void)
{
    clfft_desc desc;
    char whole[128], part[128];
    size_t length;

    TEST_REQUIRE(clfft_desc_parse("r2c 1000 x3 scale=0.5 load=s16", &desc) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    length = clfft_desc_print(&desc, whole, sizeof whole);
    TEST_CHECK(length == strlen(whole), "%zu", length);
    TEST_CHECK(clfft_desc_print(&desc, NULL, 0) == length, "without room");
    for (size_t size = 1; size <= length; size++) {
        memset(part, '#', sizeof part);
        TEST_CHECK(clfft_desc_print(&desc, part, size) == length, "%zu", size);
        TEST_CHECK(strlen(part) == size - 1 &&
                       !strncmp(part, whole, size - 1) && part[size] == '#',
                   "%zu: \"%s\"", size, part);
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
    TEST_CHECK(!strcmp(text, "r2c 8 x2@0:5 window matrix=2x2@0 store=power "
                             "gain bands"),
               "\"%s\"", text);
    clfft_desc_print(&picture, text, sizeof text);
    TEST_CHECK(!strcmp(text, "r2c 6x8 window demean store=power rings"),
               "\"%s\"", text);
}

TEST_MAIN(TEST(text_survives_reading_and_printing),
          TEST(bad_text_is_refused_with_a_reason),
          TEST(messages_name_word_value_and_limit),
          TEST(any_bytes_are_read_or_refused), TEST(text_names_every_field),
          TEST(text_lays_out_every_axis), TEST(text_lays_out_every_loop),
          TEST(text_has_windows_and_mixes),
          TEST(drawn_structs_survive_printing_and_reading),
          TEST(examples_of_the_guide_mean_what_it_says),
          TEST(words_of_the_guide_are_read),
          TEST(print_keeps_to_its_room_and_tells_what_it_needs),
          TEST(hooks_without_text_are_named))
