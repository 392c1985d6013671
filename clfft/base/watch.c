/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* watch.c: see watch.h. */
#include "watch.h"

#include "error.h"

static _Thread_local struct clfft_watch current;

void clfft_watch_set(struct clfft_watch watch)
{
    current = watch;
}

bool clfft_watch_is_set(void)
{
    return current.call != NULL;
}

clfft_status clfft_watch_tell(const char *what, uint64_t done, uint64_t all)
{
    if (!current.call ||
        current.call((double)done / (double)all, what, current.data))
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_CANCELLED, "computing %s was cancelled",
                      what);
}
