/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-layers.h"

#include "lamina-json-output.h"
#include "lamina-layer-value.h"
#include "lamina-words.h"
#include "lamina-work.h"

#include <math.h>
#include <string.h>

/* When the layer starts, from the start of the axis on. */
static gint64
get_start (const LaminaLayerRows *self,
           guint                  layer)
{
  gint64 start = lamina_run_get_layer_start (self->run, layer, self->timebase);

  if (start == LAMINA_ABSENT || lamina_layers_get_calls (self->layers, layer) == 0)
    return LAMINA_ABSENT;
  return lamina_number_add (start, -lamina_timebase_get_start (self->timebase));
}

static gint64
get_cost (const LaminaLayerRows *self,
          guint                  layer)
{
  return lamina_column_number (lamina_run_get_costs (self->run), layer);
}

static char *
dup_track_path (const LaminaLayerRows *self,
                guint                  layer)
{
  guint32 track = lamina_column_row (self->layers->track, layer);

  return track != LAMINA_NONE ? lamina_run_dup_track_path (self->run, track) : NULL;
}

/* Layers one by one, as comma separated values and as a table. */

const char *const lamina_layer_table_headings[] = {
  ">Run", ">#", "Name", "Type", ">Calls", ">Duration", ">Share", ">FLOP", ">FLOP/s", ">Bytes moved", ">Bandwidth", "Output",
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
dup_output_shapes (const LaminaLayerRows *self,
                   guint                  layer)
{
  guint first = lamina_column_first (self->layers->first_output, layer);
  guint32 result = lamina_layer_get_inferred (self->run, layer);

  if (result != 0)
    return lamina_work_dup_inferred_text (lamina_work_peek (self->run), result);
  return dup_shapes (self, self->layers->outputs + first, lamina_column_first (self->layers->first_output, layer + 1) - first);
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
add_csv_metrics (GPtrArray       *metrics,
                 LaminaRowWriter *writer,
                 guint            layer)
{
  for (guint i = 0; i < metrics->len; i++)
    {
      const LaminaMetric *metric = g_ptr_array_index (metrics, i);

      if (metric == NULL)
        lamina_row_writer_add (writer, NULL);
      else if (metric->integers != NULL)
        lamina_row_writer_add_integer (writer, metric->integers[layer]);
      else
        lamina_row_writer_add_real (writer, metric->reals[layer]);
    }
}

static void
write_csv_row (const LaminaLayerRows *self,
               GPtrArray             *metrics,
               LaminaRowWriter       *writer,
               guint                  layer)
{
  const LaminaLayers *layers = self->layers;
  guint32 section = lamina_column_row (layers->section, layer);
  guint32 input = layers->first_input[layer];
  const gint64 numbers[] = {
    get_start (self, layer),
    get_cost (self, layer),
    lamina_column_number (layers->host, layer),
    lamina_column_number (layers->host_self, layer),
    lamina_column_number (layers->device_time, layer),
    lamina_column_number (layers->wait, layer),
    lamina_column_number (layers->flop, layer),
    lamina_column_number (layers->bytes, layer),
  };

  lamina_row_writer_add_integer (writer, self->run_index + 1);
  lamina_row_writer_add_integer (writer, layer);
  lamina_row_writer_add (writer, lamina_run_get_string (self->run, layers->key[layer]));
  lamina_row_writer_add_row (writer, lamina_column_row (layers->parent, layer));
  lamina_row_writer_add (writer, section != LAMINA_NONE ? lamina_run_get_section (self->run, section)->title : NULL);
  lamina_row_writer_add (writer, lamina_run_get_string (self->run, lamina_column_id (layers->annotation, layer)));
  lamina_row_writer_add (writer, lamina_run_get_string (self->run, layers->name[layer]));
  lamina_row_writer_add (writer, lamina_run_get_string (self->run, layers->type[layer]));
  lamina_row_writer_add (writer, lamina_phase_get_name ((LaminaPhase) layers->phase[layer]));
  lamina_row_writer_add (writer, lamina_run_get_string (self->run, layers->device[layer]));
  lamina_row_writer_take (writer, dup_track_path (self, layer));
  lamina_row_writer_add_integer (writer, lamina_layers_get_calls (layers, layer));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    lamina_row_writer_add_integer (writer, numbers[i]);
  lamina_row_writer_take (writer, dup_shapes (self, layers->inputs + input, layers->first_input[layer + 1] - input));
  lamina_row_writer_take (writer, dup_output_shapes (self, layer));
  lamina_row_writer_add_estimated (writer, get_estimated (self, layer));
  add_csv_metrics (metrics, writer, layer);
}

LaminaRowWriter *
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
  return lamina_row_writer_new (LAMINA_FORMAT_CSV, (const char *const *) all->pdata);
}

void
lamina_layer_rows_write_csv (const LaminaLayerRows *self,
                             const GPtrArray       *metrics,
                             LaminaRowWriter       *writer)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  for (guint i = 0; i < metrics->len; i++)
    {
      const LaminaMetric *metric = g_ptr_array_index (metrics, i);

      g_ptr_array_add (found, (gpointer) find_metric (self->run, metric->name));
    }
  for (guint i = 0; i < self->n_rows; i++)
    write_csv_row (self, found, writer, self->rows[i]);
}

void
lamina_layer_rows_write_table (const LaminaLayerRows *self,
                               LaminaRowWriter       *writer)
{
  static const LaminaLayerColumn columns[] = {
    LAMINA_LAYER_COLUMN_NAME, LAMINA_LAYER_COLUMN_TYPE, LAMINA_LAYER_COLUMN_CALLS, LAMINA_LAYER_COLUMN_DURATION,
    LAMINA_LAYER_COLUMN_SHARE, LAMINA_LAYER_COLUMN_FLOP, LAMINA_LAYER_COLUMN_FLOP_RATE, LAMINA_LAYER_COLUMN_BYTES,
    LAMINA_LAYER_COLUMN_BYTE_RATE, LAMINA_LAYER_COLUMN_SHAPE,
  };

  for (guint i = 0; i < self->n_rows; i++)
    {
      if (self->name_runs)
        lamina_row_writer_add_integer (writer, self->run_index + 1);
      lamina_row_writer_add_integer (writer, self->rows[i]);
      for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
        {
          g_auto (LaminaLayerValue) value = { 0 };

          lamina_layer_get_value (self->run, self->timebase, self->rows[i], columns[k], &value);
          lamina_row_writer_take (writer, lamina_layer_value_dup_text (&value));
          if (value.suspicious)
            lamina_row_writer_take_note (writer, lamina_layer_dup_suspicion (self->run, self->rows[i], columns[k]));
        }
    }
}

/* Layers one by one, as JSON. */

static LaminaDetails *
describe (const LaminaLayerRows *self,
          guint                  layer)
{
  const LaminaPlace place = { .kind = LAMINA_PLACE_LAYER, .run = self->run_index, .row = layer };
  g_autoptr (GError) error = NULL;
  LaminaDetails *details = lamina_document_describe (self->document, &place, &error);

  if (details != NULL)
    return details;
  lamina_command_complain ("attributes of layer %u: %s", layer, error->message);
  return lamina_details_new ();
}

static void
add_tensor (JsonBuilder *json,
            LaminaRun   *run,
            guint32      id)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  json_builder_begin_object (json);
  lamina_json_add_integer (json, "tensor", id);
  lamina_json_add_string (json, "name", run, lamina_column_id (tensors->name, id));
  lamina_json_add_string (json, "dtype", run, tensors->dtype[id]);
  lamina_json_add_shape (json, run, tensors->shape[id]);
  lamina_json_add_string (json, "layout", run, lamina_column_id (tensors->layout, id));
  lamina_json_add_integer (json, "bytes", tensors->bytes[id]);
  lamina_json_add_estimated (json, tensors->estimated[id]);
  json_builder_end_object (json);
}

static void
add_inputs (JsonBuilder           *json,
            const LaminaLayerRows *self,
            guint                  layer)
{
  const guint32 *first = self->layers->first_input;

  lamina_json_open_array (json, "inputs");
  for (guint32 i = first[layer]; i < first[layer + 1]; i++)
    add_tensor (json, self->run, self->layers->inputs[i]);
  json_builder_end_array (json);
}

/* An output that the file does not name, of which no more is known than its shape. */
static void
add_result (JsonBuilder *json,
            LaminaRun   *run,
            guint32      result)
{
  guint n;
  const gint64 *dims = lamina_work_get_inferred_dims (lamina_work_peek (run), result, &n);

  json_builder_begin_object (json);
  lamina_json_add_text (json, "tensor", NULL);
  lamina_json_add_text (json, "name", NULL);
  lamina_json_add_text (json, "dtype", NULL);
  lamina_json_add_dims (json, dims, n);
  lamina_json_add_text (json, "layout", NULL);
  lamina_json_add_text (json, "bytes", NULL);
  lamina_json_add_estimated (json, LAMINA_ESTIMATE_SHAPE);
  json_builder_end_object (json);
}

static void
add_outputs (JsonBuilder           *json,
             const LaminaLayerRows *self,
             guint                  layer)
{
  guint32 end = lamina_column_first (self->layers->first_output, layer + 1);
  guint32 result = lamina_layer_get_inferred (self->run, layer);

  lamina_json_open_array (json, "outputs");
  for (guint32 i = lamina_column_first (self->layers->first_output, layer); i < end; i++)
    add_tensor (json, self->run, self->layers->outputs[i]);
  if (result != 0)
    add_result (json, self->run, result);
  json_builder_end_array (json);
}

static void
add_metrics (JsonBuilder           *json,
             const LaminaLayerRows *self,
             guint                  layer)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  lamina_json_open_object (json, "metrics");
  for (guint i = 0; i < lamina_run_get_n_metrics (self->run); i++)
    {
      const LaminaMetric *metric = lamina_run_get_metric (self->run, i);
      LaminaValue value = { .type = metric->integers != NULL ? LAMINA_VALUE_INTEGER : LAMINA_VALUE_REAL };

      if (metric->integers != NULL)
        value.integer = metric->integers[layer];
      else
        value.real = metric->reals[layer];
      lamina_json_add_unique (json, names, metric->name, &value);
    }
  json_builder_end_object (json);
}

static char *
dup_attribute_name (const LaminaDetail *detail)
{
  return detail->group != NULL ? g_strdup_printf ("%s.%s", detail->group, detail->key) : g_strdup (detail->key);
}

/* The names of members of the layer come first: what a tool calls the same has a sign before it. */
static void
add_name_of_file (JsonBuilder *json,
                  const char  *name)
{
  gboolean is_own = g_strv_contains (lamina_words_estimates, name) || lamina_layer_key_is_own (name);
  g_autofree char *marked = g_strconcat (is_own ? "@" : "", name, NULL);

  json_builder_add_string_value (json, marked);
}

/* Members of the layer, then metrics and attributes by their names. */
static void
add_estimated (JsonBuilder           *json,
               const LaminaLayerRows *self,
               guint                  layer,
               LaminaDetails         *details)
{
  lamina_json_open_estimated (json, self->layers->estimated[layer]);
  for (guint i = 0; i < lamina_run_get_n_metrics (self->run); i++)
    {
      const LaminaMetric *metric = lamina_run_get_metric (self->run, i);

      if (metric->estimated
          && (metric->integers != NULL ? metric->integers[layer] != LAMINA_ABSENT : isfinite (metric->reals[layer])))
        add_name_of_file (json, metric->name);
    }
  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      g_autofree char *name = dup_attribute_name (lamina_details_get (details, i));

      if (lamina_details_get (details, i)->value.estimated)
        add_name_of_file (json, name);
    }
  json_builder_end_array (json);
}

static void
add_attributes (JsonBuilder   *json,
                LaminaDetails *details)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  lamina_json_open_object (json, "attributes");
  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);
      g_autofree char *name = dup_attribute_name (detail);

      lamina_json_add_unique (json, names, name, &detail->value);
    }
  json_builder_end_object (json);
}

static void
write_json_row (const LaminaLayerRows *self,
                guint                  layer)
{
  const LaminaLayers *layers = self->layers;
  guint32 section = lamina_column_row (layers->section, layer);
  g_autofree char *track = dup_track_path (self, layer);
  g_autoptr (LaminaDetails) details = describe (self, layer);
  JsonBuilder *json = lamina_json_row_begin ();

  if (self->name_runs)
    lamina_json_add_integer (json, "run", self->run_index + 1);
  lamina_json_add_integer (json, "id", layer);
  lamina_json_add_string (json, "key", self->run, layers->key[layer]);
  lamina_json_add_row (json, "parent", lamina_column_row (layers->parent, layer));
  lamina_json_add_text (json, "section",
                        section != LAMINA_NONE ? lamina_run_get_section (self->run, section)->title : NULL);
  lamina_json_add_string (json, "annotation", self->run, lamina_column_id (layers->annotation, layer));
  lamina_json_add_string (json, "name", self->run, layers->name[layer]);
  lamina_json_add_string (json, "type", self->run, layers->type[layer]);
  lamina_json_add_text (json, "phase", lamina_phase_get_name ((LaminaPhase) layers->phase[layer]));
  lamina_json_add_string (json, "device", self->run, layers->device[layer]);
  lamina_json_add_text (json, "track", track);
  lamina_json_add_integer (json, "calls", lamina_layers_get_calls (layers, layer));
  lamina_json_add_integer (json, "start", get_start (self, layer));
  lamina_json_add_integer (json, "duration_ns", get_cost (self, layer));
  lamina_json_add_integer (json, "host_ns", lamina_column_number (layers->host, layer));
  lamina_json_add_integer (json, "self_ns", lamina_column_number (layers->host_self, layer));
  lamina_json_add_integer (json, "device_ns", lamina_column_number (layers->device_time, layer));
  lamina_json_add_integer (json, "wait_ns", lamina_column_number (layers->wait, layer));
  lamina_json_add_integer (json, "flop", lamina_column_number (layers->flop, layer));
  lamina_json_add_integer (json, "bytes", lamina_column_number (layers->bytes, layer));
  add_estimated (json, self, layer, details);
  add_inputs (json, self, layer);
  add_outputs (json, self, layer);
  add_metrics (json, self, layer);
  add_attributes (json, details);
  lamina_json_row_end (json);
}

void
lamina_layer_rows_write_json (const LaminaLayerRows *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    write_json_row (self, self->rows[i]);
}
