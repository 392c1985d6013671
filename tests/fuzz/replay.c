/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * replay.c: main for a fuzz target without libFuzzer: runs every file of a
 * directory through it, then `CLFFT_FUZZ_CHANGES` (default 0) changed copies
 * of them, and says so in TAP. What a target finds wrong ends the program.
 *
 *   fuzz-caps DIRECTORY...
 */
#include <dirent.h>

#include "fuzz.h"

#define LARGEST 65536
#define MOST_FILES 4096

struct input {
    uint8_t *data;
    size_t size;
};

static struct input inputs[MOST_FILES];
static size_t n_inputs;
static uint64_t state = 1;

/* xorshift64*, as in test.h */
static uint64_t draw(uint64_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (state * UINT64_C(2685821657736338717) >> 16) % below;
}

static void load(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(LARGEST);

    if (file && data && n_inputs < MOST_FILES) {
        inputs[n_inputs].size = fread(data, 1, LARGEST, file);
        inputs[n_inputs++].data = data;
        data = NULL;
    }
    if (file)
        fclose(file);
    free(data);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void load_directory(const char *directory)
{
    struct dirent **entries;
    const int n = scandir(directory, &entries, NULL, by_name);
    char path[4096];

    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
        if (*entries[i]->d_name != '.')
            load(path);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

/* Some bytes are changed, cut out, doubled or another input's. */
static size_t change(uint8_t *data, size_t size)
{
    const struct input *other = &inputs[draw(n_inputs)];

    for (uint64_t n = 1 + draw(4); n > 0; n--) {
        const size_t at = size ? draw(size) : 0;
        const size_t left = size - at;
        const size_t length = left ? 1 + draw(left < 16 ? left : 16) : 0;
        switch (draw(5)) {
        case 0:
            if (size)
                data[at] ^= (uint8_t)(1u << draw(8));
            break;
        case 1:
            if (size)
                data[at] = (uint8_t)draw(256);
            break;
        case 2:
            memmove(data + at, data + at + length, left - length);
            size -= length;
            break;
        case 3:
            if (size + length <= LARGEST) {
                memmove(data + at + length, data + at, left);
                size += length;
            }
            break;
        default:
            if (other->size) {
                const size_t from = draw(other->size);
                size_t some = 1 + draw(other->size - from);
                some = at + some > LARGEST ? LARGEST - at : some;
                memcpy(data + at, other->data + from, some);
                size = at + some > size ? at + some : size;
            }
        }
    }
    return size;
}

int main(int argc, char **argv)
{
    const char *changes = getenv("CLFFT_FUZZ_CHANGES");
    const char *seed = getenv("CLFFT_TEST_SEED");
    const uint64_t n_changes = changes ? strtoull(changes, NULL, 0) : 0;
    static uint8_t scratch[LARGEST];

    if (seed)
        state = strtoull(seed, NULL, 0) | 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i < argc; i++)
        load_directory(argv[i]);
    printf("1..2\n");
    for (size_t i = 0; i < n_inputs; i++)
        LLVMFuzzerTestOneInput(inputs[i].data, inputs[i].size);
    printf("%sok 1 - corpus_is_survived\n# %zu inputs\n",
           n_inputs ? "" : "not ", n_inputs);
    for (uint64_t i = 0; i < n_changes && n_inputs; i++) {
        const struct input *input = &inputs[draw(n_inputs)];
        memcpy(scratch, input->data, input->size);
        LLVMFuzzerTestOneInput(scratch, change(scratch, input->size));
    }
    printf("ok 2 - changed_corpus_is_survived%s\n# %llu changes\n",
           n_changes ? "" : " # SKIP no changes were asked for",
           (unsigned long long)n_changes);
    for (size_t i = 0; i < n_inputs; i++)
        free(inputs[i].data);
    return n_inputs ? 0 : 1;
}
