/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * Sets of time: stretches in rising order that neither overlap nor touch, each with the slices at its edges. They are
 * GArrays of LaminaPiece; every function here leaves its arguments as they are and returns a new array.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  LaminaSliceRef first;
  LaminaSliceRef last;
} LaminaPiece;

/* Whether a slice is part of a set. */
typedef gboolean (*LaminaPieceFunc) (const LaminaSlices *slices,
                                     guint               slice,
                                     gpointer            data);

static inline const LaminaPiece *
lamina_pieces_get (const GArray *pieces,
                   guint         i)
{
  return &g_array_index (pieces, LaminaPiece, i);
}

/* The time on the axis that the chosen slices of a track cover between two times; NULL when cancelled. */
GArray *lamina_pieces_new_range (LaminaRun       *run,
                                 LaminaTimebase  *timebase,
                                 guint            track,
                                 gint64           start,
                                 gint64           end,
                                 LaminaPieceFunc  func,
                                 gpointer         data,
                                 GCancellable    *cancellable);

/* The same of all of a track. */
GArray *lamina_pieces_new_track (LaminaRun       *run,
                                 LaminaTimebase  *timebase,
                                 guint            track,
                                 LaminaPieceFunc  func,
                                 gpointer         data,
                                 GCancellable    *cancellable);

/* What any of @n sets has. */
GArray *lamina_pieces_unite     (GArray         **sets,
                                 guint            n);

/* What @a has and @b does not. */
GArray *lamina_pieces_subtract  (const GArray    *a,
                                 const GArray    *b);

/* What lies in a range. */
GArray *lamina_pieces_clip      (const GArray    *pieces,
                                 gint64           start,
                                 gint64           end);

/* Whether any of it lies in a range. */
gboolean lamina_pieces_touch   (const GArray *pieces,
                                gint64        start,
                                gint64        end);

/* How long all of it is. */
gint64   lamina_pieces_add_up  (const GArray    *pieces);

/* Pieces that are asked again and again: how much of them lies before a moment is known at once. */
typedef struct _LaminaPieceSums LaminaPieceSums;

LaminaPieceSums *lamina_piece_sums_new      (const GArray          *pieces);
void             lamina_piece_sums_free     (LaminaPieceSums       *self);

/* How much lies between two moments. NULL is none. */
gint64           lamina_piece_sums_measure  (const LaminaPieceSums *self,
                                             gint64                 start,
                                             gint64                 end);

/* When the last piece ends that does so after @start and at @end or before; LAMINA_ABSENT when none does. */
gint64           lamina_piece_sums_find_end (const LaminaPieceSums *self,
                                             gint64                 start,
                                             gint64                 end);

G_END_DECLS
