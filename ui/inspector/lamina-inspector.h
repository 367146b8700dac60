/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-pane.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_INSPECTOR (lamina_inspector_get_type ())

/*
 * Says all about what was selected or marked last in a session: a layer or slice, several layers, a range; or about its
 * document when nothing is. A pinned layer is compared with the selected one.
 *
 * Property: `pinned`, whether the layer that was selected is kept, to compare it with what is selected next.
 */
G_DECLARE_FINAL_TYPE (LaminaInspector, lamina_inspector, LAMINA, INSPECTOR, GtkWidget)

void lamina_inspector_set_session (LaminaInspector *self,
                                   LaminaSession   *session);

/* What is shown while nothing is selected. */
LaminaDocumentPane *lamina_inspector_get_document_pane (LaminaInspector *self);

G_END_DECLS
