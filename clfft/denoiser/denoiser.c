/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* denoiser.c: filters pictures on the device, a plane at a time: blocks, then
   the pixels that no later block reaches. Where the blocks of a plane are too
   many to be kept, they take turns in strips. */
#include "geometry.h"
#include "scenes.h"

#include "clfft/analysis/kernel.h"
#include "clfft/base/error.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#include "kernels/host/denoise.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* bytes of blocks that are kept: on CPUs what caches hold */
#define MOST_KEPT_CPU (UINT64_C(8) << 20)
#define MOST_KEPT (UINT64_C(256) << 20)
/* bytes of vectors of a block on a CPU's stack */
#define MOST_STACK (UINT64_C(64) << 10)
#define GROUP_ITEMS 64
#define STORE_ITEMS 64

/* The blocks of a plane. */
struct blocks {
    uint64_t columns, rows, groups;
    uint64_t kept; /* rows of blocks in memory */
    cl_mem places; /* of columns, then of rows */
    cl_mem row_places;
};

struct clfft_denoiser {
    clfft_device *device;
    clfft_denoise_desc desc;
    unsigned lanes, items, pairs, pitch;
    struct blocks blocks[CLFFT_DENOISE_MAX_PLANES];
    clfft_program *programs[3];
    cl_kernel filter, store;
    cl_mem pictures, kept, numbers;
    struct clfft_scenes scenes;
    uint64_t size; /* bytes of these */
    struct clfft_chain chain;
};

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, "denoiser: " __VA_ARGS__)

/* ---- making ---- */

/* Work-groups where local memory holds a block, else vectors of blocks. */
static void choose_shape(clfft_denoiser *d)
{
    const clfft_limits *limits = &d->device->limits;
    const uint64_t points = (uint64_t)d->desc.block * d->desc.block;
    const uint64_t complex_size = 2 * sizeof(float);
    const bool is_cpu = limits->type & CL_DEVICE_TYPE_CPU;

    d->lanes = d->items = d->pairs = 1;
    d->pitch = d->desc.block;
    if (is_cpu) {
        d->lanes = limits->vector_width >= 16 ? 16 : 8;
        while (d->lanes > 4 && points * d->lanes * complex_size > MOST_STACK)
            d->lanes /= 2;
    } else if (limits->local_size >= points * complex_size &&
               limits->max_work_group >= d->desc.block) {
        const uint64_t padded = points + d->desc.block;

        d->items = d->desc.block;
        if (limits->local_size >= padded * complex_size)
            d->pitch++;
        while (2 * d->pairs * d->items <= GROUP_ITEMS &&
               2 * d->pairs * d->items <= limits->max_work_group &&
               limits->local_size >= 2 * d->pairs * padded * complex_size)
            d->pairs *= 2;
    }
}

static clfft_status build(clfft_denoiser *d)
{
    const clfft_denoise_plane *p = &d->desc.planes[0];
    const bool swap =
        p->bits > 8 && p->big_endian == d->device->limits.little_endian;
    char codes[64], options[224];
    clfft_status status;

    snprintf(codes, sizeof codes, "-DBYTES=%d -DSHIFT=%u -DTOP=%u%s",
             p->bits > 8 ? 2 : 1, p->shift, (1u << p->bits) - 1,
             swap ? " -DSWAPPED" : "");
    snprintf(options, sizeof options,
             "-DBLOCK=%u -DHOP=%u -DDEPTH=%u -DLANES=%u -DITEMS=%u -DPAIRS=%u "
             "-DPITCH=%u %s",
             d->desc.block, d->desc.hop, d->desc.depth, d->lanes, d->items,
             d->pairs, d->pitch, codes);
    TRY(clfft_kernel_build(d->device, "denoise/blocks.cl", "denoise_blocks",
                           sizeof(float), options, &d->programs[0],
                           &d->filter));
    TRY(clfft_kernel_build(d->device, "denoise/store.cl", "denoise_store",
                           sizeof(float), options, &d->programs[1], &d->store));
    TRY(clfft_scenes_make(&d->scenes, d->device, &d->desc, codes,
                          &d->programs[2], &d->size));
fail:
    return status;
}

static clfft_status make_buffer(clfft_denoiser *d, uint64_t size,
                                const void *bytes, cl_mem *buffer)
{
    d->size += size;
    return clfft_device_new_array(d->device, "denoiser", 1, size, 1, bytes,
                                  buffer);
}

/* Rows of blocks that lie over a row of pixels. */
static uint64_t count_deep(const clfft_denoiser *d)
{
    return divide_up(d->desc.block, d->desc.hop);
}

/* As layout.cl has it. */
static uint64_t row_size(const clfft_denoiser *d, const struct blocks *b)
{
    const uint64_t block = d->desc.block, hop = d->desc.hop;
    const uint64_t columns = d->lanes == 1
                                 ? 2 * block
                                 : (2 * d->lanes + divide_up(block, hop)) * hop;

    return b->groups * block * columns * sizeof(float);
}

static clfft_status make_places(clfft_denoiser *d, uint64_t length,
                                uint32_t step, uint64_t n, cl_mem *buffer)
{
    uint32_t *places = n < SIZE_MAX / sizeof *places
                           ? malloc((size_t)n * sizeof *places)
                           : NULL;
    clfft_status status;

    if (!places)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for %" PRIu64 " places of samples", n);
    clfft_denoise_mirror(&d->desc, length, step, n, places);
    status = make_buffer(d, n * sizeof *places, places, buffer);
    free(places);
    return status;
}

/* Fills the blocks of a plane; *size becomes what all planes need at most. */
static clfft_status make_blocks(clfft_denoiser *d, unsigned plane,
                                uint64_t *size)
{
    const clfft_denoise_plane *p = &d->desc.planes[plane];
    const uint64_t most =
        d->device->limits.type & CL_DEVICE_TYPE_CPU ? MOST_KEPT_CPU : MOST_KEPT;
    struct blocks *b = &d->blocks[plane];
    const uint64_t hop = d->desc.hop, block = d->desc.block;
    clfft_status status;

    b->columns = clfft_denoise_count(&d->desc, p->width);
    b->rows = clfft_denoise_count(&d->desc, p->height);
    b->groups = divide_up(b->columns, 2 * d->lanes);
    b->kept = most / row_size(d, b);
    if (b->kept < 2 * count_deep(d))
        b->kept = 2 * count_deep(d);
    if (b->kept > b->rows)
        b->kept = b->rows;
    if (b->kept * row_size(d, b) > *size)
        *size = b->kept * row_size(d, b);
    TRY(make_places(d, p->width, p->step,
                    b->groups * 2 * d->lanes * hop + block + hop, &b->places));
    TRY(make_places(d, p->height, 1, (b->rows - 1) * hop + block,
                    &b->row_places));
fail:
    return status;
}

static clfft_status make_memory(clfft_denoiser *d)
{
    float numbers[DENOISE_NUMBERS(64)];
    uint64_t size = 0;
    clfft_status status;

    for (unsigned i = 0; i < d->desc.n_planes; i++)
        TRY(make_blocks(d, i, &size));
    clfft_denoise_fill(&d->desc, numbers);
    TRY(make_buffer(d, size, NULL, &d->kept));
    TRY(make_buffer(d, DENOISE_NUMBERS(d->desc.block) * sizeof *numbers,
                    numbers, &d->numbers));
    TRY(make_buffer(d, d->desc.depth * d->desc.picture_size, NULL,
                    &d->pictures));
fail:
    return status;
}

static clfft_status run_once(void *denoiser, cl_command_queue queue);

clfft_status clfft_denoiser_create(clfft_device *device,
                                   const clfft_denoise_desc *desc,
                                   clfft_denoiser **denoiser)
{
    clfft_status status = clfft_denoise_check(desc);
    clfft_denoiser *d;

    *denoiser = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    d = calloc(1, sizeof *d);
    if (!d)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a denoiser");
    d->device = clfft_device_hold(device);
    d->desc = *desc;
    choose_shape(d);
    TRY(clfft_check_waiter(desc->waiter));
    TRY(make_memory(d));
    TRY(build(d));
    TRY(clfft_kernel_warm_up(device, desc->waiter, run_once, d, &d->chain,
                             d->programs, desc->depth > 1 ? 3 : 2));
    *denoiser = d;
    return CLFFT_STATUS_OK;
fail:
    clfft_denoiser_destroy(&d);
    return status;
}

void clfft_denoiser_destroy(clfft_denoiser **denoiser)
{
    clfft_denoiser *d = *denoiser;

    *denoiser = NULL;
    if (!d)
        return;
    clfft_chain_end(&d->chain, d->desc.waiter);
    if (clfft_has_given_up(d->desc.waiter))
        return; /* all that it has may be the device's */
    RELEASE_KERNELS(d->filter, d->store);
    RELEASE_BUFFERS(d->pictures, d->kept, d->numbers);
    clfft_scenes_free(&d->scenes);
    for (unsigned i = 0; i < CLFFT_DENOISE_MAX_PLANES; i++)
        RELEASE_BUFFERS(d->blocks[i].places, d->blocks[i].row_places);
    clfft_device_drop(&d->device);
    free(d);
}

/* ---- running ---- */

static clfft_status copy(clfft_denoiser *d, cl_command_queue queue, cl_mem from,
                         uint64_t from_offset, cl_mem to, uint64_t to_offset,
                         const clfft_denoise_params *params)
{
    struct clfft_waits waits;
    cl_event done = NULL;
    clfft_status status;

    TRY(clfft_chain_wait(&d->chain, "denoiser", params->n_wait, params->wait,
                         &waits));
    CL_TRY(clEnqueueCopyBuffer(queue, from, to, (size_t)from_offset,
                               (size_t)to_offset, (size_t)d->desc.picture_size,
                               waits.n, waits.n ? waits.events : NULL, &done));
    clfft_chain_pass_on(&d->chain, done);
fail:
    return status;
}

/* Rows first to end - 1 of blocks. */
static clfft_status filter(clfft_denoiser *d, cl_command_queue queue,
                           const struct blocks *b, struct denoise_blocks *a,
                           uint64_t first, uint64_t end,
                           const clfft_denoise_params *params)
{
    const struct clfft_argument arguments[] = {ARGUMENT(d->pictures),
                                               ARGUMENT(b->places),
                                               ARGUMENT(b->row_places),
                                               ARGUMENT(d->numbers),
                                               ARGUMENT(d->scenes.begins),
                                               ARGUMENT(d->kept),
                                               ARGUMENT(*a)};
    const size_t items = d->items * d->pairs;
    const struct clfft_grid grid = {
        {(size_t)divide_up(b->groups, d->pairs) * items, (size_t)(end - first)},
        {items, 1}};

    a->first_row = (denoise_uint32)first;
    return clfft_kernel_chain(&d->chain, "denoiser", d->filter, queue,
                              arguments, 7, &grid, params->n_wait, params->wait,
                              NULL);
}

static clfft_status store(clfft_denoiser *d, cl_command_queue queue,
                          cl_mem output, struct denoise_store *a,
                          uint64_t first, uint64_t end,
                          const clfft_denoise_params *params)
{
    const struct clfft_argument arguments[] = {ARGUMENT(d->kept),
                                               ARGUMENT(output), ARGUMENT(*a)};
    const size_t most = d->device->limits.max_work_group;
    const size_t items = d->lanes > 1         ? 1
                         : most < STORE_ITEMS ? most
                                              : STORE_ITEMS;
    const size_t columns = d->lanes > 1 ? 2 * d->lanes * d->desc.hop : 1;
    const uint64_t lead = d->lanes > 1 ? d->desc.block - d->desc.hop : 0;
    const struct clfft_grid grid = {
        {(size_t)divide_up(lead + a->width, items * columns) * items,
         (size_t)(end - first)},
        {items, 1}};

    a->first_row = (denoise_uint32)first;
    a->end_row = (denoise_uint32)end;
    return clfft_kernel_chain(&d->chain, "denoiser", d->store, queue, arguments,
                              3, &grid, params->n_wait, params->wait, NULL);
}

static void fill_arguments(const clfft_denoiser *d, unsigned plane,
                           const clfft_denoise_params *params,
                           struct denoise_blocks *a, struct denoise_store *s)
{
    const clfft_denoise_plane *p = &d->desc.planes[plane];
    const struct blocks *b = &d->blocks[plane];
    const clfft_denoise_level *level = &params->levels[plane];
    const double factor = sqrt(d->desc.depth) * d->desc.hop;

    *a = (struct denoise_blocks){
        .row = p->row,
        .low = (float)(level->low * factor),
        .mid = (float)(level->mid * factor),
        .high = (float)(level->high * factor),
        .floor = (float)params->floor,
        .n_groups = (denoise_uint32)b->groups,
        .n_kept = (denoise_uint32)b->kept,
    };
    for (unsigned t = 0; t < d->desc.depth; t++)
        a->pictures[t] = params->slots[t] * d->desc.picture_size + p->offset;
    clfft_scenes_fill(&d->scenes, d->desc.depth, params->slots, a);
    *s = (struct denoise_store){
        .base = params->offset + p->offset,
        .row = p->row,
        .step = p->step,
        .width = p->width,
        .n_groups = a->n_groups,
        .n_kept = a->n_kept,
    };
}

static clfft_status filter_plane(clfft_denoiser *d, cl_command_queue queue,
                                 cl_mem output, unsigned plane,
                                 const clfft_denoise_params *params)
{
    const struct blocks *b = &d->blocks[plane];
    const uint64_t height = d->desc.planes[plane].height, hop = d->desc.hop;
    const uint64_t lead = d->desc.block - hop;
    uint64_t done = 0, first = 0, end;
    struct denoise_blocks a;
    struct denoise_store s;
    clfft_status status;

    fill_arguments(d, plane, params, &a, &s);
    /* rows that lie over pixels that are not complete stay */
    for (end = b->kept; done < height;
         end = first + b->kept + 1 - count_deep(d)) {
        uint64_t complete;

        end = end < b->rows ? end : b->rows;
        TRY(filter(d, queue, b, &a, first, end, params));
        complete = end == b->rows     ? height
                   : end * hop > lead ? end * hop - lead
                                      : 0;
        if (complete > done)
            TRY(store(d, queue, output, &s, done, complete, params));
        done = complete;
        first = end;
    }
fail:
    return status;
}

static bool is_copied(const clfft_denoise_level *level)
{
    return level->low == 0 && level->mid == 0 && level->high == 0;
}

static clfft_status give(clfft_denoiser *d, cl_command_queue queue,
                         cl_mem output, const clfft_denoise_params *params)
{
    bool copies = d->desc.has_rest;
    clfft_status status = CLFFT_STATUS_OK;

    for (unsigned i = 0; i < d->desc.n_planes; i++)
        copies |= is_copied(&params->levels[i]);
    if (copies)
        TRY(copy(d, queue, d->pictures,
                 params->slots[d->desc.depth / 2] * d->desc.picture_size,
                 output, params->offset, params));
    for (unsigned i = 0; i < d->desc.n_planes; i++)
        if (!is_copied(&params->levels[i]))
            TRY(filter_plane(d, queue, output, i, params));
fail:
    return status;
}

/* A row of blocks, and a row of pixels of a picture that is not there yet. */
static clfft_status run_once(void *denoiser, cl_command_queue queue)
{
    clfft_denoiser *d = denoiser;
    const clfft_denoise_params none = {.floor = 0};
    struct denoise_blocks a;
    struct denoise_store s;
    clfft_status status;

    fill_arguments(d, 0, &none, &a, &s);
    TRY(filter(d, queue, &d->blocks[0], &a, 0, 1, &none));
    TRY(store(d, queue, d->pictures, &s, 0, 1, &none));
    if (d->desc.depth > 1)
        TRY(clfft_scenes_compare(&d->scenes, &d->desc, &d->chain, queue,
                                 d->pictures, 1, &none));
fail:
    return status;
}

static clfft_status check_call(const clfft_denoiser *d, cl_command_queue queue,
                               const char *name, cl_mem buffer, unsigned n,
                               const clfft_denoise_params *params)
{
    clfft_status status;

    if (params->event)
        *params->event = NULL;
    TRY(CHECK_RESERVED("clfft_denoise_params", params));
    TRY(clfft_check_queue(d->device, "denoiser", queue));
    for (unsigned i = 0; i < n; i++)
        if (params->slots[i] >= d->desc.depth)
            return INVALID("slot %u is not below %u", params->slots[i],
                           d->desc.depth);
    if (params->offset > UINT64_MAX - d->desc.picture_size)
        return INVALID("offset %" PRIu64 " is too large", params->offset);
    TRY(clfft_check_buffer(d->device, "denoiser", name, buffer,
                           params->offset + d->desc.picture_size));
fail:
    return status;
}

clfft_status clfft_denoiser_take(clfft_denoiser *d, cl_command_queue queue,
                                 cl_mem input,
                                 const clfft_denoise_params *params)
{
    clfft_status status;

    TRY(check_call(d, queue, "input", input, 1, params));
    if (!(params->scene >= 0 && params->scene <= 1e9))
        return INVALID("scene %g is not in 0..1e9", params->scene);
    TRY(clfft_chain_calls(&d->chain, queue));
    TRY(copy(d, queue, input, params->offset, d->pictures,
             params->slots[0] * d->desc.picture_size, params));
    TRY(clfft_scenes_take(&d->scenes, &d->desc, &d->chain, queue, d->pictures,
                          params));
    TRY(clfft_chain_give(&d->chain, params->event));
fail:
    return status;
}

clfft_status clfft_denoiser_give(clfft_denoiser *d, cl_command_queue queue,
                                 cl_mem output,
                                 const clfft_denoise_params *params)
{
    clfft_status status;

    TRY(check_call(d, queue, "output", output, d->desc.depth, params));
    TRY(clfft_denoise_check_levels(&d->desc, params));
    TRY(clfft_chain_calls(&d->chain, queue));
    TRY(give(d, queue, output, params));
    TRY(clfft_chain_give(&d->chain, params->event));
fail:
    return status;
}

void clfft_denoiser_get_info(const clfft_denoiser *d, uint64_t *size,
                             unsigned *n_launches)
{
    *size = d->size;
    *n_launches = d->desc.has_rest ? 1 : 0;
    for (unsigned i = 0; i < d->desc.n_planes; i++) {
        const struct blocks *b = &d->blocks[i];
        const uint64_t step = b->kept + 1 - count_deep(d);

        *n_launches +=
            2 * (b->rows > b->kept
                     ? 1 + (unsigned)divide_up(b->rows - b->kept, step)
                     : 1);
    }
}
