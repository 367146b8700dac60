/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"
#include "lamina-flame-canvas.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_FLAME_PAGE (lamina_flame_page_get_type ())

/**
 * LaminaFlamePage:
 *
 * What the time of a run goes into, as a tree. Above it stand what the tree is made by and weighed by, and the way back
 * to the whole. The tree is made in a thread when the page is first shown.
 *
 * Properties: `session`, `by`, `weight`: the last two name a #LaminaFlameBy and a #LaminaFlameWeight.
 */
G_DECLARE_FINAL_TYPE (LaminaFlamePage, lamina_flame_page, LAMINA, FLAME_PAGE, GtkWidget)

LaminaFlameCanvas *lamina_flame_page_get_canvas (LaminaFlamePage *self);

/**
 * lamina_flame_page_get_options: (skip)
 * @self: a page
 *
 * Returns: (transfer none) (nullable): what it shows, for a picture of the same; %NULL before it shows anything
 */
const LaminaFlameOptions *lamina_flame_page_get_options (LaminaFlamePage *self);

/**
 * lamina_flame_page_add:
 * @view: a view
 *
 * Gives a view the page `flame` and the actions that belong to it.
 */
void lamina_flame_page_add (LaminaDocumentView *view);

G_END_DECLS
