/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-reference.c: the reference against defining sums, and its judgement
   against errors put in on purpose. */
#include "reference.h"
#include "support/test.h"

#include <complex.h>
#include <math.h>

/* One dense description with a batch and its random input. */
struct fixture {
    struct reference *reference;
    const struct reference_layout *layout;
    unsigned char *input;
    float *output; /* what a perfect single-precision engine would store */
};

static void close_fixture(struct fixture *f)
{
    reference_destroy(&f->reference);
    free(f->input);
    free(f->output);
}

static void open_fixture(struct fixture *f, const clfft_desc *desc)
{
    f->reference = reference_create(desc);
    f->layout = reference_get_layout(f->reference);
    f->input = malloc(f->layout->input_length * f->layout->input_size);
    f->output = malloc(f->layout->output_length * f->layout->output_size);
    reference_fill(f->reference, test_random(), 0, f->input);
    for (uint64_t r = 0; r < f->layout->n_transforms; r++) {
        const long double *values =
            reference_transform(f->reference, f->input, r);
        const unsigned parts = f->layout->complex_output ? 2 : 1;
        for (uint64_t i = 0; i < f->layout->n_stored; i++)
            for (unsigned part = 0; part < parts; part++)
                f->output[parts * reference_output_index(f->reference, r, i) +
                          part] = (float)values[parts * i + part];
    }
}

static clfft_desc dense(clfft_transform transform, unsigned rank,
                        const uint64_t lengths[3], uint64_t batch)
{
    clfft_desc desc = {.transform = transform, .rank = rank, .n_loops = 1};
    uint64_t in = 1, out = 1;

    for (unsigned axis = 0; axis < rank; axis++) {
        const uint64_t n = desc.lengths[axis] = lengths[axis];
        const uint64_t half = axis == 0 ? n / 2 + 1 : n;
        in *= transform == CLFFT_TRANSFORM_C2R ? half : n;
        out *= transform == CLFFT_TRANSFORM_R2C ? half : n;
    }
    desc.loops[0] = (clfft_loop){batch, (int64_t)in, (int64_t)out};
    return desc;
}

static long double complex turn(uint64_t numerator, uint64_t n, int sign)
{
    return cexpl(sign * 2 * acosl(-1) * I * (long double)(numerator % n) / n);
}

/* Largest difference between the reference and the defining sum, C2C. */
static long double c2c_difference(const clfft_desc *desc)
{
    const int sign = desc->direction == CLFFT_DIRECTION_INVERSE ? 1 : -1;
    const uint64_t *n = desc->lengths;
    const uint64_t n1 = desc->rank > 1 ? n[1] : 1,
                   n2 = desc->rank > 2 ? n[2] : 1;
    const uint64_t points = n[0] * n1 * n2;
    long double worst = 0;
    struct fixture f;

    open_fixture(&f, desc);
    for (uint64_t r = 0; r < f.layout->n_transforms; r++) {
        const float *x = (const float *)f.input + 2 * r * points;
        const long double *X = reference_transform(f.reference, f.input, r);
        for (uint64_t k = 0; k < points; k++) {
            long double complex sum = 0;
            for (uint64_t j = 0; j < points; j++)
                sum += (x[2 * j] + I * (long double)x[2 * j + 1]) *
                       turn(j % n[0] * (k % n[0]), n[0], sign) *
                       turn(j / n[0] % n1 * (k / n[0] % n1), n1, sign) *
                       turn(j / n[0] / n1 * (k / n[0] / n1), n2, sign);
            worst = fmaxl(worst, cabsl(sum - X[2 * k] - I * X[2 * k + 1]));
        }
    }
    close_fixture(&f);
    return worst;
}

static void c2c_is_the_defining_sum(void)
{
    static const uint64_t lengths[][3] = {
        {1, 1, 1}, {2, 3, 1}, {7, 4, 3}, {30, 1, 2}};

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (unsigned rank = 1; rank <= 3; rank++)
            for (int inverse = 0; inverse < 2; inverse++) {
                clfft_desc desc =
                    dense(CLFFT_TRANSFORM_C2C, rank, lengths[i], 2);
                desc.direction =
                    inverse ? CLFFT_DIRECTION_INVERSE : CLFFT_DIRECTION_FORWARD;
                TEST_CHECK(c2c_difference(&desc) < 1e-12L,
                           "lengths[%zu] rank %u inverse %d", i, rank, inverse);
            }
}

static void c2r_undoes_r2c_at_every_rank(void)
{
    static const uint64_t lengths[][3] = {{6, 5, 4}, {9, 2, 3}, {1, 4, 2}};

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (unsigned rank = 1; rank <= 3; rank++) {
            clfft_desc forward =
                dense(CLFFT_TRANSFORM_R2C, rank, lengths[i], 3);
            clfft_desc inverse =
                dense(CLFFT_TRANSFORM_C2R, rank, lengths[i], 3);
            struct fixture f, g;
            open_fixture(&f, &forward);
            open_fixture(&g, &inverse);
            for (uint64_t r = 0; r < 3; r++) {
                const long double *x =
                    reference_transform(g.reference, f.output, r);
                for (uint64_t j = 0; j < f.layout->n_points; j++)
                    TEST_CHECK(
                        fabsl(x[j] / f.layout->n_points -
                              ((float *)f.input)[r * f.layout->n_points + j]) <
                            1e-6L,
                        "lengths[%zu] rank %u sample %u", i, rank, (unsigned)j);
            }
            close_fixture(&f);
            close_fixture(&g);
        }
}

static void formats_windows_and_padding_give_the_stated_samples(void)
{
    static const struct {
        clfft_sample sample;
        bool big_endian;
        unsigned char bytes[4];
        long double value;
    } rows[] = {
        {CLFFT_SAMPLE_S8, false, {0x80}, -1},
        {CLFFT_SAMPLE_U8, false, {0x80}, 0},
        {CLFFT_SAMPLE_S16, false, {0x00, 0x40}, .5L},
        {CLFFT_SAMPLE_S16, true, {0xc0, 0x00}, -.5L},
        {CLFFT_SAMPLE_U16, true, {0xff, 0xff}, 32767 / 32768.L},
        {CLFFT_SAMPLE_S24, true, {0x80, 0, 0}, -1},
        {CLFFT_SAMPLE_S20, false, {0x00, 0x00, 0xf4}, .5L},
        {CLFFT_SAMPLE_U18, false, {0x00, 0x00, 0x03}, .5L},
        {CLFFT_SAMPLE_S24_32, false, {0, 0, 0xc0, 0x12}, -.5L},
        {CLFFT_SAMPLE_U32, true, {0xc0, 0, 0, 0}, .5L},
        {CLFFT_SAMPLE_F32, true, {0x3e, 0x80, 0, 0}, .25L},
        {CLFFT_SAMPLE_UNORM8, false, {0x33}, .2L},
        {CLFFT_SAMPLE_UNORM8, false, {0xff}, 1},
        {CLFFT_SAMPLE_UNORM16, false, {0x33, 0x33}, .2L},
        {CLFFT_SAMPLE_UNORM16, true, {0xff, 0xff}, 1},
        {CLFFT_SAMPLE_UNORM10, false, {0xff, 0xab}, 1},
        {CLFFT_SAMPLE_UNORM12, true, {0x53, 0x33}, .2L},
        {CLFFT_SAMPLE_UNORM10_TOP, true, {0xff, 0xd5}, 1},
        {CLFFT_SAMPLE_UNORM12_TOP, false, {0x3d, 0x33}, .2L},
    };
    const double window[1] = {3};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        clfft_desc desc =
            dense(CLFFT_TRANSFORM_R2C, 1, (const uint64_t[3]){4, 1, 1}, 1);
        struct fixture f;
        desc.load.sample = rows[i].sample;
        desc.load.big_endian = rows[i].big_endian;
        desc.load.lengths[0] = 1;
        desc.load.windows[0] = window;
        open_fixture(&f, &desc);
        memcpy(f.input, rows[i].bytes, f.layout->input_size);
        for (unsigned k = 0; k < 3; k++)
            TEST_CHECK(
                fabsl(reference_transform(f.reference, f.input, 0)[2 * k] -
                      3 * rows[i].value) < 1e-15L,
                "row %zu bin %u", i, k);
        close_fixture(&f);
    }
}

static void matrix_mixes_sources_into_rows(void)
{
    const double matrix[4] = {.5, .5, 1, -1};
    const float samples[4] = {1, 3, 5, 9}; /* two interleaved channels */
    clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                       .rank = 1,
                       .lengths = {2},
                       .input_strides = {2},
                       .output_strides = {1},
                       .n_loops = 1,
                       .loops = {{2, 0, 2}},
                       .load = {.matrix = matrix,
                                .n_rows = 2,
                                .n_sources = 2,
                                .source_distance = 1}};
    struct fixture f;

    open_fixture(&f, &desc);
    TEST_CHECK(f.layout->input_length == 4, "%u",
               (unsigned)f.layout->input_length);
    TEST_CHECK(reference_transform(f.reference, samples, 0)[0] == 9, "mid DC");
    TEST_CHECK(reference_transform(f.reference, samples, 1)[0] == -6,
               "side DC");
    TEST_CHECK(reference_transform(f.reference, samples, 1)[2] == 2,
               "side Nyquist");
    close_fixture(&f);
}

/* X[k] of a 5-point and a 6-point real signal, k from -n/2 on. */
static void sides_order_bins_as_numpy_does(void)
{
    for (uint64_t n = 5; n <= 6; n++) {
        clfft_desc desc =
            dense(CLFFT_TRANSFORM_R2C, 1, (const uint64_t[3]){n, 1, 1}, 1);
        clfft_desc two = desc, centered = desc;
        struct fixture f;
        long double X[12], T[12];
        two.store.sides = CLFFT_SIDES_TWO;
        centered.store.sides = CLFFT_SIDES_CENTERED;
        open_fixture(&f, &two);
        memcpy(T, reference_transform(f.reference, f.input, 0),
               2 * n * sizeof *T);
        for (uint64_t k = 1; k < n; k++)
            TEST_CHECK(T[2 * k] == T[2 * (n - k)] &&
                           T[2 * k + 1] == -T[2 * (n - k) + 1],
                       "n %u bin %u", (unsigned)n, (unsigned)k);
        reference_destroy(&f.reference);
        f.reference = reference_create(&centered);
        memcpy(X, reference_transform(f.reference, f.input, 0),
               2 * n * sizeof *X);
        for (uint64_t s = 0; s < n; s++) /* fftshift: out[s] = in[s - n/2] */
            TEST_CHECK(X[2 * s] == T[2 * ((s + n - n / 2) % n)], "n %u at %u",
                       (unsigned)n, (unsigned)s);
        close_fixture(&f);
    }
}

static void quantities_gains_and_bands_follow_their_formulae(void)
{
    const double gain[5] = {2, 1, 1, 1, -3}, weight[3] = {1, .5, 4};
    const uint32_t first[3] = {0, 2, 3}, start[2] = {0, 4};
    clfft_desc desc =
        dense(CLFFT_TRANSFORM_R2C, 1, (const uint64_t[3]){8, 1, 1}, 1);
    long double X[10], power[5];
    struct fixture f;

    desc.scale = .25;
    desc.store.gain = gain;
    open_fixture(&f, &desc);
    memcpy(X, reference_transform(f.reference, f.input, 0), sizeof X);
    for (int quantity = CLFFT_QUANTITY_MAGNITUDE;
         quantity <= CLFFT_QUANTITY_PHASE; quantity++) {
        const long double *Q;
        desc.store.quantity = (clfft_quantity)quantity;
        desc.store.floor = -3;
        reference_destroy(&f.reference);
        f.reference = reference_create(&desc);
        Q = reference_transform(f.reference, f.input, 0);
        for (unsigned k = 0; k < 5; k++) {
            const long double complex x = X[2 * k] + I * X[2 * k + 1];
            const long double expected[] = {0, cabsl(x), cabsl(x) * cabsl(x),
                                            fmaxl(-3, 20 * log10l(cabsl(x))),
                                            cargl(x)};
            power[k] = cabsl(x) * cabsl(x);
            TEST_CHECK(fabsl(Q[k] - expected[quantity]) < 1e-15L,
                       "quantity %d bin %u", quantity, k);
        }
    }
    desc.store.quantity = CLFFT_QUANTITY_POWER;
    desc.store.bands = (clfft_bands){2, first, start, weight};
    reference_destroy(&f.reference);
    f.reference = reference_create(&desc);
    {
        const long double *Q = reference_transform(f.reference, f.input, 0);
        TEST_CHECK(fabsl(Q[0] - power[0] - power[1] / 2) < 1e-15L, "band 0");
        TEST_CHECK(fabsl(Q[1] - 4 * power[4]) < 1e-15L, "band 1");
    }
    close_fixture(&f);
}

static void a_rounded_result_passes_and_a_wrong_bit_fails(void)
{
    clfft_desc desc =
        dense(CLFFT_TRANSFORM_R2C, 1, (const uint64_t[3]){1000, 1, 1}, 4);
    struct reference_error error = {0};
    struct fixture f;

    open_fixture(&f, &desc);
    reference_compare(f.reference, NULL, f.input, f.output, &error);
    TEST_CHECK(reference_judge(&desc, &error) < .5, "%g",
               reference_judge(&desc, &error));
    TEST_CHECK(error.n_points == 4000, "%u", (unsigned)error.n_points);

    f.output[2 * 501 + 200] += 1e-3f;
    memset(&error, 0, sizeof error);
    reference_compare(f.reference, NULL, f.input, f.output, &error);
    TEST_CHECK(reference_judge(&desc, &error) > 1, "%g",
               reference_judge(&desc, &error));
    TEST_CHECK(error.worst_element == 601 && error.worst_transform == 1,
               "element %u", (unsigned)error.worst_element);

    f.output[7] = NAN;
    memset(&error, 0, sizeof error);
    reference_compare(f.reference, NULL, f.input, f.output, &error);
    TEST_CHECK(isinf(reference_judge(&desc, &error)), "NaN passed");
    close_fixture(&f);
}

static void a_quiet_transform_is_judged_alone(void)
{
    clfft_desc desc =
        dense(CLFFT_TRANSFORM_C2C, 1, (const uint64_t[3]){256, 1, 1}, 2);
    struct reference_error error = {0};
    struct fixture f;

    open_fixture(&f, &desc);
    reference_fill(f.reference, test_random(), 120, f.input);
    for (unsigned r = 0; r < 2; r++) {
        const long double *X = reference_transform(f.reference, f.input, r);
        for (unsigned i = 0; i < 512; i++)
            f.output[512 * r + i] = (float)X[i];
    }
    for (unsigned i = 0; i < 512; i++) /* the loud one leaks at -140 dB */
        f.output[512 + i] += 1e-7f * f.output[i];
    reference_compare(f.reference, NULL, f.input, f.output, &error);
    TEST_CHECK(reference_relative_error(&error) < 2e-7, "pooled");
    TEST_CHECK(error.worst_single > .05 && error.worst_transform == 1,
               "single %g", error.worst_single);
    close_fixture(&f);
}

/* Where one bin holds the frame its rounding is that of one sum. */
static void a_frame_of_one_bin_may_err_a_little_more(void)
{
    /* storing DC as a float is up to 0.35 more */
    static const double errors[] = {1.1, 1.9};
    clfft_desc desc =
        dense(CLFFT_TRANSFORM_C2C, 1, (const uint64_t[3]){256, 1, 1}, 300);
    const double bar = sqrt(8) * 0x1p-24;
    struct fixture f;

    open_fixture(&f, &desc);
    for (unsigned peaked = 0; peaked < 2; peaked++)
        for (size_t e = 0; e < COUNT(errors); e++) {
            struct reference_error error = {0};
            const bool passes = peaked && errors[e] < 1.5;
            double judged;

            reference_fill(f.reference, test_random(), 0, f.input);
            for (unsigned i = 0; peaked && i < 512; i++)
                ((float *)f.input)[i] += 2;
            for (unsigned r = 0; r < 300; r++) {
                const long double *X =
                    reference_transform(f.reference, f.input, r);
                for (unsigned i = 0; i < 512; i++)
                    f.output[512 * r + i] =
                        (float)(X[i] * (r ? 1 : 1 + errors[e] * bar));
            }
            reference_compare(f.reference, NULL, f.input, f.output, &error);
            judged = reference_judge(&desc, &error);
            TEST_CHECK((judged <= 1) == passes && error.worst_transform == 0,
                       "%g times the bar, %s: %g", errors[e],
                       peaked ? "one bin" : "many", judged);
        }
    close_fixture(&f);
}

static void strays_are_counted_and_results_are_not(void)
{
    clfft_desc desc = {.transform = CLFFT_TRANSFORM_C2C,
                       .rank = 1,
                       .lengths = {4},
                       .input_strides = {1},
                       .output_strides = {2},
                       .n_loops = 1,
                       .loops = {{2, 4, 10}}};
    float before[2 * 20] = {0}, after[2 * 20] = {0};
    struct reference *reference = reference_create(&desc);

    for (unsigned i = 0; i < 40; i++)
        after[i] = i % 4 < 2 && i < 14 ? 1 : 0; /* elements 0 2 4 6 */
    TEST_CHECK(reference_count_strays(reference, NULL, before, after, 20) == 0,
               "results counted");
    after[2 * 3] = after[2 * 19] = 1;
    TEST_CHECK(reference_count_strays(reference, NULL, before, after, 20) == 2,
               "strays missed");
    reference_destroy(&reference);
}

TEST_MAIN(TEST(c2c_is_the_defining_sum), TEST(c2r_undoes_r2c_at_every_rank),
          TEST(formats_windows_and_padding_give_the_stated_samples),
          TEST(matrix_mixes_sources_into_rows),
          TEST(sides_order_bins_as_numpy_does),
          TEST(quantities_gains_and_bands_follow_their_formulae),
          TEST(a_rounded_result_passes_and_a_wrong_bit_fails),
          TEST(a_quiet_transform_is_judged_alone),
          TEST(a_frame_of_one_bin_may_err_a_little_more),
          TEST(strays_are_counted_and_results_are_not))
