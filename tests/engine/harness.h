/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * harness.h: runs a description on the device under test and judges the
 * result: fresh random input, NaN-poisoned output between guard zones,
 * comparison with the host's reference, untouched input.
 *
 * The device is named by CLFFT_TEST_DEVICE ("auto"); kernels go to the disk
 * cache named by CLFFT_TEST_CACHE (none).
 */
#ifndef CLFFT_TEST_HARNESS_H
#define CLFFT_TEST_HARNESS_H

#include "clfft/clfft.h"
#include "support/reference.h"

/* Opened at the first call, closed at exit. NULL: no device. */
clfft_device *harness_device(void);
cl_command_queue harness_queue(void);

struct harness_result {
    clfft_status status;    /* of plan creation or execution */
    double ratio;           /* largest error over its limit; <= 1 is right */
    double relative_error;
    uint64_t n_strays;      /* elements written outside the transforms */
    bool input_changed;
    char recipe[512];
};

struct harness_options {
    clfft_plan_params plan;
    clfft_execute_params execute;
    double quiet_db; /* every second transform that much quieter */
};

/* Makes a plan of *desc, runs it once, judges. options may be NULL. */
struct harness_result harness_run(const clfft_desc *desc,
                                  const struct harness_options *options);

#endif /* CLFFT_TEST_HARNESS_H */
