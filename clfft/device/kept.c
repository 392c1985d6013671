/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kept.c: frees the tables that no plan uses. */
#include "kept.h"

#include <stdlib.h>

void clfft_table_destroy(clfft_table *t)
{
    clReleaseMemObject(t->buffer);
    free(t);
}

bool clfft_tables_trim(clfft_device *device, uint64_t most)
{
    clfft_table **link = &device->tables;
    uint64_t unused = 0;
    bool found = false;

    while (*link) {
        clfft_table *t = *link;

        if (!t->n_users)
            unused += t->size;
        if (!t->n_users && unused > most) {
            found = true;
            *link = t->next;
            clfft_table_destroy(t);
        } else {
            link = &t->next;
        }
    }
    return found;
}

bool clfft_tables_make_room(clfft_device *device)
{
    bool found;

    pthread_mutex_lock(&device->tables_lock);
    found = clfft_tables_trim(device, 0);
    pthread_mutex_unlock(&device->tables_lock);
    return found;
}

void clfft_tables_destroy(clfft_device *device)
{
    while (device->tables) {
        clfft_table *t = device->tables;
        device->tables = t->next;
        clfft_table_destroy(t);
    }
}
