/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * presets.c: the settings of front ends, each a line as gst-launch-1.0 takes
 * it. The lines are the values' names too, so that gst-inspect-1.0 shows them.
 *
 * Sources: whisper/audio.py, log_mel_spectrogram (openai-whisper 20250625);
 * librosa.feature.melspectrogram and power_to_db (librosa 1.0.0);
 * torchaudio.transforms.MelSpectrogram (torchaudio 2.11); feature-window.cc,
 * mel-computations.cc and feature-fbank.cc (kaldi-native-fbank 1.23), samples
 * as 16-bit integers; ASTFeatureExtractor (transformers 5.24);
 * nemo/collections/asr/parts/preprocessing/features.py, FilterbankFeatures, in
 * evaluation (NVIDIA NeMo 3.0), with the parameters of its Conformer models;
 * research/audioset/yamnet/features.py and params.py (tensorflow/models);
 * tf.signal.linear_to_mel_weight_matrix (TensorFlow 2).
 */
#include "presets.h"

#include <string.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "front-end.h"

/* Frames of Kaldi without dither; the floor is FLT_EPSILON. */
#define KALDI \
  "size=400 hop=160 zero-pad=512 last-frame=complete detrend=constant " \
  "pre-emphasis=0.97 pre-emphasis-mode=frame scaling=none quantity=log " \
  "floor=-69.237 band-scale=mel mel-scale=kaldi band-low=20 band-sum=power "

/* *INDENT-OFF* */
GST_CL_DEFINE_ENUM (gst_cl_stft_preset, "GstClAudioFftPreset",
    {GST_CL_STFT_PRESET_NONE, "Every property as it is", "none"},
    {GST_CL_STFT_PRESET_LIBROSA,
        "size=2048 hop=512 center=true scaling=none quantity=db floor=-100 "
        "bands=128 band-scale=mel mel-scale=slaney mel-norm=slaney "
        "band-sum=power last-frame=middle", "librosa"},
    {GST_CL_STFT_PRESET_TORCHAUDIO,
        "size=400 hop=200 center=true pad-mode=reflect scaling=none "
        "quantity=power bands=128 band-scale=mel mel-scale=htk mel-norm=none "
        "band-sum=power last-frame=middle", "torchaudio"},
    {GST_CL_STFT_PRESET_WHISPER,
        "size=400 hop=160 center=true pad-mode=reflect scaling=none "
        "quantity=log10 floor=-100 bands=80 band-scale=mel mel-scale=slaney "
        "mel-norm=slaney band-sum=power top-db=80 normalize=whisper "
        "frames-per-buffer=3000 whole-buffers=true last-frame=hop", "whisper"},
    {GST_CL_STFT_PRESET_NEMO,
        "size=400 hop=160 zero-pad=512 window=hann-symmetric center=true "
        "pre-emphasis=0.97 scaling=none quantity=log "
        "log-offset=5.9604644775390625e-8 bands=80 band-scale=mel "
        "mel-scale=slaney mel-norm=slaney band-sum=power normalize=per-band "
        "frames-per-buffer=1600 last-frame=hop", "nemo"},
    {GST_CL_STFT_PRESET_YAMNET,
        "size=400 hop=160 zero-pad=512 scaling=none quantity=log "
        "log-offset=0.001 bands=64 band-scale=mel mel-scale=kaldi "
        "band-low=125 band-high=7500 band-sum=magnitude "
        "frames-per-buffer=96 buffer-hop=48 whole-buffers=true "
        "last-frame=needed", "yamnet"},
    {GST_CL_STFT_PRESET_KALDI, KALDI
        "window=povey calibration=90.309 bands=80", "kaldi"},
    {GST_CL_STFT_PRESET_AST, KALDI
        "window=hann-symmetric bands=128 normalize=ast frames-per-buffer=1024 "
        "whole-buffers=true", "ast"})
/* *INDENT-ON* */

guint
gst_cl_stft_preset_get_rate (GstClStftPreset preset)
{
  return preset <= GST_CL_STFT_PRESET_TORCHAUDIO ? 0 : 16000;
}

void
gst_cl_stft_preset_note_rate (GstClStftPreset preset, guint rate,
    GPtrArray * notes)
{
  guint wanted = gst_cl_stft_preset_get_rate (preset);

  if (wanted == 0 || rate == wanted)
    return;
  gst_cl_notes_add (notes, "preset", "is %s, but the input's rate is %u and "
      "must be %u for the model: audioresample ! audio/x-raw,rate=%u before "
      "this element makes it so; without it, lengths are as many samples as at "
      "that rate", gst_cl_enum_nick (GST_TYPE_CL_STFT_PRESET, preset), rate,
      wanted, wanted);
}

/* All rows: those of settings.c, then those of front-end.c; NULL beyond. */
static const GstClProperty *
get_row (guint i)
{
  if (i < gst_cl_stft_n_properties)
    return &gst_cl_stft_properties[i];
  i -= gst_cl_stft_n_properties;
  return i < gst_cl_stft_n_front_end_properties
      ? &gst_cl_stft_front_end_properties[i] : NULL;
}

static const GstClProperty *
find_row (const gchar * name)
{
  const GstClProperty *row;
  guint i;

  for (i = 0; (row = get_row (i)); i++)
    if (strcmp (row->name, name) == 0)
      return row;
  g_assert_not_reached ();
}

/* Sets what "name=value" says. */
static void
set_word (const gchar * word, GstClStftSettings * settings)
{
  g_auto (GStrv) parts = g_strsplit (word, "=", 2);

  gst_cl_property_read (find_row (parts[0]), settings, parts[1]);
}

static void
fill (GstClStftPreset preset, GstClStftSettings * settings)
{
  GEnumClass *klass = g_type_class_ref (GST_TYPE_CL_STFT_PRESET);
  g_auto (GStrv) words =
      g_strsplit (g_enum_get_value (klass, preset)->value_name, " ", 0);
  guint i;

  for (i = 0; words[i]; i++)
    set_word (words[i], settings);
  g_type_class_unref (klass);
}

void
gst_cl_stft_preset_resolve (gconstpointer given, gpointer resolved)
{
  const GstClStftSettings *settings = given;
  GstClStftSettings own = *settings;
  const GstClProperty *row;
  guint i;

  memcpy (resolved, settings, sizeof *settings);
  if (settings->preset == GST_CL_STFT_PRESET_NONE)
    return;
  for (i = 0; (row = get_row (i)); i++)
    gst_cl_property_init (row, &own);
  fill (settings->preset, &own);
  for (i = 0; (row = get_row (i)); i++) {
    if (!gst_cl_property_is_standard (row, &own)
        && !gst_cl_property_is_set (row, settings))
      gst_cl_property_copy (row, &own, resolved);
    gst_cl_property_clear (row, &own);
  }
}
