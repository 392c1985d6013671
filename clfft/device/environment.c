/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * environment.c: prepares the process for its first OpenCL call, and repairs it
 * afterwards. PoCL finds no device if its kernel cache cannot be written, and
 * ends the process if that disk is full, so such a cache is replaced by a
 * private directory. PoCL starts a thread for each processor of the machine,
 * whether or not this process may use it; and two threads stay on one of two
 * processors unless each is given its own. PoCL compiles each kernel once for
 * the launch at hand and once more for the binary that is kept, unless it is
 * asked to launch what is kept. LLVM replaces the handlers of some fifteen
 * signals when a driver starts, SIGTRAP among them; they are put back.
 */
#include "device.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define NEEDED_BYTES (32ul << 20)

static bool has_room(const char *path)
{
    struct statvfs info;

    return !statvfs(path, &info) &&
           (unsigned long)info.f_bavail * info.f_frsize >= NEEDED_BYTES;
}

/* Whether the nearest existing ancestor is writable and has room. */
static bool is_usable(const char *path)
{
    char *copy = strdup(path), *slash;
    bool usable = false;

    while (copy && access(copy, F_OK)) {
        slash = strrchr(copy, '/');
        if (!slash || slash == copy)
            break;
        *slash = 0;
    }
    if (copy)
        usable = !access(copy, W_OK | X_OK) && has_room(copy);
    free(copy);
    return usable;
}

static char *pocl_cache_path(void)
{
    const char *own = secure_getenv("POCL_CACHE_DIR");
    const char *base = secure_getenv("XDG_CACHE_HOME");
    const char *home = secure_getenv("HOME");
    char *path = NULL;
    int n = -1;

    if (own && *own)
        return strdup(own);
    if (base && *base)
        n = asprintf(&path, "%s/pocl", base);
    else if (home && *home)
        n = asprintf(&path, "%s/.cache/pocl", home);
    return n < 0 ? NULL : path;
}

/* Adds a variable that is not there, as setenv() does, but leaves everything
   that another thread may be reading where it is, for the life of the process.
   Called at most N_ADDED times. */
#define N_ADDED 3
static void add_variable(const char *name_and_value)
{
    /* still known here when a later setenv() has replaced it; a compiler may
       drop what is only written, and LeakSanitizer would find it lost */
    static char **kept[N_ADDED] __attribute__((used));
    static unsigned n_kept;
    char *copy = strdup(name_and_value), **longer;
    size_t n = 0;

    while (environ && environ[n])
        n++;
    longer = malloc((n + 2) * sizeof *longer);
    if (!copy || !longer) {
        free(copy);
        free(longer);
        return;
    }
    if (n)
        memcpy(longer, environ, n * sizeof *longer);
    longer[n] = copy;
    longer[n + 1] = NULL;
    environ = kept[n_kept++ % N_ADDED] = longer;
}

unsigned clfft_count_processors(void)
{
    for (int most = CPU_SETSIZE; most <= 64 * CPU_SETSIZE; most *= 2) {
        const size_t size = CPU_ALLOC_SIZE(most);
        cpu_set_t *own = CPU_ALLOC(most);
        unsigned n = 0;

        if (own && !sched_getaffinity(0, size, own))
            n = (unsigned)CPU_COUNT_S(size, own);
        CPU_FREE(own);
        if (n || errno != EINVAL) /* EINVAL: the system counts more */
            return n;
    }
    return 0;
}

/* Whether the user has chosen the number of PoCL's threads: PoCL 3.1 to 7 read
   it by these names. */
static bool has_chosen_threads(void)
{
    static const char *const names[] = {
        "POCL_MAX_PTHREAD_COUNT", "POCL_PTHREAD_MIN_THREADS",
        "POCL_CPU_MIN_CU_COUNT",  "POCL_CPU_MAX_CU_COUNT",
        "POCL_MAX_COMPUTE_UNITS",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (secure_getenv(names[i]))
            return true;
    return false;
}

/*
 * As many of PoCL's threads as there are processors that this process may use;
 * every PoCL knows the oldest name. Where it may use all and there are two,
 * each thread has one of its own: the thread that enqueues wakes both, Linux
 * often puts them on the same processor, and there they stay while launches are
 * short, for twice the time. From four processors on it makes no difference.
 * With fewer than the machine has PoCL would end the process over the number of
 * a processor that is not there.
 */
static void choose_threads(void)
{
    const unsigned n = clfft_count_processors();
    char count[48];

    if (!n || has_chosen_threads())
        return;
    if (n < (unsigned long)sysconf(_SC_NPROCESSORS_CONF)) {
        snprintf(count, sizeof count, "POCL_MAX_PTHREAD_COUNT=%u", n);
        add_variable(count);
    } else if (n == 2 && !secure_getenv("POCL_AFFINITY")) {
        add_variable("POCL_AFFINITY=1");
    }
}

static void find_a_place_for_caches(clfft_log_function log, void *log_data)
{
    static const char *const places[] = {NULL, "/var/tmp", "/tmp", "/dev/shm"};
    char *path = pocl_cache_path();
    char *text;

    if (path && is_usable(path)) {
        free(path);
        return;
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const char *place = places[i] ? places[i] : secure_getenv("TMPDIR");
        char *private;
        if (!place || !is_usable(place) ||
            asprintf(&private, "%s/clfft-pocl-XXXXXX", place) < 0)
            continue;
        if (mkdtemp(private)) {
            setenv("POCL_CACHE_DIR", private, 1);
            if (log &&
                asprintf(&text,
                         "%s cannot be written or is full: PoCL's "
                         "kernel cache goes to %s",
                         path ? path : "PoCL's kernel cache", private) >= 0) {
                log(CLFFT_LOG_WARNING, text, log_data);
                free(text);
            }
            free(private);
            break;
        }
        free(private);
    }
    free(path);
}

void clfft_environment_prepare(clfft_log_function log, void *log_data)
{
    choose_threads();
    if (!secure_getenv("POCL_WORK_GROUP_SPECIALIZATION"))
        add_variable("POCL_WORK_GROUP_SPECIALIZATION=0");
    find_a_place_for_caches(log, log_data);
}

/* the classic ones; real-time signals are left alone */
#define N_SIGNALS 32

void clfft_signals_save(struct clfft_signals *signals)
{
    for (int i = 1; i < N_SIGNALS; i++)
        signals->known[i] = !sigaction(i, NULL, &signals->actions[i]);
}

void clfft_signals_restore(const struct clfft_signals *signals)
{
    for (int i = 1; i < N_SIGNALS; i++)
        if (signals->known[i] && i != SIGKILL && i != SIGSTOP)
            sigaction(i, &signals->actions[i], NULL);
}
