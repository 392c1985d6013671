/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tables.h: tables of roots in device memory, shared by the plans of a
   device. */
#ifndef CLFFT_TABLES_H
#define CLFFT_TABLES_H

#include "device.h"
#include "clfft/base/factor.h"
#include "clfft/base/work.h"

typedef enum clfft_table_kind {
    CLFFT_TABLE_STAGES,
    CLFFT_TABLE_STAGES_SPLIT,
    CLFFT_TABLE_STAGES_LANES,
    CLFFT_TABLE_ROOTS,
    CLFFT_TABLE_CHIRP,
    CLFFT_TABLE_CHIRP_SPECTRUM,
    CLFFT_TABLE_ZOOM,
    CLFFT_TABLE_ZOOM_SPECTRUM,
    CLFFT_TABLE_POWERS, /* whole numbers; the others are complex ones */
    CLFFT_TABLE_POWERS_SPECTRUM,
} clfft_table_kind;

typedef struct clfft_table_key {
    clfft_table_kind kind;
    size_t real_size;
    uint8_t radices[CLFFT_MAX_RADICES]; /* stages; zeros behind them */
    uint64_t n, m;                      /* others; m: chirp spectrum */
    clfft_zoom zoom;                    /* of a zoom */
} clfft_table_key;

typedef struct clfft_table clfft_table;

/* Gets a table, which plans share; each acquire needs one release. Some tables
   are kept for the next plan. CANCELLED if the work was stopped. */
clfft_status clfft_table_acquire(clfft_device *device,
                                 const clfft_table_key *key,
                                 struct clfft_work *work,
                                 const clfft_waiter *waiter,
                                 clfft_table **table);
void clfft_table_release(clfft_device *device, clfft_table **table);
cl_mem clfft_table_buffer(const clfft_table *table);

/* Uploads piece by piece, between which the caller is asked. What the device
   may still read after the waiter gave up is left to it. CANCELLED if the work
   was stopped. */
clfft_status clfft_table_upload(clfft_device *device, struct clfft_work *work,
                                const clfft_waiter *waiter, size_t size,
                                const void *bytes, cl_mem *buffer);

#endif /* CLFFT_TABLES_H */
