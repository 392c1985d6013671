/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-threads.c: one device used by several threads at once: plans and their
 * tables made, run and dropped, logs and counters read. What the engine
 * guards with its locks is used here by all; ThreadSanitizer and valgrind's
 * drd watch it (scripts/test-threads).
 */
#include "engine/harness.h"
#include "support/test.h"

#include <pthread.h>

#define N_THREADS 4
#define N_ROUNDS 3

/* Their programs and tables are shared in part. */
static const char *const texts[] = {
    "c2c 8 x3", "c2c 8 x2 inverse", "r2c 16 x3",
    "c2c 16",   "c2c 64",           "r2c 8 store=power",
};
#define N_TEXTS (sizeof texts / sizeof texts[0])

struct worker {
    unsigned number;
    const char *wrong;
};

static pthread_barrier_t gate;

static const char *run_one(const char *text)
{
    const clfft_plan_params params = {.schedule = CLFFT_SCHEDULE_DIRECT};
    clfft_device_stats stats;
    clfft_status status;
    clfft_plan *plan;
    clfft_desc desc;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
        return "a description is refused";
    status = clfft_plan_create(harness_device(), &desc, &params, &plan);
    clfft_desc_clear(&desc);
    if (status != CLFFT_STATUS_OK)
        return clfft_last_error();
    clfft_device_get_stats(harness_device(), &stats);
    clfft_plan_destroy(&plan);
    return stats.n_plans ? NULL : "no plan was counted";
}

static void *work(void *data)
{
    struct worker *w = data;

    pthread_barrier_wait(&gate);
    for (unsigned i = 0; i < N_ROUNDS * N_TEXTS && !w->wrong; i++)
        w->wrong = run_one(texts[(w->number + i) % N_TEXTS]);
    return NULL;
}

static void threads_share_a_device(void)
{
    struct worker workers[N_THREADS] = {{0}};
    pthread_t threads[N_THREADS];
    clfft_device_stats stats;

    REQUIRE_DEVICE;
    pthread_barrier_init(&gate, NULL, N_THREADS);
    for (unsigned i = 0; i < N_THREADS; i++) {
        workers[i].number = i;
        pthread_create(&threads[i], NULL, work, &workers[i]);
    }
    for (unsigned i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], NULL);
        TEST_CHECK(!workers[i].wrong, "thread %u: %s", i, workers[i].wrong);
    }
    pthread_barrier_destroy(&gate);
    clfft_device_get_stats(harness_device(), &stats);
    TEST_CHECK(stats.n_plans == N_THREADS * N_ROUNDS * N_TEXTS, "%llu plans",
               (unsigned long long)stats.n_plans);
}

TEST_MAIN(TEST(threads_share_a_device))
