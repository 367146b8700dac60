/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-job.h"

typedef struct
{
  LaminaDocument *document;
  LaminaPictureOptions options;
  GFile *file;
} Job;

static Job *
job_new (LaminaDocument             *document,
         const LaminaPictureOptions *options)
{
  Job *job = g_new0 (Job, 1);

  job->document = lamina_document_ref (document);
  lamina_picture_options_copy (options, &job->options);
  return job;
}

static void
job_free (Job *job)
{
  lamina_document_unref (job->document);
  lamina_picture_options_clear (&job->options);
  g_clear_object (&job->file);
  g_free (job);
}

static void
start (Job                 *job,
       GTaskThreadFunc      run,
       GCancellable        *cancellable,
       GAsyncReadyCallback  callback,
       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, run);
}

static void
save (GTask        *task,
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
lamina_export_job_start_save (LaminaDocument             *document,
                              const LaminaPictureOptions *options,
                              GFile                      *file,
                              GCancellable               *cancellable,
                              GAsyncReadyCallback         callback,
                              gpointer                    user_data)
{
  Job *job = job_new (document, options);

  job->file = g_object_ref (file);
  start (job, save, cancellable, callback, user_data);
}

gboolean
lamina_export_job_finish_save (GAsyncResult  *result,
                               GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
unref_bytes (gpointer bytes)
{
  if (bytes)
    g_bytes_unref (bytes);
}

static void
copy (GTask        *task,
      gpointer      source,
      gpointer      task_data,
      GCancellable *cancellable)
{
  static const LaminaPictureFormat formats[] = { LAMINA_PICTURE_SVG, LAMINA_PICTURE_PNG };
  g_autoptr (GPtrArray) pictures = g_ptr_array_new_with_free_func (unref_bytes);
  Job *job = task_data;
  GError *error = NULL;

  g_ptr_array_set_size (pictures, LAMINA_N_PICTURE_FORMATS);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      pictures->pdata[formats[i]] = lamina_picture_make (job->document, &job->options, formats[i], cancellable, &error);
      if (!pictures->pdata[formats[i]])
        {
          g_task_return_error (task, error);
          return;
        }
    }
  g_task_return_pointer (task, g_steal_pointer (&pictures), (GDestroyNotify) g_ptr_array_unref);
}

void
lamina_export_job_start_copy (LaminaDocument             *document,
                              const LaminaPictureOptions *options,
                              GCancellable               *cancellable,
                              GAsyncReadyCallback         callback,
                              gpointer                    user_data)
{
  start (job_new (document, options), copy, cancellable, callback, user_data);
}

GPtrArray *
lamina_export_job_finish_copy (GAsyncResult  *result,
                               GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
lay_out (GTask        *task,
         gpointer      source,
         gpointer      task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;
  LaminaStyle style = LAMINA_STYLE_INIT (job->options.theme);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new (&style);
  GError *error = NULL;
  LaminaScene *scene = lamina_picture_layout (job->document, &job->options, metrics, &error);

  if (scene)
    g_task_return_pointer (task, scene, (GDestroyNotify) lamina_scene_unref);
  else
    g_task_return_error (task, error);
}

void
lamina_export_job_start_layout (LaminaDocument             *document,
                                const LaminaPictureOptions *options,
                                GCancellable               *cancellable,
                                GAsyncReadyCallback         callback,
                                gpointer                    user_data)
{
  start (job_new (document, options), lay_out, cancellable, callback, user_data);
}

LaminaScene *
lamina_export_job_finish_layout (GAsyncResult  *result,
                                 GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
