/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-caches.c: what is kept on disk saves work, and what is bad on disk
 * costs no more than the work. The process has a kernel cache directory of
 * its own for PoCL too, set before the first OpenCL call.
 */
#include "clfft/base/cache.h"
#include "clfft/clfft.h"
#include "support/test.h"

#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static const char recipe[] = "direct 16 | direct 4"; /* two programs */
static const clfft_desc desc = {
    .lengths = {64}, .n_loops = 1, .loops = {{3, 64, 64}}};
static char root[256], directory[300];

/* ---- directories ---- */

static int remove_entry(const char *path, const struct stat *info, int kind,
                        struct FTW *where)
{
    return remove(path);
}

static void remove_root(void)
{
    nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* An empty cache directory; the first call makes the process's root. */
static void fresh_directory(void)
{
    static unsigned number;
    const char *base = getenv("TMPDIR");
    char pocl[300];

    if (!*root) {
        snprintf(root, sizeof root, "%s/clfft-caches-XXXXXX",
                 base ? base : "/tmp");
        if (!mkdtemp(root))
            abort();
        atexit(remove_root);
        snprintf(pocl, sizeof pocl, "%s/pocl", root);
        mkdir(pocl, 0700);
        setenv("POCL_CACHE_DIR", pocl, 1);
    }
    snprintf(directory, sizeof directory, "%s/%u", root, number++);
}

static char files[64][400];
static unsigned n_files;

static int note_file(const char *path, const struct stat *info, int kind,
                     struct FTW *where)
{
    if (kind == FTW_F && n_files < COUNT(files))
        snprintf(files[n_files++], sizeof files[0], "%s", path);
    return 0;
}

static void list_files(void)
{
    n_files = 0;
    nftw(directory, note_file, 16, FTW_PHYS);
}

/* ---- devices ---- */

static struct {
    unsigned n_warnings, n_timings;
    bool out_of_time; /* not all candidates were measured */
    char text[4096];
} seen;

static void keep_log(clfft_log_level level, const char *message, void *data)
{
    seen.n_warnings += level <= CLFFT_LOG_WARNING;
    seen.n_timings += !strncmp(message, "tuning:", 7);
    seen.out_of_time |= strstr(message, "measuring ends") != NULL;
    if (level <= CLFFT_LOG_WARNING)
        snprintf(seen.text + strlen(seen.text),
                 sizeof seen.text - strlen(seen.text), "%s\n", message);
}

static clfft_device *open_device(const char *cache)
{
    const clfft_device_params params = {.name = getenv("CLFFT_TEST_DEVICE"),
                                        .cache_directory = cache,
                                        .log = keep_log};
    clfft_device *device = NULL;

    memset(&seen, 0, sizeof seen);
    clfft_device_create(&params, &device);
    return device;
}

#define REQUIRE_DEVICE                                                         \
    do {                                                                       \
        clfft_device *probe;                                                   \
        fresh_directory();                                                     \
        probe = open_device("");                                               \
        if (!probe)                                                            \
            TEST_SKIP("no OpenCL device");                                     \
        clfft_device_destroy(&probe);                                          \
    } while (0)

/* An impulse must become a wave of ones. */
static bool plan_works(clfft_device *device, clfft_plan *plan)
{
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue =
        clCreateCommandQueue(context, clfft_device_get_id(device), 0, NULL);
    float x[2 * 192] = {0};
    cl_mem in, out;
    bool good = true;

    x[0] = x[128] = x[256] = 1;
    in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
    out = clCreateBuffer(context, 0, sizeof x, NULL, NULL);
    good = !clfft_plan_execute(plan, queue, in, out, NULL) &&
           !clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof x, x, 0, NULL,
                                NULL);
    for (unsigned i = 0; i < 192; i++)
        good &= x[2 * i] == 1 && x[2 * i + 1] == 0;
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseCommandQueue(queue);
    return good;
}

struct outcome {
    bool works, from_cache;
    clfft_device_stats stats;
};

/* Opens a device over `cache`, makes the plan, runs it. */
static struct outcome make_plan_over(const char *cache)
{
    const clfft_plan_params params = {.recipe = recipe};
    struct outcome outcome = {0};
    clfft_device *device = open_device(cache);
    clfft_plan_info info;
    clfft_plan *plan;

    if (!device)
        return outcome;
    if (clfft_plan_create(device, &desc, &params, &plan) == CLFFT_STATUS_OK) {
        outcome.works = plan_works(device, plan);
        clfft_plan_get_info(plan, &info);
        outcome.from_cache = info.from_cache;
    } else {
        printf("# %s\n", clfft_last_error());
    }
    clfft_device_get_stats(device, &outcome.stats);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return outcome;
}

static void expect_built(const char *cache, const char *when)
{
    const struct outcome o = make_plan_over(cache);

    TEST_CHECK(o.works, "%s: wrong", when);
    TEST_CHECK(!o.from_cache && o.stats.n_programs_built == 2 &&
                   o.stats.n_programs_loaded == 0,
               "%s: %llu built, %llu loaded", when,
               (unsigned long long)o.stats.n_programs_built,
               (unsigned long long)o.stats.n_programs_loaded);
}

static void expect_loaded(const char *when)
{
    const struct outcome o = make_plan_over(directory);

    TEST_CHECK(o.works, "%s: wrong", when);
    TEST_CHECK(o.from_cache && o.stats.n_programs_built == 0 &&
                   o.stats.n_programs_loaded == 2,
               "%s: %llu built, %llu loaded", when,
               (unsigned long long)o.stats.n_programs_built,
               (unsigned long long)o.stats.n_programs_loaded);
    TEST_CHECK(!seen.n_warnings, "%s: %s", when, seen.text);
}

/* ---- claims ---- */

static void second_device_builds_nothing(void)
{
    REQUIRE_DEVICE;
    expect_built(directory, "first");
    list_files();
    TEST_CHECK(n_files == 3, "%u files: two binaries and a verdict", n_files);
    expect_loaded("second");
    expect_loaded("third");
    list_files();
    TEST_CHECK(n_files == 3, "%u files after", n_files);
}

static void plan_of_one_device_builds_once(void)
{
    const clfft_plan_params params = {.recipe = recipe};
    clfft_device_stats stats;
    clfft_device *device;
    clfft_plan *plans[3];

    REQUIRE_DEVICE;
    device = open_device("");
    for (unsigned i = 0; i < 3; i++)
        TEST_CHECK(!clfft_plan_create(device, &desc, &params, &plans[i]), "%s",
                   clfft_last_error());
    clfft_device_get_stats(device, &stats);
    TEST_CHECK(stats.n_programs_built == 2 && stats.n_plans == 3,
               "%llu programs for %llu plans",
               (unsigned long long)stats.n_programs_built,
               (unsigned long long)stats.n_plans);
    for (unsigned i = 0; i < 3; i++)
        clfft_plan_destroy(&plans[i]);
    clfft_device_destroy(&device);
}

/* Direction, batch, strides, place and the value of a scale are no matter of
   the kernel; but the last one is another where the scale is no float. */
static void variations_of_a_description_build_nothing(void)
{
    static const clfft_desc others[] = {
        {.direction = CLFFT_DIRECTION_INVERSE, .lengths = {64}, .scale = 0.5},
        {.lengths = {64}, .n_loops = 2, .loops = {{5, 70, 71}, {3, 7, 400}}},
        {.lengths = {64},
         .input_strides = {3, 1, 1},
         .output_strides = {2, 1, 1}},
        {.lengths = {64}, .in_place = true},
        {.lengths = {64}, .scale = 0.1},
        {.lengths = {64}, .scale = -1 / 3.0},
    };
    static const unsigned n_built[] = {2, 2, 2, 2, 3, 3};
    const clfft_plan_params params = {.recipe = recipe};
    clfft_device_stats stats;
    clfft_device *device;
    clfft_plan *plan;

    REQUIRE_DEVICE;
    device = open_device("");
    TEST_CHECK(!clfft_plan_create(device, &desc, &params, &plan), "%s",
               clfft_last_error());
    clfft_plan_destroy(&plan);
    for (size_t i = 0; i < COUNT(others); i++) {
        TEST_CHECK(!clfft_plan_create(device, &others[i], &params, &plan), "%s",
                   clfft_last_error());
        clfft_plan_destroy(&plan);
        clfft_device_get_stats(device, &stats);
        TEST_CHECK(stats.n_programs_built == n_built[i],
                   "description %zu: %llu built", i,
                   (unsigned long long)stats.n_programs_built);
    }
    clfft_device_destroy(&device);
}

static void empty_name_keeps_nothing(void)
{
    REQUIRE_DEVICE;
    expect_built("", "first");
    expect_built("", "second");
    TEST_CHECK(access(directory, F_OK), "%s appeared", directory);
}

static void truncate_file(const char *path, off_t size)
{
    TEST_CHECK(!truncate(path, size), "%s: %s", path, strerror(errno));
}

static void flip_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    int byte;

    if (!file)
        return;
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    byte = fgetc(file);
    fseek(file, -1, SEEK_CUR);
    fputc(byte ^ 0x10, file);
    fclose(file);
}

static void damage_files(unsigned how)
{
    list_files();
    for (unsigned i = 0; i < n_files; i++) {
        struct stat info;
        stat(files[i], &info);
        switch (how) {
        case 0:
            truncate_file(files[i], 0);
            break;
        case 1:
            truncate_file(files[i], info.st_size / 2);
            break;
        case 2:
            truncate_file(files[i], info.st_size - 1);
            break;
        case 3:
            flip_byte(files[i], 2);
            break;
        case 4:
            flip_byte(files[i], -1);
            break;
        default:
            flip_byte(files[i], (long)(test_random() % (uint64_t)info.st_size));
        }
    }
}

static void damaged_files_are_built_anew(void)
{
    REQUIRE_DEVICE;
    expect_built(directory, "first");
    for (unsigned how = 0; how < 8; how++) {
        char when[32];
        snprintf(when, sizeof when, "damage %u", how);
        damage_files(how);
        expect_built(directory, when);
        expect_loaded("after it");
    }
}

/* A whole entry, whose bytes the driver does not take. */
static void binary_that_the_driver_refuses_is_built_anew(void)
{
    static const char rubbish[64] = "these are not the kernels of a driver";
    const clfft_cache cache = {directory};
    unsigned n_replaced = 0;

    REQUIRE_DEVICE;
    expect_built(directory, "first");
    list_files();
    for (unsigned i = 0; i < n_files; i++) {
        uint64_t header[4];
        char key[4096];
        FILE *file = fopen(files[i], "rb");
        TEST_REQUIRE(file && fread(header, sizeof header, 1, file) == 1 &&
                         header[1] < sizeof key &&
                         fread(key, 1, header[1], file) == header[1],
                     "%s", files[i]);
        fclose(file);
        key[header[1]] = 0;
        if (strncmp(key, "program|", 8) != 0)
            continue;
        n_replaced++;
        TEST_CHECK(clfft_cache_put(&cache, key, rubbish, sizeof rubbish),
                   "put %s", key);
    }
    TEST_CHECK(n_replaced == 2, "%u binaries", n_replaced);
    expect_built(directory, "after");
    TEST_CHECK(strstr(seen.text, "refused by the driver"), "\"%s\"", seen.text);
    expect_loaded("at last");
}

/* Without its verdict a plan proves itself again, from the kept binaries. */
static void missing_verdict_is_found_again(void)
{
    REQUIRE_DEVICE;
    expect_built(directory, "first");
    list_files();
    for (unsigned i = 0; i < n_files; i++) {
        struct stat info;
        stat(files[i], &info);
        if (info.st_size < 4096)
            unlink(files[i]);
    }
    list_files();
    TEST_CHECK(n_files == 2, "%u files", n_files);
    expect_loaded("without");
    list_files();
    TEST_CHECK(n_files == 3, "%u files: the verdict is not kept", n_files);
}

static void unusable_directory_costs_a_log_line(void)
{
    FILE *file;

    REQUIRE_DEVICE;
    file = fopen(directory, "w"); /* a file, where a directory should be */
    TEST_REQUIRE(file, "%s", directory);
    fclose(file);
    expect_built(directory, "no directory");
    TEST_CHECK(seen.n_warnings == 1 && strstr(seen.text, directory),
               "%u warnings: %s", seen.n_warnings, seen.text);
    fresh_directory();
    TEST_CHECK(!mkdir(directory, 0700) && !chmod(directory, 0777), "mkdir");
    expect_built(directory, "open to others");
    TEST_CHECK(seen.n_warnings == 1, "%u warnings: %s", seen.n_warnings,
               seen.text);
    list_files();
    TEST_CHECK(n_files == 0, "%u files", n_files);
}

/* ---- tuning ---- */

static void make_plan(const char *cache, const clfft_plan_params *params,
                      char *text, size_t size)
{
    clfft_device *device = open_device(cache);
    clfft_plan_info info;
    clfft_plan *plan;

    *text = 0;
    if (!device)
        return;
    if (clfft_plan_create(device, &desc, params, &plan) == CLFFT_STATUS_OK) {
        clfft_plan_get_info(plan, &info);
        snprintf(text, size, "%s", info.recipe);
        TEST_CHECK(plan_works(device, plan), "wrong by %s", text);
    } else {
        TEST_CHECK(false, "%s", clfft_last_error());
    }
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
}

static void tune_over(const char *cache, char *text, size_t size)
{
    const clfft_plan_params params = {.schedule = CLFFT_SCHEDULE_DIRECT,
                                      .effort = CLFFT_EFFORT_MEASURE};

    make_plan(cache, &params, text, size);
}

/* The planner's first is always measured, others while there is time. */
static bool are_measured(void)
{
    return seen.n_timings >= (seen.out_of_time ? 1 : 2);
}

static void measured_choice_is_remembered(void)
{
    char first[256], second[256];

    REQUIRE_DEVICE;
    tune_over(directory, first, sizeof first);
    TEST_CHECK(are_measured(), "%u candidates timed", seen.n_timings);
    tune_over(directory, second, sizeof second);
    TEST_CHECK(seen.n_timings == 0, "%u candidates timed again",
               seen.n_timings);
    TEST_CHECK(*first && !strcmp(first, second), "%s, then %s", first, second);
    damage_files(4);
    tune_over(directory, second, sizeof second);
    TEST_CHECK(are_measured(), "%u timed over bad files", seen.n_timings);
}

/* Waits longer than measuring may take. */
static bool dawdle(double fraction, const char *what, void *data)
{
    unsigned *n_calls = data;

    if ((*n_calls)++ == 0)
        sleep(2);
    return true;
}

/* Gives up once so many candidates were timed. */
static bool give_up(double fraction, const char *what, void *data)
{
    const unsigned *most = data;

    return seen.n_timings < *most;
}

static void what_was_measured_before_giving_up_is_remembered(void)
{
    REQUIRE_DEVICE;
    for (unsigned most = 1; most <= 3; most++) {
        unsigned stop = most;
        const clfft_plan_params params = {.schedule = CLFFT_SCHEDULE_DIRECT,
                                          .effort = CLFFT_EFFORT_MEASURE,
                                          .progress = give_up,
                                          .progress_data = &stop,
                                          .measure_seconds = 60};
        clfft_device *device = open_device(directory);
        const clfft_desc other = {.lengths = {513 + most}};
        clfft_plan *plan;
        clfft_status status;
        if (!device)
            return;
        status = clfft_plan_create(device, &other, &params, &plan);
        TEST_CHECK(status == CLFFT_STATUS_CANCELLED && seen.n_timings == most,
                   "%d after %u timings", status, seen.n_timings);
        clfft_device_destroy(&device);
        stop = 1000;
        if (!(device = open_device(directory)))
            return;
        status = clfft_plan_create(device, &other, &params, &plan);
        TEST_CHECK(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
        /* one alone says nothing about others */
        TEST_CHECK((seen.n_timings == 0) == (most > 1),
                   "%u timed before, %u again", most, seen.n_timings);
        clfft_plan_destroy(&plan);
        clfft_device_destroy(&device);
    }
}

static void late_measuring_ends_with_the_best_guess(void)
{
    unsigned n_calls = 0;
    const clfft_plan_params params = {.schedule = CLFFT_SCHEDULE_DIRECT,
                                      .effort = CLFFT_EFFORT_MEASURE,
                                      .measure_seconds = 1,
                                      .progress = dawdle,
                                      .progress_data = &n_calls};
    const clfft_plan_params guess = {.schedule = CLFFT_SCHEDULE_DIRECT};
    char text[256], guessed[256];

    REQUIRE_DEVICE;
    make_plan(directory, &params, text, sizeof text);
    TEST_CHECK(seen.n_timings == 1 && seen.out_of_time, "%u candidates timed",
               seen.n_timings);
    make_plan("", &guess, guessed, sizeof guessed);
    TEST_CHECK(!strcmp(text, guessed), "%s instead of %s", text, guessed);
}

/* Says on disk that `text` was measured to be the fastest. */
static void pretend_measured(const char *text)
{
    clfft_device *device = open_device("");
    const clfft_limits *l = clfft_device_get_limits(device);
    char description[256], key[1024], why[256];
    clfft_cache cache;

    clfft_desc_print(&desc, description, sizeof description);
    snprintf(key, sizeof key, "tuning|%s|%s|%s|%s|%s|%s|%d", CLFFT_VERSION,
             l->platform_name, l->device_name, l->vendor_name,
             l->driver_version, description, CLFFT_SCHEDULE_DIRECT);
    TEST_CHECK(clfft_cache_open(&cache, directory, why, sizeof why) &&
                   clfft_cache_put(&cache, key, text, strlen(text) + 1),
               "%s", why);
    clfft_cache_close(&cache);
    clfft_device_destroy(&device);
}

static void remembered_choice_that_fails_leaves_the_best_guess(void)
{
    const clfft_plan_params guess = {.schedule = CLFFT_SCHEDULE_DIRECT};
    char text[256], guessed[256];

    REQUIRE_DEVICE;
    make_plan("", &guess, guessed, sizeof guessed);
    pretend_measured("direct 5 | direct 13");
    tune_over(directory, text, sizeof text);
    TEST_CHECK(seen.n_timings == 0 && strstr(seen.text, "direct 13"),
               "%u timed: %s", seen.n_timings, seen.text);
    TEST_CHECK(!strcmp(text, guessed), "%s instead of %s", text, guessed);
    /* what failed is not tried again */
    tune_over(directory, text, sizeof text);
    TEST_CHECK(seen.n_warnings == 0 && !strcmp(text, guessed), "%s: %s", text,
               seen.text);
    /* one that the planner does not name is taken all the same */
    pretend_measured("direct 2 | direct 2 | direct 4 | direct 4");
    tune_over(directory, text, sizeof text);
    TEST_CHECK(!strcmp(text, "direct 2 | direct 2 | direct 4 | direct 4"), "%s",
               text);
}

static void other_batch_is_measured_by_itself(void)
{
    const clfft_desc large = {
        .lengths = {64}, .n_loops = 1, .loops = {{30, 64, 64}}};
    const clfft_plan_params params = {.schedule = CLFFT_SCHEDULE_DIRECT,
                                      .effort = CLFFT_EFFORT_MEASURE};
    char first[256];
    clfft_device *device;
    clfft_plan *plan;

    REQUIRE_DEVICE;
    tune_over(directory, first, sizeof first);
    device = open_device(directory);
    TEST_CHECK(!clfft_plan_create(device, &large, &params, &plan), "%s",
               clfft_last_error());
    TEST_CHECK(are_measured(), "%u candidates timed", seen.n_timings);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
}

/* ---- variants that a driver compiles by itself ---- */

static unsigned n_entries;

static int count_entry(const char *path, const struct stat *info, int kind,
                       struct FTW *where)
{
    n_entries += kind == FTW_F;
    return 0;
}

static unsigned count_pocl_files(void)
{
    n_entries = 0;
    nftw(getenv("POCL_CACHE_DIR"), count_entry, 16, FTW_PHYS);
    return n_entries;
}

static void run_counts(clfft_device *device, const char *text,
                       const clfft_plan_params *params)
{
    static const uint64_t counts[] = {1,  2,  3,   7,   8,    9,    63,
                                      64, 65, 127, 513, 1024, 5000, 70001};
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue =
        clCreateCommandQueue(context, clfft_device_get_id(device), 0, NULL);
    uint64_t in_length, out_length;
    clfft_desc d;
    clfft_plan *plan;
    cl_mem in, out;

    TEST_REQUIRE(!clfft_desc_parse(text, &d) &&
                     !clfft_desc_get_extent(&d, &in_length, &out_length),
                 "%s", clfft_last_error());
    TEST_REQUIRE(!clfft_plan_create(device, &d, params, &plan), "%s: %s", text,
                 clfft_last_error());
    in = clCreateBuffer(context, 0,
                        (in_length + 3) * clfft_desc_get_input_size(&d), NULL,
                        NULL);
    out = clCreateBuffer(context, 0,
                         (out_length + 5) * clfft_desc_get_output_size(&d),
                         NULL, NULL);
    clfft_plan_execute(plan, queue, in, out, NULL);
    clFinish(queue);
    const unsigned before = count_pocl_files();
    for (size_t i = 0; i < COUNT(counts); i++) {
        const clfft_execute_params execute = {.counts = {counts[i]},
                                              .input_offset = i % 3,
                                              .output_offset = i % 5};
        if (counts[i] > d.loops[0].count)
            continue;
        TEST_CHECK(!clfft_plan_execute(plan, queue, in, out, &execute), "%s",
                   clfft_last_error());
        TEST_CHECK(!clFinish(queue), "clFinish");
    }
    TEST_CHECK(before > 0 && count_pocl_files() == before,
               "%s: %u files became %u", text, before, count_pocl_files());
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&plan);
    clfft_desc_clear(&d);
}

/* PoCL compiles one variant a local size, and another when a dimension of
   the grid passes 65535. */
static void no_count_makes_the_driver_compile_again(void)
{
    static const struct {
        const char *text;
        clfft_plan_params params;
    } cases[] = {
        {"c2c 4 x70001", {.schedule = CLFFT_SCHEDULE_AUTO}},
        {"r2c 8 x70001", {.schedule = CLFFT_SCHEDULE_GROUP}},
        {"c2c 64 x5000", {.recipe = recipe}},
        {"r2c 96 x1024 store=power", {.schedule = CLFFT_SCHEDULE_DIRECT}},
    };
    clfft_device *device;

    REQUIRE_DEVICE;
    device = open_device("");
    if (!strstr(clfft_device_get_limits(device)->platform_name,
                "Portable Computing Language")) {
        clfft_device_destroy(&device);
        TEST_SKIP("only PoCL's cache can be counted");
    }
    for (size_t i = 0; i < COUNT(cases); i++)
        run_counts(device, cases[i].text, &cases[i].params);
    clfft_device_destroy(&device);
}

TEST_MAIN(TEST(second_device_builds_nothing),
          TEST(plan_of_one_device_builds_once),
          TEST(variations_of_a_description_build_nothing),
          TEST(empty_name_keeps_nothing), TEST(damaged_files_are_built_anew),
          TEST(binary_that_the_driver_refuses_is_built_anew),
          TEST(missing_verdict_is_found_again),
          TEST(unusable_directory_costs_a_log_line),
          TEST(measured_choice_is_remembered),
          TEST(what_was_measured_before_giving_up_is_remembered),
          TEST(late_measuring_ends_with_the_best_guess),
          TEST(remembered_choice_that_fails_leaves_the_best_guess),
          TEST(other_batch_is_measured_by_itself),
          TEST(no_count_makes_the_driver_compile_again))
