/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-repeats.c: claims about pictures of time without new
 * spectra: they are not drawn again, but share what was drawn, each with times of
 * its own, and who writes into one changes no other.
 */
#include <gst/opencl/opencl.h>
#include <string.h>

#include "film.h"
#include "support/test.h"

#define N_SHAPE 64
#define N_BINS (N_SHAPE / 2 + 1)

/* Spectra that come more seldom than pictures. */
typedef struct
{
  const gchar *properties;
  guint n_channels;
} Mode;

static const Mode modes[] = {
  {"mode=line", 1}, {"mode=line overlay=true", 2},
  {"mode=bars", 1}, {"mode=transfer", 2},
  {"mode=line auto-range=true", 1},
  {"axes=false legend=false", 1},
  {"axes=false legend=false slide=replace", 2},
};

static const gchar *const formats[] = { "BGRx", "RGBA", "I420", "NV12",
  "GRAY8"
};

typedef struct
{
  const Mode *mode;
  const gchar *format;
  guint fps, n_frames, n_per_buffer;
  gfloat *values;
} Case;

#define RATE 1000
#define COLUMN 1                /* seconds of one of a waterfall */
#define WIDTH 160
#define HEIGHT 120

static void
draw_case (Case * c, const Mode * mode)
{
  guint n = 2 * N_BINS * mode->n_channels, i;

  c->mode = mode;
  c->format = formats[test_draw (0, G_N_ELEMENTS (formats) - 1)];
  /* frames last a second */
  c->fps = test_draw (2, 30);
  c->n_frames = test_draw (2, 6);
  c->n_per_buffer = test_draw (1, c->n_frames);
  c->values = g_new (gfloat, n * c->n_frames);
  for (i = 0; i < n * c->n_frames; i++)
    c->values[i] = 0.5 * test_uniform ();
}

static gchar *
describe (const Case * c)
{
  return g_strdup_printf ("%s, %s, %u frames in buffers of %u, %u pictures a "
      "frame", c->mode->properties, c->format, c->n_frames, c->n_per_buffer,
      c->fps);
}

/* What is seen of the buffers that come out. */
typedef struct
{
  GPtrArray *memories;          /* held, so that none is used again */
  gboolean is_held, is_spoilt;
  guint n_unmapped;
  guint64 n_made;               /* memories of the pool, up to the last buffer */
  guint64 n_made_first;         /* the same when half of all had come */
  guint n_buffers;
} Probe;

static gboolean
spoil (GstBuffer * buffer)
{
  GstMapInfo map;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READWRITE))
    return FALSE;
  memset (map.data, 0x5a, map.size);
  gst_buffer_unmap (buffer, &map);
  return TRUE;
}

static GstPadProbeReturn
look (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstMemory *memory = gst_buffer_peek_memory (buffer, 0);
  Probe *p = data;

  p->n_buffers++;
  p->n_made = gst_opencl_allocator_get_n_memories (GST_OPENCL_ALLOCATOR
      (memory->allocator));
  if (p->is_held && !g_ptr_array_find (p->memories, memory, NULL))
    g_ptr_array_add (p->memories, gst_memory_ref (memory));
  if (p->is_spoilt) {
    buffer = gst_buffer_make_writable (buffer);
    p->n_unmapped += !spoil (buffer);
    GST_PAD_PROBE_INFO_DATA (info) = buffer;
  }
  return GST_PAD_PROBE_OK;
}

/* Pictures of the case at that rate; p may be NULL. */
static Film *
open_film (const Case * c, guint fps, Probe * p)
{
  g_autofree gchar *properties = g_strdup_printf ("%s floor=-100 range=120 "
      "time-span=%" G_GUINT64_FORMAT, c->mode->properties,
      (guint64) WIDTH * COLUMN * GST_SECOND);
  g_autofree gchar *wanted = g_strdup_printf ("video/x-raw,format=%s,width=%u,"
      "height=%u,framerate=%u/1", c->format, WIDTH, HEIGHT, fps);
  g_autofree gchar *caps = g_strdup_printf ("application/x-fft,version=1,"
      "format=F32LE,quantity=complex,scaling=amplitude,sides=one,shape=<%u>,"
      "bins=<%u>,channels=%u,rate=%u,hop=%u,window=hann", N_SHAPE, N_BINS,
      c->mode->n_channels, RATE, RATE);
  Film *film = film_new (properties, wanted);

  if (p) {
    p->memories = g_ptr_array_new_with_free_func ((GDestroyNotify)
        gst_memory_unref);
    gst_pad_add_probe (film->harness->sinkpad, GST_PAD_PROBE_TYPE_BUFFER,
        look, p, NULL);
  }
  film_set_spectra (film, caps);
  return film;
}

static void
push_frames (const Case * c, Film * film, Probe * p)
{
  guint n = 2 * N_BINS * c->mode->n_channels, done, k;

  for (done = 0; done < c->n_frames; done += k) {
    k = MIN (c->n_per_buffer, c->n_frames - done);
    film_push_bytes (film, g_memdup2 (c->values + n * done,
            n * k * sizeof *c->values), n * k * sizeof *c->values,
        done * GST_SECOND, k * GST_SECOND);
    if (p && done <= c->n_frames / 2)
      p->n_made_first = p->n_made;
  }
  film_push_event (film, gst_event_new_eos ());
}

/* One picture a frame is drawn where nothing can be repeated; it is what is seen
   until the next. */
static void
check_film (const Case * c, const Film * film)
{
  g_autofree gchar *what = describe (c);
  Film *plain = open_film (c, 1, NULL);
  guint i;

  push_frames (c, plain, NULL);
  TEST_CHECK (film->n_errors == 0, "%s: %s", what, film->error);
  TEST_REQUIRE (plain->pictures->len == c->n_frames
      && film->pictures->len == c->n_frames * c->fps, "%s: %u pictures of %u",
      what, film->pictures->len, plain->pictures->len);
  for (i = 0; i < film->pictures->len; i++) {
    const Picture *p = film_at (film, i);
    const Stamp *stamp = watch_stamp (film, i);
    GstClockTime begin = gst_util_uint64_scale (i, GST_SECOND, c->fps);
    GstClockTime end = gst_util_uint64_scale (i + 1, GST_SECOND, c->fps);

    TEST_CHECK (g_bytes_equal (p->pixels, film_at (plain, i / c->fps)->pixels),
        "%s: picture %u", what, i);
    TEST_CHECK (p->pts == begin && ABS (GST_CLOCK_DIFF (p->pts + p->duration,
                end)) <= 1 && p->discont == (i == 0) && stamp->offset == i
        && stamp->offset_end == i + 1, "%s: picture %u: %" GST_TIME_FORMAT
        " +%" GST_TIME_FORMAT, what, i, GST_TIME_ARGS (p->pts),
        GST_TIME_ARGS (p->duration));
  }
  film_free (plain);
}

static void
play (const Case * c, Probe * p)
{
  Film *film = open_film (c, c->fps, p);

  push_frames (c, film, p);
  check_film (c, film);
  film_free (film);
  g_ptr_array_unref (p->memories);
}

static void
what_has_not_changed_is_drawn_once (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (modes); i++) {
    Probe p = {.is_held = TRUE };
    g_autofree gchar *what = NULL;
    Case c;
    Film *film;

    draw_case (&c, &modes[i]);
    what = describe (&c);
    film = open_film (&c, c.fps, &p);
    push_frames (&c, film, &p);
    check_film (&c, film);
    TEST_CHECK (p.memories->len <= c.n_frames, "%s: %u were drawn of %u "
        "pictures", what, p.memories->len, p.n_buffers);
    film_free (film);
    g_ptr_array_unref (p.memories);
    g_free (c.values);
  }
}

static void
who_writes_into_a_picture_changes_no_other (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (modes); i++) {
    Probe p = {.is_spoilt = TRUE };
    Case c;

    draw_case (&c, &modes[i]);
    play (&c, &p);
    TEST_CHECK (p.n_unmapped == 0, "%u pictures could not be written",
        p.n_unmapped);
    g_free (c.values);
  }
}

/* Neither the pictures nor the buffers that repeat them. */
static void
repeated_pictures_make_no_memory (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (modes); i++) {
    Probe p = { 0, };
    Case c;

    draw_case (&c, &modes[i]);
    c.n_per_buffer = 1;
    play (&c, &p);
    TEST_CHECK (p.n_made == p.n_made_first, "%s: %u memories, then %u",
        c.mode->properties, (guint) p.n_made_first, (guint) p.n_made);
    g_free (c.values);
  }
}

TEST_MAIN (TEST (what_has_not_changed_is_drawn_once),
    TEST (who_writes_into_a_picture_changes_no_other),
    TEST (repeated_pictures_make_no_memory))
