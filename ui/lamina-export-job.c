/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-job.h"

#include <glib/gi18n.h>

typedef struct
{
  LaminaDocument *document;
  LaminaPictureOptions options;
  GFile *file;
} Job;

static void
job_free (Job *job)
{
  lamina_document_unref (job->document);
  g_free ((char *) job->options.view);
  g_free ((char *) job->options.title);
  g_free ((char *) job->options.caption);
  g_object_unref (job->file);
  g_free (job);
}

static void
run (GTask        *task,
     gpointer      source,
     gpointer      task_data,
     GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;

  if (lamina_picture_save (job->document, &job->options, job->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
lamina_export_job_start (LaminaDocument             *document,
                         const LaminaPictureOptions *options,
                         GFile                      *file,
                         GCancellable               *cancellable,
                         GAsyncReadyCallback         callback,
                         gpointer                    user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);

  job->document = lamina_document_ref (document);
  job->options = *options;
  job->options.view = g_strdup (options->view);
  job->options.title = g_strdup (options->title);
  job->options.caption = g_strdup (options->caption);
  job->file = g_object_ref (file);
  g_task_set_source_tag (task, (gpointer) (guintptr) lamina_export_job_start);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, run);
}

gboolean
lamina_export_job_finish (GAsyncResult  *result,
                          char         **message,
                          GError       **error)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autofree char *path = g_file_get_parse_name (job->file);

  *message = g_strdup_printf (_("Picture written to %s"), path);
  return g_task_propagate_boolean (G_TASK (result), error);
}
