/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-csv.h"
#include "lamina-idle.h"
#include "lamina-layer-value.h"
#include "lamina-tensor-groups.h"

G_BEGIN_DECLS

/*
 * Charts as tables. A chart of the catalog is made in three steps: lamina_chart_dup_reason() says whether a run has
 * something to show in it; lamina_chart_create_data() computes all that it shows, in any thread; a layout of app/scene
 * draws that at any size. What is computed is a table, the twin of the chart: columns with units, rows with exact values
 * and the layers behind them. The picture shows rows and sums of rows of this table and nothing else, so that both
 * always say the same.
 *
 * To add a chart, add a row to the table in lamina-chart.c and a function that fills the data. The forms that there are
 * need no new layout.
 */

/* A chart of the catalog. Static; charts are compared by their addresses. */
typedef struct _LaminaChart LaminaChart;

/* How a chart is drawn. */
typedef enum
{
  /* a bar for each row, with name, value and share; parts of it side by side where columns are LAMINA_CHART_USE_PART */
  LAMINA_CHART_BARS,
  LAMINA_CHART_RANKING,   /* the same for the rows with the largest values, with the curve of their cumulated share */
  LAMINA_CHART_SCATTER,   /* a dot for each row, both axes logarithmic */
  LAMINA_CHART_COLUMNS,   /* a column for each row, in the order of the rows; below each other for every LAMINA_CHART_USE_VALUE */
  LAMINA_CHART_HISTOGRAM, /* a column for each row, from its first to its second LAMINA_CHART_USE_X */
  /* a line for each row, with a small bar for every LAMINA_CHART_USE_VALUE, each of which has a scale of its own */
  LAMINA_CHART_MATRIX,
  LAMINA_CHART_MEMORY,    /* what is kept in memory over the run, stacked by the columns that are parts; a row for each change */
} LaminaChartForm;

/* What a column of the table is for in the picture. */
typedef enum
{
  LAMINA_CHART_USE_TABLE,      /* only the table shows it */
  LAMINA_CHART_USE_ALONE,      /* such a one that is said of single rows alone: a mean, an extreme, a number in the file */
  LAMINA_CHART_USE_HEADING,    /* text: rows with the same one stand together under it */
  LAMINA_CHART_USE_LABEL,      /* text: the name of the row */
  LAMINA_CHART_USE_VALUE,      /* the length of the bar, the height of the column, the area of the dot */
  LAMINA_CHART_USE_PART,       /* a part of the value; the parts of a row add up to it */
  LAMINA_CHART_USE_IDLE,       /* such a part in which nothing is done; hatched */
  /* such a part that belongs to none of the others; hatched, last, and cut short where it would leave no room to the others */
  LAMINA_CHART_USE_OUTSIDE,
  LAMINA_CHART_USE_TICK,       /* another number to hold the value against; a line across the bar */
  LAMINA_CHART_USE_WAIT,       /* a part of the value that was spent waiting; hatched */
  LAMINA_CHART_USE_SHARE,      /* the part of the whole, 0 to 1 */
  LAMINA_CHART_USE_CUMULATIVE, /* the share of this row and all before it */
  LAMINA_CHART_USE_X,          /* the place of the dot from the left; of columns, when each begins, at equal distances from
                                * the second on */
  LAMINA_CHART_USE_Y,          /* the place of the dot from below */
  LAMINA_CHART_USE_CLASS,      /* text: of which kind a column is, such as its element type; told by a strip below it */
} LaminaChartUse;

/* A column of the table. */
typedef struct
{
  const char *key;           /* what programs call it, with its unit: `duration_ns` */
  const char *title;         /* what to write above it */
  LaminaLayerValueKind kind; /* what its values are */
  LaminaUnit unit;           /* their unit */
  LaminaChartUse use;        /* what it is for in the picture */
  LaminaFamily family;       /* of a part: the family whose color it has */
  const char *definition;    /* what counts as it, in the language of the user, or NULL */
  gboolean holds_strings;    /* whether its texts are strings of the run, looked up when somebody asks */
} LaminaChartColumn;

/* A line across a chart: a limit, an average. */
typedef struct
{
  guint column;      /* the column that the mark is on */
  gboolean is_slope; /* whether it is a line through all places where y is @value times x, else one at @value of the column */
  double value;      /* where it stands */
  const char *label; /* what it says: `best seen 366 GFLOP/s`. Owned by the data */
  double spread;     /* how far to both sides of @value a band around the line reaches; 0 for the line alone */
} LaminaChartMark;

/* What stands in a column LAMINA_CHART_USE_CLASS, and what is positive in the first LAMINA_CHART_USE_VALUE of its rows. */
typedef struct
{
  const char *name;
  double sum;
} LaminaChartClass;

/* What a chart shows. */
typedef struct
{
  LaminaDocument *document;
  guint run;
  LaminaTimebase *timebase; /* the offsets in force, or NULL for those that the document suggests */
  LaminaIdle *idle;         /* what lamina_idle_new() says of the whole run; NULL to have it found by charts that need it */
  LaminaLayerFilter filter; /* which layers */
  guint32 layer;            /* the layer whose name a chart of one name is about, or LAMINA_NONE for the name that takes most */
  /* what memory over time is divided by; by site where there are no such bands, see lamina_tensor_grouping_get_bands() */
  LaminaTensorGrouping grouping;
  /* the name itself; then the chart is about the slices of that name or, when there are none, the layers. Where only one slice
   * has it and @layer is known, it is about that layer. Owned by the caller, or NULL */
  const char *name;
} LaminaChartQuery;

#define LAMINA_CHART_QUERY_INIT(document_, run_) \
  ((LaminaChartQuery) { .document = (document_), .run = (run_), .filter = LAMINA_LAYER_FILTER_INIT, \
                         .layer = LAMINA_NONE })

/* How many charts the catalog has. */
LAMINA_AVAILABLE
guint lamina_chart_get_n (void);

/* A chart. @i: which one; they stand in the order in which lists show them. */
LAMINA_AVAILABLE
const LaminaChart *lamina_chart_get (guint i);

/* A chart, or NULL when there is none of this name. */
LAMINA_AVAILABLE
const LaminaChart *lamina_chart_find (const char *id);

/* Its name in commands, settings and actions: `time-by-type`. */
LAMINA_AVAILABLE
const char *lamina_chart_get_id (const LaminaChart *self);

/* What to call it, in the language of the user: `Time by type`. @run: in whose words: `Top operators`; NULL for general ones. */
LAMINA_AVAILABLE
const char *lamina_chart_get_title (const LaminaChart *self,
                                    LaminaRun         *run);

/* Other words by which people look for it, those of PyTorch, CUDA and other viewers, with blanks between them, not translated yet;
 * or NULL. */
LAMINA_AVAILABLE
const char *lamina_chart_get_synonyms (const LaminaChart *self);

/* Whether it shows all runs of a document, whichever of them it is asked about, and all of their layers. */
LAMINA_AVAILABLE
gboolean lamina_chart_is_of_all_runs (const LaminaChart *self);

/* Looks whether a run has something to show, without computing it. Quick enough for the main thread. Returns NULL when it has;
 * else one sentence that says why not. A chart can still turn out to be empty, see lamina_chart_data_get_reason(). */
LAMINA_AVAILABLE
char *lamina_chart_dup_reason (const LaminaChart *self,
                               LaminaDocument    *document,
                               guint              run);

/* What a chart shows, as a table. Immutable; reference-counted; read from any thread. It keeps its document. */
typedef struct _LaminaChartData LaminaChartData;

/* Computes a chart. Pure; any thread. Returns its data, which may be empty, or NULL when cancelled. */
LAMINA_AVAILABLE
LaminaChartData *lamina_chart_create_data (const LaminaChart      *self,
                                           const LaminaChartQuery *query,
                                           GCancellable           *cancellable);

LAMINA_AVAILABLE
LaminaChartData *lamina_chart_data_ref (LaminaChartData *self);

LAMINA_AVAILABLE
void lamina_chart_data_unref (LaminaChartData *self);

LAMINA_AVAILABLE
const LaminaChart *lamina_chart_data_get_chart (LaminaChartData *self);

/* The document that it is about, which it keeps. */
LAMINA_AVAILABLE
LaminaDocument *lamina_chart_data_get_document (LaminaChartData *self);

/* The index of the run. */
LAMINA_AVAILABLE
guint lamina_chart_data_get_run (LaminaChartData *self);

/* How it is drawn. */
LAMINA_AVAILABLE
LaminaChartForm lamina_chart_data_get_form (LaminaChartData *self);

/* What is shown: that of the chart, or what takes its place: `Calls by type` where the file has no times. */
LAMINA_AVAILABLE
const char *lamina_chart_data_get_title (LaminaChartData *self);

/* What the numbers are, in one line: `Sum of the durations of 84 layers, 32.8 ms`; the empty string when it is empty. */
LAMINA_AVAILABLE
const char *lamina_chart_data_get_subtitle (LaminaChartData *self);

/* One sentence that says why there are no rows; NULL when there are. */
LAMINA_AVAILABLE
const char *lamina_chart_data_get_reason (LaminaChartData *self);

/* What is left out and why, in sentences: `3 layers have no duration.`, or NULL. */
LAMINA_AVAILABLE
const char *lamina_chart_data_get_note (LaminaChartData *self);

LAMINA_AVAILABLE
guint lamina_chart_data_get_n_columns (LaminaChartData *self);

/* What stands in the column, and in which unit. */
LAMINA_AVAILABLE
const LaminaChartColumn *lamina_chart_data_get_column (LaminaChartData *self,
                                                       guint            column);

/* The first such column, or LAMINA_NONE. */
LAMINA_AVAILABLE
guint lamina_chart_data_find_column (LaminaChartData *self,
                                     LaminaChartUse   use);

LAMINA_AVAILABLE
guint lamina_chart_data_get_n_rows (LaminaChartData *self);

/* @value: takes what stands there; clear it with lamina_layer_value_clear(). */
LAMINA_AVAILABLE
void lamina_chart_data_get_value (LaminaChartData  *self,
                                  guint             row,
                                  guint             column,
                                  LaminaLayerValue *value);

/* The number that stands there, or NaN. @column: a column, or LAMINA_NONE. */
LAMINA_AVAILABLE
double lamina_chart_data_get_number (LaminaChartData *self,
                                     guint            row,
                                     guint            column);

/* The first of @n rows from @first on that has the largest number in a column, or LAMINA_NONE where none has a number. Columns that
 * are LAMINA_CHART_USE_VALUE are quickly asked, however many rows there are. */
LAMINA_AVAILABLE
guint lamina_chart_data_find_largest (LaminaChartData *self,
                                      guint            column,
                                      guint            first,
                                      guint            n);

/* The classes that rows are of, those with most first; none where the chart has none. */
LAMINA_AVAILABLE
const LaminaChartClass *lamina_chart_data_get_classes (LaminaChartData *self,
                                                       guint           *n);

/* What is positive in the first LAMINA_CHART_USE_VALUE of the rows of a family; NaN where nothing is in any such column. */
LAMINA_AVAILABLE
double lamina_chart_data_get_family_sum (LaminaChartData *self,
                                         LaminaFamily     family);

/* Whether rows are of more than one family. */
LAMINA_AVAILABLE
gboolean lamina_chart_data_has_kinds (LaminaChartData *self);

/* The text that stands there; the empty string in columns of numbers. @column: a column, or LAMINA_NONE. */
LAMINA_AVAILABLE
const char *lamina_chart_data_get_text (LaminaChartData *self,
                                        guint            row,
                                        guint            column);

/* @n: how many rows from there on; @value: takes what the rows add up to; absent in columns that don't add up. */
LAMINA_AVAILABLE
void lamina_chart_data_get_sum (LaminaChartData  *self,
                                guint             first,
                                guint             n,
                                guint             column,
                                LaminaLayerValue *value);

/* What so many layers of its run are called: `28 operators`. */
LAMINA_AVAILABLE
char *lamina_chart_data_dup_layers (LaminaChartData *self,
                                    guint            n);

/* What to call rows that are shown as one: `5 more types`. @n: how many rows. */
LAMINA_AVAILABLE
char *lamina_chart_data_dup_rest (LaminaChartData *self,
                                  guint            n);

LAMINA_AVAILABLE
guint lamina_chart_data_get_n_marks (LaminaChartData *self);

LAMINA_AVAILABLE
const LaminaChartMark *lamina_chart_data_get_mark (LaminaChartData *self,
                                                   guint            mark);

/* The family whose color it has. */
LAMINA_AVAILABLE
LaminaFamily lamina_chart_data_get_family (LaminaChartData *self,
                                           guint            row);

/* The layers behind it, in the order of the file. */
LAMINA_AVAILABLE
const guint32 *lamina_chart_data_get_layers (LaminaChartData *self,
                                             guint            row,
                                             guint           *n);

/* A gap of a device, as it is known whatever part of the run was looked at. */
typedef struct
{
  guint32 device; /* the group of the device */
  gint64 time;    /* a moment on the axis that lies in it */
} LaminaChartGap;

/* Whether rows are gaps of devices, or count some. */
LAMINA_AVAILABLE
gboolean lamina_chart_data_has_gaps (LaminaChartData *self);

/* The gaps of one device that it is or counts, in the order of time; none where rows count anything else. */
LAMINA_AVAILABLE
const LaminaChartGap *lamina_chart_data_get_gaps (LaminaChartData *self,
                                                  guint            row,
                                                  guint           *n);

/* The slices that it counts; none where rows count anything else. */
LAMINA_AVAILABLE
const LaminaSliceRef *lamina_chart_data_get_slices (LaminaChartData *self,
                                                    guint            row,
                                                    guint           *n);

/* Whether rows count slices: then a row stands for those, not for all slices of its layers. */
LAMINA_AVAILABLE
gboolean lamina_chart_data_has_slices (LaminaChartData *self);

/* The rows that count any of the slices, in their order; free it with g_free(). @slices: slices of the run; @n_rows: how many
 * rows. */
LAMINA_AVAILABLE
guint32 *lamina_chart_data_find_rows_of_slices (LaminaChartData      *self,
                                                const LaminaSliceRef *slices,
                                                guint                 n,
                                                guint                *n_rows);

/* The index of the run that it is about: that of the data, unless the chart compares runs. */
LAMINA_AVAILABLE
guint lamina_chart_data_get_run_of_row (LaminaChartData *self,
                                        guint            row);

/* The rows that any of the layers stands behind, in their order; free it with g_free(), or NULL. @n_rows: how many rows. */
LAMINA_AVAILABLE
guint32 *lamina_chart_data_find_rows (LaminaChartData *self,
                                      const guint32   *layers,
                                      guint            n,
                                      guint           *n_rows);

/* The rows in whose texts all words of a text stand, in any case of letters: all of them for a text without words. Free it with
 * g_free(). @n_rows: how many rows. */
LAMINA_AVAILABLE
guint32 *lamina_chart_data_find_matching_rows (LaminaChartData *self,
                                               const char      *text,
                                               guint           *n_rows);

/* The lifetimes behind LAMINA_CHART_MEMORY, whose steps are its rows; NULL for other forms. @timebase: NULL or takes the offsets
 * that were in force. */
LAMINA_AVAILABLE
LaminaLiveSet *lamina_chart_data_get_live (LaminaChartData  *self,
                                           LaminaTimebase  **timebase);

/* The table with the keys of its columns as the first line, for programs: digits alone, whatever the locale; an empty cell for
 * what is not known. A column `estimated` at the end names those that were worked out. @most: how many rows at most; G_MAXUINT
 * for all. @style: how texts are written. */
LAMINA_AVAILABLE
char *lamina_chart_data_dup_csv (LaminaChartData *self,
                                 guint            most,
                                 LaminaCsvStyle   style);

/* What the tool says that the run takes on average while it is not profiled, in nanoseconds. LAMINA_ABSENT if it does not say
 * so. @deviation: NULL or the standard deviation of it, or LAMINA_ABSENT. */
LAMINA_AVAILABLE
gint64 lamina_chart_get_mean_time (LaminaDocument *document,
                                   LaminaRun      *run,
                                   gint64         *deviation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaChartData, lamina_chart_data_unref)

G_END_DECLS
