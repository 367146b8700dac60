/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Which layer makes a tensor. Pure functions over columns; any thread. */

/* The layer, or LAMINA_NONE where it is not known. Who asked for memory that another clock recorded was found by the times that the
 * document suggests, and is not known while its clocks are shifted otherwise. @timebase: the offsets in force, or NULL for those
 * that the document suggests. */
LAMINA_AVAILABLE
guint32 lamina_producer_find (LaminaRun      *run,
                              guint32         tensor,
                              LaminaTimebase *timebase);

/* Whether it would be known with the offsets that the document suggests. */
LAMINA_AVAILABLE
gboolean lamina_producer_is_unsaid (LaminaRun      *run,
                                    guint32         tensor,
                                    LaminaTimebase *timebase);

/* Whether that is so of any tensor. */
LAMINA_AVAILABLE
gboolean lamina_producer_any_is_unsaid (LaminaRun      *run,
                                        LaminaTimebase *timebase);

G_END_DECLS
