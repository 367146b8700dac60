/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-layers.h"
#include "lamina-layer-value.h"
#include "lamina-work.h"

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
  guint first = lamina_layers_first_output (self->layers, layer);
  guint32 result = lamina_layer_get_inferred (self->run, layer);

  if (result != 0)
    return lamina_work_dup_inferred_text (lamina_work_peek (self->run), result);
  return dup_shapes (self, self->layers->outputs + first, lamina_layers_first_output (self->layers, layer + 1) - first);
}

/* What of the layer and the shapes of its tensors does not stand in the file. */
static guint
get_estimated (const LaminaLayerRows *self,
               guint                  layer)
{
  gboolean shapes = lamina_layer_has_estimate (self->run, layer, FALSE, LAMINA_ESTIMATE_SHAPE)
                    || lamina_layer_has_estimate (self->run, layer, TRUE, LAMINA_ESTIMATE_SHAPE);

  return self->layers->estimated[layer] | (shapes ? LAMINA_ESTIMATE_SHAPE : LAMINA_ESTIMATE_NONE);
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
  lamina_table_add (table, lamina_run_get_string (self->run, lamina_column_id (layers->annotation, layer)));
  lamina_table_add (table, lamina_run_get_string (self->run, layers->name[layer]));
  lamina_table_add (table, lamina_run_get_string (self->run, layers->type[layer]));
  lamina_table_add (table, lamina_phase_get_name ((LaminaPhase) layers->phase[layer]));
  lamina_table_add (table, lamina_run_get_string (self->run, layers->device[layer]));
  lamina_table_take (table, lamina_layer_rows_dup_track_path (self, layer));
  lamina_table_add_integer (table, lamina_layers_get_calls (layers, layer));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    lamina_table_add_integer (table, numbers[i]);
  lamina_table_take (table, dup_input_shapes (self, layer));
  lamina_table_take (table, dup_output_shapes (self, layer));
  lamina_table_add_estimated (table, get_estimated (self, layer));
  add_csv_metrics (metrics, table, layer);
}

LaminaTable *
lamina_layer_csv_new (const GPtrArray *metrics)
{
  static const char *const headings[] = {
    "run", "id", "key", "parent", "section", "annotation", "name", "type", "phase", "device", "track", "calls", "start",
    "duration_ns", "host_ns", "self_ns", "device_ns", "wait_ns", "flop", "bytes", "inputs", "outputs", "estimated",
    NULL,
  };
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (headings) - 1; i++)
    g_ptr_array_add (all, g_strdup (headings[i]));
  /* The first sign belongs to the table, for a name may begin with it. */
  for (guint i = 0; i < metrics->len; i++)
    {
      const LaminaMetric *metric = g_ptr_array_index (metrics, i);

      g_ptr_array_add (all, g_strconcat (">", metric->estimated ? "≈ " : "",
                                         g_strv_contains (headings, metric->name) ? "@" : "", metric->name, NULL));
    }
  g_ptr_array_add (all, NULL);
  return lamina_table_new (LAMINA_FORMAT_CSV, (const char *const *) all->pdata);
}

void
lamina_layer_rows_write_csv (const LaminaLayerRows *self,
                             const GPtrArray       *metrics,
                             LaminaTable           *table)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  for (guint i = 0; i < metrics->len; i++)
    {
      const LaminaMetric *metric = g_ptr_array_index (metrics, i);

      g_ptr_array_add (found, (gpointer) find_metric (self->run, metric->name));
    }
  for (guint i = 0; i < self->n_rows; i++)
    write_csv_row (self, found, table, self->rows[i]);
}

static void
add_value (const LaminaLayerRows *self,
           LaminaTable           *table,
           guint                  layer,
           LaminaLayerColumn      column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  lamina_layer_get_value (self->run, self->timebase, layer, column, &value);
  lamina_table_take (table, lamina_layer_value_dup_text (&value));
  if (value.suspicious)
    lamina_table_take_note (table, lamina_layer_dup_suspicion (self->run, layer, column));
}

void
lamina_layer_rows_write_table (const LaminaLayerRows *self,
                               LaminaTable           *table)
{
  static const LaminaLayerColumn columns[] = {
    LAMINA_LAYER_COLUMN_NAME, LAMINA_LAYER_COLUMN_TYPE, LAMINA_LAYER_COLUMN_CALLS, LAMINA_LAYER_COLUMN_DURATION,
    LAMINA_LAYER_COLUMN_SHARE, LAMINA_LAYER_COLUMN_FLOP, LAMINA_LAYER_COLUMN_FLOP_RATE, LAMINA_LAYER_COLUMN_BYTES,
    LAMINA_LAYER_COLUMN_BYTE_RATE, LAMINA_LAYER_COLUMN_SHAPE,
  };

  for (guint i = 0; i < self->n_rows; i++)
    {
      if (self->name_runs)
        lamina_table_add_integer (table, self->run_index + 1);
      lamina_table_add_integer (table, self->rows[i]);
      for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
        add_value (self, table, self->rows[i], columns[k]);
    }
}
