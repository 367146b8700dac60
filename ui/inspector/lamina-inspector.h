/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-pane.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_INSPECTOR (lamina_inspector_get_type ())

/**
 * LaminaInspector:
 *
 * Says all about what was selected or marked last in a session: a layer or slice, several layers, a range; or about its
 * document when nothing is. A pinned layer is compared with the selected one.
 *
 * Properties: `pinned`.
 */
G_DECLARE_FINAL_TYPE (LaminaInspector, lamina_inspector, LAMINA, INSPECTOR, GtkWidget)

void lamina_inspector_set_session (LaminaInspector *self,
                                   LaminaSession   *session);

/**
 * lamina_inspector_set_pinned:
 * @self: an inspector
 * @pinned: whether to keep the selected layer, to compare it with what is selected next; else the layer that was kept is
 *   given up. Nothing is kept where no layer is selected
 */
void lamina_inspector_set_pinned (LaminaInspector *self,
                                  gboolean         pinned);

/**
 * lamina_inspector_get_document_pane:
 * @self: an inspector
 *
 * Returns: (transfer none): the pane that is shown while nothing is selected
 */
LaminaDocumentPane *lamina_inspector_get_document_pane (LaminaInspector *self);

G_END_DECLS
