/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-query.h"
#include "lamina-session.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * LaminaLayerSums:
 * @layers: how many of the layers ran
 * @idle: how many did not
 * @cost: sum of their costs, or %LAMINA_ABSENT when none has one
 * @flop: sum of their floating point operations, or %LAMINA_ABSENT
 * @bytes: sum of the bytes that they move, or %LAMINA_ABSENT
 *
 * Sums over layers of a run. They stop at the largest number.
 */
typedef struct
{
  guint layers;
  guint idle;
  gint64 cost;
  gint64 flop;
  gint64 bytes;
} LaminaLayerSums;

/**
 * LaminaLayerResult:
 * @rows: layers, in order
 * @n: how many
 * @sums: their sums
 *
 * What was found.
 */
typedef struct
{
  guint32 *rows;
  guint n;
  LaminaLayerSums sums;
} LaminaLayerResult;

void lamina_layer_result_free (LaminaLayerResult *self);

/**
 * LaminaLayerFunc:
 * @result: (transfer full): the layers
 * @user_data: what lamina_layer_job_start() was given
 *
 * Takes what a job found.
 */
typedef void (*LaminaLayerFunc) (LaminaLayerResult *result,
                                 gpointer           user_data);

/**
 * lamina_layer_job_start:
 * @session: says what run, clocks and filter
 * @column: what to sort by
 * @descending: largest first
 * @cancellable: stops it; then @func is not called
 * @func: called in the main thread; for a short list before this function returns
 * @user_data: data for @func
 *
 * Filters and sorts the layers of a session, a long list in a worker thread.
 */
void lamina_layer_job_start (LaminaSession     *session,
                             LaminaLayerColumn  column,
                             gboolean           descending,
                             GCancellable      *cancellable,
                             LaminaLayerFunc    func,
                             gpointer           user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLayerResult, lamina_layer_result_free)

G_END_DECLS
