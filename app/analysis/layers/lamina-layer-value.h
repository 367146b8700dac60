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

/* What a LaminaLayerValue is. */
typedef enum
{
  LAMINA_LAYER_VALUE_ABSENT,  /* nothing is known */
  LAMINA_LAYER_VALUE_TEXT,    /* @text */
  LAMINA_LAYER_VALUE_COUNT,   /* @integer, of which every digit is shown */
  LAMINA_LAYER_VALUE_AMOUNT,  /* @integer of @unit */
  LAMINA_LAYER_VALUE_START,   /* @integer nanoseconds from the start of a run that lasts @real of them */
  LAMINA_LAYER_VALUE_REAL,    /* @real of @unit */
  LAMINA_LAYER_VALUE_RATE,    /* @real of @unit for each second */
  LAMINA_LAYER_VALUE_SHARE,   /* @real, a part of 1 */
  LAMINA_LAYER_VALUE_SEVERAL, /* @integer different values, of a group */
} LaminaLayerValueKind;

/* What stands in a cell, for as long as what was asked for it is there. Clear it with lamina_layer_value_clear(). */
typedef struct
{
  LaminaLayerValueKind kind; /* what it is */
  LaminaUnit unit;           /* the unit of a number */
  gint64 integer;
  double real;               /* a number with a fraction */
  const char *text;          /* a text; of a real number the digits to show, where it is not to be rounded, or NULL */
  gboolean estimated;        /* whether Lamina worked it out */
  gboolean suspicious;       /* of a rate: whether it is above what the device can, see LaminaDoubt */
  double covered;            /* of a rate: the part of the time that it is over; 0 where that is all of it */
  gint64 step; /* of an amount: how far apart such amounts are that people are to tell apart; 0 where three digits do */

  /*< private >*/
  char *owned; /* @text where it was made for this value: names, which may be long, are not copied */
} LaminaLayerValue;

/* Where a column can stand, and where it stands at first. */
typedef enum
{
  LAMINA_LAYER_PLACE_ALONE = 1 << 0,        /* among layers one by one */
  LAMINA_LAYER_PLACE_GROUPS = 1 << 1,       /* among groups of layers */
  LAMINA_LAYER_PLACE_FIRST_ALONE = 1 << 2,  /* among layers one by one until the user chooses others */
  LAMINA_LAYER_PLACE_FIRST_GROUPS = 1 << 3, /* the same among groups */
} LaminaLayerPlaces;

/* What there is to know of a column of layers. The window, the terminal and what they write all read it. */
typedef struct
{
  LaminaLayerColumn column;
  const char *name;       /* what options and settings call it */
  const char *key;        /* what programs find it under in JSON and CSV */
  const char *title;      /* its heading, not translated */
  const char *definition; /* what it shows, not translated, or NULL */
  int width;              /* the pixels that a table has for it at first, at the usual size of text */
  guint places;           /* in which tables of the window it is offered */
  gboolean is_text;       /* whether texts stand in it, else numbers */
  gboolean ascends;       /* whether its smallest numbers are those that one wants to see first */
  LaminaUnit unit;        /* the unit of its numbers */
  guint estimate;         /* what must have been estimated of a layer for its numbers to be */
  gsize strings;          /* where LaminaLayers have it as a column of strings, or 0 */
  gsize numbers;          /* where they have it as a column of numbers, or 0; see lamina_layer_column_get_numbers() */
  gsize sum;              /* where a LaminaLayerGroup has it as a number, or 0 */
} LaminaLayerColumnInfo;

/* What is known of it; NULL for a metric or an attribute. */
LAMINA_AVAILABLE
const LaminaLayerColumnInfo *lamina_layer_column_get_info (LaminaLayerColumn column);

/* All LAMINA_N_LAYER_COLUMNS columns, in the order in which they are offered. */
LAMINA_AVAILABLE
const LaminaLayerColumnInfo *lamina_layer_columns_list (void);

/* The ids of strings of its layers; NULL for a column that is none of strings, or that the run lacks. */
LAMINA_AVAILABLE
const guint32 *lamina_layer_column_get_strings (LaminaRun         *run,
                                                LaminaLayerColumn  column);

/* @value: takes what stands there. The cumulative share is absent: it depends on the other layers, see
 * lamina_layers_dup_cumulative(). */
LAMINA_AVAILABLE
void lamina_layer_get_value (LaminaRun         *run,
                             LaminaTimebase    *timebase,
                             guint              layer,
                             LaminaLayerColumn  column,
                             LaminaLayerValue  *value);

/* @value: takes what stands there; absent in columns that say nothing of groups. That of a metric that adds up is the sum over
 * those layers that have it, see lamina_metric_adds_up(); that of an attribute is the value that all layers have who have any,
 * else how many there are. */
LAMINA_AVAILABLE
void lamina_layer_group_get_value (LaminaRun              *run,
                                   const LaminaLayerGroup *group,
                                   LaminaLayerColumn       column,
                                   LaminaLayerValue       *value);

LAMINA_AVAILABLE
void lamina_layer_value_clear (LaminaLayerValue *self);

/* Set what stands in a cell that is absent; it stays absent for NULL and the empty text, LAMINA_ABSENT and NaN. For catalogs of
 * columns. @text stays where it is and is not copied. */
void lamina_layer_value_set_text (LaminaLayerValue *self,
                                  const char       *text);

/* The same of a text that it takes over. */
void lamina_layer_value_take_text (LaminaLayerValue *self,
                                   char             *text);

void lamina_layer_value_set_count (LaminaLayerValue *self,
                                   gint64            count);

void lamina_layer_value_set_integer (LaminaLayerValue     *self,
                                     LaminaLayerValueKind  kind,
                                     gint64                integer,
                                     LaminaUnit            unit);

void lamina_layer_value_set_real (LaminaLayerValue     *self,
                                  LaminaLayerValueKind  kind,
                                  double                real,
                                  LaminaUnit            unit);

/* Whether it has one: not a text, nor what is absent. @key: a number, the larger the larger the value is. */
gboolean lamina_layer_value_get_order_key (const LaminaLayerValue *self,
                                           guint64                *key);

LAMINA_AVAILABLE
void lamina_layer_value_set_rate (LaminaLayerValue *value,
                                  const LaminaRate *rate);

/* Why what stands there is suspicious, see lamina_rate_dup_reason(), or NULL. */
LAMINA_AVAILABLE
char *lamina_layer_dup_suspicion (LaminaRun         *run,
                                  guint              layer,
                                  LaminaLayerColumn  column);

/* The same of a group, or NULL. */
LAMINA_AVAILABLE
char *lamina_layer_group_dup_suspicion (LaminaRun              *run,
                                        const LaminaLayerGroup *group,
                                        LaminaLayerColumn       column);

/* It for people: `226 µs`, `≈ 1.03 GFLOP`, `1.01 %`, `! ≈ 12.3 TFLOP/s over 63.0 %` for a rate that is suspicious and holds for
 * a part of the time, "—" for what is not known. */
LAMINA_AVAILABLE
char *lamina_layer_value_dup_text (const LaminaLayerValue *self);

/* Writes a number like lamina_figure_dup(), with as many more digits as two numbers need that are @step apart: of ranges 200 µs
 * wide `94.2 ms` and `94.4 ms`, of ranges 20 µs wide `94.30 ms` and `94.32 ms`. For times; others stay as they are. Returns the
 * text. @value: a number; LAMINA_ABSENT gives "—"; @step: how far such numbers are apart; 0 for anything. */
LAMINA_AVAILABLE
char *lamina_amount_dup_apart (gint64     value,
                               LaminaUnit unit,
                               gint64     step);

/* It with every digit and its plain unit: `226 300 ns`. */
LAMINA_AVAILABLE
char *lamina_layer_value_dup_exact (const LaminaLayerValue *self);

/* It for programs: digits alone, whatever the locale; NULL for what is not known. */
LAMINA_AVAILABLE
char *lamina_layer_value_dup_plain (const LaminaLayerValue *self);

/* For each layer of the run the share of it and of all others of @rows that cost more, or as much and stand before it; NaN for
 * layers without a cost and for those that are not in @rows. Free it with g_free(). NULL when cancelled. @rows: layers, in any
 * order. */
LAMINA_AVAILABLE
float *lamina_layers_dup_cumulative (LaminaRun     *run,
                                     const guint32 *rows,
                                     guint          n,
                                     GCancellable  *cancellable);

/* The numbers that the column shows as they are; NULL for other columns, and when no layer has one. */
LAMINA_AVAILABLE
const gint64 *lamina_layer_column_get_numbers (LaminaRun         *run,
                                               LaminaLayerColumn  column);

/* What programs call it, as in the JSON of `lamina layers`: `duration_ns`; of a metric or an attribute the tool's own name, with
 * @ before it where that is a key of Lamina's, see lamina_layer_key_is_own(). */
LAMINA_AVAILABLE
const char *lamina_layer_column_get_key (LaminaRun         *run,
                                         LaminaLayerColumn  column);

/* Whether programs are told something else by this word: `duration_ns`, `run`, `estimated`. @key: what a tool calls a number or
 * an attribute of layers. */
LAMINA_AVAILABLE
gboolean lamina_layer_key_is_own (const char *key);

/* Whether its values are numbers, to be aligned at the right. That of an attribute is not known before it was read or listed. */
LAMINA_AVAILABLE
gboolean lamina_layer_column_is_number (LaminaRun         *run,
                                        LaminaLayerColumn  column);

/* What one call costs on average in nanoseconds, or NaN. */
double lamina_layer_get_mean (LaminaRun *run,
                              guint      layer);

/* Its part of the cost of the run, 0 to 1, or NaN. */
LAMINA_AVAILABLE
double lamina_layer_get_share (LaminaRun *run,
                               guint32    layer);

/* lamina_work_get_inferred() of the cost model that was left with the run; 0 where there is none. */
LAMINA_AVAILABLE
guint32 lamina_layer_get_inferred (LaminaRun *run,
                                   guint      layer);

/* The shapes of the tensors that are data, not workspace, joined by commas; that of lamina_layer_get_inferred() for the outputs
 * that a file does not name; the empty string without any. @outputs: whether to list the outputs, else the inputs. */
LAMINA_AVAILABLE
char *lamina_layer_dup_shapes (LaminaRun *run,
                               guint32    layer,
                               gboolean   outputs);

/* Whether any of these tensors has it estimated, or all that is known of them is lamina_layer_get_inferred(). @outputs: whether
 * to look at the outputs, else at the inputs; @estimate: what may be estimated. */
LAMINA_AVAILABLE
gboolean lamina_layer_has_estimate (LaminaRun      *run,
                                    guint32         layer,
                                    gboolean        outputs,
                                    LaminaEstimate  estimate);

/* The same as lamina_layer_dup_shapes() for people: `≈ 2×64×572×572` where one is inferred. @outputs: whether to list the
 * outputs, else the inputs. */
LAMINA_AVAILABLE
char *lamina_layer_dup_shape_words (LaminaRun *run,
                                    guint32    layer,
                                    gboolean   outputs);

/* It in hundredths: `1.01 %`. @share: a part, or NaN. */
LAMINA_AVAILABLE
char *lamina_layer_dup_share (double share);

/* Its name in lower case; NULL for what the file does not say. */
LAMINA_AVAILABLE
const char *lamina_phase_get_name (LaminaPhase phase);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaLayerValue, lamina_layer_value_clear)

G_END_DECLS
