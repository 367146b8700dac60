/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"

G_BEGIN_DECLS

/* What `lamina compare` writes: a comparison and the names of the files of both sides. */
typedef struct
{
  LaminaComparison *comparison;
  const char *files[2];
} LaminaCompareOutput;

/* For people: what it comes to first, types and pairs by what they changed, largest first, in the words of the window. */
void lamina_compare_output_write_text (const LaminaCompareOutput *self);

/* For programs: all there is, in the order of the layers, unrounded. */
void lamina_compare_output_write_csv  (const LaminaCompareOutput *self);
void lamina_compare_output_write_json (const LaminaCompareOutput *self);

G_END_DECLS
