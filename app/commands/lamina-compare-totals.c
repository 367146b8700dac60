/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-totals.h"

#include "lamina-idle.h"
#include "lamina-kernel-summary.h"
#include "lamina-layer-query.h"
#include "lamina-steps.h"

/* A total that changes by less than a hundredth is as before: runs of one program differ by that. */
#define LEAST_SHARE 100

static gint64 *
get_side (LaminaCompareTotal *total,
          gboolean            is_b)
{
  return is_b ? &total->b : &total->a;
}

gint64
lamina_compare_total_get_delta (LaminaCompareTotal total)
{
  return total.a != LAMINA_ABSENT && total.b != LAMINA_ABSENT ? lamina_subtract_saturating (total.b, total.a) : LAMINA_ABSENT;
}

/* The layers of a section; NULL and 0 for the whole run. */
static guint32 *
list_layers (LaminaRun      *run,
             LaminaTimebase *timebase,
             guint32         section,
             guint          *n)
{
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;

  *n = lamina_run_get_layers (run)->n;
  if (section == LAMINA_NONE)
    return NULL;
  filter.section = section;
  return lamina_layers_filter (run, timebase, &filter, NULL, n);
}

static void
add_kernels (LaminaCompareTotals *self,
             LaminaRun           *run,
             LaminaTimebase      *timebase,
             LaminaIdle          *idle,
             guint32              section,
             gboolean             is_b)
{
  guint n;
  g_autofree guint32 *layers = list_layers (run, timebase, section, &n);
  LaminaKernelSummary *summary;
  gint64 *sum = get_side (&self->kernels, is_b);

  if (lamina_idle_get_n_devices (idle) == 0)
    return;
  summary = lamina_kernel_summary_new (run, LAMINA_KERNELS_BY_NAME, layers, n, NULL);
  for (guint i = 0; i < lamina_kernel_summary_get_n (summary); i++)
    {
      const LaminaKernelGroup *group = lamina_kernel_summary_get (summary, i);
      LaminaSliceRef first = group->slices[0];

      if (lamina_idle_judge_work (idle, lamina_track_get_slices (lamina_run_get_track (run, first.track)), first.slice)
          != LAMINA_LOAD_COPY)
        *sum = lamina_number_add (*sum, group->total);
    }
  lamina_kernel_summary_free (summary);
}

static LaminaCompareDevice *
need_device (LaminaCompareTotals *self,
             const char          *name)
{
  LaminaCompareDevice device = { .span = { LAMINA_ABSENT, LAMINA_ABSENT } };

  for (guint i = 0; i < self->devices->len; i++)
    if (g_str_equal (g_array_index (self->devices, LaminaCompareDevice, i).name, name))
      return &g_array_index (self->devices, LaminaCompareDevice, i);
  device.name = g_strdup (name);
  g_array_append_val (self->devices, device);
  return &g_array_index (self->devices, LaminaCompareDevice, self->devices->len - 1);
}

static void
add_spans (LaminaCompareTotals *self,
           LaminaRun           *run,
           LaminaIdle          *idle,
           gboolean             is_b)
{
  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);
      g_autofree char *name = lamina_idle_dup_device_name (run, device);

      *get_side (&need_device (self, name)->span, is_b) = lamina_subtract_saturating (device->end, device->start);
    }
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

/* Of a step that several devices or processes take part in, the one counts for which it takes longest. */
static void
add_steps (LaminaCompareTotals *self,
           LaminaRun           *run,
           LaminaTimebase      *timebase,
           gboolean             is_b)
{
  g_autoptr (LaminaSteps) steps = lamina_steps_new (run, timebase, NULL);
  g_autoptr (GArray) walls = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint32 last = LAMINA_NONE;

  for (guint i = 0; i < lamina_steps_get_n (steps); i++)
    {
      const LaminaStep *step = lamina_steps_get (steps, i);

      if (step->section != last)
        g_array_append_val (walls, step->wall);
      else
        g_array_index (walls, gint64, walls->len - 1) = MAX (g_array_index (walls, gint64, walls->len - 1), step->wall);
      last = step->section;
    }
  self->n_steps[is_b] = walls->len;
  if (walls->len < 2)
    return;
  g_array_sort (walls, compare_numbers);
  *get_side (&self->step, is_b) = (g_array_index (walls, gint64, (walls->len - 1) / 2) + g_array_index (walls, gint64, walls->len / 2)) / 2;
}

static void
add_side (LaminaCompareTotals *self,
          LaminaComparison    *comparison,
          gboolean             is_b)
{
  const LaminaComparisonSide *side = lamina_comparison_get_side (comparison, is_b);
  LaminaRun *run = lamina_comparison_get_run (comparison, is_b);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaIdle) idle = NULL;

  if (lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS || lamina_run_get_timing (run) != LAMINA_TIMING_MEASURED)
    return;
  idle = lamina_idle_new (run, timebase, FALSE, side->section, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
  add_kernels (self, run, timebase, idle, side->section, is_b);
  add_spans (self, run, idle, is_b);
  if (side->section == LAMINA_NONE)
    add_steps (self, run, timebase, is_b);
}

static void
clear_device (gpointer data)
{
  g_free (((LaminaCompareDevice *) data)->name);
}

LaminaCompareTotals *
lamina_compare_totals_new (LaminaComparison *comparison)
{
  LaminaCompareTotals *self = g_new0 (LaminaCompareTotals, 1);

  self->kernels = self->step = (LaminaCompareTotal) { LAMINA_ABSENT, LAMINA_ABSENT };
  self->devices = g_array_new (FALSE, FALSE, sizeof (LaminaCompareDevice));
  g_array_set_clear_func (self->devices, clear_device);
  add_side (self, comparison, FALSE);
  add_side (self, comparison, TRUE);
  return self;
}

void
lamina_compare_totals_free (LaminaCompareTotals *self)
{
  g_array_unref (self->devices);
  g_free (self);
}

LaminaCompareTotal
lamina_compare_totals_get_whole (const LaminaCompareTotals *self)
{
  LaminaCompareTotal longest = { LAMINA_ABSENT, LAMINA_ABSENT };

  if (lamina_compare_total_get_delta (self->step) != LAMINA_ABSENT)
    return self->step;
  for (guint i = 0; i < self->devices->len; i++)
    {
      const LaminaCompareDevice *device = &g_array_index (self->devices, LaminaCompareDevice, i);

      longest.a = MAX (longest.a, device->span.a);
      longest.b = MAX (longest.b, device->span.b);
    }
  return longest;
}

/* 1 for longer, -1 for shorter, 0 for as before. */
static int
get_direction (LaminaCompareTotal total)
{
  gint64 delta = lamina_compare_total_get_delta (total), least = total.a / LEAST_SHARE;

  return delta > least ? 1 : delta < -least ? -1 : 0;
}

LaminaCompareVerdict
lamina_compare_totals_judge (const LaminaCompareTotals *self)
{
  LaminaCompareTotal whole = lamina_compare_totals_get_whole (self);
  int kernels = get_direction (self->kernels), all = get_direction (whole);

  if (lamina_compare_total_get_delta (self->kernels) == LAMINA_ABSENT || lamina_compare_total_get_delta (whole) == LAMINA_ABSENT)
    return LAMINA_COMPARE_UNKNOWN;
  if (kernels == all)
    return all == 0 ? LAMINA_COMPARE_AS_BEFORE : LAMINA_COMPARE_ALIKE;
  if (all == 0)
    return LAMINA_COMPARE_KERNELS_ONLY;
  return kernels == 0 ? LAMINA_COMPARE_WHOLE_ONLY : LAMINA_COMPARE_OPPOSITE;
}

const char *
lamina_compare_verdict_get_name (LaminaCompareVerdict verdict)
{
  static const char *const names[] = {
    [LAMINA_COMPARE_UNKNOWN] = NULL,
    [LAMINA_COMPARE_AS_BEFORE] = "as-before",
    [LAMINA_COMPARE_ALIKE] = "alike",
    [LAMINA_COMPARE_KERNELS_ONLY] = "kernels-only",
    [LAMINA_COMPARE_WHOLE_ONLY] = "whole-only",
    [LAMINA_COMPARE_OPPOSITE] = "opposite",
  };

  return names[verdict];
}
