/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tab-watch.h"

/* A folder of ranks may have thousands of files; the desktop gives each user only so many watches. */
#define MOST_FILES 64

struct _LaminaTabWatch
{
  GObject parent_instance;

  LaminaDocument *document;
  GPtrArray *monitors;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (LaminaTabWatch, lamina_tab_watch, G_TYPE_OBJECT)

/* An event may mean nothing, such as a change of the access rights: the sources know. */
static void
on_event (LaminaTabWatch *self)
{
  LaminaSources *sources = lamina_document_get_sources (self->document);

  for (guint i = 0; i < lamina_sources_get_n (sources); i++)
    if (!lamina_source_check_unchanged (lamina_sources_get (sources, i), NULL))
      {
        g_signal_emit (self, changed_signal, 0);
        return;
      }
}

static void
watch (LaminaTabWatch *self,
       GFile          *file)
{
  GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);

  if (!monitor)
    return;
  g_signal_connect_object (monitor, "changed", G_CALLBACK (on_event), self, G_CONNECT_SWAPPED);
  g_ptr_array_add (self->monitors, monitor);
}

static void
lamina_tab_watch_finalize (GObject *object)
{
  LaminaTabWatch *self = LAMINA_TAB_WATCH (object);

  g_ptr_array_unref (self->monitors);
  g_clear_pointer (&self->document, lamina_document_unref);
  G_OBJECT_CLASS (lamina_tab_watch_parent_class)->finalize (object);
}

static void
lamina_tab_watch_class_init (LaminaTabWatchClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_tab_watch_finalize;
  changed_signal = g_signal_new ("changed", LAMINA_TYPE_TAB_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 0);
}

static void
lamina_tab_watch_init (LaminaTabWatch *self)
{
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
}

LaminaTabWatch *
lamina_tab_watch_new (LaminaDocument *document)
{
  LaminaTabWatch *self = g_object_new (LAMINA_TYPE_TAB_WATCH, NULL);
  LaminaSources *sources = lamina_document_get_sources (document);

  self->document = lamina_document_ref (document);
  for (guint i = 0; sources && i < MIN (lamina_sources_get_n (sources), MOST_FILES); i++)
    if (lamina_source_get_file (lamina_sources_get (sources, i)))
      watch (self, lamina_source_get_file (lamina_sources_get (sources, i)));
  return self;
}
