/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-query.h"

#include "lamina-attributes-private.h"
#include "lamina-id-lists-private.h"
#include "lamina-layer-value.h"
#include "lamina-order-rows.h"
#include "lamina-rank.h"
#include "lamina-rate.h"
#include "lamina-work.h"

#include <math.h>

double
lamina_layer_get_intensity (LaminaRun *run,
                            guint      layer)
{
  const LaminaLayers *layers;
  gint64 flop, bytes;

  g_return_val_if_fail (run != NULL, NAN);
  layers = lamina_layers_in_force (run);
  g_return_val_if_fail (layer < layers->n, NAN);

  flop = lamina_column_number (layers->flop, layer);
  bytes = lamina_column_number (layers->bytes, layer);
  return flop == LAMINA_ABSENT || bytes == LAMINA_ABSENT || bytes == 0 ? NAN : (double) flop / (double) bytes;
}

/* Shapes of one layer that count; with more, the ranks of texts stop to tell layers apart anyway. */
#define MAX_SHAPES 64

/* What the keys of one column are made of. */
typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaLayerColumn column;
  const LaminaLayers *layers;
  const gint64 *numbers;
  const double *reals;
  const LaminaAttributeCells *attribute;
  const guint32 *ids;
  /* Of texts: [id] of a string, or [list] of a list of shapes. */
  guint32 *ranks;
  /* The list of shapes of row i, or LAMINA_NONE where none is known. */
  guint32 *lists;
} Keys;

static void
keys_clear (Keys *keys)
{
  g_free (keys->ranks);
  g_free (keys->lists);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Keys, keys_clear)

/* Stands in the highest bit of a shape that follows from the operator, the number of a result. */
#define INFERRED (1u << 31)

/* The list of the shapes that a layer reads or makes, or LAMINA_NONE when none of them is known. */
static guint32
add_shapes (const Keys    *keys,
            guint32        layer,
            LaminaIdLists *lists)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (keys->run);
  gboolean inputs = keys->column == LAMINA_LAYER_COLUMN_INPUTS;
  const guint32 *first = inputs ? keys->layers->first_input : keys->layers->first_output;
  const guint32 *rows = inputs ? keys->layers->inputs : keys->layers->outputs;
  guint32 result = inputs ? 0 : lamina_layer_get_inferred (keys->run, layer);
  guint32 shapes[MAX_SHAPES] = { INFERRED | result };
  guint n = 0;
  gboolean known = FALSE;

  if (result != 0)
    return lamina_id_lists_add (lists, shapes, 1);

  for (guint i = lamina_column_first (first, layer); i < lamina_column_first (first, layer + 1) && n < MAX_SHAPES; i++)
    {
      shapes[n] = lamina_column_id (tensors->shape, rows[i]);
      known |= shapes[n++] != 0;
    }
  return known ? lamina_id_lists_add (lists, shapes, n) : LAMINA_NONE;
}

static char *
dup_shape (LaminaRun *run,
           guint32    shape)
{
  if (shape == 0)
    return g_strdup ("—");
  if (shape & INFERRED)
    return lamina_work_dup_inferred_text (lamina_work_peek (run), shape & ~INFERRED);
  return lamina_run_dup_shape_text (run, shape);
}

static const char *
get_shapes_text (LaminaRun           *run,
                 const LaminaIdLists *lists,
                 guint32              list,
                 GStringChunk        *chunk)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const guint32 *shapes = lamina_id_lists_get (lists, list, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *shape = dup_shape (run, shapes[i]);

      g_string_append (text, i > 0 ? ", " : "");
      g_string_append (text, shape);
    }
  return g_string_chunk_insert (chunk, text->str);
}

static gboolean
rank_shapes (Keys          *keys,
             const guint32 *rows,
             guint          n,
             GCancellable  *cancellable)
{
  g_auto (LaminaIdLists) lists = { 0 };
  g_autoptr (GStringChunk) chunk = g_string_chunk_new (64 * 1024);
  g_autofree const char **texts = NULL;

  keys->lists = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      keys->lists[i] = add_shapes (keys, rows[i], &lists);
    }

  texts = g_new (const char *, MAX (lists.n, 1));
  for (guint i = 0; i < lists.n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      texts[i] = get_shapes_text (keys->run, &lists, i, chunk);
    }
  keys->ranks = lamina_rank_texts (texts, lists.n, cancellable);
  return keys->ranks != NULL;
}

static gboolean
rank_strings (Keys          *keys,
              const guint32 *ids,
              const guint32 *rows,
              guint          n,
              GCancellable  *cancellable)
{
  keys->ids = ids;
  keys->ranks = lamina_rank_strings (keys->run, ids, rows, n, cancellable);
  return keys->ranks != NULL;
}

/* The element types of all layers are a column that the run does not have. */
static gboolean
rank_dtypes (Keys          *keys,
             const guint32 *rows,
             guint          n,
             GCancellable  *cancellable)
{
  guint32 *dtypes = keys->lists = g_new0 (guint32, MAX (keys->layers->n, 1));

  for (guint i = 0; i < n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      dtypes[rows[i]] = lamina_layer_get_dtype (keys->run, rows[i]);
    }
  return rank_strings (keys, dtypes, rows, n, cancellable);
}

/* Nobody has such an attribute when it cannot be read. FALSE when cancelled. */
static gboolean
take_attribute (Keys         *keys,
                GCancellable *cancellable)
{
  if (!lamina_attributes_read (keys->run, &keys->column, 1, cancellable, NULL) && g_cancellable_is_cancelled (cancellable))
    return FALSE;
  keys->attribute = lamina_attribute_get_cells (lamina_attribute_get (keys->run, keys->column));
  return TRUE;
}

/* FALSE when cancelled. */
static gboolean
prepare (Keys          *keys,
         const guint32 *rows,
         guint          n,
         GCancellable  *cancellable)
{
  keys->layers = lamina_run_get_layers (keys->run);
  if (lamina_layer_column_is_attribute (keys->column))
    return take_attribute (keys, cancellable);
  if (keys->column >= LAMINA_N_LAYER_COLUMNS)
    {
      const LaminaMetric *metric = lamina_run_get_metric (keys->run, keys->column - LAMINA_N_LAYER_COLUMNS);

      keys->numbers = metric->integers;
      keys->reals = metric->reals;
      return TRUE;
    }
  if (lamina_layer_column_get_info (keys->column)->strings)
    return rank_strings (keys, lamina_layer_column_get_strings (keys->run, keys->column), rows, n, cancellable);
  switch (keys->column)
    {
    case LAMINA_LAYER_COLUMN_DTYPE:
      return rank_dtypes (keys, rows, n, cancellable);
    case LAMINA_LAYER_COLUMN_SHAPE:
    case LAMINA_LAYER_COLUMN_INPUTS:
      return rank_shapes (keys, rows, n, cancellable);
    default:
      keys->numbers = lamina_layer_column_get_numbers (keys->run, keys->column);
      return TRUE;
    }
}

static gboolean
set_number (guint64 *key,
            gint64   value)
{
  *key = lamina_order_key_integer (value);
  return value != LAMINA_ABSENT;
}

static gboolean
set_rate (guint64    *key,
          const Keys *keys,
          guint32     row,
          LaminaUnit  unit)
{
  LaminaRate rate;

  lamina_rate_init (&rate, keys->run, &row, 1, unit);
  *key = lamina_order_key_real (rate.per_second);
  return !isnan (rate.per_second);
}

static gboolean
set_rank (guint64       *key,
          const guint32 *ranks,
          guint32        id,
          guint32        absent)
{
  if (id == absent)
    return FALSE;
  *key = ranks[id];
  return TRUE;
}

static gboolean
set_real (guint64 *key,
          double   value)
{
  *key = lamina_order_key_real (value);
  return !isnan (value);
}

/* The key of what stands in the cell, of a column that has no faster way. */
static gboolean
get_value_key (const Keys *keys,
               guint32     row,
               guint64    *key)
{
  g_auto (LaminaLayerValue) value = { 0 };

  lamina_layer_get_value (keys->run, keys->timebase, row, keys->column, &value);
  return lamina_layer_value_get_order_key (&value, key);
}

/* The key of row @i, which is the layer @row. FALSE when it is absent. */
static gboolean
get_key (const Keys *keys,
         guint       i,
         guint32     row,
         guint64    *key)
{
  const LaminaLayerColumnInfo *info = lamina_layer_column_get_info (keys->column);
  gint64 number;

  if (lamina_layer_column_is_attribute (keys->column))
    {
      guint32 place = keys->attribute && keys->attribute->cells ? keys->attribute->cells[row] : 0;

      *key = place > 0 ? keys->attribute->ranks[place - 1] : 0;
      return place > 0;
    }
  if (!info)
    return keys->reals ? set_real (key, keys->reals[row]) : set_number (key, lamina_column_number (keys->numbers, row));
  switch (keys->column)
    {
    case LAMINA_LAYER_COLUMN_SECTION:
      *key = lamina_column_row (keys->layers->section, row);
      return *key != LAMINA_NONE;
    case LAMINA_LAYER_COLUMN_SHAPE:
    case LAMINA_LAYER_COLUMN_INPUTS:
      return set_rank (key, keys->ranks, keys->lists[i], LAMINA_NONE);
    case LAMINA_LAYER_COLUMN_START:
      return set_number (key, lamina_run_get_layer_start (keys->run, row, keys->timebase));
    case LAMINA_LAYER_COLUMN_CUMULATIVE:
      number = lamina_column_number (keys->numbers, row);
      return set_number (key, number == LAMINA_ABSENT ? LAMINA_ABSENT : -number);
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      return set_rate (key, keys, row, info->unit);
    case LAMINA_LAYER_COLUMN_PHASE:
      *key = keys->layers->phase[row];
      return *key != LAMINA_PHASE_UNKNOWN;
    default:
      if (info->is_text)
        return set_rank (key, keys->ranks, lamina_column_id (keys->ids, row), 0);
      return info->numbers ? set_number (key, lamina_column_number (keys->numbers, row)) : get_value_key (keys, row, key);
    }
}

/* Makes items of the rows that have a value, and leaves the @n_absent others at the beginning of @rows. FALSE when cancelled. */
static gboolean
split_rows (const Keys      *keys,
            gboolean         descending,
            guint32         *rows,
            guint            n,
            LaminaOrderItem *items,
            guint           *n_absent,
            GCancellable    *cancellable)
{
  guint n_items = 0;

  *n_absent = 0;
  for (guint i = 0; i < n; i++)
    {
      guint64 key;

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (get_key (keys, i, rows[i], &key))
        items[n_items++] = (LaminaOrderItem) { descending ? ~key : key, rows[i] };
      else
        rows[(*n_absent)++] = rows[i];
    }
  return TRUE;
}

gboolean
lamina_layers_sort (LaminaRun         *run,
                    LaminaTimebase    *timebase,
                    LaminaLayerColumn  column,
                    gboolean           descending,
                    guint32           *rows,
                    guint              n,
                    GCancellable      *cancellable)
{
  g_auto (Keys) keys = { .run = run, .timebase = timebase, .column = column };
  g_autofree guint32 *in_order = NULL;
  g_autofree LaminaOrderItem *items = NULL;
  guint n_absent, n_items;

  g_return_val_if_fail (run != NULL && timebase != NULL && (rows != NULL || n == 0), FALSE);
  g_return_val_if_fail (lamina_layer_column_is_attribute (column)
                        || (guint) column < LAMINA_N_LAYER_COLUMNS + lamina_run_get_n_metrics (run), FALSE);

  /* Equal ones stand in the order of the file, whatever was sorted by before. */
  in_order = lamina_order_dup_rows (rows, n, cancellable);
  if (!in_order || !prepare (&keys, in_order, n, cancellable))
    return FALSE;

  items = g_new (LaminaOrderItem, MAX (n, 1));
  if (!split_rows (&keys, descending, in_order, n, items, &n_absent, cancellable))
    return FALSE;
  n_items = n - n_absent;
  if (!lamina_order_sort (items, NULL, n_items, cancellable) || g_cancellable_is_cancelled (cancellable))
    return FALSE;

  for (guint i = 0; i < n_items; i++)
    rows[i] = items[i].row;
  for (guint i = 0; i < n_absent; i++)
    rows[n_items + i] = in_order[i];
  return TRUE;
}
