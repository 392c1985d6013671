/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * triptych.c: a picture or video, its spectrum, and what comes back out of the
 * spectrum, side by side in a PNG file, with the frames per second of both
 * ways and whether every pixel came back. A single picture is panned.
 *
 *   triptych clip.mkv clip.png
 */
#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
#include <gst/video/video.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define N_PICTURE_FRAMES 120    /* of a single picture that is panned */
#define MAX_FRAMES 300          /* of a video */
#define MAX_WIDTH 1280          /* of the part of a picture that is seen */
#define MAX_HEIGHT 720
#define MIN_PANEL 360           /* height of the panels */
#define MAX_PANEL 720
#define GAP 8                   /* pixels between panels */
#define POLL_INTERVAL (GST_SECOND / 10)

#define FAIL(error, ...) (g_set_error (error, GST_STREAM_ERROR, \
    GST_STREAM_ERROR_FAILED, __VA_ARGS__), FALSE)

/* Formats of 8 bits whose first plane is the luma. */
#define FORMATS "video/x-raw,format={I420,NV12,Y444,GRAY8}"
#define QUEUE "queue max-size-buffers=2 max-size-bytes=0 max-size-time=0 ! "
#define SINK "appsink sync=false max-buffers=1 "

enum
{
  FRAME,
  SPECTRUM,
  BACK,
  N_PANELS,
};

static const gchar *const panel_names[N_PANELS] = {
  "frame", "spectrum", "back"
};

typedef struct
{
  gchar *uri;
  gboolean is_picture;
  guint width, height;
  guint n_frames;               /* that are expected */

  GstElement *pipeline;
  GstElement *sinks[N_PANELS];
  GstSample *kept[N_PANELS];    /* what the PNG file shows */
  guint n_seen;                 /* frames */
  guint n_panned;
  guint n_different;            /* frames that did not come back */
  gint64 first, last;           /* monotonic us, of results */
  gint64 last_progress;
  gboolean is_terminal;
} Triptych;

/* ---- what the input is ---- */

/* A single picture, or a video of so many frames. */
static void
read_video_info (Triptych * self, GstDiscovererInfo * info,
    GstDiscovererVideoInfo * video)
{
  GstClockTime duration = gst_discoverer_info_get_duration (info);
  guint n = gst_discoverer_video_info_get_framerate_num (video);
  guint d = gst_discoverer_video_info_get_framerate_denom (video);

  self->width = gst_discoverer_video_info_get_width (video);
  self->height = gst_discoverer_video_info_get_height (video);
  self->is_picture = gst_discoverer_video_info_is_image (video);
  self->n_frames = self->is_picture ? N_PICTURE_FRAMES : MAX_FRAMES;
  if (!self->is_picture && n > 0 && GST_CLOCK_TIME_IS_VALID (duration))
    self->n_frames = CLAMP (gst_util_uint64_scale (duration, n,
            d * GST_SECOND), 1, MAX_FRAMES);
}

static gboolean
discover (Triptych * self, const gchar * input, GError ** error)
{
  g_autoptr (GstDiscoverer) discoverer = NULL;
  g_autoptr (GstDiscovererInfo) info = NULL;
  g_autoptr (GError) reason = NULL;
  const gchar **missing;
  GList *videos;

  self->uri = gst_uri_is_valid (input) ? g_strdup (input)
      : gst_filename_to_uri (input, error);
  if (!self->uri)
    return FALSE;
  discoverer = gst_discoverer_new (30 * GST_SECOND, error);
  if (!discoverer)
    return FALSE;
  info = gst_discoverer_discover_uri (discoverer, self->uri, &reason);
  if (gst_discoverer_info_get_result (info) == GST_DISCOVERER_MISSING_PLUGINS) {
    missing = gst_discoverer_info_get_missing_elements_installer_details (info);
    return FAIL (error, "%s cannot be decoded, a plugin is missing: %s", input,
        missing && missing[0] ? missing[0] : "unknown");
  }
  videos = gst_discoverer_info_get_video_streams (info);
  if (!videos)
    return FAIL (error, "%s: %s", input, reason ? reason->message
        : "there is no picture in it that GStreamer decodes");
  read_video_info (self, info, videos->data);
  gst_discoverer_stream_info_list_free (videos);
  return TRUE;
}

/* ---- the pipeline ---- */

/* A part of the picture of even size, which leaves room to pan. */
static void
get_part (const Triptych * self, guint * width, guint * height)
{
  *width = MIN (self->width * 3 / 4, MAX_WIDTH) & ~1u;
  *height = MIN (self->height * 3 / 4, MAX_HEIGHT) & ~1u;
  if (*width < 2 || *height < 2) {
    *width = self->width;
    *height = self->height;
  }
}

/* Twice as fast up and down as left and right. */
static void
set_part (Triptych * self, GstElement * crop)
{
  gdouble angle = 2 * G_PI * self->n_panned / N_PICTURE_FRAMES;
  guint width, height, x, y;

  get_part (self, &width, &height);
  x = (guint) ((self->width - width) * (0.5 + 0.5 * sin (angle))) & ~1u;
  y = (guint) ((self->height - height) * (0.5 + 0.5 * sin (2 * angle))) & ~1u;
  g_object_set (crop, "left", x, "right", self->width - width - x,
      "top", y, "bottom", self->height - height - y, NULL);
}

static GstPadProbeReturn
pan (GstPad * pad, GstPadProbeInfo * probe, gpointer user_data)
{
  Triptych *self = user_data;
  g_autoptr (GstElement) crop = gst_pad_get_parent_element (pad);

  set_part (self, crop);
  self->n_panned++;
  return GST_PAD_PROBE_OK;
}

static guint
get_panel_height (const Triptych * self)
{
  guint width = self->width, height = self->height;

  if (self->is_picture)
    get_part (self, &width, &height);
  return CLAMP (height, MIN_PANEL, MAX_PANEL) & ~1u;
}

static gchar *
describe_pipeline (const Triptych * self)
{
  guint size = get_panel_height (self);
  g_autofree gchar *frames = self->is_picture
      ? g_strdup_printf ("videoconvert ! " FORMATS " ! imagefreeze "
      "num-buffers=%u ! video/x-raw,framerate=30/1 ! videocrop name=crop",
      N_PICTURE_FRAMES)
      : g_strdup ("deinterlace fields=top ! videoconvert ! " FORMATS);

  return g_strdup_printf ("uridecodebin name=source caps=video/x-raw(ANY) "
      "expose-all-streams=false ! %s ! tee name=tee "
      "tee. ! " QUEUE SINK "name=frame "
      "tee. ! " QUEUE "clvideofft window=hann remove-dc=true ! "
      "clspectrogram floor=-100 range=80 ! video/x-raw,width=%u,height=%u ! "
      SINK "name=spectrum "
      "tee. ! " QUEUE "clvideofft name=fft ! clifft ! " SINK "name=back",
      frames, size, size);
}

static gboolean
make_pipeline (Triptych * self, GError ** error)
{
  g_autofree gchar *description = describe_pipeline (self);
  g_autoptr (GstElement) source = NULL, crop = NULL;
  g_autoptr (GstPad) pad = NULL;
  guint i;

  self->pipeline = gst_parse_launch (description, error);
  if (*error)
    return FALSE;
  source = gst_bin_get_by_name (GST_BIN (self->pipeline), "source");
  g_object_set (source, "uri", self->uri, NULL);
  for (i = 0; i < N_PANELS; i++)
    self->sinks[i] = gst_bin_get_by_name (GST_BIN (self->pipeline),
        panel_names[i]);
  crop = gst_bin_get_by_name (GST_BIN (self->pipeline), "crop");
  if (crop) {
    set_part (self, crop);
    pad = gst_element_get_static_pad (crop, "sink");
    gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, pan, self, NULL);
  }
  return TRUE;
}

/* ---- frames ---- */

static void
clear_sample (GstSample ** sample)
{
  if (*sample)
    gst_sample_unref (*sample);
  *sample = NULL;
}

static gboolean
map_sample (GstVideoFrame * frame, GstSample * sample)
{
  GstVideoInfo info;

  return gst_video_info_from_caps (&info, gst_sample_get_caps (sample))
      && gst_video_frame_map (frame, &info, gst_sample_get_buffer (sample),
      GST_MAP_READ);
}

/* Whether the luma of one is that of the other. */
static gboolean
is_same_luma (GstSample * sample, GstSample * other)
{
  GstVideoFrame a, b;
  gboolean is_same;
  gint row;

  if (!map_sample (&a, sample))
    return FALSE;
  if (!map_sample (&b, other)) {
    gst_video_frame_unmap (&a);
    return FALSE;
  }
  is_same = GST_VIDEO_FRAME_WIDTH (&a) == GST_VIDEO_FRAME_WIDTH (&b)
      && GST_VIDEO_FRAME_HEIGHT (&a) == GST_VIDEO_FRAME_HEIGHT (&b);
  for (row = 0; is_same && row < GST_VIDEO_FRAME_HEIGHT (&a); row++)
    is_same = !memcmp ((guint8 *) GST_VIDEO_FRAME_PLANE_DATA (&a, 0)
        + (gssize) row * GST_VIDEO_FRAME_PLANE_STRIDE (&a, 0),
        (guint8 *) GST_VIDEO_FRAME_PLANE_DATA (&b, 0)
        + (gssize) row * GST_VIDEO_FRAME_PLANE_STRIDE (&b, 0),
        GST_VIDEO_FRAME_WIDTH (&a));
  gst_video_frame_unmap (&a);
  gst_video_frame_unmap (&b);
  return is_same;
}

static void
show_progress (Triptych * self)
{
  gint64 now = g_get_monotonic_time ();

  if (now - self->last_progress < (self->is_terminal ? 200000 : 5000000))
    return;
  self->last_progress = now;
  g_printerr ("%sframe %u of %s%u%s", self->is_terminal ? "\r" : "",
      self->n_seen, self->is_picture ? "" : "at most ", self->n_frames,
      self->is_terminal ? "\033[K" : "\n");
}

static void
read_panels (Triptych * self, GstSample ** panels)
{
  guint i;

  self->last = g_get_monotonic_time ();
  if (self->n_seen++ == 0)
    self->first = self->last;
  if (GST_BUFFER_PTS (gst_sample_get_buffer (panels[FRAME]))
      != GST_BUFFER_PTS (gst_sample_get_buffer (panels[BACK]))
      || !is_same_luma (panels[FRAME], panels[BACK]))
    self->n_different++;
  for (i = 0; i < N_PANELS && self->n_seen <= (self->n_frames + 1) / 2; i++) {
    clear_sample (&self->kept[i]);
    self->kept[i] = gst_sample_ref (panels[i]);
  }
  show_progress (self);
}

/* Takes the error off the bus, if there is one; of this file. */
static gboolean
check_bus (GstElement * pipeline, const gchar * file, GError ** error)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GstMessage) message =
      gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);

  if (!message)
    return TRUE;
  gst_message_parse_error (message, error, NULL);
  g_prefix_error (error, "%s: ", file);
  return FALSE;
}

/* A sample of each sink; *is_over at the end of any. */
static gboolean
pull_panels (Triptych * self, GstSample ** panels, gboolean * is_over,
    GError ** error)
{
  guint i;

  for (i = 0; i < N_PANELS; i++)
    while (!panels[i] && !*is_over) {
      g_signal_emit_by_name (self->sinks[i], "try-pull-sample", POLL_INTERVAL,
          &panels[i]);
      if (!panels[i] && !check_bus (self->pipeline, self->uri, error))
        return FALSE;
      if (!panels[i])
        g_object_get (self->sinks[i], "eos", is_over, NULL);
    }
  return TRUE;
}

static gboolean
read_all (Triptych * self, GError ** error)
{
  gboolean ok = TRUE, is_over = FALSE;
  guint i;

  gst_element_set_state (self->pipeline, GST_STATE_PLAYING);
  while (ok && !is_over && self->n_seen < MAX_FRAMES) {
    GstSample *panels[N_PANELS] = { NULL, };

    ok = pull_panels (self, panels, &is_over, error);
    if (ok && !is_over)
      read_panels (self, panels);
    for (i = 0; i < N_PANELS; i++)
      clear_sample (&panels[i]);
  }
  if (self->is_terminal)
    g_printerr ("\r\033[K");
  if (ok && self->n_seen == 0)
    ok = FAIL (error, "%s: there are no frames in it", self->uri);
  return ok;
}

/* Kernels are compiled once; the elements tell how far they are. */
static GstBusSyncReply
on_message (GstBus * bus, GstMessage * message, gpointer user_data)
{
  g_autofree gchar *text = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_PROGRESS) {
    gst_message_parse_progress (message, NULL, NULL, &text);
    g_printerr ("%s\n", text);
  }
  return GST_BUS_PASS;
}

/* ---- the file ---- */

/* Three sources side by side, each scaled to the panels' height, unless it is
   very wide or narrow. */
static gchar *
describe_writer (Triptych * self)
{
  guint height = get_panel_height (self), x = 0, i;
  GString *text = g_string_new ("compositor name=mix background=white");

  for (i = 0; i < N_PANELS; i++) {
    GstVideoInfo info;
    guint width;

    gst_video_info_from_caps (&info, gst_sample_get_caps (self->kept[i]));
    width = gst_util_uint64_scale_round (height,
        (guint64) info.width * info.par_n, (guint64) info.height * info.par_d);
    width = CLAMP (width, height / 3, 3 * height);
    g_string_append_printf (text, " sink_%u::xpos=%u sink_%u::width=%u "
        "sink_%u::height=%u sink_%u::sizing-policy=keep-aspect-ratio", i, x, i,
        width, i, height, i);
    x += width + GAP;
  }
  g_string_append (text, " ! video/x-raw,pixel-aspect-ratio=1/1 ! "
      "videoconvert ! video/x-raw,format=RGB ! pngenc snapshot=true ! "
      "filesink name=file");
  for (i = 0; i < N_PANELS; i++)
    g_string_append_printf (text, " appsrc name=%s format=time ! queue ! "
        "mix.sink_%u", panel_names[i], i);
  return g_string_free (text, FALSE);
}

static void
push_panel (GstElement * writer, const gchar * name, GstSample * sample)
{
  g_autoptr (GstElement) source = gst_bin_get_by_name (GST_BIN (writer), name);
  GstBuffer *buffer = gst_buffer_copy (gst_sample_get_buffer (sample));
  GstFlowReturn flow;

  GST_BUFFER_PTS (buffer) = 0;
  GST_BUFFER_DURATION (buffer) = GST_SECOND;
  g_object_set (source, "caps", gst_sample_get_caps (sample), NULL);
  g_signal_emit_by_name (source, "push-buffer", buffer, &flow);
  g_signal_emit_by_name (source, "end-of-stream", &flow);
  gst_buffer_unref (buffer);
}

static gboolean
write_file (Triptych * self, const gchar * path, GError ** error)
{
  g_autofree gchar *description = describe_writer (self);
  g_autoptr (GstElement) writer = gst_parse_launch (description, error);
  g_autoptr (GstElement) file = NULL;
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GstBus) bus = NULL;
  guint i;

  if (!writer || *error)
    return FALSE;
  file = gst_bin_get_by_name (GST_BIN (writer), "file");
  g_object_set (file, "location", path, NULL);
  gst_element_set_state (writer, GST_STATE_PLAYING);
  for (i = 0; i < N_PANELS; i++)
    push_panel (writer, panel_names[i], self->kept[i]);
  bus = gst_element_get_bus (writer);
  message = gst_bus_timed_pop_filtered (bus, GST_CLOCK_TIME_NONE,
      GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, error, NULL);
    g_prefix_error (error, "%s: ", path);
  }
  gst_element_set_state (writer, GST_STATE_NULL);
  return !*error;
}

/* ---- what is reported ---- */

static void
print_summary (const Triptych * self)
{
  g_autoptr (GstElement) fft =
      gst_bin_get_by_name (GST_BIN (self->pipeline), "fft");
  g_autoptr (GstStructure) stats = NULL;
  gdouble seconds = (self->last - self->first) / 1e6;
  const gchar *device;
  GstVideoInfo info;

  gst_video_info_from_caps (&info, gst_sample_get_caps (self->kept[FRAME]));
  g_print ("%u frames of %d x %d pixels", self->n_seen, info.width,
      info.height);
  if (seconds > 0 && self->n_seen > 1)
    g_print (", %.1f frames per second, drawn and turned back",
        (self->n_seen - 1) / seconds);
  if (self->n_different)
    g_print ("\nround trip: %u frames came back different in their luma\n",
        self->n_different);
  else
    g_print ("\nround trip: the luma of every frame came back bit for bit\n");
  g_object_get (fft, "stats", &stats, NULL);
  device = gst_structure_get_string (stats, "device");
  g_print ("device: %s\n", device ? device : "unknown");
}

static gboolean
run (Triptych * self, const gchar * input, const gchar * path, GError ** error)
{
  GstBus *bus;

  if (!discover (self, input, error) || !make_pipeline (self, error))
    return FALSE;
  bus = gst_element_get_bus (self->pipeline);
  gst_bus_set_sync_handler (bus, on_message, NULL, NULL);
  gst_object_unref (bus);
  if (!read_all (self, error) || !write_file (self, path, error))
    return FALSE;
  print_summary (self);
  return TRUE;
}

int
main (int argc, char **argv)
{
  Triptych self = {.is_terminal = isatty (2) };
  g_autoptr (GError) error = NULL;
  gboolean ok;
  guint i;

  gst_init (&argc, &argv);
  if (argc != 3) {
    g_printerr ("usage: triptych FILE|URI PNG\n");
    return 2;
  }
  ok = run (&self, argv[1], argv[2], &error);
  if (!ok)
    g_printerr ("%s\n", error->message);
  if (self.pipeline)
    gst_element_set_state (self.pipeline, GST_STATE_NULL);
  for (i = 0; i < N_PANELS; i++) {
    clear_sample (&self.kept[i]);
    gst_clear_object (&self.sinks[i]);
  }
  gst_clear_object (&self.pipeline);
  g_free (self.uri);
  return ok && self.n_different == 0 ? 0 : 1;
}
