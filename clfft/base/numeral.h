/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* numeral.h: prints and reads numbers with a decimal point, whatever the locale
   of the program is. */
#ifndef CLFFT_NUMERAL_H
#define CLFFT_NUMERAL_H

#include <stdarg.h>
#include <stddef.h>

/* vsnprintf in the C locale. */
int clfft_print(char *text, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* What snprintf() of that length has cut off ends in "...", behind a whole
   character of UTF-8; size is above 3. */
void clfft_mark_cut(char *text, size_t size, int length);

/* strtod in the C locale. */
double clfft_read_double(const char *text, char **end);

#endif /* CLFFT_NUMERAL_H */
