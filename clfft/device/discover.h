/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* discover.h: the search for devices, and which of them a name means. One
   process-wide lock covers every call that may start a driver. */
#ifndef CLFFT_DISCOVER_H
#define CLFFT_DISCOVER_H

#include "device.h"

#define CLFFT_MOST_DEVICES 64

struct clfft_found {
    clfft_device_entry entry;
    cl_device_id id;
};

/* The devices that were found, and what kept the search from finding more. */
struct clfft_search {
    struct clfft_found found[CLFFT_MOST_DEVICES];
    size_t n_found;
    const char *failed_call; /* NULL: nothing */
    cl_int failure;
};

/* Around the search, and what follows from it. */
void clfft_discovery_lock(void);
void clfft_discovery_unlock(void);

/* Finds every device of every platform, with the lock held. `search` is
   zeroed. */
clfft_status clfft_discover(clfft_log_function log, void *log_data,
                            struct clfft_search *search);

/* The device that the name means, as clfft_device_params has it: NO_DEVICE,
   with what was seen, if none; or with the reason if the engine works on none
   of these. */
clfft_status clfft_search_name(const struct clfft_search *search,
                               const char *name,
                               const struct clfft_found **found);

#endif /* CLFFT_DISCOVER_H */
