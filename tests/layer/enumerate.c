/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* enumerate.c: see enumerate.h. */
#include "enumerate.h"

#include <dirent.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

#define NO_DEVICE 77     /* exit status */
#define RUN_SECONDS 60   /* a run that takes longer hangs */
#define MOST_COMPLAINTS 12
#define CLEAN_EVERY 4    /* in the default run: points until a run without */
#define SOME_COMMANDS 8  /* in the default run: of those on the device */
#define MOST_LOOKS 10000 /* of 1 ms, whether objects are given back */
#define MAPPED_SIZE 4096 /* bytes: what malloc() unmaps when it is freed */

static bool no_device;

/* ---- the child ---- */

struct way {
    const char *name;
    bool sticky, on_device, deaf;
};

static const struct way ways[] = {
    {"once", false, false, false},
    {"device lost", true, false, false},
    {"on the device", false, true, false},
    {"lost on the device", true, true, false},
    {"deaf", false, false, true},
};
#define N_WAYS (sizeof ways / sizeof ways[0])

static const struct {
    int code;
    const char *name;
} codes[] = {{-5, "CL_OUT_OF_RESOURCES"},
             {-6, "CL_OUT_OF_HOST_MEMORY"},
             {-2, "CL_DEVICE_NOT_AVAILABLE"},
             {-36, "CL_INVALID_COMMAND_QUEUE"}};
#define N_CODES (sizeof codes / sizeof codes[0])

static const char *scenario_name;
static fault_scenario scenario;
static const struct fault_layer *layer;
static unsigned n_complaints, n_points;

static void complain(const struct way *way, unsigned long at,
                     const struct fault_report *r, const char *what,
                     const char *message)
{
    if (n_complaints++ < MOST_COMPLAINTS)
        printf("# %s: %s, point %lu (%s): %s: %s\n", scenario_name,
               way ? way->name : "no fault", at,
               r->failed[0] ? r->failed[0] : "no call", what, message);
}

/* What commands use that are still under way is given back when they end. */
static void check_objects(const struct way *way, unsigned long at,
                          struct fault_report *r)
{
    static unsigned long strays_before, live_before;
    char text[256];

    for (int i = 0; r->n_live != live_before && i < MOST_LOOKS; i++) {
        usleep(1000);
        layer->report(r);
    }
    layer->describe(text, sizeof text);
    if (r->n_live != live_before)
        complain(way, at, r, "objects are left", text);
    if (r->n_strays != strays_before)
        complain(way, at, r, "objects were given back twice", text);
    strays_before = r->n_strays;
    live_before = r->n_live;
}

/* Does it say which call failed, and how? */
static bool names_call_and_cause(const struct fault_report *r,
                                 const char *cause, const char *message)
{
    bool named = false;

    for (unsigned i = 0; i < FAULT_MOST_NAMES && r->failed[i]; i++)
        named |= strstr(message, r->failed[i]) != NULL;
    return named && strstr(message, cause);
}

/* What failed on the device is heard of by another call. */
static bool tells_of_the_device(const char *message)
{
    return strstr(message, "CL_") != NULL;
}

static void run_clean(unsigned long at)
{
    struct fault_report r;
    char message[1024] = "";
    enum fault_outcome outcome;

    layer->arm(NULL);
    alarm(RUN_SECONDS);
    outcome = scenario(layer, message, sizeof message);
    layer->report(&r);
    if (outcome != FAULT_RIGHT)
        complain(NULL, at, &r, "the run after it", message);
    if (r.n_blocked) /* clfft/device/wait.c says what such a call may do */
        complain(NULL, at, &r, "a call waits for a whole queue", "");
    check_objects(NULL, at, &r);
}

/* False: the run has no such point. */
static bool run_point(const struct way *way, unsigned long at)
{
    const unsigned c = (unsigned)(at % N_CODES);
    const struct fault fault = {.at = at, .code = codes[c].code,
                                .sticky = way->sticky,
                                .on_device = way->on_device,
                                .hold = way->deaf};
    char message[1024] = "";
    enum fault_outcome outcome;
    struct fault_report r;

    layer->arm(&fault);
    alarm(RUN_SECONDS);
    if (getenv("CLFFT_TEST_VERBOSE")) {
        printf("# %s: %s %lu\n", scenario_name, way->name, at);
        fflush(stdout);
    }
    outcome = scenario(layer, message, sizeof message);
    layer->report(&r);
    layer->release();
    if (outcome == FAULT_WRONG)
        complain(way, at, &r, "wrong", message);
    else if (outcome == FAULT_FAILED &&
             !(way->on_device ? tells_of_the_device(message)
                              : names_call_and_cause(&r, codes[c].name,
                                                     message)))
        complain(way, at, &r, "this does not tell why", message);
    check_objects(way, at, &r);
    if (r.n_failed && (test_is_full() || n_points++ % CLEAN_EVERY == 0))
        run_clean(at);
    return r.n_failed > 0;
}

static unsigned long read_seed(void)
{
    const char *seed = getenv("CLFFT_TEST_SEED");

    return seed ? strtoul(seed, NULL, 0) : 1;
}

/* Is it an end of the run: the first command or the last; the first call of
   its name, or the last, of which one fails once and the other for ever, by
   the seed? `names` are the clean run's, or NULL, of commands. */
static bool is_end(const struct way *way, const char *const *names,
                   unsigned long n, unsigned long at)
{
    unsigned long first = n, last = at;

    if (!names)
        return at == 0 || at + 1 == n;
    for (unsigned long i = 0; i < n; i++)
        if (names[i] == names[at]) {
            first = first < i ? first : i;
            last = i;
        }
    return at == ((first + read_seed() + way->sticky) % 2 ? first : last);
}

/* Points of one way: all, or the ends of a run, and some from each part of it.
   What fails once and what fails for ever begin at different places. */
static unsigned enumerate_way(const struct way *way,
                              const struct fault_report *clean,
                              const char *const *names, unsigned n_samples)
{
    const bool of_commands = way->on_device || way->deaf;
    const unsigned long n_calls = way->deaf        ? clean->n_enqueued
                                  : way->on_device ? clean->n_commands
                                                   : clean->n_calls;
    const unsigned n_some = of_commands ? SOME_COMMANDS : n_samples;
    const unsigned long step =
        test_is_full() || n_calls <= n_some ? 1 : n_calls / n_some;
    const unsigned long start =
        (read_seed() + (way->sticky ? step / 2 : 0)) % step;
    unsigned n = 0;

    for (unsigned long i = 0; i < n_calls; i++)
        if (i % step == start ||
            is_end(way, of_commands ? NULL : names, n_calls, i))
            n += run_point(way, i + 1);
    return n;
}

/* Of the run just before. */
static const char **read_names(const struct fault_report *clean)
{
    const char **names = calloc(clean->n_calls + 1, sizeof *names);

    for (unsigned long i = 0; names && i < clean->n_calls; i++)
        names[i] = layer->get_call(i + 1);
    return names;
}

/* Calls of a device that a profile plays are those of the one that is there. */
static bool is_played(void)
{
    return !test_is_full() && getenv("CLFFT_LAYER_PROFILE");
}

static bool is_wanted(const struct way *way, bool goes_deaf)
{
    if (way->deaf)
        return goes_deaf;
    return way->on_device || !is_played();
}

static _Noreturn void enumerate(const char *path, unsigned n_samples,
                                bool goes_deaf)
{
    unsigned n[N_WAYS] = {0}, total = 0;
    const char **names;
    struct fault_report r = {0};
    char message[1024] = "";

    setvbuf(stdout, NULL, _IOLBF, 0);
    setenv("OPENCL_LAYERS", path, 1);
    alarm(2 * RUN_SECONDS);
    /* compiles what is to be compiled, and is the measure of the others */
    if (scenario(NULL, message, sizeof message) != FAULT_RIGHT) {
        printf("# %s: the first run: %s\n", scenario_name, message);
        _exit(1);
    }
    layer = fault_layer_find(path);
    if (layer)
        layer->report(&r);
    if (!r.n_calls || !r.profile != !getenv("CLFFT_LAYER_PROFILE")) {
        printf("# the fault layer %s was not loaded, or plays nothing\n", path);
        _exit(1);
    }
    check_objects(NULL, 0, &r);
    run_clean(0);
    layer->report(&r);
    names = read_names(&r);
    if (!names)
        _exit(1);
    for (unsigned i = 0; i < N_WAYS; i++) {
        if (ways[i].deaf)
            mallopt(M_MMAP_THRESHOLD, MAPPED_SIZE);
        if (is_wanted(&ways[i], goes_deaf))
            total += n[i] = enumerate_way(&ways[i], &r, names, n_samples);
    }
    printf("# %s: %lu calls, %lu commands with events; %u fault points: %u "
           "calls failed once, %u for ever, %u commands on the device once, "
           "%u for ever, %u were held\n",
           scenario_name, r.n_calls, r.n_commands, total, n[0], n[1], n[2],
           n[3], n[4]);
    _exit(n_complaints || !total);
}

_Noreturn void fault_give_up(void)
{
    _exit(NO_DEVICE);
}

/* ---- kernels on disk ---- */

static char folder[256];

const char *fault_get_folder(void)
{
    return folder;
}

/* What the engine's cache has begins with a header and the entry's key. */
static bool is_verdict(const char *path)
{
    char bytes[128] = "";
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(bytes, 1, sizeof bytes, file) : 0;

    if (file)
        fclose(file);
    return memmem(bytes, n, "verdict", 7) != NULL;
}

static void empty_folder(bool (*matches)(const char *path))
{
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    char path[sizeof folder + sizeof entry->d_name + 1];

    while (entries && (entry = readdir(entries))) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.' && (!matches || matches(path)))
            unlink(path);
    }
    if (entries)
        closedir(entries);
}

void fault_forget_verdicts(void)
{
    empty_folder(is_verdict);
}

static bool make_folder(void)
{
    const char *base = getenv("TMPDIR");

    snprintf(folder, sizeof folder, "%s/clfft-faults-XXXXXX",
             base ? base : "/tmp");
    return mkdtemp(folder) != NULL;
}

/* ---- the parent ---- */

bool fault_has_no_device(void)
{
    return no_device;
}

bool fault_enumerate(const char *name, fault_scenario run, unsigned n_samples,
                     bool goes_deaf)
{
    int result = 0;
    pid_t child;
    bool ended;

    scenario_name = name;
    scenario = run;
    if (!make_folder()) {
        printf("# %s: no folder for kernels\n", name);
        return false;
    }
    fflush(stdout);
    child = fork();
    if (child == 0)
        enumerate(FAULT_LAYER, n_samples, goes_deaf);
    ended = child > 0 && waitpid(child, &result, 0) == child;
    empty_folder(NULL);
    rmdir(folder);
    if (!ended)
        return false;
    no_device = WIFEXITED(result) && WEXITSTATUS(result) == NO_DEVICE;
    if (WIFSIGNALED(result))
        printf("# %s: the child ended with signal %d%s\n", name,
               WTERMSIG(result),
               WTERMSIG(result) == SIGALRM ? ": it hung" : "");
    return no_device || (WIFEXITED(result) && WEXITSTATUS(result) == 0);
}
