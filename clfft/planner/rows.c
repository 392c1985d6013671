/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rows.c: holds the rows of measured/ and finds the one nearest to a device. */
#include "rows.h"

#include <string.h>
#include <strings.h>

enum class { gpu, cpu };
enum precision { single, precise };
enum schedule {
    group = CLFFT_SCHEDULE_GROUP,
    simd = CLFFT_SCHEDULE_SIMD,
    direct = CLFFT_SCHEDULE_DIRECT
};
enum use {
    rows = CLFFT_USE_ROWS,
    real = CLFFT_USE_REAL,
    bytes = CLFFT_USE_BYTES,
    half = CLFFT_USE_HALF,
    columns = CLFFT_USE_COLUMNS,
    real_columns = CLFFT_USE_REAL_COLUMNS,
    half_columns = CLFFT_USE_HALF_COLUMNS,
    sided_columns = CLFFT_USE_SIDED_COLUMNS,
    tile2d = CLFFT_USE_TILE2D,
    real_tile2d = CLFFT_USE_REAL_TILE2D,
    half_tile2d = CLFFT_USE_HALF_TILE2D,
    sided_tile2d = CLFFT_USE_SIDED_TILE2D,
    convolution = CLFFT_USE_CONVOLUTION,
    complex_rows = CLFFT_USE_COMPLEX_ROWS,
    bands = CLFFT_USE_BANDS
};

static const struct row {
    const char *device, *vendor;
    enum class class;
    enum schedule schedule;
    enum precision precision;
    unsigned use;
    uint32_t length;
    const char *recipe;
} table[] = {
#define TILE2D CLFFT_TILE2D_LENGTH
#define FEW CLFFT_USE_FEW
#define ROW(...) {__VA_ARGS__},
#include "measured/nvidia.inc"
#include "measured/cpu.inc"
#undef ROW
#undef FEW
#undef TILE2D
};

bool clfft_rows_are_ignored;

/* How well a row matches a device; 0: not at all. */
static unsigned match(const struct row *row, const clfft_limits *limits)
{
    const enum class class = limits->type & CL_DEVICE_TYPE_CPU ? cpu : gpu;

    if (row->class != class)
        return 0;
    if (*row->device)
        return strstr(limits->device_name, row->device) ? 3 : 0;
    if (*row->vendor)
        return strstr(limits->vendor_name, row->vendor) ? 2 : 0;
    return 1;
}

const char *clfft_rows_use_name(enum clfft_row_use use)
{
    static const char *const names[] = {
        [rows] = "rows",
        [real] = "real",
        [bytes] = "bytes",
        [half] = "half",
        [columns] = "columns",
        [real_columns] = "real_columns",
        [half_columns] = "half_columns",
        [sided_columns] = "sided_columns",
        [tile2d] = "tile2d",
        [real_tile2d] = "real_tile2d",
        [half_tile2d] = "half_tile2d",
        [sided_tile2d] = "sided_tile2d",
        [convolution] = "convolution",
        [complex_rows] = "complex_rows",
        [bands] = "bands",
    };

    return names[use];
}

const char *clfft_rows_find(const clfft_limits *limits,
                            clfft_precision precision, clfft_schedule schedule,
                            unsigned use, uint64_t length)
{
    const bool is_precise = precision == CLFFT_PRECISION_DOUBLE;
    const char *found = NULL;
    unsigned best = 0;

    if (clfft_rows_are_ignored)
        return NULL;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct row *row = &table[i];
        unsigned score;

        if (row->length != length || row->use != use ||
            (int)row->schedule != (int)schedule ||
            (row->precision == precise) != is_precise)
            continue;
        score = match(row, limits);
        if (score > best) {
            best = score;
            found = row->recipe;
        }
    }
    return found;
}
