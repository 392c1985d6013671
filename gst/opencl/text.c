/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* text.c: see text.h. */
#include "text.h"

#include <locale.h>

gchar *
gst_cl_strdup_vprintf (const gchar * format, va_list arguments)
{
  static gsize c_locale;
  locale_t before = (locale_t) 0;
  gchar *text;

  if (g_once_init_enter (&c_locale))
    g_once_init_leave (&c_locale, (gsize) newlocale (LC_ALL_MASK, "C",
            (locale_t) 0));
  /* the thread's alone, for the length of this call */
  before = uselocale ((locale_t) c_locale);
  text = g_strdup_vprintf (format, arguments);
  uselocale (before);
  return text;
}

gchar *
gst_cl_strdup_printf (const gchar * format, ...)
{
  va_list arguments;
  gchar *text;

  va_start (arguments, format);
  text = gst_cl_strdup_vprintf (format, arguments);
  va_end (arguments);
  return text;
}
