/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * presets.h: the front ends of models, as the settings that give the numbers
 * which they were trained on.
 */
#ifndef GST_CL_STFT_PRESETS_H
#define GST_CL_STFT_PRESETS_H

#include "stft/settings.h"

G_BEGIN_DECLS

/* Fills resolved with settings in which every property that was not set has the
   value of the preset. Its texts and bytes stay those of settings: no preset has
   any. Both are a GstClStftSettings. */
void gst_cl_stft_preset_resolve (gconstpointer settings, gpointer resolved);

/* The samples per second of the preset's model; 0: any. */
guint gst_cl_stft_preset_get_rate (GstClStftPreset preset);
/* Notes another rate, and what makes the model's. */
void gst_cl_stft_preset_note_rate (GstClStftPreset preset, guint rate,
    GPtrArray * notes);

G_END_DECLS

#endif /* GST_CL_STFT_PRESETS_H */
