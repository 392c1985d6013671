/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* scenes.h: finds on the device which pictures of a denoiser begin a scene. */
#ifndef CLFFT_DENOISER_SCENES_H
#define CLFFT_DENOISER_SCENES_H

#include "clfft/denoise.h"

#include "clfft/device/chain.h"
#include "clfft/device/program.h"

#include "kernels/host/denoise.h"

struct clfft_scenes {
    unsigned items;
    cl_kernel compare, note;
    cl_mem sums;
    cl_mem begins;    /* of each slot, and of DENOISE_NONE */
    uint64_t n_taken; /* pictures */
    unsigned newest;  /* slot */
    bool has_before;  /* the newest was compared */
    uint64_t ages[CLFFT_DENOISE_MAX_DEPTH]; /* of slots: n_taken, or 0 */
    bool compared[CLFFT_DENOISE_MAX_DEPTH];
};

/* options: as of code.cl. *size grows by the bytes of its memory. */
clfft_status clfft_scenes_make(struct clfft_scenes *scenes,
                               clfft_device *device,
                               const clfft_denoise_desc *desc,
                               const char *options, clfft_program **program,
                               uint64_t *size);
/* Accepts what was made in part. */
void clfft_scenes_free(struct clfft_scenes *scenes);

/* Compares the newest picture with that of a slot, which follows it. */
clfft_status clfft_scenes_compare(struct clfft_scenes *scenes,
                                  const clfft_denoise_desc *desc,
                                  struct clfft_chain *chain,
                                  cl_command_queue queue, cl_mem pictures,
                                  unsigned slot,
                                  const clfft_denoise_params *params);

/* The picture of params->slots[0] is being copied to `pictures`: compares it
   with the one before, unless it begins a run. */
clfft_status clfft_scenes_take(struct clfft_scenes *scenes,
                               const clfft_denoise_desc *desc,
                               struct clfft_chain *chain,
                               cl_command_queue queue, cl_mem pictures,
                               const clfft_denoise_params *params);

/* Fills a->later for slots in the order of time. */
void clfft_scenes_fill(const struct clfft_scenes *scenes, unsigned depth,
                       const unsigned *slots, struct denoise_blocks *a);

#endif /* CLFFT_DENOISER_SCENES_H */
