/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-crowd.c: 64 elements of one bin, on one context that all share,
 * started, fed and stopped at random from several threads; one thread may stop
 * what another one feeds. All threads begin at once, so that the first elements
 * look for the context together. What comes out of each is what comes out of
 * such an element alone, or the beginning of it, to the byte.
 */
#include <math.h>
#include <string.h>

#include "layer/fault-layer.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define N_MEMBERS 64
#define N_THREADS 6
#define N_ROUNDS 16             /* each with a context of its own */
#define N_TURNS 12              /* of a thread in a round */
#define N_BUFFERS 6             /* of a stream */
#define BUFFER_SIZE 3072        /* bytes: of floats, or a picture of 64 x 48 */
#define SIZE 64                 /* points of a frame of the first kind */

#define AUDIO                                                                 \
  "audio/x-raw, format=F32LE, layout=interleaved, rate=48000, channels=1"
#define VIDEO                                                                 \
  "video/x-raw, format=GRAY8, width=64, height=48, framerate=25/1"

typedef struct
{
  const gchar *line, *caps, *wanted;
  GstClockTime duration;        /* of a buffer */
  gboolean messages;            /* are what comes out */
} Kind;

/* *INDENT-OFF* */
static const Kind kinds[] = {
  {"claudiofft size=64 hop=64 window=rect scaling=none", AUDIO, "ANY",
    16 * GST_MSECOND},
  {"claudiofft size=128 hop=32 quantity=db", AUDIO, "ANY", 16 * GST_MSECOND},
  {"claudiofft size=96 hop=48 window=hamming ! clifft", AUDIO, "ANY",
    16 * GST_MSECOND},
  {"clspectrum bands=33 interval=10000000", AUDIO, "ANY", 16 * GST_MSECOND,
    TRUE},
  {"clspectrogram size=64", AUDIO,
    "video/x-raw, width=64, height=48, framerate=50/1", 16 * GST_MSECOND},
  {"clvideofft block-width=16 block-height=16", VIDEO, "ANY",
    40 * GST_MSECOND},
  {"clvideodenoise block-size=8", VIDEO, "ANY", 40 * GST_MSECOND},
  {"clvideofilter low-pass=0.2", VIDEO, "ANY", 40 * GST_MSECOND},
  {"clfftfilter name=x latency-frames=100", AUDIO, "ANY", 16 * GST_MSECOND},
};
/* *INDENT-ON* */
#define N_KINDS G_N_ELEMENTS (kinds)

typedef struct
{
  const Kind *kind;
  GMutex lock;                  /* held while it is fed */
  GstElement *bin;
  GstPad *srcpad, *sinkpad;
  GByteArray *output;           /* of the stream that goes on */
} Member;

static Member members[N_MEMBERS];
static GByteArray *alone[N_KINDS];
static gchar *failure;          /* the first, atomic */
static gint n_streams, n_cut, n_at_start;

static void
fail (const Member * member, const gchar * what)
{
  gchar *text = g_strdup_printf ("%s: %s", member->kind->line, what);

  if (!g_atomic_pointer_compare_and_exchange (&failure, NULL, text))
    g_free (text);
}

/* ---- one stream ---- */

static GstFlowReturn
take_buffer (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  Member *member = g_object_get_data (G_OBJECT (pad), "member");
  GstMapInfo map;

  if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
    if (!member->kind->messages)
      g_byte_array_append (member->output, map.data, map.size);
    gst_buffer_unmap (buffer, &map);
  } else {
    fail (member, "a buffer cannot be read");
  }
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static gboolean
take_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  gst_event_unref (event);
  return TRUE;
}

static void
add_magnitudes (Member * member, const GstStructure * structure)
{
  const GValue *list = gst_structure_get_value (structure, "magnitude");
  guint i;

  for (i = 0; i < gst_value_list_get_size (list); i++) {
    gfloat level = g_value_get_float (gst_value_list_get_value (list, i));

    g_byte_array_append (member->output, (const guint8 *) &level, sizeof level);
  }
}

/* The member that a message is of; a streaming thread's alone. */
static Member *
find_member (GstObject * source)
{
  Member *member = NULL;

  while (source && !(member = g_object_get_data (G_OBJECT (source), "member")))
    source = GST_OBJECT_PARENT (source);
  return member;
}

static GstBusSyncReply
take_message (GstBus * bus, GstMessage * message, gpointer data)
{
  const GstStructure *structure = gst_message_get_structure (message);
  Member *member = find_member (GST_MESSAGE_SRC (message));
  GError *error;

  if (member && GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, NULL);
    fail (member, error->message);
    g_error_free (error);
  } else if (member && structure
      && gst_structure_has_field (structure, "magnitude")) {
    add_magnitudes (member, structure);
  }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

static gboolean
push_buffer (Member * member, guint number)
{
  GstBuffer *buffer = rig_make_numbered (member->kind->caps, BUFFER_SIZE,
      number, member->kind->duration);

  return gst_pad_push (member->srcpad, buffer) == GST_FLOW_OK;
}

static gboolean
begin_stream (Member * member)
{
  GstCaps *caps = gst_caps_from_string (member->kind->caps);
  GstSegment segment;
  gboolean begun;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  begun = gst_pad_push_event (member->srcpad,
      gst_event_new_stream_start ("crowd"))
      && gst_pad_push_event (member->srcpad, gst_event_new_caps (caps))
      && gst_pad_push_event (member->srcpad, gst_event_new_segment (&segment));
  gst_caps_unref (caps);
  return begun;
}

/* The first n_buffers of the stream, and its end if these are all. FALSE: it
   was stopped. */
static gboolean
feed (Member * member, guint n_buffers)
{
  gboolean going;
  guint i;

  g_byte_array_set_size (member->output, 0);
  gst_pad_set_active (member->sinkpad, TRUE);
  gst_pad_set_active (member->srcpad, TRUE);
  if (gst_element_set_state (member->bin, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_FAILURE)
    fail (member, "it does not start");
  going = begin_stream (member);
  for (i = 0; i < n_buffers && going; i++)
    going = push_buffer (member, i);
  if (going && n_buffers == N_BUFFERS)
    going = gst_pad_push_event (member->srcpad, gst_event_new_eos ());
  gst_element_set_state (member->bin, GST_STATE_NULL);
  gst_pad_set_active (member->srcpad, FALSE);
  gst_pad_set_active (member->sinkpad, FALSE);
  return going && n_buffers == N_BUFFERS;
}

/* ---- threads ---- */

static void
check_output (Member * member, gboolean whole)
{
  const GByteArray *right = alone[member->kind - kinds];

  guint i = 0;
  g_autofree gchar *where = NULL;

  while (i < MIN (member->output->len, right->len)
      && member->output->data[i] == right->data[i])
    i++;
  if (i < member->output->len) {
    where = g_strdup_printf ("other results than alone, byte %u of %u", i,
        member->output->len);
    fail (member, where);
  } else if (whole && member->output->len < right->len)
    fail (member, "less results than alone");
}

/* xorshift, a state for each thread */
static guint
draw (guint64 * state, guint n)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (guint) (*state >> 33) % n;
}

typedef struct
{
  guint64 seed;
  guint number;
} Task;

static gpointer
run_thread (gpointer data)
{
  const Task *task = data;
  guint64 state = task->seed;
  guint turn;

  g_atomic_int_inc (&n_at_start);
  while (g_atomic_int_get (&n_at_start) < N_THREADS)
    g_thread_yield ();
  for (turn = 0; turn < N_TURNS; turn++) {
    Member *member = &members[draw (&state, N_MEMBERS)];
    Member *victim = &members[draw (&state, N_MEMBERS)];
    guint n_buffers = draw (&state, 2) ? N_BUFFERS : draw (&state, N_BUFFERS);

    /* all start another one at first */
    if (turn == 0)
      member = &members[task->number];
    /* fed by another thread, as likely as not */
    else if (draw (&state, 3) == 0)
      gst_element_set_state (victim->bin, GST_STATE_NULL);
    if (!g_mutex_trylock (&member->lock))
      continue;
    if (feed (member, n_buffers)) {
      check_output (member, TRUE);
    } else {
      check_output (member, FALSE);
      g_atomic_int_inc (&n_cut);
    }
    g_atomic_int_inc (&n_streams);
    g_mutex_unlock (&member->lock);
  }
  return NULL;
}

/* ---- members ---- */

static GstPad *
make_sink_pad (const gchar * wanted)
{
  GstCaps *caps = gst_caps_from_string (wanted);
  GstPadTemplate *template = gst_pad_template_new ("sink", GST_PAD_SINK,
      GST_PAD_ALWAYS, caps);
  GstPad *pad = gst_pad_new_from_template (template, "sink");

  gst_object_unref (template);
  gst_caps_unref (caps);
  return gst_object_ref_sink (pad);
}

static void
open_member (Member * member, const Kind * kind, GstElement * crowd)
{
  GError *error = NULL;
  GstPad *pad;

  member->kind = kind;
  g_mutex_init (&member->lock);
  member->output = g_byte_array_new ();
  member->bin = gst_parse_bin_from_description (kind->line, TRUE, &error);
  if (!member->bin)
    g_error ("%s: %s", kind->line, error->message);
  gst_bin_add (GST_BIN (crowd), gst_object_ref (member->bin));
  rig_choose_device (member->bin);
  rig_set_response (member->bin, 900);
  g_object_set_data (G_OBJECT (member->bin), "member", member);
  member->srcpad = gst_object_ref_sink (gst_pad_new ("src", GST_PAD_SRC));
  member->sinkpad = make_sink_pad (kind->wanted);
  g_object_set_data (G_OBJECT (member->sinkpad), "member", member);
  gst_pad_set_chain_function (member->sinkpad, take_buffer);
  gst_pad_set_event_function (member->sinkpad, take_event);
  pad = gst_element_get_static_pad (member->bin, "sink");
  gst_pad_link (member->srcpad, pad);
  gst_object_unref (pad);
  pad = gst_element_get_static_pad (member->bin, "src");
  gst_pad_link (pad, member->sinkpad);
  gst_object_unref (pad);
}

static void
close_member (Member * member)
{
  gst_object_unref (member->bin);
  gst_object_unref (member->srcpad);
  gst_object_unref (member->sinkpad);
  g_byte_array_unref (member->output);
  g_mutex_clear (&member->lock);
}

/* Of its own it does nothing but hand the context on, and messages over. */
static GstElement *
open_crowd (void)
{
  GstElement *crowd = gst_object_ref_sink (gst_bin_new (NULL));
  GstBus *bus = gst_bus_new ();

  gst_bus_set_sync_handler (bus, take_message, NULL, NULL);
  gst_element_set_bus (crowd, bus);
  gst_object_unref (bus);
  return crowd;
}

static void
close_crowd (GstElement * crowd)
{
  gst_element_set_bus (crowd, NULL);
  gst_object_unref (crowd);
}

/* ---- claims ---- */

static const struct fault_layer *layer;

static gboolean
have_device (void)
{
  gboolean found;

#ifdef FAULT_LAYER
  g_setenv ("OPENCL_LAYERS", FAULT_LAYER, TRUE);
#endif
  rig_init ();
  found = rig_have_device ();
#ifdef FAULT_LAYER
  layer = fault_layer_find (FAULT_LAYER);
#endif
  return found;
}

/* Each kind alone, with a device of its own. */
static void
run_alone (void)
{
  static Member member;
  guint i;

  for (i = 0; i < N_KINDS; i++) {
    GstElement *crowd = open_crowd ();

    open_member (&member, &kinds[i], crowd);
    if (!feed (&member, N_BUFFERS) || member.output->len == 0)
      fail (&member, "nothing comes out of it alone");
    alone[i] = g_byte_array_ref (member.output);
    close_member (&member);
    close_crowd (crowd);
  }
}

/* The largest error of the first frame of the first kind. */
static gdouble
measure_first_frame (void)
{
  const gfloat *bins = (const gfloat *) (gpointer) alone[0]->data;
  gdouble worst = 0;
  guint i, k;

  for (k = 0; k <= SIZE / 2; k++) {
    gdouble re = 0, im = 0;

    for (i = 0; i < SIZE; i++) {
      gdouble x = (gfloat) ((i * 577) % 1009 / 1009.0f - 0.5f);

      re += x * cos (2 * G_PI * ((i * k) % SIZE) / SIZE);
      im -= x * sin (2 * G_PI * ((i * k) % SIZE) / SIZE);
    }
    worst = MAX (worst, hypot (bins[2 * k] - re, bins[2 * k + 1] - im));
  }
  return worst;
}

static void
run_crowd (void)
{
  GstElement *crowd = open_crowd ();
  GThread *threads[N_THREADS];
  Task tasks[N_THREADS];
  /* who opens a second device fails */
  const struct fault fault = {.call = "clCreateContext",.at = 2,.code = -5 };
  guint i;

  if (layer)
    layer->arm (&fault);
  for (i = 0; i < N_MEMBERS; i++)
    open_member (&members[i], &kinds[i % N_KINDS], crowd);
  n_at_start = 0;
  for (i = 0; i < N_THREADS; i++) {
    tasks[i].seed = test_random () | 1;
    tasks[i].number = i;
    threads[i] = g_thread_new ("crowd", run_thread, &tasks[i]);
  }
  for (i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  for (i = 0; i < N_MEMBERS; i++)
    close_member (&members[i]);
  close_crowd (crowd);
}

static void
sixty_four_elements_share_one_context (void)
{
  struct fault_report report = { 0 };
  gchar left[256] = "";
  guint i;

  if (!have_device ())
    TEST_SKIP ("no OpenCL device");
  run_alone ();
  TEST_CHECK (!failure, "%s", failure);
  TEST_CHECK (alone[0]->len > SIZE / 2 * 2 * sizeof (gfloat)
      && measure_first_frame () < 1e-4, "error of %g", measure_first_frame ());
  for (i = 0; i < N_ROUNDS && !failure; i++)
    run_crowd ();
  printf ("# %d streams, %d of them stopped on the way\n", n_streams, n_cut);
  TEST_CHECK (!failure, "%s", failure);
  TEST_CHECK (n_streams > N_ROUNDS * N_THREADS * N_TURNS / 2
      && n_cut > n_streams / 8, "%d streams, %d stopped", n_streams, n_cut);
  for (i = 0; i < N_KINDS; i++)
    g_byte_array_unref (alone[i]);
  if (!layer)
    return;
  layer->report (&report);
  layer->describe (left, sizeof left);
  TEST_CHECK (report.n_calls > 0, "the fault layer was not loaded");
  TEST_CHECK (report.n_live == 0, "objects are left: %s", left);
  TEST_CHECK (report.n_strays == 0, "%lu given back twice", report.n_strays);
}

TEST_MAIN (TEST (sixty_four_elements_share_one_context))
