/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tables.c: computes tables, uploads them, and shares them between plans. */
#include "tables.h"

#include "clfft/base/error.h"
#include "clfft/base/roots.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of unused tables that are kept for the next plan, since large ones
   take milliseconds to compute. Figures: docs/internals/notes.md, "tables.c".
 */
#define MOST_UNUSED ((size_t)8 << 20)

struct clfft_table {
    struct clfft_table *next; /* the one that was in use before */
    clfft_table_key key;
    cl_mem buffer;
    size_t size;
    unsigned n_users; /* guarded by tables_lock */
};

static size_t fill(const clfft_table_key *key, void *bytes)
{
    unsigned n_radices = 0;

    switch (key->kind) {
    case CLFFT_TABLE_STAGES:
    case CLFFT_TABLE_STAGES_SPLIT:
        while (n_radices < CLFFT_MAX_RADICES && key->radices[n_radices])
            n_radices++;
        return clfft_fill_stages(key->radices, n_radices,
                                 key->kind == CLFFT_TABLE_STAGES_SPLIT,
                                 key->real_size, bytes);
    case CLFFT_TABLE_ROOTS:
        return clfft_fill_roots(key->n, key->real_size, bytes);
    case CLFFT_TABLE_CHIRP:
        return clfft_fill_chirp(key->n, key->real_size, bytes);
    case CLFFT_TABLE_CHIRP_SPECTRUM:
        return clfft_fill_chirp_spectrum(key->n, key->m, key->real_size, bytes);
    case CLFFT_TABLE_POWERS:
        return clfft_fill_powers(key->n, bytes);
    case CLFFT_TABLE_POWERS_SPECTRUM:
        return clfft_fill_powers_spectrum(key->n, key->m, key->real_size,
                                          bytes);
    }
    return 0;
}

static size_t element_size(const clfft_table_key *key)
{
    return key->kind == CLFFT_TABLE_POWERS ? sizeof(uint32_t)
                                           : 2 * key->real_size;
}

static bool same_key(const clfft_table_key *a, const clfft_table_key *b)
{
    return a->kind == b->kind && a->real_size == b->real_size &&
           !memcmp(a->radices, b->radices, sizeof a->radices) && a->n == b->n &&
           a->m == b->m;
}

static clfft_status make(clfft_device *device, const clfft_table_key *key,
                         clfft_table **table)
{
    clfft_table *t = calloc(1, sizeof *t);
    const size_t length = fill(key, NULL);
    const size_t size = element_size(key) * length;
    void *bytes = malloc(size ? size : 1);
    clfft_status status = CLFFT_STATUS_OK;

    *table = NULL;
    if (!t || !bytes || (length && !fill(key, bytes))) {
        status = clfft_fail(CLFFT_STATUS_NO_MEMORY,
                            "no memory for a table of %zu bytes", size);
        goto fail;
    }
    t->key = *key;
    t->size = size;
    TRY(clfft_device_new_buffer(device, CL_MEM_READ_ONLY, size,
                                length ? bytes : NULL, &t->buffer));
    *table = t;
    t = NULL;
fail:
    free(bytes);
    free(t);
    return status;
}

clfft_status clfft_table_acquire(clfft_device *device,
                                 const clfft_table_key *key,
                                 clfft_table **table)
{
    clfft_status status = CLFFT_STATUS_OK;
    clfft_table *t;

    pthread_mutex_lock(&device->tables_lock);
    for (t = device->tables; t && !same_key(&t->key, key); t = t->next)
        ;
    if (!t) {
        status = make(device, key, &t);
        if (t) {
            t->next = device->tables;
            device->tables = t;
        }
    }
    if (t)
        t->n_users++;
    pthread_mutex_unlock(&device->tables_lock);
    *table = t;
    return status;
}

static void destroy(clfft_table *t)
{
    clReleaseMemObject(t->buffer);
    free(t);
}

static void put_first(clfft_device *device, clfft_table *t)
{
    clfft_table **link = &device->tables;

    while (*link != t)
        link = &(*link)->next;
    *link = t->next;
    t->next = device->tables;
    device->tables = t;
}

/* Frees the tables that were in use longest ago, while the unused ones are too
   many. */
static void trim(clfft_device *device)
{
    clfft_table **link = &device->tables;
    size_t unused = 0;

    while (*link) {
        clfft_table *t = *link;

        if (!t->n_users)
            unused += t->size;
        if (!t->n_users && unused > MOST_UNUSED) {
            *link = t->next;
            destroy(t);
        } else {
            link = &t->next;
        }
    }
}

void clfft_table_release(clfft_device *device, clfft_table **table)
{
    clfft_table *t = *table;

    if (!t)
        return;
    pthread_mutex_lock(&device->tables_lock);
    if (--t->n_users == 0) {
        put_first(device, t);
        trim(device);
    }
    pthread_mutex_unlock(&device->tables_lock);
    *table = NULL;
}

cl_mem clfft_table_buffer(const clfft_table *table)
{
    return table->buffer;
}

void clfft_tables_destroy(clfft_device *device)
{
    while (device->tables) {
        clfft_table *t = device->tables;
        device->tables = t->next;
        destroy(t);
    }
}
