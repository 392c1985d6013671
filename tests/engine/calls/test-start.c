/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-start.c: opening devices, right and wrong. Each claim runs in a child
 * process, because a driver starts once a process: the parent makes no OpenCL
 * call.
 */
#include "clfft/clfft.h"
#include "support/test.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_THREADS 4
#define NO_DEVICE 77 /* exit status: nothing to test with */

static char directory[256]; /* of the child, empty */

static void fail(const char *what)
{
    printf("# %s: %s\n", what, clfft_last_error());
    fflush(stdout);
    _exit(1);
}

#define MUST(condition)                                                        \
    do {                                                                       \
        if (!(condition))                                                      \
            fail(#condition);                                                  \
    } while (0)

/* Runs `claim` in a child with a directory of its own. */
static void in_child(void (*claim)(void))
{
    const char *base = getenv("TMPDIR");
    char command[300];
    int result;
    pid_t child;

    snprintf(directory, sizeof directory, "%s/clfft-start-XXXXXX",
             base ? base : "/tmp");
    TEST_REQUIRE(mkdtemp(directory), "%s: %s", directory, strerror(errno));
    fflush(stdout);
    child = fork();
    if (child == 0) {
        claim();
        _exit(0);
    }
    waitpid(child, &result, 0);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    TEST_CHECK(system(command) == 0, "%s", command);
    if (WIFEXITED(result) && WEXITSTATUS(result) == NO_DEVICE)
        TEST_SKIP("no OpenCL device");
    TEST_CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0,
               "the child ended with %s %d",
               WIFSIGNALED(result) ? "signal" : "status",
               WIFSIGNALED(result) ? WTERMSIG(result) : WEXITSTATUS(result));
}

static clfft_device *open_default(void)
{
    const clfft_device_params params = {.name = getenv("CLFFT_TEST_DEVICE"),
                                        .cache_directory = ""};
    clfft_device *device;

    if (clfft_device_create(&params, &device) != CLFFT_STATUS_OK)
        _exit(NO_DEVICE);
    return device;
}

static bool opens_pocl(clfft_device **device)
{
    *device = open_default();
    return !strcmp(clfft_device_get_limits(*device)->platform_name,
                   "Portable Computing Language");
}

/* ---- no driver ---- */

static void open_without_drivers(void)
{
    clfft_device *device = (clfft_device *)directory;
    clfft_device_entry *entries;
    size_t n = 1;

    setenv("OCL_ICD_VENDORS", directory, 1);
    setenv("OPENCL_VENDOR_PATH", directory, 1);
    MUST(clfft_device_create(NULL, &device) == CLFFT_STATUS_NO_DRIVER);
    MUST(!device);
    MUST(strstr(clfft_last_error(), "no OpenCL driver is installed"));
    MUST(strstr(clfft_last_error(), "pocl-opencl-icd"));
#if defined(__aarch64__) || defined(__arm__)
    MUST(strstr(clfft_last_error(), "libmali"));
    MUST(strstr(clfft_last_error(), "RUSTICL_ENABLE=panfrost"));
#endif
    MUST(clfft_list_devices(&entries, &n) == CLFFT_STATUS_NO_DRIVER);
    MUST(!entries && n == 0);
}

static void missing_driver_is_named_with_its_package(void)
{
    in_child(open_without_drivers);
}

/* An entry that names a library that is not there. */
static void open_with_a_broken_driver(void)
{
    char path[300];
    FILE *file;

    snprintf(path, sizeof path, "%s/broken.icd", directory);
    file = fopen(path, "w");
    MUST(file);
    fprintf(file, "/nonexistent/libnothing.so\n");
    fclose(file);
    open_without_drivers();
}

static void broken_driver_is_no_driver(void)
{
    in_child(open_with_a_broken_driver);
}

/* ---- choosing ---- */

static void open_unknown(void)
{
    static const char *const names[] = {"no such device", "9:9", "0:99", "0:0x",
                                        "-1:0"};
    clfft_device *device = open_default();
    const char *name = clfft_device_get_limits(device)->device_name;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        clfft_device_params params = {.name = names[i], .cache_directory = ""};
        clfft_device *other = device;
        MUST(clfft_device_create(&params, &other) == CLFFT_STATUS_NO_DEVICE);
        MUST(!other);
        MUST(strstr(clfft_last_error(), names[i]));
        MUST(strstr(clfft_last_error(), name));
        MUST(strstr(clfft_last_error(), "0:0"));
    }
    clfft_device_destroy(&device);
}

static void unknown_device_lists_what_was_seen(void)
{
    in_child(open_unknown);
}

static void open_each_way(void)
{
    clfft_device_entry *entries;
    size_t n;

    clfft_device *device = open_default();
    MUST(clfft_list_devices(&entries, &n) == CLFFT_STATUS_OK && n > 0);
    for (size_t i = 0; i < n; i++) {
        const struct clfft_limits *seen = &entries[i].limits;
        const char *type = seen->type & CL_DEVICE_TYPE_GPU   ? "GPU"
                           : seen->type & CL_DEVICE_TYPE_CPU ? "cpu"
                                                             : "accelerator";
        char number[32], part[8];
        const char *names[] = {number, part, type, "auto", "", NULL};
        snprintf(number, sizeof number, "%u:%u", entries[i].platform_index,
                 entries[i].device_index);
        snprintf(part, sizeof part, "%.6s", seen->device_name);
        for (char *p = part; *p; p++)
            if (*p >= 'a' && *p <= 'z')
                *p = (char)(*p - 'a' + 'A');
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            clfft_device_params params = {.name = names[k],
                                          .cache_directory = ""};
            clfft_device *other;
            MUST(clfft_device_create(&params, &other) == CLFFT_STATUS_OK);
            if (k == 0)
                MUST(!memcmp(clfft_device_get_limits(other), seen,
                             sizeof *seen));
            clfft_device_destroy(&other);
            MUST(!other);
        }
        MUST(seen->max_work_group >= 1 && seen->compute_units >= 1);
        MUST(seen->local_is_dedicated || seen->local_size <= 32768);
    }
    free(entries);
    clfft_device_destroy(&device);
}

static void devices_open_by_number_name_and_kind(void)
{
    in_child(open_each_way);
}

static void wrap_context(void)
{
    clfft_device *device = open_default(), *wrapped;
    clfft_device_params params = {
        .name = "ignored",
        .context = clfft_device_get_context(device),
        .id = clfft_device_get_id(device),
        .cache_directory = "",
    };
    cl_uint before, during, after;
    cl_context context = params.context;

    clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, 4, &before, NULL);
    MUST(clfft_device_create(&params, &wrapped) == CLFFT_STATUS_OK);
    clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, 4, &during, NULL);
    MUST(during == before + 1);
    MUST(clfft_device_get_context(wrapped) == context);
    MUST(clfft_device_get_id(wrapped) == params.id);
    clfft_device_destroy(&wrapped);
    clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, 4, &after, NULL);
    MUST(after == before);
    params.id = NULL;
    MUST(clfft_device_create(&params, &wrapped) == CLFFT_STATUS_INVALID);
    MUST(!wrapped);
    clfft_device_destroy(&wrapped);
    clfft_device_destroy(&device);
}

static void callers_context_is_wrapped_and_given_back(void)
{
    in_child(wrap_context);
}

/* ---- first use ---- */

static pthread_barrier_t gate;

static void *open_and_transform(void *data)
{
    const clfft_device_params params = {.name = getenv("CLFFT_TEST_DEVICE"),
                                        .cache_directory = ""};
    const clfft_plan_params direct = {.schedule = CLFFT_SCHEDULE_DIRECT};
    const clfft_desc desc = {.lengths = {8}};
    clfft_device *device;
    clfft_plan *plan;

    pthread_barrier_wait(&gate);
    if (clfft_device_create(&params, &device) != CLFFT_STATUS_OK)
        return (void *)clfft_last_error();
    if (clfft_plan_create(device, &desc, &direct, &plan) != CLFFT_STATUS_OK)
        return (void *)"no plan";
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return NULL;
}

static void start_threads(void)
{
    pthread_t threads[N_THREADS];

    pthread_barrier_init(&gate, NULL, N_THREADS);
    for (unsigned i = 0; i < N_THREADS; i++)
        pthread_create(&threads[i], NULL, open_and_transform, NULL);
    for (unsigned i = 0; i < N_THREADS; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        if (wrong) {
            printf("# thread %u: %s\n", i, (const char *)wrong);
            fflush(stdout);
            _exit(1);
        }
    }
}

static void find_a_device(void)
{
    clfft_device *device = open_default();

    clfft_device_destroy(&device);
}

static void first_use_from_four_threads_at_once_works(void)
{
    in_child(find_a_device);
    for (unsigned round = 0; !test_skip_reason && round < 5; round++)
        in_child(start_threads);
}

/* ---- the process's own handlers ---- */

static const int watched_signals[] = {
    SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS, SIGFPE,
    SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
#define N_WATCHED (sizeof watched_signals / sizeof watched_signals[0])

static void handle_nothing(int number)
{
    (void)number;
}

/* LLVM puts its own handlers in their place when a driver starts it. */
static void open_with_own_handlers(void)
{
    struct sigaction own = {.sa_handler = handle_nothing}, now;
    clfft_device *device;

    for (size_t i = 0; i < N_WATCHED; i++)
        MUST(!sigaction(watched_signals[i], &own, NULL));
    device = open_default();
    for (size_t i = 0; i < N_WATCHED; i++) {
        MUST(!sigaction(watched_signals[i], NULL, &now));
        if (now.sa_handler != handle_nothing) {
            printf("# signal %d has another handler\n", watched_signals[i]);
            fflush(stdout);
            _exit(1);
        }
    }
    clfft_device_destroy(&device);
}

static void handlers_of_signals_outlive_the_start_of_drivers(void)
{
    in_child(open_with_own_handlers);
}

/* ---- drivers' own caches ---- */

static char log_text[4096];

static void keep_log(clfft_log_level level, const char *message, void *data)
{
    if (level <= CLFFT_LOG_WARNING)
        snprintf(log_text + strlen(log_text),
                 sizeof log_text - strlen(log_text), "%s\n", message);
}

static void open_with_unusable_directories(void)
{
    const clfft_device_params params = {.name = getenv("CLFFT_TEST_DEVICE"),
                                        .log = keep_log};
    const clfft_plan_params direct = {.schedule = CLFFT_SCHEDULE_DIRECT};
    const clfft_desc desc = {.lengths = {8}};
    clfft_device *device;
    clfft_plan *plan;
    char path[300];
    FILE *file;

    snprintf(path, sizeof path, "%s/file", directory);
    file = fopen(path, "w");
    MUST(file);
    fclose(file);
    /* a home that is no directory: PoCL alone would find no device */
    setenv("HOME", path, 1);
    setenv("TMPDIR", directory, 1);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("POCL_CACHE_DIR");
    MUST(clfft_device_create(&params, &device) == CLFFT_STATUS_OK);
    MUST(strstr(log_text, "cannot be written or is full"));
    MUST(strstr(log_text, "nothing is cached on disk"));
    MUST(clfft_plan_create(device, &desc, &direct, &plan) == CLFFT_STATUS_OK);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
}

static void unusable_home_costs_a_log_line_only(void)
{
    in_child(find_a_device);
    if (!test_skip_reason)
        in_child(open_with_unusable_directories);
}

/* ---- what a first start writes ---- */

/* Bytes that `claim`, in a child, writes to stderr. Other drivers than PoCL
   have more to say than of kernels. */
static long count_complaints(void (*claim)(void))
{
    FILE *file = tmpfile();
    const int before = dup(STDERR_FILENO);
    char line[200];
    long size;

    if (!file || before < 0)
        abort();
    dup2(fileno(file), STDERR_FILENO);
    in_child(claim);
    dup2(before, STDERR_FILENO);
    close(before);
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    while (fgets(line, sizeof line, file))
        printf("# stderr: %s", line);
    fclose(file);
    return size;
}

static void start_cold(void)
{
    /* each kind of kernel */
    static const struct {
        const char *desc;
        clfft_schedule schedule;
    } plans[] = {{"c2c 16", CLFFT_SCHEDULE_GROUP},
                 {"c2c 16", CLFFT_SCHEDULE_SIMD},
                 {"r2c 4x18 demean store=db", CLFFT_SCHEDULE_DIRECT}};
    const clfft_device_params params = {.name = getenv("CLFFT_TEST_DEVICE")};
    clfft_device *device;
    clfft_plan *plan;
    clfft_desc desc;

    setenv("POCL_CACHE_DIR", directory, 1);
    setenv("XDG_CACHE_HOME", directory, 1);
    if (clfft_device_create(&params, &device) != CLFFT_STATUS_OK)
        _exit(NO_DEVICE);
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        const clfft_plan_params how = {.schedule = plans[i].schedule};
        MUST(clfft_desc_parse(plans[i].desc, &desc) == CLFFT_STATUS_OK);
        MUST(clfft_plan_create(device, &desc, &how, &plan) == CLFFT_STATUS_OK);
        clfft_plan_destroy(&plan);
        clfft_desc_clear(&desc);
    }
    clfft_device_destroy(&device);
}

/* Every kernel file defines JOIN: PoCL warns of each second definition. */
static void start_cold_with_a_reason_to_warn(void)
{
    setenv("POCL_EXTRA_BUILD_FLAGS", "-DJOIN=1", 1);
    start_cold();
}

static void start_cold_and_ask_for_warnings(void)
{
    setenv("CLFFT_KERNEL_WARNINGS", "1", 1);
    start_cold_with_a_reason_to_warn();
}

static void find_pocl(void)
{
    clfft_device *device;
    const bool found = opens_pocl(&device);

    clfft_device_destroy(&device);
    if (!found)
        _exit(NO_DEVICE);
}

static void a_cold_start_writes_nothing_to_stderr(void)
{
    in_child(find_pocl);
    if (!test_skip_reason)
        TEST_CHECK(count_complaints(start_cold) == 0, "stderr is not empty");
}

static void warnings_of_kernels_are_shown_to_who_asks(void)
{
    in_child(find_pocl);
    if (test_skip_reason)
        return;
    TEST_CHECK(count_complaints(start_cold_with_a_reason_to_warn) == 0,
               "stderr is not empty");
    TEST_CHECK(count_complaints(start_cold_and_ask_for_warnings) > 0,
               "no warning is seen");
}

TEST_MAIN(TEST(missing_driver_is_named_with_its_package),
          TEST(broken_driver_is_no_driver),
          TEST(unknown_device_lists_what_was_seen),
          TEST(devices_open_by_number_name_and_kind),
          TEST(callers_context_is_wrapped_and_given_back),
          TEST(first_use_from_four_threads_at_once_works),
          TEST(handlers_of_signals_outlive_the_start_of_drivers),
          TEST(unusable_home_costs_a_log_line_only),
          TEST(a_cold_start_writes_nothing_to_stderr),
          TEST(warnings_of_kernels_are_shown_to_who_asks))
