/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * layouts.c: --list layouts: where elements may lie. Many are cases that came
 * up in the trackers of other FFT libraries, some with smaller counts and other
 * lengths.
 */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

static const char *const layouts[] = {
    /* columns of an array: batch along the fastest axis */
    "r2c 4 x4@1 in-stride=4 out-stride=4", /* clFFT 105 */
    "r2c 4 x2@1 in-stride=2 out-stride=2", /* hipFFT 8 */
    "c2c 48x64 x6@1 stride=384,6",         /* VkFFT 71 */
    "c2c 4096 x24@1 double stride=28",     /* VkFFT 101 */
    "c2c 60 x7 stride=3",                  /* VkFFT 119 */
    "c2c 8x8x8 x2@1 stride=128,16,2",      /* rocFFT 311 */
    "c2c 101 x7@1 stride=7",
    "c2c 65536 x3@1 stride=3",
    "c2c 1000 x5@1 inverse inplace stride=5",
    "c2r 256 x7@1 in-stride=9 out-stride=8",

    /* some axes of an array, not the others */
    "c2c 4x4 x4@1 stride=16,4", /* rocFFT 273 */
    "c2c 4x4 x4@1 inverse stride=16,4",
    "c2c 256 x13 x40@1 stride=40", /* gpyfft 10 */
    "c2c 60 x4@1 x5@720 inplace stride=12",
    "c2c 48x64 x3 stride=1,48", /* pyvkfft 20 */
    "r2c 48x64 in-stride=1,48 out-stride=1,50",
    "r2c 48x64 x2@1 in-stride=128,2 out-stride=66,2", /* pyvkfft 36 */

    /* axes and loops of one element */
    "c2c 1x11 x2",        /* rocFFT 219 */
    "c2c 1x5x1 x1 x3 x1", /* gpyfft 40, mkl_fft 21, pyvkfft 34 */
    "c2c 16 x1 x5@1 x1@7 stride=5",
    "r2c 1x1 x4@3:2",

    /* rows, pictures and volumes inside larger arrays */
    "c2c 1000 x16@1024",
    "r2c 1000 x16@1024:512",
    "c2r 1000 x16@512:1024",
    "c2c 48x64 x3 pitch=36",
    "c2c 8x8x8 x3@800 inplace stride=90,10,1",
    "c2c 81x74 x2@7696 inplace", /* rocm-libraries 2817, as the next one */
    ("c2c 8x8x8 x3@1800:5500 inverse in-stride=216,27,1 "
     "out-stride=672,56,2"),
    "c2c 48x64 x2 out-stride=1,48",
    "r2c 48x64 x2 out-stride=1,50",

    /* real rows, most of them in place */
    "r2c 1024 x3",          /* VkFFT 139 */
    "r2c 8x8x8 x2 inplace", /* VkFFT 32 and 43 */
    "c2r 8x8x8 x2 inplace",
    "r2c 1000 x3@1008:504 inplace",
    "c2r 1000 x3@600:1200 inplace",
    "r2c 48x64 x2@3600:1800 inplace in-stride=70,1 out-stride=35,1",

    /* channels that take turns, and frames by a hop */
    "r2c 1024 x6@1:513 in-stride=6",
    "c2r 256 x2@129:1 out-stride=2",
    "r2c 64 x15@16:33", /* cupy 3263 */
    "r2c 256 x20@256:258 x2@1:129 in-stride=2",
    "r2c 512 x30@128:257 load=s16 window=hann",
    "r2c 256 x20@256:129 x1 in-stride=2 load=s16 mix=0.5,0.5",
    "r2c 256 x10 x2 mix=0.5,0.5/0.5,-0.5@2560",
    "r2c 256 x7@30:140 pad=60",
    "c2c 4 x4@3:4 in-stride=4", /* portFFT 136 */
    "c2c 60 x5@0:60",
    "c2c 16 x2 x3@0:160 x2@100:80 x5@1 stride=5",

    /* what is stored is not complex */
    "r2c 256 x5@64:1 store=db out-stride=5",
    "r2c 64 x4@64:1 store=power pixel=gray8 range=0:100 out-stride=4",
    "c2c 64 x3@1 sides=centered stride=3",
    "r2c 48x64 pad=40x50 in-stride=128,2 store=magnitude",
};

const size_t bench_n_layouts = sizeof layouts / sizeof layouts[0];

char *bench_make_layout(const struct bench_options *options, size_t i)
{
    const size_t size = strlen(layouts[i]) + strlen(options->with) + 2;
    const char transform[] = {layouts[i][0], layouts[i][1], layouts[i][2], 0};
    char *text = NULL;

    if (bench_list_has(options->transforms, transform) &&
        (text = malloc(size)) != NULL)
        snprintf(text, size, "%s%s%s", layouts[i], options->with[0] ? " " : "",
                 options->with);
    return text;
}
