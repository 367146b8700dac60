/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-compare.h"
#include "lamina-json-output.h"
#include "lamina-table.h"
#include "lamina-words.h"

#include <math.h>

/* What `lamina compare` writes for programs. */

static double
get_share (LaminaComparison *comparison,
           gint64            delta)
{
  gint64 total = lamina_comparison_get_summary (comparison)->delta;

  return delta != LAMINA_ABSENT && total != LAMINA_ABSENT && total != 0 ? (double) delta / (double) total : NAN;
}

/* No difference is no more than noise, too. */
static gboolean
is_within (gint64   delta,
           gboolean is_noise)
{
  return is_noise || delta == 0;
}

static const char *const headings[] = {
  "state", "basis", "layers_a", "name_a", "layers_b", "name_b", "type", "calls_a", "calls_b", "a_ns", "b_ns",
  "delta_ns", "delta_percent", "share", "noise_ns", "within_noise", NULL,
};

static char *
dup_ids (const guint32 *layers,
         guint          n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", layers[i]);
  return g_string_free (text, FALSE);
}

void
lamina_compare_write_csv (const LaminaCompareOutput *self)
{
  g_autoptr (LaminaTable) table = lamina_table_new (TRUE, headings);

  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      lamina_table_add (table, lamina_pair_state_get_name (pair.state));
      lamina_table_add (table, lamina_pair_basis_get_name (pair.basis));
      lamina_table_take (table, dup_ids (pair.layers_a, pair.n_a));
      lamina_table_take (table, lamina_comparison_dup_names (self->comparison, &pair, FALSE));
      lamina_table_take (table, dup_ids (pair.layers_b, pair.n_b));
      lamina_table_take (table, lamina_comparison_dup_names (self->comparison, &pair, TRUE));
      lamina_table_add (table, lamina_comparison_get_pair_type (self->comparison, &pair, NULL));
      lamina_table_add_integer (table, pair.calls_a);
      lamina_table_add_integer (table, pair.calls_b);
      lamina_table_add_integer (table, pair.cost_a);
      lamina_table_add_integer (table, pair.cost_b);
      lamina_table_add_integer (table, pair.delta);
      lamina_table_add_real (table, lamina_comparison_get_percent (pair.cost_a, pair.delta));
      lamina_table_add_real (table, get_share (self->comparison, pair.delta));
      lamina_table_add_integer (table, pair.noise);
      lamina_table_add (table, pair.noise == LAMINA_ABSENT ? NULL : is_within (pair.delta, pair.is_noise) ? "true" : "false");
    }
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
add_side (JsonBuilder               *json,
          const LaminaCompareOutput *self,
          gboolean                   is_b)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  const LaminaComparisonSide *side = lamina_comparison_get_side (self->comparison, is_b);
  LaminaRun *run = lamina_comparison_get_run (self->comparison, is_b);
  g_autofree char *file = g_filename_display_name (self->files[is_b ? 1 : 0]);
  gboolean has_section = side->section != LAMINA_NONE;

  json_builder_set_member_name (json, is_b ? "b" : "a");
  json_builder_begin_object (json);
  lamina_json_add_text (json, "file", file);
  lamina_json_add_integer (json, "run", side->run + 1);
  lamina_json_add_text (json, "title", lamina_run_get_title (run));
  lamina_json_add_integer (json, "section", has_section ? (gint64) side->section + 1 : LAMINA_ABSENT);
  lamina_json_add_text (json, "section_title", has_section ? lamina_run_get_section (run, side->section)->title : NULL);
  lamina_json_add_text (json, "cost", lamina_words_cost (lamina_run_get_cost_kind (run)));
  lamina_json_add_integer (json, "layers", is_b ? summary->n_layers_b : summary->n_layers_a);
  lamina_json_add_integer (json, "duration_ns", is_b ? summary->total_b : summary->total_a);
  json_builder_end_object (json);
}

static void
add_states (JsonBuilder                   *json,
            const LaminaComparisonSummary *summary)
{
  json_builder_set_member_name (json, "states");
  json_builder_begin_object (json);
  for (guint i = 0; i < LAMINA_N_PAIR_STATES; i++)
    {
      json_builder_set_member_name (json, lamina_pair_state_get_name ((LaminaPairState) i));
      json_builder_begin_object (json);
      lamina_json_add_integer (json, "pairs", summary->n_states[i]);
      lamina_json_add_integer (json, "delta_ns", summary->deltas[i]);
      json_builder_end_object (json);
    }
  json_builder_end_object (json);
}

static void
add_types (JsonBuilder      *json,
           LaminaComparison *comparison)
{
  json_builder_set_member_name (json, "types");
  json_builder_begin_array (json);
  for (guint i = 0; i < lamina_comparison_get_n_types (comparison); i++)
    {
      const LaminaComparisonType *type = lamina_comparison_get_type_row (comparison, i);

      json_builder_begin_object (json);
      lamina_json_add_text (json, "type", type->type);
      lamina_json_add_integer (json, "pairs", type->n_pairs);
      lamina_json_add_integer (json, "a_ns", type->cost_a);
      lamina_json_add_integer (json, "b_ns", type->cost_b);
      lamina_json_add_integer (json, "delta_ns", type->delta);
      lamina_json_add_real (json, "delta_percent", lamina_comparison_get_percent (type->cost_a, type->delta));
      lamina_json_add_real (json, "share", get_share (comparison, type->delta));
      lamina_json_add_integer (json, "noise_delta_ns", type->noise_delta);
      lamina_json_add_integer (json, "noise_ns", type->noise);
      add_flag (json, "within_noise", type->noise != LAMINA_ABSENT, is_within (type->delta, type->is_noise));
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_layers (JsonBuilder      *json,
            LaminaComparison *comparison,
            const LaminaPair *pair,
            gboolean          is_b)
{
  const guint32 *layers = is_b ? pair->layers_b : pair->layers_a;
  g_autofree char *names = lamina_comparison_dup_names (comparison, pair, is_b);

  json_builder_set_member_name (json, is_b ? "layers_b" : "layers_a");
  json_builder_begin_array (json);
  for (guint i = 0; i < (is_b ? pair->n_b : pair->n_a); i++)
    json_builder_add_int_value (json, layers[i]);
  json_builder_end_array (json);
  lamina_json_add_text (json, is_b ? "name_b" : "name_a", names);
}

static void
write_pair (LaminaComparison *comparison,
            const LaminaPair *pair)
{
  JsonBuilder *json = lamina_json_row_begin ();
  const char *type = lamina_comparison_get_pair_type (comparison, pair, NULL);

  lamina_json_add_text (json, "state", lamina_pair_state_get_name (pair->state));
  lamina_json_add_text (json, "basis", lamina_pair_basis_get_name (pair->basis));
  add_layers (json, comparison, pair, FALSE);
  add_layers (json, comparison, pair, TRUE);
  lamina_json_add_text (json, "type", *type != '\0' ? type : NULL);
  lamina_json_add_integer (json, "calls_a", pair->calls_a);
  lamina_json_add_integer (json, "calls_b", pair->calls_b);
  lamina_json_add_integer (json, "a_ns", pair->cost_a);
  lamina_json_add_integer (json, "b_ns", pair->cost_b);
  lamina_json_add_integer (json, "delta_ns", pair->delta);
  lamina_json_add_real (json, "delta_percent", lamina_comparison_get_percent (pair->cost_a, pair->delta));
  lamina_json_add_real (json, "share", get_share (comparison, pair->delta));
  lamina_json_add_integer (json, "noise_ns", pair->noise);
  add_flag (json, "within_noise", pair->noise != LAMINA_ABSENT, is_within (pair->delta, pair->is_noise));
  lamina_json_row_end (json);
}

void
lamina_compare_write_json (const LaminaCompareOutput *self)
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
  add_states (json, summary);
  add_types (json, self->comparison);
  json_builder_end_object (json);
  lamina_json_rows_open_in (json, "pairs");
  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      write_pair (self->comparison, &pair);
    }
  lamina_json_rows_close_in ();
}
