/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * seed_method.h: the hook for methods that bring kernels of their own.
 *
 * A seed method is the whole choice of a recipe, "NAME option option ...". It
 * expands into steps of CLFFT_STEP_SEED_METHOD, each a launch of one of its
 * kernels, whose arguments are
 *
 *   input, output, a struct of the seed method's, roots, indices
 *
 * the last two NULL where a launch has none. The engine provides buffers,
 * scratch memory, loops, the order of launches and the self-check, as for every
 * step. No planner proposes a seed method: clfft_plan_params.recipe names it.
 * Its results may be less exact than the engine's; then it states the limit of
 * their error.
 */
#ifndef CLFFT_SEED_METHOD_H
#define CLFFT_SEED_METHOD_H

#include "kernels/host/pass.h"
#include "recipe.h"

/* The most bytes of a seed method's struct of arguments. */
#define CLFFT_SEED_METHOD_ARGUMENTS 256

typedef struct clfft_seed_method_launch {
    const char *kernel;
    const char *file;      /* the file of kernels/ that has it */
    char options[160];     /* " -DNAME=VALUE" each */
    const char *extension; /* an extension that the device must have, or
                              NULL */
    bool is_opencl_3;      /* the language of the kernel, instead of 1.2 */
    uint32_t items;        /* work-items of a group */
    uint64_t work;         /* work-items of a transform, whose groups may
                              have several transforms; 0: see rows */
    uint64_t rows;         /* rows of a transform, if work is 0 */
    uint32_t rows_a_group; /* rows of a work-group */
    size_t local_size;     /* bytes of local memory */
    uint64_t n_indices;    /* numbers of 32 bits in the table of indices */
} clfft_seed_method_launch;

struct clfft_seed_methods {
    const char *names; /* the names of all seed methods, for messages */
    /* Whether the text of a recipe names a seed method, after an optional
       "description:". */
    bool (*is_named)(const char *text);
    clfft_status (*parse)(const char *text, clfft_seed_method_choice *choice);
    size_t (*print)(const clfft_seed_method_choice *choice, char *text,
                    size_t size);
    /*
     * Adds steps to a recipe that holds only its choice, and sets
     * recipe->seed_method to what the functions below read, memory of malloc().
     * The first step reads the input and changes the sign for the inverse, the
     * last one writes the output, scales it and changes the sign back. INVALID
     * or UNSUPPORTED with the reason.
     */
    clfft_status (*expand)(const clfft_desc *desc, clfft_recipe *recipe);
    const clfft_seed_method_launch *(*get_launch)(const clfft_recipe *recipe,
                                                  unsigned step);
    /* Fills the struct that the step's kernel gets, once `pass` says where the
       transforms of a call lie; returns its size. */
    size_t (*fill_arguments)(const clfft_recipe *recipe, unsigned step,
                             const struct pass *pass, void *bytes);
    void (*fill_indices)(const clfft_recipe *recipe, unsigned step,
                         uint32_t *indices);
    /* The largest relative L2 error of right results; 0: the engine's error
       bar. */
    double (*limit)(const clfft_desc *desc,
                    const clfft_seed_method_choice *choice);
};

/* The seed methods of this build; NULL: none. */
extern const struct clfft_seed_methods *const clfft_seed_methods;

#endif /* CLFFT_SEED_METHOD_H */
