/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison.h"

#include "lamina-comparison-private.h"
#include "lamina-gettext.h"
#include "lamina-order-rows.h"
#include "lamina-rank.h"

#include <math.h>
#include <string.h>

#define NBSP "\u00a0"

/* Dups the name of a layer. */
typedef char *(*NameFunc) (LaminaRun *run,
                           guint32    layer);

static char *
dup_name (LaminaRun *run,
          guint32    layer)
{
  return g_strdup (lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, layer)));
}

static char *
join (LaminaComparison *self,
      const LaminaPair *pair,
      gboolean          is_b,
      NameFunc          func)
{
  const guint32 *layers = is_b ? pair->layers_b : pair->layers_a;
  guint n = is_b ? pair->n_b : pair->n_a;
  GString *text;

  if (n == 0)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = func (self->runs[is_b ? 1 : 0], layers[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " + " : "", name);
    }
  return g_string_free (text, FALSE);
}

char *
lamina_comparison_dup_names (LaminaComparison *self,
                             const LaminaPair *pair,
                             gboolean          is_b)
{
  return join (self, pair, is_b, dup_name);
}

char *
lamina_comparison_dup_labels (LaminaComparison *self,
                              const LaminaPair *pair,
                              gboolean          is_b)
{
  return join (self, pair, is_b, lamina_layer_dup_label);
}

const char *
lamina_comparison_get_pair_type (LaminaComparison *self,
                                 const LaminaPair *pair,
                                 LaminaFamily     *family)
{
  LaminaRun *run = self->runs[pair->n_a == 0 ? 1 : 0];
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 layer = pair->n_a == 0 ? pair->layers_b[0] : pair->layers_a[0];

  if (family != NULL)
    *family = (LaminaFamily) layers->family[layer];
  return lamina_run_get_string (run, lamina_column_id (layers->type, layer));
}

static const char *
get_file_name (const LaminaComparisonSide *side)
{
  LaminaSources *sources = lamina_document_get_sources (side->document);

  return sources != NULL && lamina_sources_get_n (sources) > 0 ?
         lamina_source_get_name (lamina_sources_get (sources, 0)) : "";
}

static void
append_part (GString    *text,
             const char *part)
{
  if (*part != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", part);
}

/* One run of a file with one needs no name, nor does a run that both sides share. */
static gboolean
needs_run (LaminaComparison           *self,
           const LaminaComparisonSide *side)
{
  if (self->sides[0].document == self->sides[1].document)
    return self->sides[0].run != self->sides[1].run;
  return lamina_document_get_n_runs (side->document) > 1 &&
         strcmp (lamina_run_get_title (self->runs[0]), lamina_run_get_title (self->runs[1])) != 0;
}

char *
lamina_comparison_dup_side_title (LaminaComparison *self,
                                  gboolean          is_b)
{
  const LaminaComparisonSide *side = &self->sides[is_b ? 1 : 0];
  LaminaRun *run = self->runs[is_b ? 1 : 0];
  GString *text = g_string_new (NULL);

  if (self->sides[0].document != self->sides[1].document)
    append_part (text, get_file_name (side));
  if (needs_run (self, side))
    append_part (text, lamina_run_get_shown_title (run));
  if (side->section != LAMINA_NONE)
    append_part (text, lamina_run_get_section (run, side->section)->title);
  if (text->len == 0)
    append_part (text, lamina_run_get_shown_title (run));
  return g_string_free (text, FALSE);
}

char *
lamina_comparison_dup_delta (gint64 delta)
{
  g_autofree char *figure = NULL;

  if (delta == LAMINA_ABSENT || delta == 0)
    return lamina_figure_dup (delta, LAMINA_UNIT_NANOSECONDS);
  figure = lamina_figure_dup (delta < 0 ? -delta : delta, LAMINA_UNIT_NANOSECONDS);
  return g_strconcat (delta < 0 ? "−" : "+", figure, NULL);
}

char *
lamina_comparison_dup_percent (double percent)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (percent))
    return g_strdup ("—");
  lamina_figure_format (text, sizeof text, fabs (percent) < 99.95 ? "%.1f" : "%.0f", fabs (percent));
  return g_strconcat (fabs (percent) < 0.05 ? "" : percent < 0 ? "−" : "+", text, NBSP "%", NULL);
}

const char *
lamina_comparison_get_reason (LaminaComparison *self)
{
  if (self->is_timed)
    return NULL;
  if (!self->has_times[0] && !self->has_times[1])
    return _("Neither A nor B has times: only what corresponds is known.");
  if (!self->has_times[0])
    return _("A has no times: only what corresponds is known.");
  if (!self->has_times[1])
    return _("B has no times: only what corresponds is known.");
  return lamina_run_get_cost_kind (self->runs[0]) == LAMINA_COST_DEVICE
         ? _("The times of A are those of devices, the times of B those of the host: only what corresponds is known.")
         : _("The times of A are those of the host, the times of B those of devices: only what corresponds is known.");
}

/* A number that is too large for nanoseconds is as good as any large one. */
gint64
lamina_comparison_round_noise (double noise)
{
  if (isnan (noise))
    return LAMINA_ABSENT;
  return noise < 9e18 ? (gint64) (noise + 0.5) : G_MAXINT64;
}

static gboolean
fill_noise (LaminaComparison        *self,
            LaminaSequence          *a,
            LaminaSequence          *b,
            const LaminaPairNumbers *numbers,
            GCancellable            *cancellable)
{
  g_autofree double *sums = g_new0 (double, (gsize) self->n_pairs + 1);
  double total = 0;

  for (guint side = 0; side < 2; side++)
    {
      LaminaSequence *sequence = side == 0 ? a : b;
      const guint32 *pairs = side == 0 ? numbers->pair_a : numbers->pair_b;
      LaminaComparisonSide whole = self->sides[side];
      g_auto (LaminaSequence) all = { 0 };
      g_autofree double *variances = NULL;

      whole.section = LAMINA_NONE;
      if (self->sides[side].section != LAMINA_NONE && !lamina_sequence_init (&all, &whole, cancellable))
        return FALSE;
      variances = lamina_sequence_dup_variances (sequence, all.run != NULL ? &all : sequence, cancellable);
      if (variances == NULL)
        return FALSE;
      for (guint i = 0; i < sequence->n; i++)
        sums[pairs[i]] += variances[i];
      total += lamina_sequence_get_total_variance (sequence, &self->sides[side], variances);
    }
  self->noise = g_new (gint64, MAX (self->n_pairs, 1));
  for (guint i = 0; i < self->n_pairs; i++)
    self->noise[i] = lamina_comparison_round_noise (2 * sqrt (sums[i]));
  self->summary.noise = lamina_comparison_round_noise (2 * sqrt (total));
  return TRUE;
}

static gint64
subtract (gint64 a,
          gint64 b)
{
  if (a == LAMINA_ABSENT && b == LAMINA_ABSENT)
    return LAMINA_ABSENT;
  return lamina_number_add (a == LAMINA_ABSENT ? 0 : a, b == LAMINA_ABSENT ? 0 : -b);
}

gboolean
lamina_comparison_is_noise (gint64 delta,
                            gint64 noise)
{
  return delta != LAMINA_ABSENT && noise != LAMINA_ABSENT && delta != 0 && ABS (delta) <= noise;
}

static void
fill_summary (LaminaComparison     *self,
              const LaminaSequence *a,
              const LaminaSequence *b)
{
  LaminaComparisonSummary *summary = &self->summary;
  LaminaPair pair;

  summary->n_layers_a = a->n;
  summary->n_layers_b = b->n;
  summary->total_a = summary->total_b = LAMINA_ABSENT;
  summary->same_cost = lamina_run_get_cost_kind (a->run) == lamina_run_get_cost_kind (b->run);
  for (guint i = 0; i < self->n_pairs; i++)
    {
      lamina_comparison_read_pair (self, i, &pair);
      summary->total_a = lamina_number_add (summary->total_a, pair.cost_a);
      summary->total_b = lamina_number_add (summary->total_b, pair.cost_b);
      summary->n_states[pair.state]++;
      summary->deltas[pair.state] = lamina_number_add (summary->deltas[pair.state], pair.delta);
      summary->n_noise += pair.is_noise;
      summary->noise_delta = lamina_number_add (summary->noise_delta, pair.is_noise ? pair.delta : 0);
    }
  summary->delta = self->is_timed ? subtract (summary->total_b, summary->total_a) : LAMINA_ABSENT;
  summary->is_noise = lamina_comparison_is_noise (summary->delta, summary->noise);
}

/* Where times can't be compared, nothing is known to have stayed the same. */
static void
forget_parts (LaminaComparison *self)
{
  LaminaComparisonSummary *summary = &self->summary;

  if (summary->delta != LAMINA_ABSENT)
    return;
  summary->noise_delta = LAMINA_ABSENT;
  for (guint i = 0; i < LAMINA_N_PAIR_STATES; i++)
    summary->deltas[i] = LAMINA_ABSENT;
  for (guint i = 0; i < self->types->len; i++)
    {
      LaminaComparisonType *type = &g_array_index (self->types, LaminaComparisonType, i);

      type->delta = type->noise_delta = LAMINA_ABSENT;
    }
}

static gboolean
compare (LaminaComparison *self,
         GCancellable     *cancellable)
{
  g_auto (LaminaSequence) a = { 0 };
  g_auto (LaminaSequence) b = { 0 };
  g_auto (LaminaPairNumbers) numbers = { 0 };

  if (!lamina_sequence_init (&a, &self->sides[0], cancellable) ||
      !lamina_sequence_init (&b, &self->sides[1], cancellable) ||
      !lamina_sequences_match (&a, &b, cancellable))
    return FALSE;
  self->order[0] = g_memdup2 (a.rows, MAX (a.n, 1) * sizeof *a.rows);
  self->order[1] = g_memdup2 (b.rows, MAX (b.n, 1) * sizeof *b.rows);
  lamina_comparison_make_pairs (self, &a, &b, &numbers);
  if (!fill_noise (self, &a, &b, &numbers, cancellable))
    return FALSE;
  fill_summary (self, &a, &b);
  if (!lamina_comparison_place (self, cancellable))
    return FALSE;
  lamina_comparison_sum_types (self);
  forget_parts (self);
  return !g_cancellable_is_cancelled (cancellable);
}

LaminaComparison *
lamina_comparison_new (const LaminaComparisonSide *a,
                       const LaminaComparisonSide *b,
                       GCancellable               *cancellable)
{
  g_autoptr (LaminaComparison) self = g_new0 (LaminaComparison, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->sides[0] = *a;
  self->sides[1] = *b;
  for (guint i = 0; i < 2; i++)
    {
      lamina_document_ref (self->sides[i].document);
      self->runs[i] = lamina_document_get_run (self->sides[i].document, self->sides[i].run);
    }
  return compare (self, cancellable) ? g_steal_pointer (&self) : NULL;
}

LaminaComparison *
lamina_comparison_ref (LaminaComparison *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_comparison_unref (LaminaComparison *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < 2; i++)
    {
      lamina_document_unref (self->sides[i].document);
      g_free (self->first[i]);
      g_free (self->members[i]);
      g_free (self->cost[i]);
      g_free (self->pair_of[i]);
      g_free (self->order[i]);
      g_free (self->spans[i]);
      g_free (self->placed[i]);
    }
  g_free (self->state);
  g_free (self->basis);
  g_free (self->noise);
  g_clear_pointer (&self->types, g_array_unref);
  g_free (self);
}

const LaminaComparisonSide *
lamina_comparison_get_side (LaminaComparison *self,
                            gboolean          is_b)
{
  return &self->sides[is_b ? 1 : 0];
}

LaminaRun *
lamina_comparison_get_run (LaminaComparison *self,
                           gboolean          is_b)
{
  return self->runs[is_b ? 1 : 0];
}

const LaminaComparisonSummary *
lamina_comparison_get_summary (LaminaComparison *self)
{
  return &self->summary;
}

guint
lamina_comparison_get_n_pairs (LaminaComparison *self)
{
  return self->n_pairs;
}

void
lamina_comparison_read_pair (LaminaComparison *self,
                             guint             i,
                             LaminaPair       *pair)
{
  *pair = (LaminaPair) {
    .state = (LaminaPairState) self->state[i],
    .basis = (LaminaPairBasis) self->basis[i],
    .n_a = self->first[0][i + 1] - self->first[0][i],
    .layers_a = self->members[0] + self->first[0][i],
    .n_b = self->first[1][i + 1] - self->first[1][i],
    .layers_b = self->members[1] + self->first[1][i],
    .cost_a = self->cost[0][i],
    .cost_b = self->cost[1][i],
    .delta = self->is_timed ? subtract (self->cost[1][i], self->cost[0][i]) : LAMINA_ABSENT,
    .noise = self->noise[i],
  };
  /* Something that is there only once is no chance, and of nothing nothing is known. */
  if (pair->n_a == 0 || pair->n_b == 0 || pair->delta == LAMINA_ABSENT)
    pair->noise = LAMINA_ABSENT;
  pair->is_noise = lamina_comparison_is_noise (pair->delta, pair->noise);
}

static gint64
sum_calls (LaminaRun     *run,
           const guint32 *layers,
           guint          n)
{
  gint64 calls = 0;

  for (guint i = 0; i < n; i++)
    calls += lamina_layers_get_calls (lamina_run_get_layers (run), layers[i]);
  return calls;
}

void
lamina_comparison_get_pair (LaminaComparison *self,
                            guint             i,
                            LaminaPair       *pair)
{
  g_return_if_fail (i < self->n_pairs);

  lamina_comparison_read_pair (self, i, pair);
  pair->calls_a = sum_calls (self->runs[0], pair->layers_a, pair->n_a);
  pair->calls_b = sum_calls (self->runs[1], pair->layers_b, pair->n_b);
}

guint32
lamina_comparison_find (LaminaComparison *self,
                        gboolean          is_b,
                        guint32           layer)
{
  guint side = is_b ? 1 : 0;

  return layer < lamina_run_get_layers (self->runs[side])->n ? self->pair_of[side][layer] : LAMINA_NONE;
}

const guint32 *
lamina_comparison_get_order (LaminaComparison *self,
                             gboolean          is_b,
                             guint            *n)
{
  *n = is_b ? self->summary.n_layers_b : self->summary.n_layers_a;
  return self->order[is_b ? 1 : 0];
}

guint
lamina_comparison_get_n_types (LaminaComparison *self)
{
  return self->types->len;
}

const LaminaComparisonType *
lamina_comparison_get_type_row (LaminaComparison *self,
                                guint             i)
{
  g_return_val_if_fail (i < self->types->len, NULL);

  return &g_array_index (self->types, LaminaComparisonType, i);
}

double
lamina_comparison_get_percent (gint64 before,
                               gint64 delta)
{
  if (before == LAMINA_ABSENT || delta == LAMINA_ABSENT || before == 0)
    return NAN;
  return 100.0 * (double) delta / (double) before;
}

gboolean
lamina_comparison_has_times (LaminaComparison *self,
                             gboolean          is_b)
{
  return self->has_times[is_b ? 1 : 0];
}

gboolean
lamina_comparison_knows_noise (LaminaComparison *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint32 i = 0; i < self->n_pairs; i++)
    {
      LaminaPair pair;

      lamina_comparison_read_pair (self, i, &pair);
      if (pair.noise != LAMINA_ABSENT)
        return TRUE;
    }
  return FALSE;
}

gboolean
lamina_comparison_is_slower (LaminaComparison *self,
                             double            percent,
                             gboolean          count_noise)
{
  const LaminaComparisonSummary *summary = &self->summary;

  if (summary->delta == LAMINA_ABSENT || summary->delta <= 0 || (summary->is_noise && !count_noise))
    return FALSE;
  return (double) summary->delta > (double) summary->total_a * percent / 100.0;
}

const char *
lamina_pair_state_get_name (LaminaPairState state)
{
  static const char *const names[] = { "matched", "only-a", "only-b", "split", "merged" };

  g_return_val_if_fail (state < LAMINA_N_PAIR_STATES, NULL);

  return names[state];
}

const char *
lamina_pair_basis_get_name (LaminaPairBasis basis)
{
  static const char *const names[] = { NULL, "name", "parts", "order", "shape", "family" };

  g_return_val_if_fail (basis < LAMINA_N_PAIR_BASES, NULL);

  return names[basis];
}

/* The name or the type of the first layer of a pair. */
static const char *
get_text (LaminaComparison *self,
          guint             i,
          LaminaPairColumn  column)
{
  LaminaPair pair;
  guint side;
  const LaminaLayers *layers;
  guint32 layer;

  lamina_comparison_read_pair (self, i, &pair);
  side = pair.n_a == 0 ? 1 : 0;
  layers = lamina_run_get_layers (self->runs[side]);
  layer = side == 1 ? pair.layers_b[0] : pair.layers_a[0];
  return lamina_run_get_string (self->runs[side], lamina_column_id (column == LAMINA_PAIR_COLUMN_NAME ? layers->name :
                                                                    layers->type, layer));
}

/* A key in the order of the column. FALSE for a value that is absent. */
static gboolean
get_key (LaminaComparison *self,
         guint             i,
         LaminaPairColumn  column,
         guint64          *key)
{
  LaminaPair pair;
  double percent;
  gint64 number = 0;

  lamina_comparison_read_pair (self, i, &pair);
  switch (column)
    {
    case LAMINA_PAIR_COLUMN_STATE:
      number = (gint64) pair.state;
      break;
    case LAMINA_PAIR_COLUMN_COST_A:
      number = pair.cost_a;
      break;
    case LAMINA_PAIR_COLUMN_COST_B:
      number = pair.cost_b;
      break;
    case LAMINA_PAIR_COLUMN_DELTA:
      number = pair.delta;
      break;
    case LAMINA_PAIR_COLUMN_CHANGE:
      number = pair.delta < 0 && pair.delta != LAMINA_ABSENT ? -pair.delta : pair.delta;
      break;
    case LAMINA_PAIR_COLUMN_PERCENT:
      percent = lamina_comparison_get_percent (pair.cost_a, pair.delta);
      *key = isnan (percent) ? 0 : lamina_order_key_real (percent);
      return !isnan (percent);
    case LAMINA_PAIR_COLUMN_INDEX:
    case LAMINA_PAIR_COLUMN_NAME:
    case LAMINA_PAIR_COLUMN_TYPE:
    case LAMINA_N_PAIR_COLUMNS:
    default:
      number = (gint64) i;
      break;
    }
  *key = lamina_order_key_integer (number);
  return number != LAMINA_ABSENT;
}

static guint32 *
rank_texts (LaminaComparison *self,
            LaminaPairColumn  column,
            GCancellable     *cancellable)
{
  g_autofree const char **texts = g_new (const char *, MAX (self->n_pairs, 1));

  for (guint i = 0; i < self->n_pairs; i++)
    texts[i] = get_text (self, i, column);
  return lamina_rank_texts (texts, self->n_pairs, cancellable);
}

guint32 *
lamina_comparison_dup_order (LaminaComparison *self,
                             guint             states,
                             LaminaPairColumn  column,
                             gboolean          descending,
                             GCancellable     *cancellable,
                             guint            *n)
{
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, (gsize) self->n_pairs + 1);
  g_autofree guint32 *order = g_new (guint32, (gsize) self->n_pairs + 1);
  g_autofree guint32 *ranks = NULL;
  gboolean is_text = column == LAMINA_PAIR_COLUMN_NAME || column == LAMINA_PAIR_COLUMN_TYPE;

  *n = 0;
  if (is_text && (ranks = rank_texts (self, column, cancellable)) == NULL)
    return NULL;
  for (guint i = 0; i < self->n_pairs; i++)
    {
      guint64 key = is_text ? ranks[i] : 0;
      gboolean known = is_text ? *get_text (self, i, column) != '\0' : get_key (self, i, column, &key);

      if ((states & LAMINA_PAIR_STATE_BIT (self->state[i])) != 0)
        items[(*n)++] = (LaminaOrderItem) { known ? MIN (descending ? ~key : key, G_MAXUINT64 - 1) : G_MAXUINT64, i };
    }
  if (!lamina_order_sort (items, NULL, *n, cancellable))
    return NULL;
  for (guint i = 0; i < *n; i++)
    order[i] = items[i].row;
  return g_steal_pointer (&order);
}

char *
lamina_comparison_dup_noise (LaminaComparison *self)
{
  const LaminaComparisonSummary *summary;
  g_autofree char *noise = NULL;
  g_autofree char *part = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  summary = lamina_comparison_get_summary (self);
  noise = lamina_figure_dup (summary->noise, LAMINA_UNIT_NANOSECONDS);
  part = lamina_comparison_dup_delta (summary->noise_delta);
  if (summary->noise == LAMINA_ABSENT)
    return g_strdup (_("How much of the difference is chance is not known: nothing repeats often enough."));
  if (summary->is_noise)
    /* Translators: a time up to where a difference may be chance. */
    return g_strdup_printf (_("The difference is no more than chance, which alone makes up to ±%s."), noise);
  if (summary->n_noise == 0)
    /* Translators: a time up to where a difference may be chance. */
    return g_strdup_printf (_("The difference is more than chance, which alone makes up to ±%s."), noise);
  /* Translators: a time up to where a difference may be chance, and a part of that difference. */
  return g_strdup_printf (_("The difference is more than chance, which alone makes up to ±%s; of it, %s is in pairs that changed "
                            "no more than by chance."), noise, part);
}
