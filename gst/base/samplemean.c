/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * samplemean.c: sums over channels, a function a format.
 */
#include "samplemean.h"

/* Sums that do not wait for each other: one would take the time of as many
   additions in a row. */
#define N_SUMS 4

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define READ_UINT24 GST_READ_UINT24_LE
#else
#define READ_UINT24 GST_READ_UINT24_BE
#endif

/* Number c of x. */
#define READ_NUMBER(x, c) ((x)[c])
#define READ_S24(x, c) \
  ((gint32) ((guint32) READ_UINT24 ((x) + 3 * (c)) << 8) >> 8)

#define DEFINE_MEAN(name, type, size, sum_type, READ) \
static void \
mean_of_ ## name (const guint8 * data, guint n_channels, gsize n_samples, \
    gdouble factor, gfloat * dest) \
{ \
  const type *x = (const type *) (const void *) data; \
  gsize i; \
  guint c, k; \
\
  for (i = 0; i < n_samples; i++, x += (gsize) n_channels * size) { \
    sum_type sums[N_SUMS] = { 0 }; \
\
    for (c = 0; c + N_SUMS <= n_channels; c += N_SUMS) \
      for (k = 0; k < N_SUMS; k++) \
        sums[k] += READ (x, c + k); \
    for (k = 0; c + k < n_channels; k++) \
      sums[k] += READ (x, c + k); \
    dest[i] = factor * ((gdouble) (sums[0] + sums[1]) \
        + (gdouble) (sums[2] + sums[3])); \
  } \
}

DEFINE_MEAN (s16, gint16, 1, gint64, READ_NUMBER)
DEFINE_MEAN (s24, guint8, 3, gint64, READ_S24)
DEFINE_MEAN (s32, gint32, 1, gint64, READ_NUMBER)
DEFINE_MEAN (f32, gfloat, 1, gdouble, READ_NUMBER)
DEFINE_MEAN (f64, gdouble, 1, gdouble, READ_NUMBER)

GstClSampleMeanFunction
gst_cl_sample_mean_find (GstAudioFormat format)
{
  static const struct
  {
    GstAudioFormat format;
    GstClSampleMeanFunction function;
  } table[] = {
    {GST_AUDIO_FORMAT_S16, mean_of_s16},
    {GST_AUDIO_FORMAT_S24, mean_of_s24},
    {GST_AUDIO_FORMAT_S32, mean_of_s32},
    {GST_AUDIO_FORMAT_F32, mean_of_f32},
    {GST_AUDIO_FORMAT_F64, mean_of_f64},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++)
    if (table[i].format == format)
      return table[i].function;
  return NULL;
}
