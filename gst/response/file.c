/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * file.c: the response in a file of sound. uridecodebin and appsink run without
 * a main loop; the samples are unpacked here, for audioconvert refuses more
 * than two channels without known positions, as WAV files have.
 *
 * Parsers take what the source pushes instead of reading by themselves, where
 * wavparse 1.22 gives nothing of a file whose odd number of bytes has a pad
 * byte, as mono of 24 bits often has. A queue behind the source would do so,
 * but one of 1.22 waits for ever for an answer now and then.
 */
#include "private.h"

#include <errno.h>
#include "audio/audioinfo.h"
#include "opencl/debug.h"
#include "opencl/error.h"
#include "playlist.h"

/* Between two looks at the bus, and the time after which a source that gives
   nothing is given up. */
#define LOOK (50 * GST_MSECOND)
#define PATIENCE (30 * GST_SECOND)

typedef struct
{
  const gchar *what;            /* how errors call it */
  const gint *cancelled;
  GstElement *pipeline, *sink;
  GstBus *bus;
  gboolean is_pulled;           /* by the parser, from the source */
  gboolean has_failed;          /* an element has, and said so */
  gint n_sounds, is_complete;   /* of the file's streams; atomic */
  gchar *missing;               /* decoder */
  gchar *playlist;              /* its type, if the file is one; atomic */
  GstAudioInfo info;
  gdouble *samples;             /* [frame][channel] */
  guint64 n_frames, n_reserved;
} Loading;

/* ---- samples ---- */

static gboolean
reserve (Loading * loading, guint64 n_frames, GError ** error)
{
  guint n_channels = loading->info.channels;
  guint64 most = MIN (GST_CL_RESPONSE_MAX_TAPS,
      GST_CL_RESPONSE_MAX_NUMBERS / n_channels);
  gdouble *samples;

  if (n_frames > most)
    return gst_cl_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        "%s is too long: an impulse response of %u channels may have %"
        G_GUINT64_FORMAT " samples", loading->what, n_channels, most);
  if (n_frames <= loading->n_reserved)
    return TRUE;
  n_frames = MIN (MAX (n_frames, 2 * loading->n_reserved), most);
  samples = g_try_realloc_n (loading->samples, n_frames * n_channels,
      sizeof (gdouble));
  if (!samples)
    return gst_cl_set_memory_error (error, "%s is longer than the memory: %u "
        "channels of %" G_GUINT64_FORMAT " samples", loading->what, n_channels,
        n_frames);
  loading->samples = samples;
  loading->n_reserved = n_frames;
  return TRUE;
}

/* What is known of the sound; channels and rate are the same for all of it. */
static gboolean
take_caps (Loading * loading, GstCaps * caps, GError ** error)
{
  GstAudioInfo info, old = loading->info;

  if (!gst_cl_audio_info_parse (caps, &info, error)) {
    g_prefix_error (error, "%s is decoded to what is not understood: ",
        loading->what);
    return FALSE;
  }
  loading->info = info;
  if (old.channels == 0 || (info.channels == old.channels
          && info.rate == old.rate))
    return TRUE;
  return gst_cl_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
      "%s changes after %" G_GUINT64_FORMAT " samples from %d channels at %d "
      "Hz to %d at %d Hz", loading->what, loading->n_frames, old.channels,
      old.rate, info.channels, info.rate);
}

/* Appends the samples, which are side by side in each plane. */
static void
unpack (Loading * loading, const GstAudioBuffer * buffer)
{
  const GstAudioFormatInfo *format = loading->info.finfo;
  gboolean is_float = format->unpack_format == GST_AUDIO_FORMAT_F64;
  gint n_planes = buffer->n_planes, plane;
  gint step = loading->info.channels / n_planes;
  guint64 chunk[512];           /* gdouble or gint32 */
  gsize n = buffer->n_samples * step, i, k;

  for (plane = 0; plane < n_planes; plane++) {
    gdouble *to = loading->samples
        + loading->n_frames * loading->info.channels + plane;

    for (i = 0; i < n; i += G_N_ELEMENTS (chunk)) {
      gsize part = MIN (n - i, G_N_ELEMENTS (chunk));

      /* zeros below the lowest bit */
      format->unpack_func (format, GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, chunk,
          (guint8 *) buffer->planes[plane] + i * format->width / 8, part);
      for (k = 0; k < part; k++)
        to[(i + k) * n_planes] = is_float ? ((gdouble *) chunk)[k]
            : ((gint32 *) chunk)[k] / 2147483648.0;
    }
  }
}

static gboolean
take (Loading * loading, GstSample * sample, GError ** error)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  GstCaps *caps = gst_sample_get_caps (sample);
  GstAudioBuffer mapped;
  gboolean is_good;

  if (!caps || !buffer || gst_buffer_get_size (buffer) == 0)
    return TRUE;
  if (!take_caps (loading, caps, error))
    return FALSE;
  if (!gst_audio_buffer_map (&mapped, &loading->info, buffer, GST_MAP_READ))
    return gst_cl_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_DECODE,
        "%s: a buffer of decoded sound cannot be read", loading->what);
  is_good = reserve (loading, loading->n_frames + mapped.n_samples, error);
  if (is_good) {
    unpack (loading, &mapped);
    loading->n_frames += mapped.n_samples;
  }
  gst_audio_buffer_unmap (&mapped);
  return is_good;
}

/* ---- messages ---- */

static void
set_no_sound (Loading * loading, GError ** error)
{
  g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_WRONG_TYPE,
      "%s has no sound in it", loading->what);
}

static gboolean
fail (Loading * loading, GstMessage * message, GError ** error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree gchar *debug = NULL;

  loading->has_failed = TRUE;
  gst_message_parse_error (message, &reason, &debug);
  GST_INFO ("%s: %s (%s)", loading->what, reason->message, debug);
  if (loading->missing)
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_CODEC_NOT_FOUND,
        "%s cannot be decoded, for this is not installed: %s", loading->what,
        loading->missing);
  else if (g_error_matches (reason, GST_CORE_ERROR,
          GST_CORE_ERROR_MISSING_PLUGIN))
    /* of no stream that was wanted */
    set_no_sound (loading, error);
  else
    g_set_error (error, reason->domain, reason->code, "%s cannot be decoded: "
        "%s", loading->what, reason->message);
  return FALSE;
}

/* Reads all messages; FALSE if one is an error, or the file a playlist. */
static gboolean
look (Loading * loading, GError ** error)
{
  g_autoptr (GstMessage) message = NULL;
  const gchar *playlist;

  while ((message = gst_bus_pop (loading->bus))) {
    const GstStructure *structure = gst_message_get_structure (message);

    gst_cl_playlist_look (message, &loading->playlist);
    if ((playlist = g_atomic_pointer_get (&loading->playlist)))
      return gst_cl_set_error (error, GST_STREAM_ERROR,
          GST_STREAM_ERROR_WRONG_TYPE, "%s is a playlist of the type %s, and "
          "no address that a file names is opened: give the sound itself",
          loading->what, playlist);
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
      return fail (loading, message, error);
    /* as gst_missing_plugin_message_get_description () of pbutils has it */
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ELEMENT && !loading->missing
        && gst_structure_has_name (structure, "missing-plugin"))
      loading->missing = g_strdup (gst_structure_get_string (structure,
              "name"));
    gst_clear_message (&message);
  }
  return TRUE;
}

/* ---- pipeline ---- */

static void
on_pad (GstElement * decoder, GstPad * pad, gpointer user_data)
{
  Loading *loading = user_data;
  GstPad *sink = gst_element_get_static_pad (loading->sink, "sink");

  if (!gst_pad_is_linked (sink) && gst_pad_link (pad, sink) == GST_PAD_LINK_OK)
    g_atomic_int_inc (&loading->n_sounds);
  gst_object_unref (sink);
}

static void
on_no_more_pads (GstElement * decoder, gpointer user_data)
{
  Loading *loading = user_data;

  g_atomic_int_set (&loading->is_complete, TRUE);
}

/* Answers what the source could do for others: it pushes. */
static GstPadProbeReturn
on_query (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);

  if (GST_QUERY_TYPE (query) != GST_QUERY_SCHEDULING)
    return GST_PAD_PROBE_OK;
  gst_query_set_scheduling (query, 0, 1, -1, 0);
  gst_query_add_scheduling_mode (query, GST_PAD_MODE_PUSH);
  return GST_PAD_PROBE_HANDLED;
}

static void
on_source (GstElement * decoder, GstElement * source, gpointer user_data)
{
  GstPad *pad = gst_element_get_static_pad (source, "src");

  if (!pad)
    return;
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM, on_query, NULL,
      NULL);
  gst_object_unref (pad);
}

static GstElement *
add (Loading * loading, const gchar * factory, GError ** error)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  if (element)
    gst_bin_add (GST_BIN (loading->pipeline), element);
  else
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND,
        "%s cannot be decoded: GStreamer's element %s is not installed, which "
        "Debian has in gstreamer1.0-plugins-base", loading->what, factory);
  return element;
}

static gboolean
build (Loading * loading, const gchar * uri, GError ** error)
{
  GstElement *decoder;
  GstCaps *caps;

  loading->pipeline = gst_pipeline_new ("impulse-response");
  loading->bus = gst_element_get_bus (loading->pipeline);
  if (!(decoder = add (loading, "uridecodebin", error))
      || !(loading->sink = add (loading, "appsink", error)))
    return FALSE;
  caps = gst_caps_new_empty_simple ("audio/x-raw");
  g_object_set (decoder, "uri", uri, "caps", caps, "expose-all-streams", FALSE,
      NULL);
  gst_caps_unref (caps);
  if (!loading->is_pulled)
    g_signal_connect (decoder, "source-setup", G_CALLBACK (on_source), NULL);
  gst_cl_playlist_refuse (decoder, &loading->playlist);
  g_signal_connect (decoder, "pad-added", G_CALLBACK (on_pad), loading);
  g_signal_connect (decoder, "no-more-pads", G_CALLBACK (on_no_more_pads),
      loading);
  g_object_set (loading->sink, "sync", FALSE, "max-buffers", 16,
      "enable-last-sample", FALSE, NULL);
  return TRUE;
}

/* Waits for the next samples, which are NULL at the end of the sound. */
static gboolean
pull (Loading * loading, GstSample ** sample, GError ** error)
{
  gboolean is_end = FALSE;
  GstClockTime waited;

  for (waited = 0; waited < PATIENCE; waited += LOOK) {
    if (!gst_cl_response_may_go_on (loading->cancelled, error))
      return FALSE;
    g_signal_emit_by_name (loading->sink, "try-pull-sample", (guint64) LOOK,
        sample);
    if (*sample)
      return TRUE;
    if (!look (loading, error))
      return FALSE;
    g_object_get (loading->sink, "eos", &is_end, NULL);
    if (is_end)
      return TRUE;
    if (g_atomic_int_get (&loading->is_complete)
        && !g_atomic_int_get (&loading->n_sounds)) {
      set_no_sound (loading, error);
      return FALSE;
    }
  }
  return gst_cl_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
      "%s has given nothing for %d seconds", loading->what, (gint) (PATIENCE
          / GST_SECOND));
}

static gboolean
run (Loading * loading, GError ** error)
{
  GstSample *sample = NULL;
  gboolean is_good;

  if (gst_element_set_state (loading->pipeline, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_FAILURE) {
    if (look (loading, error))
      g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
          "%s cannot be read", loading->what);
    return FALSE;
  }
  while ((is_good = pull (loading, &sample, error)) && sample) {
    is_good = take (loading, sample, error);
    g_clear_pointer (&sample, gst_sample_unref);
    if (!is_good)
      break;
  }
  /* a decoder may have failed just before the end */
  return is_good && look (loading, error);
}

static void
close_pipeline (Loading * loading)
{
  const Loading fresh = { loading->what, loading->cancelled, };

  if (loading->pipeline)
    gst_element_set_state (loading->pipeline, GST_STATE_NULL);
  gst_clear_object (&loading->bus);
  gst_clear_object (&loading->pipeline);
  g_free (loading->missing);
  g_free (loading->playlist);
  g_free (loading->samples);
  *loading = fresh;
}

static gboolean
decode (Loading * loading, const gchar * uri, GError ** error)
{
  g_autoptr (GError) reason = NULL;

  if (build (loading, uri, &reason) && run (loading, &reason))
    return TRUE;
  if (!loading->has_failed) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  /* some demuxers of FFmpeg can only pull, and wavparse can skip an empty chunk
     only so */
  close_pipeline (loading);
  loading->is_pulled = TRUE;
  return build (loading, uri, error) && run (loading, error);
}

/* ---- location ---- */

gboolean
gst_cl_response_check_file (const gchar * path, const gchar * what,
    GStatBuf * status, GError ** error)
{
  if (g_stat (path, status) != 0)
    g_set_error (error, GST_RESOURCE_ERROR, errno == ENOENT
        || errno == ENOTDIR ? GST_RESOURCE_ERROR_NOT_FOUND
        : GST_RESOURCE_ERROR_OPEN_READ, "%s cannot be opened: %s", what,
        g_strerror (errno));
  else if (!S_ISREG (status->st_mode))
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_OPEN_READ,
        "%s is %s, not a file", what,
        S_ISDIR (status->st_mode) ? "a folder" : "a device or a pipe");
  else if (status->st_size == 0)
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_WRONG_TYPE,
        "%s is an empty file", what);
  else
    return TRUE;
  return FALSE;
}

/* The URI of a path or a URI. */
static gchar *
get_uri (const gchar * location, const gchar * what, GError ** error)
{
  g_autofree gchar *path = NULL;
  GStatBuf status;

  if (g_file_test (location, G_FILE_TEST_EXISTS)
      || !gst_uri_is_valid (location))
    path = g_strdup (location);
  else if (!gst_uri_has_protocol (location, "file"))
    return g_strdup (location);
  else if (!(path = g_filename_from_uri (location, NULL, NULL))) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND,
        "%s is no URI of a file on this machine", what);
    return NULL;
  }
  return gst_cl_response_check_file (path, what, &status, error)
      ? gst_filename_to_uri (path, error) : NULL;
}

static GstClResponse *
deinterleave (const Loading * loading, GError ** error)
{
  guint n_channels = loading->info.channels, c;
  GstClResponse *response = gst_cl_response_new (loading->what, n_channels,
      loading->n_frames, loading->info.rate, error);
  guint64 k;

  for (c = 0; response && c < n_channels; c++)
    for (k = 0; k < response->n_taps; k++)
      response->taps[c * response->n_taps + k] =
          loading->samples[k * n_channels + c];
  if (response && !gst_cl_response_check (response, loading->what, error))
    g_clear_pointer (&response, gst_cl_response_unref);
  return response;
}

GstClResponse *
gst_cl_response_load_file (const gchar * location, gint rate,
    const gint * cancelled, GError ** error)
{
  g_autofree gchar *name = g_filename_display_name (location);
  g_autofree gchar *what = g_strdup_printf ("The impulse response \"%s\"",
      name);
  g_autofree gchar *uri = get_uri (location, what, error);
  Loading loading = { what, cancelled, };
  GstClResponse *response = NULL;

  if (uri && decode (&loading, uri, error))
    response = deinterleave (&loading, error);
  close_pipeline (&loading);
  if (response)
    response = gst_cl_response_resample (response, what, rate, cancelled,
        error);
  return response;
}
