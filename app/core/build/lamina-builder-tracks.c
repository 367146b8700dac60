/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-fields.h"

/* The part of the builder that makes runs with their clocks, sections, groups and tracks. */

guint32
lamina_builder_add_run (LaminaBuilder  *self,
                        const char     *title,
                        LaminaAxisUnit  unit,
                        LaminaTiming    timing)
{
  g_return_val_if_fail (!self->is_shard, LAMINA_NONE);

  if (!lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  g_ptr_array_add (self->runs, lamina_run_new (title, unit, timing, self->strings));
  return self->runs->len - 1;
}

gboolean
lamina_builder_get_span (LaminaBuilder *self,
                         guint32        run,
                         gint64        *begin,
                         gint64        *end)
{
  LaminaRun *found = run < self->runs->len ? g_ptr_array_index (self->runs, run) : NULL;

  *begin = G_MAXINT64;
  *end = G_MININT64;
  for (guint i = 0; found != NULL && found->unit == LAMINA_AXIS_NANOSECONDS && i < found->tracks->len; i++)
    {
      const LaminaTrack *track = g_ptr_array_index (found->tracks, i);
      gint64 offset = found->clocks->len > 0 ? g_array_index (found->clocks, LaminaClock, track->info.clock).offset : 0;

      for (guint j = 0; j < track->slices.n; j++)
        {
          gint64 start = lamina_add_saturating (track->slices.start[j], offset);

          *begin = MIN (*begin, start);
          *end = MAX (*end, lamina_add_saturating (start, MAX (track->slices.duration[j], 0)));
        }
    }
  return *begin <= *end;
}

void
lamina_builder_set_layer_word (LaminaBuilder   *self,
                               guint32          run,
                               LaminaLayerWord  word)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  g_return_if_fail (word <= LAMINA_LAYER_WORD_KERNEL);

  if (found != NULL)
    found->layer_word = word;
}

void
lamina_builder_set_stated_time (LaminaBuilder *self,
                                guint32        run,
                                gint64         time)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  g_return_if_fail (time == LAMINA_ABSENT || time >= 0);

  if (found != NULL)
    found->stated_time = time;
}

guint32
lamina_builder_add_clock (LaminaBuilder *self,
                          guint32        run,
                          const char    *name)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaClock clock = { .basis = LAMINA_CLOCK_FILE, .bound = LAMINA_ABSENT };

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  clock.name = g_strdup (name);
  g_array_append_val (found->clocks, clock);
  return found->clocks->len - 1;
}

void
lamina_builder_set_clock_offset (LaminaBuilder    *self,
                                 guint32           run,
                                 guint32           clock,
                                 gint64            offset,
                                 LaminaClockBasis  basis,
                                 gint64            bound)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaClock *changed;

  if (found == NULL || clock == LAMINA_NONE)
    return;
  g_return_if_fail (clock < found->clocks->len);
  changed = &g_array_index (found->clocks, LaminaClock, clock);
  changed->offset = offset;
  changed->basis = basis;
  changed->bound = bound;
}

guint32
lamina_builder_add_section (LaminaBuilder *self,
                            guint32        run,
                            const char    *title)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaSection section = { 0 };

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  section.title = g_strdup (title);
  g_array_append_val (found->sections, section);
  return found->sections->len - 1;
}

guint32
lamina_builder_add_group (LaminaBuilder   *self,
                          guint32          run,
                          guint32          parent,
                          const char      *name,
                          LaminaGroupKind  kind)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaGroup group = { .parent = parent, .kind = kind };

  if (found == NULL)
    return LAMINA_NONE;
  g_return_val_if_fail (parent == LAMINA_NONE || parent < found->groups->len, LAMINA_NONE);
  if (!lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  group.name = g_strdup (name);
  g_array_append_val (found->groups, group);
  return found->groups->len - 1;
}

static LaminaTrack *
add_track (LaminaBuilder *self,
           guint32        run,
           guint32        group,
           const char    *name,
           guint32        clock,
           guint32       *index)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaTrack *track;

  *index = LAMINA_NONE;
  if (found == NULL || clock == LAMINA_NONE)
    return NULL;
  g_return_val_if_fail (group == LAMINA_NONE || group < found->groups->len, NULL);
  g_return_val_if_fail (clock < MAX (found->clocks->len, 1), NULL);
  if (!lamina_builder_take_rows (self, 1))
    return NULL;
  if (found->clocks->len == 0)
    lamina_builder_add_clock (self, run, found->title);
  track = lamina_track_new (name, group, clock);
  track->info.source = self->first_source;
  *index = found->tracks->len;
  g_ptr_array_add (found->tracks, track);
  return track;
}

guint32
lamina_builder_add_track (LaminaBuilder *self,
                          guint32        run,
                          guint32        group,
                          const char    *name,
                          guint32        clock)
{
  guint32 index;

  add_track (self, run, group, name, clock, &index);
  return index;
}

guint32
lamina_builder_add_counter (LaminaBuilder *self,
                            guint32        run,
                            guint32        group,
                            const char    *name,
                            guint32        clock,
                            LaminaUnit     unit,
                            gboolean       estimated)
{
  guint32 index;
  LaminaTrack *track = add_track (self, run, group, name, clock, &index);

  if (track == NULL)
    return LAMINA_NONE;
  track->info.is_counter = TRUE;
  track->info.unit = unit;
  track->info.is_estimated = estimated;
  return index;
}

static LaminaTrack *
get_any_track (LaminaBuilder *self,
               guint32        run,
               guint32        track)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  if (found == NULL || track == LAMINA_NONE)
    return NULL;
  g_return_val_if_fail (track < found->tracks->len, NULL);
  return g_ptr_array_index (found->tracks, track);
}

void
lamina_builder_set_track_sort (LaminaBuilder *self,
                               guint32        run,
                               guint32        track,
                               gint64         sort)
{
  LaminaTrack *found = get_any_track (self, run, track);

  if (found != NULL)
    found->sort = sort;
}

void
lamina_builder_set_track_caption (LaminaBuilder *self,
                                  guint32        run,
                                  guint32        track,
                                  const char    *caption)
{
  LaminaTrack *found = get_any_track (self, run, track);

  if (found == NULL)
    return;
  g_free ((char *) found->info.caption);
  found->info.caption = g_strdup (caption);
}

void
lamina_builder_set_track_source (LaminaBuilder *self,
                                 guint32        run,
                                 guint32        track,
                                 guint          source)
{
  LaminaTrack *found = get_any_track (self, run, track);

  if (found != NULL)
    found->info.source = self->first_source + source;
}
