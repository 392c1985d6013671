/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* no_guests.c: the empty list of guests, for builds without methods that bring
   kernels of their own. */
#include "guest.h"

const struct clfft_guests *const clfft_guests = NULL;
