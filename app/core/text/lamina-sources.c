/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-source-extent.h"
#include "lamina-sources-list.h"

LaminaSources *
lamina_sources_new (LaminaEngine *engine)
{
  LaminaSources *self = g_new0 (LaminaSources, 1);

  self->refs = 1;
  g_set_object ((GObject **) &self->engine, (GObject *) engine);
  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify) lamina_source_unref);
  return self;
}

static void
sources_free (LaminaSources *self)
{
  g_ptr_array_unref (self->items);
  g_clear_pointer (&self->companion, lamina_source_unref);
  g_clear_pointer (&self->leader, lamina_source_unref);
  g_clear_object ((GObject **) &self->engine);
  g_free (self);
}

LAMINA_DEFINE_SHARED_TYPE (LaminaSources, lamina_sources, sources_free)

void
lamina_sources_add (LaminaSources *self,
                    LaminaSource  *source)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (source != NULL);

  g_ptr_array_add (self->items, lamina_source_ref (source));
}

guint
lamina_sources_count_failures (LaminaSources  *self,
                               const char    **failure)
{
  guint n = 0;

  for (guint i = 0; self != NULL && i < self->items->len; i++)
    {
      LaminaSource *source = g_ptr_array_index (self->items, i);
      guint of_source = lamina_source_get_n_failures (source);

      if (of_source > 0 && failure != NULL)
        *failure = lamina_source_get_failure (source);
      n += of_source;
    }
  return n;
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

LaminaSource *
lamina_sources_get_companion (LaminaSources *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->companion;
}

gboolean
lamina_sources_is_alone (LaminaSources *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return self->is_alone;
}
