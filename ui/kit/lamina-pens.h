/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-painter.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a widget draws scenes with: one painter in full colors and one in dimmed ones, what each of them has drawn, and how
 * wide texts are in the font of the widget. They follow theme, palette and contrast by themselves; of another font the widget
 * has to tell them. */
typedef struct _LaminaPens LaminaPens;

/* Is called after colors or widths of texts have changed: what was laid out and drawn before holds no longer. */
typedef void (*LaminaPensFunc) (GtkWidget *widget);

/* Pens as the widget, which must outlive them, needs them now; @changed is called when they have changed. */
LaminaPens *lamina_pens_new (GtkWidget      *widget,
                             LaminaPensFunc  changed);

void lamina_pens_free (LaminaPens *self);

/* The style of the widget may have changed: from its `css_changed`. */
void lamina_pens_update (LaminaPens *self);

/* Begins a frame: what is not drawn in it is forgotten when it ends. */
void lamina_pens_begin (LaminaPens *self);

void lamina_pens_end (LaminaPens *self);

/* Draws all groups of a scene, those that look as in the last frame from what was kept. */
void lamina_pens_draw (LaminaPens  *self,
                       GtkSnapshot *snapshot,
                       LaminaScene *scene,
                       gboolean     dimmed);

/* Draws one group in full colors. */
void lamina_pens_draw_group (LaminaPens  *self,
                             GtkSnapshot *snapshot,
                             LaminaScene *scene,
                             guint        i);

/* How wide texts are, until the pens change. */
LaminaMetrics *lamina_pens_get_metrics (LaminaPens *self);

/* Who paints in full colors. */
LaminaPainter *lamina_pens_get_painter (LaminaPens *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaPens, lamina_pens_free)

G_END_DECLS
