/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-levels.h"

#include <glib/gi18n.h>

/* Levels of memory, each a counter. */
typedef enum
{
  LEVEL_RESERVED,  /* what the allocator has of the device */
  LEVEL_ACTIVE,    /* blocks that are handed out */
  LEVEL_REQUESTED, /* what the program asked for in them */
  N_LEVELS,
} LevelKind;

typedef struct
{
  gint64 now;
  gint64 begin;
  gint64 peak;
  gint64 peak_at; /* position */
  guint32 counter;
} Level;

struct _SnapshotLevels
{
  const SnapshotRun *run;
  const SnapshotWalk *walk;
  Level levels[N_LEVELS];
};

static const char *const level_names[N_LEVELS] = {
  [LEVEL_RESERVED] = N_("Reserved"),
  [LEVEL_ACTIVE] = N_("Active"),
  [LEVEL_REQUESTED] = N_("Requested"),
};

static void
change_level (SnapshotLevels *self,
              LevelKind       kind,
              gint64          by,
              gint64          position)
{
  Level *level = &self->levels[kind];

  level->now = lamina_add_saturating (level->now, by);
  if (level->now > level->peak)
    {
      level->peak = level->now;
      level->peak_at = position;
    }
  lamina_builder_add_sample (self->run->builder, self->run->number, level->counter, position, (double) level->now);
}

static void
change_levels (SnapshotLevels *self,
               SnapshotSize    size,
               int             sign,
               gint64          position)
{
  change_level (self, LEVEL_ACTIVE, sign * size.active, position);
  change_level (self, LEVEL_REQUESTED, sign * size.requested, position);
}

static void
add_counters (SnapshotLevels *self)
{
  const SnapshotWalk *walk = self->walk;
  LaminaBuilder *builder = self->run->builder;
  const char *word = self->run->is_joined ? N_("Memory snapshot") : N_("Memory");
  guint32 group = lamina_builder_add_group (builder, self->run->number, LAMINA_NONE, lamina_builder_own_word (builder, word),
                                            LAMINA_GROUP_COUNTERS);

  for (guint i = 0; i < walk->old->len; i++)
    {
      SnapshotSize size = snapshot_walk_get_old_size (walk, &g_array_index (walk->old, SnapshotOld, i));

      self->levels[LEVEL_ACTIVE].now = lamina_add_saturating (self->levels[LEVEL_ACTIVE].now, size.active);
      self->levels[LEVEL_REQUESTED].now = lamina_add_saturating (self->levels[LEVEL_REQUESTED].now, size.requested);
    }
  self->levels[LEVEL_RESERVED].now = walk->reserved_begin;
  for (guint i = 0; i < N_LEVELS; i++)
    {
      Level *level = &self->levels[i];

      level->counter = lamina_builder_add_counter (builder, self->run->number, group,
                                                   lamina_builder_own_word (builder, level_names[i]), self->run->clock,
                                                   LAMINA_UNIT_BYTES, i == LEVEL_ACTIVE || !walk->has_end);
      if (i == LEVEL_REQUESTED)
        lamina_builder_set_memory_counter (builder, self->run->number, level->counter);
      level->begin = level->peak = level->now;
      level->peak_at = walk->begin;
      lamina_builder_add_sample (builder, self->run->number, level->counter, walk->begin, (double) level->now);
    }
}

/* An allocation whose end is lost ends where its address is handed out again. */
static void
end_lost (SnapshotLevels *self,
          GHashTable     *lost,
          SnapshotEvent  *event)
{
  SnapshotEvent *before = g_hash_table_lookup (lost, (gpointer) (guintptr) event->address);

  if (before != NULL)
    change_levels (self, snapshot_get_size (self->walk->snapshot, before->size, LAMINA_NONE), -1, event->time);
  if (event->is_lost)
    g_hash_table_insert (lost, (gpointer) (guintptr) event->address, event);
  else if (before != NULL)
    g_hash_table_remove (lost, (gpointer) (guintptr) event->address);
}

SnapshotLevels *
snapshot_levels_new (const SnapshotRun *run)
{
  const Snapshot *snapshot = run->walk->snapshot;
  SnapshotLevels *self = g_new0 (SnapshotLevels, 1);
  g_autoptr (GHashTable) lost = g_hash_table_new (snapshot_hash_number, g_direct_equal);
  gint64 requested;

  self->run = run;
  self->walk = run->walk;
  add_counters (self);
  for (guint i = 0; i < self->walk->n; i++)
    {
      SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      switch (event->action)
        {
        case SNAPSHOT_ALLOC:
          if (self->walk->n_lost > 0)
            end_lost (self, lost, event);
          change_levels (self, snapshot_get_size (snapshot, event->size, event->block), 1, event->time);
          break;
        case SNAPSHOT_FREE_COMPLETED:
          if (event->is_lost)
            break;
          requested = event->partner != LAMINA_NONE ? snapshot_get_event (snapshot, event->partner)->size : event->size;
          change_levels (self, snapshot_get_size (snapshot, requested, LAMINA_NONE), -1, event->time);
          break;
        case SNAPSHOT_SEGMENT_ALLOC:
        case SNAPSHOT_SEGMENT_MAP: change_level (self, LEVEL_RESERVED, MAX (event->size, 0), event->time); break;
        case SNAPSHOT_SEGMENT_FREE:
        case SNAPSHOT_SEGMENT_UNMAP: change_level (self, LEVEL_RESERVED, -MAX (event->size, 0), event->time); break;
        default: break;
        }
    }
  return self;
}

void
snapshot_levels_free (SnapshotLevels *self)
{
  g_free (self);
}

gint64
snapshot_levels_get_peak (const SnapshotLevels *self)
{
  return self->levels[LEVEL_REQUESTED].peak_at;
}

static void
add_property (const SnapshotLevels *self,
              const char           *device,
              const char           *name,
              gint64                bytes,
              gboolean              is_estimated)
{
  LaminaBuilder *builder = self->run->builder;
  LaminaValue value = LAMINA_VALUE_INIT_INTEGER (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *key = device == NULL ? g_strdup (name) : g_strdup_printf ("%s, %s", name, device);

  value.estimated = is_estimated;
  lamina_builder_add_property (builder, lamina_builder_own_word (builder, N_("Memory")),
                               lamina_builder_own_text (builder, key, name), &value);
}

/*
 * Other programs take the sizes of events for those of blocks, and so find another level at the beginning: they are named too, so
 * that nobody wonders.
 */
static void
add_levels_of_events (const SnapshotLevels *self,
                      const char           *device)
{
  gint64 level = self->levels[LEVEL_ACTIVE].now, peak = level;

  for (guint i = self->walk->n; i-- > 0;)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      if (event->action == SNAPSHOT_ALLOC)
        level = lamina_subtract_saturating (level, MAX (event->size, 0));
      else if (event->action == SNAPSHOT_FREE_COMPLETED)
        level = lamina_add_saturating (level, MAX (event->size, 0));
      peak = MAX (peak, level);
    }
  if (level == self->levels[LEVEL_ACTIVE].begin && peak == self->levels[LEVEL_ACTIVE].peak)
    return;
  add_property (self, device, N_("Active at the start, if blocks were as large as requests"), level, TRUE);
  add_property (self, device, N_("Active at the peak, if blocks were as large as requests"), peak, TRUE);
}

void
snapshot_levels_add_properties (const SnapshotLevels *self,
                                const char           *device)
{
  static const struct
  {
    const char *begin;
    const char *peak;
    const char *end;
  } names[N_LEVELS] = {
    [LEVEL_RESERVED] = { N_("Reserved at the start"), N_("Reserved at the peak"), N_("Reserved at the end") },
    [LEVEL_ACTIVE] = { N_("Active at the start"), N_("Active at the peak"), N_("Active at the end") },
    [LEVEL_REQUESTED] = { N_("Requested at the start"), N_("Requested at the peak"), N_("Requested at the end") },
  };

  for (guint i = 0; i < N_LEVELS && self->walk->has_end; i++)
    {
      const Level *level = &self->levels[i];
      gboolean is_estimated = i == LEVEL_ACTIVE;

      add_property (self, device, names[i].begin, level->begin, is_estimated);
      add_property (self, device, names[i].peak, level->peak, is_estimated && level->peak != level->now);
      add_property (self, device, names[i].end, level->now, FALSE);
    }
  if (self->walk->has_end && self->walk->n > 0)
    add_levels_of_events (self, device);
}

void
snapshot_levels_note (const SnapshotLevels *self)
{
  LaminaImport *import = self->run->import;
  LaminaSource *source = self->walk->snapshot->source;

  for (guint i = 0; i < N_LEVELS; i++)
    if (self->levels[i].begin < 0)
      lamina_import_note (import, N_("memory at the start comes out below zero: events are missing"), source, 0, LAMINA_NONE);
  if (self->walk->has_end && self->levels[LEVEL_RESERVED].begin < self->levels[LEVEL_ACTIVE].begin)
    lamina_import_note (import, N_("more is active at the start than is reserved: events are missing"), source, 0, LAMINA_NONE);
}
