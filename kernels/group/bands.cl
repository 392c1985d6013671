/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bands.cl: keeps the powers of a group's transforms in local memory and stores
 * bands of them, so that powers never leave the group.
 *
 * Bands are as narrow as a bin and as wide as all, so they are cut into pieces
 * of up to four bins, each of which a work-item adds up before another one adds
 * up the pieces of a band. Piece i of n has bins i, i + n .. of its band, so
 * that neighbours read neighbouring bins. A work-item does so for several
 * transforms at once, for which it reads the tables once.
 *
 *   BANDS         the quantity of a band; STORE is POWER then
 *   POWERS        bins of a transform
 *   band_first    the first piece of each band, and how many there are
 *   band_start    of each piece the first bin, n from bit 16 on, and from bit 30
 *                 on how many bins it has, less one
 */
#include "common/pixel.cl"
#include "common/quantity.cl"

#ifdef BANDS
/* behind the bins of a row is a 0 for pieces of fewer than four */
#define POWER_PITCH (POWERS + 1)
#define GROUP_POWERS local REAL powers[C * POWER_PITCH];

/* The place of a transform that is row `row` of its group. */
INLINE struct place place_in_group(uint number, uint row, const struct pass *a)
{
    struct place p = place_of(number, a);

    p.out = row * POWER_PITCH;
    return p;
}

/* the sums of pieces lie where points were exchanged */
#define PART_PITCH (LENGTH * (int)(sizeof(exchange_t) / sizeof(REAL)))

#define RUNS CEILING(C, 8)
#define RUN CEILING(C, RUNS)
#define EACH_ROW(n) _Pragma("unroll") for (int r = 0; r < (n); r++)
#define IS_ROW(n) (C % (n) == 0 || row + r < C)

/* Runs a statement for each number i of n and each run of rows, from row `row`
   on, that is this work-item's. */
#define EACH_OF_RUNS(n, statement)                                             \
    for (uint k = lid; k < RUNS * (n); k += T * C) {                           \
        const uint i = RUNS == 1 ? k : k % (n);                                \
        const uint row = RUNS == 1 ? 0 : k / (n) * RUN;                        \
        statement                                                              \
    }

/* The same row by row, neighbours side by side. */
#define EACH_OF_ROWS(n, statement)                                             \
    for (uint k = lid; k < C * (n); k += T * C) {                              \
        const uint i = k / C, row = k % C;                                     \
        statement                                                              \
    }

#ifdef OF_MAGNITUDE
#define POWER_TERM(x) sqrt(x)
#define POWER_OF_SUM(x) ((x) * (x))
#else
#define POWER_TERM(x) (x)
#define POWER_OF_SUM(x) (x)
#endif

#define ADD_PIECE                                                              \
    {                                                                          \
        const uint where = band_start[i];                                      \
        const uint a0 = where & 0xffff, n = where >> 16 & 0x3fff;              \
        const uint a1 = where >> 30 > 0 ? a0 + n : POWERS;                     \
        const uint a2 = where >> 30 > 1 ? a0 + 2 * n : POWERS;                 \
        const uint a3 = where >> 30 > 2 ? a0 + 3 * n : POWERS;                 \
        const REAL4 w = ((global const REAL4 *)band_weight)[i];                \
        EACH_ROW(RUN) {                                                        \
            if (IS_ROW(RUN)) {                                                 \
                local const REAL *x = powers + (row + r) * POWER_PITCH;        \
                parts[(row + r) * PART_PITCH + i] =                            \
                    w.x * POWER_TERM(x[a0]) + w.y * POWER_TERM(x[a1]) +        \
                    (w.z * POWER_TERM(x[a2]) + w.w * POWER_TERM(x[a3]));       \
            }                                                                  \
        }                                                                      \
    }

/* Adds a band of n rows up, as steps/bands.cl does but for 16 pieces without
   compensation, and stores it. */
#define ADD_BAND(n)                                                            \
    {                                                                          \
        const uint end = band_first[i + 1];                                    \
        REAL sum[n], excess[n];                                                \
        EACH_ROW(n) sum[r] = excess[r] = 0;                                    \
        for (uint j = band_first[i]; j < end;) {                               \
            const uint stop = min(j + 16, end);                                \
            REAL part[n];                                                      \
            EACH_ROW(n) part[r] = -excess[r];                                  \
            for (; j < stop; j++)                                              \
                EACH_ROW(n) if (IS_ROW(n)) part[r] +=                          \
                    parts[(row + r) * PART_PITCH + j];                         \
            EACH_ROW(n) {                                                      \
                const REAL next = sum[r] + part[r];                            \
                excess[r] = (next - sum[r]) - part[r];                         \
                sum[r] = next;                                                 \
            }                                                                  \
        }                                                                      \
        EACH_ROW(n) if (row + r < n_rows) {                                    \
            const struct place q = place_of(group * C + row + r, &a);          \
            out[q.out + (offset_t)i * (offset_t)a.out.stride] =                \
                STORED(quantity_of_power(POWER_OF_SUM(sum[r]), factors.w));    \
        }                                                                      \
    }

/* behind the last bin that is stored */
#define STORE_BANDS                                                            \
    {                                                                          \
        local REAL *parts = (local REAL *)exchange;                            \
        const uint n_rows = ROWS_OF_GROUP, n_parts = band_first[n_bands];      \
        for (uint k = lid; k < C; k += T * C)                                  \
            powers[k * POWER_PITCH + POWERS] = 0;                              \
        BARRIER;                                                               \
        EACH_OF_RUNS(n_parts, ADD_PIECE)                                       \
        BARRIER;                                                               \
        if (a.out.stride == 1) {                                               \
            EACH_OF_RUNS(n_bands, ADD_BAND(RUN))                               \
        } else { /* transforms may lie side by side */                         \
            EACH_OF_ROWS(n_bands, ADD_BAND(1))                                 \
        }                                                                      \
    }
#else
#define GROUP_POWERS
#define STORE_BANDS
INLINE struct place place_in_group(uint number, uint row, const struct pass *a)
{
    return place_of(number, a);
}
#endif
