/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-build.h"
#include "tvm-number.h"

gint64
tvm_build_get_duration (TvmBuild     *self,
                        const TvmRow *row)
{
  const char *cell = tvm_report_get_cell (self->report, row,
                                          tvm_report_find_column (self->report, TVM_DURATION_COLUMN));
  gint64 duration = cell ? tvm_number_get (cell, self->report->point, 3) : LAMINA_ABSENT;

  return duration < 0 ? LAMINA_ABSENT : duration;
}

/* Runs are told apart by their titles. */
static char *
dup_title (LaminaBuilder *builder,
           TvmReport     *report,
           guint          index,
           guint          n,
           GHashTable    *titles)
{
  const char *word = N_("Report");
  g_autofree char *title = NULL;
  char *unique;

  if (report->title)
    title = g_strdup (report->title);
  else
    title = n == 1 ? g_strdup (word) : g_strdup_printf ("%s %u", word, index + 1);
  unique = g_strdup (title);
  for (guint i = 2; g_hash_table_contains (titles, unique); i++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s (%u)", title, i);
    }
  g_hash_table_add (titles, g_strdup (unique));
  if (!report->title)
    lamina_builder_own_text (builder, unique, word);
  return unique;
}

static void
build_run (TvmBuild *self)
{
  self->run = lamina_builder_add_run (self->builder, self->title, LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END);
  tvm_build_layers (self);
  tvm_build_metrics (self);
  tvm_build_slices (self);
  tvm_build_properties (self);
}

void
tvm_build (LaminaBuilder *builder,
           LaminaSource  *source,
           GPtrArray     *reports)
{
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  lamina_builder_set_tool (builder, "TVM");
  for (guint i = 0; i < reports->len; i++)
    {
      TvmReport *report = reports->pdata[i];
      g_autofree char *title = dup_title (builder, report, i, reports->len, titles);
      TvmBuild build = { .builder = builder, .import = lamina_builder_get_import (builder), .source = source,
                         .report = report, .title = title };

      build_run (&build);
    }
}
