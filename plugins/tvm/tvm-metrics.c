/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-build.h"
#include "tvm-number.h"

#include <math.h>
#include <string.h>

/* Columns that are something else in a layer. */
static const char *const others[] = { TVM_DURATION_COLUMN, TVM_COUNT_COLUMN, "Estimated FLOPs", "Loaded Bytes", NULL };

static gboolean
holds_integers (TvmReport *report,
                guint      column)
{
  for (guint i = 0; i < report->rows->len; i++)
    {
      const char *cell = tvm_report_get_cell (report, &g_array_index (report->rows, TvmRow, i), column);

      if (cell && tvm_number_get (cell, report->point, 0) == LAMINA_ABSENT)
        return FALSE;
      if (cell && tvm_number_get_real (cell, report->point) != (double) tvm_number_get (cell, report->point, 0))
        return FALSE;
    }
  return TRUE;
}

/* A counter of the processor that ran over is printed as -1. */
static gint64
get_count (TvmBuild     *self,
           const TvmRow *row,
           const char   *cell)
{
  gint64 count = tvm_number_get (cell, self->report->point, 0);

  if (count != -1)
    return count;
  lamina_import_note (self->import, N_("a counter overflowed"), self->source, row->offset, row->record);
  return LAMINA_ABSENT;
}

static void
fill_integers (TvmBuild *self,
               guint     column,
               guint32   metric,
               gboolean  microseconds)
{
  for (guint i = 0; i < self->report->rows->len; i++)
    {
      const TvmRow *row = &g_array_index (self->report->rows, TvmRow, i);
      const char *cell = tvm_report_get_cell (self->report, row, column);

      if (!cell)
        continue;
      lamina_builder_set_metric_integer (self->builder, self->run, metric, i,
                                         microseconds ? tvm_number_get (cell, self->report->point, 3)
                                                      : get_count (self, row, cell));
    }
}

static void
fill_reals (TvmBuild *self,
            guint     column,
            guint32   metric,
            char      point)
{
  for (guint i = 0; i < self->report->rows->len; i++)
    {
      const char *cell = tvm_report_get_cell (self->report, &g_array_index (self->report->rows, TvmRow, i), column);

      if (cell)
        lamina_builder_set_metric_real (self->builder, self->run, metric, i, tvm_number_get_real (cell, point));
    }
}

static void
add_metric (TvmBuild *self,
            guint     column)
{
  const TvmColumn *info = &g_array_index (self->report->columns, TvmColumn, column);
  gboolean microseconds = info->kind == TVM_KIND_MICROSECONDS;

  if (microseconds && g_str_has_suffix (info->name, "(us)"))
    fill_reals (self, column,
                lamina_builder_add_metric (self->builder, self->run, info->name, LAMINA_UNIT_MICROSECONDS,
                                           LAMINA_VALUE_REAL),
                self->report->point);
  else if (info->kind == TVM_KIND_PERCENT)
    {
      /* Percentages are printed with a point in all languages. */
      guint32 metric = lamina_builder_add_metric (self->builder, self->run, info->name, LAMINA_UNIT_PERCENT,
                                                  LAMINA_VALUE_REAL);

      fill_reals (self, column, metric, '.');
    }
  else if (microseconds || holds_integers (self->report, column))
    {
      LaminaUnit unit = microseconds ? LAMINA_UNIT_NANOSECONDS : LAMINA_UNIT_NONE;

      guint32 metric = lamina_builder_add_metric (self->builder, self->run, info->name, unit, LAMINA_VALUE_INTEGER);

      fill_integers (self, column, metric, microseconds);
    }
  else
    fill_reals (self, column,
                lamina_builder_add_metric (self->builder, self->run, info->name, LAMINA_UNIT_NONE, LAMINA_VALUE_REAL),
                self->report->point);
}

/* The column whose name is or ends with one of two words: Linux and PAPI have names of their own for each event. */
static guint
find_event (TvmReport  *report,
            const char *linux_name,
            const char *papi_name)
{
  for (guint i = 0; i < report->columns->len; i++)
    {
      const char *name = g_array_index (report->columns, TvmColumn, i).name;
      const char *colon = strrchr (name, ':');

      if (g_ascii_strcasecmp (colon ? colon + 1 : name, linux_name) == 0 || g_ascii_strcasecmp (name, papi_name) == 0)
        return i;
    }
  return LAMINA_NONE;
}

static void
add_ratio (TvmBuild   *self,
           const char *name,
           LaminaUnit  unit,
           double      factor,
           guint       numerator,
           guint       denominator)
{
  guint32 metric;

  if (numerator == LAMINA_NONE || denominator == LAMINA_NONE)
    return;
  metric = lamina_builder_add_metric (self->builder, self->run, name, unit, LAMINA_VALUE_REAL);
  lamina_builder_set_metric_estimated (self->builder, self->run, metric);
  for (guint i = 0; i < self->report->rows->len; i++)
    {
      const TvmRow *row = &g_array_index (self->report->rows, TvmRow, i);
      const char *above = tvm_report_get_cell (self->report, row, numerator);
      const char *below = tvm_report_get_cell (self->report, row, denominator);
      double a = above ? tvm_number_get_real (above, self->report->point) : (double) NAN;
      double b = below ? tvm_number_get_real (below, self->report->point) : (double) NAN;

      if (a >= 0 && b > 0)
        lamina_builder_set_metric_real (self->builder, self->run, metric, i, factor * a / b);
    }
}

static void
add_ratios (TvmBuild *self)
{
  guint cycles = find_event (self->report, "CYCLES", "PAPI_TOT_CYC");
  guint instructions = find_event (self->report, "INSTRUCTIONS", "PAPI_TOT_INS");

  add_ratio (self, "Instructions per cycle", LAMINA_UNIT_NONE, 1, instructions, cycles);
  add_ratio (self, "Stalled in the front end", LAMINA_UNIT_PERCENT, 100,
             find_event (self->report, "STALLED-CYCLES-FRONTEND", "PAPI_STL_ICY"), cycles);
  add_ratio (self, "Stalled in the back end", LAMINA_UNIT_PERCENT, 100,
             find_event (self->report, "STALLED-CYCLES-BACKEND", "PAPI_RES_STL"), cycles);
  add_ratio (self, "Cache misses per 1000 instructions", LAMINA_UNIT_NONE, 1000,
             find_event (self->report, "CACHE-MISSES", "PAPI_L3_TCM"), instructions);
}

void
tvm_build_metrics (TvmBuild *self)
{
  TvmReport *report = self->report;

  for (guint i = 0; i < report->columns->len; i++)
    {
      const TvmColumn *column = &g_array_index (report->columns, TvmColumn, i);

      if (column->kind != TVM_KIND_TEXT && !g_strv_contains (others, column->name))
        add_metric (self, i);
    }
  add_ratios (self);
}
