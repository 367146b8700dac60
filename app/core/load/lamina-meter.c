/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-fields.h"
#include "lamina-meter-private.h"
#include "lamina-source-extent.h"

void
lamina_meter_init (LaminaMeter *self)
{
  pthread_mutex_init (&self->lock, NULL);
}

/* What was looked at. */
typedef struct
{
  GPtrArray *sources;
  LaminaBuilder *builder;
} Watched;

/* Under the lock. */
static Watched
steal_watched (LaminaMeter *self)
{
  return (Watched) { g_steal_pointer (&self->sources), g_steal_pointer (&self->builder) };
}

/* Not under the lock: this may be the last to hold a builder, and whoever shows progress shall not wait for its end. */
static void
let_go (Watched watched)
{
  g_clear_pointer (&watched.sources, g_ptr_array_unref);
  g_clear_pointer (&watched.builder, lamina_builder_unref);
}

void
lamina_meter_clear (LaminaMeter *self)
{
  let_go (steal_watched (self));
  pthread_mutex_destroy (&self->lock);
}

/* The list is copied: the loading thread still appends to its own. */
static GPtrArray *
list_sources (LaminaSources *sources)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) lamina_source_unref);

  for (guint i = 0; i < lamina_sources_get_n (sources); i++)
    g_ptr_array_add (list, lamina_source_ref (lamina_sources_get (sources, i)));
  return list;
}

void
lamina_meter_watch (LaminaMeter   *self,
                    LaminaSources *sources,
                    LaminaBuilder *builder)
{
  Watched old;

  pthread_mutex_lock (&self->lock);
  old = steal_watched (self);
  self->sources = list_sources (sources);
  self->builder = builder != NULL ? lamina_builder_ref (builder) : NULL;
  pthread_mutex_unlock (&self->lock);
  let_go (old);
}

static void
take_figures (LaminaMeter *self)
{
  LaminaProgress *last = &self->last;

  if (self->sources == NULL)
    return;
  last->bytes = last->total_bytes = 0;
  for (guint i = 0; i < self->sources->len; i++)
    {
      LaminaSource *source = g_ptr_array_index (self->sources, i);

      last->bytes += lamina_source_get_stored_position (source);
      last->total_bytes += lamina_source_get_stored_size (source);
    }
  if (self->builder != NULL)
    lamina_builder_get_progress (self->builder, &last->records, &last->slices, &last->layers);
}

void
lamina_meter_stop (LaminaMeter *self,
                   gboolean     freezing)
{
  Watched old;

  pthread_mutex_lock (&self->lock);
  take_figures (self);
  old = steal_watched (self);
  self->last.freezing |= freezing;
  pthread_mutex_unlock (&self->lock);
  let_go (old);
}

void
lamina_meter_read (LaminaMeter    *self,
                   LaminaProgress *progress)
{
  pthread_mutex_lock (&self->lock);
  take_figures (self);
  *progress = self->last;
  pthread_mutex_unlock (&self->lock);
}
