/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-soak.c: the elements for hours of simulated time, as fast as it goes.
 *
 * Calm lines are one stream each from the beginning to the end: their settings
 * change, and there are gaps, so that times have to be right after hours.
 * Between them other lines live short lives, in which everything happens to
 * them that may, faults of the device too; one that failed has to work after
 * NULL. timeline.h counts beside each what it must say of time. Between rounds
 * the process must hold no more than it did.
 *
 * What happens is drawn from the seed, the number of a life and of a step
 * alone. The default run has a fixed number of rounds;
 * CLFFT_SOAK_MINUTES=N goes on for so long (scripts/dev/soak).
 */
#include "clfft/clfft.h"
#include "layer/fault-layer.h"
#include "gst/support/rig.h"
#include "soakline.h"
#include "support/test.h"
#include "vitals.h"

#include <string.h>

/* In the default run. */
#define N_ROUNDS 50
/* Of a round. */
#define N_CALM_PUSHES 20
#define N_STEPS 24
/* Everything that is made once is made in the first rounds: kernels, pools of
   threads, and what drivers and GLib keep. */
#define N_WARM_ROUNDS 20

/* Bytes that may come and go with the calm lines' settings. */
#define MOST_RSS (8 << 20)
#define MOST_IN_USE (1 << 20)
/* PoCL keeps half a kilobyte of each program that it loads; from version 6 on
   also the types and constants that LLVM makes of it (heaptrack; 5.1 KiB a start
   in 5262 of version 7, 4.3 and 5.4 KiB in 1250 each of version 6). */
#define MOST_PER_START 500
#define MOST_PER_START_6 6000

#define AUDIO(format, channels, rate)                                         \
  "audio/x-raw, format=" format ", layout=interleaved, rate=" #rate           \
      ", channels=" #channels ", channel-mask=(bitmask)0"
#define VIDEO(width, height, fps)                                              \
  "video/x-raw, format=GRAY8, width=" #width ", height=" #height               \
      ", framerate=" #fps

/* *INDENT-OFF* */
static const SoakKind kinds[] = {
  {"claudiofft", "claudiofft name=x", TIMELINE_FRAMES, NULL,
    {AUDIO ("F32LE", 1, 44100), AUDIO ("S16LE", 2, 48000),
      AUDIO ("F32LE", 2, 11025)},
    {{"size=256 hop=128 quantity=complex averaging=none", {256, 128}},
      {"size=100 hop=40 quantity=complex averaging=none", {100, 40}},
      {"size=64 hop=150 quantity=complex averaging=none", {64, 150}},
      {"size=256 hop=128 quantity=power averaging=none", {256, 128}},
      {"size=256 hop=128 quantity=power averaging=exponential", {256, 128}}}},
  {"claudiofft, centered", "claudiofft name=x center=true size=128 hop=48",
    TIMELINE_FRAMES, NULL,
    {AUDIO ("F32LE", 1, 44100), AUDIO ("F32LE", 2, 48000)},
    {{"quantity=complex", {128, 48, TRUE}},
      {"quantity=db", {128, 48, TRUE}}}},
  {"claudiofft ! clifft", "claudiofft name=x ! clifft", TIMELINE_SAMPLES, NULL,
    {AUDIO ("F32LE", 1, 44100), AUDIO ("F32LE", 2, 48000)},
    {{"size=256 hop=128 window=hamming", {256, 128}},
      {"size=256 hop=64 window=hamming", {256, 64}},
      {"size=256 hop=64 window=rect", {256, 64}}},
    .samples_come_back = TRUE},
  {"clspectrogram", "clspectrogram name=x size=128 hop=64", TIMELINE_PICTURES,
    "video/x-raw, width=64, height=48, framerate=30000/1001",
    {AUDIO ("F32LE", 1, 44100), AUDIO ("S16LE", 2, 48000)},
    {{"floor=-100 range=100", {128, 64}}, {"floor=-80 range=60", {128, 64}}}},
  {"clspectrum", "clspectrum name=x", TIMELINE_PASSED, NULL,
    {AUDIO ("F32LE", 1, 44100), AUDIO ("S16LE", 2, 48000),
      AUDIO ("F32LE", 2, 11025)},
    {{"bands=64 interval=100000000 threshold=-60 message-phase=false",
        {126, 126, FALSE, 100000000}},
      {"bands=64 interval=7654321 threshold=-60 message-phase=false",
        {126, 126, FALSE, 7654321}},
      {"bands=64 interval=7654321 threshold=-90 message-phase=true",
        {126, 126, FALSE, 7654321}},
      {"bands=48 interval=33333333 threshold=-60 message-phase=false",
        {94, 94, FALSE, 33333333}}}},
  {"clvideofft", "clvideofft name=x block-width=16 block-height=16",
    TIMELINE_STACKS, NULL,
    {VIDEO (32, 32, 25/1), VIDEO (48, 16, 30000/1001)},
    {{"depth=2 temporal-hop=1 quantity=complex", {2, 1}},
      {"depth=4 temporal-hop=2 quantity=complex", {4, 2}},
      {"depth=2 temporal-hop=3 quantity=complex", {2, 3}},
      {"depth=2 temporal-hop=1 quantity=power", {2, 1}}}},
  {"clvideodenoise", "clvideodenoise name=x block-size=8", TIMELINE_FILTERED,
    NULL, {VIDEO (32, 32, 25/1), VIDEO (48, 16, 30000/1001)},
    {{"depth=3 sigma=4 floor=0", {2}}, {"depth=1 sigma=8 floor=0.5", {1}},
      {"depth=3 sigma=0 floor=0", {2}}, {"depth=3 sigma=9 floor=0.1", {2}}}},
  {"clvideofilter", "clvideofilter name=x", TIMELINE_FILTERED, NULL,
    {VIDEO (32, 32, 25/1), VIDEO (48, 16, 30000/1001)},
    {{"low-pass=0.2 notch=none kernel=", {1}},
      {"low-pass=0 notch=auto kernel=", {1}},
      {"low-pass=0 notch=none kernel=", {1}},
      {"low-pass=0.3 notch=none kernel=1", {1}}}},
  {"clfftfilter", "clfftfilter name=x crossfade=5000000", TIMELINE_SAMPLES,
    NULL, {AUDIO ("F32LE", 1, 44100), AUDIO ("F32LE", 2, 48000)},
    {{"latency-frames=100 gain=0 dry=0", {.tail = SOAK_TAPS - 1}},
      {"latency-frames=0 gain=-6 dry=0.5", {.tail = SOAK_TAPS - 1}},
      {"latency-frames=1000 gain=-6 dry=0", {.tail = SOAK_TAPS - 1}}}},
};
/* *INDENT-ON* */
#define N_KINDS G_N_ELEMENTS (kinds)

static const struct fault_layer *layer;
static guint64 seed;
static gchar *first_wrong;
static guint n_wrong, n_faults, n_failures, n_lives;

/* From here on the numbers of test_random() are those of this step. */
static void
draw_for (guint64 what, guint64 life, guint64 step)
{
  guint i;

  test_state = (seed ^ what * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
      ^ life * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9)
      ^ step * G_GUINT64_CONSTANT (0x94d049bb133111eb)) | 1;
  for (i = 0; i < 4; i++)
    test_random ();
}

static guint
draw (guint n)
{
  return (guint) (test_random () >> 33) % n;
}

static guint
count_settings (const SoakKind * kind)
{
  guint n = 0;

  while (n < G_N_ELEMENTS (kind->settings) && kind->settings[n].text)
    n++;
  return n;
}

static guint
draw_settings (const SoakKind * kind)
{
  return draw (count_settings (kind));
}

static guint
draw_caps (const SoakKind * kind)
{
  guint n = 0;

  while (n < G_N_ELEMENTS (kind->caps) && kind->caps[n])
    n++;
  return draw (n);
}

/* A time that is no multiple of anything, up to ten years. */
static GstClockTime
draw_time (void)
{
  return test_random () % (3650 * 24 * 3600 * GST_SECOND);
}

static void
note (const gchar * wrong, guint life, guint step)
{
  if (!wrong)
    return;
  if (n_wrong++ < 10)
    printf ("# life %u, step %u: %s\n", life, step, wrong);
  if (!first_wrong)
    first_wrong = g_strdup (wrong);
}

/* ---- short lives ---- */

static void
take_step (SoakLine * line, const SoakKind * kind)
{
  switch (draw (16)) {
    case 0:
    case 1:
    case 2:
      soak_line_change_settings (line, draw_settings (kind));
      break;
    case 3:
      soak_line_change_caps (line, draw_caps (kind));
      break;
    case 4:
      soak_line_flush (line, draw_time ());
      break;
    case 5:
      /* what is less than 40 ms, half a picture or a tail is none */
      soak_line_jump (line, 50 * GST_MSECOND + draw (2000000000));
      break;
    case 6:
    case 7:
      soak_line_gap (line, 1 + draw (4000));
      break;
    default:
      soak_line_push (line, 1 + draw (6000));
      break;
  }
}

static void
draw_fault (struct fault *fault)
{
  static const gint codes[] = { -5, -6, -2, -36 };

  memset (fault, 0, sizeof *fault);
  fault->at = 1 + draw (draw (2) ? 40 : 400);
  fault->code = codes[draw (G_N_ELEMENTS (codes))];
  fault->sticky = draw (2);
  fault->on_device = draw (3) == 0;
}

static void
live (guint life)
{
  const SoakKind *kind = &kinds[life % N_KINDS];
  SoakLine *line = soak_line_new (kind, layer);
  guint fault_step, step;
  struct fault fault;
  gboolean armed = FALSE;

  draw_for (1, life, 0);
  /* every other life has one */
  fault_step = draw (2) ? draw (N_STEPS) : N_STEPS;
  draw_fault (&fault);
  if (fault_step == 0 && (armed = layer != NULL))
    layer->arm (&fault);
  soak_line_start (line, draw_settings (kind), draw_caps (kind), draw_time ());
  for (step = 1; step <= N_STEPS; step++) {
    draw_for (1, life, step);
    if (soak_line_has_failed (line)) {
      if (!armed)
        note (soak_line_get_error (line), life, step);
      n_failures += armed;
      if (layer)
        layer->arm (NULL);
      armed = FALSE;
      soak_line_stop (line);
      if (!soak_line_start (line, draw_settings (kind), draw_caps (kind),
              draw_time ()))
        note ("does not start again", life, step);
    }
    if (step == fault_step && (armed = layer != NULL))
      layer->arm (&fault);
    take_step (line, kind);
  }
  soak_line_stop (line);
  if (soak_line_has_failed (line) && !armed)
    note (soak_line_get_error (line), life, step);
  n_failures += soak_line_has_failed (line);
  n_faults += layer && fault_step < N_STEPS;
  if (layer)
    layer->arm (NULL);
  note (soak_line_get_wrong (line), life, step);
  soak_line_free (line);
  n_lives++;
}

/* ---- calm lines ---- */

static void
go_on (SoakLine * line, const SoakKind * kind, guint number, guint round)
{
  guint i;

  draw_for (2, number, round);
  /* in turn, so that the first rounds meet all */
  soak_line_change_settings (line, round % count_settings (kind));
  for (i = 0; i < N_CALM_PUSHES; i++)
    soak_line_push (line, soak_line_is_video (line) ? 1
        : soak_line_get_rate (line) - draw (1000));
  if (!kind->samples_come_back && !soak_line_is_video (line))
    soak_line_gap (line, 1 + draw (1000));
  soak_line_rest (line);
  if (soak_line_has_failed (line))
    note (soak_line_get_error (line), number, round);
  note (soak_line_get_wrong (line), number, round);
}

/* ---- rounds ---- */

static struct vitals first, last;
static guint64 first_starts;
static unsigned long last_objects;
static guint n_rounds;

static unsigned long
count_objects (void)
{
  struct fault_report report = { 0 };

  if (layer)
    layer->report (&report);
  return report.n_live;
}

static void
look (gboolean tell)
{
  const guint64 seconds = soak_sums.audio_time / GST_SECOND;

  vitals_read (&last);
  last_objects = count_objects ();
  if (!tell)
    return;
  printf ("# round %u: %" G_GUINT64_FORMAT ":%02u:%02u of sound; %u lives, "
      "%u errors; RSS %.1f MiB, in use %.2f MiB, of drivers %.2f MiB, %zu "
      "files, %zu threads, %lu objects\n", n_rounds, seconds / 3600,
      (guint) (seconds / 60 % 60), (guint) (seconds % 60), n_lives,
      n_failures, last.rss / 1048576.0, last.in_use / 1048576.0,
      last.driver / 1048576.0, last.n_files, last.n_threads, last_objects);
  fflush (stdout);
}

static gboolean
is_over (gint64 end)
{
  return end ? g_get_monotonic_time () >= end
      && n_rounds > 2 * N_WARM_ROUNDS : n_rounds >= N_ROUNDS;
}

static void
run_rounds (void)
{
  const gchar *minutes = g_getenv ("CLFFT_SOAK_MINUTES");
  const gint64 begin = g_get_monotonic_time ();
  const gint64 end = minutes && *minutes
      ? begin + (gint64) (g_ascii_strtod (minutes, NULL) * 60e6) : 0;
  gint64 reported = begin;
  SoakLine *calm[N_KINDS];
  guint i;

  for (i = 0; i < N_KINDS; i++) {
    draw_for (2, i, 0);
    calm[i] = soak_line_new (&kinds[i], NULL);
    if (!soak_line_start (calm[i], 0, 0, draw_time ()))
      note (soak_line_get_error (calm[i]), i, 0);
  }
  while (!is_over (end) && n_wrong == 0) {
    gint64 now;

    for (i = 0; i < N_KINDS; i++) {
      go_on (calm[i], &kinds[i], i, n_rounds + 1);
      live (n_rounds * N_KINDS + i);
    }
    n_rounds++;
    now = g_get_monotonic_time ();
    look (!end || n_rounds <= N_WARM_ROUNDS || now - reported > 60000000);
    if (now - reported > 60000000)
      reported = now;
    if (n_rounds == N_WARM_ROUNDS) {
      first = last;
      first_starts = soak_sums.n_starts;
    }
  }
  look (TRUE);
  for (i = 0; i < N_KINDS; i++) {
    soak_line_stop (calm[i]);
    note (soak_line_get_wrong (calm[i]), i, n_rounds);
    soak_line_free (calm[i]);
  }
  printf ("# %.1f minutes, %u rounds: %.2f hours of sound, %.2f of video, %"
      G_GUINT64_FORMAT " buffers and %" G_GUINT64_FORMAT " messages with "
      "exact times; %u lives, %" G_GUINT64_FORMAT " starts, %"
      G_GUINT64_FORMAT " changes of settings, %" G_GUINT64_FORMAT " of caps, %"
      G_GUINT64_FORMAT " flushes, %" G_GUINT64_FORMAT " jumps, %"
      G_GUINT64_FORMAT " gaps; %u faults armed, %u errors\n",
      (g_get_monotonic_time () - begin) / 60e6, n_rounds,
      soak_sums.audio_time / 3600e9, soak_sums.video_time / 3600e9,
      soak_sums.n_buffers, soak_sums.n_messages, n_lives, soak_sums.n_starts,
      soak_sums.n_settings, soak_sums.n_caps, soak_sums.n_flushes,
      soak_sums.n_jumps, soak_sums.n_gaps, n_faults, n_failures);
}

/* A cache of binaries that is empty, so that the driver's compiler is loaded
   while nothing is measured; what the driver compiled before, it has. */
static gchar *
open_cache (void)
{
  g_autofree gchar *pocl =
      g_build_filename (g_get_user_cache_dir (), "pocl", NULL);
  gchar *cache = g_dir_make_tmp ("clfft-soak-XXXXXX", NULL);

  g_setenv ("POCL_CACHE_DIR", pocl, FALSE);
  if (cache)
    g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  return cache;
}

/*
 * Compiles and runs a kernel that no cache has. A compiler keeps what it takes
 * when it first compiles (LLVM: 90 MiB); where nearly all kernels are on disk,
 * that would be in any round.
 */
static void
start_compiler (void)
{
  g_autofree gchar *name = g_strdup_printf ("k%" G_GINT64_FORMAT,
      g_get_real_time ());
  g_autofree gchar *text = g_strdup_printf
      ("kernel void %s(global float *x) { x[get_global_id(0)] = 1; }", name);
  const gchar *texts = text;
  const size_t size = 16;
  clfft_device *device = NULL;
  cl_command_queue queue;
  cl_program program;
  cl_context context;
  cl_kernel kernel;
  cl_device_id id;
  cl_mem buffer;

  if (clfft_device_create (NULL, &device) != CLFFT_STATUS_OK)
    return;
  context = clfft_device_get_context (device);
  id = clfft_device_get_id (device);
  queue = clCreateCommandQueue (context, id, 0, NULL);
  buffer = clCreateBuffer (context, CL_MEM_READ_WRITE, size * sizeof (cl_float),
      NULL, NULL);
  program = clCreateProgramWithSource (context, 1, &texts, NULL, NULL);
  clBuildProgram (program, 1, &id, "", NULL, NULL);
  kernel = clCreateKernel (program, name, NULL);
  clSetKernelArg (kernel, 0, sizeof buffer, &buffer);
  clEnqueueNDRangeKernel (queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
  clFinish (queue);
  clReleaseKernel (kernel);
  clReleaseProgram (program);
  clReleaseMemObject (buffer);
  clReleaseCommandQueue (queue);
  clfft_device_destroy (&device);
}

/* FALSE: there is no device. Runs all, the first time. */
static gboolean
have_run (void)
{
  static gint has_device = -1;
  g_autofree gchar *cache = NULL;

  if (has_device >= 0)
    return has_device;
  seed = test_state;
  cache = open_cache ();
#ifdef FAULT_LAYER
  g_setenv ("OPENCL_LAYERS", FAULT_LAYER, TRUE);
#endif
  rig_init ();
  has_device = rig_have_device ();
#ifdef FAULT_LAYER
  layer = fault_layer_find (FAULT_LAYER);
#endif
  if (has_device) {
    start_compiler ();
    run_rounds ();
  }
  if (cache)
    rig_remove_cache (cache);
  return has_device;
}

static gsize
get_most_per_start (void)
{
  clfft_device *device = NULL;
  gsize most = MOST_PER_START;

  if (clfft_device_create (NULL, &device) == CLFFT_STATUS_OK) {
    const clfft_limits *limits = clfft_device_get_limits (device);

    if (strcmp (limits->platform_name, "Portable Computing Language") == 0
        && atoi (limits->driver_version) >= 6)
      most = MOST_PER_START_6;
  }
  clfft_device_destroy (&device);
  return most;
}

/* ---- claims ---- */

static void
times_are_exact_and_elements_work_after_faults (void)
{
  if (!have_run ())
    TEST_SKIP ("no OpenCL device");
  TEST_CHECK (n_wrong == 0, "%u wrong, the first: %s", n_wrong, first_wrong);
  TEST_CHECK (!layer || n_failures > n_rounds / 4, "%u errors of %u faults",
      n_failures, n_faults);
  TEST_CHECK (soak_sums.n_buffers > 100 * n_rounds, "too few buffers");
}

static void
every_opencl_object_is_given_back (void)
{
  if (!have_run ())
    TEST_SKIP ("no OpenCL device");
  if (!layer)
    TEST_SKIP ("no fault layer");
  TEST_CHECK (count_objects () == 0, "%lu are left", count_objects ());
}

static void
memory_files_and_threads_stay_as_they_were (void)
{
  const gsize kept =
      (soak_sums.n_starts - first_starts) * get_most_per_start ();

  if (!have_run ())
    TEST_SKIP ("no OpenCL device");
  if (first.rss == 0)
    TEST_SKIP ("no /proc");
  TEST_CHECK (last.rss + first.driver
      <= first.rss + last.driver + MOST_RSS + kept,
      "RSS: %zu KiB, then %zu KiB, of these %zu and %zu of drivers",
      first.rss >> 10, last.rss >> 10, first.driver >> 10, last.driver >> 10);
  TEST_CHECK (last.in_use <= first.in_use + MOST_IN_USE + kept,
      "allocated: %zu KiB, then %zu KiB", first.in_use >> 10,
      last.in_use >> 10);
  TEST_CHECK (last.n_files <= first.n_files, "open files: %zu, then %zu",
      first.n_files, last.n_files);
  TEST_CHECK (last.n_threads <= first.n_threads, "threads: %zu, then %zu",
      first.n_threads, last.n_threads);
}

TEST_MAIN (TEST (times_are_exact_and_elements_work_after_faults),
    TEST (every_opencl_object_is_given_back),
    TEST (memory_files_and_threads_stay_as_they_were))
