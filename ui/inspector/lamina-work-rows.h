/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-work.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_work_rows_add_flop:
 * @box: takes the rows
 * @work: a cost model
 * @layer: a layer of its run
 *
 * Says how the operations of a layer were counted: what follows from the shapes beside what the file states, with a mark
 * where the two differ, the formula with its source, and what was fused behind the main operator.
 */
void lamina_work_rows_add_flop (GtkBox     *box,
                                LaminaWork *work,
                                guint32     layer);

/**
 * lamina_work_rows_add_bytes:
 * @box: takes the rows
 * @work: a cost model
 * @layer: a layer of its run
 *
 * Says the same of the bytes, and what they are for.
 */
void lamina_work_rows_add_bytes (GtkBox     *box,
                                 LaminaWork *work,
                                 guint32     layer);

G_END_DECLS
