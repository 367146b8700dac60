/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"
#include "lamina-paned-share.h"
#include "lamina-width-bin.h"

G_BEGIN_DECLS

struct _LaminaDocumentView
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GSimpleActionGroup *actions;
  int divided_height;
  LaminaPanedBounds divided_bounds;
  guint divide_tick;

  LaminaWidthBin *bin;
  AdwFlap *flap;
  AdwViewStack *stack;
  GtkPaned *paned;
  LaminaTimelineView *timeline;
  LaminaLayerTable *table;
  LaminaInspector *inspector;
};

/*
 * lamina-document-panes.c: which panes are shown and how large they are. All documents follow the settings, so that what
 * is hidden in one is hidden in the next.
 */
void _lamina_document_view_init_panes (LaminaDocumentView *self);

G_END_DECLS
