/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-tensor-chart.h"
#include "lamina-tensor-group-list.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TENSOR_PAGE (lamina_tensor_page_get_type ())

/*
 * The tensors of a run: above, what of them is kept in memory over the run; below, a list of all or, where the chart has
 * a cursor, of those that are kept there. Filled in a thread when it is first shown.
 */
G_DECLARE_FINAL_TYPE (LaminaTensorPage, lamina_tensor_page, LAMINA, TENSOR_PAGE, GtkWidget)

G_END_DECLS
