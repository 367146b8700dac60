/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * The smallest number of the ladder 1, 2, 5, 10, 20, 50, … (for bytes 1, 2, 4, 8, 16, …) whose ticks stand at least @min_px apart;
 * at least 1, and the last of the ladder when none is large enough.
 */
gint64 lamina_axis_get_step (LaminaAxisUnit unit,
                             double         per_px,
                             double         min_px);

/*
 * Writes the number at a tick, exact and with just the digits that tell neighboring ticks apart: `10.8 ms`, `11.0 ms`, `0`.
 * Returns the text, with a no-break space before the unit.
 * @value: position of a tick, relative to the start of the axis
 * @largest: the largest position on the ruler, which decides the prefix of all its ticks
 */
LAMINA_AVAILABLE
char *lamina_axis_dup_tick_text (LaminaAxisUnit unit,
                                 gint64         value,
                                 gint64         step,
                                 gint64         largest);

/* The same without the unit, for an axis that has its unit in its title. */
LAMINA_AVAILABLE
char *lamina_axis_dup_tick_number (LaminaAxisUnit unit,
                                   gint64         value,
                                   gint64         step,
                                   gint64         largest);

/* The title of an axis whose ticks are bare numbers: `time, ms`, `steps`. */
char *lamina_axis_dup_title (LaminaAxisUnit unit,
                             gint64         step,
                             gint64         largest);

/* The length for people: `226 µs`, `12 steps`, `1.50 MiB`. */
LAMINA_AVAILABLE
char *lamina_axis_dup_length_text (LaminaAxisUnit unit,
                                   gint64         length);

/*
 * The place for people: `226 µs`, `step 12`, `1.50 MiB`.
 * @position: a place on the axis, relative to its start
 */
LAMINA_AVAILABLE
char *lamina_axis_dup_position_text (LaminaAxisUnit unit,
                                     gint64         position);

G_END_DECLS
