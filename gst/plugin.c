/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plugin.c: registers the elements. It makes no OpenCL call: a driver that
 * crashed here would blacklist the plugin.
 */
#include "claudiofft/claudiofft.h"
#include "clifft/clifft.h"
#include "clspectrogram/clspectrogram.h"
#include "clspectrum/clspectrum.h"
#include "clvideofft/clvideofft.h"

static gboolean
plugin_init (GstPlugin * plugin)
{
  return GST_ELEMENT_REGISTER (claudiofft, plugin)
      && GST_ELEMENT_REGISTER (clifft, plugin)
      && GST_ELEMENT_REGISTER (clspectrogram, plugin)
      && GST_ELEMENT_REGISTER (clspectrum, plugin)
      && GST_ELEMENT_REGISTER (clvideofft, plugin);
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, clfft,
    "Fast Fourier transforms of audio and video on OpenCL devices",
    plugin_init, VERSION, "LGPL", PACKAGE, PACKAGE_ORIGIN)
