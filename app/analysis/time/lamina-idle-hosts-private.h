/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* What the host does while a device does not work. */

/* Finds the slices of threads that fill gaps, which are asked for in rising order of time. */
typedef struct _LaminaIdleHosts LaminaIdleHosts;

LaminaIdleHosts *lamina_idle_hosts_new     (LaminaRun              *run,
                                            LaminaTimebase         *timebase);
void             lamina_idle_hosts_free    (LaminaIdleHosts        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaIdleHosts, lamina_idle_hosts_free)

/* The deepest slice of a track that covers more than half of a time; LAMINA_NONE when none does. */
guint32          lamina_idle_hosts_find    (LaminaIdleHosts        *self,
                                            guint32                 track,
                                            gint64                  start,
                                            gint64                  end);

G_END_DECLS
