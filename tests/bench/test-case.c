/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-case.c: a case's input, and what counts as somebody's element: strays in
 * the gaps of layouts are found, of both sides in place. No device.
 */
#include "clfft/tools/bench.h"
#include "support/test.h"

#include <math.h>

static const char *const layouts[] = {
    "c2c 12 x3@20",
    "c2c 12 x3@20 inplace",
    "c2c 12 x3@1 inplace stride=4",
    "c2c 4x6 x2@40 inplace pitch=3",
    "r2c 12 x3@20:16 out-stride=2",
    "r2c 12 x3@20:10 inplace",
    "r2c 4x6 x2@80:40 inplace in-stride=18,1 "
    "out-stride=9,1",
    "c2r 4x7 x2@50:100 inplace in-stride=11,1 "
    "out-stride=22,1",
    "c2r 12 x3@9:1 out-stride=5",
    "r2c 12 inplace stride=3",
    "c2c 12 x2@20 double inplace",
    "r2c 12 x3@20:1 store=power out-stride=5",
};

/* By the bytes: which belong to an element of either side, or of the output. */
static void mark(const struct bench_case *item, bool input,
                 unsigned char *marks)
{
    const struct reference_layout *layout = item->layout;
    const size_t size = input ? layout->input_size : layout->output_size;

    for (uint64_t r = 0; r < layout->n_transforms; r++)
        for (uint64_t i = 0; i < (input ? reference_count_read(item->reference)
                                        : layout->n_stored);
             i++)
            memset(
                marks +
                    size *
                        (input ? reference_input_index(item->reference, r, i)
                               : reference_output_index(item->reference, r, i)),
                1, size);
}

static void a_change_in_a_gap_is_a_stray(void)
{
    for (size_t c = 0; c < COUNT(layouts); c++) {
        struct bench_case item;
        unsigned char *before, *after, *marks;
        char reason[256];
        size_t size, n_gaps = 0;

        TEST_REQUIRE(bench_case_open(&item, layouts[c], reason), "%s: %s",
                     layouts[c], reason);
        size = item.output_size;
        if (item.desc.in_place && item.input_size > size)
            size = item.input_size;
        before = calloc(size, 1);
        after = calloc(size, 1);
        marks = calloc(size, 1);
        mark(&item, false, marks);
        if (item.desc.in_place)
            mark(&item, true, marks);
        for (size_t i = 0; i < size; i++) {
            uint64_t n;
            after[i] = 1;
            n = bench_case_count_strays(&item, before, after);
            TEST_CHECK(n == !marks[i], "%s, byte %zu: %llu", layouts[c], i,
                       (unsigned long long)n);
            n_gaps += !marks[i];
            after[i] = 0;
        }
        TEST_CHECK(n_gaps > 0, "%s", layouts[c]);
        TEST_CHECK(bench_case_count_strays(&item, before, after) == 0, "%s",
                   layouts[c]);
        free(before);
        free(after);
        free(marks);
        bench_case_close(&item);
    }
}

/* Gaps are no numbers; what is read is, with real bins at DC and Nyquist. */
static void only_elements_are_filled(void)
{
    struct bench_case item;
    char reason[256];
    const float *x;

    TEST_REQUIRE(bench_case_open(&item, "c2r 8 x3@16 in-stride=3", reason) &&
                     bench_case_fill(&item, test_random(), reason),
                 "%s", reason);
    x = item.input;
    for (uint64_t e = 0; e < item.layout->input_length; e++) {
        const bool is_read = e % 16 % 3 == 0 && e % 16 <= 12;
        TEST_CHECK(isnan(x[2 * e]) == !is_read, "%llu: %g",
                   (unsigned long long)e, (double)x[2 * e]);
        if (is_read && (e % 16 == 0 || e % 16 == 12))
            TEST_CHECK(x[2 * e + 1] == 0, "%llu: %g", (unsigned long long)e,
                       (double)x[2 * e + 1]);
    }
    TEST_CHECK(item.bytes == 3 * (5 * 8 + 8 * 4), "%g", item.bytes);
    bench_case_close(&item);
    /* what several frames read is counted once */
    TEST_REQUIRE(bench_case_open(&item, "r2c 64 x15@16:33", reason), "%s",
                 reason);
    TEST_CHECK(!item.layout->separate_inputs &&
                   item.bytes == (14 * 16 + 64) * 4 + 15 * 33 * 8,
               "%g", item.bytes);
    bench_case_close(&item);
}

static void spectra_that_overlap_are_refused(void)
{
    struct bench_case item;
    char reason[256] = "";

    TEST_CHECK(!bench_case_open(&item, "c2r 6x8 x4@1:48", reason) &&
                   strstr(reason, "overlap"),
               "%s", reason);
    TEST_REQUIRE(
        bench_case_open(&item, "c2r 6x8 x4@1:48 in-stride=20,4", reason), "%s",
        reason);
    bench_case_close(&item);
}

TEST_MAIN(TEST(a_change_in_a_gap_is_a_stray), TEST(only_elements_are_filled),
          TEST(spectra_that_overlap_are_refused))
