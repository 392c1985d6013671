/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * methods.h: the methods that compute one complex transform, one algorithm a
 * file. That a method does not apply is no error.
 */
#ifndef CLFFT_METHODS_H
#define CLFFT_METHODS_H

#include "recipe.h"

/* From where to where the complex transforms of `length` points along an axis
   go, one for each of `lines` on the other axes. */
struct clfft_route {
    unsigned axis;
    uint32_t lines[CLFFT_MAX_RANK];
    const clfft_shape *shapes;
    unsigned n_shapes;
    uint64_t length;
    uint32_t n; /* length of the transform for LOAD and STORE */
    clfft_side in, out;
    bool spectrum_store; /* the last store multiplies by chirp_spectrum */
    bool scale;          /* the last store scales */
    bool fuse_post;      /* untangle real data in the last step */
    bool in_scratch;     /* `in` is the route's own, free to be overwritten */
    bool in_output;      /* points of each line may lie where the output has
                            the line, until the last step stores it */
    uint64_t spare;      /* points of each line that may lie in the output
                            until the recipe's last step writes it */
};

struct clfft_method {
    const char *name;
    /* whether the shapes have the form of this method */
    bool (*applicable)(const struct clfft_route *route);
    /* appends steps */
    void (*expand)(const struct clfft_route *route, clfft_recipe *recipe);
    /* whether the last step can untangle real data; NULL: it cannot */
    bool (*can_fuse_post)(const struct clfft_route *route);
};

extern const struct clfft_method clfft_method_whole;
extern const struct clfft_method clfft_method_split;
extern const struct clfft_method clfft_method_passes;

/* The method for the route's shapes; NULL if there is none. */
const struct clfft_method *clfft_find_method(const struct clfft_route *route);

/* Expands Bluestein's algorithm around the method of the inner transform. */
clfft_status clfft_expand_bluestein(const struct clfft_route *route,
                                    uint64_t inner_length,
                                    clfft_recipe *recipe);

/* Whether that takes one step, which can untangle real data. */
bool clfft_bluestein_can_fuse_post(const struct clfft_route *route,
                                   uint64_t inner_length);

/* Expands Rader's algorithm around one or two passes of the group schedule. */
clfft_status clfft_expand_rader(const struct clfft_route *route,
                                clfft_recipe *recipe);

/* split.c: INVALID with the reason why pass i of an axis is no convolution of
   its points; OK for other passes. */
clfft_status clfft_check_convolved(const clfft_axis_choice *choice, unsigned i);

/* Expands two axes in one launch; the route is that of the first axis. */
void clfft_expand_tile2d(const clfft_desc *desc, const clfft_choice *choice,
                         const struct clfft_route *route, clfft_recipe *recipe);

/* INVALID with the reason why the choice's first two axes are no tile2d of the
   description. */
clfft_status clfft_check_tile2d(const clfft_desc *desc,
                                const clfft_choice *choice);

/* ---- steps that are no transforms (hook_steps.c) ---- */

/* Adds steps that write the mean of each transform's input, or its line, to
   CLFFT_BUFFER_MEANS. */
void clfft_add_mean(const clfft_desc *desc, clfft_recipe *recipe);

/* Adds a step that makes everything that the description stores of half a
   spectrum of several axes in `half`. */
void clfft_add_spread(const clfft_desc *desc, const clfft_side *half,
                      clfft_recipe *recipe);

/* Adds a step that sums powers, in stored order in a buffer, into bands or
   rings. */
void clfft_add_bands(const clfft_desc *desc, int powers, clfft_recipe *recipe);

/* ---- helpers of the methods ---- */

/* Grows a scratch buffer to hold so many complex points of a transform. */
void clfft_grow_scratch(clfft_recipe *recipe, int buffer, uint64_t points);

/* Chooses a buffer, other than those two, for `points` of each of the route's
   lines: the output while it is spare, else scratch, which grows to hold
   them. */
int clfft_take_scratch(clfft_recipe *recipe, const struct clfft_route *route,
                       int not_this, int nor_this, uint64_t points);

/* Adds the next step, with its shape, n and plain index set. */
clfft_step *clfft_add_step(clfft_recipe *recipe, const clfft_shape *shape,
                           const struct clfft_route *route);

/* A plain complex side in `buffer`, with room for `length` points a line. */
clfft_side clfft_plain_side(int buffer, uint32_t length);

#endif /* CLFFT_METHODS_H */
