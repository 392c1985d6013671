/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * config.h: derives from the settings and the format of the input what the
 * stream of spectra is, how samples are cut into frames, and what the device is
 * to compute. Pure: no OpenCL call is made here.
 */
#ifndef GST_CL_STFT_CONFIG_H
#define GST_CL_STFT_CONFIG_H

#include <gst/audio/audio.h>
#include "clfft/constantq.h"
#include "settings.h"

G_BEGIN_DECLS

/* Of a frame. */
#define GST_CL_STFT_MOST_WINDOWS 3

/* More than anybody has microphones: with fewer, settings alone say what a stream
   costs. Of more, who sends the caps has a second and a gibibyte. */
#define GST_CL_STFT_FREE_CHANNELS 64

/* Neighbouring source channels that are transformed by one dispatch. */
typedef struct
{
  guint first;                  /* source channel */
  guint n_channels;
  guint output;                 /* channel of the stream */
} GstClStftRun;

/**
 * GstClStftConfig:
 * @settings: what was set
 * @audio: the input
 * @info: the stream as the caps tell it
 * @framing: how input is cut
 * @window: size coefficients of each window
 * @n_windows: by which each frame is transformed: tapers, or those of sharpening
 * @sum_factor: of sums of power over bins, with more than one window
 * @gain: one per stored bin before bands, or %NULL
 * @bands: n_bands is 0 if there are none
 * @constant_q: n_frames is 0 if bands are sums of bins, or there are none
 * @class_1_from: centre of the octave from which on all are class 1; 0: none
 * @notes: GErrors of gst_cl_set_request_error(): what the stream does not have
 * @runs: which channels
 * @channels: that are transformed: those of the stream and, of quantities that
 *   have one, the reference
 * @reference: which of them is the reference
 * @n_bins: bins of each, on the sides that are stored
 * @group: transforms per frame of the stream
 * @distance: samples from frame to frame in the staging memory
 * @max_frames: transforms in one dispatch at most
 * @interleaves: two planes of I and Q are woven before the device sees them
 * @by_point: a buffer is [channel][point][frame]
 * @is_half: its numbers have 16 bits, and are real
 * @emphasizes: the host takes a share of the sample before from each
 */
typedef struct
{
  GstClStftSettings settings;
  GstAudioInfo audio;
  GstFourierInfo info;
  GstClFramingParams framing;
  gdouble *window;
  guint n_windows;
  gdouble sum_factor;
  gdouble *gain;
  clfft_bands bands;
  clfft_constant_q_layout constant_q;
  gdouble class_1_from;
  GPtrArray *notes;
  GstClStftRun *runs;
  guint n_runs;
  guint channels;
  guint reference;
  guint n_bins;
  guint group;
  guint distance;
  guint max_frames;
  gboolean interleaves;
  gboolean emphasizes;
  gboolean by_point;
  gboolean is_half;
} GstClStftConfig;

/* Makes a config. Returns NULL with an error that names the property, the value
   and the limit. */
GstClStftConfig *gst_cl_stft_config_new (const GstClStftSettings *
    settings, const GstAudioInfo * audio, GError ** error);
GstClStftConfig *gst_cl_stft_config_ref (GstClStftConfig *
    config);
/* Drops one reference; the last one frees it. Accepts NULL. */
void gst_cl_stft_config_free (gpointer config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClStftConfig,
    gst_cl_stft_config_free)

/* channels.c: sets runs, channels and reference, and the info's channels. */
gboolean gst_cl_stft_config_choose_channels (GstClStftConfig * config,
    GError ** error);

/* Bytes of the staging memory, which max_frames occupy. */
gsize gst_cl_stft_config_get_staging_size (const GstClStftConfig *
    config);
/* Bytes of it that n_frames occupy. */
gsize gst_cl_stft_config_get_used_size (const GstClStftConfig *
    config, guint n_frames);
/* The samples of a channel that max_frames are cut from. */
guint64 gst_cl_stft_config_get_read_span (const GstClStftConfig * config);
/* The samples from plane to plane in the staging memory; 0: interleaved. */
guint64 gst_cl_stft_config_get_plane_distance (const GstClStftConfig *
    config);

/* Fills the description of the first taper's plan for the format of
   config->info. It points into config, and at *matrix (g_free) if channels are
   mixed. Those of other tapers have other windows. */
gboolean gst_cl_stft_config_describe (const GstClStftConfig * config,
    clfft_desc * desc, gdouble ** matrix, GError ** error);

/* The points of a channel, and the bytes of n_frames, as the plan stores
   them. */
guint gst_cl_stft_config_get_n_stored (const GstClStftConfig * config);
gsize gst_cl_stft_config_get_spectra_size (const GstClStftConfig *
    config, guint n_frames);

/* The bytes of a frame of output, of all windows but tapers. */
gsize gst_cl_stft_config_get_frame_size (const GstClStftConfig * config);

/* How many plans a session makes. */
guint gst_cl_stft_config_count_plans (const GstClStftConfig * config);

/* How many frames of output a buffer has room for. */
guint gst_cl_stft_config_get_capacity (const GstClStftConfig *
    config);

/* Where a run of the plan starts, in elements of the input. */
guint64 gst_cl_stft_config_get_run_offset (const GstClStftConfig *
    config, const GstClStftRun * run);

G_END_DECLS

#endif /* GST_CL_STFT_CONFIG_H */
