/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-chart-spread-private.h"
#include "lamina-gettext.h"

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

/* The sections of which any layer has a time, in their order; and the layers of all of them, one section after the other. */
typedef struct
{
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
  g_autofree guint32 *first = g_new (guint32, n + 1);

  self->layers = list_layers (source, first);
  self->times = g_array_new (FALSE, FALSE, sizeof (LaminaSectionTime));
  for (guint i = 0; i < n; i++)
    {
      if (g_cancellable_is_cancelled (source->cancellable))
        return FALSE;
      add_time (self, source, i, first[i], first[i + 1]);
    }
  return TRUE;
}

static void
section_times_clear (LaminaSectionTimes *self)
{
  g_clear_pointer (&self->layers, g_free);
  g_clear_pointer (&self->times, g_array_unref);
}

/* Iterations: what the layers of each section of the run cost together and on what, in the order of the sections. */

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

const char *
lamina_chart_find_no_sections (LaminaDocument *document,
                               LaminaRun      *run)
{
  if (lamina_run_get_n_sections (run) < 2)
    return N_("The run has no iterations or other sections.");
  return lamina_run_get_costs (run) != NULL ? NULL : N_("The file states no times of layers.");
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
             gboolean         divided)
{
  LaminaChartUse part = divided ? LAMINA_CHART_USE_PART : LAMINA_CHART_USE_TABLE;
  LaminaChartUse wait = divided ? LAMINA_CHART_USE_IDLE : LAMINA_CHART_USE_TABLE;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_TITLE] = LAMINA_CHART_COLUMN ("section", _("Section"), TEXT, NONE, LABEL),
    [COLUMN_VALUE] = LAMINA_CHART_COLUMN ("duration_ns", _("Sum of the layers"), AMOUNT, NANOSECONDS, VALUE),
    [COLUMN_COMPUTE] = { "compute_ns", _("computing"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, part,
                         LAMINA_FAMILY_CONVOLUTION },
    [COLUMN_COPY] = { "copy_ns", _("copies"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, part,
                      LAMINA_FAMILY_COPY },
    [COLUMN_COMMUNICATION] = { "communication_ns", _("communication"), LAMINA_LAYER_VALUE_AMOUNT,
                               LAMINA_UNIT_NANOSECONDS, part, LAMINA_FAMILY_COMMUNICATION },
    [COLUMN_WAIT] = { "wait_ns", _("waiting"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, wait,
                      LAMINA_FAMILY_POOLING },
    [COLUMN_DEVIATION] = LAMINA_CHART_COLUMN ("of_median", _("Of the median"), SHARE, NONE, TABLE),
    [COLUMN_LAYERS] = LAMINA_CHART_COLUMN ("layers", _("Layers"), COUNT, NONE, TABLE),
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
sort_totals (const LaminaSectionTimes *times)
{
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (gint64), times->times->len);

  for (guint i = 0; i < times->times->len; i++)
    g_array_append_val (sorted, lamina_section_times_get (times, i)->total);
  g_array_sort (sorted, compare);
  return sorted;
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

static void
add_statistics (LaminaChartData          *data,
                const LaminaSectionTimes *times)
{
  g_autoptr (GArray) sorted = sort_totals (times);
  guint n = sorted->len;
  gint64 median = g_array_index (sorted, gint64, (n + 1) / 2 - 1);
  gint64 least = g_array_index (sorted, gint64, 0), most = g_array_index (sorted, gint64, n - 1);
  g_autofree char *middle = lamina_amount_dup_apart (median, LAMINA_UNIT_NANOSECONDS, most - least);
  g_autofree char *from = lamina_amount_dup_apart (least, LAMINA_UNIT_NANOSECONDS, most - least);
  g_autofree char *to = lamina_amount_dup_apart (most, LAMINA_UNIT_NANOSECONDS, most - least);

  for (guint row = 0; row < n && median > 0; row++)
    lamina_chart_data_set_real (data, row, COLUMN_DEVIATION,
                                (double) lamina_section_times_get (times, row)->total / (double) median);
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, ngettext ("Sum of the layers of %u section",
                                                                "Sum of the layers of each of %u sections: median %s, "
                                                                "from %s to %s", n), n, middle, from, to);
  if (n < ENOUGH)
    return;
  add_mean (data, sorted);
  add_median (data, median);
  lamina_chart_data_say (data, LAMINA_CHART_NOTE, _("The band around the mean is one standard deviation wide to each side."));
}

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

gboolean
lamina_chart_fill_iterations (LaminaChartData         *data,
                              const LaminaChartSource *source)
{
  g_auto (LaminaSectionTimes) times = { 0 };
  gboolean divided;

  if (!section_times_find (&times, source))
    return FALSE;
  divided = has_parts (&times);
  add_columns (data, divided);
  for (guint i = 0; i < times.times->len; i++)
    add_section (data, source, &times, lamina_section_times_get (&times, i), divided);
  if (times.times->len > 0)
    add_statistics (data, &times);
  else
    lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No layer of a section has a time."));
  return TRUE;
}

/* Durations of iterations: how many sections take how long, each the sum of its layers. */

const char *
lamina_chart_find_few_sections (LaminaDocument *document,
                                LaminaRun      *run)
{
  if (lamina_run_get_n_sections (run) < ENOUGH)
    return N_("The run has fewer than three iterations or other sections.");
  return lamina_run_get_costs (run) != NULL ? NULL : N_("The file states no times of layers.");
}

static void
list_section (gconstpointer  items,
              guint32        item,
              GArray        *layers,
              GArray        *slices)
{
  const LaminaSectionTimes *times = items;
  const LaminaSectionTime *time = lamina_section_times_get (times, item);

  g_array_append_vals (layers, times->layers + time->first, time->n);
}

gboolean
lamina_chart_fill_iteration_durations (LaminaChartData         *data,
                                       const LaminaChartSource *source)
{
  g_auto (LaminaSectionTimes) times = { 0 };
  g_autoptr (GArray) timed = g_array_new (FALSE, FALSE, sizeof (LaminaTimed));
  LaminaSpread spread = { "sections", _("Sections"), LAMINA_FAMILY_OTHER, timed, list_section, &times, 0 };
  guint n;
  g_autofree char *middle = NULL;
  g_autofree char *slow = NULL;

  if (!section_times_find (&times, source))
    return FALSE;
  for (guint i = 0; i < times.times->len; i++)
    g_array_append_vals (timed, &(LaminaTimed) { lamina_section_times_get (&times, i)->total, i }, 1);
  if (timed->len == 0)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No layer of a section has a time."));
      return TRUE;
    }
  lamina_spread_fill (&spread, data, source->cancellable);
  n = timed->len;
  middle = lamina_spread_dup_quantile (&spread, 50);
  slow = lamina_spread_dup_quantile (&spread, 95);
  /* Translators: p95 is what 95 of 100 do not exceed. */
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, ngettext ("Sum of the layers of %u section: median %s, p95 %s",
                                                                "Sum of the layers of each of %u sections: median %s, p95 %s",
                                                                n), n, middle, slow);
  return TRUE;
}
