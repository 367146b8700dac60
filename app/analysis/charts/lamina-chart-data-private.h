/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-cells-private.h"

G_BEGIN_DECLS

/* How the data of a chart are filled. */

LaminaChartData *lamina_chart_data_new (const LaminaChart      *chart,
                                        const LaminaChartQuery *query);

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

/* Says that a row is about another run than the data. */
void lamina_chart_data_set_run_of_row (LaminaChartData *self,
                                       guint            row,
                                       guint            run);

/* The lifetimes that rows are steps of. */
void lamina_chart_data_set_live (LaminaChartData *self,
                                 LaminaLiveSet   *live,
                                 LaminaTimebase  *timebase);

G_END_DECLS
