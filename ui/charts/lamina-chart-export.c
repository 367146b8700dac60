/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-export.h"

#include "lamina-export-choices.h"
#include "lamina-file-choice.h"
#include "lamina-settings.h"
#include "lamina-widget.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* So many folders of one name are enough. */
#define MOST_FOLDERS 1000

static const char *const format_names[LAMINA_N_PICTURE_FORMATS] = { "svg", "png", "pdf" };

typedef struct
{
  LaminaChartQuery query;
  char *text;
  LaminaPictureOptions options;
  GPtrArray *charts;
  GFile *folder;
  LaminaPictureFormat format;
  gboolean tables;
  guint n_written;
} Job;

static void
job_free (Job *job)
{
  lamina_chart_store_clear_query (&job->query, job->text);
  g_ptr_array_unref (job->charts);
  g_object_unref (job->folder);
  g_free (job);
}

/* A folder that was not there before: `resnet50-charts`, `resnet50-charts-2`. */
static GFile *
make_folder (Job           *job,
             GCancellable  *cancellable,
             GError       **error)
{
  LaminaSources *sources = lamina_document_get_sources (job->query.document);
  const char *name = sources ? lamina_source_get_name (lamina_sources_get (sources, 0)) : "lamina";
  g_autofree char *base = g_path_get_basename (name);
  char *dot = strchr (base + 1, '.');

  if (dot)
    *dot = '\0';
  for (guint i = 1; i <= MOST_FOLDERS; i++)
    {
      g_autofree char *folder_name = i == 1 ? g_strdup_printf ("%s-charts", base)
                                            : g_strdup_printf ("%s-charts-%u", base, i);
      g_autoptr (GFile) folder = g_file_get_child (job->folder, folder_name);
      g_autoptr (GError) problem = NULL;

      if (g_file_make_directory (folder, cancellable, &problem))
        return g_steal_pointer (&folder);
      if (!g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_EXISTS) || i == MOST_FOLDERS)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
    }
  return NULL;
}

/* The picture, and the table beside it where that is wanted; nothing where there is nothing to show. */
static void
write_chart (Job                *job,
             const LaminaChart  *chart,
             GFile              *folder,
             GCancellable       *cancellable,
             GError            **error)
{
  g_autofree char *view = g_strconcat ("chart:", lamina_chart_get_id (chart), NULL);
  g_autofree char *name = g_strconcat (lamina_chart_get_id (chart), lamina_picture_get_suffix (job->format), NULL);
  g_autoptr (GFile) file = g_file_get_child (folder, name);
  LaminaPictureOptions options = job->options;
  g_autoptr (LaminaChartData) data = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *table_name = NULL;
  g_autoptr (GError) problem = NULL;
  char *text;
  g_autoptr (GFile) table = NULL;

  options.view = view;
  if (!lamina_picture_save (job->query.document, &options, file, cancellable, &problem))
    {
      if (!g_error_matches (problem, LAMINA_ERROR, LAMINA_ERROR_CONTENT))
        g_propagate_error (error, g_steal_pointer (&problem));
      return;
    }
  job->n_written++;
  if (!job->tables)
    return;
  table_name = g_strconcat (lamina_chart_get_id (chart), ".csv", NULL);
  table = g_file_get_child (folder, table_name);
  data = lamina_chart_create_data (chart, &job->query, cancellable);
  text = data ? lamina_chart_data_dup_csv (data, G_MAXUINT, LAMINA_CSV_PROTECTED) : NULL;
  bytes = text ? g_bytes_new_take (text, strlen (text)) : NULL;
  if (bytes)
    lamina_file_replace (table, bytes, cancellable, error);
}

static void
run_job (GTask        *task,
         gpointer      source,
         gpointer      task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  g_autoptr (GFile) folder = make_folder (job, cancellable, &error);

  for (guint i = 0; folder && !error && i < job->charts->len; i++)
    write_chart (job, job->charts->pdata[i], folder, cancellable, &error);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&folder), g_object_unref);
}

static void
open_folder (AdwToast *toast,
             GFile    *folder)
{
  g_autofree char *uri = g_file_get_uri (folder);

  gtk_show_uri (NULL, uri, GDK_CURRENT_TIME);
}

static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GtkWidget *widget = GTK_WIDGET (source);
  GtkWidget *toasts = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) folder = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *name = folder ? g_file_get_basename (folder) : NULL;
  g_autofree char *text = NULL;
  AdwToast *toast;

  if (!folder)
    lamina_widget_say_failure (widget, _("The Charts Were Not All Written"), error->message);
  if (!folder || !toasts)
    return;
  text = g_strdup_printf (ngettext ("%u chart was written to %s", "%u charts were written to %s", job->n_written),
                          job->n_written, name);
  toast = adw_toast_new (text);
  adw_toast_set_button_label (toast, _("Open Folder"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (open_folder), g_object_ref (folder),
                         (GClosureNotify) (void (*) (void)) g_object_unref, 0);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (toasts), toast);
}

/* Size, colors and what stands around a picture are what was chosen when one was exported last. */
static void
init_options (Job               *job,
              LaminaSession     *session,
              const LaminaRange *range)
{
  g_autoptr (LaminaExportChoices) choices = lamina_export_choices_new (lamina_settings_get_default ());
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (guint32));

  choices->range = LAMINA_EXPORT_WHOLE;
  lamina_export_choices_resolve (choices, session, &job->options, tracks, NULL);
  if (range)
    {
      LaminaRange bounds;

      lamina_session_get_bounds (session, &bounds);
      job->query.filter.start = range->start;
      job->query.filter.end = range->end;
      job->options.start = lamina_subtract_saturating (range->start, bounds.start);
      job->options.end = lamina_subtract_saturating (range->end, bounds.start);
    }
  job->options.filter = job->text && *job->text ? job->text : NULL;
  job->options.tracks = NULL;
  job->options.n_tracks = 0;
  job->options.arrangement = NULL;
  job->options.height = 0;
}

void
lamina_chart_export_write (GtkWidget           *widget,
                           LaminaChartStore    *store,
                           GFile               *folder,
                           LaminaPictureFormat  format,
                           gboolean             tables,
                           const LaminaRange   *range)
{
  LaminaSession *session;
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (LAMINA_IS_CHART_STORE (store));
  g_return_if_fail (G_IS_FILE (folder));

  session = lamina_chart_store_get_session (store);
  if (!session)
    return;
  job = g_new0 (Job, 1);
  lamina_chart_store_init_query (store, &job->query, &job->text);
  init_options (job, session, range);
  job->charts = lamina_chart_store_list (store);
  job->folder = g_object_ref (folder);
  job->format = format;
  job->tables = tables;
  task = g_task_new (widget, NULL, on_done, NULL);
  g_task_set_source_tag (task, (gpointer) (guintptr) lamina_chart_export_write);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, run_job);
}

static void
on_chosen (GtkWidget      *widget,
           GtkFileChooser *chooser,
           gpointer        store)
{
  const char *name = gtk_file_chooser_get_choice (chooser, "format");
  LaminaPictureFormat format = LAMINA_PICTURE_SVG;
  g_autoptr (GFile) folder = gtk_file_chooser_get_file (chooser);
  gboolean tables = g_strcmp0 (gtk_file_chooser_get_choice (chooser, "tables"), "true") == 0;
  gboolean is_part = g_strcmp0 (gtk_file_chooser_get_choice (chooser, "range"), "true") == 0;
  LaminaSession *session = lamina_chart_store_get_session (store);

  for (guint i = 0; name && i < G_N_ELEMENTS (format_names); i++)
    if (strcmp (name, format_names[i]) == 0)
      format = (LaminaPictureFormat) i;
  if (folder)
    lamina_chart_export_write (widget, store, folder, format, tables,
                               is_part && session ? lamina_session_get_marked_range (session) : NULL);
}

void
lamina_chart_export_ask (GtkWidget        *widget,
                         LaminaChartStore *store)
{
  const char *ids[] = { "svg", "png", "pdf", NULL };
  const char *labels[] = { "SVG", "PNG", "PDF", NULL };
  GtkFileChooserNative *chooser;
  GtkFileChooser *files;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (LAMINA_IS_CHART_STORE (store));

  if (lamina_file_choice_is_open (widget))
    return;
  chooser = gtk_file_chooser_native_new (_("Export All Charts"), GTK_WINDOW (gtk_widget_get_root (widget)),
                                         GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Export"), NULL);
  files = GTK_FILE_CHOOSER (chooser);
  gtk_file_chooser_add_choice (files, "format", _("Format"), ids, labels);
  gtk_file_chooser_set_choice (files, "format", "svg");
  gtk_file_chooser_add_choice (files, "tables", _("With tables as CSV"), NULL, NULL);
  gtk_file_chooser_set_choice (files, "tables", "true");
  /* Who has marked a range wants pictures of it. */
  if (lamina_session_get_marked_range (lamina_chart_store_get_session (store)))
    {
      gtk_file_chooser_add_choice (files, "range", _("Only the marked range"), NULL, NULL);
      gtk_file_chooser_set_choice (files, "range", "true");
    }
  lamina_file_choice_ask (chooser, widget, on_chosen, g_object_ref (store), g_object_unref);
}
