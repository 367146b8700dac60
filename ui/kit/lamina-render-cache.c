/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-render-cache.h"

/* The hash stands first, so that an entry is the key to itself. */
typedef struct
{
  guint64 hash;
  GskRenderNode *node;
} Entry;

struct _LaminaRenderCache
{
  GHashTable *last;
  GHashTable *current;
};

static void
entry_free (Entry *entry)
{
  g_clear_pointer (&entry->node, gsk_render_node_unref);
  g_free (entry);
}

static GHashTable *
create_table (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, (GDestroyNotify) entry_free, NULL);
}

LaminaRenderCache *
lamina_render_cache_new (void)
{
  LaminaRenderCache *self = g_new0 (LaminaRenderCache, 1);

  self->last = create_table ();
  self->current = create_table ();
  return self;
}

void
lamina_render_cache_free (LaminaRenderCache *self)
{
  g_hash_table_unref (self->last);
  g_hash_table_unref (self->current);
  g_free (self);
}

void
lamina_render_cache_clear (LaminaRenderCache *self)
{
  g_hash_table_remove_all (self->last);
  g_hash_table_remove_all (self->current);
}

void
lamina_render_cache_begin (LaminaRenderCache *self)
{
  GHashTable *swap = self->last;

  self->last = self->current;
  self->current = swap;
}

/*
 * Paints a group at its x, but at y 0, so that the node also serves after scrolling. A node is first drawn on a surface of
 * its size, and that laid over the window: it is no larger than what is drawn.
 */
static GskRenderNode *
paint (LaminaPainter          *painter,
       LaminaScene            *scene,
       guint                   i,
       const LaminaSceneGroup *group)
{
  LaminaSceneInk ink = lamina_scene_get_ink (scene, i);
  GskRenderNode *node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (ink.x, ink.y - group->y, ink.width, ink.height));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_translate (cr, 0, -group->y);
  lamina_painter_paint_group (painter, cr, scene, i);
  cairo_destroy (cr);
  return node;
}

static Entry *
take_entry (LaminaRenderCache      *self,
            LaminaPainter          *painter,
            LaminaScene            *scene,
            guint                   i,
            const LaminaSceneGroup *group)
{
  gpointer stolen = NULL;
  Entry *entry = g_hash_table_lookup (self->current, &group->hash);

  if (entry)
    return entry;
  if (g_hash_table_steal_extended (self->last, &group->hash, &stolen, NULL))
    {
      entry = stolen;
    }
  else
    {
      entry = g_new0 (Entry, 1);
      entry->hash = group->hash;
      entry->node = paint (painter, scene, i, group);
    }
  g_hash_table_add (self->current, entry);
  return entry;
}

void
lamina_render_cache_append (LaminaRenderCache *self,
                            GtkSnapshot       *snapshot,
                            LaminaPainter     *painter,
                            LaminaScene       *scene,
                            guint              i)
{
  const LaminaSceneGroup *group = lamina_scene_get_group (scene, i);

  if (group->width < 1 || group->height < 1)
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, group->y));
  gtk_snapshot_append_node (snapshot, take_entry (self, painter, scene, i, group)->node);
  gtk_snapshot_restore (snapshot);
}

void
lamina_render_cache_end (LaminaRenderCache *self)
{
  g_hash_table_remove_all (self->last);
}
