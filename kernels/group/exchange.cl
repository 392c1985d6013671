/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * exchange.cl: what group.cl and tile2d.cl have in common: T work-items run a
 * transform in registers, C of them are a work-group, and between the stages
 * points go through local memory.
 *
 *   ITEMS, COLUMNS  T and C
 *   LAYOUT        PLAIN, PADDED or what the kernel has besides
 *   SPLIT         real and imaginary parts are exchanged one after the other
 *   PARTS         points are exchanged part by part
 *   IN_PLACE      it stores where it reads
 */
#if !defined(ITEMS) || !defined(COLUMNS) || !defined(LAYOUT)
#error "ITEMS, COLUMNS and LAYOUT must be defined"
#endif

#define PLAIN 0
#define PADDED 1

#define T ITEMS
#define C COLUMNS
#define CEILING(a, b) (((a) + (b) - 1) / (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

/* a hole every 32 words */
#ifdef SPLIT
typedef REAL exchange_t;
#define PAD_SHIFT 5
#else
typedef REAL2 exchange_t;
#define PAD_SHIFT 4
#endif

#ifndef PARTS
#define PARTS 1
#endif

/*
 * Each kernel says what SLOTS(n) slots n points take, the holes at every HOLE
 * of them included. Of a multiple of `rest`, one of M, less than S and k S the
 * last comes apart if no hole depends on the sum: the slot is that of the
 * others and a constant. nvcc adds before it shifts: 4096 points as
 * 16.16.16 have 1160 instructions instead of 1064 then, and 64 registers
 * instead of 48 (this text as CUDA, nvcc 13.0, sm_90).
 */
#define ARE_APART(S, M, rest)                                                  \
    ((rest) % HOLE == 0 &&                                                     \
     ((S) % HOLE == 0 ||                                                       \
      (HOLE % (S) == 0 && ((M) % HOLE == 0 || HOLE % (M) == 0))))

/*
 * LOAD_ALL and STORE_ALL are each kernel's: of all points by a function of
 * access.cl. By twos where the kernel can and `twos` holds.
 */
#ifdef LOADS_TWOS
#define LOAD_BY_TWOS(twos)                                                     \
    if (twos) {                                                                \
        LOAD_ALL(load_two)                                                     \
    } else {                                                                   \
        LOAD_ALL(load_point)                                                   \
    }
#else
#define LOAD_BY_TWOS(twos) LOAD_ALL(load_point)
#endif
#ifdef STORES_TWOS
#define STORE_BY_TWOS(twos)                                                    \
    if (twos) {                                                                \
        STORE_ALL(store_two)                                                   \
    } else {                                                                   \
        STORE_ALL(store_point)                                                 \
    }
#else
#define STORE_BY_TWOS(twos) STORE_ALL(store_point)
#endif

#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

/*
 * In place all that is read comes before any store of the group, and no other
 * group reads what it stores: work-items without a transform read their
 * group's first one, groups without any read nothing. One fence is enough, and
 * the condition is a group's: fences at every barrier and a work-item's own
 * condition took 343 us instead of 273 for 512x512 on an H200.
 */
#ifdef IN_PLACE
#define READS (group * C < a.n_transforms)
#define SPARE_TRANSFORM (READS ? group * C : 0)
#define BEFORE_STORES barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#else
#define READS 1
#define SPARE_TRANSFORM 0
#define BEFORE_STORES
#endif

/*
 * Leg k of the butterfly at registers `at`, of a stage of radix R and span S,
 * times root k q of S R: those of powers of two by polynomial, those between
 * by products.
 */
#define TOP_BIT(k) ((k) / 16 ? 16 : (k) / 8 ? 8 : (k) / 4 ? 4 : (k) / 2 ? 2 : 1)
#define TWIST_BY_POLYNOMIAL(R, S, q, at)                                       \
    {                                                                          \
        const float position = (float)(q);                                     \
        REAL2 w[R];                                                            \
        _Pragma("unroll") for (uint k = 1; k < R; k++)                         \
        {                                                                      \
            const uint top = TOP_BIT(k);                                       \
            w[k] = k == top ? root_of_leg(position, k, R, (S) * (R))           \
                            : complex_product(w[top], w[k - top]);             \
            COMPLEX_MULTIPLY(re[(at) + k], im[(at) + k], w[k].x, w[k].y);      \
        }                                                                      \
    }
