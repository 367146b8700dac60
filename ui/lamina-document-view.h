/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-inspector.h"
#include "lamina-layer-table.h"
#include "lamina-timeline-view.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_DOCUMENT_VIEW (lamina_document_view_get_type ())

/**
 * LaminaDocumentView:
 *
 * A document that is open: timeline above, table of layers below, inspector at the right. Where it is too narrow for
 * all, the inspector folds away and comes over the rest when asked for.
 *
 * Properties: `session`, `inspector-visible`.
 */
G_DECLARE_FINAL_TYPE (LaminaDocumentView, lamina_document_view, LAMINA, DOCUMENT_VIEW, GtkWidget)

LaminaSession *lamina_document_view_get_session (LaminaDocumentView *self);

void lamina_document_view_set_session (LaminaDocumentView *self,
                                       LaminaSession      *session);

LaminaTimelineView *lamina_document_view_get_timeline (LaminaDocumentView *self);

LaminaLayerTable *lamina_document_view_get_table (LaminaDocumentView *self);

LaminaInspector *lamina_document_view_get_inspector (LaminaDocumentView *self);

G_END_DECLS
