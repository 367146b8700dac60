/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-value.h"

G_BEGIN_DECLS

/* The columns that a tool measures of its own, which a builder adds to the layers. */

/**
 * lamina_builder_add_metric:
 * @self: a builder
 * @run: a run
 * @name: the tool's own name of it
 * @unit: its unit
 * @type: %LAMINA_VALUE_INTEGER or %LAMINA_VALUE_REAL
 *
 * Adds a column of the tool's own to the layers.
 *
 * Returns: the metric
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_metric (LaminaBuilder   *self,
                                   guint32          run,
                                   const char      *name,
                                   LaminaUnit       unit,
                                   LaminaValueType  type);

/**
 * lamina_builder_set_metric_estimated:
 * @self: a builder
 * @run: a run
 * @metric: a metric
 *
 * Says that the cells of a metric are worked out from others and do not stand in the file. Views mark them.
 */
LAMINA_AVAILABLE
void lamina_builder_set_metric_estimated (LaminaBuilder *self,
                                          guint32        run,
                                          guint32        metric);

/**
 * lamina_builder_set_metric_integer:
 * @self: a builder
 * @run: a run
 * @metric: a metric of integers
 * @layer: a layer
 * @value: its value
 *
 * Fills a cell. Cells that are never filled are absent.
 */
LAMINA_AVAILABLE
void lamina_builder_set_metric_integer (LaminaBuilder *self,
                                        guint32        run,
                                        guint32        metric,
                                        guint32        layer,
                                        gint64         value);

/**
 * lamina_builder_set_metric_real:
 * @self: a builder
 * @run: a run
 * @metric: a metric of real numbers
 * @layer: a layer
 * @value: its value
 *
 * Fills a cell. Cells that are never filled are absent.
 */
LAMINA_AVAILABLE
void lamina_builder_set_metric_real (LaminaBuilder *self,
                                     guint32        run,
                                     guint32        metric,
                                     guint32        layer,
                                     double         value);

G_END_DECLS
