/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-cache.c: bytes on disk: what is kept, and what is a miss. No device. */
#include "clfft/base/cache.h"
#include "support/test.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[256];

static void remove_tree(const char *path)
{
    DIR *d = opendir(path);
    struct dirent *entry;
    char inner[512];

    while (d && (entry = readdir(d)))
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) {
            snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
            if (unlink(inner))
                remove_tree(inner);
        }
    if (d)
        closedir(d);
    rmdir(path);
}

static bool open_fresh(clfft_cache *cache)
{
    const char *base = getenv("TMPDIR");
    char why[512];

    snprintf(directory, sizeof directory, "%s/clfft-test-XXXXXX",
             base ? base : "/tmp");
    if (!mkdtemp(directory) ||
        !clfft_cache_open(cache, directory, why, sizeof why)) {
        TEST_CHECK(false, "%s: %s", directory, strerror(errno));
        return false;
    }
    return true;
}

static void close_fresh(clfft_cache *cache)
{
    clfft_cache_close(cache);
    remove_tree(directory);
}

static unsigned count_files(void)
{
    DIR *d = opendir(directory);
    struct dirent *entry;
    unsigned n = 0;

    while (d && (entry = readdir(d)))
        n += *entry->d_name != '.';
    if (d)
        closedir(d);
    return n;
}

/* The path of the only entry. */
static void only_entry(char *path, size_t size)
{
    DIR *d = opendir(directory);
    struct dirent *entry;

    *path = 0;
    while (d && (entry = readdir(d)))
        if (*entry->d_name != '.')
            snprintf(path, size, "%s/%s", directory, entry->d_name);
    if (d)
        closedir(d);
}

static bool holds(const clfft_cache *cache, const char *key, const void *bytes,
                  size_t size)
{
    size_t got = 12345;
    void *copy = clfft_cache_get(cache, key, &got);
    const bool same = copy && got == size && !memcmp(copy, bytes, size);

    TEST_CHECK(copy || got == 0, "a miss tells %zu bytes", got);
    free(copy);
    return same;
}

static bool misses(const clfft_cache *cache, const char *key)
{
    size_t size;
    void *copy = clfft_cache_get(cache, key, &size);

    free(copy);
    return !copy && size == 0;
}

static void what_was_put_is_got(void)
{
    clfft_cache cache;
    unsigned char bytes[5000];

    if (!open_fresh(&cache))
        return;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)test_random();
    TEST_CHECK(misses(&cache, "a"), "an empty cache");
    TEST_CHECK(clfft_cache_put(&cache, "a", bytes, sizeof bytes), "put");
    TEST_CHECK(clfft_cache_put(&cache, "b", bytes, 1), "put");
    TEST_CHECK(clfft_cache_put(&cache, "", bytes, 0), "put nothing");
    TEST_CHECK(holds(&cache, "a", bytes, sizeof bytes), "a");
    TEST_CHECK(holds(&cache, "b", bytes, 1), "b");
    TEST_CHECK(holds(&cache, "", bytes, 0), "empty");
    TEST_CHECK(misses(&cache, "c"), "c");
    TEST_CHECK(clfft_cache_put(&cache, "a", bytes + 1, 7), "put again");
    TEST_CHECK(holds(&cache, "a", bytes + 1, 7), "the newest counts");
    TEST_CHECK(count_files() == 3, "%u files", count_files());
    close_fresh(&cache);
}

static void entries_outlive_the_cache_object(void)
{
    clfft_cache cache, second;
    char why[512];

    if (!open_fresh(&cache))
        return;
    clfft_cache_put(&cache, "key", "value", 5);
    clfft_cache_close(&cache);
    TEST_CHECK(clfft_cache_open(&second, directory, why, sizeof why), "%s",
               why);
    TEST_CHECK(holds(&second, "key", "value", 5), "lost");
    close_fresh(&second);
}

/* Every byte of an entry counts, its length too. */
static void every_altered_entry_is_a_miss(void)
{
    clfft_cache cache;
    unsigned char entry[256];
    char path[512];
    size_t size;
    FILE *file;

    if (!open_fresh(&cache))
        return;
    clfft_cache_put(&cache, "some key", "some bytes", 10);
    only_entry(path, sizeof path);
    file = fopen(path, "rb");
    TEST_REQUIRE(file, "%s", path);
    size = fread(entry, 1, sizeof entry, file);
    fclose(file);
    for (size_t i = 0; i < size; i++) {
        entry[i] ^= 1u << test_random() % 8;
        const unsigned char altered = entry[i];
        file = fopen(path, "wb");
        fwrite(entry, 1, size, file);
        fclose(file);
        TEST_CHECK(misses(&cache, "some key"), "byte %zu is %u", i, altered);
        TEST_CHECK(clfft_cache_has_file(&cache, "some key"), "byte %zu", i);
        only_entry(path, sizeof path);
        clfft_cache_put(&cache, "some key", "some bytes", 10);
        file = fopen(path, "rb");
        size = fread(entry, 1, sizeof entry, file);
        fclose(file);
    }
    for (size_t length = 0; length < size; length++) {
        TEST_CHECK(!truncate(path, (off_t)length), "truncate");
        TEST_CHECK(misses(&cache, "some key"), "%zu bytes left", length);
        clfft_cache_put(&cache, "some key", "some bytes", 10);
    }
    TEST_CHECK(holds(&cache, "some key", "some bytes", 10),
               "the entry is not as it was put");
    TEST_CHECK(!clfft_cache_has_file(&cache, "other key"), "nobody put it");
    close_fresh(&cache);
}

/* An entry copied to another's place is not taken for it. */
static void foreign_entry_is_a_miss(void)
{
    clfft_cache cache;
    char first[512], second[512];

    if (!open_fresh(&cache))
        return;
    clfft_cache_put(&cache, "key 1", "value", 5);
    only_entry(first, sizeof first);
    unlink(first);
    clfft_cache_put(&cache, "key 2", "other", 5);
    only_entry(second, sizeof second);
    TEST_CHECK(!rename(second, first), "rename");
    TEST_CHECK(misses(&cache, "key 1"), "taken for the first");
    TEST_CHECK(misses(&cache, "key 2"), "still there");
    TEST_CHECK(!unlink(first) && !mkdir(first, 0700), "mkdir");
    TEST_CHECK(misses(&cache, "key 1"), "a directory");
    TEST_CHECK(!clfft_cache_put(&cache, "key 1", "x", 1), "put on a directory");
    TEST_CHECK(count_files() == 1, "%u files", count_files());
    close_fresh(&cache);
}

/* What stands in the place of an entry and is no file. */
static bool make_special(const char *path, unsigned kind)
{
    static const char *const devices[] = {"/dev/zero", "/dev/full",
                                          "/dev/random", "/dev/tty"};
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    char other[600];
    int fd;

    switch (kind) {
    case 0:
        return !mkfifo(path, 0600);
    case 1:
        return !symlink(devices[test_random() % 4], path);
    case 2:
        snprintf(other, sizeof other, "%s.pipe", path);
        return !mkfifo(other, 0600) && !symlink(other, path);
    case 3:
        if (strlen(path) >= sizeof name.sun_path)
            return false;
        memcpy(name.sun_path, path, strlen(path));
        fd = socket(AF_UNIX, SOCK_STREAM, 0);
        return fd >= 0 && !bind(fd, (struct sockaddr *)&name, sizeof name) &&
               !close(fd);
    default:
        return !mkdir(path, 0700);
    }
}

static void no_pipe_and_no_device_blocks(void)
{
    clfft_cache cache;
    char path[512];

    for (unsigned i = 0; i < 20; i++) {
        const unsigned kind = i < 5 ? i : test_random() % 5;
        if (!open_fresh(&cache))
            return;
        clfft_cache_put(&cache, "key", "value", 5);
        only_entry(path, sizeof path);
        TEST_CHECK(!unlink(path) && make_special(path, kind), "kind %u", kind);
        /* ends the test where a read never does */
        alarm(60);
        TEST_CHECK(misses(&cache, "key"), "kind %u", kind);
        alarm(0);
        TEST_CHECK(clfft_cache_put(&cache, "key", "value", 5) == (kind != 4),
                   "kind %u: put", kind);
        TEST_CHECK(kind == 4 || holds(&cache, "key", "value", 5), "kind %u",
                   kind);
        close_fresh(&cache);
    }
}

static void size_in_the_header_is_not_believed(void)
{
    clfft_cache cache;
    char path[512];
    uint64_t size = UINT64_MAX;
    FILE *file;

    if (!open_fresh(&cache))
        return;
    clfft_cache_put(&cache, "key", "value", 5);
    only_entry(path, sizeof path);
    for (unsigned at = 8; at < 32; at += 8) {
        file = fopen(path, "r+b");
        fseek(file, (long)at, SEEK_SET);
        fwrite(&size, 8, 1, file);
        fclose(file);
        TEST_CHECK(misses(&cache, "key"), "word at %u", at);
    }
    close_fresh(&cache);
}

static void entry_beyond_any_binary_is_refused(void)
{
    const size_t size = ((size_t)64 << 20) + 1;
    void *bytes = calloc(size, 1);
    clfft_cache cache;

    TEST_REQUIRE(bytes, "memory");
    if (!open_fresh(&cache)) {
        free(bytes);
        return;
    }
    TEST_CHECK(!clfft_cache_put(&cache, "key", bytes, size), "put");
    TEST_CHECK(count_files() == 0, "%u files", count_files());
    free(bytes);
    close_fresh(&cache);
}

static void directory_is_made_private_with_its_parents(void)
{
    clfft_cache cache;
    struct stat info;
    char path[400], why[512];

    if (!open_fresh(&cache))
        return;
    clfft_cache_close(&cache);
    snprintf(path, sizeof path, "%s/a/b/c", directory);
    TEST_CHECK(clfft_cache_open(&cache, path, why, sizeof why), "%s", why);
    TEST_CHECK(!stat(path, &info) && (info.st_mode & 0777) == 0700, "mode %o",
               info.st_mode);
    close_fresh(&cache);
}

static void expect_unusable(const char *path, const char *reason)
{
    clfft_cache cache = {directory};
    char why[512] = "";

    TEST_CHECK(!clfft_cache_open(&cache, path, why, sizeof why),
               "%s was opened", path ? path : "(default)");
    TEST_CHECK(strstr(why, reason), "\"%s\" lacks \"%s\"", why, reason);
    TEST_CHECK(!cache.directory, "keeps %s", cache.directory);
    TEST_CHECK(!clfft_cache_put(&cache, "key", "value", 5), "put");
    TEST_CHECK(misses(&cache, "key"), "get");
    clfft_cache_close(&cache);
}

static void unusable_directory_keeps_nothing_and_says_why(void)
{
    clfft_cache cache;
    char path[400];
    FILE *file;

    if (!open_fresh(&cache))
        return;
    clfft_cache_close(&cache);
    snprintf(path, sizeof path, "%s/file", directory);
    file = fopen(path, "w");
    TEST_REQUIRE(file, "%s", path);
    fclose(file);
    expect_unusable(path, "no directory");
    snprintf(path, sizeof path, "%s/file/below", directory);
    expect_unusable(path, "cannot make");
    expect_unusable("/proc/clfft", "cannot make");
    snprintf(path, sizeof path, "%s/open", directory);
    TEST_CHECK(!mkdir(path, 0700) && !chmod(path, 0777), "mkdir");
    expect_unusable(path, "by others");
    TEST_CHECK(!chmod(path, 0720), "chmod");
    expect_unusable(path, "by others");
    close_fresh(&cache);
}

/* Root may write anywhere: another user is asked. */
static void unwritable_directory_is_no_error(void)
{
    clfft_cache cache;
    pid_t child;
    int result;

    if (!open_fresh(&cache))
        return;
    chmod(directory, 0500);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        char why[512];

        clfft_cache_close(&cache);
        if (geteuid() == 0 && (chown(directory, 65534, 65534) || setuid(65534)))
            _exit(2);
        _exit(clfft_cache_open(&cache, directory, why, sizeof why) ||
              !strstr(why, "cannot write") || cache.directory);
    }
    waitpid(child, &result, 0);
    TEST_CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0, "status %d",
               result);
    chmod(directory, 0700);
    close_fresh(&cache);
}

static void empty_name_keeps_nothing_silently(void)
{
    clfft_cache cache;
    char why[64];

    TEST_CHECK(clfft_cache_open(&cache, "", why, sizeof why), "%s", why);
    TEST_CHECK(!clfft_cache_put(&cache, "key", "value", 5), "put");
    TEST_CHECK(misses(&cache, "key"), "get");
    clfft_cache_close(&cache);
}

static void default_directory_follows_the_environment(void)
{
    clfft_cache cache;
    char base[256], expected[400], why[512];

    if (!open_fresh(&cache))
        return;
    clfft_cache_close(&cache);
    snprintf(base, sizeof base, "%s", directory);
    setenv("HOME", base, 1);
    unsetenv("XDG_CACHE_HOME");
    snprintf(expected, sizeof expected, "%s/.cache/gst-clfft", base);
    TEST_CHECK(clfft_cache_open(&cache, NULL, why, sizeof why), "%s", why);
    TEST_CHECK(cache.directory && !strcmp(cache.directory, expected), "%s",
               cache.directory);
    clfft_cache_close(&cache);
    setenv("XDG_CACHE_HOME", "relative/is/ignored", 1);
    TEST_CHECK(clfft_cache_open(&cache, NULL, why, sizeof why) &&
                   !strcmp(cache.directory, expected),
               "%s", why);
    clfft_cache_close(&cache);
    setenv("XDG_CACHE_HOME", base, 1);
    snprintf(expected, sizeof expected, "%s/gst-clfft", base);
    TEST_CHECK(clfft_cache_open(&cache, NULL, why, sizeof why) &&
                   !strcmp(cache.directory, expected),
               "%s", why);
    clfft_cache_close(&cache);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    expect_unusable(NULL, "HOME");
    remove_tree(base);
}

/* Opens a cache of its own folder and of `system`. */
static bool open_with_system(clfft_cache *cache, const char *system, char *why,
                             size_t why_size)
{
    TEST_CHECK(clfft_cache_open(cache, directory, why, why_size), "%s", why);
    setenv("CLFFT_SYSTEM_CACHE", system, 1);
    return clfft_cache_add_system(cache, why, why_size);
}

static void what_the_system_keeps_is_read_and_never_written(void)
{
    char system[300], why[512];
    clfft_cache cache, filler;

    if (!open_fresh(&cache))
        return;
    clfft_cache_close(&cache);
    snprintf(system, sizeof system, "%s/system", directory);
    TEST_CHECK(clfft_cache_open(&filler, system, why, sizeof why) &&
                   clfft_cache_put(&filler, "a", "theirs", 6) &&
                   clfft_cache_put(&filler, "b", "theirs", 6),
               "%s", why);
    TEST_CHECK(open_with_system(&cache, system, why, sizeof why), "%s", why);
    TEST_CHECK(clfft_cache_put(&cache, "a", "own", 3) &&
                   clfft_cache_put(&cache, "c", "own", 3),
               "put");
    TEST_CHECK(holds(&cache, "a", "own", 3), "a: the own entry comes first");
    TEST_CHECK(holds(&cache, "b", "theirs", 6), "b");
    TEST_CHECK(holds(&filler, "a", "theirs", 6), "a was overwritten");
    TEST_CHECK(misses(&filler, "c"), "c was written to the system's");
    clfft_cache_close(&cache);
    TEST_CHECK(clfft_cache_open(&cache, "", why, sizeof why) &&
                   clfft_cache_add_system(&cache, why, sizeof why) &&
                   holds(&cache, "b", "theirs", 6),
               "no folder of its own");
    clfft_cache_close(&filler);
    close_fresh(&cache);
}

static void a_system_folder_of_others_is_refused_with_the_reason(void)
{
    static const struct {
        const char *path;
        mode_t mode;
        const char *reason; /* or NULL: silently none */
    } cases[] = {
        {"there", 0755, NULL},
        {"open", 0777, "by others"},
        {"group", 0775, "by others"},
        {"file", 0644, "no directory"},
        {"file/below", 0, NULL},
        {"none", 0, NULL},
        {"", 0, NULL},
    };
    char path[400], why[512];
    clfft_cache cache;

    if (!open_fresh(&cache))
        return;
    clfft_cache_close(&cache);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, cases[i].path);
        if (!strcmp(cases[i].path, "file"))
            fclose(fopen(path, "w"));
        else if (cases[i].mode)
            TEST_CHECK(!mkdir(path, 0700), "%s", path);
        if (cases[i].mode)
            chmod(path, cases[i].mode);
        const bool fine = open_with_system(&cache, *cases[i].path ? path : "",
                                           why, sizeof why);
        TEST_CHECK(fine == !cases[i].reason, "%s: %d, %s", path, fine, why);
        TEST_CHECK(!cases[i].reason || strstr(why, cases[i].reason),
                   "\"%s\" lacks \"%s\"", why, cases[i].reason);
        TEST_CHECK((cache.system != NULL) == !strcmp(cases[i].path, "there"),
                   "%s: %s", path, cache.system);
        clfft_cache_close(&cache);
    }
    remove_tree(directory);
}

/* A disk that takes 4096 bytes and no more. */
static void full_disk_leaves_nothing_half_written(void)
{
    static unsigned char bytes[20000];
    clfft_cache cache;
    pid_t child;
    int result;

    if (!open_fresh(&cache))
        return;
    clfft_cache_put(&cache, "key", "old", 3);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        const struct rlimit limit = {4096, 4096};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(clfft_cache_put(&cache, "key", bytes, sizeof bytes) ||
              !clfft_cache_put(&cache, "small", "fits", 4));
    }
    waitpid(child, &result, 0);
    TEST_CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0, "status %d",
               result);
    TEST_CHECK(holds(&cache, "key", "old", 3), "the old entry is gone");
    TEST_CHECK(holds(&cache, "small", "fits", 4), "what fits is not kept");
    TEST_CHECK(count_files() == 2, "%u files", count_files());
    close_fresh(&cache);
}

#define N_WRITERS 4
#define N_ROUNDS 300

static void fill_value(unsigned char *bytes, size_t size, unsigned char letter)
{
    memset(bytes, letter, size);
}

/* Writes its own value, reads some whole value of anyone's. */
static bool write_and_read(const clfft_cache *cache, unsigned writer)
{
    unsigned char value[3000];
    const size_t size = 1000 + 500 * writer;
    bool good = true;

    fill_value(value, size, (unsigned char)('a' + writer));
    for (unsigned round = 0; round < N_ROUNDS; round++) {
        size_t got;
        unsigned char *copy;
        good &= clfft_cache_put(cache, "shared", value, size);
        copy = clfft_cache_get(cache, "shared", &got);
        good &= copy && got >= 1000 && got == 1000 + 500u * (copy[0] - 'a');
        for (size_t i = 1; copy && i < got; i++)
            good &= copy[i] == copy[0];
        free(copy);
    }
    return good;
}

struct writer {
    pthread_t thread;
    const clfft_cache *cache;
    unsigned number;
    bool good;
};

static void *run_writer(void *data)
{
    struct writer *w = data;

    w->good = write_and_read(w->cache, w->number);
    return NULL;
}

static void concurrent_writers_never_mix(void)
{
    struct writer writers[N_WRITERS];
    pid_t children[N_WRITERS];
    clfft_cache cache;
    int result;

    if (!open_fresh(&cache))
        return;
    fflush(stdout);
    for (unsigned i = 0; i < N_WRITERS; i++) {
        children[i] = fork();
        if (children[i] == 0)
            _exit(!write_and_read(&cache, i));
    }
    for (unsigned i = 0; i < N_WRITERS; i++) {
        waitpid(children[i], &result, 0);
        TEST_CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0,
                   "process %u: %d", i, result);
    }
    for (unsigned i = 0; i < N_WRITERS; i++) {
        writers[i] = (struct writer){.cache = &cache, .number = i};
        pthread_create(&writers[i].thread, NULL, run_writer, &writers[i]);
    }
    for (unsigned i = 0; i < N_WRITERS; i++) {
        pthread_join(writers[i].thread, NULL);
        TEST_CHECK(writers[i].good, "thread %u", i);
    }
    TEST_CHECK(count_files() == 1, "%u files", count_files());
    close_fresh(&cache);
}

static void hash_is_fnv_1a(void)
{
    /* of the authors' test vectors */
    TEST_CHECK(clfft_hash(CLFFT_HASH_START, "", 0) ==
                   UINT64_C(0xcbf29ce484222325),
               "empty");
    TEST_CHECK(clfft_hash(CLFFT_HASH_START, "a", 1) ==
                   UINT64_C(0xaf63dc4c8601ec8c),
               "a");
    TEST_CHECK(clfft_hash(CLFFT_HASH_START, "foobar", 6) ==
                   UINT64_C(0x85944171f73967e8),
               "foobar");
}

TEST_MAIN(TEST(what_was_put_is_got), TEST(entries_outlive_the_cache_object),
          TEST(every_altered_entry_is_a_miss), TEST(foreign_entry_is_a_miss),
          TEST(no_pipe_and_no_device_blocks),
          TEST(size_in_the_header_is_not_believed),
          TEST(entry_beyond_any_binary_is_refused),
          TEST(directory_is_made_private_with_its_parents),
          TEST(unusable_directory_keeps_nothing_and_says_why),
          TEST(unwritable_directory_is_no_error),
          TEST(empty_name_keeps_nothing_silently),
          TEST(default_directory_follows_the_environment),
          TEST(what_the_system_keeps_is_read_and_never_written),
          TEST(a_system_folder_of_others_is_refused_with_the_reason),
          TEST(full_disk_leaves_nothing_half_written),
          TEST(concurrent_writers_never_mix), TEST(hash_is_fnv_1a))
