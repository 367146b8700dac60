/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Which tensors are kept in memory when. Pure functions over columns; any thread. */

/* How many roles there are. */
#define LAMINA_N_ROLES (LAMINA_ROLE_OUTPUT + 1)

/* What the memory of allocations is divided by. */
typedef enum
{
  LAMINA_BANDS_BY_SITE,   /* the place in the program that asked for it */
  LAMINA_BANDS_BY_MODULE, /* the module or the operator */
  LAMINA_BANDS_BY_STREAM,
  LAMINA_BANDS_BY_SIZE,   /* see lamina_size_class_find() */
  LAMINA_BANDS_BY_CATEGORY,
  LAMINA_N_LIVE_BANDS,
} LaminaLiveBands;

/* How the memory that is kept changes, as columns. Before the first step, and from the last one on, nothing is kept. */
typedef struct
{
  guint n;                             /* number of steps */
  const gint64 *position;              /* where each begins, on the axis, rising; it reaches to the next one */
  const gint64 *total;                 /* the bytes that are kept */
  const gint64 *bytes[LAMINA_N_ROLES]; /* the same for each band: a LaminaRole, or see lamina_live_set_get_band_name() */
} LaminaLiveSteps;

/* What is kept at one position. */
typedef struct
{
  guint n;                      /* number of tensors */
  gint64 bytes;                 /* sum of what is kept of them */
  guint n_unknown;              /* how many of them have no size */
  gint64 roles[LAMINA_N_ROLES]; /* the part of @bytes of each LaminaRole */
} LaminaLiveSum;

/* The lifetimes of the tensors of a run, on its axis. A lifetime without a size of its own has the size of its tensor. Tensors
 * that share memory count each. Immutable; read from any thread. */
typedef struct _LaminaLiveSet LaminaLiveSet;

/* The set, or NULL when cancelled. The one that was made last stays with the run, and is given to all who ask on the same clocks;
 * who asks while it is made waits for it. @run: a run, which must outlive the set. */
LAMINA_AVAILABLE
LaminaLiveSet *lamina_live_set_new (LaminaRun      *run,
                                    LaminaTimebase *timebase,
                                    GCancellable   *cancellable);

/* The same set with bands of another kind, which only one of allocations without roles has; NULL when cancelled. */
LAMINA_AVAILABLE
LaminaLiveSet *lamina_live_set_divide (LaminaLiveSet   *self,
                                       LaminaLiveBands  bands,
                                       GCancellable    *cancellable);

LAMINA_AVAILABLE
LaminaLiveBands lamina_live_set_get_bands (LaminaLiveSet *self);

LAMINA_AVAILABLE
LaminaLiveSet *lamina_live_set_ref (LaminaLiveSet *self);

LAMINA_AVAILABLE
void lamina_live_set_unref (LaminaLiveSet *self);

/* The steps; none when no tensor has a lifetime. */
LAMINA_AVAILABLE
const LaminaLiveSteps *lamina_live_set_get_steps (LaminaLiveSet *self);

/* The step that is in force there, or LAMINA_NONE before the first one. @position: a position on the axis. */
LAMINA_AVAILABLE
guint lamina_live_set_find_step (LaminaLiveSet *self,
                                 gint64         position);

/* Of the step that is in force at @begin and those that begin before @end the first with most bytes; LAMINA_NONE where nothing has
 * been kept yet. */
LAMINA_AVAILABLE
guint lamina_live_set_find_most (LaminaLiveSet *self,
                                 gint64         begin,
                                 gint64         end);

/* The first step with most bytes, or LAMINA_NONE when no tensor has a lifetime. */
LAMINA_AVAILABLE
guint lamina_live_set_get_peak (LaminaLiveSet *self);

/* What the steps are divided by: roles, where the file says any. Of allocations without roles the bands are the sites that hold
 * most at the peak, or what else they are divided by, and all others in band 0. The name of the site; NULL where bands are roles,
 * and for the others. */
LAMINA_AVAILABLE
const char *lamina_live_set_get_band_name (LaminaLiveSet *self,
                                           guint          band);

/* The band that the tensor is in. */
LAMINA_AVAILABLE
guint lamina_live_set_get_band (LaminaLiveSet *self,
                                guint32        tensor);

LAMINA_AVAILABLE
gboolean lamina_live_set_has_sites (LaminaLiveSet *self);

/* Whether allocations and a mark are of one recording: in a joined document a trace has marks of its own. */
LAMINA_AVAILABLE
gboolean lamina_live_set_has_mark (LaminaLiveSet    *self,
                                   const LaminaMark *mark);

/* Whether sizes in it, or when they are kept, were worked out: then so is what they add up to. */
LAMINA_AVAILABLE
gboolean lamina_live_set_is_estimated (LaminaLiveSet *self);

/* The tensors that are kept at @position, the largest first, equal ones in the order of the file; to be freed by g_free().
 * @position: a position on the axis; @sum: NULL or what they add up to. */
LAMINA_AVAILABLE
guint32 *lamina_live_set_list (LaminaLiveSet *self,
                               gint64         position,
                               LaminaLiveSum *sum,
                               guint         *n);

/* Whether anything of a tensor is kept at @position. @bytes: how much, or LAMINA_ABSENT where that is not known. */
LAMINA_AVAILABLE
gboolean lamina_live_set_get_kept (LaminaLiveSet *self,
                                   guint32        tensor,
                                   gint64         position,
                                   gint64        *bytes);

/* Whether it has lifetimes. @first: where its first lifetime begins on the axis; @last: where its last one ends, inclusive. */
LAMINA_AVAILABLE
gboolean lamina_live_set_get_range (LaminaLiveSet *self,
                                    guint32        tensor,
                                    gint64        *first,
                                    gint64        *last);

/* The tensors that begin to be kept in a range of the axis, edges included, in the order of the file; to be freed by g_free(). What
 * was there before the recording began at no time that is known. @kept_only: only those that don't end in it. */
LAMINA_AVAILABLE
guint32 *lamina_live_set_list_allocated (LaminaLiveSet *self,
                                         gint64         begin,
                                         gint64         end,
                                         gboolean       kept_only,
                                         guint         *n);

/* Of a number of bytes the class of sizes that it is in, from 1 on, and what that is called; 0 and NULL where it is not known. */
LAMINA_AVAILABLE
guint lamina_size_class_find (gint64 bytes);

LAMINA_AVAILABLE
const char *lamina_size_class_get_name (guint size_class);

/* When the program gave the tensor up, on the axis, or LAMINA_ABSENT; it may be kept on until the device is done with it. */
LAMINA_AVAILABLE
gint64 lamina_live_set_get_released (LaminaLiveSet *self,
                                     guint32        tensor);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLiveSet, lamina_live_set_unref)

G_END_DECLS
