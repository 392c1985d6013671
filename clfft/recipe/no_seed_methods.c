/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* no_seed_methods.c: the empty list of seed methods, for builds without them.
 */
#include "seed_method.h"

const struct clfft_seed_methods *const clfft_seed_methods = NULL;
