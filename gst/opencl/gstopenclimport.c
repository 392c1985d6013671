/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclimport.c: keeps what was made of others' memory as long as that
 * lives, and others' buffers as long as a command uses them.
 */
#include "gstopenclmemory-private.h"

#include "debug.h"
#include "error.h"

/* A driver that has ended a command tells so at once. */
#define MOST_WAIT (10 * G_TIME_SPAN_SECOND)

struct _GstOpenCLImporter
{
  GstOpenCLAllocator *allocator;
  GstOpenCLQueue *queue;
  GstOpenCLWatchdog *watchdog;  /* the queue's, or NULL */
  GstOpenCLImportWays ways;
  GList *entries;               /* of Entry; under the lock, as is the next */
  guint n_used;                 /* imports that are not over */
};

/* What an importer has made of a memory, which owns it. */
typedef struct
{
  GstOpenCLImporter *importer;  /* NULL: gone; under the lock, as is the next */
  GList *link;                  /* in the importer's entries */
  GstOpenCLMemory *memory;      /* NULL: none yet */
  gboolean refused;             /* nor will there be one */
  GstOpenCLImportPiece piece;
  guint n_used;                 /* under the lock */
} Entry;

typedef struct
{
  GstOpenCLImport parent;
  GstOpenCLImporter *importer;
  Entry *entry;
  GstBuffer *buffer;
  GstMemory *source;            /* of buffer */
  gboolean is_fd;
  gboolean is_mapped;           /* by GStreamer */
  gboolean is_synced;           /* the kernel knows of the host's access */
  GstMapFlags access;
  GstMapInfo map;
  gint is_given;                /* atomic: a thread of the driver's may have it */
} Use;

/* Guards the lists of all importers and memories: each is of many of the
   other. No call of OpenCL is made with it. */
static GMutex lock;
static GCond changed;

static GQuark
get_quark (void)
{
  static gsize quark;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark,
        g_quark_from_static_string ("GstOpenCLImports"));
  return quark;
}

/* ---- what was made ---- */

static void
piece_free (gpointer data)
{
  gst_opencl_import_piece_clear (data);
  g_free (data);
}

/* Accepts NULL. */
static void
release_memory (GstOpenCLMemory * memory)
{
  if (memory)
    gst_memory_unref (GST_MEMORY_CAST (memory));
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  release_memory (entry->memory);
  g_free (entry);
}

/* A memory is freed: so is what importers made of it. */
static void
free_entries (gpointer data)
{
  GPtrArray *entries = data;
  guint i;

  g_mutex_lock (&lock);
  for (i = 0; i < entries->len; i++) {
    Entry *entry = entries->pdata[i];

    if (entry->importer)
      entry->importer->entries =
          g_list_delete_link (entry->importer->entries, entry->link);
  }
  g_mutex_unlock (&lock);
  g_ptr_array_unref (entries);
}

/* The importer's entry of a memory, which may be new. */
static Entry *
ensure_entry (GstOpenCLImporter * self, GstMemory * memory)
{
  GstMiniObject *object = GST_MINI_OBJECT_CAST (memory);
  GPtrArray *entries;
  Entry *entry = NULL, *free_one = NULL;
  guint i;

  g_mutex_lock (&lock);
  entries = gst_mini_object_get_qdata (object, get_quark ());
  if (!entries) {
    entries = g_ptr_array_new_with_free_func (entry_free);
    gst_mini_object_set_qdata (object, get_quark (), entries, free_entries);
  }
  for (i = 0; i < entries->len && !entry; i++) {
    Entry *other = entries->pdata[i];

    if (other->importer == self)
      entry = other;
    else if (!other->importer)
      free_one = other;
  }
  if (!entry) {
    entry = free_one;
    if (!entry) {
      entry = g_new0 (Entry, 1);
      g_ptr_array_add (entries, entry);
    }
    entry->importer = self;
    entry->link = self->entries = g_list_prepend (self->entries, entry);
  }
  g_mutex_unlock (&lock);
  return entry;
}

/* ---- importer ---- */

GstOpenCLImporter *
gst_opencl_importer_new (GstOpenCLAllocator * allocator,
    GstOpenCLQueue * queue)
{
  GstOpenCLImporter *self = g_new0 (GstOpenCLImporter, 1);

  self->allocator = gst_object_ref (allocator);
  self->queue = gst_opencl_queue_ref (queue);
  self->watchdog = gst_opencl_queue_get_watchdog (queue);
  if (self->watchdog)
    gst_opencl_watchdog_ref (self->watchdog);
  gst_opencl_import_ways_find (&self->ways,
      gst_opencl_allocator_get_context (allocator));
  return self;
}

gboolean
gst_opencl_importer_wait (GstOpenCLImporter * self)
{
  gint64 end = g_get_monotonic_time () + MOST_WAIT;
  gboolean done;

  if (gst_opencl_watchdog_has_given_up (self->watchdog))
    return FALSE;
  g_mutex_lock (&lock);
  while (self->n_used > 0 && g_cond_wait_until (&changed, &lock, end));
  done = self->n_used == 0;
  g_mutex_unlock (&lock);
  if (!done)
    GST_WARNING ("the device does not tell that it no longer uses a buffer");
  return done;
}

gboolean
gst_opencl_importer_takes_dmabufs (GstOpenCLImporter * self)
{
  return gst_opencl_import_ways_take_fds (&self->ways);
}

/* Takes the memories of all entries, which remain with their memories. */
static void
drop_entries (GstOpenCLImporter * self)
{
  GList *link;

  while (TRUE) {
    GstOpenCLMemory *memory = NULL;

    g_mutex_lock (&lock);
    link = self->entries;
    if (link) {
      Entry *entry = link->data;

      memory = g_steal_pointer (&entry->memory);
      entry->importer = NULL;
      entry->refused = FALSE;
      self->entries = g_list_delete_link (link, link);
    }
    g_mutex_unlock (&lock);
    if (!link)
      return;
    release_memory (memory);
  }
}

void
gst_opencl_importer_free (GstOpenCLImporter * self)
{
  if (!self || !gst_opencl_importer_wait (self))
    return;
  drop_entries (self);
  gst_clear_opencl_queue (&self->queue);
  gst_clear_object (&self->allocator);
  gst_clear_opencl_watchdog (&self->watchdog);
  g_free (self);
}

/* ---- uses ---- */

static void
lower (guint * n_used)
{
  g_mutex_lock (&lock);
  --*n_used;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);
}

static void
give_back (Use * use)
{
  if (use->is_synced)
    gst_opencl_import_sync_fd (use->source, use->access, FALSE);
  if (use->is_mapped)
    gst_memory_unmap (use->source, &use->map);
  gst_buffer_unref (use->buffer);
}

/* Gives everything back; on any thread. */
static void
use_free (Use * use)
{
  /* the buffer may be the last that has the entry */
  lower (&use->entry->n_used);
  give_back (use);
  lower (&use->importer->n_used);
  g_free (use);
}

static void
late_use_free (gpointer data)
{
  give_back (data);
  g_free (data);
}

/* The device may still use the buffer: it stays as long as the cl_mem. */
static void
use_leave (Use * use)
{
  Entry *entry = use->entry;
  GstOpenCLImporter *importer = use->importer;

  gst_opencl_owner_add (entry->memory->priv->owner, late_use_free, use);
  lower (&entry->n_used);
  lower (&importer->n_used);
}

static void CL_CALLBACK
end_use (cl_event event, cl_int status, void *data)
{
  Use *use = data;

  /* what drivers order, ThreadSanitizer does not see */
  if (g_atomic_int_get (&use->is_given))
    use_free (use);
}

/* Whether what was made is still what the memory is. */
static gboolean
fits (const Entry * entry, const Use * use)
{
  const GstOpenCLImportPiece *piece = &entry->piece;

  if (!entry->memory || (use->access & ~piece->access) != 0)
    return FALSE;
  if (use->is_fd)
    return piece->offset == use->source->offset
        && piece->size == use->source->maxsize;
  return !piece->mapping && piece->bytes + piece->offset == use->map.data
      && piece->offset + use->map.size <= piece->size;
}

static gboolean
make_piece (Use * use, GstOpenCLImportPiece * piece, GError ** error)
{
  const GstOpenCLImportWays *ways = &use->importer->ways;

  if (use->is_fd)
    return gst_opencl_import_piece_from_fd (ways, use->source, use->access,
        piece, error);
  piece->access = use->access;
  return gst_opencl_import_piece_from_bytes (ways, &use->map, piece, error);
}

/* Makes the entry's memory, unless it has one that fits. */
static gboolean
prepare (Use * use, GError ** error)
{
  GstOpenCLImportPiece piece = { 0, };
  Entry *entry = use->entry;
  GstOpenCLMemory *memory;
  gboolean busy;

  if (fits (entry, use))
    return TRUE;
  if (entry->refused)
    return gst_cl_set_error (error, GST_RESOURCE_ERROR,
        GST_RESOURCE_ERROR_FAILED, "The device has refused them before");
  g_mutex_lock (&lock);
  busy = entry->n_used > 1;
  g_mutex_unlock (&lock);
  if (busy)
    return gst_cl_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_BUSY,
        "The device still uses it in another way");
  release_memory (g_steal_pointer (&entry->memory));
  entry->refused = !make_piece (use, &piece, error);
  if (entry->refused)
    return FALSE;
  memory = gst_opencl_allocator_wrap (use->importer->allocator, piece.handle,
      piece.size, error);
  if (!memory) {
    clReleaseMemObject (piece.handle);
    gst_opencl_import_piece_clear (&piece);
    return FALSE;
  }
  gst_opencl_owner_add (memory->priv->owner, piece_free,
      g_memdup2 (&piece, sizeof piece));
  entry->piece = piece;
  entry->memory = memory;
  GST_DEBUG ("imported %" G_GSIZE_FORMAT " bytes, way %d", piece.size,
      piece.way);
  return TRUE;
}

static gboolean
is_possible (GstOpenCLImporter * self, GstMemory * memory)
{
  return !gst_is_opencl_memory (memory) && gst_cl_check_process (NULL)
      && !gst_opencl_watchdog_has_given_up (self->watchdog);
}

/* Hands the memory over to the device, whose caches are the driver's business
   unless it is given bytes of the host. */
static gboolean
take (Use * use, GError ** error)
{
  const GstOpenCLImportPiece *piece = &use->entry->piece;

  use->is_synced = use->is_fd && piece->way == GST_OPENCL_IMPORT_WAY_HOST;
  if (use->is_synced)
    gst_opencl_import_sync_fd (use->source, use->access, TRUE);
  return gst_opencl_import_piece_take (&use->importer->ways, piece,
      gst_opencl_queue_get_handle (use->importer->queue), error);
}

static Use *
use_new (GstOpenCLImporter * self, GstBuffer * buffer, GstMemory * memory,
    GstMapFlags access)
{
  Use *use = g_new0 (Use, 1);

  use->importer = self;
  use->buffer = gst_buffer_ref (buffer);
  use->source = memory;
  use->access = access;
  use->entry = ensure_entry (self, memory);
  g_mutex_lock (&lock);
  use->entry->n_used++;
  self->n_used++;
  g_mutex_unlock (&lock);
  return use;
}

/* A device that was given up has the use, too. */
static void
end_unless_given_up (Use * use, gboolean ended)
{
  if (gst_opencl_watchdog_has_given_up (use->importer->watchdog))
    return;
  if (ended)
    use_free (use);
  else
    use_leave (use);
}

/* Waits for all that was enqueued. */
static gboolean
wait_and_end (Use * use, GError ** error)
{
  gboolean ended;
  gboolean done = gst_opencl_queue_drain (use->importer->queue, &ended, error);

  gst_opencl_watchdog_tell (use->importer->watchdog);
  end_unless_given_up (use, ended);
  return done;
}

GstOpenCLImport *
gst_opencl_importer_begin (GstOpenCLImporter * self, GstBuffer * buffer,
    guint index, GstMapFlags access)
{
  GstMemory *memory = gst_buffer_peek_memory (buffer, index);
  gboolean is_fd = gst_opencl_import_ways_take_fds (&self->ways)
      && gst_opencl_import_is_fd (memory);
  g_autoptr (GError) error = NULL;
  gboolean is_ready;
  Use *use;

  if (!is_possible (self, memory) || (!is_fd && !self->ways.host))
    return NULL;
  use = use_new (self, buffer, memory, access);
  use->is_fd = is_fd;
  use->is_mapped = !is_fd && gst_memory_map (memory, &use->map, access);
  is_ready = (is_fd || use->is_mapped) && prepare (use, &error);
  if (is_ready && take (use, &error)) {
    use->parent.memory = use->entry->memory;
    use->parent.offset = use->entry->piece.offset;
    use->parent.way = use->entry->piece.way;
    return &use->parent;
  }
  GST_INFO ("%" G_GSIZE_FORMAT " bytes are copied: %s", memory->size,
      error ? error->message : "they cannot be mapped");
  if (is_ready)
    wait_and_end (use, NULL);
  else
    use_free (use);
  return NULL;
}

static gboolean
give (Use * use, cl_event * event, GError ** error)
{
  GstOpenCLImporter *self = use->importer;

  *event = NULL;
  if (gst_opencl_import_piece_give (&self->ways, &use->entry->piece,
          gst_opencl_queue_get_handle (self->queue), event, error))
    return TRUE;
  wait_and_end (use, NULL);
  return FALSE;
}

gboolean
gst_opencl_import_end (GstOpenCLImport * import, GError ** error)
{
  Use *use = (Use *) import;
  GstOpenCLQueue *queue = use->importer->queue;
  cl_event event;
  cl_int code;

  if (!give (use, &event, error))
    return FALSE;
  g_atomic_int_set (&use->is_given, TRUE);
  code = clSetEventCallback (event, CL_COMPLETE, end_use, use);
  gst_opencl_event_clear (&event);
  if (code != CL_SUCCESS)
    return wait_and_end (use, error);
  /* the use may be over by now */
  return gst_opencl_queue_flush (queue, error);
}

gboolean
gst_opencl_import_finish (GstOpenCLImport * import, GError ** error)
{
  Use *use = (Use *) import;
  cl_event event;
  gboolean done, ended;

  if (!give (use, &event, error))
    return FALSE;
  done = gst_opencl_event_wait (event, use->importer->watchdog, error);
  ended = done || gst_opencl_event_is_complete (event);
  gst_opencl_event_clear (&event);
  end_unless_given_up (use, ended);
  return done;
}
