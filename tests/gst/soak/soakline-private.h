/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * soakline-private.h: what soakline.c (a line's input and life) and
 * soakline-output.c (what comes out of it) share.
 */
#ifndef CLFFT_TEST_SOAKLINE_PRIVATE_H
#define CLFFT_TEST_SOAKLINE_PRIVATE_H

#include "soakline.h"

/* Input repeats itself after so many units, a prime. */
#define SOAK_PERIOD 1009

struct _SoakLine
{
  const SoakKind *kind;
  const struct fault_layer *layer;
  GstElement *bin, *element;
  GstPad *srcpad, *sinkpad;
  GstBus *bus;
  Timeline timeline;
  GstClockTime time;            /* of the next unit, if no run goes on */
  gboolean jumped;
  guint settings, active;       /* those set, those that input met last */

  guint caps;
  GBytes *input;                /* of these caps */
  gboolean is_video;
  guint rate_n, rate_d;
  gsize unit_size;              /* bytes */
  gsize output_size;            /* of a frame or sample; 0: a buffer is one */
  gboolean has_gaps;            /* some samples are silence */

  gchar *error;
  gchar wrong[400];
};

/* Keeps the first. detail: (nullable) */
void soak_line_complain (SoakLine * line, const gchar * what,
    const gchar * detail);

/* Of a floating-point format. */
gfloat soak_line_get_sample (guint64 unit, guint channel);

/* A pad for the line's output, which checks what comes; (transfer full). */
GstPad *soak_line_make_sink_pad (SoakLine * line);

/* Errors and spectra on the bus. */
void soak_line_take_messages (SoakLine * line);

#endif /* CLFFT_TEST_SOAKLINE_PRIVATE_H */
