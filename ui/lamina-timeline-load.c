/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

/* How busy the devices are: found by a thread, for it looks at each slice of them; until then their headings are silent. */

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  lamina_document_unref (job->document);
  lamina_timebase_unref (job->timebase);
  g_free (job);
}

static void
find (GTask        *task,
      gpointer      source,
      gpointer      task_data,
      GCancellable *cancellable)
{
  const Job *job = task_data;
  LaminaIdle *idle = lamina_idle_new (job->run, job->timebase, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, cancellable);

  if (idle)
    g_task_return_pointer (task, idle, (GDestroyNotify) lamina_idle_unref);
  else
    g_task_return_error_if_cancelled (task);
}

static void
on_found (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (source);
  LaminaIdle *idle = g_task_propagate_pointer (G_TASK (result), NULL);

  if (!idle)
    return;
  g_clear_pointer (&self->options.idle, lamina_idle_unref);
  self->options.idle = idle;
  g_clear_pointer (&self->scene, lamina_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lamina_timeline_canvas_forget_load (LaminaTimelineCanvas *self)
{
  if (self->finding_load)
    g_cancellable_cancel (self->finding_load);
  g_clear_object (&self->finding_load);
  g_clear_pointer (&self->options.idle, lamina_idle_unref);
}

void
lamina_timeline_canvas_find_load (LaminaTimelineCanvas *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  lamina_timeline_canvas_forget_load (self);
  if (!self->session)
    return;
  self->finding_load = g_cancellable_new ();
  task = g_task_new (self, self->finding_load, on_found, NULL);
  g_task_set_source_tag (task, (gpointer) (guintptr) lamina_timeline_canvas_find_load);
  job = g_new0 (Job, 1);
  job->document = lamina_document_ref (lamina_session_get_document (self->session));
  job->run = lamina_session_get_run (self->session);
  job->timebase = lamina_timebase_ref (lamina_session_get_timebase (self->session));
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, find);
}
