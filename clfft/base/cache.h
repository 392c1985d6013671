/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cache.h: keeps bytes on disk under a text key, and knows nothing of what they
 * mean. A missing, bad or foreign entry is a miss; an unusable directory keeps
 * nothing. One cache may serve many threads and processes: entries appear by
 * atomic rename.
 */
#ifndef CLFFT_CACHE_H
#define CLFFT_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct clfft_cache {
    char *directory; /* NULL: keeps nothing */
    char *system;    /* or NULL: read as well, never written */
} clfft_cache;

/*
 * directory NULL: $XDG_CACHE_HOME/gst-clfft or $HOME/.cache/gst-clfft; "":
 * keeps nothing. Makes the directory (mode 0700). On false the cache keeps
 * nothing and `why` tells the reason.
 */
bool clfft_cache_open(clfft_cache *cache, const char *directory, char *why,
                      size_t why_size);

/*
 * Lets an open cache read what the system keeps for all its users, where its
 * own directory has nothing: $CLFFT_SYSTEM_CACHE, else what the library was
 * built with, usually /var/cache/gst-clfft. The directory must belong to root
 * or to the user, and others may not write it. False with the reason if it is
 * there and cannot be used; that there is none is no reason, nor is an empty
 * variable.
 */
bool clfft_cache_add_system(clfft_cache *cache, char *why, size_t why_size);
/* The path of that directory, whether it is there or not; "" for none. */
const char *clfft_cache_get_system_path(void);

void clfft_cache_close(clfft_cache *cache);

/* Returns a malloc'ed copy of the bytes, or NULL on a miss. */
void *clfft_cache_get(const clfft_cache *cache, const char *key, size_t *size);

/* Whether there is a file for the key: what get() misses all the same is
   damaged, or of another key. */
bool clfft_cache_has_file(const clfft_cache *cache, const char *key);

/* Keeps bytes under a key. Returns false if they could not be written; no part
   of an entry stays then. */
bool clfft_cache_put(const clfft_cache *cache, const char *key,
                     const void *bytes, size_t size);

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
uint64_t clfft_hash(uint64_t start, const void *bytes, size_t size);
#define CLFFT_HASH_START UINT64_C(14695981039346656037)

#endif /* CLFFT_CACHE_H */
