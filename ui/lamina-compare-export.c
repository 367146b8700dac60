/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-export.h"

#include "lamina-comparison-picture.h"
#include "lamina-theme.h"

#include <adwaita.h>
#include <glib/gi18n.h>

typedef struct
{
  LaminaComparison *comparison;
  const char *view;
  GFile *file;
  LaminaColors palette;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  lamina_comparison_unref (job->comparison);
  g_object_unref (job->file);
  g_free (job);
}

static void
run_job (GTask        *task,
         gpointer      source,
         gpointer      task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  GError *error = NULL;

  options.view = job->view;
  options.on_paper = TRUE;
  options.palette = job->palette;
  if (lamina_comparison_picture_save (job->comparison, &options, job->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
say_written (GtkWidget *widget,
             const Job *job)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *name = g_file_get_parse_name (job->file);
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *text = g_strdup_printf (_("%s was written"), base);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  if (toasts)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (toasts), adw_toast_new (markup));
}

static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GtkWidget *widget = GTK_WIDGET (source);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autoptr (GError) error = NULL;
  GtkWidget *dialog;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      say_written (widget, g_task_get_task_data (G_TASK (result)));
      return;
    }
  if (!root)
    return;
  dialog = adw_message_dialog_new (GTK_WINDOW (root), _("The Picture Was Not Written"), NULL);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), error->message);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

void
lamina_compare_export_write (GtkWidget        *widget,
                             LaminaComparison *comparison,
                             const char       *view,
                             GFile            *file)
{
  g_autoptr (GTask) task = g_task_new (widget, NULL, on_done, NULL);
  Job *job = g_new0 (Job, 1);

  job->comparison = lamina_comparison_ref (comparison);
  job->view = g_intern_string (view);
  job->file = g_object_ref (file);
  job->palette = lamina_theme_get_palette ();
  g_task_set_source_tag (task, (gpointer) (guintptr) lamina_compare_export_write);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

/* What the dialog is for, until it has been answered. */
typedef struct
{
  GtkWidget *widget;
  LaminaComparison *comparison;
  const char *view;
} Question;

static void
on_response (GtkNativeDialog *chooser,
             int              response,
             Question        *question)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

      lamina_compare_export_write (question->widget, question->comparison, question->view, file);
    }
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
  g_object_unref (question->widget);
  lamina_comparison_unref (question->comparison);
  g_free (question);
}

static void
add_filter (GtkFileChooser *chooser,
            const char     *title,
            const char     *pattern)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, title);
  gtk_file_filter_add_pattern (filter, pattern);
  gtk_file_chooser_add_filter (chooser, filter);
}

void
lamina_compare_export_ask (GtkWidget        *widget,
                           LaminaComparison *comparison,
                           const char       *view)
{
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (_("Export the Comparison"), GTK_WINDOW (gtk_widget_get_root (widget)),
                                 GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);
  g_autofree char *name = g_strconcat (view, ".svg", NULL);
  Question *question = g_new0 (Question, 1);

  question->widget = g_object_ref (widget);
  question->comparison = lamina_comparison_ref (comparison);
  question->view = g_intern_string (view);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  add_filter (GTK_FILE_CHOOSER (chooser), _("Drawing (.svg)"), "*.svg");
  add_filter (GTK_FILE_CHOOSER (chooser), _("Document (.pdf)"), "*.pdf");
  add_filter (GTK_FILE_CHOOSER (chooser), _("Image (.png)"), "*.png");
  g_signal_connect (chooser, "response", G_CALLBACK (on_response), question);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
