/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settings.h: the properties of clfftfilter as one struct of plain values, and
 * which of them tell where the impulse response is.
 */
#ifndef GST_CL_FFT_FILTER_SETTINGS_H
#define GST_CL_FFT_FILTER_SETTINGS_H

#include <gst/gst.h>
#include "element/properties.h"
#include "response/response.h"

G_BEGIN_DECLS

/**
 * GstClIrFormat:
 * @GST_CL_IR_FORMAT_F32: single precision
 * @GST_CL_IR_FORMAT_F64: double precision
 *
 * Of the numbers in the property `ir`, in the host's byte order.
 */
typedef enum
{
  GST_CL_IR_FORMAT_F32,
  GST_CL_IR_FORMAT_F64,
} GstClIrFormat;

#define GST_TYPE_CL_IR_FORMAT (gst_cl_ir_format_get_type ())
GType gst_cl_ir_format_get_type (void);

/**
 * GstClIrLayout:
 * @GST_CL_IR_LAYOUT_AUTO: mono of one channel, per-channel of as many as the
 *     stream has, else matrix
 * @GST_CL_IR_LAYOUT_MONO: one for all channels
 * @GST_CL_IR_LAYOUT_PER_CHANNEL: one each
 * @GST_CL_IR_LAYOUT_MATRIX: [output][input]
 * @GST_CL_IR_LAYOUT_MATRIX_BY_INPUT: [input][output]
 *
 * What the channels of an impulse response are for.
 */
typedef enum
{
  GST_CL_IR_LAYOUT_AUTO,
  GST_CL_IR_LAYOUT_MONO,
  GST_CL_IR_LAYOUT_PER_CHANNEL,
  GST_CL_IR_LAYOUT_MATRIX,
  GST_CL_IR_LAYOUT_MATRIX_BY_INPUT,
} GstClIrLayout;

#define GST_TYPE_CL_IR_LAYOUT (gst_cl_ir_layout_get_type ())
GType gst_cl_ir_layout_get_type (void);

#define GST_TYPE_CL_PHASE (gst_cl_phase_get_type ())
GType gst_cl_phase_get_type (void);

#define GST_TYPE_CL_NORMALIZE (gst_cl_normalize_get_type ())
GType gst_cl_normalize_get_type (void);

/**
 * GstClFilterDelay:
 * @GST_CL_FILTER_DELAY_KEEP: part of the sound
 * @GST_CL_FILTER_DELAY_SUBTRACT: taken off the times, and reported as latency
 *
 * What becomes of the response's own delay.
 */
typedef enum
{
  GST_CL_FILTER_DELAY_KEEP,
  GST_CL_FILTER_DELAY_SUBTRACT,
} GstClFilterDelay;

#define GST_TYPE_CL_FILTER_DELAY (gst_cl_filter_delay_get_type ())
GType gst_cl_filter_delay_get_type (void);

/* Every member means what the property of its name says. */
typedef struct
{
  gchar *ir_file, *curve_file;
  GBytes *ir;
  guint ir_channels;
  GstClIrFormat ir_format;
  guint ir_rate;
  GstClPhase phase;
  guint ir_length;
  GstClIrLayout ir_layout;
  GstClNormalize normalize;
  gdouble gain;
  gdouble wet, dry;
  guint64 pre_delay;
  GstClFilterDelay delay;
  guint latency_frames;
  guint64 crossfade;
  gboolean drain_on_changes;
  guint64 alignment_threshold, discont_wait, gap_limit;
  gint effort;                  /* clfft_effort */
  gint schedule;                /* clfft_schedule */
} GstClFftFilterSettings;

extern const GstClProperty gst_cl_fft_filter_properties[];
extern const guint gst_cl_fft_filter_n_properties;

/* The bits of GstClProperty's marks. SOURCE: where the response comes from, all
   that loading it depends on. FILTER: what else it depends on what a stream is
   convolved with, and when it leaves. */
#define GST_CL_FFT_FILTER_SOURCE (1 << 0)
#define GST_CL_FFT_FILTER_FILTER (1 << 1)

/* The property that says where the response is. */
typedef enum
{
  GST_CL_FFT_FILTER_IR_FILE,
  GST_CL_FFT_FILTER_IR,
  GST_CL_FFT_FILTER_CURVE_FILE,
} GstClFftFilterSource;

/*
 * Finds which it is: the one that is set, or of two the one that is set
 * otherwise than in `in_force` (nullable), for while playing one is set before
 * the other is emptied. FALSE with a settings error that names the properties.
 */
gboolean gst_cl_fft_filter_settings_find_source
    (const GstClFftFilterSettings * settings,
    const GstClFftFilterSettings * in_force, GstClFftFilterSource * source,
    GError ** error);

/* Empties the other two. */
void gst_cl_fft_filter_settings_keep_source (GstClFftFilterSettings * settings,
    GstClFftFilterSource source);

G_END_DECLS

#endif /* GST_CL_FFT_FILTER_SETTINGS_H */
