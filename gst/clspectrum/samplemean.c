/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* samplemean.c: adds up channels, with a function for each format. */
#include "samplemean.h"

/* Sums side by side: as many as compilers keep in vectors. */
#define N_LANES 8
/* Fewer channels are added faster one after the other. */
#define MIN_FOR_LANES 12
/* Channels that are added in lane_type, the narrower: of this many numbers of
   24 bits it holds the sum, and the rounding of floats does not grow on. */
#define MAX_PART 256

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define READ_UINT24 GST_READ_UINT24_LE
#else
#define READ_UINT24 GST_READ_UINT24_BE
#endif

/* Number c of x. */
#define READ_NUMBER(x, c) ((x)[c])
#define READ_S24(x, c) \
  ((gint32) ((guint32) READ_UINT24 ((x) + 3 * (c)) << 8) >> 8)

/* Counts known when compiled, and pointers that step on, are what GCC needs to
   use vectors at -O2. */
#define DEFINE_MEAN(name, type, size, lane_type, sum_type, READ) \
static void \
mean_of_few_ ## name (const type * x, gsize n_channels, gsize n_samples, \
    gdouble factor, gfloat * dest) \
{ \
  lane_type sum; \
  gsize i, c; \
\
  for (i = 0; i < n_samples; i++) { \
    sum = READ (x, 0); \
    x += size; \
    for (c = 1; c < n_channels; c++, x += size) \
      sum += READ (x, 0); \
    dest[i] = factor * (gdouble) sum; \
  } \
} \
\
static inline sum_type \
sum_part_of_ ## name (const type * x, gsize n) \
{ \
  lane_type lanes[N_LANES] = { 0 }, rest = 0; \
  gsize i, k; \
\
  for (i = n / N_LANES; i > 0; i--, x += N_LANES * size) \
    for (k = 0; k < N_LANES; k++) \
      lanes[k] += READ (x, k); \
  for (i = n % N_LANES; i > 0; i--, x += size) \
    rest += READ (x, 0); \
  for (k = 0; k < N_LANES / 2; k++) \
    lanes[k] += lanes[k + N_LANES / 2]; \
  return (sum_type) (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + rest; \
} \
\
static void \
mean_of_ ## name (const guint8 * data, guint n_channels, gsize n_samples, \
    gdouble factor, gfloat * dest) \
{ \
  const type *x = (const type *) (const void *) data; \
  gsize i, left, part; \
\
  if (n_channels < MIN_FOR_LANES) { \
    mean_of_few_ ## name (x, n_channels, n_samples, factor, dest); \
    return; \
  } \
  for (i = 0; i < n_samples; i++) { \
    sum_type sum = 0; \
\
    for (left = n_channels; left > 0; left -= part, x += part * size) { \
      part = MIN (left, MAX_PART); \
      sum += sum_part_of_ ## name (x, part); \
    } \
    dest[i] = factor * (gdouble) sum; \
  } \
}

DEFINE_MEAN (s16, gint16, 1, gint32, gint64, READ_NUMBER)
DEFINE_MEAN (s24, guint8, 3, gint32, gint64, READ_S24)
DEFINE_MEAN (s32, gint32, 1, gint64, gint64, READ_NUMBER)
DEFINE_MEAN (f32, gfloat, 1, gfloat, gdouble, READ_NUMBER)
DEFINE_MEAN (f64, gdouble, 1, gdouble, gdouble, READ_NUMBER)

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
