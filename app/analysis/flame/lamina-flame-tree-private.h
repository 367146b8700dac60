/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-tree.h"

G_BEGIN_DECLS

/* A node while the tree grows: nodes stand in the order in which they were first met, parents before their children. */
typedef struct
{
  guint32 parent;
  guint32 name;
  gint64 self;
  gint64 calls;
  guint16 depth;
  guint8 family;
  guint8 estimated;
} LaminaFlameSeed;

/* A layer and the node that it belongs to. */
typedef struct
{
  guint32 node;
  guint32 layer;
} LaminaFlameEntry;

typedef struct
{
  guint64 key;
  guint32 node;
} LaminaFlameSlot;

/*
 * A tree while it grows. A name is a number: (id of a string of the run) × 2, or (place in @texts) × 2 + 1 for texts of
 * our own. Equal texts may have both kinds of names only where no path can have them at the same place. With
 * @has_families the families of the seeds are final, else those without anything of their own take that of their children.
 */
typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase; /* or NULL for that of the file */
  const LaminaFlameOptions *options;
  GCancellable *cancellable;
  GArray *seeds;
  GArray *entries;
  LaminaFlameSlot *slots;
  gsize n_slots;
  GStringChunk *chunk;
  GHashTable *ids;
  GPtrArray *texts;
  guint32 *last; /* by layer the node that a slice of the track at hand added to last, or LAMINA_NONE; NULL before the first
                  * track */
  gboolean is_of_slices;
  gboolean has_families;
} LaminaFlameGrowth;

#define LAMINA_FLAME_STRING(id) ((id) * 2)

void             lamina_flame_growth_init   (LaminaFlameGrowth        *self,
                                             LaminaRun                *run,
                                             const LaminaFlameOptions *options,
                                             GCancellable             *cancellable);

void             lamina_flame_growth_clear  (LaminaFlameGrowth        *self);

/* The tree that has grown; of what it was made of, if that has texts of its own, it keeps a reference. */
LaminaFlameTree *lamina_flame_growth_finish (LaminaFlameGrowth        *self,
                                             LaminaFlameTree          *source);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaFlameGrowth, lamina_flame_growth_clear)

/* The child of a node with a name; the node itself where the tree is as deep as it may be. */
guint32  lamina_flame_growth_get_child   (LaminaFlameGrowth *self,
                                          guint32            node,
                                          guint32            name);

/* What separates the parts of a name; 0 when it has no parts. */
char     lamina_flame_get_separator      (const char        *name);

/* Adds what a node has of its own: a weight, or LAMINA_ABSENT, and how often it was called. */
void     lamina_flame_growth_add         (LaminaFlameGrowth *self,
                                          guint32            node,
                                          gint64             weight,
                                          gint64             calls,
                                          LaminaFamily       family);

/* Whether a layer, or LAMINA_NONE, belongs to the section that was chosen. */
gboolean lamina_flame_growth_wants_layer (LaminaFlameGrowth *self,
                                          guint32            layer);

/* Let the tree grow. FALSE when cancelled. */
gboolean lamina_flame_growth_add_layers  (LaminaFlameGrowth *self);
gboolean lamina_flame_growth_add_stacks  (LaminaFlameGrowth *self);
gboolean lamina_flame_growth_add_calls   (LaminaFlameGrowth *self);
gboolean lamina_flame_growth_add_slices  (LaminaFlameGrowth *self,
                                          guint32            track);

G_END_DECLS
