/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-private.h"

#include "lamina-words-private.h"

#include <string.h>

/* Rules about what devices do. */

/* A launch takes some five microseconds. */
#define TINY_NS 5000
#define LEAST_TINY 50
#define LEAST_TINY_SHARE 0.25

/* Gaps that add up to less than this part of the time are no finding. */
#define LEAST_IDLE_SHARE 0.02

/* Tiny kernels */

/* Constants and views stand among the work of a device, but launch nothing that could be fused. */
static gboolean
launches (LaminaRules *self,
          guint32      layer)
{
  LaminaWorkFigures figures;

  lamina_work_get_figures (self->work, layer, &figures);
  return figures.operator != LAMINA_WORK_VIEW;
}

/* How many slices on devices belong to a layer and count as its work. */
static guint
count_kernels (LaminaRules *self,
               guint32      layer)
{
  const LaminaLayers *layers = self->layers;
  guint n = 0;

  for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    {
      LaminaSliceRef ref = layers->slices[i];
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, ref.track));

      n += lamina_run_get_track_kind (self->run, ref.track) == LAMINA_GROUP_DEVICE
           && (slices->flags[ref.slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WORK;
    }
  return n;
}

void
lamina_rule_tiny_kernels (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  guint n_tiny = 0, n_kernels = 0;
  g_autofree char *limit = lamina_figure_dup (TINY_NS, LAMINA_UNIT_NANOSECONDS);

  for (guint32 i = 0; self->layers->first_slice != NULL && i < self->layers->n; i++)
    {
      gint64 time = lamina_column_number (self->layers->device_time, i);
      guint n = 0;

      if (lamina_rules_has_layer (self, i) && time != LAMINA_ABSENT && launches (self, i))
        n = count_kernels (self, i);
      n_kernels += n;
      if (n == 0 || time / n >= TINY_NS)
        continue;
      n_tiny += n;
      g_array_append_val (layers, i);
    }
  if (n_tiny < LEAST_TINY || n_tiny < LEAST_TINY_SHARE * n_kernels)
    g_array_unref (layers);
  else
    /* Translators: two numbers, then a time */
    lamina_rules_add (self, LAMINA_FINDING_SPENT, layers,
                      g_strdup_printf (_("%u of %u kernels belong to layers whose kernels take less than %s on "
                                         "average."), n_tiny, n_kernels, limit));
}

/* Gaps */

static void
add_layer_of (LaminaRules    *self,
              LaminaSliceRef  ref,
              GArray         *layers)
{
  const LaminaSlices *slices;
  guint32 layer;

  if (ref.track == LAMINA_NONE)
    return;
  slices = lamina_track_get_slices (lamina_run_get_track (self->run, ref.track));
  layer = lamina_column_row (slices->layer, ref.slice);
  if (layer != LAMINA_NONE)
    g_array_append_val (layers, layer);
}

/* One finding for each device; the layers are those whose work ends the gaps. */
static void
add_gaps (LaminaRules *self,
          guint        i,
          LaminaLoad   load)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);
  guint n;
  const LaminaIdleSpan *spans = lamina_idle_get_spans (self->idle, i, &n);
  g_autofree char *name = lamina_idle_dup_device_name (self->run, device);
  gint64 length = device->end - device->start, longest = 0;
  g_autofree char *figure = NULL;
  GArray *layers;

  if ((double) device->times[load] < LEAST_IDLE_SHARE * (double) length)
    return;
  layers = lamina_rules_new_layers ();
  for (guint k = 0; k < n; k++)
    if (spans[k].load == load)
      {
        longest = MAX (longest, spans[k].end - spans[k].start);
        add_layer_of (self, spans[k].next, layers);
      }
  figure = lamina_figure_dup (longest, LAMINA_UNIT_NANOSECONDS);
  /* Translators: a number, the name of a device, a time */
  lamina_rules_add_with_cost (self, LAMINA_FINDING_SAVING, layers,
                              g_strdup_printf (ngettext ("%u gap of %s; it takes %s.",
                                                         "%u gaps of %s; the longest takes %s.", device->counts[load]),
                                               device->counts[load], name, figure),
                              device->times[load], length);
}

static void
add_gaps_of_all (LaminaRules *self,
                 LaminaLoad   load)
{
  for (guint i = 0; i < lamina_idle_get_n_devices (self->idle); i++)
    add_gaps (self, i, load);
}

void
lamina_rule_idle_launch (LaminaRules *self)
{
  add_gaps_of_all (self, LAMINA_LOAD_LAUNCH);
}

void
lamina_rule_idle_sync (LaminaRules *self)
{
  add_gaps_of_all (self, LAMINA_LOAD_SYNC);
}

/* Fallback to the processor */

typedef enum
{
  KIND_UNKNOWN,
  KIND_PROCESSOR,
  KIND_DEVICE,
} Kind;

/* `CPU:0`, `cpu0`, `CPUExecutionProvider`, `/device:CPU:0` are processors; `hexagon0`, `GPU 0` are devices. */
static Kind
find_kind (const char *device)
{
  g_autofree char *text = g_ascii_strdown (device, -1);

  if (*text == '\0')
    return KIND_UNKNOWN;
  return strstr (text, "cpu") != NULL ? KIND_PROCESSOR : KIND_DEVICE;
}

/* What computes on data: arguments, results, constants, copies and views are wherever their tool puts them. */
static gboolean
computes (LaminaRules *self,
          guint32      layer)
{
  guint8 family = self->layers->family[layer];

  return family != LAMINA_FAMILY_OTHER && family != LAMINA_FAMILY_COPY && family != LAMINA_FAMILY_COMMUNICATION
         && lamina_column_id (self->layers->type, layer) != 0 && lamina_column_number (self->costs, layer) != 0;
}

void
lamina_rule_fallback (LaminaRules *self)
{
  GArray *layers = lamina_rules_new_layers ();
  guint n_device = 0;
  guint32 last = LAMINA_NONE;
  Kind kind = KIND_UNKNOWN;

  for (guint32 i = 0; i < self->layers->n; i++)
    {
      guint32 device = lamina_column_id (self->layers->device, i);

      if (device != last)
        kind = find_kind (lamina_run_get_string (self->run, device));
      last = device;
      if (!lamina_rules_has_layer (self, i) || !computes (self, i))
        continue;
      n_device += kind == KIND_DEVICE;
      if (kind == KIND_PROCESSOR)
        g_array_append_val (layers, i);
    }
  if (layers->len == 0 || n_device <= layers->len)
    g_array_unref (layers);
  else
    lamina_rules_add (self, LAMINA_FINDING_SAVING, layers,
                      g_strdup_printf (ngettext ("%u layer runs on the processor, %u on devices.",
                                                 "%u layers run on the processor, %u on devices.", layers->len),
                                       layers->len, n_device));
}
