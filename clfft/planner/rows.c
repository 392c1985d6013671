/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rows.c: looking up measured recipes. The rows themselves are data:
 * rows.inc, one line each:
 *
 *   ROW(device, vendor, class, schedule, precision, use, length, recipe)
 *
 * device and vendor are parts of the names, "" for any; class is gpu or cpu;
 * use is rows, real, bytes, half, columns, real_columns, half_columns or
 * sided_columns; plane, real_plane, half_plane or sided_plane with PLANE(n1, n0)
 * for the length;
 * FEW(groups, one of those); convolution; or complex_rows, which are lent to
 * no real transform.
 */
#include "rows.h"

#include <string.h>
#include <strings.h>

enum class { gpu, cpu };
enum precision { single, precise };
enum schedule { group = CLFFT_SCHEDULE_GROUP, simd = CLFFT_SCHEDULE_SIMD,
                direct = CLFFT_SCHEDULE_DIRECT };
enum use { rows = CLFFT_USE_ROWS, real = CLFFT_USE_REAL,
           bytes = CLFFT_USE_BYTES,
           half = CLFFT_USE_HALF, columns = CLFFT_USE_COLUMNS,
           real_columns = CLFFT_USE_REAL_COLUMNS,
           half_columns = CLFFT_USE_HALF_COLUMNS,
           sided_columns = CLFFT_USE_SIDED_COLUMNS,
           plane = CLFFT_USE_PLANE, real_plane = CLFFT_USE_REAL_PLANE,
           half_plane = CLFFT_USE_HALF_PLANE,
           sided_plane = CLFFT_USE_SIDED_PLANE,
           convolution = CLFFT_USE_CONVOLUTION,
           complex_rows = CLFFT_USE_COMPLEX_ROWS };

static const struct row {
    const char *device, *vendor;
    enum class class;
    enum schedule schedule;
    enum precision precision;
    unsigned use;
    uint32_t length;
    const char *recipe;
} table[] = {
#define PLANE CLFFT_PLANE_LENGTH
#define FEW CLFFT_USE_FEW
#define ROW(...) {__VA_ARGS__},
#include "rows.inc"
#undef ROW
#undef FEW
#undef PLANE
};

/* 0: no match; more specific matches count more. */
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
        [plane] = "plane",
        [real_plane] = "real_plane",
        [half_plane] = "half_plane",
        [sided_plane] = "sided_plane",
        [convolution] = "convolution",
        [complex_rows] = "complex_rows",
    };

    return names[use];
}

const char *clfft_rows_find(const clfft_limits *limits,
                            clfft_precision precision,
                            clfft_schedule schedule, unsigned use,
                            uint64_t length)
{
    const bool is_precise = precision == CLFFT_PRECISION_DOUBLE;
    const char *found = NULL;
    unsigned best = 0;

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct row *row = &table[i];
        const unsigned score = match(row, limits);
        if (row->length == length && row->use == use && score > best &&
            (int)row->schedule == (int)schedule &&
            (row->precision == precise) == is_precise) {
            best = score;
            found = row->recipe;
        }
    }
    return found;
}
