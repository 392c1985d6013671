/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * radix2.c: transforms on the host, in long double. Halves are transformed one
 * after the other down to pieces that a cache holds, so that a long array is
 * read a few times instead of once a stage.
 */
#include "radix2.h"

#include "clfft/base/roots.h"
#include "clfft/base/watch.h"

#define TABLE 256 /* roots of short transforms */
#define BLOCK 64  /* roots of a long one, of which its others are made */

struct roots {
    long double re[TABLE], im[TABLE];
};

struct transform {
    struct roots table;
    uint64_t n_done, n_reported, n_all; /* butterflies */
};

/* The first n of 2 half roots, turned the way of exp(+i). */
static void fill_roots(uint64_t half, uint64_t n, struct roots *roots)
{
    for (uint64_t j = 0; j < n; j++) {
        clfft_root(j, 2 * half, &roots->re[j], &roots->im[j]);
        roots->im[j] = -roots->im[j];
    }
}

static clfft_status reverse_bits(long double complex *x, uint64_t n)
{
    clfft_status status = CLFFT_STATUS_OK;

    for (uint64_t i = 1, j = 0; i < n && status == CLFFT_STATUS_OK; i++) {
        uint64_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            long double complex swap = x[i];
            x[i] = x[j];
            x[j] = swap;
        }
        status = clfft_watch_loop("a window", i, n);
    }
    return status;
}

/* Multiplies by re + i im without the checks for infinity of C's product. */
static inline long double complex turn(long double complex x, long double re,
                                       long double im)
{
    return creall(x) * re - cimagl(x) * im +
           I * (creall(x) * im + cimagl(x) * re);
}

static inline void butterfly(long double complex *x, uint64_t half,
                             long double re, long double im)
{
    const long double complex odd = turn(x[half], re, im);

    x[half] = x[0] - odd;
    x[0] += odd;
}

static clfft_status tell(struct transform *t, uint64_t n_more)
{
    t->n_done += n_more;
    if (t->n_done < t->n_reported + CLFFT_WATCH_POINTS)
        return CLFFT_STATUS_OK;
    t->n_reported = t->n_done;
    return clfft_watch_tell("a window", t->n_done, t->n_all);
}

/* Joins two transforms of `half` points that lie side by side. The roots of a
   block are those of the first block turned by the root of its start. */
static clfft_status join(struct transform *t, long double complex *x,
                         uint64_t half)
{
    struct roots roots;
    long double re, im;
    clfft_status status = CLFFT_STATUS_OK;

    if (half <= TABLE) {
        for (uint64_t j = 0, at = 0; j < half; j++, at += TABLE / half)
            butterfly(x + j, half, t->table.re[at], t->table.im[at]);
        return tell(t, half);
    }
    fill_roots(half, BLOCK, &roots);
    for (uint64_t at = 0; at < half && status == CLFFT_STATUS_OK; at += BLOCK) {
        clfft_root(at, 2 * half, &re, &im);
        for (uint64_t j = 0; j < BLOCK; j++)
            butterfly(x + at + j, half, re * roots.re[j] + im * roots.im[j],
                      re * roots.im[j] - im * roots.re[j]);
        status = tell(t, BLOCK);
    }
    return status;
}

/* At most as deep as n has bits. */
static clfft_status transform(struct transform *t, long double complex *x,
                              uint64_t n)
{
    clfft_status status;

    if (n < 2)
        return CLFFT_STATUS_OK;
    status = transform(t, x, n / 2);
    if (status == CLFFT_STATUS_OK)
        status = transform(t, x + n / 2, n / 2);
    return status == CLFFT_STATUS_OK ? join(t, x, n / 2) : status;
}

clfft_status clfft_transform_radix2(long double complex *x, uint64_t n)
{
    struct transform t = {.n_done = 0};
    clfft_status status;

    fill_roots(TABLE, TABLE, &t.table);
    for (uint64_t m = n; m > 1; m /= 2)
        t.n_all += n / 2;
    status = reverse_bits(x, n);
    return status == CLFFT_STATUS_OK ? transform(&t, x, n) : status;
}
