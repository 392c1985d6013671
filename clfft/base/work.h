/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* work.h: long work of the host, shared among threads; the caller is asked
   every few milliseconds whether it goes on. */
#ifndef CLFFT_WORK_H
#define CLFFT_WORK_H

#include <stdbool.h>
#include <stdint.h>

#define CLFFT_MOST_THREADS 16

/* How to work. Zeroed: on the calling thread alone, up to the end. */
struct clfft_work {
    unsigned n_threads; /* at most, with the calling one */
    /* Called on the calling thread with the fraction that is done, which never
       falls; false: stop. Or NULL. */
    bool (*go_on)(double fraction, void *data);
    void *data;
    double to;        /* the fraction at the end of the next share */
    double done;      /* the fraction so far */
    bool has_stopped; /* go_on() said so */
};

/* Asks the caller between shares; false: stop. */
bool clfft_work_go_on(struct clfft_work *work);

/* Threads that a share of so many points takes: more than one only where that
   is faster. At most CLFFT_MOST_THREADS. */
unsigned clfft_work_threads(const struct clfft_work *work, uint64_t points);

/*
 * Calls run() once for each part, 0..n_parts - 1, on `n_threads` threads, which
 * have the numbers 0 and up; a part should take a few milliseconds at most.
 * Asks behind each part of the calling thread and behind all. Returns false if
 * it was stopped, when some parts may not have been run.
 */
bool clfft_work_share(struct clfft_work *work, unsigned n_threads,
                      uint64_t n_parts,
                      void (*run)(uint64_t part, unsigned thread, void *data),
                      void *data);

#endif /* CLFFT_WORK_H */
