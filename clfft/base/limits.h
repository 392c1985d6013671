/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* limits.h: the limits that planning assumes where a device states none, or too
   much. */
#ifndef CLFFT_LIMITS_H
#define CLFFT_LIMITS_H

#include "clfft/clfft.h"

/* Local memory that is ordinary memory gains nothing from being large. */
#define CLFFT_SHARED_LOCAL_LIMIT (32u << 10)
/* Dedicated local memory that a pass may use: two groups a processor. */
#define CLFFT_DEDICATED_LOCAL_LIMIT (48u << 10)

#endif /* CLFFT_LIMITS_H */
