/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* cache.c: keeps bytes on disk: a key names a file with a checksum, which
   appears by an atomic rename. */
#include "cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST_ENTRY (UINT64_C(64) << 20)

static const char magic[] = {'C', 'L', 'F', 'F', 'T', 'c', 'a', '1'};

struct header {
    char magic[sizeof magic];
    uint64_t key_size, size, checksum;
};

uint64_t clfft_hash(uint64_t start, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < size; i++)
        start = (start ^ p[i]) * UINT64_C(1099511628211);
    return start;
}

static char *default_directory(void)
{
    const char *base = secure_getenv("XDG_CACHE_HOME");
    const char *home = secure_getenv("HOME");
    char *path = NULL;

    if (base && *base == '/') {
        if (asprintf(&path, "%s/gst-clfft", base) < 0)
            return NULL;
    } else if (home && *home == '/') {
        if (asprintf(&path, "%s/.cache/gst-clfft", home) < 0)
            return NULL;
    }
    return path;
}

/* mkdir -p; parents with the process's own mode, the last one private */
static bool make_directories(char *path)
{
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = 0;
            const int made = mkdir(path, 0777);
            const int code = errno;
            *p = '/';
            if (made && code != EEXIST)
                return false;
        }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool clfft_cache_open(clfft_cache *cache, const char *directory, char *why,
                      size_t why_size)
{
    struct stat info;
    char *path;

    cache->directory = cache->system = NULL;
    *why = 0;
    if (directory && !*directory)
        return true;
    path = directory ? strdup(directory) : default_directory();
    if (!path) {
        snprintf(why, why_size,
                 "neither XDG_CACHE_HOME nor HOME names a "
                 "directory");
        return false;
    }
    if (!make_directories(path) || stat(path, &info)) {
        snprintf(why, why_size, "cannot make %s: %s", path, strerror(errno));
    } else if (!S_ISDIR(info.st_mode)) {
        snprintf(why, why_size, "%s is no directory", path);
    } else if (info.st_uid != geteuid() || (info.st_mode & 022)) {
        snprintf(why, why_size, "%s belongs to or may be written by others",
                 path);
    } else if (access(path, R_OK | W_OK | X_OK)) {
        snprintf(why, why_size, "cannot write %s: %s", path, strerror(errno));
    } else {
        cache->directory = path;
        return true;
    }
    free(path);
    return false;
}

const char *clfft_cache_get_system_path(void)
{
    const char *path = secure_getenv("CLFFT_SYSTEM_CACHE");

    return path ? path : SYSTEM_CACHE;
}

bool clfft_cache_add_system(clfft_cache *cache, char *why, size_t why_size)
{
    const char *path = clfft_cache_get_system_path();
    struct stat info;

    *why = 0;
    if (!*path)
        return true;
    if (stat(path, &info)) {
        if (errno == ENOENT || errno == ENOTDIR)
            return true;
        snprintf(why, why_size, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    if (!S_ISDIR(info.st_mode))
        snprintf(why, why_size, "%s is no directory", path);
    else if (access(path, R_OK | X_OK))
        snprintf(why, why_size, "cannot read %s: %s", path, strerror(errno));
    else if ((info.st_uid != 0 && info.st_uid != geteuid()) ||
             (info.st_mode & 022))
        snprintf(why, why_size, "%s is not root's or may be written by others",
                 path);
    else if (!(cache->system = strdup(path)))
        snprintf(why, why_size, "no memory for %s", path);
    return cache->system != NULL;
}

void clfft_cache_close(clfft_cache *cache)
{
    free(cache->directory);
    free(cache->system);
    cache->directory = cache->system = NULL;
}

static char *path_of(const char *directory, const char *key)
{
    const size_t size = strlen(key);
    const uint64_t a = clfft_hash(CLFFT_HASH_START, key, size);
    const uint64_t b = clfft_hash(~CLFFT_HASH_START, key, size);
    char *path;

    if (asprintf(&path, "%s/%016" PRIx64 "%016" PRIx64, directory, a, b) < 0)
        return NULL;
    return path;
}

static bool read_all(int fd, void *bytes, size_t size)
{
    char *p = bytes;

    while (size) {
        const ssize_t n = read(fd, p, size);
        if (n <= 0) {
            if (n < 0 && errno == EINTR)
                continue;
            return false;
        }
        p += n;
        size -= (size_t)n;
    }
    return true;
}

static bool write_all(int fd, const void *bytes, size_t size)
{
    const char *p = bytes;

    while (size) {
        const ssize_t n = write(fd, p, size);
        if (n <= 0) {
            if (n < 0 && errno == EINTR)
                continue;
            return false;
        }
        p += n;
        size -= (size_t)n;
    }
    return true;
}

static uint64_t checksum_of(const char *key, size_t key_size, const void *bytes,
                            size_t size)
{
    return clfft_hash(clfft_hash(CLFFT_HASH_START, key, key_size), bytes, size);
}

/* Opens an entry, which is a plain file of so many bytes; -1: there is none. A
   pipe or a device would block here or in read(). */
static int open_entry(const char *path, uint64_t *size)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info;

    if (fd < 0)
        return -1;
    if (fstat(fd, &info) || !S_ISREG(info.st_mode)) {
        close(fd);
        return -1;
    }
    *size = (uint64_t)info.st_size;
    return fd;
}

static void *get_from(const char *directory, const char *key, size_t *size)
{
    const size_t key_size = strlen(key);
    struct header header;
    char *path, *kept_key = NULL, *bytes = NULL;
    uint64_t file_size = 0;
    bool good = false;
    int fd;

    *size = 0;
    if (!directory || !(path = path_of(directory, key)))
        return NULL;
    fd = open_entry(path, &file_size);
    free(path);
    if (fd < 0)
        return NULL;
    if (read_all(fd, &header, sizeof header) &&
        !memcmp(header.magic, magic, sizeof magic) &&
        header.key_size == key_size && header.size <= LARGEST_ENTRY &&
        file_size == sizeof header + key_size + header.size) {
        kept_key = malloc(key_size + 1);
        bytes = malloc(header.size ? header.size : 1);
        good =
            kept_key && bytes && read_all(fd, kept_key, key_size) &&
            read_all(fd, bytes, header.size) &&
            !memcmp(kept_key, key, key_size) &&
            checksum_of(key, key_size, bytes, header.size) == header.checksum;
    }
    close(fd);
    free(kept_key);
    if (!good) {
        free(bytes);
        return NULL;
    }
    *size = header.size;
    return bytes;
}

void *clfft_cache_get(const clfft_cache *cache, const char *key, size_t *size)
{
    void *bytes = get_from(cache->directory, key, size);

    return bytes ? bytes : get_from(cache->system, key, size);
}

static bool is_file(const char *directory, const char *key)
{
    char *path = directory ? path_of(directory, key) : NULL;
    const bool is = path && !access(path, F_OK);

    free(path);
    return is;
}

bool clfft_cache_has_file(const clfft_cache *cache, const char *key)
{
    return is_file(cache->directory, key) || is_file(cache->system, key);
}

bool clfft_cache_put(const clfft_cache *cache, const char *key,
                     const void *bytes, size_t size)
{
    const size_t key_size = strlen(key);
    struct header header = {.key_size = key_size,
                            .size = size,
                            .checksum =
                                checksum_of(key, key_size, bytes, size)};
    char *path, *temporary = NULL;
    bool good = false;
    int fd = -1;

    memcpy(header.magic, magic, sizeof magic);
    if (!cache->directory || size > LARGEST_ENTRY ||
        !(path = path_of(cache->directory, key)))
        return false;
    if (asprintf(&temporary, "%s.XXXXXX", path) < 0)
        temporary = NULL;
    if (temporary && (fd = mkostemp(temporary, O_CLOEXEC)) >= 0) {
        good = write_all(fd, &header, sizeof header) &&
               write_all(fd, key, key_size) && write_all(fd, bytes, size);
        good = close(fd) == 0 && good && rename(temporary, path) == 0;
        if (!good)
            unlink(temporary);
    }
    free(temporary);
    free(path);
    return good;
}
