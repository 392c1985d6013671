/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-grid.c: claims about how many work-groups a launch has. One too many is
 * a transform too many, and 254 for 128 were two waves of a GPU's processors
 * instead of one. No device is used.
 */
#include "clfft/grid.h"
#include "support/test.h"

static const uint64_t counts[] = {1,    2,    127,   128,   131,    132,
                                  255,  256,  2048,  4099,  65535,  65536,
                                  65537, 99991, 131072, 1u << 20, (1u << 22) + 1};
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

    TEST_CHECK(columns <= widest && columns * rows >= n &&
                   columns * rows - n < rows &&
                   rows == (n + widest - 1) / widest,
               "%llu x %llu groups for %llu of %zu",
               (unsigned long long)columns, (unsigned long long)rows,
               (unsigned long long)n, local);
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
                           n * local, "not %llu groups",
                       (unsigned long long)n);
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

TEST_MAIN(TEST(gpus_get_as_many_groups_as_there_are),
          TEST(cpus_get_less_than_a_row_more))
