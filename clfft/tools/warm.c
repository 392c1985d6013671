/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * warm.c: fills the cache of the whole system, so that the first start of any
 * user has nothing to compile.
 *
 * Plans are made by the engine, elements are run by gst-launch-1.0, both with a
 * private folder in the place of the user's cache. What was not there before
 * is then moved into the system's folder, readable by all.
 */
#include "bench.h"

#include "clfft/base/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What elements use where nothing is set. */
static const char *const usual[] = {
    "claudiofft",
    "clspectrum",
    "clspectrogram",
    "claudiofft ! clifft",
    "video/x-raw,width=1280,height=720 ! clvideofft ! clspectrogram",
    "video/x-raw,width=1920,height=1080 ! clvideofft ! clspectrogram",
    /* short responses, two seconds and ten */
    "clfftfilter curve-file= ir-length=512",
    "clfftfilter curve-file=",
    "clfftfilter curve-file= ir-length=96000",
    "clfftfilter curve-file= ir-length=480000",
};

/* Which curve it is makes no difference. */
#define CURVE "curve.txt"
static const char curve[] = "GraphicEQ: 20 -3; 1000 0; 20000 3\n";

/* What sound usually is, where no caps are given. */
static const char *const sounds[] = {
    "audio/x-raw,format=S16LE,channels=1 ! ",
    "audio/x-raw,format=S16LE,channels=2 ! ",
    "audio/x-raw,format=F32LE,channels=1 ! ",
    "audio/x-raw,format=F32LE,channels=2 ! ",
};

/* Of the private folders. */
#define WORK "warm-"

/* ---- being ended ---- */

/* A signal ends the work after the plan in hand, so that nothing is left. */
static volatile sig_atomic_t is_ended;

static void end_work(int number)
{
    is_ended = 1;
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
    const struct sigaction action = {.sa_handler = end_work};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, NULL);
}

/* ---- the folder ---- */

static bool write_curve(const char *path)
{
    FILE *file = fopen(path, "w");
    const bool written = file && fputs(curve, file) >= 0;

    return (!file || fclose(file) == 0) && written;
}

/* Whether nobody but root, its group and the user can change what is at the
   path: in Debian /var/local is of the group staff. Where all may write, as in
   /tmp, others cannot rename what is the user's. */
static bool is_safe(const char *path)
{
    struct stat info;

    if (stat(path, &info) || !S_ISDIR(info.st_mode) ||
        (info.st_uid != 0 && info.st_uid != geteuid()))
        return false;
    return !(info.st_mode & 002) || (info.st_mode & S_ISVTX);
}

/* The same of all folders above it too, behind links. */
static bool is_safe_up(const char *path)
{
    char *real = realpath(path, NULL);
    bool safe = real && is_safe("/");

    for (char *p = real; safe && *p; p++)
        if (p[1] == '/' || !p[1]) {
            const char next = p[1];
            p[1] = 0;
            safe = is_safe(real);
            p[1] = next;
        }
    free(real);
    return safe;
}

/* Makes a folder that is the user's own, and its parents. Root must not write
   where others can put links. */
static bool make_folder(const char *system)
{
    char path[4096];
    struct stat info;

    snprintf(path, sizeof path, "%s", system);
    for (char *p = path + 1;; p++) {
        const char next = *p;
        if (next && next != '/')
            continue;
        *p = 0;
        if (mkdir(path, 0755) == 0) {
            if (!next && chmod(path, 0755))
                return false;
        } else if (errno != EEXIST) {
            return false;
        }
        if (!is_safe_up(path)) {
            errno = EPERM;
            return false;
        }
        *p = next;
        if (!next)
            break;
    }
    if (stat(system, &info) || info.st_uid != geteuid() ||
        (info.st_mode & 022)) {
        errno = EPERM;
        return false;
    }
    return true;
}

static int remove_entry(const char *path, const struct stat *status, int type,
                        struct FTW *walk)
{
    return remove(path);
}

void bench_remove_folder(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* Removes the private folders of those that were killed. */
static void remove_old(const char *system)
{
    struct dirent *entry;
    char path[4096];
    DIR *folder = opendir(system);

    while (folder && (entry = readdir(folder)))
        if (!strncmp(entry->d_name, WORK, sizeof WORK - 1)) {
            snprintf(path, sizeof path, "%s/%s", system, entry->d_name);
            bench_remove_folder(path);
        }
    if (folder)
        closedir(folder);
}

/* Makes the system's folder, which only one process at a time fills, and in it
   a private one for the work, which becomes the user's cache of this process
   and of those that it starts. Returns the lock, or -1. */
static int begin(const char *system, char *work, size_t size)
{
    char path[4096];
    int lock;

    *work = 0;
    if (!make_folder(system))
        return -1;
    lock = open(system, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB))
        goto fail;
    remove_old(system);
    snprintf(work, size, "%s/" WORK "XXXXXX", system);
    if (!mkdtemp(work)) {
        *work = 0;
        goto fail;
    }
    setenv("XDG_CACHE_HOME", work, 1);
    snprintf(path, sizeof path, "%s/pocl", work);
    setenv("POCL_CACHE_DIR", path, 1);
    snprintf(path, sizeof path, "%s/" CURVE, work);
    if (write_curve(path))
        return lock;
fail:
    if (*work)
        bench_remove_folder(work);
    if (lock >= 0)
        close(lock);
    return -1;
}

/* Moves what is new to the system's folder. Returns how many entries, or -1. */
static int move_entries(const char *system, const char *work)
{
    char from[4096], to[4096];
    struct dirent *entry;
    int n = 0;
    DIR *folder;

    snprintf(from, sizeof from, "%s/gst-clfft", work);
    folder = opendir(from);
    while (folder && n >= 0 && (entry = readdir(folder))) {
        if (strchr(entry->d_name, '.'))
            continue;
        snprintf(from, sizeof from, "%s/gst-clfft/%s", work, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", system, entry->d_name);
        n = chmod(from, 0644) || rename(from, to) ? -1 : n + 1;
    }
    if (folder)
        closedir(folder);
    return n;
}

/* ---- the work ---- */

static bool warm_plan(const char *device, const char *text)
{
    const clfft_device_params params = {.name = device};
    clfft_device *engine = NULL;
    clfft_plan *plan = NULL;
    clfft_desc desc;
    bool done;

    done = !clfft_desc_parse(text, &desc) &&
           !clfft_device_create(&params, &engine) &&
           !clfft_plan_create(engine, &desc, NULL, &plan);
    if (!done)
        fprintf(stderr, "clfft-bench: %s: %s\n", text, clfft_last_error());
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&engine);
    clfft_desc_clear(&desc);
    return done;
}

/* Runs a pipeline of words between blanks, with each of our elements on the
   device, and with our curve where none is named. */
static bool run_pipeline(const char *device, const char *text, const char *work)
{
    static char program[] = "gst-launch-1.0", quiet[] = "-q";
    char *copy = strdup(text), *arguments[64] = {program, quiet};
    char property[4096], named[4096], *rest = copy;
    bool is_first = true;
    unsigned n = 2;
    int status = -1;
    pid_t process;

    snprintf(property, sizeof property, "device=%s", device);
    snprintf(named, sizeof named, "curve-file=%s/" CURVE, work);
    for (char *word; copy && n < 62 && (word = strtok_r(rest, " ", &rest));) {
        arguments[n++] = strcmp(word, "curve-file=") ? word : named;
        if (is_first && !strncmp(word, "cl", 2))
            arguments[n++] = property;
        is_first = !strcmp(word, "!");
    }
    arguments[n] = NULL;
    status =
        posix_spawnp(&process, arguments[0], NULL, NULL, arguments, environ);
    if (status)
        fprintf(stderr, "clfft-bench: gst-launch-1.0: %s\n", strerror(status));
    else
        while (waitpid(process, &status, 0) != process) {
            status = -1;
            if (errno != EINTR)
                break;
            kill(process, SIGTERM);
        }
    free(copy);
    return status == 0;
}

static bool warm_elements(const char *device, const char *text,
                          const char *work)
{
    const bool is_video =
        !strncmp(text, "video/", 6) || !strncmp(text, "clvideofft", 10);
    const bool has_caps = is_video || !strncmp(text, "audio/", 6);
    const size_t n = has_caps ? 1 : sizeof sounds / sizeof sounds[0];
    char pipeline[2048];
    bool done = true;

    for (size_t i = 0; i < n && done && !is_ended; i++) {
        snprintf(pipeline, sizeof pipeline, "%s ! %s%s ! fakesink",
                 is_video ? "videotestsrc num-buffers=3"
                          : "audiotestsrc num-buffers=50",
                 has_caps ? "" : sounds[i], text);
        done = run_pipeline(device, pipeline, work);
    }
    return done;
}

static bool is_description(const char *text)
{
    return !strncmp(text, "c2c", 3) || !strncmp(text, "r2c", 3) ||
           !strncmp(text, "c2r", 3);
}

static bool warm_device(const char *device, const char *const *items,
                        unsigned n_items, const char *system, const char *work)
{
    bool all = true;

    for (unsigned i = 0; i < n_items && !is_ended; i++) {
        const bool done = is_description(items[i])
                              ? warm_plan(device, items[i])
                              : warm_elements(device, items[i], work);
        const int n = move_entries(system, work);

        if (n < 0)
            fprintf(stderr, "clfft-bench: %s: %s\n", system, strerror(errno));
        printf("%s  %s: %s, %d new\n", device, items[i],
               done ? "done" : "failed", n < 0 ? 0 : n);
        fflush(stdout);
        all = all && done && n >= 0;
    }
    return all;
}

/* The devices that were asked for, as "0:1", or all. */
static unsigned list_devices(const struct bench_options *options,
                             char (*names)[32], unsigned most)
{
    clfft_device_entry *entries = NULL;
    size_t n_entries = 0;
    unsigned n = 0;

    if (options->device) {
        snprintf(names[0], sizeof names[0], "%s", options->device);
        return 1;
    }
    if (clfft_list_devices(&entries, &n_entries))
        fprintf(stderr, "clfft-bench: %s\n", clfft_last_error());
    else if (n_entries == 0)
        fprintf(stderr, "clfft-bench: no device\n");
    for (size_t i = 0; i < n_entries && n < most; i++)
        snprintf(names[n++], sizeof names[0], "%u:%u",
                 entries[i].platform_index, entries[i].device_index);
    free(entries);
    return n;
}

int bench_warm_main(const struct bench_options *options)
{
    const char *system = clfft_cache_get_system_path();
    const char *const *items = (const char *const *)options->items;
    unsigned n_items = options->n_items, n_devices;
    char names[64][32], work[1024];
    int status = 0, lock;

    if (n_items == 0) {
        items = usual;
        n_items = sizeof usual / sizeof usual[0];
    }
    n_devices = list_devices(options, names, sizeof names / sizeof names[0]);
    if (n_devices == 0)
        return 2;
    catch_signals();
    lock = *system == '/' ? begin(system, work, sizeof work) : -1;
    if (lock < 0) {
        fprintf(stderr, "clfft-bench: %s: %s\n", system,
                *system != '/'    ? "not an absolute path"
                : errno == EPERM  ? "others own it or a folder above, or may "
                                    "write there"
                : errno == EAGAIN ? "another process fills it"
                                  : strerror(errno));
        return 2;
    }
    for (unsigned i = 0; i < n_devices && !is_ended; i++)
        if (!warm_device(names[i], items, n_items, system, work))
            status = 1;
    bench_remove_folder(work);
    close(lock);
    return is_ended ? 1 : status;
}
