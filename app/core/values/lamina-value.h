/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LaminaValueType:
 * @LAMINA_VALUE_TEXT: text
 * @LAMINA_VALUE_INTEGER: a whole number
 * @LAMINA_VALUE_REAL: a number with a fraction
 * @LAMINA_VALUE_BOOLEAN: true or false
 * @LAMINA_VALUE_NULL: the file says that there is none
 *
 * The type of a #LaminaValue.
 */
typedef enum
{
  LAMINA_VALUE_TEXT,
  LAMINA_VALUE_INTEGER,
  LAMINA_VALUE_REAL,
  LAMINA_VALUE_BOOLEAN,
  LAMINA_VALUE_NULL,
} LaminaValueType;

/**
 * LaminaValue:
 * @type: which of the members below holds the value
 * @unit: the unit of a number
 * @integer: a whole number, or a boolean as 0 and 1
 * @real: a number with a fraction
 * @text: (nullable): the text; of a number the digits of the file, where there are any. Owned by whoever holds the
 *   value
 * @estimated: whether Lamina worked it out and the file does not state it; views mark it (≈, italics)
 *
 * A property or an attribute with its type and unit.
 */
typedef struct
{
  LaminaValueType type;
  LaminaUnit unit;
  gint64 integer;
  double real;
  char *text;
  gboolean estimated;
} LaminaValue;

#define LAMINA_VALUE_INIT_TEXT(string) ((LaminaValue) { .type = LAMINA_VALUE_TEXT, .text = (char *) (string) })
#define LAMINA_VALUE_INIT_INTEGER(number, unit_) \
  ((LaminaValue) { .type = LAMINA_VALUE_INTEGER, .unit = (unit_), .integer = (number) })
#define LAMINA_VALUE_INIT_REAL(number, unit_) \
  ((LaminaValue) { .type = LAMINA_VALUE_REAL, .unit = (unit_), .real = (number) })

/**
 * lamina_value_copy: (skip)
 * @copy: (out caller-allocates): takes an independent copy; free it with lamina_value_clear()
 *
 * Copies @value with its text.
 */
LAMINA_AVAILABLE
void lamina_value_copy (const LaminaValue *value,
                        LaminaValue       *copy);

/**
 * lamina_value_clear: (skip)
 * @value: a value that owns its text
 *
 * Frees what @value holds.
 */
LAMINA_AVAILABLE
void lamina_value_clear (LaminaValue *value);

/**
 * lamina_value_to_string: (skip)
 *
 * The exact value as text, independent of the locale and without its unit.
 *
 * Returns: (transfer full): the text
 */
LAMINA_AVAILABLE
char *lamina_value_to_string (const LaminaValue *value);

/**
 * lamina_value_dup_words: (skip)
 * @exact: whether whole numbers that are rounded bring all their digits along, in brackets
 *
 * The value for people: `12.4 µs`, `≈ 7.40 GiB`. A number without a unit keeps all its digits, for it may be an id.
 *
 * Returns: (transfer full): the text
 */
LAMINA_AVAILABLE
char *lamina_value_dup_words (const LaminaValue *value,
                              gboolean           exact);

G_END_DECLS
