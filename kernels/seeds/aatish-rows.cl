/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * aatish-rows.cl: transforms ROWS rows of N = 2^BITS points in a work-group,
 * stage by stage of radix 2, with real and imaginary parts apart in local
 * memory. A work-item has one column of ROWS / PARTS rows in its registers.
 *
 * BEGUN == 0: points in order; each column is added to or subtracted from the
 * one a stride away, multiplied by its root, and written to the bit-reversed
 * column at the end. BEGUN > 0: points are bit-reversed and the first BEGUN
 * stages done; the rest leaves them in order.
 *
 * BEGIN > 0: the axis between rows, of 2^value[1] rows, gets its first BEGIN
 * stages in registers; its rows are loaded bit-reversed.
 *
 * value[0]: log2 of a transform's rows; value[2]: of the table's circle.
 */
#include "seeds/aatish.cl"

#if !defined(ROWS) || !defined(PARTS) || !defined(BEGUN) || !defined(BEGIN) || \
    !defined(SHUFFLE)
#error "ROWS, PARTS, BEGUN, BEGIN and SHUFFLE must be defined"
#endif

#define N (1u << BITS)
#define HELD (ROWS / PARTS) /* rows of a work-item */

/* A stage that may exchange registers has its barriers behind a condition.
   Unrolled, BITS such stages are 2^BITS paths to PoCL 6, which takes minutes. */
#if GENERAL || SHUFFLE
#define UNROLL_STAGES _Pragma("unroll 1")
#else
#define UNROLL_STAGES _Pragma("unroll")
#endif

struct place {
    uint column;
    uint at;    /* in local memory, of the first row's point */
    uint width; /* work-items that exchange registers */
};

#if SHUFFLE
/* Columns in the order of sub-groups, whatever their work-items' order. */
INLINE uint item_of_group(uint *width)
{
    const uint size = get_max_sub_group_size();

    if (PARTS * N % size == 0)
        *width = size;
    else /* one sub-group, or none that is a power of two */
        *width = size > PARTS * N ? PARTS * N : 1;
    return get_sub_group_id() * size + get_sub_group_local_id();
}
#else
INLINE uint item_of_group(uint *width)
{
    *width = 1;
    return (uint)get_local_id(0);
}
#endif

INLINE void turn(float *re, float *im, float2 w)
{
    const float product = *re * w.x - *im * w.y;

    *im = *re * w.y + *im * w.x;
    *re = product;
}

/* What the columns a stride away have. */
INLINE void fetch(const float *re, const float *im, float *other_re,
                  float *other_im, uint stride, const struct place *place,
                  local float *line_re, local float *line_im)
{
#if SHUFFLE
    if (stride < place->width) {
#pragma unroll
        for (uint h = 0; h < HELD; h++) {
            other_re[h] = sub_group_shuffle_xor(re[h], stride);
            other_im[h] = sub_group_shuffle_xor(im[h], stride);
        }
        return;
    }
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint h = 0; h < HELD; h++) {
        line_re[place->at + h * N] = re[h];
        line_im[place->at + h * N] = im[h];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint h = 0; h < HELD; h++) {
        other_re[h] = line_re[(place->at ^ stride) + h * N];
        other_im[h] = line_im[(place->at ^ stride) + h * N];
    }
}

/* ADDSUB of the paper. */
INLINE void add_or_subtract(float *re, float *im, uint stride,
                            const struct place *place, local float *line_re,
                            local float *line_im)
{
    const float sign = place->column & stride ? -1.0f : 1.0f;
    float other_re[HELD], other_im[HELD];

    fetch(re, im, other_re, other_im, stride, place, line_re, line_im);
#pragma unroll
    for (uint h = 0; h < HELD; h++) {
        re[h] = other_re[h] + sign * re[h];
        im[h] = other_im[h] + sign * im[h];
    }
}

INLINE void turn_all(float *re, float *im, float2 w)
{
#pragma unroll
    for (uint h = 0; h < HELD; h++)
        turn(&re[h], &im[h], w);
}

#if BEGIN
/* The first stages across the rows that are held. */
INLINE void begin_next(float *re, float *im, const struct circle *circle)
{
#pragma unroll
    for (uint s = 1; s <= BEGIN; s++) {
        const uint span = 1u << (s - 1u);
#pragma unroll
        for (uint j = 0; j < HELD; j++) {
            const uint m = j & (span - 1u), other = j | span;
            if (j & span)
                continue;
            if (4u * m == 2u * span) { /* exactly -i */
                const float r = re[other];
                re[other] = im[other];
                im[other] = -r;
            } else if (m) {
                turn(&re[other], &im[other], root_of(m, s, circle));
            }
            const float r = re[j], i = im[j];
            re[j] = r + re[other];
            im[j] = i + im[other];
            re[other] = r - re[other];
            im[other] = i - im[other];
        }
    }
}

INLINE uint row_to_load(uint row, uint bits)
{
    const uint y = row & ((1u << bits) - 1u);

    return row - y + reverse_bits(y, bits);
}
#else
#define row_to_load(row, bits) (row)
#endif

kernel __attribute__((reqd_work_group_size(PARTS * N, 1, 1)))
void aatish_rows(SEED_PARAMETERS)
{
    local float line_re[ROWS * N], line_im[ROWS * N];
    const struct circle circle = {roots, a.value[2], a.root_shift};
    const uint rows = 1u << a.value[0], n_rows = a.n_transforms << a.value[0];
    struct place place;
    const uint item = item_of_group(&place.width);
    const uint part = item >> BITS;
    const uint first = seed_group() * ROWS + part * HELD;
    float re[HELD], im[HELD];

    place.column = item & (N - 1u);
    place.at = part * HELD * N + place.column;
#pragma unroll
    for (uint h = 0; h < HELD; h++) {
        const uint row = row_to_load((first + h) & (rows - 1u), a.value[1]);
        float2 x = 0;
        if (first + h < n_rows)
            x = SEED_IN(SEED_INPUT((first + h) >> a.value[0])
                            [row * N + place.column]);
        re[h] = x.x;
        im[h] = x.y;
    }
#if BEGUN == 0
    UNROLL_STAGES
    for (uint p = 1; p <= BITS; p++) {
        const uint stride = N >> p;

        add_or_subtract(re, im, stride, &place, line_re, line_im);
        if (place.column & stride >> 1)
            turn_all(re, im,
                     root_of(root_behind(place.column, p), BITS, &circle));
    }
#if BITS
    const uint to = place.at - place.column + reverse_bits(place.column, BITS);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint h = 0; h < HELD; h++) {
        line_re[to + h * N] = re[h];
        line_im[to + h * N] = im[h];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint h = 0; h < HELD; h++) {
        re[h] = line_re[place.at + h * N];
        im[h] = line_im[place.at + h * N];
    }
#endif
#else
    UNROLL_STAGES
    for (uint s = BEGUN + 1; s <= BITS; s++) {
        const uint span = 1u << (s - 1u);

        if (place.column & span)
            turn_all(re, im,
                     root_of((place.column & (span - 1u)) << (BITS - s), BITS,
                             &circle));
        add_or_subtract(re, im, span, &place, line_re, line_im);
    }
#endif
#if BEGIN
    begin_next(re, im, &circle);
#endif
#pragma unroll
    for (uint h = 0; h < HELD; h++)
        if (first + h < n_rows)
            SEED_OUTPUT((first + h) >> a.value[0])
                [((first + h) & (rows - 1u)) * N + place.column] =
                    SEED_OUT((float2)(re[h], im[h]));
}
