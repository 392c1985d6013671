/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* methods.c: lists the methods. */
#include "methods.h"

static const struct clfft_method *const methods[] = {
    &clfft_method_whole,
    &clfft_method_split,
    &clfft_method_passes,
};

const struct clfft_method *clfft_find_method(const struct clfft_route *route)
{
    for (unsigned i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (methods[i]->applicable(route))
            return methods[i];
    return NULL;
}
