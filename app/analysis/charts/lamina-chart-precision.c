/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-measure-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"

#include <math.h>

/* Precision and layout: which part of the time is spent in layers of which element type, and of which layout. */

enum
{
  COLUMN_WHAT,
  COLUMN_NAME,
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_LAYERS,
  COLUMN_CALLS,
  N_COLUMNS,
};

/* The layers that have one string in common, which is 0 for those that have none. */
typedef struct
{
  guint32 string;
  gint64 value;
  gint64 calls;
  gboolean estimated;
  GArray *layers;
} Share;

static void
clear_share (gpointer data)
{
  g_array_unref (((Share *) data)->layers);
}

static guint32
find_layout (const LaminaTensors *tensors,
             const guint32       *first,
             const guint32       *list,
             guint                layer)
{
  for (guint32 i = first != NULL ? first[layer] : 0; first != NULL && i < first[layer + 1]; i++)
    if (lamina_column_id (tensors->layout, list[i]) != 0)
      return tensors->layout[list[i]];
  return 0;
}

/* That of its first output that has one, else of its first input that has one, as with element types. */
static guint32
get_layout (LaminaRun *run,
            guint      layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint32 layout = find_layout (tensors, layers->first_output, layers->outputs, layer);

  return layout != 0 ? layout : find_layout (tensors, layers->first_input, layers->inputs, layer);
}

static int
compare_shares (gconstpointer a,
                gconstpointer b)
{
  const Share *left = a, *right = b;

  /* What the file does not state stands last. */
  if ((left->string == 0) != (right->string == 0))
    return left->string == 0 ? 1 : -1;
  if (left->value != right->value)
    return left->value > right->value ? -1 : 1;
  return left->string < right->string ? -1 : left->string > right->string;
}

static Share *
get_share (GArray     *shares,
           GHashTable *places,
           guint32     string)
{
  gpointer place;
  Share share = { .string = string };

  if (g_hash_table_lookup_extended (places, GUINT_TO_POINTER (string), NULL, &place))
    return &g_array_index (shares, Share, GPOINTER_TO_UINT (place));
  share.layers = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_hash_table_insert (places, GUINT_TO_POINTER (string), GUINT_TO_POINTER (shares->len));
  g_array_append_val (shares, share);
  return &g_array_index (shares, Share, shares->len - 1);
}

static GArray *
list_shares (const LaminaChartSource *source,
             LaminaMeasure            measure,
             guint32                (*get_string) (LaminaRun *run,
                                                   guint      layer))
{
  GArray *shares = g_array_new (FALSE, FALSE, sizeof (Share));
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  g_array_set_clear_func (shares, clear_share);
  for (guint i = 0; i < source->n; i++)
    {
      guint32 layer = source->rows[i];
      gint64 value = lamina_measure_get (measure, source->run, layer);
      Share *share;

      if (value == LAMINA_ABSENT)
        continue;
      share = get_share (shares, places, get_string (source->run, layer));
      share->value = lamina_number_add (share->value, value);
      share->estimated |= lamina_measure_is_estimated (measure, source->run, layer);
      share->calls += lamina_layers_get_calls (lamina_run_get_layers (source->run), layer);
      g_array_append_val (share->layers, layer);
    }
  g_array_sort (shares, compare_shares);
  return shares;
}

static void
add_shares (LaminaChartData         *data,
            const LaminaChartSource *source,
            LaminaMeasure            measure,
            const char              *heading,
            GArray                  *shares)
{
  gint64 sum = lamina_measure_sum (measure, source);

  /* All that would be said is that nothing is known. */
  if (shares->len == 1 && g_array_index (shares, Share, 0).string == 0)
    return;
  for (guint i = 0; i < shares->len; i++)
    {
      const Share *share = &g_array_index (shares, Share, i);
      guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER,
                                             (const guint32 *) (gpointer) share->layers->data, share->layers->len);

      lamina_chart_data_copy_text (data, row, COLUMN_WHAT, heading);
      lamina_chart_data_copy_text (data, row, COLUMN_NAME, share->string != 0
                                                             ? lamina_run_get_string (source->run, share->string)
                                                             : _("not stated"));
      lamina_chart_data_set_integer (data, row, COLUMN_VALUE, share->value);
      lamina_chart_data_mark (data, row, COLUMN_VALUE, LAMINA_CHART_ESTIMATED, share->estimated);
      lamina_chart_data_set_real (data, row, COLUMN_SHARE,
                                  sum > 0 ? (double) share->value / (double) sum : NAN);
      lamina_chart_data_set_integer (data, row, COLUMN_LAYERS, share->layers->len);
      lamina_chart_data_set_integer (data, row, COLUMN_CALLS, share->calls);
    }
}

static gboolean
fill_precision (LaminaChartData         *data,
                const LaminaChartSource *source)
{
  LaminaMeasure measure = lamina_measure_choose (source->run);
  g_autoptr (GArray) dtypes = list_shares (source, measure, lamina_layer_get_dtype);
  g_autoptr (GArray) layouts = list_shares (source, measure, get_layout);
  g_autofree char *total = NULL;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_WHAT] = LAMINA_CHART_COLUMN ("property", _("Property"), TEXT, NONE, HEADING),
    [COLUMN_NAME] = LAMINA_CHART_COLUMN ("value", _("Value"), TEXT, NONE, LABEL),
    [COLUMN_VALUE] = lamina_measure_get_column (measure),
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_LAYERS] = LAMINA_CHART_COLUMN ("layers", lamina_layers_get_title (source->run), COUNT, NONE, TABLE),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN (measure == LAMINA_MEASURE_CALLS ? "all_calls" : "calls", _("Calls"), COUNT, NONE, TABLE),
  };

  if (g_cancellable_is_cancelled (source->cancellable))
    return FALSE;
  total = lamina_measure_dup_sum_text (measure, source);
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  add_shares (data, source, measure, _("Output dtype"), dtypes);
  add_shares (data, source, measure, _("Output layout"), layouts);
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("%s, by output dtype and by output layout"), total);
  lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No tensor has a stated dtype or layout."));
  return TRUE;
}

const LaminaChart lamina_chart_precision = {
  "precision", N_("Precision and layout"), NN_ ("%u more", "%u more"), NULL, LAMINA_CHART_BARS,
  lamina_chart_find_no_precision, fill_precision,
};
