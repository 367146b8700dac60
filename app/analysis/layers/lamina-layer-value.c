/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-value.h"

#include "lamina-attributes-private.h"
#include "lamina-metric-sum.h"
#include "lamina-work.h"

#include <math.h>

static void
set_text (LaminaLayerValue *value,
          const char       *text)
{
  if (!text || !*text)
    return;
  value->kind = LAMINA_LAYER_VALUE_TEXT;
  value->text = g_strdup (text);
}

static void
set_integer (LaminaLayerValue     *value,
             LaminaLayerValueKind  kind,
             gint64                number,
             LaminaUnit            unit)
{
  if (number == LAMINA_ABSENT)
    return;
  value->kind = kind;
  value->integer = number;
  value->unit = unit;
}

static void
set_real (LaminaLayerValue     *value,
          LaminaLayerValueKind  kind,
          double                number,
          LaminaUnit            unit)
{
  if (isnan (number))
    return;
  value->kind = kind;
  value->real = number;
  value->unit = unit;
}

void
lamina_layer_value_set_rate (LaminaLayerValue *value,
                             const LaminaRate *rate)
{
  g_return_if_fail (value != NULL && rate != NULL);

  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  set_real (value, LAMINA_LAYER_VALUE_RATE, rate->per_second, rate->unit);
  value->estimated = rate->estimated;
  value->suspicious = rate->doubt != LAMINA_DOUBT_NONE;
  value->covered = lamina_rate_is_part (rate) ? lamina_rate_get_share (rate) : 0;
}

static void
set_layer_rate (LaminaLayerValue *value,
                LaminaRun        *run,
                guint32           layer,
                LaminaUnit        unit)
{
  LaminaRate rate;

  lamina_rate_init (&rate, run, &layer, 1, unit);
  lamina_layer_value_set_rate (value, &rate);
}

static void
set_row (LaminaLayerValue *value,
         guint32           row)
{
  if (row != LAMINA_NONE)
    set_integer (value, LAMINA_LAYER_VALUE_COUNT, (gint64) row + 1, LAMINA_UNIT_NONE);
}

/* A layer that did not run has no start. */
static void
set_start (LaminaLayerValue *value,
           LaminaRun        *run,
           LaminaTimebase   *timebase,
           guint             layer)
{
  gint64 start = lamina_run_get_layer_start (run, layer, timebase);
  gint64 origin = lamina_timebase_get_start (timebase);

  if (start == LAMINA_ABSENT || lamina_layers_get_calls (lamina_layers_in_force (run), layer) == 0)
    return;
  if (lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS)
    {
      set_integer (value, LAMINA_LAYER_VALUE_COUNT, lamina_number_add (start, -origin), LAMINA_UNIT_NONE);
      return;
    }
  set_integer (value, LAMINA_LAYER_VALUE_START, lamina_number_add (start, -origin), LAMINA_UNIT_NANOSECONDS);
  value->real = (double) lamina_timebase_get_end (timebase) - (double) origin;
}

static void
set_shapes (LaminaLayerValue *value,
            LaminaRun        *run,
            guint             layer,
            gboolean          outputs)
{
  g_autofree char *shapes = lamina_layer_dup_shapes (run, layer, outputs);

  set_text (value, shapes);
  value->estimated = lamina_layer_has_estimate (run, layer, outputs, LAMINA_ESTIMATE_SHAPE);
}

static void
set_dtype (LaminaLayerValue *value,
           LaminaRun        *run,
           guint             layer)
{
  set_text (value, lamina_run_get_string (run, lamina_layer_get_dtype (run, layer)));
  value->estimated = lamina_layer_is_dtype_estimated (run, layer);
}

static void
set_section (LaminaLayerValue *value,
             LaminaRun        *run,
             guint             layer)
{
  guint32 section = lamina_column_row (lamina_layers_in_force (run)->section, layer);

  set_text (value, section != LAMINA_NONE ? lamina_run_get_section (run, section)->title : NULL);
}

static void
set_metric (LaminaLayerValue *value,
            LaminaRun        *run,
            guint             layer,
            guint             i)
{
  const LaminaMetric *metric = lamina_run_get_metric (run, i);

  if (metric->integers)
    set_integer (value, LAMINA_LAYER_VALUE_AMOUNT, metric->integers[layer], metric->unit);
  else if (metric->reals)
    set_real (value, LAMINA_LAYER_VALUE_REAL, metric->reals[layer], metric->unit);
  value->estimated = metric->estimated;
}

static void
set_attribute (LaminaLayerValue  *value,
               LaminaRun         *run,
               guint              layer,
               LaminaLayerColumn  column)
{
  const LaminaAttributeCells *cells = lamina_attribute_get_cells (lamina_attribute_get (run, column));
  const LaminaLayerValue *found = lamina_attribute_get_value (cells, layer);

  if (!found)
    return;
  *value = *found;
  value->text = g_strdup (found->text);
}

/* What must have been estimated for a column to be. */
static guint
get_estimate (LaminaLayerColumn column)
{
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_START:
    case LAMINA_LAYER_COLUMN_DURATION:
    case LAMINA_LAYER_COLUMN_WAIT:
    case LAMINA_LAYER_COLUMN_SHARE:
    case LAMINA_LAYER_COLUMN_CUMULATIVE:
    case LAMINA_LAYER_COLUMN_HOST:
    case LAMINA_LAYER_COLUMN_SELF:
    case LAMINA_LAYER_COLUMN_DEVICE_TIME:
    case LAMINA_LAYER_COLUMN_MEAN:
    case LAMINA_LAYER_COLUMN_MEDIAN:
    case LAMINA_LAYER_COLUMN_P95:
    case LAMINA_LAYER_COLUMN_MIN:
    case LAMINA_LAYER_COLUMN_MAX:
      return LAMINA_ESTIMATE_DURATION;
    case LAMINA_LAYER_COLUMN_FLOP:
      return LAMINA_ESTIMATE_FLOP;
    case LAMINA_LAYER_COLUMN_BYTES:
      return LAMINA_ESTIMATE_BYTES;
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
      return LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_DURATION;
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      return LAMINA_ESTIMATE_BYTES | LAMINA_ESTIMATE_DURATION;
    case LAMINA_LAYER_COLUMN_INTENSITY:
      return LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_BYTES;
    default:
      return LAMINA_ESTIMATE_NONE;
    }
}

static LaminaUnit
get_unit (LaminaLayerColumn column)
{
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_FLOP:
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
      return LAMINA_UNIT_FLOP;
    case LAMINA_LAYER_COLUMN_BYTES:
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      return LAMINA_UNIT_BYTES;
    default:
      return LAMINA_UNIT_NANOSECONDS;
    }
}

const gint64 *
lamina_layer_column_get_numbers (LaminaRun         *run,
                                 LaminaLayerColumn  column)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  switch (column)
    {
    case LAMINA_LAYER_COLUMN_DURATION:
    case LAMINA_LAYER_COLUMN_SHARE:
    case LAMINA_LAYER_COLUMN_CUMULATIVE:
      return lamina_run_get_costs (run);
    case LAMINA_LAYER_COLUMN_WAIT:
      return layers->wait;
    case LAMINA_LAYER_COLUMN_HOST:
      return layers->host;
    case LAMINA_LAYER_COLUMN_SELF:
      return layers->host_self;
    case LAMINA_LAYER_COLUMN_DEVICE_TIME:
      return layers->device_time;
    case LAMINA_LAYER_COLUMN_FLOP:
      return layers->flop;
    case LAMINA_LAYER_COLUMN_BYTES:
      return layers->bytes;
    default:
      return NULL;
    }
}

/* FALSE for columns of numbers. */
static gboolean
get_text_value (LaminaRun         *run,
                guint              layer,
                LaminaLayerColumn  column,
                LaminaLayerValue  *value)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  switch (column)
    {
    case LAMINA_LAYER_COLUMN_NAME:
      set_text (value, lamina_run_get_string (run, lamina_column_id (layers->name, layer)));
      return TRUE;
    case LAMINA_LAYER_COLUMN_TYPE:
      set_text (value, lamina_run_get_string (run, lamina_column_id (layers->type, layer)));
      return TRUE;
    case LAMINA_LAYER_COLUMN_DEVICE:
      set_text (value, lamina_run_get_string (run, lamina_column_id (layers->device, layer)));
      return TRUE;
    case LAMINA_LAYER_COLUMN_DTYPE:
      set_dtype (value, run, layer);
      return TRUE;
    case LAMINA_LAYER_COLUMN_PHASE:
      set_text (value, lamina_phase_get_name ((LaminaPhase) layers->phase[layer]));
      return TRUE;
    case LAMINA_LAYER_COLUMN_SECTION:
      set_section (value, run, layer);
      return TRUE;
    case LAMINA_LAYER_COLUMN_ANNOTATION:
      set_text (value, lamina_run_get_string (run, lamina_column_id (layers->annotation, layer)));
      return TRUE;
    case LAMINA_LAYER_COLUMN_SHAPE:
    case LAMINA_LAYER_COLUMN_INPUTS:
      set_shapes (value, run, layer, column == LAMINA_LAYER_COLUMN_SHAPE);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
get_number_value (LaminaRun         *run,
                  LaminaTimebase    *timebase,
                  guint              layer,
                  LaminaLayerColumn  column,
                  LaminaLayerValue  *value)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  switch (column)
    {
    case LAMINA_LAYER_COLUMN_INDEX:
      set_integer (value, LAMINA_LAYER_VALUE_COUNT, layer, LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_ORDER:
      set_row (value, lamina_layers_get_order (layers, layer));
      break;
    case LAMINA_LAYER_COLUMN_CALLS:
      set_integer (value, LAMINA_LAYER_VALUE_COUNT, lamina_layers_get_calls (layers, layer), LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_START:
      set_start (value, run, timebase, layer);
      break;
    case LAMINA_LAYER_COLUMN_SHARE:
      set_real (value, LAMINA_LAYER_VALUE_SHARE, lamina_layer_get_share (run, layer), LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_CUMULATIVE:
      break;
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      set_layer_rate (value, run, layer, get_unit (column));
      break;
    case LAMINA_LAYER_COLUMN_INTENSITY:
      set_real (value, LAMINA_LAYER_VALUE_REAL, lamina_layer_get_intensity (run, layer), LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_MEAN:
    case LAMINA_LAYER_COLUMN_MEDIAN:
    case LAMINA_LAYER_COLUMN_P95:
    case LAMINA_LAYER_COLUMN_MIN:
    case LAMINA_LAYER_COLUMN_MAX:
      set_real (value, LAMINA_LAYER_VALUE_REAL, lamina_layer_get_mean (run, layer), LAMINA_UNIT_NANOSECONDS);
      break;
    default:
      set_integer (value, LAMINA_LAYER_VALUE_AMOUNT,
                   lamina_column_number (lamina_layer_column_get_numbers (run, column), layer), get_unit (column));
    }
}

void
lamina_layer_get_value (LaminaRun         *run,
                        LaminaTimebase    *timebase,
                        guint              layer,
                        LaminaLayerColumn  column,
                        LaminaLayerValue  *value)
{
  const LaminaLayers *layers;

  g_return_if_fail (run != NULL && timebase != NULL && value != NULL);
  layers = lamina_layers_in_force (run);
  g_return_if_fail (layer < layers->n);

  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  if (lamina_layer_column_is_attribute (column))
    set_attribute (value, run, layer, column);
  else if (column >= LAMINA_N_LAYER_COLUMNS)
    set_metric (value, run, layer, column - LAMINA_N_LAYER_COLUMNS);
  else if (!get_text_value (run, layer, column, value))
    {
      get_number_value (run, timebase, layer, column, value);
      value->estimated = (layers->estimated[layer] & get_estimate (column)) != 0;
    }
}

static gboolean
is_rate (LaminaLayerColumn column)
{
  return column == LAMINA_LAYER_COLUMN_FLOP_RATE || column == LAMINA_LAYER_COLUMN_BYTE_RATE;
}

char *
lamina_layer_dup_suspicion (LaminaRun         *run,
                            guint              layer,
                            LaminaLayerColumn  column)
{
  const guint32 row = layer;
  LaminaRate rate;

  g_return_val_if_fail (run != NULL && layer < lamina_run_get_layers (run)->n, NULL);

  if (!is_rate (column))
    return NULL;
  lamina_rate_init (&rate, run, &row, 1, get_unit (column));
  return lamina_rate_dup_reason (&rate, run);
}

char *
lamina_layer_group_dup_suspicion (LaminaRun              *run,
                                  const LaminaLayerGroup *group,
                                  LaminaLayerColumn       column)
{
  LaminaRate rate;

  g_return_val_if_fail (run != NULL && group != NULL, NULL);

  if (!is_rate (column))
    return NULL;
  lamina_layer_group_get_rate (group, run, get_unit (column), &rate);
  return lamina_rate_dup_reason (&rate, run);
}

/* The sums of a group that are shown as they are, and its ranks. */
static gint64
get_group_number (const LaminaLayerGroup *group,
                  LaminaLayerColumn       column)
{
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_DURATION:
      return group->duration;
    case LAMINA_LAYER_COLUMN_WAIT:
      return group->wait;
    case LAMINA_LAYER_COLUMN_HOST:
      return group->host;
    case LAMINA_LAYER_COLUMN_SELF:
      return group->host_self;
    case LAMINA_LAYER_COLUMN_DEVICE_TIME:
      return group->device_time;
    case LAMINA_LAYER_COLUMN_MEDIAN:
      return group->median;
    case LAMINA_LAYER_COLUMN_P95:
      return group->p95;
    case LAMINA_LAYER_COLUMN_MIN:
      return group->min;
    case LAMINA_LAYER_COLUMN_MAX:
      return group->max;
    case LAMINA_LAYER_COLUMN_FLOP:
      return group->flop;
    case LAMINA_LAYER_COLUMN_BYTES:
      return group->bytes;
    default:
      return LAMINA_ABSENT;
    }
}

static void
set_metric_sum (LaminaLayerValue       *value,
                const LaminaMetric     *metric,
                const LaminaLayerGroup *group)
{
  gint64 sum = LAMINA_ABSENT;
  double real = NAN;

  if (!lamina_metric_adds_up (metric))
    return;
  for (guint i = 0; metric->integers && i < group->n_layers; i++)
    sum = lamina_number_add (sum, metric->integers[group->layers[i]]);
  for (guint i = 0; metric->reals && i < group->n_layers; i++)
    if (!isnan (metric->reals[group->layers[i]]))
      real = (isnan (real) ? 0 : real) + metric->reals[group->layers[i]];
  if (metric->integers)
    set_integer (value, LAMINA_LAYER_VALUE_AMOUNT, sum, metric->unit);
  else
    set_real (value, LAMINA_LAYER_VALUE_REAL, real, metric->unit);
}

void
lamina_layer_group_get_value (LaminaRun              *run,
                              const LaminaLayerGroup *group,
                              LaminaLayerColumn       column,
                              LaminaLayerValue       *value)
{
  LaminaRate rate;

  g_return_if_fail (run != NULL && group != NULL && value != NULL);

  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  if (lamina_layer_column_is_attribute (column))
    {
      lamina_attribute_get_group_value (run, group, column, value);
      return;
    }
  if (column >= LAMINA_N_LAYER_COLUMNS)
    {
      set_metric_sum (value, lamina_run_get_metric (run, column - LAMINA_N_LAYER_COLUMNS), group);
      return;
    }
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_NAME:
      set_text (value, group->label);
      break;
    case LAMINA_LAYER_COLUMN_CALLS:
      set_integer (value, LAMINA_LAYER_VALUE_COUNT, group->calls, LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_SHARE:
      set_real (value, LAMINA_LAYER_VALUE_SHARE, group->share, LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_CUMULATIVE:
      set_real (value, LAMINA_LAYER_VALUE_SHARE, group->cumulative, LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_MEAN:
      set_real (value, LAMINA_LAYER_VALUE_REAL, group->mean, LAMINA_UNIT_NANOSECONDS);
      break;
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      lamina_layer_group_get_rate (group, run, get_unit (column), &rate);
      lamina_layer_value_set_rate (value, &rate);
      return;
    case LAMINA_LAYER_COLUMN_INTENSITY:
      set_real (value, LAMINA_LAYER_VALUE_REAL, lamina_layer_group_get_intensity (group, run), LAMINA_UNIT_NONE);
      break;
    default:
      set_integer (value, LAMINA_LAYER_VALUE_AMOUNT, get_group_number (group, column), get_unit (column));
    }
  value->estimated = (group->estimated & get_estimate (column)) != 0;
}

void
lamina_layer_value_clear (LaminaLayerValue *self)
{
  g_clear_pointer (&self->text, g_free);
  self->kind = LAMINA_LAYER_VALUE_ABSENT;
}
