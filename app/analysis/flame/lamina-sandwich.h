/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-tree.h"

G_BEGIN_DECLS

/* What stands below a name, and above it. */
typedef enum
{
  LAMINA_SANDWICH_CALLEES, /* what a name calls */
  LAMINA_SANDWICH_CALLERS, /* what calls it */
  LAMINA_N_SANDWICH_HALVES,
} LaminaSandwichHalf;

/* What all nodes of one name are together. */
typedef struct
{
  const char *name;    /* a name of the tree */
  LaminaFamily family; /* the family of the first node of this name that has one */
  gboolean estimated;  /* whether part of its weight is estimated */
  /* its weight with all below it, or LAMINA_ABSENT. Where the name lies inside itself, the outermost one counts, so that nothing
   * counts twice */
  gint64 total;
  gint64 self;         /* its weight without what is below it, or LAMINA_ABSENT */
  gint64 calls;        /* how often it was called itself */
  guint n_nodes;       /* number of nodes with this name */
} LaminaSandwichName;

/* The names of a flame tree, and for each of them what calls it and what it calls, wherever it stands in the tree. Immutable;
 * read from any thread, as long as the document lives. */
typedef struct _LaminaSandwich LaminaSandwich;

/* Takes about as long as the tree has nodes. Returns its names, or NULL when cancelled. */
LAMINA_AVAILABLE
LaminaSandwich *lamina_sandwich_new (LaminaFlameTree *tree,
                                     GCancellable    *cancellable);

LAMINA_AVAILABLE
LaminaSandwich *lamina_sandwich_ref (LaminaSandwich *self);

LAMINA_AVAILABLE
void lamina_sandwich_unref (LaminaSandwich *self);

/* The tree that it was made of. */
LAMINA_AVAILABLE
LaminaFlameTree *lamina_sandwich_get_tree (LaminaSandwich *self);

LAMINA_AVAILABLE
guint lamina_sandwich_get_n_names (LaminaSandwich *self);

/* A name. @i: which one; the name with the largest weight of its own stands first, of equal ones that with the larger total. */
LAMINA_AVAILABLE
const LaminaSandwichName *lamina_sandwich_get_name (LaminaSandwich *self,
                                                    guint           i);

/* The short name of what has the name, see lamina_flame_tree_dup_label(). @i: which name. */
LAMINA_AVAILABLE
char *lamina_sandwich_dup_label (LaminaSandwich *self,
                                 guint           i);

/* Which one it is, or LAMINA_NONE. */
LAMINA_AVAILABLE
guint lamina_sandwich_find (LaminaSandwich *self,
                            const char     *name);

/* The name of the first node that the layer itself belongs to, or LAMINA_NONE. */
LAMINA_AVAILABLE
guint lamina_sandwich_find_layer (LaminaSandwich *self,
                                  guint32         layer);

/* Reads from the file what names are short for. To be called in a thread where there are many. Returns those names, to be freed
 * by g_free(); all for a text without words. @text: words that must all stand in a name or all in its short form, in any case of
 * letters; @n: how many names fit. */
LAMINA_AVAILABLE
guint32 *lamina_sandwich_filter (LaminaSandwich *self,
                                 const char     *text,
                                 guint          *n,
                                 GCancellable   *cancellable);

/*
 * Makes a tree of which node 0 is the name itself. Of callees, the children of a node are what it called, as in any flame tree. Of
 * callers, the children of a node are what called it, each with the part of the weight of the name that came that way. The layers
 * of a node are those that stand in the name or below it and came that way.
 *
 * Both halves have the same total. Takes about as long as there are nodes below those of the name. Returns the tree, or NULL when
 * cancelled. @i: which name; @half: what of it.
 */
LAMINA_AVAILABLE
LaminaFlameTree *lamina_sandwich_create_tree (LaminaSandwich     *self,
                                              guint               i,
                                              LaminaSandwichHalf  half,
                                              GCancellable       *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSandwich, lamina_sandwich_unref)

G_END_DECLS
