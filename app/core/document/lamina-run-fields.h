/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-columns.h"
#include "lamina-memory.h"
#include "lamina-run.h"
#include "lamina-strings.h"
#include "lamina-track-fields.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Two rows that belong together, in the order in which they were added; a table of them becomes indexes when frozen. */
typedef struct
{
  guint32 row;
  guint32 other;
} LaminaPair;

typedef struct
{
  guint32 row;
  LaminaArgs args;
} LaminaRowArgs;

typedef struct
{
  guint32 row;
  LaminaLifetime lifetime;
} LaminaRowLifetime;

/* What is kept with a run under a key, see lamina_run_attach(). */
typedef struct _LaminaAttached LaminaAttached;
struct _LaminaAttached
{
  GQuark key;
  gpointer data;
  GDestroyNotify destroy;
  LaminaAttached *next;
};

/*
 * A run, while it is built and afterwards. The builder appends; lamina_builder_freeze() turns the staged pairs into indexes
 * and the tracks into their final order; from then on nothing changes.
 */
struct _LaminaRun
{
  /* The document that it belongs to once it is frozen, and its place there. */
  LaminaDocument *document;
  guint index;
  char *title;
  LaminaAxisUnit unit;
  LaminaTiming timing;
  LaminaLayerWord layer_word;
  gint64 stated_time;
  LaminaStrings *strings;

  GArray *clocks;
  GArray *groups;
  GArray *sections;
  GPtrArray *tracks;
  GArray *metrics;
  GArray *metric_capacities;
  GArray *marks;

  LaminaLayers layers;
  guint layers_capacity;
  LaminaTensors tensors;
  guint tensors_capacity;
  LaminaMemory memory;
  guint calls_capacity;
  guint allocations_capacity;
  guint segments_capacity;
  guint failures_capacity;
  LaminaFlow *flows;
  guint n_flows;
  guint flows_capacity;
  LaminaCost cost;
  LaminaTotals totals;
  LaminaAttached *attached; /* what came last first; read and added to from any thread */

  GArray *staged_inputs;
  GArray *staged_outputs;
  GArray *staged_parts;
  GArray *staged_labels; /* a cell for each layer up to the last one that has a label */
  GArray *staged_layer_args;
  GArray *staged_tensor_args;
  GArray *staged_lifetimes;
  GArray *staged_reports; /* LaminaMemoryReport */
};

/*
 * Columns of numbers, in the order of lamina_layer_number_columns, are NULL as long as all cells are absent. A column that
 * is there has room for as many layers as the others.
 */
#define LAMINA_N_LAYER_COLUMNS 11
#define LAMINA_N_LAYER_NUMBERS 8
#define LAMINA_N_TENSOR_COLUMNS 9
#define LAMINA_N_CALL_COLUMNS 2
#define LAMINA_N_ALLOCATION_COLUMNS 8
extern const LaminaColumn lamina_layer_columns[LAMINA_N_LAYER_COLUMNS];
extern const LaminaColumn lamina_layer_number_columns[LAMINA_N_LAYER_NUMBERS];
extern const LaminaColumn lamina_tensor_columns[LAMINA_N_TENSOR_COLUMNS];
extern const LaminaColumn lamina_call_columns[LAMINA_N_CALL_COLUMNS];
extern const LaminaColumn lamina_allocation_columns[LAMINA_N_ALLOCATION_COLUMNS];
extern const LaminaColumn lamina_segment_column;
extern const LaminaColumn lamina_failure_column;

LaminaRun *lamina_run_new    (const char     *title,
                              LaminaAxisUnit  unit,
                              LaminaTiming    timing,
                              LaminaStrings  *strings);
void       lamina_run_free   (LaminaRun      *self);

static inline gint64 **
lamina_layer_numbers (const LaminaLayers *layers,
                      guint               column)
{
  return (gint64 **) ((char *) layers + lamina_layer_number_columns[column].offset);
}

/* When the first slice of a layer on its track starts, or LAMINA_ABSENT. */
gint64     lamina_run_find_slice_start  (LaminaRun *self,
                                         guint      layer);

/* Makes room for allocations of n tensors; nothing is known of new ones. */
void       lamina_run_reach_allocation (LaminaRun *self,
                                        guint      n);

/* Makes room for n cells; new ones are absent. */
void       lamina_metric_reserve (LaminaMetric *self,
                                  guint        *capacity,
                                  guint         n);

G_END_DECLS
