/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-device-limits.h"
#include "lamina-rate-nest-private.h"
#include "lamina-rate.h"

G_BEGIN_DECLS

/* What rates of layers of a run are made from, for those who ask for a million of them. */
typedef struct
{
  LaminaRun *run;
  LaminaUnit unit;
  const LaminaLayers *layers;
  const gint64 *costs;
  const LaminaRateNest *nest;
  const LaminaDeviceLimits *limits;
  LaminaEstimate estimate;
} LaminaRateSource;

G_GNUC_INTERNAL
LaminaRateSource lamina_rate_source_get (LaminaRun  *run,
                                         LaminaUnit  unit);

/* lamina_rate_init() */
G_GNUC_INTERNAL
void lamina_rate_init_from (LaminaRate             *self,
                            const LaminaRateSource *source,
                            const guint32          *rows,
                            guint                   n);

G_END_DECLS
