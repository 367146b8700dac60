/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-export.h"

#include "lamina-export-job.h"
#include "lamina-file-choice.h"
#include "lamina-save-filters.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* One report that was asked for. Its options keep their documents. Its widget and file are known when it is to be written. */
typedef struct
{
  GtkWidget *widget;
  LaminaReportOptions options;
  LaminaReportWritten written;
  GFile *file;
} Job;

static Job *
job_new (const LaminaReportOptions *options,
         LaminaReportWritten        written)
{
  Job *job = g_new0 (Job, 1);

  job->options = *options;
  lamina_document_ref (job->options.document);
  if (job->options.other)
    lamina_document_ref (job->options.other);
  job->written = written;
  return job;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  lamina_document_unref (job->options.document);
  g_clear_pointer (&job->options.other, lamina_document_unref);
  g_clear_object (&job->file);
  g_clear_object (&job->widget);
  g_free (job);
}

static void
save (GTask        *task,
      gpointer      source,
      gpointer      task_data,
      GCancellable *cancellable)
{
  const Job *job = task_data;
  GError *error = NULL;

  if (lamina_report_save (&job->options, job->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_saved (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    job->written (job->widget, job->file);
  else
    lamina_widget_say_failure (job->widget, _("The Report Was Not Written"), error->message);
}

void
lamina_report_export_write (GtkWidget                 *widget,
                            const LaminaReportOptions *options,
                            GFile                     *file,
                            LaminaReportWritten        written)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (options != NULL && G_IS_FILE (file));

  job = job_new (options, written);
  job->widget = g_object_ref (widget);
  job->file = g_object_ref (file);
  task = g_task_new (NULL, NULL, on_saved, NULL);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, save);
}

static void
on_chosen (GtkWidget      *widget,
           GtkFileChooser *chooser,
           gpointer        data)
{
  const Job *job = data;
  g_autoptr (GFile) file = lamina_save_filters_get_file (chooser);

  /* A chooser may accept a name that is no file's. */
  if (file)
    lamina_report_export_write (widget, &job->options, file, job->written);
}

void
lamina_report_export_ask (GtkWidget                 *widget,
                          const LaminaReportOptions *options,
                          LaminaReportWritten        written)
{
  g_autofree char *name = NULL;
  GtkFileChooserNative *chooser;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (options != NULL);

  if (lamina_file_choice_is_open (widget))
    return;
  chooser = gtk_file_chooser_native_new (_("Export a Report"), GTK_WINDOW (gtk_widget_get_root (widget)),
                                         GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);
  name = lamina_export_dup_name (options->document, "report", ".html");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("HTML, one page (.html)"), ".html");
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("Markdown with pictures beside it (.md)"), ".md");
  lamina_file_choice_ask (chooser, widget, on_chosen, job_new (options, written), job_free);
}
