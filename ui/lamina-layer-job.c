/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-job.h"

/* Up to here filtering and sorting take less time than a frame. */
#define SHORT_LIST 50000

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  char *filter;
  LaminaLayerColumn column;
  gboolean descending;
  LaminaLayerFunc func;
  gpointer user_data;
} Job;

static void
job_free (Job *job)
{
  lamina_document_unref (job->document);
  lamina_timebase_unref (job->timebase);
  g_free (job->filter);
  g_free (job);
}

void
lamina_layer_result_free (LaminaLayerResult *self)
{
  g_free (self->rows);
  g_free (self);
}

static void
add (gint64 *sum,
     gint64  value)
{
  if (value == LAMINA_ABSENT)
    return;
  if (*sum == LAMINA_ABSENT)
    *sum = value;
  else if (__builtin_add_overflow (*sum, value, sum))
    *sum = G_MAXINT64;
}

static void
sum_up (LaminaRun       *run,
        const guint32   *rows,
        guint            n,
        LaminaLayerSums *sums)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const gint64 *costs = lamina_run_get_costs (run);

  *sums = (LaminaLayerSums) { .cost = LAMINA_ABSENT, .flop = LAMINA_ABSENT, .bytes = LAMINA_ABSENT };
  for (guint i = 0; i < n; i++)
    {
      if (layers->calls && layers->calls[rows[i]] == 0)
        {
          sums->idle++;
          continue;
        }
      sums->layers++;
      add (&sums->cost, lamina_column_number (costs, rows[i]));
      add (&sums->flop, lamina_column_number (layers->flop, rows[i]));
      add (&sums->bytes, lamina_column_number (layers->bytes, rows[i]));
    }
}

static LaminaLayerResult *
run_job (Job          *job,
         GCancellable *cancellable)
{
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autoptr (LaminaLayerResult) result = g_new0 (LaminaLayerResult, 1);

  filter.text = job->filter;
  result->rows = lamina_layers_filter (job->run, job->timebase, &filter, cancellable, &result->n);
  if (g_cancellable_is_cancelled (cancellable)
      || !lamina_layers_sort (job->run, job->timebase, job->column, job->descending, result->rows, result->n,
                              cancellable))
    return NULL;
  sum_up (job->run, result->rows, result->n, &result->sums);
  return g_steal_pointer (&result);
}

static void
run_in_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  LaminaLayerResult *result = run_job (task_data, cancellable);

  if (result)
    g_task_return_pointer (task, result, (GDestroyNotify) lamina_layer_result_free);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
}

static void
on_done (GObject      *source,
         GAsyncResult *async_result,
         gpointer      user_data)
{
  Job *job = g_task_get_task_data (G_TASK (async_result));
  LaminaLayerResult *result = g_task_propagate_pointer (G_TASK (async_result), NULL);

  if (result)
    job->func (result, job->user_data);
}

void
lamina_layer_job_start (LaminaSession     *session,
                        LaminaLayerColumn  column,
                        gboolean           descending,
                        GCancellable      *cancellable,
                        LaminaLayerFunc    func,
                        gpointer           user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  job->document = lamina_document_ref (lamina_session_get_document (session));
  job->run = lamina_session_get_run (session);
  job->timebase = lamina_timebase_ref (lamina_session_get_timebase (session));
  job->filter = g_strdup (lamina_session_get_filter (session));
  job->column = column;
  job->descending = descending;
  job->func = func;
  job->user_data = user_data;
  if (lamina_run_get_layers (job->run)->n <= SHORT_LIST)
    {
      LaminaLayerResult *result = run_job (job, cancellable);

      if (result)
        func (result, user_data);
      job_free (job);
      return;
    }
  task = g_task_new (NULL, cancellable, on_done, NULL);
  g_task_set_source_tag (task, (gpointer) (guintptr) lamina_layer_job_start);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, run_in_thread);
}
