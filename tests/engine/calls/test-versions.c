/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-versions.c: drivers too old for the engine. The fault layer, which
 * OPENCL_LAYERS names, has PoCL say a drawn version, each in a process of its
 * own: the parent makes no OpenCL call.
 */
#include "clfft/clfft.h"
#include "layer/fault-layer.h"
#include "support/test.h"

#include <sys/wait.h>
#include <unistd.h>

#define NOTHING 77 /* exit status: nothing to test with */

static char version[64];
static bool is_old;

static int fail(const char *what)
{
    printf("# PoCL %s, %s: %s: %s\n", version, is_old ? "too old" : "fit", what,
           clfft_last_error());
    fflush(stdout);
    return 1;
}

/* One sentence with both versions. */
static bool is_named(void)
{
    char found[80];

    snprintf(found, sizeof found, "PoCL %s ", version);
    return strstr(clfft_last_error(), found) &&
           strstr(clfft_last_error(), " 3.1 is the first");
}

static bool is_pocl(const clfft_device_entry *entry)
{
    return !strcmp(entry->limits.platform_name, "Portable Computing Language");
}

static const char *try_to_open(const clfft_device_params *params)
{
    clfft_device *device;
    const clfft_status status = clfft_device_create(params, &device);

    clfft_device_destroy(&device);
    if (!is_old)
        return status ? "is refused" : NULL;
    return status != CLFFT_STATUS_NO_DEVICE ? "has another status"
           : !is_named()                    ? "is refused without its version"
                                            : NULL;
}

/* In the caller's context. */
static const char *try_to_wrap(const clfft_device_entry *entry)
{
    clfft_device_params params = {.cache_directory = ""};
    cl_platform_id platforms[32];
    cl_device_id devices[64];
    const char *wrong;

    if (clGetPlatformIDs(32, platforms, NULL) ||
        clGetDeviceIDs(platforms[entry->platform_index], CL_DEVICE_TYPE_ALL, 64,
                       devices, NULL))
        return "its id is not found";
    params.id = devices[entry->device_index];
    params.context = clCreateContext(NULL, 1, &params.id, NULL, NULL, NULL);
    if (!params.context)
        return "has no context";
    wrong = try_to_open(&params);
    clReleaseContext(params.context);
    return wrong;
}

/* By its number, by its name, among all, and in a context. */
static const char *try_each_way(const clfft_device_entry *entry, bool is_only)
{
    const char *const names[] = {entry->limits.device_name, "cpu", "auto"};
    clfft_device_entry *chosen;
    const char *wrong;
    clfft_status status;
    char number[32];
    size_t n = 0;

    snprintf(number, sizeof number, "%u:%u", entry->platform_index,
             entry->device_index);
    wrong = try_to_open(
        &(clfft_device_params){.name = number, .cache_directory = ""});
    for (size_t i = 0; i < COUNT(names) && is_only && !wrong; i++)
        wrong = try_to_open(
            &(clfft_device_params){.name = names[i], .cache_directory = ""});
    if (wrong)
        return wrong;
    status = clfft_choose_devices(is_only ? "all-cpus" : number, &chosen, &n);
    free(chosen);
    if (is_old ? status != CLFFT_STATUS_NO_DEVICE || n || !is_named()
               : status != CLFFT_STATUS_OK || !n)
        return "is chosen otherwise";
    return try_to_wrap(entry);
}

static int open_all(void)
{
    clfft_device_entry *entries;
    const char *wrong = NULL;
    size_t n, n_pocl = 0;

    if (clfft_list_devices(&entries, &n) != CLFFT_STATUS_OK ||
        !fault_layer_find_loaded())
        return NOTHING;
    for (size_t i = 0; i < n; i++)
        n_pocl += is_pocl(&entries[i]);
    for (size_t i = 0; i < n && !wrong; i++)
        if (is_pocl(&entries[i])) {
            if (strcmp(entries[i].limits.driver_version, version))
                return fail("is listed otherwise");
            wrong = try_each_way(&entries[i], n_pocl == 1 && n == 1);
        }
    free(entries);
    return wrong ? fail(wrong) : n_pocl ? 0 : NOTHING;
}

static void try_version(void)
{
    int result = 0;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        setenv("CLFFT_LAYER_DRIVER", version, 1);
        _exit(open_all());
    }
    TEST_REQUIRE(child > 0 && waitpid(child, &result, 0) == child, "fork");
    if (WIFEXITED(result) && WEXITSTATUS(result) == NOTHING)
        TEST_SKIP("no PoCL under the layer");
    TEST_CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0, "status %x",
               (unsigned)result);
}

static void a_pocl_below_3_1_is_refused_by_name(void)
{
    static const char *const ends[] = {"", "+debian", "-RC2", ".1",
                                       "-pre main-0-g1a2b3c4 Release"};
    static const unsigned known[][2] = {
        {3, 0}, {3, 1}, {1, 8}, {7, 1}, {3, 10}};

    for (unsigned i = 0; i < 10 && !test_skip_reason; i++) {
        const bool draws = i >= COUNT(known);
        const unsigned major = draws ? test_random() % 5 : known[i][0];
        const unsigned minor = draws ? test_random() % 4 : known[i][1];

        snprintf(version, sizeof version, "%u.%u%s", major, minor,
                 ends[test_random() % COUNT(ends)]);
        is_old = major < 3 || (major == 3 && minor < 1);
        try_version();
    }
}

static void a_version_without_numbers_is_taken(void)
{
    snprintf(version, sizeof version, "main of today");
    is_old = false;
    try_version();
}

TEST_MAIN(TEST(a_pocl_below_3_1_is_refused_by_name),
          TEST(a_version_without_numbers_is_taken))
