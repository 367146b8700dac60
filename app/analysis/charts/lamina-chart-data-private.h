/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-private.h"

G_BEGIN_DECLS

/* What the table of a chart consists of. */

/* What stands in a cell; which of them, the kind of its column says. */
typedef union
{
  gint64 integer;
  double real;
  const char *text;
  guint32 string;
} LaminaChartCell;

typedef struct
{
  LaminaChartColumn column;
  LaminaChartCell *cells;

  /* How far apart amounts are that people are to tell apart; 0 where three digits do. */
  gint64 step;

  /* Whether texts are strings of the run, which are looked up when somebody asks. */
  gboolean holds_strings;

  /* What is said of the number of each row; NULL while nothing is of any. */
  guint8 *marks;
} LaminaChartCells;

#define LAMINA_CHART_MARK_ESTIMATED 1
#define LAMINA_CHART_MARK_SUSPICIOUS 2

struct _LaminaChartData
{
  gatomicrefcount ref_count;
  const LaminaChart *chart;
  LaminaDocument *document;
  guint run;
  char *title;
  char *subtitle;
  char *reason;
  char *note;
  LaminaChartRestFunc rest;
  GArray *columns;
  GArray *marks;
  guint8 *families;
  guint n_rows;

  /* For how many rows there is room. */
  guint n_room;

  /* One more than rows: the layers of row i stand from [i] to before [i + 1]. */
  GArray *first_layer;
  GArray *layers;

  /* The same of slices; NULL where rows count anything else. */
  GArray *first_slice;
  GArray *slices;
  GStringChunk *strings;

  /* Of charts of runs, the run of each row that has another one; else empty. */
  GArray *runs;
  LaminaLiveSet *live;
  LaminaTimebase *timebase;
};

G_END_DECLS
