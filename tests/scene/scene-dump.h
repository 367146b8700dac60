/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"

/* A scene as text, one line for each thing, for golden files. */
char *lamina_scene_dump (LaminaScene *self);
