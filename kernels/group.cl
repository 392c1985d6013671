/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group.cl: one pass of the group schedule. A work-group runs COLUMNS
 * transforms of LENGTH points, ITEMS work-items each; the points stay in
 * registers and are exchanged through local memory between the stages of a
 * Stockham transform (Govindaraju et al., "High Performance Discrete Fourier
 * Transforms on Graphics Processors", 2008).
 *
 *   LENGTH, RADIX0..RADIX4   product of the radices = LENGTH
 *   ITEMS, COLUMNS
 *   LOAD_COLUMNS, STORE_COLUMNS  1: neighbouring work-items take neighbouring
 *                 transforms, 0: neighbouring points
 *   LAYOUT        PLAIN e*COLUMNS+c | PADDED c*LENGTH+e with a hole every 32
 *                 words | PITCH rows that start in different banks
 *   SPLIT         real and imaginary parts are exchanged one after the other
 *   PARTS         and each of them part by part, LENGTH / PARTS points at once
 *   EARLY         the roots of all stages are read before the first one, which
 *                 hides their latency and takes registers
 *   STAGES_BY_POLYNOMIAL  they are computed: a launch has a buffer less, which
 *                 is 0.24 us of 4.1 on an H200
 *   FREE_GROUP_SIZE  the compiler is told how many registers there are, not how
 *                 many work-items: it takes no heed of the former else
 *   FUSE_POST     real transform of 2*LENGTH points: untangle before the store
 *   BLUESTEIN     convolve with chirp_spectrum: two transforms in one
 *   RADER         the same around LENGTH + 1 points, a prime: point g^m is
 *                 permutation[m], result g^-m lies there (method_rader.c).
 *                 Rows go through local memory once more on either side, so
 *                 that neighbouring work-items take neighbouring points
 *   TWIDDLE_CHAIN multiply by the roots of the four-step algorithm before the
 *                 store: every fourth root of a butterfly is computed, those
 *                 between by one product
 */
#define PITCH 2

#if !defined(LENGTH) || !defined(RADIX0)
#error "LENGTH and RADIX0 must be defined"
#endif

/* butterflies of radix R that a work-item runs */
#define ROUNDS(R) CEILING(LENGTH / (R), T)

#define REGISTERS0 (ROUNDS(RADIX0) * RADIX0)
#ifdef RADIX1
#define REGISTERS1 LARGER(REGISTERS0, ROUNDS(RADIX1) * RADIX1)
#define SPAN1 RADIX0
#define TABLE1 0
#define LAST_RADIX RADIX1
#else
#define REGISTERS1 REGISTERS0
#define LAST_RADIX RADIX0
#endif
#ifdef RADIX2
#define REGISTERS2 LARGER(REGISTERS1, ROUNDS(RADIX2) * RADIX2)
#define SPAN2 (SPAN1 * RADIX1)
#define TABLE2 (TABLE1 + (RADIX1 - 1) * SPAN1)
#undef LAST_RADIX
#define LAST_RADIX RADIX2
#else
#define REGISTERS2 REGISTERS1
#endif
#ifdef RADIX3
#define REGISTERS3 LARGER(REGISTERS2, ROUNDS(RADIX3) * RADIX3)
#define SPAN3 (SPAN2 * RADIX2)
#define TABLE3 (TABLE2 + (RADIX2 - 1) * SPAN2)
#undef LAST_RADIX
#define LAST_RADIX RADIX3
#else
#define REGISTERS3 REGISTERS2
#endif
#ifdef RADIX4
#define REGISTERS LARGER(REGISTERS3, ROUNDS(RADIX4) * RADIX4)
#define SPAN4 (SPAN3 * RADIX3)
#define TABLE4 (TABLE3 + (RADIX3 - 1) * SPAN3)
#undef LAST_RADIX
#define LAST_RADIX RADIX4
#else
#define REGISTERS REGISTERS3
#endif
#define LAST_SPAN (LENGTH / LAST_RADIX)

/* ---- local memory ---- */

#define PART_LENGTH (LENGTH / PARTS)

#if LAYOUT == PLAIN
#define SLOT(e) ((e) * C + c)
#define N_SLOTS (PART_LENGTH * C)
#elif LAYOUT == PADDED
#define SLOT(e) (c * PART_LENGTH + (e) + ((c * PART_LENGTH + (e)) >> PAD_SHIFT))
#define N_SLOTS (PART_LENGTH * C + ((PART_LENGTH * C) >> PAD_SHIFT))
#else
#define PADDED_ROW (PART_LENGTH + PART_LENGTH / 32)
#define ROW_PITCH (PADDED_ROW + (32 / C + 32 - PADDED_ROW % 32) % 32)
#define SLOT(e) (c * ROW_PITCH + (e) + ((e) >> 5))
#define N_SLOTS (ROW_PITCH * C)
#endif

/* ---- stages ---- */

/* does round b of radix R exist for this work-item? a constant if even */
#define ACTIVE(R, b) (LENGTH / (R) % T == 0 || t + (b) * T < LENGTH / (R))

/* Has the leg that begins at `first` points, or results? A convolution has none
   in its upper half. */
#ifdef BLUESTEIN
#define IS_PRESENT(first) (2 * (first) < LENGTH)
#else
#define IS_PRESENT(first) 1
#endif

#define BUTTERFLIES(R)                                                         \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++)                      \
        JOIN(butterfly, R)(re + b * R, im + b * R);

/* The root of leg k in round b of stage n. */
#define TWIDDLE(n, S, b, k)                                                    \
    twiddle[TABLE##n + ((k) - 1) * (S) + (t_store + (b) * T) % (S)]

#ifdef EARLY
#define EARLY_TWIDDLES(n, R, S)                                                \
    REAL2 w##n[ROUNDS(R) * (R)];                                               \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++)                      \
    {                                                                          \
        _Pragma("unroll") for (int k = 1; k < R; k++)                          \
            w##n[b * (R) + k] = TWIDDLE(n, S, b, k);                           \
    }
#define ROOT_OF_LEG(n, R, S, b, k) w##n[(b) * (R) + (k)]
#else
#define EARLY_TWIDDLES(n, R, S)
#define ROOT_OF_LEG(n, R, S, b, k) TWIDDLE(n, S, b, k)
#endif

/* Behind the first exchange, so for the work-item that there is from then on.
   Unless early each root is read where it is needed: all of a stage's at once
   took 403 us instead of 326 for 1080x1920 on an H200, for want of registers. */
#ifndef STAGES_BY_POLYNOMIAL
#define TWIDDLES(n, R, S)                                                      \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++)                      \
    {                                                                          \
        _Pragma("unroll") for (int k = 1; k < R; k++)                          \
        {                                                                      \
            const REAL2 w = ROOT_OF_LEG(n, R, S, b, k);                        \
            COMPLEX_MULTIPLY(re[b * R + k], im[b * R + k], w.x, w.y);          \
        }                                                                      \
    }
#else
#define TWIDDLES(n, R, S)                                                      \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++)                      \
        TWIST_BY_POLYNOMIAL(R, S, (uint)(t_store + b * T) % (S), b * R)
#endif

/* where the outputs of butterfly j of a stage with span S go */
#define EACH_WRITTEN(R, S, statement)                                          \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++) if (ACTIVE(R, b))    \
    {                                                                          \
        const int j = t + b * T;                                               \
        const int o = j / (S) * ((S) * (R)) + j % (S);                         \
        _Pragma("unroll") for (int k = 0; k < R; k++)                          \
        {                                                                      \
            const int e = o + k * (S), m = b * R + k, slot = SLOT(e);          \
            statement;                                                         \
        }                                                                      \
    }

#define EACH_READ(R, statement)                                                \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(R); b++) if (ACTIVE(R, b))    \
    {                                                                          \
        const int j = t + b * T;                                               \
        _Pragma("unroll") for (int k = 0; k < R; k++)                          \
        {                                                                      \
            const int e = j + k * (LENGTH / (R)), m = b * R + k;               \
            const int slot = SLOT(e);                                          \
            statement;                                                         \
        }                                                                      \
    }

/*
 * Half a spectrum is folded on its way into local memory, bins k and
 * LENGTH - k by one work-item. Where the two make one point, both write it.
 */
#if LOAD == HALF && INNER == 0 && !defined(CHIRP_LOAD) && !defined(RADER) &&   \
    defined(RADIX1) && PARTS == 1
#define FUSE_FOLD
#define PAIRS (LENGTH / 2 / T + 1)
#define EACH_PAIR(statement)                                                   \
    _Pragma("unroll") for (int b = 0; b < PAIRS; b++)                          \
        if (t + b * T <= LENGTH / 2)                                           \
    {                                                                          \
        const int low = SLOT(t + b * T);                                       \
        const int high = t + b * T ? SLOT(LENGTH - t - b * T) : low;           \
        statement;                                                             \
    }
#endif

#if LOAD_COLUMNS == STORE_COLUMNS
#define EXCHANGE_TURN
#define EXCHANGE_TURN_BACK
#else
/* the first exchange also turns tiles: from here on the other lane order */
#define EXCHANGE_TURN                                                          \
    t = t_store;                                                               \
    c = c_store;
#define EXCHANGE_TURN_BACK                                                     \
    t = t_load;                                                                \
    c = c_load;
#endif

#if PARTS > 1
/*
 * Part h has the points h * PART_LENGTH and up. What a butterfly stores lies in
 * one part if its outputs do, what it reads of leg k too if the parts' borders
 * are legs' borders: then the compiler sees whole butterflies and whole legs.
 */
#define STORES_TO(R, S, h)                                                     \
    (PART_LENGTH % ((R) * (S)) == 0 ? o / PART_LENGTH == (h)                   \
                                    : e / PART_LENGTH == (h))
#define READS_FROM(R, h)                                                       \
    ((R) % PARTS == 0 ? k / ((R) / PARTS) == (h) : e / PART_LENGTH == (h))
#define EXCHANGE_PARTS(RA, SA, RB, v, TURN, TURN_BACK)                         \
    {                                                                          \
        REAL moved[REGISTERS];                                                 \
        _Pragma("unroll") for (int h = 0; h < PARTS; h++)                      \
        {                                                                      \
            if (h) {                                                           \
                TURN_BACK BARRIER;                                             \
            }                                                                  \
            EACH_WRITTEN(RA, SA, if (STORES_TO(RA, SA, h))                     \
                exchange[SLOT(e - h * PART_LENGTH)] = v[m])                    \
            BARRIER;                                                           \
            TURN EACH_READ(RB, if (READS_FROM(RB, h))                          \
                moved[m] = exchange[SLOT(e - h * PART_LENGTH)])                \
        }                                                                      \
        _Pragma("unroll") for (int m = 0; m < ROUNDS(RB) * (RB); m++)          \
            v[m] = moved[m];                                                   \
    }
#define EXCHANGE_BETWEEN(RA, SA, RB, TURN, TURN_BACK)                          \
    {                                                                          \
        EXCHANGE_PARTS(RA, SA, RB, re, TURN, TURN_BACK)                        \
        TURN_BACK BARRIER;                                                     \
        EXCHANGE_PARTS(RA, SA, RB, im, TURN, TURN_BACK)                        \
    }
#elif defined(SPLIT)
#define EXCHANGE_BETWEEN(RA, SA, RB, TURN, TURN_BACK)                          \
    {                                                                          \
        EACH_WRITTEN(RA, SA, exchange[slot] = re[m])                           \
        BARRIER;                                                               \
        TURN EACH_READ(RB, re[m] = exchange[slot]) BARRIER;                    \
        TURN_BACK EACH_WRITTEN(RA, SA, exchange[slot] = im[m]) BARRIER;        \
        TURN EACH_READ(RB, im[m] = exchange[slot])                             \
    }
#else
#define EXCHANGE_BETWEEN(RA, SA, RB, TURN, TURN_BACK)                          \
    {                                                                          \
        EACH_WRITTEN(RA, SA, exchange[slot] = (REAL2)(re[m], im[m]))           \
        BARRIER;                                                               \
        TURN EACH_READ(RB, const REAL2 v = exchange[slot]; re[m] = v.x;        \
                       im[m] = v.y)                                            \
    }
#endif

#define FIRST_EXCHANGE(RA, SA, RB)                                             \
    EXCHANGE_BETWEEN(RA, SA, RB, EXCHANGE_TURN, EXCHANGE_TURN_BACK)
#define NEXT_EXCHANGE(RA, SA, RB)                                              \
    BARRIER;                                                                   \
    EXCHANGE_BETWEEN(RA, SA, RB, , )

#if defined(RADIX4)
#define EARLY_ALL                                                              \
    EARLY_TWIDDLES(1, RADIX1, SPAN1)                                           \
    EARLY_TWIDDLES(2, RADIX2, SPAN2)                                           \
    EARLY_TWIDDLES(3, RADIX3, SPAN3)                                           \
    EARLY_TWIDDLES(4, RADIX4, SPAN4)
#elif defined(RADIX3)
#define EARLY_ALL                                                              \
    EARLY_TWIDDLES(1, RADIX1, SPAN1)                                           \
    EARLY_TWIDDLES(2, RADIX2, SPAN2)                                           \
    EARLY_TWIDDLES(3, RADIX3, SPAN3)
#elif defined(RADIX2)
#define EARLY_ALL                                                              \
    EARLY_TWIDDLES(1, RADIX1, SPAN1)                                           \
    EARLY_TWIDDLES(2, RADIX2, SPAN2)
#elif defined(RADIX1)
#define EARLY_ALL EARLY_TWIDDLES(1, RADIX1, SPAN1)
#else
#define EARLY_ALL
#endif

#define STAGE0 BUTTERFLIES(RADIX0)
#ifdef RADIX1
#define STAGE1(FIRST)                                                          \
    FIRST(RADIX0, 1, RADIX1)                                                   \
    TWIDDLES(1, RADIX1, SPAN1) BUTTERFLIES(RADIX1)
#else
#define STAGE1(FIRST)
#endif
#ifdef RADIX2
#define STAGE2                                                                 \
    NEXT_EXCHANGE(RADIX1, SPAN1, RADIX2)                                       \
    TWIDDLES(2, RADIX2, SPAN2) BUTTERFLIES(RADIX2)
#else
#define STAGE2
#endif
#ifdef RADIX3
#define STAGE3                                                                 \
    NEXT_EXCHANGE(RADIX2, SPAN2, RADIX3)                                       \
    TWIDDLES(3, RADIX3, SPAN3) BUTTERFLIES(RADIX3)
#else
#define STAGE3
#endif
#ifdef RADIX4
#define STAGE4                                                                 \
    NEXT_EXCHANGE(RADIX3, SPAN3, RADIX4)                                       \
    TWIDDLES(4, RADIX4, SPAN4) BUTTERFLIES(RADIX4)
#else
#define STAGE4
#endif

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
            EACH_READ(RADIX0, const int s = SOURCE(e); if (IN_PART(s, h))      \
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
    EACH_READ(RADIX0, const REAL2 v = exchange[SLOT(SOURCE(e))]; re[m] = v.x;  \
              im[m] = v.y)                                                     \
    BARRIER;
#define SCATTER                                                                \
    BARRIER;                                                                   \
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN,                                        \
                 exchange[SLOT(TARGET(e))] = (REAL2)(re[m], im[m]))            \
    BARRIER;                                                                   \
    EACH_POINT(const REAL2 v = exchange[SLOT(i)]; re[b] = v.x; im[b] = v.y)
#endif
#endif

/* where leg e is read and written by itself */
#ifdef RADER
#define LOADED_INDEX(e) permutation[e]
#define STORED_INDEX(e) permutation[(e) ? LENGTH - (e) : 0]
#define STORED_SIGN -
#else
#define LOADED_INDEX(e) POINT_INDEX(&a, in, e, &p)
#define STORED_INDEX(e) POINT_INDEX(&a, out, e, &p)
#define STORED_SIGN
#endif

/* root number e * i0 of the four-step algorithm */
#ifdef ROOTS_BY_POLYNOMIAL
#define ROOT(e)                                                                \
    root_by_polynomial((uint)(e) * p.i0 * a.root_scale, a.root_count,          \
                       4.0f / (float)a.root_count)
#else
#define ROOT(e)                                                                \
    root_of_unity(roots, (uint)(e) * p.i0 * a.root_scale, a.shift)
#endif

kernel
#ifndef FREE_GROUP_SIZE
    __attribute__((reqd_work_group_size(T * C, 1, 1)))
#endif
void pass_group(PASS_PARAMETERS)
{
    PASS_ABSENT
#if defined(RADIX1) || defined(FUSE_POST) || defined(RADER_ROWS)
    local exchange_t exchange[N_SLOTS];
#endif
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const int lid = get_local_id(0);
    const int t_load = LOAD_COLUMNS ? lid / C : lid % T;
    const int c_load = LOAD_COLUMNS ? lid % C : lid / T;
    const int t_store = STORE_COLUMNS ? lid / C : lid % T;
    const int c_store = STORE_COLUMNS ? lid % C : lid / T;
    int t = t_load, c = c_load;
    REAL re[REGISTERS], im[REGISTERS];
    struct place p;

    /* beyond the last transform: another one, not stored */
    p = place_of(group * C + c < a.n_transforms ? group * C + c
                                                : SPARE_TRANSFORM, &a);
#ifdef FUSE_FOLD
    {
        REAL ur[PAIRS], ui[PAIRS], vr[PAIRS], vi[PAIRS];

#pragma unroll
        for (int b = 0; b < PAIRS; b++) {
            const int k = t + b * T <= LENGTH / 2 ? t + b * T : 0;
            const offset_t low = (offset_t)k * (offset_t)a.in.stride;
            const offset_t high =
                (offset_t)(LENGTH - k) * (offset_t)a.in.stride;
            const REAL2 u = READS ? (in + p.in)[low] : (REAL2)(0);
            const REAL2 v = READS ? (in + p.in)[high] : (REAL2)(0);
            const REAL2 w = REAL_ROOT(&a, k);

            ur[b] = u.x;
            ui[b] = k ? u.y : 0;
            vr[b] = v.x;
            vi[b] = k ? v.y : 0;
            tangle(&ur[b], &ui[b], &vr[b], &vi[b], w.x, w.y);
            vr[b] = k ? vr[b] : ur[b];
            vi[b] = k ? vi[b] : ui[b];
        }
#ifdef SPLIT
        EACH_PAIR(exchange[low] = ur[b]; exchange[high] = vr[b])
        BARRIER;
        EACH_READ(RADIX0, re[m] = exchange[slot])
        BARRIER;
        EACH_PAIR(exchange[low] = ui[b]; exchange[high] = vi[b])
        BARRIER;
        EACH_READ(RADIX0, im[m] = exchange[slot])
#else
        EACH_PAIR(exchange[low] = (REAL2)(ur[b], ui[b]);
                  exchange[high] = (REAL2)(vr[b], vi[b]))
        BARRIER;
        EACH_READ(RADIX0, const REAL2 v = exchange[slot]; re[m] = v.x;
                  im[m] = v.y)
#endif
        BARRIER;
    }
#else
#ifdef IN_PLACE
#pragma unroll
    for (int m = 0; m < ROUNDS(RADIX0) * RADIX0; m++)
        re[m] = im[m] = 0;
#endif
#ifdef RADER
    /* x[0], where the sum of the others will be */
    REAL xr = 0, xi = 0;
    if (READS && t == 0)
        load_point(LOAD_ARGUMENTS, &p, 0, &xr, &xi);
#endif
#ifdef RADER_ROWS
    if (READS) {
        EACH_POINT(load_point(LOAD_ARGUMENTS, &p, i + 1, &re[b], &im[b]))
    }
    GATHER
#else
    if (READS) {
#pragma unroll
        for (int b = 0; b < ROUNDS(RADIX0); b++) {
#pragma unroll
            for (int k = 0; k < RADIX0; k++) {
                const uint e = t + b * T + k * (LENGTH / RADIX0);
                re[b * RADIX0 + k] = 0;
                im[b * RADIX0 + k] = 0;
                if (ACTIVE(RADIX0, b) && IS_PRESENT(k * (LENGTH / RADIX0)))
                    load_point(LOAD_ARGUMENTS, &p, LOADED_INDEX(e),
                               &re[b * RADIX0 + k], &im[b * RADIX0 + k]);
            }
        }
    }
#endif
#endif

    EARLY_ALL
    STAGE0
    STAGE1(FIRST_EXCHANGE)
    STAGE2
    STAGE3
    STAGE4

#ifdef RADER
    /* only where t is 0 */
    const REAL dr = xr + re[0], di = xi + im[0];
#endif
#if defined(BLUESTEIN) || defined(RADER)
#pragma unroll
    for (int b = 0; b < ROUNDS(LAST_RADIX); b++) {
        if (ACTIVE(LAST_RADIX, b)) {
#pragma unroll
            for (int k = 0; k < LAST_RADIX; k++) {
                const int m = b * LAST_RADIX + k;
                const REAL2 s = chirp_spectrum[t + b * T + k * LAST_SPAN];
                COMPLEX_MULTIPLY(re[m], im[m], s.x, s.y);
                im[m] = -im[m];
            }
        }
    }
#ifdef RADER
    re[0] += xr;
    im[0] -= xi;
#endif
#if LAST_RADIX != RADIX0
    NEXT_EXCHANGE(LAST_RADIX, LAST_SPAN, RADIX0)
#endif
    STAGE0
    STAGE1(NEXT_EXCHANGE)
    STAGE2
    STAGE3
    STAGE4
#endif

    BEFORE_STORES
#if LOAD_COLUMNS != STORE_COLUMNS
    p = place_of(group * C + c < a.n_transforms ? group * C + c : 0, &a);
#endif
    const bool valid = group * C + c < a.n_transforms;

#ifdef RADER
    if (valid && t == 0)
        store_point(STORE_ARGUMENTS, &p, 0, 0, dr, di);
#endif
#ifdef RADER_ROWS
    SCATTER
    if (valid) {
        EACH_POINT(store_point(STORE_ARGUMENTS, &p, i + 1, i + 1, re[b],
                               -im[b]))
    }
#elif defined(FUSE_POST)
    BARRIER;
#ifdef SPLIT
    REAL pr[LENGTH / 2 / T + 1], qr[LENGTH / 2 / T + 1];
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, exchange[slot] = re[m])
    BARRIER;
#pragma unroll
    for (int b = 0; b <= LENGTH / 2 / T; b++) {
        const int k = t + b * T <= LENGTH / 2 ? t + b * T : 0;
        pr[b] = exchange[SLOT(k)];
        qr[b] = exchange[SLOT(k ? LENGTH - k : 0)];
    }
    BARRIER;
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, exchange[slot] = im[m])
    BARRIER;
#else
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, exchange[slot] = (REAL2)(re[m], im[m]))
    BARRIER;
#endif
#pragma unroll
    for (int b = 0; b <= LENGTH / 2 / T; b++) {
        const int k = t + b * T;
        if (valid && k <= LENGTH / 2) {
            const int mirror = k ? LENGTH - k : 0;
#ifdef SPLIT
            REAL zr = pr[b], zi = exchange[SLOT(k)];
            REAL yr = qr[b], yi = exchange[SLOT(mirror)];
#else
            REAL zr = exchange[SLOT(k)].x, zi = exchange[SLOT(k)].y;
            REAL yr = exchange[SLOT(mirror)].x, yi = exchange[SLOT(mirror)].y;
#endif
            const REAL2 w = REAL_ROOT(&a, k);
            untangle(&zr, &zi, &yr, &yi, w.x, w.y);
            store_point(STORE_ARGUMENTS, &p, k, k, zr, zi);
            if (2 * k != LENGTH)
                store_point(STORE_ARGUMENTS, &p, LENGTH - k, LENGTH - k, yr,
                            yi);
        }
    }
#else
#ifdef TWIDDLE_CHAIN
    {
        REAL2 next[4];
#pragma unroll
        for (int k = 1; k < 4 && k < LAST_RADIX; k++)
            next[k] = ROOT(k * LAST_SPAN);
#pragma unroll
        for (int b = 0; b < ROUNDS(LAST_RADIX); b++) {
            REAL2 w = 1;
#pragma unroll
            for (int k = 0; k < LAST_RADIX; k++) {
                const int m = b * LAST_RADIX + k;
                REAL2 v;
                if (k % 4 == 0)
                    w = ROOT(t + b * T + k * LAST_SPAN);
                v = k % 4 ? complex_product(w, next[k % 4]) : w;
                COMPLEX_MULTIPLY(re[m], im[m], v.x, v.y);
            }
        }
    }
#endif
#pragma unroll
    for (int b = 0; b < ROUNDS(LAST_RADIX); b++) {
        if (valid && ACTIVE(LAST_RADIX, b)) {
#pragma unroll
            for (int k = 0; k < LAST_RADIX; k++) {
                const uint e = t + b * T + k * LAST_SPAN;
                if (IS_PRESENT(k * LAST_SPAN))
                    store_point(STORE_ARGUMENTS, &p, e, STORED_INDEX(e),
                                re[b * LAST_RADIX + k],
                                STORED_SIGN im[b * LAST_RADIX + k]);
            }
        }
    }
#endif
}
