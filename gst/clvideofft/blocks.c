/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* blocks.c: cuts pictures into blocks; config.h declares it. */
#include "config.h"

#include "element/fit/request.h"

/* As few blocks as hold every pixel, the last of which may reach beyond them;
   of centred ones all that begin before the end. */
static guint
count_blocks (guint size, guint block, guint step, guint lead)
{
  return lead > 0 ? (size - 1 + lead) / step + 1
      : 1 + (size - block + step - 1) / step;
}

static gboolean
cut_axis (GstClVideoFftConfig * config, guint axis, guint size, guint * padded,
    guint * lead, GError ** error)
{
  static const gchar *const blocks[] = { "block-width", "block-height" };
  static const gchar *const pads[] = { "zero-pad-width", "zero-pad-height" };
  const GstClVideoFftSettings *s = &config->settings;
  GstFourierInfo *info = &config->info;
  guint block = s->block[axis] ? s->block[axis] : size;
  guint step = block - s->block_overlap[axis];
  gchar limit[GST_CL_REQUEST_NUMBER_SIZE];
  guint n_blocks;

  if (block > size)
    return gst_cl_set_request_error (error, blocks[axis],
        gst_cl_request_number (limit, size), "is %u, but with pictures of %u x "
        "%u pixels must be at most %u", block, config->picture.width,
        config->picture.height, size);
  if (s->zero_pad[axis] != 0 && s->zero_pad[axis] < block)
    return gst_cl_set_request_error (error, pads[axis], "0", "is %u, but must "
        "be 0, or %u, the block's length, to %d", s->zero_pad[axis], block,
        GST_FOURIER_MAX_LENGTH);
  *lead = s->center && s->block[axis] ? block / 2 : 0;
  n_blocks = count_blocks (size, block, step, *lead);
  info->blocks[1 - axis] = n_blocks;
  info->block_size[1 - axis] = block;
  info->block_overlap[1 - axis] = s->block_overlap[axis];
  *padded = (n_blocks - 1) * step + block;
  return TRUE;
}

gboolean
gst_cl_video_fft_config_cut (GstClVideoFftConfig * config, GError ** error)
{
  GstClVideoPicture *picture = &config->picture;

  if (config->settings.center)
    picture->pad_mode = config->settings.pad_mode;
  return cut_axis (config, 0, picture->width, &picture->padded_width,
      &picture->lead_width, error)
      && cut_axis (config, 1, picture->height, &picture->padded_height,
      &picture->lead_height, error);
}
