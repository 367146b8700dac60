/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-pane-job.h"

typedef struct
{
  LaminaPaneFunc func;
  gpointer input;
  GDestroyNotify free_input;
  LaminaPaneDone done;
  GDestroyNotify free_result;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  job->free_input (job->input);
  g_free (job);
}

static void
work (GTask        *task,
      gpointer      source_object,
      gpointer      task_data,
      GCancellable *cancellable)
{
  Job *job = task_data;
  gpointer result = job->func (job->input, cancellable);

  g_task_return_pointer (task, result, result ? job->free_result : NULL);
}

static void
on_done (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  gpointer value = g_task_propagate_pointer (G_TASK (result), NULL);

  if (value)
    job->done (GTK_WIDGET (object), value);
}

void
lamina_pane_job_stop (GCancellable **cancellable)
{
  if (*cancellable)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

void
lamina_pane_job_run (GtkWidget       *widget,
                     GCancellable   **cancellable,
                     gboolean         in_thread,
                     LaminaPaneFunc   func,
                     gpointer         input,
                     GDestroyNotify   free_input,
                     LaminaPaneDone   done,
                     GDestroyNotify   free_result)
{
  Job job = { func, input, free_input, done, free_result };
  g_autoptr (GTask) task = NULL;
  gpointer result;

  lamina_pane_job_stop (cancellable);
  if (!in_thread)
    {
      result = func (input, NULL);
      free_input (input);
      if (result)
        done (widget, result);
      return;
    }
  *cancellable = g_cancellable_new ();
  task = g_task_new (widget, *cancellable, on_done, NULL);
  g_task_set_task_data (task, g_memdup2 (&job, sizeof job), job_free);
  g_task_run_in_thread (task, work);
}
