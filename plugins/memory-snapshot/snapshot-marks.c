/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-marks.h"

#include "snapshot-oom.h"

#include <glib/gi18n.h>

/* More are not explained: each takes a look at all allocations. */
#define MAX_EXPLAINED 20

static char *
dup_figure (gint64   bytes,
            gboolean is_exact)
{
  g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);

  return g_strconcat (is_exact ? "" : "≈\u00a0", figure, NULL);
}

/* Two sentences, so that each has the same figures in all languages. */
static char *
dup_failure (const SnapshotRun   *self,
             const SnapshotEvent *event,
             gboolean             is_explained)
{
  const char *words = N_("out of memory: asked for %s, the device had %s free");
  /* Translators: the figures keep their order */
  const char *more = N_("out of memory: asked for %s, the device had %s free; of %s reserved %s were free, in pieces of at most "
                        "%s");
  g_autofree char *asked = event->size != LAMINA_ABSENT ? dup_figure (event->size, TRUE) : g_strdup ("?");
  g_autofree char *left = event->address <= G_MAXINT64 ? dup_figure ((gint64) event->address, TRUE) : g_strdup ("?");
  g_autofree char *text = NULL;

  if (is_explained)
    {
      SnapshotOom oom = snapshot_explain_oom (self->walk, event->time);
      g_autofree char *reserved = dup_figure (oom.reserved, TRUE);
      g_autofree char *unused = dup_figure (oom.left, oom.is_exact);
      g_autofree char *largest = dup_figure (oom.largest, oom.is_exact);

      text = g_strdup_printf (more, asked, left, reserved, unused, largest);
    }
  else
    text = g_strdup_printf (words, asked, left);
  lamina_builder_own_text (self->builder, text, is_explained ? more : words);
  return g_steal_pointer (&text);
}

static void
add_mark (const SnapshotRun   *self,
          const SnapshotEvent *event,
          gboolean             is_explained)
{
  LaminaBuilder *builder = self->builder;
  g_autofree char *text = NULL;

  if (event->action == SNAPSHOT_OOM && event->size != LAMINA_ABSENT)
    {
      LaminaMemoryFailure failure = { .clock = self->clock, .time = event->time, .asked = event->size, .available = LAMINA_ABSENT };

      if (event->address <= G_MAXINT64)
        failure.available = (gint64) event->address;
      lamina_builder_add_failure (builder, self->number, &failure);
    }
  if (event->action == SNAPSHOT_OOM)
    text = dup_failure (self, event, is_explained);
  else if (event->action == SNAPSHOT_ANNOTATE)
    text = g_strdup (lamina_builder_get_string (builder, event->text));
  else
    text = g_strdup (lamina_builder_own_word (builder, N_("snapshot")));
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
        add_mark (self, event, event->action == SNAPSHOT_OOM && self->walk->has_end && n_explained++ < MAX_EXPLAINED);
    }
}
