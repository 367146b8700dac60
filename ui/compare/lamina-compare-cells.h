/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-difference-value.h"
#include "lamina-table.h"

G_BEGIN_DECLS

/* What the tables of pairs and of types have in common: columns are called by their LaminaDifferenceColumn. */

/* @of_types: whether it is the table of types. */
void lamina_compare_cells_append (LaminaTable                  *table,
                                  const LaminaDifferenceColumn *columns,
                                  guint                         n,
                                  gboolean                      of_types);

/* What stands in a cell; what is noise is quiet. */
void lamina_compare_cells_fill (const LaminaDifference *difference,
                                LaminaDifferenceColumn  column,
                                LaminaCellText         *line);

/* What its tooltip says, or NULL. */
char *lamina_compare_cells_dup_hint (const LaminaDifference *difference,
                                     LaminaDifferenceColumn  column);

G_END_DECLS
