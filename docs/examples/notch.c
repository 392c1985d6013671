/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * notch.c: an element of one's own between clvideofft and clifft, which takes
 * out what repeats: the screen of a printed picture, moire, hum. Bins that are
 * above `threshold` and further than `radius` from frequency 0 become 0, and so
 * do those around them. Nearer to 0, where pictures live, only bins become 0
 * that also stand out from their row and their column. Waves longer than a
 * quarter of the picture stay. Takes a picture that GStreamer decodes, writes
 * its luma without the pattern; of a video one file has the first picture, files
 * with a number have all:
 *
 *   notch printed.png cleaned.png -40
 *   notch clip.mkv cleaned-%05d.png
 */
#include <gst/base/gstbasetransform.h>
#include <gst/fourier/fourier.h>
#include <gst/gst.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* With rect the inverse is exact: what is not taken out comes back bit for bit.
   A wave of amplitude a reads a (scaling=amplitude), 0 dB at full scale. */
#define PIPELINE "filesrc name=source ! " \
    "decodebin caps=video/x-raw(ANY) expose-all-streams=false ! " \
    "videoconvert ! clvideofft component=luma ! notch name=notch single=%s ! " \
    "clifft ! videoconvert ! pngenc snapshot=%s ! %s name=sink"

#define DEFAULT_THRESHOLD -40.0 /* dB of full scale */
#define DEFAULT_RADIUS 0.1      /* cycles per pixel: pictures live below */
#define LEAST 4                 /* cycles in the picture */
#define SKIRT 2                 /* bins around a peak that belong to it */
#define REACH 8                 /* bins to the furthest neighbour */
#define RATIO 4                 /* to the median of its neighbours, of a bin that
                                   stands out */

/* ---- the element ---- */

typedef struct
{
  GstBaseTransform parent;
  gdouble threshold;            /* under the object lock, as radius is */
  gdouble radius;
  gboolean is_single;
  gboolean is_over;
  guint64 n_removed;
  gboolean is_video;
  GstFourierInfo info;          /* of the streaming thread */
} Notch;

typedef GstBaseTransformClass NotchClass;

enum
{
  PROP_THRESHOLD = 1,
  PROP_RADIUS,
  PROP_SINGLE,
  PROP_REMOVED,
  PROP_VIDEO,
};

static GType notch_get_type (void);
G_DEFINE_TYPE (Notch, notch, GST_TYPE_BASE_TRANSFORM);

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_FOURIER_CAPS_MAKE ("F32LE")
        ", quantity=(string)complex"));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_FOURIER_CAPS_MAKE ("F32LE")
        ", quantity=(string)complex"));

static void
notch_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  Notch *self = (Notch *) object;

  GST_OBJECT_LOCK (self);
  if (id == PROP_THRESHOLD)
    self->threshold = g_value_get_double (value);
  else if (id == PROP_SINGLE)
    self->is_single = g_value_get_boolean (value);
  else
    self->radius = g_value_get_double (value);
  GST_OBJECT_UNLOCK (self);
}

static void
notch_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  Notch *self = (Notch *) object;

  GST_OBJECT_LOCK (self);
  if (id == PROP_REMOVED)
    g_value_set_uint64 (value, self->n_removed);
  else if (id == PROP_SINGLE)
    g_value_set_boolean (value, self->is_single);
  else if (id == PROP_VIDEO)
    g_value_set_boolean (value, self->is_video);
  else
    g_value_set_double (value, id == PROP_THRESHOLD ? self->threshold
        : self->radius);
  GST_OBJECT_UNLOCK (self);
}

static gboolean
notch_set_caps (GstBaseTransform * trans, GstCaps * in, GstCaps * out)
{
  Notch *self = (Notch *) trans;
  g_autoptr (GError) error = NULL;

  if (!gst_fourier_info_from_caps (&self->info, in, &error)) {
    GST_ELEMENT_ERROR (self, STREAM, FORMAT, ("%s", error->message), (NULL));
    return FALSE;
  }
  if (self->info.rate != 0 || self->info.rank != 2) {
    GST_ELEMENT_ERROR (self, STREAM, FORMAT,
        ("Only spectra of pictures with 2 axes have a notch"), (NULL));
    return FALSE;
  }
  GST_OBJECT_LOCK (self);
  self->is_video = self->info.fps_n > 0;
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

/* Of the bin of any frequency: those below 0 mirror the others. A bin of column
   0 is not doubled, as the others are. */
static gdouble
read_amplitude (const Notch * self, const gfloat * points, gint row,
    gint column)
{
  gint rows = self->info.bins[0], columns = self->info.bins[1];
  const gfloat *point;

  if (column < 0) {
    row = -row;
    column = -column;
  }
  point = points + 2 * ((row % rows + rows) % rows * columns
      + MIN (column, columns - 1));
  return hypot (point[0], point[1]) * (column ? 1 : 2);
}

static int
compare (const void *a, const void *b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return (x > y) - (x < y);
}

/* Of the neighbours in steps of (down, right), an even number of them. */
static gdouble
find_median (const Notch * self, const gfloat * points, gint row, gint column,
    gint down, gint right)
{
  gdouble levels[2 * (REACH - SKIRT)];
  gint k, n = 0;

  for (k = -REACH; k <= REACH; k++)
    if (ABS (k) > SKIRT)
      levels[n++] = read_amplitude (self, points, row + k * down,
          column + k * right);
  qsort (levels, n, sizeof *levels, compare);
  return (levels[n / 2 - 1] + levels[n / 2]) / 2;
}

/* Edges are bright along rows and columns: a pattern is so in neither. */
static gboolean
stands_out (const Notch * self, const gfloat * points, gint row, gint column)
{
  gdouble level = read_amplitude (self, points, row, column) / RATIO;

  return level > find_median (self, points, row, column, 0, 1)
      && level > find_median (self, points, row, column, 1, 0);
}

/* The points that peaks reach to. Rows of bins end, columns wrap around; the
   bins of one side but the first are the amplitude of a wave, doubled. */
static void
mark_peaks (const Notch * self, const gfloat * points, guint8 * marks,
    gdouble threshold, gdouble radius)
{
  gint rows = self->info.bins[0], columns = self->info.bins[1];
  gint row, column, y, x;

  for (row = 0; row < rows; row++)
    for (column = 0; column < columns; column++) {
      const gfloat *point = points + 2 * (row * columns + column);

      if (!(hypot (point[0], point[1]) > threshold))
        continue;
      if (hypot (gst_fourier_info_bin_to_frequency (&self->info, 0, row),
              gst_fourier_info_bin_to_frequency (&self->info, 1, column))
          <= radius) {
        if (hypot (MIN (row, rows - row), column) >= LEAST
            && stands_out (self, points, row, column))
          marks[row * columns + column] = 1;
        continue;
      }
      for (y = row - SKIRT; y <= row + SKIRT; y++)
        for (x = MAX (column - SKIRT, 0);
            x <= MIN (column + SKIRT, columns - 1); x++)
          marks[(y + rows) % rows * columns + x] = 1;
    }
}

/* A buffer is planes of [row][column], pairs of real and imaginary part: of
   one or more frames, channels and blocks. */
static GstFlowReturn
notch_transform_ip (GstBaseTransform * trans, GstBuffer * buffer)
{
  Notch *self = (Notch *) trans;
  gsize n_points = (gsize) self->info.bins[0] * self->info.bins[1], plane, i;
  gdouble decibels, radius;
  gboolean is_over;
  guint64 n_removed = 0;
  guint8 *marks;
  GstMapInfo map;

  GST_OBJECT_LOCK (self);
  decibels = self->threshold;
  radius = self->radius;
  is_over = self->is_over;
  self->is_over = self->is_single;
  GST_OBJECT_UNLOCK (self);
  if (is_over)                  /* some come before the end is known */
    return GST_FLOW_EOS;
  if (!gst_buffer_map (buffer, &map, GST_MAP_READWRITE))
    return GST_FLOW_ERROR;
  marks = g_new (guint8, n_points);
  for (plane = 0; plane < map.size / (8 * n_points); plane++) {
    gfloat *points = (gfloat *) map.data + 2 * n_points * plane;

    memset (marks, 0, n_points);
    mark_peaks (self, points, marks, pow (10, decibels / 20), radius);
    for (i = 0; i < n_points; i++)
      if (marks[i]) {
        points[2 * i] = points[2 * i + 1] = 0;
        n_removed++;
      }
  }
  GST_OBJECT_LOCK (self);
  self->n_removed += n_removed;
  GST_OBJECT_UNLOCK (self);
  g_free (marks);
  gst_buffer_unmap (buffer, &map);
  return GST_FLOW_OK;
}

static void
notch_class_init (NotchClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  object_class->set_property = notch_set_property;
  object_class->get_property = notch_get_property;
  klass->set_caps = notch_set_caps;
  klass->transform_ip = notch_transform_ip;
  g_object_class_install_property (object_class, PROP_THRESHOLD,
      g_param_spec_double ("threshold", "Threshold",
          "Decibels of full scale above which a bin is a peak", -300, 300,
          DEFAULT_THRESHOLD, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_RADIUS,
      g_param_spec_double ("radius", "Radius",
          "Cycles per pixel around 0 in which a peak stands out", 0, 1,
          DEFAULT_RADIUS, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_SINGLE,
      g_param_spec_boolean ("single", "Single",
          "Whether only the first picture passes", FALSE,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_REMOVED,
      g_param_spec_uint64 ("removed", "Removed", "Bins that became 0", 0,
          G_MAXUINT64, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_VIDEO,
      g_param_spec_boolean ("video", "Video",
          "Whether there may be more than one picture", FALSE,
          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class, "Notch",
      "Filter/Effect/Video", "Takes patterns that repeat out of spectra",
      "the documentation of clifft");
}

static void
notch_init (Notch * self)
{
  self->threshold = DEFAULT_THRESHOLD;
  self->radius = DEFAULT_RADIUS;
  gst_base_transform_set_in_place (GST_BASE_TRANSFORM (self), TRUE);
}

/* ---- the program ---- */

static void
set_location (GstElement * pipeline, const gchar * name, const gchar * path)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);

  g_object_set (element, "location", path, NULL);
  gst_object_unref (element);
}

/* Until the end; whether it came without an error, which is reported in one line
   with the file that it is of. */
static gboolean
run (GstElement * pipeline, gchar ** files)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (bus, GST_CLOCK_TIME_NONE,
      GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS)
    return TRUE;
  gst_message_parse_error (message, &error, NULL);
  g_printerr ("%s: %s\n", strcmp (GST_OBJECT_NAME (GST_MESSAGE_SRC (message)),
          "sink") == 0 ? files[1] : files[0], error->message);
  return FALSE;
}

/* A name with one %d or %05d, as multifilesink fills in. */
static gboolean
is_numbered (const gchar * path)
{
  return g_regex_match_simple ("^[^%]*%[0-9]*d[^%]*$", path, 0, 0);
}

static void
report (GstElement * notch, const gchar * path, gdouble threshold)
{
  guint64 n_removed;
  gboolean is_video;

  g_object_get (notch, "removed", &n_removed, "video", &is_video, NULL);
  if (is_video && !is_numbered (path))
    g_print ("%s: the first picture; a name as cleaned-%%05d.png takes all\n",
        path);
  if (n_removed)
    g_print ("%" G_GUINT64_FORMAT " bins removed\n", n_removed);
  else
    g_print ("nothing removed: no pattern of 2 pixels to a quarter of the "
        "picture is above %g dB and stands out\n", threshold);
}

/* FALSE, and a line, if it is no number. */
static gboolean
read_decibels (const gchar * text, gdouble * decibels)
{
  gchar *end;

  *decibels = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0')
    return TRUE;
  g_printerr ("%s is no number of decibels\n", text);
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autofree gchar *description = NULL;
  g_autoptr (GError) error = NULL;
  GstElement *pipeline, *notch;
  gdouble threshold = DEFAULT_THRESHOLD;
  gboolean ok;

  gst_init (&argc, &argv);
  if (argc < 3 || argc > 4) {
    g_printerr ("usage: notch FILE PNG [DECIBELS]\n");
    return 2;
  }
  if (argc > 3 && !read_decibels (argv[3], &threshold))
    return 2;
  gst_element_register (NULL, "notch", GST_RANK_NONE, notch_get_type ());
  description = is_numbered (argv[2])
      ? g_strdup_printf (PIPELINE, "false", "false", "multifilesink")
      : g_strdup_printf (PIPELINE, "true", "true", "filesink");
  pipeline = gst_parse_launch (description, &error);
  if (error) {
    g_printerr ("%s\n", error->message);
    gst_clear_object (&pipeline);
    return 1;
  }
  set_location (pipeline, "source", argv[1]);
  set_location (pipeline, "sink", argv[2]);
  notch = gst_bin_get_by_name (GST_BIN (pipeline), "notch");
  g_object_set (notch, "threshold", threshold, NULL);
  ok = run (pipeline, argv + 1);
  if (ok)
    report (notch, argv[2], threshold);
  gst_object_unref (notch);
  gst_object_unref (pipeline);
  return ok ? 0 : 1;
}
