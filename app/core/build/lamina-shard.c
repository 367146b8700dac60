/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-import-private.h"
#include "lamina-shard-private.h"

static LaminaBuilder *
shard_new (LaminaBuilder *builder)
{
  LaminaBuilder *shard = lamina_builder_new (&builder->limits);

  shard->is_shard = TRUE;
  shard->first_source = builder->first_source;
  return shard;
}

void
lamina_shards_init (LaminaShards  *self,
                    LaminaBuilder *builder,
                    guint          n)
{
  *self = (LaminaShards) {
    .builder = builder,
    .n = n,
    .shards = g_new (LaminaBuilder *, MAX (n, 1)),
    .maps = g_new0 (LaminaShardMap, MAX (n, 1)),
  };
  for (guint i = 0; i < n; i++)
    self->shards[i] = shard_new (builder);
  pthread_mutex_lock (&builder->shards_lock);
  builder->shards = self->shards;
  builder->n_shards = n;
  pthread_mutex_unlock (&builder->shards_lock);
}

void
lamina_shards_drop_map (LaminaShards *self,
                        guint         index)
{
  LaminaShardMap *map = &self->maps[index];

  g_clear_pointer ((gpointer *) &map->strings, g_free);
  g_clear_pointer ((gpointer *) &map->shapes, g_free);
}

void
lamina_shards_clear (LaminaShards *self)
{
  pthread_mutex_lock (&self->builder->shards_lock);
  self->builder->shards = NULL;
  self->builder->n_shards = 0;
  pthread_mutex_unlock (&self->builder->shards_lock);
  for (guint i = 0; i < self->n; i++)
    {
      g_clear_pointer (&self->shards[i], lamina_builder_unref);
      lamina_shards_drop_map (self, i);
    }
  g_free (self->shards);
  g_free (self->maps);
}

/* Shards can only be exchanged where somebody who shows progress does not look. */
static LaminaBuilder *
exchange (LaminaShards  *self,
          guint          index,
          LaminaBuilder *shard)
{
  LaminaBuilder *old = self->shards[index];

  pthread_mutex_lock (&self->builder->shards_lock);
  self->shards[index] = shard;
  pthread_mutex_unlock (&self->builder->shards_lock);
  return old;
}

void
lamina_shards_renew (LaminaShards *self,
                     guint         index)
{
  lamina_builder_unref (exchange (self, index, shard_new (self->builder)));
}

static void
append_properties (LaminaBuilder *self,
                   LaminaBuilder *shard)
{
  if (shard->tool != NULL)
    lamina_builder_set_tool (self, shard->tool);
  for (guint i = 0; i < shard->properties->len; i++)
    {
      const LaminaProperty *property = &g_array_index (shard->properties, LaminaProperty, i);

      lamina_builder_add_property (self, property->group, property->key, &property->value);
    }
}

void
lamina_shards_append_one (LaminaShards *self,
                          guint         index,
                          GCancellable *cancellable)
{
  LaminaBuilder *builder = self->builder;
  LaminaBuilder *shard = self->shards[index];
  LaminaShardMap *map = &self->maps[index];

  map->index = index;
  map->n_strings = lamina_strings_get_n (shard->strings);
  map->strings = lamina_strings_merge (builder->strings, shard->strings, cancellable);
  map->n_shapes = lamina_strings_get_n (shard->shapes);
  map->shapes = lamina_strings_merge (builder->shapes, shard->shapes, cancellable);
  append_properties (builder, shard);
  builder->is_full |= shard->is_full;
  pthread_mutex_lock (&builder->shards_lock);
  map->first_record = lamina_import_append (builder->import, shard->import);
  self->shards[index] = NULL;
  pthread_mutex_unlock (&builder->shards_lock);
  lamina_builder_unref (shard);
}

gboolean
lamina_shards_append (LaminaShards  *self,
                      guint          first,
                      guint          n,
                      GCancellable  *cancellable,
                      GError       **error)
{
  for (guint i = first; i < n && !lamina_builder_is_full (self->builder); i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      lamina_shards_append_one (self, i, cancellable);
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  return !lamina_builder_is_full (self->builder) || lamina_builder_set_full_error (self->builder, error);
}
