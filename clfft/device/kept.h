/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kept.h: the tables that a device keeps. */
#ifndef CLFFT_KEPT_H
#define CLFFT_KEPT_H

#include "tables.h"

struct clfft_table {
    struct clfft_table *next; /* the one that was in use before */
    clfft_table_key key;
    cl_mem buffer;
    size_t size;
    unsigned n_users; /* guarded by tables_lock */
};

void clfft_table_destroy(clfft_table *table);

/* Frees the tables that were in use longest ago, while the unused ones take
   more than `most` bytes; returns whether there were any. Under tables_lock. */
bool clfft_tables_trim(clfft_device *device, uint64_t most);

/* Frees all that are kept for the next plan; returns whether there were any. */
bool clfft_tables_make_room(clfft_device *device);

void clfft_tables_destroy(clfft_device *device);

#endif /* CLFFT_KEPT_H */
