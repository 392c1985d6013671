/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tables.c: computes tables, uploads them, and shares them between plans. */
#include "tables.h"

#include "clfft/base/error.h"
#include "clfft/base/roots.h"
#include "kept.h"
#include "wait.h"

#include <stdlib.h>
#include <string.h>

/* Unused tables are kept for the next plan, since large ones take a second to
   compute: so many bytes, or this part of the device's memory. They make room
   for a buffer that would not fit. Figures: docs/internals/notes.md,
   "tables.c". */
#define MOST_UNUSED ((uint64_t)8 << 20)
#define UNUSED_PART 16

/* Bytes of a table that are uploaded at once. */
#define UPLOAD ((size_t)16 << 20)

static size_t fill(const clfft_table_key *key, struct clfft_work *work,
                   void *bytes)
{
    unsigned n_radices = 0;

    switch (key->kind) {
    case CLFFT_TABLE_STAGES:
    case CLFFT_TABLE_STAGES_SPLIT:
    case CLFFT_TABLE_STAGES_LANES:
        while (n_radices < CLFFT_MAX_RADICES && key->radices[n_radices])
            n_radices++;
        if (key->kind == CLFFT_TABLE_STAGES_LANES)
            return clfft_fill_lanes(key->radices, n_radices, key->real_size,
                                    bytes);
        return clfft_fill_stages(key->radices, n_radices,
                                 key->kind == CLFFT_TABLE_STAGES_SPLIT,
                                 key->real_size, bytes);
    case CLFFT_TABLE_ROOTS:
        return clfft_fill_roots(key->n, key->real_size, bytes);
    case CLFFT_TABLE_CHIRP:
        return clfft_fill_chirp(work, key->n, key->real_size, bytes);
    case CLFFT_TABLE_CHIRP_SPECTRUM:
        return clfft_fill_chirp_spectrum(work, key->n, key->m, key->real_size,
                                         bytes);
    case CLFFT_TABLE_ZOOM:
        return clfft_fill_zoom(work, &key->zoom, key->n, key->real_size, bytes);
    case CLFFT_TABLE_ZOOM_SPECTRUM:
        return clfft_fill_zoom_spectrum(work, &key->zoom, key->n, key->m,
                                        key->real_size, bytes);
    case CLFFT_TABLE_POWERS:
        return clfft_fill_powers(work, key->n, bytes);
    case CLFFT_TABLE_POWERS_SPECTRUM:
        return clfft_fill_powers_spectrum(work, key->n, key->m, key->real_size,
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
           a->m == b->m && a->zoom.n_bins == b->zoom.n_bins &&
           a->zoom.start == b->zoom.start && a->zoom.step == b->zoom.step;
}

clfft_status clfft_table_upload(clfft_device *device, struct clfft_work *work,
                                const clfft_waiter *waiter, size_t size,
                                const void *bytes, cl_mem *buffer)
{
    const unsigned char *from = bytes;
    cl_command_queue queue = NULL;
    clfft_status status;
    cl_int code;

    if (size <= UPLOAD)
        return clfft_device_new_buffer(device, CL_MEM_READ_ONLY, size, bytes,
                                       buffer);
    TRY(clfft_device_new_buffer(device, CL_MEM_READ_ONLY, size, NULL, buffer));
    queue = clCreateCommandQueue(device->context, device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    for (size_t at = 0; at < size; at += UPLOAD) {
        const size_t n = size - at < UPLOAD ? size - at : UPLOAD;

        TRY(clfft_write_buffer(waiter, queue, *buffer, at, n, from + at));
        if (!clfft_work_go_on(work)) {
            status = clfft_fail(CLFFT_STATUS_CANCELLED,
                                "plan creation was cancelled");
            goto fail;
        }
    }
fail:
    if (clfft_has_given_up(waiter))
        return clfft_check_waiter(waiter);
    if (queue)
        clReleaseCommandQueue(queue);
    if (status != CLFFT_STATUS_OK && *buffer) {
        clReleaseMemObject(*buffer);
        *buffer = NULL;
    }
    return status;
}

static clfft_status make(clfft_device *device, const clfft_table_key *key,
                         struct clfft_work *work, const clfft_waiter *waiter,
                         clfft_table **table)
{
    clfft_table *t = calloc(1, sizeof *t);
    const size_t length = fill(key, work, NULL);
    const size_t size = element_size(key) * length;
    void *bytes = malloc(size ? size : 1);
    clfft_status status = CLFFT_STATUS_OK;

    *table = NULL;
    if (!t || !bytes || (length && !fill(key, work, bytes))) {
        status = work->has_stopped
                     ? clfft_fail(CLFFT_STATUS_CANCELLED,
                                  "plan creation was cancelled")
                     : clfft_fail(CLFFT_STATUS_NO_MEMORY,
                                  "no memory for a table of %zu bytes", size);
        goto fail;
    }
    t->key = *key;
    t->size = size;
    TRY(clfft_table_upload(device, work, waiter, size, length ? bytes : NULL,
                           &t->buffer));
    *table = t;
    t = NULL;
fail:
    free(bytes);
    free(t);
    return status;
}

/* Finds a table for one more user. */
static clfft_table *take(clfft_device *device, const clfft_table_key *key)
{
    clfft_table *t = device->tables;

    while (t && !same_key(&t->key, key))
        t = t->next;
    if (t)
        t->n_users++;
    return t;
}

clfft_status clfft_table_acquire(clfft_device *device,
                                 const clfft_table_key *key,
                                 struct clfft_work *work,
                                 const clfft_waiter *waiter,
                                 clfft_table **table)
{
    clfft_status status = CLFFT_STATUS_OK;
    clfft_table *made;

    pthread_mutex_lock(&device->tables_lock);
    *table = take(device, key);
    pthread_mutex_unlock(&device->tables_lock);
    if (*table)
        return CLFFT_STATUS_OK;
    /* not under the lock: the caller is asked meanwhile, and so are others */
    TRY(make(device, key, work, waiter, &made));
    pthread_mutex_lock(&device->tables_lock);
    *table = take(device, key);
    if (!*table) {
        made->n_users = 1;
        made->next = device->tables;
        device->tables = *table = made;
        made = NULL;
    }
    pthread_mutex_unlock(&device->tables_lock);
    if (made)
        clfft_table_destroy(made);
fail:
    return status;
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

void clfft_table_release(clfft_device *device, clfft_table **table)
{
    const uint64_t part = device->limits.global_size / UNUSED_PART;
    clfft_table *t = *table;

    if (!t)
        return;
    pthread_mutex_lock(&device->tables_lock);
    if (--t->n_users == 0) {
        put_first(device, t);
        clfft_tables_trim(device, part > MOST_UNUSED ? part : MOST_UNUSED);
    }
    pthread_mutex_unlock(&device->tables_lock);
    *table = NULL;
}

cl_mem clfft_table_buffer(const clfft_table *table)
{
    return table->buffer;
}
