/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* progress.c: calls the caller's progress function with a fraction that never
   falls. */
#include "progress.h"

#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void clfft_progress_begin(struct clfft_progress *progress, double to,
                          const char *about, ...)
{
    va_list arguments;

    progress->from = progress->reported;
    progress->to = to > progress->reported ? to : progress->reported;
    va_start(arguments, about);
    vsnprintf(progress->about, sizeof progress->about, about, arguments);
    va_end(arguments);
}

clfft_status clfft_progress_tell(struct clfft_progress *progress,
                                 double fraction, const char *format, ...)
{
    const double whole =
        progress->from + fraction * (progress->to - progress->from);
    char text[192];
    size_t length;
    va_list arguments;

    if (!progress->call)
        return CLFFT_STATUS_OK;
    length = (size_t)snprintf(text, sizeof text, "%s", progress->about);
    va_start(arguments, format);
    vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
    if (whole > progress->reported)
        progress->reported = whole;
    if (progress->call(progress->reported, text, progress->data))
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_CANCELLED, "plan creation was cancelled");
}

/* ---- several plans ---- */

static bool tell_sum(double fraction, const char *what, void *data)
{
    struct clfft_progress_sum *p = data;

    if (!p->gave_up &&
        !p->tell((p->done + fraction) / p->all, what, p->user_data))
        p->gave_up = true;
    p->done += fraction == 1;
    return !p->gave_up;
}

void clfft_progress_sum_begin(struct clfft_progress_sum *sum, double n_plans,
                              clfft_plan_params *params)
{
    *sum = (struct clfft_progress_sum){.tell = params->progress,
                                       .user_data = params->progress_data,
                                       .all = n_plans};
    if (!params->progress)
        return;
    params->progress = tell_sum;
    params->progress_data = sum;
}
