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

/*
 * %LAMINA_PATTERN_TEXTURE for a box of a row that is large enough for lines and a label among them, else
 * %LAMINA_PATTERN_SOLID. The label has the same pattern as the box.
 */
G_GNUC_INTERNAL
LaminaPattern lamina_scene_choose_texture (int width,
                                           int row_height);

/* What is drawn of a group that is closed, whatever its position y: its hash. */
G_GNUC_INTERNAL
guint64 lamina_scene_hash_group (LaminaScene            *self,
                                 const LaminaSceneGroup *group);

G_END_DECLS
