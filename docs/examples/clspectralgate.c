/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectralgate.c: an element of one's own that works on the device, between
 * claudiofft and clifft: what is quieter than a threshold, bin by bin, is taken
 * out. It is a plugin by itself, made with what is installed:
 *
 *   cc -shared -fPIC clspectralgate.c -o libgstclspectralgate.so $(pkg-config \
 *     --cflags --libs gstreamer-opencl-1.0 gstreamer-fourier-1.0 OpenCL)
 *   GST_PLUGIN_PATH_1_0=. gst-launch-1.0 filesrc location=speech.flac ! \
 *     decodebin ! audioconvert ! claudiofft overlap=0.75 scaling=amplitude ! \
 *     clspectralgate threshold=-60 ! clifft ! autoaudiosink
 *
 * The spectra never visit the host: the kernel here is enqueued as soon as a
 * buffer comes, waits on the device for claudiofft's, and its own buffer is
 * pushed at once.
 */
#include <gst/base/gstbasetransform.h>
#include <gst/fourier/fourier.h>
#include <gst/opencl/opencl.h>
#include <math.h>

#define DEFAULT_THRESHOLD -60.0

typedef struct
{
  GstBaseTransform parent;

  gdouble threshold;            /* under the object lock, as is device */
  gchar *device;

  GstOpenCLContext *context;    /* from start to stop */
  GstOpenCLQueue *queue;
  GstOpenCLAllocator *allocator;
  cl_kernel kernel;
  GstBufferPool *pool;          /* of buffers of pool_size bytes */
  gsize pool_size;
} ClSpectralGate;

typedef GstBaseTransformClass ClSpectralGateClass;

enum
{
  PROP_THRESHOLD = 1,
  PROP_DEVICE,
};

static GType cl_spectral_gate_get_type (void);
G_DEFINE_TYPE (ClSpectralGate, cl_spectral_gate, GST_TYPE_BASE_TRANSFORM);

/* Buffers with this feature are one GstOpenCLMemory each. */
#define CAPS GST_FOURIER_MEDIA_TYPE \
    "(" GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY "), version=(int)1, " \
    "format=(string)" FORMAT ", quantity=(string)complex"

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define FORMAT "F32LE"
#else
#define FORMAT "F32BE"
#endif

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (CAPS));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS (CAPS));

/* A work-item a point: real and imaginary part. */
static const char kernel_source[] =
    "kernel void gate(global const float2 *in, ulong first,\n"
    "                 global float2 *out, float threshold)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    float2 x = in[first + i];\n"
    "    out[i] = hypot(x.x, x.y) < threshold ? (float2)(0) : x;\n"
    "}\n";

/* ---- errors ---- */

static gboolean
check (cl_int code, const gchar * call, GError ** error)
{
  if (code != CL_SUCCESS)
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
        "%s failed with OpenCL's code %d", call, code);
  return code == CL_SUCCESS;
}

/* Posts the error and frees it. */
static void
post (ClSpectralGate * self, GError * error)
{
  gst_element_message_full (GST_ELEMENT (self), GST_MESSAGE_ERROR,
      error->domain, error->code, g_strdup (error->message), NULL, __FILE__,
      GST_FUNCTION, __LINE__);
  g_error_free (error);
}

/* ---- the context, which is shared with the neighbours ---- */

static void
cl_spectral_gate_set_context (GstElement * element, GstContext * context)
{
  ClSpectralGate *self = (ClSpectralGate *) element;
  g_autofree gchar *device = NULL;

  GST_OBJECT_LOCK (self);
  device = g_strdup (self->device);
  GST_OBJECT_UNLOCK (self);
  gst_opencl_handle_set_context (element, context, device, &self->context);
  GST_ELEMENT_CLASS (cl_spectral_gate_parent_class)->set_context (element,
      context);
}

static gboolean
cl_spectral_gate_query (GstBaseTransform * trans, GstPadDirection direction,
    GstQuery * query)
{
  ClSpectralGate *self = (ClSpectralGate *) trans;

  return gst_opencl_handle_context_query (GST_ELEMENT (self), query,
      self->context)
      || GST_BASE_TRANSFORM_CLASS (cl_spectral_gate_parent_class)->query (trans,
      direction, query);
}

/* ---- what is made on it ---- */

static cl_kernel
build_kernel (GstOpenCLContext * context, GError ** error)
{
  cl_device_id device = gst_opencl_context_get_device (context);
  const char *source = kernel_source;
  cl_kernel kernel = NULL;
  cl_program program;
  cl_int code;

  program = clCreateProgramWithSource (gst_opencl_context_get_handle (context),
      1, &source, NULL, &code);
  if (!check (code, "clCreateProgramWithSource", error))
    return NULL;
  if (check (clBuildProgram (program, 1, &device, NULL, NULL, NULL),
          "clBuildProgram", error)) {
    kernel = clCreateKernel (program, "gate", &code);
    if (!check (code, "clCreateKernel", error))
      kernel = NULL;
  }
  clReleaseProgram (program);
  return kernel;
}

static gboolean
open_device (ClSpectralGate * self, GError ** error)
{
  g_autofree gchar *device = NULL;

  GST_OBJECT_LOCK (self);
  device = g_strdup (self->device);
  GST_OBJECT_UNLOCK (self);
  return gst_opencl_ensure_element_data (GST_ELEMENT (self), device,
      &self->context, error)
      && (self->queue = gst_opencl_queue_new (self->context,
          GST_OPENCL_QUEUE_FLAG_NONE, error))
      && (self->allocator = gst_opencl_allocator_new (self->context,
          GST_OPENCL_HOST_ACCESS_AUTO, error))
      && (self->kernel = build_kernel (self->context, error));
}

static void
clear_pool (ClSpectralGate * self)
{
  if (self->pool)
    gst_buffer_pool_set_active (self->pool, FALSE);
  gst_clear_object (&self->pool);
  self->pool_size = 0;
}

/* Buffers that are under way downstream keep what they need. */
static gboolean
cl_spectral_gate_stop (GstBaseTransform * trans)
{
  ClSpectralGate *self = (ClSpectralGate *) trans;

  clear_pool (self);
  if (self->kernel)
    clReleaseKernel (self->kernel);
  self->kernel = NULL;
  gst_clear_object (&self->allocator);
  gst_clear_opencl_queue (&self->queue);
  gst_clear_object (&self->context);
  return TRUE;
}

static gboolean
cl_spectral_gate_start (GstBaseTransform * trans)
{
  ClSpectralGate *self = (ClSpectralGate *) trans;
  GError *error = NULL;

  if (open_device (self, &error))
    return TRUE;
  post (self, error);
  cl_spectral_gate_stop (trans);
  return FALSE;
}

/* ---- buffers ---- */

/* One as large as the input, of the pool, which is of the largest so far. */
static GstFlowReturn
cl_spectral_gate_prepare_output_buffer (GstBaseTransform * trans,
    GstBuffer * input, GstBuffer ** output)
{
  ClSpectralGate *self = (ClSpectralGate *) trans;
  gsize size = gst_buffer_get_size (input);
  GError *error = NULL;

  if (size > self->pool_size) {
    clear_pool (self);
    self->pool = gst_opencl_buffer_pool_new (self->allocator);
    if (!gst_opencl_buffer_pool_start (self->pool, NULL, size, 0, 0, &error)) {
      post (self, error);
      return GST_FLOW_ERROR;
    }
    self->pool_size = size;
  }
  *output = gst_opencl_buffer_pool_acquire (self->pool, &error);
  if (!*output) {
    post (self, error);
    return GST_FLOW_ERROR;
  }
  gst_buffer_set_size (*output, size);
  gst_buffer_copy_into (*output, input, GST_BUFFER_COPY_METADATA, 0, -1);
  return GST_FLOW_OK;
}

/* The command waits on the device for what writes the one memory or uses the
   other, and says to both what it does. Nothing here waits. */
static gboolean
enqueue (ClSpectralGate * self, GstOpenCLMemory * in, GstOpenCLMemory * out,
    gfloat threshold, GError ** error)
{
  GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
  cl_command_queue queue = gst_opencl_queue_get_handle (self->queue);
  cl_ulong first = in->parent.offset / (2 * sizeof (cl_float));
  size_t n_points = in->parent.size / (2 * sizeof (cl_float));
  cl_event event = NULL;
  cl_int code;

  if (!check (clSetKernelArg (self->kernel, 0, sizeof in->handle, &in->handle)
          | clSetKernelArg (self->kernel, 1, sizeof first, &first)
          | clSetKernelArg (self->kernel, 2, sizeof out->handle, &out->handle)
          | clSetKernelArg (self->kernel, 3, sizeof threshold, &threshold),
          "clSetKernelArg", error))
    return FALSE;
  gst_opencl_memory_collect (in, GST_MAP_READ, &wait);
  gst_opencl_memory_collect (out, GST_MAP_WRITE, &wait);
  code = clEnqueueNDRangeKernel (queue, self->kernel, 1, NULL, &n_points, NULL,
      wait.n_events, wait.n_events > 0 ? wait.events : NULL, &event);
  gst_opencl_wait_list_clear (&wait);
  if (!check (code, "clEnqueueNDRangeKernel", error))
    return FALSE;
  gst_opencl_memory_mark (in, GST_MAP_READ, event);
  gst_opencl_memory_mark (out, GST_MAP_WRITE, event);
  gst_opencl_event_clear (&event);
  return gst_opencl_queue_flush (self->queue, error);
}

static GstFlowReturn
cl_spectral_gate_transform (GstBaseTransform * trans, GstBuffer * input,
    GstBuffer * output)
{
  ClSpectralGate *self = (ClSpectralGate *) trans;
  GstOpenCLMemory *in = gst_opencl_memory_from_buffer (input);
  GstOpenCLMemory *out = gst_opencl_memory_from_buffer (output);
  GError *error = NULL;
  gdouble threshold;

  GST_OBJECT_LOCK (self);
  threshold = self->threshold;
  GST_OBJECT_UNLOCK (self);
  if (!in || gst_opencl_context_get_handle (in->context)
      != gst_opencl_context_get_handle (self->context))
    g_set_error (&error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        "A buffer with %u memories is not on %s, where it must be",
        gst_buffer_n_memory (input),
        gst_opencl_context_get_limits (self->context)->device_name);
  else
    enqueue (self, in, out, pow (10, threshold / 20), &error);
  if (!error)
    return GST_FLOW_OK;
  post (self, error);
  return GST_FLOW_ERROR;
}

/* ---- properties and class ---- */

static void
cl_spectral_gate_set_property (GObject * object, guint id,
    const GValue * value, GParamSpec * pspec)
{
  ClSpectralGate *self = (ClSpectralGate *) object;

  GST_OBJECT_LOCK (self);
  if (id == PROP_THRESHOLD) {
    self->threshold = g_value_get_double (value);
  } else {
    g_free (self->device);
    self->device = g_value_dup_string (value);
  }
  GST_OBJECT_UNLOCK (self);
}

static void
cl_spectral_gate_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  ClSpectralGate *self = (ClSpectralGate *) object;

  GST_OBJECT_LOCK (self);
  if (id == PROP_THRESHOLD)
    g_value_set_double (value, self->threshold);
  else
    g_value_set_string (value, self->device);
  GST_OBJECT_UNLOCK (self);
}

static void
cl_spectral_gate_finalize (GObject * object)
{
  ClSpectralGate *self = (ClSpectralGate *) object;

  g_free (self->device);
  gst_clear_object (&self->context);
  G_OBJECT_CLASS (cl_spectral_gate_parent_class)->finalize (object);
}

static void
cl_spectral_gate_class_init (ClSpectralGateClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  object_class->set_property = cl_spectral_gate_set_property;
  object_class->get_property = cl_spectral_gate_get_property;
  object_class->finalize = cl_spectral_gate_finalize;
  element_class->set_context = cl_spectral_gate_set_context;
  klass->query = cl_spectral_gate_query;
  klass->start = cl_spectral_gate_start;
  klass->stop = cl_spectral_gate_stop;
  klass->prepare_output_buffer = cl_spectral_gate_prepare_output_buffer;
  klass->transform = cl_spectral_gate_transform;
  g_object_class_install_property (object_class, PROP_THRESHOLD,
      g_param_spec_double ("threshold", "Threshold",
          "Decibels below which a bin becomes 0, where a modulus of 1 has "
          "0 dB: with scaling=amplitude, those of full scale", -300, 300,
          DEFAULT_THRESHOLD, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_DEVICE,
      g_param_spec_string ("device", "Device",
          "As claudiofft's property; without one, the neighbours' device", NULL,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
          | GST_PARAM_MUTABLE_READY));
  gst_element_class_add_static_pad_template (element_class, &sink_template);
  gst_element_class_add_static_pad_template (element_class, &src_template);
  gst_element_class_set_static_metadata (element_class, "OpenCL Spectral Gate",
      "Filter/Effect/Audio", "Takes quiet bins out of spectra on the device",
      "the documentation of clifft");
}

static void
cl_spectral_gate_init (ClSpectralGate * self)
{
  self->threshold = DEFAULT_THRESHOLD;
}

static gboolean
plugin_init (GstPlugin * plugin)
{
  return gst_element_register (plugin, "clspectralgate", GST_RANK_NONE,
      cl_spectral_gate_get_type ());
}

#ifndef PACKAGE
#define PACKAGE "clspectralgate"
#endif
GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, clspectralgate,
    "A spectral gate on OpenCL devices", plugin_init, "0.1", "LGPL", PACKAGE,
    "https://gstreamer.freedesktop.org/")
