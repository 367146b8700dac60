/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-slices.h"
#include "lamina-layer-query.h"
#include "lamina-layer-value.h"
#include "lamina-row-writer.h"

#include <math.h>

/* `lamina slices --group`: the kernel summary. */

static const char *const titles[] = {
  [LAMINA_KERNELS_BY_NAME] = "Kernel",
  [LAMINA_KERNELS_BY_MODULE] = "Module",
  [LAMINA_KERNELS_BY_STREAM] = "Stream",
  [LAMINA_KERNELS_BY_RANK] = "Rank",
};

/* What the file calls the kernels of a group, where that is one name. */
static char *
dup_raw_name (LaminaRun  *run,
              const char *label)
{
  g_auto (GStrv) names = label != NULL ? lamina_run_dup_whole_names (run, label) : NULL;

  if (names == NULL)
    return g_strdup (label);
  return names[1] == NULL ? g_strdup (names[0]) : NULL;
}

static void
write_group_text (const LaminaKernelGroup *group,
                  LaminaRowWriter         *writer)
{
  const gint64 times[] = { group->total, (gint64) round (group->mean), group->min, group->max };

  lamina_row_writer_add (writer, group->label);
  lamina_row_writer_add_count (writer, group->calls);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    lamina_row_writer_take (writer, lamina_figure_dup (times[i], LAMINA_UNIT_NANOSECONDS));
  lamina_row_writer_take (writer, isnan (group->share) ? NULL : lamina_layer_dup_share (group->share));
}

static void
write_group_values (LaminaRun               *run,
                    LaminaKernelsBy          by,
                    const LaminaKernelGroup *group,
                    LaminaRowWriter         *writer)
{
  lamina_row_writer_add (writer, group->label);
  if (by == LAMINA_KERNELS_BY_NAME)
    lamina_row_writer_take (writer, dup_raw_name (run, group->label));
  lamina_row_writer_add_integer (writer, group->calls);
  lamina_row_writer_add_integer (writer, group->total);
  lamina_row_writer_add_real (writer, group->mean);
  lamina_row_writer_add_integer (writer, group->min);
  lamina_row_writer_add_integer (writer, group->max);
  lamina_row_writer_add_real (writer, group->share);
}

/* The layers of a section, which launched what belongs to them. */
static LaminaKernelSummary *
create_summary (LaminaRun                 *run,
                const LaminaSlicesOptions *options)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autofree guint32 *layers = NULL;
  guint n = 0;

  if (options->selection.section > 0)
    {
      filter.section = (guint32) (options->selection.section - 1);
      layers = lamina_layers_filter (run, timebase, &filter, NULL, &n);
    }
  return lamina_kernel_summary_new (run, options->by, layers, n, NULL);
}

static void
write_run (LaminaRun                 *run,
           guint                      number,
           const LaminaSlicesOptions *options,
           LaminaRowWriter           *writer)
{
  g_autoptr (LaminaKernelSummary) summary = create_summary (run, options);

  for (guint i = 0; i < MIN (lamina_kernel_summary_get_n (summary), options->selection.limit); i++)
    {
      const LaminaKernelGroup *group = lamina_kernel_summary_get (summary, i);

      if (options->selection.all)
        lamina_row_writer_add_integer (writer, number);
      if (options->selection.format == LAMINA_FORMAT_TABLE)
        write_group_text (group, writer);
      else
        write_group_values (run, options->by, group, writer);
    }
}

void
lamina_slices_write_groups (LaminaDocument            *document,
                            const LaminaSlicesOptions *options)
{
  const LaminaSelection *selection = &options->selection;
  const char *const headings[] = { ">Run", titles[options->by], ">Calls", ">Total", ">Mean", ">Min", ">Max", ">Share", NULL };
  const char *const names[] = { "run", "name", "raw_name", "calls", "total_ns", "mean_ns", "min_ns", "max_ns", "share", NULL };
  const char *const keys[] = { "run", lamina_kernels_by_get_name (options->by), "calls", "total_ns", "mean_ns", "min_ns",
                               "max_ns", "share", NULL };
  const char *const *columns = selection->format == LAMINA_FORMAT_TABLE ? headings
                               : options->by == LAMINA_KERNELS_BY_NAME ? names : keys;
  g_autoptr (LaminaRowWriter) writer = lamina_row_writer_new (selection->format, columns + (selection->all ? 0 : 1));

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_selection_has_run (selection, i))
      write_run (lamina_document_get_run (document, i), i + 1, options, writer);
}
