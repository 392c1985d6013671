/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * shapes_simd.c: the simd schedule's passes. Rows (lanes along the
 * butterflies) need every stride but the first to be a whole vector; lanes
 * (a vector of transforms) take any length that fits the second-level cache.
 */
#include "planner.h"

#include <string.h>

#define LONGEST_ROWS 8192
#define LONGEST_LANES 2048
#define LARGEST_TILE 1024

static bool shape_rows(uint32_t length, size_t real_size, clfft_shape *shape)
{
    const unsigned lanes = real_size == 4 ? 8 : 4;
    uint8_t rest[CLFFT_MAX_RADICES];
    unsigned n;

    if (length > LONGEST_ROWS || length % (8 * lanes))
        return false;
    n = clfft_factor_registers(length / 8, 16, CLFFT_MAX_RADICES - 1, rest);
    if (!n)
        return false;
    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD,
                           .n_radices = (uint8_t)(n + 1),
                           .radices = {8},
                           .rows = true};
    memcpy(shape->radices + 1, rest, n);
    return true;
}

static bool shape_lanes(uint32_t length, size_t real_size, clfft_shape *shape)
{
    if (length > LONGEST_LANES)
        return false;
    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD};
    shape->n_radices = (uint8_t)clfft_factor_registers(
        length, 16, CLFFT_MAX_RADICES, shape->radices);
    return shape->n_radices > 0;
}

bool clfft_shapes_simd(uint64_t length, const clfft_limits *limits,
                       size_t real_size, unsigned variation,
                       clfft_choice *choice)
{
    uint32_t parts[3];

    if (variation > 1)
        return false;
    choice->n_shapes = 1;
    if (length <= LONGEST_ROWS) {
        if (!variation &&
            shape_rows((uint32_t)length, real_size, &choice->shapes[0]))
            return true;
        if (shape_lanes((uint32_t)length, real_size, &choice->shapes[0]))
            return true;
    }
    for (unsigned n = 2; n <= 3; n++) {
        bool fits = clfft_factor_split(length, n, LARGEST_TILE, parts);
        for (unsigned i = 0; fits && i < n; i++)
            fits = shape_lanes(parts[i], real_size, &choice->shapes[i]);
        if (fits) {
            choice->n_shapes = n;
            return true;
        }
    }
    return false;
}
