/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* watch.h: asks the function that clfft_spectrum_watch() set for this thread
   whether long work on the host shall go on. */
#ifndef CLFFT_WATCH_H
#define CLFFT_WATCH_H

#include "clfft/clfft.h"

/* Points of one array between two calls: milliseconds of the slowest work. */
#define CLFFT_WATCH_POINTS 8192

struct clfft_watch {
    clfft_progress_function call; /* or NULL */
    void *data;
};

void clfft_watch_set(struct clfft_watch watch);
bool clfft_watch_is_set(void);

/* Tells that `done` of `all` points are ready of `what`. CANCELLED if the
   caller gives up. */
clfft_status clfft_watch_tell(const char *what, uint64_t done, uint64_t all);

/* The same in a loop over points, once in CLFFT_WATCH_POINTS. */
static inline clfft_status clfft_watch_loop(const char *what, uint64_t done,
                                            uint64_t all)
{
    return done % CLFFT_WATCH_POINTS ? CLFFT_STATUS_OK
                                     : clfft_watch_tell(what, done, all);
}

#endif /* CLFFT_WATCH_H */
