/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* multi.c: creates and destroys multis, checks calls, and tells what they
   are. */
#include "clfft/base/error.h"
#include "clfft/base/progress.h"
#include "clfft/desc/desc.h"
#include "clfft/device/process.h"
#include "clfft/device/wait.h"
#include "state.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE (UINT64_C(4) << 20) /* caches hold what is under way */
#define LEAST_CHUNK_SIZE                                                       \
    (UINT64_C(1) << 20) /* a command costs microseconds                        \
                         */

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

/* ---- checks ---- */

static clfft_status check_devices(clfft_device *const *devices,
                                  unsigned n_devices)
{
    if (!devices || !n_devices || n_devices > CLFFT_MULTI_MAX_DEVICES)
        return INVALID("%u devices are not in 1..%u", devices ? n_devices : 0,
                       CLFFT_MULTI_MAX_DEVICES);
    for (unsigned i = 0; i < n_devices; i++) {
        if (!devices[i])
            return INVALID("device %u is NULL", i);
        for (unsigned k = 0; k < i; k++)
            if (devices[k] == devices[i] || devices[k]->id == devices[i]->id)
                return INVALID("devices %u and %u are the same: %s", k, i,
                               devices[i]->limits.device_name);
    }
    return CLFFT_STATUS_OK;
}

static clfft_status check_params(const clfft_multi_params *params,
                                 unsigned n_devices)
{
    clfft_status status = CHECK_RESERVED("clfft_multi_params", params);

    if (status != CLFFT_STATUS_OK)
        return status;
    if ((unsigned)params->memory > CLFFT_MULTI_MEMORY_STAGED)
        return INVALID("unknown memory %d", (int)params->memory);
    for (unsigned i = 0; params->shares && i < n_devices; i++)
        if (!(params->shares[i] > 0 && isfinite(params->shares[i])))
            return INVALID("share %u is %g, but must be above 0", i,
                           params->shares[i]);
    return clfft_check_waiter(params->waiter);
}

/* ---- making ---- */

/* Lanes are threads that copy most of their time. */
static unsigned choose_lanes(unsigned n_members)
{
    const unsigned each = clfft_count_processors() / n_members;

    return each < CLFFT_LEAST_LANES  ? CLFFT_LEAST_LANES
           : each > CLFFT_MOST_LANES ? CLFFT_MOST_LANES
                                     : each;
}

/* Rounds in `size` bytes of the larger side, 1 or more. */
static uint64_t rounds_in(const clfft_desc *desc, unsigned loop, uint64_t count,
                          uint64_t size)
{
    struct clfft_places in, out;
    uint64_t low = 1, high = count;

    while (low < high) {
        const uint64_t middle = low + (high - low + 1) / 2;
        clfft_desc trial = *desc;

        clfft_places_pack(&trial, loop, middle, &in, &out);
        if (clfft_places_length(&in, middle) * in.size <= size &&
            clfft_places_length(&out, middle) * out.size <= size)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static clfft_status plan_chunks(clfft_multi *multi, const clfft_desc *desc,
                                uint64_t chunk_size)
{
    const clfft_status status = clfft_desc_resolve(desc, &multi->desc);
    clfft_desc *d = &multi->desc;

    if (status != CLFFT_STATUS_OK)
        return status;
    multi->in_place = d->in_place;
    d->destroy_input |= d->in_place; /* a chunk's input is a copy */
    d->in_place = false;
    multi->loop = clfft_places_choose_loop(d, &multi->count);
    multi->chunk = rounds_in(d, multi->loop, multi->count,
                             chunk_size ? chunk_size : CHUNK_SIZE);
    multi->least_chunk =
        rounds_in(d, multi->loop, multi->chunk, LEAST_CHUNK_SIZE);
    clfft_places_pack(d, multi->loop, multi->chunk, &multi->input,
                      &multi->output);
    return CLFFT_STATUS_OK;
}

static bool are_alike(const clfft_limits *a, const clfft_limits *b)
{
    return !strcmp(a->device_name, b->device_name) &&
           !strcmp(a->platform_name, b->platform_name) &&
           !strcmp(a->driver_version, b->driver_version);
}

/* The plan of a lane that computes what this one is to compute, bit for bit;
   NULL if there is none yet. */
static const clfft_plan *find_alike(const clfft_multi *multi,
                                    const struct clfft_lane *lane)
{
    for (unsigned i = 0; i < multi->n_members; i++) {
        const struct clfft_lane *first = &multi->members[i].lanes[0];
        if (first->plan && are_alike(&multi->members[i].device->limits,
                                     &lane->member->device->limits))
            return first->plan;
    }
    return NULL;
}

static clfft_status make_lane(clfft_multi *multi, struct clfft_lane *lane,
                              const clfft_plan_params *params)
{
    clfft_plan_params own = *params;
    const clfft_plan *plan = find_alike(multi, lane);
    clfft_plan_info info;

    if (plan) {
        clfft_plan_get_info(plan, &info);
        own.recipe = info.recipe;
        own.schedule = CLFFT_SCHEDULE_AUTO;
        own.effort = CLFFT_EFFORT_ESTIMATE;
        own.no_self_check |= lane->index > 0; /* these kernels had theirs */
    }
    return clfft_lane_make(lane, &own);
}

static clfft_status make_lanes(clfft_multi *multi,
                               const clfft_multi_params *params)
{
    clfft_plan_params plan_params = {0};
    struct clfft_progress_sum progress;

    if (params->plan)
        plan_params = *params->plan;
    plan_params.waiter = params->waiter;
    plan_params.external_scratch = false;
    clfft_progress_sum_begin(&progress, multi->n_members * multi->n_lanes,
                             &plan_params);
    for (unsigned i = 0; i < multi->n_members; i++) {
        struct clfft_member *m = &multi->members[i];
        for (unsigned k = 0; k < multi->n_lanes; k++) {
            clfft_status status = make_lane(multi, &m->lanes[k], &plan_params);
            if (status == CLFFT_STATUS_OK && progress.gave_up)
                status = clfft_fail(CLFFT_STATUS_CANCELLED,
                                    "creation of a multi was cancelled");
            if (status != CLFFT_STATUS_OK) {
                char reason[CLFFT_LONGEST_ERROR];
                snprintf(reason, sizeof reason, "%s", clfft_last_error());
                return clfft_fail(status, "device %u (%s): %s", i,
                                  m->device->limits.device_name, reason);
            }
        }
    }
    return CLFFT_STATUS_OK;
}

static clfft_status add_members(clfft_multi *multi,
                                clfft_device *const *devices, unsigned n,
                                const clfft_multi_params *params)
{
    multi->n_lanes = choose_lanes(n);
    multi->members = calloc(n, sizeof *multi->members);
    multi->shares = calloc(n, sizeof *multi->shares);
    /* each device leaves its share, and each lane a chunk, once in a call */
    multi->orphans =
        calloc((size_t)n * (multi->n_lanes + 1), sizeof *multi->orphans);
    if (!multi->members || !multi->shares || !multi->orphans)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a multi");
    multi->n_members = n;
    for (unsigned i = 0; i < n; i++) {
        struct clfft_member *m = &multi->members[i];

        m->multi = multi;
        m->device = clfft_device_hold(devices[i]);
        m->is_mapped = params->memory == CLFFT_MULTI_MEMORY_MAPPED ||
                       (params->memory == CLFFT_MULTI_MEMORY_AUTO &&
                        m->device->limits.unified_memory);
        multi->shares[i].speed = params->shares ? params->shares[i] : 1;
        for (unsigned k = 0; k < multi->n_lanes; k++) {
            m->lanes[k].member = m;
            m->lanes[k].index = k;
        }
    }
    return CLFFT_STATUS_OK;
}

clfft_status clfft_multi_create(clfft_device *const *devices,
                                unsigned n_devices, const clfft_desc *desc,
                                const clfft_multi_params *params,
                                clfft_multi **multi)
{
    static const clfft_multi_params defaults;
    clfft_status status = clfft_check_process();
    clfft_multi *m = NULL;

    *multi = NULL;
    if (!params)
        params = &defaults;
    TRY(status);
    TRY(check_devices(devices, n_devices));
    TRY(check_params(params, n_devices));
    m = calloc(1, sizeof *m);
    if (!m)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a multi");
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->begins, NULL);
    pthread_cond_init(&m->moves, NULL);
    m->waiter = params->waiter;
    m->keeps_shares = params->keeps_shares;
    TRY(plan_chunks(m, desc, params->chunk_size));
    TRY(add_members(m, devices, n_devices, params));
    TRY(make_lanes(m, params));
    TRY(clfft_work_start(m));
    if (!params->shares)
        TRY(clfft_work_measure(m));
    *multi = m;
    return CLFFT_STATUS_OK;
fail:
    clfft_multi_destroy(&m);
    return status;
}

void clfft_multi_destroy(clfft_multi **multi)
{
    clfft_multi *m = *multi;
    bool is_free = true;

    *multi = NULL;
    if (!m || clfft_process_is_forked())
        return;
    clfft_work_stop(m);
    for (unsigned i = 0; i < m->n_members; i++)
        for (unsigned k = 0; k < m->n_lanes; k++)
            is_free &= clfft_lane_drain(&m->members[i].lanes[k]);
    if (!is_free)
        return; /* all that it has may be a device's */
    for (unsigned i = 0; i < m->n_members; i++) {
        for (unsigned k = 0; k < m->n_lanes; k++)
            clfft_lane_clear(&m->members[i].lanes[k]);
        clfft_device_drop(&m->members[i].device);
    }
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->begins);
    pthread_cond_destroy(&m->moves);
    clfft_desc_clear(&m->desc);
    free(m->members);
    free(m->shares);
    free(m->orphans);
    free(m);
}

/* ---- calls ---- */

clfft_status clfft_multi_execute(clfft_multi *multi, const void *input,
                                 void *output,
                                 const clfft_multi_execute_params *params)
{
    static const clfft_multi_execute_params defaults;
    clfft_status status;

    if (!params)
        params = &defaults;
    if (!input || !output)
        return INVALID("execute: no input or output");
    if ((input == output) != multi->in_place)
        return INVALID(multi->in_place
                           ? "execute: the transform is in place, input and "
                             "output differ"
                           : "execute: the transform needs separate memory");
    if (params->count > multi->count)
        return INVALID("execute: count %" PRIu64 " is above the %" PRIu64
                       " of loop %u",
                       params->count, multi->count, multi->loop);
    TRY(CHECK_RESERVED("clfft_multi_execute_params", params));
    TRY(clfft_check_waiter(multi->waiter));
    TRY(clfft_work_run(multi, input, output,
                       params->count ? params->count : multi->count));
fail:
    return status;
}

void clfft_multi_get_info(const clfft_multi *multi, clfft_multi_info *info)
{
    *info = (clfft_multi_info){.n_devices = multi->n_members,
                               .loop = multi->loop,
                               .count = multi->count,
                               .chunk = multi->chunk,
                               .n_chunks = multi->n_lanes};
}

clfft_status clfft_multi_get_device(const clfft_multi *multi, unsigned index,
                                    clfft_multi_device_info *info)
{
    const struct clfft_member *m;
    clfft_plan_info plan;

    memset(info, 0, sizeof *info);
    if (index >= multi->n_members)
        return INVALID("device %u of a multi that has %u", index,
                       multi->n_members);
    m = &multi->members[index];
    clfft_plan_get_info(m->lanes[0].plan, &plan);
    *info = (clfft_multi_device_info){
        .name = m->device->limits.device_name,
        .recipe = plan.recipe,
        .share = clfft_shares_part(multi->shares, multi->n_members, index),
        .count = m->n_done,
        .seconds = multi->shares[index].seconds,
        .device_size = m->device_size,
        .host_size = m->host_size,
        .is_mapped = m->is_mapped,
        .has_failed = multi->shares[index].is_out,
    };
    return CLFFT_STATUS_OK;
}
