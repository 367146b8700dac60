/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-job.h"

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaLiveSet *live;
  LaminaTensorFilter filter;
  char *text;
  LaminaTensorColumn column;
  gboolean descending;
  LaminaTensorGroups groups;
  LaminaTensorFunc func;
  gpointer user_data;
} Job;

static void
job_free (Job *job)
{
  g_clear_pointer (&job->live, lamina_live_set_unref);
  lamina_timebase_unref (job->timebase);
  lamina_document_unref (job->document);
  g_free (job->text);
  g_free (job);
}

void
lamina_tensor_result_free (LaminaTensorResult *self)
{
  g_clear_pointer (&self->live, lamina_live_set_unref);
  g_free (self->rows);
  g_clear_pointer (&self->groups, g_array_unref);
  g_free (self);
}

static void
sum_up (Job                *job,
        LaminaTensorResult *result)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (job->run);

  result->bytes = LAMINA_ABSENT;
  for (guint i = 0; i < G_N_ELEMENTS (result->by_role); i++)
    result->by_role[i] = LAMINA_ABSENT;
  for (guint i = 0; i < result->n && !result->is_kinds; i++)
    result->is_kinds = lamina_column_id (tensors->name, result->rows[i]) == 0;
  for (guint i = 0; i < result->n && !result->is_kinds; i++)
    {
      gint64 bytes = lamina_column_number (tensors->bytes, result->rows[i]);
      guint8 role = tensors->role ? tensors->role[result->rows[i]] : LAMINA_ROLE_UNKNOWN;

      result->bytes = lamina_number_add (result->bytes, bytes);
      result->n_unknown += bytes == LAMINA_ABSENT;
      result->estimated |= tensors->estimated && (tensors->estimated[result->rows[i]] & LAMINA_ESTIMATE_BYTES);
      result->by_role[role] = lamina_number_add (result->by_role[role], bytes);
    }
}

static LaminaTensorResult *
run_job (Job          *job,
         GCancellable *cancellable)
{
  g_autoptr (LaminaTensorResult) result = g_new0 (LaminaTensorResult, 1);

  result->live = job->live ? lamina_live_set_ref (job->live)
                           : lamina_live_set_new (job->run, job->timebase, cancellable);
  if (!result->live)
    return NULL;
  result->rows = lamina_tensors_filter (job->run, result->live, &job->filter, cancellable, &result->n);
  if (!result->rows || !lamina_tensors_sort (job->run, result->live, job->column, job->descending, result->rows,
                                             result->n, cancellable))
    return NULL;
  sum_up (job, result);
  if (job->groups.grouping == LAMINA_TENSORS_ONE_BY_ONE)
    return g_steal_pointer (&result);
  result->groups = lamina_tensor_groups_new (job->run, job->groups.grouping, result->rows, result->n, job->groups.column,
                                             job->groups.descending, cancellable);
  if (!result->groups)
    return NULL;
  return g_steal_pointer (&result);
}

static void
run_in_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  LaminaTensorResult *result = run_job (task_data, cancellable);

  if (result)
    g_task_return_pointer (task, result, (GDestroyNotify) lamina_tensor_result_free);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
}

static void
on_done (GObject      *source,
         GAsyncResult *async_result,
         gpointer      user_data)
{
  Job *job = g_task_get_task_data (G_TASK (async_result));
  LaminaTensorResult *result = g_task_propagate_pointer (G_TASK (async_result), NULL);

  if (result)
    job->func (result, job->user_data);
}

void
lamina_tensor_job_start (LaminaSession            *session,
                         LaminaLiveSet            *live,
                         const LaminaTensorFilter *filter,
                         LaminaTensorColumn        column,
                         gboolean                  descending,
                         const LaminaTensorGroups *groups,
                         GCancellable             *cancellable,
                         LaminaTensorFunc          func,
                         gpointer                  user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  job->document = lamina_document_ref (lamina_session_get_document (session));
  job->run = lamina_session_get_run (session);
  job->timebase = lamina_timebase_ref (lamina_session_get_timebase (session));
  job->live = live ? lamina_live_set_ref (live) : NULL;
  job->text = g_strdup (filter->text);
  job->filter = *filter;
  job->filter.text = job->text;
  job->column = column;
  job->descending = descending;
  job->groups = *groups;
  job->func = func;
  job->user_data = user_data;
  task = g_task_new (NULL, cancellable, on_done, NULL);
  g_task_set_source_tag (task, (gpointer) (guintptr) lamina_tensor_job_start);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, run_in_thread);
}
