/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram.c: the element's class. input.c, stream.c, frames.c and
 * output.c handle what streams through it; settings.c has its settings,
 * config.c what follows from them, session.c its work on the device.
 */
/**
 * SECTION:element-clspectrogram
 * @title: clspectrogram
 *
 * Pictures of the spectrum of audio, or of spectra that claudiofft made:
 * waterfall, bars or line, with axes and a scale of colours; and of spectra of
 * video, as planes of frequencies. Transforms, levels and pixels are computed on
 * an OpenCL device.
 *
 * ## Examples
 * |[
 * gst-launch-1.0 filesrc location=sound.ogg ! decodebin !
 *     clspectrogram frequency-scale=log ! videoconvert ! autovideosink
 * ]| shows a sound as it goes by.
 * |[
 * gst-launch-1.0 filesrc location=sound.ogg ! decodebin !
 *     clspectrogram slide=whole ! video/x-raw,width=1600,height=900 ! pngenc !
 *     filesink location=sound.png
 * ]| writes one picture of all of it.
 */
#include "private.h"

#include "element/caps.h"

GST_DEBUG_CATEGORY (gst_cl_spectrogram_debug);
#define GST_CAT_DEFAULT gst_cl_spectrogram_debug

G_DEFINE_TYPE (GstClSpectrogram, gst_cl_spectrogram, GST_TYPE_CL_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clspectrogram, "clspectrogram",
    GST_RANK_NONE, GST_TYPE_CL_SPECTROGRAM,
    GST_DEBUG_CATEGORY_INIT (gst_cl_spectrogram_debug, "clspectrogram", 0,
        "pictures of spectra"));

/* All formats with 8 bits a colour in 32 bits, then those that encoders
   take. */
#define VIDEO_FORMATS "{ BGRx, RGBx, BGRA, RGBA, xRGB, xBGR, ARGB, ABGR, " \
    "I420, NV12, GRAY8 }"

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS,
    GST_STATIC_CAPS (GST_AUDIO_CAPS_MAKE (GST_AUDIO_FORMATS_ALL)
        ", layout = (string) { interleaved, non-interleaved }; "
        GST_FOURIER_CAPS_MAKE (GST_FOURIER_FORMATS_ALL) "; "
        GST_FOURIER_CAPS_MAKE_WITH_FEATURES
        (GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY, GST_AUDIO_NE (F32))));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS ("video/x-raw, format = (string) " VIDEO_FORMATS ", "
        "width = (int) [ 1, 16384 ], height = (int) [ 1, 16384 ], "
        "framerate = (fraction) [ 0/1, max ], "
        "pixel-aspect-ratio = (fraction) 1/1"));

static void
gst_cl_spectrogram_forget (GstClElement * element, GstClForget how)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);

  gst_cl_framing_flush (self->framing);
  gst_cl_timeline_forget (&self->sound);
  gst_cl_stft_session_reset
      (gst_cl_spectrogram_session_get_transforms (element->session));
  gst_cl_spectrogram_restart (self);
}

static void
gst_cl_spectrogram_set_segment (GstClElement * element,
    const GstSegment * segment, gboolean goes_on)
{
  GstClSpectrogram *self = GST_CL_SPECTROGRAM (element);

  gst_cl_framing_set_segment (self->framing, segment);
  if (goes_on)
    return;
  gst_cl_timeline_set_segment (&self->sound, segment);
  if (element->configured && self->sound.active)
    gst_cl_spectrogram_forget_times (self);
}

static void
gst_cl_spectrogram_init (GstClSpectrogram * self)
{
  self->framing = gst_cl_framing_new ();
  gst_cl_timeline_forget (&self->sound);
  gst_cl_timeline_forget (&self->pictures);
  gst_fourier_info_init (&self->spectra);
}

static void
gst_cl_spectrogram_finalize (GObject * object)
{
  g_clear_pointer (&GST_CL_SPECTROGRAM (object)->framing, gst_cl_framing_free);
  G_OBJECT_CLASS (gst_cl_spectrogram_parent_class)->finalize (object);
}

/* *INDENT-OFF* */
static const GstClElementFunctions functions = {
  .get_line = gst_cl_spectrogram_get_line, .gap_limit =
  G_STRUCT_OFFSET (GstClSpectrogramSettings, audio.gap_limit),
  .settings_size = sizeof (GstClSpectrogramSettings), .input_size = sizeof
  (GstClSpectrogramInput), .open = gst_cl_spectrogram_session_open, .close =
  gst_cl_spectrogram_session_close, .unconfigure =
  gst_cl_spectrogram_session_unconfigure, .get_stats =
  gst_cl_spectrogram_session_get_stats, .check =
  gst_cl_spectrogram_settings_check, .parse = gst_cl_spectrogram_parse,
  .is_same = gst_cl_spectrogram_is_same, .prepare =
  gst_cl_spectrogram_prepare, .setup_free = gst_cl_spectrogram_setup_free,
  .apply = gst_cl_spectrogram_apply, .adopt = gst_cl_spectrogram_adopt,
  .allocate = gst_cl_spectrogram_allocate, .get_latency =
  gst_cl_spectrogram_get_latency, .take = gst_cl_spectrogram_take, .gap =
  gst_cl_spectrogram_gap, .drain = gst_cl_spectrogram_drain, .forget =
  gst_cl_spectrogram_forget, .set_segment = gst_cl_spectrogram_set_segment,
};
/* *INDENT-ON* */

static void
gst_cl_spectrogram_class_init (GstClSpectrogramClass * class)
{
  GstClElementClass *klass = GST_CL_ELEMENT_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = gst_cl_spectrogram_finalize;
  klass->category = gst_cl_spectrogram_debug;
  klass->functions = &functions;
  klass->backwards = GST_CL_BACKWARDS_SKIP;
  klass->meta_api = GST_AUDIO_META_API_TYPE;

  gst_cl_element_class_add_properties (klass, gst_cl_spectrogram_properties,
      gst_cl_spectrogram_n_properties, GST_CL_SPECTROGRAM_HIDDEN);
  gst_cl_element_class_add_properties (klass, gst_cl_stft_properties,
      gst_cl_stft_n_properties, GST_CL_STFT_SPECTRA_ONLY);
  gst_cl_video_template_add_dmabufs (&src_template);
  gst_cl_element_class_describe (klass, &sink_template, &src_template,
      "OpenCL Spectrogram", "Visualization",
      "Draws spectra of audio as waterfall, bars or line, of video as planes, on "
      "an OpenCL device");
}
