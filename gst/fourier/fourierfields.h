/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fourierfields.h: a row of the table of fields, and its value as text. */
#ifndef __GST_FOURIER_FIELDS_H__
#define __GST_FOURIER_FIELDS_H__

#include "fourier-private.h"

G_BEGIN_DECLS

typedef enum
{
  KIND_INT,                     /* guint or enum: int */
  KIND_ENUM,                    /* enum: string, the nick */
  KIND_BOOLEAN,
  KIND_AXES,                    /* guint[rank]: array of int */
  KIND_PAIR,                    /* guint[2]: array of int */
  KIND_FRACTION,                /* two guint: fraction */
  KIND_WORD,                    /* gchar[]: string */
  KIND_PARAM,                   /* gdouble: string */
  KIND_EXACT,                   /* gdouble: string, that number alone */
  KIND_FLOOR,                   /* gdouble: string */
  KIND_MASK,                    /* guint64: string */
  KIND_AUDIO_FORMAT,            /* GstAudioFormat: string */
  KIND_AUDIO_LAYOUT             /* GstAudioLayout: string */
} Kind;

typedef struct
{
  const gchar *name;
  Kind kind;
  gsize offset;
  gboolean required;            /* written even if at its default */
  gint64 lowest, highest;       /* numbers; words: shortest and longest */
    GType (*get_type) (void);   /* KIND_ENUM */
  const gchar *letters;         /* KIND_WORD: what it may hold */
} Field;

#define MEMBER(type, info, field) \
    ((type *) (void *) ((guint8 *) (info) + (field)->offset))
#define CONST_MEMBER(type, info, field) \
    ((const type *) (const void *) ((const guint8 *) (info) + (field)->offset))

/* Numbers of the field, 0 if it is of another kind. */
guint gst_fourier_field_count (const GstFourierInfo * info,
    const Field * field);
/* The field as caps hold it, perhaps in text; NULL if they cannot hold it. */
const gchar *gst_fourier_field_print (const GstFourierInfo * info,
    const Field * field, gchar * text, gsize size);
/* Reads a field that is a string in caps; FALSE if that is not legal. */
gboolean gst_fourier_field_parse (GstFourierInfo * info, const Field * field,
    const gchar * text);
gboolean gst_fourier_word_fits (const Field * field, const gchar * text);

G_END_DECLS

#endif /* __GST_FOURIER_FIELDS_H__ */
