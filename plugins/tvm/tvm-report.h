/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <glib/gi18n.h>

G_BEGIN_DECLS

/*
 * One report of TVM's profiler while it is read, in whatever form it was printed: rows of cells under named columns.
 * The readers (tvm-log.c, tvm-csv.c, tvm-json.c) fill it, tvm-build.c makes a run of it. Each cell keeps
 * the text of the file.
 */

#define TVM_TYPE_COLUMN "Ops"
#define TVM_OUTPUT_COLUMN "Shape"
#define TVM_NAME_COLUMN "Name"
#define TVM_DURATION_COLUMN "Duration (us)"
#define TVM_PERCENT_COLUMN "Percent"
#define TVM_DEVICE_COLUMN "Device"
#define TVM_COUNT_COLUMN "Count"
#define TVM_SHAPES_COLUMN "Argument Shapes"

typedef enum
{
  TVM_KIND_UNKNOWN,
  TVM_KIND_TEXT,
  TVM_KIND_NUMBER,
  TVM_KIND_MICROSECONDS,
  TVM_KIND_PERCENT,
} TvmKind;

typedef struct
{
  char *name;
  TvmKind kind;
} TvmColumn;

/*
 * @cells: texts of the report, NULL where there is none; fewer than there are columns when the last ones are empty
 */
typedef struct
{
  guint32 record;
  guint64 offset;
  guint32 length;
  GPtrArray *cells;
} TvmRow;

/*
 * @title, @mean, @deviation: what the log says before the report; NULL when it says nothing
 * @header_offset: where the titles of its columns stand, for reading attributes again; @header_length is 0 without them
 * @point: the decimal point of its numbers
 * @by_name: the columns by their names
 * @configuration: pairs of texts
 */
typedef struct
{
  char *title;
  char *mean;
  char *deviation;
  guint64 offset;
  guint64 header_offset;
  guint32 header_length;
  char point;
  GArray *columns;
  GHashTable *by_name;
  GArray *rows;
  GArray *totals;
  GPtrArray *configuration;
  GStringChunk *texts;
} TvmReport;

TvmReport *tvm_report_new (void);
void       tvm_report_free (TvmReport *self);

/* The column of that name, which is added when there is none yet. */
guint tvm_report_ensure_column (TvmReport  *self,
                                const char *name,
                                TvmKind     kind);

/* The column of that name, or LAMINA_NONE. */
guint tvm_report_find_column (TvmReport  *self,
                              const char *name);

void tvm_report_set_cell (TvmReport  *self,
                          TvmRow     *row,
                          guint       column,
                          const char *text,
                          gsize       length);

/* NULL when the cell is empty or @column is LAMINA_NONE. */
const char *tvm_report_get_cell (TvmReport    *self,
                                 const TvmRow *row,
                                 guint         column);

/* Takes the cells of the row. A row called Sum or Total is no row of the report. */
void tvm_report_add_row (TvmReport *self,
                         TvmRow    *row);

void tvm_report_add_configuration (TvmReport  *self,
                                   const char *key,
                                   gsize       key_length,
                                   const char *value,
                                   gsize       value_length);

/* Works out what the cells of each column are, when all are there. */
void tvm_report_finish (TvmReport *self);

/*
 * The type of `vm_mod_fused_nn_conv2d_add_3` for people: `conv2d + add`. The name of a function of TVM is a module, the
 * operators that were fused, and a counter. As soon as one of the operators is none that is known, all of them stay as the
 * file has them: `nn_conv2d_mystery`.
 */
char *tvm_function_dup_type (const char *function);

/* Makes a run of each report: a layer, its tensors and a slice for each row, the tool's own columns as metrics. */
void tvm_build (LaminaBuilder *builder,
                LaminaSource  *source,
                GPtrArray     *reports);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvmReport, tvm_report_free)

G_END_DECLS
