/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-marks.h"

#include "snapshot-oom.h"

/* More are not explained: each takes a look at all allocations. */
#define MAX_EXPLAINED 20

static void
add_mark (const SnapshotRun   *self,
          const SnapshotEvent *event,
          guint               *n_explained)
{
  LaminaBuilder *builder = self->builder;
  g_autofree char *more = event->action == SNAPSHOT_OOM && self->walk->has_end && (*n_explained)++ < MAX_EXPLAINED
                            ? snapshot_explain_oom (self->walk, event->time) : g_strdup ("");
  g_autofree char *asked = event->size != LAMINA_ABSENT ? lamina_figure_dup (event->size, LAMINA_UNIT_BYTES) : g_strdup ("?");
  g_autofree char *left = event->address <= G_MAXINT64 ? lamina_figure_dup ((gint64) event->address, LAMINA_UNIT_BYTES)
                                                       : g_strdup ("?");
  g_autofree char *text = NULL;

  if (event->action == SNAPSHOT_OOM && event->size != LAMINA_ABSENT)
    {
      LaminaMemoryFailure failure = { .clock = self->clock, .time = event->time, .asked = event->size, .available = LAMINA_ABSENT };

      if (event->address <= G_MAXINT64)
        failure.available = (gint64) event->address;
      lamina_builder_add_failure (builder, self->number, &failure);
    }
  if (event->action == SNAPSHOT_OOM)
    text = g_strdup_printf ("out of memory: asked for %s, the device had %s free%s", asked, left, more);
  else if (event->action == SNAPSHOT_ANNOTATE)
    text = g_strdup (lamina_builder_get_string (builder, event->text));
  else
    text = g_strdup ("snapshot");
  lamina_builder_add_mark (builder, self->number, LAMINA_NONE, self->clock, event->time, 0,
                           lamina_builder_intern (builder, text, -1));
}

void
snapshot_marks_build (const SnapshotRun *self)
{
  guint n_explained = 0;

  for (guint i = 0; i < self->walk->n; i++)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      if (event->action == SNAPSHOT_OOM || event->action == SNAPSHOT_TAKEN || event->action == SNAPSHOT_ANNOTATE)
        add_mark (self, event, &n_explained);
    }
}
