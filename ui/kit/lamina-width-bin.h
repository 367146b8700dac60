/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_WIDTH_BIN (lamina_width_bin_get_type ())

/*
 * Holds one widget and says whether there is less room for it than a threshold, so that it can be laid out in another way. The
 * property `narrow` changes just before the child gets its place, so that one frame never shows half of both. The child may be
 * as narrow as its texts can wrap, whatever the height.
 *
 * Properties: `child`, `threshold` (px), `least` (px): the width that the narrow form does with, which else could not be
 * reached where the wide one needs more, 0 to ask the child; `narrow` (to be read). Widths are at the usual size of text:
 * larger text has less room.
 */
G_DECLARE_FINAL_TYPE (LaminaWidthBin, lamina_width_bin, LAMINA, WIDTH_BIN, AdwBin)

gboolean lamina_width_bin_is_narrow (LaminaWidthBin *self);

G_END_DECLS
