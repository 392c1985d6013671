/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * config.h: what follows from settings and the format of the input: the shape
 * of clfftfilter, and its caps.
 */
#ifndef GST_CL_FFT_FILTER_CONFIG_H
#define GST_CL_FFT_FILTER_CONFIG_H

#include <gst/audio/audio.h>
#include "clfft/clfft.h"
#include "element/element.h"
#include "settings.h"

G_BEGIN_DECLS

/**
 * GstClFftFilterConfig:
 * @in: the input
 * @n_outputs: channels that leave
 * @ir_layout: as it is set
 * @source: which property says where the response is
 * @response: (nullable): of that source; NULL: it is loaded later
 * @precision: of what is computed: double of F64, S32 and U32 where the device
 *     has it
 */
typedef struct
{
  GstAudioInfo in;
  guint n_outputs;
  GstClIrLayout ir_layout;
  GstClFftFilterSource source;
  GstClResponse *response;
  clfft_precision precision;
} GstClFftFilterConfig;

/* response: (nullable): of the settings, else it is loaded. n_outputs: 0: as
   many as it makes, and what is loaded is kept. in_force: (nullable): the
   settings in use. NULL with error. */
GstClFftFilterConfig *gst_cl_fft_filter_config_new (GstClElement * element,
    const GstClFftFilterSettings * settings,
    const GstClFftFilterSettings * in_force, GstClResponse * response,
    guint n_outputs, GError ** error);
void gst_cl_fft_filter_config_free (gpointer config);

/* Chooses the caps of the output; NULL with error. */
GstCaps *gst_cl_fft_filter_config_choose_caps (const GstClFftFilterConfig *
    config, GstClElement * element, GError ** error);

/* Frames that are expected in a buffer before one has come. */
guint gst_cl_fft_filter_config_guess_frames (const GstClFftFilterConfig *
    config);

/* The caps that the sink pad takes: what downstream takes, with any number of
   channels, for a matrix may change it. filter: (nullable). */
GstCaps *gst_cl_fft_filter_get_sink_caps (GstClElement * element,
    GstCaps * filter);

G_END_DECLS

#endif /* GST_CL_FFT_FILTER_CONFIG_H */
