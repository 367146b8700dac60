/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"

G_BEGIN_DECLS

/* Writes a position: at most two decimals, none where they are zero, whatever the locale. */
G_GNUC_INTERNAL
void lamina_scene_append_number (GString *text,
                                 double   value);

/* Sets the height of a scene once it is known how much was added. */
G_GNUC_INTERNAL
void lamina_scene_set_height (LaminaScene *self,
                              int          height);

/* What is drawn of a group that is closed, whatever its position y: its hash. */
G_GNUC_INTERNAL
guint64 lamina_scene_hash_group (LaminaScene            *self,
                                 const LaminaSceneGroup *group);

G_END_DECLS
