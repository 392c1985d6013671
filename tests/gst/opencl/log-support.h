/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * log-support.h: makes a GLib critical or warning fail the claim that runs.
 * G_DEBUG=fatal-criticals stops the process by SIGTRAP, which PoCL's LLVM
 * catches once a device was opened.
 */
#ifndef LOG_SUPPORT_H
#define LOG_SUPPORT_H

#include <gst/gst.h>
#include "support/test.h"

static inline void
fail_claim (const gchar * domain, GLogLevelFlags level, const gchar * message,
    gpointer data)
{
  TEST_CHECK (!(level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)),
      "%s: %s", domain ? domain : "", message);
}

static inline void
init_and_watch_log (void)
{
  gst_init (NULL, NULL);
  g_log_set_default_handler (fail_claim, NULL);
}

#endif /* LOG_SUPPORT_H */
