/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fill.c: fresh random input for a description. */
#include "internal.h"
#include "sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POISON 0xff /* NaN, to any float */

/* xorshift64* (Vigna 2016), seeded through splitmix64's finaliser. */
static uint64_t seed_state(uint64_t seed)
{
    seed += UINT64_C(0x9e3779b97f4a7c15);
    seed = (seed ^ seed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    seed = (seed ^ seed >> 27) * UINT64_C(0x94d049bb133111eb);
    return (seed ^ seed >> 31) | 1;
}

static uint64_t draw_bits(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static double draw_uniform(uint64_t *state)
{
    return (double)(int64_t)draw_bits(state) / 9223372036854775808.0;
}

static void write_number(const struct reference *reference,
                         unsigned char *bytes, double value)
{
    reference_sample_write(bytes, reference->desc.load.sample,
                           reference->desc.precision,
                           reference->desc.load.big_endian, value);
}

static double read_number(const struct reference *reference,
                          const unsigned char *bytes)
{
    return (double)reference_sample_read(bytes, reference->desc.load.sample,
                                         reference->desc.precision,
                                         reference->desc.load.big_endian, 0);
}

static void scale_transform(const struct reference *reference,
                            const uint64_t index[CLFFT_MAX_LOOPS],
                            double factor, unsigned char *input)
{
    const size_t size = reference->layout.input_size;
    const size_t number = reference_sample_size(reference->desc.load.sample,
                                                reference->desc.precision);

    for (uint64_t i = 0; i < reference->input.n_points; i++) {
        unsigned char *element =
            input + size * reference_place(&reference->input, index, i);
        for (size_t part = 0; part < size; part += number)
            write_number(reference, element + part,
                         factor * read_number(reference, element + part));
    }
}

/* X[-k] = conj(X[k]) on the planes k0 = 0 and n0/2, where both are stored:
   the spectrum of a real signal of rank 2 or 3. */
static void make_hermitian(const struct reference *reference,
                           const uint64_t index[CLFFT_MAX_LOOPS],
                           unsigned char *input)
{
    const struct reference_side *side = &reference->input;
    const uint64_t n0 = reference->desc.lengths[0];
    const uint64_t n1 = side->points[1], n2 = side->points[2];
    const size_t size = reference->layout.input_size;

    for (uint64_t i = 0; i < side->n_points; i++) {
        const uint64_t k0 = i % side->points[0];
        const uint64_t k1 = i / side->points[0] % n1;
        const uint64_t k2 = i / side->points[0] / n1;
        const uint64_t mirror =
            k0 + side->points[0] * ((n1 - k1) % n1 + n1 * ((n2 - k2) % n2));
        unsigned char *from, *to;
        if ((k0 != 0 && 2 * k0 != n0) || mirror < i)
            continue;
        from = input + size * reference_place(side, index, i);
        to = input + size * reference_place(side, index, mirror);
        memmove(to, from, size);
        write_number(reference, to + size / 2,
                     mirror == i ? 0
                                 : -read_number(reference, from + size / 2));
    }
}

/* A float that the load hook must not touch. The matrix reads more than the
   places of its first source, so there nothing is known. */
static void poison_gaps(const struct reference *reference, unsigned char *input)
{
    const struct reference_layout *layout = &reference->layout;
    const uint64_t n = layout->input_length;
    const size_t size = layout->input_size;
    unsigned char *read = calloc(n / 8 + 1, 1);
    uint64_t index[CLFFT_MAX_LOOPS];

    for (uint64_t r = 0; read && r < layout->n_transforms; r++) {
        reference_split(reference->counts, r, index);
        for (uint64_t i = 0; i < reference->input.n_points; i++) {
            const uint64_t e = reference_place(&reference->input, index, i);
            read[e / 8] |= (unsigned char)(1 << e % 8);
        }
    }
    for (uint64_t e = 0; read && e < n; e++)
        if (!(read[e / 8] >> e % 8 & 1))
            memset(input + e * size, POISON, size);
    free(read);
}

static bool has_gaps(const struct reference *reference)
{
    return !reference->desc.load.matrix &&
           reference->layout.input_length !=
               reference->input.n_points * reference->layout.n_transforms;
}

void reference_fill(const struct reference *reference, uint64_t seed,
                    double quiet_db, void *input)
{
    const clfft_desc *desc = &reference->desc;
    const bool is_float = reference_sample_is_float(desc->load.sample);
    const size_t number =
        reference_sample_size(desc->load.sample, desc->precision);
    const uint64_t size =
        reference->layout.input_length * reference->layout.input_size;
    unsigned char *bytes = input;
    uint64_t state = seed_state(seed), index[CLFFT_MAX_LOOPS];

    for (uint64_t i = 0; i < size; i += is_float ? number : 1) {
        if (is_float)
            write_number(reference, bytes + i, draw_uniform(&state));
        else
            bytes[i] = (unsigned char)(draw_bits(&state) >> 56);
    }
    if (is_float && has_gaps(reference))
        poison_gaps(reference, bytes);
    for (uint64_t r = 0; r < reference->layout.n_transforms; r++) {
        reference_split(reference->counts, r, index);
        if (desc->transform == CLFFT_TRANSFORM_C2R && desc->rank > 1)
            make_hermitian(reference, index, bytes);
        if (quiet_db > 0 && is_float && r % 2 == 1)
            scale_transform(reference, index, pow(10, -quiet_db / 20), bytes);
    }
}
