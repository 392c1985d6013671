/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* names.c: the names of enumerators, which reading, printing and messages
 * share. */
#include "text.h"

static const char *const transform_names[] = {"c2c", "r2c", "c2r"};
static const char *const sample_names[] = {
    "native",  "s8",      "u8",      "s16",         "u16",         "s24",
    "u24",     "s20",     "u20",     "s18",         "u18",         "s24_32",
    "u24_32",  "s32",     "u32",     "f32",         "f64",         "unorm8",
    "unorm16", "unorm10", "unorm12", "unorm10_top", "unorm12_top",
};
static const char *const quantity_names[] = {"complex", "magnitude", "power",
                                             "db", "phase"};
static const char *const sides_names[] = {"default", "one", "two", "centered"};
static const char *const pixel_names[] = {"none", "gray8", "gray16", "rgba",
                                          "half"};
static const char *const logarithm_names[] = {"none", "natural", "decimal",
                                              "decibel"};

#define NAME_OF(array, i) ((unsigned)(i) < COUNT(array) ? (array)[i] : "?")

const char *clfft_transform_name(clfft_transform transform)
{
    return NAME_OF(transform_names, transform);
}

const char *clfft_sample_name(clfft_sample sample)
{
    return NAME_OF(sample_names, sample);
}

const char *clfft_quantity_name(clfft_quantity quantity)
{
    return NAME_OF(quantity_names, quantity);
}

const char *clfft_sides_name(clfft_sides sides)
{
    return NAME_OF(sides_names, sides);
}

const char *clfft_pixel_name(clfft_pixel pixel)
{
    return NAME_OF(pixel_names, pixel);
}

const char *clfft_logarithm_name(clfft_logarithm logarithm)
{
    return NAME_OF(logarithm_names, logarithm);
}

const struct name_list clfft_transform_list =
    LIST(transform_names, "transform");
const struct name_list clfft_sample_list = LIST(sample_names, "sample format");
const struct name_list clfft_quantity_list = LIST(quantity_names, "quantity");
const struct name_list clfft_sides_list = LIST(sides_names, "sides");
const struct name_list clfft_pixel_list = LIST(pixel_names, "pixel");
const struct name_list clfft_logarithm_list =
    LIST(logarithm_names, "logarithm");
