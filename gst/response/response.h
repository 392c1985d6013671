/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * response.h: impulse responses from files, bytes and curves, as numbers at the
 * rate of the stream. No element is known here. What loads blocks; any thread.
 */
#ifndef GST_CL_RESPONSE_H
#define GST_CL_RESPONSE_H

#include <gst/gst.h>
#include "clfft/clfft.h"

G_BEGIN_DECLS

/**
 * GstClPhase:
 * @GST_CL_PHASE_MINIMUM: what a curve asks for, as early as can be
 * @GST_CL_PHASE_LINEAR: symmetric, (n_taps - 1) / 2 frames late
 */
typedef enum
{
  GST_CL_PHASE_MINIMUM,
  GST_CL_PHASE_LINEAR,
} GstClPhase;

/**
 * GstClNormalize:
 * @GST_CL_NORMALIZE_NONE: as it is
 * @GST_CL_NORMALIZE_PEAK: the largest tap of all channels becomes 1
 * @GST_CL_NORMALIZE_ENERGY: the channel with the most energy gets the energy 1
 */
typedef enum
{
  GST_CL_NORMALIZE_NONE,
  GST_CL_NORMALIZE_PEAK,
  GST_CL_NORMALIZE_ENERGY,
} GstClNormalize;

/**
 * GstClResponse:
 * @n_channels: 1 or more
 * @n_taps: of each channel, 1 or more
 * @rate: in hertz, that of the stream
 * @delay: frames by which the response is late by its making: 0, or of linear
 *     phase (n_taps - 1) / 2
 * @taps: [channel][tap], all finite
 * @note: (nullable): what of a curve this rate does not have, as: of which ...
 *
 * Reference counted; not changed once it is made.
 */
typedef struct
{
  gint n_references;            /* private */
  guint n_channels;
  guint64 n_taps;
  gint rate;
  guint64 delay;
  gdouble *taps;
  gchar *note;
} GstClResponse;

/* The most taps that a response may have, of one channel. */
#define GST_CL_RESPONSE_MAX_TAPS (G_GUINT64_CONSTANT (1) << 26)
/* The most taps of all channels together: 2 GiB. */
#define GST_CL_RESPONSE_MAX_NUMBERS (G_GUINT64_CONSTANT (1) << 28)

GstClResponse *gst_cl_response_ref (GstClResponse * response);
void gst_cl_response_unref (GstClResponse * response);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClResponse, gst_cl_response_unref)

/**
 * gst_cl_response_load_file:
 * @location: a path, or a URI
 * @rate: in hertz, to which it is resampled
 * @cancelled: (nullable): atomic; loading gives up soon after it is TRUE
 *
 * Decodes the first sound of a file by GStreamer's own elements. Channels stay
 * as they are, and full scale is 1. At another rate the taps are multiplied by
 * the file's rate / rate, so that the filter is the same; the first tap stays
 * the first, and there are ceil (n_taps rate / file's rate) of them. What the
 * band limit of the lower rate puts before the first tap is left out.
 *
 * Returns: NULL with an error of GST_RESOURCE_ERROR, GST_STREAM_ERROR or
 *     GST_LIBRARY_ERROR that names the file and what is wrong with it: not
 *     there, no sound in it, no decoder (which one), a tap that is not finite,
 *     too long. GST_CORE_ERROR_STATE_CHANGE if it was cancelled, which
 *     GST_CL_ELEMENT_ERROR does not post.
 */
GstClResponse *gst_cl_response_load_file (const gchar * location, gint rate,
    const gint * cancelled, GError ** error);

/**
 * gst_cl_response_from_bytes:
 * @bytes: numbers of the host's byte order, [channel][tap]
 * @is_double: whether they are F64 instead of F32
 * @n_channels: into which they are divided
 * @response_rate: in hertz, of the numbers; 0: rate
 *
 * Resampled as files are, until it is cancelled. Needs no element of GStreamer.
 */
GstClResponse *gst_cl_response_from_bytes (GBytes * bytes, gboolean is_double,
    guint n_channels, gint response_rate, gint rate, const gint * cancelled,
    GError ** error);

/**
 * gst_cl_response_load_curve:
 * @location: a path: AutoEq's GraphicEQ.txt and ParametricEQ.txt, Equalizer
 *     APO, REW's text, CamillaDSP's filters and coefficients
 * @n_taps: 0: as many as the curve needs
 * @device: (nullable): whose transforms are used; NULL: the CPU's, in double
 *     precision
 *
 * Makes a response of one channel whose magnitude is the curve's; docs/guide/
 * curves.md has the formats, and how near it comes.
 *
 * Returns: NULL with an error of GST_RESOURCE_ERROR, GST_STREAM_ERROR or
 *     GST_LIBRARY_ERROR that names the file, and of a line that is wrong its
 *     number, its text and what was expected; if it was cancelled as above
 */
GstClResponse *gst_cl_response_load_curve (const gchar * location, gint rate,
    GstClPhase phase, guint64 n_taps, clfft_device * device,
    const gint * cancelled, GError ** error);

/* A response of zeros, which its maker may fill until somebody else has it; NULL
   with an error if it has too many taps, or if there is no memory. */
GstClResponse *gst_cl_response_new_zeros (guint n_channels, guint64 n_taps,
    gint rate, GError ** error);

/**
 * gst_cl_response_mix:
 * @response: of 1 channel for all, of n_outputs channels for one each (n_inputs
 *     is n_outputs or 1), or of a matrix [output][input]
 *
 * What the element's properties make of a response, for the convolver: the
 * normalised taps times wet and the gain (dB), pre_delay frames later, plus dry
 * at the first (of linear phase: at `delay`, so that both arrive together). dry
 * goes from each input to the output of the same number; a single input's to
 * all outputs. A response of silence stays silent however it is normalised.
 *
 * Returns: a new response; NULL with an error if the channels do not fit, if it
 *     is too long or not finite
 */
GstClResponse *gst_cl_response_mix (const GstClResponse * response,
    GstClNormalize normalize, gdouble gain, gdouble wet, gdouble dry,
    guint64 pre_delay, guint n_inputs, guint n_outputs, GError ** error);

G_END_DECLS

#endif /* GST_CL_RESPONSE_H */
