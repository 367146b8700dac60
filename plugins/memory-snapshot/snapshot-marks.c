/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-marks.h"

#include "snapshot-oom.h"

#include <glib/gi18n.h>

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

static void
add_marks (const SnapshotRun *self)
{
  guint n_explained = 0;

  for (guint i = 0; i < self->walk->n; i++)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      if (event->action == SNAPSHOT_OOM || event->action == SNAPSHOT_TAKEN || event->action == SNAPSHOT_ANNOTATE)
        add_mark (self, event, &n_explained);
    }
}

static void
add_span (const SnapshotRun        *self,
          guint32                  *track,
          const SnapshotAnnotation *begin,
          const SnapshotAnnotation *end)
{
  LaminaBuilder *builder = self->builder;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  if (*track == LAMINA_NONE)
    {
      guint32 group = lamina_builder_add_group (builder, self->number, LAMINA_NONE,
                                                lamina_builder_own_word (builder, N_("Program")), LAMINA_GROUP_OTHER);

      *track = lamina_builder_add_track (builder, self->number, group, lamina_builder_own_word (builder, N_("Annotations")),
                                         self->clock);
    }
  slice.start = begin->time * 1000;
  slice.duration = end ? MAX (end->time * 1000 - slice.start, 0) : MAX (self->walk->end - slice.start, 0);
  slice.is_open = end == NULL;
  slice.name = begin->name;
  slice.kind = LAMINA_SLICE_SPAN;
  lamina_builder_add_slice (builder, self->number, *track, &slice);
}

static gboolean
is_placed (const SnapshotAnnotation *annotation)
{
  return annotation->time > -G_GINT64_CONSTANT (3900000000000000) && annotation->time < G_GINT64_CONSTANT (3900000000000000);
}

/* Regions of one name may lie in each other: an end belongs to the one that began last. */
static void
add_spans (const SnapshotRun *self,
           gint64             device)
{
  LaminaImport *import = self->import;
  GArray *annotations = self->walk->snapshot->annotations;
  g_autoptr (GHashTable) open = g_hash_table_new (g_direct_hash, g_direct_equal);
  g_autofree guint32 *before = g_new (guint32, MAX (annotations->len, 1)); /* the one of its name around it, and 1 */
  g_autofree guint32 *ends = g_new0 (guint32, MAX (annotations->len, 1));  /* its end, and 1 */
  guint32 track = LAMINA_NONE;

  for (guint32 i = 0; i < annotations->len; i++)
    {
      const SnapshotAnnotation *annotation = &g_array_index (annotations, SnapshotAnnotation, i);
      gpointer name = GUINT_TO_POINTER (annotation->name);
      guint32 begin = GPOINTER_TO_UINT (g_hash_table_lookup (open, name));

      if (annotation->device != device || !is_placed (annotation))
        continue;
      if (!annotation->is_end)
        {
          before[i] = begin;
          g_hash_table_insert (open, name, GUINT_TO_POINTER (i + 1));
          lamina_import_account (import, annotation->record, LAMINA_RECORD_SHOWN);
        }
      else if (begin > 0)
        {
          ends[begin - 1] = i + 1;
          g_hash_table_insert (open, name, GUINT_TO_POINTER (before[begin - 1]));
          lamina_import_account (import, annotation->record, LAMINA_RECORD_MERGED);
        }
    }
  for (guint32 i = 0; i < annotations->len; i++)
    {
      const SnapshotAnnotation *annotation = &g_array_index (annotations, SnapshotAnnotation, i);

      if (annotation->device == device && !annotation->is_end && is_placed (annotation))
        add_span (self, &track, annotation,
                  ends[i] > 0 ? &g_array_index (annotations, SnapshotAnnotation, ends[i] - 1) : NULL);
    }
}

void
snapshot_marks_build (const SnapshotRun *run,
                      gint64             device)
{
  add_marks (run);
  if (run->walk->has_times)
    add_spans (run, device);
}
