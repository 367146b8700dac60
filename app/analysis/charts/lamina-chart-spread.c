/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-spread-private.h"
#include "lamina-gettext.h"
#include "lamina-order-rows.h"

/* Histograms: how many take how long. */

enum
{
  COLUMN_FROM,
  COLUMN_TO,
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_SUM,
  N_COLUMNS,
};

static char *
dup_rest (guint n)
{
  return g_strdup_printf (ngettext ("%u range", "%u ranges", n), n);
}

static void
add_columns (const LaminaSpread *self,
             LaminaChartData    *data)
{
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_FROM] = { "from_ns", _("From"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, LAMINA_CHART_USE_X, 0 },
    [COLUMN_TO] = { "to_ns", _("To"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, LAMINA_CHART_USE_X, 0 },
    [COLUMN_VALUE] = { self->key, self->title, LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, LAMINA_CHART_USE_VALUE, 0 },
    [COLUMN_SHARE] = { "share", _("Share"), LAMINA_LAYER_VALUE_SHARE, LAMINA_UNIT_NONE, LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_SUM] = { "duration_ns", _("Duration"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS,
                     LAMINA_CHART_USE_TABLE, 0 },
  };

  for (guint i = 0; i < N_COLUMNS; i++)
    lamina_chart_data_add_column (data, &columns[i]);
}

/* Those that take the same keep their order. FALSE when cancelled. */
static gboolean
sort_timed (GArray       *timed,
            GCancellable *cancellable)
{
  LaminaTimed *times = (LaminaTimed *) (gpointer) timed->data;
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, timed->len);
  g_autofree LaminaOrderItem *scratch = g_new (LaminaOrderItem, timed->len);
  g_autofree LaminaTimed *before = g_memdup2 (times, timed->len * sizeof *times);

  for (guint i = 0; i < timed->len; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (times[i].duration), i };
  if (!lamina_order_sort (items, scratch, timed->len, cancellable))
    return FALSE;
  for (guint i = 0; i < timed->len; i++)
    times[i] = before[items[i].row];
  return TRUE;
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* In the order of the file, each once: two slices may be of one layer. */
static void
unite (GArray *layers)
{
  guint32 *ids = (guint32 *) (gpointer) layers->data;
  guint n = 0;

  g_array_sort (layers, compare_ids);
  for (guint i = 0; i < layers->len; i++)
    if (n == 0 || ids[n - 1] != ids[i])
      ids[n++] = ids[i];
  g_array_set_size (layers, n);
}

/* The range that begins with item @first; returns the item behind it. */
static guint
add_bin (const LaminaSpread *self,
         LaminaChartData    *data,
         const LaminaBins   *bins,
         guint               bin,
         guint               first)
{
  const LaminaTimed *timed = (const LaminaTimed *) (gpointer) self->timed->data;
  g_autoptr (GArray) layers = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 1);
  g_autoptr (GArray) slices = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSliceRef), 1);
  gint64 from = bins->start + (gint64) bin * bins->width, sum = 0;
  guint end = first, row;

  for (; end < self->timed->len && lamina_bins_find (bins, timed[end].duration) == bin; end++)
    {
      self->list (self->items, timed[end].item, layers, slices);
      sum = lamina_number_add (sum, timed[end].duration);
    }
  unite (layers);
  row = lamina_chart_data_add_row (data, self->family, (const guint32 *) (gpointer) layers->data, layers->len);
  lamina_chart_data_set_slices (data, row, (const LaminaSliceRef *) (gpointer) slices->data, slices->len);
  lamina_chart_data_set_integer (data, row, COLUMN_FROM, from);
  lamina_chart_data_set_integer (data, row, COLUMN_TO, bin + 1 == bins->n ? bins->end : from + bins->width);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, end - first);
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, (double) (end - first) / (double) self->timed->len);
  lamina_chart_data_set_integer (data, row, COLUMN_SUM, sum);
  return end;
}

/* How the ranges were chosen where the times themselves come in steps. */
static char *
dup_coarse_rule (const LaminaBins *bins,
                 const char       *width)
{
  g_autofree char *grain = lamina_figure_dup (bins->grain, LAMINA_UNIT_NANOSECONDS);

  if (bins->width == bins->grain && bins->is_open)
    return g_strdup_printf (_("Each column is %s wide: the times come in such steps. The last one holds all that took "
                              "longer."), width);
  if (bins->width == bins->grain)
    return g_strdup_printf (_("Each column is %s wide: the times come in such steps."), width);
  if (bins->is_open)
    /* Translators: two times; the first is a multiple of the second. */
    return g_strdup_printf (_("Each column is %s wide, a multiple of the %s in whose steps the times come. The last one "
                              "holds all that took longer."), width, grain);
  /* Translators: two times; the first is a multiple of the second. */
  return g_strdup_printf (_("Each column is %s wide, a multiple of the %s in whose steps the times come."), width, grain);
}

/* How the ranges were chosen, for whoever wants to make the same picture. */
static char *
dup_rule (const LaminaBins *bins)
{
  g_autofree char *width = lamina_figure_dup (bins->width, LAMINA_UNIT_NANOSECONDS);

  if (bins->is_coarse)
    return dup_coarse_rule (bins, width);
  if (bins->is_open)
    return g_strdup_printf (_("Each column is %s wide, the least round width that leaves at most 25 of them. One more "
                              "holds all that took longer."), width);
  return g_strdup_printf (_("Each column is %s wide, the least round width that leaves at most 25 of them."), width);
}

gint64
lamina_spread_get_quantile (const LaminaSpread *self,
                            guint               percent)
{
  guint64 place = ((guint64) self->timed->len * percent + 99) / 100;

  return g_array_index (self->timed, LaminaTimed, (guint) MAX (place, 1) - 1).duration;
}

char *
lamina_spread_dup_quantile (const LaminaSpread *self,
                            guint               percent)
{
  return lamina_amount_dup_apart (lamina_spread_get_quantile (self, percent), LAMINA_UNIT_NANOSECONDS, self->step);
}

static void
add_mark (const LaminaSpread *self,
          LaminaChartData    *data,
          guint               percent,
          const char         *words)
{
  g_autofree char *figure = lamina_spread_dup_quantile (self, percent);
  g_autofree char *label = g_strdup_printf ("%s %s", words, figure);

  lamina_chart_data_add_mark (data, &(LaminaChartMark) {
    COLUMN_FROM, FALSE, (double) lamina_spread_get_quantile (self, percent), label, 0 });
}

void
lamina_spread_fill (LaminaSpread    *self,
                    LaminaChartData *data,
                    GCancellable    *cancellable)
{
  gboolean is_one;
  LaminaBins bins;
  guint next = 0;

  if (!sort_timed (self->timed, cancellable))
    return;
  is_one = lamina_spread_get_quantile (self, 0) == lamina_spread_get_quantile (self, 100);
  bins = lamina_bins_choose ((const LaminaTimed *) (gpointer) self->timed->data, self->timed->len);
  self->step = bins.width;
  add_columns (self, data);
  if (is_one)
    {
      self->step = 0;
      bins.end = bins.start;
    }
  lamina_chart_data_set_step (data, COLUMN_FROM, self->step);
  lamina_chart_data_set_step (data, COLUMN_TO, self->step);
  for (guint i = 0; i < bins.n; i++)
    next = add_bin (self, data, &bins, i, next);
  add_mark (self, data, 50, _("median"));
  if (lamina_spread_get_quantile (self, 95) > lamina_spread_get_quantile (self, 50))
    /* Translators: p95 is what 95 of 100 do not exceed. */
    add_mark (self, data, 95, _("p95"));
  lamina_chart_data_set_rest (data, dup_rest);
  if (!is_one)
    lamina_chart_data_take_note (data, dup_rule (&bins));
}
