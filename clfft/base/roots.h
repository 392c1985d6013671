/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * roots.h: computes roots of unity, and the tables that kernels read them from,
 * on the host. Every number is reduced exactly to an eighth of the circle,
 * computed in double for tables in single precision and in long double for
 * those in double, and rounded once.
 */
#ifndef CLFFT_ROOTS_H
#define CLFFT_ROOTS_H

#include "clfft/description.h"
#include "work.h"

#include <stddef.h>

/* cos and -sin of 2 pi m / n. */
void clfft_root(uint64_t m, uint64_t n, long double *re, long double *im);

/* Many roots of one circle, each the product of two that are kept: a few units
   in the last place from the right one. NULL: no memory. */
typedef struct clfft_circle clfft_circle;
clfft_circle *clfft_circle_new(uint64_t n);
void clfft_circle_free(clfft_circle *circle);
/* cos and -sin of 2 pi m / n, m < n. */
void clfft_circle_root(const clfft_circle *circle, uint64_t m, long double *re,
                       long double *im);

/* cos and -sin of 2 pi j (start + k step). */
void clfft_zoom_root(const clfft_zoom *zoom, uint64_t j, uint64_t k,
                     long double *re, long double *im);

/* The log2 of the length of the fine part of a root table of n. */
unsigned clfft_roots_shift(uint64_t n);

/* The functions below write the numbers of one table, re and im interleaved but
   for split stages; real_size 4 or 8 is the precision. Each returns the count
   of complex numbers; with bytes NULL nothing is written. */

/* Stages of a transform in registers by so many radices: stage i >= 1 with
   radix R and span S: root k q of S R at (k - 1) S + q. split: (R - 1) S real
   parts, then as many imaginary ones. Before them, if the first radix is a
   prime p that work-items share (clfft_shared_prime): root g^i of p at i, i < 2
   p, with g = clfft_primitive_root(p). */
size_t clfft_fill_stages(const uint8_t *radices, unsigned n_radices, bool split,
                         size_t real_size, void *bytes);

/* The same of lanes, without those before; behind the stages, for each radix
   that is a prime stage (clfft_is_prime_stage), the cosines and sines of 2 pi k
   m / R for k, m = 1 .. (R - 1) / 2: by runs of PASS_PRIME_RUN k, and in each
   of them by m. The place of those of radix i. */
size_t clfft_fill_lanes(const uint8_t *radices, unsigned n_radices,
                        size_t real_size, void *bytes);
size_t clfft_prime_place(const uint8_t *radices, unsigned n_radices,
                         unsigned i);

/* Fine and coarse part of the circle of n, as root_of_unity() reads it. */
size_t clfft_fill_roots(uint64_t n, size_t real_size, void *bytes);

/* The tables below may be long: their work is shared. They return 0 if there is
   no memory or if the work was stopped. */

/* exp(-i pi j^2 / n), j < n. */
size_t clfft_fill_chirp(struct clfft_work *work, uint64_t n, size_t real_size,
                        void *bytes);

/* Transforms m points of the conjugate chirp, wrapped around, over m. m has no
   prime factor above CLFFT_LARGEST_PRIME. */
size_t clfft_fill_chirp_spectrum(struct clfft_work *work, uint64_t n,
                                 uint64_t m, size_t real_size, void *bytes);

/* Of a zoom, with turn(x) = exp(-2 pi i x), each x exact: turn(j start + j^2
   step/2), j < n, then turn(k^2 step/2), k < n_bins. */
size_t clfft_fill_zoom(struct clfft_work *work, const clfft_zoom *zoom,
                       uint64_t n, size_t real_size, void *bytes);

/* Transforms m points conj(turn(j^2 step/2)), -n < j < n_bins, wrapped around,
   over m, as above. */
size_t clfft_fill_zoom_spectrum(struct clfft_work *work, const clfft_zoom *zoom,
                                uint64_t n, uint64_t m, size_t real_size,
                                void *bytes);

/* For a prime p, with g = clfft_primitive_root(p): g^m modulo p, m < p - 1. */
size_t clfft_fill_powers(struct clfft_work *work, uint64_t p, uint32_t *powers);

/* Transform of the p - 1 points w_p^(g^-m), over p - 1, which has no prime
   factor above CLFFT_LARGEST_PRIME: bin k1 + rows k2 at place k2 of row k1. */
size_t clfft_fill_powers_spectrum(struct clfft_work *work, uint64_t p,
                                  uint64_t rows, size_t real_size, void *bytes);

#endif /* CLFFT_ROOTS_H */
