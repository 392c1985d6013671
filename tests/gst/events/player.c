/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* player.c: see player.h. */
#include "player.h"

#include <math.h>
#include <string.h>
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 8000
#define FPS 25
#define SPECTRA_SIZE 64
#define SPECTRA_HOP 32

const PlayerSubject player_subjects[] = {
  {"claudiofft", "claudiofft size=128 hop=32 frames-per-buffer=1",
        PLAYER_SOUND, 1000, 1024, 2000,
      320},
  {"clvideofft", "clvideofft depth=3 temporal-hop=3", PLAYER_PICTURES, 4, 6, 11,
      2, 3},
  {"clspectrum", "clspectrum bands=33 interval=50000000", PLAYER_SOUND, 1000,
      1200, 2100, 400},
  {"clspectrogram", "clspectrogram size=128 hop=32 slide=whole axes=false",
      PLAYER_SOUND, 1000, 1024, 2000, 320},
  {"clifft", "clifft", PLAYER_SPECTRA, 7, 8, 20, 1},
  {"clfftfilter", "clfftfilter latency-frames=33", PLAYER_SOUND, 1000, 1024,
      2000, 320},
  {"clvideodenoise", "clvideodenoise sigma=8 qos=false", PLAYER_PICTURES, 4, 6, 11,
      2},
  {"clvideofilter", "clvideofilter low-pass=0.1", PLAYER_PICTURES, 4, 6, 11, 2,
      1},
};
const guint player_n_subjects = G_N_ELEMENTS (player_subjects);

static void
note (Player * player, const gchar * format, ...) G_GNUC_PRINTF (2, 3);
static void
note (Player * player, const gchar * format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (player->log, g_strdup_vprintf (format, args));
  va_end (args);
}

/* ---- what comes in ---- */

static const gchar *const sound_caps[] = {
  "audio/x-raw,format=F32LE,layout=interleaved,rate=8000,channels=1",
  "audio/x-raw,format=F32LE,layout=interleaved,rate=8000,channels=2,"
      "channel-mask=(bitmask)3",
};
static const gchar *const picture_caps[] = {
  "video/x-raw,format=GRAY8,width=16,height=8,framerate=25/1",
  "video/x-raw,format=GRAY8,width=24,height=8,framerate=25/1",
};

/* Noise from a number. */
static guint32
mix (guint64 x)
{
  x = (x + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  x ^= x >> 31;
  return (guint32) ((x * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9)) >> 32);
}

static GstBuffer *
make_sound (guint channels, guint first, guint n, gboolean silent)
{
  gfloat *values = g_new0 (gfloat, n * channels);
  guint i;

  /* of 8 bits, so that sums of them are exact */
  for (i = 0; i < n * channels && !silent; i++)
    values[i] = (gfloat) (mix (first * channels + i) >> 24) / 256 - 0.5f;
  return gst_buffer_new_wrapped (values, n * channels * sizeof *values);
}

static GstBuffer *
make_picture (guint width, guint number, gboolean silent)
{
  guint8 *pixels = g_malloc0 (width * 8);
  guint i;

  for (i = 0; i < width * 8 && !silent; i++)
    pixels[i] = mix (number * 1000 + i) >> 24;
  return gst_buffer_new_wrapped (pixels, width * 8);
}

/* What claudiofft makes of each format, a frame a buffer; made once. */
static GPtrArray *spectra[2];
static GstCaps *spectra_caps[2];

static void
make_spectra (guint format)
{
  g_autofree gchar *line = g_strdup_printf ("claudiofft size=%d hop=%d "
      "frames-per-buffer=1", SPECTRA_SIZE, SPECTRA_HOP);
  GstHarness *harness = rig_open_line (line);
  guint n = SPECTRA_SIZE + 100 * SPECTRA_HOP;
  GstBuffer *buffer;

  gst_harness_set_src_caps_str (harness, sound_caps[format]);
  buffer = make_sound (format + 1, 0, n, FALSE);
  GST_BUFFER_PTS (buffer) = 0;
  gst_harness_push (harness, buffer);
  spectra[format] = g_ptr_array_new_with_free_func ((GDestroyNotify)
      gst_buffer_unref);
  while ((buffer = gst_harness_try_pull (harness))) {
    GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_DISCONT);
    /* as if nothing of the OpenCL device were behind it */
    g_ptr_array_add (spectra[format], gst_buffer_copy_deep (buffer));
    gst_buffer_unref (buffer);
  }
  spectra_caps[format] = gst_pad_get_current_caps (harness->sinkpad);
  gst_harness_teardown (harness);
}

static GstBuffer *
make_frame (guint format, guint number, gboolean silent)
{
  GstBuffer *buffer =
      gst_buffer_copy_deep (g_ptr_array_index (spectra[format], number));

  if (silent)
    gst_buffer_memset (buffer, 0, 0, gst_buffer_get_size (buffer));
  return buffer;
}

static GstCaps *
get_caps (const Player * player, guint format)
{
  if (player->subject->input == PLAYER_SPECTRA)
    return gst_caps_ref (spectra_caps[format]);
  return gst_caps_from_string (player->subject->input == PLAYER_SOUND
      ? sound_caps[format] : picture_caps[format]);
}

GstClockTime
player_time (const Player * player, guint unit)
{
  switch (player->subject->input) {
    case PLAYER_SOUND:
      return gst_util_uint64_scale (unit, GST_SECOND, RATE);
    case PLAYER_PICTURES:
      return gst_util_uint64_scale (unit, GST_SECOND, FPS);
    default:
      return gst_util_uint64_scale (unit * SPECTRA_HOP, GST_SECOND, RATE);
  }
}

/* Units [first, first + n) in one buffer. */
static GstBuffer *
make_buffer (const Player * player, guint first, guint n, gboolean silent)
{
  GstBuffer *buffer;

  switch (player->subject->input) {
    case PLAYER_SOUND:
      buffer = make_sound (player->format + 1, first, n, silent);
      break;
    case PLAYER_PICTURES:
      buffer = make_picture (player->format ? 24 : 16, first, silent);
      break;
    default:
      return make_frame (player->format, first, silent);
  }
  GST_BUFFER_PTS (buffer) = player_time (player, first);
  GST_BUFFER_DURATION (buffer) = player_time (player, first + n)
      - GST_BUFFER_PTS (buffer);
  return buffer;
}

/* ---- what comes out ---- */

/* A line for each frame: buffers of the input divide those of the output. */
static void
note_frames (Player * player, GstBuffer * buffer, const GstMapInfo * map)
{
  guint channels = player->out_channels, i, c;
  guint64 offset = GST_BUFFER_OFFSET (buffer);
  GstClockTime zero = GST_BUFFER_PTS (buffer)
      - gst_util_uint64_scale (offset, GST_SECOND, RATE);
  const gfloat *values = (const gfloat *) map->data;
  guint n = map->size / sizeof *values / channels;

  for (i = 0; i < n; i++) {
    GString *line = g_string_new (NULL);

    for (c = 0; c < channels; c++)
      g_string_append_printf (line, " %ld",
          lrint (values[i * channels + c] * 256));
    note (player, "data %" GST_TIME_FORMAT " [%" G_GUINT64_FORMAT ")%s",
        GST_TIME_ARGS (zero + gst_util_uint64_scale (offset + i, GST_SECOND,
                RATE)), offset + i, line->str);
    g_string_free (line, TRUE);
  }
}

static GstFlowReturn
chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  Player *player = gst_pad_get_element_private (pad);
  GstMapInfo map;
  guint hash = 5381;
  gsize i;

  if (!gst_pad_has_current_caps (pad))
    note (player, "error: data without caps");
  if (g_str_equal (player->subject->name, "clspectrum")) {
    gst_buffer_unref (buffer);
    return GST_FLOW_OK;
  }
  gst_buffer_map (buffer, &map, GST_MAP_READ);
  if (g_str_equal (player->subject->name, "clfftfilter")) {
    note_frames (player, buffer, &map);
    gst_buffer_unmap (buffer, &map);
    gst_buffer_unref (buffer);
    return GST_FLOW_OK;
  }
  for (i = 0; i < map.size; i++)
    hash = hash * 33 + map.data[i];
  note (player, "data %" GST_TIME_FORMAT " +%" G_GINT64_FORMAT " [%"
      G_GINT64_FORMAT ", %" G_GINT64_FORMAT ") %" G_GSIZE_FORMAT " bytes %08x",
      GST_TIME_ARGS (GST_BUFFER_PTS (buffer)), GST_BUFFER_DURATION (buffer),
      GST_BUFFER_OFFSET (buffer), GST_BUFFER_OFFSET_END (buffer), map.size,
      hash);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static gboolean
take_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  Player *player = gst_pad_get_element_private (pad);
  GstCaps *caps;
  gint channels;

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    gst_event_parse_caps (event, &caps);
    if (gst_structure_get_int (gst_caps_get_structure (caps, 0), "channels",
            &channels))
      player->out_channels = channels;
  }
  note (player, "event %s", GST_EVENT_TYPE_NAME (event));
  gst_event_unref (event);
  return TRUE;
}

static gboolean
take_upstream (GstPad * pad, GstObject * parent, GstEvent * event)
{
  note (gst_pad_get_element_private (pad), "up %s",
      GST_EVENT_TYPE_NAME (event));
  gst_event_unref (event);
  return TRUE;
}

/* Anything is taken. */
static gboolean
answer (GstPad * pad, GstObject * parent, GstQuery * query)
{
  Player *player = gst_pad_get_element_private (pad);
  GstCaps *filter, *any = NULL;
  PlayerHook hook = player->hook;

  if (GST_QUERY_TYPE (query) != GST_QUERY_CAPS
      && GST_QUERY_TYPE (query) != GST_QUERY_ACCEPT_CAPS)
    return gst_pad_query_default (pad, parent, query);
  player->hook = NULL;
  if (hook)
    hook (player);
  if (GST_QUERY_TYPE (query) == GST_QUERY_ACCEPT_CAPS) {
    gst_query_set_accept_caps_result (query, TRUE);
    return TRUE;
  }
  gst_query_parse_caps (query, &filter);
  any = filter ? gst_caps_ref (filter) : gst_caps_new_any ();
  gst_query_set_caps_result (query, any);
  gst_caps_unref (any);
  return TRUE;
}

static GstBusSyncReply
take_message (GstBus * bus, GstMessage * message, gpointer data)
{
  Player *player = data;
  g_autofree gchar *text = NULL;
  g_autoptr (GError) error = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, NULL);
    note (player, "error %s", error->message);
  } else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING) {
    gst_message_parse_warning (message, &error, NULL);
    note (player, "warning %s", error->message);
  } else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ELEMENT) {
    text = gst_structure_to_string (gst_message_get_structure (message));
    note (player, "data %s", text);
  }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

/* ---- the player ---- */

static GstPad *
add_pad (Player * player, const gchar * name, GstPadDirection direction)
{
  GstPad *pad = gst_pad_new (name, direction);
  GstPad *other = gst_element_get_static_pad (player->element,
      direction == GST_PAD_SRC ? "sink" : "src");

  gst_pad_set_element_private (pad, player);
  gst_pad_set_active (pad, TRUE);
  if (direction == GST_PAD_SRC) {
    gst_pad_set_event_function (pad, take_upstream);
    gst_pad_link (pad, other);
  } else {
    gst_pad_set_chain_function (pad, chain);
    gst_pad_set_event_function (pad, take_event);
    gst_pad_set_query_function (pad, answer);
    gst_pad_link (other, pad);
  }
  gst_object_unref (other);
  return pad;
}

void
player_end (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (spectra); i++) {
    g_clear_pointer (&spectra[i], g_ptr_array_unref);
    gst_clear_caps (&spectra_caps[i]);
  }
}

Player *
player_new (const PlayerSubject * subject)
{
  Player *player = g_new0 (Player, 1);

  rig_init ();
  if (subject->input == PLAYER_SPECTRA && !spectra[0]) {
    make_spectra (0);
    make_spectra (1);
  }
  player->subject = subject;
  player->log = g_ptr_array_new_with_free_func (g_free);
  player->element = gst_parse_launch (subject->line, NULL);
  gst_object_ref_sink (player->element);
  rig_choose_device (player->element);
  /* whole numbers: what is convolved with them is exact but for the rounding of
     transforms, which depends on the cuts */
  rig_set_response (player->element, 60);
  player->bus = gst_bus_new ();
  gst_bus_set_sync_handler (player->bus, take_message, player, NULL);
  gst_element_set_bus (player->element, player->bus);
  player->srcpad = add_pad (player, "src", GST_PAD_SRC);
  player->sinkpad = add_pad (player, "sink", GST_PAD_SINK);
  gst_segment_init (&player->segment, GST_FORMAT_TIME);
  gst_element_set_state (player->element, GST_STATE_PLAYING);
  player_send_stream (player, "one");
  return player;
}

void
player_free (Player * player)
{
  gst_element_set_state (player->element, GST_STATE_NULL);
  gst_pad_set_active (player->srcpad, FALSE);
  gst_pad_set_active (player->sinkpad, FALSE);
  gst_element_set_bus (player->element, NULL);
  gst_object_unref (player->srcpad);
  gst_object_unref (player->sinkpad);
  gst_object_unref (player->element);
  gst_object_unref (player->bus);
  g_ptr_array_unref (player->log);
  g_free (player);
}

gboolean
player_push_event (Player * player, GstEvent * event)
{
  return gst_pad_push_event (player->srcpad, event);
}

gboolean
player_push_up (Player * player, GstEvent * event)
{
  return gst_pad_push_event (player->sinkpad, event);
}

gboolean
player_send_stream (Player * player, const gchar * id)
{
  GstEvent *event = gst_event_new_stream_start (id);

  gst_event_set_group_id (event, PLAYER_GROUP);
  return player_push_event (player, event);
}

gboolean
player_send_caps (Player * player, guint format)
{
  GstCaps *caps = get_caps (player, format);
  gboolean taken = player_push_event (player, gst_event_new_caps (caps));

  gst_caps_unref (caps);
  player->format = format;
  return taken;
}

gboolean
player_send_segment (Player * player)
{
  return player_push_event (player, gst_event_new_segment (&player->segment));
}

void
player_begin (Player * player)
{
  player_send_caps (player, player->format);
  player_send_segment (player);
}

static void
feed (Player * player, guint first, guint end, GstBufferFlags flags,
    guint longest, gboolean silent)
{
  guint most = player->subject->input == PLAYER_SOUND
      ? longest ? longest : G_MAXUINT : 1;

  while (first < end) {
    guint n = MIN (most, end - first);
    GstBuffer *buffer = make_buffer (player, first, n, silent);

    GST_BUFFER_FLAG_SET (buffer, flags);
    player->flow = gst_pad_push (player->srcpad, buffer);
    first += n;
  }
}

void
player_feed (Player * player, guint first, guint end, GstBufferFlags flags,
    guint longest)
{
  feed (player, first, end, flags, longest, FALSE);
}

void
player_feed_silence (Player * player, guint first, guint end)
{
  feed (player, first, end, 0, 0, TRUE);
}

void
player_break (Player * player)
{
  player->flow = gst_pad_push (player->srcpad,
      gst_buffer_new_wrapped (g_malloc0 (5), 5));
}

void
player_flush (Player * player)
{
  player_push_event (player, gst_event_new_flush_start ());
  player_push_event (player, gst_event_new_flush_stop (TRUE));
}

gchar *
player_get_lines (const Player * player, const gchar * letters)
{
  GString *lines = g_string_new (NULL);
  guint i;

  for (i = 0; i < player->log->len; i++) {
    const gchar *line = g_ptr_array_index (player->log, i);

    if (strchr (letters, line[0]))
      g_string_append_printf (lines, "%s\n", line);
  }
  return g_string_free (lines, FALSE);
}

guint
player_count (const Player * player, const gchar * prefix)
{
  guint i, n = 0;

  for (i = 0; i < player->log->len; i++)
    n += g_str_has_prefix (g_ptr_array_index (player->log, i), prefix);
  return n;
}
