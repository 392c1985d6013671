/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclcontext.h: one opened OpenCL device, shared between elements.
 *
 * It travels as a GstContext of type GST_OPENCL_CONTEXT_TYPE whose structure
 * has three fields:
 *
 *   context     GST_TYPE_OPENCL_CONTEXT  this object
 *   cl_context  G_TYPE_POINTER           the cl_context
 *   cl_device   G_TYPE_POINTER           the cl_device_id
 *
 * An application that has its own cl_context sets only the two pointers and
 * needs no header of this library; it keeps both alive until set_context has
 * returned.
 *
 * An element keeps a GstOpenCLContext pointer and
 *
 *   - in set_context: gst_opencl_handle_set_context(), then the parent class
 *   - in query, for GST_QUERY_CONTEXT: gst_opencl_handle_context_query()
 *   - in NULL -> READY: gst_opencl_ensure_element_data()
 *   - in READY -> NULL: gst_clear_object()
 *
 * All functions may be called from any thread. After a process has used OpenCL,
 * the children that it forks cannot use it: in them every function here and
 * every queue fails at once with an error.
 */
#ifndef __GST_OPENCL_CONTEXT_H__
#define __GST_OPENCL_CONTEXT_H__

#include <gst/opencl/opencl-prelude.h>

G_BEGIN_DECLS

/**
 * GST_OPENCL_CONTEXT_TYPE:
 *
 * The type of the #GstContext that carries a device.
 *
 * Since: 0.1
 */
#define GST_OPENCL_CONTEXT_TYPE "gst.opencl.context"

#define GST_TYPE_OPENCL_CONTEXT (gst_opencl_context_get_type ())

/**
 * GstOpenCLContext:
 *
 * A device that was opened, with its cl_context.
 *
 * Since: 0.1
 */
GST_OPENCL_API
G_DECLARE_FINAL_TYPE (GstOpenCLContext, gst_opencl_context, GST,
    OPENCL_CONTEXT, GstObject)

/**
 * gst_opencl_context_new:
 * @device: (nullable): "auto", "gpu", "cpu", "accelerator",
 *     "<platform>:<device>" or part of a device's name; %NULL is "auto"
 * @error: set when %NULL is returned
 *
 * Opens a device. The log of the engine goes to the debug category `clfft`.
 *
 * Returns: (transfer full): a new context. If no device matches, the error is
 *     %GST_RESOURCE_ERROR_NOT_FOUND and names the devices that were seen
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstOpenCLContext *gst_opencl_context_new (const gchar * device,
    GError ** error);

/**
 * gst_opencl_context_new_wrapped:
 * @context: (type gpointer): a cl_context, which is retained
 * @device: (type gpointer): one of its devices, a cl_device_id
 * @error: set when %NULL is returned
 *
 * Wraps a cl_context and a device of the caller.
 *
 * Returns: (transfer full): the context for this pair, which is the same object
 *     for as long as somebody holds it
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstOpenCLContext *gst_opencl_context_new_wrapped (cl_context context,
    cl_device_id device, GError ** error);

/**
 * gst_opencl_context_get_handle:
 * @context: a context
 *
 * Returns: (transfer none) (type gpointer): the cl_context, which lives as long
 *     as @context
 *
 * Since: 0.1
 */
GST_OPENCL_API
cl_context gst_opencl_context_get_handle (GstOpenCLContext * context);

/**
 * gst_opencl_context_get_device:
 * @context: a context
 *
 * Returns: (transfer none) (type gpointer): the cl_device_id
 *
 * Since: 0.1
 */
GST_OPENCL_API
cl_device_id gst_opencl_context_get_device (GstOpenCLContext * context);

/**
 * gst_opencl_context_get_clfft_device: (skip)
 * @context: a context
 *
 * An element makes plans of its own on the engine's device.
 *
 * Returns: (transfer none): the device of the engine, which lives as long as
 *     @context
 *
 * Since: 0.1
 */
GST_OPENCL_API
clfft_device *gst_opencl_context_get_clfft_device (GstOpenCLContext * context);

/**
 * gst_opencl_context_get_limits: (skip)
 * @context: a context
 *
 * Returns: (transfer none): the limits of the device and its names, which live
 *     as long as @context
 *
 * Since: 0.1
 */
GST_OPENCL_API
const clfft_limits *gst_opencl_context_get_limits (GstOpenCLContext * context);

/**
 * gst_opencl_context_add_stats:
 * @context: a context
 * @stats: a structure that gets `device`, the device's name, and the engine's
 *     counters of what was made on it: `device-plans`, `device-buffers`,
 *     `device-kernels`, `device-programs-built`, `device-programs-loaded`
 *
 * Adds the fields of the device to the `stats` property of an element.
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_opencl_context_add_stats (GstOpenCLContext * context,
    GstStructure * stats);

/**
 * gst_opencl_context_give_up:
 * @context: a context whose device does not answer
 *
 * The context matches no request from now on. Whoever has it may keep it.
 *
 * Since: 0.1
 */
GST_OPENCL_API
void gst_opencl_context_give_up (GstOpenCLContext * context);

/**
 * gst_opencl_context_matches:
 * @context: a context
 * @device: (nullable): as in gst_opencl_context_new()
 *
 * Returns: whether @context is on a device that @device allows, was not given
 *     up, and is of this process; "auto" and %NULL allow every device
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_context_matches (GstOpenCLContext * context,
    const gchar * device);

/**
 * gst_opencl_context_to_gst_context:
 * @context: a context
 *
 * Returns: (transfer full): a persistent #GstContext with the three fields
 *
 * Since: 0.1
 */
GST_OPENCL_API
GstContext *gst_opencl_context_to_gst_context (GstOpenCLContext * context);

/**
 * gst_opencl_handle_set_context:
 * @element: the element that got @context
 * @context: (nullable): what set_context was given
 * @device: (nullable): the element's `device` property
 * @field: (inout) (nullable) (transfer full): the element's field
 *
 * Takes @context if it is of type %GST_OPENCL_CONTEXT_TYPE, its device matches
 * and the field is empty. Otherwise the field stays as it is.
 *
 * Returns: whether the field holds a context that came from @context
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_handle_set_context (GstElement * element,
    GstContext * context, const gchar * device,
    GstOpenCLContext ** field);

/**
 * gst_opencl_handle_context_query:
 * @element: an element
 * @query: a query of type %GST_QUERY_CONTEXT
 * @field: (nullable): the element's field
 *
 * Returns: whether the query asked for %GST_OPENCL_CONTEXT_TYPE and got an
 *     answer
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_handle_context_query (GstElement * element,
    GstQuery * query, GstOpenCLContext * field);

/**
 * gst_opencl_ensure_element_data:
 * @element: an element whose set_context calls gst_opencl_handle_set_context()
 * @device: (nullable): its `device` property
 * @field: (inout) (nullable) (transfer full): the element's field
 * @error: set when %FALSE is returned
 *
 * Keeps the field's context if it matches @device. Otherwise it looks for one
 * in this order: a context that was set on the element, the peers downstream,
 * the peers upstream, a NEED_CONTEXT message (which the application or an
 * enclosing bin answers by set_context). If none of them has one, it opens
 * @device, sets it on the element and posts HAVE_CONTEXT. One process-wide lock
 *   is held, so
 * that elements that start at the same time share one context.
 *
 * Returns: whether the field holds a matching context
 *
 * Since: 0.1
 */
GST_OPENCL_API
gboolean gst_opencl_ensure_element_data (GstElement * element,
    const gchar * device, GstOpenCLContext ** field, GError ** error);

G_END_DECLS

#endif /* __GST_OPENCL_CONTEXT_H__ */
