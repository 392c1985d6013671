/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclcontext.c: the opened device as an object, and which specification
 * it satisfies. How elements find each other's is in
 * gstopenclcontext-share.c.
 */
#include "gstopenclcontext.h"

#include "debug.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

struct _GstOpenCLContext
{
  GstObject parent;

  clfft_device *device;
  gint given_up;                /* atomic */
};

G_DEFINE_TYPE (GstOpenCLContext, gst_opencl_context, GST_TYPE_OBJECT)

/* An opened pair, so that whoever wraps the same pair gets the same object. */
typedef struct
{
  cl_context handle;
  cl_device_id device;
  GWeakRef context;
} Known;

static GMutex known_lock;       /* guards the list and its weak references */
static GList *known;

static void
known_free (Known * entry)
{
  g_weak_ref_clear (&entry->context);
  g_free (entry);
}

/* Finds a pair, and forgets those that are gone. Called with the lock held. */
static GstOpenCLContext *
known_find (cl_context handle, cl_device_id device)
{
  GstOpenCLContext *found = NULL;
  GList *link = known;

  while (link) {
    GList *next = link->next;
    Known *entry = link->data;
    GstOpenCLContext *context = g_weak_ref_get (&entry->context);

    if (!context) {
      known = g_list_delete_link (known, link);
      known_free (entry);
    } else if (!found && entry->handle == handle && entry->device == device) {
      found = context;
    } else {
      gst_object_unref (context);
    }
    link = next;
  }
  return found;
}

/* Adds a pair, after known_find(), so that the list is no longer than the
   living objects. Called with the lock held. */
static void
known_add (GstOpenCLContext * context)
{
  Known *entry = g_new0 (Known, 1);

  entry->handle = gst_opencl_context_get_handle (context);
  entry->device = gst_opencl_context_get_device (context);
  g_weak_ref_init (&entry->context, context);
  known = g_list_prepend (known, entry);
}

static void
log_engine (clfft_log_level level, const char *message, void *user_data)
{
  static const GstDebugLevel levels[] = {
    [CLFFT_LOG_ERROR] = GST_LEVEL_ERROR,
    [CLFFT_LOG_WARNING] = GST_LEVEL_WARNING,
    [CLFFT_LOG_INFO] = GST_LEVEL_INFO,
    [CLFFT_LOG_DEBUG] = GST_LEVEL_DEBUG,
  };

  GST_CAT_LEVEL_LOG (GST_CAT_DEFAULT, levels[level], NULL, "%s", message);
}

static void
gst_opencl_context_finalize (GObject * object)
{
  clfft_device_destroy (&GST_OPENCL_CONTEXT (object)->device);
  G_OBJECT_CLASS (gst_opencl_context_parent_class)->finalize (object);
}

static void
gst_opencl_context_class_init (GstOpenCLContextClass * klass)
{
  G_OBJECT_CLASS (klass)->finalize = gst_opencl_context_finalize;
}

static void
gst_opencl_context_init (GstOpenCLContext * context)
{
}

static GstOpenCLContext *
context_open (clfft_device_params * params, const gchar * what,
    GError ** error)
{
  GstOpenCLContext *context;
  clfft_device *device;
  clfft_status status;

  params->log = log_engine;
  status = clfft_device_create (params, &device);
  if (!gst_cl_check (status, what, error))
    return NULL;
  context = g_object_new (GST_TYPE_OPENCL_CONTEXT, NULL);
  gst_object_ref_sink (context);
  context->device = device;
  GST_INFO_OBJECT (context, "opened %s of %s",
      clfft_device_get_limits (device)->device_name,
      clfft_device_get_limits (device)->platform_name);
  return context;
}

GstOpenCLContext *
gst_opencl_context_new (const gchar * device, GError ** error)
{
  clfft_device_params params = {.name = device };
  GstOpenCLContext *context;

  if (!gst_cl_check_process (error))
    return NULL;
  context = context_open (&params, "Could not open an OpenCL device", error);
  if (context) {
    g_mutex_lock (&known_lock);
    /* nobody else knows what was opened just now */
    known_find (NULL, NULL);
    known_add (context);
    g_mutex_unlock (&known_lock);
  }
  return context;
}

GstOpenCLContext *
gst_opencl_context_new_wrapped (cl_context handle, cl_device_id device,
    GError ** error)
{
  clfft_device_params params = {.context = handle,.id = device };
  GstOpenCLContext *context;

  g_return_val_if_fail (handle != NULL && device != NULL, NULL);

  if (!gst_cl_check_process (error))
    return NULL;
  g_mutex_lock (&known_lock);
  context = known_find (handle, device);
  if (!context) {
    context = context_open (&params, "Could not use an OpenCL context", error);
    if (context)
      known_add (context);
  }
  g_mutex_unlock (&known_lock);
  return context;
}

cl_context
gst_opencl_context_get_handle (GstOpenCLContext * context)
{
  return clfft_device_get_context (context->device);
}

cl_device_id
gst_opencl_context_get_device (GstOpenCLContext * context)
{
  return clfft_device_get_id (context->device);
}

clfft_device *
gst_opencl_context_get_clfft_device (GstOpenCLContext * context)
{
  return context->device;
}

const clfft_limits *
gst_opencl_context_get_limits (GstOpenCLContext * context)
{
  return clfft_device_get_limits (context->device);
}

void
gst_opencl_context_add_stats (GstOpenCLContext * context,
    GstStructure * stats)
{
  clfft_device_stats device;

  clfft_device_get_stats (context->device, &device);
  gst_structure_set (stats,
      "device", G_TYPE_STRING,
      gst_opencl_context_get_limits (context)->device_name,
      "device-plans", G_TYPE_UINT64, device.n_plans,
      "device-buffers", G_TYPE_UINT64, device.n_buffers,
      "device-kernels", G_TYPE_UINT64, device.n_kernels,
      "device-programs-built", G_TYPE_UINT64, device.n_programs_built,
      "device-programs-loaded", G_TYPE_UINT64, device.n_programs_loaded, NULL);
}

/* The device with these indices, or NULL. */
static cl_device_id
find_device (guint64 platform_index, guint64 device_index)
{
  clfft_device_entry *entries;
  size_t n_entries;
  cl_platform_id platforms[64];
  cl_device_id devices[64];
  cl_uint n = 0;

  /* The engine's lock guards what drivers do at the first discovery; after
     this call it is behind us. */
  if (clfft_list_devices (&entries, &n_entries) != CLFFT_STATUS_OK)
    return NULL;
  free (entries);

  if (clGetPlatformIDs (G_N_ELEMENTS (platforms), platforms, &n) != CL_SUCCESS
      || platform_index >= MIN (n, G_N_ELEMENTS (platforms)))
    return NULL;
  if (clGetDeviceIDs (platforms[platform_index], CL_DEVICE_TYPE_ALL,
          G_N_ELEMENTS (devices), devices, &n) != CL_SUCCESS
      || device_index >= MIN (n, G_N_ELEMENTS (devices)))
    return NULL;
  return devices[device_index];
}

static gboolean
parse_indices (const gchar * device, guint64 * platform_index,
    guint64 * device_index)
{
  g_auto (GStrv) parts = g_strsplit (device, ":", 2);

  return parts[0] && parts[1] &&
      g_ascii_string_to_unsigned (parts[0], 10, 0, G_MAXUINT, platform_index,
      NULL) && g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXUINT,
      device_index, NULL);
}

void
gst_opencl_context_give_up (GstOpenCLContext * context)
{
  g_atomic_int_set (&context->given_up, TRUE);
}

gboolean
gst_opencl_context_matches (GstOpenCLContext * context, const gchar * device)
{
  static const struct
  {
    const gchar *name;
    cl_device_type type;
  } types[] = {
    {"auto", CL_DEVICE_TYPE_ALL},
    {"gpu", CL_DEVICE_TYPE_GPU},
    {"cpu", CL_DEVICE_TYPE_CPU},
    {"accelerator", CL_DEVICE_TYPE_ACCELERATOR},
  };
  const clfft_limits *limits = gst_opencl_context_get_limits (context);
  guint64 platform_index, device_index;

  if (g_atomic_int_get (&context->given_up) || !gst_cl_check_process (NULL))
    return FALSE;
  if (!device)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (device, types[i].name) == 0)
      return (limits->type & types[i].type) != 0;
  if (parse_indices (device, &platform_index, &device_index))
    return find_device (platform_index, device_index) ==
        gst_opencl_context_get_device (context);
  return strcasestr (limits->device_name, device) != NULL;
}
