/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-job.h"

#include "lamina-attributes.h"

/* Up to here filtering and sorting take less time than a frame. */
#define SHORT_LIST 50000

/* So many layers are read from the file in that time. */
#define SHORT_READING 300

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  char *text;
  LaminaLayerQuestion question;
  LaminaLayerFunc func;
  gpointer user_data;
} Job;

static void
job_free (Job *job)
{
  lamina_document_unref (job->document);
  lamina_timebase_unref (job->timebase);
  g_free (job->text);
  g_clear_pointer (&job->question.columns, g_array_unref);
  g_free (job);
}

static void
run_in_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Job *job = task_data;
  LaminaLayerListing *listing =
    lamina_layer_listing_new (job->document, job->run, job->timebase, &job->question, cancellable);

  if (listing)
    g_task_return_pointer (task, listing, (GDestroyNotify) lamina_layer_listing_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
}

static void
on_done (GObject      *source,
         GAsyncResult *async_result,
         gpointer      user_data)
{
  Job *job = g_task_get_task_data (G_TASK (async_result));
  LaminaLayerListing *listing = g_task_propagate_pointer (G_TASK (async_result), NULL);

  if (listing)
    job->func (listing, job->user_data);
}

/* Whether all is at hand, or will be at once. */
static gboolean
is_short (const Job *job)
{
  guint n = lamina_run_get_layers (job->run)->n;
  const GArray *columns = job->question.columns;

  if (n <= SHORT_READING || n > SHORT_LIST)
    return n <= SHORT_READING;
  for (guint i = 0; columns && i < columns->len; i++)
    if (!lamina_attribute_is_read (job->run, g_array_index (columns, LaminaLayerColumn, i)))
      return FALSE;
  return lamina_attributes_is_filter_read (job->run, job->text);
}

void
lamina_layer_job_start (LaminaSession             *session,
                        const LaminaLayerQuestion *question,
                        GCancellable              *cancellable,
                        LaminaLayerFunc            func,
                        gpointer                   user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  job->document = lamina_document_ref (lamina_session_get_document (session));
  job->run = lamina_session_get_run (session);
  job->timebase = lamina_timebase_ref (lamina_session_get_timebase (session));
  job->text = g_strdup (lamina_session_get_filter (session));
  job->question = *question;
  if (question->columns)
    g_array_ref (question->columns);
  job->question.filter.text = job->text;
  job->question.filter.section = lamina_session_get_section (session);
  job->func = func;
  job->user_data = user_data;
  if (is_short (job))
    {
      func (lamina_layer_listing_new (job->document, job->run, job->timebase, &job->question, NULL), user_data);
      job_free (job);
      return;
    }
  task = g_task_new (NULL, cancellable, on_done, NULL);
  g_task_set_source_tag (task, (gpointer) (guintptr) lamina_layer_job_start);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, run_in_thread);
}
