/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-layers.h"
#include "lamina-layer-query.h"
#include "lamina-words.h"

#include <math.h>
#include <string.h>

/* Layers one by one, as comma separated values and as a table. */

const char *const lamina_layer_table_headings[] = {
  ">Run", ">#", "Name", "Type", ">Calls", ">Duration", ">Share", ">FLOP", ">FLOP/s", ">Moved", ">Bandwidth", "Output",
  NULL,
};

static char *
dup_shapes (const LaminaLayerRows *self,
            const guint32         *ids,
            guint                  n)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      guint32 shape = tensors->shape[ids[i]];
      g_autofree char *shape_text = shape != 0 ? lamina_run_dup_shape_text (self->run, shape) : g_strdup ("?");

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", shape_text);
    }
  return g_string_free (text, FALSE);
}

static char *
dup_input_shapes (const LaminaLayerRows *self,
                  guint                  layer)
{
  guint first = self->layers->first_input[layer];

  return dup_shapes (self, self->layers->inputs + first, self->layers->first_input[layer + 1] - first);
}

static char *
dup_output_shapes (const LaminaLayerRows *self,
                   guint                  layer)
{
  guint first = self->layers->first_output[layer];

  return dup_shapes (self, self->layers->outputs + first, self->layers->first_output[layer + 1] - first);
}

/* The shape of the result alone: workspaces beside it say nothing at a glance. */
static char *
dup_output_shape (const LaminaLayerRows *self,
                  guint                  layer)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);

  for (guint i = self->layers->first_output[layer]; i < self->layers->first_output[layer + 1]; i++)
    {
      guint32 id = self->layers->outputs[i];

      if (tensors->role[id] != LAMINA_ROLE_WORKSPACE && tensors->shape[id] != 0)
        return lamina_run_dup_shape_text (self->run, tensors->shape[id]);
    }
  return NULL;
}

/* The metric of the run that has a name, or NULL. */
static const LaminaMetric *
find_metric (LaminaRun  *run,
             const char *name)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    if (strcmp (lamina_run_get_metric (run, i)->name, name) == 0)
      return lamina_run_get_metric (run, i);
  return NULL;
}

static void
add_csv_metrics (GPtrArray   *metrics,
                 LaminaTable *table,
                 guint        layer)
{
  for (guint i = 0; i < metrics->len; i++)
    {
      const LaminaMetric *metric = g_ptr_array_index (metrics, i);

      if (metric == NULL)
        lamina_table_add (table, NULL);
      else if (metric->integers != NULL)
        lamina_table_add_integer (table, metric->integers[layer]);
      else
        lamina_table_add_real (table, metric->reals[layer]);
    }
}

static void
write_csv_row (const LaminaLayerRows *self,
               GPtrArray             *metrics,
               LaminaTable           *table,
               guint                  layer)
{
  const LaminaLayers *layers = self->layers;
  guint32 section = lamina_column_row (layers->section, layer);
  const gint64 numbers[] = {
    lamina_layer_rows_get_start (self, layer),
    lamina_layer_rows_get_cost (self, layer),
    lamina_column_number (layers->host, layer),
    lamina_column_number (layers->host_self, layer),
    lamina_column_number (layers->device_time, layer),
    lamina_column_number (layers->wait, layer),
    lamina_column_number (layers->flop, layer),
    lamina_column_number (layers->bytes, layer),
  };

  lamina_table_add_integer (table, self->run_index + 1);
  lamina_table_add_integer (table, layer);
  lamina_table_add (table, lamina_run_get_string (self->run, layers->key[layer]));
  lamina_table_add_row (table, lamina_column_row (layers->parent, layer));
  lamina_table_add (table, section != LAMINA_NONE ? lamina_run_get_section (self->run, section)->title : NULL);
  lamina_table_add (table, lamina_run_get_string (self->run, layers->name[layer]));
  lamina_table_add (table, lamina_run_get_string (self->run, layers->type[layer]));
  lamina_table_add (table, lamina_words_phase (layers->phase[layer]));
  lamina_table_add (table, lamina_run_get_string (self->run, layers->device[layer]));
  lamina_table_take (table, lamina_layer_rows_dup_track_path (self, layer));
  lamina_table_add_integer (table, layers->calls[layer]);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    lamina_table_add_integer (table, numbers[i]);
  lamina_table_take (table, dup_input_shapes (self, layer));
  lamina_table_take (table, dup_output_shapes (self, layer));
  lamina_table_add_estimated (table, layers->estimated[layer]);
  add_csv_metrics (metrics, table, layer);
}

LaminaTable *
lamina_layer_csv_new (const GPtrArray *metrics)
{
  static const char *const headings[] = {
    "run", "id", "key", "parent", "section", "name", "type", "phase", "device", "track", "calls", "start",
    "duration_ns", "host_ns", "self_ns", "device_ns", "wait_ns", "flop", "bytes", "inputs", "outputs", "estimated",
  };
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (headings); i++)
    g_ptr_array_add (all, g_strdup (headings[i]));
  /* The sign belongs to the table, for a name may begin with it. */
  for (guint i = 0; i < metrics->len; i++)
    g_ptr_array_add (all, g_strconcat (">", g_ptr_array_index (metrics, i), NULL));
  g_ptr_array_add (all, NULL);
  return lamina_table_new (TRUE, (const char *const *) all->pdata);
}

void
lamina_layer_rows_write_csv (const LaminaLayerRows *self,
                             const GPtrArray       *metrics,
                             LaminaTable           *table)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  for (guint i = 0; i < metrics->len; i++)
    g_ptr_array_add (found, (gpointer) find_metric (self->run, g_ptr_array_index (metrics, i)));
  for (guint i = 0; i < self->n_rows; i++)
    write_csv_row (self, found, table, self->rows[i]);
}

static char *
dup_share (const LaminaLayerRows *self,
           guint                  layer)
{
  gint64 total = lamina_run_get_totals (self->run)->cost;
  gint64 cost = lamina_layer_rows_get_cost (self, layer);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (cost == LAMINA_ABSENT || total <= 0)
    return g_strdup ("—");
  return g_strconcat (g_ascii_formatd (text, sizeof text, "%.2f", 100.0 * (double) cost / (double) total), " %", NULL);
}

/* Estimated figures bear the sign that they bear everywhere. */
static char *
dup_figure (const LaminaLayerRows *self,
            guint                  layer,
            gint64                 value,
            LaminaUnit             unit,
            LaminaEstimate         estimate)
{
  g_autofree char *figure = lamina_figure_dup (value, unit);
  gboolean is_estimated = value != LAMINA_ABSENT && (self->layers->estimated[layer] & estimate) != 0;

  return g_strconcat (is_estimated ? "≈ " : "", figure, NULL);
}

/* A rate is estimated when the amount or the time is. */
static char *
dup_rate (const LaminaLayerRows *self,
          guint                  layer,
          LaminaUnit             unit,
          LaminaEstimate         estimate)
{
  double rate = lamina_layer_get_rate (self->run, layer, unit);
  g_autofree char *figure = lamina_figure_dup_rate (rate, unit);
  gboolean is_estimated = (self->layers->estimated[layer] & (estimate | LAMINA_ESTIMATE_DURATION)) != 0;

  return g_strconcat (is_estimated && !isnan (rate) ? "≈ " : "", figure, NULL);
}

void
lamina_layer_rows_write_table (const LaminaLayerRows *self,
                               LaminaTable           *table)
{
  const LaminaLayers *layers = self->layers;

  for (guint i = 0; i < self->n_rows; i++)
    {
      guint layer = self->rows[i];

      if (self->name_runs)
        lamina_table_add_integer (table, self->run_index + 1);
      lamina_table_add_integer (table, layer);
      lamina_table_add (table, lamina_run_get_string (self->run, layers->name[layer]));
      lamina_table_add (table, lamina_run_get_string (self->run, layers->type[layer]));
      lamina_table_add_integer (table, layers->calls[layer]);
      lamina_table_take (table, dup_figure (self, layer, lamina_layer_rows_get_cost (self, layer),
                                            LAMINA_UNIT_NANOSECONDS, LAMINA_ESTIMATE_DURATION));
      lamina_table_take (table, dup_share (self, layer));
      lamina_table_take (table, dup_figure (self, layer, lamina_column_number (layers->flop, layer), LAMINA_UNIT_FLOP,
                                            LAMINA_ESTIMATE_FLOP));
      lamina_table_take (table, dup_rate (self, layer, LAMINA_UNIT_FLOP, LAMINA_ESTIMATE_FLOP));
      lamina_table_take (table, dup_figure (self, layer, lamina_column_number (layers->bytes, layer), LAMINA_UNIT_BYTES,
                                            LAMINA_ESTIMATE_BYTES));
      lamina_table_take (table, dup_rate (self, layer, LAMINA_UNIT_BYTES, LAMINA_ESTIMATE_BYTES));
      lamina_table_take (table, dup_output_shape (self, layer));
    }
}
