/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-painter.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LaminaRenderCache:
 *
 * Keeps what the groups of a scene look like as retained nodes. A group that looks as it did in the last frame,
 * wherever it stands, is appended as it is; GTK then neither records nor paints it again. What a frame did not use is
 * forgotten.
 */
typedef struct _LaminaRenderCache LaminaRenderCache;

/**
 * lamina_render_cache_new:
 *
 * Returns: (transfer full): an empty cache
 */
LaminaRenderCache *lamina_render_cache_new (void);

void lamina_render_cache_free (LaminaRenderCache *self);

/**
 * lamina_render_cache_clear:
 * @self: a cache
 *
 * Forgets all nodes, for instance because colors changed.
 */
void lamina_render_cache_clear (LaminaRenderCache *self);

/**
 * lamina_render_cache_begin:
 * @self: a cache
 *
 * Begins a frame.
 */
void lamina_render_cache_begin (LaminaRenderCache *self);

/**
 * lamina_render_cache_append:
 * @self: a cache
 * @snapshot: where to draw
 * @painter: who draws what is not kept
 * @scene: a scene
 * @i: one of its groups
 *
 * Draws a group at its place.
 */
void lamina_render_cache_append (LaminaRenderCache *self,
                                 GtkSnapshot       *snapshot,
                                 LaminaPainter     *painter,
                                 LaminaScene       *scene,
                                 guint              i);

/**
 * lamina_render_cache_end:
 * @self: a cache
 *
 * Ends a frame.
 */
void lamina_render_cache_end (LaminaRenderCache *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaRenderCache, lamina_render_cache_free)

G_END_DECLS
