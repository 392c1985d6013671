/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * suite.c: the cases that are compared everywhere.
 *
 * `points` in a row asks for the batch that fills the device: 2^25 points on
 * a GPU with 8 GiB or more, 2^20 elsewhere, at least one transform; real ones
 * get twice as many so that the bytes are the same. The quick suite has the
 * rows so marked. A row that another one already made is left out. The drawn
 * suite is of lengths that nobody chose, so that what only named lengths are
 * tuned for is seen.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

struct suite_row {
    const char *transform, *lengths; /* outermost first */
    unsigned points;                 /* of one transform; 0: `batch` of them */
    unsigned batch;
    bool quick;
    const char *words; /* hooks, or NULL */
};

/* A frame of video to its picture, in one go. */
#define FUSED "load=unorm8 demean window=hann store=db sides=centered"

/* Frames of sound to a spectrogram, a receiver's pairs of bytes to a waterfall.
 */
#define SOUND "load=s16 window=hann store=db"
#define RADIO "load=u8 window=hann store=db sides=centered"

/* As the rivals do, whose transforms to real pictures overwrite their input. */
#define DESTROY "destroy"

static const struct suite_row suite_rows[] = {
    /* one pass where it fits local memory */
    {"c2c", "16", 16, 0, false},
    {"c2c", "64", 64, 0, true},
    {"c2c", "128", 128, 0, false},
    {"c2c", "256", 256, 0, true},
    {"c2c", "512", 512, 0, false},
    {"c2c", "1024", 1024, 0, true},
    {"c2c", "2048", 2048, 0, false},
    {"c2c", "4096", 4096, 0, true},
    {"c2c", "8192", 8192, 0, false},
    {"c2c", "16384", 16384, 0, false},
    /* several passes */
    {"c2c", "65536", 65536, 0, true},
    {"c2c", "1048576", 1048576, 0, true},
    {"c2c", "4194304", 4194304, 0, false},
    {"c2c", "16777216", 16777216, 0, false},
    /* mixed radices */
    {"c2c", "48", 48, 0, false},
    {"c2c", "60", 60, 0, false},
    {"c2c", "100", 100, 0, false},
    {"c2c", "105", 105, 0, false},
    {"c2c", "120", 120, 0, false},
    {"c2c", "210", 210, 0, false},
    {"c2c", "315", 315, 0, false},
    {"c2c", "480", 480, 0, false},
    {"c2c", "600", 600, 0, false},
    {"c2c", "1000", 1000, 0, true},
    {"c2c", "1050", 1050, 0, false},
    {"c2c", "1920", 1920, 0, false},
    {"c2c", "2187", 2187, 0, true},
    {"c2c", "2401", 2401, 0, false},
    {"c2c", "3125", 3125, 0, false},
    {"c2c", "4410", 4410, 0, true},
    {"c2c", "4725", 4725, 0, false},
    {"c2c", "5040", 5040, 0, false},
    {"c2c", "10080", 10080, 0, false},
    {"c2c", "44100", 44100, 0, true},
    {"c2c", "48000", 48000, 0, false},
    {"c2c", "1000000", 1000000, 0, false},
    /* primes, and 11 13 17 */
    {"c2c", "509", 509, 0, false},
    {"c2c", "1009", 1009, 0, true},
    {"c2c", "2431", 2431, 0, false},
    {"c2c", "8191", 8191, 0, false},
    {"c2c", "65537", 65537, 0, false},
    /* real */
    {"r2c", "1024", 1024, 0, true},
    {"r2c", "2048", 2048, 0, false},
    {"r2c", "4096", 4096, 0, false},
    {"r2c", "44100", 44100, 0, false},
    {"r2c", "48000", 48000, 0, false},
    {"r2c", "262144", 262144, 0, false},
    {"r2c", "1000000", 1000000, 0, false},
    {"c2r", "1024", 1024, 0, false},
    {"c2r", "4096", 4096, 0, false},
    {"c2r", "44100", 44100, 0, false},
    {"c2r", "262144", 262144, 0, false},
    {"c2r", "1000000", 1000000, 0, false},
    /* pictures */
    {"c2c", "64x64", 4096, 0, false},
    {"c2c", "128x128", 16384, 0, false},
    {"c2c", "256x256", 65536, 0, false},
    {"c2c", "512x512", 262144, 0, false},
    {"c2c", "480x640", 307200, 0, false},
    {"c2c", "1024x1024", 1048576, 0, true},
    {"c2c", "720x1280", 921600, 0, false},
    {"c2c", "1080x1920", 2073600, 0, false},
    {"c2c", "2048x2048", 4194304, 0, false},
    {"c2c", "2160x3840", 8294400, 0, false},
    {"c2c", "4096x4096", 16777216, 0, false},
    {"r2c", "64x64", 4096, 0, false},
    {"r2c", "128x128", 16384, 0, false},
    {"r2c", "256x256", 65536, 0, false},
    {"r2c", "512x512", 262144, 0, false},
    {"r2c", "480x640", 307200, 0, false},
    {"r2c", "1024x1024", 1048576, 0, false},
    {"r2c", "720x1280", 921600, 0, false},
    {"r2c", "1080x1920", 2073600, 0, true},
    {"r2c", "2048x2048", 4194304, 0, false},
    {"r2c", "2160x3840", 8294400, 0, false},
    {"r2c", "4096x4096", 16777216, 0, false},
    {"c2r", "1024x1024", 1048576, 0, false, DESTROY},
    {"c2r", "1080x1920", 2073600, 0, false, DESTROY},
    {"c2r", "2160x3840", 8294400, 0, false, DESTROY},
    /* with hooks: rivals have none */
    {"r2c", "4096", 4096, 0, false, SOUND},
    {"c2c", "1024", 1024, 0, false, RADIO},
    {"r2c", "64x64", 4096, 0, false, FUSED},
    {"r2c", "1080x1920", 2073600, 0, true, FUSED},
    {"r2c", "2160x3840", 8294400, 0, false, FUSED},
    /* volumes */
    {"c2c", "64x64x64", 262144, 0, false},
    {"c2c", "16x128x128", 262144, 0, false},
    {"c2c", "128x128x128", 2097152, 0, true},
    {"c2c", "256x256x256", 16777216, 0, false},
    {"c2c", "8x1080x1920", 16588800, 0, false},
    {"r2c", "128x128x128", 2097152, 0, false},
    {"r2c", "256x256x256", 16777216, 0, false},
    {"c2r", "128x128x128", 2097152, 0, false, DESTROY},
    /* single pictures */
    {"c2c", "64x64", 0, 1, false},
    {"c2c", "128x128", 0, 1, false},
    {"c2c", "1024x1024", 0, 1, false},
    {"c2c", "1080x1920", 0, 1, false},
    {"r2c", "64x64", 0, 1, false},
    {"r2c", "1080x1920", 0, 1, false},
    {"r2c", "2160x3840", 0, 1, false},
    {"r2c", "1080x1920", 0, 1, false, FUSED},
    {"r2c", "2160x3840", 0, 1, false, FUSED},
    /* bound by launches */
    {"c2c", "1024", 0, 1, true},
    {"c2c", "4096", 0, 1, false},
    {"c2c", "64", 0, 128, false},
    {"c2c", "128", 0, 128, false},
    {"c2c", "256", 0, 128, false},
    {"c2c", "512", 0, 128, false},
    {"c2c", "1024", 0, 128, false},
    {"c2c", "2048", 0, 128, false},
    {"c2c", "4096", 0, 128, false},
    {"c2c", "8192", 0, 128, false},
    {"c2c", "16384", 0, 128, false},
    {"c2c", "32768", 0, 128, false},
};

static bool has_item(char *const *items, unsigned n, const char *text)
{
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(items[i], text))
            return true;
    return false;
}

static unsigned add_item(char **items, unsigned n, unsigned max_items,
                         const char *text)
{
    return n < max_items && !has_item(items, n, text) &&
           (items[n] = strdup(text)) != NULL;
}

unsigned bench_suite_expand(const char *suite, uint64_t seed,
                            const clfft_limits *limits, char **items,
                            unsigned max_items)
{
    const bool is_quick = !strcmp(suite, "quick");
    const bool is_large = limits->type != CL_DEVICE_TYPE_CPU &&
                          limits->global_size >= UINT64_C(8) << 30;
    const unsigned long points = 1UL << (is_large ? 25 : 20);
    unsigned n = 0;

    if (!strcmp(suite, "drawn"))
        return bench_draw_suite(seed, points, items, max_items);
    if (!is_quick && strcmp(suite, "full") != 0) {
        fprintf(stderr,
                "clfft-bench: no suite is called \"%s\": quick, "
                "full or drawn\n",
                suite);
        return 0;
    }
    for (size_t i = 0; i < sizeof suite_rows / sizeof suite_rows[0]; i++) {
        const struct suite_row *row = &suite_rows[i];
        const bool is_real = strcmp(row->transform, "c2c") != 0;
        unsigned long batch = row->batch;
        char text[128];
        if ((is_quick && !row->quick) || n == max_items)
            continue;
        if (row->points)
            batch = (is_real ? 2 * points : points) / row->points;
        if (batch == 0)
            batch = 1;
        snprintf(text, sizeof text, "%s %s x%lu%s%s", row->transform,
                 row->lengths, batch, row->words ? " " : "",
                 row->words ? row->words : "");
        n += add_item(items, n, max_items, text);
    }
    return n;
}
