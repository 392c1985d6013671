/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* batch.h: a batch in the host's memory, compared with the host's reference. */
#ifndef CLFFT_TEST_BATCH_H
#define CLFFT_TEST_BATCH_H

#include "clfft/multi.h"
#include "support/reference/reference.h"

#define BATCH_GUARD 256 /* bytes on both sides, a multiple of any element */

struct batch {
    clfft_desc desc;
    struct reference *reference;
    const struct reference_layout *layout;
    size_t input_bytes, output_bytes;
    unsigned char *input, *output, *before; /* between guards */
};

/* Parses a description and fills the input; false with a failed check where the
   text is none. */
bool batch_make(struct batch *b, const char *text, uint64_t seed);
void batch_clear(struct batch *b);

/* Puts the input, or what it is overwritten in, and poison where output is to
   be. */
void batch_reset(struct batch *b, uint64_t seed);

/* Its first `count` transforms, 0 for all. */
clfft_status batch_execute(struct batch *b, clfft_multi *multi, uint64_t count);

/* NULL where so many results are right and nothing else was written, or what is
   wrong, until the next call. */
const char *batch_judge(struct batch *b, const clfft_multi *multi,
                        uint64_t count);

#endif /* CLFFT_TEST_BATCH_H */
