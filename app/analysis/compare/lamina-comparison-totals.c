/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-totals.h"

#include "lamina-gettext.h"
#include "lamina-idle.h"
#include "lamina-kernel-summary.h"
#include "lamina-layer-query.h"
#include "lamina-median.h"
#include "lamina-steps.h"

/* A total that changes by less than a hundredth is as before: runs of one program differ by that. */
#define LEAST_SHARE 100

struct _LaminaComparisonTotals
{
  GArray *totals;   /* of LaminaComparisonTotal */
  guint n_steps[2]; /* of A and of B */
};

static gint64 *
get_side (LaminaComparisonTotal *total,
          gboolean               is_b)
{
  return is_b ? &total->b : &total->a;
}

gint64
lamina_comparison_total_get_delta (const LaminaComparisonTotal *total)
{
  g_return_val_if_fail (total != NULL, LAMINA_ABSENT);

  return total->a != LAMINA_ABSENT && total->b != LAMINA_ABSENT ? lamina_subtract_saturating (total->b, total->a) : LAMINA_ABSENT;
}

/* The one of its kind; that of a device bears its name. */
static LaminaComparisonTotal *
need_total (LaminaComparisonTotals    *self,
            LaminaComparisonTotalKind  kind,
            const char                *device)
{
  LaminaComparisonTotal made = { .kind = kind, .a = LAMINA_ABSENT, .b = LAMINA_ABSENT };

  for (guint i = 0; i < self->totals->len; i++)
    {
      LaminaComparisonTotal *total = &g_array_index (self->totals, LaminaComparisonTotal, i);

      if (total->kind == kind && g_strcmp0 (total->device, device) == 0)
        return total;
    }
  made.device = g_strdup (device);
  g_array_append_val (self->totals, made);
  return &g_array_index (self->totals, LaminaComparisonTotal, self->totals->len - 1);
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
add_kernels (LaminaComparisonTotals *self,
             LaminaRun              *run,
             LaminaTimebase         *timebase,
             LaminaIdle             *idle,
             guint32                 section,
             gboolean                is_b,
             GCancellable           *cancellable)
{
  guint n;
  g_autofree guint32 *layers = list_layers (run, timebase, section, &n);
  LaminaKernelSummary *summary;
  gint64 *sum;

  summary = lamina_kernel_summary_new (run, LAMINA_KERNELS_BY_NAME, layers, n, cancellable);
  if (summary == NULL)
    return;
  sum = get_side (need_total (self, LAMINA_COMPARISON_OF_KERNELS, NULL), is_b);
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

static void
add_spans (LaminaComparisonTotals *self,
           LaminaRun           *run,
           LaminaIdle          *idle,
           gboolean             is_b)
{
  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);
      g_autofree char *name = lamina_idle_dup_device_name (run, device);

      *get_side (need_total (self, LAMINA_COMPARISON_OF_DEVICE, name), is_b) =
        lamina_subtract_saturating (device->end, device->start);
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
add_steps (LaminaComparisonTotals *self,
           LaminaRun           *run,
           LaminaTimebase      *timebase,
           gboolean             is_b,
           GCancellable        *cancellable)
{
  g_autoptr (LaminaSteps) steps = lamina_steps_new (run, timebase, cancellable);
  g_autoptr (GArray) walls = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint32 last = LAMINA_NONE;

  for (guint i = 0; steps != NULL && i < lamina_steps_get_n (steps); i++)
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
  *get_side (need_total (self, LAMINA_COMPARISON_OF_STEP, NULL), is_b) =
    lamina_median ((const gint64 *) (gpointer) walls->data, walls->len);
}

static void
add_side (LaminaComparisonTotals *self,
          LaminaComparison       *comparison,
          gboolean                is_b,
          GCancellable           *cancellable)
{
  const LaminaComparisonSide *side = lamina_comparison_get_side (comparison, is_b);
  LaminaRun *run = lamina_comparison_get_run (comparison, is_b);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaIdle) idle = NULL;

  if (lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS || lamina_run_get_timing (run) != LAMINA_TIMING_MEASURED)
    return;
  idle = lamina_idle_new (run, timebase, FALSE, side->section, LAMINA_ABSENT, LAMINA_ABSENT, cancellable);
  if (idle == NULL || lamina_idle_get_n_devices (idle) == 0)
    return;
  add_kernels (self, run, timebase, idle, side->section, is_b, cancellable);
  add_spans (self, run, idle, is_b);
  if (side->section == LAMINA_NONE)
    add_steps (self, run, timebase, is_b, cancellable);
}

static void
clear_total (gpointer data)
{
  g_free (((LaminaComparisonTotal *) data)->device);
}

/* Kernels, devices, the step. */
static int
compare_kinds (gconstpointer a,
               gconstpointer b)
{
  return (int) ((const LaminaComparisonTotal *) a)->kind - (int) ((const LaminaComparisonTotal *) b)->kind;
}

/* A step of one side alone tells nothing. */
static void
drop_lone_step (LaminaComparisonTotals *self)
{
  guint last = self->totals->len - 1;

  if (self->totals->len > 0 && g_array_index (self->totals, LaminaComparisonTotal, last).kind == LAMINA_COMPARISON_OF_STEP
      && lamina_comparison_total_get_delta (&g_array_index (self->totals, LaminaComparisonTotal, last)) == LAMINA_ABSENT)
    g_array_set_size (self->totals, last);
}

LaminaComparisonTotals *
lamina_comparison_totals_new (LaminaComparison *comparison,
                              GCancellable     *cancellable)
{
  LaminaComparisonTotals *self;

  g_return_val_if_fail (comparison != NULL, NULL);

  self = g_new0 (LaminaComparisonTotals, 1);
  self->totals = g_array_new (FALSE, FALSE, sizeof (LaminaComparisonTotal));
  g_array_set_clear_func (self->totals, clear_total);
  add_side (self, comparison, FALSE, cancellable);
  add_side (self, comparison, TRUE, cancellable);
  g_array_sort (self->totals, compare_kinds);
  drop_lone_step (self);
  return self;
}

void
lamina_comparison_totals_free (LaminaComparisonTotals *self)
{
  g_array_unref (self->totals);
  g_free (self);
}

guint
lamina_comparison_totals_get_n (const LaminaComparisonTotals *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->totals->len;
}

const LaminaComparisonTotal *
lamina_comparison_totals_get (const LaminaComparisonTotals *self,
                              guint                         i)
{
  g_return_val_if_fail (self != NULL && i < self->totals->len, NULL);

  return &g_array_index (self->totals, LaminaComparisonTotal, i);
}

guint
lamina_comparison_totals_get_n_steps (const LaminaComparisonTotals *self,
                                      gboolean                      is_b)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_steps[is_b ? 1 : 0];
}

/* The total that tells how long it takes: the step, else the longest span of a device of either side. Its device is @self's; NULL
 * where that of A has another name than that of B. */
static LaminaComparisonTotal
find_whole (const LaminaComparisonTotals *self)
{
  LaminaComparisonTotal whole = { .kind = LAMINA_COMPARISON_OF_DEVICE, .a = LAMINA_ABSENT, .b = LAMINA_ABSENT };
  char *device_b = NULL;

  for (guint i = 0; i < self->totals->len; i++)
    {
      const LaminaComparisonTotal *total = lamina_comparison_totals_get (self, i);

      if (total->kind == LAMINA_COMPARISON_OF_STEP)
        return *total;
      if (total->kind != LAMINA_COMPARISON_OF_DEVICE)
        continue;
      if (total->a > whole.a)
        {
          whole.a = total->a;
          whole.device = total->device;
        }
      if (total->b > whole.b)
        {
          whole.b = total->b;
          device_b = total->device;
        }
    }
  if (whole.device != device_b)
    whole.device = NULL;
  return whole;
}

/* 1 for longer, -1 for shorter, 0 for as before. */
static int
get_direction (const LaminaComparisonTotal *total)
{
  gint64 delta = lamina_comparison_total_get_delta (total), least = total->a / LEAST_SHARE;

  return delta > least ? 1 : delta < -least ? -1 : 0;
}

LaminaComparisonVerdict
lamina_comparison_totals_judge (const LaminaComparisonTotals *self)
{
  const LaminaComparisonTotal *first;
  LaminaComparisonTotal whole;
  int kernels, all;

  g_return_val_if_fail (self != NULL, LAMINA_COMPARISON_UNKNOWN);

  whole = find_whole (self);
  first = self->totals->len > 0 ? lamina_comparison_totals_get (self, 0) : NULL;
  if (lamina_comparison_total_get_delta (&whole) == LAMINA_ABSENT || first->kind != LAMINA_COMPARISON_OF_KERNELS
      || lamina_comparison_total_get_delta (first) == LAMINA_ABSENT)
    return LAMINA_COMPARISON_UNKNOWN;
  kernels = get_direction (first);
  all = get_direction (&whole);
  if (kernels == all)
    return all == 0 ? LAMINA_COMPARISON_AS_BEFORE : LAMINA_COMPARISON_ALIKE;
  if (all == 0)
    return LAMINA_COMPARISON_KERNELS_ONLY;
  return kernels == 0 ? LAMINA_COMPARISON_WHOLE_ONLY : LAMINA_COMPARISON_OPPOSITE;
}

const char *
lamina_comparison_verdict_get_name (LaminaComparisonVerdict verdict)
{
  static const char *const names[] = {
    [LAMINA_COMPARISON_UNKNOWN] = NULL,
    [LAMINA_COMPARISON_AS_BEFORE] = "as-before",
    [LAMINA_COMPARISON_ALIKE] = "alike",
    [LAMINA_COMPARISON_KERNELS_ONLY] = "kernels-only",
    [LAMINA_COMPARISON_WHOLE_ONLY] = "whole-only",
    [LAMINA_COMPARISON_OPPOSITE] = "opposite",
  };

  return names[verdict];
}

char *
lamina_comparison_total_dup_title (const LaminaComparisonTotal *total)
{
  g_return_val_if_fail (total != NULL, NULL);

  switch (total->kind)
    {
    case LAMINA_COMPARISON_OF_KERNELS:
      return g_strdup (_("Kernels, each for itself"));
    case LAMINA_COMPARISON_OF_DEVICE:
      if (total->device == NULL)
        return g_strdup (_("First to last work of the device that takes longest"));
      /* Translators: the name of a device. */
      return g_strdup_printf (_("First to last work of %s"), total->device);
    case LAMINA_COMPARISON_OF_STEP:
    default:
      return g_strdup (_("Median of the steps"));
    }
}

char *
lamina_comparison_totals_dup_verdict (const LaminaComparisonTotals *self)
{
  LaminaComparisonVerdict verdict = lamina_comparison_totals_judge (self);
  LaminaComparisonTotal whole;
  gboolean less;

  if (verdict == LAMINA_COMPARISON_UNKNOWN)
    return NULL;
  less = lamina_comparison_total_get_delta (lamina_comparison_totals_get (self, 0)) < 0;
  switch (verdict)
    {
    case LAMINA_COMPARISON_AS_BEFORE:
      return g_strdup (_("The kernels take as long as before, and so does the whole."));
    case LAMINA_COMPARISON_ALIKE:
      return g_strdup (less ? _("The kernels take less time, and so does the whole.")
                            : _("The kernels take more time, and so does the whole."));
    case LAMINA_COMPARISON_KERNELS_ONLY:
      return g_strdup (less ? _("The kernels take less time, but the whole takes as long as before.")
                            : _("The kernels take more time, but the whole takes as long as before."));
    case LAMINA_COMPARISON_OPPOSITE:
      return g_strdup (less ? _("The kernels take less time, but the whole takes more.")
                            : _("The kernels take more time, but the whole takes less."));
    case LAMINA_COMPARISON_WHOLE_ONLY:
    case LAMINA_COMPARISON_UNKNOWN:
    default:
      whole = find_whole (self);
      less = lamina_comparison_total_get_delta (&whole) < 0;
      return g_strdup (less ? _("The kernels take as long as before, but the whole takes less time.")
                            : _("The kernels take as long as before, but the whole takes more time."));
    }
}

static char *
dup_words (const LaminaComparisonTotal *total)
{
  gint64 delta = lamina_comparison_total_get_delta (total);
  g_autofree char *title = lamina_comparison_total_dup_title (total);
  g_autofree char *a = lamina_figure_dup (total->a, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *b = lamina_figure_dup (total->b, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *percent = lamina_comparison_dup_percent (lamina_comparison_get_percent (total->a, delta));

  /* Translators: what takes time, the time of A, that of B, the difference in hundredths of A. */
  return g_strdup_printf (_("%s: %s → %s (%s)"), title, a, b, percent);
}

char *
lamina_comparison_totals_dup_summary (const LaminaComparisonTotals *self)
{
  g_autofree char *verdict = lamina_comparison_totals_dup_verdict (self);
  LaminaComparisonTotal whole;
  g_autofree char *kernels = NULL;
  g_autofree char *all = NULL;

  if (verdict == NULL)
    return NULL;
  whole = find_whole (self);
  kernels = dup_words (lamina_comparison_totals_get (self, 0));
  all = dup_words (&whole);
  return g_strdup_printf ("%s · %s · %s", kernels, all, verdict);
}
