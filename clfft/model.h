/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* model.h: the former name of feature.h, until version 0.4. */
#ifndef CLFFT_MODEL_H
#define CLFFT_MODEL_H

#include "feature.h"

#endif /* CLFFT_MODEL_H */
