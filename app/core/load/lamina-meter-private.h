/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-loader.h"
#include "lamina-sources.h"

#include <pthread.h>

G_BEGIN_DECLS

/**
 * LaminaMeter:
 *
 * How far a load is. The loading thread says what to look at; any thread reads.
 */
typedef struct
{
  pthread_mutex_t lock;
  GPtrArray *sources;
  LaminaBuilder *builder;
  LaminaProgress last;
} LaminaMeter;

void lamina_meter_init     (LaminaMeter    *self);
void lamina_meter_clear    (LaminaMeter    *self);

/* Looks at these files from now on, and at nothing before. */
void lamina_meter_watch    (LaminaMeter    *self,
                            LaminaSources  *sources,
                            LaminaBuilder  *builder);

/* Lets go of what was looked at; the last figures stay. @freezing: reading is over, and freezing begins. */
void lamina_meter_stop     (LaminaMeter    *self,
                            gboolean        freezing);

void lamina_meter_read     (LaminaMeter    *self,
                            LaminaProgress *progress);

G_END_DECLS
