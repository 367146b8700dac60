/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-rows.h"

G_BEGIN_DECLS

/*
 * @listed are the rows as they were listed, shared with whoever else shows them so; @kept says which @n of them are there, NULL for
 * all. @y are the places of those, in their order, but for strips, which stand inside the heading before them; @growth is by how
 * much they are higher than need be. @first says where the rows of each track begin, LAMINA_NONE for tracks without. Of rows that
 * neither grow nor are left out both are those of @natural, which the arrangement keeps, for there may be a million. @n_pinned is
 * how many rows, from the first one on, hold all that are pinned. @total is the height of all, @least that of all lanes when none
 * grows, and @pinned that of the rows that do not scroll, each without the ruler.
 */
struct _LaminaTimelinePlaces
{
  gatomicrefcount ref_count;
  LaminaRun *run;
  LaminaArrangement *arrangement;
  const guint32 *depths;
  int ruler_height;
  gboolean fill_height;
  int height;
  LaminaTimelinePlaces *natural;
  GArray *listed;
  guint32 *kept;
  guint n;
  guint n_counters;
  int growth;
  int *y;
  guint32 *first;
  guint n_pinned;
  int total;
  int least;
  int pinned;
};

/* All rows as they are listed, none higher than need be; the arrangement, if there is one, keeps them. */
LaminaTimelinePlaces *lamina_timeline_places_get_natural (LaminaRun         *run,
                                                          LaminaArrangement *arrangement);

/* Finds in any thread what a window would wait for: natural places, and which tracks have several lanes. */
void lamina_timeline_places_prepare (LaminaRun         *run,
                                     LaminaArrangement *arrangement);

/*
 * Finds the row that a slice is seen in or, with the slice LAMINA_NONE, the first one of a track. Returns whether there is one.
 */
gboolean lamina_timeline_places_find (const LaminaTimelinePlaces *self,
                                      const LaminaSliceRef       *ref,
                                      LaminaTimelineRow          *found);

/*
 * Returns the rows that are pinned, and those that are seen between @from and before @to, in pixels from the top of all tracks,
 * with a row for each lane of a run that is seen.
 */
GArray *lamina_timeline_places_dup_seen (const LaminaTimelinePlaces *self,
                                         gint64                      from,
                                         gint64                      to);

G_END_DECLS
