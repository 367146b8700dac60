/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"

G_BEGIN_DECLS

/* No overview has more rows. */
#define LAMINA_OVERVIEW_MOST_TRACKS 256

/* What a track says from afar: what devices do says more than who asked for it. @place is its place among all tracks. */
typedef struct
{
  guint track;
  guint place;
  gboolean is_device;
  gint64 busy;
} LaminaOverviewTrack;

/* The tracks of a run that say most, the best first, and a counter, or LAMINA_NONE. */
typedef struct
{
  LaminaOverviewTrack best[LAMINA_OVERVIEW_MOST_TRACKS];
  guint n;
  guint32 counter;
} LaminaOverviewTracks;

/*
 * Chooses them in one pass: there may be a million tracks. The arrangement, if there is one, keeps them. Any thread.
 * Returns: (transfer full)
 */
LaminaOverviewTracks *lamina_overview_tracks_get (LaminaRun         *run,
                                                  LaminaArrangement *arrangement);

void lamina_overview_tracks_unref (LaminaOverviewTracks *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaOverviewTracks, lamina_overview_tracks_unref)

G_END_DECLS
