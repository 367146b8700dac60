/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-metrics.h"

G_BEGIN_DECLS

/**
 * lamina_svg_write:
 * @scene: a scene
 * @style: what to draw with
 * @title: what the picture is called, for its title element
 * @metrics: how wide texts are, for ellipses
 * @per_mm: pixels of the scene for each millimetre of paper, or 0 for a size in pixels
 *
 * Writes a scene as SVG: real text, one `g` with an id and a title for each group, well-formed XML whatever the names
 * hold.
 *
 * Returns: (transfer full): the text of the file
 */
LAMINA_AVAILABLE
GBytes *lamina_svg_write (LaminaScene       *scene,
                          const LaminaStyle *style,
                          const char        *title,
                          LaminaMetrics     *metrics,
                          double             per_mm);

G_END_DECLS
