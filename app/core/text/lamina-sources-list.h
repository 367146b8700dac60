/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-sources.h"

G_BEGIN_DECLS

/*
 * @engine: (nullable): makes the formats of lamina_sources_load_as()
 * @marker: where the format was found in the opened file; 0 for its beginning
 * @n_ranks_beside: ranks that lie beside the opened file and are not joined
 * @companion: (nullable): the file beside the opened one that is of the same run, as far as its name tells, and is not joined
 * @is_alone: its format looks for files beside it, and can't see any
 * @leader: (nullable): what is to be opened in the place of the opened file, which is its companion
 */
struct _LaminaSources
{
  _Atomic guint refs;
  LaminaEngine *engine;
  GPtrArray *items;
  guint64 marker;
  guint n_ranks_beside;
  LaminaSource *companion;
  LaminaSource *leader;
  gboolean is_alone;
};

LaminaSources *lamina_sources_new (LaminaEngine  *engine);

/* Appends @source, which gets another owner. The opened file comes first. */
void           lamina_sources_add (LaminaSources *self,
                                   LaminaSource  *source);

/* How often the system refused to read one of them, which not everybody who reads passes on. Any thread, at any time.
 * @failure: (optional): why it refused, when it did */
guint          lamina_sources_count_failures (LaminaSources  *self,
                                              const char    **failure);

G_END_DECLS
