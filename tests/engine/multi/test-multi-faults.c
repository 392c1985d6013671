/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-multi-faults.c: a batch on two devices when OpenCL calls fail, one after
   another; layer/enumerate.h has what must hold each time. */
#include "clfft/multi.h"
#include "layer/enumerate.h"
#include "pair.h"
#include "support/test.h"

#include <math.h>

#define LENGTH 16
#define BATCH 40

/* X[k] = sum_j x[j] exp(-2 pi i jk/n) in double precision; the relative L2
   error of the output. A fault at creation may lead to another recipe. */
static double error_of(const float *input, const float *output)
{
    double errors = 0, powers = 0;

    for (unsigned i = 0; i < LENGTH * BATCH; i++) {
        const float *x = input + 2 * (i - i % LENGTH);
        double re = 0, im = 0;

        for (unsigned j = 0; j < LENGTH; j++) {
            const double angle = -2 * M_PI * (j * (i % LENGTH)) / LENGTH;
            re += x[2 * j] * cos(angle) - x[2 * j + 1] * sin(angle);
            im += x[2 * j] * sin(angle) + x[2 * j + 1] * cos(angle);
        }
        errors += pow(output[2 * i] - re, 2) + pow(output[2 * i + 1] - im, 2);
        powers += re * re + im * im;
    }
    return sqrt(errors / powers);
}

static enum fault_outcome run(const struct fault_layer *layer, char *message,
                              size_t size, clfft_multi_memory memory)
{
    static const clfft_desc desc = {
        .lengths = {LENGTH}, .n_loops = 1, .loops = {{BATCH, LENGTH, LENGTH}}};
    const clfft_multi_params params = {.memory = memory, .chunk_size = 1000};
    float input[2 * LENGTH * BATCH], output[2 * LENGTH * BATCH] = {0};
    enum fault_outcome outcome = FAULT_RIGHT;
    clfft_multi *multi = NULL;
    clfft_device *devices[2];

    for (unsigned i = 0; i < COUNT(input); i++)
        input[i] = (float)(37 * i % 101) - 50;
    fault_forget_verdicts();
    if (!pair_open(devices, fault_get_folder(), NULL)) {
        if (!layer && !pair_is_there())
            fault_give_up();
        snprintf(message, size, "%s", clfft_last_error());
        return FAULT_FAILED;
    }
    if (clfft_multi_create(devices, 2, &desc, &params, &multi) ||
        clfft_multi_execute(multi, input, output, NULL)) {
        snprintf(message, size, "%s", clfft_last_error());
        outcome = FAULT_FAILED;
    } else if (!(error_of(input, output) < 1e-6)) {
        snprintf(message, size, "the error is %g", error_of(input, output));
        outcome = FAULT_WRONG;
    }
    clfft_multi_destroy(&multi);
    pair_close(devices);
    return outcome;
}

static enum fault_outcome run_staged(const struct fault_layer *layer,
                                     char *message, size_t size)
{
    return run(layer, message, size, CLFFT_MULTI_MEMORY_STAGED);
}

static enum fault_outcome run_mapped(const struct fault_layer *layer,
                                     char *message, size_t size)
{
    return run(layer, message, size, CLFFT_MULTI_MEMORY_MAPPED);
}

/* PoCL's basic device locks itself up where a command waits for a user event:
   none is held. */
#define SURVIVES(claim, run)                                                   \
    static void claim(void)                                                    \
    {                                                                          \
        const bool held = fault_enumerate(#claim, run, 6, false);              \
        if (fault_has_no_device())                                             \
            TEST_SKIP("PoCL does not show two devices");                       \
        TEST_CHECK(held, "see above");                                         \
    }

SURVIVES(staging_memory_survives_every_fault, run_staged)
SURVIVES(mapped_memory_survives_every_fault, run_mapped)

int main(int argc, char **argv)
{
    static const struct test_claim claims[] = {
        TEST(staging_memory_survives_every_fault),
        TEST(mapped_memory_survives_every_fault),
    };

    pair_ask_for();
    return test_main(claims, COUNT(claims), argc, argv);
}
