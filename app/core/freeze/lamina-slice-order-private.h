/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-track.h"

G_BEGIN_DECLS

/*
 * The order of slices by start, longer ones first, else as they were added; NULL when they are in it. Takes time in
 * proportion to their number.
 */
guint32 *lamina_slices_get_order (const LaminaSlices *slices);

G_END_DECLS
