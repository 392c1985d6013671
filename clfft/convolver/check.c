/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * check.c: runs a new convolver over impulses, one a channel, until a partition
 * of each level has been heard: what comes out is the responses themselves.
 * Every kernel runs here for the first time.
 */
#include "state.h"

#include "clfft/base/error.h"
#include "clfft/base/grid.h"
#include "clfft/device/wait.h"

#include <math.h>
#include <stdlib.h>

/* Products that the host checks at most, of some outputs where there are
   many. */
#define MOST_PRODUCTS (UINT64_C(1) << 24)
/* The largest relative error of what is right, by far. */
#define TOLERANCE 1e-4
/* Responses that the check cannot judge in single precision. */
#define LARGEST_TAP 1e30
#define SMALLEST_TAP 1e-30

struct trial {
    clfft_convolver *c;
    const double *responses;
    uint64_t n;           /* frames of a call */
    unsigned output_step; /* between the outputs that are checked */
    double error, power;  /* sums of squares so far */
    void *numbers;        /* of a call */
    cl_mem input, output;
};

static uint64_t place_of_impulse(const struct trial *t, unsigned input)
{
    return 5 * input % t->n;
}

static double size_of_impulse(unsigned input)
{
    return 1 + input % 7 / 8.0;
}

/* Frame `time` of an output, counted from the first one. */
static double expected(const struct trial *t, unsigned output, uint64_t time)
{
    const clfft_convolver *c = t->c;
    const uint64_t taps = c->desc.taps;
    const double *response =
        t->responses + output * clfft_convolver_get_response_step(c) * taps;
    double sum = 0;

    for (unsigned i = 0; i < c->channels.n_inputs; i++) {
        const unsigned input = output * c->channels.input_step + i;
        const uint64_t first = place_of_impulse(t, input) + c->desc.latency;

        if (time >= first && time - first < taps)
            sum += size_of_impulse(input) * response[i * taps + time - first];
    }
    return sum;
}

static double number_at(const struct trial *t, uint64_t i)
{
    return t->c->real_size == 8 ? ((const double *)t->numbers)[i]
                                : (double)((const float *)t->numbers)[i];
}

/* Holds the output of the call that began at frame `begin` against the
   responses. */
static void compare(struct trial *t, uint64_t begin)
{
    const clfft_convolver *c = t->c;

    for (unsigned o = 0; o < c->desc.outputs; o += t->output_step)
        for (uint64_t i = 0; i < t->n; i++) {
            const double want = expected(t, o, begin + i);
            const double e = number_at(t, o * t->n + i) - want;

            t->error += e * e;
            t->power += want * want;
        }
}

static clfft_status make_buffers(struct trial *t)
{
    const clfft_convolver *c = t->c;
    const uint64_t inputs = c->desc.inputs, outputs = c->desc.outputs;
    const uint64_t most = inputs > outputs ? inputs : outputs;
    clfft_status status = CLFFT_STATUS_OK;

    t->numbers = calloc((size_t)(most * t->n), c->real_size);
    if (!t->numbers)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for impulses");
    for (unsigned i = 0; i < inputs; i++) {
        const double one = size_of_impulse(i);

        clfft_convolver_convert(c, &one, 1, t->numbers,
                                i * t->n + place_of_impulse(t, i));
    }
    TRY(clfft_device_new_buffer(c->device, CL_MEM_READ_ONLY,
                                (size_t)(inputs * t->n) * c->real_size,
                                t->numbers, &t->input));
    TRY(clfft_device_new_buffer(c->device, CL_MEM_READ_WRITE,
                                (size_t)(outputs * t->n) * c->real_size, NULL,
                                &t->output));
fail:
    return status;
}

/* Whether single precision has the responses and their sums. */
static bool can_judge(const struct trial *t)
{
    const uint64_t n = t->c->desc.n_responses * t->c->desc.taps;
    double largest = 0;

    for (uint64_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(t->responses[i]));
    return largest == 0 || (largest < LARGEST_TAP && largest > SMALLEST_TAP);
}

/* Frames until the last level is heard, or the direct part. */
static uint64_t get_length(const clfft_convolver *c)
{
    const unsigned n = c->partitions.n_levels;
    const struct clfft_level_plan *last =
        n ? &c->partitions.levels[n - 1] : NULL;

    return c->desc.latency +
           (last ? last->offset + last->block / 2 : c->partitions.direct);
}

static clfft_status run(struct trial *t, cl_command_queue queue)
{
    const clfft_convolver_params params = {.n_frames = t->n};
    clfft_convolver *c = t->c;
    const uint64_t length = get_length(c);
    const size_t size = (size_t)(c->desc.outputs * t->n) * c->real_size;
    clfft_status status = CLFFT_STATUS_OK;

    t->output_step =
        1 + (unsigned)((double)length * c->desc.outputs * c->channels.n_inputs /
                       (double)MOST_PRODUCTS);
    for (uint64_t begin = 0; begin < length; begin += t->n) {
        TRY(clfft_convolver_execute(c, queue, begin ? NULL : t->input,
                                    t->output, &params));
        TRY(clfft_chain_check(&c->chain, c->desc.waiter));
        TRY(clfft_read_buffer(c->desc.waiter, queue, t->output, size,
                              t->numbers));
        compare(t, begin);
    }
fail:
    return status;
}

clfft_status clfft_convolver_check(clfft_convolver *c, const double *responses,
                                   cl_command_queue queue)
{
    const unsigned n = c->partitions.n_levels;
    const uint64_t block = n ? c->partitions.levels[n - 1].block : 64;
    struct trial t = {.c = c,
                      .responses = responses,
                      .n = block < c->chunk ? block : c->chunk};
    clfft_status status;

    TRY(make_buffers(&t));
    TRY(run(&t, queue));
    if (!(t.error <= TOLERANCE * TOLERANCE * t.power) && can_judge(&t))
        status = clfft_fail(CLFFT_STATUS_BUILD,
                            "%s: convolution is wrong: relative error %.3g of "
                            "%s",
                            c->device->limits.device_name,
                            sqrt(t.error / t.power), c->text);
fail:
    clfft_convolver_reset(c);
    free(t.numbers);
    if (clfft_has_given_up(c->desc.waiter))
        return status;
    RELEASE_BUFFERS(t.input, t.output);
    return status;
}
