/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* begin.h: opens the declarations of a public header, which end.h closes:
   functions of C that the shared library exports. No guard: each header
   includes the two once more. */
#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
