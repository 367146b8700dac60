/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-job.h"

typedef struct
{
  gpointer owner;
  GCancellable **cancellable;
  LaminaJobFunc func;
  gpointer input;
  GDestroyNotify free_input;
  LaminaJobDone done;
  GDestroyNotify free_result;
  gpointer result;
} Job;

/* What was found may point into what it was found in. */
static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->result, job->free_result);
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

  job->result = job->func (job->input, cancellable);
  g_task_return_boolean (task, TRUE);
}

static void
on_done (GObject      *source_object,
         GAsyncResult *result,
         gpointer      user_data)
{
  GTask *task = G_TASK (result);
  Job *job = g_task_get_task_data (task);

  /* Stopped: the owner may not be there any more. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;
  g_clear_object (job->cancellable);
  if (job->result)
    job->done (job->owner, g_steal_pointer (&job->result));
}

void
lamina_job_stop (GCancellable **cancellable)
{
  if (*cancellable)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

void
lamina_job_run (gpointer         owner,
                GCancellable   **cancellable,
                gboolean         in_thread,
                LaminaJobFunc    func,
                gpointer         input,
                GDestroyNotify   free_input,
                LaminaJobDone    done,
                GDestroyNotify   free_result)
{
  Job job = { owner, cancellable, func, input, free_input, done, free_result, NULL };
  g_autoptr (GTask) task = NULL;
  gpointer result;

  lamina_job_stop (cancellable);
  if (!in_thread)
    {
      result = func (input, NULL);
      free_input (input);
      if (result)
        done (owner, result);
      return;
    }
  *cancellable = g_cancellable_new ();
  task = g_task_new (NULL, *cancellable, on_done, NULL);
  g_task_set_task_data (task, g_memdup2 (&job, sizeof job), job_free);
  g_task_run_in_thread (task, work);
}

static void
drop_now (GTask        *task,
          gpointer      source_object,
          gpointer      task_data,
          GCancellable *cancellable)
{
  Job *job = task_data;

  job->free_input (job->input);
  g_task_return_boolean (task, TRUE);
}

void
lamina_job_drop (gpointer       object,
                 GDestroyNotify drop)
{
  Job job = { .input = object, .free_input = drop };
  g_autoptr (GTask) task = NULL;

  if (!object)
    return;
  task = g_task_new (NULL, NULL, NULL, NULL);
  g_task_set_task_data (task, g_memdup2 (&job, sizeof job), g_free);
  g_task_run_in_thread (task, drop_now);
}
