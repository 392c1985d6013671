/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sample.c: stored numbers <-> values, one at a time. */
#include "sample.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum sample_kind {
    SAMPLE_SIGNED,
    SAMPLE_UNSIGNED, /* offset binary */
    SAMPLE_PIXEL,    /* from zero; the largest is 1 */
    SAMPLE_FLOAT,
};

static const struct sample_format {
    enum sample_kind kind;
    unsigned size;  /* bytes */
    unsigned bits;  /* that carry the value */
    unsigned shift; /* bits below these */
} sample_formats[] = {
    [CLFFT_SAMPLE_NATIVE] = {SAMPLE_FLOAT, 4, 32},
    [CLFFT_SAMPLE_S8] = {SAMPLE_SIGNED, 1, 8},
    [CLFFT_SAMPLE_U8] = {SAMPLE_UNSIGNED, 1, 8},
    [CLFFT_SAMPLE_S16] = {SAMPLE_SIGNED, 2, 16},
    [CLFFT_SAMPLE_U16] = {SAMPLE_UNSIGNED, 2, 16},
    [CLFFT_SAMPLE_S24] = {SAMPLE_SIGNED, 3, 24},
    [CLFFT_SAMPLE_U24] = {SAMPLE_UNSIGNED, 3, 24},
    [CLFFT_SAMPLE_S20] = {SAMPLE_SIGNED, 3, 20},
    [CLFFT_SAMPLE_U20] = {SAMPLE_UNSIGNED, 3, 20},
    [CLFFT_SAMPLE_S18] = {SAMPLE_SIGNED, 3, 18},
    [CLFFT_SAMPLE_U18] = {SAMPLE_UNSIGNED, 3, 18},
    [CLFFT_SAMPLE_S24_32] = {SAMPLE_SIGNED, 4, 24},
    [CLFFT_SAMPLE_U24_32] = {SAMPLE_UNSIGNED, 4, 24},
    [CLFFT_SAMPLE_S32] = {SAMPLE_SIGNED, 4, 32},
    [CLFFT_SAMPLE_U32] = {SAMPLE_UNSIGNED, 4, 32},
    [CLFFT_SAMPLE_F32] = {SAMPLE_FLOAT, 4, 32},
    [CLFFT_SAMPLE_F64] = {SAMPLE_FLOAT, 8, 64},
    [CLFFT_SAMPLE_UNORM8] = {SAMPLE_PIXEL, 1, 8},
    [CLFFT_SAMPLE_UNORM16] = {SAMPLE_PIXEL, 2, 16},
    [CLFFT_SAMPLE_UNORM10] = {SAMPLE_PIXEL, 2, 10},
    [CLFFT_SAMPLE_UNORM12] = {SAMPLE_PIXEL, 2, 12},
    [CLFFT_SAMPLE_UNORM10_TOP] = {SAMPLE_PIXEL, 2, 10, 6},
    [CLFFT_SAMPLE_UNORM12_TOP] = {SAMPLE_PIXEL, 2, 12, 4},
};

static struct sample_format format_of(clfft_sample sample,
                                      clfft_precision precision)
{
    if (sample == CLFFT_SAMPLE_NATIVE && precision == CLFFT_PRECISION_DOUBLE)
        sample = CLFFT_SAMPLE_F64;
    return sample_formats[sample];
}

static bool host_is_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;

    memcpy(&first, &one, 1);
    return first == 0;
}

/* The host's byte order is what "not big endian" means for NATIVE data, and
   little endian is what it means for a sample format. */
static bool is_big_endian(clfft_sample sample, bool big_endian)
{
    return sample == CLFFT_SAMPLE_NATIVE ? host_is_big_endian() : big_endian;
}

size_t reference_sample_size(clfft_sample sample, clfft_precision precision)
{
    return format_of(sample, precision).size;
}

bool reference_sample_is_float(clfft_sample sample)
{
    return sample_formats[sample].kind == SAMPLE_FLOAT;
}

long double reference_sample_read(const unsigned char *bytes,
                                  clfft_sample sample,
                                  clfft_precision precision, bool big_endian,
                                  double scale)
{
    const struct sample_format format = format_of(sample, precision);
    const bool big = is_big_endian(sample, big_endian);
    uint64_t word = 0;
    long double value;

    for (unsigned i = 0; i < format.size; i++)
        word = word << 8 | bytes[big ? i : format.size - 1 - i];
    if (format.kind == SAMPLE_FLOAT && format.size == 8) {
        double f64;
        memcpy(&f64, &word, sizeof f64);
        value = f64;
    } else if (format.kind == SAMPLE_FLOAT) {
        const uint32_t word32 = (uint32_t)word;
        float f32;
        memcpy(&f32, &word32, sizeof f32);
        value = f32;
    } else if (format.kind == SAMPLE_PIXEL) {
        const uint64_t largest = (UINT64_C(1) << format.bits) - 1;
        value = (long double)(word >> format.shift & largest);
        if (scale == 0)
            value /= (long double)largest;
    } else {
        const uint64_t half = UINT64_C(1) << (format.bits - 1);
        word &= 2 * half - 1;
        if (format.kind == SAMPLE_SIGNED)
            word ^= half; /* two's complement -> offset binary */
        value = (long double)word - (long double)half;
        if (scale == 0)
            value /= (long double)half;
    }
    return scale == 0 ? value : value * scale;
}

void reference_sample_write(unsigned char *bytes, clfft_sample sample,
                            clfft_precision precision, bool big_endian,
                            double value)
{
    const struct sample_format format = format_of(sample, precision);
    const bool big = is_big_endian(sample, big_endian);
    const float f32 = (float)value;
    uint32_t word32;
    uint64_t word;

    assert(format.kind == SAMPLE_FLOAT);
    memcpy(&word, &value, sizeof word);
    memcpy(&word32, &f32, sizeof word32);
    if (format.size == 4)
        word = word32;
    for (unsigned i = 0; i < format.size; i++)
        bytes[big ? format.size - 1 - i : i] = (unsigned char)(word >> 8 * i);
}
