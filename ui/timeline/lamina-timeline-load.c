/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-job.h"
#include "lamina-subject.h"

/* How busy the devices are: found by a thread, for it looks at each slice of them; until then their headings are silent. */

static gpointer
find (gpointer      input,
      GCancellable *cancellable)
{
  LaminaSubject *subject = input;

  return lamina_idle_new (subject->run, subject->timebase, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, cancellable);
}

static void
take_idle (gpointer owner,
           gpointer result)
{
  LaminaTimelineCanvas *self = owner;

  g_clear_pointer (&self->options.idle, lamina_idle_unref);
  self->options.idle = result;
  g_clear_pointer (&self->scene, lamina_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lamina_timeline_canvas_forget_load (LaminaTimelineCanvas *self)
{
  lamina_job_stop (&self->finding_load);
  g_clear_pointer (&self->options.idle, lamina_idle_unref);
}

void
lamina_timeline_canvas_find_load (LaminaTimelineCanvas *self)
{
  lamina_timeline_canvas_forget_load (self);
  if (self->session)
    lamina_job_run (self, &self->finding_load, TRUE, find, lamina_subject_new (self->session),
                    (GDestroyNotify) lamina_subject_free, take_idle, (GDestroyNotify) lamina_idle_unref);
}
