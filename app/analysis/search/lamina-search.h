/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * Which slices of a run match a text: a bit for each slice, and counts that find the next one and its number at once, whatever
 * their number. Immutable, read from any thread, as long as the document of the run lives.
 *
 * Parts of slices, waiting and kernels, do not count: they belong to the slice around them.
 */
typedef struct _LaminaSearch LaminaSearch;

/* What a word says of a name is found out once for each name, not for each slice. To be called in a thread of its own where
 * there may be many slices. Returns what matches, nothing for a text without words; NULL when cancelled. @text: words that must
 * all match, in any case of letters: each stands in the name or the category of the slice, or in the name, the type or a shape
 * of its layer. Names that a format made shorter match as the file has them, too. A word with `*`, which stands for anything, is
 * a pattern for a whole shape. */
LAMINA_AVAILABLE
LaminaSearch *lamina_search_new (LaminaRun      *run,
                                 LaminaTimebase *timebase,
                                 const char     *text,
                                 GCancellable   *cancellable);

LAMINA_AVAILABLE
void lamina_search_free (LaminaSearch *self);

/* The run that was searched. */
LAMINA_AVAILABLE
LaminaRun *lamina_search_get_run (LaminaSearch *self);

/* How many slices match. */
LAMINA_AVAILABLE
guint64 lamina_search_get_n (LaminaSearch *self);

/* Whether at least one of them matches; a part of a slice matches with the slice. @track: a track of the run; @n: how many
 * slices from there on. */
LAMINA_AVAILABLE
gboolean lamina_search_matches (LaminaSearch *self,
                                guint32       track,
                                guint32       first,
                                guint32       n);

/* The first match on a track from a slice to before another one, @end, else @end. Parts of slices are none. @first: a slice of the
 * track, or @end. */
guint lamina_search_find_on_track (LaminaSearch *self,
                                   guint32       track,
                                   guint         first,
                                   guint         end);

/* Finds the next match across all tracks, in the order of their starts. Behind the last one the first one follows. Returns
 * whether anything matches. @from: NULL or a slice to go on from; @position: a position on the axis to go on from where @from is
 * NULL; @forward: whether to go on to the right. */
LAMINA_AVAILABLE
gboolean lamina_search_find (LaminaSearch         *self,
                             const LaminaSliceRef *from,
                             gint64                position,
                             gboolean              forward,
                             LaminaSliceRef       *found);

/* Which of the matches it is, from 1, in the order of lamina_search_find(); 0 when it does not match. @slice: a slice of the
 * run. */
LAMINA_AVAILABLE
guint64 lamina_search_get_ordinal (LaminaSearch         *self,
                                   const LaminaSliceRef *slice);

/* For ticks in an overview: looks at no more than @n slices of each lane, of lanes with few matches together. @start: left edge
 * on the axis; @per_px: units of the axis for each column, more than 0; @n: how many columns; @columns: gets a 1 where a match
 * begins in that part of the axis. */
LAMINA_AVAILABLE
void lamina_search_mark_columns (LaminaSearch *self,
                                 gint64        start,
                                 double        per_px,
                                 guint         n,
                                 guint8       *columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSearch, lamina_search_free)

G_END_DECLS
