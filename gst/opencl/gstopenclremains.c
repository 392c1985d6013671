/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclremains.c: what stays until a cl_mem is gone. A driver deletes it
 * when nobody holds it and no command uses it (OpenCL 1.2, section 5.4.1,
 * clSetMemObjectDestructorCallback). That is known even where no wait worked:
 * on a device that answers no call, but goes on.
 */
#include "gstopenclmemory-private.h"

#include "error.h"

typedef struct
{
  GDestroyNotify free;
  gpointer data;
} Remain;

struct _GstOpenCLRemains
{
  GMutex lock;
  GSList *list;                 /* of Remain, the last one first */
};

static void
remain_free (gpointer data)
{
  Remain *remain = data;

  remain->free (remain->data);
  g_free (remain);
}

static void
remains_free (GstOpenCLRemains * self)
{
  GSList *list;

  g_mutex_lock (&self->lock);
  list = g_steal_pointer (&self->list);
  g_mutex_unlock (&self->lock);
  g_slist_free_full (list, remain_free);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static void CL_CALLBACK
end (cl_mem handle, void *data)
{
  remains_free (data);
}

GstOpenCLRemains *
gst_opencl_remains_new (cl_mem handle, GError ** error)
{
  GstOpenCLRemains *self = g_new0 (GstOpenCLRemains, 1);

  g_mutex_init (&self->lock);
  if (gst_cl_check_code (clSetMemObjectDestructorCallback (handle, end, self),
          "clSetMemObjectDestructorCallback", error))
    return self;
  remains_free (self);
  return NULL;
}

void
gst_opencl_remains_add (GstOpenCLRemains * self, GDestroyNotify free,
    gpointer data)
{
  Remain *remain = g_new (Remain, 1);

  *remain = (Remain) {
  free, data};
  g_mutex_lock (&self->lock);
  self->list = g_slist_prepend (self->list, remain);
  g_mutex_unlock (&self->lock);
}
