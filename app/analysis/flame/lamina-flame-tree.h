/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* What the time or the memory of a run goes into, as a tree: layers, slices or tensors that have the same path of names are one
 * node. */

/* What the path of a layer or a slice is. */
typedef enum
{
  /* the names of the slices around a slice, from the outermost on. Of all tracks each layer stands where it was called from: in
   * the slices around its slice on the host */
  LAMINA_FLAME_BY_CALLS,
  LAMINA_FLAME_BY_PARENTS,  /* the names of the parent layers */
  LAMINA_FLAME_BY_NAMES,    /* the parts of the name of a layer, which `/` or, where there is none, `.` separates */
  /* the classes of the modules that a layer was called in, where the file has slices for them: those of one class at one place
   * are one node */
  LAMINA_FLAME_BY_MODULES,
  LAMINA_FLAME_BY_TYPES,    /* the family of work, the type and the name */
  LAMINA_FLAME_BY_SECTIONS, /* the section and the name */
  LAMINA_FLAME_BY_STACKS,   /* of a tensor the calls that asked for its memory, from the outermost on */
  LAMINA_N_FLAME_BY,
} LaminaFlameBy;

/* What the nodes are measured by. By stacks these are tensors: their number, their bytes, or the bytes that are kept. */
typedef enum
{
  LAMINA_FLAME_WEIGHT_COST,  /* the cost; for one track, and where no layer has a cost, the durations of slices */
  LAMINA_FLAME_WEIGHT_CALLS, /* the calls */
  LAMINA_FLAME_WEIGHT_BYTES, /* the bytes moved */
  LAMINA_FLAME_WEIGHT_FLOP,  /* the floating point operations */
  LAMINA_FLAME_WEIGHT_KEPT,  /* the memory that is kept at a moment; for LAMINA_FLAME_BY_STACKS alone */
  LAMINA_N_FLAME_WEIGHTS,
} LaminaFlameWeight;

/* Which tree. */
typedef struct
{
  LaminaFlameBy by;
  LaminaFlameWeight weight; /* what nodes are measured by */
  /* a track, whose slices are taken, or LAMINA_NONE for the layers of the whole run. Only for LAMINA_FLAME_BY_CALLS */
  guint32 track;
  guint32 section;          /* a section, or LAMINA_NONE for all; a tensor is in that of its producer */
  gint64 position;          /* of LAMINA_FLAME_WEIGHT_KEPT the moment, on the axis; LAMINA_ABSENT for the peak */
} LaminaFlameOptions;

#define LAMINA_FLAME_OPTIONS_INIT ((LaminaFlameOptions) { .track = LAMINA_NONE, .section = LAMINA_NONE, .position = LAMINA_ABSENT })

/* How deep a tree is at most. What lies deeper belongs to the node at this depth. */
#define LAMINA_FLAME_MOST_DEPTH 512

/* The nodes as columns. Those of one depth stand together, before those of the next; the children of a node stand in the order
 * of their weights, the largest first, equal ones in the order of the file. The children of neighbors are neighbors. */
typedef struct
{
  guint n;                    /* number of nodes, at least 1 */
  const guint32 *parent;      /* the node around, or LAMINA_NONE for node 0, which is around all */
  const guint32 *first_child; /* @n + 1 indexes: the children of node i are from [i] to before [i + 1] */
  const char *const *name;    /* what it is called; the empty string for node 0 */
  const guint16 *depth;       /* how many nodes are around it */
  /* the LaminaFamily of its own layers or slices; where it has none, that of its children if it is the same for all of them,
   * else LAMINA_FAMILY_OTHER */
  const guint8 *family;
  const guint8 *estimated;    /* whether part of its weight is estimated */
  const gint64 *total;        /* its weight with all below it, or LAMINA_ABSENT when none of them has one */
  const gint64 *self;         /* its weight without what is below it, or LAMINA_ABSENT */
  const gint64 *before;       /* the sum of the weights of all nodes of its depth before it */
  const gint64 *calls;        /* the sum of the calls of it and all below it */
} LaminaFlameNodes;

/* A tree of what was done, weighted. Every layer counts once: the total of node 0 is the sum of the weights of all layers. Of
 * one track it is the sum of the durations of the outermost slices, where slices inside another one do not overlap. Immutable;
 * read from any thread. */
typedef struct _LaminaFlameTree LaminaFlameTree;

/* A tree, or NULL when cancelled. @run: a run, which must outlive the tree; @timebase: the clocks of what is kept when; NULL for
 * those that the file suggests; @options: which tree. */
LAMINA_AVAILABLE
LaminaFlameTree *lamina_flame_tree_new (LaminaRun                *run,
                                        LaminaTimebase           *timebase,
                                        const LaminaFlameOptions *options,
                                        GCancellable             *cancellable);

LAMINA_AVAILABLE
LaminaFlameTree *lamina_flame_tree_ref (LaminaFlameTree *self);

LAMINA_AVAILABLE
void lamina_flame_tree_unref (LaminaFlameTree *self);

/* The run that it was made of. */
LAMINA_AVAILABLE
LaminaRun *lamina_flame_tree_get_run (LaminaFlameTree *self);

/* Which tree it is. */
LAMINA_AVAILABLE
const LaminaFlameOptions *lamina_flame_tree_get_options (LaminaFlameTree *self);

/* Whether it was made of slices, not of layers: then its weights by cost are lengths on the axis of the run. */
LAMINA_AVAILABLE
gboolean lamina_flame_tree_is_of_slices (LaminaFlameTree *self);

LAMINA_AVAILABLE
const LaminaFlameNodes *lamina_flame_tree_get_nodes (LaminaFlameTree *self);

/* A layer may stand twice below a node of a track that has slices of it at several places. Returns the layers of a node and of
 * all below it. @n_own: NULL or how many of them, the first ones, belong to the node itself. */
LAMINA_AVAILABLE
const guint32 *lamina_flame_tree_get_layers (LaminaFlameTree *self,
                                             guint32          node,
                                             guint           *n_own,
                                             guint           *n);

/* Its short name: that of its layer, see lamina_layer_dup_label(), where it is called as a layer is; the empty string when it
 * has no name. */
LAMINA_AVAILABLE
char *lamina_flame_tree_dup_label (LaminaFlameTree *self,
                                   guint32          node);

/* Finds a place again in another tree of the same path. Returns the node with this path, or the last one on the way to it that
 * there is. @path: names, from the outermost on. */
LAMINA_AVAILABLE
guint32 lamina_flame_tree_find (LaminaFlameTree   *self,
                                const char *const *path,
                                guint              n);

/* Says which nodes stand for layers: those with one of them as their own, and those of which all layers are among them. Returns
 * whether, for each node; NULL when no node does. Free with g_free(). @layers: layers, rising. */
LAMINA_AVAILABLE
guint8 *lamina_flame_tree_mark (LaminaFlameTree *self,
                                const guint32   *layers,
                                guint            n);

/* Asks each name once, and where it is short for others reads these from the file. To be called in a thread where the tree has
 * many nodes. Returns whether each node matches; NULL when none does, or when it was stopped. Free with g_free(). @text: words
 * that must all stand in the name of a node, in any case of letters; @weight: the sum of the weights of the nodes that match, of
 * those inside each other the outermost, or LAMINA_ABSENT; @n: how many nodes match. */
LAMINA_AVAILABLE
guint8 *lamina_flame_tree_match (LaminaFlameTree *self,
                                 const char      *text,
                                 gint64          *weight,
                                 guint           *n,
                                 GCancellable    *cancellable);

/* Bit k is set when the LaminaFlameBy k says something of the run. Looks through all names: don't ask where somebody waits. */
LAMINA_AVAILABLE
guint lamina_flame_list_offers (LaminaRun    *run,
                                GCancellable *cancellable);

/* Whether anything in a tree by this path has this weight. */
LAMINA_AVAILABLE
gboolean lamina_flame_has_weight (LaminaRun         *run,
                                  LaminaFlameBy      by,
                                  LaminaFlameWeight  weight);

/* Whether there is such a path. @name: `calls`, `parents`, `names`, `modules`, `types`, `sections`, `stacks`. */
LAMINA_AVAILABLE
gboolean lamina_flame_by_from_name (const char    *name,
                                    LaminaFlameBy *by);

/* Its name, as lamina_flame_by_from_name() takes it. */
LAMINA_AVAILABLE
const char *lamina_flame_by_get_name (LaminaFlameBy by);

/* Chooses the path that says most: modules, calls where slices lie inside others, parents, parts of names, types; stacks where
 * nothing has a cost. @offers:
 * what lamina_flame_list_offers() says of it; @options: the tree to begin with. */
LAMINA_AVAILABLE
void lamina_flame_choose (LaminaRun          *run,
                          guint               offers,
                          LaminaFlameOptions *options);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaFlameTree, lamina_flame_tree_unref)

G_END_DECLS
