/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-layouts.c: where points lie: strides, distances, loops, hops, in
 * place, counts, scratch. One length a claim, so that all its layouts share
 * the kernels.
 */
#include "engine/harness.h"
#include "support/test.h"

#define C2C .transform = CLFFT_TRANSFORM_C2C
#define R2C .transform = CLFFT_TRANSFORM_R2C
#define C2R .transform = CLFFT_TRANSFORM_C2R
#define INVERSE .direction = CLFFT_DIRECTION_INVERSE

static const clfft_schedule schedules[] = {
    CLFFT_SCHEDULE_AUTO, CLFFT_SCHEDULE_GROUP, CLFFT_SCHEDULE_DIRECT};

static void expect_with(const clfft_desc *desc,
                        const struct harness_options *options)
{
    const char *wrong = harness_judge(desc, options, test_random());

    TEST_CHECK(!wrong, "%s", wrong);
}

/* Under every schedule; in the default run one, drawn. */
static void expect(const clfft_desc *desc)
{
    for (size_t i = test_next_case(SIZE_MAX, COUNT(schedules), 3);
         i < COUNT(schedules); i = test_next_case(i, COUNT(schedules), 3))
        expect_with(desc, &(struct harness_options){
                              .plan = {.schedule = schedules[i]}});
}

static void expect_all(const clfft_desc *descs, size_t n)
{
    for (size_t i = harness_next_case(SIZE_MAX, n, 2); i < n;
         i = harness_next_case(i, n, 2))
        expect(&descs[i]);
}

static void one_pass_goes_anywhere(void)
{
    static const clfft_desc descs[] = {
        {C2C, .lengths = {96}},
        {C2C, INVERSE, .lengths = {96}, .scale = -0.125, .n_loops = 1,
         .loops = {{5, 96, 96}}},
        /* holes between transforms, and between points */
        {C2C, .lengths = {96}, .n_loops = 1, .loops = {{7, 101, 97}}},
        {C2C, .lengths = {96}, .input_strides = {3, 1, 1},
         .output_strides = {2, 1, 1}, .n_loops = 1, .loops = {{4, 300, 193}}},
        /* interleaved on both sides; turned from one to the other */
        {C2C, .lengths = {96}, .input_strides = {9, 1, 1},
         .output_strides = {9, 1, 1}, .n_loops = 1, .loops = {{9, 1, 1}}},
        {C2C, .lengths = {96}, .input_strides = {11, 1, 1}, .n_loops = 1,
         .loops = {{11, 1, 96}}},
        {C2C, .lengths = {96}, .output_strides = {17, 1, 1}, .n_loops = 1,
         .loops = {{17, 96, 1}}},
        /* hops, down to one sample, and the same input many times */
        {C2C, .lengths = {96}, .n_loops = 1, .loops = {{20, 24, 96}}},
        {C2C, .lengths = {96}, .n_loops = 1, .loops = {{33, 1, 96}}},
        {C2C, .lengths = {96}, .n_loops = 1, .loops = {{3, 0, 96}}},
        /* four loops with odd distances, some of one turn */
        {C2C, .lengths = {96}, .n_loops = 4,
         .loops = {{2, 97, 99}, {3, 211, 203}, {2, 601, 613}, {2, 1301, 1229}}},
        {C2C, .lengths = {96}, .n_loops = 4,
         .loops = {{1, 5, 0}, {3, 97, 1000}, {1, 0, 0}, {5, 7, 101}}},
        /* loops that lie one in the other */
        {C2C, .lengths = {96}, .n_loops = 3,
         .loops = {{2, 96, 96}, {3, 192, 192}, {2, 576, 576}}},
        {C2C, .lengths = {96}, .n_loops = 2,
         .loops = {{4, 96, 288}, {3, 384, 96}}},
        /* short rows, the innermost loop given or not */
        {C2C, .lengths = {16}, .n_loops = 3,
         .loops = {{5, 17, 19}, {1, 0, 0}, {7, 100, 101}}},
        {C2C, INVERSE, .lengths = {16}, .n_loops = 2,
         .loops = {{3, 4, 176}, {11, 16, 16}}},
        {C2C, .lengths = {16}, .in_place = true, .n_loops = 1,
         .loops = {{23, 18, 18}}},
        {C2C, .lengths = {16}, .output_strides = {13, 1, 1}, .n_loops = 1,
         .loops = {{13, 16, 1}}},
    };

    REQUIRE_DEVICE;
    expect_all(descs, COUNT(descs));
}

static void real_transforms_go_anywhere(void)
{
    static const clfft_desc descs[] = {
        {R2C, .lengths = {80}, .n_loops = 1, .loops = {{5, 80, 41}}},
        {R2C, .lengths = {80}, .n_loops = 1, .loops = {{5, 83, 47}}},
        {R2C, .lengths = {80}, .input_strides = {2, 1, 1},
         .output_strides = {3, 1, 1}, .n_loops = 2,
         .loops = {{2, 1, 1}, {6, 40, 123}}},
        {R2C, .lengths = {80}, .n_loops = 1, .loops = {{40, 3, 41}}},
        {C2R, .lengths = {80}, .n_loops = 1, .loops = {{5, 41, 80}}},
        {C2R, .lengths = {80}, .scale = 0.5, .input_strides = {2, 1, 1},
         .output_strides = {3, 1, 1}, .n_loops = 1, .loops = {{5, 83, 241}}},
        {C2R, .lengths = {80}, .output_strides = {6, 1, 1}, .n_loops = 1,
         .loops = {{6, 41, 1}}},
        {R2C, .lengths = {75}, .n_loops = 1, .loops = {{5, 77, 39}}},
        {R2C, .lengths = {75}, .input_strides = {4, 1, 1},
         .output_strides = {2, 1, 1}, .n_loops = 1, .loops = {{4, 1, 77}}},
        {C2R, .lengths = {75}, .n_loops = 1, .loops = {{5, 39, 77}}},
        {C2R, .lengths = {75}, .input_strides = {3, 1, 1},
         .output_strides = {2, 1, 1}, .n_loops = 1, .loops = {{3, 1, 150}}},
    };

    REQUIRE_DEVICE;
    expect_all(descs, COUNT(descs));
}

static void several_passes_go_anywhere(void)
{
    static const clfft_desc descs[] = {
        {C2C, .lengths = {240}, .n_loops = 1, .loops = {{5, 240, 240}}},
        {C2C, INVERSE, .lengths = {240}, .input_strides = {3, 1, 1},
         .output_strides = {5, 1, 1}, .n_loops = 2,
         .loops = {{3, 1, 1}, {2, 800, 1300}}},
        {C2C, .lengths = {240}, .n_loops = 1, .loops = {{21, 7, 251}}},
        {C2C, .lengths = {240}, .in_place = true, .n_loops = 1,
         .loops = {{3, 256, 256}}},
        {R2C, .lengths = {480}, .n_loops = 2,
         .loops = {{2, 481, 243}, {3, 11, 500}}},
        {C2R, .lengths = {480}, .input_strides = {2, 1, 1}, .n_loops = 2,
         .loops = {{2, 1, 480}, {3, 500, 1000}}},
        {R2C, .lengths = {480}, .in_place = true, .n_loops = 1,
         .loops = {{3, 482, 241}}},
    };
    static const char *const recipes[] = {
        "group 16 t2 c4 plain | group 5.3 t3 c4 pitch",
        "simd 16 lanes | simd 5.3 lanes",
        "group 4 t1 c8 | group 10 t2 c4 plain split | group 6 t1 c8 pitch",
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(descs); i++)
        for (size_t r = test_next_case(SIZE_MAX, 2, 2); r < 2;
             r = test_next_case(r, 2, 2))
            expect_with(&descs[i], &(struct harness_options){
                                       .plan = {.recipe = recipes[r]}});
    expect_with(&descs[1], &(struct harness_options){
                               .plan = {.recipe = "group 4 t1 c8 | "
                                                  "group 10 t2 c4 split | "
                                                  "group 3.2 t1 c8 pitch"}});
}

static void in_place_is_right(void)
{
    static const clfft_desc descs[] = {
        {C2C, .lengths = {96}, .in_place = true, .n_loops = 1,
         .loops = {{5, 96, 96}}},
        {C2C, INVERSE, .lengths = {96}, .in_place = true, .n_loops = 2,
         .loops = {{2, 99, 99}, {3, 201, 201}}},
        /* interleaved */
        {C2C, .lengths = {96}, .in_place = true, .input_strides = {9, 1, 1},
         .output_strides = {9, 1, 1}, .n_loops = 1, .loops = {{9, 1, 1}}},
        {R2C, .lengths = {80}, .in_place = true, .n_loops = 1,
         .loops = {{9, 82, 41}}},
        {R2C, .lengths = {75}, .in_place = true, .n_loops = 1,
         .loops = {{9, 80, 40}}},
        {C2R, .lengths = {80}, .in_place = true, .n_loops = 1,
         .loops = {{9, 41, 82}}},
        {C2R, .lengths = {75}, .in_place = true, .n_loops = 1,
         .loops = {{9, 38, 76}}},
        {C2C, .lengths = {37}, .in_place = true, .n_loops = 1,
         .loops = {{9, 37, 37}}},
    };

    REQUIRE_DEVICE;
    expect_all(descs, COUNT(descs));
}

static void any_smaller_count_runs(void)
{
    static const clfft_desc descs[] = {
        {C2C, .lengths = {96}, .n_loops = 3,
         .loops = {{3, 97, 99}, {4, 300, 297}, {2, 1201, 1307}}},
        {R2C, .lengths = {80}, .n_loops = 2,
         .loops = {{2, 1000, 41}, {16, 20, 82}}},
        {C2R, .lengths = {75}, .n_loops = 1, .loops = {{19, 38, 75}}},
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(descs); i++)
        for (unsigned round = 0; round < 6; round++) {
            struct harness_options options = {
                .plan = {.schedule = schedules[round % COUNT(schedules)]}};
            for (unsigned d = 0; d < descs[i].n_loops; d++)
                options.execute.counts[d] =
                    round < 3
                        ? 1 + test_random() % descs[i].loops[d].count
                        : 1 + (round == d) * (descs[i].loops[d].count - 1);
            expect_with(&descs[i], &options);
        }
}

static void scratch_may_be_the_callers(void)
{
    static const clfft_desc descs[] = {
        {C2C, .lengths = {240}, .n_loops = 2,
         .loops = {{2, 240, 240}, {2, 500, 490}}},
        {R2C, .lengths = {480}, .n_loops = 1, .loops = {{3, 480, 241}}},
        {C2C, .lengths = {1}},
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(descs); i++)
        for (size_t s = test_next_case(SIZE_MAX, COUNT(schedules), 3);
             s < COUNT(schedules); s = test_next_case(s, COUNT(schedules), 3))
            expect_with(&descs[i], &(struct harness_options){
                                       .plan = {.schedule = schedules[s],
                                                .external_scratch = true}});
}

/* More work-items than one dimension of a launch takes. */
static void large_batches_fill_the_grid(void)
{
    static const clfft_desc descs[] = {
        {C2C, .lengths = {4}, .n_loops = 2,
         .loops = {{70001, 4, 4}, {2, 280005, 280007}}},
        {R2C, .lengths = {4}, .n_loops = 1, .loops = {{200003, 1, 3}}},
    };

    REQUIRE_DEVICE;
    expect_all(descs, COUNT(descs));
}

/* Random layouts: whatever validates must be right. */
static void random_layouts_are_right(void)
{
    const unsigned n_rounds = harness_cases(40, 2000);
    unsigned n_run = 0;

    REQUIRE_DEVICE;
    for (unsigned round = 0; round < n_rounds; round++) {
        clfft_desc d = {.transform = (clfft_transform)(test_random() % 3),
                        .n_loops = 1 + test_random() % 4};
        struct harness_options options = {
            .plan = {.schedule = schedules[test_random() % COUNT(schedules)]}};

        d.lengths[0] = d.transform == CLFFT_TRANSFORM_C2C ? 96
                       : test_random() % 2                ? 80
                                                          : 75;
        d.direction = d.transform == CLFFT_TRANSFORM_C2C && test_random() % 2
                          ? CLFFT_DIRECTION_INVERSE
                          : CLFFT_DIRECTION_FORWARD;
        for (unsigned i = 0; i < CLFFT_MAX_RANK; i++)
            d.input_strides[i] = d.output_strides[i] = 1;
        d.input_strides[0] = 1 + (int64_t)(test_random() % 4);
        d.output_strides[0] = 1 + (int64_t)(test_random() % 4);
        int64_t span = (int64_t)d.lengths[0] * d.output_strides[0];
        for (unsigned i = 0; i < d.n_loops; i++) {
            d.loops[i].count = 1 + test_random() % 5;
            d.loops[i].input_distance = (int64_t)(test_random() % 300);
            d.loops[i].output_distance = span + (int64_t)(test_random() % 9);
            span = d.loops[i].output_distance * (int64_t)d.loops[i].count;
            options.execute.counts[i] =
                test_random() % 2 ? 1 + test_random() % d.loops[i].count : 0;
        }
        if (clfft_desc_validate(&d) != CLFFT_STATUS_OK)
            continue;
        n_run++;
        expect_with(&d, &options);
    }
    TEST_CHECK(n_run > n_rounds / 2, "%u of %u", n_run, n_rounds);
}

TEST_MAIN(TEST(one_pass_goes_anywhere), TEST(real_transforms_go_anywhere),
          TEST(several_passes_go_anywhere), TEST(in_place_is_right),
          TEST(any_smaller_count_runs), TEST(scratch_may_be_the_callers),
          TEST(large_batches_fill_the_grid), TEST(random_layouts_are_right))
