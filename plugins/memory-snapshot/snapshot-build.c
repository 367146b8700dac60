/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-allocations.h"
#include "snapshot-levels.h"
#include "snapshot-marks.h"
#include "snapshot-regions.h"

#include <glib/gi18n.h>

/* More devices than that no machine has. */
#define MAX_DEVICES 64

/* One device, or pinned memory of the host. */
typedef struct
{
  GArray *segments; /* guint32 */
  GArray *events;   /* guint32 */
  gint64 device;    /* LAMINA_ABSENT for the host */
} Place;

static void
note (const SnapshotRun *self,
      const char        *what)
{
  lamina_import_note (self->import, what, self->walk->snapshot->source, 0, LAMINA_NONE);
}

/* What became of each record of an event. */
static void
account (const SnapshotRun *self)
{
  LaminaImport *import = self->import;

  for (guint i = 0; i < self->walk->n; i++)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      if (event->action == SNAPSHOT_UNKNOWN)
        lamina_import_skip (import, event->record, N_("what the event does is not known"));
      else if (event->action == SNAPSHOT_ALLOC || event->action == SNAPSHOT_SEGMENT_ALLOC || event->action == SNAPSHOT_SEGMENT_MAP
               || event->action >= SNAPSHOT_OOM)
        lamina_import_account (import, event->record, LAMINA_RECORD_SHOWN);
      else if (event->is_lost)
        lamina_import_skip (import, event->record, N_("what is freed is not allocated then"));
      else
        lamina_import_account (import, event->record, LAMINA_RECORD_MERGED);
    }
  if (self->walk->n_lost > 0)
    note (self, N_("allocations are neither freed nor there in the end: they are shown until their address is handed out again"));
  if (self->walk->n_odd_segments > 0)
    note (self, N_("segments come or go that don't fit to those in the end: events are missing"));
}

/*
 * PyTorch counts both from the same clock. Where trace and snapshot have no moment in common, that can't be so, or they are of
 * different runs: then they begin together, and whoever knows better may move them.
 */
static void
join_clock (SnapshotRun *self,
            gint64       begin,
            gint64       end)
{
  LaminaBuilder *builder = self->builder;

  self->clock = lamina_builder_add_clock (builder, self->number, lamina_builder_own_word (builder, N_("Memory snapshot")));
  if (self->walk->end >= begin && self->walk->begin <= end)
    return;
  lamina_builder_set_clock_offset (builder, self->number, self->clock, lamina_subtract_saturating (begin, self->walk->begin),
                                   LAMINA_CLOCK_UNKNOWN, LAMINA_ABSENT);
  note (self, N_("trace and snapshot have no moment in common: they are shown as if they had begun together"));
}

/* The run of a trace that the memory of a device becomes a part of, if there is one. */
static gboolean
join_run (SnapshotRun *self)
{
  gint64 begin, end;

  if (!lamina_builder_get_span (self->builder, 0, &begin, &end))
    return FALSE;
  if (!self->walk->has_times)
    {
      note (self, N_("the snapshot has no times: it is a run beside the trace"));
      return FALSE;
    }
  self->number = 0;
  join_clock (self, begin, end);
  return TRUE;
}

static gboolean
build_place (Snapshot     *snapshot,
             Place        *place,
             gboolean      is_alone,
             gboolean      joins,
             GCancellable *cancellable)
{
  LaminaBuilder *builder = snapshot->builder;
  guint n_events = place->events->len;
  guint32 *events = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&place->events), FALSE);
  g_autoptr (SnapshotWalk) walk = snapshot_walk_new (snapshot, events, n_events, (const guint32 *) (gpointer) place->segments->data,
                                                     place->segments->len, cancellable);
  const char *device = N_("Device"), *host = N_("Pinned memory of the host");
  g_autofree char *title = place->device == LAMINA_ABSENT ? g_strdup (host)
                                                          : g_strdup_printf ("%s %" G_GINT64_FORMAT, device, place->device);
  SnapshotRun self = { .walk = walk, .builder = builder, .import = snapshot->import, .device = title };
  g_autoptr (SnapshotLevels) levels = NULL;
  g_autoptr (SnapshotRegions) regions = NULL;

  if (walk == NULL)
    return FALSE;
  self.is_joined = joins && join_run (&self);
  if (!self.is_joined)
    {
      const char *word = place->device == LAMINA_ABSENT ? host : device;

      self.number = lamina_builder_add_run (builder, lamina_builder_own_text (builder, title, word),
                                            walk->has_times ? LAMINA_AXIS_NANOSECONDS : LAMINA_AXIS_EVENTS,
                                            walk->has_times ? LAMINA_TIMING_MEASURED : LAMINA_TIMING_ORDER);
      lamina_builder_set_layer_word (builder, self.number, LAMINA_LAYER_WORD_SITE);
      self.clock = lamina_builder_add_clock (builder, self.number, title);
    }
  levels = snapshot_levels_new (&self);
  regions = snapshot_regions_new (&self, place->device);
  snapshot_allocations_build (&self, regions, snapshot_levels_get_peak (levels));
  snapshot_marks_build (&self);
  snapshot_regions_add_track (regions);
  snapshot_levels_add_properties (levels, is_alone ? NULL : title);
  account (&self);
  snapshot_levels_note (levels);
  return !g_cancellable_is_cancelled (cancellable);
}

/* Which segments and events are of which device */

static void
clear_place (gpointer data)
{
  Place *place = data;

  g_array_unref (place->segments);
  g_clear_pointer (&place->events, g_array_unref);
}

/* NULL for devices beyond those that a machine has. */
static Place *
need_place (GArray *places,
            gint64  device)
{
  Place place = { .device = device };

  for (guint i = 0; i < places->len; i++)
    if (g_array_index (places, Place, i).device == device)
      return &g_array_index (places, Place, i);
  if (places->len >= MAX_DEVICES)
    return NULL;
  place.segments = g_array_new (FALSE, FALSE, sizeof (guint32));
  place.events = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (places, place);
  return &g_array_index (places, Place, places->len - 1);
}

static void
place_segments (Snapshot *self,
                GArray   *places)
{
  for (guint32 i = 0; i < self->segments->len; i++)
    {
      const SnapshotSegment *segment = &g_array_index (self->segments, SnapshotSegment, i);
      gboolean is_of_host = segment->list != LAMINA_NONE && segment->list == self->host_segments;
      Place *place = is_of_host ? need_place (places, LAMINA_ABSENT)
                                : segment->device != LAMINA_ABSENT ? need_place (places, segment->device) : NULL;

      if (place != NULL)
        g_array_append_val (place->segments, i);
      if (place != NULL)
        lamina_import_account (self->import, segment->record, LAMINA_RECORD_SHOWN);
      else
        lamina_import_skip (self->import, segment->record, N_("the segment is of no device"));
    }
}

static void
place_events (Snapshot *self,
              GArray   *places)
{
  for (guint32 i = 0; i < self->events->len; i++)
    {
      const SnapshotEvent *event = snapshot_get_event (self, i);
      const SnapshotList *list = event->list != LAMINA_NONE ? snapshot_get_list (self, event->list) : NULL;
      Place *place = NULL;

      if (list != NULL && list->parent != LAMINA_NONE && list->parent == self->device_traces)
        place = need_place (places, list->place);
      else if (list != NULL && self->host_traces != LAMINA_NONE
               && (list->parent == self->host_traces || event->list == self->host_traces))
        place = need_place (places, LAMINA_ABSENT);
      if (place != NULL)
        g_array_append_val (place->events, i);
      else
        lamina_import_skip (self->import, event->record, N_("the event is in the trace of no device"));
    }
}

/* What says more about a segment or an event is merged; what is left of that belongs nowhere. */
static void
account_rest (Snapshot *self)
{
  for (guint32 i = 0; i < self->blocks->len; i++)
    {
      const SnapshotBlock *block = snapshot_get_block (self, i);

      if (block->segment != LAMINA_NONE)
        lamina_import_account (self->import, block->record, LAMINA_RECORD_MERGED);
      if (block->segment != LAMINA_NONE && block->history != LAMINA_NONE)
        {
          guint32 first = snapshot_get_list (self, block->history)->value;

          for (guint32 j = first; j < self->blocks->len && j - first < snapshot_get_list (self, block->history)->n; j++)
            lamina_import_account (self->import, snapshot_get_block (self, j)->record, LAMINA_RECORD_MERGED);
        }
    }
  for (guint32 i = 0; i < self->blocks->len; i++)
    lamina_import_skip (self->import, snapshot_get_block (self, i)->record, N_("the block is in no segment"));
  for (guint32 i = 0; i < self->annotations->len; i++)
    lamina_import_skip (self->import, g_array_index (self->annotations, SnapshotAnnotation, i).record,
                        N_("the region has no beginning, or no place on the axis"));
}

/* Members of the whole, and of the dicts in it: settings. A dict of dicts is one text. */
static void
add_fact (Snapshot           *self,
          const SnapshotFact *fact,
          const char         *group)
{
  LaminaValue value = fact->value;

  if (fact->child != LAMINA_NONE || value.type == LAMINA_VALUE_NULL)
    {
      if (fact->text == LAMINA_NONE || fact->text == 0)
        return;
      value = LAMINA_VALUE_INIT_TEXT (lamina_builder_get_string (self->builder, fact->text));
    }
  lamina_builder_add_property (self->builder, group, lamina_builder_get_string (self->builder, fact->key), &value);
}

static void
add_facts (Snapshot *self)
{
  const char *settings = N_("Allocator settings");
  guint32 allocator = LAMINA_NONE;

  for (guint i = 0; i < self->facts->len; i++)
    {
      const SnapshotFact *fact = &g_array_index (self->facts, SnapshotFact, i);

      if (fact->dict == self->root && fact->child != LAMINA_NONE)
        allocator = fact->child;
      else if (fact->dict == self->root)
        add_fact (self, fact, lamina_builder_own_word (self->builder, N_("Snapshot")));
    }
  for (guint i = 0; i < self->facts->len && allocator != LAMINA_NONE; i++)
    if (g_array_index (self->facts, SnapshotFact, i).dict == allocator)
      add_fact (self, &g_array_index (self->facts, SnapshotFact, i), lamina_builder_own_word (self->builder, settings));
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  gint64 x = ((const Place *) a)->device, y = ((const Place *) b)->device;

  if (x == LAMINA_ABSENT || y == LAMINA_ABSENT)
    return (x == LAMINA_ABSENT) - (y == LAMINA_ABSENT);
  return (x > y) - (x < y);
}

/* The device that most is known of: a trace is joined with one. */
static guint
find_busiest (const GArray *places)
{
  guint busiest = 0;

  for (guint i = 1; i < places->len; i++)
    if (g_array_index (places, Place, i).events->len > g_array_index (places, Place, busiest).events->len)
      busiest = i;
  return busiest;
}

gboolean
snapshot_build (Snapshot     *self,
                GCancellable *cancellable)
{
  guint joined;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));

  g_array_set_clear_func (places, clear_place);
  lamina_builder_set_tool (self->builder, "PyTorch");
  snapshot_place_blocks (self);
  place_segments (self, places);
  place_events (self, places);
  g_array_sort (places, compare_places);
  joined = find_busiest (places);
  for (guint i = 0; i < places->len; i++)
    if (!build_place (self, &g_array_index (places, Place, i), places->len == 1, i == joined, cancellable))
      return FALSE;
  account_rest (self);
  add_facts (self);
  return places->len > 0;
}
