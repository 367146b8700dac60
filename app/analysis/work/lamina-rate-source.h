/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-device-limits.h"
#include "lamina-rate.h"

G_BEGIN_DECLS

/* What rates of layers of a run are made from, for those who ask for a million of them. */
typedef struct
{
  LaminaRun *run;
  LaminaUnit unit;
  const LaminaLayers *layers;
  const gint64 *costs;
  const struct _LaminaRateNest *nest;
  const LaminaDeviceLimits *limits;
  LaminaEstimate estimate;
} LaminaRateSource;

LaminaRateSource lamina_rate_source_get (LaminaRun  *run,
                                         LaminaUnit  unit);

/* lamina_rate_init() */
void lamina_rate_init_from (LaminaRate             *self,
                            const LaminaRateSource *source,
                            const guint32          *rows,
                            guint                   n);

G_END_DECLS
