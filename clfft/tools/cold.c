/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cold.c: plan times of fresh processes.
 *
 * Every cache that the engine or a driver keeps on disk is pointed at a
 * private directory, empty for the first process, kept for the second. The
 * time is planning plus what the first execution takes longer than the
 * second: PoCL compiles there.
 */
#include "clfft/tools/peers/peer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const cache_variables[] = {
    "XDG_CACHE_HOME",
    "POCL_CACHE_DIR",
    "CUDA_CACHE_PATH",
    "MESA_SHADER_CACHE_DIR",
};

#define N_CACHES (sizeof cache_variables / sizeof cache_variables[0])

static void child(const struct bench_options *options, const char *peer_name,
                  const char *text, const char *directory)
{
    static const char *const schedules[] = {"auto", "group", "simd", "direct"};
    const char *arguments[20] = {
        "clfft-bench",
        "plan",
        "--peers",
        peer_name,
        "--schedule",
        schedules[options->plan.schedule],
        "--effort",
        options->plan.effort == CLFFT_EFFORT_MEASURE ? "measure" : "estimate",
    };
    unsigned n = 8;

    for (size_t i = 0; i < N_CACHES; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", directory, cache_variables[i]);
        mkdir(path, 0700);
        setenv(cache_variables[i], path, 1);
    }
    setenv("CLFFT_SYSTEM_CACHE", "", 1);
    if (options->device) {
        arguments[n++] = "--device";
        arguments[n++] = options->device;
    }
    if (options->plan.recipe) {
        arguments[n++] = "--recipe";
        arguments[n++] = options->plan.recipe;
    }
    arguments[n++] = text;
    execv("/proc/self/exe", (char **)arguments);
    _exit(127);
}

static bool time_process(const struct bench_options *options,
                         const char *peer_name, const char *text,
                         const char *directory, double *ms)
{
    char answer[64] = "";
    int ends[2], status = -1;
    FILE *stream;
    pid_t process;

    fflush(NULL);
    if (pipe(ends) != 0)
        return false;
    process = fork();
    if (process == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        child(options, peer_name, text, directory);
    }
    close(ends[1]);
    stream = fdopen(ends[0], "r");
    if (stream && !fgets(answer, sizeof answer, stream))
        answer[0] = 0;
    if (stream)
        fclose(stream);
    else
        close(ends[0]);
    if (process > 0)
        waitpid(process, &status, 0);
    return process > 0 && status == 0 && sscanf(answer, "%lf", ms) == 1;
}

bool bench_measure_cold(const struct bench_options *options,
                        const char *peer_name, const char *text,
                        double *cold_ms, double *warm_ms, char *reason)
{
    const char *temporary = secure_getenv("TMPDIR");
    char directory[4000];
    bool fine;

    snprintf(directory, sizeof directory, "%s/clfft-bench-XXXXXX",
             temporary ? temporary : "/tmp");
    if (!mkdtemp(directory)) {
        peer_set_reason(reason, "no temporary directory");
        return false;
    }
    fine = time_process(options, peer_name, text, directory, cold_ms) &&
           time_process(options, peer_name, text, directory, warm_ms);
    if (!fine)
        peer_set_reason(reason, "the process that plans failed");
    bench_remove_folder(directory);
    return fine;
}

int bench_plan_main(const struct bench_options *options)
{
    const struct peer *peer = NULL;
    struct bench_device device;
    struct bench_case item;
    char reason[256] = "";
    void *job = NULL;
    double plan_ms, first, second;

    for (size_t i = 0; i < n_peers; i++)
        if (options->peers && !strcmp(peer_table[i].name, options->peers))
            peer = peer_table[i].peer;
    if (!peer || options->n_items != 1) {
        fprintf(stderr, "clfft-bench plan: --peers NAME DESC\n");
        return 2;
    }
    if (!bench_device_open(&device, options))
        return 2;
    if (!bench_case_open(&item, options->items[0], reason)) {
        fprintf(stderr, "clfft-bench: %s\n", reason);
        bench_device_close(&device);
        return 2;
    }
    if (bench_case_fill(&item, options->seed, reason) &&
        peer->can_do(&device, &item, reason))
        job = peer->setup(&device, &item, &plan_ms, reason);
    if (job) {
        double begin = bench_now();
        bool fine = peer->run(job, 1);
        first = bench_now() - begin;
        begin = bench_now();
        fine = fine && peer->run(job, 1);
        second = bench_now() - begin;
        if (fine)
            printf("%.4f\n", plan_ms + 1e3 * fmax(0, first - second));
        peer->done(job);
    } else {
        fprintf(stderr, "clfft-bench: %s: %s\n", peer->name, reason);
    }
    bench_case_close(&item);
    bench_device_close(&device);
    return job ? 0 : 1;
}
