/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* group.h: what the files of the group schedule share: group.c cuts an
   axis into passes, group_pass.c shapes each of them, group_radices.c chooses
   and orders its radices, group_linear.c has short rows. */
#ifndef CLFFT_SHAPES_GROUP_H
#define CLFFT_SHAPES_GROUP_H

#include "planner.h"

#define CLFFT_LARGEST_TILE 1024
#define CLFFT_WIDE_TILE 1536 /* points of 8 columns in 48 KiB */
#define CLFFT_LONG_TILE                                                        \
    2048 /* with 4 columns up to here one pass beats two                       \
          */
#define CLFFT_SECTOR_BYTES 32

/* What a variation changes about the best guess; 0 changes nothing. */
struct clfft_variation {
    unsigned most_items; /* in a work-group; 0: the device's limit */
    int columns;         /* transforms of a group, times 2^columns */
    bool other_exchange; /* split if it was not, and the reverse */
    bool other_layout;
    unsigned largest_radix; /* 0: the best guess's */
    unsigned parts;         /* rows are exchanged in so many parts; 0: whole */
    bool together;          /* real and imaginary parts of a part at once */
    unsigned registers;     /* at most, of a work-item; 0: the compiler's
                               choice */
    bool fewer_registers;   /* long split rows: as many as let two groups share
                               a processor */
    unsigned sharing;       /* columns that share the work-items from the start;
                               0: as the role has it */
    bool equal_ends;        /* the first radix is the last one too, if that
                               takes no more stages */
};

/* Shapes one pass of `length` points in the given role. Returns false if none
   fits the limits. */
bool clfft_group_pass(const struct clfft_axis_task *task, uint32_t length,
                      clfft_role role, const struct clfft_variation *v,
                      clfft_shape *shape);

/* Shapes rows that a group moves in the order of memory (group_linear.c).
   Returns false if others are faster. */
bool clfft_group_linear(const struct clfft_axis_task *task, clfft_shape *shape);

/* Whether work-items share a stage of so many points: one prime factor above
   CLFFT_LARGEST_PRIME beside others. */
bool clfft_group_shares(const struct clfft_axis_task *task, uint64_t points);

/* Variations of clfft_group_own(). */
#define CLFFT_OWN_VARIATIONS 6

/* Cuts a length with a prime factor that no stage has into two passes or three,
   of which those with such a factor are convolutions of their own
   (group_own.c). Returns false if it has no such variation, as a prime. */
bool clfft_group_own(const struct clfft_axis_task *task, unsigned variation,
                     clfft_axis_choice *choice);

/* Gives one of two passes along rows twice the columns where the runs that it
   reads (or, where it turns, writes) begin between cache sectors, because
   `pitch`, their distance in points, is odd. Figures: docs/internals/notes.md,
   "group_pass.c". */
void clfft_group_widen(const struct clfft_axis_task *task,
                       const struct clfft_variation *v, clfft_role role,
                       uint32_t pitch, clfft_shape *shape);

/* Whether a row does not fit local memory even with real and imaginary parts
   exchanged one after the other, and the variation exchanges it in parts. */
bool clfft_group_goes_in_parts(const struct clfft_axis_task *task,
                               uint32_t length,
                               const struct clfft_variation *v);

/* ---- group_radices.c ---- */

/* Whether the task is one that the rules were measured for: dedicated local
   memory, single precision, not inside a convolution. */
bool clfft_group_is_plain(const struct clfft_axis_task *task);

/* Whether the task is the half of a c2r transform. */
bool clfft_group_makes_real(const struct clfft_axis_task *task);

bool clfft_group_is_long_row(const struct clfft_axis_task *task,
                             uint32_t length, clfft_role role);
bool clfft_group_is_long_tile(const struct clfft_axis_task *task,
                              uint32_t length, clfft_role role);

/* Whether a tile of that length, as the last of two passes, is faster in two
   large stages than in three. */
bool clfft_group_turns_twice(const struct clfft_axis_task *task,
                             uint32_t length);

/* Chooses the radices of a pass. Returns false if the length has none. */
bool clfft_group_radices(const struct clfft_axis_task *task, uint32_t length,
                         clfft_role role, const struct clfft_variation *v,
                         clfft_shape *shape);

/* Orders the radices, once the columns of the pass are known. */
void clfft_group_order(const struct clfft_axis_task *task, uint32_t length,
                       clfft_role role, const struct clfft_variation *v,
                       clfft_shape *shape);

#endif /* CLFFT_SHAPES_GROUP_H */
