/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* settings.c: the table of clvideofilter's properties, and the rules between
   them. */
#include "settings.h"

#include "element/enums.h"
#include "element/fit/request.h"
#include "kernel.h"
#include "notches.h"

#define AT(member) G_STRUCT_OFFSET (GstClVideoFilterSettings, member)

/* *INDENT-OFF* */
const GstClProperty gst_cl_video_filter_properties[] = {
  {"kernel", "Kernel",
    "Rows of numbers with semicolons between them, as \"1 2 1; 2 4 2; 1 2 1\", "
    "which every plane is convolved with; both sizes are odd, at most 255",
    GST_CL_KIND_TEXT, AT (kernel), .text = ""},
  {"kernel-file", "Kernel file",
    "Path of a picture, PNG or binary PGM, whose brightness is the kernel",
    GST_CL_KIND_TEXT, AT (kernel_file), .text = ""},
  {"normalize", "Normalize",
    "The numbers of the kernel are divided by their sum, unless that is 0",
    GST_CL_KIND_BOOLEAN, AT (normalize), TRUE},
  {"low-pass", "Low-pass",
    "Cycles per pixel at which a Gaussian leaves 0.707 of the amplitude, less "
    "above; 0: none",
    GST_CL_KIND_DOUBLE, AT (low_pass), 0, .most = 1},
  {"high-pass", "High-pass",
    "Cycles per pixel at which a Gaussian has left 0.707 of the amplitude, less "
    "below, around the middle code; 0: none",
    GST_CL_KIND_DOUBLE, AT (high_pass), 0, .most = 1},
  {"notch", "Notch",
    "Frequencies that are taken out: none, auto (those of periodic patterns, "
    "found in each picture), or pairs of cycles per pixel along x and y with "
    "semicolons between them, as \"0.1 0.25; 0 0.0625\"",
    GST_CL_KIND_TEXT, AT (notch), .text = "none"},
  {"notch-radius", "Notch radius",
    "Standard deviation of the Gaussian around a frequency that is taken out, "
    "cycles per pixel",
    GST_CL_KIND_DOUBLE, AT (notch_radius), 0.005, .least = 0.0005,
    .most = 0.25},
  {"notch-threshold", "Notch threshold",
    "Decibels by which a frequency exceeds the median of its ring to be taken "
    "for a pattern, with notch=auto",
    GST_CL_KIND_DOUBLE, AT (notch_threshold), 16, .least = 6, .most = 120},
  {"sharpen", "Sharpen",
    "Undoes a Gaussian blur, as far as noise allows",
    GST_CL_KIND_BOOLEAN, AT (sharpen), FALSE},
  {"blur", "Blur",
    "Standard deviation of the blur that sharpen undoes, pixels",
    GST_CL_KIND_DOUBLE, AT (blur), 1, .least = 0.1, .most = 50},
  {"snr", "Signal-to-noise ratio",
    "Decibels of what sharpen finds over its noise; less sharpens less",
    GST_CL_KIND_DOUBLE, AT (snr), 30, .least = 0, .most = 100},
  GST_CL_PROPERTY_EFFORT (AT (effort)),
  GST_CL_PROPERTY_SCHEDULE (AT (schedule)),
};
/* *INDENT-ON* */

const guint gst_cl_video_filter_n_properties =
    G_N_ELEMENTS (gst_cl_video_filter_properties);

gboolean
gst_cl_video_filter_settings_check (gconstpointer settings, GError ** error)
{
  const GstClVideoFilterSettings *s = settings;
  GstClNotches notches;

  if (*s->kernel && *s->kernel_file)
    return gst_cl_set_property_error (error, "kernel-file", "is set, but kernel "
        "is, too: one of them must be empty");
  if (*s->kernel) {
    GstClKernel *kernel = gst_cl_kernel_parse (s->kernel, s->normalize, error);

    if (!kernel)
      return FALSE;
    gst_cl_kernel_free (kernel);
  }
  return gst_cl_notches_parse (&notches, s->notch, error);
}
