/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-macros.h"

G_BEGIN_DECLS

/**
 * lamina_collective_get_type:
 * @name: the name of an operator or a call
 *
 * Finds what a name says that processes do together, in the words that all tools share: `_allgather_base`, `ncclAllGather`
 * and `c10d::allgather_` are all-gathers. Operators of such types are communication.
 *
 * Returns: (nullable): the type, `all-gather`; %NULL when the name says nothing of that
 */
LAMINA_AVAILABLE
const char *lamina_collective_get_type (const char *name);

G_END_DECLS
