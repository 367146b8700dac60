/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-output.h"

#include "lamina-compare-memory.h"
#include "lamina-comparison-totals.h"
#include "lamina-difference-value.h"
#include "lamina-json-output.h"
#include "lamina-row-writer.h"
#include "lamina-words.h"

/* No difference is no more than noise, too. */
static gboolean
is_within (gint64   delta,
           gboolean is_noise)
{
  return is_noise || delta == 0;
}

static const char *
get_key (LaminaDifferenceColumn column)
{
  const LaminaDifferenceColumnInfo *info = lamina_difference_column_get_info (column);

  return info->of_pairs ? info->key : NULL;
}

void
lamina_compare_output_write_csv (const LaminaCompareOutput *self)
{
  const char *keys[LAMINA_N_DIFFERENCE_COLUMNS + 1] = { NULL };
  LaminaRowWriter *writer;

  for (guint column = 0, n = 0; column < LAMINA_N_DIFFERENCE_COLUMNS; column++)
    if (get_key (column) != NULL)
      keys[n++] = get_key (column);
  writer = lamina_row_writer_new (LAMINA_FORMAT_CSV, keys);
  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaDifference pair;

      lamina_difference_init_pair (&pair, self->comparison, i);
      for (guint column = 0; column < LAMINA_N_DIFFERENCE_COLUMNS; column++)
        {
          g_auto (LaminaLayerValue) value = { 0 };

          if (get_key (column) == NULL)
            continue;
          lamina_difference_get_value (&pair, column, &value);
          lamina_row_writer_take (writer, lamina_layer_value_dup_plain (&value));
        }
    }
  lamina_row_writer_free (writer);
}

static void
add_flag (JsonBuilder *json,
          const char  *name,
          gboolean     known,
          gboolean     value)
{
  json_builder_set_member_name (json, name);
  if (known)
    json_builder_add_boolean_value (json, value);
  else
    json_builder_add_null_value (json);
}

static void
add_side (JsonBuilder         *json,
          const LaminaCompareOutput *self,
          gboolean             is_b)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  const LaminaComparisonSide *side = lamina_comparison_get_side (self->comparison, is_b);
  LaminaRun *run = lamina_comparison_get_run (self->comparison, is_b);
  g_autofree char *file = g_filename_display_name (self->files[is_b ? 1 : 0]);
  gboolean has_section = side->section != LAMINA_NONE;

  lamina_json_open_object (json, is_b ? "b" : "a");
  lamina_json_add_text (json, "file", file);
  lamina_json_add_integer (json, "run", side->run + 1);
  lamina_json_add_text (json, "title", lamina_run_get_title (run));
  lamina_json_add_integer (json, "section", has_section ? (gint64) side->section + 1 : LAMINA_ABSENT);
  lamina_json_add_text (json, "section_title", has_section ? lamina_run_get_section (run, side->section)->title : NULL);
  lamina_json_add_text (json, "cost", lamina_words_costs[lamina_run_get_cost_kind (run)]);
  lamina_json_add_integer (json, "layers", is_b ? summary->n_layers_b : summary->n_layers_a);
  lamina_json_add_integer (json, "duration_ns", is_b ? summary->total_b : summary->total_a);
  json_builder_end_object (json);
}

static void
add_member (JsonBuilder            *json,
            const LaminaDifference *row,
            LaminaDifferenceColumn  column)
{
  const char *key = lamina_difference_column_get_info (column)->key;
  g_auto (LaminaLayerValue) value = { 0 };

  switch ((guint) column)
    {
    case LAMINA_DIFFERENCE_COLUMN_LAYERS_A:
      lamina_json_add_ids (json, key, row->pair.layers_a, row->pair.n_a);
      break;
    case LAMINA_DIFFERENCE_COLUMN_LAYERS_B:
      lamina_json_add_ids (json, key, row->pair.layers_b, row->pair.n_b);
      break;
    case LAMINA_DIFFERENCE_COLUMN_WITHIN:
      add_flag (json, key, row->pair.noise != LAMINA_ABSENT, is_within (row->pair.delta, row->pair.is_noise));
      break;
    default:
      lamina_difference_get_value (row, column, &value);
      lamina_json_add_layer_value (json, key, &value);
    }
}

static void
add_types (JsonBuilder      *json,
           LaminaComparison *comparison)
{
  lamina_json_open_array (json, "types");
  for (guint i = 0; i < lamina_comparison_get_n_types (comparison); i++)
    {
      LaminaDifference type;

      lamina_difference_init_type (&type, comparison, i);
      json_builder_begin_object (json);
      for (guint column = 0; column < LAMINA_N_DIFFERENCE_COLUMNS; column++)
        if (lamina_difference_column_get_info (column)->of_types)
          add_member (json, &type, column);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_total (JsonBuilder                 *json,
           const LaminaComparisonTotal *total)
{
  gint64 delta = lamina_comparison_total_get_delta (total);

  lamina_json_add_integer (json, "a_ns", total->a);
  lamina_json_add_integer (json, "b_ns", total->b);
  lamina_json_add_integer (json, "delta_ns", delta);
  lamina_json_add_real (json, "delta_percent", lamina_comparison_get_percent (total->a, delta));
}

/* The only one of its kind. */
static void
add_lone_total (JsonBuilder                  *json,
                const LaminaComparisonTotals *totals,
                LaminaComparisonTotalKind     kind)
{
  const LaminaComparisonTotal unknown = { .a = LAMINA_ABSENT, .b = LAMINA_ABSENT };
  const LaminaComparisonTotal *total = &unknown;

  for (guint i = 0; i < lamina_comparison_totals_get_n (totals); i++)
    if (lamina_comparison_totals_get (totals, i)->kind == kind)
      total = lamina_comparison_totals_get (totals, i);
  add_total (json, total);
}

/* What the kernels take, and how long it takes until all is done. */
static void
add_totals (JsonBuilder      *json,
            LaminaComparison *comparison)
{
  g_autoptr (LaminaComparisonTotals) totals = lamina_comparison_totals_new (comparison, NULL);

  lamina_json_open_object (json, "kernels");
  add_lone_total (json, totals, LAMINA_COMPARISON_OF_KERNELS);
  json_builder_end_object (json);
  lamina_json_open_array (json, "spans");
  for (guint i = 0; i < lamina_comparison_totals_get_n (totals); i++)
    {
      const LaminaComparisonTotal *total = lamina_comparison_totals_get (totals, i);

      if (total->kind != LAMINA_COMPARISON_OF_DEVICE)
        continue;
      json_builder_begin_object (json);
      lamina_json_add_text (json, "device", total->device);
      add_total (json, total);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  lamina_json_open_object (json, "steps");
  lamina_json_add_integer (json, "n_a", lamina_comparison_totals_get_n_steps (totals, FALSE));
  lamina_json_add_integer (json, "n_b", lamina_comparison_totals_get_n_steps (totals, TRUE));
  add_lone_total (json, totals, LAMINA_COMPARISON_OF_STEP);
  json_builder_end_object (json);
  lamina_json_add_text (json, "verdict", lamina_comparison_verdict_get_name (lamina_comparison_totals_judge (totals)));
}

void
lamina_compare_output_write_json (const LaminaCompareOutput *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  JsonBuilder *json = json_builder_new_immutable ();

  json_builder_begin_object (json);
  add_side (json, self, FALSE);
  add_side (json, self, TRUE);
  lamina_json_add_integer (json, "delta_ns", summary->delta);
  lamina_json_add_real (json, "delta_percent", lamina_comparison_get_percent (summary->total_a, summary->delta));
  lamina_json_add_text (json, "reason", lamina_comparison_get_reason (self->comparison));
  lamina_json_add_integer (json, "noise_ns", summary->noise);
  add_flag (json, "within_noise", summary->noise != LAMINA_ABSENT, is_within (summary->delta, summary->is_noise));
  lamina_json_add_integer (json, "noise_delta_ns", summary->noise_delta);
  lamina_json_open_object (json, "states");
  for (guint i = 0; i < LAMINA_N_PAIR_STATES; i++)
    {
      json_builder_set_member_name (json, lamina_pair_state_get_name ((LaminaPairState) i));
      json_builder_begin_object (json);
      lamina_json_add_integer (json, "pairs", summary->n_states[i]);
      lamina_json_add_integer (json, "delta_ns", summary->deltas[i]);
      json_builder_end_object (json);
    }
  json_builder_end_object (json);
  add_totals (json, self->comparison);
  add_types (json, self->comparison);
  lamina_compare_memory_add (json, self->comparison);
  json_builder_end_object (json);
  lamina_json_rows_open_in (json, "pairs");
  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaDifference pair;

      lamina_difference_init_pair (&pair, self->comparison, i);
      json = lamina_json_row_begin ();
      for (guint column = 0; column < LAMINA_N_DIFFERENCE_COLUMNS; column++)
        if (get_key (column) != NULL)
          add_member (json, &pair, column);
      lamina_json_row_end (json);
    }
  lamina_json_rows_close_in ();
}
