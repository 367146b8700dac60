/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-builder-private.h"
#include "lamina-json-divide-private.h"

G_BEGIN_DECLS

/*
 * The shards of a builder while they are read and appended. Whoever shows progress counts the records of shards that
 * are not yet appended, so that the list of them is under the lock of the builder.
 */
typedef struct
{
  LaminaBuilder *builder;
  guint n;
  LaminaBuilder **shards;
  LaminaShardMap *maps;
} LaminaShards;

void     lamina_shards_init   (LaminaShards   *self,
                               LaminaBuilder  *builder,
                               guint           n);
void     lamina_shards_clear  (LaminaShards   *self);

/* Puts an empty shard in the place of one that was read in vain. */
void     lamina_shards_renew  (LaminaShards   *self,
                               guint           index);

/* Appends a shard, when those before it are appended, and makes its map. Neither is whole when it was cancelled. */
void     lamina_shards_append_one (LaminaShards *self,
                                   guint         index,
                                   GCancellable *cancellable);

/* Gives back what is in the map of a shard. */
void     lamina_shards_drop_map   (LaminaShards *self,
                                   guint         index);

/* Appends the shards from @first to before @n. FALSE when the builder can't take so many records, or when it was cancelled. */
gboolean lamina_shards_append (LaminaShards   *self,
                               guint           first,
                               guint           n,
                               GCancellable   *cancellable,
                               GError        **error);

/* lamina_builder_split_array() with a division of the array, which @reader has entered, into at most @n parts. */
gboolean lamina_builder_split_array_at (LaminaBuilder       *self,
                                        LaminaJsonReader    *reader,
                                        guint                n,
                                        LaminaJsonDivision  *division,
                                        LaminaPartFunc       func,
                                        LaminaJoinFunc       join,
                                        gpointer             data,
                                        guint               *n_parts,
                                        GError             **error);

G_END_DECLS
