/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-command.h"
#include "lamina-comparison.h"

G_BEGIN_DECLS

/* What `lamina compare` writes: a comparison and the names of the files of both sides. */
typedef struct
{
  LaminaComparison *comparison;
  const char *files[2];
} LaminaCompareOutput;

/* For people, in lamina-command-compare-text.c. */
void  lamina_compare_write_text (const LaminaCompareOutput *self);

/* For programs, in lamina-command-compare-rows.c. */
void  lamina_compare_write_csv  (const LaminaCompareOutput *self);
void  lamina_compare_write_json (const LaminaCompareOutput *self);

/* The names of the layers of a pair on one side, joined by plus signs; NULL without any. */
char *lamina_compare_dup_names  (LaminaComparison          *comparison,
                                 const LaminaPair          *pair,
                                 gboolean                   is_b);

/* The type of a pair as it counts for the types, the empty string without one. */
const char *lamina_compare_get_type (LaminaComparison *comparison,
                                     const LaminaPair *pair);

G_END_DECLS
