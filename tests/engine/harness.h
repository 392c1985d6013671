/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * harness.h: runs a description on the device under test and judges the
 * result: fresh random input, NaN-poisoned output, both between guard zones
 * and at odd offsets, comparison with the host's reference, untouched input.
 *
 * The device is named by CLFFT_TEST_DEVICE ("auto"); kernels go to the disk
 * cache named by CLFFT_TEST_CACHE (none). CLFFT_TEST_FULL=1 asks for the long
 * lists, CLFFT_TEST_POINTS for fewer points than 2^16 to measure errors over.
 */
#ifndef CLFFT_TEST_HARNESS_H
#define CLFFT_TEST_HARNESS_H

#include "clfft/clfft.h"
#include "support/reference/reference.h"

/* Opened at the first call, closed at exit. NULL: no device. */
clfft_device *harness_device(void);

/* Of a test (support/test.h): what follows has one. */
#define REQUIRE_DEVICE                                                         \
    if (!harness_device())                                                     \
    TEST_SKIP("no OpenCL device")
/* Likewise with layer/fault-layer.h, which the first call of OpenCL loads:
   `layer` is what is asked of it. */
#define REQUIRE_LAYER(layer)                                                   \
    REQUIRE_DEVICE;                                                            \
    (layer) = fault_layer_find_loaded();                                       \
    if (!(layer))                                                              \
    TEST_SKIP("the fault layer cannot be loaded")
cl_command_queue harness_queue(void);

/* Whether PoCL 7 has compiled rows wrongly that are exchanged in parts, and the
   self-check has refused them. It does so by its loops over work-items, not
   with POCL_WORK_GROUP_METHOD=cbs. */
bool harness_is_miscompiled(const char *recipe, const char *wrong);

/*
 * How many recipes on this device were built and then refused, by the compiler
 * or the self-check, since the last call, and the last of them with the reason.
 * A plan falls back on the next one and is right, but slower: on PoCL, whose
 * compiler is right, the recipe is wrong.
 */
unsigned harness_count_fallen(char *last, size_t size);

/* How many cases to draw: `many` in the full run; else `few`, or a fourth of
   them on a device that the fault layer plays. */
unsigned harness_cases(unsigned few, unsigned many);

/* Is case i of those that this program tries: all in the full run, else one of
   every `share`, the same in each claim, for they share kernels? */
bool harness_draws(size_t i, size_t share);

/* The case to try of a list, after case `last` (SIZE_MAX: the first): each in
   the full run; else one of every `share` neighbours, drawn, or of four times
   as many on a device that the fault layer plays. n: there are no more. */
size_t harness_next_case(size_t last, size_t n, size_t share);

/* ---- one description, judged ---- */

struct harness_result {
    clfft_status status; /* of plan creation or execution */
    double ratio;        /* largest error over its limit; <= 1 is right */
    double relative_error;
    double limit;      /* relative L2 that a scheme keeps, which `ratio`
                          then judges by; 0: the contract */
    uint64_t n_strays; /* elements written outside the transforms */
    bool input_changed;
    char recipe[512];
    unsigned n_fallen; /* recipes before that one which their kernels failed */
    char fallen[512];  /* the last of them, and why */
};

struct harness_options {
    clfft_plan_params plan;
    clfft_execute_params execute;
    double quiet_db;  /* every second transform that much quieter */
    bool even_places; /* both sides begin at an even element, not an odd one */
    bool may_fall_back; /* a recipe may fail if a later one is right */
};

/* Makes a plan of *desc, runs it until its points are pooled, judges.
   options may be NULL. */
struct harness_result harness_run(const clfft_desc *desc,
                                  const struct harness_options *options,
                                  uint64_t seed);

/* NULL when all is right, else what is wrong, valid until the next call. */
const char *harness_judge(const clfft_desc *desc,
                          const struct harness_options *options, uint64_t seed);

/* Of a text form. */
const char *harness_judge_text(const char *text,
                               const struct harness_options *options,
                               uint64_t seed);

/* ---- one plan, bytes in and bytes out ---- */

/* A plan of *desc by the recipe of another one, which it would choose itself
   but for how many transforms there are. false: clfft_last_error(). */
bool harness_plan_alike(const clfft_plan *plan, const clfft_desc *desc,
                        clfft_plan **alike);

/*
 * Runs the plan once over buffers with those contents: `output` goes up
 * before and comes back after. input == output: in place. Both lie between
 * poisoned guards. On failure the status of the engine; DEVICE, with a line
 * printed, if a guard was written to, or for a call of this function's own.
 */
clfft_status harness_execute(clfft_plan *plan, const void *input,
                             size_t input_size, void *output,
                             size_t output_size,
                             const clfft_execute_params *params);

/* A device buffer of that content; NULL bytes: undefined. */
cl_mem harness_buffer(const void *bytes, size_t size);

#endif /* CLFFT_TEST_HARNESS_H */
