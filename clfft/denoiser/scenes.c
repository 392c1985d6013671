/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* scenes.c: compares each picture with the one before it. What begins a scene
   stays on the device, where blocks.cl reads it: the host never waits. */
#include "scenes.h"

#include "clfft/analysis/kernel.h"
#include "clfft/base/error.h"

#include <stdio.h>

#define ITEMS_GPU 64
/* sums of all planes, and that of the picture before */
#define MOST_SUMS (CLFFT_DENOISE_MAX_PLANES * DENOISE_SUMS + 1)

clfft_status clfft_scenes_make(struct clfft_scenes *s, clfft_device *device,
                               const clfft_denoise_desc *desc,
                               const char *options, clfft_program **program,
                               uint64_t *size)
{
    const clfft_limits *limits = &device->limits;
    const uint32_t none[DENOISE_NONE + 1] = {0};
    clfft_status status = CLFFT_STATUS_OK;
    char all[256];

    if (desc->depth == 1)
        return CLFFT_STATUS_OK;
    s->items = limits->type & CL_DEVICE_TYPE_CPU     ? 1
               : limits->max_work_group >= ITEMS_GPU ? ITEMS_GPU
                                                     : 1;
    snprintf(all, sizeof all, "%s -DITEMS=%u", options, s->items);
    TRY(clfft_kernel_build(device, "denoise/scenes.cl", "denoise_compare",
                           sizeof(float), all, program, &s->compare));
    TRY(clfft_kernel_make(device, *program, "denoise_note", &s->note));
    TRY(clfft_device_new_buffer(device, CL_MEM_READ_WRITE,
                                MOST_SUMS * sizeof(uint64_t), NULL, &s->sums));
    TRY(clfft_device_new_buffer(device, CL_MEM_READ_WRITE, sizeof none, none,
                                &s->begins));
    *size += MOST_SUMS * sizeof(uint64_t) + sizeof none;
fail:
    return status;
}

void clfft_scenes_free(struct clfft_scenes *s)
{
    RELEASE_KERNELS(s->compare, s->note);
    RELEASE_BUFFERS(s->sums, s->begins);
}

clfft_status clfft_scenes_compare(struct clfft_scenes *s,
                                  const clfft_denoise_desc *desc,
                                  struct clfft_chain *chain,
                                  cl_command_queue queue, cl_mem pictures,
                                  unsigned slot,
                                  const clfft_denoise_params *params)
{
    const struct clfft_grid grid = {{DENOISE_SUMS * s->items, 1},
                                    {s->items, 1}};
    const struct clfft_grid one = {{s->items, 1}, {s->items, 1}};
    double n_samples = 0;
    struct denoise_note note = {.n_sums = desc->n_planes * DENOISE_SUMS,
                                .slot = slot,
                                .has_before = s->has_before};
    const struct clfft_argument note_arguments[] = {
        ARGUMENT(s->sums), ARGUMENT(s->begins), ARGUMENT(note)};
    clfft_status status;

    for (unsigned i = 0; i < desc->n_planes; i++) {
        const clfft_denoise_plane *p = &desc->planes[i];
        const struct denoise_compare a = {
            .pictures = {slot * desc->picture_size + p->offset,
                         s->newest * desc->picture_size + p->offset},
            .row = p->row,
            .step = p->step,
            .width = p->width,
            .height = p->height,
            .first = i * DENOISE_SUMS};
        const struct clfft_argument arguments[] = {
            ARGUMENT(pictures), ARGUMENT(s->sums), ARGUMENT(a)};

        TRY(clfft_kernel_chain(chain, "denoiser", s->compare, queue, arguments,
                               3, &grid, params->n_wait, params->wait, NULL));
        n_samples += (double)p->width * p->height;
    }
    note.least =
        (float)(params->scene * n_samples * (1u << (desc->planes[0].bits - 8)));
    TRY(clfft_kernel_chain(chain, "denoiser", s->note, queue, note_arguments, 3,
                           &one, params->n_wait, params->wait, NULL));
fail:
    return status;
}

clfft_status clfft_scenes_take(struct clfft_scenes *s,
                               const clfft_denoise_desc *desc,
                               struct clfft_chain *chain,
                               cl_command_queue queue, cl_mem pictures,
                               const clfft_denoise_params *params)
{
    const unsigned slot = params->slots[0];
    const bool compares = desc->depth > 1 && params->scene > 0 &&
                          !params->begins && s->n_taken && slot != s->newest;
    clfft_status status = CLFFT_STATUS_OK;

    if (compares)
        TRY(clfft_scenes_compare(s, desc, chain, queue, pictures, slot,
                                 params));
    s->compared[slot] = s->has_before = compares;
    s->ages[slot] = ++s->n_taken;
    s->newest = slot;
fail:
    return status;
}

void clfft_scenes_fill(const struct clfft_scenes *s, unsigned depth,
                       const unsigned *slots, struct denoise_blocks *a)
{
    for (unsigned t = 1; t < depth; t++) {
        const uint64_t one = s->ages[slots[t - 1]], other = s->ages[slots[t]];
        const unsigned later = one > other ? slots[t - 1] : slots[t];
        const bool follows = one == other + 1 || other == one + 1;

        a->later[t] = follows && s->compared[later] ? later : DENOISE_NONE;
    }
}
