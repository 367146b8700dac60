/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-table.h"
#include "lamina-timeline-view.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TRACE_PAGE (lamina_trace_page_get_type ())

/*
 * The first page of a document, `trace`: the timeline above and the table of layers below, which share the height as the user
 * or the number of tracks says.
 */
G_DECLARE_FINAL_TYPE (LaminaTracePage, lamina_trace_page, LAMINA, TRACE_PAGE, GtkWidget)

G_END_DECLS
