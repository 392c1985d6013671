/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-desc.c: the rules of a description, its sizes and its extents. No
   device is used. */
#include "clfft/clfft.h"
#include "support/test.h"

#include <math.h>

#define C2C .transform = CLFFT_TRANSFORM_C2C
#define R2C .transform = CLFFT_TRANSFORM_R2C
#define C2R .transform = CLFFT_TRANSFORM_C2R
#define N8 .lengths = {8}
#define PICTURE .rank = 2, .lengths = {8, 6}
#define VOLUME .rank = 3, .lengths = {8, 6, 4}
#define HUGE_COUNT (UINT64_C(1) << 40)
#define LOOP(...) .n_loops = 1, .loops = {{__VA_ARGS__}}

static const double numbers[64];
static const uint32_t first[] = {0, 2, 5}, start[] = {0, 2};
static const uint32_t late_start[] = {0, 3}, falling[] = {0, 4, 2};

#define BANDS(f, s)                                                            \
    .bands = {.n_bands = 2, .first = (f), .start = (s), .weight = numbers}

#define RINGS(f, b)                                                            \
    .rings = {.n_rings = 2, .first = (f), .bin = (b), .weight = numbers}
/* Of 8 bins, and of 7 with DC first and in the middle. */
static const double rising[] = {1, 2, 3, 4, 5, 6, 7, 8};
static const double even_of_two_sides[] = {9, 2, 3, 4, 4, 3, 2};
static const double even_of_centered[] = {4, 3, 2, 9, 2, 3, 4};
static const uint32_t ring_bins[] = {0, 47, 3, 30, 1};
static const uint8_t map[1024];
#define PIXEL(name, low, high)                                                 \
    .pixel = CLFFT_PIXEL_##name, .lowest = (low), .highest = (high)
static const uint32_t few_bins[] = {4, 0, 4, 2, 1};

/* `reason` is part of the sentence that clfft_last_error() gives. */
static const struct {
    clfft_desc desc;
    const char *reason;
} broken[] = {
    {{.transform = 3, N8}, "unknown transform"},
    {{.direction = 2, N8}, "unknown direction"},
    {{.precision = 2, N8}, "unknown precision"},
    {{.rank = 4, N8}, "rank 4"},
    {{N8, .n_loops = 5}, "batch loops"},
    {{C2C}, "length 0"},
    {{.rank = 2, .lengths = {8, 0}}, "length 0 on axis 1"},
    {{R2C, .direction = CLFFT_DIRECTION_INVERSE, N8}, "c2r"},
    {{N8, .scale = NAN}, "scale"},
    {{N8, .scale = INFINITY}, "scale"},
    {{N8, .scale = 1e39}, "scale is 1e+39, which is not of"},
    {{N8, .scale = -1e-39}, "scale is -1e-39, which"},
    {{N8, .load.sample_scale = NAN}, "sample_scale nan is not finite"},
    {{N8, .load.sample = CLFFT_SAMPLE_S16, .scale = 1e-38},
     "sample_scale times scale is 3.05"},
    {{N8, .load = {.sample = CLFFT_SAMPLE_F32, .sample_scale = 1e30},
      .scale = 1e30},
     "sample_scale times scale is 1e+60"},
    {{N8, .load = {.sample = CLFFT_SAMPLE_F32, .sample_scale = 1e300},
      .scale = 1e30, .precision = CLFFT_PRECISION_DOUBLE},
     "double precision"},
    /* sizes that would wrap */
    {{.lengths = {UINT64_C(1) << 60}}, "overflows"},
    {{.rank = 3, .lengths = {1 << 30, 1 << 30, 1 << 30}}, "overflows"},
    {{.rank = 2, .lengths = {UINT64_MAX, 2}}, "overflows"},
    {{N8, .n_loops = 2, .loops = {{HUGE_COUNT, 8, 8}, {HUGE_COUNT, 8, 8}}},
     "overflows"},
    {{N8, LOOP(HUGE_COUNT, 8, INT64_C(1) << 40)}, "overflows"},
    {{N8, LOOP(HUGE_COUNT, INT64_MAX, 8)}, "overflows"},
    {{N8, .input_strides = {INT64_MAX, 1, 1}}, "overflows"},
    {{N8, .output_strides = {INT64_C(1) << 58, 1, 1}}, "overflows"},
    {{R2C, N8, LOOP(2, 0, 8),
      .load = {.matrix = numbers,
               .n_rows = 2,
               .n_sources = 3,
               .source_distance = INT64_MAX}},
     "overflows"},
    /* places */
    {{N8, .input_strides = {-1, 1, 1}}, "stride"},
    {{N8, .output_strides = {0, 1, 1}}, "stride"},
    {{N8, LOOP(2, -8, 8)}, "negative"},
    {{N8, LOOP(2, 8, -8)}, "negative"},
    {{N8, LOOP(2, 8, 0)}, "output distance 0"},
    {{N8, LOOP(2, 8, 7)}, "overlap"},
    {{N8, .n_loops = 2, .loops = {{4, 8, 8}, {2, 32, 24}}}, "overlap"},
    {{R2C, N8, LOOP(2, 8, 4)}, "overlap"},
    /* load */
    {{N8, .load = {.sample = CLFFT_SAMPLE_UNORM12_TOP + 1}}, "sample format"},
    {{C2R, N8, .load = {.sample = CLFFT_SAMPLE_S16}}, "sample format"},
    {{N8, .load = {.lengths[0] = 9}}, "above the transform's length 8"},
    {{C2R, N8, .load = {.lengths[0] = 4}}, "c2c or r2c"},
    {{C2R, N8, .load = {.windows[0] = numbers}}, "window"},
    {{N8, .load = {.windows[1] = numbers}}, "a window for axis 1 needs rank 2"},
    {{PICTURE, .load = {.windows[2] = numbers}}, "axis 2 needs rank 3"},
    {{C2R, PICTURE, .load = {.windows[1] = numbers}}, "window"},
    {{PICTURE, .load = {.lengths = {8, 7}}},
     "load.lengths[1] 7 is above the transform's length 6"},
    {{N8, .load = {.lengths = {8, 2}}}, "load.lengths[1] 2"},
    {{C2R, PICTURE, .load = {.lengths = {0, 5}}}, "c2c or r2c"},
    {{PICTURE, .load = {.subtract_mean = true}}, "subtract_mean needs an r2c"},
    {{PICTURE, .load = {.subtract_line = true}}, "subtract_line needs"},
    {{R2C, PICTURE, .load = {.subtract_line = true}}, "subtract_line needs"},
    {{C2R, N8, .load = {.subtract_line = true}}, "subtract_line needs"},
    {{R2C, N8, .load = {.subtract_mean = true, .subtract_line = true}},
     "subtract_mean is part of subtract_line"},
    {{C2R, PICTURE, .load = {.subtract_mean = true}}, "subtract_mean"},
    {{N8, LOOP(2, 0, 8),
      .load = {.matrix = numbers,
               .n_rows = 2,
               .n_sources = 2,
               .source_distance = 1}},
     "r2c"},
    {{R2C, N8, LOOP(2, 8, 8),
      .load = {.matrix = numbers, .n_rows = 2, .n_sources = 2}},
     "matrix"},
    {{R2C, N8, LOOP(3, 0, 8),
      .load = {.matrix = numbers, .n_rows = 2, .n_sources = 2}},
     "matrix"},
    {{R2C, N8, LOOP(2, 0, 8),
      .load = {.matrix = numbers, .n_rows = 2, .n_sources = 0}},
     "matrix"},
    {{R2C, N8, .load = {.matrix = numbers}}, "matrix"},
    /* store */
    {{N8, .store = {.quantity = CLFFT_QUANTITY_PHASE + 1}}, "quantity"},
    {{N8, .store = {.sides = CLFFT_SIDES_CENTERED + 1}}, "sides"},
    {{N8, .store = {.sides = CLFFT_SIDES_ONE}}, "one side"},
    {{C2R, N8, .store = {.quantity = CLFFT_QUANTITY_POWER}}, "c2c or r2c"},
    {{C2R, N8, .store = {.gain = numbers}}, "c2c or r2c"},
    {{C2R, N8, .store = {.sides = CLFFT_SIDES_CENTERED}}, "c2c or r2c"},
    {{C2R, PICTURE, .store = {.sides = CLFFT_SIDES_ONE}}, "one side"},
    {{PICTURE,
      .store = {.quantity = CLFFT_QUANTITY_POWER, BANDS(first, start)}},
     "bands need rank 1"},
    {{PICTURE, .store = {RINGS(first, ring_bins)}}, "rings need quantity"},
    {{PICTURE,
      .store = {.quantity = CLFFT_QUANTITY_PHASE, RINGS(first, ring_bins)}},
     "rings need quantity"},
    {{PICTURE, .direction = CLFFT_DIRECTION_INVERSE,
      .store = {.quantity = CLFFT_QUANTITY_POWER, RINGS(first, ring_bins)}},
     "forward"},
    {{C2R, PICTURE,
      .store = {.quantity = CLFFT_QUANTITY_POWER, RINGS(first, ring_bins)}},
     "c2c or r2c"},
    {{PICTURE, .store = {.quantity = CLFFT_QUANTITY_POWER, RINGS(first, NULL)}},
     "rings need first"},
    {{PICTURE,
      .store = {.quantity = CLFFT_QUANTITY_POWER, RINGS(NULL, ring_bins)}},
     "rings need first"},
    {{PICTURE,
      .store = {.quantity = CLFFT_QUANTITY_DB, RINGS(falling, ring_bins)}},
     "ring 1"},
    /* 48 bins of two sides are bins 0..29 of one */
    {{R2C, PICTURE,
      .store = {.quantity = CLFFT_QUANTITY_POWER, RINGS(first, ring_bins)}},
     "ring 0 reaches beyond the last of 30 bins"},
    {{R2C, N8,
      .store = {.quantity = CLFFT_QUANTITY_POWER,
                BANDS(first, start),
                RINGS(first, start)}},
     "exclude each other"},
    {{R2C, VOLUME, .store = {.sides = CLFFT_SIDES_TWO, .gain = rising}},
     "gains of real data in 3 axes"},
    {{R2C, .rank = 2, .lengths = {7, 6},
      .store = {.sides = CLFFT_SIDES_CENTERED, .gain = even_of_two_sides}},
     "gains of real data in 2 axes"},
    {{R2C, .rank = 2, .lengths = {7, 6},
      .store = {.sides = CLFFT_SIDES_TWO, .gain = even_of_centered}},
     "gains of real data in 2 axes"},
    {{N8, .direction = CLFFT_DIRECTION_INVERSE,
      .store = {.quantity = CLFFT_QUANTITY_POWER}},
     "forward"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB, .floor = NAN}}, "floor"},
    {{R2C, N8, .store = {BANDS(first, start)}}, "bands need quantity"},
    {{R2C, N8,
      .store = {.quantity = CLFFT_QUANTITY_PHASE, BANDS(first, start)}},
     "bands need quantity"},
    {{R2C, N8, .store = {.quantity = CLFFT_QUANTITY_POWER, BANDS(NULL, start)}},
     "bands need first"},
    {{R2C, N8,
      .store = {.quantity = CLFFT_QUANTITY_POWER, BANDS(first, late_start)}},
     "band 1 reaches beyond"},
    {{R2C, N8,
      .store = {.quantity = CLFFT_QUANTITY_POWER, BANDS(falling, start)}},
     "band 1 reaches beyond"},
    /* pixels */
    {{N8, .store = {.quantity = CLFFT_QUANTITY_POWER,
                    .pixel = CLFFT_PIXEL_HALF + 1}},
     "unknown pixel 5"},
    {{N8, .store = {.pixel = CLFFT_PIXEL_GRAY8, .highest = 1}},
     "pixel gray8 needs quantity magnitude, power, db or phase"},
    {{C2R, N8, .store = {.pixel = CLFFT_PIXEL_GRAY8, .highest = 1}},
     "c2c or r2c"},
    {{N8, .direction = CLFFT_DIRECTION_INVERSE,
      .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY8, 0, 1)}},
     "forward"},
    {{N8, .in_place = true,
      .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY8, 0, 1)}},
     "separate"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY16, 0, 0)}},
     "pixel gray16 needs a finite lowest value below the highest, not 0 and 0"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY8, 1, 0)}},
     "not 1 and 0"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY8, NAN, 0)}},
     "below the highest"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY8, 0, NAN)}},
     "below the highest"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY8, -INFINITY, 0)}},
     "finite"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY8, 0, 1e39)}},
     "finite"},
    /* one number in single precision */
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY8, 1, 1 + 1e-9)}},
     "below the highest"},
    {{N8, .precision = CLFFT_PRECISION_DOUBLE,
      .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY8, -1e308, 1e308)}},
     "finite"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(RGBA, 0, 1)}},
     "pixel rgba needs a colour map"},
    {{N8, .store = {.pixel = CLFFT_PIXEL_HALF}},
     "pixel half needs quantity magnitude, power, db or phase"},
    /* values */
    {{N8, .store = {.value = {.scale = 2}}}, "a value needs quantity"},
    {{C2R, N8, .store = {.value = {.shift = 2}}}, "a value needs quantity"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_POWER,
                    .value = {.logarithm = CLFFT_LOGARITHM_DECIBEL + 1}}},
     "unknown logarithm 4"},
    {{N8,
      .store = {.quantity = CLFFT_QUANTITY_POWER, .value = {.offset = NAN}}},
     "offset of a value is nan"},
    {{N8,
      .store = {.quantity = CLFFT_QUANTITY_POWER, .value = {.shift = 1e39}}},
     "shift of a value is 1e+39"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_POWER,
                    .value = {.logarithm = CLFFT_LOGARITHM_NATURAL}}},
     "a least number above 0, not 0"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_DB,
                    .value = {CLFFT_LOGARITHM_NATURAL, 0, 1, 0, 0}}},
     "a logarithm needs quantity magnitude or power"},
    {{N8, .store = {.quantity = CLFFT_QUANTITY_POWER,
                    .value = {.scale = 2},
                    PIXEL(GRAY8, 0, 1)}},
     "pixel gray8 has no value"},
    /* in place */
    {{N8, .in_place = true, LOOP(2, 8, 9)}, "equal distances"},
    {{R2C, N8, .in_place = true, LOOP(2, 10, 10)},
     "not 40 and 80: each transform must stay in its own memory, which "
     "interleaved real vectors do not"},
    {{N8, .in_place = true, .load = {.sample = CLFFT_SAMPLE_F32}}, "separate"},
    {{N8, .in_place = true, .store = {.quantity = CLFFT_QUANTITY_MAGNITUDE}},
     "separate"},
    {{N8, .in_place = true, .input_strides = {2, 1, 1}}, "equal strides"},
    {{R2C, N8, .in_place = true, .store = {.sides = CLFFT_SIDES_TWO}},
     "one side"},
    {{N8, .in_place = true, LOOP(2, 4, 4)}, "overlap"},
    {{N8, .in_place = true, .n_loops = 2, .loops = {{2, 8, 8}, {2, 4, 4}}},
     "overlap"},
    {{N8, .in_place = true, .input_strides = {2, 1, 1},
      .output_strides = {2, 1, 1}, LOOP(2, 8, 8)},
     "overlap"},
    {{PICTURE, .in_place = true, .input_strides = {1, 9, 1}},
     "axis 1: in place needs equal strides in bytes"},
    {{VOLUME, .in_place = true, .input_strides = {1, 8, 50},
      .output_strides = {1, 8, 48}},
     "axis 2: in place"},
    {{R2C, PICTURE, .in_place = true, .input_strides = {1, 8, 1}},
     "axis 1: in place"},
    {{PICTURE, .in_place = true, .load = {.lengths = {5, 6}}}, "in place"},
    {{R2C, PICTURE, .in_place = true,
      .store = {.quantity = CLFFT_QUANTITY_POWER, RINGS(first, few_bins)}},
     "separate"},
    /* places of rank 2 and 3 */
    {{PICTURE, .input_strides = {1, -8, 1}}, "stride of axis 1"},
    {{PICTURE, .output_strides = {1, 0, 1}}, "stride of axis 1"},
    {{VOLUME, .output_strides = {1, 8, 0}}, "stride of axis 2"},
    {{PICTURE, .output_strides = {1, 7, 1}}, "overlap"},
    {{VOLUME, .output_strides = {1, 8, 47}}, "overlap"},
    {{VOLUME, LOOP(2, 1, 191)}, "overlap"},
    {{PICTURE, .input_strides = {1, INT64_MAX, 1}}, "overflows"},
    {{VOLUME, .output_strides = {1, 8, INT64_C(1) << 59}}, "overflows"},
};

static const clfft_desc sound[] = {
    {N8},
    {C2C, N8, .rank = 1, .direction = CLFFT_DIRECTION_INVERSE, .scale = -2},
    {C2C, N8, .scale = -0x1p-126},
    {C2C, N8, .scale = 1e39, .precision = CLFFT_PRECISION_DOUBLE},
    {C2C, N8, .scale = 1e60,
     .load = {.sample = CLFFT_SAMPLE_F32, .sample_scale = 1e-60}},
    {C2R, N8},
    {.lengths = {1}},
    {.lengths = {(UINT64_C(1) << 59) - 1}},
    {.rank = 3, .lengths = {5, 6, 7}},
    {.rank = 3, .lengths = {1, 1, 1}},
    /* rows with a pitch, axes in another order, blocks of a picture */
    {PICTURE, .input_strides = {1, 64, 1}, .output_strides = {1, 11, 1}},
    {PICTURE, .input_strides = {6, 1, 1}, .output_strides = {6, 1, 1}},
    {R2C, PICTURE, .input_strides = {3, 64, 1}, .n_loops = 3,
     .loops = {{3, 1, 30}, {5, 12, 90}, {4, 192, 450}}},
    {VOLUME, LOOP(2, 1, 192)},
    {PICTURE, .in_place = true, .input_strides = {1, 9, 1},
     .output_strides = {1, 9, 1}, LOOP(2, 54, 54)},
    {R2C, PICTURE, .in_place = true, LOOP(2, 60, 30)},
    {R2C, PICTURE, .in_place = true, .input_strides = {1, 12, 1},
     .output_strides = {1, 6, 1}},
    {C2R, VOLUME, .in_place = true, LOOP(2, 120, 240)},
    {R2C, VOLUME,
     .load = {.sample = CLFFT_SAMPLE_UNORM8,
              .lengths = {3, 6, 1},
              .windows = {numbers, numbers, numbers},
              .subtract_mean = true},
     .store = {.quantity = CLFFT_QUANTITY_DB,
               .sides = CLFFT_SIDES_CENTERED,
               .gain = numbers}},
    {N8, .load = {.subtract_mean = true}},
    {N8, .load = {.subtract_line = true}},
    {R2C, N8, .load = {.subtract_line = true, .windows = {numbers}}},
    {PICTURE, .load = {.sample = CLFFT_SAMPLE_UNORM16,
                       .big_endian = true,
                       .lengths = {0, 2},
                       .windows = {NULL, numbers}}},
    {R2C, PICTURE, LOOP(2, 0, 30),
     .load = {.matrix = numbers,
              .n_rows = 2,
              .n_sources = 3,
              .source_distance = 48,
              .subtract_mean = true}},
    {PICTURE, .store = {.quantity = CLFFT_QUANTITY_MAGNITUDE,
                        .sides = CLFFT_SIDES_CENTERED,
                        RINGS(first, ring_bins)}},
    {R2C, VOLUME,
     .store = {.quantity = CLFFT_QUANTITY_DB, RINGS(first, few_bins)}},
    {R2C, .rank = 2, .lengths = {7, 6},
     .store = {.sides = CLFFT_SIDES_CENTERED, .gain = even_of_centered}},
    {R2C, .rank = 2, .lengths = {7, 6},
     .store = {.sides = CLFFT_SIDES_TWO, .gain = even_of_two_sides}},
    {R2C, PICTURE, .store = {.gain = rising}},
    {PICTURE, .store = {.sides = CLFFT_SIDES_TWO, .gain = rising}},
    {R2C, N8, .store = {.sides = CLFFT_SIDES_TWO, .gain = rising}},
    {R2C, N8,
     .store = {.quantity = CLFFT_QUANTITY_POWER, RINGS(first, few_bins)}},
    /* pixels */
    {N8, .store = {.quantity = CLFFT_QUANTITY_PHASE, PIXEL(GRAY8, -4, 4)}},
    {N8, .precision = CLFFT_PRECISION_DOUBLE,
     .store = {.quantity = CLFFT_QUANTITY_DB, PIXEL(GRAY16, 1, 1 + 1e-9)}},
    {R2C, VOLUME,
     .store = {.quantity = CLFFT_QUANTITY_DB,
               .sides = CLFFT_SIDES_CENTERED,
               PIXEL(RGBA, -120, 0),
               .color_map = map}},
    {R2C, N8,
     .store = {.quantity = CLFFT_QUANTITY_POWER,
               BANDS(first, start),
               PIXEL(GRAY8, 0, 1)}},
    {PICTURE, .store = {.quantity = CLFFT_QUANTITY_MAGNITUDE,
                        RINGS(first, ring_bins),
                        PIXEL(GRAY16, 0, 1)}},
    /* not looked at without pixels */
    {N8, .store = {.lowest = NAN}},
    /* values */
    {N8, .store = {.quantity = CLFFT_QUANTITY_PHASE,
                   .pixel = CLFFT_PIXEL_HALF,
                   .value = {.scale = 0.5}}},
    {R2C, N8,
     .store = {.quantity = CLFFT_QUANTITY_POWER,
               BANDS(first, start),
               .value = {CLFFT_LOGARITHM_NATURAL, 1, 1e-300, 0, 1}}},
    /* a hop; one input for all; interleaved channels */
    {R2C, N8, LOOP(100, 1, 5)},
    {R2C, N8, LOOP(100, 0, 5)},
    {R2C, N8, .input_strides = {2, 0, 0}, .n_loops = 2,
     .loops = {{2, 1, 5}, {10, 8, 10}}},
    /* interleaved output; the loops in another order of memory */
    {N8, .output_strides = {3, 1, 1}, LOOP(3, 8, 1)},
    {N8, .n_loops = 2, .loops = {{4, 8, 16}, {2, 32, 8}}},
    {N8, LOOP(1, 0, 0)},
    {N8, .n_loops = 4,
     .loops = {{2, 8, 8}, {2, 16, 16}, {2, 32, 32}, {2, 64, 64}}},
    {N8, .in_place = true, LOOP(4, 8, 8)},
    {N8, .in_place = true, .input_strides = {2, 0, 0},
     .output_strides = {2, 0, 0}, LOOP(2, 1, 1)},
    {R2C, N8, .in_place = true, LOOP(4, 10, 5)},
    {C2R, N8, .in_place = true, LOOP(4, 5, 10)},
    {R2C, N8,
     .load = {.sample = CLFFT_SAMPLE_S24,
              .lengths[0] = 5,
              .windows[0] = numbers}},
    {R2C, N8, .n_loops = 2, .loops = {{2, 0, 5}, {3, 8, 10}},
     .load = {.matrix = numbers,
              .n_rows = 2,
              .n_sources = 3,
              .source_distance = 1}},
    {R2C, N8, .store = {.quantity = CLFFT_QUANTITY_POWER, BANDS(first, start)}},
    {N8, .store = {.quantity = CLFFT_QUANTITY_DB,
                   .floor = -INFINITY,
                   .sides = CLFFT_SIDES_CENTERED,
                   .gain = numbers}},
    {N8, .direction = CLFFT_DIRECTION_INVERSE, .store = {.gain = numbers}},
};

static void every_broken_rule_is_named(void)
{
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        const clfft_status status = clfft_desc_validate(&broken[i].desc);
        TEST_CHECK(status == CLFFT_STATUS_INVALID, "number %zu (%s): %s", i,
                   broken[i].reason, clfft_status_name(status));
        TEST_CHECK(strstr(clfft_last_error(), broken[i].reason),
                   "number %zu: \"%s\" lacks \"%s\"", i, clfft_last_error(),
                   broken[i].reason);
    }
    TEST_CHECK(clfft_desc_validate(NULL) == CLFFT_STATUS_INVALID, "NULL");
}

static void sound_descriptions_pass(void)
{
    for (size_t i = 0; i < sizeof sound / sizeof sound[0]; i++)
        TEST_CHECK(clfft_desc_validate(&sound[i]) == CLFFT_STATUS_OK,
                   "number %zu: %s", i, clfft_last_error());
}

/* ---- extents ---- */

static uint64_t last_index(const clfft_desc *desc, const uint64_t *points,
                           const int64_t *strides, bool input)
{
    uint64_t last = 0;
    uint64_t turn[CLFFT_MAX_RANK + CLFFT_MAX_LOOPS] = {0};

    for (;;) {
        uint64_t at = 0;
        unsigned d = 0;
        for (unsigned i = 0; i < CLFFT_MAX_RANK; i++)
            at += turn[i] * (uint64_t)strides[i];
        for (unsigned i = 0; i < desc->n_loops; i++)
            at += turn[CLFFT_MAX_RANK + i] *
                  (uint64_t)(input ? desc->loops[i].input_distance
                                   : desc->loops[i].output_distance);
        if (at > last)
            last = at;
        for (; d < CLFFT_MAX_RANK + desc->n_loops; d++) {
            const uint64_t most = d < CLFFT_MAX_RANK
                                      ? points[d]
                                      : desc->loops[d - CLFFT_MAX_RANK].count;
            if (++turn[d] < most)
                break;
            turn[d] = 0;
        }
        if (d == CLFFT_MAX_RANK + desc->n_loops)
            return last;
    }
}

static void extent_is_the_largest_index_plus_one(void)
{
    for (unsigned round = 0; round < 300; round++) {
        clfft_desc d = {.transform = (clfft_transform)(test_random() % 3),
                        .rank = 1 + test_random() % 3,
                        .n_loops = 1 + test_random() % 4};
        uint64_t in[CLFFT_MAX_RANK] = {1, 1, 1},
                 out[CLFFT_MAX_RANK] = {1, 1, 1};
        uint64_t input, output;

        for (unsigned i = 0; i < CLFFT_MAX_RANK; i++) {
            d.input_strides[i] = 1 + (int64_t)(test_random() % 9);
            d.output_strides[i] = 1 + (int64_t)(test_random() % 9);
            if (i < d.rank)
                d.lengths[i] = in[i] = out[i] = 1 + test_random() % 6;
        }
        for (unsigned i = 0; i < d.n_loops; i++)
            d.loops[i] = (clfft_loop){1 + test_random() % 3,
                                      (int64_t)(test_random() % 20),
                                      (int64_t)(test_random() % 20)};
        if (d.transform == CLFFT_TRANSFORM_C2R)
            in[0] = in[0] / 2 + 1;
        if (d.transform == CLFFT_TRANSFORM_R2C)
            out[0] = out[0] / 2 + 1;
        TEST_CHECK(clfft_desc_get_extent(&d, &input, &output) ==
                       CLFFT_STATUS_OK,
                   "%s", clfft_last_error());
        TEST_CHECK(input == last_index(&d, in, d.input_strides, true) + 1,
                   "round %u: input %llu", round, (unsigned long long)input);
        TEST_CHECK(output == last_index(&d, out, d.output_strides, false) + 1,
                   "round %u: output %llu", round, (unsigned long long)output);
    }
}

static void expect_extent(clfft_desc desc, uint64_t input, uint64_t output)
{
    uint64_t in, out;
    char text[256];

    clfft_desc_print(&desc, text, sizeof text);
    TEST_CHECK(clfft_desc_get_extent(&desc, &in, &out) == CLFFT_STATUS_OK,
               "%s: %s", text, clfft_last_error());
    TEST_CHECK(in == input && out == output, "%s: %llu and %llu", text,
               (unsigned long long)in, (unsigned long long)out);
}

static void defaults_are_densely_packed(void)
{
    expect_extent((clfft_desc){N8}, 8, 8);
    expect_extent((clfft_desc){R2C, N8}, 8, 5);
    expect_extent((clfft_desc){C2R, N8}, 5, 8);
    expect_extent((clfft_desc){R2C, N8, .store.sides = CLFFT_SIDES_TWO}, 8, 8);
    expect_extent((clfft_desc){R2C, .rank = 2, .lengths = {8, 3}}, 24, 15);
    expect_extent((clfft_desc){C2R, .rank = 2, .lengths = {8, 3}}, 15, 24);
    /* in place the real rows are as long as the complex ones */
    expect_extent(
        (clfft_desc){R2C, .rank = 2, .lengths = {8, 3}, .in_place = true}, 28,
        15);
    expect_extent(
        (clfft_desc){C2R, .rank = 2, .lengths = {7, 3}, .in_place = true}, 12,
        23);
    expect_extent((clfft_desc){R2C, N8, .load.lengths[0] = 5}, 5, 5);
    expect_extent((clfft_desc){R2C, VOLUME, .in_place = true}, 10 * 24 - 2,
                  120);
    /* what is padded with zeros lies nowhere */
    expect_extent((clfft_desc){R2C, VOLUME, .load.lengths = {3, 5, 2}}, 30,
                  120);
    expect_extent((clfft_desc){PICTURE, .load.lengths = {0, 2}}, 16, 48);
    expect_extent((clfft_desc){PICTURE, .input_strides = {1, 64, 1},
                               .load.lengths = {5, 4}},
                  3 * 64 + 5, 48);
    /* sums lie one behind the other, whatever the rank */
    expect_extent((clfft_desc){PICTURE, LOOP(2, 48, 2),
                               .store = {.quantity = CLFFT_QUANTITY_POWER,
                                         RINGS(first, ring_bins)}},
                  96, 4);
    expect_extent((clfft_desc){R2C, N8, LOOP(3, 2, 5)}, 12, 15);
    expect_extent((clfft_desc){R2C, N8, LOOP(2, 0, 5),
                               .load = {.matrix = numbers,
                                        .n_rows = 2,
                                        .n_sources = 3,
                                        .source_distance = 100}},
                  208, 10);
}

static void extent_refuses_to_wrap(void)
{
    const clfft_desc wide = {N8, LOOP(HUGE_COUNT, INT64_C(1) << 30, 8)};
    uint64_t in = 1, out = 1;

    TEST_CHECK(clfft_desc_get_extent(&wide, &in, &out) == CLFFT_STATUS_INVALID,
               "%llu", (unsigned long long)in);
}

static void expect_bins(clfft_desc desc, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t bins[CLFFT_MAX_RANK];

    clfft_desc_get_bins(&desc, bins);
    TEST_CHECK(bins[0] == a && bins[1] == b && bins[2] == c,
               "%llu %llu %llu, not %llu %llu %llu",
               (unsigned long long)bins[0], (unsigned long long)bins[1],
               (unsigned long long)bins[2], (unsigned long long)a,
               (unsigned long long)b, (unsigned long long)c);
}

static void bins_are_what_is_stored(void)
{
    expect_bins((clfft_desc){N8}, 8, 1, 1);
    expect_bins((clfft_desc){R2C, N8}, 5, 1, 1);
    expect_bins((clfft_desc){R2C, .lengths = {7}}, 4, 1, 1);
    expect_bins((clfft_desc){R2C, .lengths = {1}}, 1, 1, 1);
    expect_bins((clfft_desc){R2C, N8, .store.sides = CLFFT_SIDES_CENTERED}, 8,
                1, 1);
    expect_bins((clfft_desc){C2R, N8}, 8, 1, 1);
    expect_bins((clfft_desc){R2C, .rank = 3, .lengths = {8, 6, 4}}, 5, 6, 4);
    expect_bins((clfft_desc){R2C, N8, .store = {BANDS(first, start)}}, 2, 1, 1);
    expect_bins((clfft_desc){R2C, PICTURE}, 5, 6, 1);
    expect_bins((clfft_desc){R2C, VOLUME, .store.sides = CLFFT_SIDES_CENTERED},
                8, 6, 4);
    expect_bins((clfft_desc){R2C, VOLUME, .store.sides = CLFFT_SIDES_TWO}, 8, 6,
                4);
    expect_bins((clfft_desc){C2R, PICTURE}, 8, 6, 1);
    expect_bins((clfft_desc){VOLUME, .store = {RINGS(first, ring_bins)}}, 2, 1,
                1);
}

static void elements_have_the_size_of_their_numbers(void)
{
    static const size_t bytes[] = {4, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 4,
                                   4, 4, 4, 4, 8, 1, 2, 2, 2, 2, 2};

    for (unsigned s = 0; s <= CLFFT_SAMPLE_UNORM12_TOP; s++) {
        clfft_desc real = {R2C, N8, .load.sample = (clfft_sample)s};
        clfft_desc complex = {N8, .load.sample = (clfft_sample)s};
        TEST_CHECK(clfft_sample_size((clfft_sample)s) == bytes[s], "%u", s);
        TEST_CHECK(clfft_desc_get_input_size(&real) == bytes[s], "%u", s);
        TEST_CHECK(clfft_desc_get_input_size(&complex) == 2 * bytes[s], "%u",
                   s);
    }
    for (unsigned p = 1; p <= CLFFT_PIXEL_HALF; p++) {
        static const unsigned sizes[] = {0, 1, 2, 4, 2};
        clfft_desc d = {R2C, N8, .precision = CLFFT_PRECISION_DOUBLE,
                        .store = {.pixel = (clfft_pixel)p}};
        TEST_CHECK(clfft_desc_get_output_size(&d) == sizes[p], "%u", p);
    }
    for (unsigned p = 0; p < 2; p++) {
        const size_t real = p ? 8 : 4;
        clfft_desc d = {R2C, N8, .precision = (clfft_precision)p};
        TEST_CHECK(clfft_desc_get_input_size(&d) == real, "%u", p);
        TEST_CHECK(clfft_desc_get_output_size(&d) == 2 * real, "%u", p);
        d.store.quantity = CLFFT_QUANTITY_PHASE;
        TEST_CHECK(clfft_desc_get_output_size(&d) == real, "%u", p);
        d = (clfft_desc){C2R, N8, .precision = (clfft_precision)p};
        TEST_CHECK(clfft_desc_get_input_size(&d) == 2 * real, "%u", p);
        TEST_CHECK(clfft_desc_get_output_size(&d) == real, "%u", p);
    }
}

TEST_MAIN(TEST(every_broken_rule_is_named), TEST(sound_descriptions_pass),
          TEST(extent_is_the_largest_index_plus_one),
          TEST(defaults_are_densely_packed), TEST(extent_refuses_to_wrap),
          TEST(bins_are_what_is_stored),
          TEST(elements_have_the_size_of_their_numbers))
