/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-doubts-private.h"
#include "lamina-chart-measure-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-text.h"
#include "lamina-work.h"

#include <math.h>

/* Memory traffic: the bytes that the layers of each type move, by what they are for. */

enum
{
  COLUMN_TYPE,
  COLUMN_VALUE,
  COLUMN_INPUTS,
  COLUMN_PARAMETERS,
  COLUMN_OUTPUTS,
  COLUMN_WHOLE,
  COLUMN_SHARE,
  COLUMN_LAYERS,
  COLUMN_CALLS,
  COLUMN_COST,
  COLUMN_BANDWIDTH,
  COLUMN_COVERED,
  N_COLUMNS,
};

/* What the layers of one type move; @whole is what the file states without saying what it is for. */
typedef struct
{
  const LaminaLayerGroup *group;
  gint64 bytes;
  gint64 inputs;
  gint64 parameters;
  gint64 outputs;
  gint64 whole;
  gboolean estimated;
} Traffic;

/* The colors of the parts differ in lightness and texture, so that they can be told apart in gray. */
static void
add_columns (LaminaChartData *data,
             LaminaRun       *run,
             gboolean         has_parts,
             gboolean         has_whole)
{
  LaminaChartUse part = has_parts ? LAMINA_CHART_USE_PART : LAMINA_CHART_USE_TABLE;
  LaminaChartUse whole = has_parts && has_whole ? LAMINA_CHART_USE_PART : LAMINA_CHART_USE_TABLE;
  LaminaChartColumn value = lamina_measure_get_column (LAMINA_MEASURE_BYTES);
  LaminaChartColumn cost = lamina_measure_get_column (LAMINA_MEASURE_COST);
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_TYPE] = LAMINA_CHART_COLUMN ("type", _("Type"), TEXT, NONE, LABEL),
    [COLUMN_VALUE] = value,
    [COLUMN_INPUTS] = { "input_bytes", _("inputs"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_BYTES, part,
                        LAMINA_FAMILY_CONVOLUTION },
    [COLUMN_PARAMETERS] = { "parameter_bytes", _("parameters"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_BYTES, part,
                            LAMINA_FAMILY_INDEX },
    [COLUMN_OUTPUTS] = { "output_bytes", _("outputs"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_BYTES, part,
                         LAMINA_FAMILY_POOLING },
    [COLUMN_WHOLE] = { "undivided_bytes", _("not split by role"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_BYTES, whole,
                       LAMINA_FAMILY_OTHER },
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_LAYERS] = LAMINA_CHART_COLUMN ("layers", lamina_layers_get_title (run), COUNT, NONE, TABLE),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN ("calls", _("Calls"), COUNT, NONE, TABLE),
    [COLUMN_COST] = { cost.key, cost.title, cost.kind, cost.unit, LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_BANDWIDTH] = LAMINA_CHART_COLUMN ("bytes_per_s", _("Bandwidth"), RATE, BYTES, TABLE),
    /* Translators: how much of the time a rate is over */
    [COLUMN_COVERED] = LAMINA_CHART_COLUMN ("bytes_covered_share", _("Over"), SHARE, NONE, ALONE),
  };

  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
}

/* The parts of a layer count where they add up to what it moves. */
static Traffic
create_traffic (LaminaWork             *work,
                const LaminaLayerGroup *group)
{
  Traffic self = { group, LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT, FALSE };

  for (guint i = 0; i < group->n_layers; i++)
    {
      LaminaWorkFigures figures;

      lamina_work_get_figures (work, group->layers[i], &figures);
      if (figures.bytes == LAMINA_ABSENT)
        continue;
      self.bytes = lamina_number_add (self.bytes, figures.bytes);
      self.estimated |= (figures.estimated & LAMINA_ESTIMATE_BYTES) != 0;
      /* What a loader estimated may be less than what follows from the shapes, or of a layer without any. */
      if (figures.bytes != figures.bytes_estimated
          || lamina_number_add (lamina_number_add (figures.inputs, figures.parameters), figures.outputs) != figures.bytes)
        {
          self.whole = lamina_number_add (self.whole, figures.bytes);
          continue;
        }
      self.inputs = lamina_number_add (self.inputs, figures.inputs);
      self.parameters = lamina_number_add (self.parameters, figures.parameters);
      self.outputs = lamina_number_add (self.outputs, figures.outputs);
    }
  return self;
}

static int
compare_traffic (gconstpointer a,
                 gconstpointer b)
{
  const Traffic *left = a, *right = b;

  if (left->bytes != right->bytes)
    return left->bytes > right->bytes ? -1 : 1;
  return g_strcmp0 (left->group->label, right->group->label);
}

/* The types that move anything, the most first. */
static GArray *
list_traffic (LaminaWork     *work,
              LaminaGrouping *grouping)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Traffic));

  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      Traffic traffic = create_traffic (work, lamina_grouping_get (grouping, i));

      if (traffic.bytes != LAMINA_ABSENT && traffic.bytes > 0)
        g_array_append_val (list, traffic);
    }
  g_array_sort (list, compare_traffic);
  return list;
}

static void
add_traffic (LaminaChartData  *data,
             const Traffic    *traffic,
             const LaminaRate *rate,
             gint64            sum)
{
  const LaminaLayerGroup *group = traffic->group;
  guint row = lamina_chart_data_add_row (data, group->family, group->layers, group->n_layers);

  lamina_chart_data_copy_text (data, row, COLUMN_TYPE, group->label);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, traffic->bytes);
  lamina_chart_data_set_integer (data, row, COLUMN_INPUTS, traffic->inputs);
  lamina_chart_data_set_integer (data, row, COLUMN_PARAMETERS, traffic->parameters);
  lamina_chart_data_set_integer (data, row, COLUMN_OUTPUTS, traffic->outputs);
  lamina_chart_data_set_integer (data, row, COLUMN_WHOLE, traffic->whole);
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, sum > 0 ? (double) traffic->bytes / (double) sum : NAN);
  lamina_chart_data_set_integer (data, row, COLUMN_LAYERS, group->n_layers);
  lamina_chart_data_set_integer (data, row, COLUMN_CALLS, group->calls);
  lamina_chart_data_set_integer (data, row, COLUMN_COST, group->duration);
  lamina_chart_data_set_rate (data, row, COLUMN_BANDWIDTH, rate);
  lamina_chart_data_set_real (data, row, COLUMN_COVERED, lamina_rate_get_share (rate));
  lamina_chart_data_mark (data, row, COLUMN_VALUE, LAMINA_CHART_ESTIMATED, traffic->estimated);
  lamina_chart_data_mark (data, row, COLUMN_INPUTS, LAMINA_CHART_ESTIMATED, traffic->inputs != LAMINA_ABSENT);
  lamina_chart_data_mark (data, row, COLUMN_PARAMETERS, LAMINA_CHART_ESTIMATED, traffic->parameters != LAMINA_ABSENT);
  lamina_chart_data_mark (data, row, COLUMN_OUTPUTS, LAMINA_CHART_ESTIMATED, traffic->outputs != LAMINA_ABSENT);
}

/*
 * Says that the bars are not of all types: beside the sum, as ` · 2 of 23 types`, and in the note. What is left out without taking
 * time is no loss.
 */
static char *
dup_part (LaminaChartData *data,
          LaminaGrouping  *grouping,
          const GArray    *list)
{
  guint n = lamina_grouping_get_n (grouping);
  gint64 all = LAMINA_ABSENT, shown = LAMINA_ABSENT;
  g_autofree char *share = NULL;
  g_autofree char *note = NULL;

  for (guint i = 0; i < n; i++)
    all = lamina_number_add (all, lamina_grouping_get (grouping, i)->duration);
  for (guint i = 0; i < list->len; i++)
    shown = lamina_number_add (shown, g_array_index (list, Traffic, i).group->duration);
  if (list->len == n || (all != LAMINA_ABSENT && shown == all))
    return g_strdup ("");
  if (all != LAMINA_ABSENT && all > 0)
    {
      share = lamina_layer_dup_share (shown != LAMINA_ABSENT ? (double) shown / (double) all : 0);
      /* Translators: numbers of types of layers, and a share of the time. */
      note = lamina_text_dup (ngettext ("%u of %u type is known to move bytes; it takes %s of the time.",
                                        "%u of %u types are known to move bytes; they take %s of the time.", n),
                              list->len, n, share);
      lamina_chart_data_add_note (data, note);
    }
  /* Translators: goes on behind a sum: of how many of all types it is. */
  return lamina_text_dup (ngettext (" · %u of %u type", " · %u of %u types", n), list->len, n);
}

static gboolean
fill_traffic (LaminaChartData         *data,
              const LaminaChartSource *source)
{
  LaminaWork *work = lamina_work_attach (source->query->document, source->query->run, source->cancellable);
  g_autoptr (LaminaGrouping) grouping = NULL;
  g_autoptr (GArray) list = NULL;
  g_autofree char *figure = NULL;
  g_autofree char *part = NULL;
  g_autofree char *total = NULL;
  g_auto (LaminaChartDoubts) doubts = { 0 };
  gint64 sum = LAMINA_ABSENT;
  gboolean has_parts = FALSE, has_whole = FALSE, estimated = FALSE;

  grouping = lamina_grouping_new (source->run, source->rows, source->n, LAMINA_GROUP_BY_TYPE, source->cancellable);
  if (work == NULL || grouping == NULL)
    return FALSE;
  list = list_traffic (work, grouping);
  for (guint i = 0; i < list->len; i++)
    {
      const Traffic *traffic = &g_array_index (list, Traffic, i);

      sum = lamina_number_add (sum, traffic->bytes);
      has_parts |= traffic->inputs != LAMINA_ABSENT || traffic->outputs != LAMINA_ABSENT;
      has_whole |= traffic->whole != LAMINA_ABSENT;
      estimated |= traffic->estimated;
    }
  add_columns (data, source->run, has_parts, has_whole);
  for (guint i = 0; i < list->len; i++)
    {
      const Traffic *traffic = &g_array_index (list, Traffic, i);
      LaminaRate rate;

      lamina_layer_group_get_rate (traffic->group, source->run, LAMINA_UNIT_BYTES, &rate);
      add_traffic (data, traffic, &rate, sum);
      lamina_chart_doubts_add (&doubts, source->run, &rate);
    }
  lamina_chart_data_take (data, LAMINA_CHART_NOTE, lamina_chart_doubts_dup_note (&doubts));
  figure = lamina_figure_dup (sum, LAMINA_UNIT_BYTES);
  part = dup_part (data, grouping, list);
  total = g_strconcat (estimated ? "≈\u00a0" : "", figure, part, NULL);
  if (has_parts && estimated)
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("Estimated bytes read and written, by type and role, %s"), total);
  else if (has_parts)
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("Bytes read and written, by type and role, %s"), total);
  else if (estimated)
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("Bytes moved, by type, %s"), total);
  else if (list->len > 0)
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("Bytes moved as the file states them, by type, %s"), total);
  lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No bytes are known: the file states neither them nor shapes."));
  return TRUE;
}

const LaminaChart lamina_chart_traffic = {
  "traffic", N_("Memory traffic"), NN_ ("%u more type", "%u more types"), NULL, LAMINA_CHART_BARS,
  lamina_chart_find_no_traffic, fill_traffic,
};
