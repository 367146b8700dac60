/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"

G_BEGIN_DECLS

/* Writes a position: at most two decimals, none where they are zero, whatever the locale. */
G_GNUC_INTERNAL
void lamina_scene_append_number (GString *text,
                                 double   value);

G_END_DECLS
