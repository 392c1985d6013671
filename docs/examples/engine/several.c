/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * several.c: one batch of host memory on all GPUs of the host, or on its CPU
 * devices where there is no GPU.
 *
 *   cc several.c $(pkg-config --cflags --libs clfft-1.0) -o several
 *   ./several [DEVICES]
 */
#include <clfft/multi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1024, BATCH = 1000, MOST = CLFFT_MULTI_MAX_DEVICES };

static float input[BATCH][N][2], output[BATCH][N][2];

static void must(clfft_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", clfft_last_error());
        exit(1);
    }
}

static unsigned open_all(const char *names, clfft_device *devices[MOST])
{
    clfft_device_entry *entries;
    char name[32];
    size_t n;

    if (!names)
        names = clfft_choose_devices("all-gpus", &entries, &n) ? "all-cpus"
                                                               : "all-gpus";
    must(clfft_choose_devices(names, &entries, &n));
    n = n > MOST ? MOST : n;
    for (size_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "%u:%u", entries[i].platform_index,
                 entries[i].device_index);
        must(clfft_device_create(&(clfft_device_params){.name = name},
                                 &devices[i]));
    }
    free(entries);
    return (unsigned)n;
}

int main(int argc, char **argv)
{
    clfft_device *devices[MOST];
    const unsigned n = open_all(argc > 1 ? argv[1] : NULL, devices);
    const clfft_desc desc = {.lengths = {N}, .n_loops = 1,
                             .loops = {{BATCH, N, N}}};
    unsigned n_right = 0;
    clfft_multi *multi;

    for (unsigned i = 0; i < BATCH; i++)
        input[i][0][0] = (float)i; /* every bin of transform i is i */
    must(clfft_multi_create(devices, n, &desc, NULL, &multi));
    for (unsigned call = 0; call < 5; call++) /* the shares settle */
        must(clfft_multi_execute(multi, input, output, NULL));
    for (unsigned i = 0; i < n; i++) {
        clfft_multi_device_info info;

        must(clfft_multi_get_device(multi, i, &info));
        printf("%s: %.0f %%\n", info.name, 100 * info.share);
    }
    for (unsigned i = 0; i < BATCH; i++)
        n_right += output[i][N / 3][0] > (float)i - 0.01f &&
                   output[i][N / 3][0] < (float)i + 0.01f;
    printf("%u of %d transforms are right\n", n_right, BATCH);
    clfft_multi_destroy(&multi);
    for (unsigned i = 0; i < n; i++)
        clfft_device_destroy(&devices[i]);
    return n_right != BATCH;
}
