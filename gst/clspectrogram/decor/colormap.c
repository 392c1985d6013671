/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * colormap.c: interpolates the 256 colours of a map from few knots.
 *
 * Inferno, magma and viridis are matplotlib's, by N. Smith, S. van der Walt
 * and E. Firing (CC0); turbo is A. Mikhailov's (Google AI blog, 2019;
 * Apache-2.0). The knots are fitted to the published tables by least squares:
 * no channel of any colour is further than 1/255 from these.
 */
#include "colormap.h"

#define N_KNOTS 32

static const guint32 inferno[N_KNOTS] = {
  0x000004, 0x030312, 0x0b0725, 0x160c39, 0x220c4c, 0x310a5d,
  0x3f0967, 0x4d0c6c, 0x5a116e, 0x67166e, 0x741b6e, 0x811f6c,
  0x8e2469, 0x9b2865, 0xa82e5f, 0xb53359, 0xc13a50, 0xcc4248,
  0xd74b3f, 0xe05536, 0xe9602c, 0xef6d22, 0xf57b17, 0xf9890c,
  0xfb9805, 0xfca70b, 0xfcb81c, 0xf9c72f, 0xf6d846, 0xf2e863,
  0xf2f585, 0xfcffa4,
};

static const guint32 magma[N_KNOTS] = {
  0x000004, 0x030311, 0x0a0823, 0x140e35, 0x1e1149, 0x2a125d,
  0x390f6e, 0x460f78, 0x54137d, 0x611880, 0x6d1e81, 0x7a2382,
  0x872781, 0x942c81, 0xa2307e, 0xaf347b, 0xbd3978, 0xca3e72,
  0xd6446c, 0xe24d66, 0xec5760, 0xf3655c, 0xf8745c, 0xfb835f,
  0xfd9366, 0xfea26f, 0xfeb279, 0xfec186, 0xfed092, 0xfddfa0,
  0xfceeb0, 0xfcfdbf,
};

static const guint32 viridis[N_KNOTS] = {
  0x440154, 0x470d61, 0x48196b, 0x482375, 0x472e7c, 0x453882,
  0x414287, 0x3e4b89, 0x3a548c, 0x355d8d, 0x32658e, 0x2e6e8e,
  0x2b758e, 0x287d8e, 0x25848e, 0x228c8d, 0x1f948c, 0x1e9c8a,
  0x20a386, 0x24ab82, 0x2db27d, 0x39ba76, 0x48c16e, 0x58c765,
  0x6acd5b, 0x7ed34f, 0x92d741, 0xa8db34, 0xbedf25, 0xd4e219,
  0xe9e419, 0xfde725,
};

static const guint32 turbo[N_KNOTS] = {
  0x30123b, 0x392b76, 0x4142a5, 0x4558cb, 0x476ee6, 0x4783f9,
  0x4197ff, 0x34acf9, 0x25c0e8, 0x19d2d2, 0x17e1bd, 0x22eca9,
  0x3af58f, 0x59fb73, 0x7aff58, 0x97ff43, 0xaefa37, 0xc3f233,
  0xd7e635, 0xe8d739, 0xf5c63b, 0xfcb437, 0xfe9f2f, 0xfd8624,
  0xf76e1a, 0xee5510, 0xe34309, 0xd43305, 0xc32403, 0xae1701,
  0x960d01, 0x7a0403,
};

static const guint32 grey[] = { 0x000000, 0xffffff };

static const struct
{
  const guint32 *knots;         /* evenly spaced, 0x00RRGGBB */
  guint n_knots;
} maps[GST_CL_N_COLOR_MAPS] = {
  [GST_CL_COLOR_MAP_INFERNO] = {inferno, N_KNOTS},
  [GST_CL_COLOR_MAP_MAGMA] = {magma, N_KNOTS},
  [GST_CL_COLOR_MAP_VIRIDIS] = {viridis, N_KNOTS},
  [GST_CL_COLOR_MAP_TURBO] = {turbo, N_KNOTS},
  [GST_CL_COLOR_MAP_GREY] = {grey, G_N_ELEMENTS (grey)},
};

#define LAST (GST_CL_COLOR_MAP_SIZE - 1)

/* Interpolates one byte, `part` of LAST from a to b, rounded. */
static guint32
mix_channel (guint32 a, guint32 b, guint shift, guint part)
{
  guint32 from = a >> shift & 0xff, to = b >> shift & 0xff;

  return (from * (LAST - part) + to * part + LAST / 2) / LAST << shift;
}

void
gst_cl_color_map_fill (GstClColorMap map, guint32 colors[GST_CL_COLOR_MAP_SIZE])
{
  const guint32 *knots = maps[map].knots;
  guint n_steps = maps[map].n_knots - 1, i;

  for (i = 0; i <= LAST; i++) {
    guint knot = MIN (i * n_steps / LAST, n_steps - 1);
    guint part = i * n_steps - knot * LAST;
    guint32 a = knots[knot], b = knots[knot + 1];

    colors[i] = mix_channel (a, b, 16, part) | mix_channel (a, b, 8, part)
        | mix_channel (a, b, 0, part);
  }
}
