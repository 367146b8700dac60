/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "megengine-profile.h"

G_BEGIN_DECLS

/* A document in the making: what the parts of megengine_profile_build() share. */
typedef struct
{
  MegengineProfile *profile;
  LaminaBuilder *builder;
  guint32 run;
  gboolean measured;      /* there are times; else the axis counts steps of comp_seq */
  guint32 host_clock;     /* counts steps when there are no times */
  guint32 *device_clocks; /* for each comp node; LAMINA_NONE for one without times */
  gint64 *device_offsets; /* and what to add to its times to get to the host's */
  guint32 *device_tracks;
  guint32 *host_tracks; /* for each thread */
  guint32 *layers;      /* for each operator */
  guint32 *tensors;     /* for each variable */
} MegengineBuild;

/* When an operator ran, on the clock of the first comp node that it ran on, else of its thread, else in steps. */
typedef struct
{
  guint32 clock;
  gint64 offset; /* of the clock */
  gint64 start;
  gint64 end; /* in steps the last one, inclusive */
} MegengineWhen;

void    megengine_build_memory     (MegengineBuild          *self);
void    megengine_build_properties (MegengineBuild          *self);

/* Comp node of an operator: where it ran first, else that of its first output; LAMINA_NONE when it has none. */
guint32 megengine_build_get_node   (MegengineBuild          *self,
                                    const MegengineOperator *operator);

/* FALSE when it is not known. */
gboolean megengine_build_get_when  (MegengineBuild          *self,
                                    const MegengineOperator *operator,
                                    MegengineWhen           *when);

G_END_DECLS
