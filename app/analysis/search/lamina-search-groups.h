/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-search.h"

G_BEGIN_DECLS

/* Matches of a search that have name and category in common. */
typedef struct
{
  guint32 name;         /* a string of the run */
  guint32 category;     /* what the file calls their kind, a string of the run, or 0 */
  guint64 n;            /* how many match, at least 1 */
  gint64 total;         /* how long they take, in nanoseconds: of one inside another of them only the outer one counts;
                         * LAMINA_ABSENT where the axis is no time */
  double share;         /* that of the length of the run, on average over the tracks that they lie on: 0 to 1, more where they
                         * overlap on a track; NaN if unknown */
  guint n_tracks;       /* how many tracks they lie on */
  LaminaSliceRef first; /* the one that starts first */
} LaminaSearchGroup;

/* What a search found, added up; those that take longest come first, of equal ones those with more matches. Immutable; read from
 * any thread. */
typedef struct _LaminaSearchGroups LaminaSearchGroups;

/* Looks at each match; to be called in a thread of its own where there may be many. Returns NULL when cancelled. */
LAMINA_AVAILABLE
LaminaSearchGroups *lamina_search_groups_new (LaminaSearch   *search,
                                              LaminaTimebase *timebase,
                                              GCancellable   *cancellable);

LAMINA_AVAILABLE
void lamina_search_groups_free (LaminaSearchGroups *self);

LAMINA_AVAILABLE
guint lamina_search_groups_get_n (LaminaSearchGroups *self);

LAMINA_AVAILABLE
const LaminaSearchGroup *lamina_search_groups_get (LaminaSearchGroups *self,
                                                   guint               i);

/* The group of a slice of the run, whether it matches or not; LAMINA_NONE where none has its name and category. */
LAMINA_AVAILABLE
guint lamina_search_groups_find (LaminaSearchGroups   *self,
                                 const LaminaSliceRef *slice);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSearchGroups, lamina_search_groups_free)

G_END_DECLS
