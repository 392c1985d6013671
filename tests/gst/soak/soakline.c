/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * soakline.c: the input and the life of a stream without end.
 */
#include "soakline-private.h"

#include <gst/audio/audio.h>
#include <gst/video/video.h>
#include <math.h>
#include "gst/support/poke.h"
#include "gst/support/rig.h"

/* Input is cut out of one piece of memory. */
#define MOST_UNITS 65536

SoakSums soak_sums;

/* An element that failed has nothing pending any more. */
static gboolean
is_well (const SoakLine * line)
{
  return !line->error;
}

/* After each input. */
static void
settle (SoakLine * line, gboolean taken, const gchar * what)
{
  soak_line_take_messages (line);
  if (!is_well (line))
    return;
  if (!taken)
    soak_line_complain (line, "refused without an error", what);
  else if (!timeline_check_settled (&line->timeline))
    soak_line_complain (line, line->timeline.wrong, what);
}

/* ---- input ---- */

static gboolean
send_event (SoakLine * line, GstEvent * event)
{
  return gst_pad_push_event (line->srcpad, event);
}

static void
send_segment (SoakLine * line)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  settle (line, send_event (line, gst_event_new_segment (&segment)), "segment");
}

static GBytes *
make_audio (const GstAudioInfo * info)
{
  guint n_channels = GST_AUDIO_INFO_CHANNELS (info);
  gsize n = (gsize) (SOAK_PERIOD + MOST_UNITS) * n_channels, i;
  gboolean floats = GST_AUDIO_INFO_FORMAT (info) == GST_AUDIO_FORMAT_F32;
  guint8 *bytes = g_malloc (n * (floats ? sizeof (gfloat) : sizeof (gint16)));

  for (i = 0; i < n; i++) {
    gfloat sample = soak_line_get_sample (i / n_channels, i % n_channels);

    if (floats)
      ((gfloat *) (gpointer) bytes)[i] = sample;
    else
      ((gint16 *) (gpointer) bytes)[i] = (gint16) lrintf (sample * 32767);
  }
  return g_bytes_new_take (bytes,
      n * (floats ? sizeof (gfloat) : sizeof (gint16)));
}

/* Pictures lie over each other, a byte apart. */
static GBytes *
make_video (gsize size)
{
  guint8 *bytes = g_malloc (size + SOAK_PERIOD);
  gsize i;

  for (i = 0; i < size + SOAK_PERIOD; i++)
    bytes[i] = (guint8) (i % SOAK_PERIOD * 577 % 251);
  return g_bytes_new_take (bytes, size + SOAK_PERIOD);
}

static void
read_caps (SoakLine * line, GstCaps * caps)
{
  GstAudioInfo audio;
  GstVideoInfo video;

  g_clear_pointer (&line->input, g_bytes_unref);
  line->is_video = gst_video_info_from_caps (&video, caps);
  if (line->is_video) {
    line->rate_n = GST_VIDEO_INFO_FPS_N (&video);
    line->rate_d = GST_VIDEO_INFO_FPS_D (&video);
    line->unit_size = GST_VIDEO_INFO_SIZE (&video);
    line->input = make_video (line->unit_size);
    return;
  }
  if (!gst_audio_info_from_caps (&audio, caps))
    g_error ("%s: no caps of audio or video", line->kind->name);
  line->rate_n = GST_AUDIO_INFO_RATE (&audio);
  line->rate_d = 1;
  line->unit_size = GST_AUDIO_INFO_BPF (&audio);
  line->input = make_audio (&audio);
}

static void
send_caps (SoakLine * line, guint which)
{
  GstCaps *caps = gst_caps_from_string (line->kind->caps[which]);
  gboolean taken = send_event (line, gst_event_new_caps (caps));

  line->caps = which;
  settle (line, taken, "caps");
  read_caps (line, caps);
  gst_caps_unref (caps);
}

/* Time of the next unit, when the run is left. */
static GstClockTime
get_now (const SoakLine * line)
{
  guint64 end = timeline_get_end (&line->timeline);

  return end == G_MAXUINT64 ? line->time
      : timeline_get_time (&line->timeline, end);
}

static void
leave_run (SoakLine * line)
{
  line->time = get_now (line);
  timeline_end (&line->timeline);
}

/* Do those set begin intervals anew, once they are taken over? */
static gboolean
settings_restart (const SoakLine * line)
{
  const SoakSettings *now = &line->kind->settings[line->settings];
  const SoakSettings *before = &line->kind->settings[line->active];

  return now->shape.size != before->shape.size
      || now->shape.interval != before->shape.interval;
}

static void
take_settings_over (SoakLine * line)
{
  if (line->settings == line->active)
    return;
  line->time = get_now (line);
  if (settings_restart (line))
    timeline_restart_intervals (&line->timeline);
  line->active = line->settings;
  timeline_set_shape (&line->timeline,
      &line->kind->settings[line->settings].shape);
}

/* The index of the first of n_units that are to come. */
static guint64
advance (SoakLine * line, guint n_units)
{
  Timeline *timeline = &line->timeline;
  guint64 first;
  GstClockTime begin;

  take_settings_over (line);
  if (line->jumped || timeline_get_end (timeline) == G_MAXUINT64) {
    if (line->jumped)
      timeline_restart_intervals (timeline);
    timeline_begin (timeline, line->time, line->rate_n, line->rate_d);
  }
  first = timeline_get_end (timeline);
  begin = timeline_get_time (timeline, first);
  timeline_add (timeline, n_units);
  *(line->is_video ? &soak_sums.video_time : &soak_sums.audio_time) +=
      timeline_get_time (timeline, first + n_units) - begin;
  return first;
}

void
soak_line_push (SoakLine * line, guint n_units)
{
  const Timeline *timeline = &line->timeline;
  gboolean jumped = line->jumped;
  GstBuffer *buffer;
  guint64 first;
  GstFlowReturn flow;

  if (!is_well (line))
    return;
  n_units = line->is_video ? 1 : CLAMP (n_units, 1, MOST_UNITS);
  first = advance (line, n_units);
  line->jumped = FALSE;
  buffer = gst_buffer_new ();
  gst_buffer_append_memory (buffer,
      gst_memory_new_wrapped (GST_MEMORY_FLAG_READONLY,
          (gpointer) g_bytes_get_data (line->input, NULL),
          g_bytes_get_size (line->input), first % SOAK_PERIOD
          * (line->is_video ? 1 : line->unit_size),
          n_units * line->unit_size, g_bytes_ref (line->input),
          (GDestroyNotify) g_bytes_unref));
  GST_BUFFER_PTS (buffer) = timeline_get_time (timeline, first);
  GST_BUFFER_DURATION (buffer) = timeline_get_time (timeline, first + n_units)
      - GST_BUFFER_PTS (buffer);
  if (jumped)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  flow = gst_pad_push (line->srcpad, buffer);
  settle (line, flow == GST_FLOW_OK, "buffer");
}

void
soak_line_rest (SoakLine * line)
{
  while (rig_is_loading (line->element))
    g_usleep (1000);
  /* takes what was loaded, and fades into it; only what has a tail loads */
  if (line->timeline.shape.tail > 0)
    soak_line_push (line, soak_line_get_rate (line));
}

void
soak_line_gap (SoakLine * line, guint n_units)
{
  const Timeline *timeline = &line->timeline;
  GstClockTime begin, duration;
  guint64 first;

  /* messages know no gaps, nor do stacks of one picture; of others they end
     one */
  if (!is_well (line) || line->kind->kind == TIMELINE_PASSED || line->jumped
      || (line->is_video && timeline->shape.size == 1))
    return;
  soak_sums.n_gaps++;
  if (line->is_video) {
    begin = get_now (line);
    duration = n_units * GST_SECOND * line->rate_d / line->rate_n;
    timeline_end (&line->timeline);
    line->time = begin + duration;
  } else {
    first = advance (line, n_units);
    line->has_gaps = TRUE;
    begin = timeline_get_time (timeline, first);
    duration = timeline_get_time (timeline, first + n_units) - begin;
  }
  settle (line, send_event (line, gst_event_new_gap (begin, duration)), "gap");
}

void
soak_line_change_settings (SoakLine * line, guint settings)
{
  if (!is_well (line) || !line->kind->settings[settings].text)
    return;
  soak_sums.n_settings++;
  line->settings = settings;
  poke_set_properties (line->element, line->kind->settings[settings].text);
}

void
soak_line_change_caps (SoakLine * line, guint caps)
{
  /* the same again are none */
  if (!is_well (line) || caps == line->caps)
    return;
  soak_sums.n_caps++;
  leave_run (line);
  timeline_restart_intervals (&line->timeline);
  send_caps (line, caps);
}

void
soak_line_flush (SoakLine * line, GstClockTime time)
{
  if (!is_well (line))
    return;
  soak_sums.n_flushes++;
  timeline_forget (&line->timeline);
  line->time = time;
  line->jumped = FALSE;
  line->has_gaps = FALSE;
  send_event (line, gst_event_new_flush_start ());
  send_event (line, gst_event_new_flush_stop (TRUE));
  send_segment (line);
}

void
soak_line_jump (SoakLine * line, GstClockTime time)
{
  if (!is_well (line))
    return;
  soak_sums.n_jumps++;
  leave_run (line);
  line->time += time + gst_util_uint64_scale_ceil (GST_SECOND, line->rate_d,
      line->rate_n);
  line->jumped = TRUE;
}

/* ---- its life ---- */

SoakLine *
soak_line_new (const SoakKind * kind, const struct fault_layer *layer)
{
  SoakLine *line = g_new0 (SoakLine, 1);
  GError *error = NULL;
  GstPad *pad;

  line->kind = kind;
  line->layer = layer;
  timeline_init (&line->timeline, kind->kind);
  line->bin = gst_parse_bin_from_description (kind->line, TRUE, &error);
  if (!line->bin)
    g_error ("%s: %s", kind->line, error->message);
  gst_object_ref_sink (line->bin);
  rig_choose_device (line->bin);
  rig_set_response (line->bin, SOAK_TAPS);
  line->element = gst_bin_get_by_name (GST_BIN (line->bin), "x");
  line->bus = gst_bus_new ();
  gst_element_set_bus (line->bin, line->bus);

  line->srcpad = gst_object_ref_sink (gst_pad_new ("source", GST_PAD_SRC));
  line->sinkpad = soak_line_make_sink_pad (line);
  pad = gst_element_get_static_pad (line->bin, "sink");
  gst_pad_link (line->srcpad, pad);
  gst_object_unref (pad);
  pad = gst_element_get_static_pad (line->bin, "src");
  gst_pad_link (pad, line->sinkpad);
  gst_object_unref (pad);
  return line;
}

gboolean
soak_line_start (SoakLine * line, guint settings, guint caps, GstClockTime time)
{
  g_clear_pointer (&line->error, g_free);
  soak_sums.n_starts++;
  line->settings = line->active = settings;
  line->jumped = FALSE;
  line->has_gaps = FALSE;
  line->time = time;
  timeline_forget (&line->timeline);
  timeline_set_shape (&line->timeline, &line->kind->settings[settings].shape);
  poke_set_properties (line->element, line->kind->settings[settings].text);
  gst_pad_set_active (line->sinkpad, TRUE);
  gst_pad_set_active (line->srcpad, TRUE);
  if (gst_element_set_state (line->bin, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_FAILURE) {
    soak_line_take_messages (line);
    if (!line->error) {
      soak_line_complain (line, "does not start, and does not say why", NULL);
      line->error = g_strdup ("");
    }
    return FALSE;
  }
  settle (line, send_event (line, gst_event_new_stream_start ("soak")),
      "start");
  send_caps (line, caps);
  if (is_well (line))
    send_segment (line);
  return is_well (line);
}

void
soak_line_stop (SoakLine * line)
{
  if (is_well (line)) {
    /* nothing was begun with settings that no input met */
    if (settings_restart (line))
      timeline_restart_intervals (&line->timeline);
    timeline_finish_intervals (&line->timeline);
    timeline_end (&line->timeline);
    settle (line, send_event (line, gst_event_new_eos ()), "end of stream");
  }
  gst_element_set_state (line->bin, GST_STATE_NULL);
  gst_pad_set_active (line->srcpad, FALSE);
  gst_pad_set_active (line->sinkpad, FALSE);
  soak_line_take_messages (line);
  timeline_forget (&line->timeline);
}

void
soak_line_free (SoakLine * line)
{
  gst_element_set_bus (line->bin, NULL);
  gst_bus_set_flushing (line->bus, TRUE);
  gst_object_unref (line->bus);
  gst_object_unref (line->element);
  gst_object_unref (line->bin);
  gst_object_unref (line->srcpad);
  gst_object_unref (line->sinkpad);
  g_clear_pointer (&line->input, g_bytes_unref);
  timeline_clear (&line->timeline);
  g_free (line->error);
  g_free (line);
}

gboolean
soak_line_has_failed (const SoakLine * line)
{
  return !is_well (line);
}

const gchar *
soak_line_get_error (const SoakLine * line)
{
  return line->error;
}

const gchar *
soak_line_get_wrong (const SoakLine * line)
{
  return line->wrong[0] ? line->wrong : NULL;
}

guint
soak_line_get_rate (const SoakLine * line)
{
  return MAX (1, line->rate_n / line->rate_d);
}

gboolean
soak_line_is_video (const SoakLine * line)
{
  return line->is_video;
}
