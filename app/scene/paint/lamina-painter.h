/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-metrics.h"

G_BEGIN_DECLS

/* Draws scenes with cairo. It keeps the laid out texts that it drew last, so keep one for each view. Used by one thread. */
typedef struct _LaminaPainter LaminaPainter;

/* @style: what to draw with; copied */
LAMINA_AVAILABLE
LaminaPainter *lamina_painter_new (const LaminaStyle *style);

LAMINA_AVAILABLE
void lamina_painter_free (LaminaPainter *self);

/*
 * The texts that it keeps stay where the font does.
 * @style: what to draw with from now on; copied
 */
LAMINA_AVAILABLE
void lamina_painter_set_style (LaminaPainter     *self,
                               const LaminaStyle *style);

LAMINA_AVAILABLE
const LaminaStyle *lamina_painter_get_style (LaminaPainter *self);

/* Draws one group at its place in the scene. */
LAMINA_AVAILABLE
void lamina_painter_paint_group (LaminaPainter *self,
                                 cairo_t       *cr,
                                 LaminaScene   *scene,
                                 guint          i);

/* Draws the ground in the view color and all groups. */
LAMINA_AVAILABLE
void lamina_painter_paint (LaminaPainter *self,
                           cairo_t       *cr,
                           LaminaScene   *scene);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaPainter, lamina_painter_free)

G_END_DECLS
