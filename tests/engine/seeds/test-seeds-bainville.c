/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-seeds-bainville.c: every variant of the seed of Bainville's text
 * keeps the limit that it states, and the limit is no larger than needed.
 */
#include "seeds.h"
#include "support/test.h"

#include <math.h>

static const struct variant {
    unsigned radix;
    char letter;
} variants[] = {{2, 'A'}, {4, 'A'},  {4, 'B'},  {4, 'C'},  {8, 'A'},
                {8, 'B'}, {16, 'A'}, {16, 'B'}, {32, 'A'}, {32, 'B'}};
/* native_sin is as good as the device makes it */
static const char *const trigs[] = {"sincos", "sin+cos", "native", "sinpi",
                                    "table"};

/* ---- one recipe ---- */

static void expect(const struct harness_result *r, const char *text,
                   const char *recipe)
{
    if (seed_expect(r, text, recipe))
        TEST_CHECK(r->limit > 0, "%s by %s: no limit", text, recipe);
}

static double error_of(const char *text, const char *recipe)
{
    const struct harness_result r = seed_run_text(text, recipe);

    expect(&r, text, recipe);
    return r.relative_error;
}

/* ---- claims ---- */

/* Both directions; in the full run short and long, with what is left of a
   length by other radices. */
static void run_variant(const struct variant *v, const char *trig,
                        double *tightest, double *widest)
{
    const char *const forms[] = {
        v->radix == 32 ? "c2c 1024 x3" : "c2c 4096 x3",
        v->radix == 32 ? "c2c 1024 inverse scale=0.25"
                       : "c2c 4096 inverse scale=0.25",
        "c2c 16 x3 inverse",
        "c2c 65536",
        "c2c 256 x3",
        "c2c 32768 x3 inverse",
    };
    const size_t n_forms = test_is_full() ? COUNT(forms) : 2;
    char recipe[64];

    snprintf(recipe, sizeof recipe, "bainville %u %c %s", v->radix, v->letter,
             trig);
    for (size_t i = 0; i < n_forms; i++) {
        const struct harness_result r = seed_run_text(forms[i], recipe);
        expect(&r, forms[i], recipe);
        TEST_CHECK(!strcmp(r.recipe, recipe), "%s became %s", recipe, r.recipe);
        if (!strcmp(trig, "native"))
            continue;
        TEST_CHECK(r.ratio > 1.0 / SCHEME_LOOSEST,
                   "%s by %s: error %.3g is only %.2f of the limit", forms[i],
                   recipe, r.relative_error, r.ratio);
        *tightest = fmax(*tightest, r.ratio);
        *widest = fmin(*widest, r.ratio);
    }
}

static void every_variant_keeps_a_limit_that_is_no_larger_than_needed(void)
{
    REQUIRE_DEVICE;
    for (size_t v = 0; v < COUNT(variants); v++) {
        double tightest = 0, widest = 9;
        for (size_t t = test_next_case(SIZE_MAX, COUNT(trigs), 4);
             t < COUNT(trigs); t = test_next_case(t, COUNT(trigs), 4))
            run_variant(&variants[v], trigs[t], &tightest, &widest);
        printf("# radix %u %c: errors are %.2f to %.2f of their limits\n",
               variants[v].radix, variants[v].letter, widest, tightest);
    }
}

/* Radix 32 leaves 1 to 16 for the last pass. */
static void every_power_of_two_is_right(void)
{
    REQUIRE_DEVICE;
    for (unsigned bits = 1; bits <= 16; bits++) {
        char text[64];
        struct harness_result r;
        snprintf(text, sizeof text, "c2c %u x3", 1u << bits);
        r = seed_run_text(text, "bainville 32 A sinpi");
        expect(&r, text, "bainville 32 A sinpi");
        snprintf(text, sizeof text, "c2c %u inverse", 1u << bits);
        r = seed_run_text(text, "bainville 4 C sinpi");
        expect(&r, text, "bainville 4 C sinpi");
    }
}

static void any_batch_goes_anywhere(void)
{
    /* transforms overlap in the input; gaps in the output */
    static const clfft_desc descs[] = {
        {.lengths = {64},
         .n_loops = 2,
         .scale = 3,
         .loops = {{5, 16, 67}, {3, 200, 1000}}},
        {.lengths = {256},
         .n_loops = 3,
         .direction = CLFFT_DIRECTION_INVERSE,
         .loops = {{2, 256, 2 * 256}, {3, 3 * 256, 256 * 4}, {2, 5000, 5000}}},
        {.lengths = {16}, .n_loops = 1, .loops = {{1000, 16, 16}}},
        {.lengths = {512},
         .n_loops = 4,
         .loops = {{2, 1, 512}, {2, 2, 1024}, {2, 4, 2048}, {2, 8, 4096}}},
    };
    static const char *const recipes[] = {"bainville 8 A sincos",
                                          "bainville 4 B sincos w16",
                                          "bainville 16 A sincos group"};

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(descs); i++)
        for (size_t j = test_next_case(SIZE_MAX, COUNT(recipes), 2);
             j < COUNT(recipes); j = test_next_case(j, COUNT(recipes), 2)) {
            const struct harness_result r = seed_run(&descs[i], recipes[j]);
            char name[32];
            snprintf(name, sizeof name, "description %zu", i);
            expect(&r, name, recipes[j]);
        }
}

static void a_work_group_runs_a_whole_transform(void)
{
    static const char *const recipes[] = {"bainville 4 C sincos group",
                                          "bainville 8 A table group",
                                          "bainville 16 B sinpi group"};

    REQUIRE_DEVICE;
    for (unsigned length = 2; length <= 2048; length *= 4)
        for (size_t i = test_next_case(SIZE_MAX, COUNT(recipes), 3);
             i < COUNT(recipes); i = test_next_case(i, COUNT(recipes), 3)) {
            char text[64];
            struct harness_result r;
            snprintf(text, sizeof text, "c2c %u x3", length);
            r = seed_run_text(text, recipes[i]);
            expect(&r, text, recipes[i]);
        }
}

/* pi is rounded, and so is its product: the error of the text's angles adds up
   pass by pass, that of exact ones by the root of their number. */
static void angles_of_the_text_lose_bits_with_each_pass(void)
{
    REQUIRE_DEVICE;
    const double angle_256 = error_of("c2c 256 x3", "bainville 2 A sincos");
    const double angle_64k = error_of("c2c 65536", "bainville 2 A sincos");
    const double exact_256 = error_of("c2c 256 x3", "bainville 2 A sinpi");
    const double exact_64k = error_of("c2c 65536", "bainville 2 A sinpi");

    printf("# 256 and 65536 points, radix 2: sincos %.2e %.2e, sinpi %.2e "
           "%.2e\n",
           angle_256, angle_64k, exact_256, exact_64k);
    TEST_CHECK(angle_64k > 1.7 * angle_256, "%.2e %.2e", angle_256, angle_64k);
    TEST_CHECK(exact_64k < 1.7 * exact_256, "%.2e %.2e", exact_256, exact_64k);
    TEST_CHECK(angle_64k > 1.5 * exact_64k, "%.2e %.2e", angle_64k, exact_64k);
}

/* A root to the power m has m times its error. */
static void squared_roots_lose_bits_with_the_radix(void)
{
    static const char *const chains[] = {
        "bainville 4 C sinpi", "bainville 8 B sinpi", "bainville 16 B sinpi",
        "bainville 32 B sinpi"};
    const char *text = "c2c 32768";
    double last = 0;

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(chains); i++) {
        const double error = error_of(text, chains[i]);
        printf("# %s, %s: %.2e\n", text, chains[i], error);
        TEST_CHECK(error > 1.1 * last, "%s: %.2e after %.2e", chains[i], error,
                   last);
        last = error;
    }
    TEST_CHECK(last > 3 * error_of(text, "bainville 32 A sinpi"), "%.2e", last);
}

static void what_seeds_do_not_take_is_named(void)
{
    static const struct seed_refusal refused[] = {
        {"r2c 64", "bainville 4", "real input"},
        {"c2r 64", "bainville 4", "real output"},
        {"c2c 64 inplace", "bainville 4", "in place"},
        {"c2c 64 load=s16", "bainville 4", "sample format"},
        {"c2c 64 window=hann", "bainville 4", "window"},
        {"c2c 64 pad=60", "bainville 4", "zero padding"},
        {"c2c 64 store=power", "bainville 4", "store"},
        {"c2c 64 sides=centered", "bainville 4", "store"},
        {"c2c 8x64", "bainville 4", "1 axes"},
        {"c2c 4x8x64", "bainville 4", "1 axes"},
        {"c2c 1000", "bainville 4", "1000"},
        {"c2c 1", "bainville 4", "not 1"},
        {"c2c 1048576", "bainville 16 group", "local memory"},
    };

    REQUIRE_DEVICE;
    seed_expect_refusals(refused, COUNT(refused));
}

static void double_and_strides_are_named(void)
{
    static const struct {
        clfft_desc desc;
        const char *named;
    } refused[] = {
        {{.lengths = {64}, .input_strides = {2}, .output_strides = {1}},
         "stride"},
        {{.lengths = {64}, .input_strides = {1}, .output_strides = {3}},
         "stride"},
        {{.lengths = {64}, .precision = CLFFT_PRECISION_DOUBLE},
         "double precision"},
    };
    const clfft_plan_params params = {.recipe = "bainville 4"};
    clfft_plan *plan;

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(refused); i++) {
        TEST_CHECK(clfft_plan_create(harness_device(), &refused[i].desc,
                                     &params,
                                     &plan) == CLFFT_STATUS_UNSUPPORTED,
                   "%s", refused[i].named);
        TEST_CHECK(strstr(clfft_last_error(), refused[i].named) != NULL,
                   "\"%s\"", clfft_last_error());
        clfft_plan_destroy(&plan);
    }
}

static void bad_options_are_one_error(void)
{
    const clfft_desc desc = {.lengths = {64}};
    const clfft_plan_params params = {.recipe = "bainville 4 B cosine"};
    clfft_plan *plan;

    REQUIRE_DEVICE;
    TEST_CHECK(clfft_plan_create(harness_device(), &desc, &params, &plan) ==
                   CLFFT_STATUS_INVALID,
               "%s", clfft_last_error());
    TEST_CHECK(strstr(clfft_last_error(), "\"cosine\"") != NULL, "\"%s\"",
               clfft_last_error());
}

static void direction_batch_and_scale_compile_nothing(void)
{
    static const struct seed_case cases[] = {
        {"c2c 512", "bainville 8 B sinpi"},
        {"c2c 512 inverse", "bainville 8 B sinpi"},
        {"c2c 512 x7 scale=0.5", "bainville 8 B sinpi"},
        {"c2c 4096 x2", "bainville 8 B sinpi"},
    };

    REQUIRE_DEVICE;
    seed_expect_one_build(cases, COUNT(cases));
}

/* An event a launch, and what the driver says of each kernel. */
static void launches_and_kernels_are_reported(void)
{
    const clfft_plan_params params = {.recipe = "bainville 8 A sincos group"};
    const clfft_plan_params passes = {.recipe = "bainville 8 A sincos"};
    const clfft_desc desc = {.lengths = {512}};
    const cl_uint n_bytes = 512 * 8;
    cl_event launches[3] = {NULL}, last = NULL;
    const clfft_execute_params execute = {.launches = launches, .event = &last};
    clfft_kernel_info kernel;
    clfft_plan_info info;
    clfft_plan *plan;
    cl_mem in, out;

    REQUIRE_DEVICE;
    TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, &params, &plan) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(clfft_plan_get_kernel(plan, 0, &kernel) == CLFFT_STATUS_OK &&
                   !strcmp(kernel.name, "bainville_group"),
               "%s", kernel.name);
    TEST_CHECK(seed_has_local_memory(&kernel, n_bytes), "%zu",
               kernel.local_size);
    TEST_CHECK(clfft_plan_get_kernel(plan, 1, &kernel) == CLFFT_STATUS_INVALID,
               "kernel 1 of 1");
    clfft_plan_destroy(&plan);

    TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, &passes, &plan) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    clfft_plan_get_info(plan, &info);
    TEST_CHECK(info.n_kernels == 3 && info.scratch_size == n_bytes, "%u %zu",
               info.n_kernels, info.scratch_size);
    in = harness_buffer(NULL, n_bytes);
    out = harness_buffer(NULL, n_bytes);
    TEST_CHECK(clfft_plan_execute(plan, harness_queue(), in, out, &execute) ==
                   CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    clFinish(harness_queue());
    TEST_CHECK(last == launches[2], "the last launch's event is the call's");
    for (unsigned i = 0; i < 3; i++) {
        cl_int state = CL_QUEUED;
        TEST_CHECK(launches[i] &&
                       !clGetEventInfo(launches[i],
                                       CL_EVENT_COMMAND_EXECUTION_STATUS,
                                       sizeof state, &state, NULL) &&
                       state == CL_COMPLETE,
                   "launch %u", i);
        if (launches[i])
            clReleaseEvent(launches[i]);
    }
    clReleaseEvent(last);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clfft_plan_destroy(&plan);
}

TEST_MAIN(TEST(every_variant_keeps_a_limit_that_is_no_larger_than_needed),
          TEST(every_power_of_two_is_right), TEST(any_batch_goes_anywhere),
          TEST(a_work_group_runs_a_whole_transform),
          TEST(angles_of_the_text_lose_bits_with_each_pass),
          TEST(squared_roots_lose_bits_with_the_radix),
          TEST(what_seeds_do_not_take_is_named),
          TEST(double_and_strides_are_named), TEST(bad_options_are_one_error),
          TEST(direction_batch_and_scale_compile_nothing),
          TEST(launches_and_kernels_are_reported))
