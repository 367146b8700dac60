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

/* The run of B that is called as that of A, else the one that B begins with. */
guint lamina_compare_find_partner (LaminaRun      *run,
                                   LaminaDocument *b);

G_END_DECLS
