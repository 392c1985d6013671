/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourier-private.h: what the files of the library share and do not export.
 */
#ifndef __GST_FOURIER_PRIVATE_H__
#define __GST_FOURIER_PRIVATE_H__

#include "gstfourierinfo.h"

G_BEGIN_DECLS

/* Longest words that caps may hold; to_caps stays within its limit by them. */
#define MAX_WINDOW_NAME 16
#define MAX_SOURCE_VIDEO 104
#define MAX_COMPONENT 8
/* Channel positions; GStreamer has named fewer than 32. */
#define MAX_POSITIONS 48

/* Sets *error, which knows the field (nullable), and says the same in the debug
   log. Both return FALSE. */
gboolean gst_fourier_refuse (GError ** error, GstFourierError code,
    const gchar * field, const gchar * format, ...) G_GNUC_PRINTF (4, 5);
/* Refuses the value of a field: "FIELD is VALUE, but ...". */
gboolean gst_fourier_refuse_value (GError ** error, const GstFourierInfo * info,
    const gchar * field, const gchar * format, ...) G_GNUC_PRINTF (4, 5);

/* fourierfields.c: one table row per field of the caps, canonical order. */
gboolean gst_fourier_fields_read (GstFourierInfo * info,
    const GstStructure * structure, GError ** error);
gboolean gst_fourier_fields_check (const GstFourierInfo * info,
    GError ** error);
void gst_fourier_fields_write (const GstFourierInfo * info,
    const GstFourierInfo * defaults, GstStructure * structure);
gboolean gst_fourier_fields_equal (const GstFourierInfo * info,
    const GstFourierInfo * other);
/* The same of one field; and its value as caps have it (g_free). */
gboolean gst_fourier_fields_one_is_equal (const GstFourierInfo * info,
    const GstFourierInfo * other, const gchar * name);
gchar *gst_fourier_fields_print (const GstFourierInfo * info,
    const gchar * name);

/* fourierresolve.c: fields that follow from others. */
void gst_fourier_get_defaults (const GstFourierInfo * info,
    GstFourierInfo * defaults);
void gst_fourier_resolve (GstFourierInfo * info);
void gst_fourier_resolve_framerate (GstFourierInfo * info);
void gst_fourier_resolve_bins (GstFourierInfo * info);
/* fourierrules.c: the rules between fields. */
gboolean gst_fourier_check_rules (const GstFourierInfo * info,
    GError ** error);

/* fouriertext.c: numbers and lists that caps hold as text. */
gdouble gst_fourier_round_param (gdouble value);
gdouble gst_fourier_round_floor (gdouble value);
void gst_fourier_print_param (gdouble value, gchar * text, gsize size);
void gst_fourier_print_exact (gdouble value, gchar * text, gsize size);
void gst_fourier_print_floor (gdouble value, gchar * text, gsize size);
gboolean gst_fourier_parse_decimal (const gchar * text, gdouble * value);
gboolean gst_fourier_parse_mask (const gchar * text, guint64 * mask);
/* Number of channels that "0-3+7" names, indices below `limit`, without the
   index `but`; 0 if bad. */
guint gst_fourier_count_selected (const gchar * select, guint limit,
    guint but);

typedef struct
{
  guint width, height;
  guint fps_n, fps_d;
} GstFourierSourceVideo;

gboolean gst_fourier_parse_source_video (const gchar * text,
    GstFourierSourceVideo * source);

G_END_DECLS

#endif /* __GST_FOURIER_PRIVATE_H__ */
