/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * guest.h: the hook for methods that bring kernels of their own.
 *
 * A guest is the whole choice of a recipe, "NAME option option ...". It expands
 * into steps of CLFFT_STEP_GUEST, each a launch of one of its kernels, whose
 * arguments are
 *
 *   input, output, a struct of the guest's, roots, indices
 *
 * the last two NULL where a launch has none. The engine provides buffers,
 * scratch memory, loops, the order of launches and the self-check, as for every
 * step. No planner proposes a guest: clfft_plan_params.recipe names it. Its
 * results may be less exact than the engine's; then it states the limit of
 * their error.
 */
#ifndef CLFFT_GUEST_H
#define CLFFT_GUEST_H

#include "kernels/host/pass.h"
#include "recipe.h"

/* The most bytes of a guest's struct of arguments. */
#define CLFFT_GUEST_ARGUMENTS 256

typedef struct clfft_guest_launch {
    const char *kernel;
    const char *file;         /* the file of kernels/ that has it */
    char options[160];        /* " -DNAME=VALUE" each */
    const char *extension;    /* an extension that the device must have, or
                                 NULL */
    bool is_opencl_3;         /* the language of the kernel, instead of 1.2 */
    uint32_t items;           /* work-items of a group */
    uint64_t work;            /* work-items of a transform, whose groups may
                                 have several transforms; 0: see rows */
    uint64_t rows;            /* rows of a transform, if work is 0 */
    uint32_t rows_a_group;    /* rows of a work-group */
    size_t local_size;        /* bytes of local memory */
    uint64_t n_indices;       /* numbers of 32 bits in the table of indices */
} clfft_guest_launch;

struct clfft_guests {
    const char *names; /* the names of all guests, for messages */
    /* Whether the text of a recipe names a guest, after an optional
       "description:". */
    bool (*is_named)(const char *text);
    clfft_status (*parse)(const char *text, clfft_guest_choice *choice);
    size_t (*print)(const clfft_guest_choice *choice, char *text, size_t size);
    /*
     * Adds steps to a recipe that holds only its choice, and sets recipe->guest
     * to what the functions below read, memory of malloc(). The first step
     * reads the input and changes the sign for the inverse, the last one writes
     * the output, scales it and changes the sign back. INVALID or UNSUPPORTED
     * with the reason.
     */
    clfft_status (*expand)(const clfft_desc *desc, clfft_recipe *recipe);
    const clfft_guest_launch *(*get_launch)(const clfft_recipe *recipe,
                                            unsigned step);
    /* Fills the struct that the step's kernel gets, once `pass` says where the
       transforms of a call lie; returns its size. */
    size_t (*fill_arguments)(const clfft_recipe *recipe, unsigned step,
                             const struct pass *pass, void *bytes);
    void (*fill_indices)(const clfft_recipe *recipe, unsigned step,
                         uint32_t *indices);
    /* The largest relative L2 error of right results; 0: the engine's error
       bar. */
    double (*limit)(const clfft_desc *desc, const clfft_guest_choice *choice);
};

/* The guests of this build; NULL: none. */
extern const struct clfft_guests *const clfft_guests;

#endif /* CLFFT_GUEST_H */
