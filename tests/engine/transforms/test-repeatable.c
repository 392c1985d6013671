/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-repeatable.c: a transform's bits depend on its own points only: not on
 * the batch, the counts, the offsets or the neighbours, be they NaN.
 */
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

#define BATCH 11 /* no multiple of any vector or tile */

/* By schedule: 0 is the planner's choice. */
static const char *const texts[] = {
    "c2c 96 x11",
    "c2c 75 x11 inverse",
    "c2c 37 x11",
    "r2c 96 x11",
    "c2r 96 x11",
    "r2c 75 x11",
    "c2r 75 x11",
    "c2c 1 x11",
    "r2c 2 x11",
    "r2c 1024 x11 load=s16 window=hann store=db floor=-200",
    "c2c 64 x11 sides=centered",
};
static const char *const recipes[] = {
    "group 4 t1 c8 | group 8.3 t3 c4 pitch", /* for c2c 96 */
    "simd 8 lanes | simd 4.3 lanes",
};

struct bits {
    const char *name;
    clfft_plan *plan, *single;
    size_t input_step, output_step; /* bytes from transform to transform */
    size_t input_size, output_size;
    size_t input_element, output_element;
    unsigned char *input, *base; /* and its result, whole batch at once */
    unsigned char *other, *result;
};

static void fill(const clfft_desc *desc, unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += 4) {
        const float value = (float)test_uniform();
        const uint32_t word = (uint32_t)(test_random() >> 32);
        if (i + 4 > size)
            memcpy(bytes + i, &word, size - i);
        else if (desc->load.sample)
            memcpy(bytes + i, &word, 4);
        else
            memcpy(bytes + i, &value, 4);
    }
}

static void close_bits(struct bits *b)
{
    clfft_plan_destroy(&b->plan);
    clfft_plan_destroy(&b->single);
    free(b->input);
    free(b->base);
    free(b->other);
    free(b->result);
}

static bool open_bits(struct bits *b, const char *text,
                      const clfft_plan_params *params, clfft_desc *desc)
{
    clfft_desc one;

    *b = (struct bits){.name = text};
    if (clfft_desc_parse(text, desc) != CLFFT_STATUS_OK)
        return false;
    one = *desc;
    one.loops[0].count = 1;
    b->input_element = clfft_desc_get_input_size(desc);
    b->output_element = clfft_desc_get_output_size(desc);
    b->input_step = (size_t)desc->loops[0].input_distance * b->input_element;
    b->output_step = (size_t)desc->loops[0].output_distance * b->output_element;
    b->input_size = BATCH * b->input_step;
    b->output_size = BATCH * b->output_step;
    b->input = malloc(b->input_size);
    b->other = malloc(b->input_size);
    b->base = malloc(b->output_size);
    b->result = malloc(b->output_size);
    if (!b->input || !b->other || !b->base || !b->result ||
        clfft_plan_create(harness_device(), desc, params, &b->plan) ||
        clfft_plan_create(harness_device(), &one, params, &b->single))
        return false;
    fill(desc, b->input, b->input_size);
    return harness_execute(b->plan, b->input, b->input_size, b->base,
                           b->output_size, NULL) == CLFFT_STATUS_OK;
}

static bool run(struct bits *b, clfft_plan *plan, const unsigned char *input,
                const clfft_execute_params *params)
{
    memset(b->result, 0xff, b->output_size);
    return harness_execute(plan, input, b->input_size, b->result,
                           b->output_size, params) == CLFFT_STATUS_OK;
}

static bool same(const struct bits *b, unsigned from, unsigned to, unsigned n)
{
    return !memcmp(b->base + from * b->output_step,
                   b->result + to * b->output_step, n * b->output_step);
}

static void check_again(struct bits *b)
{
    TEST_CHECK(run(b, b->plan, b->input, NULL) && same(b, 0, 0, BATCH),
               "%s: twice the same batch", b->name);
}

static void check_counts(struct bits *b)
{
    for (unsigned r = 0; r < BATCH; r++) {
        const unsigned n = 1 + test_random() % (BATCH - r);
        const unsigned to = test_random() % (BATCH - n + 1);
        const clfft_execute_params params = {
            .counts = {n},
            .input_offset = r * b->input_step / b->input_element,
            .output_offset = to * b->output_step / b->output_element};
        TEST_CHECK(run(b, b->plan, b->input, &params) && same(b, r, to, n),
                   "%s: %u transforms from number %u to %u", b->name, n, r, to);
    }
}

static void check_single(struct bits *b)
{
    for (unsigned r = 0; r < BATCH; r += 1 + test_random() % 3) {
        const clfft_execute_params params = {.input_offset = r * b->input_step /
                                                             b->input_element};
        TEST_CHECK(run(b, b->single, b->input, &params) && same(b, r, 0, 1),
                   "%s: number %u by a plan of one", b->name, r);
    }
}

static void check_neighbours(struct bits *b, const clfft_desc *desc)
{
    for (unsigned r = 0; r < BATCH; r += 1 + test_random() % 3) {
        fill(desc, b->other, b->input_size);
        memcpy(b->other + r * b->input_step, b->input + r * b->input_step,
               b->input_step);
        TEST_CHECK(run(b, b->plan, b->other, NULL) && same(b, r, r, 1),
                   "%s: number %u among others", b->name, r);
    }
}

/* Floats only: what NaN or Inf reaches is its own transform. */
static void check_poison(struct bits *b)
{
    static const float poisons[] = {NAN, INFINITY, -INFINITY, 3e38f};

    for (unsigned p = 0; p < COUNT(poisons); p++) {
        const unsigned r = test_random() % BATCH;
        const size_t floats = b->input_step / 4;
        memcpy(b->other, b->input, b->input_size);
        memcpy(b->other + r * b->input_step + test_random() % floats * 4,
               &poisons[p], 4);
        TEST_CHECK(run(b, b->plan, b->other, NULL) && same(b, 0, 0, r) &&
                       same(b, r + 1, r + 1, BATCH - r - 1),
                   "%s: %g in number %u reaches a neighbour", b->name,
                   (double)poisons[p], r);
        if (isnan(poisons[p]) && strncmp(b->name, "c2r", 3) != 0) {
            const float *first =
                (const float *)(b->result + r * b->output_step);
            TEST_CHECK(isnan(first[0]) || isnan(first[1]),
                       "%s: NaN in number %u is lost", b->name, r);
        }
    }
}

static void check_text(const char *text, const clfft_plan_params *params)
{
    struct bits b;
    clfft_desc desc;

    if (open_bits(&b, text, params, &desc)) {
        check_again(&b);
        check_counts(&b);
        check_single(&b);
        check_neighbours(&b, &desc);
        if (!desc.load.sample && b.output_element > 4)
            check_poison(&b);
    } else {
        TEST_CHECK(false, "%s: %s", text, clfft_last_error());
    }
    close_bits(&b);
    clfft_desc_clear(&desc);
}

static void check_schedule(clfft_schedule schedule)
{
    const clfft_plan_params params = {.schedule = schedule};
    /* few kernels a run: direct's are shared, the others' are not */
    const unsigned step =
        test_is_full() || schedule == CLFFT_SCHEDULE_DIRECT ? 1 : 3;

    REQUIRE_DEVICE;
    for (size_t i = test_random() % step; i < COUNT(texts); i += step)
        check_text(texts[i], &params);
}

static void direct_bits_are_the_transforms_own(void)
{
    check_schedule(CLFFT_SCHEDULE_DIRECT);
}

static void group_bits_are_the_transforms_own(void)
{
    check_schedule(CLFFT_SCHEDULE_GROUP);
}

static void simd_bits_are_the_transforms_own(void)
{
    if (harness_device() &&
        !(clfft_device_get_limits(harness_device())->type & CL_DEVICE_TYPE_CPU))
        TEST_SKIP("simd is for CPUs");
    check_schedule(CLFFT_SCHEDULE_SIMD);
}

static void bits_of_several_passes_are_the_transforms_own(void)
{
    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(recipes); i++)
        check_text(texts[0], &(clfft_plan_params){.recipe = recipes[i]});
}

/* Rows in registers, which go by other ways where points are no neighbours. */
static void bits_of_short_rows_are_the_transforms_own(void)
{
    enum { N = 60, ROWS = 9, IN = 2, OUT = 3 };
    const clfft_plan_params params = {.recipe = "simd 4.15 rows"};
    clfft_desc dense = {
        .lengths = {N}, .scale = 0.7, .n_loops = 1, .loops = {{ROWS, N, N}}};
    float input[2 * N * ROWS], output[2 * N * ROWS];
    float apart[2 * N * ROWS * IN], result[2 * N * ROWS * OUT];

    REQUIRE_DEVICE;
    check_text("c2c 60 x11 inverse", &params);
    for (size_t i = 0; i < COUNT(input); i++)
        input[i] = apart[i / 2 * 2 * IN + i % 2] = (float)test_uniform();
    for (int inverse = 0; inverse < 2; inverse++) {
        clfft_plan *rows = NULL, *points = NULL;
        clfft_desc strided;

        dense.direction =
            inverse ? CLFFT_DIRECTION_INVERSE : CLFFT_DIRECTION_FORWARD;
        strided = dense;
        strided.input_strides[0] = IN;
        strided.output_strides[0] = OUT;
        strided.loops[0] = (clfft_loop){ROWS, N * IN, N * OUT};
        TEST_CHECK(
            !clfft_plan_create(harness_device(), &dense, &params, &rows) &&
                !clfft_plan_create(harness_device(), &strided, &params,
                                   &points) &&
                !harness_execute(rows, input, sizeof input, output,
                                 sizeof output, NULL) &&
                !harness_execute(points, apart, sizeof apart, result,
                                 sizeof result, NULL),
            "%s", clfft_last_error());
        for (size_t i = 0; rows && points && i < N * ROWS; i++)
            TEST_CHECK(!memcmp(output + 2 * i, result + 2 * i * OUT,
                               2 * sizeof *output),
                       "point %zu of rows is not that of points apart", i);
        clfft_plan_destroy(&rows);
        clfft_plan_destroy(&points);
    }
}

/* The same points read at a hop, interleaved, or put elsewhere. */
static void bits_do_not_depend_on_the_layout(void)
{
    enum { N = 96, FRAMES = 7, HOP = 40, CHANNELS = 3 };
    static const clfft_schedule schedules[] = {
        CLFFT_SCHEDULE_AUTO, CLFFT_SCHEDULE_GROUP, CLFFT_SCHEDULE_DIRECT};
    const clfft_desc frames = {
        .transform = CLFFT_TRANSFORM_R2C,
        .lengths = {N},
        .n_loops = 2,
        .input_strides = {CHANNELS, 1, 1},
        .output_strides = {1, 1, 1},
        .loops = {{CHANNELS, 1, 49}, {FRAMES, HOP * CHANNELS, 150}}};
    const clfft_desc one = {.transform = CLFFT_TRANSFORM_R2C, .lengths = {N}};
    float input[CHANNELS * (HOP * (FRAMES - 1) + N)];
    float output[2 * 150 * FRAMES], single[2 * 49], points[N];

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(input); i++)
        input[i] = (float)test_uniform();
    for (size_t s = 0; s < COUNT(schedules); s++) {
        const clfft_plan_params params = {.schedule = schedules[s]};
        clfft_plan *all = NULL, *alone = NULL;
        TEST_CHECK(
            !clfft_plan_create(harness_device(), &frames, &params, &all) &&
                harness_plan_alike(all, &one, &alone),
            "%s", clfft_last_error());
        if (all && alone)
            TEST_CHECK(!harness_execute(all, input, sizeof input, output,
                                        sizeof output, NULL),
                       "%s", clfft_last_error());
        for (unsigned f = 0; all && alone && f < FRAMES; f++)
            for (unsigned c = 0; c < CHANNELS; c++) {
                for (unsigned j = 0; j < N; j++)
                    points[j] = input[(f * HOP + j) * CHANNELS + c];
                harness_execute(alone, points, sizeof points, single,
                                sizeof single, NULL);
                TEST_CHECK(!memcmp(single, output + 2 * (f * 150 + c * 49),
                                   sizeof single),
                           "schedule %zu, frame %u, channel %u", s, f, c);
            }
        clfft_plan_destroy(&all);
        clfft_plan_destroy(&alone);
    }
}

TEST_MAIN(TEST(direct_bits_are_the_transforms_own),
          TEST(group_bits_are_the_transforms_own),
          TEST(simd_bits_are_the_transforms_own),
          TEST(bits_of_several_passes_are_the_transforms_own),
          TEST(bits_of_short_rows_are_the_transforms_own),
          TEST(bits_do_not_depend_on_the_layout))
