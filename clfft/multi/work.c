/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * work.c: who does what in a call. Each member has a share; its lanes take
 * chunks of it until it is empty. What a member that fails has not done goes to
 * the orphans, which the lanes of the others take when their own share is
 * empty; so they leave a call only when every round is done.
 */
#include "state.h"

#include "clfft/base/error.h"
#include "clfft/base/numeral.h"
#include "clfft/device/wait.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N_TRIALS 3 /* of which the fastest counts */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- chunks, with the lock held ---- */

static bool take(struct clfft_member *member, struct clfft_rounds *rounds,
                 bool *is_own)
{
    clfft_multi *multi = member->multi;
    struct clfft_rounds *from = &member->own;

    *is_own = from->count > 0;
    if (member->failure != CLFFT_STATUS_OK || multi->call.is_over)
        return false;
    if (!*is_own) {
        if (!multi->n_orphans)
            return false;
        from = &multi->orphans[multi->n_orphans - 1];
    }
    rounds->first = from->first;
    rounds->count = least(from->count, member->chunk);
    from->first += rounds->count;
    from->count -= rounds->count;
    if (!*is_own && !from->count)
        multi->n_orphans--;
    return true;
}

static void finish(struct clfft_member *member, uint64_t count, bool is_own)
{
    clfft_multi *multi = member->multi;

    member->n_done += count;
    multi->call.n_left -= count;
    if (is_own) {
        member->n_unfinished -= count;
        if (!member->n_unfinished)
            multi->shares[member - multi->members].seconds =
                fmax(now() - multi->call.start, 1e-9);
    }
    if (!multi->call.n_left)
        pthread_cond_broadcast(&multi->moves);
}

static void leave(clfft_multi *multi, const struct clfft_rounds *rounds)
{
    if (rounds->count)
        multi->orphans[multi->n_orphans++] = *rounds;
}

static void give_up(struct clfft_member *member, clfft_status status,
                    const char *reason, const struct clfft_rounds *rounds)
{
    clfft_multi *multi = member->multi;
    bool is_over = true;

    if (member->failure == CLFFT_STATUS_OK) {
        member->failure = status;
        snprintf(member->reason, sizeof member->reason, "%s", reason);
    }
    leave(multi, rounds);
    leave(multi, &member->own);
    member->own.count = 0;
    for (unsigned i = 0; i < multi->n_members; i++)
        is_over &= multi->members[i].failure != CLFFT_STATUS_OK;
    if (is_over || multi->call.is_trial || status == CLFFT_STATUS_CANCELLED ||
        status == CLFFT_STATUS_FORKED)
        multi->call.is_over = true;
    pthread_cond_broadcast(&multi->moves);
}

/* ---- lanes ---- */

static clfft_status run(struct clfft_lane *lane,
                        const struct clfft_rounds *rounds)
{
    const clfft_multi *multi = lane->member->multi;
    struct clfft_places in = multi->input, out = multi->output;
    size_t from = (size_t)(rounds->first * in.step * in.size);
    size_t to = (size_t)(rounds->first * out.step * out.size);

    if (multi->call.is_trial) {
        in.n_kept = in.n_axes;
        out.n_kept = out.n_axes;
        for (unsigned i = 0; i < in.n_axes; i++)
            in.axes[i].distance = in.axes[i].packed;
        for (unsigned i = 0; i < out.n_axes; i++)
            out.axes[i].distance = out.axes[i].packed;
        from = lane->index * in.size *
               (size_t)clfft_places_length(&in, multi->chunk);
        to = lane->index * out.size *
             (size_t)clfft_places_length(&out, multi->chunk);
    }
    return clfft_lane_run(lane, rounds->count, &in, multi->call.input + from,
                          &out, multi->call.output + to);
}

static void work(struct clfft_lane *lane)
{
    struct clfft_member *member = lane->member;
    clfft_multi *multi = member->multi;
    struct clfft_rounds rounds;
    bool is_own;

    while (multi->call.n_left && !multi->call.is_over &&
           member->failure == CLFFT_STATUS_OK) {
        clfft_status status;

        if (!take(member, &rounds, &is_own)) {
            pthread_cond_wait(&multi->moves, &multi->lock);
            continue;
        }
        pthread_mutex_unlock(&multi->lock);
        status = run(lane, &rounds);
        pthread_mutex_lock(&multi->lock);
        if (status == CLFFT_STATUS_OK)
            finish(member, rounds.count, is_own);
        else
            give_up(member, status, clfft_last_error(), &rounds);
    }
}

static void *run_lane(void *data)
{
    struct clfft_lane *lane = data;
    clfft_multi *multi = lane->member->multi;
    uint64_t n_seen = 0;

    pthread_mutex_lock(&multi->lock);
    for (;;) {
        while (!multi->ends && multi->n_calls == n_seen)
            pthread_cond_wait(&multi->begins, &multi->lock);
        if (multi->ends)
            break;
        n_seen = multi->n_calls;
        work(lane);
        if (--multi->n_working == 0)
            pthread_cond_broadcast(&multi->moves);
    }
    pthread_mutex_unlock(&multi->lock);
    return NULL;
}

clfft_status clfft_work_start(clfft_multi *multi)
{
    clfft_status status = CLFFT_STATUS_OK;
    sigset_t all, before;

    sigfillset(&all); /* the program's signals are not for these threads */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (unsigned i = 0; i < multi->n_members && !status; i++)
        for (unsigned k = 0; k < multi->n_lanes && !status; k++) {
            struct clfft_lane *lane = &multi->members[i].lanes[k];
            lane->has_thread =
                !pthread_create(&lane->thread, NULL, run_lane, lane);
            if (!lane->has_thread)
                status = clfft_fail(CLFFT_STATUS_NO_MEMORY,
                                    "no thread for a device");
        }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

void clfft_work_stop(clfft_multi *multi)
{
    pthread_mutex_lock(&multi->lock);
    multi->ends = true;
    pthread_cond_broadcast(&multi->begins);
    pthread_mutex_unlock(&multi->lock);
    for (unsigned i = 0; i < multi->n_members; i++)
        for (unsigned k = 0; k < multi->n_lanes; k++)
            if (multi->members[i].lanes[k].has_thread)
                pthread_join(multi->members[i].lanes[k].thread, NULL);
}

/* ---- calls ---- */

/* Two chunks for each lane where they are worth it. */
static uint64_t choose_chunk(const clfft_multi *multi, uint64_t count)
{
    uint64_t chunk = (count + 2 * multi->n_lanes - 1) / (2 * multi->n_lanes);

    if (chunk < multi->least_chunk)
        chunk = multi->least_chunk;
    return least(chunk, multi->chunk);
}

/* Runs what the shares' counts say. */
static void run_call(clfft_multi *multi, const void *input, void *output,
                     bool is_trial)
{
    uint64_t first = 0;

    pthread_mutex_lock(&multi->lock);
    multi->n_orphans = 0;
    multi->call.input = input;
    multi->call.output = output;
    multi->call.is_trial = is_trial;
    multi->call.is_over = false;
    for (unsigned i = 0; i < multi->n_members; i++) {
        struct clfft_member *m = &multi->members[i];
        const uint64_t count = multi->shares[i].count;

        m->own = (struct clfft_rounds){first, count};
        m->n_unfinished = count;
        m->n_done = 0;
        m->chunk = choose_chunk(multi, count);
        if (!multi->shares[i].is_out)
            m->failure = CLFFT_STATUS_OK;
        first += count;
    }
    multi->call.n_left = first;
    multi->call.start = now();
    multi->n_working = multi->n_members * multi->n_lanes;
    multi->n_calls++;
    pthread_cond_broadcast(&multi->begins);
    while (multi->n_working)
        pthread_cond_wait(&multi->moves, &multi->lock);
    pthread_mutex_unlock(&multi->lock);
}

static const char *name_of(const struct clfft_member *member)
{
    return member->device->limits.device_name;
}

/* What is not complete: the reasons of all devices. */
static clfft_status fail_call(const clfft_multi *multi)
{
    clfft_status status = CLFFT_STATUS_DEVICE;
    char text[1800] = "";
    size_t length = 0;

    for (unsigned i = 0; i < multi->n_members; i++) {
        const struct clfft_member *m = &multi->members[i];

        if (m->failure == CLFFT_STATUS_OK)
            continue;
        if (!length || m->failure == CLFFT_STATUS_CANCELLED)
            status = m->failure;
        if (length < sizeof text)
            length += (size_t)snprintf(
                text + length, sizeof text - length, "%sdevice %u (%s): %s",
                length ? "; " : "", i, name_of(m), m->reason);
    }
    clfft_mark_cut(text, sizeof text, (int)length);
    return clfft_fail(status, "no device is left for a batch: %s", text);
}

/* Leaves out those that have failed, with a warning for each new one. */
static void leave_out(clfft_multi *multi)
{
    for (unsigned i = 0; i < multi->n_members; i++) {
        const struct clfft_member *m = &multi->members[i];

        if (m->failure == CLFFT_STATUS_OK || multi->shares[i].is_out)
            continue;
        multi->shares[i].is_out = true;
        clfft_log(m->device, CLFFT_LOG_WARNING,
                  "device %u of %u (%s) failed and is left out; the others do "
                  "its part of the batch: %s",
                  i, multi->n_members, name_of(m), m->reason);
    }
}

clfft_status clfft_work_run(clfft_multi *multi, const void *input, void *output,
                            uint64_t count)
{
    if (!clfft_shares_divide(multi->shares, multi->n_members, count)) {
        for (unsigned i = 0; i < multi->n_members; i++)
            multi->shares[i].is_out = false; /* they get another try */
        clfft_shares_divide(multi->shares, multi->n_members, count);
    }
    run_call(multi, input, output, false);
    leave_out(multi);
    if (multi->call.n_left)
        return fail_call(multi);
    if (!multi->keeps_shares)
        clfft_shares_learn(multi->shares, multi->n_members);
    return CLFFT_STATUS_OK;
}

/* ---- measurement ---- */

/* As many rounds as an equal share has, but two chunks for each lane at most.
 */
static clfft_status measure(clfft_multi *multi, unsigned index,
                            const void *input, void *output)
{
    struct clfft_share *share = &multi->shares[index];
    const uint64_t equal =
        (multi->count + multi->n_members - 1) / multi->n_members;
    const uint64_t count =
        least(equal, 2 * multi->n_lanes * choose_chunk(multi, equal));
    double best = INFINITY;

    for (unsigned i = 0; i < N_TRIALS + 1; i++) { /* the first one warms up */
        share->count = count;
        run_call(multi, input, output, true);
        if (multi->call.n_left)
            return clfft_fail(
                multi->members[index].failure, "device %u (%s): %s", index,
                name_of(&multi->members[index]), multi->members[index].reason);
        if (i)
            best = fmin(best, share->seconds);
        share->count = 0;
    }
    share->speed = (double)count / best;
    return CLFFT_STATUS_OK;
}

clfft_status clfft_work_measure(clfft_multi *multi)
{
    const size_t in_size =
        multi->input.size * clfft_places_length(&multi->input, multi->chunk);
    const size_t out_size =
        multi->output.size * clfft_places_length(&multi->output, multi->chunk);
    void *input = calloc(multi->n_lanes, in_size);
    void *output = calloc(multi->n_lanes, out_size);
    clfft_status status = CLFFT_STATUS_OK;

    if (!input || !output)
        status = clfft_fail(CLFFT_STATUS_NO_MEMORY,
                            "no memory for chunks of %zu and %zu bytes",
                            in_size, out_size);
    for (unsigned i = 0; i < multi->n_members && !status; i++)
        status = measure(multi, i, input, output);
    free(input);
    free(output);
    return status;
}
