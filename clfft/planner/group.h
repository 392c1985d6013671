/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* group.h: between group.c, which cuts an axis into passes,
   group_pass.c, which shapes each of them, and group_radices.c,
   which has its radices. */
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
    bool together;          /* real and imaginary parts of these at once */
    unsigned registers;     /* most a work-item, 0: the compiler's choice */
    bool equal_ends;        /* one radix at both, if no more stages follow */
};

/* false: nothing of that length and role fits the limits. */
bool clfft_group_pass(const struct clfft_axis_task *task, uint32_t length,
                      clfft_role role, const struct clfft_variation *v,
                      clfft_shape *shape);

/* Does such a row not fit even with real and imaginary parts one by one? */
bool clfft_group_goes_in_parts(const struct clfft_axis_task *task,
                               uint32_t length,
                               const struct clfft_variation *v);

/* ---- group_radices.c ---- */

/* What the rules were measured for: local memory of its own, single precision,
   not inside of convolutions. */
bool clfft_group_is_plain(const struct clfft_axis_task *task);

/* Half of a real transform that stores real numbers? */
bool clfft_group_makes_real(const struct clfft_axis_task *task);

bool clfft_group_is_long_row(const struct clfft_axis_task *task,
                             uint32_t length, clfft_role role);
bool clfft_group_is_long_tile(const struct clfft_axis_task *task,
                              uint32_t length, clfft_role role);

/* Is a tile of that length, the last of two passes, better off by two large
   stages than by three? */
bool clfft_group_turns_twice(const struct clfft_axis_task *task,
                             uint32_t length);

/* false: there are none. */
bool clfft_group_radices(const struct clfft_axis_task *task, uint32_t length,
                         clfft_role role, const struct clfft_variation *v,
                         clfft_shape *shape);

/* Their order, once the columns are known. */
void clfft_group_order(const struct clfft_axis_task *task, uint32_t length,
                       clfft_role role, const struct clfft_variation *v,
                       clfft_shape *shape);

#endif /* CLFFT_SHAPES_GROUP_H */
