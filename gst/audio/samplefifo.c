/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* samplefifo.c: keeps pieces of stored samples, of silence and of held buffers
   in the order of the stream. */
#include "samplefifo.h"

#include <string.h>
#include "ring.h"

/* Beside the newest: of more than these the samples are stored. */
#define MOST_HELD 16

typedef enum
{
  PIECE_STORE,                  /* in the ring, behind earlier STORE pieces */
  PIECE_HELD,                   /* in a buffer */
  PIECE_SILENCE,
} PieceKind;

typedef struct
{
  PieceKind kind;
  guint64 n_samples;

  /* of a held buffer */
  GstBuffer *buffer;
  GstMapInfo map;
  const gsize *plane_offsets;   /* of its meta; NULL: one plane */
  gsize first;                  /* samples of it already dropped */
} Piece;

struct _GstClSampleFifo
{
  const GstAudioFormatInfo *format;
  gboolean interleaved;
  guint n_planes;
  gsize unit;

  GQueue pieces;                /* of Piece; links are reused through spare */
  GQueue spare;

  GstClRing store;
  guint64 first, end;           /* samples that are in it */

  guint n_held;                 /* pieces */
  gsize moved;                  /* bytes, since they were asked for */
};

GstClSampleFifo *
gst_cl_sample_fifo_new (const GstAudioInfo * info)
{
  GstClSampleFifo *fifo = g_new0 (GstClSampleFifo, 1);

  fifo->format = info->finfo;
  fifo->interleaved = info->layout == GST_AUDIO_LAYOUT_INTERLEAVED;
  fifo->n_planes = fifo->interleaved ? 1 : info->channels;
  fifo->unit = GST_AUDIO_FORMAT_INFO_WIDTH (info->finfo) / 8;
  if (fifo->interleaved)
    fifo->unit *= info->channels;
  fifo->store.n_planes = fifo->n_planes;
  fifo->store.unit = fifo->unit;
  g_queue_init (&fifo->pieces);
  g_queue_init (&fifo->spare);
  return fifo;
}

static void
release_held (GstClSampleFifo * fifo, Piece * piece)
{
  if (piece->kind != PIECE_HELD)
    return;
  gst_buffer_unmap (piece->buffer, &piece->map);
  gst_clear_buffer (&piece->buffer);
  fifo->n_held--;
}

void
gst_cl_sample_fifo_free (GstClSampleFifo * fifo)
{
  gst_cl_sample_fifo_clear (fifo);
  g_queue_clear_full (&fifo->pieces, g_free);
  g_queue_clear_full (&fifo->spare, g_free);
  gst_cl_ring_free (&fifo->store);
  g_free (fifo);
}

static GList *
piece_link_new (GstClSampleFifo * fifo, PieceKind kind, guint64 n_samples)
{
  GList *link = g_queue_pop_head_link (&fifo->spare);
  Piece *piece;

  if (!link)
    link = g_list_alloc ();
  if (!link->data)
    link->data = g_new (Piece, 1);
  piece = link->data;
  piece->kind = kind;
  piece->n_samples = n_samples;
  return link;
}

static void
recycle (GstClSampleFifo * fifo, GList * link)
{
  g_queue_unlink (&fifo->pieces, link);
  g_queue_push_head_link (&fifo->spare, link);
}

static gboolean
reserve (GstClSampleFifo * fifo, gsize n_more, GError ** error)
{
  guint64 length = fifo->end - fifo->first, needed = length + n_more;
  guint64 capacity = MAX (fifo->store.capacity, 1024);

  if (needed <= fifo->store.capacity)
    return TRUE;
  while (capacity < needed && capacity <= G_MAXSIZE / 2)
    capacity *= 2;
  if (capacity >= needed
      && gst_cl_ring_reserve (&fifo->store, capacity, fifo->end, length))
    return TRUE;
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
      "Out of memory for %" G_GUINT64_FORMAT " samples of %u x %"
      G_GSIZE_FORMAT " bytes", needed, fifo->n_planes, fifo->unit);
  return FALSE;
}

static guint8 *
held_plane (const GstClSampleFifo * fifo, const Piece * piece, guint p)
{
  return piece->map.data + (piece->plane_offsets ? piece->plane_offsets[p]
      : 0) + piece->first * fifo->unit;
}

/* Whether somebody waits for the buffer, to fill it again. */
static gboolean
is_pooled (GstBuffer * buffer)
{
  return buffer->pool || gst_buffer_get_parent_buffer_meta (buffer);
}

/* Moves the rest of the newest buffer to the ring, unless it can stay. */
static gboolean
settle (GstClSampleFifo * fifo, GError ** error)
{
  GList *link = fifo->pieces.tail;
  Piece *piece = link ? link->data : NULL, *before;
  gsize n;

  if (piece && piece->kind == PIECE_SILENCE) {
    link = link->prev;
    piece = link ? link->data : NULL;
  }
  if (!piece || piece->kind != PIECE_HELD
      || (!is_pooled (piece->buffer) && fifo->n_held <= MOST_HELD))
    return TRUE;
  n = piece->n_samples;
  if (!reserve (fifo, n, error))
    return FALSE;
  for (guint p = 0; p < fifo->n_planes; p++)
    gst_cl_ring_write (&fifo->store, p, fifo->end, n,
        held_plane (fifo, piece, p));
  fifo->end += n;
  fifo->moved += n * fifo->unit * fifo->n_planes;
  release_held (fifo, piece);
  piece->kind = PIECE_STORE;
  before = link->prev ? link->prev->data : NULL;
  if (before && before->kind == PIECE_STORE) {
    before->n_samples += n;
    recycle (fifo, link);
  }
  return TRUE;
}

gboolean
gst_cl_sample_fifo_append (GstClSampleFifo * fifo, GstBuffer * buffer,
    gsize n_samples, GError ** error)
{
  GstAudioMeta *meta;
  GstMapInfo map;
  GList *link;
  Piece *piece;

  if (!settle (fifo, error)) {
    gst_buffer_unref (buffer);
    return FALSE;
  }
  if (!gst_buffer_map (buffer, &map, GST_MAP_READ)) {
    g_set_error_literal (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
        "The memory of an audio buffer could not be mapped");
    gst_buffer_unref (buffer);
    return FALSE;
  }
  meta = fifo->interleaved ? NULL : gst_buffer_get_audio_meta (buffer);
  link = piece_link_new (fifo, PIECE_HELD, n_samples);
  piece = link->data;
  piece->buffer = buffer;
  piece->map = map;
  piece->plane_offsets = meta ? meta->offsets : NULL;
  piece->first = 0;
  fifo->n_held++;
  g_queue_push_tail_link (&fifo->pieces, link);
  return TRUE;
}

void
gst_cl_sample_fifo_append_silence (GstClSampleFifo * fifo, guint64 n_samples)
{
  Piece *tail = g_queue_peek_tail (&fifo->pieces);

  if (n_samples == 0)
    return;
  if (tail && tail->kind == PIECE_SILENCE)
    tail->n_samples += n_samples;
  else
    g_queue_push_tail_link (&fifo->pieces,
        piece_link_new (fifo, PIECE_SILENCE, n_samples));
}

void
gst_cl_sample_fifo_drop (GstClSampleFifo * fifo, guint64 n_samples)
{
  while (n_samples > 0) {
    GList *link = fifo->pieces.head;
    Piece *piece = link->data;
    guint64 n = MIN (n_samples, piece->n_samples);

    if (piece->kind == PIECE_STORE) {
      fifo->first += n;
    } else if (piece->kind == PIECE_HELD) {
      piece->first += n;
      if (n == piece->n_samples)
        release_held (fifo, piece);
    }
    piece->n_samples -= n;
    if (piece->n_samples == 0)
      recycle (fifo, link);
    n_samples -= n;
  }
}

void
gst_cl_sample_fifo_clear (GstClSampleFifo * fifo)
{
  while (fifo->pieces.head) {
    release_held (fifo, fifo->pieces.head->data);
    recycle (fifo, fifo->pieces.head);
  }
  fifo->first = fifo->end = 0;
}

void
gst_cl_sample_fifo_fill_silence (const GstClSampleFifo * fifo,
    guint64 n_samples, guint8 * dest, gsize plane_stride, guint64 dest_first)
{
  for (guint p = 0; p < fifo->n_planes && n_samples > 0; p++)
    gst_audio_format_info_fill_silence (fifo->format,
        dest + p * plane_stride + dest_first * fifo->unit,
        n_samples * fifo->unit);
}

gboolean
gst_cl_sample_fifo_copy (const GstClSampleFifo * fifo, guint64 first,
    guint64 n_samples, guint8 * dest, gsize plane_stride, guint64 dest_first)
{
  guint64 stored = fifo->first; /* where the next STORE piece begins */
  gboolean data = FALSE;

  for (GList * link = fifo->pieces.head; link && n_samples > 0;
      link = link->next) {
    const Piece *piece = link->data;
    guint64 skip = MIN (first, piece->n_samples);
    guint64 n = MIN (n_samples, piece->n_samples - skip);
    guint64 position = stored + skip;

    first -= skip;
    if (piece->kind == PIECE_STORE)
      stored += piece->n_samples;
    if (n == 0)
      continue;
    if (piece->kind == PIECE_SILENCE) {
      gst_cl_sample_fifo_fill_silence (fifo, n, dest, plane_stride,
          dest_first);
    } else {
      for (guint p = 0; p < fifo->n_planes; p++) {
        guint8 *to = dest + p * plane_stride + dest_first * fifo->unit;

        if (piece->kind == PIECE_HELD)
          memcpy (to, held_plane (fifo, piece, p) + skip * fifo->unit,
              n * fifo->unit);
        else
          gst_cl_ring_read (&fifo->store, p, position, n, to);
      }
      data = TRUE;
    }
    dest_first += n;
    n_samples -= n;
  }
  return data;
}

gboolean
gst_cl_sample_fifo_find (const GstClSampleFifo * fifo, guint64 first,
    guint64 n_samples, GstBuffer ** buffer, gsize * offset)
{
  const Piece *piece = NULL;
  GList *link;

  for (link = fifo->pieces.head; link; link = link->next) {
    piece = link->data;
    if (first < piece->n_samples)
      break;
    first -= piece->n_samples;
  }
  if (!link || piece->kind != PIECE_HELD || fifo->n_planes > 1
      || n_samples > piece->n_samples - first)
    return FALSE;
  *buffer = piece->buffer;
  *offset = held_plane (fifo, piece, 0) + first * fifo->unit
      - piece->map.data;
  return TRUE;
}

gsize
gst_cl_sample_fifo_take_moved (GstClSampleFifo * fifo)
{
  gsize moved = fifo->moved;

  fifo->moved = 0;
  return moved;
}

gsize
gst_cl_sample_fifo_get_unit (const GstClSampleFifo * fifo)
{
  return fifo->unit;
}

guint
gst_cl_sample_fifo_get_n_planes (const GstClSampleFifo * fifo)
{
  return fifo->n_planes;
}

gsize
gst_cl_sample_fifo_get_store_size (const GstClSampleFifo * fifo)
{
  return fifo->store.capacity * fifo->unit * fifo->n_planes;
}
