/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"
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
};

/* The same with tracks sorted, see lamina_track_order_sort(). */
LaminaArrangement *lamina_arrangement_sort (LaminaArrangement *self,
                                            guint             *ranks);

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
