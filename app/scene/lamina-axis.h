/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_axis_get_step:
 * @per_px: units for each pixel
 * @min_px: least distance of two ticks, in pixels
 *
 * Returns: the smallest number of the ladder 1, 2, 5, 10, 20, 50, … whose ticks stand at least @min_px apart; at least 1
 */
LAMINA_AVAILABLE
gint64 lamina_axis_get_step (double per_px,
                             double min_px);

/**
 * lamina_axis_dup_tick_text:
 * @value: position of a tick, relative to the start of the axis
 * @step: distance of two ticks
 * @unit: unit of the axis
 *
 * Writes the number at a tick, with just the digits that tell neighbouring ticks apart. All ticks of one ruler that are
 * labelled with the same @step have the same prefix: `10.8 ms`, `11.0 ms`.
 *
 * Returns: (transfer full): the text
 */
LAMINA_AVAILABLE
char *lamina_axis_dup_tick_text (gint64         value,
                                 gint64         step,
                                 LaminaAxisUnit unit);

/**
 * lamina_axis_dup_length_text:
 * @length: a length on the axis
 * @unit: unit of the axis
 *
 * Returns: (transfer full): the length for people: `226 µs`, `12 steps`, `1.50 MiB`
 */
LAMINA_AVAILABLE
char *lamina_axis_dup_length_text (gint64         length,
                                   LaminaAxisUnit unit);

G_END_DECLS
