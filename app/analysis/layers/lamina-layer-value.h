/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-grouping.h"
#include "lamina-layer-dtype.h"
#include "lamina-rate.h"

G_BEGIN_DECLS

/*
 * What stands in a cell of a table of layers. The table of the window, its copies and exports, and the commands all ask
 * here, so that one number looks the same everywhere.
 */

/**
 * LaminaLayerValueKind:
 * @LAMINA_LAYER_VALUE_ABSENT: nothing is known
 * @LAMINA_LAYER_VALUE_TEXT: @text
 * @LAMINA_LAYER_VALUE_COUNT: @integer, of which every digit is shown
 * @LAMINA_LAYER_VALUE_AMOUNT: @integer of @unit
 * @LAMINA_LAYER_VALUE_START: @integer nanoseconds from the start of a run that lasts @real of them
 * @LAMINA_LAYER_VALUE_REAL: @real of @unit
 * @LAMINA_LAYER_VALUE_RATE: @real of @unit for each second
 * @LAMINA_LAYER_VALUE_SHARE: @real, a part of 1
 * @LAMINA_LAYER_VALUE_SEVERAL: @integer different values, of a group
 *
 * What a #LaminaLayerValue is.
 */
typedef enum
{
  LAMINA_LAYER_VALUE_ABSENT,
  LAMINA_LAYER_VALUE_TEXT,
  LAMINA_LAYER_VALUE_COUNT,
  LAMINA_LAYER_VALUE_AMOUNT,
  LAMINA_LAYER_VALUE_START,
  LAMINA_LAYER_VALUE_REAL,
  LAMINA_LAYER_VALUE_RATE,
  LAMINA_LAYER_VALUE_SHARE,
  LAMINA_LAYER_VALUE_SEVERAL,
} LaminaLayerValueKind;

/**
 * LaminaLayerValue:
 * @kind: what it is
 * @unit: the unit of a number
 * @integer: a whole number
 * @real: a number with a fraction
 * @text: (nullable): a text; of a real number the digits to show, where it is not to be rounded
 * @estimated: whether Lamina worked it out
 * @suspicious: of a rate: whether it is above what the device can, see #LaminaDoubt
 * @covered: of a rate: the part of the time that it is over; 0 where that is all of it
 * @step: of an amount: how far apart such amounts are that people are to tell apart; 0 where three digits do
 *
 * What stands in a cell. Clear it with lamina_layer_value_clear().
 */
typedef struct
{
  LaminaLayerValueKind kind;
  LaminaUnit unit;
  gint64 integer;
  double real;
  char *text;
  gboolean estimated;
  gboolean suspicious;
  double covered;
  gint64 step;
} LaminaLayerValue;

/**
 * LaminaLayerPlaces:
 * @LAMINA_LAYER_PLACE_ALONE: among layers one by one
 * @LAMINA_LAYER_PLACE_GROUPS: among groups of layers
 * @LAMINA_LAYER_PLACE_FIRST_ALONE: among layers one by one until the user chooses others
 * @LAMINA_LAYER_PLACE_FIRST_GROUPS: the same among groups
 *
 * Where a column can stand, and where it stands at first.
 */
typedef enum
{
  LAMINA_LAYER_PLACE_ALONE = 1 << 0,
  LAMINA_LAYER_PLACE_GROUPS = 1 << 1,
  LAMINA_LAYER_PLACE_FIRST_ALONE = 1 << 2,
  LAMINA_LAYER_PLACE_FIRST_GROUPS = 1 << 3,
} LaminaLayerPlaces;

/**
 * LaminaLayerColumnInfo:
 * @column: the column
 * @name: what options and settings call it
 * @key: what programs find it under in JSON and CSV
 * @title: its heading, not translated
 * @definition: (nullable): what it shows, not translated
 * @width: the pixels that a table has for it at first, at the usual size of text
 * @places: in which tables of the window it is offered
 * @is_text: whether texts stand in it, else numbers
 * @ascends: whether its smallest numbers are those that one wants to see first
 * @unit: the unit of its numbers
 * @estimate: what must have been estimated of a layer for its numbers to be
 * @strings: where #LaminaLayers have it as a column of strings, or 0
 * @numbers: where they have it as a column of numbers, or 0; see lamina_layer_column_get_numbers()
 * @sum: where a #LaminaLayerGroup has it as a number, or 0
 *
 * What there is to know of a column of layers. The window, the terminal and what they write all read it.
 */
typedef struct
{
  LaminaLayerColumn column;
  const char *name;
  const char *key;
  const char *title;
  const char *definition;
  int width;
  guint places;
  gboolean is_text;
  gboolean ascends;
  LaminaUnit unit;
  guint estimate;
  gsize strings;
  gsize numbers;
  gsize sum;
} LaminaLayerColumnInfo;

/**
 * lamina_layer_column_get_info:
 * @column: a column
 *
 * Returns: (transfer none) (nullable): what is known of it; %NULL for a metric or an attribute
 */
LAMINA_AVAILABLE
const LaminaLayerColumnInfo *lamina_layer_column_get_info (LaminaLayerColumn column);

/**
 * lamina_layer_columns_list: (skip)
 *
 * Returns: (transfer none) (array fixed-size=30): all %LAMINA_N_LAYER_COLUMNS columns, in the order in which they are offered
 */
LAMINA_AVAILABLE
const LaminaLayerColumnInfo *lamina_layer_columns_list (void);

/**
 * lamina_layer_column_get_strings: (skip)
 * @run: a run
 * @column: a column
 *
 * Returns: (nullable): the ids of strings of its layers; %NULL for a column that is none of strings, or that the run lacks
 */
LAMINA_AVAILABLE
const guint32 *lamina_layer_column_get_strings (LaminaRun         *run,
                                                LaminaLayerColumn  column);

/**
 * lamina_layer_get_value:
 * @run: a run
 * @timebase: the offsets in force
 * @layer: a layer
 * @column: a column
 * @value: (out caller-allocates): takes what stands there. The cumulative share is absent: it depends on the other layers,
 *   see lamina_layers_dup_cumulative()
 */
LAMINA_AVAILABLE
void lamina_layer_get_value (LaminaRun         *run,
                             LaminaTimebase    *timebase,
                             guint              layer,
                             LaminaLayerColumn  column,
                             LaminaLayerValue  *value);

/**
 * lamina_layer_group_get_value:
 * @run: the run of its layers
 * @group: a group
 * @column: a column
 * @value: (out caller-allocates): takes what stands there; absent in columns that say nothing of groups. That of a metric
 *   that adds up is the sum over those layers that have it, see lamina_metric_adds_up(); that of an attribute is the value
 *   that all layers have who have any, else how many there are
 */
LAMINA_AVAILABLE
void lamina_layer_group_get_value (LaminaRun              *run,
                                   const LaminaLayerGroup *group,
                                   LaminaLayerColumn       column,
                                   LaminaLayerValue       *value);

LAMINA_AVAILABLE
void lamina_layer_value_clear (LaminaLayerValue *self);

/**
 * lamina_layer_value_get_order_key: (skip)
 * @self: a value
 * @key: (out): a number, the larger the larger the value is
 *
 * Returns: whether it has one: not a text, nor what is absent
 */
gboolean lamina_layer_value_get_order_key (const LaminaLayerValue *self,
                                           guint64                *key);

/**
 * lamina_layer_value_set_rate:
 * @value: (out caller-allocates): takes it
 * @rate: a rate
 */
LAMINA_AVAILABLE
void lamina_layer_value_set_rate (LaminaLayerValue *value,
                                  const LaminaRate *rate);

/**
 * lamina_layer_dup_suspicion:
 * @run: a run
 * @layer: a layer
 * @column: a column
 *
 * Returns: (transfer full) (nullable): why what stands there is suspicious, see lamina_rate_dup_reason(), or %NULL
 */
LAMINA_AVAILABLE
char *lamina_layer_dup_suspicion (LaminaRun         *run,
                                  guint              layer,
                                  LaminaLayerColumn  column);

/**
 * lamina_layer_group_dup_suspicion:
 * @run: the run of its layers
 * @group: a group
 * @column: a column
 *
 * Returns: (transfer full) (nullable): the same of a group
 */
LAMINA_AVAILABLE
char *lamina_layer_group_dup_suspicion (LaminaRun              *run,
                                        const LaminaLayerGroup *group,
                                        LaminaLayerColumn       column);

/**
 * lamina_layer_value_dup_text:
 * @self: a value
 *
 * Returns: (transfer full): it for people: `226 µs`, `≈ 1.03 GFLOP`, `1.01 %`, `! ≈ 12.3 TFLOP/s over 63.0 %` for a rate that
 *   is suspicious and holds for a part of the time, "—" for what is not known
 */
LAMINA_AVAILABLE
char *lamina_layer_value_dup_text (const LaminaLayerValue *self);

/**
 * lamina_amount_dup_apart:
 * @value: a number; %LAMINA_ABSENT gives "—"
 * @unit: its unit
 * @step: how far such numbers are apart; 0 for anything
 *
 * Writes a number like lamina_figure_dup(), with as many more digits as two numbers need that are @step apart: of ranges
 * 200 µs wide `94.2 ms` and `94.4 ms`, of ranges 20 µs wide `94.30 ms` and `94.32 ms`. For times; others stay as they are.
 *
 * Returns: (transfer full): the text
 */
LAMINA_AVAILABLE
char *lamina_amount_dup_apart (gint64     value,
                               LaminaUnit unit,
                               gint64     step);

/**
 * lamina_layer_value_dup_exact:
 * @self: a value
 *
 * Returns: (transfer full): it with every digit and its plain unit: `226 300 ns`
 */
LAMINA_AVAILABLE
char *lamina_layer_value_dup_exact (const LaminaLayerValue *self);

/**
 * lamina_layer_value_dup_plain:
 * @self: a value
 *
 * Returns: (transfer full) (nullable): it for programs: digits alone, whatever the locale; %NULL for what is not known
 */
LAMINA_AVAILABLE
char *lamina_layer_value_dup_plain (const LaminaLayerValue *self);

/**
 * lamina_layers_dup_cumulative:
 * @run: a run
 * @rows: (array length=n): layers, in any order
 * @n: how many
 * @cancellable: (nullable): stops it
 *
 * Returns: (transfer full): for each layer of the run the share of it and of all others of @rows that cost more, or as much
 *   and stand before it; NaN for layers without a cost and for those that are not in @rows. Free it with g_free(). %NULL
 *   when cancelled
 */
LAMINA_AVAILABLE
float *lamina_layers_dup_cumulative (LaminaRun     *run,
                                     const guint32 *rows,
                                     guint          n,
                                     GCancellable  *cancellable);

/**
 * lamina_layer_column_get_numbers: (skip)
 * @run: a run
 * @column: a column
 *
 * Returns: (nullable): the numbers that the column shows as they are; %NULL for other columns, and when no layer has one
 */
LAMINA_AVAILABLE
const gint64 *lamina_layer_column_get_numbers (LaminaRun         *run,
                                               LaminaLayerColumn  column);

/**
 * lamina_layer_column_get_key:
 * @run: a run
 * @column: a column
 *
 * Returns: what programs call it, as in the JSON of `lamina layers`: `duration_ns`; of a metric or an attribute the tool's
 *   own name, with @ before it where that is a key of Lamina's, see lamina_layer_key_is_own()
 */
LAMINA_AVAILABLE
const char *lamina_layer_column_get_key (LaminaRun         *run,
                                         LaminaLayerColumn  column);

/**
 * lamina_layer_key_is_own:
 * @key: what a tool calls a number or an attribute of layers
 *
 * Returns: whether programs are told something else by this word: `duration_ns`, `run`, `estimated`
 */
LAMINA_AVAILABLE
gboolean lamina_layer_key_is_own (const char *key);

/**
 * lamina_layer_column_is_number:
 * @run: a run
 * @column: a column
 *
 * Returns: whether its values are numbers, to be aligned at the right. That of an attribute is not known before it was
 *   read or listed
 */
LAMINA_AVAILABLE
gboolean lamina_layer_column_is_number (LaminaRun         *run,
                                        LaminaLayerColumn  column);

/**
 * lamina_layer_get_mean:
 * @run: a run
 * @layer: a layer
 *
 * Returns: what one call costs on average in nanoseconds, or NaN
 */
double lamina_layer_get_mean (LaminaRun *run,
                              guint      layer);

/**
 * lamina_layer_get_share:
 * @run: a run
 * @layer: a layer
 *
 * Returns: its part of the cost of the run, 0 to 1, or NaN
 */
LAMINA_AVAILABLE
double lamina_layer_get_share (LaminaRun *run,
                               guint32    layer);

/**
 * lamina_layer_get_inferred:
 * @run: a run
 * @layer: a layer
 *
 * Returns: lamina_work_get_inferred() of the cost model that was left with the run; 0 where there is none
 */
LAMINA_AVAILABLE
guint32 lamina_layer_get_inferred (LaminaRun *run,
                                   guint      layer);

/**
 * lamina_layer_dup_shapes:
 * @run: a run
 * @layer: a layer
 * @outputs: whether to list the outputs, else the inputs
 *
 * Returns: (transfer full): the shapes of the tensors that are data, not workspace, joined by commas; that of
 *   lamina_layer_get_inferred() for the outputs that a file does not name; the empty string without any
 */
LAMINA_AVAILABLE
char *lamina_layer_dup_shapes (LaminaRun *run,
                               guint32    layer,
                               gboolean   outputs);

/**
 * lamina_layer_has_estimate:
 * @run: a run
 * @layer: a layer
 * @outputs: whether to look at the outputs, else at the inputs
 * @estimate: what may be estimated
 *
 * Returns: whether any of these tensors has it estimated, or all that is known of them is lamina_layer_get_inferred()
 */
LAMINA_AVAILABLE
gboolean lamina_layer_has_estimate (LaminaRun      *run,
                                    guint32         layer,
                                    gboolean        outputs,
                                    LaminaEstimate  estimate);

/**
 * lamina_layer_dup_shape_words:
 * @run: a run
 * @layer: a layer
 * @outputs: whether to list the outputs, else the inputs
 *
 * Returns: (transfer full): the same as lamina_layer_dup_shapes() for people: `≈ 2×64×572×572` where one is inferred
 */
LAMINA_AVAILABLE
char *lamina_layer_dup_shape_words (LaminaRun *run,
                                    guint32    layer,
                                    gboolean   outputs);

/**
 * lamina_layer_dup_share:
 * @share: a part, or NaN
 *
 * Returns: (transfer full): it in hundredths: `1.01 %`
 */
LAMINA_AVAILABLE
char *lamina_layer_dup_share (double share);

/**
 * lamina_phase_get_name:
 * @phase: a phase
 *
 * Returns: (nullable): its name in lower case; %NULL for what the file does not say
 */
LAMINA_AVAILABLE
const char *lamina_phase_get_name (LaminaPhase phase);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaLayerValue, lamina_layer_value_clear)

G_END_DECLS
