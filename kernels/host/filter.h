/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * filter.h: the arguments of the kernels that filter planes of pictures. 32-bit
 * members come in even numbers, so that no compiler adds padding.
 */
#ifndef CLFFT_HOST_FILTER_H
#define CLFFT_HOST_FILTER_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
typedef ulong filter_uint64;
typedef uint filter_uint32;
typedef int filter_int32;
#else
#include <stdint.h>
typedef uint64_t filter_uint64;
typedef uint32_t filter_uint32;
typedef int32_t filter_int32;
#endif

#define FILTER_MAX_PLANES 4

/* Planes of a picture, and the rows of blocks of them that are filtered now. */
struct filter_place {
    filter_uint64 offsets[FILTER_MAX_PLANES]; /* samples, with the picture's */
    filter_uint64 row;                        /* samples */
    filter_uint64 plane; /* numbers from plane to plane of what is mirrored, or
                            of blocks */
    filter_uint64 first_wave;      /* of the first plane: complex numbers */
    filter_int32 width, height;    /* samples: of a plane; that are stored */
    filter_uint32 pitch;           /* numbers of a mirrored row; of a block's */
    filter_uint32 n_rows;          /* of a plane, that are made */
    filter_int32 first_x, first_y; /* sample of the first */
    filter_uint32 hop_x, hop_y;    /* from block to block */
    filter_uint32 reach_x, reach_y;
    filter_uint32 n_columns, block;  /* blocks of a row; numbers of one */
    filter_uint32 n_runs;            /* of a row: work-items */
    filter_uint32 n_items;           /* all work-items that have work */
    filter_uint32 max_waves;         /* that a plane has place for */
    filter_uint32 shift, mask, swap; /* of codes; 8: their bytes are swapped */
    filter_uint32 n_waves[FILTER_MAX_PLANES];
    float biases[FILTER_MAX_PLANES]; /* codes */
};

#endif /* CLFFT_HOST_FILTER_H */
