/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-build.h"

guint32
megengine_build_get_node (MegengineBuild          *self,
                          const MegengineOperator *operator)
{
  if (operator->device.n > 0)
    return megengine_profile_get_device (self->profile, operator->device.first)->place;
  if (operator->outputs.n > 0)
    return megengine_profile_get_output (self->profile, operator, 0)->comp_node;
  return LAMINA_NONE;
}

gboolean
megengine_build_get_when (MegengineBuild          *self,
                          const MegengineOperator *operator,
                          MegengineWhen           *when)
{
  const MegengineTimes *times;

  *when = (MegengineWhen) { .clock = self->host_clock, .start = operator->order, .end = operator->order };
  if (!self->measured)
    return operator->order != LAMINA_NONE;
  if (operator->device.n > 0)
    {
      times = megengine_profile_get_device (self->profile, operator->device.first);
      when->clock = self->device_clocks[times->place];
      when->offset = self->device_offsets[times->place];
    }
  else if (operator->host.n > 0)
    times = megengine_profile_get_host (self->profile, operator->host.first);
  else
    return FALSE;
  when->start = times->start;
  when->end = times->end != LAMINA_ABSENT ? times->end : times->start;
  return TRUE;
}

static guint32 *
new_rows (guint n)
{
  guint32 *rows = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    rows[i] = LAMINA_NONE;
  return rows;
}

static void
build_init (MegengineBuild   *self,
            MegengineProfile *profile)
{
  self->profile = profile;
  self->builder = profile->builder;
  self->measured = profile->device->len > 0 || profile->host->len > 0;
  self->run = lamina_builder_add_run (self->builder,
                                      lamina_builder_own_word (self->builder, self->measured ? N_("Profile") : N_("Graph")),
                                      self->measured ? LAMINA_AXIS_NANOSECONDS : LAMINA_AXIS_STEPS,
                                      self->measured ? LAMINA_TIMING_MEASURED : LAMINA_TIMING_ORDER);
  self->host_clock = LAMINA_NONE;
  self->device_clocks = new_rows (profile->comp_nodes.names->len);
  self->device_offsets = g_new0 (gint64, profile->comp_nodes.names->len);
  self->device_tracks = new_rows (profile->comp_nodes.names->len);
  self->host_tracks = new_rows (profile->threads.names->len);
  self->layers = new_rows (profile->operators->len);
  self->tensors = new_rows (profile->vars->len);
}

static void
build_clear (MegengineBuild *self)
{
  g_free (self->device_clocks);
  g_free (self->device_offsets);
  g_free (self->device_tracks);
  g_free (self->host_tracks);
  g_free (self->layers);
  g_free (self->tensors);
}

void
megengine_profile_build (MegengineProfile *self)
{
  MegengineBuild build = { 0 };

  build_init (&build, self);
  lamina_builder_set_tool (self->builder, build.measured ? "MegEngine GraphProfiler" : "MegEngine");
  megengine_build_clocks (&build);
  megengine_build_tracks (&build);
  megengine_build_layers (&build);
  megengine_build_slices (&build);
  megengine_build_sublayers (&build);
  megengine_build_tensors (&build);
  megengine_build_properties (&build);
  megengine_build_memory (&build);
  build_clear (&build);
}
