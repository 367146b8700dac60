/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"

G_BEGIN_DECLS

/* What a table of pairs says of each. */

typedef enum
{
  LAMINA_PAIR_CELL_STATE,
  LAMINA_PAIR_CELL_NAME_A,
  LAMINA_PAIR_CELL_NAME_B,
  LAMINA_PAIR_CELL_COST_A,
  LAMINA_PAIR_CELL_COST_B,
  LAMINA_PAIR_CELL_DELTA,
  LAMINA_PAIR_CELL_PERCENT,
  LAMINA_PAIR_CELL_SHARE,
  LAMINA_PAIR_CELL_CALLS,
  LAMINA_PAIR_CELL_NOISE,
} LaminaPairCell;

/* What stands in a cell, and the same with every digit. */
char *lamina_pair_dup_cell   (LaminaComparison *comparison,
                              const LaminaPair *pair,
                              LaminaPairCell    cell);

char *lamina_pair_dup_exact  (LaminaComparison *comparison,
                              const LaminaPair *pair,
                              LaminaPairCell    cell);

/* A pair as comma separated values, with these headings. */
#define LAMINA_PAIR_CSV_HEADINGS "state,name_a,name_b,type,a_ns,b_ns,delta_ns,noise_ns\n"

void  lamina_pair_append_csv (GString          *text,
                              LaminaComparison *comparison,
                              const LaminaPair *pair);

G_END_DECLS
