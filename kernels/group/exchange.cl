/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * exchange.cl: what group.cl and tile2d.cl have in common: T work-items hold a
 * transform in registers, C transforms are a work-group, and between the stages
 * points are exchanged through local memory.
 *
 *   ITEMS, COLUMNS  T and C
 *   LAYOUT        PLAIN, PADDED or what the kernel has besides
 *   SPLIT         real and imaginary parts are exchanged one after the other
 *   PARTS         points are exchanged part by part
 *   IN_PLACE      the kernel stores where it reads
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
 * Each kernel defines SLOTS(n): how many slots n points take, with one hole
 * after every HOLE of them. The slot of a sum of a multiple of `rest` (one of
 * M, less than S) and k S is the slot of the first plus a constant if no hole
 * depends on the sum. Compilers do not see that by themselves: they add before
 * they shift. Figures: docs/internals/notes.md, "exchange.cl".
 */
#define ARE_APART(S, M, rest)                                                  \
    ((rest) % HOLE == 0 &&                                                     \
     ((S) % HOLE == 0 ||                                                       \
      (HOLE % (S) == 0 && ((M) % HOLE == 0 || HOLE % (M) == 0))))

/* LOAD_ALL and STORE_ALL are macros of each kernel: they move all points by a
   function of access.cl, two at a time where the kernel can and `twos`
   holds. */
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

/* the rows of this group, of which the last ones may be beyond the last
   transform */
#define ROWS_OF_GROUP                                                          \
    (group * C >= a.n_transforms ? 0                                           \
                                 : min((uint)C, a.n_transforms - group * C))

/*
 * In place, a group reads all its points before it stores any, and no other
 * group reads what it stores: work-items without a transform read their group's
 * first one, groups without any read nothing. One fence is enough, and the
 * condition is the same for a whole group; fences at every barrier and a
 * condition for each work-item are slower. Figures: docs/internals/notes.md,
 * "exchange.cl".
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

/* Multiplies leg k of the butterfly in the registers from `at` on, of a stage
   of radix R and span S, by root k q of S R. Legs that are powers of two have
   their roots by polynomial, those between by products. */
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
