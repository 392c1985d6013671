/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft/test-memory.c: how much device memory transforms of pictures
 * take. OpenCL's function that makes buffers is this program's, which counts
 * their bytes until they are gone and calls the library's. What a device with
 * memory of its own has on the host, to copy from, is not counted.
 */
#include <CL/cl.h>
#include <dlfcn.h>

#include "gst/support/rig.h"
#include "support/test.h"
#include "views.h"

#define WIDTH 1920
#define HEIGHT 1080
#define FRAME_SIZE (WIDTH * HEIGHT * 2 * sizeof (gfloat))
#define MOST (3 * FRAME_SIZE)
#define EXPORTED __attribute__ ((visibility ("default")))

/* ---- counting ---- */

static GMutex lock;
static gsize live_size, peak_size;      /* guarded by lock */

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

/* A driver may hold a buffer a little longer than who released it. */
static void CL_CALLBACK
count_gone (cl_mem buffer, void *size)
{
  g_mutex_lock (&lock);
  live_size -= GPOINTER_TO_SIZE (size);
  g_mutex_unlock (&lock);
}

/* On the host of a device that has memory of its own? */
static gboolean
is_apart (cl_context context, cl_mem_flags flags)
{
  cl_device_id device = NULL;
  cl_bool unified = CL_TRUE;

  if (!(flags & CL_MEM_ALLOC_HOST_PTR))
    return FALSE;
  clGetContextInfo (context, CL_CONTEXT_DEVICES, sizeof device, &device, NULL);
  clGetDeviceInfo (device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof unified,
      &unified, NULL);
  return !unified;
}

EXPORTED cl_mem
clCreateBuffer (cl_context context, cl_mem_flags flags, size_t size,
    void *host, cl_int * code)
{
  cl_mem (*create) (cl_context, cl_mem_flags, size_t, void *, cl_int *);
  cl_mem buffer;

  *(gpointer *) & create = find ("clCreateBuffer");
  buffer = create (context, flags, size, host, code);
  if (!buffer || is_apart (context, flags))
    return buffer;
  if (clSetMemObjectDestructorCallback (buffer, count_gone,
          GSIZE_TO_POINTER (size)) != CL_SUCCESS)
    g_error ("no callback at a buffer's end");
  g_mutex_lock (&lock);
  live_size += size;
  peak_size = MAX (peak_size, live_size);
  g_mutex_unlock (&lock);
  return buffer;
}

static gsize
take_live (void)
{
  gsize live;

  g_mutex_lock (&lock);
  live = live_size;
  g_mutex_unlock (&lock);
  return live;
}

/* Until no more than that is left; five seconds at most. */
static gsize
wait_for_live (gsize most)
{
  guint i;

  for (i = 0; i < 5000 && take_live () > most; i++)
    g_usleep (1000);
  return take_live ();
}

static gsize
take_peak (void)
{
  gsize peak;

  g_mutex_lock (&lock);
  peak = peak_size;
  peak_size = live_size;
  g_mutex_unlock (&lock);
  return peak;
}

/* ---- claims ---- */

/* From the making of the plan on, its own check included. */
static void
pictures_take_three_frames_of_complex_floats_at_most (void)
{
  static const gchar *const properties[] = {
    "quantity=complex", "quantity=complex sides=centered",
    "quantity=db sides=centered window=hann remove-dc=true",
    "quantity=power reduce=radial", "quantity=magnitude sides=two",
  };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (properties); i++) {
    Views *v = views_new (properties[i]);
    guint64 reported;
    gsize peak;

    wait_for_live (0);
    take_peak ();
    views_set_format (v, GST_VIDEO_FORMAT_GRAY8, WIDTH, HEIGHT, 30, 1);
    for (k = 0; k < 3; k++)
      views_push (v, views_make_noise (&v->video, k), k * 33 * GST_MSECOND);
    peak = take_peak ();
    reported = views_get_stat (v, "memory-size");
    printf ("# %s: %.1f MB, %.2f frames; memory-size %.1f MB\n",
        properties[i], peak / 1e6, (gdouble) peak / FRAME_SIZE, reported / 1e6);
    TEST_CHECK (views_n_frames (v) == 3, "%s: %s", properties[i], v->error);
    TEST_CHECK (peak <= MOST, "%s: %" G_GSIZE_FORMAT " bytes are above %"
        G_GSIZE_FORMAT, properties[i], peak, (gsize) MOST);
    /* what is not given are tables: of roots, and the bins of the rings, which
       are a third of the power's memory */
    TEST_CHECK (reported <= peak && reported >= peak / 10 * 6, "%s: memory-size "
        "is %" G_GUINT64_FORMAT " of %" G_GSIZE_FORMAT, properties[i], reported,
        peak);
    views_free (v);
  }
}

/* But tables that the device keeps for the next plan, which the second stream
   finds there. */
static void
nothing_is_left_behind (void)
{
  gsize before = 0, after = 0;
  guint i;

  for (i = 0; i < 2; i++) {
    Views *v = views_new ("");

    views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 64, 48, 30, 1);
    views_push_noise (v, 0, 3);
    views_free (v);
    before = after;
    after = wait_for_live (before);
  }
  TEST_CHECK (after <= before, "%" G_GSIZE_FORMAT " bytes after one stream, %"
      G_GSIZE_FORMAT " after two", before, after);
}

static const struct test_claim claims[] = {
  TEST (pictures_take_three_frames_of_complex_floats_at_most),
  TEST (nothing_is_left_behind),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
