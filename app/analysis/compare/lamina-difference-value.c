/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-difference-value.h"

#include "lamina-gettext.h"

#include <math.h>

#define UNSORTED LAMINA_N_PAIR_COLUMNS

/* All columns: whoever adds one adds a row, and a case in lamina_difference_get_value() or lamina_difference_dup_text(). */
static const LaminaDifferenceColumnInfo infos[LAMINA_N_DIFFERENCE_COLUMNS] = {
  [LAMINA_DIFFERENCE_COLUMN_STATE] =
    { "state", N_("State"), NULL, 74, 0, TRUE, FALSE, TRUE, LAMINA_PAIR_COLUMN_STATE },
  [LAMINA_DIFFERENCE_COLUMN_BASIS] = { "basis", N_("By"), NULL, 0, 0, TRUE, FALSE, TRUE, UNSORTED },
  [LAMINA_DIFFERENCE_COLUMN_LAYERS_A] = { "layers_a", NULL, NULL, 0, 0, TRUE, FALSE, TRUE, UNSORTED },
  [LAMINA_DIFFERENCE_COLUMN_NAME_A] =
    { "name_a", N_("Name in A"), NULL, 0, 0, TRUE, FALSE, TRUE, LAMINA_PAIR_COLUMN_NAME },
  [LAMINA_DIFFERENCE_COLUMN_LABEL_A] =
    { NULL, N_("Name in A"), NULL, 150, 0, TRUE, FALSE, TRUE, LAMINA_PAIR_COLUMN_NAME },
  [LAMINA_DIFFERENCE_COLUMN_LAYERS_B] = { "layers_b", NULL, NULL, 0, 0, TRUE, FALSE, TRUE, UNSORTED },
  [LAMINA_DIFFERENCE_COLUMN_NAME_B] =
    { "name_b", N_("Name in B"), NULL, 0, 0, TRUE, FALSE, TRUE, LAMINA_PAIR_COLUMN_NAME },
  [LAMINA_DIFFERENCE_COLUMN_LABEL_B] =
    { NULL, N_("Name in B"), NULL, 150, 0, TRUE, FALSE, TRUE, LAMINA_PAIR_COLUMN_NAME },
  [LAMINA_DIFFERENCE_COLUMN_TYPE] = { "type", N_("Type"), NULL, 0, 200, TRUE, TRUE, TRUE, LAMINA_PAIR_COLUMN_TYPE },
  [LAMINA_DIFFERENCE_COLUMN_PAIRS] = { "pairs", N_("Pairs"), NULL, 0, 64, FALSE, TRUE, FALSE, UNSORTED },
  [LAMINA_DIFFERENCE_COLUMN_CALLS] = { NULL, N_("Calls"), NULL, 78, 0, TRUE, FALSE, FALSE, UNSORTED },
  [LAMINA_DIFFERENCE_COLUMN_CALLS_A] = { "calls_a", NULL, NULL, 0, 0, TRUE, FALSE, FALSE, UNSORTED },
  [LAMINA_DIFFERENCE_COLUMN_CALLS_B] = { "calls_b", NULL, NULL, 0, 0, TRUE, FALSE, FALSE, UNSORTED },
  [LAMINA_DIFFERENCE_COLUMN_COST_A] = { "a_ns", N_("A"), NULL, 74, 80, TRUE, TRUE, FALSE, LAMINA_PAIR_COLUMN_COST_A },
  [LAMINA_DIFFERENCE_COLUMN_COST_B] = { "b_ns", N_("B"), NULL, 74, 80, TRUE, TRUE, FALSE, LAMINA_PAIR_COLUMN_COST_B },
  [LAMINA_DIFFERENCE_COLUMN_DELTA] =
    { "delta_ns", N_("Δ"), NULL, 80, 84, TRUE, TRUE, FALSE, LAMINA_PAIR_COLUMN_DELTA },
  [LAMINA_DIFFERENCE_COLUMN_PERCENT] =
    { "delta_percent", N_("Δ %"), NULL, 78, 80, TRUE, TRUE, FALSE, LAMINA_PAIR_COLUMN_PERCENT },
  [LAMINA_DIFFERENCE_COLUMN_SHARE] =
    { "share", N_("Share of Δ"), N_("Share of the whole difference; sorts by absolute size"), 104, 104, TRUE, TRUE, FALSE,
      LAMINA_PAIR_COLUMN_CHANGE },
  [LAMINA_DIFFERENCE_COLUMN_NOISE_PART] =
    { "noise_delta_ns", N_("Within noise"), N_("What of the difference comes from pairs whose difference may be chance"),
      0, 112, FALSE, TRUE, FALSE, UNSORTED },
  [LAMINA_DIFFERENCE_COLUMN_NOISE] =
    { "noise_ns", N_("Noise"), N_("How large a difference noise alone can make"), 74, 80, TRUE, TRUE, FALSE, UNSORTED },
  [LAMINA_DIFFERENCE_COLUMN_WITHIN] = { "within_noise", N_("Noise"), NULL, 0, 0, TRUE, TRUE, TRUE, UNSORTED },
};

const LaminaDifferenceColumnInfo *
lamina_difference_column_get_info (LaminaDifferenceColumn column)
{
  g_return_val_if_fail ((guint) column < LAMINA_N_DIFFERENCE_COLUMNS, NULL);

  return &infos[column];
}

void
lamina_difference_init_pair (LaminaDifference *self,
                             LaminaComparison *comparison,
                             guint             i)
{
  g_return_if_fail (self != NULL && comparison != NULL);

  *self = (LaminaDifference) { .comparison = comparison };
  lamina_comparison_get_pair (comparison, i, &self->pair);
}

void
lamina_difference_init_type (LaminaDifference *self,
                             LaminaComparison *comparison,
                             guint             i)
{
  const LaminaComparisonType *type;

  g_return_if_fail (self != NULL && comparison != NULL);

  type = lamina_comparison_get_type_row (comparison, i);
  *self = (LaminaDifference) {
    .comparison = comparison,
    .type = type,
    .pair = {
      .cost_a = type->cost_a, .cost_b = type->cost_b, .delta = type->delta, .noise = type->noise, .is_noise = type->is_noise,
    },
  };
}

static char *
dup_ids (const guint32 *ids,
         guint          n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", ids[i]);
  return g_string_free (text, FALSE);
}

static double
get_percent (const LaminaDifference *self)
{
  return lamina_comparison_get_percent (self->pair.cost_a, self->pair.delta);
}

static double
get_share (const LaminaDifference *self)
{
  gint64 total = lamina_comparison_get_summary (self->comparison)->delta;

  if (self->pair.delta == LAMINA_ABSENT || total == LAMINA_ABSENT || total == 0)
    return NAN;
  return (double) self->pair.delta / (double) total;
}

static const char *
get_type (const LaminaDifference *self)
{
  const char *type = self->type != NULL ? self->type->type : lamina_comparison_get_pair_type (self->comparison, &self->pair, NULL);

  return type != NULL && *type != '\0' ? type : NULL;
}

/* No difference is no more than noise, too. */
static const char *
get_flag (const LaminaPair *pair)
{
  if (pair->noise == LAMINA_ABSENT)
    return NULL;
  return pair->is_noise || pair->delta == 0 ? "true" : "false";
}

void
lamina_difference_get_value (const LaminaDifference *self,
                             LaminaDifferenceColumn  column,
                             LaminaLayerValue       *value)
{
  const LaminaPair *pair;

  g_return_if_fail (self != NULL && value != NULL);

  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  pair = &self->pair;
  switch (column)
    {
    case LAMINA_DIFFERENCE_COLUMN_STATE:
      lamina_layer_value_set_text (value, lamina_pair_state_get_name (pair->state));
      break;
    case LAMINA_DIFFERENCE_COLUMN_BASIS:
      lamina_layer_value_set_text (value, lamina_pair_basis_get_name (pair->basis));
      break;
    case LAMINA_DIFFERENCE_COLUMN_LAYERS_A:
      lamina_layer_value_take_text (value, dup_ids (pair->layers_a, pair->n_a));
      break;
    case LAMINA_DIFFERENCE_COLUMN_LAYERS_B:
      lamina_layer_value_take_text (value, dup_ids (pair->layers_b, pair->n_b));
      break;
    case LAMINA_DIFFERENCE_COLUMN_NAME_A:
    case LAMINA_DIFFERENCE_COLUMN_NAME_B:
      lamina_layer_value_take_text (value,
                                    lamina_comparison_dup_names (self->comparison, pair,
                                                                 column == LAMINA_DIFFERENCE_COLUMN_NAME_B));
      break;
    case LAMINA_DIFFERENCE_COLUMN_LABEL_A:
    case LAMINA_DIFFERENCE_COLUMN_LABEL_B:
      lamina_layer_value_take_text (value,
                                    lamina_comparison_dup_labels (self->comparison, pair,
                                                                  column == LAMINA_DIFFERENCE_COLUMN_LABEL_B));
      break;
    case LAMINA_DIFFERENCE_COLUMN_TYPE:
      lamina_layer_value_set_text (value, get_type (self));
      break;
    case LAMINA_DIFFERENCE_COLUMN_PAIRS:
      lamina_layer_value_set_count (value, self->type != NULL ? (gint64) self->type->n_pairs : LAMINA_ABSENT);
      break;
    case LAMINA_DIFFERENCE_COLUMN_CALLS_A:
      lamina_layer_value_set_count (value, pair->calls_a);
      break;
    case LAMINA_DIFFERENCE_COLUMN_CALLS_B:
      lamina_layer_value_set_count (value, pair->calls_b);
      break;
    case LAMINA_DIFFERENCE_COLUMN_COST_A:
      lamina_layer_value_set_count (value, pair->cost_a);
      break;
    case LAMINA_DIFFERENCE_COLUMN_COST_B:
      lamina_layer_value_set_count (value, pair->cost_b);
      break;
    case LAMINA_DIFFERENCE_COLUMN_DELTA:
      lamina_layer_value_set_count (value, pair->delta);
      break;
    case LAMINA_DIFFERENCE_COLUMN_PERCENT:
      lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_REAL, get_percent (self), LAMINA_UNIT_NONE);
      break;
    case LAMINA_DIFFERENCE_COLUMN_SHARE:
      lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_REAL, get_share (self), LAMINA_UNIT_NONE);
      break;
    case LAMINA_DIFFERENCE_COLUMN_NOISE_PART:
      lamina_layer_value_set_count (value, self->type != NULL ? self->type->noise_delta : LAMINA_ABSENT);
      break;
    case LAMINA_DIFFERENCE_COLUMN_NOISE:
      lamina_layer_value_set_count (value, pair->noise);
      break;
    case LAMINA_DIFFERENCE_COLUMN_WITHIN:
      lamina_layer_value_set_text (value, get_flag (pair));
      break;
    case LAMINA_DIFFERENCE_COLUMN_CALLS:
    case LAMINA_N_DIFFERENCE_COLUMNS:
    default:
      break;
    }
}

static const char *
get_state_title (LaminaPairState state)
{
  switch (state)
    {
    case LAMINA_PAIR_MATCHED:
      return C_("state of a pair", "matched");
    case LAMINA_PAIR_ONLY_A:
      return C_("state of a pair", "only in A");
    case LAMINA_PAIR_ONLY_B:
      return C_("state of a pair", "only in B");
    case LAMINA_PAIR_SPLIT:
      return C_("state of a pair", "split");
    case LAMINA_PAIR_MERGED:
    case LAMINA_N_PAIR_STATES:
    default:
      return C_("state of a pair", "merged");
    }
}

/* `6`, or `1 → 6` where they differ. */
static char *
dup_calls (const LaminaPair *pair)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  if (pair->n_a == 0 || pair->n_b == 0 || pair->calls_a == pair->calls_b)
    return lamina_figure_dup_exact (MAX (pair->calls_a, pair->calls_b), LAMINA_UNIT_NONE);
  a = lamina_figure_dup_exact (pair->calls_a, LAMINA_UNIT_NONE);
  b = lamina_figure_dup_exact (pair->calls_b, LAMINA_UNIT_NONE);
  return g_strconcat (a, "\u00a0→\u00a0", b, NULL);
}

static char *
dup_noise (gint64 noise)
{
  g_autofree char *figure = lamina_figure_dup (noise, LAMINA_UNIT_NANOSECONDS);

  return g_strconcat (noise == LAMINA_ABSENT ? "" : "±", figure, NULL);
}

/* What takes the same time on both sides has no difference that could be chance. */
static const char *
get_noise_word (const LaminaPair *pair)
{
  if (pair->noise == LAMINA_ABSENT || pair->delta == LAMINA_ABSENT || pair->delta == 0)
    return "—";
  return pair->is_noise ? C_("noise", "within") : C_("noise", "beyond");
}

static char *
dup_noise_part (const LaminaComparisonType *type)
{
  return lamina_comparison_dup_delta (type != NULL && type->noise_delta != 0 ? type->noise_delta : LAMINA_ABSENT);
}

char *
lamina_difference_dup_text (const LaminaDifference *self,
                            LaminaDifferenceColumn  column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  g_return_val_if_fail (self != NULL, NULL);

  switch ((guint) column)
    {
    case LAMINA_DIFFERENCE_COLUMN_STATE:
      return g_strdup (get_state_title (self->pair.state));
    case LAMINA_DIFFERENCE_COLUMN_CALLS:
      return dup_calls (&self->pair);
    case LAMINA_DIFFERENCE_COLUMN_COST_A:
      return lamina_figure_dup (self->pair.cost_a, LAMINA_UNIT_NANOSECONDS);
    case LAMINA_DIFFERENCE_COLUMN_COST_B:
      return lamina_figure_dup (self->pair.cost_b, LAMINA_UNIT_NANOSECONDS);
    case LAMINA_DIFFERENCE_COLUMN_DELTA:
      return lamina_comparison_dup_delta (self->pair.delta);
    case LAMINA_DIFFERENCE_COLUMN_PERCENT:
      return lamina_comparison_dup_percent (get_percent (self));
    case LAMINA_DIFFERENCE_COLUMN_SHARE:
      return lamina_comparison_dup_percent (100 * get_share (self));
    case LAMINA_DIFFERENCE_COLUMN_NOISE_PART:
      return dup_noise_part (self->type);
    case LAMINA_DIFFERENCE_COLUMN_NOISE:
      return dup_noise (self->pair.noise);
    case LAMINA_DIFFERENCE_COLUMN_WITHIN:
      return g_strdup (get_noise_word (&self->pair));
    case LAMINA_DIFFERENCE_COLUMN_TYPE:
      if (self->type != NULL && self->type->type == NULL)
        return g_strdup (_("No type"));
      break;
    }
  lamina_difference_get_value (self, column, &value);
  return lamina_layer_value_dup_text (&value);
}

char *
lamina_difference_dup_exact (const LaminaDifference *self,
                             LaminaDifferenceColumn  column)
{
  g_return_val_if_fail (self != NULL, NULL);

  switch ((guint) column)
    {
    case LAMINA_DIFFERENCE_COLUMN_LABEL_A:
      return lamina_difference_dup_text (self, LAMINA_DIFFERENCE_COLUMN_NAME_A);
    case LAMINA_DIFFERENCE_COLUMN_LABEL_B:
      return lamina_difference_dup_text (self, LAMINA_DIFFERENCE_COLUMN_NAME_B);
    case LAMINA_DIFFERENCE_COLUMN_COST_A:
      return lamina_figure_dup_exact (self->pair.cost_a, LAMINA_UNIT_NANOSECONDS);
    case LAMINA_DIFFERENCE_COLUMN_COST_B:
      return lamina_figure_dup_exact (self->pair.cost_b, LAMINA_UNIT_NANOSECONDS);
    case LAMINA_DIFFERENCE_COLUMN_DELTA:
      return lamina_figure_dup_exact (self->pair.delta, LAMINA_UNIT_NANOSECONDS);
    default:
      return lamina_difference_dup_text (self, column);
    }
}
