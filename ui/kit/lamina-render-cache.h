/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-painter.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Keeps what the groups of a scene look like as retained nodes. A group that looks as it did in the last frame, wherever it
 * stands, is appended as it is; GTK then neither records nor paints it again. What a frame did not use is forgotten. */
typedef struct _LaminaRenderCache LaminaRenderCache;

LaminaRenderCache *lamina_render_cache_new (void);

void lamina_render_cache_free (LaminaRenderCache *self);

/* Forgets all nodes, for instance because colors changed. */
void lamina_render_cache_clear (LaminaRenderCache *self);

/* Begins a frame, which lamina_render_cache_end() ends. */
void lamina_render_cache_begin (LaminaRenderCache *self);

/* Draws one of the groups of a scene at its place; the painter draws what is not kept. */
void lamina_render_cache_append (LaminaRenderCache *self,
                                 GtkSnapshot       *snapshot,
                                 LaminaPainter     *painter,
                                 LaminaScene       *scene,
                                 guint              i);

void lamina_render_cache_end (LaminaRenderCache *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaRenderCache, lamina_render_cache_free)

G_END_DECLS
