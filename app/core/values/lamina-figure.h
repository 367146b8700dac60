/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * lamina_figure_dup:
 * @value: a number; %LAMINA_ABSENT gives "—"
 * @unit: its unit
 *
 * Writes a number for people: three significant digits with an SI prefix (`12.4 µs`, `1.03 GFLOP`), binary prefixes for
 * bytes (`2.38 GiB`). Whole numbers below the first prefix keep all their digits, seconds have no prefix (`1 235 s`).
 * Microseconds and milliseconds, which are units of names, stay what they are and keep their digits (`0.111616 ms`).
 * Independent of the locale.
 *
 * Returns: (transfer full): the text, with a no-break space before the unit
 */
LAMINA_AVAILABLE
char *lamina_figure_dup (gint64     value,
                         LaminaUnit unit);

/**
 * lamina_figure_dup_real:
 * @value: a number; NaN gives "—"
 * @unit: its unit
 *
 * The same for a number with a fraction.
 *
 * Returns: (transfer full): the text
 */
LAMINA_AVAILABLE
char *lamina_figure_dup_real (double     value,
                              LaminaUnit unit);

/**
 * lamina_figure_dup_rate:
 * @per_second: an amount for each second; NaN gives "—"
 * @unit: %LAMINA_UNIT_FLOP or %LAMINA_UNIT_BYTES
 *
 * Writes a rate: `3.65 TFLOP/s`, `240 GB/s`. Rates of bytes have decimal prefixes, as bandwidths are stated everywhere.
 *
 * Returns: (transfer full): the text
 */
LAMINA_AVAILABLE
char *lamina_figure_dup_rate (double     per_second,
                              LaminaUnit unit);

/**
 * lamina_figure_dup_exact:
 * @value: a number; %LAMINA_ABSENT gives "—"
 * @unit: its unit
 *
 * Writes every digit, in groups of three, with the plain unit: `226 300 ns`, `96 337 920 bytes`.
 *
 * Returns: (transfer full): the text, with no-break spaces
 */
LAMINA_AVAILABLE
char *lamina_figure_dup_exact (gint64     value,
                               LaminaUnit unit);

/**
 * lamina_figure_dup_exact_real:
 * @value: a number; NaN gives "—"
 * @unit: its unit
 *
 * The same for a number with a fraction: every digit of the whole part, and so many of the rest that there are six in all:
 * `2 884.33 ns`. From 10¹⁸ on there are six and an exponent.
 *
 * Returns: (transfer full): the text, with no-break spaces
 */
LAMINA_AVAILABLE
char *lamina_figure_dup_exact_real (double     value,
                                    LaminaUnit unit);

/**
 * lamina_figure_dup_plain:
 * @value: a number
 *
 * Writes a number for programs: fifteen digits, less the noughts at their end, or as many as it takes to give back just this
 * number. So they are those of a file that stated up to fifteen: `0.0132587`. Independent of the locale.
 *
 * Returns: (transfer full) (nullable): the text, without a unit; %NULL for what is not finite
 */
LAMINA_AVAILABLE
char *lamina_figure_dup_plain (double value);

/**
 * lamina_figure_set_point:
 * @character: what stands between whole numbers and decimals in figures that people read: a point unless this was called
 *
 * For a program whose texts are translated; to be called before it shows anything. lamina_figure_dup_plain(), and with it whatever
 * programs read, always has a point.
 */
LAMINA_AVAILABLE
void lamina_figure_set_point (char character);

/**
 * lamina_figure_get_point:
 *
 * Returns: what lamina_figure_set_point() chose
 */
LAMINA_AVAILABLE
char lamina_figure_get_point (void);

/**
 * lamina_figure_format:
 * @text: (out): takes the number
 * @size: its room
 * @format: as that of g_ascii_formatd()
 * @value: a number
 *
 * Writes a number for people, with the point that lamina_figure_set_point() chose and its whole digits in groups of three.
 */
LAMINA_AVAILABLE
void lamina_figure_format (char       *text,
                           gsize       size,
                           const char *format,
                           double      value);

G_END_DECLS
