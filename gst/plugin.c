/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plugin.c: registers the elements. It makes no OpenCL call: a driver that
 * crashed here would blacklist the plugin.
 */
#include <gst/fourier/fourier.h>
#include "claudiofft/claudiofft.h"
#include "clfftfilter/clfftfilter.h"
#include "clifft/clifft.h"
#include "clspectrogram/clspectrogram.h"
#include "clspectrum/clspectrum.h"
#include "clvideodenoise/clvideodenoise.h"
#include "clvideofft/clvideofft.h"
#include "clvideofilter/clvideofilter.h"

/* Enumerations of properties that are the stream format's, not a plugin's. */
static void
mark_enums (void)
{
  gst_type_mark_as_plugin_api (GST_TYPE_FOURIER_QUANTITY, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_FOURIER_BAND_SUM, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_FOURIER_NORMALIZE, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_FOURIER_SCALING, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_FOURIER_DETREND, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_FOURIER_WEIGHTING, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_FOURIER_AVERAGING, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_FOURIER_CHANNEL_MODE, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_FOURIER_DETREND, 0);
}

static gboolean
plugin_init (GstPlugin * plugin)
{
  mark_enums ();
#ifdef HAVE_STATIC_FEATURES
  /* the elements are the same whatever devices there are */
  gst_plugin_set_static_features_flag (plugin);
#endif
  return GST_ELEMENT_REGISTER (claudiofft, plugin)
      && GST_ELEMENT_REGISTER (clfftfilter, plugin)
      && GST_ELEMENT_REGISTER (clifft, plugin)
      && GST_ELEMENT_REGISTER (clspectrogram, plugin)
      && GST_ELEMENT_REGISTER (clspectrum, plugin)
      && GST_ELEMENT_REGISTER (clvideodenoise, plugin)
      && GST_ELEMENT_REGISTER (clvideofft, plugin)
      && GST_ELEMENT_REGISTER (clvideofilter, plugin);
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, clfft,
    "Fast Fourier transforms of audio and video on OpenCL devices",
    plugin_init, VERSION, "LGPL", PACKAGE_NAME, PACKAGE_ORIGIN)
