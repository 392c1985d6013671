/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* work.c: shares parts of long work among threads, which end with it. */
#include "work.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

/* fewer points take less time than a thread's start */
#define LEAST_POINTS 65536

struct crew {
    void (*run)(uint64_t part, unsigned thread, void *data);
    void *data;
    uint64_t n_parts;
    atomic_uint_least64_t next;
    atomic_bool is_stopped;
};

struct member {
    struct crew *crew;
    unsigned number;
    pthread_t thread;
};

static bool run_next(struct crew *crew, unsigned number)
{
    uint64_t part;

    if (atomic_load(&crew->is_stopped))
        return false;
    part = atomic_fetch_add(&crew->next, 1);
    if (part >= crew->n_parts)
        return false;
    crew->run(part, number, crew->data);
    return true;
}

static void *help(void *data)
{
    struct member *member = data;

    while (run_next(member->crew, member->number))
        ;
    return NULL;
}

/* Starts as many as the system lets: the calling thread does the rest. Signals
   are for the program's own threads. */
static unsigned start(struct member *members, unsigned n, struct crew *crew)
{
    sigset_t all, before;
    unsigned started = 0;

    sigfillset(&all);
    if (n == 0 || pthread_sigmask(SIG_SETMASK, &all, &before))
        return 0;
    for (; started < n; started++) {
        members[started] = (struct member){.crew = crew, .number = started + 1};
        if (pthread_create(&members[started].thread, NULL, help,
                           &members[started]))
            break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

bool clfft_work_go_on(struct clfft_work *work)
{
    if (work->go_on && !work->has_stopped)
        work->has_stopped = !work->go_on(work->done, work->data);
    return !work->has_stopped;
}

static void ask(struct clfft_work *work, struct crew *crew, double from)
{
    const uint64_t next = atomic_load(&crew->next);
    const uint64_t begun = next < crew->n_parts ? next : crew->n_parts;

    work->done =
        from + (work->to - from) * (double)begun / (double)crew->n_parts;
    if (!clfft_work_go_on(work))
        atomic_store(&crew->is_stopped, true);
}

unsigned clfft_work_threads(const struct clfft_work *work, uint64_t points)
{
    const unsigned most = work->n_threads < CLFFT_MOST_THREADS
                              ? work->n_threads
                              : CLFFT_MOST_THREADS;

    return points < LEAST_POINTS || most < 1 ? 1 : most;
}

bool clfft_work_share(struct clfft_work *work, unsigned n_threads,
                      uint64_t n_parts,
                      void (*run)(uint64_t part, unsigned thread, void *data),
                      void *data)
{
    struct crew crew = {.run = run, .data = data, .n_parts = n_parts};
    struct member members[CLFFT_MOST_THREADS];
    const double from = work->done;
    unsigned n;

    if (work->has_stopped)
        return false;
    if (n_threads > n_parts)
        n_threads = n_parts ? (unsigned)n_parts : 1;
    n = start(members, n_threads - 1, &crew);
    while (run_next(&crew, 0))
        ask(work, &crew, from);
    for (unsigned i = 0; i < n; i++)
        pthread_join(members[i].thread, NULL);
    if (work->has_stopped)
        return false;
    work->done = work->to;
    return clfft_work_go_on(work);
}
