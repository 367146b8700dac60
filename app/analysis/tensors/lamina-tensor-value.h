/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-value.h"
#include "lamina-tensor-query.h"

G_BEGIN_DECLS

/*
 * What stands in a cell of a table of tensors. The table of the window and the commands ask here, so that a column is called the
 * same and holds the same everywhere.
 */

/* What there is to know of a column of tensors. */
typedef struct
{
  const char *name;        /* what options call it, and programs find it under in JSON and CSV */
  const char *title;       /* its heading, not translated */
  int width;               /* the pixels that the table of the window has for it; 0 where it is for programs alone */
  gboolean is_text;        /* whether texts stand in it, else numbers */
  LaminaEstimate estimate; /* what must have been estimated of a tensor for what stands in it to be; 0 where nothing can be */
} LaminaTensorColumnInfo;

/* What is known of it. */
LAMINA_AVAILABLE
const LaminaTensorColumnInfo *lamina_tensor_column_get_info (LaminaTensorColumn column);

/* FALSE if no column is called so. */
LAMINA_AVAILABLE
gboolean lamina_tensor_column_from_name (const char         *name,
                                         LaminaTensorColumn *column);

/* Whether any tensor of the run can have something there. */
LAMINA_AVAILABLE
gboolean lamina_tensor_column_is_known (LaminaRun          *run,
                                        LaminaTensorColumn  column);

/* @live: the lifetimes of the tensors of the run; @value: takes what stands there. Where the axis is none of time, first and last
 * are counts of its steps. */
LAMINA_AVAILABLE
void lamina_tensor_get_value (LaminaRun          *run,
                              LaminaTimebase     *timebase,
                              LaminaLiveSet      *live,
                              guint32             tensor,
                              LaminaTensorColumn  column,
                              LaminaLayerValue   *value);

/* Whether a row is an allocation of a snapshot of memory, of which each has a row and one lifetime. Where a trace is joined with
 * one, other rows are the trace's. */
LAMINA_AVAILABLE
gboolean lamina_tensor_is_allocation (LaminaRun *run,
                                      guint32    tensor);

/* How many rows are allocations. */
LAMINA_AVAILABLE
guint lamina_tensor_count_allocations (LaminaRun *run);

/* How many layers read a tensor; %LAMINA_ABSENT of an allocation, since snapshots don't state that. */
LAMINA_AVAILABLE
gint64 lamina_tensor_count_consumers (LaminaRun *run,
                                      guint32    tensor);

/* What a role is called in CSV and JSON, as `parameter`; NULL for one that is not known. */
LAMINA_AVAILABLE
const char *lamina_role_get_name (LaminaRole role);

G_END_DECLS
