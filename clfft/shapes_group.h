/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* shapes_group.h: between shapes_group.c, which cuts an axis into passes, and
   shapes_group_pass.c, which shapes each of them. */
#ifndef CLFFT_SHAPES_GROUP_H
#define CLFFT_SHAPES_GROUP_H

#include "planner.h"

#define CLFFT_LARGEST_TILE 1024
#define CLFFT_WIDE_TILE 1536 /* points of 8 columns in 48 KiB */
#define CLFFT_LONG_TILE 2048 /* up to which 4 columns pay */
#define CLFFT_SECTOR_BYTES 32

/* What a variation changes about the best guess. */
struct clfft_variation {
    unsigned most_items;    /* a work-group; 0: the device's limit */
    int columns;            /* transforms a group, times 2^this */
    bool other_exchange;    /* split if it was not, and the reverse */
    bool other_layout;
    unsigned largest_radix; /* 0: the best guess's */
    unsigned parts;         /* rows: exchange part by part, 0: whole */
    unsigned registers;     /* most a work-item, 0: the compiler's choice */
    bool equal_ends;        /* one radix at both, if no more stages follow */
};

/* false: nothing of that length and role fits the limits. */
bool clfft_group_pass(const struct clfft_axis_task *task, uint32_t length,
                      clfft_role role, const struct clfft_variation *v,
                      clfft_shape *shape);

#endif /* CLFFT_SHAPES_GROUP_H */
