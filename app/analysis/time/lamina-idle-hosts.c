/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle-hosts-private.h"
#include "lamina-step-names.h"

#include <string.h>

/*
 * What covers more than half of a time covers its middle: on each lane of a track there is at most one slice to ask. A step of the
 * run stands around all that a thread does, and so tells nothing of what it did.
 */
struct _LaminaIdleHosts
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  GHashTable *cursors; /* of each track that was asked: where each of its lanes was found last, guint32 */
  GHashTable *titles;  /* of the sections */
  GHashTable *steps;   /* of each name that was asked: whether it is that of a step */
};

LaminaIdleHosts *
lamina_idle_hosts_new (LaminaRun      *run,
                       LaminaTimebase *timebase)
{
  LaminaIdleHosts *self = g_new0 (LaminaIdleHosts, 1);

  self->run = run;
  self->timebase = timebase;
  self->cursors = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->titles = lamina_step_titles_new (run);
  self->steps = g_hash_table_new (NULL, NULL);
  return self;
}

void
lamina_idle_hosts_free (LaminaIdleHosts *self)
{
  g_hash_table_unref (self->cursors);
  g_hash_table_unref (self->titles);
  g_hash_table_unref (self->steps);
  g_free (self);
}

static gboolean
is_over (const LaminaSlices *slices,
         guint               slice,
         gint64              time)
{
  return slices->start[slice] + slices->duration[slice] <= time;
}

/* The first slice of a lane that is not over. Times rise, so that it is mostly that of before or the one behind it. */
static guint32
advance (LaminaTrack *track,
         guint        lane,
         guint32      cursor,
         gint64       time)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint32 end = slices->first[lane + 1];

  if (cursor < end && is_over (slices, cursor, time))
    cursor++;
  if (cursor < end && is_over (slices, cursor, time))
    cursor = lamina_track_find_slice (track, lane, time);
  return cursor;
}

/* `ProfilerStep#3`, `7` of the section `Step 7`. Sections without numbers are regions that tell what is done in them. */
static gboolean
is_step (LaminaIdleHosts *self,
         guint32          name)
{
  gpointer known;

  if (!g_hash_table_lookup_extended (self->steps, GUINT_TO_POINTER (name), NULL, &known))
    {
      const char *text = lamina_run_get_string (self->run, name);
      LaminaStepName kind = lamina_step_name_judge (self->titles, text);

      known = GINT_TO_POINTER (kind == LAMINA_STEP_NAME_WHOLE ? *text != '\0' && g_ascii_isdigit (text[strlen (text) - 1])
                                                              : kind != LAMINA_STEP_NAME_NONE);
      g_hash_table_insert (self->steps, GUINT_TO_POINTER (name), known);
    }
  return GPOINTER_TO_INT (known);
}

guint32
lamina_idle_hosts_find (LaminaIdleHosts *self,
                        guint32          track,
                        gint64           start,
                        gint64           end)
{
  LaminaTrack *thread = lamina_run_get_track (self->run, track);
  const LaminaSlices *slices = lamina_track_get_slices (thread);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_info (thread)->clock);
  guint32 *cursors = g_hash_table_lookup (self->cursors, GUINT_TO_POINTER (track)), found = LAMINA_NONE;
  gint64 middle;

  if (cursors == NULL)
    {
      cursors = g_memdup2 (slices->first, slices->n_lanes * sizeof *cursors);
      g_hash_table_insert (self->cursors, GUINT_TO_POINTER (track), cursors);
    }
  start = lamina_subtract_saturating (start, offset);
  end = lamina_subtract_saturating (end, offset);
  middle = start + (end - start) / 2;
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    {
      guint32 slice = cursors[lane] = advance (thread, lane, cursors[lane], middle);

      if (slice < slices->first[lane + 1] && slices->start[slice] <= middle
          && MIN (end, slices->start[slice] + slices->duration[slice]) - MAX (start, slices->start[slice])
             > (end - start) / 2
          && !is_step (self, slices->name[slice]))
        found = slice;
    }
  return found;
}
