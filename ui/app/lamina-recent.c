/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-recent.h"

#include "lamina-axis.h"
#include "lamina-details-text.h"
#include "lamina-layer-noun.h"
#include "lamina-painter.h"
#include "lamina-settings.h"
#include "lamina-text.h"
#include "lamina-timeline.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

/* The name that the desktop's list knows the program by. */
#define NAME "Lamina"

/* Twice the size that it is shown in, for screens with small pixels. */
#define PICTURE_WIDTH 352
#define PICTURE_HEIGHT 48

static gboolean
is_wanted (void)
{
  return g_settings_get_boolean (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES);
}

static char *
dup_picture_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "lamina", "recent", NULL);
}

static char *
dup_picture_path (const char *uri)
{
  g_autofree char *folder = dup_picture_folder ();
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, uri, -1);
  g_autofree char *name = g_strconcat (hash, ".png", NULL);

  return g_build_filename (folder, name, NULL);
}

/* A file whose picture is drawn. */
typedef struct
{
  char *uri;
  LaminaDocument *document;
} Entry;

static void
entry_free (Entry *self)
{
  g_free (self->uri);
  lamina_document_unref (self->document);
  g_free (self);
}

static cairo_status_t
append (void                *text,
        const unsigned char *data,
        unsigned int         length)
{
  g_string_append_len (text, (const char *) data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* A picture is a comfort: where it can't be stored, there is none. */
static void
save_picture (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  const Entry *entry = data;
  LaminaDocument *document = entry->document;
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  LaminaRun *run = lamina_document_get_run (document, lamina_document_get_default_run (document));
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaScene) scene = lamina_overview_layout (run, timebase, NULL, NULL, PICTURE_WIDTH, PICTURE_HEIGHT);
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  g_autofree char *folder = dup_picture_folder ();
  g_autofree char *path = dup_picture_path (entry->uri);
  g_autoptr (GString) text = g_string_new (NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, PICTURE_WIDTH, PICTURE_HEIGHT);
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    lamina_painter_paint_group (painter, cr, scene, i);
  cairo_destroy (cr);
  if (g_mkdir_with_parents (folder, 0700) == 0
      && cairo_surface_write_to_png_stream (surface, append, text) == CAIRO_STATUS_SUCCESS)
    g_file_set_contents (path, text->str, (gssize) text->len, NULL);
  cairo_surface_destroy (surface);
}

/* Whoever shows the list takes the picture now. */
static void
on_saved (GObject      *source,
          GAsyncResult *result,
          gpointer      unused)
{
  g_signal_emit_by_name (lamina_recent_get_manager (), "changed");
}

/* In a thread: with a million tracks it takes a while. */
static void
draw_picture (const char     *uri,
              LaminaDocument *document)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_saved, NULL);
  Entry *entry = g_new (Entry, 1);

  *entry = (Entry) { g_strdup (uri), lamina_document_ref (document) };
  g_task_set_task_data (task, entry, (GDestroyNotify) entry_free);
  g_task_run_in_thread (task, save_picture);
}

/* What it is, in one line: the tool, how many layers, how long. */
static char *
describe (LaminaDocument *document)
{
  LaminaRun *run = lamina_document_get_run (document, lamina_document_get_default_run (document));
  guint n_layers = lamina_run_get_layers (run)->n;
  guint n_runs = lamina_document_get_n_runs (document);
  g_autoptr (GString) line = g_string_new (lamina_details_get_tool (document));
  const LaminaTotals *totals = lamina_run_get_totals (run);
  g_autofree char *slices = lamina_figure_dup_exact ((gint64) totals->n_slices, LAMINA_UNIT_NONE);
  g_autofree char *layers = n_layers > 0 ? lamina_layers_dup_count (run, n_layers) : NULL;

  if (n_runs > 1)
    lamina_text_append (line, ngettext (" · %u run", " · %u runs", n_runs), n_runs);
  g_string_append (line, " · ");
  if (layers)
    g_string_append (line, layers);
  else
    g_string_append_printf (line, ngettext ("%s slice", "%s slices", (gulong) totals->n_slices), slices);
  if (totals->cost != LAMINA_ABSENT && lamina_run_get_unit (run) == LAMINA_AXIS_NANOSECONDS)
    {
      g_autofree char *length = lamina_figure_dup (totals->cost, LAMINA_UNIT_NANOSECONDS);

      g_string_append_printf (line, " · %s", length);
    }
  if (lamina_run_get_timing (run) == LAMINA_TIMING_ORDER)
    g_string_append_printf (line, " · %s", _("order only"));
  return g_string_free (g_steal_pointer (&line), FALSE);
}

void
lamina_recent_add (GFile          *file,
                   LaminaDocument *document)
{
  g_autofree char *uri = NULL;
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *description = NULL;
  g_autofree char *type = NULL;

  g_return_if_fail (G_IS_FILE (file));
  g_return_if_fail (document);

  if (!is_wanted ())
    return;
  /* The list can't be written to a folder that is not there. */
  g_mkdir_with_parents (g_get_user_data_dir (), 0700);
  uri = g_file_get_uri (file);
  name = g_file_get_basename (file);
  shown = g_filename_display_name (name);
  description = describe (document);
  type = g_content_type_guess (shown, NULL, 0, NULL);
  gtk_recent_manager_add_full (lamina_recent_get_manager (), uri,
                               &(GtkRecentData) {
                                 .display_name = shown,
                                 .description = description,
                                 .mime_type = type,
                                 .app_name = (char *) NAME,
                                 .app_exec = (char *) "lamina %f",
                               });
  draw_picture (uri, document);
}

static GPtrArray *
list_ours (void)
{
  GPtrArray *ours = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GList *all = gtk_recent_manager_get_items (lamina_recent_get_manager ());

  for (GList *item = all; item; item = item->next)
    if (gtk_recent_info_has_application (item->data, NAME))
      g_ptr_array_add (ours, gtk_recent_info_ref (item->data));
  g_list_free_full (all, (GDestroyNotify) gtk_recent_info_unref);
  return ours;
}

GDateTime *
lamina_recent_get_time (GtkRecentInfo *info)
{
  GDateTime *stamp = NULL;

  if (!gtk_recent_info_get_application_info (info, NAME, NULL, NULL, &stamp))
    return NULL;
  return stamp;
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  GDateTime *one = lamina_recent_get_time (*(GtkRecentInfo *const *) a);
  GDateTime *other = lamina_recent_get_time (*(GtkRecentInfo *const *) b);

  return one && other ? -g_date_time_compare (one, other) : (one ? -1 : other != NULL);
}

GPtrArray *
lamina_recent_list (guint most)
{
  GPtrArray *ours = list_ours ();

  g_ptr_array_sort (ours, compare_times);
  if (!is_wanted ())
    most = 0;
  if (ours->len > most)
    g_ptr_array_set_size (ours, (int) most);
  return ours;
}

GtkRecentManager *
lamina_recent_get_manager (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  int age = 0;

  /* Which files of other programs are too old for the desktop's list is not for us to judge, and GTK 4.8 leaks while it
     does. That the user wants no list (an age of 0) still holds. */
  g_object_get (settings, "gtk-recent-files-max-age", &age, NULL);
  if (age > 0)
    g_object_set (settings, "gtk-recent-files-max-age", -1, NULL);
  return gtk_recent_manager_get_default ();
}

GdkPaintable *
lamina_recent_load_picture (const char *uri)
{
  g_autofree char *path = dup_picture_path (uri);

  return GDK_PAINTABLE (gdk_texture_new_from_filename (path, NULL));
}

void
lamina_recent_remove (const char *uri)
{
  g_autofree char *path = dup_picture_path (uri);

  gtk_recent_manager_remove_item (lamina_recent_get_manager (), uri, NULL);
  g_unlink (path);
}

void
lamina_recent_clear (void)
{
  g_autoptr (GPtrArray) ours = list_ours ();

  for (guint i = 0; i < ours->len; i++)
    lamina_recent_remove (gtk_recent_info_get_uri (ours->pdata[i]));
}
