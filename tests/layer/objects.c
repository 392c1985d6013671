/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * objects.c: how many references the program holds to each object, and which
 * events tell of a command that failed.
 */
#include "layer.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N_CHAINS 4096

struct object {
    struct object *next;
    const void *handle;
    enum layer_kind kind;
    cl_int failure; /* of an event */
    unsigned long n_references;
};

/* guards all below */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *chains[N_CHAINS];
static unsigned long n_live[N_KINDS], n_strays, n_freed;

static struct object **find(enum layer_kind kind, const void *handle)
{
    struct object **link = &chains[((uintptr_t)handle >> 4) % N_CHAINS];

    while (*link && ((*link)->handle != handle || (*link)->kind != kind))
        link = &(*link)->next;
    return link;
}

static void add(enum layer_kind kind, const void *handle, cl_int failure)
{
    struct object **link, *object;

    if (!handle)
        return;
    pthread_mutex_lock(&lock);
    link = find(kind, handle);
    object = *link;
    if (!object) {
        object = calloc(1, sizeof *object);
        if (!object)
            abort();
        object->handle = handle;
        object->kind = kind;
        *link = object;
    }
    object->n_references++;
    if (failure)
        object->failure = failure;
    n_live[kind]++;
    pthread_mutex_unlock(&lock);
}

void layer_add(enum layer_kind kind, const void *handle)
{
    add(kind, handle, 0);
}

void layer_add_event(cl_event event, cl_int later)
{
    add(KIND_EVENT, event, later);
}

bool layer_remove(enum layer_kind kind, const void *handle)
{
    struct object **link, *object;
    bool known;

    pthread_mutex_lock(&lock);
    link = find(kind, handle);
    object = *link;
    known = object != NULL;
    if (known) {
        n_live[kind]--;
        if (--object->n_references == 0) {
            *link = object->next;
            free(object);
            n_freed += kind != KIND_EVENT;
        }
    } else {
        n_strays++;
    }
    pthread_mutex_unlock(&lock);
    return known;
}

cl_int layer_event_failure(cl_event event)
{
    struct object *object;
    cl_int failure;

    pthread_mutex_lock(&lock);
    object = *find(KIND_EVENT, event);
    failure = object ? object->failure : 0;
    pthread_mutex_unlock(&lock);
    return failure;
}

unsigned long layer_count_live(void)
{
    unsigned long n = 0;

    pthread_mutex_lock(&lock);
    for (int i = 0; i < N_KINDS; i++)
        n += n_live[i];
    pthread_mutex_unlock(&lock);
    return n;
}

unsigned long layer_count_strays(void)
{
    unsigned long n;

    pthread_mutex_lock(&lock);
    n = n_strays;
    pthread_mutex_unlock(&lock);
    return n;
}

unsigned long layer_count_freed(void)
{
    unsigned long n;

    pthread_mutex_lock(&lock);
    n = n_freed;
    pthread_mutex_unlock(&lock);
    return n;
}

void layer_describe(char *text, size_t size)
{
    static const char *const names[N_KINDS] = {
        "context", "queue", "buffer", "program",
        "kernel", "event", "sampler", "shared memory"};
    size_t length = 0;

    text[0] = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < N_KINDS && length < size; i++)
        if (n_live[i])
            length += (size_t)snprintf(text + length, size - length,
                                       "%s%lu %s", length ? ", " : "",
                                       n_live[i], names[i]);
    pthread_mutex_unlock(&lock);
}
