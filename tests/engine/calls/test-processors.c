/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-processors.c: how many threads PoCL gets and where they run, by the
 * processors of the process and by what the user says, both drawn. A driver
 * starts once a process: each draw has a child, and the parent makes no OpenCL
 * call.
 */
#include "clfft/clfft.h"
#include "support/test.h"

#include <dirent.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_POCL 77 /* exit status: nothing to test with */

/* By which a user of PoCL 3.1 to 7 chooses how many threads it has. */
static const char *const names[] = {
    "POCL_MAX_PTHREAD_COUNT", "POCL_PTHREAD_MIN_THREADS",
    "POCL_CPU_MIN_CU_COUNT",  "POCL_CPU_MAX_CU_COUNT",
    "POCL_MAX_COMPUTE_UNITS",
};
#define N_NAMES COUNT(names)

static struct draw {
    cpu_set_t own;            /* of the child, or of its first thread */
    bool has_all;             /* and the machine has no more */
    bool has_chosen;          /* by any of the names */
    unsigned chosen[N_NAMES]; /* 0: not set */
    bool is_free;             /* POCL_AFFINITY=0 */
    bool is_special;          /* POCL_WORK_GROUP_SPECIALIZATION=1 */
} draw;

enum processors { ALL, SOME };

/* `chosen`: the name that is set, N_NAMES for none at all. Of four others so
   many are set, too. */
static void draw_one(enum processors kept_ones, size_t chosen, unsigned others)
{
    cpu_set_t own;
    int kept;

    draw = (struct draw){.is_free = test_random() % 4 == 0,
                         .is_special = test_random() % 4 == 0};
    if (sched_getaffinity(0, sizeof own, &own))
        return;
    draw.own = own;
    for (int i = 0; i < CPU_SETSIZE && kept_ones == SOME; i++)
        if (CPU_ISSET(i, &own) && test_random() % 2)
            CPU_CLR(i, &draw.own);
    kept = CPU_COUNT(&draw.own);
    for (int i = 0; i < CPU_SETSIZE && !kept; i++)
        if (CPU_ISSET(i, &own)) {
            CPU_SET(i, &draw.own);
            kept = 1;
        }
    draw.has_all = kept == sysconf(_SC_NPROCESSORS_CONF);
    for (size_t i = 0; i < N_NAMES && chosen < N_NAMES; i++)
        if (i == chosen || test_random() % 4 < others)
            draw.chosen[i] = 1 + test_random() % 4;
    draw.has_chosen = chosen < N_NAMES;
}

/* ---- in the child ---- */

static void set_variables(void)
{
    char text[16];

    for (size_t i = 0; i < N_NAMES; i++) {
        snprintf(text, sizeof text, "%u", draw.chosen[i]);
        unsetenv(names[i]);
        if (draw.chosen[i])
            setenv(names[i], text, 1);
    }
    unsetenv("POCL_AFFINITY");
    if (draw.is_free)
        setenv("POCL_AFFINITY", "0", 1);
    unsetenv("POCL_WORK_GROUP_SPECIALIZATION");
    if (draw.is_special)
        setenv("POCL_WORK_GROUP_SPECIALIZATION", "1", 1);
}

static int fail(const char *what)
{
    printf("# %d processors%s: %s\n", CPU_COUNT(&draw.own),
           draw.has_all ? ", all" : "", what);
    for (size_t i = 0; i < N_NAMES; i++)
        printf("# %s %u, now %s\n", names[i], draw.chosen[i],
               getenv(names[i]) ? getenv(names[i]) : "not set");
    fflush(stdout);
    return 1;
}

/* Processors that a thread of this process has as its only one. */
static int count_pinned(void)
{
    DIR *tasks = opendir("/proc/self/task");
    const struct dirent *entry;
    cpu_set_t own, pinned;

    CPU_ZERO(&pinned);
    while (tasks && (entry = readdir(tasks)))
        if (atoi(entry->d_name) &&
            !sched_getaffinity(atoi(entry->d_name), sizeof own, &own) &&
            CPU_COUNT(&own) == 1)
            CPU_OR(&pinned, &pinned, &own);
    if (tasks)
        closedir(tasks);
    return CPU_COUNT(&pinned);
}

static bool has(const char *name, const char *value)
{
    const char *text = getenv(name);

    return value ? text && !strcmp(text, value) : !text;
}

/* What the engine has made of the variables. */
static const char *check_variables(unsigned n)
{
    const bool counts = !draw.has_chosen && !draw.has_all;
    const bool pins = !draw.has_chosen && draw.has_all && n == 2;
    char text[16];

    for (size_t i = 0; i < N_NAMES; i++) {
        const unsigned wanted = i == 0 && counts ? n : draw.chosen[i];
        snprintf(text, sizeof text, "%u", wanted);
        if (!has(names[i], wanted ? text : NULL))
            return "the number of threads is set wrong";
    }
    if (!has("POCL_AFFINITY", draw.is_free ? "0" : pins ? "1" : NULL))
        return "POCL_AFFINITY is set wrong";
    if (!has("POCL_WORK_GROUP_SPECIALIZATION", draw.is_special ? "1" : "0"))
        return "POCL_WORK_GROUP_SPECIALIZATION is set wrong";
    return NULL;
}

static int open_pocl(void)
{
    const unsigned n = (unsigned)CPU_COUNT(&draw.own);
    const bool pins =
        !draw.has_chosen && draw.has_all && n == 2 && !draw.is_free;
    const clfft_limits *limits;
    clfft_device *device;
    const char *wrong;

    if (sched_setaffinity(0, sizeof draw.own, &draw.own))
        return fail("sched_setaffinity");
    set_variables();
    if (clfft_device_create(
            &(clfft_device_params){.name = "cpu", .cache_directory = ""},
            &device))
        return NO_POCL;
    limits = clfft_device_get_limits(device);
    wrong = check_variables(n);
    if (wrong)
        return fail(wrong);
    if (strcmp(limits->platform_name, "Portable Computing Language"))
        return NO_POCL;
    if (!draw.has_chosen && limits->compute_units != n)
        return fail("PoCL has another number of threads");
    if (n > 1 && count_pinned() != (pins ? 2 : 0))
        return fail("PoCL's threads run elsewhere");
    clfft_device_destroy(&device);
    return 0;
}

static void try_one(enum processors kept_ones, size_t chosen, unsigned others)
{
    int result = 0;
    pid_t child;

    draw_one(kept_ones, chosen, others);
    fflush(stdout);
    child = fork();
    if (child == 0)
        _exit(open_pocl());
    TEST_REQUIRE(child > 0 && waitpid(child, &result, 0) == child, "fork");
    if (WIFEXITED(result) && WEXITSTATUS(result) == NO_POCL)
        TEST_SKIP("no PoCL");
    TEST_CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0, "status %x",
               (unsigned)result);
}

/* ---- claims ---- */

static void threads_are_as_many_as_processors_may_be_used(void)
{
    for (unsigned i = 0; i < 6 && !test_skip_reason; i++)
        try_one(i == 0 ? ALL : SOME, N_NAMES, 0);
}

static void a_user_s_number_of_threads_stays_by_any_name(void)
{
    for (size_t i = 0; i < 2 * N_NAMES && !test_skip_reason; i++)
        try_one(i % 2 ? ALL : SOME, i / 2, (unsigned)(test_random() % 2));
}

TEST_MAIN(TEST(threads_are_as_many_as_processors_may_be_used),
          TEST(a_user_s_number_of_threads_stays_by_any_name))
