/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/**
 * TraceRow:
 * @type: (nullable): an operator, or %NULL for work without one
 * @arguments: (nullable): with commas between them: tensors `SHAPE TYPE`, `scalar TYPE`, lists of tensors `[SHAPE SHAPE]`,
 *   `-` for none, values of others; a bare `.` is one that the file does not state
 * @start: in microseconds
 * @length: the same, 0 is 10; what lies inside another operator is called by it
 * @work: (nullable): what it runs on the device: the name of a kernel, or `Memcpy …`, `Memset …`
 * @bytes: of a copy, 0 is not stated
 *
 * A row of a trace as PyTorch writes it.
 */
typedef struct
{
  const char *type;
  const char *arguments;
  guint start;
  guint length;
  const char *work;
  gint64 bytes;
} TraceRow;

void write_trace (const char     *path,
                  const TraceRow *rows,
                  guint           n);
