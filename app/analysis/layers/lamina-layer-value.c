/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-value.h"

#include "lamina-attributes-private.h"
#include "lamina-gettext.h"
#include "lamina-metric-sum.h"
#include "lamina-order-rows.h"
#include "lamina-work.h"

#include <math.h>

/* Where a column of numbers or of strings lies among those of the layers, and a number among those of a group. */
#define OF_LAYERS(member) G_STRUCT_OFFSET (LaminaLayers, member)
#define OF_GROUP(member) G_STRUCT_OFFSET (LaminaLayerGroup, member)

/* What layers cost, whichever column of theirs that is. */
#define COSTS G_MAXSIZE

#define ALONE LAMINA_LAYER_PLACE_ALONE
#define GROUPS LAMINA_LAYER_PLACE_GROUPS
#define FIRST_ALONE LAMINA_LAYER_PLACE_FIRST_ALONE
#define FIRST_GROUPS LAMINA_LAYER_PLACE_FIRST_GROUPS
#define EVERYWHERE (ALONE | GROUPS | FIRST_ALONE | FIRST_GROUPS)

/*
 * All columns, in the order in which they are offered: whoever adds one adds a row. A column whose values are neither a column
 * of the layers nor a number of a group has a case in get_text_value() or get_number_value(), too, and one in
 * lamina_layer_group_get_value() where it says something of groups.
 */
static const LaminaLayerColumnInfo infos[LAMINA_N_LAYER_COLUMNS] = {
  { LAMINA_LAYER_COLUMN_INDEX, "index", "id", N_("#"), N_("The number it has in charts and in the terminal"), 48,
    ALONE | FIRST_ALONE, .ascends = TRUE },
  { LAMINA_LAYER_COLUMN_ORDER, "order", "position", N_("Order"), N_("Position in execution order"), 66, ALONE,
    .ascends = TRUE },
  { LAMINA_LAYER_COLUMN_NAME, "name", "name", N_("Name"), NULL, 120, EVERYWHERE, .is_text = TRUE, .strings = OF_LAYERS (name) },
  { LAMINA_LAYER_COLUMN_TYPE, "type", "type", N_("Type"), NULL, 140, ALONE | FIRST_ALONE, .is_text = TRUE,
    .strings = OF_LAYERS (type) },
  { LAMINA_LAYER_COLUMN_CALLS, "calls", "calls", N_("Calls"), N_("How many times it was executed"), 80,
    ALONE | GROUPS | FIRST_GROUPS },
  { LAMINA_LAYER_COLUMN_DURATION, "duration", "duration_ns", N_("Duration"),
    N_("Its device time, or its host time without children"), 124, EVERYWHERE,
    .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION, .numbers = COSTS, .sum = OF_GROUP (duration) },
  { LAMINA_LAYER_COLUMN_SHARE, "share", "share", N_("Share"), N_("Share of the cost of the run"), 70, EVERYWHERE,
    .estimate = LAMINA_ESTIMATE_DURATION, .numbers = COSTS },
  { LAMINA_LAYER_COLUMN_CUMULATIVE, "cumulative", "cumulative_share", N_("Cumulative"),
    N_("Cumulative share, with all that cost more"), 108, ALONE | GROUPS | FIRST_GROUPS, .ascends = TRUE,
    .estimate = LAMINA_ESTIMATE_DURATION, .numbers = COSTS },
  { LAMINA_LAYER_COLUMN_MEAN, "mean", "mean_ns", N_("Mean"), N_("Mean cost of a call"), 74,
    ALONE | GROUPS | FIRST_GROUPS, .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION },
  { LAMINA_LAYER_COLUMN_MEDIAN, "median", "median_ns", N_("Median"), N_("Median cost of a call"), 88,
    GROUPS | FIRST_GROUPS, .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION, .sum = OF_GROUP (median) },
  { LAMINA_LAYER_COLUMN_P95, "p95", "p95_ns", N_("p95"), N_("95th percentile of the cost of a call"), 74, GROUPS | FIRST_GROUPS,
    .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION, .sum = OF_GROUP (p95) },
  { LAMINA_LAYER_COLUMN_MIN, "min", "min_ns", N_("Min"), N_("Least cost of a call"), 74, GROUPS, .unit = LAMINA_UNIT_NANOSECONDS,
    .estimate = LAMINA_ESTIMATE_DURATION, .sum = OF_GROUP (min) },
  { LAMINA_LAYER_COLUMN_MAX, "max", "max_ns", N_("Max"), N_("Greatest cost of a call"), 74, GROUPS,
    .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION, .sum = OF_GROUP (max) },
  { LAMINA_LAYER_COLUMN_START, "start", "start", N_("Start"), N_("Start, counted from the start of the run"), 90, ALONE,
    .ascends = TRUE, .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION },
  { LAMINA_LAYER_COLUMN_HOST, "host", "host_ns", N_("Host"), N_("Time on the host, children included"), 80, ALONE | GROUPS,
    .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION, .numbers = OF_LAYERS (host), .sum = OF_GROUP (host) },
  { LAMINA_LAYER_COLUMN_SELF, "self", "self_ns", N_("Self"), N_("Time on the host without children"), 80,
    ALONE | GROUPS, .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION, .numbers = OF_LAYERS (host_self),
    .sum = OF_GROUP (host_self) },
  { LAMINA_LAYER_COLUMN_DEVICE_TIME, "device-time", "device_ns", N_("On device"), N_("Time on devices, waiting included"), 80,
    ALONE | GROUPS, .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION, .numbers = OF_LAYERS (device_time),
    .sum = OF_GROUP (device_time) },
  { LAMINA_LAYER_COLUMN_WAIT, "wait", "wait_ns", N_("Waiting"), N_("Device time before the first kernel"), 80,
    ALONE | GROUPS, .unit = LAMINA_UNIT_NANOSECONDS, .estimate = LAMINA_ESTIMATE_DURATION, .numbers = OF_LAYERS (wait),
    .sum = OF_GROUP (wait) },
  { LAMINA_LAYER_COLUMN_FLOP, "flop", "flop", N_("FLOP"), N_("Floating point operations"), 74, ALONE | GROUPS | FIRST_ALONE,
    .unit = LAMINA_UNIT_FLOP, .estimate = LAMINA_ESTIMATE_FLOP, .numbers = OF_LAYERS (flop), .sum = OF_GROUP (flop) },
  { LAMINA_LAYER_COLUMN_FLOP_RATE, "flops", "flop_per_s", N_("FLOP/s"),
    N_("FLOP divided by the time of what has known FLOP"), 74,
    ALONE | GROUPS | FIRST_ALONE, .unit = LAMINA_UNIT_FLOP, .estimate = LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_DURATION },
  { LAMINA_LAYER_COLUMN_BYTES, "bytes", "bytes", N_("Bytes moved"), N_("Bytes read and written"), 86, ALONE | GROUPS | FIRST_ALONE,
    .unit = LAMINA_UNIT_BYTES, .estimate = LAMINA_ESTIMATE_BYTES, .numbers = OF_LAYERS (bytes), .sum = OF_GROUP (bytes) },
  { LAMINA_LAYER_COLUMN_BYTE_RATE, "bandwidth", "bytes_per_s", N_("Bandwidth"),
    N_("Bytes moved divided by the time of what has known bytes"), 112, ALONE | GROUPS,
    .unit = LAMINA_UNIT_BYTES, .estimate = LAMINA_ESTIMATE_BYTES | LAMINA_ESTIMATE_DURATION },
  { LAMINA_LAYER_COLUMN_INTENSITY, "intensity", "flop_per_byte", N_("FLOP/byte"),
    N_("FLOP per byte moved, of what has both"), 96, ALONE | GROUPS,
    .estimate = LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_BYTES },
  { LAMINA_LAYER_COLUMN_SHAPE, "shape", "outputs", N_("Output"), N_("Shape of its output"), 134, ALONE | FIRST_ALONE,
    .is_text = TRUE },
  { LAMINA_LAYER_COLUMN_INPUTS, "inputs", "inputs", N_("Inputs"), N_("Shapes of its inputs"), 180, ALONE, .is_text = TRUE },
  { LAMINA_LAYER_COLUMN_DTYPE, "dtype", "dtype", N_("dtype"), N_("dtype of its output, else of its input"),
    90, ALONE, .is_text = TRUE },
  { LAMINA_LAYER_COLUMN_PHASE, "phase", "phase", N_("Phase"), N_("Forward, backward, optimizer or copy"), 80, ALONE,
    .is_text = TRUE },
  { LAMINA_LAYER_COLUMN_DEVICE, "device", "device", N_("Device"), NULL, 80, ALONE, .is_text = TRUE,
    .strings = OF_LAYERS (device) },
  { LAMINA_LAYER_COLUMN_SECTION, "section", "section", N_("Section"), NULL, 110, ALONE, .is_text = TRUE },
  { LAMINA_LAYER_COLUMN_ANNOTATION, "annotation", "annotation", N_("Annotation"),
    N_("The innermost annotated region of the program that launched it"), 130, ALONE, .is_text = TRUE,
    .strings = OF_LAYERS (annotation) },
};

static gpointer
index_infos (gpointer data)
{
  const LaminaLayerColumnInfo **index = g_new (const LaminaLayerColumnInfo *, LAMINA_N_LAYER_COLUMNS);

  for (guint i = 0; i < LAMINA_N_LAYER_COLUMNS; i++)
    index[infos[i].column] = &infos[i];
  return index;
}

const LaminaLayerColumnInfo *
lamina_layer_column_get_info (LaminaLayerColumn column)
{
  static GOnce once = G_ONCE_INIT;
  const LaminaLayerColumnInfo **index = g_once (&once, index_infos, NULL);

  return (guint) column < LAMINA_N_LAYER_COLUMNS ? index[column] : NULL;
}

const LaminaLayerColumnInfo *
lamina_layer_columns_list (void)
{
  return infos;
}

gboolean
lamina_layer_column_from_name (const char        *name,
                               LaminaLayerColumn *column)
{
  g_return_val_if_fail (name != NULL && column != NULL, FALSE);

  for (guint i = 0; i < LAMINA_N_LAYER_COLUMNS; i++)
    if (g_str_equal (name, infos[i].name))
      {
        *column = infos[i].column;
        return TRUE;
      }
  return FALSE;
}

const char *
lamina_layer_column_get_name (LaminaLayerColumn column)
{
  g_return_val_if_fail ((guint) column < LAMINA_N_LAYER_COLUMNS, NULL);

  return lamina_layer_column_get_info (column)->name;
}

/* What each row of a program's table has, whatever its columns are. */
static const char *const members[] = { "run", "estimated" };

gboolean
lamina_layer_key_is_own (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (g_str_equal (members[i], key))
      return TRUE;
  for (guint i = 0; i < LAMINA_N_LAYER_COLUMNS; i++)
    if (g_str_equal (infos[i].key, key))
      return TRUE;
  return FALSE;
}

/* There are few keys that a tool can take, so that few texts are kept for good. */
static const char *
get_metric_key (const LaminaMetric *metric)
{
  g_autofree char *marked = NULL;

  if (!lamina_layer_key_is_own (metric->name))
    return metric->name;
  marked = g_strconcat ("@", metric->name, NULL);
  return g_intern_string (marked);
}

const char *
lamina_layer_column_get_key (LaminaRun         *run,
                             LaminaLayerColumn  column)
{
  const LaminaAttribute *attribute;

  g_return_val_if_fail (run != NULL, NULL);

  if (lamina_layer_column_is_attribute (column))
    {
      attribute = lamina_attribute_get (run, column);
      g_return_val_if_fail (attribute != NULL, NULL);
      return attribute->key;
    }
  if (column >= LAMINA_N_LAYER_COLUMNS)
    return get_metric_key (lamina_run_get_metric (run, column - LAMINA_N_LAYER_COLUMNS));
  return lamina_layer_column_get_info (column)->key;
}

gboolean
lamina_layer_column_is_number (LaminaRun         *run,
                               LaminaLayerColumn  column)
{
  g_return_val_if_fail (run != NULL, FALSE);

  if (lamina_layer_column_is_attribute (column))
    return lamina_attribute_is_number (run, column);
  return column >= LAMINA_N_LAYER_COLUMNS || !lamina_layer_column_get_info (column)->is_text;
}

void
lamina_layer_value_set_text (LaminaLayerValue *self,
                             const char       *text)
{
  if (!text || !*text)
    return;
  self->kind = LAMINA_LAYER_VALUE_TEXT;
  self->text = text;
}

void
lamina_layer_value_take_text (LaminaLayerValue *self,
                              char             *text)
{
  g_free (self->owned);
  self->owned = text;
  lamina_layer_value_set_text (self, text);
}

void
lamina_layer_value_set_count (LaminaLayerValue *self,
                              gint64            count)
{
  lamina_layer_value_set_integer (self, LAMINA_LAYER_VALUE_COUNT, count, LAMINA_UNIT_NONE);
}

void
lamina_layer_value_set_integer (LaminaLayerValue     *self,
                                LaminaLayerValueKind  kind,
                                gint64                integer,
                                LaminaUnit            unit)
{
  if (integer == LAMINA_ABSENT)
    return;
  self->kind = kind;
  self->integer = integer;
  self->unit = unit;
}

void
lamina_layer_value_set_real (LaminaLayerValue     *self,
                             LaminaLayerValueKind  kind,
                             double                real,
                             LaminaUnit            unit)
{
  if (isnan (real))
    return;
  self->kind = kind;
  self->real = real;
  self->unit = unit;
}

void
lamina_layer_value_set_rate (LaminaLayerValue *value,
                             const LaminaRate *rate)
{
  g_return_if_fail (value != NULL && rate != NULL);

  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_RATE, rate->per_second, rate->unit);
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
      lamina_layer_value_set_count (value, lamina_number_add (start, -origin));
      return;
    }
  lamina_layer_value_set_integer (value, LAMINA_LAYER_VALUE_START, lamina_number_add (start, -origin), LAMINA_UNIT_NANOSECONDS);
  value->real = (double) lamina_subtract_saturating (lamina_timebase_get_end (timebase), origin);
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
  value->owned = NULL;
}

const gint64 *
lamina_layer_column_get_numbers (LaminaRun         *run,
                                 LaminaLayerColumn  column)
{
  const LaminaLayerColumnInfo *info = lamina_layer_column_get_info (column);
  const LaminaLayers *layers = lamina_layers_in_force (run);

  if (!info || !info->numbers)
    return NULL;
  return info->numbers == COSTS ? lamina_run_get_costs (run) : G_STRUCT_MEMBER (const gint64 *, layers, info->numbers);
}

const guint32 *
lamina_layer_column_get_strings (LaminaRun         *run,
                                 LaminaLayerColumn  column)
{
  const LaminaLayerColumnInfo *info = lamina_layer_column_get_info (column);

  return info && info->strings ? G_STRUCT_MEMBER (const guint32 *, lamina_layers_in_force (run), info->strings) : NULL;
}

static void
get_text_value (LaminaRun         *run,
                guint              layer,
                LaminaLayerColumn  column,
                LaminaLayerValue  *value)
{
  guint32 section;

  switch (column)
    {
    case LAMINA_LAYER_COLUMN_DTYPE:
      lamina_layer_value_set_text (value, lamina_run_get_string (run, lamina_layer_get_dtype (run, layer)));
      value->estimated = lamina_layer_is_dtype_estimated (run, layer);
      break;
    case LAMINA_LAYER_COLUMN_PHASE:
      lamina_layer_value_set_text (value, lamina_phase_get_name ((LaminaPhase) lamina_layers_in_force (run)->phase[layer]));
      break;
    case LAMINA_LAYER_COLUMN_SECTION:
      section = lamina_column_row (lamina_layers_in_force (run)->section, layer);
      lamina_layer_value_set_text (value, section != LAMINA_NONE ? lamina_run_get_section (run, section)->title : NULL);
      break;
    case LAMINA_LAYER_COLUMN_SHAPE:
    case LAMINA_LAYER_COLUMN_INPUTS:
      lamina_layer_value_take_text (value, lamina_layer_dup_shapes (run, layer, column == LAMINA_LAYER_COLUMN_SHAPE));
      value->estimated = lamina_layer_has_estimate (run, layer, column == LAMINA_LAYER_COLUMN_SHAPE, LAMINA_ESTIMATE_SHAPE);
      break;
    default:
      lamina_layer_value_set_text (value,
                                   lamina_run_get_string (run,
                                                          lamina_column_id (lamina_layer_column_get_strings (run, column), layer)));
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
      lamina_layer_value_set_count (value, layer);
      break;
    case LAMINA_LAYER_COLUMN_ORDER:
      if (lamina_layers_get_order (layers, layer) != LAMINA_NONE)
        lamina_layer_value_set_count (value, (gint64) lamina_layers_get_order (layers, layer) + 1);
      break;
    case LAMINA_LAYER_COLUMN_CALLS:
      lamina_layer_value_set_count (value, lamina_layers_get_calls (layers, layer));
      break;
    case LAMINA_LAYER_COLUMN_START:
      set_start (value, run, timebase, layer);
      break;
    case LAMINA_LAYER_COLUMN_SHARE:
      lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_SHARE, lamina_layer_get_share (run, layer), LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_CUMULATIVE:
      break;
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      set_layer_rate (value, run, layer, lamina_layer_column_get_info (column)->unit);
      break;
    case LAMINA_LAYER_COLUMN_INTENSITY:
      lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_REAL, lamina_layer_get_intensity (run, layer), LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_MEAN:
    case LAMINA_LAYER_COLUMN_MEDIAN:
    case LAMINA_LAYER_COLUMN_P95:
    case LAMINA_LAYER_COLUMN_MIN:
    case LAMINA_LAYER_COLUMN_MAX:
      lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_REAL, lamina_layer_get_mean (run, layer), LAMINA_UNIT_NANOSECONDS);
      break;
    default:
      lamina_layer_value_set_integer (value, LAMINA_LAYER_VALUE_AMOUNT,
                                      lamina_column_number (lamina_layer_column_get_numbers (run, column), layer),
                                      lamina_layer_column_get_info (column)->unit);
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
    {
      const LaminaMetric *metric = lamina_run_get_metric (run, column - LAMINA_N_LAYER_COLUMNS);

      if (metric->integers)
        lamina_layer_value_set_integer (value, LAMINA_LAYER_VALUE_AMOUNT, metric->integers[layer], metric->unit);
      else if (metric->reals)
        lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_REAL, metric->reals[layer], metric->unit);
      value->estimated = metric->estimated;
    }
  else if (lamina_layer_column_get_info (column)->is_text)
    get_text_value (run, layer, column, value);
  else
    {
      get_number_value (run, timebase, layer, column, value);
      value->estimated = (layers->estimated[layer] & lamina_layer_column_get_info (column)->estimate) != 0;
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
  lamina_rate_init (&rate, run, &row, 1, lamina_layer_column_get_info (column)->unit);
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
  lamina_layer_group_get_rate (group, run, lamina_layer_column_get_info (column)->unit, &rate);
  return lamina_rate_dup_reason (&rate, run);
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
    lamina_layer_value_set_integer (value, LAMINA_LAYER_VALUE_AMOUNT, sum, metric->unit);
  else
    lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_REAL, real, metric->unit);
}

void
lamina_layer_group_get_value (LaminaRun              *run,
                              const LaminaLayerGroup *group,
                              LaminaLayerColumn       column,
                              LaminaLayerValue       *value)
{
  const LaminaLayerColumnInfo *info;
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
  info = lamina_layer_column_get_info (column);
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_NAME:
      lamina_layer_value_set_text (value, group->label);
      break;
    case LAMINA_LAYER_COLUMN_CALLS:
      lamina_layer_value_set_count (value, group->calls);
      break;
    case LAMINA_LAYER_COLUMN_SHARE:
      lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_SHARE, group->share, LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_CUMULATIVE:
      lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_SHARE, group->cumulative, LAMINA_UNIT_NONE);
      break;
    case LAMINA_LAYER_COLUMN_MEAN:
      lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_REAL, group->mean, LAMINA_UNIT_NANOSECONDS);
      break;
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      lamina_layer_group_get_rate (group, run, info->unit, &rate);
      lamina_layer_value_set_rate (value, &rate);
      return;
    case LAMINA_LAYER_COLUMN_INTENSITY:
      lamina_layer_value_set_real (value, LAMINA_LAYER_VALUE_REAL, lamina_layer_group_get_intensity (group, run), LAMINA_UNIT_NONE);
      break;
    default:
      lamina_layer_value_set_integer (value, LAMINA_LAYER_VALUE_AMOUNT,
                                      info->sum ? G_STRUCT_MEMBER (gint64, group, info->sum) : LAMINA_ABSENT, info->unit);
    }
  value->estimated = (group->estimated & info->estimate) != 0;
}

gboolean
lamina_layer_value_get_order_key (const LaminaLayerValue *self,
                                  guint64                *key)
{
  switch (self->kind)
    {
    case LAMINA_LAYER_VALUE_COUNT:
    case LAMINA_LAYER_VALUE_AMOUNT:
    case LAMINA_LAYER_VALUE_START:
      *key = lamina_order_key_integer (self->integer);
      return TRUE;
    case LAMINA_LAYER_VALUE_REAL:
    case LAMINA_LAYER_VALUE_RATE:
    case LAMINA_LAYER_VALUE_SHARE:
      *key = lamina_order_key_real (self->real);
      return TRUE;
    case LAMINA_LAYER_VALUE_TEXT:
    case LAMINA_LAYER_VALUE_SEVERAL:
    case LAMINA_LAYER_VALUE_ABSENT:
    default:
      return FALSE;
    }
}

void
lamina_layer_value_clear (LaminaLayerValue *self)
{
  g_clear_pointer (&self->owned, g_free);
  self->text = NULL;
  self->kind = LAMINA_LAYER_VALUE_ABSENT;
}
