/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-style.h"

G_BEGIN_DECLS

/*
 * Texts that are laid out once and drawn many times. Two generations: what was not asked for since the young one last
 * filled up is forgotten, so that a cache never holds more than twice its limit and panning never loses what is on the
 * screen.
 */
typedef struct _LaminaLabelCache LaminaLabelCache;

LaminaLabelCache *lamina_label_cache_new (const LaminaStyle *style);

void lamina_label_cache_free (LaminaLabelCache *self);

/*
 * Gives the laid out text, owned by the cache and valid until the next call. It ends in an ellipsis when it is wider
 * than @room, unless @room is 0. @width takes the width that it has then, in pixels.
 */
PangoLayout *lamina_label_cache_get (LaminaLabelCache *self,
                                     LaminaFont        font,
                                     const char       *text,
                                     double            room,
                                     double           *width);

G_END_DECLS
