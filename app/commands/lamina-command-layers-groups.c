/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-layers.h"
#include "lamina-grouping.h"
#include "lamina-json-output.h"

#include <math.h>
#include <string.h>

/* Layers in groups. */

const char *const lamina_layer_group_table_headings[] = {
  ">Run", "Group", ">Calls", ">Duration", ">Share", ">Mean", ">Min", ">Max", ">FLOP", ">Moved", NULL,
};

const char *const lamina_layer_group_csv_headings[] = {
  "run", "group", "calls", "duration_ns", "mean_ns", "min_ns", "max_ns", "share", "flop", "bytes", "estimated",
  "layers", NULL,
};

const char *const lamina_layer_group_columns[] = { "duration", "name", "calls", "mean", "flop", "bytes", NULL };

static int
compare_numbers (double a,
                 double b)
{
  if (isnan (a) || isnan (b))
    return isnan (a) - isnan (b);
  return a > b ? -1 : a < b;
}

static double
get_number (const LaminaLayerGroup *group,
            const char             *column)
{
  gint64 number = group->duration;

  if (strcmp (column, "mean") == 0)
    return group->mean;
  if (strcmp (column, "calls") == 0)
    number = group->calls;
  else if (strcmp (column, "flop") == 0)
    number = group->flop;
  else if (strcmp (column, "bytes") == 0)
    number = group->bytes;
  return number != LAMINA_ABSENT ? (double) number : NAN;
}

static int
compare_groups (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const LaminaLayerGroup *left = *(const LaminaLayerGroup *const *) a;
  const LaminaLayerGroup *right = *(const LaminaLayerGroup *const *) b;

  if (strcmp (data, "name") == 0)
    return strcmp (left->label, right->label);
  return compare_numbers (get_number (left, data), get_number (right, data));
}

static gint64
get_whole (double number)
{
  return isnan (number) ? LAMINA_ABSENT : (gint64) llround (number);
}

static void
write_json_row (const LaminaLayerRows  *self,
                const LaminaLayerGroup *group)
{
  JsonBuilder *json = lamina_json_row_begin ();

  if (self->name_runs)
    lamina_json_add_integer (json, "run", self->run_index + 1);
  lamina_json_add_text (json, "group", group->label);
  lamina_json_add_integer (json, "calls", group->calls);
  lamina_json_add_integer (json, "duration_ns", group->duration);
  lamina_json_add_real (json, "mean_ns", group->mean);
  lamina_json_add_integer (json, "min_ns", group->min);
  lamina_json_add_integer (json, "max_ns", group->max);
  lamina_json_add_real (json, "share", group->share);
  json_builder_set_member_name (json, "layers");
  json_builder_begin_array (json);
  for (guint i = 0; i < group->n_layers; i++)
    json_builder_add_int_value (json, group->layers[i]);
  json_builder_end_array (json);
  lamina_json_row_end (json);
}

static void
write_csv_row (const LaminaLayerRows  *self,
               LaminaTable            *table,
               const LaminaLayerGroup *group)
{
  g_autoptr (GString) layers = g_string_new (NULL);

  for (guint i = 0; i < group->n_layers; i++)
    g_string_append_printf (layers, "%s%u", i > 0 ? " " : "", group->layers[i]);
  lamina_table_add_integer (table, self->run_index + 1);
  lamina_table_add (table, group->label);
  lamina_table_add_integer (table, group->calls);
  lamina_table_add_integer (table, group->duration);
  lamina_table_add_real (table, group->mean);
  lamina_table_add_integer (table, group->min);
  lamina_table_add_integer (table, group->max);
  lamina_table_add_real (table, group->share);
  lamina_table_add_integer (table, group->flop);
  lamina_table_add_integer (table, group->bytes);
  lamina_table_add_estimated (table, group->estimated);
  lamina_table_add (table, layers->str);
}

static char *
dup_share (double share)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (share))
    return g_strdup ("—");
  return g_strconcat (g_ascii_formatd (text, sizeof text, "%.1f", 100 * share), " %", NULL);
}

/* A sum of which a part is estimated is estimated. */
static void
add_figure (LaminaTable            *table,
            const LaminaLayerGroup *group,
            gint64                  value,
            LaminaUnit              unit,
            LaminaEstimate          estimate)
{
  g_autofree char *figure = lamina_figure_dup (value, unit);
  gboolean is_estimated = value != LAMINA_ABSENT && (group->estimated & estimate) != 0;

  lamina_table_take (table, g_strconcat (is_estimated ? "≈ " : "", figure, NULL));
}

static void
write_table_row (const LaminaLayerRows  *self,
                 LaminaTable            *table,
                 const LaminaLayerGroup *group)
{
  if (self->name_runs)
    lamina_table_add_integer (table, self->run_index + 1);
  lamina_table_add (table, group->label);
  lamina_table_add_integer (table, group->calls);
  add_figure (table, group, group->duration, LAMINA_UNIT_NANOSECONDS, LAMINA_ESTIMATE_DURATION);
  lamina_table_take (table, dup_share (group->share));
  add_figure (table, group, get_whole (group->mean), LAMINA_UNIT_NANOSECONDS, LAMINA_ESTIMATE_DURATION);
  add_figure (table, group, group->min, LAMINA_UNIT_NANOSECONDS, LAMINA_ESTIMATE_DURATION);
  add_figure (table, group, group->max, LAMINA_UNIT_NANOSECONDS, LAMINA_ESTIMATE_DURATION);
  add_figure (table, group, group->flop, LAMINA_UNIT_FLOP, LAMINA_ESTIMATE_FLOP);
  add_figure (table, group, group->bytes, LAMINA_UNIT_BYTES, LAMINA_ESTIMATE_BYTES);
}

void
lamina_layer_rows_write_groups (const LaminaLayerRows *self,
                                guint                  by,
                                const char            *sort,
                                LaminaFormatChoice     format,
                                LaminaTable           *table)
{
  g_autoptr (LaminaGrouping) grouping =
    lamina_grouping_new (self->run, self->rows, self->n_rows, (LaminaGroupBy) by, NULL);
  guint n = lamina_grouping_get_n (grouping);
  g_autofree const LaminaLayerGroup **groups = g_new (const LaminaLayerGroup *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    groups[i] = lamina_grouping_get (grouping, i);
  if (sort != NULL && strcmp (sort, "duration") != 0)
    g_qsort_with_data (groups, (int) n, sizeof *groups, compare_groups, (gpointer) sort);
  for (guint i = 0; i < n && i < self->limit; i++)
    if (format == LAMINA_FORMAT_JSON)
      write_json_row (self, groups[i]);
    else if (format == LAMINA_FORMAT_CSV)
      write_csv_row (self, table, groups[i]);
    else
      write_table_row (self, table, groups[i]);
}
