/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * interpreter.h: runs a recipe's steps on the host, point by point in long
 * double, with transforms by definition: what the kernels would compute if
 * their arithmetic were perfect. It proves the methods (index maps, twiddles,
 * buffers, order) without a device.
 *
 * The transforms of a launch run one after the other in random order, so a
 * launch whose transforms depend on each other gives a wrong result.
 */
#ifndef CLFFT_TEST_INTERPRETER_H
#define CLFFT_TEST_INTERPRETER_H

#include "clfft/recipe/recipe.h"

#include "support/cmplx.h"

struct interpreter_result {
    long double error;    /* relative L2 against the definition */
    long double norm;     /* of the result by definition */
    unsigned n_unwritten; /* reads of what nothing had written */
    unsigned n_outside;   /* accesses beyond a buffer's end */
    unsigned n_missing;   /* output elements never written */
    unsigned n_twice;     /* output elements written more than once */
    bool input_written;   /* though the description is not in place */
};

/* One transform of a resolved rank-1 description: random input and order from
   `seed`, all steps, comparison with the transform by definition. false: no
   memory. */
bool interpreter_run(const clfft_desc *desc, const clfft_recipe *recipe,
                     uint64_t seed, struct interpreter_result *result);

#endif /* CLFFT_TEST_INTERPRETER_H */
