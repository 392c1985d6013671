/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-held.c: frames that downstream keeps make later ones no slower:
 * the processor's time, and the memories that a driver has to look through
 * (clCreateBuffer is counted; this program's is taken before OpenCL's).
 */
#include <dlfcn.h>
#include <math.h>
#include <time.h>

#include <CL/cl.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define EXPORTED __attribute__ ((visibility ("default"), used))

/* Frames before those that are measured: what is made at the start. */
#define N_BEFORE 300
/* Where each frame has a memory of its own, PoCL 3.1 takes 3 to 5 times as
   long for the last third as for the first one. */
#define MOST_RATIO 2.5
#define N_ATTEMPTS 3

/* ---- counting ---- */

/* Memories that live; atomic. */
static gint n_live;
static gint n_shared;           /* of them with bytes of the host */

static gpointer
find (const gchar * name)
{
  static gpointer library;

  if (!library)
    library = dlopen ("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library || !dlsym (library, name))
    g_error ("no %s", name);
  return dlsym (library, name);
}

static void CL_CALLBACK
count_gone (cl_mem buffer, void *data)
{
  g_atomic_int_add (&n_live, -1);
  if (data)
    g_atomic_int_add (&n_shared, -1);
}

EXPORTED cl_mem
clCreateBuffer (cl_context context, cl_mem_flags flags, size_t size,
    void *host, cl_int * code)
{
  cl_mem (*create) (cl_context, cl_mem_flags, size_t, void *, cl_int *);
  gboolean is_shared = (flags & CL_MEM_USE_HOST_PTR) != 0;
  cl_mem buffer;

  *(gpointer *) & create = find ("clCreateBuffer");
  buffer = create (context, flags, size, host, code);
  if (!buffer)
    return NULL;
  if (clSetMemObjectDestructorCallback (buffer, count_gone,
          GINT_TO_POINTER (is_shared)) != CL_SUCCESS)
    g_error ("no callback at a buffer's end");
  g_atomic_int_add (&n_live, 1);
  if (is_shared)
    g_atomic_int_inc (&n_shared);
  return buffer;
}

static gdouble
get_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/* ---- holding ---- */

typedef struct
{
  gchar *line;
  gchar *wanted;                /* caps that downstream takes, or NULL: all */
  gchar *caps;
  gsize size;                   /* of an input buffer: one frame comes of it */
  GstClockTime duration;
} Stream;

typedef struct
{
  GPtrArray *frames;            /* those that are held */
  gsize held_size;              /* their bytes */
  guint n_out, one_in;          /* one frame in so many is held */
} Holder;

static void
drop_frame (gpointer frame)
{
  gst_buffer_unref (frame);
}

static void
send (GstHarness * harness, const Stream * stream, Holder * holder, guint first,
    guint n)
{
  GstBuffer *frame;
  guint i;

  for (i = first; i < first + n; i++) {
    gst_harness_push (harness, rig_make_numbered (stream->caps, stream->size, i,
            stream->duration));
    while ((frame = gst_harness_try_pull (harness))) {
      if (holder->n_out++ % holder->one_in == 0) {
        holder->held_size += gst_buffer_get_size (frame);
        g_ptr_array_add (holder->frames, frame);
      } else {
        gst_buffer_unref (frame);
      }
    }
  }
}

/* Any order: a frame is as free to go as the next. */
static void
let_go (Holder * holder)
{
  while (holder->frames->len > 0)
    g_ptr_array_remove_index_fast (holder->frames,
        test_random () % holder->frames->len);
  g_ptr_array_unref (holder->frames);
}

/* The time of the last third of n frames by that of the first. */
static gdouble
measure (const Stream * stream, guint n, guint one_in)
{
  GstElement *bin = gst_parse_bin_from_description (stream->line, TRUE, NULL);
  Holder holder = { g_ptr_array_new_with_free_func (drop_frame), 0, 0, one_in };
  gdouble begin, first, last;
  GstHarness *harness;
  GstBus *bus;
  gchar *error = NULL;
  gint n_made;

  if (!bin)
    g_error ("%s cannot be made", stream->line);
  rig_set_response (bin, 16);
  harness = rig_open (bin, &bus);
  if (stream->wanted)
    gst_harness_set_sink_caps_str (harness, stream->wanted);
  gst_harness_set_src_caps_str (harness, stream->caps);
  send (harness, stream, &holder, 0, N_BEFORE);
  n_made = g_atomic_int_get (&n_shared);
  begin = get_seconds ();
  send (harness, stream, &holder, N_BEFORE, n / 3);
  first = get_seconds () - begin;
  send (harness, stream, &holder, N_BEFORE + n / 3, n / 3);
  begin = get_seconds ();
  send (harness, stream, &holder, N_BEFORE + n / 3 * 2, n / 3);
  last = get_seconds () - begin;
  n_made = g_atomic_int_get (&n_shared) - n_made;
  /* inputs are of the host, too, and a driver may be late to end with them */
  TEST_CHECK (n_made <= (gint) (256 + holder.held_size / (512 << 10)),
      "%s: %d shared memories for %u frames of %" G_GSIZE_FORMAT
      " bytes in all", stream->line, n_made, holder.frames->len,
      holder.held_size);
  poke_count_errors (bus, &error);
  TEST_CHECK (holder.n_out >= n, "%s: %u frames of %u buffers: %s",
      stream->line, holder.n_out, N_BEFORE + n, error);
  g_free (error);
  let_go (&holder);
  rig_close (harness, bin, bus);
  return last / first;
}

static void
check (Stream stream)
{
  guint n = 7000 + test_random () % 2000, one_in = 1 + test_random () % 2;
  gdouble ratio = INFINITY;
  gint n_before = g_atomic_int_get (&n_live), n_after = 0;
  guint i;

  /* the machine has other work, which only makes it slower */
  for (i = 0; i < N_ATTEMPTS && ratio > MOST_RATIO; i++)
    ratio = measure (&stream, n, one_in);
  TEST_CHECK (ratio <= MOST_RATIO, "%s: with one frame in %u of %u held, the "
      "last third takes %.2f times as long as the first", stream.line, one_in,
      n, ratio);
  /* a driver may keep a memory a little longer than who released it */
  for (i = 0; i < 5000 && (n_after = g_atomic_int_get (&n_live)) > n_before;
      i++)
    g_usleep (1000);
  TEST_CHECK (n_after <= n_before, "%s: %d memories are left", stream.line,
      n_after - n_before);
  g_free (stream.line);
  g_free (stream.wanted);
  g_free (stream.caps);
}

/* The text with each SIZE a number; accepts NULL. */
static gchar *
fill_in (const gchar * text, guint size)
{
  g_autofree gchar *number = g_strdup_printf ("%u", size);
  g_auto (GStrv) parts = text ? g_strsplit (text, "SIZE", -1) : NULL;

  return parts ? g_strjoinv (number, parts) : NULL;
}

/* A line behind sound, whose frames come each SIZE samples. */
static void
check_audio (const gchar * line, const gchar * wanted)
{
  guint size = 64 << test_random () % 4;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  check ((Stream) {
      fill_in (line, size), fill_in (wanted, size),
          g_strdup ("audio/x-raw,format=" GST_AUDIO_NE (F32)
              ",rate=12800,channels=1,layout=interleaved"),
          size * sizeof (gfloat), gst_util_uint64_scale (size, GST_SECOND,
              12800)});
}

static void
check_video (const gchar * line, const gchar * wanted)
{
  guint width = 16 + 4 * (test_random () % 8);
  guint height = 8 + test_random () % 40;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  check ((Stream) {
      g_strdup (line), g_strdup (wanted), g_strdup_printf
          ("video/x-raw,format=GRAY8,width=%u,height=%u,framerate=25/1", width,
              height), width * height, GST_SECOND / 25});
}

/* ---- the elements ---- */

#define HOLDS(claim, kind, line, wanted)                                      \
  static void                                                                 \
  claim (void)                                                                \
  {                                                                           \
    check_##kind (line, wanted);                                              \
  }

/* *INDENT-OFF* */
HOLDS (held_frames_of_claudiofft_cost_nothing, audio,
    "claudiofft size=SIZE hop=SIZE", NULL)
HOLDS (held_device_frames_of_claudiofft_cost_nothing, audio,
    "claudiofft size=SIZE hop=SIZE",
    "application/x-fft(memory:OpenCLMemory)")
HOLDS (held_frames_of_clvideofft_cost_nothing, video, "clvideofft", NULL)
HOLDS (held_device_frames_of_clvideofft_cost_nothing, video,
    "clvideofft", "application/x-fft(memory:OpenCLMemory)")
HOLDS (held_pictures_of_clvideodenoise_cost_nothing, video,
    "clvideodenoise block-size=8", NULL)
HOLDS (held_device_pictures_of_clvideodenoise_cost_nothing, video,
    "clvideodenoise block-size=8", "video/x-raw(memory:OpenCLMemory)")
HOLDS (held_pictures_of_clvideofilter_cost_nothing, video,
    "clvideofilter low-pass=0.2", NULL)
HOLDS (held_buffers_of_clifft_cost_nothing, audio,
    "claudiofft size=SIZE overlap=0.5 center=true ! clifft", NULL)
HOLDS (held_pictures_of_clifft_cost_nothing, video,
    "clvideofft component=all ! clifft", NULL)
HOLDS (held_pictures_of_clspectrogram_cost_nothing, audio,
    "clspectrogram size=SIZE hop=SIZE",
    "video/x-raw,width=32,height=24,framerate=12800/SIZE")
HOLDS (held_buffers_of_clfftfilter_cost_nothing, audio,
    "clfftfilter name=x", NULL)
/* *INDENT-ON* */

TEST_MAIN (TEST (held_frames_of_claudiofft_cost_nothing),
    TEST (held_device_frames_of_claudiofft_cost_nothing),
    TEST (held_frames_of_clvideofft_cost_nothing),
    TEST (held_device_frames_of_clvideofft_cost_nothing),
    TEST (held_pictures_of_clvideodenoise_cost_nothing),
    TEST (held_device_pictures_of_clvideodenoise_cost_nothing),
    TEST (held_pictures_of_clvideofilter_cost_nothing),
    TEST (held_buffers_of_clifft_cost_nothing),
    TEST (held_pictures_of_clifft_cost_nothing),
    TEST (held_pictures_of_clspectrogram_cost_nothing),
    TEST (held_buffers_of_clfftfilter_cost_nothing))
