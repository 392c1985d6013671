/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* shares.c: see shares.h. */
#include "shares.h"

#include <math.h>

#define MOST_CHANGE 2.0
#define LEAST_SPEED (1.0 / 64)

static double add_up(const struct clfft_share *shares, unsigned n)
{
    double sum = 0;

    for (unsigned i = 0; i < n; i++)
        if (!shares[i].is_out)
            sum += shares[i].speed;
    return sum;
}

double clfft_shares_part(const struct clfft_share *shares, unsigned n,
                         unsigned i)
{
    const double sum = add_up(shares, n);

    return shares[i].is_out || sum <= 0 ? 0 : shares[i].speed / sum;
}

bool clfft_shares_divide(struct clfft_share *shares, unsigned n, uint64_t total)
{
    double left = add_up(shares, n);

    if (left <= 0)
        return false;
    for (unsigned i = 0; i < n; i++) {
        struct clfft_share *s = &shares[i];
        double exact;

        s->seconds = 0;
        s->count = 0;
        if (s->is_out)
            continue;
        /* of what is left: the last device gets all of that */
        exact = (double)total * (s->speed / left);
        s->count = (uint64_t)llround(exact);
        left -= s->speed;
        if (s->count > total || left <= 0)
            s->count = total;
        total -= s->count;
    }
    for (unsigned i = n; i-- > 0 && total;)
        if (!shares[i].is_out) {
            shares[i].count += total; /* speeds of very different sizes */
            total = 0;
        }
    return true;
}

static bool is_known(const struct clfft_share *s)
{
    return !s->is_out && s->count && s->seconds > 0;
}

void clfft_shares_learn(struct clfft_share *shares, unsigned n)
{
    double before = 0, now = 0, fastest = 0;

    for (unsigned i = 0; i < n; i++)
        if (is_known(&shares[i])) {
            before += shares[i].speed;
            now += (double)shares[i].count / shares[i].seconds;
        }
    for (unsigned i = 0; i < n; i++) {
        struct clfft_share *s = &shares[i];

        if (is_known(s)) {
            const double speed = (double)s->count / s->seconds;
            const double ratio = speed / now * before / s->speed;
            s->speed *=
                (1 + fmin(fmax(ratio, 1 / MOST_CHANGE), MOST_CHANGE)) / 2;
        }
        if (!s->is_out)
            fastest = fmax(fastest, s->speed);
    }
    for (unsigned i = 0; i < n; i++)
        shares[i].speed = fmax(shares[i].speed, fastest * LEAST_SPEED);
}
