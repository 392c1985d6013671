/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-reference-axes.c: the reference against clfft.h's formulae, summed
   term by term, for random descriptions of rank 1, 2 and 3. */
#include "reference.h"
#include "support/test.h"

#include <complex.h>
#include <math.h>

#define LONGEST 7
#define MOST_POINTS (LONGEST * LONGEST * LONGEST)
#define TOLERANCE 1e-12L /* of the frame's largest bin */

typedef long double complex point;

/* The arrays that a random description points to. */
struct arrays {
    double windows[3][LONGEST], matrix[4], gain[LONGEST], weight[12];
    uint32_t first[4], start[3], bin[12];
};

static unsigned below(unsigned n)
{
    return (unsigned)(test_random() % n);
}

static uint64_t length_of(const clfft_desc *desc, unsigned axis)
{
    return axis < desc->rank ? desc->lengths[axis] : 1;
}

/* Points on the complex side that a half spectrum keeps. */
static uint64_t half_of(const clfft_desc *desc, unsigned axis)
{
    const uint64_t n = length_of(desc, axis);

    return axis == 0 ? n / 2 + 1 : n;
}

static bool is_one_sided(const clfft_desc *desc)
{
    return desc->transform == CLFFT_TRANSFORM_R2C &&
           desc->store.sides <= CLFFT_SIDES_ONE;
}

/* ---- the sums -------------------------------------------------------- */

static long double number_at(const clfft_desc *desc, const void *input,
                             int64_t i)
{
    const unsigned char *bytes = input;

    switch (desc->load.sample) {
    case CLFFT_SAMPLE_UNORM8:
        return bytes[i] / 255.0L;
    case CLFFT_SAMPLE_UNORM16:
        return (256 * bytes[2 * i] + bytes[2 * i + 1]) / 65535.0L;
    case CLFFT_SAMPLE_U8:
        return (bytes[i] - 128) / 128.0L;
    default:
        return ((const float *)input)[i];
    }
}

/* y[j] */
static point read_point(const clfft_desc *desc, const void *input,
                        int64_t place, unsigned row)
{
    const clfft_load *load = &desc->load;
    long double sum = 0;

    if (desc->transform != CLFFT_TRANSFORM_R2C)
        return number_at(desc, input, 2 * place) +
               I * number_at(desc, input, 2 * place + 1);
    if (!load->matrix)
        return number_at(desc, input, place);
    for (unsigned m = 0; m < load->n_sources; m++)
        sum += load->matrix[row * load->n_sources + m] *
               number_at(desc, input, place + m * load->source_distance);
    return sum;
}

/* x[j] into x, a dense array of the transform's lengths; of C2R the missing
   half as well. */
static void load_points(const clfft_desc *desc, const void *input,
                        const unsigned turn[2], point *x)
{
    const bool is_c2r = desc->transform == CLFFT_TRANSFORM_C2R;
    uint64_t n[3], read[3], n_read = 0;
    point mean = 0;

    for (unsigned d = 0; d < 3; d++) {
        n[d] = length_of(desc, d);
        read[d] = desc->load.lengths[d] ? desc->load.lengths[d] : n[d];
        if (is_c2r)
            read[d] = half_of(desc, d);
    }
    for (unsigned pass = 0; pass < 2; pass++)
        for (uint64_t i = 0; i < n[0] * n[1] * n[2]; i++) {
            const uint64_t j[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
            int64_t place = (int64_t)turn[0] * desc->loops[0].input_distance +
                            (int64_t)turn[1] * desc->loops[1].input_distance;
            point y = 0;
            bool inside = true;
            for (unsigned d = 0; d < 3; d++) {
                place += (int64_t)j[d] * desc->input_strides[d];
                inside = inside && j[d] < read[d];
            }
            if (inside)
                y = read_point(desc, input, place, turn[0]);
            if (pass == 0) {
                mean += y;
                n_read += inside;
                continue;
            }
            x[i] = inside && desc->load.subtract_mean ? y - mean / n_read : y;
            for (unsigned d = 0; d < desc->rank && inside; d++)
                if (desc->load.windows[d])
                    x[i] *= desc->load.windows[d][j[d]];
            if (is_c2r && desc->rank == 1 && (i == 0 || 2 * i == n[0]))
                x[i] = creall(x[i]);
        }
    for (uint64_t i = 0; is_c2r && i < n[0] * n[1] * n[2]; i++)
        if (i % n[0] > n[0] / 2)
            x[i] = conjl(x[n[0] - i % n[0] +
                           n[0] * ((n[1] - i / n[0] % n[1]) % n[1] +
                                   n[1] * ((n[2] - i / n[0] / n[1]) % n[2]))]);
}

static point sum_bin(const clfft_desc *desc, const point *x,
                     const uint64_t k[3])
{
    const bool inverse = desc->transform == CLFFT_TRANSFORM_C2R ||
                         desc->direction == CLFFT_DIRECTION_INVERSE;
    const uint64_t n0 = length_of(desc, 0), n1 = length_of(desc, 1);
    const uint64_t n2 = length_of(desc, 2);
    const point turn = (inverse ? 2 : -2) * acosl(-1) * I;
    point sum = 0;

    for (uint64_t i = 0; i < n0 * n1 * n2; i++)
        sum += x[i] * cexpl(turn * ((long double)(i % n0 * k[0]) / n0 +
                                    (long double)(i / n0 % n1 * k[1]) / n1 +
                                    (long double)(i / n0 / n1 * k[2]) / n2));
    return sum * (desc->scale == 0 ? 1 : desc->scale);
}

/* Every bin in stored order; returns their number. */
static uint64_t sum_bins(const clfft_desc *desc, const point *x, point *X)
{
    const uint64_t n0 =
        is_one_sided(desc) ? half_of(desc, 0) : length_of(desc, 0);
    const uint64_t n1 = length_of(desc, 1), n2 = length_of(desc, 2);

    for (uint64_t i = 0; i < n0 * n1 * n2; i++) {
        uint64_t k[3] = {i % n0, i / n0 % n1, i / n0 / n1};
        for (unsigned d = 0; d < 3; d++)
            if (desc->store.sides == CLFFT_SIDES_CENTERED)
                k[d] += length_of(desc, d) - length_of(desc, d) / 2;
        X[i] = sum_bin(desc, x, k) *
               (desc->store.gain ? desc->store.gain[i % n0] : 1);
    }
    return n0 * n1 * n2;
}

static long double power_of(point x)
{
    return creall(x) * creall(x) + cimagl(x) * cimagl(x);
}

/* Value i as it is stored, from all bins; of complex ones the bin itself. */
static point stored_value(const clfft_desc *desc, const point *X, uint64_t i)
{
    const clfft_store *store = &desc->store;
    long double power = power_of(X[i]);

    if (store->rings.n_rings || store->bands.n_bands)
        power = 0;
    for (uint32_t w = store->rings.n_rings ? store->rings.first[i] : 0;
         store->rings.n_rings && w < store->rings.first[i + 1]; w++)
        power += store->rings.weight[w] * power_of(X[store->rings.bin[w]]);
    for (uint32_t w = store->bands.n_bands ? store->bands.first[i] : 0;
         store->bands.n_bands && w < store->bands.first[i + 1]; w++)
        power += store->bands.weight[w] *
                 power_of(X[store->bands.start[i] + w - store->bands.first[i]]);
    switch (store->quantity) {
    case CLFFT_QUANTITY_MAGNITUDE:
        return sqrtl(power);
    case CLFFT_QUANTITY_POWER:
        return power;
    case CLFFT_QUANTITY_DB:
        return fmaxl(store->floor, 10 * log10l(power));
    case CLFFT_QUANTITY_PHASE:
        return cargl(X[i]);
    default:
        return X[i];
    }
}

/* ---- random descriptions --------------------------------------------- */

static void fill_arrays(struct arrays *a)
{
    double *numbers[] = {a->windows[0], a->windows[1], a->windows[2],
                         a->matrix,     a->gain,       a->weight};
    const unsigned counts[] = {LONGEST, LONGEST, LONGEST, 4, LONGEST, 12};

    for (unsigned i = 0; i < 6; i++)
        for (unsigned n = 0; n < counts[i]; n++)
            numbers[i][n] = .1 + fabs(test_uniform());
}

static void add_load(clfft_desc *desc, struct arrays *a)
{
    static const clfft_sample samples[] = {
        CLFFT_SAMPLE_NATIVE, CLFFT_SAMPLE_UNORM8, CLFFT_SAMPLE_UNORM16,
        CLFFT_SAMPLE_U8, CLFFT_SAMPLE_F32};

    desc->load.sample = samples[below(5)];
    desc->load.big_endian = desc->load.sample == CLFFT_SAMPLE_UNORM16;
    for (unsigned d = 0; d < desc->rank; d++) {
        desc->load.lengths[d] =
            below(2) ? 1 + below((unsigned)desc->lengths[d]) : 0;
        desc->load.windows[d] = below(2) ? a->windows[d] : NULL;
    }
    if (desc->transform != CLFFT_TRANSFORM_R2C)
        return;
    desc->load.subtract_mean = below(2);
    if (below(3))
        return;
    desc->load.matrix = a->matrix;
    desc->load.n_rows = desc->load.n_sources = 2;
    desc->load.source_distance = 1 + below(5);
    desc->loops[0].count = 2;
    desc->loops[0].input_distance = 0;
}

static void add_store(clfft_desc *desc, struct arrays *a, uint64_t n_bins)
{
    clfft_store *store = &desc->store;

    store->gain = below(2) ? a->gain : NULL;
    if (desc->direction == CLFFT_DIRECTION_INVERSE)
        return;
    store->quantity = (clfft_quantity)below(5);
    store->floor = -200;
    if (store->quantity == CLFFT_QUANTITY_COMPLEX ||
        store->quantity == CLFFT_QUANTITY_PHASE || below(2))
        return;
    for (unsigned b = 0; b < 3; b++) {
        a->start[b] = below((unsigned)n_bins);
        a->first[b + 1] =
            a->first[b] +
            below((unsigned)fmin(4, (double)(n_bins - a->start[b])) + 1);
    }
    for (unsigned i = 0; i < 12; i++)
        a->bin[i] = below((unsigned)n_bins);
    if (desc->rank == 1 && below(2))
        store->bands = (clfft_bands){3, a->first, a->start, a->weight};
    else
        store->rings = (clfft_rings){3, a->first, a->bin, a->weight};
}

/* Strides with gaps, two loops; valid by construction. */
static clfft_desc random_desc(struct arrays *a)
{
    clfft_desc desc = {.transform = (clfft_transform)below(3),
                       .rank = 1 + below(3),
                       .scale = .25 + below(2),
                       .n_loops = 2};
    int64_t in = 1 + below(3), out = 1 + below(3);
    uint64_t n_bins = 1;

    fill_arrays(a);
    if (desc.transform == CLFFT_TRANSFORM_C2C)
        desc.direction = (clfft_direction)below(2);
    if (desc.transform != CLFFT_TRANSFORM_C2R)
        desc.store.sides = (clfft_sides)below(4);
    if (desc.transform == CLFFT_TRANSFORM_C2C &&
        desc.store.sides == CLFFT_SIDES_ONE)
        desc.store.sides = CLFFT_SIDES_DEFAULT;
    for (unsigned d = 0; d < 3; d++) {
        if (d < desc.rank)
            desc.lengths[d] = 1 + below(LONGEST - d);
        desc.input_strides[d] = in;
        desc.output_strides[d] = out;
        in = in * (int64_t)length_of(&desc, d) + below(4);
        out = out * (int64_t)length_of(&desc, d) + below(4);
        n_bins *= is_one_sided(&desc) ? half_of(&desc, d) : length_of(&desc, d);
    }
    out += 3 * desc.output_strides[0]; /* sums may be more than bins */
    desc.loops[0] = (clfft_loop){1 + below(3), in + below(3), out};
    desc.loops[1] = (clfft_loop){1 + below(2), below(9), 3 * out};
    if (desc.transform == CLFFT_TRANSFORM_C2R) {
        desc.loops[1].input_distance = 3 * in + 6; /* none may be shared */
    } else {
        add_load(&desc, a);
        add_store(&desc, a, n_bins);
    }
    return desc;
}

/* ---- claims ---------------------------------------------------------- */

/* Of value i, over what its quantity allows; bins that vanish have no level
   and no angle. */
static long double judge_value(const clfft_desc *desc, point value,
                               point expected, point bin, long double largest)
{
    long double error = cabsl(value - expected);

    if (desc->transform == CLFFT_TRANSFORM_C2R)
        return fabsl(creall(value - expected)) / (TOLERANCE * largest);
    switch (desc->store.quantity) {
    case CLFFT_QUANTITY_POWER:
        return error / (10 * TOLERANCE * largest * largest);
    case CLFFT_QUANTITY_DB:
        return creall(expected) < -100 ? 0 : error / 1e-6L;
    case CLFFT_QUANTITY_PHASE:
        error = fminl(error, fabsl(error - 2 * acosl(-1)));
        return cabsl(bin) < 1e-6L * largest ? 0 : error / 1e-6L;
    default:
        return error / (TOLERANCE * largest);
    }
}

static void check_transform(struct reference *reference, const clfft_desc *desc,
                            const void *input, uint64_t r)
{
    const struct reference_layout *layout = reference_get_layout(reference);
    const long double *values = reference_transform(reference, input, r);
    const unsigned turn[2] = {(unsigned)(r % desc->loops[0].count),
                              (unsigned)(r / desc->loops[0].count)};
    static point x[MOST_POINTS], X[MOST_POINTS];
    long double largest = 1e-3L, ratio;

    load_points(desc, input, turn, x);
    for (uint64_t i = sum_bins(desc, x, X); i-- > 0;)
        largest = fmaxl(largest, cabsl(X[i]));
    for (uint64_t i = 0; i < layout->n_stored; i++) {
        const point expected = stored_value(desc, X, i);
        const point value = layout->complex_output
                                ? values[2 * i] + I * values[2 * i + 1]
                                : values[i];
        ratio = judge_value(desc, value, expected, X[i], largest);
        TEST_CHECK(ratio <= 1, "transform %u rank %u, value %u: %Lg, not %Lg",
                   desc->transform, desc->rank, (unsigned)i, creall(value),
                   creall(expected));
    }
}

static void every_hook_is_its_formula_at_every_rank(void)
{
    for (unsigned round = 0; round < 600; round++) {
        struct arrays a = {.first = {0}};
        const clfft_desc desc = random_desc(&a);
        struct reference *reference = reference_create(&desc);
        const struct reference_layout *layout;
        void *input;
        TEST_REQUIRE(reference, "round %u", round);
        layout = reference_get_layout(reference);
        input = malloc(layout->input_length * layout->input_size);
        TEST_REQUIRE(input, "memory");
        reference_fill(reference, test_random(), 0, input);
        for (uint64_t r = 0; r < layout->n_transforms; r++)
            check_transform(reference, &desc, input, r);
        free(input);
        reference_destroy(&reference);
    }
}

static void points_lie_where_strides_and_distances_put_them(void)
{
    for (unsigned round = 0; round < 200; round++) {
        struct arrays a = {.first = {0}};
        const clfft_desc desc = random_desc(&a);
        struct reference *reference = reference_create(&desc);
        const struct reference_layout *layout = reference_get_layout(reference);
        const uint64_t r = test_random() % layout->n_transforms;
        const uint64_t turns[2] = {r % desc.loops[0].count,
                                   r / desc.loops[0].count};
        uint64_t last = 0, at;
        for (uint64_t i = 0; i < layout->n_stored; i++) {
            at = reference_output_index(reference, r, i);
            last = at > last ? at : last;
        }
        TEST_CHECK(last < layout->output_length, "output of round %u", round);
        at = turns[0] * (uint64_t)desc.loops[0].input_distance +
             turns[1] * (uint64_t)desc.loops[1].input_distance;
        TEST_CHECK(reference_input_index(reference, r, 0) == at,
                   "input of round %u", round);
        reference_destroy(&reference);
    }
}

static void expect_lengths(const clfft_desc *desc, uint64_t input,
                           uint64_t output)
{
    struct reference *reference = reference_create(desc);
    const struct reference_layout *layout = reference_get_layout(reference);

    TEST_CHECK(layout->input_length == input && layout->output_length == output,
               "rank %u: %llu and %llu, not %llu and %llu", desc->rank,
               (unsigned long long)layout->input_length,
               (unsigned long long)layout->output_length,
               (unsigned long long)input, (unsigned long long)output);
    reference_destroy(&reference);
}

static void default_strides_are_dense_over_what_is_read(void)
{
    const clfft_desc volume = {
        .transform = CLFFT_TRANSFORM_R2C, .rank = 3, .lengths = {6, 5, 4}};
    clfft_desc desc = volume;

    expect_lengths(&desc, 120, 80);
    desc.in_place = true;
    expect_lengths(&desc, 8 * 20 - 2, 80); /* rows of 8, the last cut */
    desc.transform = CLFFT_TRANSFORM_C2R;
    expect_lengths(&desc, 80, 8 * 20 - 2);
    desc = volume;
    desc.load.lengths[0] = 3;
    desc.load.lengths[2] = 2;
    expect_lengths(&desc, 3 * 5 * 2, 80);
    desc.store.sides = CLFFT_SIDES_CENTERED;
    expect_lengths(&desc, 3 * 5 * 2, 120);
}

static void what_no_transform_reads_is_nan(void)
{
    const clfft_desc desc = {.rank = 2,
                             .lengths = {3, 2},
                             .input_strides = {1, 5, 1},
                             .output_strides = {1, 3, 1},
                             .n_loops = 1,
                             .loops = {{2, 10, 6}}};
    struct reference *reference = reference_create(&desc);
    float input[2 * 18];

    reference_fill(reference, test_random(), 120, input);
    for (unsigned i = 0; i < 36; i++)
        TEST_CHECK(isnan(input[i]) == (i / 2 % 5 > 2), "number %u: %g", i,
                   (double)input[i]);
    reference_destroy(&reference);
}

TEST_MAIN(TEST(every_hook_is_its_formula_at_every_rank),
          TEST(points_lie_where_strides_and_distances_put_them),
          TEST(default_strides_are_dense_over_what_is_read),
          TEST(what_no_transform_reads_is_nan))
