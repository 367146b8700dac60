/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-live-chart.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TENSOR_CHART (lamina_tensor_chart_get_type ())

/*
 * Draws the memory that is kept over the run, by role or by what else bands are. A click or a drag sets a cursor; Left and Right
 * move it from change to change, Escape takes it away.
 *
 * The cursor is a position on the axis, or LAMINA_ABSENT. The signal `cursor-moved` says that it is elsewhere.
 */
G_DECLARE_FINAL_TYPE (LaminaTensorChart, lamina_tensor_chart, LAMINA, TENSOR_CHART, LaminaCanvas)

/* The lifetimes of the tensors of the run of a session, or none, and where the cursor is then. */
void lamina_tensor_chart_show (LaminaTensorChart *self,
                               LaminaSession     *session,
                               LaminaLiveSet     *live,
                               gint64             cursor);

gint64 lamina_tensor_chart_get_cursor (LaminaTensorChart *self);

void lamina_tensor_chart_set_cursor (LaminaTensorChart *self,
                                     gint64             position);

G_END_DECLS
