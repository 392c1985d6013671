/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * seed.h: the seeds are the published FFT programs that this project descends
 * from, one a file. They are seed methods (clfft/recipe/seed_method.h) with the
 * kernels of their authors.
 *
 * Seeds take plain complex transforms in single precision, dense and out of
 * place, any batch, both directions, scaled; some take plain real ones. Those
 * whose twiddle factors are less exact than the engine's state a limit of their
 * own, and the plan's self-check holds them to that.
 */
#ifndef CLFFT_SEED_H
#define CLFFT_SEED_H

#include "clfft/recipe/seed_method.h"
#include "kernels/host/seed.h"

#define CLFFT_SEED_OPTIONS 8

typedef struct clfft_seed_choice {
    const struct clfft_seed *seed;
    unsigned n_radices;
    uint8_t radices[CLFFT_MAX_PASSES];
    uint32_t option[CLFFT_SEED_OPTIONS]; /* as the seed numbers them */
} clfft_seed_choice;

/* One launch; its kernel is given struct seed of kernels/host/seed.h. */
typedef struct clfft_seed_launch {
    clfft_seed_method_launch seed_method;
    uint32_t value[SEED_MAX_VALUES]; /* of struct seed */
    float number[SEED_MAX_NUMBERS];
    /* where seed_method.n_indices is not 0 */
    void (*fill_indices)(const clfft_seed_choice *choice, uint64_t n_indices,
                         uint32_t *indices);
} clfft_seed_launch;

struct clfft_seed {
    const char *name;
    unsigned max_rank;
    bool takes_real; /* plain real samples to or from half a spectrum */
    /* Reads one word after the name; false: unknown, or given twice. */
    bool (*read)(const char *word, clfft_seed_choice *choice);
    /* After the last word: fills in defaults. INVALID with the reason where
       options do not go together. */
    clfft_status (*finish)(clfft_seed_choice *choice);
    /* Prints the canonical options that follow the name, each after a blank;
       returns the length as snprintf does. */
    size_t (*print)(const clfft_seed_choice *choice, char *text, size_t size);
    /* Adds launches; UNSUPPORTED or INVALID with the reason. */
    clfft_status (*expand)(const clfft_desc *desc,
                           const clfft_seed_choice *choice,
                           clfft_recipe *recipe);
    /* The largest relative L2 error of a right result; 0: the engine's error
       bar. */
    double (*limit)(const clfft_desc *desc, const clfft_seed_choice *choice);
};

extern const struct clfft_seed clfft_seed_arm;
extern const struct clfft_seed clfft_seed_aatish;
extern const struct clfft_seed clfft_seed_bainville;

/* ---- helpers of the seeds ---- */

/* The points of one transform. */
uint64_t clfft_seed_points(const clfft_desc *desc);

/* Adds the next step, from one clfft_buffer to another; scratch grows to hold a
   transform. The caller fills in its launch, which is zeroed: kernel, file,
   items and work (or rows). */
clfft_step *clfft_seed_add(const clfft_desc *desc, clfft_recipe *recipe, int in,
                           int out);
clfft_seed_launch *clfft_seed_launch_of(const clfft_recipe *recipe,
                                        const clfft_step *step);

/* Appends a -D to the launch's options. */
void clfft_seed_define(clfft_seed_launch *launch, const char *name,
                       unsigned value);

/* Notes in *seen what was read; false if it had been read before. */
bool clfft_seed_see(uint32_t *seen, uint32_t what);

/* Log2 of a length, rounded down. */
unsigned clfft_seed_log2(uint64_t n);

/* "w64" -> 64; false unless it is `letter` and a count of 1 to 1024. */
bool clfft_seed_read_count(const char *word, char letter, uint32_t *count);

#endif /* CLFFT_SEED_H */
