/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * enumerate.h: a scenario run again and again, each time with another OpenCL
 * call failing, under the fault layer and a watchdog.
 *
 * For every point k of a run: the k-th call fails, once; it and all after it
 * fail, the device is lost; the k-th command fails on the device, once and
 * with all after it; the device holds the k-th command and answers no call any
 * more, but carries it out after all, when the scenario is over. Memory that it
 * uses then must not have been freed: that ends the process. What must hold
 * each time:
 *   - the scenario comes to its end, and either its results are right or it
 *     says which call failed and with what;
 *   - every OpenCL object was given back, none twice;
 *   - the next run, without a fault, is right, and no call of it waits for a
 *     whole queue.
 * The default run takes the first and the last call of each name, of which one
 * fails once and the other for ever, the first and the last command, and a
 * sample of the others, and every fourth time the run without a fault;
 * CLFFT_TEST_FULL=1 all.
 */
#ifndef CLFFT_ENUMERATE_H
#define CLFFT_ENUMERATE_H

#include "fault-layer.h"

enum fault_outcome {
    FAULT_RIGHT,
    FAULT_FAILED, /* message: what it said */
    FAULT_WRONG,  /* message: what should not be */
};

typedef enum fault_outcome (*fault_scenario)(const struct fault_layer *layer,
                                             char *message, size_t size);

/*
 * For scenarios: a folder of their own for compiled kernels, so that the
 * compiler does not take most of the time. Verdicts of self-checks that lie
 * there can be forgotten, so that a run has them to do again.
 */
const char *fault_get_folder(void);
void fault_forget_verdicts(void);

/*
 * Enumerates in a child process, which makes the first OpenCL call. n_samples:
 * points of each way of failing in the default run. goes_deaf: also the last
 * way, if the scenario itself waits for no command. False if something did not
 * hold; lines that begin with "#" on standard output say what.
 */
bool fault_enumerate(const char *name, fault_scenario run, unsigned n_samples,
                     bool goes_deaf);

/* No device at all: the last fault_enumerate() had nothing to run on. */
bool fault_has_no_device(void);

/* For scenarios: ends the child, "no device". */
_Noreturn void fault_give_up(void);

#endif /* CLFFT_ENUMERATE_H */
