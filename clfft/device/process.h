/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* process.h: remembers whether this process may use OpenCL: not in the child of
   one that used it before fork(). */
#ifndef CLFFT_PROCESS_H
#define CLFFT_PROCESS_H

#include "clfft/clfft.h"

/* Call it before the process may start a driver. FORKED, NO_MEMORY. */
clfft_status clfft_process_begin(void);

/* Whether OpenCL was used before the fork that made this process. */
bool clfft_process_is_forked(void);

#endif /* CLFFT_PROCESS_H */
