/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "kineto-items-private.h"
#include "kineto-sections-private.h"
#include "kineto-trace-private.h"

G_BEGIN_DECLS

/*
 * Adds a layer for each item, in that order, and ties rows to them: of the layer column of the event table, which holds items, it
 * makes one of layers. Uses up the items, and of the trace the classes and the names, so that each is gone before the next one
 * takes its room; @order is taken. FALSE when it was cancelled.
 */
gboolean kineto_add_layers (KinetoTrace          *trace,
                            KinetoItems          *items,
                            guint32              *order,
                            const KinetoSections *sections);

G_END_DECLS
