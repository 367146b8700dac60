/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-build.h"

/*
 * Each comp node counts its times from an event of its own, the host from the making of the profiler. How far they lie
 * apart does not stand in the file, but no kernel can start before the host has dispatched it. The smallest offset that
 * keeps this for all operators of a comp node is exact in whole nanoseconds, and also the bound: any other is larger.
 */

static gint64
dispatch_time (const MegengineTimes *times)
{
  return times->kern != LAMINA_ABSENT ? times->kern : times->start;
}

/* The earliest of all threads: which of them dispatched the kernel is not known. */
static gint64
host_dispatch_time (MegengineProfile        *profile,
                    const MegengineOperator *operator)
{
  gint64 earliest = G_MAXINT64;

  for (guint i = 0; i < operator->host.n; i++)
    earliest = MIN (earliest, dispatch_time (megengine_profile_get_host (profile, operator->host.first + i)));
  return earliest;
}

static gint64 *
find_bounds (MegengineProfile *profile)
{
  gint64 *bounds = g_new (gint64, profile->comp_nodes.names->len);

  for (guint i = 0; i < profile->comp_nodes.names->len; i++)
    bounds[i] = LAMINA_ABSENT;
  for (guint32 i = 0; i < profile->device->len; i++)
    {
      const MegengineTimes *times = megengine_profile_get_device (profile, i);
      const MegengineOperator *operator = megengine_profile_get_operator (profile, times->operator);

      if (operator->host.n > 0)
        bounds[times->place] = MAX (bounds[times->place],
                                    host_dispatch_time (profile, operator) - dispatch_time (times));
    }
  return bounds;
}

static void
add_device_clock (MegengineBuild *self,
                  guint32         node,
                  gint64          bound)
{
  const char *name = megengine_profile_get_comp_node (self->profile, node);

  self->device_clocks[node] = lamina_builder_add_clock (self->builder, self->run, name);
  if (bound != LAMINA_ABSENT)
    {
      self->device_offsets[node] = bound;
      lamina_builder_set_clock_offset (self->builder, self->run, self->device_clocks[node], bound,
                                       LAMINA_CLOCK_CAUSALITY, bound);
    }
  else if (self->profile->host->len > 0)
    megengine_profile_note (self->profile, N_("a comp node shares no operator with the host and is not aligned"), 0,
                            LAMINA_NONE);
}

void
megengine_build_clocks (MegengineBuild *self)
{
  MegengineProfile *profile = self->profile;
  g_autofree gint64 *bounds = find_bounds (profile);
  g_autofree gboolean *has_times = g_new0 (gboolean, profile->comp_nodes.names->len);

  if (!self->measured)
    self->host_clock = lamina_builder_add_clock (self->builder, self->run, "order");
  else if (profile->host->len > 0)
    self->host_clock = lamina_builder_add_clock (self->builder, self->run, "host");
  for (guint32 i = 0; i < profile->device->len; i++)
    has_times[megengine_profile_get_device (profile, i)->place] = TRUE;
  for (guint32 i = 0; i < profile->comp_nodes.names->len; i++)
    if (has_times[i])
      add_device_clock (self, i, bounds[i]);
}
