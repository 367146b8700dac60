/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-tree.h"

G_BEGIN_DECLS

/* What the colors of layers and slices mean. */
typedef enum
{
  LAMINA_COLOR_BY_FAMILY,    /* families of work, each in its own fill */
  /* types of layers or, where no layer of the run has a type, names of slices: those that cost most have a fill each */
  LAMINA_COLOR_BY_TYPE,
  LAMINA_COLOR_BY_PRECISION, /* element types of what layers make, each kind of number in a fill that is the same for all runs */
  LAMINA_N_COLOR_BY,
} LaminaColorBy;

/* The color of a LaminaSliceBlock. */
typedef struct
{
  guint8 color; /* the fill that takes most of the time */
  guint8 part;  /* which part of the time of the block it takes, in 255ths */
} LaminaColorBlock;

/* A line of a legend. */
typedef struct
{
  LaminaFamily color;
  const char *title; /* what has it: a word of the file, or words that are not translated yet, see lamina_coloring_is_of_file() */
  guint n_layers;    /* how many layers have it; 0 where slices are colored by their names */
  gint64 calls;      /* how often they ran; of slices how many there are */
  gint64 sum;        /* what they cost, or LAMINA_ABSENT where nothing is known to cost anything */
} LaminaColoringEntry;

#define LAMINA_TYPE_COLORING (lamina_coloring_get_type ())

/* Which of the fourteen fills of a palette each layer and each slice of a run has. A fill is named by the LaminaFamily that has
 * it where families are colored; LAMINA_FAMILY_OTHER is the neutral one, for all that has none of its own. The same run is
 * colored the same in every theme and every view. Immutable; read from any thread as long as the document lives. */
typedef struct _LaminaColoring LaminaColoring;

LAMINA_AVAILABLE
GType lamina_coloring_get_type (void) G_GNUC_CONST;

/* Types get the fill of the family that they belong to, if no other type of this family costs more, else one that is free. Of
 * types that cost the same the first in the order of their letters goes first. Takes about as long as the run has slices.
 * Returns a coloring, or NULL when cancelled. @run: a run, which must outlive the coloring. */
LAMINA_AVAILABLE
LaminaColoring *lamina_coloring_new (LaminaRun     *run,
                                     LaminaColorBy  by,
                                     GCancellable  *cancellable);

LAMINA_AVAILABLE
LaminaColoring *lamina_coloring_ref (LaminaColoring *self);

LAMINA_AVAILABLE
void lamina_coloring_unref (LaminaColoring *self);

/* The run that it was made of. */
LAMINA_AVAILABLE
LaminaRun *lamina_coloring_get_run (LaminaColoring *self);

LAMINA_AVAILABLE
LaminaColorBy lamina_coloring_get_by (LaminaColoring *self);

/* Whether it goes by the names of slices, for want of types. */
LAMINA_AVAILABLE
gboolean lamina_coloring_is_of_names (LaminaColoring *self);

LAMINA_AVAILABLE
LaminaFamily lamina_coloring_get_layer (LaminaColoring *self,
                                        guint32         layer);

/* Its fill: that of its layer or, where it has none and names count, that of its name. @slices: slices of a track of the run. */
LAMINA_AVAILABLE
LaminaFamily lamina_coloring_get_slice (LaminaColoring     *self,
                                        const LaminaSlices *slices,
                                        guint               slice);

/* The colors of the blocks of lamina_track_get_slice_blocks(); NULL where families are colored, which those blocks have
 * themselves. @track: index of a track of slices; @level: 1 to lamina_track_get_n_levels(). */
LAMINA_AVAILABLE
const LaminaColorBlock *lamina_coloring_get_blocks (LaminaColoring *self,
                                                    guint           track,
                                                    guint           lane,
                                                    guint           level);

/* Colors the nodes of a tree: each as the first of its own layers that has a fill other than the neutral one; a node without
 * layers of its own as its name or, failing that, as its children if all of them are colored alike. Returns the fill of each
 * node, to be freed by g_free(). @tree: a flame tree of the run. */
LAMINA_AVAILABLE
guint8 *lamina_coloring_create_nodes (LaminaColoring  *self,
                                      LaminaFlameTree *tree);

/* Colors nodes by their names alone: each as the first node of this name in @source that is not neutral. Returns the fill of
 * each node of @tree, to be freed by g_free(). @source: a flame tree of the run; @tree: a tree with names of @source, such as
 * one half of a sandwich. */
LAMINA_AVAILABLE
guint8 *lamina_coloring_create_named_nodes (LaminaColoring  *self,
                                            LaminaFlameTree *source,
                                            LaminaFlameTree *tree);

/* An array of LaminaColoringEntry: what the fills stand for that any of the layers has, what costs most first and, unless
 * families are colored, what is neutral last. Titles live as long as the coloring. @layers: the layers that count; NULL for all
 * of the run; @costs: what each layer of the run costs in a part of it, or NULL for all of it. Names of slices have no sums
 * then. */
LAMINA_AVAILABLE
GArray *lamina_coloring_list (LaminaColoring *self,
                              const guint32  *layers,
                              guint           n,
                              const gint64   *costs);

/* Lists the layers that lamina_coloring_list() counts in one pass: those of fill f from @first[f] to before @first[f + 1],
 * rising. Where names of slices are colored there are none. Returns the layers, to be freed by g_free(); NULL when cancelled.
 * @first: takes where the layers of each fill begin, and how many there are in all. */
LAMINA_AVAILABLE
guint32 *lamina_coloring_dup_layers (LaminaColoring *self,
                                     guint          *first,
                                     GCancellable   *cancellable);

/* What has it; NULL when nothing has. */
LAMINA_AVAILABLE
const char *lamina_coloring_get_title (LaminaColoring *self,
                                       LaminaFamily    color);

/* Whether its title is made of words of the file, which are the same in every language. */
LAMINA_AVAILABLE
gboolean lamina_coloring_is_of_file (LaminaColoring *self,
                                     LaminaFamily    color);

/* Its name in commands and settings: `family`, `type`, `precision`. */
LAMINA_AVAILABLE
const char *lamina_color_by_get_name (LaminaColorBy by);

/* What stands before a legend, not translated yet: `Kind of work`. */
LAMINA_AVAILABLE
const char *lamina_color_by_get_title (LaminaColorBy by);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaColoring, lamina_coloring_unref)

G_END_DECLS
