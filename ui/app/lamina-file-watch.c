/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-file-watch.h"

#include <glib/gstdio.h>

/* A folder of ranks may have thousands of files; the desktop gives each user only so many watches. */
#define MOST_FILES 64

/* How long nothing may happen until a writer is taken to be done. */
#define QUIET_MS 1000

struct _LaminaFileWatch
{
  GObject parent_instance;

  GPtrArray *sources;  /* LaminaSource: those that are watched */
  GPtrArray *monitors; /* of them */
  char *stamp;         /* what the files were like when something happened last */
  guint quiet;
};

enum
{
  CHANGED,
  SETTLED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LaminaFileWatch, lamina_file_watch, G_TYPE_OBJECT)

/* An event may mean nothing, such as a change of the access rights: the sources know. */
static gboolean
has_changed (LaminaFileWatch *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (!lamina_source_check_unchanged (g_ptr_array_index (self->sources, i), NULL))
      return TRUE;
  return FALSE;
}

/* Sizes, times and places of all files; NULL when one is not there. */
static char *
dup_stamp (LaminaFileWatch *self)
{
  g_autoptr (GString) stamp = g_string_new (NULL);

  for (guint i = 0; i < self->sources->len; i++)
    {
      g_autofree char *path = g_file_get_path (lamina_source_get_file (g_ptr_array_index (self->sources, i)));
      GStatBuf state;

      if (!path || g_stat (path, &state) != 0)
        return NULL;
      g_string_append_printf (stamp, "%" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%ld\n",
                              (guint64) state.st_ino, (gint64) state.st_size, (gint64) state.st_mtim.tv_sec,
                              state.st_mtim.tv_nsec);
    }
  return g_string_free (g_steal_pointer (&stamp), FALSE);
}

static void wait_for_quiet (LaminaFileWatch *self);

/* Events come late, and from some file systems not at all: what the files are like is what counts. */
static gboolean
on_quiet (gpointer user_data)
{
  g_autoptr (LaminaFileWatch) self = g_object_ref (user_data);
  g_autofree char *before = g_steal_pointer (&self->stamp);
  g_autofree char *now = dup_stamp (self);

  self->quiet = 0;
  if (!now || !has_changed (self))
    return G_SOURCE_REMOVE;
  if (g_strcmp0 (before, now) == 0)
    g_signal_emit (self, signals[SETTLED], 0);
  else
    wait_for_quiet (self);
  return G_SOURCE_REMOVE;
}

static void
wait_for_quiet (LaminaFileWatch *self)
{
  g_clear_handle_id (&self->quiet, g_source_remove);
  g_free (self->stamp);
  self->stamp = dup_stamp (self);
  self->quiet = g_timeout_add (QUIET_MS, on_quiet, self);
}

static void
on_event (LaminaFileWatch *self)
{
  if (!has_changed (self))
    return;
  wait_for_quiet (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
lamina_file_watch_dispose (GObject *object)
{
  LaminaFileWatch *self = LAMINA_FILE_WATCH (object);

  g_clear_handle_id (&self->quiet, g_source_remove);
  g_clear_pointer (&self->monitors, g_ptr_array_unref);
  G_OBJECT_CLASS (lamina_file_watch_parent_class)->dispose (object);
}

static void
lamina_file_watch_finalize (GObject *object)
{
  LaminaFileWatch *self = LAMINA_FILE_WATCH (object);

  g_ptr_array_unref (self->sources);
  g_free (self->stamp);
  G_OBJECT_CLASS (lamina_file_watch_parent_class)->finalize (object);
}

static void
lamina_file_watch_class_init (LaminaFileWatchClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lamina_file_watch_dispose;
  G_OBJECT_CLASS (class)->finalize = lamina_file_watch_finalize;
  signals[CHANGED] = g_signal_new ("changed", LAMINA_TYPE_FILE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SETTLED] = g_signal_new ("settled", LAMINA_TYPE_FILE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lamina_file_watch_init (LaminaFileWatch *self)
{
  self->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) lamina_source_unref);
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
}

LaminaFileWatch *
lamina_file_watch_new (LaminaDocument *document)
{
  LaminaFileWatch *self = g_object_new (LAMINA_TYPE_FILE_WATCH, NULL);
  LaminaSources *sources = lamina_document_get_sources (document);

  for (guint i = 0; sources && i < lamina_sources_get_n (sources) && self->sources->len < MOST_FILES; i++)
    {
      LaminaSource *source = lamina_sources_get (sources, i);
      GFile *file = lamina_source_get_file (source);
      GFileMonitor *monitor = file ? g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL) : NULL;

      if (!monitor)
        continue;
      g_signal_connect_object (monitor, "changed", G_CALLBACK (on_event), self, G_CONNECT_SWAPPED);
      g_ptr_array_add (self->monitors, monitor);
      g_ptr_array_add (self->sources, lamina_source_ref (source));
    }
  /* Of what was written between reading and now no event tells. */
  if (has_changed (self))
    wait_for_quiet (self);
  return self;
}
