/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * shared.cl: a first stage whose radix is a prime too large for registers: the
 * points lie in local memory, and SHARERS work-items share a butterfly, each
 * with so many pairs of its results.
 *
 *   X[0] = sum_j x[j], X[g^a], X[-g^a] = u_a -+ i v_a
 *   u_a = x[0] + sum_m (x[g^m] + x[-g^m]) cos(2 pi g^(a+m) / P)
 *   v_a =        sum_m (x[g^m] - x[-g^m]) sin(2 pi g^(a+m) / P),  0 <= m < P / 2
 *
 * With g, a primitive root, products go along a + m, as in Rader's algorithm: a
 * work-item with results a, a + 1 .. reads one root more for each m.
 *
 * With LINEAR (linear.cl) it is the only stage, of rows that lie in local memory
 * already, and of real data half of the sums are none.
 *
 *   GENERATOR     g; GENERATOR_POWER is g^PAIRS_EACH modulo the prime
 *   The table of the stages begins with the roots of g^0, g^1 .. (roots.c).
 */
#if RADIX0 > 32 && !(defined(LINEAR) && ITEMS == 1 && RADIX0 < 64)
#define SHARED
#define PAIRS_ALL (RADIX0 / 2)
#define PAIRS_EACH CEILING(PAIRS_ALL, SHARERS)
#define LEGS_EACH (2 * PAIRS_EACH + 1) /* X[0], then pairs */
#define SHARED_SPAN (LENGTH / RADIX0)
#define SHARED_ROUNDS CEILING(SHARED_SPAN * SHARERS, T)
#define SHARED_TABLE (2 * RADIX0)

/* share s of butterfly j */
#define EACH_SHARE(statement)                                                  \
    _Pragma("unroll") for (int b = 0; b < SHARED_ROUNDS; b++)                  \
        if (SHARED_SPAN * SHARERS % T == 0 ||                                  \
            t + b * T < SHARED_SPAN * SHARERS)                                 \
    {                                                                          \
        const int s = (t + b * T) / SHARED_SPAN;                               \
        const int j = t + b * T - s * SHARED_SPAN;                             \
        statement;                                                             \
    }
#if defined(LINEAR) && LOAD == REAL_ONLY
typedef REAL shared_t;
#define REAL_OF(v) (v)
#define IMAGINARY_OF(v) 0
#define SHARED_LEG(leg) NUMBERS[c * LENGTH + (leg)]
#else
typedef exchange_t shared_t;
#define REAL_OF(v) (v).x
#define IMAGINARY_OF(v) (v).y
#define SHARED_LEG(leg) exchange[LEG_SLOT(j, SHARED_SPAN, LENGTH, leg, 0)]
#endif
#ifdef LINEAR
#define PUT_SHARED
#else
#define PUT_SHARED                                                             \
    EACH_POINT(exchange[SLOT(i)] = (REAL2)(re[b], im[b]))                      \
    BARRIER;                                                                   \
    EXCHANGE_TURN
#endif

/* Terms that are added up by themselves before they meet the rest: of 33 pairs
   and more the roundings of one long sum reach what a short smooth length may
   have. Longer ones may have more, and are an eighth faster without. */
#define TOGETHER_TERMS (RADIX0 > 64 && LENGTH < 1024 ? 4 : 1)
#define ROOT_WINDOW (PAIRS_EACH + TOGETHER_TERMS - 1)
#define ROOT_OF(m) root[(m) % ROOT_WINDOW]

/* u, v and the sum of all, of numbers or of complex ones; the roots move along a
   window */
#define SUM_SHARES(u, v, sums)                                                 \
    EACH_SHARE({                                                               \
        global const REAL2 *w = twiddle + s * PAIRS_EACH;                      \
        const shared_t z = SHARED_LEG(0);                                      \
        shared_t sum = z;                                                      \
        REAL2 root[ROOT_WINDOW];                                               \
        int leg = 1;                                                           \
        _Pragma("unroll") for (int i = 0; i < PAIRS_EACH; i++)                 \
        {                                                                      \
            u[b * PAIRS_EACH + i] = z;                                         \
            v[b * PAIRS_EACH + i] = 0;                                         \
        }                                                                      \
        _Pragma("unroll") for (int i = 0; i < ROOT_WINDOW; i++)                \
            root[i] = w[i];                                                    \
        _Pragma("unroll") for (int m = 0; m < PAIRS_ALL; m += TOGETHER_TERMS)  \
        {                                                                      \
            shared_t even[TOGETHER_TERMS];                                     \
            shared_t odd[TOGETHER_TERMS];                                      \
            shared_t all = 0;                                                  \
            _Pragma("unroll") for (int k = 0; k < TOGETHER_TERMS; k++)         \
                if (m + k < PAIRS_ALL) {                                       \
                    const shared_t x = SHARED_LEG(leg);                        \
                    const shared_t y = SHARED_LEG(RADIX0 - leg);               \
                    even[k] = x + y;                                           \
                    odd[k] = x - y;                                            \
                    all += even[k];                                            \
                    leg = leg * GENERATOR % RADIX0;                            \
                }                                                              \
            sum += all;                                                        \
            _Pragma("unroll") for (int i = 0; i < PAIRS_EACH; i++)             \
            {                                                                  \
                if (TOGETHER_TERMS == 1) {                                     \
                    u[b * PAIRS_EACH + i] += ROOT_OF(m + i).x * even[0];       \
                    v[b * PAIRS_EACH + i] += ROOT_OF(m + i).y * odd[0];        \
                    continue;                                                  \
                }                                                              \
                shared_t p = ROOT_OF(m + i).x * even[0];                       \
                shared_t q = ROOT_OF(m + i).y * odd[0];                        \
                _Pragma("unroll") for (int k = 1; k < TOGETHER_TERMS; k++)     \
                    if (m + k < PAIRS_ALL) {                                   \
                        p += ROOT_OF(m + k + i).x * even[k];                   \
                        q += ROOT_OF(m + k + i).y * odd[k];                    \
                    }                                                          \
                u[b * PAIRS_EACH + i] += p;                                    \
                v[b * PAIRS_EACH + i] += q;                                    \
            }                                                                  \
            _Pragma("unroll") for (int k = 0; k < TOGETHER_TERMS; k++)         \
                ROOT_OF(m + k) = w[m + k + ROOT_WINDOW];                       \
        }                                                                      \
        sums[b] = sum;                                                         \
    })

/* the results in registers: sum, then leg g^a and its opposite, pair by pair */
#define JOIN_SHARES(ur, ui, vr, vi, sr, si)                                    \
    _Pragma("unroll") for (int b = 0; b < SHARED_ROUNDS; b++)                  \
    {                                                                          \
        re[b * LEGS_EACH] = sr;                                                \
        im[b * LEGS_EACH] = si;                                                \
        _Pragma("unroll") for (int i = 0; i < PAIRS_EACH; i++)                 \
        {                                                                      \
            const int h = b * PAIRS_EACH + i, m = b * LEGS_EACH + 1 + 2 * i;   \
            re[m] = ur - vi;                                                   \
            im[m] = ui + vr;                                                   \
            re[m + 1] = ur + vi;                                               \
            im[m + 1] = ui - vr;                                               \
        }                                                                      \
    }

/* result e is in register m */
#define EACH_SHARED_RESULT(statement)                                          \
    EACH_SHARE({                                                               \
        int m = b * LEGS_EACH;                                                 \
        int e = j * RADIX0;                                                    \
        int leg = 1;                                                           \
        for (int i = 0; i < s; i++)                                            \
            leg = leg * GENERATOR_POWER % RADIX0;                              \
        if (s == 0) {                                                          \
            statement;                                                         \
        }                                                                      \
        _Pragma("unroll") for (int i = 0; i < PAIRS_EACH; i++)                 \
        {                                                                      \
            if (PAIRS_ALL % SHARERS == 0 || s * PAIRS_EACH + i < PAIRS_ALL) {  \
                m = b * LEGS_EACH + 1 + 2 * i;                                 \
                e = j * RADIX0 + leg;                                          \
                statement;                                                     \
                m++;                                                           \
                e = j * RADIX0 + RADIX0 - leg;                                 \
                statement;                                                     \
            }                                                                  \
            leg = leg * GENERATOR % RADIX0;                                    \
        }                                                                      \
    })

#define SHARED_SUMS(u, v, sums)                                                \
    shared_t u[SHARED_ROUNDS * PAIRS_EACH], v[SHARED_ROUNDS * PAIRS_EACH];     \
    shared_t sums[SHARED_ROUNDS];
#ifdef SPLIT
#define SHARED_STAGE                                                           \
    {                                                                          \
        SHARED_SUMS(ur, vr, sr)                                                \
        SHARED_SUMS(ui, vi, si)                                                \
        EACH_POINT(exchange[SLOT(i)] = re[b])                                  \
        BARRIER;                                                               \
        EXCHANGE_TURN                                                          \
        SUM_SHARES(ur, vr, sr)                                                 \
        EXCHANGE_TURN_BACK                                                     \
        BARRIER;                                                               \
        EACH_POINT(exchange[SLOT(i)] = im[b])                                  \
        BARRIER;                                                               \
        EXCHANGE_TURN                                                          \
        SUM_SHARES(ui, vi, si)                                                 \
        JOIN_SHARES(ur[h], ui[h], vr[h], vi[h], sr[b], si[b])                  \
    }
#define SHARED_EXCHANGE(R)                                                     \
    BARRIER;                                                                   \
    EACH_SHARED_RESULT(exchange[SLOT(e)] = re[m])                              \
    BARRIER;                                                                   \
    EACH_READ(R, RADIX0, re[m] = exchange[READ_SLOT(R, RADIX0, 0)])            \
    BARRIER;                                                                   \
    EACH_SHARED_RESULT(exchange[SLOT(e)] = im[m])                              \
    BARRIER;                                                                   \
    EACH_READ(R, RADIX0, im[m] = exchange[READ_SLOT(R, RADIX0, 0)])
#else
#define SHARED_STAGE                                                           \
    {                                                                          \
        SHARED_SUMS(u, v, sums)                                                \
        PUT_SHARED                                                             \
        SUM_SHARES(u, v, sums)                                                 \
        JOIN_SHARES(REAL_OF(u[h]), IMAGINARY_OF(u[h]), REAL_OF(v[h]),          \
                    IMAGINARY_OF(v[h]), REAL_OF(sums[b]),                      \
                    IMAGINARY_OF(sums[b]))                                     \
    }
#define SHARED_EXCHANGE(R)                                                     \
    BARRIER;                                                                   \
    EACH_SHARED_RESULT(exchange[SLOT(e)] = (REAL2)(re[m], im[m]))              \
    BARRIER;                                                                   \
    EACH_READ(R, RADIX0, const exchange_t v = exchange[READ_SLOT(R, RADIX0, 0)]; \
              re[m] = v.x; im[m] = v.y)
#endif
#endif
