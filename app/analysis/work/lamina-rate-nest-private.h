/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * Which amounts and times of layers belong together where layers lie in each other. Nearly all layers have their own amount
 * and their own time: only the others are listed.
 */
typedef struct _LaminaRateNest LaminaRateNest;

/* Made once for a run and kept with it; any thread. */
G_GNUC_INTERNAL
const LaminaRateNest *lamina_rate_nest_get (LaminaRun  *run,
                                            LaminaUnit  unit);

/* What a layer does beside those inside of which it is known, and in which time; either may be LAMINA_ABSENT. */
G_GNUC_INTERNAL
void lamina_rate_nest_get_layer (const LaminaRateNest *self,
                                 guint32               layer,
                                 gint64               *amount,
                                 gint64               *time);

/* The layer around this one for whose work its time counts, or LAMINA_NONE. */
G_GNUC_INTERNAL
guint32 lamina_rate_nest_get_owner (const LaminaRateNest *self,
                                    guint32               layer);

/* What the clock of the file tells apart, in nanoseconds. */
G_GNUC_INTERNAL
gint64 lamina_rate_nest_get_step (const LaminaRateNest *self);

G_END_DECLS
