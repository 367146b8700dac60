/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-gettext.h"

#include <math.h>

/* Collectives: what devices exchange, by what it is, with the sizes of messages that the file states. */

enum
{
  COLUMN_TYPE,
  COLUMN_CALLS,
  COLUMN_TOTAL,
  COLUMN_MEAN,
  COLUMN_BYTES,
  COLUMN_RATE,
  COLUMN_SHARE,
  N_COLUMNS,
};

/* Exchanges of one type. @known: how long those took whose size the file states, @bytes together. In nanoseconds. */
typedef struct
{
  guint32 type;
  gint64 calls;
  gint64 total;
  gint64 known;
  gint64 bytes;
  GArray *layers;
} Collective;

static gboolean
is_exchange (LaminaRun *run,
             guint32    layer)
{
  const gint64 *costs = lamina_run_get_costs (run);

  return lamina_run_get_layers (run)->family[layer] == LAMINA_FAMILY_COMMUNICATION && costs != NULL
         && costs[layer] != LAMINA_ABSENT && costs[layer] > 0;
}

static const char *
find_no_collectives (LaminaDocument *document,
                     LaminaRun      *run)
{
  for (guint32 i = 0; i < lamina_run_get_layers (run)->n; i++)
    if (is_exchange (run, i))
      return NULL;
  return N_("The file states no time of communication.");
}

static void
collective_clear (gpointer data)
{
  g_array_unref (((Collective *) data)->layers);
}

static void
add_layer (GArray     *collectives,
           GHashTable *places,
           LaminaRun  *run,
           guint32     layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 cost = lamina_run_get_costs (run)[layer], bytes = lamina_column_number (layers->bytes, layer);
  gpointer type = GUINT_TO_POINTER (lamina_column_id (layers->type, layer));
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, type));
  Collective *collective;

  if (place == 0)
    {
      Collective init = { .type = GPOINTER_TO_UINT (type), .bytes = LAMINA_ABSENT };

      init.layers = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (collectives, init);
      g_hash_table_insert (places, type, GUINT_TO_POINTER (place = collectives->len));
    }
  collective = &g_array_index (collectives, Collective, place - 1);
  collective->calls += lamina_layers_get_calls (layers, layer);
  collective->total = lamina_number_add (collective->total, cost);
  if (bytes != LAMINA_ABSENT)
    {
      collective->bytes = lamina_number_add (collective->bytes, bytes);
      collective->known = lamina_number_add (collective->known, cost);
    }
  g_array_append_val (collective->layers, layer);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Collective *left = a, *right = b;

  return (left->total < right->total) - (left->total > right->total);
}

static void
add_row (LaminaChartData  *data,
         const Collective *collective,
         gint64            total)
{
  guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_COMMUNICATION,
                                         (const guint32 *) (gpointer) collective->layers->data, collective->layers->len);

  lamina_chart_data_set_string (data, row, COLUMN_TYPE, collective->type);
  lamina_chart_data_set_integer (data, row, COLUMN_CALLS, collective->calls);
  lamina_chart_data_set_integer (data, row, COLUMN_TOTAL, collective->total);
  if (collective->calls > 0)
    lamina_chart_data_set_integer (data, row, COLUMN_MEAN,
                                   (gint64) round ((double) collective->total / (double) collective->calls));
  if (collective->bytes != LAMINA_ABSENT)
    {
      lamina_chart_data_set_integer (data, row, COLUMN_BYTES, collective->bytes);
      lamina_chart_data_set_real (data, row, COLUMN_RATE, (double) collective->bytes * 1e9 / (double) collective->known);
    }
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, (double) collective->total / (double) total);
}

static gboolean
fill_collectives (LaminaChartData         *data,
                  const LaminaChartSource *source)
{
  g_autoptr (GArray) collectives = g_array_new (FALSE, FALSE, sizeof (Collective));
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autofree char *sum = NULL;
  gint64 total = 0, calls = 0;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_TYPE] = LAMINA_CHART_STRINGS ("type", _("Collective"), LABEL),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN ("calls", _("Calls"), COUNT, NONE, TABLE),
    [COLUMN_TOTAL] = LAMINA_CHART_COLUMN ("total_ns", _("Total"), AMOUNT, NANOSECONDS, VALUE),
    [COLUMN_MEAN] = LAMINA_CHART_COLUMN ("mean_ns", _("Mean"), AMOUNT, NANOSECONDS, ALONE),
    [COLUMN_BYTES] = LAMINA_CHART_COLUMN ("message_bytes", _("Message bytes"), AMOUNT, BYTES, TABLE),
    [COLUMN_RATE] = { "algorithm_bytes_per_s", _("Algorithm bandwidth"), LAMINA_LAYER_VALUE_RATE, LAMINA_UNIT_BYTES,
                      LAMINA_CHART_USE_TABLE, LAMINA_FAMILY_OTHER,
                      _("Message bytes divided by time, over the collectives whose size the file states") },
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
  };

  g_array_set_clear_func (collectives, collective_clear);
  for (guint i = 0; i < source->n; i++)
    if (is_exchange (source->run, source->rows[i]))
      add_layer (collectives, places, source->run, source->rows[i]);
  if (collectives->len == 0)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No communication matches the filter."));
      return TRUE;
    }
  g_array_sort (collectives, compare);
  for (guint i = 0; i < collectives->len; i++)
    {
      total = lamina_number_add (total, g_array_index (collectives, Collective, i).total);
      calls += g_array_index (collectives, Collective, i).calls;
    }
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  for (guint i = 0; i < collectives->len; i++)
    add_row (data, &g_array_index (collectives, Collective, i), total);
  sum = lamina_figure_dup (total, LAMINA_UNIT_NANOSECONDS);
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, ngettext ("%u collective, %s of device time",
                                                                "%u collectives, %s of device time", (guint) calls),
                         (guint) calls, sum);
  lamina_chart_data_say (data, LAMINA_CHART_NOTE, "%s",
                         _("The size of a message is the input of the collective, or the output of an all-gather. Algorithm "
                           "bandwidth is that size divided by the time on this device, which includes the wait for other "
                           "ranks; it is known only where the file states sizes."));
  return TRUE;
}

const LaminaChart lamina_chart_collectives = {
  "collectives", N_("Collectives"), NN_ ("%u more collective", "%u more collectives"),
  N_("NCCL RCCL all-reduce all-gather communication bandwidth"), LAMINA_CHART_BARS, find_no_collectives, fill_collectives,
};
