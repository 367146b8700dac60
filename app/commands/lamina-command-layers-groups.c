/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-layers.h"
#include "lamina-json-output.h"
#include "lamina-layer-value.h"

#include <string.h>

/* Layers in groups. */

static const char *const table_headings[] = {
  ">Run", "Group", ">Calls", ">Duration", ">Share", ">Cumulative", ">Mean", ">Median", ">p95", ">Min", ">Max", ">FLOP",
  ">Bytes moved", NULL,
};

static const char *const csv_headings[] = {
  "run", "group", "calls", "duration_ns", "mean_ns", "min_ns", "max_ns", "share", "flop", "bytes", "estimated",
  "median_ns", "p95_ns", "cumulative_share", "host_ns", "self_ns", "device_ns", "wait_ns", "layers", "flop_per_s",
  "flop_covered_ns", "flop_covered_share", "flop_suspicious", "bytes_per_s", "bytes_covered_ns", "bytes_covered_share",
  "bytes_suspicious", NULL,
};

/* All that groups can be sorted by. */
const char *const lamina_layer_group_columns[] = {
  "duration", "name", "calls", "share", "cumulative", "mean", "median", "p95", "min", "max", "host", "self", "device-time",
  "wait", "flop", "flops", "bytes", "bandwidth", "intensity", NULL,
};

/* People are told what the layers of a group share; programs find it under one name. */
LaminaRowWriter *
lamina_layer_groups_table_new (LaminaGroupBy by,
                               gboolean      is_csv,
                               gboolean      name_runs)
{
  static const char *const words[LAMINA_N_GROUP_BY] = {
    [LAMINA_GROUP_BY_TYPE] = "Type",     [LAMINA_GROUP_BY_SHAPE] = "Type and inputs", [LAMINA_GROUP_BY_NAME] = "Name",
    [LAMINA_GROUP_BY_FAMILY] = "Family", [LAMINA_GROUP_BY_SECTION] = "Section",
    [LAMINA_GROUP_BY_ANNOTATION] = "Annotation", [LAMINA_GROUP_BY_DEVICE] = "Device",
  };
  const char *headings[G_N_ELEMENTS (table_headings)];

  if (is_csv)
    return lamina_row_writer_new (LAMINA_FORMAT_CSV, csv_headings);
  memcpy (headings, table_headings, sizeof headings);
  headings[1] = words[by];
  return lamina_row_writer_new (LAMINA_FORMAT_TABLE, headings + (name_runs ? 0 : 1));
}

static void
write_json_row (const LaminaLayerRows  *self,
                const LaminaLayerGroup *group)
{
  JsonBuilder *json = lamina_json_row_begin ();
  LaminaRate rate;

  if (self->name_runs)
    lamina_json_add_integer (json, "run", self->run_index + 1);
  lamina_json_add_text (json, "group", group->label);
  lamina_json_add_integer (json, "calls", group->calls);
  lamina_json_add_integer (json, "duration_ns", group->duration);
  lamina_json_add_real (json, "mean_ns", group->mean);
  lamina_json_add_integer (json, "min_ns", group->min);
  lamina_json_add_integer (json, "max_ns", group->max);
  lamina_json_add_integer (json, "median_ns", group->median);
  lamina_json_add_integer (json, "p95_ns", group->p95);
  lamina_json_add_real (json, "share", group->share);
  lamina_json_add_real (json, "cumulative_share", group->cumulative);
  lamina_json_add_integer (json, "host_ns", group->host);
  lamina_json_add_integer (json, "self_ns", group->host_self);
  lamina_json_add_integer (json, "device_ns", group->device_time);
  lamina_json_add_integer (json, "wait_ns", group->wait);
  lamina_json_add_integer (json, "flop", group->flop);
  lamina_json_add_integer (json, "bytes", group->bytes);
  lamina_layer_group_get_rate (group, self->run, LAMINA_UNIT_FLOP, &rate);
  lamina_json_add_rate (json, &rate, self->run);
  lamina_layer_group_get_rate (group, self->run, LAMINA_UNIT_BYTES, &rate);
  lamina_json_add_rate (json, &rate, self->run);
  lamina_json_add_estimated (json, group->estimated);
  lamina_json_add_ids (json, "layers", group->layers, group->n_layers);
  lamina_json_row_end (json);
}

static void
write_csv_rate (const LaminaLayerRows  *self,
                LaminaRowWriter        *writer,
                const LaminaLayerGroup *group,
                LaminaUnit              unit)
{
  LaminaRate rate;

  lamina_layer_group_get_rate (group, self->run, unit, &rate);
  lamina_row_writer_add_real (writer, rate.per_second);
  lamina_row_writer_add_integer (writer, rate.covered);
  lamina_row_writer_add_real (writer, lamina_rate_get_share (&rate));
  lamina_row_writer_take (writer, lamina_rate_dup_reason (&rate, self->run));
}

static void
write_csv_row (const LaminaLayerRows  *self,
               LaminaRowWriter        *writer,
               const LaminaLayerGroup *group)
{
  lamina_row_writer_add_integer (writer, self->run_index + 1);
  lamina_row_writer_add (writer, group->label);
  lamina_row_writer_add_integer (writer, group->calls);
  lamina_row_writer_add_integer (writer, group->duration);
  lamina_row_writer_add_real (writer, group->mean);
  lamina_row_writer_add_integer (writer, group->min);
  lamina_row_writer_add_integer (writer, group->max);
  lamina_row_writer_add_real (writer, group->share);
  lamina_row_writer_add_integer (writer, group->flop);
  lamina_row_writer_add_integer (writer, group->bytes);
  lamina_row_writer_add_estimated (writer, group->estimated);
  lamina_row_writer_add_integer (writer, group->median);
  lamina_row_writer_add_integer (writer, group->p95);
  lamina_row_writer_add_real (writer, group->cumulative);
  lamina_row_writer_add_integer (writer, group->host);
  lamina_row_writer_add_integer (writer, group->host_self);
  lamina_row_writer_add_integer (writer, group->device_time);
  lamina_row_writer_add_integer (writer, group->wait);
  lamina_row_writer_add_ids (writer, group->layers, group->n_layers);
  write_csv_rate (self, writer, group, LAMINA_UNIT_FLOP);
  write_csv_rate (self, writer, group, LAMINA_UNIT_BYTES);
}

static void
write_table_row (const LaminaLayerRows  *self,
                 LaminaRowWriter        *writer,
                 const LaminaLayerGroup *group)
{
  static const LaminaLayerColumn columns[] = {
    LAMINA_LAYER_COLUMN_NAME, LAMINA_LAYER_COLUMN_CALLS, LAMINA_LAYER_COLUMN_DURATION, LAMINA_LAYER_COLUMN_SHARE,
    LAMINA_LAYER_COLUMN_CUMULATIVE, LAMINA_LAYER_COLUMN_MEAN, LAMINA_LAYER_COLUMN_MEDIAN, LAMINA_LAYER_COLUMN_P95,
    LAMINA_LAYER_COLUMN_MIN, LAMINA_LAYER_COLUMN_MAX, LAMINA_LAYER_COLUMN_FLOP, LAMINA_LAYER_COLUMN_BYTES,
  };

  if (self->name_runs)
    lamina_row_writer_add_integer (writer, self->run_index + 1);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_layer_group_get_value (self->run, group, columns[i], &value);
      lamina_row_writer_take (writer, lamina_layer_value_dup_text (&value));
    }
}

void
lamina_layer_rows_write_groups (const LaminaLayerRows *self,
                                LaminaGrouping        *grouping,
                                const guint32         *order,
                                LaminaFormatChoice     format,
                                LaminaRowWriter       *writer)
{
  for (guint i = 0; i < lamina_grouping_get_n (grouping) && i < self->limit; i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, order[i]);

      if (format == LAMINA_FORMAT_JSON)
        write_json_row (self, group);
      else if (format == LAMINA_FORMAT_CSV)
        write_csv_row (self, writer, group);
      else
        write_table_row (self, writer, group);
    }
}
