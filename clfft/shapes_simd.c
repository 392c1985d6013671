/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * shapes_simd.c: the simd schedule's passes. Rows (lanes along the
 * butterflies of one transform) start with radix 8 and take any length that
 * is a multiple of it; lanes (a vector of transforms) take any length that
 * fits the second-level cache. The radices listed were measured best on a
 * CPU with AVX-512 through PoCL 3.1, one thread, 2026-11-21.
 */
#include "planner.h"

#include <string.h>

#define LONGEST_ROWS 16384
#define LONGEST_LANES 2048
#define LARGEST_TILE 1024

static const struct {
    uint32_t length;
    uint8_t radices[CLFFT_MAX_RADICES];
} measured_rows[] = {
    {64, {8, 8}},           {128, {8, 16}},
    {256, {8, 4, 8}},       {512, {8, 8, 8}},
    {1024, {8, 8, 4, 4}},   {2048, {8, 8, 8, 4}},
    {4096, {8, 8, 8, 8}},   {8192, {8, 16, 8, 8}},
    {16384, {8, 8, 4, 8, 8}},
    {480, {8, 4, 5, 3}},    {1000, {8, 5, 5, 5}},
    {1920, {16, 10, 4, 3}}, {5040, {8, 10, 9, 7}},
};

static void set_radices(clfft_shape *shape, const uint8_t *radices)
{
    shape->n_radices = 0;
    while (shape->n_radices < CLFFT_MAX_RADICES && radices[shape->n_radices]) {
        shape->radices[shape->n_radices] = radices[shape->n_radices];
        shape->n_radices++;
    }
}

static bool shape_rows(uint32_t length, size_t real_size, clfft_shape *shape)
{
    const unsigned lanes = real_size == 4 ? 8 : 4;
    uint8_t radices[CLFFT_MAX_RADICES + 1] = {8};

    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD, .rows = true};
    if (length > LONGEST_ROWS || length % 8 || length < 8 * lanes)
        return false;
    for (size_t i = 0; i < sizeof measured_rows / sizeof measured_rows[0]; i++)
        if (measured_rows[i].length == length) {
            set_radices(shape, measured_rows[i].radices);
            return true;
        }
    if (!clfft_factor_registers(length / 8, 16, CLFFT_MAX_RADICES - 1,
                                radices + 1))
        return false;
    set_radices(shape, radices);
    return true;
}

static bool shape_lanes(uint32_t length, bool wide, clfft_shape *shape)
{
    if (length > LONGEST_LANES)
        return false;
    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD, .wide = wide};
    shape->n_radices = (uint8_t)clfft_factor_registers(
        length, 16, CLFFT_MAX_RADICES, shape->radices);
    return shape->n_radices > 0;
}

bool clfft_shapes_simd(const struct clfft_axis_task *task, unsigned variation,
                       clfft_axis_choice *choice)
{
    const uint64_t length = task->length;
    uint32_t parts[3];

    /* variations: lanes instead of rows, the other width */
    if (variation > 1)
        return false;
    choice->n_shapes = 1;
    if (length <= LONGEST_ROWS) {
        if (!variation && !task->columns &&
            shape_rows((uint32_t)length, task->real_size, &choice->shapes[0]))
            return true;
        if (shape_lanes((uint32_t)length, task->columns && !variation,
                        &choice->shapes[0]))
            return true;
    }
    for (unsigned n = 2; n <= 3; n++) {
        bool fits = clfft_factor_split(length, n, LARGEST_TILE, parts);
        for (unsigned i = 0; fits && i < n; i++)
            fits = shape_lanes(parts[i], !variation, &choice->shapes[i]);
        if (fits) {
            choice->n_shapes = n;
            return true;
        }
    }
    return false;
}
