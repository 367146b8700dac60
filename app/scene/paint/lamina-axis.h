/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_axis_get_step:
 * @unit: unit of the axis
 * @per_px: units for each pixel
 * @min_px: least distance of two ticks, in pixels
 *
 * Returns: the smallest number of the ladder 1, 2, 5, 10, 20, 50, … (for bytes 1, 2, 4, 8, 16, …) whose ticks stand at
 *   least @min_px apart; at least 1, and the last of the ladder when none is large enough
 */
gint64 lamina_axis_get_step (LaminaAxisUnit unit,
                             double         per_px,
                             double         min_px);

/**
 * lamina_axis_dup_tick_text:
 * @unit: unit of the axis
 * @value: position of a tick, relative to the start of the axis
 * @step: distance of two ticks
 * @largest: the largest position on the ruler, which decides the prefix of all its ticks
 *
 * Writes the number at a tick, exact and with just the digits that tell neighboring ticks apart: `10.8 ms`, `11.0 ms`,
 * `0`.
 *
 * Returns: (transfer full): the text, with a no-break space before the unit
 */
LAMINA_AVAILABLE
char *lamina_axis_dup_tick_text (LaminaAxisUnit unit,
                                 gint64         value,
                                 gint64         step,
                                 gint64         largest);

/**
 * lamina_axis_dup_tick_number:
 * @unit: unit of the axis
 * @value: position of a tick
 * @step: distance of two ticks
 * @largest: the largest position on the ruler
 *
 * The same without the unit, for an axis that has its unit in its title.
 *
 * Returns: (transfer full): the text
 */
LAMINA_AVAILABLE
char *lamina_axis_dup_tick_number (LaminaAxisUnit unit,
                                   gint64         value,
                                   gint64         step,
                                   gint64         largest);

/**
 * lamina_axis_dup_title:
 * @unit: unit of the axis
 * @step: distance of two ticks
 * @largest: the largest position on the ruler
 *
 * Returns: (transfer full): the title of an axis whose ticks are bare numbers: `time, ms`, `steps`
 */
char *lamina_axis_dup_title (LaminaAxisUnit unit,
                             gint64         step,
                             gint64         largest);

/**
 * lamina_axis_dup_length_text:
 * @unit: unit of the axis
 * @length: a length on the axis
 *
 * Returns: (transfer full): the length for people: `226 µs`, `12 steps`, `1.50 MiB`
 */
LAMINA_AVAILABLE
char *lamina_axis_dup_length_text (LaminaAxisUnit unit,
                                   gint64         length);

/**
 * lamina_axis_dup_position_text:
 * @unit: unit of the axis
 * @position: a place on the axis, relative to its start
 *
 * Returns: (transfer full): the place for people: `226 µs`, `step 12`, `1.50 MiB`
 */
LAMINA_AVAILABLE
char *lamina_axis_dup_position_text (LaminaAxisUnit unit,
                                     gint64         position);

G_END_DECLS
