/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* constant_q.h: the weights of constant-Q bands, for what computes them on the
   device; users have clfft/constantq.h. */
#ifndef CLFFT_CONSTANT_Q_H
#define CLFFT_CONSTANT_Q_H

#include "clfft/constantq.h"

/* Band b weighs the bin (start[b] + i) % length with weight[first[b] + i], for
   i in [0, first[b+1] - first[b]). */
struct clfft_constant_q_weights {
    unsigned n_bands; /* with edge bands */
    uint64_t length;
    uint32_t *first; /* n_bands + 1 */
    uint32_t *start;
    double *weight;
};

/* INVALID, NO_MEMORY, CANCELLED by the watch. */
clfft_status
clfft_constant_q_make_weights(const clfft_constant_q_bands *bands,
                              const clfft_constant_q_layout *layout,
                              struct clfft_constant_q_weights *w);
void clfft_constant_q_clear_weights(struct clfft_constant_q_weights *w);

/* Sets sums[k], for k in 0..length/2, to what the squares of all weights of the
   frequencies k and -k add up to. */
void clfft_constant_q_sum_squares(const struct clfft_constant_q_weights *w,
                                  double *sums);

#endif /* CLFFT_CONSTANT_Q_H */
