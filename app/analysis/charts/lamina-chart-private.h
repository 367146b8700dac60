/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"
#include "lamina-idle.h"

G_BEGIN_DECLS

/* What a chart is made from: the layers that pass the filter, in the order of the file. */
typedef struct
{
  const LaminaChartQuery *query;
  LaminaRun *run;
  LaminaTimebase *timebase;
  const guint32 *rows;
  guint n;
  GCancellable *cancellable;
} LaminaChartSource;

/* NULL when the run has something to show, else a sentence that is not translated yet. */
typedef const char *LaminaChartReasonFunc (LaminaDocument *document,
                                           LaminaRun      *run);

/* Fills the data. Leaves it without rows and with a reason where there is nothing to show. FALSE when cancelled. */
typedef gboolean LaminaChartFillFunc (LaminaChartData         *data,
                                      const LaminaChartSource *source);

struct _LaminaChart
{
  const char *id;
  const char *title;

  /* What rows are called that are shown as one, for one of them and for several: `5 more types`. */
  const char *rest[2];
  LaminaChartForm form;
  LaminaChartReasonFunc *find_reason;
  LaminaChartFillFunc *fill;
};

/* What takes the place of the title of the chart. Takes over the text. */
void lamina_chart_data_take_title (LaminaChartData *self,
                                   char            *title);

void lamina_chart_data_take_subtitle (LaminaChartData *self,
                                      char            *subtitle);

void lamina_chart_data_take_reason (LaminaChartData *self,
                                    char            *reason);

void lamina_chart_data_take_note (LaminaChartData *self,
                                  char            *note);

/* Keeps a text for as long as the data. */
const char *lamina_chart_data_keep (LaminaChartData *self,
                                    const char      *text);

/* A column of a table of columns; the words for kind, unit and use without their prefixes. */
#define LAMINA_CHART_COLUMN(key, title, kind, unit, use) \
  { (key), (title), LAMINA_LAYER_VALUE_##kind, LAMINA_UNIT_##unit, LAMINA_CHART_USE_##use, 0, NULL }

/* Adds a column whose cells are absent; the strings are static or kept by the data. Returns its number. */
guint lamina_chart_data_add_column (LaminaChartData         *self,
                                    const LaminaChartColumn *column);

/* Adds several of these. */
void lamina_chart_data_add_columns (LaminaChartData         *self,
                                    const LaminaChartColumn *columns,
                                    guint                    n);

/* Adds a row whose cells are absent, with the layers behind it. Returns its number. */
guint lamina_chart_data_add_row (LaminaChartData *self,
                                 LaminaFamily     family,
                                 const guint32   *layers,
                                 guint            n);

/* Amounts of a column that are this far apart look different: they get more digits where three are too few. */
void lamina_chart_data_set_step (LaminaChartData *self,
                                 guint            column,
                                 gint64           step);

/* Makes the texts of a column strings of the run, before there are rows: a million need not be looked up. */
void lamina_chart_data_hold_strings (LaminaChartData *self,
                                     guint            column);

/* Sets a cell of such a column. */
void lamina_chart_data_set_string (LaminaChartData *self,
                                   guint            row,
                                   guint            column,
                                   guint32          string);

/* @text must live as long as the document. */
void lamina_chart_data_set_text (LaminaChartData *self,
                                 guint            row,
                                 guint            column,
                                 const char      *text);

void lamina_chart_data_copy_text (LaminaChartData *self,
                                  guint            row,
                                  guint            column,
                                  const char      *text);

void lamina_chart_data_set_integer (LaminaChartData *self,
                                    guint            row,
                                    guint            column,
                                    gint64           value);

void lamina_chart_data_set_real (LaminaChartData *self,
                                 guint            row,
                                 guint            column,
                                 double           value);

void lamina_chart_data_set_estimated (LaminaChartData *self,
                                      guint            row,
                                      guint            column,
                                      gboolean         estimated);

void lamina_chart_data_set_suspicious (LaminaChartData *self,
                                       guint            row,
                                       guint            column,
                                       gboolean         suspicious);

/* The rate of a row, where there is one, with its marks. */
void lamina_chart_data_set_rate (LaminaChartData  *self,
                                 guint             row,
                                 guint             column,
                                 const LaminaRate *rate);

/*
 * The rates of a chart that are suspicious.
 *
 * n       how many there are
 * reason  why the first is
 */
typedef struct
{
  guint n;
  char *reason;
} LaminaChartDoubts;

void lamina_chart_doubts_add (LaminaChartDoubts *self,
                              LaminaRun         *run,
                              const LaminaRate  *rate);

/* What stands below the chart, to be freed by g_free(), or NULL. */
char *lamina_chart_doubts_dup_note (const LaminaChartDoubts *self);

void lamina_chart_doubts_clear (LaminaChartDoubts *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaChartDoubts, lamina_chart_doubts_clear)

/* The slices that a row counts, before those of later rows. None are needed where it counts anything else. */
void lamina_chart_data_set_slices (LaminaChartData      *self,
                                   guint                 row,
                                   const LaminaSliceRef *slices,
                                   guint                 n);

/* Adds a line across the chart. The label is copied. */
void lamina_chart_data_add_mark (LaminaChartData       *self,
                                 const LaminaChartMark *mark);

/* The layers in the order of execution, to be freed by g_free(), or NULL when cancelled. */
guint32 *lamina_chart_source_dup_order (const LaminaChartSource *source);

/* What bars show: the first of these that any layer of the run has. */
typedef enum
{
  LAMINA_MEASURE_COST,
  LAMINA_MEASURE_FLOP,
  LAMINA_MEASURE_BYTES,
  LAMINA_MEASURE_CALLS,
} LaminaMeasure;

LaminaMeasure lamina_measure_choose (LaminaRun *run);

gint64 lamina_measure_get (LaminaMeasure  self,
                           LaminaRun     *run,
                           guint          layer);

gint64 lamina_measure_get_of_group (LaminaMeasure           self,
                                    LaminaRun              *run,
                                    const LaminaLayerGroup *group);

gboolean lamina_measure_is_group_estimated (LaminaMeasure           self,
                                            LaminaRun              *run,
                                            const LaminaLayerGroup *group);

/* The groups that have a value, the largest first. To be freed by g_free(). */
guint32 *lamina_measure_dup_order (LaminaMeasure   self,
                                   LaminaRun      *run,
                                   LaminaGrouping *grouping,
                                   guint          *n);

/* The layers of a chart, those with the largest value first and those without one last. NULL when cancelled. */
guint32 *lamina_measure_dup_layers (LaminaMeasure            self,
                                    const LaminaChartSource *source);

/* The column of its values, for a picture. */
LaminaChartColumn lamina_measure_get_column (LaminaMeasure self);

gboolean lamina_measure_is_estimated (LaminaMeasure  self,
                                      LaminaRun     *run,
                                      guint          layer);

/* The sum over the layers of a chart, or LAMINA_ABSENT. */
gint64 lamina_measure_sum (LaminaMeasure            self,
                           const LaminaChartSource *source);

/* How many of the layers have a value. */
guint lamina_measure_count (LaminaMeasure            self,
                            const LaminaChartSource *source);

/* "Sum of the durations of 84 layers, 32.8 ms". */
char *lamina_measure_dup_sum_text (LaminaMeasure            self,
                                   const LaminaChartSource *source);

/* "Duration and cumulative share of 32.8 ms". */
char *lamina_measure_dup_share_text (LaminaMeasure            self,
                                     const LaminaChartSource *source);

/* "3 layers have no duration." */
char *lamina_measure_dup_absent_text (LaminaMeasure self,
                                      guint         n);

/* The charts: see the table in lamina-chart.c. */
LaminaChartReasonFunc lamina_chart_find_no_durations, lamina_chart_find_few_sections, lamina_chart_find_no_counters,
                      lamina_chart_find_no_devices, lamina_chart_find_no_sections, lamina_chart_find_no_lifetimes,
                      lamina_chart_find_one_run;

LaminaChartFillFunc lamina_chart_fill_types, lamina_chart_fill_top_layers, lamina_chart_fill_latency,
                    lamina_chart_fill_precision, lamina_chart_fill_rates, lamina_chart_fill_roofline, lamina_chart_fill_traffic,
                    lamina_chart_fill_shapes, lamina_chart_fill_counters, lamina_chart_fill_durations, lamina_chart_fill_idle,
                    lamina_chart_fill_gaps, lamina_chart_fill_iterations, lamina_chart_fill_memory, lamina_chart_fill_runs,
                    lamina_chart_fill_iteration_durations;

/* Says that a row is about another run than the data. */
void lamina_chart_data_set_run_of_row (LaminaChartData *self,
                                       guint            row,
                                       guint            run);

/* The lifetimes that rows are steps of. */
void lamina_chart_data_set_live (LaminaChartData *self,
                                 LaminaLiveSet   *live,
                                 LaminaTimebase  *timebase);

LaminaChartData *lamina_chart_data_new (const LaminaChart      *chart,
                                        const LaminaChartQuery *query);

/* What the devices do in the range and section of a chart; NULL when cancelled. */
LaminaIdle       *lamina_chart_source_create_idle (const LaminaChartSource *source);

/* The column of times of one load: a part of a bar, unless no device ever does it. */
LaminaChartColumn lamina_chart_get_load_column    (LaminaIdle              *idle,
                                                   LaminaLoad               load);

G_END_DECLS
