/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scheme.h: published ways of computing a transform, one text a file, with
 * the kernels that the text has. A scheme is a recipe's whole choice, "NAME
 * option option ...", and expands to launches of its own kernels.
 *
 * Schemes take plain complex transforms in single precision, dense and out of
 * place, any batch, both directions, scaled; some take plain real ones. Those
 * whose twiddle factors are less exact than the engine's state a limit of their
 * own, and the plan's self-check holds them to that. No planner proposes one:
 * they are forced by clfft_plan_params.recipe.
 */
#ifndef CLFFT_SCHEME_H
#define CLFFT_SCHEME_H

#include "clfft/recipe/recipe.h"

struct clfft_scheme {
    const char *name;
    unsigned max_rank;
    bool takes_real; /* plain real samples to or from half a spectrum */
    /* One word after the name; false: unknown, or given twice. */
    bool (*read)(const char *word, clfft_scheme_choice *choice);
    /* After the last word: fills in defaults. INVALID with the reason where
       options do not go together. */
    clfft_status (*finish)(clfft_scheme_choice *choice);
    /* Canonical options, after the name, each behind a blank; as snprintf. */
    size_t (*print)(const clfft_scheme_choice *choice, char *text,
                    size_t size);
    /* Adds launches; UNSUPPORTED or INVALID with the reason. */
    clfft_status (*expand)(const clfft_desc *desc,
                           const clfft_scheme_choice *choice,
                           clfft_recipe *recipe);
    /* Relative L2 of a result that is right; 0: the engine's contract. */
    double (*limit)(const clfft_desc *desc, const clfft_scheme_choice *choice);
};

extern const struct clfft_scheme clfft_scheme_arm;
extern const struct clfft_scheme clfft_scheme_aatish;
extern const struct clfft_scheme clfft_scheme_bainville;

/* Does a recipe's text name a scheme, behind an optional "description:"? */
bool clfft_scheme_is_named(const char *text);

clfft_status clfft_scheme_parse(const char *text, clfft_scheme_choice *choice);
size_t clfft_scheme_print(const clfft_scheme_choice *choice, char *text,
                          size_t size);

/* Into a zeroed recipe. The first launch reads the input and changes the sign
   for the inverse, the last one writes the output, scales and changes it
   back. */
clfft_status clfft_scheme_expand(const clfft_desc *desc,
                                 const clfft_choice *choice,
                                 clfft_recipe *recipe);

/* Relative L2 that results of this choice keep; 0: the engine's contract. */
double clfft_choice_limit(const clfft_desc *desc, const clfft_choice *choice);

/* ---- helpers of the schemes ---- */

/* Points of one transform. */
uint64_t clfft_scheme_points(const clfft_desc *desc);

/*
 * The next step, a launch from one clfft_buffer to another, of which scratch
 * grows to hold a transform. Kernel, files, items and work (or rows) are the
 * caller's to fill in.
 */
clfft_step *clfft_scheme_add(const clfft_desc *desc, clfft_recipe *recipe,
                             int in, int out);

/* Appends a -D to the launch's options. */
void clfft_launch_define(clfft_launch *launch, const char *name,
                         unsigned value);

/* Notes in *seen what was read; false: it had been before. */
bool clfft_scheme_see(uint32_t *seen, uint32_t what);

/* Log2 of a length, rounded down. */
unsigned clfft_scheme_log2(uint64_t n);

/* "w64" -> 64; false unless it is `letter` and a count of 1 to 1024. */
bool clfft_scheme_read_count(const char *word, char letter, uint32_t *count);

#endif /* CLFFT_SCHEME_H */
