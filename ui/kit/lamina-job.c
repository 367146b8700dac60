/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-job.h"

/* By then what takes the place of something dropped is on the screen. A thread that gives memory back to the system makes all
 * others wait that need some. */
#define DROP_AFTER_MS 500

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

typedef struct
{
  gpointer object;
  GDestroyNotify drop;
} Dropped;

/* What waits until it is let go of; NULL while nothing does. */
static GArray *dropped;
static GMutex dropped_lock;

static void
drop_all (GTask        *task,
          gpointer      source_object,
          gpointer      task_data,
          GCancellable *cancellable)
{
  GArray *all = task_data;

  for (guint i = 0; i < all->len; i++)
    {
      const Dropped *one = &g_array_index (all, Dropped, i);

      one->drop (one->object);
    }
  g_task_return_boolean (task, TRUE);
}

static gboolean
on_shown (gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_mutex_lock (&dropped_lock);
  g_task_set_task_data (task, g_steal_pointer (&dropped), (GDestroyNotify) g_array_unref);
  g_mutex_unlock (&dropped_lock);
  g_task_run_in_thread (task, drop_all);
  return G_SOURCE_REMOVE;
}

void
lamina_job_drop (gpointer       object,
                 GDestroyNotify drop)
{
  const Dropped one = { object, drop };

  if (!object)
    return;
  g_mutex_lock (&dropped_lock);
  if (!dropped)
    {
      dropped = g_array_new (FALSE, FALSE, sizeof (Dropped));
      g_timeout_add_full (G_PRIORITY_LOW, DROP_AFTER_MS, on_shown, NULL, NULL);
    }
  g_array_append_val (dropped, one);
  g_mutex_unlock (&dropped_lock);
}
