/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* claudiofft.h: the type of the element claudiofft. */
#ifndef GST_CL_AUDIO_FFT_H
#define GST_CL_AUDIO_FFT_H

#include <gst/gst.h>
#include "element/element.h"

G_BEGIN_DECLS

#define GST_TYPE_CL_AUDIO_FFT (gst_cl_audio_fft_get_type ())
G_DECLARE_FINAL_TYPE (GstClAudioFft, gst_cl_audio_fft, GST, CL_AUDIO_FFT,
    GstClElement)

GST_ELEMENT_REGISTER_DECLARE (claudiofft);

G_END_DECLS

#endif /* GST_CL_AUDIO_FFT_H */
