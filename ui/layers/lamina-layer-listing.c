/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-listing.h"

#include "lamina-attributes.h"
#include "lamina-layer-noun.h"
#include "lamina-subject.h"
#include "lamina-text.h"
#include "lamina-work.h"

#include <glib/gi18n.h>
#include <math.h>

/* Up to here filtering and sorting take less time than a frame. */
#define SHORT_LIST 50000

/* So many layers are read from the file in that time. */
#define SHORT_READING 300

struct _LaminaLayerListing
{
  gatomicrefcount references;
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaColoring *coloring;
  LaminaLayerColumn column;
  gboolean descending;

  /* Ids in order. */
  guint32 *rows;
  guint n;
  LaminaGrouping *grouping;
  float *cumulative;
  gint64 longest;
  LaminaLayerSums sums;
  char *problem;
};

static const LaminaLayerColumn summed[] = {
  LAMINA_LAYER_COLUMN_DURATION, LAMINA_LAYER_COLUMN_WAIT, LAMINA_LAYER_COLUMN_FLOP, LAMINA_LAYER_COLUMN_BYTES,
  LAMINA_LAYER_COLUMN_HOST, LAMINA_LAYER_COLUMN_SELF, LAMINA_LAYER_COLUMN_DEVICE_TIME,
};

static void
sum_up (LaminaLayerListing *self,
        const guint32      *rows,
        guint               n)
{
  const LaminaLayers *layers = lamina_layers_in_force (self->run);
  const gint64 *costs = lamina_run_get_costs (self->run);
  LaminaLayerSums *sums = &self->sums;

  for (guint i = 0; i < LAMINA_N_LAYER_COLUMNS; i++)
    sums->sums[i] = LAMINA_ABSENT;
  for (guint column = 0; column < G_N_ELEMENTS (summed); column++)
    {
      const gint64 *numbers = lamina_layer_column_get_numbers (self->run, summed[column]);
      gint64 *sum = &sums->sums[summed[column]];

      for (guint i = 0; numbers && i < n; i++)
        if (lamina_layers_get_calls (layers, rows[i]) > 0)
          *sum = lamina_number_add (*sum, numbers[rows[i]]);
    }
  for (guint i = 0; i < n; i++)
    {
      sums->layers += lamina_layers_get_calls (layers, rows[i]) > 0;
      sums->idle += lamina_layers_get_calls (layers, rows[i]) == 0;
      sums->calls += lamina_layers_get_calls (layers, rows[i]);
      sums->estimated |= layers->estimated[rows[i]];
    }
  lamina_rate_init (&sums->flop_rate, self->run, rows, n, LAMINA_UNIT_FLOP);
  lamina_rate_init (&sums->byte_rate, self->run, rows, n, LAMINA_UNIT_BYTES);
  sums->intensity = lamina_layers_get_intensity (self->run, rows, n);
  self->longest = LAMINA_ABSENT;
  for (guint i = 0; costs && i < layers->n; i++)
    self->longest = MAX (self->longest, costs[i]);
}

static gboolean
put_together (LaminaLayerListing        *self,
              const LaminaLayerQuestion *question,
              const guint32             *rows,
              guint                      n,
              GCancellable              *cancellable)
{
  self->grouping = lamina_grouping_new (self->run, rows, n, question->by, cancellable);
  if (!self->grouping)
    return FALSE;
  self->rows = lamina_grouping_dup_order (self->grouping, question->column, question->descending, cancellable);
  if (!self->rows)
    return FALSE;
  self->n = lamina_grouping_get_n (self->grouping);
  for (guint i = 0; i < self->n; i++)
    self->rows[i] |= LAMINA_GROUP_ID;
  return TRUE;
}

/* Without the file the rest can be listed all the same. FALSE when cancelled. */
static gboolean
read_attributes (LaminaLayerListing        *self,
                 const LaminaLayerQuestion *question,
                 GCancellable              *cancellable)
{
  g_autoptr (GError) error = NULL;

  if (lamina_attributes_read_filter (self->run, question->filter.text, question->columns, cancellable, &error))
    return TRUE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  self->problem = g_strdup (error->message);
  return TRUE;
}

static gboolean
list (LaminaLayerListing        *self,
      const LaminaLayerQuestion *question,
      GCancellable              *cancellable)
{
  guint n;
  g_autofree guint32 *rows = NULL;

  if (!read_attributes (self, question, cancellable))
    return FALSE;
  rows = lamina_layers_filter (self->run, self->timebase, &question->filter, cancellable, &n);
  if (!rows)
    return FALSE;
  sum_up (self, rows, n);
  if (question->cumulative && !(self->cumulative = lamina_layers_dup_cumulative (self->run, rows, n, cancellable)))
    return FALSE;
  if (question->grouped)
    return put_together (self, question, rows, n, cancellable);
  if (!lamina_layers_sort (self->run, self->timebase, question->column, question->descending, rows, n, cancellable))
    return FALSE;
  self->rows = g_steal_pointer (&rows);
  self->n = n;
  return TRUE;
}

LaminaLayerListing *
lamina_layer_listing_ref (LaminaLayerListing *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
lamina_layer_listing_unref (LaminaLayerListing *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_pointer (&self->grouping, lamina_grouping_free);
  g_free (self->rows);
  g_free (self->cumulative);
  g_free (self->problem);
  lamina_timebase_unref (self->timebase);
  g_clear_pointer (&self->coloring, lamina_coloring_unref);
  lamina_document_unref (self->document);
  g_free (self);
}

typedef struct
{
  LaminaSubject *subject;
  char *text;
  LaminaLayerQuestion question;
} Input;

static void
input_free (gpointer data)
{
  Input *input = data;

  g_clear_pointer (&input->question.columns, g_array_unref);
  lamina_subject_free (input->subject);
  g_free (input->text);
  g_free (input);
}

static gpointer
create (gpointer      data,
        GCancellable *cancellable)
{
  const Input *input = data;
  g_autoptr (LaminaLayerListing) self = g_new0 (LaminaLayerListing, 1);

  g_atomic_ref_count_init (&self->references);
  self->document = lamina_document_ref (input->subject->document);
  self->run = input->subject->run;
  self->timebase = lamina_timebase_ref (input->subject->timebase);
  self->column = input->question.column;
  self->descending = input->question.descending;
  return list (self, &input->question, cancellable) ? g_steal_pointer (&self) : NULL;
}

/* Whether all is at hand, or will be at once. */
static gboolean
is_short (const Input *input)
{
  LaminaRun *run = input->subject->run;
  guint n = lamina_run_get_layers (run)->n;
  const GArray *columns = input->question.columns;

  if (lamina_subject_has_long_names (run))
    return FALSE;
  if (n <= SHORT_READING || n > SHORT_LIST)
    return n <= SHORT_READING;
  for (guint i = 0; columns && i < columns->len; i++)
    if (!lamina_attribute_is_read (run, g_array_index (columns, LaminaLayerColumn, i)))
      return FALSE;
  return lamina_attributes_is_filter_read (run, input->text);
}

void
lamina_layer_listing_start (LaminaSession              *session,
                            const LaminaLayerQuestion  *question,
                            gpointer                    owner,
                            GCancellable              **cancellable,
                            LaminaJobDone               done)
{
  Input *input = g_new0 (Input, 1);

  input->subject = lamina_subject_new (session);
  input->text = g_strdup (lamina_session_get_filter (session));
  input->question = *question;
  if (question->columns)
    g_array_ref (question->columns);
  input->question.filter.text = input->text;
  input->question.filter.section = input->subject->section;
  lamina_job_run (owner, cancellable, !is_short (input), create, input, input_free, done,
                  (GDestroyNotify) lamina_layer_listing_unref);
}

LaminaRun *
lamina_layer_listing_get_run (LaminaLayerListing *self)
{
  return self->run;
}

LaminaGrouping *
lamina_layer_listing_get_grouping (LaminaLayerListing *self)
{
  return self->grouping;
}

const LaminaLayerSums *
lamina_layer_listing_get_sums (LaminaLayerListing *self)
{
  return &self->sums;
}

const char *
lamina_layer_listing_get_problem (LaminaLayerListing *self)
{
  return self->problem;
}

guint32 *
lamina_layer_listing_dup_rows (LaminaLayerListing *self,
                               guint              *n)
{
  *n = self->n;
  return g_memdup2 (self->rows, self->n * sizeof *self->rows);
}

const LaminaLayerGroup *
lamina_layer_listing_get_group (LaminaLayerListing *self,
                                guint32             id)
{
  return id & LAMINA_GROUP_ID ? lamina_grouping_get (self->grouping, id & ~LAMINA_GROUP_ID) : NULL;
}

guint32 *
lamina_layer_listing_dup_members (LaminaLayerListing *self,
                                  guint32             id,
                                  guint              *n)
{
  const LaminaLayerGroup *group = lamina_layer_listing_get_group (self, id);
  guint32 *members = g_memdup2 (group->layers, group->n_layers * sizeof *members);

  *n = group->n_layers;
  if (*n <= SHORT_LIST)
    lamina_layers_sort (self->run, self->timebase, self->column, self->descending, members, *n, NULL);
  return members;
}

static void
set_share (LaminaLayerValue *value,
           double            share)
{
  if (isnan (share))
    return;
  value->kind = LAMINA_LAYER_VALUE_SHARE;
  value->real = share;
}

void
lamina_layer_listing_get_value (LaminaLayerListing *self,
                                guint32             id,
                                LaminaLayerColumn   column,
                                LaminaLayerValue   *value)
{
  const LaminaLayerGroup *group = lamina_layer_listing_get_group (self, id);

  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  if (column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    return;
  if (group)
    {
      lamina_layer_group_get_value (self->run, group, column, value);
      return;
    }
  lamina_layer_get_value (self->run, self->timebase, id, column, value);
  if (column == LAMINA_LAYER_COLUMN_CUMULATIVE && self->cumulative)
    set_share (value, (double) self->cumulative[id]);
}

static void
set_amount (LaminaLayerValue *value,
            gint64            amount,
            LaminaUnit        unit)
{
  if (amount == LAMINA_ABSENT)
    return;
  value->kind = unit == LAMINA_UNIT_NONE ? LAMINA_LAYER_VALUE_COUNT : LAMINA_LAYER_VALUE_AMOUNT;
  value->unit = unit;
  value->integer = amount;
}

char *
lamina_layer_listing_dup_sum_suspicion (LaminaLayerListing *self,
                                        LaminaLayerColumn   column)
{
  if (column == LAMINA_LAYER_COLUMN_FLOP_RATE)
    return lamina_rate_dup_reason (&self->sums.flop_rate, self->run);
  return column == LAMINA_LAYER_COLUMN_BYTE_RATE ? lamina_rate_dup_reason (&self->sums.byte_rate, self->run) : NULL;
}

void
lamina_layer_listing_get_sum (LaminaLayerListing *self,
                              LaminaLayerColumn   column,
                              LaminaLayerValue   *value)
{
  gint64 total = lamina_run_get_totals (self->run)->cost;
  gint64 cost = self->sums.sums[LAMINA_LAYER_COLUMN_DURATION];
  guint estimate = LAMINA_ESTIMATE_DURATION;

  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_CALLS:
      set_amount (value, self->sums.calls, LAMINA_UNIT_NONE);
      estimate = LAMINA_ESTIMATE_NONE;
      break;
    case LAMINA_LAYER_COLUMN_SHARE:
      set_share (value, cost != LAMINA_ABSENT && total > 0 ? (double) cost / (double) total : (double) NAN);
      break;
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
      lamina_layer_value_set_rate (value, &self->sums.flop_rate);
      return;
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      lamina_layer_value_set_rate (value, &self->sums.byte_rate);
      return;
    case LAMINA_LAYER_COLUMN_INTENSITY:
      if (!isnan (self->sums.intensity))
        *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_REAL, .real = self->sums.intensity };
      estimate = LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_BYTES;
      break;
    case LAMINA_LAYER_COLUMN_FLOP:
      set_amount (value, self->sums.sums[column], LAMINA_UNIT_FLOP);
      estimate = LAMINA_ESTIMATE_FLOP;
      break;
    case LAMINA_LAYER_COLUMN_BYTES:
      set_amount (value, self->sums.sums[column], LAMINA_UNIT_BYTES);
      estimate = LAMINA_ESTIMATE_BYTES;
      break;
    default:
      if (column < LAMINA_N_LAYER_COLUMNS)
        set_amount (value, self->sums.sums[column], LAMINA_UNIT_NANOSECONDS);
    }
  value->estimated = (self->sums.estimated & estimate) != 0;
}

LaminaFamily
lamina_layer_listing_get_color (LaminaLayerListing *self,
                                guint32             id)
{
  const LaminaLayerGroup *group = lamina_layer_listing_get_group (self, id);
  guint32 layer = group ? LAMINA_NONE : id;

  if (group && !self->coloring)
    return group->family;
  if (group && group->n_layers > 0)
    layer = group->layers[0];
  if (layer == LAMINA_NONE)
    return LAMINA_FAMILY_OTHER;
  return self->coloring ? lamina_coloring_get_layer (self->coloring, layer)
                        : (LaminaFamily) lamina_run_get_layers (self->run)->family[layer];
}

void
lamina_layer_listing_set_coloring (LaminaLayerListing *self,
                                   LaminaColoring     *coloring)
{
  gboolean is_of_run = coloring && lamina_coloring_get_run (coloring) == self->run;

  g_clear_pointer (&self->coloring, lamina_coloring_unref);
  self->coloring = is_of_run ? lamina_coloring_ref (coloring) : NULL;
}

gboolean
lamina_layer_listing_get_bar (LaminaLayerListing *self,
                              guint32             id,
                              double             *length,
                              double             *waiting)
{
  const LaminaLayerGroup *group = lamina_layer_listing_get_group (self, id);
  gint64 cost, wait, longest;

  if (group)
    {
      cost = group->duration;
      wait = group->wait;
      /* The largest group stands first in the grouping. */
      longest = lamina_grouping_get (self->grouping, 0)->duration;
    }
  else
    {
      cost = lamina_column_number (lamina_run_get_costs (self->run), id);
      wait = lamina_column_number (lamina_run_get_layers (self->run)->wait, id);
      longest = self->longest;
    }
  if (cost == LAMINA_ABSENT || cost < 0 || longest <= 0)
    return FALSE;
  *length = (double) cost / (double) longest;
  *waiting = wait > 0 && cost > 0 ? MIN ((double) wait / (double) cost, 1) : 0;
  return TRUE;
}

/* What is summed up in one line, in this order: what may say most stands last, where a narrow line is cut. */
static const LaminaLayerColumn totals[] = {
  LAMINA_LAYER_COLUMN_DURATION, LAMINA_LAYER_COLUMN_FLOP, LAMINA_LAYER_COLUMN_BYTES, LAMINA_LAYER_COLUMN_FLOP_RATE,
};

char *
lamina_layer_listing_dup_totals (LaminaLayerListing *self)
{
  const LaminaLayerSums *sums = &self->sums;
  guint all = lamina_run_get_totals (self->run)->executed;
  g_autofree char *count = lamina_layers_dup_part (self->run, sums->layers, all);
  g_autoptr (GString) text = g_string_new (count);

  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    {
      LaminaLayerValue value;
      g_autofree char *figure = NULL;

      lamina_layer_listing_get_sum (self, totals[i], &value);
      figure = lamina_layer_value_dup_text (&value);
      if (value.kind != LAMINA_LAYER_VALUE_ABSENT)
        g_string_append_printf (text, " · %s", figure);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
lamina_layer_listing_dup_totals_hint (LaminaLayerListing *self)
{
  const LaminaLayerSums *sums = &self->sums;
  g_autoptr (GString) text = g_string_new (NULL);

  lamina_text_append (text, ngettext ("%u executed", "%u executed", sums->layers), sums->layers);
  if (sums->idle > 0)
    {
      g_string_append (text, ", ");
      lamina_text_append (text, ngettext ("%u more is listed but was not executed", "%u more are listed but were not executed",
                                          sums->idle), sums->idle);
    }
  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    {
      LaminaLayerValue value;
      g_autofree char *figure = NULL;
      g_autofree char *reason = NULL;

      lamina_layer_listing_get_sum (self, totals[i], &value);
      figure = value.kind == LAMINA_LAYER_VALUE_RATE ? lamina_layer_value_dup_text (&value)
                                                     : lamina_layer_value_dup_exact (&value);
      reason = lamina_layer_listing_dup_sum_suspicion (self, totals[i]);
      if (value.kind != LAMINA_LAYER_VALUE_ABSENT)
        g_string_append_printf (text, "\n%s", figure);
      if (reason)
        g_string_append_printf (text, "\n!\u00a0%s", reason);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
