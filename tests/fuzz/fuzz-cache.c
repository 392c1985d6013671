/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-cache.c: any bytes as a file of the cache: a hit, only if the file
 * says so itself, or a miss. Byte 0 chooses: the file is the bytes, or a good
 * file with some of its bytes replaced.
 */
#include "fuzz.h"

#include "clfft/base/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#define KEY "tuning|fuzz|c2c 64|0"
#define VALUE "direct 8 | direct 8"

const struct fuzz_cost fuzz_cost = {
    .an_input = 0.1, .a_byte = 10e-6, .head = 1, .repeated = 65536};

static clfft_cache cache;
static char directory[64], path[512];
static uint8_t good[4096];
static size_t good_size;

static void clean_up(void)
{
    unlink(path);
    rmdir(directory);
    clfft_cache_close(&cache);
}

/* A cache of one good entry, whose file is then known. */
static void open_cache(void)
{
    struct dirent *entry;
    char why[256];
    DIR *d;

    /* in memory where it can be */
    snprintf(directory, sizeof directory, "%s/clfft-fuzz-XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    FUZZ_CHECK(mkdtemp(directory));
    FUZZ_CHECK(clfft_cache_open(&cache, directory, why, sizeof why));
    FUZZ_CHECK(clfft_cache_put(&cache, KEY, VALUE, sizeof VALUE));
    d = opendir(directory);
    while ((entry = readdir(d)))
        if (*entry->d_name != '.')
            snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    closedir(d);
    FILE *file = fopen(path, "rb");
    FUZZ_CHECK(file);
    good_size = fread(good, 1, sizeof good, file);
    fclose(file);
    atexit(clean_up);
}

void fuzz_target(const uint8_t *data, size_t size)
{
    const uint8_t *bytes = data + 1;
    uint8_t changed[sizeof good];
    size_t n = size - 1, kept;
    void *value;

    if (!good_size)
        open_cache();
    if (size < 1)
        return;
    if (data[0] & 1) { /* pairs of place and byte */
        memcpy(changed, good, good_size);
        for (size_t i = 1; i + 1 < size; i += 2)
            changed[data[i] % good_size] = data[i + 1];
        bytes = changed;
        n = data[0] & 2 ? data[0] % good_size : good_size;
    }
    const int fd = open(path, O_WRONLY | O_TRUNC);
    FUZZ_CHECK(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
    close(fd);
    value = clfft_cache_get(&cache, KEY, &kept);
    FUZZ_CHECK(value || kept == 0);
    if (value) {
        FUZZ_CHECK(kept < n);
        /* to change the value and to miss no checksum is beyond chance */
        FUZZ_CHECK(!(data[0] & 1) ||
                   (kept == sizeof VALUE && !memcmp(value, VALUE, kept)));
    }
    free(value);
}
