/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-grid.c: claims about how many work-groups a launch has. One too many is
 * a transform too many, and 254 for 128 were two waves of a GPU's processors
 * instead of one. No device is used.
 */
#include "clfft/base/grid.h"
#include "support/test.h"

static const uint64_t counts[] = {
    1,    2,     127,   128,   131,   132,    255,      256,           2048,
    4099, 65535, 65536, 65537, 99991, 131072, 1u << 20, (1u << 22) + 1};
static const size_t items[] = {1, 3, 64, 100, 256, 512, 1024};

static struct clfft_grid make(cl_device_type type, uint64_t n, size_t local)
{
    const clfft_limits limits = {.type = type};
    const struct clfft_grid grid = clfft_grid_make(&limits, n, local);

    TEST_CHECK(grid.local[0] == local && grid.local[1] == 1 &&
                   grid.global[0] % local == 0,
               "%zu work-items a group, of %zu x %zu", grid.local[0],
               grid.global[0], grid.global[1]);
    return grid;
}

/* The fewest rows, and fewer idle groups than there are rows. */
static void expect(cl_device_type type, uint64_t n, size_t local,
                   uint64_t widest)
{
    const struct clfft_grid grid = make(type, n, local);
    const uint64_t columns = grid.global[0] / local, rows = grid.global[1];

    TEST_CHECK(
        columns <= widest && columns * rows >= n && columns * rows - n < rows &&
            rows == (n + widest - 1) / widest,
        "%llu x %llu groups for %llu of %zu", (unsigned long long)columns,
        (unsigned long long)rows, (unsigned long long)n, local);
}

static void gpus_get_as_many_groups_as_there_are(void)
{
    const uint64_t widest = CLFFT_GRID_LIMIT;

    for (size_t i = 0; i < COUNT(counts) * COUNT(items); i++) {
        const uint64_t n = counts[i % COUNT(counts)];
        const size_t local = items[i / COUNT(counts)];

        expect(CL_DEVICE_TYPE_GPU, n, local, widest);
        if (n <= widest)
            TEST_CHECK(make(CL_DEVICE_TYPE_GPU, n, local).global[0] ==
                           n * local,
                       "not %llu groups", (unsigned long long)n);
    }
}

static void so_many_rows_as_were_asked_for(void)
{
    static const clfft_limits limits = {.type = CL_DEVICE_TYPE_CPU};

    for (uint64_t n = 1; n < 10; n++)
        for (uint64_t rows = 1; rows < 5; rows++) {
            const struct clfft_grid grid =
                clfft_grid_make_rows(&limits, n, 3, rows);
            const uint64_t columns = grid.global[0] / 3;
            TEST_CHECK(grid.global[1] == rows && columns * rows >= n &&
                           columns * rows - n < rows,
                       "%u groups in %u rows", (unsigned)n, (unsigned)rows);
        }
}

static void cpus_get_less_than_a_row_more(void)
{
    for (size_t i = 0; i < COUNT(counts) * COUNT(items); i++) {
        const size_t local = items[i / COUNT(counts)];

        expect(CL_DEVICE_TYPE_CPU, counts[i % COUNT(counts)], local,
               CLFFT_GRID_LIMIT / local);
    }
}

/* Eight pieces a processor at most, of no less than half the least where there
   are several; much work has no less than four. */
static void pieces_keep_processors_busy(void)
{
    enum { LEAST = 4096 };
    static const unsigned units[] = {1, 2, 3, 16, 128};
    static const uint64_t points[] = {16, 100, 1000, 4096, 65536};

    for (size_t u = 0; u < COUNT(units); u++)
        for (size_t p = 0; p < COUNT(points); p++)
            for (size_t c = 0; c < COUNT(counts); c++) {
                const clfft_limits limits = {.compute_units = units[u]};
                const uint64_t n = counts[c];
                const uint64_t chunk = clfft_grid_chunk(&limits, n, points[p]);
                const uint64_t pieces = (n + chunk - 1) / chunk;

                TEST_CHECK(chunk >= 1 && chunk <= n && pieces <= 8 * units[u] &&
                               (pieces == 1 || 2 * chunk * points[p] >= LEAST),
                           "%llu tiles of %llu for %u: %llu pieces of %llu",
                           (unsigned long long)n, (unsigned long long)points[p],
                           units[u], (unsigned long long)pieces,
                           (unsigned long long)chunk);
                TEST_CHECK(n * points[p] < (uint64_t)LEAST * 16 * units[u] ||
                               n < 8 * units[u] || pieces > 4 * units[u],
                           "%llu tiles of %llu for %u: %llu pieces",
                           (unsigned long long)n, (unsigned long long)points[p],
                           units[u], (unsigned long long)pieces);
            }
}

static void little_work_is_one_piece(void)
{
    const clfft_limits two = {.compute_units = 2};

    TEST_CHECK(clfft_grid_chunk(&two, 64, 64) == 64, "64x64");
    TEST_CHECK(clfft_grid_chunk(&two, 128, 64) == 64, "64 x128");
    TEST_CHECK(clfft_grid_chunk(&two, 192, 64) == 48, "64 x192, two each");
    TEST_CHECK(clfft_grid_chunk(&two, 5, 3000) == 1, "3000 x5");
    TEST_CHECK(clfft_grid_chunk(&two, 1, 16) == 1, "one");
}

TEST_MAIN(TEST(pieces_keep_processors_busy), TEST(little_work_is_one_piece),
          TEST(gpus_get_as_many_groups_as_there_are),
          TEST(cpus_get_less_than_a_row_more),
          TEST(so_many_rows_as_were_asked_for))
