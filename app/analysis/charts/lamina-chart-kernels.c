/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-kernel-summary.h"
#include "lamina-order-rows.h"

#include <math.h>

/* Kernels: what devices did, added up by name, module, stream or rank; what takes longest first. */

enum
{
  COLUMN_LABEL,
  COLUMN_CALLS,
  COLUMN_TOTAL,
  COLUMN_MEAN,
  COLUMN_MIN,
  COLUMN_MAX,
  COLUMN_SHARE,
  N_COLUMNS,
};

static const char *
find_no_kernels (LaminaDocument *document,
                 LaminaRun      *run)
{
  return lamina_kernels_by_is_known (LAMINA_KERNELS_BY_NAME, run) ? NULL : N_("The file states no work of devices.");
}

static const char *
find_no_modules (LaminaDocument *document,
                 LaminaRun      *run)
{
  if (!lamina_kernels_by_is_known (LAMINA_KERNELS_BY_NAME, run))
    return N_("The file states no work of devices.");
  if (!lamina_kernels_by_is_known (LAMINA_KERNELS_BY_MODULE, run))
    return N_("The file states no modules around the launches of kernels.");
  return NULL;
}

static const char *
find_one_stream (LaminaDocument *document,
                 LaminaRun      *run)
{
  return lamina_kernels_by_is_known (LAMINA_KERNELS_BY_STREAM, run) ? NULL : N_("The devices use fewer than two streams.");
}

static const char *
find_one_rank (LaminaDocument *document,
               LaminaRun      *run)
{
  return lamina_kernels_by_is_known (LAMINA_KERNELS_BY_RANK, run) ? NULL : N_("Fewer than two ranks or devices do any work.");
}

/* The column of what is added up. */
static const struct
{
  const char *key;
  const char *title;
} labels[LAMINA_N_KERNELS_BY] = {
  [LAMINA_KERNELS_BY_NAME] = { "kernel", N_("Kernel") },
  [LAMINA_KERNELS_BY_MODULE] = { "module", N_("Module") },
  [LAMINA_KERNELS_BY_STREAM] = { "stream", N_("Stream") },
  [LAMINA_KERNELS_BY_RANK] = { "rank", N_("Rank") },
};

/* The layers of the slices, each once. */
static GArray *
list_layers (LaminaRun               *run,
             const LaminaKernelGroup *group)
{
  GArray *layers = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < group->calls; i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, group->slices[i].track));
      guint32 layer = lamina_column_row (slices->layer, group->slices[i].slice);

      if (layer != LAMINA_NONE)
        g_array_append_val (layers, layer);
    }
  lamina_order_keep_once (layers);
  return layers;
}

static void
add_group (LaminaChartData         *data,
           const LaminaChartSource *source,
           const LaminaKernelGroup *group)
{
  g_autoptr (GArray) layers = list_layers (source->run, group);
  guint row = lamina_chart_data_add_row (data, group->family, (const guint32 *) (gpointer) layers->data, layers->len);

  lamina_chart_data_set_slices (data, row, group->slices, group->calls);
  lamina_chart_data_copy_text (data, row, COLUMN_LABEL, group->label != NULL ? group->label : _("outside any module"));
  lamina_chart_data_set_integer (data, row, COLUMN_TOTAL, group->total);
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, group->share);
  lamina_chart_data_set_integer (data, row, COLUMN_CALLS, group->calls);
  lamina_chart_data_set_integer (data, row, COLUMN_MEAN, (gint64) round (group->mean));
  lamina_chart_data_set_integer (data, row, COLUMN_MIN, group->min);
  lamina_chart_data_set_integer (data, row, COLUMN_MAX, group->max);
}

static gboolean
fill (LaminaChartData         *data,
      const LaminaChartSource *source,
      LaminaKernelsBy          by)
{
  g_autoptr (LaminaKernelSummary) summary = lamina_kernel_summary_new (source->run, by, source->rows, source->n,
                                                                        source->cancellable);
  g_autofree char *sum = NULL;
  g_autofree char *count = NULL;
  guint n = summary != NULL ? lamina_kernel_summary_get_n (summary) : 0;
  guint n_calls = summary != NULL ? lamina_kernel_summary_get_n_calls (summary) : 0;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_LABEL] = LAMINA_CHART_COLUMN (labels[by].key, _(labels[by].title), TEXT, NONE, LABEL),
    [COLUMN_TOTAL] = LAMINA_CHART_COLUMN ("total_ns", _("Total"), AMOUNT, NANOSECONDS, VALUE),
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN ("calls", _("Calls"), COUNT, NONE, TABLE),
    [COLUMN_MEAN] = LAMINA_CHART_COLUMN ("mean_ns", _("Mean"), AMOUNT, NANOSECONDS, ALONE),
    [COLUMN_MIN] = LAMINA_CHART_COLUMN ("min_ns", _("Min"), AMOUNT, NANOSECONDS, ALONE),
    [COLUMN_MAX] = LAMINA_CHART_COLUMN ("max_ns", _("Max"), AMOUNT, NANOSECONDS, ALONE),
  };

  if (summary == NULL)
    return FALSE;
  /* Where nothing tells a module, that is all there is to say. */
  if (n == 0 || (n == 1 && lamina_kernel_summary_get (summary, 0)->label == NULL))
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, "%s", by == LAMINA_KERNELS_BY_MODULE && n > 0
                             ? _("The file states no modules around the launches of kernels.")
                             : _("No device works in this part of the run."));
      return TRUE;
    }
  /* Operators that devices name themselves, each of which is a layer, too. */
  if (by == LAMINA_KERNELS_BY_NAME && n == n_calls)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON,
                             _("Each kernel was executed once: the list without groups shows the same."));
      return TRUE;
    }
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  for (guint i = 0; i < n; i++)
    add_group (data, source, lamina_kernel_summary_get (summary, i));
  sum = lamina_figure_dup (lamina_kernel_summary_get_total (summary), LAMINA_UNIT_NANOSECONDS);
  count = lamina_figure_dup_exact (n_calls, LAMINA_UNIT_NONE);
  /* Translators: a number and a time */
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, ngettext ("%s kernel or copy, %s of device time",
                                                                "%s kernels and copies, %s of device time", n_calls),
                         count, sum);
  lamina_chart_data_say (data, LAMINA_CHART_NOTE, "%s", lamina_kernel_summary_get_definition ());
  return TRUE;
}

static gboolean
fill_kernels (LaminaChartData         *data,
              const LaminaChartSource *source)
{
  return fill (data, source, LAMINA_KERNELS_BY_NAME);
}

const LaminaChart lamina_chart_kernels = {
  "kernels", N_("Kernels"), NN_ ("%u more kernel", "%u more kernels"),
  N_("kernel summary stats CUDA GPU"), LAMINA_CHART_BARS, find_no_kernels, fill_kernels,
};

static gboolean
fill_kernels_by_module (LaminaChartData         *data,
                        const LaminaChartSource *source)
{
  return fill (data, source, LAMINA_KERNELS_BY_MODULE);
}

const LaminaChart lamina_chart_kernels_by_module = {
  "kernels-by-module", N_("Kernels by module"), NN_ ("%u more module", "%u more modules"),
  N_("kernel nn.Module layer"), LAMINA_CHART_BARS, find_no_modules, fill_kernels_by_module,
};

static gboolean
fill_kernels_by_stream (LaminaChartData         *data,
                        const LaminaChartSource *source)
{
  return fill (data, source, LAMINA_KERNELS_BY_STREAM);
}

const LaminaChart lamina_chart_kernels_by_stream = {
  "kernels-by-stream", N_("Kernels by stream"), NN_ ("%u more stream", "%u more streams"),
  N_("kernel queue"), LAMINA_CHART_BARS, find_one_stream, fill_kernels_by_stream,
};

static gboolean
fill_kernels_by_rank (LaminaChartData         *data,
                      const LaminaChartSource *source)
{
  return fill (data, source, LAMINA_KERNELS_BY_RANK);
}

const LaminaChart lamina_chart_kernels_by_rank = {
  "kernels-by-rank", N_("Kernels by rank"), NN_ ("%u more rank", "%u more ranks"),
  N_("kernel NCCL distributed"), LAMINA_CHART_BARS, find_one_rank, fill_kernels_by_rank,
};
