/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * soakline.h: a stream without end through elements of ours, whatever happens
 * to it: settings, caps, flushes, gaps, discontinuities, faults of the device.
 * Everything is called from one thread, and nothing waits for a clock.
 */
#ifndef CLFFT_TEST_SOAKLINE_H
#define CLFFT_TEST_SOAKLINE_H

#include "timeline.h"

/* Of the impulse response of an element that has one; they last for less than
   what a jump is at least. */
#define SOAK_TAPS 900

/* `shape` is what the text makes of it. */
typedef struct
{
  const gchar *text;            /* properties of the element x */
  TimelineShape shape;
} SoakSettings;

/* Kinds are tables: the first empty row ends a list. */
typedef struct
{
  const gchar *name;
  const gchar *line;            /* as in gst-launch, one element named x */
  TimelineKind kind;
  const gchar *wanted;          /* caps that the sink takes, NULL: any */
  const gchar *caps[5];         /* raw audio or video */
  SoakSettings settings[7];
  gboolean samples_come_back;   /* as they went in */
} SoakKind;

typedef struct _SoakLine SoakLine;

struct fault_layer;

/* layer: (nullable): calls of the reader are not the element's. */
SoakLine *soak_line_new (const SoakKind * kind,
    const struct fault_layer * layer);
/* Checks the last of it unless an element had failed. */
void soak_line_free (SoakLine * line);

/* NULL to PLAYING, with those settings and caps, and time starts there. After
   an error the elements are the same as before. FALSE: an error was posted. */
gboolean soak_line_start (SoakLine * line, guint settings, guint caps,
    GstClockTime time);
/* End of stream, and PLAYING to NULL. */
void soak_line_stop (SoakLine * line);

/* ---- while it plays: nothing happens once an element has failed ---- */

void soak_line_push (SoakLine * line, guint n_units);
/* Until what a thread of the element makes is in use. */
void soak_line_rest (SoakLine * line);
void soak_line_change_settings (SoakLine * line, guint settings);
void soak_line_change_caps (SoakLine * line, guint caps);
/* Time goes on there. */
void soak_line_flush (SoakLine * line, GstClockTime time);
/* The next buffer is that much later, and says so. */
void soak_line_jump (SoakLine * line, GstClockTime time);
/* Nothing for as long as n_units. */
void soak_line_gap (SoakLine * line, guint n_units);

/* ---- how it is ---- */

gboolean soak_line_has_failed (const SoakLine * line);
/* The error of an element, NULL: none. */
const gchar *soak_line_get_error (const SoakLine * line);
/* What was wrong and is nobody's fault, NULL: nothing. */
const gchar *soak_line_get_wrong (const SoakLine * line);
/* Units a second of the caps, at least 1. */
guint soak_line_get_rate (const SoakLine * line);
gboolean soak_line_is_video (const SoakLine * line);

/* Sums of all lines. */
typedef struct
{
  GstClockTime audio_time, video_time;  /* that went in, simulated */
  guint64 n_buffers, n_messages;        /* whose times were right */
  guint64 n_settings, n_caps, n_flushes, n_jumps, n_gaps;
  guint64 n_starts, n_errors;
} SoakSums;

extern SoakSums soak_sums;

#endif /* CLFFT_TEST_SOAKLINE_H */
