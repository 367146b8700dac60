/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"
#include "lamina-overview-tracks.h"
#include "lamina-track-nest.h"

G_BEGIN_DECLS

/* The slices of the outermost lane of a track, by family. Counted, for arrangements that were made from each other share it. */
typedef struct
{
  gatomicrefcount ref_count;
  LaminaSliceList families[LAMINA_N_FAMILIES];
} LaminaTrackSplit;

LaminaTrackSplit *lamina_track_split_new (LaminaTrack *track);

LaminaTrackSplit *lamina_track_split_ref (LaminaTrackSplit *self);

void lamina_track_split_unref (LaminaTrackSplit *self);

/* Devices with more rates than these show those of the first alone. */
#define LAMINA_MOST_RATES 16

/*
 * How much work a queue does in a unit of time: each slice at the rate of its layer. @group is where the row stands;
 * @rates are those of the layers, @work and @time sums up to every so many slices of the outermost lane.
 */
typedef struct
{
  LaminaRun *run;
  guint32 track;
  guint32 group;
  LaminaUnit unit;
  gboolean is_estimated;
  const LaminaSlices *slices;
  float *rates;
  guint n;
  double *work;
  double *time;
} LaminaTrackRate;

/* The rates of a run, none where layers have no work or no times. */
GPtrArray *lamina_track_rates_new (LaminaRun *run);

/* What was done in a second, over some slices; negative where nothing is known. */
double lamina_track_rate_get (const LaminaTrackRate *self,
                              guint                  first,
                              guint                  n);

const char *lamina_track_rate_get_title (const LaminaTrackRate *self);

/* The marks of a run as numbers, in the order of their tracks (those of the whole run last), clocks and times. */
GArray *lamina_mark_index_new (LaminaRun *run);

struct _LaminaArrangement
{
  gatomicrefcount ref_count;
  LaminaRun *run;
  guint n_tracks;
  guint n_groups;
  guint32 *order;
  guint8 *flags; /* those of all tracks, then of groups, then of rates, then of the functions of each track */
  LaminaTrackSplit **splits;
  LaminaTrackOutline **outlines; /* of each track, or NULL */
  LaminaTrackNest **nests;       /* of each track that is open and has functions, or NULL */
  GPtrArray *rates;
  GArray *marks;
  gboolean has_runtime;
  gboolean has_zeros; /* whether any counter is always 0 */
  GArray *rows; /* what lamina_timeline_list_rows() made, NULL until it is asked for */
  struct _LaminaTimelinePlaces *places; /* the natural ones, NULL until they are asked for */
  LaminaOverviewTracks *overview;       /* what lamina_overview_tracks_get() chose, NULL until it is asked for */
};

/* The changes that lamina_arrangement_apply() makes: each returns another arrangement, or NULL where it says so. */

LaminaArrangement *lamina_arrangement_set (LaminaArrangement      *self,
                                           const LaminaTarget     *item,
                                           LaminaArrangementFlags  flag,
                                           gboolean                on);

/* An arrangement that hides nothing. */
LaminaArrangement *lamina_arrangement_show_all (LaminaArrangement *self);

/* The arrangement in which the track and the groups around it are not hidden and none of these groups is collapsed. */
LaminaArrangement *lamina_arrangement_show_track (LaminaArrangement *self,
                                                  guint              track);

/*
 * For who goes to a slice: an arrangement in which its track is not hidden and neither that nor its functions are collapsed where
 * the slice would not be seen. NULL when the slice is seen as it is.
 */
LaminaArrangement *lamina_arrangement_show_slice (LaminaArrangement    *self,
                                                  const LaminaSliceRef *slice);

/*
 * The other arrangement; NULL when the item can't be moved so far.
 * @steps: by how many neighbors within its group; negative for up
 */
LaminaArrangement *lamina_arrangement_move (LaminaArrangement  *self,
                                            const LaminaTarget *item,
                                            int                 steps);

/*
 * Moves an item beside another one. Where they stand in different groups, it goes as near as its own group allows: beside the item
 * of its own group that holds @place. Returns the other arrangement; NULL when nothing would change.
 * @after: whether to move behind @place; else before it
 */
LaminaArrangement *lamina_arrangement_move_to (LaminaArrangement  *self,
                                               const LaminaTarget *item,
                                               const LaminaTarget *place,
                                               gboolean            after);

/* As lamina_arrangement_attach_shown(), with all counters. */
LaminaArrangement *lamina_arrangement_attach (LaminaRun *run);

/* An arrangement that hides counters which are 0 all the time. */
LaminaArrangement *lamina_arrangement_hide_zeros (LaminaArrangement *self);

/* In words that mean the same in another version of the file: tracks and groups by their paths; NULL when all is as at first. */
GVariant *lamina_arrangement_to_variant (LaminaArrangement *self);

LaminaArrangement *lamina_arrangement_new_from_variant (LaminaRun *run,
                                                        GVariant  *variant);

/* A copy that nobody else has yet and that may therefore be changed. */
LaminaArrangement *lamina_arrangement_copy (LaminaArrangement *self);

/* As lamina_arrangement_set() does, in such a copy. */
void lamina_arrangement_put (LaminaArrangement      *self,
                             const LaminaTarget     *item,
                             LaminaArrangementFlags  flag,
                             gboolean                on);

/* How many flags there are. */
guint lamina_arrangement_count_items (const LaminaArrangement *self);

/* Where the flags of an item stand; NULL when there is no such item. */
guint8 *lamina_arrangement_find_flags (LaminaArrangement  *self,
                                       const LaminaTarget *item);

/* Sorts what stands on a track that is open; @renew says whether that is needed again. */
void lamina_arrangement_nest_track (LaminaArrangement *self,
                                    guint              track,
                                    gboolean           renew);

/* Whether a track is a counter that is always 0. */
gboolean lamina_arrangement_is_zero (LaminaArrangement *self,
                                     guint              track);

/* Whether a row holds the slice, as its track is arranged. */
gboolean lamina_arrangement_is_unfolded (LaminaArrangement    *self,
                                         const LaminaSliceRef *slice);

/* Whether a group or one around it has a flag; FALSE for LAMINA_NONE. */
gboolean lamina_arrangement_group_has (LaminaArrangement      *self,
                                       guint32                 group,
                                       LaminaArrangementFlags  flag);

const LaminaTrackRate *lamina_arrangement_get_rate (LaminaArrangement *self,
                                                    guint              i);

/* The slices of one family of a track that is split. */
LaminaLaneList lamina_arrangement_get_family (LaminaArrangement *self,
                                              guint              track,
                                              LaminaFamily       family);

G_END_DECLS
