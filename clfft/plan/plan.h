/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* plan.h: a plan, which is a recipe made ready on a device; shared by the files
   that build, run, check and tune plans. */
#ifndef CLFFT_PLAN_H
#define CLFFT_PLAN_H

#include "clfft/device/device.h"
#include "clfft/base/grid.h"
#include "kernels/host/pass.h"
#include "clfft/planner/planner.h"
#include "clfft/device/program.h"
#include "clfft/base/progress.h"
#include "clfft/recipe/seed_method.h"
#include "clfft/recipe/recipe.h"
#include "clfft/device/tables.h"

/* What pixels and values stand for: the description's, or the self-check's
   own. */
struct clfft_codes {
    double lowest, highest;
    clfft_value value;
    const uint8_t *color_map; /* or NULL */
    cl_mem colors;            /* the map in device memory */
};

/* The user's tables in device memory. */
typedef struct clfft_hooks {
    cl_mem windows[CLFFT_MAX_RANK], gain, matrix;
    cl_mem first, start, weight; /* bands, or rings: `start` has their bins */
    cl_mem piece_first, piece_start, piece_weight; /* the same in pieces, where
                                                      a recipe reads those */
    struct clfft_codes codes;
} clfft_hooks;

typedef struct clfft_plan_step {
    clfft_program *program;
    cl_kernel kernel;
    clfft_table *twiddle, *roots;
    /* of its own convolution: chirp, or powers of a primitive root */
    clfft_table *own_points, *own_spectrum;
    cl_mem indices;         /* of a seed method's launch */
    unsigned parameters;    /* PASS_SAMPLE_SCALE and so on: what a pass reads */
    struct pass pass;       /* of the plan's call */
    size_t pass_size;       /* bytes of `pass` that the kernel gets */
    struct pass_box box;    /* of steps over several axes at once */
    struct clfft_grid grid; /* of the plan's call */
    bool has_pass; /* the kernel has the arguments of the plan's call */
    bool is_ready; /* the kernel has all arguments that no execute
                      changes */
} clfft_plan_step;

/* The request of an execute. */
struct clfft_call {
    uint64_t asked[CLFFT_MAX_LOOPS]; /* the caller's counts, 0 for all */
    uint64_t counts[CLFFT_MAX_LOOPS];
    uint64_t batch; /* their product; 0: nothing was asked for
                       yet */
    uint64_t input_offset, output_offset; /* elements */
    uint64_t input_end, output_end; /* bytes up to the end of what the call
                                       touches; UINT64_MAX if that
                                       overflows */
};

struct clfft_plan {
    clfft_device *device;
    clfft_desc desc;                   /* resolved */
    clfft_loop loops[CLFFT_MAX_LOOPS]; /* of a call: the description's, but in
                                          the self-check */
    struct clfft_progress *progress;   /* of the check; or NULL */
    bool in_check; /* calls are the self-check's, a few transforms that show all
                      that many may need */
    clfft_recipe recipe;
    char *text;
    size_t real_size;
    uint64_t input_length, output_length; /* elements up to the end of what a
                                             call with all counts touches */
    bool external_scratch, from_cache;
    const clfft_waiter *waiter; /* or NULL */
    clfft_hooks hooks;
    clfft_table *real_roots;
    clfft_table *chirp[CLFFT_MAX_RANK], *chirp_spectrum[CLFFT_MAX_RANK];
    clfft_table *permutation[CLFFT_MAX_RANK];
    uint64_t scratch_offset[CLFFT_N_SCRATCH]; /* complex points */
    uint64_t slice; /* transforms that one launch runs at most */
    size_t scratch_size;
    cl_mem scratch;
    clfft_plan_step *steps;      /* of recipe.steps, as many; NULL: not built */
    struct clfft_call call;      /* the call that the steps are laid out for; an
                                    execute that asks for the same costs the
                                    host no more */
    cl_command_queue last_queue; /* the queue of the last execute, retained */
    bool in_order;               /* that queue keeps the order */
};

/* build.c: makes programs, kernels and tables for plan->recipe. */
clfft_status clfft_plan_build(clfft_plan *plan,
                              struct clfft_progress *progress);

/* build.c: equal parts of a creation: tables, if it has any of a convolution,
   each kernel, and the check. */
unsigned clfft_plan_count_parts(const clfft_plan *plan);

/* Undoes clfft_plan_build, so that another recipe can be built. */
void clfft_plan_clear(clfft_plan *plan);

/* seed_method.c: how the step of a seed method is launched. */
const clfft_seed_method_launch *clfft_plan_get_launch(const clfft_plan *plan,
                                                      const clfft_step *step);

/* seed_method.c: UNSUPPORTED where the device lacks what the launch needs. */
clfft_status clfft_plan_check_seed_method(const clfft_plan *plan,
                                          const clfft_step *step);

/* seed_method.c: makes what no execute changes, the table of indices among it.
 */
clfft_status clfft_plan_build_seed_method(clfft_plan *plan, unsigned index);

/* seed_method.c: sets arguments 2 and up, when the step is laid out. */
clfft_status clfft_plan_set_seed_method(clfft_plan *plan, unsigned index);

/* seed_method.c: how many work-groups so many transforms take, and the
   work-items of each. */
uint64_t clfft_plan_seed_method_groups(const clfft_plan *plan,
                                       const clfft_step *step,
                                       uint64_t n_transforms, size_t *items);

/* measures.c: fails with UNSUPPORTED, with the need and the limit. */
clfft_status clfft_plan_fail_local(size_t size, size_t most);
clfft_status clfft_plan_fail_group(unsigned items, unsigned most);

/* measures.c: the elements between neighbours on `axis`, on one side. */
int64_t clfft_plan_stride(const clfft_plan *plan, const clfft_step *step,
                          const clfft_side *side, unsigned axis);

/* Does an offset inside one transform need more than 31 bits? */
bool clfft_plan_is_wide(const clfft_plan *plan, const clfft_step *step);

/* measures.c: how many transforms a work-item of CLFFT_STEP_BANDS makes all
   bands of, as lanes of vectors; 1: it makes one band. */
unsigned clfft_plan_band_lanes(const clfft_plan *plan);

/* measures.c: whether a work-item of CLFFT_STEP_SPREAD has whole rows, for
   vectors. */
bool clfft_plan_spreads_runs(const clfft_plan *plan);

/* measures.c: the work-items of a group that adds up samples. */
unsigned clfft_plan_mean_items(const clfft_plan *plan);

/* execute.c: launches each step once, for the call that was prepared, of at
   most `slice` transforms. */
clfft_status clfft_plan_execute_slice(clfft_plan *plan, cl_command_queue queue,
                                      cl_mem input, cl_mem output,
                                      const clfft_execute_params *params,
                                      bool in_order);

/* hooks.c: uploads the tables of the description. */
clfft_status clfft_plan_upload_hooks(clfft_plan *plan);
/* The same for what only some recipes read. */
clfft_status clfft_plan_upload_pieces(clfft_plan *plan);
void clfft_plan_release_hooks(clfft_plan *plan);

/* hooks.c: uploads the colour map of hooks.codes, if there is one and that was
   not done. */
clfft_status clfft_upload_color_map(clfft_plan *plan);

/* arguments.c: sets all arguments of a step's kernel but input and output, as
   far as it does not have them yet. */
clfft_status clfft_plan_set_arguments(clfft_plan *plan, unsigned index,
                                      cl_mem scratch);

/* arguments.c: to be called when a hook or a factor of the plan has changed:
   the next execute sets all arguments anew. */
void clfft_plan_forget_arguments(clfft_plan *plan);

/* check.c: runs one known transform on the live device, and tells how far it
   is; BUILD if the result is wrong. */
clfft_status clfft_plan_check(clfft_plan *plan,
                              struct clfft_progress *progress);

/* check_transfer.c: waits for all that the check has enqueued, and tells that
   this part of it is done. */
clfft_status clfft_plan_await_check(clfft_plan *plan, cl_command_queue queue,
                                    double fraction);

enum clfft_tuning {
    CLFFT_TUNING_NONE,     /* the candidates are in the planner's order */
    CLFFT_TUNING_RECALLED, /* the first one was the fastest once, says the
                              disk */
    CLFFT_TUNING_MEASURED, /* those that were measured come first, the fastest
                              in front */
};

/*
 * tune.c: brings the fastest of the candidates to the front, by what is on disk
 * or by measurement; none is lost, and one may be added. *tuning tells what
 * became of them. The only failure is CANCELLED.
 */
clfft_status clfft_tune(clfft_device *device, const clfft_desc *desc,
                        const clfft_plan_params *params,
                        struct clfft_progress *progress,
                        clfft_choice candidates[CLFFT_MAX_CANDIDATES + 1],
                        unsigned *n_candidates, enum clfft_tuning *tuning);

/* tune.c: keeps the choice on disk as the fastest. */
void clfft_tune_remember(clfft_device *device, const clfft_desc *desc,
                         clfft_schedule schedule, const clfft_choice *choice);

/* create.c: makes a plan of the description that runs nothing yet. */
clfft_status clfft_plan_new(clfft_device *device, const clfft_desc *desc,
                            const clfft_plan_params *params, clfft_plan **plan);

/* plan.c: makes the plan run the first choice that works. */
clfft_status clfft_plan_adopt_best(clfft_plan *plan,
                                   const clfft_plan_params *params);

/* create.c: makes the plan run `choice`, and checks it unless
 * params.no_self_check. */
clfft_status clfft_plan_adopt(clfft_plan *plan, const clfft_choice *choice,
                              const clfft_plan_params *params,
                              struct clfft_progress *progress);

/* create.c: makes a plan for exactly this choice. */
clfft_status clfft_plan_create_choice(clfft_device *device,
                                      const clfft_desc *desc,
                                      const clfft_choice *choice,
                                      const clfft_plan_params *params,
                                      struct clfft_progress *progress,
                                      clfft_plan **plan);

#endif /* CLFFT_PLAN_H */
