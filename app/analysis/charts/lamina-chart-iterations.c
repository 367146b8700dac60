/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-chart-spread-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-median.h"
#include "lamina-steps.h"

#include <math.h>

/*
 * What the layers of a section cost together: @waited before their first kernel, for copies and for communication, the rest
 * computing. Its layers stand in the list of all from @first on. In nanoseconds.
 */
typedef struct
{
  guint32 section;
  guint first;
  guint n;
  gint64 total;
  gint64 computed;
  gint64 copied;
  gint64 communicated;
  gint64 waited;
} LaminaSectionTime;

/*
 * The sections of which any layer has a time, in their order; and the layers of all of them, one section after the other: those
 * of section i from @first[i] on.
 */
typedef struct
{
  guint32 *first;
  guint32 *layers;
  GArray *times;
} LaminaSectionTimes;

static const LaminaSectionTime *
lamina_section_times_get (const LaminaSectionTimes *self,
                          guint                     i)
{
  return &g_array_index (self->times, LaminaSectionTime, i);
}

static void section_times_clear (LaminaSectionTimes *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaSectionTimes, section_times_clear)

/* The layers of each section one behind the other: those of section i from @first[i] on. */
static guint32 *
list_layers (const LaminaChartSource *source,
             guint32                 *first)
{
  const guint32 *section = lamina_run_get_layers (source->run)->section;
  guint n_sections = lamina_run_get_n_sections (source->run);
  g_autofree guint32 *next = g_new0 (guint32, n_sections + 1);
  guint32 *list = g_new (guint32, MAX (source->n, 1));

  for (guint i = 0; i < source->n; i++)
    {
      guint32 own = lamina_column_row (section, source->rows[i]);

      if (own < n_sections)
        next[own + 1]++;
    }
  for (guint i = 0; i < n_sections; i++)
    next[i + 1] += next[i];
  for (guint i = 0; i <= n_sections; i++)
    first[i] = next[i];
  for (guint i = 0; i < source->n; i++)
    {
      guint32 own = lamina_column_row (section, source->rows[i]);

      if (own < n_sections)
        list[next[own]++] = source->rows[i];
    }
  return list;
}

static void
add_layer (LaminaSectionTime *self,
           LaminaRun         *run,
           guint32            layer,
           gint64             cost)
{
  LaminaFamily family = (LaminaFamily) lamina_run_get_layers (run)->family[layer];
  /* The part of a cost before the first kernel: known of device times alone, and no larger than the cost. */
  gint64 known = lamina_column_number (lamina_run_get_layers (run)->wait, layer);
  gint64 wait = known != LAMINA_ABSENT ? CLAMP (known, 0, cost) : 0;
  gint64 *part = family == LAMINA_FAMILY_COPY ? &self->copied
                 : family == LAMINA_FAMILY_COMMUNICATION ? &self->communicated : &self->computed;

  self->total = lamina_number_add (self->total, cost);
  self->waited = lamina_number_add (self->waited, wait);
  *part = lamina_number_add (*part, cost - wait);
}

static void
add_time (LaminaSectionTimes      *self,
          const LaminaChartSource *source,
          guint32                  section,
          guint32                  first,
          guint32                  end)
{
  const gint64 *costs = lamina_run_get_costs (source->run);
  LaminaSectionTime time = { .section = section, .first = first, .n = end - first, .total = LAMINA_ABSENT };

  for (guint32 i = first; i < end; i++)
    if (costs[self->layers[i]] != LAMINA_ABSENT)
      add_layer (&time, source->run, self->layers[i], costs[self->layers[i]]);
  if (time.total != LAMINA_ABSENT)
    g_array_append_val (self->times, time);
}

/* FALSE when cancelled. */
static gboolean
section_times_find (LaminaSectionTimes      *self,
                    const LaminaChartSource *source)
{
  guint n = lamina_run_get_n_sections (source->run);

  self->first = g_new (guint32, n + 1);
  self->layers = list_layers (source, self->first);
  self->times = g_array_new (FALSE, FALSE, sizeof (LaminaSectionTime));
  for (guint i = 0; i < n; i++)
    {
      if (g_cancellable_is_cancelled (source->cancellable))
        return FALSE;
      add_time (self, source, i, self->first[i], self->first[i + 1]);
    }
  return TRUE;
}

static void
section_times_clear (LaminaSectionTimes *self)
{
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->layers, g_free);
  g_clear_pointer (&self->times, g_array_unref);
}

/* Steps: how long each takes and on what, in the order of the sections. */

/* With fewer, an average says nothing that the columns don't. */
#define ENOUGH 3

enum
{
  COLUMN_TITLE,
  COLUMN_VALUE,
  COLUMN_COMPUTE,
  COLUMN_COPY,
  COLUMN_COMMUNICATION,
  COLUMN_WAIT,
  COLUMN_DEVIATION,
  COLUMN_LAYERS,
  N_COLUMNS,
};

static const char *
find_no_sections (LaminaDocument *document,
                  LaminaRun      *run)
{
  if (lamina_run_get_n_sections (run) < 2)
    return N_("The run has no steps or other sections.");
  return lamina_run_get_costs (run) != NULL ? NULL : N_("The file states no times.");
}

/* Where all is computing, there is nothing to divide. */
static gboolean
has_parts (const LaminaSectionTimes *times)
{
  for (guint i = 0; i < times->times->len; i++)
    if (lamina_section_times_get (times, i)->computed != lamina_section_times_get (times, i)->total)
      return TRUE;
  return FALSE;
}

/* The colors of busy and idle devices. */
static void
add_columns (LaminaChartData *data,
             LaminaRun       *run,
             gboolean         divided)
{
  LaminaChartUse part = divided ? LAMINA_CHART_USE_PART : LAMINA_CHART_USE_TABLE;
  LaminaChartUse wait = divided ? LAMINA_CHART_USE_IDLE : LAMINA_CHART_USE_TABLE;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_TITLE] = LAMINA_CHART_COLUMN ("section", _("Section"), TEXT, NONE, LABEL),
    [COLUMN_VALUE] = LAMINA_CHART_COLUMN ("duration_ns", lamina_layers_get_sum_title (run), AMOUNT, NANOSECONDS, VALUE),
    [COLUMN_COMPUTE] = { "compute_ns", _("compute"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, part,
                         LAMINA_FAMILY_CONVOLUTION },
    [COLUMN_COPY] = { "copy_ns", _("copies"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, part,
                      LAMINA_FAMILY_COPY },
    [COLUMN_COMMUNICATION] = { "communication_ns", _("communication"), LAMINA_LAYER_VALUE_AMOUNT,
                               LAMINA_UNIT_NANOSECONDS, part, LAMINA_FAMILY_COMMUNICATION },
    [COLUMN_WAIT] = { "wait_ns", _("waiting"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, wait,
                      LAMINA_FAMILY_POOLING },
    [COLUMN_DEVIATION] = LAMINA_CHART_COLUMN ("of_median", _("Of the median"), SHARE, NONE, ALONE),
    [COLUMN_LAYERS] = LAMINA_CHART_COLUMN ("layers", lamina_layers_get_title (run), COUNT, NONE, TABLE),
  };

  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static GArray *
list_totals (const LaminaSectionTimes *times)
{
  GArray *totals = g_array_sized_new (FALSE, FALSE, sizeof (gint64), times->times->len);

  for (guint i = 0; i < times->times->len; i++)
    g_array_append_val (totals, lamina_section_times_get (times, i)->total);
  return totals;
}

/* The mean, and the standard deviation of a sample. */
static void
add_mean (LaminaChartData *data,
          GArray          *totals)
{
  double sum = 0, squares = 0, mean, spread;
  g_autofree char *middle = NULL;
  g_autofree char *off = NULL;
  g_autofree char *label = NULL;

  for (guint i = 0; i < totals->len; i++)
    sum += (double) g_array_index (totals, gint64, i);
  mean = sum / totals->len;
  for (guint i = 0; i < totals->len; i++)
    squares += ((double) g_array_index (totals, gint64, i) - mean) * ((double) g_array_index (totals, gint64, i) - mean);
  spread = sqrt (squares / (totals->len - 1));
  middle = lamina_figure_dup ((gint64) round (mean), LAMINA_UNIT_NANOSECONDS);
  off = lamina_figure_dup ((gint64) round (spread), LAMINA_UNIT_NANOSECONDS);
  /* Translators: a mean and its standard deviation. */
  label = g_strdup_printf (_("mean %s ± %s"), middle, off);
  lamina_chart_data_add_mark (data, &(LaminaChartMark) { COLUMN_VALUE, FALSE, mean, label, spread });
}

static void
add_median (LaminaChartData *data,
            gint64           median)
{
  g_autofree char *middle = lamina_figure_dup (median, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *label = g_strdup_printf (_("median %s"), middle);

  lamina_chart_data_add_mark (data, &(LaminaChartMark) { COLUMN_VALUE, FALSE, (double) median, label, 0 });
}

static const char *
get_band_note (void)
{
  return _("The band is the mean ± one standard deviation.");
}

/* The lines, and what each row is of the median. Returns the median; @least and @most take the shortest and the longest. */
static gint64
add_statistics (LaminaChartData *data,
                GArray          *durations,
                gint64          *least,
                gint64          *most)
{
  g_autoptr (GArray) sorted = g_array_copy (durations);
  guint n = sorted->len;
  gint64 median;

  g_array_sort (sorted, compare);
  median = lamina_median ((const gint64 *) (gpointer) sorted->data, n);
  *least = g_array_index (sorted, gint64, 0);
  *most = g_array_index (sorted, gint64, n - 1);
  for (guint row = 0; row < n && median > 0; row++)
    lamina_chart_data_set_real (data, row, COLUMN_DEVIATION, (double) g_array_index (durations, gint64, row) / (double) median);
  if (n < ENOUGH)
    return median;
  add_mean (data, sorted);
  add_median (data, median);
  return median;
}

/* How long the layers of each section take together, and on what. */

static void
add_section (LaminaChartData          *data,
             const LaminaChartSource  *source,
             const LaminaSectionTimes *times,
             const LaminaSectionTime  *time,
             gboolean                  divided)
{
  guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, times->layers + time->first, time->n);

  lamina_chart_data_set_text (data, row, COLUMN_TITLE, lamina_run_get_section (source->run, time->section)->title);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, time->total);
  lamina_chart_data_set_integer (data, row, COLUMN_LAYERS, time->n);
  if (!divided)
    return;
  lamina_chart_data_set_integer (data, row, COLUMN_COMPUTE, time->computed);
  lamina_chart_data_set_integer (data, row, COLUMN_COPY, time->copied);
  lamina_chart_data_set_integer (data, row, COLUMN_COMMUNICATION, time->communicated);
  lamina_chart_data_set_integer (data, row, COLUMN_WAIT, time->waited);
}

static void
fill_sums (LaminaChartData          *data,
           const LaminaChartSource  *source,
           const LaminaSectionTimes *times)
{
  g_autoptr (GArray) totals = list_totals (times);
  gboolean divided = has_parts (times);
  gint64 least, most, median;
  g_autofree char *middle = NULL, *from = NULL, *to = NULL;

  add_columns (data, source->run, divided);
  for (guint i = 0; i < times->times->len; i++)
    add_section (data, source, times, lamina_section_times_get (times, i), divided);
  if (totals->len == 0)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("Nothing in a section has a time."));
      return;
    }
  median = add_statistics (data, totals, &least, &most);
  middle = lamina_amount_dup_apart (median, LAMINA_UNIT_NANOSECONDS, most - least);
  from = lamina_amount_dup_apart (least, LAMINA_UNIT_NANOSECONDS, most - least);
  to = lamina_amount_dup_apart (most, LAMINA_UNIT_NANOSECONDS, most - least);
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, ngettext ("Sum of %u section",
                                                                "Sums of %u sections: median %s, from %s to %s",
                                                                totals->len), totals->len, middle, from, to);
  if (totals->len >= ENOUGH)
    lamina_chart_data_say (data, LAMINA_CHART_NOTE, "%s", get_band_note ());
}

/* Steps by the clock, where the file states when they begin and end. */

/* Whether any layer of a step passes the filter; without a filter, a step without any layers is one, too. */
static gboolean
is_shown (const LaminaChartSource  *source,
          const LaminaSectionTimes *times,
          const LaminaStep         *step)
{
  return times->first[step->section] < times->first[step->section + 1] || source->n == lamina_run_get_layers (source->run)->n;
}

static void
add_step_columns (LaminaChartData *data,
                  LaminaRun       *run,
                  gboolean         has_devices,
                  gboolean         has_several)
{
  LaminaChartUse part = has_devices ? LAMINA_CHART_USE_PART : LAMINA_CHART_USE_TABLE;
  LaminaChartUse idle = has_devices ? LAMINA_CHART_USE_IDLE : LAMINA_CHART_USE_TABLE;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_TITLE] = LAMINA_CHART_COLUMN ("section", _("Step"), TEXT, NONE, LABEL),
    [COLUMN_VALUE] = LAMINA_CHART_COLUMN ("wall_ns", _("Wall time"), AMOUNT, NANOSECONDS, VALUE),
    [COLUMN_COMPUTE] = { "compute_ns", _("computation"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, part,
                         LAMINA_FAMILY_CONVOLUTION, _("At least one stream of the device computes.") },
    [COLUMN_COMMUNICATION] = { "exposed_communication_ns", _("exposed communication"), LAMINA_LAYER_VALUE_AMOUNT,
                               LAMINA_UNIT_NANOSECONDS, part, LAMINA_FAMILY_COMMUNICATION,
                               _("The device communicates while none of its streams computes.") },
    [COLUMN_COPY] = { "exposed_copy_ns", _("exposed copies"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, part,
                      LAMINA_FAMILY_COPY, _("The device copies while none of its streams computes or communicates.") },
    [COLUMN_WAIT] = { "idle_ns", _("idle"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, idle, LAMINA_FAMILY_OTHER,
                      _("No stream of the device works.") },
    [COLUMN_DEVIATION] = LAMINA_CHART_COLUMN ("of_median", _("Of the median"), SHARE, NONE, ALONE),
    [COLUMN_LAYERS] = LAMINA_CHART_COLUMN ("layers", lamina_layers_get_title (run), COUNT, NONE, TABLE),
  };

  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  if (has_several)
    LAMINA_CHART_ADD (data, "device", _("Device"), TEXT, NONE, TABLE);
}

/* `ProfilerStep#3`, or `ProfilerStep#3, GPU 1` where there are several devices. */
static void
add_step (LaminaChartData          *data,
          const LaminaChartSource  *source,
          const LaminaSectionTimes *times,
          const LaminaStep         *step,
          gboolean                  has_several)
{
  guint32 first = times->first[step->section], n = times->first[step->section + 1] - first;
  guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, times->layers + first, n);
  const char *title = lamina_run_get_section (source->run, step->section)->title;

  lamina_chart_data_set_text (data, row, COLUMN_TITLE, title);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, step->wall);
  lamina_chart_data_set_integer (data, row, COLUMN_LAYERS, n);
  if (step->device == LAMINA_NONE)
    return;
  lamina_chart_data_set_integer (data, row, COLUMN_COMPUTE, step->computation);
  lamina_chart_data_set_integer (data, row, COLUMN_COMMUNICATION, step->exposed_communication);
  lamina_chart_data_set_integer (data, row, COLUMN_COPY, step->exposed_copy);
  lamina_chart_data_set_integer (data, row, COLUMN_WAIT, step->idle);
  if (has_several)
    {
      const LaminaIdleDevice named = { .group = step->device, .queue = LAMINA_NONE, .has_namesakes = TRUE };
      g_autofree char *device = lamina_idle_dup_device_name (source->run, &named);
      g_autofree char *both = g_strdup_printf ("%s, %s", title, device);

      lamina_chart_data_copy_text (data, row, COLUMN_TITLE, both);
      lamina_chart_data_copy_text (data, row, N_COLUMNS, device);
    }
}

static void
fill_steps (LaminaChartData          *data,
            const LaminaChartSource  *source,
            const LaminaSectionTimes *times,
            LaminaSteps              *steps)
{
  gboolean has_several = lamina_steps_get_n_devices (steps) > 1;
  g_autoptr (GArray) durations = g_array_new (FALSE, FALSE, sizeof (gint64));
  const LaminaStep *slowest = NULL;
  gint64 least, most, median;
  g_autofree char *middle = NULL, *to = NULL;
  guint n = 0;

  add_step_columns (data, source->run, lamina_steps_get_n_devices (steps) > 0, has_several);
  for (guint i = 0, last = LAMINA_NONE; i < lamina_steps_get_n (steps); i++)
    {
      const LaminaStep *step = lamina_steps_get (steps, i);

      if (!is_shown (source, times, step))
        continue;
      add_step (data, source, times, step, has_several);
      g_array_append_val (durations, step->wall);
      if (slowest == NULL || step->wall > slowest->wall)
        slowest = step;
      n += step->section != last;
      last = step->section;
    }
  if (slowest == NULL)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("Nothing in a step matches the filter."));
      return;
    }
  median = add_statistics (data, durations, &least, &most);
  middle = lamina_amount_dup_apart (median, LAMINA_UNIT_NANOSECONDS, most - least);
  to = lamina_amount_dup_apart (most, LAMINA_UNIT_NANOSECONDS, most - least);
  /* Of two there is no middle one. */
  if (n == 2)
    /* Translators: the name of a step, a time */
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("Wall time of two steps; the slower is %s at %s"),
                           lamina_run_get_section (source->run, slowest->section)->title, to);
  else
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, ngettext ("Wall time of %u step: %s",
                                                                  /* Translators: a number, a time, the name of a step, a time */
                                                                  "Wall time of %u steps: median %s; the slowest is %s at %s",
                                                                  n),
                           n, middle, lamina_run_get_section (source->run, slowest->section)->title, to);
  lamina_chart_data_say (data, LAMINA_CHART_NOTE, "%s%s%s",
                         _("Wall time runs from the start to the end of a step as the file states them; the parts are what "
                           "devices do in that time, whichever step launched it."),
                         durations->len >= ENOUGH ? " " : "", durations->len >= ENOUGH ? get_band_note () : "");
}

static gboolean
fill_iterations (LaminaChartData         *data,
                 const LaminaChartSource *source)
{
  g_auto (LaminaSectionTimes) times = { 0 };
  g_autoptr (LaminaSteps) steps = NULL;

  if (!section_times_find (&times, source))
    return FALSE;
  steps = lamina_steps_new (source->run, source->timebase, source->cancellable);
  if (steps == NULL)
    return FALSE;
  if (lamina_steps_get_n (steps) > 0)
    fill_steps (data, source, &times, steps);
  else
    fill_sums (data, source, &times);
  return TRUE;
}

const LaminaChart lamina_chart_iterations = {
  "iterations", N_("Steps"), NN_ ("%u step", "%u steps"),
  N_("iteration ProfilerStep epoch batch exposed communication idle slowest"), LAMINA_CHART_COLUMNS, find_no_sections,
  fill_iterations,
};

/* Durations of steps: how many sections take how long, by the clock where the file states it, else the sum of the layers. */

static const char *
find_few_sections (LaminaDocument *document,
                   LaminaRun      *run)
{
  if (lamina_run_get_n_sections (run) < ENOUGH)
    return N_("The run has fewer than three steps or other sections.");
  return lamina_run_get_costs (run) != NULL ? NULL : N_("The file states no times.");
}

static void
list_section (gconstpointer  items,
              guint32        item,
              GArray        *layers,
              GArray        *slices)
{
  const LaminaSectionTimes *times = items;

  g_array_append_vals (layers, times->layers + times->first[item], times->first[item + 1] - times->first[item]);
}

/* LaminaTimed of each section, once for each device. */
static GArray *
list_durations (const LaminaChartSource  *source,
                const LaminaSectionTimes *times,
                LaminaSteps              *steps)
{
  GArray *timed = g_array_new (FALSE, FALSE, sizeof (LaminaTimed));

  for (guint i = 0; i < lamina_steps_get_n (steps); i++)
    {
      const LaminaStep *step = lamina_steps_get (steps, i);

      if (is_shown (source, times, step))
        g_array_append_vals (timed, &(LaminaTimed) { step->wall, step->section }, 1);
    }
  for (guint i = 0; lamina_steps_get_n (steps) == 0 && i < times->times->len; i++)
    {
      const LaminaSectionTime *time = lamina_section_times_get (times, i);

      g_array_append_vals (timed, &(LaminaTimed) { time->total, time->section }, 1);
    }
  return timed;
}

static gboolean
fill_iteration_durations (LaminaChartData         *data,
                          const LaminaChartSource *source)
{
  g_auto (LaminaSectionTimes) times = { 0 };
  g_autoptr (LaminaSteps) steps = NULL;
  g_autoptr (GArray) timed = NULL;
  g_autofree char *middle = NULL;
  g_autofree char *slow = NULL;
  LaminaSpread spread;
  guint n;

  if (!section_times_find (&times, source))
    return FALSE;
  steps = lamina_steps_new (source->run, source->timebase, source->cancellable);
  if (steps == NULL)
    return FALSE;
  timed = list_durations (source, &times, steps);
  n = timed->len;
  if (n == 0)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("Nothing in a section has a time."));
      return TRUE;
    }
  spread = (LaminaSpread) { "sections", _("Sections"), LAMINA_FAMILY_OTHER, timed, list_section, &times, 0 };
  lamina_spread_fill (&spread, data, source->cancellable);
  middle = lamina_spread_dup_quantile (&spread, 50);
  slow = lamina_spread_dup_quantile (&spread, 95);
  /* Translators: p95 is what 95 of 100 do not exceed. */
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE,
                         lamina_steps_get_n (steps) > 0
                         ? ngettext ("Wall time of %u step: median %s, p95 %s", "Wall time of %u steps: median %s, p95 %s", n)
                         : ngettext ("Sum of %u section: median %s, p95 %s", "Sums of %u sections: median %s, p95 %s", n),
                         n, middle, slow);
  return TRUE;
}

const LaminaChart lamina_chart_iteration_durations = {
  "iteration-durations", N_("Durations of steps"), NN_ ("%u range", "%u ranges"),
  N_("iteration ProfilerStep histogram jitter"), LAMINA_CHART_HISTOGRAM, find_few_sections, fill_iteration_durations,
};
