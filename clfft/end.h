/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* end.h: closes what begin.h opened. */
#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
