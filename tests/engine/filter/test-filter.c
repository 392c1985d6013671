/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-filter.c: planes of drawn pictures, filtered by drawn kernels, gains and
   waves, against sums in double precision. */
#include "clfft/filter.h"
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

#define MOST_TAPS 21

/* A drawn picture in a buffer with room around it. */
struct picture {
    clfft_filter_desc desc;
    size_t size; /* bytes, behind `offset` */
    size_t offset;
    uint8_t *bytes, *output;
    double taps[MOST_TAPS * MOST_TAPS];
    clfft_filter_response response;
    clfft_filter_wave wave;
};

static unsigned most_code(const struct picture *p)
{
    return (1u << p->desc.depth) - 1;
}

static void draw_layout(clfft_filter_desc *d)
{
    const unsigned per_sample = d->sample_size * d->step;
    uint64_t at = 0;

    d->row = (d->width * d->step + test_draw(0, 9)) * d->sample_size;
    for (unsigned i = 0; i < d->n_planes; i++) {
        /* planes of one step take turns in their rows, others follow */
        d->offsets[i] = i < d->step ? i * d->sample_size : at;
        at = d->row * d->height * (i / d->step + 1) + 2 * per_sample;
    }
    if (d->n_planes > d->step)
        for (unsigned i = 0; i < d->n_planes; i++)
            d->offsets[i] = i * (d->row * d->height + 6);
}

static struct picture draw_picture(clfft_filter_desc desc)
{
    struct picture p = {.desc = desc};
    unsigned shape[2];

    for (unsigned i = 0; i < 2; i++) {
        const unsigned most = (unsigned)(2 * desc.reach[i] + 1);

        shape[i] =
            1 + 2 * test_draw(0, (most < MOST_TAPS ? most : MOST_TAPS) / 2);
        p.response.lengths[i] = shape[i];
    }
    draw_layout(&p.desc);
    p.offset = p.desc.sample_size * test_draw(0, 9);
    p.size = p.desc.row * p.desc.height * p.desc.n_planes + 64;
    p.bytes = malloc(p.offset + p.size);
    p.output = malloc(p.offset + p.size);
    for (size_t i = 0; i < p.offset + p.size; i++)
        p.bytes[i] = (uint8_t)test_random();
    for (unsigned i = 0; i < shape[0] * shape[1]; i++)
        p.taps[i] = test_uniform() / sqrt(shape[0] * shape[1]);
    p.taps[shape[0] * shape[1] / 2] += 0.5;
    return p;
}

static void free_picture(struct picture *p)
{
    free(p->bytes);
    free(p->output);
}

/* ---- the host's ---- */

static long mirror(long i, long n)
{
    while (i < 0 || i >= n)
        i = n == 1 ? 0 : i < 0 ? -i : 2 * n - 2 - i;
    return i;
}

static unsigned read_word(const struct picture *p, const uint8_t *bytes,
                          unsigned plane, uint64_t x, uint64_t y)
{
    const clfft_filter_desc *d = &p->desc;
    const uint8_t *at = bytes + p->offset + d->offsets[plane] + y * d->row +
                        x * d->step * d->sample_size;

    if (d->sample_size == 1)
        return at[0];
    return d->big_endian ? at[0] * 256u + at[1] : at[1] * 256u + at[0];
}

/* Planes have waves, and where each has a response taps, of their own. */
static double wave_of(const struct picture *p, unsigned plane)
{
    return p->wave.amplitude * (plane + 1) / p->desc.n_planes;
}

static double factor_of(const struct picture *p, unsigned plane)
{
    return p->desc.n_responses > 1 ? 1 - 0.2 * plane : 1;
}

static double read_input(const struct picture *p, unsigned plane, long x,
                         long y)
{
    const unsigned word =
        read_word(p, p->bytes, plane, (uint64_t)x, (uint64_t)y);
    const clfft_filter_wave *w = &p->wave;

    return (double)((word >> p->desc.shift) & most_code(p)) -
           wave_of(p, plane) *
               cos(2 * M_PI * (w->x * (double)x + w->y * (double)y) + w->phase);
}

static double expect(const struct picture *p, unsigned plane, long x, long y)
{
    const long w = (long)p->response.lengths[0],
               h = (long)p->response.lengths[1];
    double sum = 0;

    for (long j = 0; j < h; j++)
        for (long i = 0; i < w; i++)
            sum +=
                p->taps[j * w + i] *
                read_input(p, plane, mirror(x + w / 2 - i, (long)p->desc.width),
                           mirror(y + h / 2 - j, (long)p->desc.height));
    return fmin(fmax(factor_of(p, plane) * sum, 0), most_code(p));
}

/* The largest error in codes; 1000 where bits beside a code are set. */
static double find_error(const struct picture *p)
{
    const unsigned shift = p->desc.shift;
    double worst = 0;

    for (unsigned plane = 0; plane < p->desc.n_planes; plane++)
        for (uint64_t y = 0; y < p->desc.height; y++)
            for (uint64_t x = 0; x < p->desc.width; x++) {
                const unsigned word = read_word(p, p->output, plane, x, y);
                const double code = (word >> shift) & most_code(p);

                if ((word >> shift) << shift != word ||
                    word >> shift > most_code(p))
                    return 1000;
                worst = fmax(worst,
                             fabs(code - expect(p, plane, (long)x, (long)y)));
            }
    return worst;
}

/* Whether every byte that is no sample is as it was. */
static bool kept_the_rest(const struct picture *p, const uint8_t *before)
{
    const clfft_filter_desc *d = &p->desc;
    uint8_t *is_sample = calloc(1, p->offset + p->size);
    bool kept = true;

    for (unsigned plane = 0; plane < d->n_planes; plane++)
        for (uint64_t y = 0; y < d->height; y++)
            for (uint64_t x = 0; x < d->width * d->sample_size; x++)
                is_sample[p->offset + d->offsets[plane] + y * d->row +
                          x / d->sample_size * d->step * d->sample_size +
                          x % d->sample_size] = 1;
    for (size_t i = 0; i < p->offset + p->size; i++)
        kept = kept && (is_sample[i] || p->output[i] == before[i]);
    free(is_sample);
    return kept;
}

/* ---- running ---- */

static clfft_status run(struct picture *p, clfft_filter *filter)
{
    const size_t size = p->offset + p->size;
    cl_mem in = harness_buffer(p->bytes, size);
    cl_mem out = harness_buffer(p->output, size);
    clfft_status status = clfft_filter_execute(
        filter, harness_queue(), in, out,
        &(clfft_filter_params){.input_offset = p->offset,
                               .output_offset = p->offset});

    clEnqueueReadBuffer(harness_queue(), out, CL_TRUE, 0, size, p->output, 0,
                        NULL, NULL);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    return status;
}

static void set(struct picture *p, clfft_filter *filter)
{
    double taps[MOST_TAPS * MOST_TAPS];

    p->response.taps = taps;
    for (unsigned i = 0; i < p->desc.n_responses; i++) {
        for (size_t k = 0; k < COUNT(taps); k++)
            taps[k] = factor_of(p, i) * p->taps[k];
        TEST_CHECK(clfft_filter_set_response(filter, i, &p->response) ==
                       CLFFT_STATUS_OK,
                   "%s", clfft_last_error());
    }
    for (unsigned i = 0; p->desc.max_waves && i < p->desc.n_planes; i++) {
        clfft_filter_wave wave = p->wave;

        wave.amplitude = wave_of(p, i);
        TEST_CHECK(clfft_filter_set_waves(filter, i, &wave, 1) ==
                       CLFFT_STATUS_OK,
                   "%s", clfft_last_error());
    }
    p->response.taps = NULL;
}

static void draw_wave(struct picture *p)
{
    if (p->desc.max_waves)
        p->wave = (clfft_filter_wave){test_uniform() / 2, test_uniform() / 2,
                                      most_code(p) / 8.0, 3 * test_uniform()};
}

static void judge(struct picture *p, clfft_filter *filter, const char *what)
{
    uint8_t *before = malloc(p->offset + p->size);
    clfft_filter_info info;

    clfft_filter_get_info(filter, &info);
    for (size_t i = 0; i < p->offset + p->size; i++)
        before[i] = p->output[i] = (uint8_t)test_random();
    set(p, filter);
    TEST_CHECK(run(p, filter) == CLFFT_STATUS_OK, "%s", clfft_last_error());
    TEST_CHECK(find_error(p) < 0.51,
               "%s: error %g: %ux%u, %u planes of %u bits, blocks %ux%u", what,
               find_error(p), (unsigned)p->desc.width, (unsigned)p->desc.height,
               p->desc.n_planes, p->desc.depth, (unsigned)info.block[0],
               (unsigned)info.block[1]);
    TEST_CHECK(kept_the_rest(p, before), "%s: other bytes were written", what);
    free(before);
}

static clfft_filter_desc draw_desc(void)
{
    clfft_filter_desc d = {
        .width = test_draw(1, 90),
        .height = test_draw(1, 70),
        .n_planes = test_draw(1, 4),
        .step = test_draw(1, 4),
        .sample_size = test_draw(1, 2),
        .big_endian = test_draw(0, 1),
        .reach = {test_draw(0, 10), test_draw(0, 10)},
    };

    d.depth = test_draw(1, 8 * d.sample_size > 12 ? 12 : 8);
    d.shift = test_draw(0, 8 * d.sample_size - d.depth);
    d.n_responses = test_draw(0, 1) ? d.n_planes : 1;
    d.max_waves = test_draw(0, 2);
    if (test_draw(0, 1)) {
        d.block[0] = 2 * d.reach[0] + test_draw(2, 20);
        d.block[1] = 2 * d.reach[1] + test_draw(2, 20);
    }
    return d;
}

static void pictures_are_the_sums_of_their_formula(void)
{
    const unsigned n = harness_cases(2, 60);

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < n; i++) {
        struct picture p = draw_picture(draw_desc());
        clfft_filter *filter;

        draw_wave(&p);
        TEST_REQUIRE(clfft_filter_create(harness_device(), &p.desc, &filter) ==
                         CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        judge(&p, filter, "drawn");
        clfft_filter_destroy(&filter);
        free_picture(&p);
    }
}

/* The least memory, which the errors name: one block of one plane at a time. */
static void pictures_within_the_least_memory_are_the_same(void)
{
    const unsigned n = harness_cases(2, 60);

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < n; i++) {
        clfft_filter_desc d = draw_desc();
        clfft_status status = CLFFT_STATUS_UNSUPPORTED;
        clfft_filter *filter = NULL;
        clfft_filter_info info;
        struct picture p;

        d.max_size = 1;
        p = draw_picture(d);
        draw_wave(&p);
        for (unsigned k = 0; k < 4 && status != CLFFT_STATUS_OK; k++) {
            const char *needs;

            status = clfft_filter_create(harness_device(), &p.desc, &filter);
            needs = strstr(clfft_last_error(), "need ");
            if (status == CLFFT_STATUS_UNSUPPORTED && needs)
                p.desc.max_size = strtoull(needs + strlen("need "), NULL, 10);
        }
        TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
        clfft_filter_get_info(filter, &info);
        TEST_CHECK(info.size <= p.desc.max_size, "%g bytes, not %g",
                   (double)info.size, (double)p.desc.max_size);
        judge(&p, filter, "little memory");
        clfft_filter_destroy(&filter);
        free_picture(&p);
    }
}

/* 16 bits, whose codes single precision does not hold behind large taps. */
static void double_precision_holds_sixteen_bits(void)
{
    clfft_filter_desc d = {.width = test_draw(30, 60),
                           .height = test_draw(20, 40),
                           .n_planes = 1,
                           .step = 1,
                           .sample_size = 2,
                           .depth = 16,
                           .reach = {3, 2},
                           .n_responses = 1,
                           .precision = CLFFT_PRECISION_DOUBLE};
    struct picture p = draw_picture(d);
    clfft_filter *filter;

    REQUIRE_DEVICE;
    if (!clfft_device_get_limits(harness_device())->has_double)
        TEST_SKIP("no double precision");
    for (unsigned i = 0; i < p.response.lengths[0] * p.response.lengths[1]; i++)
        p.taps[i] *= 50;
    TEST_REQUIRE(clfft_filter_create(harness_device(), &p.desc, &filter) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    judge(&p, filter, "16 bits");
    clfft_filter_destroy(&filter);
    free_picture(&p);
}

/* ---- gains ---- */

struct cosine {
    unsigned x, y; /* half periods of the mirrored plane */
    unsigned width, height;
};

static bool is_near(double frequency, unsigned k, unsigned n)
{
    return fabs(fabs(frequency) * (2.0 * n - 2) - k) < 0.4;
}

static double keep_all_but_one(double x, double y, void *data)
{
    const struct cosine *c = data;

    return !(is_near(x, c->x, c->width) && is_near(y, c->y, c->height));
}

/* A cosine that fits between the borders is one frequency of the mirrored
   plane, where the whole of it is one transform. */
static void a_gain_takes_one_frequency_out(void)
{
    struct cosine c = {.width = test_draw(20, 40), .height = test_draw(20, 40)};
    clfft_filter_desc d = {.width = c.width,
                           .height = c.height,
                           .n_planes = 1,
                           .step = 1,
                           .sample_size = 1,
                           .depth = 8,
                           .reach = {1000, 1000},
                           .n_responses = 1};
    struct picture p;
    clfft_filter *filter;

    REQUIRE_DEVICE;
    c.x = test_draw(2, c.width - 3);
    c.y = test_draw(2, c.height - 3);
    p = draw_picture(d);
    for (unsigned y = 0; y < c.height; y++)
        for (unsigned x = 0; x < c.width; x++)
            p.bytes[p.offset + y * p.desc.row + x] =
                (uint8_t)lrint(100 + 0.5 * x +
                               60 * cos(M_PI * c.x * x / (c.width - 1)) *
                                   cos(M_PI * c.y * y / (c.height - 1)));
    TEST_REQUIRE(clfft_filter_create(harness_device(), &p.desc, &filter) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    p.response = (clfft_filter_response){.gain = keep_all_but_one, .data = &c};
    TEST_CHECK(clfft_filter_set_response(filter, 0, &p.response) ==
                   CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    TEST_CHECK(run(&p, filter) == CLFFT_STATUS_OK, "%s", clfft_last_error());
    for (unsigned y = 0; y < c.height; y++)
        for (unsigned x = 0; x < c.width; x++)
            TEST_CHECK(fabs(p.output[p.offset + y * p.desc.row + x] - 100 -
                            0.5 * x) < 1.6,
                       "%u at %u,%u", p.output[p.offset + y * p.desc.row + x],
                       x, y);
    clfft_filter_destroy(&filter);
    free_picture(&p);
}

static void descriptions_that_mean_nothing_are_refused(void)
{
    const clfft_filter_desc good = {.width = 9,
                                    .height = 8,
                                    .n_planes = 1,
                                    .row = 9,
                                    .step = 1,
                                    .sample_size = 1,
                                    .depth = 8,
                                    .n_responses = 1,
                                    .reach = {1, 1}};
    clfft_filter_desc bad[] = {good, good, good, good, good, good,
                               good, good, good, good, good, good};
    const double taps[9] = {1, 0, 0, 0, 0, 0, 0, 0, NAN};
    clfft_filter_response r = {.taps = taps, .lengths = {3, 3}};
    clfft_filter *filter;

    REQUIRE_DEVICE;
    bad[0].width = 0;
    bad[1].height = UINT64_C(1) << 40;
    bad[2].n_planes = 5;
    bad[3].row = 8;
    bad[4].step = 0;
    bad[5].sample_size = 3;
    bad[6].depth = 9;
    bad[7].shift = 1;
    bad[8].n_responses = 2;
    bad[9].max_waves = CLFFT_FILTER_MAX_WAVES + 1;
    bad[10].block[0] = 2;
    bad[11].reserved[0] = 1;
    for (size_t i = 0; i < COUNT(bad); i++)
        TEST_CHECK(clfft_filter_create(harness_device(), &bad[i], &filter) ==
                           CLFFT_STATUS_INVALID &&
                       !filter,
                   "description %zu", i);
    TEST_REQUIRE(clfft_filter_create(harness_device(), &good, &filter) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(clfft_filter_set_response(filter, 0, &r) == CLFFT_STATUS_INVALID,
               "a tap that is no number");
    r.lengths[0] = 2;
    TEST_CHECK(clfft_filter_set_response(filter, 0, &r) == CLFFT_STATUS_INVALID,
               "an even number of taps");
    TEST_CHECK(clfft_filter_set_response(filter, 1, &r) == CLFFT_STATUS_INVALID,
               "a response too many");
    cl_mem small = harness_buffer(NULL, 71), large = harness_buffer(NULL, 72);
    TEST_CHECK(clfft_filter_execute(filter, harness_queue(), small, large,
                                    &(clfft_filter_params){0}) ==
                   CLFFT_STATUS_INVALID,
               "a byte too few");
    TEST_CHECK(clfft_filter_execute(filter, harness_queue(), large, large,
                                    &(clfft_filter_params){0}) ==
                   CLFFT_STATUS_INVALID,
               "one buffer");
    clReleaseMemObject(small);
    clReleaseMemObject(large);
    clfft_filter_destroy(&filter);
    clfft_filter_destroy(&filter);
}

TEST_MAIN(TEST(pictures_are_the_sums_of_their_formula),
          TEST(pictures_within_the_least_memory_are_the_same),
          TEST(double_precision_holds_sixteen_bits),
          TEST(a_gain_takes_one_frequency_out),
          TEST(descriptions_that_mean_nothing_are_refused))
