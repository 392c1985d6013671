/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* schemes.h: what the tests of published methods (clfft/seeds/seed.h) share. All
   want a device. */
#ifndef CLFFT_TEST_SCHEMES_H
#define CLFFT_TEST_SCHEMES_H

#include "harness.h"

/* A limit is this much above what is measured, at most. */
#define SCHEME_LOOSEST 2.5

struct harness_result scheme_run(const clfft_desc *desc, const char *recipe);
struct harness_result scheme_run_text(const char *text, const char *recipe);

/* Checks that it ran, within its limit and its places; false if it did not
   run. `text` is for messages. */
bool scheme_expect(const struct harness_result *result, const char *text,
                   const char *recipe);

struct scheme_case {
    const char *text, *recipe;
};

/* Each by its recipe; the first alone may compile. */
void scheme_expect_one_build(const struct scheme_case *cases, size_t n);

struct scheme_refusal {
    const char *text, *recipe;
    const char *named;   /* in the message */
    clfft_status status; /* 0: UNSUPPORTED */
};

void scheme_expect_refusals(const struct scheme_refusal *refused, size_t n);

#endif /* CLFFT_TEST_SCHEMES_H */
