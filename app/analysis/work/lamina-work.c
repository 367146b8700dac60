/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-gather-private.h"

#define CHECK_EVERY 4096

/* Stands in the highest bit of the item of a layer that leaves its work to those inside. */
#define IN_CHILDREN (1u << 31)

/* Stands in the next bit where neither the layer nor one inside it ran on a device, though others did. */
#define RAN_NOTHING (1u << 30)

#define FLAGS (IN_CHILDREN | RAN_NOTHING)

/*
 * Columns of what is in force for each layer; the rest is worked out from the item of a layer when somebody looks.
 */
struct _LaminaWork
{
  LaminaDocument *document;
  guint run_index;
  LaminaRun *run;
  GArray *items;
  GArray *shapes;
  guint32 *item;
  gint64 *flop;
  gint64 *bytes;
  guint8 *estimated;
  LaminaWorkTotals totals;
  LaminaLayers layers_in_force;
  LaminaTotals totals_in_force;
};

static G_DEFINE_QUARK (lamina-work, lamina_work)

void
lamina_work_free (LaminaWork *self)
{
  g_array_unref (self->items);
  g_array_unref (self->shapes);
  g_free (self->item);
  g_free (self->flop);
  g_free (self->bytes);
  g_free (self->estimated);
  g_free (self);
}

static const LaminaWorkItem *
get_item (LaminaWork *self,
          guint       layer)
{
  return &g_array_index (self->items, LaminaWorkItem, self->item[layer] & ~FLAGS);
}

static gint64
get_reported (const gint64   *column,
              const guint8   *estimated,
              LaminaEstimate  what,
              guint           layer)
{
  return estimated && (estimated[layer] & what) ? LAMINA_ABSENT : lamina_column_number (column, layer);
}

/* What a loader worked out from more than the shapes goes before what follows from them, if the layer ran. */
static gint64
get_estimated (LaminaWork     *self,
               const gint64   *column,
               LaminaEstimate  what,
               guint           layer,
               gint64          of_item)
{
  const guint8 *estimated = lamina_run_get_layers (self->run)->estimated;
  gint64 of_loader = estimated && (estimated[layer] & what) ? lamina_column_number (column, layer) : LAMINA_ABSENT;

  if (self->item[layer] & RAN_NOTHING)
    return LAMINA_ABSENT;
  return of_loader != LAMINA_ABSENT ? of_loader : of_item;
}

static gint64
add_all (gint64 a,
         gint64 b,
         gint64 c)
{
  if (a == LAMINA_ABSENT || b == LAMINA_ABSENT || c == LAMINA_ABSENT)
    return LAMINA_ABSENT;
  return lamina_number_add (lamina_number_add (a, b), c);
}

/* A layer that did not run did nothing, nor did one that ran nothing on the device. */
static gint64
of_calls (gint64  number,
          guint32 calls)
{
  return calls == 0 ? LAMINA_ABSENT : lamina_work_multiply (number, calls);
}

static gboolean
differ (gint64 a,
        gint64 b)
{
  if (a == LAMINA_ABSENT || b == LAMINA_ABSENT)
    return FALSE;
  return ABS ((double) a - (double) b) > 0.01 * MAX (ABS ((double) a), ABS ((double) b));
}

void
lamina_work_get_figures (LaminaWork        *self,
                         guint              layer,
                         LaminaWorkFigures *figures)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  const LaminaWorkItem *item = get_item (self, layer);
  guint32 calls = self->item[layer] & RAN_NOTHING ? 0 : lamina_layers_get_calls (layers, layer);

  *figures = (LaminaWorkFigures) {
    .operator = item->operator,
    .flop = self->flop[layer],
    .flop_reported = get_reported (layers->flop, layers->estimated, LAMINA_ESTIMATE_FLOP, layer),
    .flop_estimated = get_estimated (self, layers->flop, LAMINA_ESTIMATE_FLOP, layer, of_calls (item->flop, calls)),
    .epilogue = of_calls (item->epilogue, calls),
    .bytes = self->bytes[layer],
    .bytes_reported = get_reported (layers->bytes, layers->estimated, LAMINA_ESTIMATE_BYTES, layer),
    .inputs = of_calls (item->inputs, calls),
    .parameters = of_calls (item->parameters, calls),
    .outputs = of_calls (item->outputs, calls),
    .estimated = self->estimated[layer] & (LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_BYTES),
    .in_children = (self->item[layer] & IN_CHILDREN) != 0,
  };
  figures->bytes_estimated = get_estimated (self, layers->bytes, LAMINA_ESTIMATE_BYTES, layer,
                                            add_all (figures->inputs, figures->parameters, figures->outputs));
  /* What a loader counts beyond the tensors are weights that have no rows. */
  if (figures->bytes_reported == LAMINA_ABSENT && figures->inputs != LAMINA_ABSENT && figures->outputs != LAMINA_ABSENT
      && figures->bytes_estimated > figures->inputs + figures->outputs)
    figures->parameters = figures->bytes_estimated - figures->inputs - figures->outputs;
  figures->flop_differs = differ (figures->flop_reported, figures->flop_estimated);
  figures->bytes_differs = differ (figures->bytes_reported, figures->bytes_estimated);
}

/* Before it is known which layers leave their work to those inside. */
static void
set_in_force (LaminaWork *self,
              guint       layer)
{
  const guint8 *estimated = lamina_run_get_layers (self->run)->estimated;
  LaminaWorkFigures figures;

  self->flop[layer] = self->bytes[layer] = LAMINA_ABSENT;
  self->estimated[layer] = estimated ? estimated[layer] : LAMINA_ESTIMATE_NONE;
  if (self->item[layer] & RAN_NOTHING)
    self->estimated[layer] = (guint8) (self->estimated[layer] & ~(LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_BYTES));
  lamina_work_get_figures (self, layer, &figures);
  self->flop[layer] = figures.flop_reported;
  self->bytes[layer] = figures.bytes_reported;
  if (figures.flop_reported == LAMINA_ABSENT && figures.flop_estimated != LAMINA_ABSENT)
    {
      self->flop[layer] = figures.flop_estimated;
      self->estimated[layer] |= LAMINA_ESTIMATE_FLOP;
    }
  if (figures.bytes_reported == LAMINA_ABSENT && figures.bytes_estimated != LAMINA_ABSENT)
    {
      self->bytes[layer] = figures.bytes_estimated;
      self->estimated[layer] |= LAMINA_ESTIMATE_BYTES;
    }
}

static void
add_totals (LaminaWork *self,
            guint       layer)
{
  LaminaWorkTotals *totals = &self->totals;
  LaminaWorkFigures figures;

  lamina_work_get_figures (self, layer, &figures);
  totals->flop = lamina_number_add (totals->flop, figures.flop);
  totals->bytes = lamina_number_add (totals->bytes, figures.bytes);
  totals->estimated |= figures.estimated;
  totals->n_flop += figures.flop != LAMINA_ABSENT;
  totals->n_flop_differs += figures.flop_differs;
  if (figures.in_children)
    return;
  totals->epilogue = lamina_number_add (totals->epilogue, figures.epilogue);
  totals->inputs = lamina_number_add (totals->inputs, figures.inputs);
  totals->parameters = lamina_number_add (totals->parameters, figures.parameters);
  totals->outputs = lamina_number_add (totals->outputs, figures.outputs);
}

/* Whose kernels do the work of the operator around them. */
static gboolean
is_deputy (LaminaWork *self,
           guint       layer,
           guint       parent)
{
  const LaminaWorkItem *item = get_item (self, layer), *above = get_item (self, parent);

  return item->operator == above->operator && item->operator != LAMINA_WORK_UNKNOWN && item->flop == LAMINA_ABSENT
         && above->flop != LAMINA_ABSENT && self->flop[layer] == LAMINA_ABSENT;
}

static void
leave (LaminaWork     *self,
       guint           layer,
       LaminaEstimate  what,
       gint64         *column)
{
  if (!(self->estimated[layer] & what))
    return;
  self->estimated[layer] = (guint8) (self->estimated[layer] & ~what);
  self->item[layer] |= IN_CHILDREN;
  column[layer] = LAMINA_ABSENT;
}

static gboolean
is_inside (gint64 inside,
           gint64 own)
{
  return inside > 0 && own != LAMINA_ABSENT && inside >= own / 2;
}

/*
 * An operator that calls another to do its work, `aten::linear` by `aten::addmm`, does nothing twice. A layer leaves its
 * estimates to those inside when they do half of its operations or more; where it has none, half of its traffic. Parents
 * stand before their children; where they do not, all figures stay.
 */
static gboolean
leave_to_children (LaminaWork   *self,
                   GCancellable *cancellable)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  g_autofree gint64 *flop = NULL, *bytes = NULL;

  for (guint i = 0; i < layers->n; i++)
    if (layers->parent[i] != LAMINA_NONE && layers->parent[i] >= i)
      return TRUE;
  /*
   * `aten::convolution` says how its window moves, `aten::cudnn_convolution` inside does not, but it is the one that takes
   * the time: it gets the same item.
   */
  for (guint i = 0; i < layers->n; i++)
    if (layers->parent[i] < i && !(self->item[i] & RAN_NOTHING) && is_deputy (self, i, layers->parent[i]))
      {
        self->item[i] = self->item[layers->parent[i]] & ~FLAGS;
        set_in_force (self, i);
      }
  flop = g_new0 (gint64, MAX (layers->n, 1));
  bytes = g_new0 (gint64, MAX (layers->n, 1));
  for (guint i = layers->n; i-- > 0;)
    {
      guint32 parent = layers->parent[i];

      if (i % CHECK_EVERY == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (is_inside (flop[i], self->flop[i]) || (self->flop[i] == LAMINA_ABSENT && is_inside (bytes[i], self->bytes[i])))
        {
          leave (self, i, LAMINA_ESTIMATE_FLOP, self->flop);
          leave (self, i, LAMINA_ESTIMATE_BYTES, self->bytes);
        }
      if (parent == LAMINA_NONE)
        continue;
      flop[parent] = lamina_number_add (flop[parent], lamina_number_add (flop[i], self->flop[i]));
      bytes[parent] = lamina_number_add (bytes[parent], lamina_number_add (bytes[i], self->bytes[i]));
    }
  return TRUE;
}

static gboolean
owns_device_work (LaminaRun *run,
                  guint      layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  if (lamina_column_number (layers->device_time, layer) != LAMINA_ABSENT)
    return TRUE;
  for (guint32 i = layers->first_slice ? layers->first_slice[layer] : 0;
       layers->first_slice && i < layers->first_slice[layer + 1]; i++)
    if (lamina_run_get_track_kind (run, layers->slices[i].track) == LAMINA_GROUP_DEVICE)
      return TRUE;
  return FALSE;
}

/*
 * Where the cost is time on the device, an operator without any there does nothing that belongs to it: dropout in
 * evaluation, a copy that there is no need for, what a processor does with data before they go to the device. When no
 * operator has any, nobody knows which of them ran what.
 */
static guint8 *
find_running (LaminaWork *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  g_autofree guint8 *runs = NULL;
  gboolean is_known = FALSE;

  if (lamina_run_get_cost_kind (self->run) != LAMINA_COST_DEVICE)
    return NULL;
  runs = g_malloc0 (MAX (layers->n, 1));
  for (guint i = 0; i < layers->n; i++)
    {
      if (!owns_device_work (self->run, i))
        continue;
      is_known = is_known || layers->first_input[i] < layers->first_input[i + 1]
                 || lamina_column_number (layers->host, i) != LAMINA_ABSENT;
      for (guint32 k = i; k != LAMINA_NONE && !runs[k]; k = layers->parent[k])
        runs[k] = TRUE;
    }
  return is_known ? g_steal_pointer (&runs) : NULL;
}

static gboolean
fill (LaminaWork   *self,
      GCancellable *cancellable)
{
  g_autofree guint8 *runs = find_running (self);
  g_autoptr (LaminaWorkGather) gather = lamina_work_gather_new (self->document, self->run_index);
  guint n = lamina_run_get_layers (self->run)->n;

  for (guint i = 0; i < n; i++)
    {
      if (i % CHECK_EVERY == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      self->item[i] = lamina_work_gather_find (gather, i, self->items, self->shapes)
                      | (runs && !runs[i] ? RAN_NOTHING : 0);
      set_in_force (self, i);
    }
  if (!leave_to_children (self, cancellable))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (i % CHECK_EVERY == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      add_totals (self, i);
    }
  return TRUE;
}

LaminaWork *
lamina_work_new (LaminaDocument *document,
                 guint           run,
                 GCancellable   *cancellable)
{
  g_autoptr (LaminaWork) self = NULL;
  guint n;

  g_return_val_if_fail (document != NULL && run < lamina_document_get_n_runs (document), NULL);

  self = g_new0 (LaminaWork, 1);
  self->document = document;
  self->run_index = run;
  self->run = lamina_document_get_run (document, run);
  self->items = g_array_new (FALSE, FALSE, sizeof (LaminaWorkItem));
  self->shapes = g_array_new (FALSE, FALSE, sizeof (gint64));
  n = MAX (lamina_run_get_layers (self->run)->n, 1);
  self->item = g_new (guint32, n);
  self->flop = g_new (gint64, n);
  self->bytes = g_new (gint64, n);
  self->estimated = g_new (guint8, n);
  self->totals = (LaminaWorkTotals) { LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT,
                                      LAMINA_ABSENT, LAMINA_ESTIMATE_NONE, 0, 0 };
  if (!fill (self, cancellable))
    return NULL;
  /* A column of which no row has a value is NULL. */
  self->layers_in_force = *lamina_run_get_layers (self->run);
  self->layers_in_force.flop = self->totals.flop != LAMINA_ABSENT ? self->flop : NULL;
  self->layers_in_force.bytes = self->totals.bytes != LAMINA_ABSENT ? self->bytes : NULL;
  self->layers_in_force.estimated = self->estimated;
  self->totals_in_force = *lamina_run_get_totals (self->run);
  self->totals_in_force.flop = self->totals.flop;
  self->totals_in_force.bytes = self->totals.bytes;
  return g_steal_pointer (&self);
}

LaminaWork *
lamina_work_attach (LaminaDocument *document,
                    guint           run,
                    GCancellable   *cancellable)
{
  LaminaRun *of;
  LaminaWork *work;

  g_return_val_if_fail (document != NULL && run < lamina_document_get_n_runs (document), NULL);

  of = lamina_document_get_run (document, run);
  work = lamina_work_peek (of);
  if (work)
    return work;
  work = lamina_work_new (document, run, cancellable);
  return work ? lamina_run_attach (of, lamina_work_quark (), work, (GDestroyNotify) lamina_work_free) : NULL;
}

void
lamina_work_attach_all (LaminaDocument *document,
                        GCancellable   *cancellable,
                        gpointer        user_data)
{
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    lamina_work_attach (document, i, cancellable);
}

LaminaWork *
lamina_work_peek (LaminaRun *run)
{
  g_return_val_if_fail (run != NULL, NULL);

  return lamina_run_get_attached (run, lamina_work_quark ());
}

const LaminaLayers *
lamina_work_get_layers (LaminaWork *self)
{
  return &self->layers_in_force;
}

const LaminaWorkTotals *
lamina_work_get_totals (LaminaWork *self)
{
  return &self->totals;
}

/* Of a figure that a loader worked out from the number of weights that its file states. */
static char *
dup_weights (LaminaWork *self,
             guint       layer)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (self->run); i++)
    {
      const LaminaMetric *metric = lamina_run_get_metric (self->run, i);
      gint64 weights = g_str_equal (metric->name, "Weights") ? lamina_column_number (metric->integers, layer) : LAMINA_ABSENT;

      if (weights > 0 && self->flop[layer] % (2 * weights) == 0)
        return g_strdup_printf ("2 · %" G_GINT64_FORMAT " · %" G_GINT64_FORMAT, self->flop[layer] / 2 / weights, weights);
    }
  return NULL;
}

/* The layer whose tensors the item of @layer was worked out from. */
static guint
find_origin (LaminaWork *self,
             guint       layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  guint32 parent = layers->parent[layer];

  while (parent < layer && (self->item[parent] & ~FLAGS) == (self->item[layer] & ~FLAGS))
    {
      layer = parent;
      parent = layers->parent[layer];
    }
  return layer;
}

char *
lamina_work_dup_formula (LaminaWork  *self,
                         guint        layer,
                         const char **symbols,
                         const char **source)
{
  const guint8 *estimated = lamina_run_get_layers (self->run)->estimated;
  LaminaWorkAnswer answer = { .rule = LAMINA_WORK_RULE_WEIGHTS, .text = NULL };
  char *formula = NULL;

  if (estimated && (estimated[layer] & LAMINA_ESTIMATE_FLOP) && self->flop[layer] != LAMINA_ABSENT)
    formula = dup_weights (self, layer);
  else if (get_item (self, layer)->rule != LAMINA_WORK_RULE_NONE && !(self->item[layer] & RAN_NOTHING))
    {
      g_autoptr (LaminaWorkGather) gather = lamina_work_gather_new (self->document, self->run_index);

      answer.text = g_string_new (NULL);
      lamina_work_estimate (lamina_work_gather_get (gather, find_origin (self, layer)), &answer);
      formula = g_string_free (answer.text, FALSE);
    }
  if (symbols)
    *symbols = formula ? lamina_work_rule_get_words (answer.rule)->symbols : "";
  if (source)
    *source = formula ? lamina_work_rule_get_words (answer.rule)->source : "";
  return formula;
}

const LaminaLayers *
lamina_layers_in_force (LaminaRun *run)
{
  LaminaWork *work = lamina_work_peek (run);

  return work ? &work->layers_in_force : lamina_run_get_layers (run);
}

const LaminaTotals *
lamina_totals_in_force (LaminaRun *run)
{
  LaminaWork *work = lamina_work_peek (run);

  return work ? &work->totals_in_force : lamina_run_get_totals (run);
}

LaminaEstimate
lamina_totals_get_estimated (LaminaRun *run)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);
  LaminaEstimate estimated = LAMINA_ESTIMATE_NONE;

  for (guint i = 0; i < layers->n; i++)
    {
      if (lamina_column_number (layers->flop, i) != LAMINA_ABSENT)
        estimated |= layers->estimated[i] & LAMINA_ESTIMATE_FLOP;
      if (lamina_column_number (layers->bytes, i) != LAMINA_ABSENT)
        estimated |= layers->estimated[i] & LAMINA_ESTIMATE_BYTES;
    }
  return estimated;
}

guint32
lamina_work_get_inferred (LaminaWork *self,
                        guint       layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);

  if (lamina_column_first (layers->first_output, layer) < lamina_column_first (layers->first_output, layer + 1))
    return 0;
  return get_item (self, layer)->shape;
}

guint32
lamina_work_get_n_inferred (LaminaWork *self)
{
  return self->shapes->len;
}

const gint64 *
lamina_work_get_inferred_dims (LaminaWork *self,
                             guint32     result,
                             guint      *n)
{
  const gint64 *shape;

  g_return_val_if_fail (result > 0 && result <= self->shapes->len, NULL);

  shape = &g_array_index (self->shapes, gint64, result - 1);
  *n = (guint) shape[0];
  return shape + 1;
}

char *
lamina_work_dup_inferred_text (LaminaWork *self,
                             guint32     result)
{
  guint n;
  const gint64 *dims = lamina_work_get_inferred_dims (self, result, &n);
  GString *text = g_string_new (NULL);

  if (n == 0)
    g_string_append (text, "scalar");
  else
    lamina_work_append_dims (text, dims, n);
  return g_string_free (text, FALSE);
}
