/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-slice-list.h"

static void
add_lane (GArray      *list,
          LaminaTrack *track,
          guint32      index,
          guint        lane,
          gint64       start,
          gint64       end,
          guint        most,
          guint64     *total)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  LaminaSliceRef ref = { .track = index, .slice = lamina_track_find_slice (track, lane, start) };

  for (; ref.slice < slices->first[lane + 1] && slices->start[ref.slice] <= end; ref.slice++)
    {
      if (list->len < most)
        g_array_append_val (list, ref);
      (*total)++;
    }
}

GArray *
lamina_slice_list_new (LaminaSession *session,
                       guint          most,
                       guint64       *total)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
  LaminaRun *run = lamina_session_get_run (session);
  LaminaTimebase *timebase = lamina_session_get_timebase (session);
  const LaminaRange *visible = lamina_session_get_range (session);
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  *total = 0;
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);
      gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_clock (track));
      const LaminaRange *range = visible ? visible : &bounds;
      gint64 start = lamina_subtract_saturating (range->start, offset);
      gint64 end = lamina_subtract_saturating (range->end, offset);

      for (guint lane = 0; lane < lamina_track_get_slices (track)->n_lanes; lane++)
        add_lane (list, track, i, lane, start, end, most, total);
    }
  return list;
}
