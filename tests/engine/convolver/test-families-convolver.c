/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-families-convolver.c: small convolutions that launch every kernel in
 * every way, for scripts/dev/test-oclgrind: a simulator takes its time.
 */
#include "rig.h"

/* `kind` of partitions is what the case is about. */
static void expect_convolution(clfft_convolver_desc d, const char *kind)
{
    clfft_convolver *convolver;
    clfft_convolver_info info;
    struct rig r;

    if (!harness_device())
        TEST_SKIP("no OpenCL device");
    if (!rig_open(&r, &d, 2600) || !(convolver = rig_create(&r)))
        return;
    clfft_convolver_get_info(convolver, &info);
    TEST_CHECK(strstr(info.partitions, kind), "\"%s\" has none \"%s\"",
               info.partitions, kind);
    rig_convolve(&r);
    rig_run(&r, convolver, 0, 100, 50, NULL);
    rig_run(&r, convolver, 100, 160, 60,
            &(clfft_convolver_params){.add = true});
    for (unsigned o = 0; o < d.outputs; o++)
        memcpy(r.out + o * r.n_frames, r.want + o * r.n_frames,
               160 * sizeof *r.out);
    rig_run(&r, convolver, 160, r.n_frames, d.max_frames, NULL);
    rig_judge(&r, convolver, "small calls, then a long one");
    clfft_convolver_destroy(&convolver);
    rig_close(&r);
}

static void direct_part_touches_what_is_its_own(void)
{
    expect_convolution((clfft_convolver_desc){.inputs = 2,
                                              .outputs = 2,
                                              .n_responses = 2,
                                              .taps = 5,
                                              .latency = 3,
                                              .max_frames = 64},
                       "direct");
}

static void blocks_touch_what_is_their_own(void)
{
    expect_convolution((clfft_convolver_desc){.inputs = 2,
                                              .outputs = 1,
                                              .n_responses = 2,
                                              .taps = 2500,
                                              .latency = 512,
                                              .max_frames = 512},
                       " of ");
}

static void early_blocks_touch_what_is_their_own(void)
{
    expect_convolution((clfft_convolver_desc){.inputs = 1,
                                              .outputs = 2,
                                              .n_responses = 2,
                                              .taps = 3000,
                                              .max_frames = 2048},
                       "early");
}

TEST_MAIN(TEST(direct_part_touches_what_is_its_own),
          TEST(blocks_touch_what_is_their_own),
          TEST(early_blocks_touch_what_is_their_own))
