/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-live-set.h"
#include "lamina-producer.h"
#include "lamina-tensor-groups.h"

#include <math.h>

/* Memory at the peak: what each place in the program that asks for memory holds when most of it is in use. */

enum
{
  COLUMN_SITE,
  COLUMN_BYTES,
  COLUMN_SHARE,
  COLUMN_TENSORS,
  COLUMN_LARGEST,
  N_COLUMNS,
};

static const char *
find_no_sites (LaminaDocument *document,
               LaminaRun      *run)
{
  return lamina_run_get_memory (run)->n > 0 ? NULL : N_("The file does not say who asked for memory.");
}

static void
add_site (LaminaChartData         *data,
          const LaminaChartSource *source,
          const LaminaTensorGroup *group,
          gint64                   sum)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (source->run);
  guint32 layer = lamina_producer_find (source->run, group->largest, source->timebase);
  guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, &layer, layer != LAMINA_NONE ? 1 : 0);

  lamina_chart_data_copy_text (data, row, COLUMN_SITE,
                               group->key != 0 ? lamina_run_translate (source->run, lamina_run_get_string (source->run, group->key))
                                               : _("not known"));
  lamina_chart_data_set_integer (data, row, COLUMN_BYTES, group->bytes);
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, sum > 0 ? (double) group->bytes / (double) sum : NAN);
  lamina_chart_data_set_integer (data, row, COLUMN_TENSORS, group->n);
  lamina_chart_data_set_integer (data, row, COLUMN_LARGEST, lamina_column_number (tensors->bytes, group->largest));
}

/* The whole run: what is kept was asked for by layers outside of what a filter leaves, too. */
static gboolean
fill_memory_sites (LaminaChartData         *data,
                   const LaminaChartSource *source)
{
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (source->run, source->timebase, source->cancellable);
  guint peak = live != NULL ? lamina_live_set_get_peak (live) : LAMINA_NONE;
  g_autofree guint32 *rows = NULL;
  g_autofree char *most = NULL;
  g_autoptr (GArray) groups = NULL;
  LaminaLiveSum sum;
  guint n;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_SITE] = LAMINA_CHART_COLUMN ("site", _("Site"), TEXT, NONE, LABEL),
    [COLUMN_BYTES] = LAMINA_CHART_COLUMN ("bytes", _("At the peak"), AMOUNT, BYTES, VALUE),
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_TENSORS] = LAMINA_CHART_COLUMN ("tensors", _("Tensors"), COUNT, NONE, TABLE),
    [COLUMN_LARGEST] = LAMINA_CHART_COLUMN ("largest_bytes", _("Largest"), AMOUNT, BYTES, ALONE),
  };

  if (live == NULL)
    return FALSE;
  if (peak == LAMINA_NONE)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("The file does not say when tensors are kept in memory."));
      return TRUE;
    }
  rows = lamina_live_set_list (live, lamina_live_set_get_steps (live)->position[peak], &sum, &n);
  groups = lamina_tensor_groups_new (source->run, LAMINA_TENSORS_BY_SITE, rows, n, LAMINA_TENSOR_GROUP_COLUMN_BYTES, TRUE,
                                     source->cancellable);
  if (groups == NULL)
    return FALSE;
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  for (guint i = 0; i < groups->len; i++)
    add_site (data, source, &g_array_index (groups, LaminaTensorGroup, i), sum.bytes);
  most = lamina_figure_dup (sum.bytes, LAMINA_UNIT_BYTES);
  /* Translators: a number, and bytes */
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, ngettext ("%u tensor at the peak, %s", "%u tensors at the peak, %s", n), n,
                         most);
  lamina_chart_data_say (data, LAMINA_CHART_NOTE, "%s",
                         _("Bytes that the program asked for, by the innermost line of its own that did."));
  return TRUE;
}

const LaminaChart lamina_chart_memory_sites = {
  "memory-sites", N_("Memory by site"), NN_ ("%u more site", "%u more sites"),
  N_("peak allocation OOM stack who"), LAMINA_CHART_BARS, find_no_sites, fill_memory_sites,
};
