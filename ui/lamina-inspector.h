/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-pane.h"
#include "lamina-layer-pane.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_INSPECTOR (lamina_inspector_get_type ())

/**
 * LaminaInspector:
 *
 * Says all about what is selected in a session, or about its document when nothing is.
 */
G_DECLARE_FINAL_TYPE (LaminaInspector, lamina_inspector, LAMINA, INSPECTOR, GtkWidget)

void lamina_inspector_set_session (LaminaInspector *self,
                                   LaminaSession   *session);

/**
 * lamina_inspector_get_layer_pane:
 * @self: an inspector
 *
 * Returns: (transfer none) (nullable): the pane of the selection, or %NULL while the document is shown
 */
LaminaLayerPane *lamina_inspector_get_layer_pane (LaminaInspector *self);

/**
 * lamina_inspector_get_document_pane:
 * @self: an inspector
 *
 * Returns: (transfer none): the pane that is shown while nothing is selected
 */
LaminaDocumentPane *lamina_inspector_get_document_pane (LaminaInspector *self);

G_END_DECLS
