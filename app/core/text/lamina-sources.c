/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <stdatomic.h>

#include "lamina-boxed.h"
#include "lamina-sources-list.h"

struct _LaminaSources
{
  atomic_int ref_count;
  LaminaEngine *engine;
  GPtrArray *items;
  guint64 marker;
  guint n_ranks_beside;
};

LAMINA_DEFINE_BOXED_TYPE (LaminaSources, lamina_sources)

LaminaSources *
lamina_sources_new (LaminaEngine *engine)
{
  LaminaSources *self = g_new0 (LaminaSources, 1);

  atomic_init (&self->ref_count, 1);
  g_set_object ((GObject **) &self->engine, (GObject *) engine);
  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify) lamina_source_unref);
  return self;
}

LaminaSources *
lamina_sources_ref (LaminaSources *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  atomic_fetch_add (&self->ref_count, 1);
  return self;
}

void
lamina_sources_unref (LaminaSources *self)
{
  g_return_if_fail (self != NULL);

  if (atomic_fetch_sub (&self->ref_count, 1) > 1)
    return;
  g_ptr_array_unref (self->items);
  g_clear_object ((GObject **) &self->engine);
  g_free (self);
}

void
lamina_sources_add (LaminaSources *self,
                    LaminaSource  *source)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (source != NULL);

  g_ptr_array_add (self->items, lamina_source_ref (source));
}

void
lamina_sources_set_marker (LaminaSources *self,
                           guint64        marker)
{
  g_return_if_fail (self != NULL);

  self->marker = marker;
}

void
lamina_sources_count_rank (LaminaSources *self)
{
  g_return_if_fail (self != NULL);

  self->n_ranks_beside++;
}

LaminaEngine *
lamina_sources_get_engine (LaminaSources *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->engine;
}

guint
lamina_sources_get_n (LaminaSources *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->items->len;
}

LaminaSource *
lamina_sources_get (LaminaSources *self,
                    guint          i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < self->items->len, NULL);

  return g_ptr_array_index (self->items, i);
}

guint64
lamina_sources_get_marker (LaminaSources *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->marker;
}

guint
lamina_sources_get_n_ranks_beside (LaminaSources *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_ranks_beside;
}
