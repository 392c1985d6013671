/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* progress.h: tells the caller's progress function how far the creation of a
   plan is: a fraction of the whole, which never falls, and a text. */
#ifndef CLFFT_PROGRESS_H
#define CLFFT_PROGRESS_H

#include "clfft/clfft.h"

struct clfft_progress {
    clfft_progress_function call; /* or NULL */
    void *data;
    double reported; /* the last fraction */
    double from, to; /* of the part under way */
    char about[64];  /* what each text of the part begins with */
};

/* Begins the next part of the creation, from the end of the last part to
   `to`. */
void clfft_progress_begin(struct clfft_progress *progress, double to,
                          const char *about, ...)
    __attribute__((format(printf, 3, 4)));

/* Tells the caller `fraction` of the part, and the text. CANCELLED if the
   caller gives up. */
clfft_status clfft_progress_tell(struct clfft_progress *progress,
                                 double fraction, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The caller's function, which sees several plans as one. */
struct clfft_progress_sum {
    clfft_progress_function tell;
    void *user_data;
    double done, all; /* plans */
    bool gave_up;     /* a plan that is ready takes no notice */
};

/* Has *params tell the sum, if they tell anything. */
void clfft_progress_sum_begin(struct clfft_progress_sum *sum, double n_plans,
                              clfft_plan_params *params);

#endif /* CLFFT_PROGRESS_H */
