/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"
#include "lamina-layer-value.h"

G_BEGIN_DECLS

/*
 * What stands in a cell of a table of a comparison. The tables of the window, its copies, the commands and the report ask here,
 * so that a column is called the same and holds the same everywhere.
 */

/* In the order in which programs are given them. */
typedef enum
{
  LAMINA_DIFFERENCE_COLUMN_STATE,      /* which sides a pair has */
  LAMINA_DIFFERENCE_COLUMN_BASIS,      /* why its layers belong together */
  LAMINA_DIFFERENCE_COLUMN_LAYERS_A,   /* numbers of the layers of A */
  LAMINA_DIFFERENCE_COLUMN_NAME_A,     /* their names */
  LAMINA_DIFFERENCE_COLUMN_LABEL_A,    /* the same, short */
  LAMINA_DIFFERENCE_COLUMN_LAYERS_B,   /* the same of B */
  LAMINA_DIFFERENCE_COLUMN_NAME_B,
  LAMINA_DIFFERENCE_COLUMN_LABEL_B,
  LAMINA_DIFFERENCE_COLUMN_TYPE,       /* the type of the layers */
  LAMINA_DIFFERENCE_COLUMN_PAIRS,      /* how many pairs a type has */
  LAMINA_DIFFERENCE_COLUMN_CALLS,      /* calls of both sides */
  LAMINA_DIFFERENCE_COLUMN_CALLS_A,    /* calls of A */
  LAMINA_DIFFERENCE_COLUMN_CALLS_B,    /* calls of B */
  LAMINA_DIFFERENCE_COLUMN_COST_A,     /* the cost of A */
  LAMINA_DIFFERENCE_COLUMN_COST_B,     /* the cost of B */
  LAMINA_DIFFERENCE_COLUMN_DELTA,      /* what it adds to the difference of the totals */
  LAMINA_DIFFERENCE_COLUMN_PERCENT,    /* that in hundredths of the cost of A */
  LAMINA_DIFFERENCE_COLUMN_SHARE,      /* that as a part of the difference of the totals */
  LAMINA_DIFFERENCE_COLUMN_NOISE_PART, /* what of it comes from pairs whose difference is noise */
  LAMINA_DIFFERENCE_COLUMN_NOISE,      /* how large a difference may be chance */
  LAMINA_DIFFERENCE_COLUMN_WITHIN,     /* whether that one may be */
  LAMINA_N_DIFFERENCE_COLUMNS,
} LaminaDifferenceColumn;

/* What there is to know of a column. */
typedef struct
{
  const char *key;        /* what programs find it under in JSON and CSV; NULL where it is for people alone */
  const char *title;      /* its heading, not translated; NULL where it is for programs alone */
  const char *definition; /* what it shows, not translated, or NULL */
  int pair_width;         /* the pixels that the window's table of pairs has for it; 0 where it does not stand there */
  int type_width;         /* the same of its table of types */
  gboolean of_pairs;      /* whether a pair can have it */
  gboolean of_types;      /* whether a type can */
  gboolean is_text;       /* whether texts stand in it, else numbers */
  LaminaPairColumn sort;  /* what pairs are sorted by when its heading is clicked; LAMINA_N_PAIR_COLUMNS for nothing */
} LaminaDifferenceColumnInfo;

/* A row: a pair, or all pairs of a type. */
typedef struct
{
  LaminaComparison *comparison;     /* not owned */
  const LaminaComparisonType *type; /* NULL for a pair */
  LaminaPair pair;                  /* of a type the costs, the difference and the noise alone */
} LaminaDifference;

LAMINA_AVAILABLE
const LaminaDifferenceColumnInfo *lamina_difference_column_get_info (LaminaDifferenceColumn column);

/* The pair. @i: which one, see lamina_comparison_get_pair(); the comparison has to outlive the row. */
LAMINA_AVAILABLE
void lamina_difference_init_pair (LaminaDifference *self,
                                  LaminaComparison *comparison,
                                  guint             i);

/* The type. @i: which one, see lamina_comparison_get_type_row(). */
LAMINA_AVAILABLE
void lamina_difference_init_type (LaminaDifference *self,
                                  LaminaComparison *comparison,
                                  guint             i);

/* What programs are told. @value: takes it: numbers of layers as a text with blanks, a flag as `true` or `false`. */
LAMINA_AVAILABLE
void lamina_difference_get_value (const LaminaDifference *self,
                                  LaminaDifferenceColumn  column,
                                  LaminaLayerValue       *value);

/* It for people, in their language: `+1.24 ms`, `−7.8 %`, "—" for what is not known. */
LAMINA_AVAILABLE
char *lamina_difference_dup_text (const LaminaDifference *self,
                                  LaminaDifferenceColumn  column);

/* It with every digit of a time and the whole of a name: `+1 240 306 ns`. */
LAMINA_AVAILABLE
char *lamina_difference_dup_exact (const LaminaDifference *self,
                                   LaminaDifferenceColumn  column);

G_END_DECLS
