/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-memory.c: OpenCL memory between host and device, with and without a
 * host copy; pool and queue.
 */
#include "opencl/gstopenclwatchdog.h"
#include "log-support.h"

#define SIZE 4096

static GstOpenCLContext *context;       /* NULL: no device here */

static const GstOpenCLHostAccess accesses[] = {
  GST_OPENCL_HOST_ACCESS_MAP, GST_OPENCL_HOST_ACCESS_COPY,
  GST_OPENCL_HOST_ACCESS_SHARED, GST_OPENCL_HOST_ACCESS_AUTO,
};

#define NEED_DEVICE() \
  do { if (!context) TEST_SKIP ("no OpenCL device"); } while (0)

/* One memory with its allocator and an element's queue. */
typedef struct
{
  GstOpenCLAllocator *allocator;
  GstMemory *memory;
  GstOpenCLMemory *cl;
  GstOpenCLQueue *queue;
  cl_command_queue handle;
} Setup;

static void
setup_init (Setup * setup, GstOpenCLHostAccess access)
{
  setup->allocator = gst_opencl_allocator_new (context, access, NULL);
  setup->memory = gst_opencl_allocator_alloc (setup->allocator, SIZE, NULL);
  setup->cl = (GstOpenCLMemory *) setup->memory;
  setup->queue = gst_opencl_queue_new (context,
      GST_OPENCL_QUEUE_FLAG_PROFILING, NULL);
  setup->handle = gst_opencl_queue_get_handle (setup->queue);
}

static void
setup_clear (Setup * setup)
{
  gst_memory_unref (setup->memory);
  gst_clear_opencl_queue (&setup->queue);
  gst_object_unref (setup->allocator);
}

static void
host_fill (GstMemory * memory, guint8 value)
{
  GstMapInfo map;
  gboolean mapped = gst_memory_map (memory, &map, GST_MAP_WRITE);

  TEST_REQUIRE (mapped, "map to write");
  TEST_CHECK (map.size == SIZE, "%zu", map.size);
  memset (map.data, value, map.size);
  gst_memory_unmap (memory, &map);
}

/* -1 unless all bytes of [first, end) are equal. */
static gint
host_value (GstMemory * memory, gsize first, gsize end)
{
  GstMapInfo map;
  gint value = -1;

  if (!gst_memory_map (memory, &map, GST_MAP_READ))
    return -1;
  value = map.data[first];
  for (gsize i = first; i < end; i++)
    if (map.data[i] != value)
      value = -1;
  gst_memory_unmap (memory, &map);
  return value;
}

/* A command of the device that fills the memory, not waited for. */
static void
device_fill (Setup * setup, guint8 value)
{
  GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
  cl_event event = NULL;
  cl_int code;

  gst_opencl_memory_collect (setup->cl, GST_MAP_WRITE, &wait);
  code = clEnqueueFillBuffer (setup->handle, setup->cl->handle, &value, 1, 0,
      SIZE, wait.n_events, wait.n_events ? wait.events : NULL, &event);
  TEST_CHECK (code == CL_SUCCESS, "clEnqueueFillBuffer: %d", code);
  gst_opencl_wait_list_clear (&wait);
  TEST_CHECK (wait.n_events == 0, "cleared");
  gst_opencl_memory_mark (setup->cl, GST_MAP_WRITE, event);
  gst_opencl_event_clear (&event);
}

static gint
device_value (Setup * setup)
{
  GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
  guint8 bytes[SIZE];
  cl_int code;

  gst_opencl_memory_collect (setup->cl, GST_MAP_READ, &wait);
  code = clEnqueueReadBuffer (setup->handle, setup->cl->handle, CL_TRUE, 0,
      SIZE, bytes, wait.n_events, wait.n_events ? wait.events : NULL, NULL);
  gst_opencl_wait_list_clear (&wait);
  if (code != CL_SUCCESS)
    return -1;
  for (guint i = 1; i < SIZE; i++)
    if (bytes[i] != bytes[0])
      return -1;
  return bytes[0];
}

/* Runs a body once per kind of host access. */
#define FOR_EACH_ACCESS(setup) \
  for (guint a = 0; a < G_N_ELEMENTS (accesses) && \
      (setup_init (&(setup), accesses[a]), TRUE); setup_clear (&(setup)), a++)

static void
host_and_device_see_what_the_other_wrote (void)
{
  Setup setup;

  NEED_DEVICE ();
  FOR_EACH_ACCESS (setup) {
    for (guint i = 0; i < 20; i++) {
      host_fill (setup.memory, 10 + i);
      TEST_CHECK (device_value (&setup) == (gint) (10 + i), "access %u", a);
      device_fill (&setup, 100 + i);
      TEST_CHECK (host_value (setup.memory, 0, SIZE) == (gint) (100 + i),
          "access %u", a);
    }
    TEST_CHECK (gst_opencl_memory_check (setup.cl, NULL), "access %u", a);
  }
}

static void
a_partial_write_keeps_the_rest (void)
{
  Setup setup;

  NEED_DEVICE ();
  FOR_EACH_ACCESS (setup) {
    GstMapInfo map;

    device_fill (&setup, 7);
    TEST_CHECK (gst_memory_map (setup.memory, &map, GST_MAP_WRITE), "map");
    memset (map.data + 100, 9, 50);
    gst_memory_unmap (setup.memory, &map);
    TEST_CHECK (host_value (setup.memory, 0, 100) == 7, "access %u", a);
    TEST_CHECK (host_value (setup.memory, 100, 150) == 9, "access %u", a);
    TEST_CHECK (host_value (setup.memory, 150, SIZE) == 7, "access %u", a);
  }
}

/* Maps so many bytes. Returns the value of all of them, or -1; then they get
   another, unless that is below 0. */
static gint
exchange_value (GstMemory * memory, gsize size, gint value)
{
  GstMapInfo map;
  gint old;

  gst_memory_resize (memory, 0, size);
  if (value < 0)
    return host_value (memory, 0, size);
  old = host_value (memory, 0, size);
  if (!gst_memory_map (memory, &map, GST_MAP_WRITE))
    return -1;
  memset (map.data, value, map.size);
  gst_memory_unmap (memory, &map);
  return old;
}

/* Whether few bytes are copied and many mapped, or all the same. */
static void
maps_of_any_size_show_one_memory (void)
{
  static const gsize few = 100, more = 3000, all = 256 << 10;
  guint8 seven = 7;

  NEED_DEVICE ();
  for (guint a = 0; a < G_N_ELEMENTS (accesses); a++) {
    g_autoptr (GstOpenCLAllocator) allocator =
        gst_opencl_allocator_new (context, accesses[a], NULL);
    GstMemory *memory = gst_opencl_allocator_alloc (allocator, all, NULL);
    GstOpenCLMemory *cl = (GstOpenCLMemory *) memory;
    g_autoptr (GstOpenCLQueue) queue = gst_opencl_queue_new (context,
        GST_OPENCL_QUEUE_FLAG_PROFILING, NULL);
    GstMapInfo outer, inner;
    cl_event event = NULL;

    exchange_value (memory, all, 1);
    TEST_CHECK (exchange_value (memory, few, 2) == 1, "few of all");
    TEST_CHECK (exchange_value (memory, few, -1) == 2, "few");
    gst_memory_resize (memory, 0, all);
    TEST_CHECK (host_value (memory, 0, few) == 2, "few, mapped");
    TEST_CHECK (host_value (memory, few, all) == 1, "the rest");
    clEnqueueFillBuffer (gst_opencl_queue_get_handle (queue), cl->handle,
        &seven, 1, 0, all, 0, NULL, &event);
    gst_opencl_memory_mark (cl, GST_MAP_WRITE, event);
    gst_opencl_event_clear (&event);
    TEST_CHECK (exchange_value (memory, few, -1) == 7, "the device's");
    /* a map beside another one, which reaches further */
    TEST_CHECK (gst_memory_map (memory, &outer, GST_MAP_READ), "outer");
    gst_memory_resize (memory, 0, more);
    TEST_CHECK (gst_memory_map (memory, &inner, GST_MAP_READ), "inner");
    TEST_CHECK (inner.size == more && inner.data[more - 1] == 7, "further");
    gst_memory_unmap (memory, &inner);
    gst_memory_unmap (memory, &outer);
    TEST_CHECK (exchange_value (memory, more, 3) == 7, "more");
    gst_memory_resize (memory, 0, all);
    TEST_CHECK (host_value (memory, 0, more) == 3, "more, mapped");
    TEST_CHECK (host_value (memory, more, all) == 7, "the rest again");
    gst_memory_unref (memory);
  }
}

static void
the_device_map_is_the_handle_whatever_the_offset (void)
{
  Setup setup;

  NEED_DEVICE ();
  FOR_EACH_ACCESS (setup) {
    GstMapInfo map;

    TEST_CHECK (gst_memory_map (setup.memory, &map, GST_MAP_READ_OPENCL),
        "map");
    TEST_CHECK ((gpointer) map.data == (gpointer) setup.cl->handle, "at 0");
    gst_memory_unmap (setup.memory, &map);
    gst_memory_resize (setup.memory, 256, 512);
    TEST_CHECK (gst_memory_map (setup.memory, &map, GST_MAP_WRITE_OPENCL),
        "map");
    TEST_CHECK ((gpointer) map.data == (gpointer) setup.cl->handle, "at 256");
    TEST_CHECK (setup.memory->offset == 256 && map.size == 512, "range");
    gst_memory_unmap (setup.memory, &map);
  }
}

static void
host_and_device_maps_exclude_each_other (void)
{
  Setup setup;

  NEED_DEVICE ();
  FOR_EACH_ACCESS (setup) {
    g_autoptr (GError) error = NULL;
    GstMapInfo first, second;

    TEST_CHECK (gst_memory_map (setup.memory, &first, GST_MAP_READ), "host");
    TEST_CHECK (!gst_memory_map (setup.memory, &second, GST_MAP_READ_OPENCL),
        "device during host");
    TEST_CHECK (!gst_opencl_memory_check (setup.cl, &error), "reason");
    TEST_CHECK (g_error_matches (error, GST_RESOURCE_ERROR,
            GST_RESOURCE_ERROR_BUSY), "reason");
    TEST_CHECK (gst_opencl_memory_check (setup.cl, NULL), "reported once");
    gst_memory_unmap (setup.memory, &first);
    TEST_CHECK (gst_memory_map (setup.memory, &first, GST_MAP_READ_OPENCL),
        "device");
    TEST_CHECK (!gst_memory_map (setup.memory, &second, GST_MAP_READ),
        "host during device");
    gst_memory_unmap (setup.memory, &first);
    TEST_CHECK (gst_memory_map (setup.memory, &first, GST_MAP_READ),
        "host afterwards");
    TEST_CHECK (gst_memory_map (setup.memory, &second, GST_MAP_READ),
        "two readers");
    TEST_CHECK (first.data == second.data, "see the same");
    gst_memory_unmap (setup.memory, &first);
    gst_memory_unmap (setup.memory, &second);
  }
}

static cl_event
user_event (void)
{
  cl_int code;

  return clCreateUserEvent (gst_opencl_context_get_handle (context), &code);
}

static void
a_map_waits_for_nothing_but_its_own_commands (void)
{
  Setup setup;

  NEED_DEVICE ();
  FOR_EACH_ACCESS (setup) {
    GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
    cl_event blocked = user_event (), reader = NULL;

    device_fill (&setup, 5);
    gst_opencl_queue_finish (setup.queue, NULL);
    /* The queue is stuck behind an event that nobody has set. */
    clEnqueueMarkerWithWaitList (setup.handle, 1, &blocked, &reader);
    gst_opencl_memory_mark (setup.cl, GST_MAP_READ, reader);
    TEST_CHECK (host_value (setup.memory, 0, SIZE) == 5, "access %u", a);

    gst_opencl_memory_collect (setup.cl, GST_MAP_READ, &wait);
    for (guint i = 0; i < wait.n_events; i++)
      TEST_CHECK (wait.events[i] != reader, "a reader waits for a reader");
    gst_opencl_wait_list_clear (&wait);
    gst_opencl_memory_collect (setup.cl, GST_MAP_WRITE, &wait);
    TEST_CHECK (wait.n_events > 0, "a writer waits for the reader");
    gst_opencl_wait_list_clear (&wait);

    clSetUserEventStatus (blocked, CL_COMPLETE);
    host_fill (setup.memory, 6);
    TEST_CHECK (device_value (&setup) == 6, "access %u", a);
    gst_opencl_event_clear (&reader);
    gst_opencl_event_clear (&blocked);
  }
}

static void
readers_of_one_queue_are_waited_for_once (void)
{
  Setup setup;

  NEED_DEVICE ();
  FOR_EACH_ACCESS (setup) {
    GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
    cl_event blocked = user_event ();

    for (guint i = 0; i < 100; i++) {
      cl_event reader = NULL;

      clEnqueueMarkerWithWaitList (setup.handle, 1, &blocked, &reader);
      gst_opencl_memory_mark (setup.cl, GST_MAP_READ, reader);
      gst_opencl_event_clear (&reader);
    }
    gst_opencl_memory_collect (setup.cl, GST_MAP_WRITE, &wait);
    TEST_CHECK (wait.n_events == 1, "%u events", wait.n_events);
    gst_opencl_wait_list_clear (&wait);
    clSetUserEventStatus (blocked, CL_COMPLETE);
    gst_opencl_event_clear (&blocked);
  }
}

static void
a_failed_writer_fails_readers_and_lets_writers_go_on (void)
{
  Setup setup;

  NEED_DEVICE ();
  FOR_EACH_ACCESS (setup) {
    GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
    cl_event failed = user_event ();
    g_autoptr (GError) error = NULL;
    GstMapInfo map;

    clSetUserEventStatus (failed, CL_OUT_OF_RESOURCES);
    TEST_CHECK (!gst_opencl_event_wait (failed, NULL, NULL), "wait");
    gst_opencl_memory_mark (setup.cl, GST_MAP_WRITE, failed);
    TEST_CHECK (!gst_memory_map (setup.memory, &map, GST_MAP_READ), "map");
    TEST_CHECK (!gst_opencl_memory_check (setup.cl, &error), "reason");
    TEST_CHECK (error && strstr (error->message, "CL_OUT_OF_RESOURCES"),
        "%s", error ? error->message : "");
    gst_opencl_memory_collect (setup.cl, GST_MAP_READ, &wait);
    TEST_CHECK (wait.n_events == 1, "device readers see it");
    gst_opencl_wait_list_clear (&wait);
    device_fill (&setup, 3);
    TEST_CHECK (host_value (setup.memory, 0, SIZE) == 3, "access %u", a);
    gst_opencl_memory_mark (setup.cl, GST_MAP_WRITE, failed);
    host_fill (setup.memory, 4);
    TEST_CHECK (device_value (&setup) == 4, "access %u", a);
    gst_opencl_event_clear (&failed);
  }
}

static void
a_full_wait_list_waits_instead (void)
{
  GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
  Setup setup;

  NEED_DEVICE ();
  setup_init (&setup, GST_OPENCL_HOST_ACCESS_MAP);
  for (guint i = 0; i < 2 * GST_OPENCL_WAIT_LIST_MAX; i++) {
    device_fill (&setup, i);
    gst_opencl_memory_collect (setup.cl, GST_MAP_READ, &wait);
  }
  TEST_CHECK (wait.n_events <= GST_OPENCL_WAIT_LIST_MAX, "%u", wait.n_events);
  gst_opencl_wait_list_clear (&wait);
  setup_clear (&setup);
}

static void
memory_has_its_type_and_copies_stand_alone (void)
{
  Setup setup;

  NEED_DEVICE ();
  FOR_EACH_ACCESS (setup) {
    g_autoptr (GstBuffer) buffer = gst_buffer_new ();
    g_autoptr (GstBuffer) plain = gst_buffer_new_allocate (NULL, 8, NULL);
    GstMemory *copy;

    host_fill (setup.memory, 1);
    copy = gst_memory_copy (setup.memory, 0, -1);
    host_fill (setup.memory, 2);
    TEST_CHECK (host_value (copy, 0, SIZE) == 1, "access %u", a);
    gst_memory_unref (copy);
    TEST_CHECK (gst_memory_is_type (setup.memory, "gst.opencl.memory"), "type");
    TEST_CHECK (gst_is_opencl_memory (setup.memory), "type");
    gst_buffer_append_memory (buffer, gst_memory_ref (setup.memory));
    TEST_CHECK (gst_opencl_memory_from_buffer (buffer) == setup.cl, "buffer");
    TEST_CHECK (gst_opencl_memory_from_buffer (plain) == NULL, "plain");
    gst_buffer_append_memory (buffer, gst_memory_ref (setup.memory));
    TEST_CHECK (gst_opencl_memory_from_buffer (buffer) == NULL, "two");
  }
}

static void
sizes_and_alignments_beyond_the_device_are_refused (void)
{
  g_autoptr (GstOpenCLAllocator) allocator = NULL;
  static const gsize sizes[] = { 0, G_MAXSIZE };
  GstAllocationParams params;

  NEED_DEVICE ();
  allocator = gst_opencl_allocator_new (context, GST_OPENCL_HOST_ACCESS_AUTO,
      NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (GError) error = NULL;

    TEST_CHECK (!gst_opencl_allocator_alloc (allocator, sizes[i], &error),
        "%zu", sizes[i]);
    TEST_CHECK (g_error_matches (error, GST_RESOURCE_ERROR,
            GST_RESOURCE_ERROR_NO_SPACE_LEFT), "%zu", sizes[i]);
  }
  gst_allocation_params_init (&params);
  params.align = 1024 * 1024 - 1;
  TEST_CHECK (!gst_allocator_alloc (GST_ALLOCATOR (allocator), 8, &params),
      "alignment");
  TEST_CHECK (gst_opencl_allocator_get_n_memories (allocator) == 0, "counted");
}

static void
prefix_and_padding_surround_the_bytes (void)
{
  g_autoptr (GstOpenCLAllocator) allocator = NULL;
  GstAllocationParams params;
  GstMemory *memory;
  GstMapInfo map;

  NEED_DEVICE ();
  allocator = gst_opencl_allocator_new (context, GST_OPENCL_HOST_ACCESS_AUTO,
      NULL);
  gst_allocation_params_init (&params);
  params.prefix = 32;
  params.padding = 16;
  params.align = 15;
  memory = gst_allocator_alloc (GST_ALLOCATOR (allocator), 100, &params);
  TEST_REQUIRE (memory != NULL, "alloc");
  TEST_CHECK (memory->offset == 32 && memory->size == 100 &&
      memory->maxsize == 148, "layout");
  TEST_CHECK (gst_memory_map (memory, &map, GST_MAP_READWRITE), "map");
  TEST_CHECK ((guintptr) map.data % 16 == 0, "aligned");
  gst_memory_unmap (memory, &map);
  gst_memory_unref (memory);
}

static void
a_warm_pool_makes_no_memory (void)
{
  g_autoptr (GstOpenCLAllocator) allocator = NULL;
  g_autoptr (GstBufferPool) pool = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_memories = 0;

  NEED_DEVICE ();
  allocator = gst_opencl_allocator_new (context, GST_OPENCL_HOST_ACCESS_AUTO,
      NULL);
  pool = gst_opencl_buffer_pool_new (allocator);
  TEST_CHECK (gst_opencl_buffer_pool_start (pool, NULL, SIZE, 2, 0, &error),
      "start");
  TEST_CHECK (gst_opencl_allocator_get_n_memories (allocator) == 2, "minimum");
  for (guint i = 0; i < 1000; i++) {
    GstBuffer *buffers[3];

    for (guint b = 0; b < 3; b++) {
      TEST_CHECK (gst_buffer_pool_acquire_buffer (pool, &buffers[b], NULL) ==
          GST_FLOW_OK, "acquire");
      TEST_CHECK (gst_opencl_memory_from_buffer (buffers[b]) != NULL, "ours");
      TEST_CHECK (gst_buffer_get_size (buffers[b]) == SIZE, "full size");
      gst_buffer_set_size (buffers[b], 1 + (i + b) % SIZE);
    }
    for (guint b = 0; b < 3; b++)
      gst_buffer_unref (buffers[b]);
    if (i == 0)
      n_memories = gst_opencl_allocator_get_n_memories (allocator);
  }
  TEST_CHECK (n_memories == 3, "%u", (guint) n_memories);
  TEST_CHECK (gst_opencl_allocator_get_n_memories (allocator) == n_memories,
      "%u", (guint) gst_opencl_allocator_get_n_memories (allocator));
  gst_buffer_pool_set_active (pool, FALSE);
}

static void
a_pool_keeps_its_own_allocator (void)
{
  g_autoptr (GstOpenCLAllocator) allocator = NULL;
  g_autoptr (GstBufferPool) pool = NULL;
  GstAllocationParams params;
  GstStructure *config;
  GstBuffer *buffer = NULL;

  NEED_DEVICE ();
  allocator = gst_opencl_allocator_new (context, GST_OPENCL_HOST_ACCESS_AUTO,
      NULL);
  pool = gst_opencl_buffer_pool_new (allocator);
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, NULL, 64, 0, 1);
  gst_allocation_params_init (&params);
  gst_buffer_pool_config_set_allocator (config, NULL, &params);
  TEST_CHECK (gst_buffer_pool_set_config (pool, config), "configure");
  TEST_CHECK (gst_buffer_pool_set_active (pool, TRUE), "activate");
  TEST_CHECK (gst_buffer_pool_acquire_buffer (pool, &buffer, NULL) ==
      GST_FLOW_OK, "acquire");
  TEST_CHECK (gst_opencl_memory_from_buffer (buffer) != NULL, "ours");
  TEST_CHECK (gst_opencl_buffer_pool_get_allocator (GST_OPENCL_BUFFER_POOL
          (pool)) == allocator, "allocator");
  gst_buffer_unref (buffer);
  gst_buffer_pool_set_active (pool, FALSE);
}

static void
a_pool_that_cannot_start_says_why (void)
{
  static const gsize sizes[] = { 0, G_MAXUINT, G_MAXSIZE };

  NEED_DEVICE ();
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (GstOpenCLAllocator) allocator = gst_opencl_allocator_new
        (context, GST_OPENCL_HOST_ACCESS_AUTO, NULL);
    g_autoptr (GstBufferPool) pool = gst_opencl_buffer_pool_new (allocator);
    g_autoptr (GError) error = NULL;

    if (sizes[i] == G_MAXUINT && gst_opencl_context_get_limits
        (context)->max_allocation >= G_MAXUINT)
      continue;
    TEST_CHECK (!gst_opencl_buffer_pool_start (pool, NULL, sizes[i], 1, 0,
            &error), "%zu", sizes[i]);
    TEST_CHECK (error != NULL, "%zu", sizes[i]);
  }
}

static void
a_queue_runs_waits_and_tells_times (void)
{
  g_autoptr (GError) error = NULL;
  guint8 zero = 0;
  cl_event event = NULL;
  Setup setup;

  NEED_DEVICE ();
  setup_init (&setup, GST_OPENCL_HOST_ACCESS_AUTO);
  TEST_CHECK (gst_opencl_queue_get_context (setup.queue) == context, "context");
  clEnqueueFillBuffer (setup.handle, setup.cl->handle, &zero, 1, 0, SIZE, 0,
      NULL, &event);
  TEST_CHECK (gst_opencl_queue_flush (setup.queue, &error), "flush");
  TEST_CHECK (gst_opencl_event_wait (event, NULL, &error), "wait");
  TEST_CHECK (gst_opencl_event_is_complete (event), "complete");
  TEST_CHECK (gst_opencl_event_get_time (event) > 0, "time");
  TEST_CHECK (gst_opencl_queue_finish (setup.queue, &error), "finish");
  gst_opencl_event_clear (&event);
  TEST_CHECK (event == NULL, "cleared");
  gst_opencl_event_clear (&event);
  setup_clear (&setup);
}

static void
everything_gives_its_context_back (void)
{
  Setup setup;
  gint before;

  NEED_DEVICE ();
  before = GST_OBJECT_REFCOUNT_VALUE (context);
  FOR_EACH_ACCESS (setup) {
    host_fill (setup.memory, 1);
    device_fill (&setup, 2);
  }
  TEST_CHECK (GST_OBJECT_REFCOUNT_VALUE (context) == before, "%d, not %d",
      GST_OBJECT_REFCOUNT_VALUE (context), before);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (host_and_device_see_what_the_other_wrote),
    TEST (a_partial_write_keeps_the_rest),
    TEST (maps_of_any_size_show_one_memory),
    TEST (the_device_map_is_the_handle_whatever_the_offset),
    TEST (host_and_device_maps_exclude_each_other),
    TEST (a_map_waits_for_nothing_but_its_own_commands),
    TEST (readers_of_one_queue_are_waited_for_once),
    TEST (a_failed_writer_fails_readers_and_lets_writers_go_on),
    TEST (a_full_wait_list_waits_instead),
    TEST (memory_has_its_type_and_copies_stand_alone),
    TEST (sizes_and_alignments_beyond_the_device_are_refused),
    TEST (prefix_and_padding_surround_the_bytes),
    TEST (a_warm_pool_makes_no_memory),
    TEST (a_pool_keeps_its_own_allocator),
    TEST (a_pool_that_cannot_start_says_why),
    TEST (a_queue_runs_waits_and_tells_times),
    TEST (everything_gives_its_context_back),
  };
  g_autoptr (GError) error = NULL;
  int status;

  init_and_watch_log ();
  context = gst_opencl_context_new ("auto", &error);
  if (!context)
    printf ("# %s\n", error->message);
  status = test_main (claims, G_N_ELEMENTS (claims), argc, argv);
  gst_clear_object (&context);
  return status;
}
