/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-sources.h"

G_BEGIN_DECLS

/* @engine: (nullable): makes the formats of lamina_sources_load_as() */
LaminaSources *lamina_sources_new        (LaminaEngine  *engine);

/* Appends @source, which gets another owner. The opened file comes first. */
void           lamina_sources_add        (LaminaSources *self,
                                          LaminaSource  *source);

/* Says where the format was found in the opened file; 0 for its beginning. */
void           lamina_sources_set_marker (LaminaSources *self,
                                          guint64        marker);

/* Counts a rank that lies beside the opened file and is not joined. */
void           lamina_sources_count_rank (LaminaSources *self);

/* (nullable) */
LaminaEngine  *lamina_sources_get_engine (LaminaSources *self);

G_END_DECLS
