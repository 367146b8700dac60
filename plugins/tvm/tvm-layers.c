/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-build.h"
#include "tvm-number.h"
#include "tvm-operators.h"

#include <string.h>

/* Columns of the roofline pass: what it counts of a row is the row's work. */
#define FLOP_COLUMN "Estimated FLOPs"
#define BYTES_COLUMN "Loaded Bytes"

static const char *
get_cell (TvmBuild     *self,
          const TvmRow *row,
          const char   *column)
{
  return tvm_report_get_cell (self->report, row, tvm_report_find_column (self->report, column));
}

static guint32
intern_cell (TvmBuild     *self,
             const TvmRow *row,
             const char   *column)
{
  const char *cell = get_cell (self, row, column);

  return cell ? lamina_builder_intern_raw (self->builder, cell, strlen (cell)) : 0;
}

static gint64
get_number (TvmBuild     *self,
            const TvmRow *row,
            const char   *column)
{
  const char *cell = get_cell (self, row, column);
  gint64 number = cell ? tvm_number_get (cell, self->report->point, 0) : LAMINA_ABSENT;

  if (number >= 0)
    return number;
  if (cell)
    lamina_import_note (self->import, N_("a number that is negative or cannot be read is left out"), self->source, row->offset,
                        row->record);
  return LAMINA_ABSENT;
}

static guint32
intern_type (TvmBuild   *self,
             const char *name)
{
  g_autofree char *type = tvm_function_dup_type (name);

  return lamina_builder_intern_raw (self->builder, type, strlen (type));
}

/* Rows of one function for different shapes are different layers. */
static guint32
intern_key (TvmBuild     *self,
            const TvmRow *row,
            const char   *name)
{
  const char *shapes = get_cell (self, row, TVM_SHAPES_COLUMN);
  g_autofree char *key = shapes ? g_strdup_printf ("%s %s", name, shapes) : NULL;

  return key ? lamina_builder_intern_raw (self->builder, key, strlen (key)) : 0;
}

static void
fill_layer (TvmBuild        *self,
            const TvmRow    *row,
            LaminaLayerInit *layer)
{
  const char *name = get_cell (self, row, TVM_NAME_COLUMN);
  const char *type = get_cell (self, row, TVM_TYPE_COLUMN);
  gint64 calls = get_number (self, row, TVM_COUNT_COLUMN);

  layer->name = intern_cell (self, row, TVM_NAME_COLUMN);
  layer->device = intern_cell (self, row, TVM_DEVICE_COLUMN);
  if (name)
    {
      layer->type = intern_type (self, type ? type : name);
      layer->key = intern_key (self, row, name);
      if (strstr (name, "DeviceCopy"))
        layer->phase = LAMINA_PHASE_COPY;
    }
  if (calls != LAMINA_ABSENT)
    layer->calls = (guint32) MIN (calls, G_MAXUINT32);
  layer->duration = tvm_build_get_duration (self, row);
  if (layer->duration == LAMINA_ABSENT && get_cell (self, row, TVM_DURATION_COLUMN))
    lamina_import_note (self->import, N_("a duration that is not a number of microseconds is left out"), self->source, row->offset,
                        row->record);
  layer->flop = get_number (self, row, FLOP_COLUMN);
  layer->bytes = get_number (self, row, BYTES_COLUMN);
}

void
tvm_build_layers (TvmBuild *self)
{
  TvmReport *report = self->report;

  for (guint i = 0; i < report->rows->len; i++)
    {
      const TvmRow *row = &g_array_index (report->rows, TvmRow, i);
      LaminaLayerInit init = LAMINA_LAYER_INIT;
      guint32 layer;

      fill_layer (self, row, &init);
      init.order = i;
      layer = lamina_builder_add_layer (self->builder, self->run, &init);
      if (report->header_length > 0)
        lamina_builder_add_layer_args (self->builder, self->run, layer, 0, 0, report->header_offset,
                                       report->header_length);
      lamina_builder_add_layer_args (self->builder, self->run, layer, 0, 0, row->offset, row->length);
      tvm_build_tensors (self, row, layer);
      lamina_import_account (self->import, row->record, LAMINA_RECORD_SHOWN);
    }
}
