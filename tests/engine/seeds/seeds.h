/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* seeds.h: what the tests of published methods (clfft/seeds/seed.h) share. All
   want a device. */
#ifndef CLFFT_TEST_SCHEMES_H
#define CLFFT_TEST_SCHEMES_H

#include "engine/harness.h"

/* A limit is this much above what is measured, at most. */
#define SCHEME_LOOSEST 2.5

struct harness_result seed_run(const clfft_desc *desc, const char *recipe);
struct harness_result seed_run_text(const char *text, const char *recipe);

/* Checks that it ran, within its limit and its places; false if it did not
   run. `text` is for messages. */
bool seed_expect(const struct harness_result *result, const char *text,
                 const char *recipe);

struct seed_case {
    const char *text, *recipe;
};

/* Each by its recipe; the first alone may compile. */
void seed_expect_one_build(const struct seed_case *cases, size_t n);

/* Whether the kernel is reported to have so many bytes of local memory at
   least. True where the driver tells of none in a kernel that has some: PoCL 6.
 */
bool seed_has_local_memory(const clfft_kernel_info *kernel, size_t size);

struct seed_refusal {
    const char *text, *recipe;
    const char *named;   /* in the message */
    clfft_status status; /* 0: UNSUPPORTED */
};

void seed_expect_refusals(const struct seed_refusal *refused, size_t n);

#endif /* CLFFT_TEST_SCHEMES_H */
