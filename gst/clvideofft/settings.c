/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* settings.c: the table of clvideofft's properties, and the rules between
   them. */
#include "settings.h"

#include "element/enums.h"
#include "element/fit/request.h"
#include "opencl/error.h"

#define AT(member) G_STRUCT_OFFSET (GstClVideoFftSettings, member)

#define STREAM GST_CL_PROPERTY_STREAM

/* *INDENT-OFF* */
const GstClProperty gst_cl_video_fft_properties[] = {
  {"component", "Component",
    "What of a picture is transformed: luma (of RGB the sum of BT.601), red, "
    "green, blue, u, v, or all where they are equal in size",
    GST_CL_KIND_ENUM, AT (component), GST_CL_VIDEO_COMPONENT_LUMA,
    gst_cl_video_component_get_type, .marks = STREAM},
  {"interlacing", "Interlacing",
    "What becomes of interlaced video: refuse, or fields, where each field is "
    "a picture of half the rows at twice the rate",
    GST_CL_KIND_ENUM, AT (interlacing), GST_CL_VIDEO_INTERLACING_REFUSE,
    gst_cl_video_interlacing_get_type, .marks = STREAM},
  {"block-width", "Block width",
    "Pixels in a row of a block, 8 to the picture's width; 0: the whole "
    "picture",
    GST_CL_KIND_UINT, AT (block[0]), 0,
    .high = GST_FOURIER_MAX_LENGTH, .marks = STREAM},
  {"block-height", "Block height",
    "Rows of a block, 8 to the picture's height; 0: the whole picture",
    GST_CL_KIND_UINT, AT (block[1]), 0,
    .high = GST_FOURIER_MAX_LENGTH, .marks = STREAM},
  {"block-overlap-x", "Block overlap x",
    "Pixels that a block shares with the next one to the right, below "
    "block-width",
    GST_CL_KIND_UINT, AT (block_overlap[0]), 0,
    .high = GST_FOURIER_MAX_LENGTH, .marks = STREAM},
  {"block-overlap-y", "Block overlap y",
    "Rows that a block shares with the next one below, below block-height",
    GST_CL_KIND_UINT, AT (block_overlap[1]), 0,
    .high = GST_FOURIER_MAX_LENGTH, .marks = STREAM},
  {"center", "Center",
    "Blocks begin half a block before the picture, so that windows that are 0 "
    "at their ends have an inverse up to the border",
    GST_CL_KIND_BOOLEAN, AT (center), FALSE},
  {"pad-mode", "Padding mode",
    "What centred blocks read beyond the border",
    GST_CL_KIND_ENUM, AT (pad_mode), GST_CL_PAD_MODE_CONSTANT,
    gst_cl_pad_mode_get_type},
  {"window", "Window",
    "Window function along rows and along columns, periodic",
    GST_CL_KIND_ENUM, AT (window), CLFFT_WINDOW_RECT, gst_cl_window_get_type},
  GST_CL_PROPERTY_WINDOW_PARAM (AT (window_param), "half the length"),
  {"zero-pad-width", "Zero padding of rows",
    "Transform length along rows, at least block width: a row is filled up "
    "with zeros; 0: block width",
    GST_CL_KIND_UINT, AT (zero_pad[0]), 0,
    .high = GST_FOURIER_MAX_LENGTH, .marks = STREAM},
  {"zero-pad-height", "Zero padding of columns",
    "Transform length along columns, at least block height: a column is "
    "filled up with zeros; 0: block height",
    GST_CL_KIND_UINT, AT (zero_pad[1]), 0,
    .high = GST_FOURIER_MAX_LENGTH, .marks = STREAM},
  {"remove-dc", "Remove DC",
    "The mean of a block is subtracted before its window is applied; the "
    "inverse lacks it then",
    GST_CL_KIND_BOOLEAN, AT (remove_dc), FALSE},
  {"depth", "Depth",
    "Pictures of a frame, at most what memory holds; above 1 spectra are of "
    "x, y and time",
    GST_CL_KIND_UINT, AT (depth), 1,
    .low = 1, .high = GST_FOURIER_MAX_LENGTH, .marks = STREAM},
  {"temporal-hop", "Temporal hop",
    "Pictures from one frame to the next; above depth pictures are skipped",
    GST_CL_KIND_UINT, AT (temporal_hop), 1,
    .low = 1, .high = GST_CL_MAX_HOP},
  {"temporal-window", "Temporal window",
    "Window function over the pictures of a frame, periodic, its parameter "
    "that window's default",
    GST_CL_KIND_ENUM, AT (temporal_window), CLFFT_WINDOW_RECT,
    gst_cl_window_get_type},
  GST_CL_PROPERTY_QUANTITY (AT (quantity), gst_cl_video_quantity_get_type, 0),
  {"scaling", "Scaling",
    "What a value is worth: amplitude reads 1 (0 dB) for the mean of a white "
    "picture, power the mean square, psd that per (cycle per pixel)^2, with "
    "depth above 1 also per hertz",
    GST_CL_KIND_ENUM, AT (scaling), GST_FOURIER_SCALING_AMPLITUDE,
    gst_cl_video_scaling_get_type},
  {"sides", "Sides",
    "Which bins are given: one, those of rows from 0 to Nyquist and all of "
    "the other axes; auto is one",
    GST_CL_KIND_ENUM, AT (sides), CLFFT_SIDES_DEFAULT, gst_cl_sides_get_type},
  GST_CL_PROPERTY_FLOOR (AT (floor), 0, 0),
  {"reduce", "Reduce",
    "Whether bins are gathered: radial gives the mean power of rings of equal "
    "spatial frequency",
    GST_CL_KIND_ENUM, AT (reduce), GST_CL_VIDEO_REDUCE_NONE,
    gst_cl_video_reduce_get_type},
  GST_CL_PROPERTY_EFFORT (AT (effort)),
  GST_CL_PROPERTY_SCHEDULE (AT (schedule)),
};
/* *INDENT-ON* */

const guint gst_cl_video_fft_n_properties =
    G_N_ELEMENTS (gst_cl_video_fft_properties);

/* *INDENT-OFF* */
GST_CL_DEFINE_ENUM (gst_cl_video_interlacing, "GstClVideoInterlacing",
    {GST_CL_VIDEO_INTERLACING_REFUSE, "Interlaced video is refused",
        "refuse"},
    {GST_CL_VIDEO_INTERLACING_FIELDS, "Each field is a picture", "fields"})

GST_CL_DEFINE_ENUM (gst_cl_video_reduce, "GstClVideoReduce",
    {GST_CL_VIDEO_REDUCE_NONE, "Every bin", "none"},
    {GST_CL_VIDEO_REDUCE_RADIAL, "Mean power over rings of equal frequency",
        "radial"})
/* *INDENT-ON* */

/* ---- rules ---- */

/* Checks one axis of the picture: 0 is x. */
static gboolean
check_axis (const GstClVideoFftSettings * s, guint axis, GError ** error)
{
  static const gchar *const blocks[] = { "block-width", "block-height" };
  static const gchar *const overlaps[] = { "block-overlap-x",
    "block-overlap-y"
  };
  static const gchar *const pads[] = { "zero-pad-width", "zero-pad-height" };
  guint block = s->block[axis], overlap = s->block_overlap[axis];
  guint pad = s->zero_pad[axis];

  if (block != 0 && block < GST_CL_VIDEO_FFT_MIN_BLOCK)
    return gst_cl_set_property_error (error, blocks[axis], "is %u, but must be "
        "0, or %d to %d", block, GST_CL_VIDEO_FFT_MIN_BLOCK,
        GST_FOURIER_MAX_LENGTH);
  if (overlap > 0 && overlap >= block)
    return gst_cl_set_property_error (error, overlaps[axis], block ? "is %u, "
        "but must be below %s, %u" : "is %u, but must be 0 while %s is %u",
        overlap, blocks[axis], block);
  if (pad != 0 && pad < block)
    return gst_cl_set_property_error (error, pads[axis], "is %u, but must be "
        "0, or %s (%u) to %d", pad, blocks[axis], block,
        GST_FOURIER_MAX_LENGTH);
  return TRUE;
}

/* Checks rings, which are of the power of both sides of the plane. */
static gboolean
check_reduce (const GstClVideoFftSettings * s, GError ** error)
{
  if (s->reduce == GST_CL_VIDEO_REDUCE_NONE)
    return TRUE;
  if (s->quantity == GST_FOURIER_QUANTITY_COMPLEX
      || s->quantity == GST_FOURIER_QUANTITY_PHASE)
    return gst_cl_set_property_error (error, "quantity", "is %s, but with "
        "reduce=radial must be magnitude, power or db",
        gst_cl_enum_nick (GST_TYPE_FOURIER_QUANTITY, s->quantity));
  if (s->sides != CLFFT_SIDES_DEFAULT && s->sides != CLFFT_SIDES_ONE)
    return gst_cl_set_property_error (error, "sides", "is %s, but with "
        "reduce=radial must be auto or one",
        gst_cl_enum_nick (GST_TYPE_CL_SIDES, s->sides));
  if (s->depth != 1)
    return gst_cl_set_property_error (error, "depth", "is %u, but with "
        "reduce=radial must be 1", s->depth);
  return TRUE;
}

gboolean
gst_cl_video_fft_settings_check (gconstpointer settings, GError ** error)
{
  const GstClVideoFftSettings *s = settings;

  return check_axis (s, 0, error) && check_axis (s, 1, error)
      && gst_cl_window_check_param (s->window, s->window_param, error)
      && check_reduce (s, error);
}
