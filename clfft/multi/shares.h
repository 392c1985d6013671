/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* shares.h: how much of a batch each device does. Pure arithmetic. */
#ifndef CLFFT_SHARES_H
#define CLFFT_SHARES_H

#include <stdbool.h>
#include <stdint.h>

/* What is known of a device. */
struct clfft_share {
    double speed;   /* in proportion to rounds per second; above 0 */
    bool is_out;    /* it gets nothing */
    uint64_t count; /* rounds of the call */
    double seconds; /* that they took; 0: not known */
};

/* Sets all counts so that they add up to `total`; false if all are out. */
bool clfft_shares_divide(struct clfft_share *shares, unsigned n,
                         uint64_t total);

/*
 * Learns from the counts and seconds of a call. Speeds go half of the way to
 * what was measured, which counts as a half at least and twice at most of what
 * it was: one call that was disturbed does not upset the next. None falls below
 * 1/64 of the fastest, so that it is still measured.
 */
void clfft_shares_learn(struct clfft_share *shares, unsigned n);

/* The part of the next call that device i gets, 0..1. */
double clfft_shares_part(const struct clfft_share *shares, unsigned n,
                         unsigned i);

#endif /* CLFFT_SHARES_H */
