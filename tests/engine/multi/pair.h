/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pair.h: two devices of one name, which PoCL shows where it is asked to. */
#ifndef CLFFT_TEST_PAIR_H
#define CLFFT_TEST_PAIR_H

#include "clfft/clfft.h"

/* To be called before the first OpenCL call. */
void pair_ask_for(void);

/* Opens them with that directory as their cache, "" for none; false where PoCL
   does not show two, or with clfft_last_error() of what failed. */
bool pair_open(clfft_device *devices[2], const char *cache,
               clfft_log_function log);
void pair_close(clfft_device *devices[2]);

/* Whether there are two. */
bool pair_is_there(void);

#define NEED_PAIR()                                                            \
    do {                                                                       \
        if (!pair_is_there())                                                  \
            TEST_SKIP("PoCL does not show two devices");                       \
    } while (0)

#endif /* CLFFT_TEST_PAIR_H */
