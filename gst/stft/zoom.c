/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* zoom.c: see zoom.h. */
#include "zoom.h"

#include "element/fit/request.h"

gboolean
gst_cl_stft_zoom_is_on (const GstClStftSettings * settings)
{
  return settings->zoom_low != 0 || settings->zoom_high != 0;
}

/* Whether zoom-high is left to the stream. */
static gboolean
is_open (const GstClStftSettings * settings)
{
  return settings->zoom_high == 0 && settings->zoom_low > 0;
}

gboolean
gst_cl_stft_zoom_check (const GstClStftSettings * s, GError ** error)
{
  if (!gst_cl_stft_zoom_is_on (s) || is_open (s) || s->zoom_low < s->zoom_high)
    return TRUE;
  return gst_cl_set_property_error (error, "zoom-low", "is %.9g, but must be "
      "below zoom-high, %.9g", s->zoom_low, s->zoom_high);
}

/* Of one side from 0 to half the rate; of both from minus half the rate to the
   rate, in which each frequency is found both as they are counted with sides=two
   and with sides=centered. */
static void
get_range (const GstFourierInfo * info, gdouble * bottom, gdouble * top)
{
  gboolean is_half = info->sides == GST_FOURIER_SIDES_ONE;

  *bottom = is_half ? 0 : -(info->rate / 2.0);
  *top = is_half ? info->rate / 2.0 : info->rate;
}

/* Checks that a stream of this rate and these sides has the frequencies. */
static gboolean
check_stream (const GstClStftSettings * s, const GstFourierInfo * info,
    GError ** error)
{
  gchar number[GST_CL_REQUEST_NUMBER_SIZE];
  gdouble bottom, top;

  get_range (info, &bottom, &top);
  if (s->zoom_low < bottom || s->zoom_low >= top
      || (is_open (s) && s->zoom_low >= info->rate / 2.0))
    return gst_cl_set_request_error (error, "zoom-low",
        gst_cl_request_number (number, is_open (s) ? 0 : bottom), "is %.9g, but with a rate of %u "
        "must be %.9g to below %.9g", s->zoom_low, info->rate, bottom,
        is_open (s) ? info->rate / 2.0 : top);
  if (!is_open (s) && (s->zoom_high > top || s->zoom_high <= bottom))
    return gst_cl_set_request_error (error, "zoom-high",
        gst_cl_request_number (number, top), "is %.9g, but with a rate of %u "
        "must be at most %.9g and above %.9g", s->zoom_high, info->rate, top,
        bottom);
  if (s->zoom_high - s->zoom_low > info->rate)
    return gst_cl_set_request_error (error, "zoom-high",
        gst_cl_request_number (number, s->zoom_low + info->rate), "is %.9g, but "
        "with zoom-low=%.9g and a rate of %u must be at most %.9g",
        s->zoom_high, s->zoom_low, info->rate, s->zoom_low + info->rate);
  return TRUE;
}

gboolean
gst_cl_stft_zoom_place_bins (const GstClStftSettings * s,
    GstFourierInfo * info, guint * n_bins, GError ** error)
{
  guint length = gst_cl_stft_settings_get_length (s);
  gdouble high = is_open (s) ? info->rate / 2.0 : s->zoom_high;

  *n_bins = info->sides == GST_FOURIER_SIDES_ONE ? length / 2 + 1 : length;
  if (!gst_cl_stft_zoom_is_on (s))
    return TRUE;
  if (!check_stream (s, info, error))
    return FALSE;
  *n_bins = s->zoom_bins;
  gst_fourier_info_set_zoom (info, s->zoom_low, (high - s->zoom_low)
      / s->zoom_bins, s->zoom_bins);
  return TRUE;
}
