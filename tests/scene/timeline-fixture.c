/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline-fixture.h"

void
timeline_fixture_init (TimelineFixture *self,
                       LaminaDocument  *document)
{
  self->document = document;
  self->run = lamina_document_get_run (document, 0);
  self->timebase = lamina_timebase_new (self->run, TRUE);
  self->metrics = lamina_metrics_new_fixed (6);
  self->options = LAMINA_TIMELINE_OPTIONS_INIT;
  self->options.idle = lamina_idle_new (self->run, self->timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
}

void
timeline_fixture_clear (TimelineFixture *self)
{
  lamina_document_unref (self->document);
  lamina_timebase_unref (self->timebase);
  g_clear_pointer (&self->options.idle, lamina_idle_unref);
  lamina_metrics_free (self->metrics);
}

LaminaScene *
timeline_fixture_lay_out (TimelineFixture *self,
                          gint64           start,
                          double           per_px,
                          int              width,
                          int              height)
{
  LaminaViewport viewport = { start, per_px, width, height, 0 };

  return lamina_timeline_layout (self->run, self->timebase, &viewport, &self->options, self->metrics);
}

guint
timeline_count_labels (LaminaScene *scene)
{
  guint n;
  guint n_labels = 0;
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

  for (guint i = 0; i < n; i++)
    n_labels += texts[i].fill.ink == LAMINA_INK_LABEL;
  return n_labels;
}
