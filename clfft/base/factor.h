/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* factor.h: splits lengths into radices and into parts. Pure arithmetic, no
   state. */
#ifndef CLFFT_FACTOR_H
#define CLFFT_FACTOR_H

#include <stdbool.h>
#include <stdint.h>

/* Radices of one transform in a work-group or work-item. */
#define CLFFT_MAX_RADICES 5
/* Radices of one transform through global memory, radix 2 upwards of 2^32. */
#define CLFFT_MAX_PASSES 32

/* Lengths of the transforms in registers (kernels/common/butterfly.cl), largest
   first, without 1. */
#define CLFFT_N_RADICES 28
extern const uint8_t clfft_radices[CLFFT_N_RADICES];

/* Whether n is one of those lengths, or 1. */
bool clfft_is_radix(uint64_t n);

/* The largest prime that is one. Larger ones are stages of the two kinds below,
   or take a convolution. */
#define CLFFT_LARGEST_PRIME 31

/* Larger primes, up to this one, may be the first radix of a pass of the group
   schedule, whose work-items share each butterfly (kernels/group/shared.cl). */
#define CLFFT_LARGEST_SHARED 127

/* Of those the ones up to this may be a whole row, in the order of memory
   (kernels/group/alone.cl). */
#define CLFFT_LARGEST_ALONE 61

/* The prime factor of n that a pass would share; 0 if there is none. */
unsigned clfft_shared_prime(uint64_t n);

/* How many work-items share a butterfly of that prime. */
unsigned clfft_sharers(unsigned prime);

/* Whether no prime factor of n is above `most`; true for 1. */
bool clfft_is_smooth(uint64_t n, unsigned most);

/* The largest prime that may be a stage of the simd schedule's lanes
   (kernels/simd/prime-stage.cl), and whether n is such a stage: a prime from 19
   on. */
#define CLFFT_LARGEST_PRIME_STAGE 251
bool clfft_is_prime_stage(uint64_t n);

bool clfft_is_prime(uint64_t n);

/* Smallest g whose powers are all of 1 .. p - 1 modulo p, a prime below
   2^32. */
uint64_t clfft_primitive_root(uint64_t p);

/* Smallest 2^a, 3 * 2^a or 5 * 2^a that is >= n; above 8192 also 9 * 2^a.
   n is below 2^60. */
uint64_t clfft_next_easy_length(uint64_t n);

/*
 * Radices (clfft_radices; 1 for n = 1) whose product is n, largest first, for a
 * transform in registers: the fewest stages first, then the most even work.
 * Returns how many, 0 if n has a factor above CLFFT_LARGEST_PRIME or needs more
 * than `most` (at most CLFFT_MAX_RADICES) of at most `largest` each; primes
 * from 17 on, which nothing replaces, may be larger.
 */
unsigned clfft_factor_registers(uint32_t n, unsigned largest, unsigned most,
                                uint8_t radices[CLFFT_MAX_RADICES]);

/* The same with primes up to CLFFT_LARGEST_PRIME_STAGE as further radices, the
   largest first; 0 if n has a larger prime factor. */
unsigned clfft_factor_lanes(uint32_t n, unsigned largest, unsigned most,
                            uint8_t radices[CLFFT_MAX_RADICES]);

/* Radices up to `largest`, or primes, for passes through global memory; 0 if n
   has a factor above CLFFT_LARGEST_PRIME. */
unsigned clfft_factor_passes(uint64_t n, unsigned largest,
                             uint8_t radices[CLFFT_MAX_PASSES]);

/*
 * Splits n into n_parts factors, each at most `largest`, as equal
 * as possible, in descending order. false if there is no such split.
 */
bool clfft_factor_split(uint64_t n, unsigned n_parts, uint32_t largest,
                        uint32_t *parts);

#endif /* CLFFT_FACTOR_H */
