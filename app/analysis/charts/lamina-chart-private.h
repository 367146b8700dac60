/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"
#include "lamina-idle.h"
#include "lamina-layer-noun.h"

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

  /* See lamina_chart_get_synonyms(). */
  const char *synonyms;
  LaminaChartForm form;
  LaminaChartReasonFunc *find_reason;
  LaminaChartFillFunc *fill;
  const char *(*get_title) (LaminaRun *run); /* the title in the words of a run, or NULL */
};

/* What is said of a chart; a title takes the place of that of the catalog. */
typedef enum
{
  LAMINA_CHART_TITLE,
  LAMINA_CHART_SUBTITLE,
  LAMINA_CHART_REASON,
  LAMINA_CHART_NOTE,
  LAMINA_N_CHART_TEXTS,
} LaminaChartText;

/* Takes over the text. */
void lamina_chart_data_take (LaminaChartData *self,
                             LaminaChartText  which,
                             char            *text);

void lamina_chart_data_say (LaminaChartData *self,
                            LaminaChartText  which,
                            const char      *format,
                            ...) G_GNUC_PRINTF (3, 4);

/* Adds a sentence to the note below the chart. */
void lamina_chart_data_add_note (LaminaChartData *self,
                                 const char      *sentence);

/* Keeps a text for as long as the data. */
const char *lamina_chart_data_keep (LaminaChartData *self,
                                    const char      *text);

/* A column of a table of columns; the words for kind, unit and use without their prefixes. */
#define LAMINA_CHART_COLUMN(key, title, kind, unit, use) \
  { (key), (title), LAMINA_LAYER_VALUE_##kind, LAMINA_UNIT_##unit, LAMINA_CHART_USE_##use, 0, NULL, FALSE }

/* The same of texts that are strings of the run: a million need not be looked up. See lamina_chart_data_set_string(). */
#define LAMINA_CHART_STRINGS(key, title, use) \
  { (key), (title), LAMINA_LAYER_VALUE_TEXT, LAMINA_UNIT_NONE, LAMINA_CHART_USE_##use, 0, NULL, TRUE }

/* Adds a column whose cells are absent; the strings are static or kept by the data. Returns its number. */
guint lamina_chart_data_add_column (LaminaChartData         *self,
                                    const LaminaChartColumn *column);

/* The same of the words for one. */
#define LAMINA_CHART_ADD(data, ...) \
  lamina_chart_data_add_column ((data), &(const LaminaChartColumn) LAMINA_CHART_COLUMN (__VA_ARGS__))

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

/* What is said of the number of a row. */
typedef enum
{
  LAMINA_CHART_ESTIMATED = 1 << 0,
  LAMINA_CHART_SUSPICIOUS = 1 << 1,
} LaminaChartMarks;

void lamina_chart_data_mark (LaminaChartData  *self,
                             guint             row,
                             guint             column,
                             LaminaChartMarks  mark,
                             gboolean          is_marked);

/* The rate of a row, where there is one, with its marks. */
void lamina_chart_data_set_rate (LaminaChartData  *self,
                                 guint             row,
                                 guint             column,
                                 const LaminaRate *rate);

/* The slices that a row counts, before those of later rows. None are needed where it counts anything else. */
void lamina_chart_data_set_slices (LaminaChartData      *self,
                                   guint                 row,
                                   const LaminaSliceRef *slices,
                                   guint                 n);

/* The gaps that a row counts, of one device and in the order of time, before those of later rows. */
void lamina_chart_data_set_gaps (LaminaChartData      *self,
                                 guint                 row,
                                 const LaminaChartGap *gaps,
                                 guint                 n);

/* Adds a line across the chart. The label is copied. */
void lamina_chart_data_add_mark (LaminaChartData       *self,
                                 const LaminaChartMark *mark);

/* Whether the file states in which order any of them was executed; some tools sort by cost. */
gboolean lamina_chart_source_has_order (const LaminaChartSource *source);

/* The layers in the order of execution, or that of the file, to be freed by g_free(), or NULL when cancelled. */
guint32 *lamina_chart_source_dup_order (const LaminaChartSource *source);

/* Reasons of several charts. */
LaminaChartReasonFunc lamina_chart_find_no_layers, lamina_chart_find_no_times, lamina_chart_find_no_shapes,
                      lamina_chart_find_no_work, lamina_chart_find_no_traffic, lamina_chart_find_no_precision,
                      lamina_chart_find_no_devices;

/* The charts, in the order in which they are offered. Each stands at the end of what fills it. */
#define LAMINA_CHARTS(CHART) \
  CHART (time_by_type) CHART (top_layers) CHART (kernels) CHART (kernels_by_module) CHART (kernels_by_stream) \
  CHART (kernels_by_rank) CHART (collectives) CHART (roofline) CHART (traffic) CHART (precision) CHART (rates) \
  CHART (latency) CHART (shapes) CHART (memory) CHART (memory_sites) CHART (idle) CHART (utilization) CHART (gaps) \
  CHART (gaps_by_cause) CHART (gaps_by_host) CHART (iterations) CHART (iteration_durations) CHART (durations) \
  CHART (counters) CHART (runs)

#define LAMINA_DECLARE_CHART(name) extern const LaminaChart lamina_chart_##name;

LAMINA_CHARTS (LAMINA_DECLARE_CHART)

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
