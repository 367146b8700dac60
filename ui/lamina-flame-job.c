/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-job.h"

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaFlameOptions options;
  gboolean choose;
  guint offers;
  LaminaFlameFunc func;
  gpointer user_data;
} Job;

static void
job_free (Job *job)
{
  lamina_document_unref (job->document);
  g_free (job);
}

void
lamina_flame_result_free (LaminaFlameResult *self)
{
  g_clear_pointer (&self->tree, lamina_flame_tree_unref);
  g_free (self);
}

static void
run_in_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Job *job = task_data;
  g_autoptr (LaminaFlameResult) result = g_new0 (LaminaFlameResult, 1);
  guint32 section = job->options.section;

  result->offers = job->offers ? job->offers : lamina_flame_list_offers (job->run, cancellable);
  if (job->choose)
    lamina_flame_choose (job->run, result->offers, &job->options);
  job->options.section = section;
  result->tree = lamina_flame_tree_new (job->run, &job->options, cancellable);
  if (result->tree)
    g_task_return_pointer (task, g_steal_pointer (&result), (GDestroyNotify) lamina_flame_result_free);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
}

static void
on_done (GObject      *source,
         GAsyncResult *async_result,
         gpointer      user_data)
{
  Job *job = g_task_get_task_data (G_TASK (async_result));
  LaminaFlameResult *result = g_task_propagate_pointer (G_TASK (async_result), NULL);

  if (result)
    job->func (result, job->user_data);
}

void
lamina_flame_job_start (LaminaSession            *session,
                        const LaminaFlameOptions *options,
                        gboolean                  choose,
                        guint                     offers,
                        GCancellable             *cancellable,
                        LaminaFlameFunc           func,
                        gpointer                  user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  job->document = lamina_document_ref (lamina_session_get_document (session));
  job->run = lamina_session_get_run (session);
  job->options = *options;
  job->options.section = lamina_session_get_section (session);
  job->choose = choose;
  job->offers = offers;
  job->func = func;
  job->user_data = user_data;
  task = g_task_new (NULL, cancellable, on_done, NULL);
  g_task_set_source_tag (task, (gpointer) (guintptr) lamina_flame_job_start);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, run_in_thread);
}
