/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * Finds the tracks of @run that @texts name, which end with NULL: each holds names or paths (`gpu0:0/Operators`) with
 * commas between, in which `*` stands for any text and `?` for any character. Appends their numbers to @tracks, a
 * GArray of guint32, in the order in which they were named and each once. FALSE when a name fits none, which was said.
 */
gboolean lamina_track_choice_resolve (char      **texts,
                                      LaminaRun  *run,
                                      GArray     *tracks);

G_END_DECLS
