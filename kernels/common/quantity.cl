/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * quantity.cl: converts a power to the quantity that is stored: BANDS or, where
 * no bands are made, STORE is MAGNITUDE (its root), POWER or DB (10 log10, not
 * below the floor; NaN stays NaN).
 */
#include "host/pass.h"
#include "common/complex.cl"

#ifdef BANDS
#define QUANTITY BANDS
#else
#define QUANTITY STORE
#endif

INLINE VEC quantity_of_power(VEC power, REAL floor_db)
{
#if QUANTITY == MAGNITUDE
    return sqrt(power);
#elif QUANTITY == DB
    const VEC d = REAL_C(10.0) * log10(power);
    return d < floor_db ? (VEC)floor_db : d;
#else
    return power;
#endif
}
