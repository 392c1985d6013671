/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * kernelfile.c: a picture as a kernel. The path is that of a file, never of
 * another source; its size is looked at before it is read, and that of the
 * picture before it is decoded. A PNG goes through GStreamer's decoder of PNG
 * alone, on this thread: nothing is plugged that the file asks for.
 */
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <gst/video/video.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "element/fit/request.h"

/* A picture of 255x255 pixels of four times 16 bits has half of this. */
#define MOST_BYTES (1u << 20)
/* A signature and the first chunk's head; its width and height follow. */
#define PNG_HEAD "\211PNG\r\n\032\n\0\0\0\rIHDR"
#define PNG_HEAD_SIZE 16
#define MOST_DIGITS 6

#define WRONG(error, ...) \
    gst_cl_set_property_error (error, "kernel-file", __VA_ARGS__)

/* ---- the file ---- */

/* All bytes of a plain file that was opened, without waiting for one that is
   none. */
static GBytes *
read_bytes (int file, const gchar * what, GError ** error)
{
  struct stat status;
  guint8 *bytes;
  gsize size, n = 0;
  gssize got = 1;

  if (fstat (file, &status) != 0 || !S_ISREG (status.st_mode)) {
    WRONG (error, "is \"%s\", which is no file", what);
    return NULL;
  }
  if (status.st_size > MOST_BYTES) {
    WRONG (error, "is \"%s\", of %" G_GUINT64_FORMAT " bytes, but may have %u", what,
        (guint64) status.st_size, MOST_BYTES);
    return NULL;
  }
  size = status.st_size;
  bytes = g_malloc (size + 1);
  while (n < size && got > 0) {
    got = read (file, bytes + n, size - n);
    n += got > 0 ? got : 0;
  }
  if (got < 0) {
    WRONG (error, "is \"%s\", which cannot be read: %s", what, g_strerror (errno));
    g_free (bytes);
    return NULL;
  }
  return g_bytes_new_take (bytes, n);
}

static GBytes *
read_file (const gchar * path, const gchar * what, GError ** error)
{
  int file = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  GBytes *bytes;

  if (file < 0) {
    WRONG (error, "is \"%s\", which cannot be opened: %s", what, g_strerror (errno));
    return NULL;
  }
  bytes = read_bytes (file, what, error);
  close (file);
  return bytes;
}

/* ---- binary PGM ---- */

/* A number of the head, behind space and comments. */
static gboolean
read_number (const guint8 ** at, const guint8 * end, guint * number)
{
  guint n = 0;

  *number = 0;
  while (*at < end && (g_ascii_isspace (**at) || **at == '#')) {
    if (**at == '#')
      while (*at < end && **at != '\n')
        (*at)++;
    else
      (*at)++;
  }
  for (; *at < end && g_ascii_isdigit (**at) && n < MOST_DIGITS; n++)
    *number = 10 * *number + *(*at)++ - '0';
  return n > 0 && *at < end;
}

static GstClKernel *
read_pgm (const gchar * what, const guint8 * at, gsize size, GError ** error)
{
  const guint8 *end = at + size;
  guint width, height, most, bytes, i;
  GstClKernel *kernel;

  at += 2;
  if (!read_number (&at, end, &width) || !read_number (&at, end, &height)
      || !read_number (&at, end, &most) || most < 1 || most > 65535) {
    WRONG (error, "is \"%s\", whose head is not that of a PGM", what);
    return NULL;
  }
  if (!gst_cl_kernel_check_size (what, width, height, error))
    return NULL;
  at++;                         /* one space */
  bytes = most > 255 ? 2 : 1;
  if ((gsize) (end - at) < (gsize) width * height * bytes) {
    WRONG (error, "is \"%s\", which ends before its %ux%u pixels do", what, width, height);
    return NULL;
  }
  kernel = gst_cl_kernel_new (width, height);
  for (i = 0; kernel && i < width * height; i++, at += bytes)
    kernel->taps[i] = (gdouble) (bytes == 2 ? at[0] << 8 | at[1] : at[0])
        / most;
  return kernel;
}

/* ---- PNG ---- */

/* What the decoder gives. */
typedef struct
{
  GstVideoInfo info;
  GstBuffer *picture;
} Decoded;

static GstFlowReturn
take_picture (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  Decoded *decoded = gst_pad_get_element_private (pad);

  if (!decoded->picture)
    decoded->picture = gst_buffer_ref (buffer);
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static gboolean
take_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  Decoded *decoded = gst_pad_get_element_private (pad);
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    gst_event_parse_caps (event, &caps);
    if (!gst_video_info_from_caps (&decoded->info, caps))
      gst_video_info_init (&decoded->info);
  }
  gst_event_unref (event);
  return TRUE;
}

/* Has the decoder, which is linked to both pads, decode the bytes. */
static void
feed (GstPad * giver, GBytes * bytes)
{
  GstSegment segment;
  GstCaps *caps = gst_caps_new_empty_simple ("image/png");

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (giver, gst_event_new_stream_start ("kernel-file"));
  gst_pad_push_event (giver, gst_event_new_caps (caps));
  gst_pad_push_event (giver, gst_event_new_segment (&segment));
  gst_pad_push (giver, gst_buffer_new_wrapped_bytes (bytes));
  gst_pad_push_event (giver, gst_event_new_eos ());
  gst_caps_unref (caps);
}

static void
decode (GstElement * decoder, GBytes * bytes, Decoded * decoded)
{
  GstPad *giver = gst_pad_new ("giver", GST_PAD_SRC);
  GstPad *taker = gst_pad_new ("taker", GST_PAD_SINK);
  GstPad *sink = gst_element_get_static_pad (decoder, "sink");
  GstPad *src = gst_element_get_static_pad (decoder, "src");

  gst_pad_set_element_private (taker, decoded);
  gst_pad_set_chain_function (taker, take_picture);
  gst_pad_set_event_function (taker, take_event);
  gst_pad_set_active (giver, TRUE);
  gst_pad_set_active (taker, TRUE);
  gst_pad_link (giver, sink);
  gst_pad_link (src, taker);
  if (gst_element_set_state (decoder, GST_STATE_PLAYING)
      != GST_STATE_CHANGE_FAILURE)
    feed (giver, bytes);
  gst_element_set_state (decoder, GST_STATE_NULL);
  gst_pad_set_active (giver, FALSE);
  gst_pad_set_active (taker, FALSE);
  gst_object_unref (sink);
  gst_object_unref (src);
  gst_object_unref (giver);
  gst_object_unref (taker);
}

/* Brightness from 0 to 1 of the pixels of a row, which is unpacked as alpha, then
   Y or R, G, B. */
static void
read_row (const GstVideoFrame * frame, guint row, guint16 * line,
    gdouble * taps)
{
  const GstVideoFormatInfo *format = frame->info.finfo;
  gboolean is_rgb = GST_VIDEO_FORMAT_INFO_IS_RGB (format);
  gboolean is_deep = 
      gst_video_format_get_info (format->unpack_format)->bits > 8;
  guint width = GST_VIDEO_FRAME_WIDTH (frame), i;
  gdouble most = is_deep ? 65535 : 255, pixel[3];

  format->unpack_func (format, GST_VIDEO_PACK_FLAG_NONE, line,
      (gpointer *) frame->data, frame->info.stride, 0, row, width);
  for (i = 0; i < 4 * width; i++) {
    if (i % 4 > 0)
      pixel[i % 4 - 1] = is_deep ? line[i] : ((guint8 *) line)[i];
    if (i % 4 == 3)
      taps[i / 4] = (is_rgb ? 0.299 * pixel[0] + 0.587 * pixel[1]
          + 0.114 * pixel[2] : pixel[0]) / most;
  }
}

static GstClKernel *
take_decoded (Decoded * decoded, const gchar * what, GError ** error)
{
  guint16 line[4 * (GST_CL_KERNEL_MOST + 64)];
  GstClKernel *kernel = NULL;
  GstVideoFrame frame;
  guint row;

  if (!decoded->picture || !decoded->info.finfo
      || !gst_video_frame_map (&frame, &decoded->info, decoded->picture,
          GST_MAP_READ)) {
    WRONG (error, "is \"%s\", a PNG that cannot be decoded", what);
    return NULL;
  }
  if (gst_cl_kernel_check_size (what, decoded->info.width,
          decoded->info.height, error))
    kernel = gst_cl_kernel_new (decoded->info.width, decoded->info.height);
  for (row = 0; kernel && row < kernel->height; row++)
    read_row (&frame, row, line, kernel->taps + row * kernel->width);
  gst_video_frame_unmap (&frame);
  return kernel;
}

static GstClKernel *
read_png (const gchar * what, GBytes * bytes, GError ** error)
{
  const guint8 *head = (const guint8 *) g_bytes_get_data (bytes, NULL)
      + PNG_HEAD_SIZE;
  GstElement *decoder;
  GstClKernel *kernel;
  Decoded decoded = { 0 };

  if (!gst_cl_kernel_check_size (what, GST_READ_UINT32_BE (head),
          GST_READ_UINT32_BE (head + 4), error))
    return NULL;
  decoder = gst_element_factory_make ("pngdec", NULL);
  if (!decoder) {
    WRONG (error, "is \"%s\", which needs pngdec of GStreamer's good plugins", what);
    return NULL;
  }
  gst_video_info_init (&decoded.info);
  decode (decoder, bytes, &decoded);
  kernel = take_decoded (&decoded, what, error);
  gst_clear_buffer (&decoded.picture);
  gst_object_unref (decoder);
  return kernel;
}

GstClKernel *
gst_cl_kernel_load (const gchar * path, gboolean normalize, GError ** error)
{
  g_autofree gchar *what = g_filename_display_name (path);
  g_autoptr (GBytes) bytes = read_file (path, what, error);
  GstClKernel *kernel = NULL;
  const guint8 *data;
  gsize size;

  if (!bytes)
    return NULL;
  data = g_bytes_get_data (bytes, &size);
  if (size > PNG_HEAD_SIZE + 8 && memcmp (data, PNG_HEAD, PNG_HEAD_SIZE) == 0)
    kernel = read_png (what, bytes, error);
  else if (size > 2 && data[0] == 'P' && data[1] == '5')
    kernel = read_pgm (what, data, size, error);
  else
    WRONG (error, "is \"%s\", which is neither a PNG nor a binary PGM", what);
  if (kernel && normalize)
    gst_cl_kernel_normalize (kernel);
  return kernel;
}
