/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-import.c: others' memory as OpenCL memory, under the layer, which plays
 * devices that import dma-bufs and makes calls fail. CLFFT_LAYER_PROFILE says
 * which device; without one it is the one that is there, which reads the
 * host's bytes. The call by which the kernel learns of that is this program's,
 * which counts it: what is no real dma-buf does not know it.
 */
#include <errno.h>
#include <linux/dma-buf.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gst/support/dmabufs.h"
#include "layer/fault-layer.h"
#include "log-support.h"
#include "opencl/gstopenclimport.h"

#define SIZE 8192
#define EXPORTED __attribute__ ((visibility ("default")))

/* ---- what the kernel is reported ---- */

static gint n_reads, n_writes, n_ends;  /* atomic */

EXPORTED int ioctl (int fd, unsigned long request, ...);

EXPORTED int
ioctl (int fd, unsigned long request, ...)
{
  const struct dma_buf_sync *sync;
  va_list arguments;

  va_start (arguments, request);
  sync = va_arg (arguments, gpointer);
  va_end (arguments);
  if (request != DMA_BUF_IOCTL_SYNC)
    return syscall (SYS_ioctl, fd, request, sync);
  if (sync->flags & DMA_BUF_SYNC_END)
    g_atomic_int_inc (&n_ends);
  else if (sync->flags & DMA_BUF_SYNC_WRITE)
    g_atomic_int_inc (&n_writes);
  else
    g_atomic_int_inc (&n_reads);
  errno = ENOTTY;
  return -1;
}

static const struct fault_layer *layer;
static GstOpenCLContext *context;       /* NULL: no device here */

#define NEED_DEVICE() \
  do { if (!context) TEST_SKIP ("no OpenCL device, or no layer"); } while (0)

static gboolean
plays (const gchar * profile)
{
  return g_strcmp0 (g_getenv ("CLFFT_LAYER_PROFILE"), profile) == 0;
}

/* An importer with its queue, and a buffer of one memory. */
typedef struct
{
  GstOpenCLAllocator *allocator;
  GstOpenCLQueue *queue;
  GstOpenCLImporter *importer;
  GstBuffer *buffer;
} Setup;

static void
setup_init (Setup * setup, GstMemory * memory)
{
  setup->allocator = gst_opencl_allocator_new (context,
      GST_OPENCL_HOST_ACCESS_AUTO, NULL);
  setup->queue = gst_opencl_queue_new (context, GST_OPENCL_QUEUE_FLAG_NONE,
      NULL);
  setup->importer =
      gst_opencl_importer_new (setup->allocator, setup->queue);
  setup->buffer = gst_buffer_new ();
  gst_buffer_append_memory (setup->buffer, memory);
}

static void
setup_clear (Setup * setup)
{
  gst_opencl_importer_free (setup->importer);
  gst_clear_buffer (&setup->buffer);
  gst_clear_opencl_queue (&setup->queue);
  gst_object_unref (setup->allocator);
}

static GstMemory *
make_bytes (guint8 value)
{
  guint8 bytes[SIZE];

  memset (bytes, value, sizeof bytes);
  return dmabufs_copy (bytes, sizeof bytes);
}

static void
set_bytes (GstBuffer * buffer, guint8 value)
{
  gst_buffer_memset (buffer, 0, value, SIZE);
}

/* -1 unless all bytes are equal. */
static gint
get_bytes (GstBuffer * buffer)
{
  GstMapInfo map;
  gint value = -1;
  gsize i;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return -1;
  value = map.data[0];
  for (i = 1; i < map.size; i++)
    if (map.data[i] != value)
      value = -1;
  gst_buffer_unmap (buffer, &map);
  return value;
}

static struct fault_report
take_report (void)
{
  struct fault_report report;

  layer->report (&report);
  return report;
}

/* Imports that live when the driver has had time to let go of them: PoCL 7 does
   so in a thread of its own. */
static gulong
count_live (void)
{
  guint i;

  for (i = 0; i < 500 && take_report ().n_live_imports > 0; i++)
    g_usleep (10000);
  return take_report ().n_live_imports;
}

static void
fail_call (const gchar * call)
{
  struct fault fault = {.call = call,.at = 1,.code = CL_OUT_OF_RESOURCES };

  layer->arm (&fault);
}

/* What the device reads of an import; -1: different bytes. */
static gint
read_import (Setup * setup, const GstOpenCLImport * import)
{
  guint8 bytes[SIZE];
  guint i;

  if (clEnqueueReadBuffer (gst_opencl_queue_get_handle (setup->queue),
          import->memory->handle, CL_TRUE, import->offset, SIZE, bytes, 0, NULL,
          NULL) != CL_SUCCESS)
    return -1;
  for (i = 1; i < SIZE; i++)
    if (bytes[i] != bytes[0])
      return -1;
  return bytes[0];
}

/* Reads all bytes by an import; -1: there is none, -2: its end failed. */
static gint
read_once (Setup * setup)
{
  GstOpenCLImport *import = gst_opencl_importer_begin (setup->importer,
      setup->buffer, 0, GST_MAP_READ);
  gint value;

  if (!import)
    return -1;
  value = read_import (setup, import);
  return gst_opencl_import_end (import, NULL) ? value : -2;
}

/* ---- claims ---- */

static void
the_device_reads_what_the_host_wrote_last (void)
{
  Setup setup;
  guint i;

  NEED_DEVICE ();
  setup_init (&setup, make_bytes (1));
  for (i = 1; i < 20; i++) {
    TEST_CHECK (read_once (&setup) == (gint) i, "%u", i);
    TEST_CHECK (gst_opencl_importer_wait (setup.importer), "%u is not over", i);
    set_bytes (setup.buffer, i + 1);
  }
  setup_clear (&setup);
}

static void
the_host_reads_what_the_device_wrote (void)
{
  GstOpenCLImport *import;
  GError *error = NULL;
  Setup setup;
  guint8 i;

  NEED_DEVICE ();
  setup_init (&setup, make_bytes (0));
  for (i = 1; i < 20; i++) {
    import = gst_opencl_importer_begin (setup.importer, setup.buffer, 0,
        GST_MAP_WRITE);
    TEST_REQUIRE (import, "import");
    TEST_CHECK (clEnqueueFillBuffer (gst_opencl_queue_get_handle (setup.queue),
            import->memory->handle, &i, 1, import->offset, SIZE, 0, NULL, NULL)
        == CL_SUCCESS, "fill");
    TEST_CHECK (gst_opencl_import_finish (import, &error), "%s",
        error ? error->message : "");
    TEST_CHECK (get_bytes (setup.buffer) == i, "%d", get_bytes (setup.buffer));
  }
  setup_clear (&setup);
}

static void
each_device_imports_in_its_way_and_once (void)
{
  GstOpenCLImport *import;
  struct fault_report before, after;
  GstOpenCLImportWay way = plays ("mali-import") ? GST_OPENCL_IMPORT_WAY_ARM
      : plays ("khr-import") ? GST_OPENCL_IMPORT_WAY_KHR
      : GST_OPENCL_IMPORT_WAY_HOST;
  guint n_imports = way != GST_OPENCL_IMPORT_WAY_HOST;
  guint n_acquires = way == GST_OPENCL_IMPORT_WAY_KHR;
  Setup setup;
  guint i;

  NEED_DEVICE ();
  before = take_report ();
  setup_init (&setup, make_bytes (7));
  for (i = 0; i < 10; i++) {
    import = gst_opencl_importer_begin (setup.importer, setup.buffer, 0,
        GST_MAP_READ);
    TEST_REQUIRE (import, "import");
    TEST_CHECK (import->way == way, "way %d", import->way);
    TEST_CHECK (gst_opencl_import_end (import, NULL), "end");
  }
  gst_opencl_importer_wait (setup.importer);
  after = take_report ();
  TEST_CHECK (after.n_imports == before.n_imports + n_imports, "%lu imports",
      after.n_imports - before.n_imports);
  TEST_CHECK (after.n_acquires == before.n_acquires + 10 * n_acquires
      && after.n_releases == before.n_releases + 10 * n_acquires,
      "%lu acquires, %lu releases", after.n_acquires - before.n_acquires,
      after.n_releases - before.n_releases);
  setup_clear (&setup);
  TEST_CHECK (count_live () == 0, "%lu live", count_live ());
}

/* So that it cleans the caches; a driver that imports does that itself. */
static void
the_kernel_knows_where_the_host_uses_a_dmabuf (void)
{
  gint is_host = !plays ("mali-import") && !plays ("khr-import");
  GstOpenCLImport *import;
  Setup setup;

  NEED_DEVICE ();
  setup_init (&setup, make_bytes (7));
  n_reads = n_writes = n_ends = 0;
  import = gst_opencl_importer_begin (setup.importer, setup.buffer, 0,
      GST_MAP_READ);
  TEST_REQUIRE (import, "import");
  TEST_CHECK (n_reads == is_host && n_writes + n_ends == 0, "%d, %d, %d",
      n_reads, n_writes, n_ends);
  gst_opencl_import_end (import, NULL);
  gst_opencl_importer_wait (setup.importer);
  TEST_CHECK (n_reads == is_host && n_writes == 0 && n_ends == is_host,
      "%d, %d, %d", n_reads, n_writes, n_ends);
  import = gst_opencl_importer_begin (setup.importer, setup.buffer, 0,
      GST_MAP_WRITE);
  TEST_REQUIRE (import, "import");
  gst_opencl_import_finish (import, NULL);
  TEST_CHECK (n_reads == is_host && n_writes == is_host
      && n_ends == 2 * is_host, "%d, %d, %d", n_reads, n_writes, n_ends);
  setup_clear (&setup);
}

static void
a_memory_takes_its_import_with_it (void)
{
  unsigned long n_freed;
  Setup setup;

  NEED_DEVICE ();
  setup_init (&setup, make_bytes (7));
  TEST_CHECK (read_once (&setup) == 7, "read");
  gst_opencl_importer_wait (setup.importer);
  n_freed = take_report ().n_freed;
  gst_clear_buffer (&setup.buffer);
  TEST_CHECK (take_report ().n_freed == n_freed + 1, "%lu freed",
      take_report ().n_freed - n_freed);
  setup_clear (&setup);
}

static void
a_buffer_stays_until_the_device_has_done (void)
{
  struct fault fault = {.call = "clEnqueueFillBuffer",.at = 1,.hold = true };
  GstOpenCLImport *import;
  guint8 value = 9;
  Setup setup;

  NEED_DEVICE ();
  setup_init (&setup, make_bytes (7));
  import = gst_opencl_importer_begin (setup.importer, setup.buffer, 0,
      GST_MAP_WRITE);
  TEST_REQUIRE (import, "import");
  layer->arm (&fault);
  clEnqueueFillBuffer (gst_opencl_queue_get_handle (setup.queue),
      import->memory->handle, &value, 1, import->offset, SIZE, 0, NULL, NULL);
  TEST_CHECK (gst_opencl_import_end (import, NULL), "end");
  g_usleep (20000);
  TEST_CHECK (!gst_buffer_is_writable (setup.buffer), "it has been given back");
  layer->release ();
  TEST_CHECK (gst_opencl_importer_wait (setup.importer), "never given back");
  TEST_CHECK (gst_buffer_is_writable (setup.buffer)
      && get_bytes (setup.buffer) == 9, "%d", get_bytes (setup.buffer));
  layer->arm (NULL);
  setup_clear (&setup);
}

/* It answers no call, but carries its commands out after all. */
static void
a_buffer_stays_where_the_device_tells_nothing (void)
{
  struct fault fault = {.call = "clEnqueueFillBuffer",.at = 1,.hold = true,
    .code = CL_OUT_OF_RESOURCES
  };
  gboolean finishes;

  NEED_DEVICE ();
  for (finishes = 0; finishes < 2; finishes++) {
    g_autoptr (GError) error = NULL;
    GstOpenCLImport *import;
    gboolean done;
    guint8 value = 9;
    Setup setup;

    setup_init (&setup, make_bytes (7));
    import = gst_opencl_importer_begin (setup.importer, setup.buffer, 0,
        GST_MAP_WRITE);
    TEST_REQUIRE (import, "import");
    layer->arm (&fault);
    clEnqueueFillBuffer (gst_opencl_queue_get_handle (setup.queue),
        import->memory->handle, &value, 1, import->offset, SIZE, 0, NULL, NULL);
    done = finishes ? gst_opencl_import_finish (import, &error)
        : gst_opencl_import_end (import, &error);
    TEST_CHECK (!done && error && strstr (error->message,
            "CL_OUT_OF_RESOURCES"), "%s", error ? error->message : "done");
    TEST_CHECK (!gst_buffer_is_writable (setup.buffer), "it was given back");
    TEST_CHECK (gst_opencl_importer_wait (setup.importer), "it is waited for");
    layer->release ();
    layer->arm (NULL);
    setup_clear (&setup);
    TEST_CHECK (count_live () == 0, "%lu live", count_live ());
  }
}

/* An import that fails is tried in the next way; the last one is to copy. */
static void
a_refused_import_leaves_the_next_way (void)
{
  static const gchar *const calls[] = {
    "clImportMemoryARM", "clCreateBufferWithProperties", "clCreateBuffer",
  };
  const gchar *imports = plays ("mali-import") ? calls[0]
      : plays ("khr-import") ? calls[1] : NULL;
  guint i;

  NEED_DEVICE ();
  for (i = 0; i < G_N_ELEMENTS (calls); i++) {
    struct fault_report report;
    Setup setup;
    gint value;

    setup_init (&setup, make_bytes (7));
    fail_call (calls[i]);
    value = read_once (&setup);
    report = take_report ();
    if (imports && i < 2)
      TEST_CHECK (value == 7 && report.n_failed == (imports == calls[i]),
          "%s: %d, %lu failed", calls[i], value, report.n_failed);
    else if (!imports && i == 2)
      TEST_CHECK (value == -1 && report.n_failed == 1, "%s: %d, %lu failed",
          calls[i], value, report.n_failed);
    layer->arm (NULL);
    gst_opencl_importer_wait (setup.importer);
    TEST_CHECK (gst_buffer_is_writable (setup.buffer), "%s: kept", calls[i]);
    setup_clear (&setup);
    TEST_CHECK (count_live () == 0, "%s: %lu live", calls[i], count_live ());
    report = take_report ();
    TEST_CHECK (report.n_strays == 0, "%s: %lu strays", calls[i],
        report.n_strays);
  }
}

/* To acquire, to release, to know the end: each may fail once. */
static void
what_fails_around_a_use_gives_the_buffer_back (void)
{
  static const struct
  {
    const gchar *profile, *call;
    gint value;                 /* 7: it does not matter */
  } rows[] = {
    {"khr-import", "clEnqueueAcquireExternalMemObjectsKHR", -1},
    {"khr-import", "clEnqueueReleaseExternalMemObjectsKHR", -2},
    {"mali-import", "clEnqueueMarkerWithWaitList", -2},
    {"mali-import", "clSetEventCallback", 7},
    {"khr-import", "clSetEventCallback", 7},
    {NULL, "clSetEventCallback", 7},
    {NULL, "clFlush", -2},
  };
  guint i;

  NEED_DEVICE ();
  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Setup setup;
    gint value;

    if (!plays (rows[i].profile))
      continue;
    setup_init (&setup, make_bytes (7));
    TEST_CHECK (read_once (&setup) == 7, "before");
    gst_opencl_importer_wait (setup.importer);
    fail_call (rows[i].call);
    value = read_once (&setup);
    TEST_CHECK (value == rows[i].value && take_report ().n_failed == 1,
        "%s: %d, %lu failed", rows[i].call, value, take_report ().n_failed);
    layer->arm (NULL);
    TEST_CHECK (gst_opencl_importer_wait (setup.importer)
        && gst_buffer_is_writable (setup.buffer), "%s: kept", rows[i].call);
    setup_clear (&setup);
    TEST_CHECK (count_live () == 0, "%s: live", rows[i].call);
  }
}

/* Where nothing but the host's memory can be used. */
static void
bytes_of_the_host_are_used_at_any_address_by_processors_alone (void)
{
  guint8 *bytes;
  gboolean is_cpu;
  gsize whole;
  guint odd;

  NEED_DEVICE ();
  is_cpu = gst_opencl_context_get_limits (context)->type & CL_DEVICE_TYPE_CPU;
  bytes = g_malloc (SIZE + 4096 + 1);
  whole = 4096 - GPOINTER_TO_SIZE (bytes) % 4096;
  for (odd = 0; odd < 2; odd++) {
    Setup setup;
    gint value;

    memset (bytes, 5, SIZE + 4096 + 1);
    setup_init (&setup, gst_memory_new_wrapped (0, bytes + whole + odd, SIZE, 0,
            SIZE, NULL, NULL));
    value = read_once (&setup);
    TEST_CHECK (value == (is_cpu || !odd ? 5 : -1), "%u: %d", odd, value);
    gst_opencl_importer_wait (setup.importer);
    setup_clear (&setup);
  }
  g_free (bytes);
}

static const struct test_claim claims[] = {
  TEST (the_device_reads_what_the_host_wrote_last),
  TEST (the_host_reads_what_the_device_wrote),
  TEST (each_device_imports_in_its_way_and_once),
  TEST (the_kernel_knows_where_the_host_uses_a_dmabuf),
  TEST (a_memory_takes_its_import_with_it),
  TEST (a_buffer_stays_until_the_device_has_done),
  TEST (a_buffer_stays_where_the_device_tells_nothing),
  TEST (a_refused_import_leaves_the_next_way),
  TEST (what_fails_around_a_use_gives_the_buffer_back),
  TEST (bytes_of_the_host_are_used_at_any_address_by_processors_alone),
};

int
main (int argc, char **argv)
{
  struct fault_report report;
  int status;

  init_and_watch_log ();
  context = gst_opencl_context_new (g_getenv ("CLFFT_TEST_DEVICE"), NULL);
  layer = fault_layer_find (FAULT_LAYER);
  if (!layer)
    gst_clear_object (&context);
  status = test_main (claims, G_N_ELEMENTS (claims), argc, argv);
  gst_clear_object (&context);
  if (!layer)
    return status;
  layer->report (&report);
  printf ("# at the end: %lu live, %lu strays, %lu beyond\n", report.n_live,
      report.n_strays, report.n_beyond);
  return report.n_live + report.n_strays + report.n_beyond > 0 ? 1 : status;
}
