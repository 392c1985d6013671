/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group-rader.cl: the points of Rader's algorithm change places in local
 * memory, before the first stage and behind the last.
 */
#if defined(RADER) && !LOAD_COLUMNS
#define RADER_ROWS
#define EACH_POINT(statement)                                                  \
    _Pragma("unroll") for (int b = 0; b < CEILING(LENGTH, T); b++)             \
        if (LENGTH % T == 0 || t + b * T < LENGTH)                             \
    {                                                                          \
        const int i = t + b * T;                                               \
        statement;                                                             \
    }
/* where the points of leg e are among points 1 to LENGTH */
#define SOURCE(e) ((int)permutation[e] - 1)
#define TARGET(e) ((int)permutation[(e) ? LENGTH - (e) : 0] - 1)
#ifdef SPLIT
#define IN_PART(i, h) (PARTS == 1 || (i) / PART_LENGTH == (h))
#define GATHER_PARTS(v)                                                        \
    {                                                                          \
        REAL moved[REGISTERS];                                                 \
        _Pragma("unroll") for (int h = 0; h < PARTS; h++)                      \
        {                                                                      \
            EACH_POINT(if (IN_PART(i, h))                                      \
                exchange[SLOT(i - h * PART_LENGTH)] = v[b])                    \
            BARRIER;                                                           \
            EACH_READ(RADIX0, 1, const int s = SOURCE(e); if (IN_PART(s, h))   \
                moved[m] = exchange[SLOT(s - h * PART_LENGTH)])                \
            BARRIER;                                                           \
        }                                                                      \
        _Pragma("unroll") for (int m = 0; m < ROUNDS(RADIX0) * RADIX0; m++)    \
            v[m] = moved[m];                                                   \
    }
#define SCATTER_PARTS(v)                                                       \
    {                                                                          \
        REAL moved[REGISTERS];                                                 \
        _Pragma("unroll") for (int h = 0; h < PARTS; h++)                      \
        {                                                                      \
            BARRIER;                                                           \
            EACH_WRITTEN(LAST_RADIX, LAST_SPAN, const int s = TARGET(e);       \
                if (IN_PART(s, h))                                             \
                    exchange[SLOT(s - h * PART_LENGTH)] = v[m])                \
            BARRIER;                                                           \
            EACH_POINT(if (IN_PART(i, h))                                      \
                moved[b] = exchange[SLOT(i - h * PART_LENGTH)])                \
        }                                                                      \
        _Pragma("unroll") for (int b = 0; b < CEILING(LENGTH, T); b++)         \
            v[b] = moved[b];                                                   \
    }
#define GATHER                                                                 \
    GATHER_PARTS(re)                                                           \
    GATHER_PARTS(im)
#define SCATTER                                                                \
    SCATTER_PARTS(re)                                                          \
    SCATTER_PARTS(im)
#else
#define GATHER                                                                 \
    EACH_POINT(exchange[SLOT(i)] = (REAL2)(re[b], im[b]))                      \
    BARRIER;                                                                   \
    EACH_READ(RADIX0, 1, const REAL2 v = exchange[SLOT(SOURCE(e))];            \
              re[m] = v.x; im[m] = v.y)                                        \
    BARRIER;
#define SCATTER                                                                \
    BARRIER;                                                                   \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN,                                        \
                 exchange[SLOT(TARGET(e))] = (REAL2)(re[m], im[m]))            \
    BARRIER;                                                                   \
    EACH_POINT(const REAL2 v = exchange[SLOT(i)]; re[b] = v.x; im[b] = v.y)
#endif
#endif
