/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-pens.h"

#include "lamina-render-cache.h"
#include "lamina-theme.h"

#include <adwaita.h>

/* A pen for each of the two, because the hash by which a cache knows a group says nothing of colors. */
typedef struct
{
  LaminaPainter *painter;
  LaminaRenderCache *cache;
} Pen;

struct _LaminaPens
{
  GtkWidget *widget;
  LaminaPensFunc changed;
  LaminaMetrics *metrics;
  Pen plain;
  Pen dimmed;
};

static void
pen_init (Pen               *self,
          const LaminaStyle *style)
{
  self->painter = lamina_painter_new (style);
  self->cache = lamina_render_cache_new ();
}

static void
pen_set_style (Pen               *self,
               const LaminaStyle *style)
{
  lamina_painter_set_style (self->painter, style);
  lamina_render_cache_clear (self->cache);
}

static void
pen_clear (Pen *self)
{
  g_clear_pointer (&self->cache, lamina_render_cache_free);
  g_clear_pointer (&self->painter, lamina_painter_free);
}

void
lamina_pens_update (LaminaPens *self)
{
  LaminaStyle style;

  g_return_if_fail (self != NULL);

  lamina_theme_init_style (&style, self->widget);
  if (lamina_theme_equal_styles (&style, lamina_painter_get_style (self->plain.painter)))
    return;
  g_clear_pointer (&self->metrics, lamina_metrics_free);
  self->metrics = lamina_metrics_new (&style);
  pen_set_style (&self->plain, &style);
  style.dim = LAMINA_DIM;
  pen_set_style (&self->dimmed, &style);
  self->changed (self->widget);
}

LaminaPens *
lamina_pens_new (GtkWidget      *widget,
                 LaminaPensFunc  changed)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  LaminaPens *self;
  LaminaStyle style;

  g_return_val_if_fail (GTK_IS_WIDGET (widget) && changed, NULL);

  self = g_new0 (LaminaPens, 1);
  self->widget = widget;
  self->changed = changed;
  lamina_theme_init_style (&style, widget);
  self->metrics = lamina_metrics_new (&style);
  pen_init (&self->plain, &style);
  style.dim = LAMINA_DIM;
  pen_init (&self->dimmed, &style);
  g_signal_connect_swapped (manager, "notify::dark", G_CALLBACK (lamina_pens_update), self);
  g_signal_connect_swapped (manager, "notify::high-contrast", G_CALLBACK (lamina_pens_update), self);
  return self;
}

void
lamina_pens_free (LaminaPens *self)
{
  if (!self)
    return;
  g_signal_handlers_disconnect_by_data (adw_style_manager_get_default (), self);
  pen_clear (&self->plain);
  pen_clear (&self->dimmed);
  g_clear_pointer (&self->metrics, lamina_metrics_free);
  g_free (self);
}

void
lamina_pens_begin (LaminaPens *self)
{
  g_return_if_fail (self != NULL);
  lamina_render_cache_begin (self->plain.cache);
  lamina_render_cache_begin (self->dimmed.cache);
}

void
lamina_pens_end (LaminaPens *self)
{
  g_return_if_fail (self != NULL);
  lamina_render_cache_end (self->plain.cache);
  lamina_render_cache_end (self->dimmed.cache);
}

void
lamina_pens_draw (LaminaPens  *self,
                  GtkSnapshot *snapshot,
                  LaminaScene *scene,
                  gboolean     dimmed)
{
  const Pen *pen;

  g_return_if_fail (self != NULL && scene != NULL);

  pen = dimmed ? &self->dimmed : &self->plain;
  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    lamina_render_cache_append (pen->cache, snapshot, pen->painter, scene, i);
}

void
lamina_pens_draw_group (LaminaPens  *self,
                        GtkSnapshot *snapshot,
                        LaminaScene *scene,
                        guint        i)
{
  g_return_if_fail (self != NULL && scene != NULL);
  lamina_render_cache_append (self->plain.cache, snapshot, self->plain.painter, scene, i);
}

LaminaMetrics *
lamina_pens_get_metrics (LaminaPens *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->metrics;
}

LaminaPainter *
lamina_pens_get_painter (LaminaPens *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->plain.painter;
}
