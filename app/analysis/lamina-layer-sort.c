/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-query.h"

#include "lamina-id-lists-private.h"
#include "lamina-order-private.h"
#include "lamina-rank-private.h"

#include <math.h>

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

/* The list of the shapes that a layer makes, or LAMINA_NONE when none of them is known. */
static guint32
add_output_shapes (LaminaRun     *run,
                   guint32        layer,
                   LaminaIdLists *lists)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint32 shapes[MAX_SHAPES];
  guint n = 0;
  gboolean known = FALSE;

  for (guint i = layers->first_output[layer]; i < layers->first_output[layer + 1] && n < MAX_SHAPES; i++)
    {
      shapes[n] = lamina_column_id (tensors->shape, layers->outputs[i]);
      known |= shapes[n++] != 0;
    }
  return known ? lamina_id_lists_add (lists, shapes, n) : LAMINA_NONE;
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
      g_autofree char *shape = shapes[i] == 0 ? g_strdup ("—") : lamina_run_dup_shape_text (run, shapes[i]);

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
      keys->lists[i] = add_output_shapes (keys->run, rows[i], &lists);
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

/* FALSE when cancelled. */
static gboolean
prepare (Keys          *keys,
         const guint32 *rows,
         guint          n,
         GCancellable  *cancellable)
{
  keys->layers = lamina_run_get_layers (keys->run);
  switch (keys->column)
    {
    case LAMINA_LAYER_COLUMN_NAME:
      return rank_strings (keys, keys->layers->name, rows, n, cancellable);
    case LAMINA_LAYER_COLUMN_TYPE:
      return rank_strings (keys, keys->layers->type, rows, n, cancellable);
    case LAMINA_LAYER_COLUMN_SHAPE:
      return rank_shapes (keys, rows, n, cancellable);
    case LAMINA_LAYER_COLUMN_DURATION:
      keys->numbers = lamina_run_get_costs (keys->run);
      return TRUE;
    case LAMINA_LAYER_COLUMN_WAIT:
      keys->numbers = keys->layers->wait;
      return TRUE;
    case LAMINA_LAYER_COLUMN_FLOP:
      keys->numbers = keys->layers->flop;
      return TRUE;
    case LAMINA_LAYER_COLUMN_BYTES:
      keys->numbers = keys->layers->bytes;
      return TRUE;
    case LAMINA_LAYER_COLUMN_INDEX:
    case LAMINA_LAYER_COLUMN_ORDER:
    case LAMINA_LAYER_COLUMN_START:
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
    case LAMINA_LAYER_COLUMN_CALLS:
    case LAMINA_N_LAYER_COLUMNS:
    default:
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
  double rate = lamina_layer_get_rate (keys->run, row, unit);

  *key = lamina_order_key_real (rate);
  return !isnan (rate);
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

/* The key of row @i, which is the layer @row. FALSE when it is absent. */
static gboolean
get_key (const Keys *keys,
         guint       i,
         guint32     row,
         guint64    *key)
{
  switch (keys->column)
    {
    case LAMINA_LAYER_COLUMN_ORDER:
      *key = lamina_column_row (keys->layers->order, row);
      return *key != LAMINA_NONE;
    case LAMINA_LAYER_COLUMN_NAME:
    case LAMINA_LAYER_COLUMN_TYPE:
      return set_rank (key, keys->ranks, lamina_column_id (keys->ids, row), 0);
    case LAMINA_LAYER_COLUMN_SHAPE:
      return set_rank (key, keys->ranks, keys->lists[i], LAMINA_NONE);
    case LAMINA_LAYER_COLUMN_START:
      return set_number (key, lamina_run_get_layer_start (keys->run, row, keys->timebase));
    case LAMINA_LAYER_COLUMN_DURATION:
    case LAMINA_LAYER_COLUMN_WAIT:
    case LAMINA_LAYER_COLUMN_FLOP:
    case LAMINA_LAYER_COLUMN_BYTES:
      return set_number (key, lamina_column_number (keys->numbers, row));
    case LAMINA_LAYER_COLUMN_FLOP_RATE:
      return set_rate (key, keys, row, LAMINA_UNIT_FLOP);
    case LAMINA_LAYER_COLUMN_BYTE_RATE:
      return set_rate (key, keys, row, LAMINA_UNIT_BYTES);
    case LAMINA_LAYER_COLUMN_CALLS:
      *key = keys->layers->calls[row];
      return TRUE;
    case LAMINA_LAYER_COLUMN_INDEX:
    case LAMINA_N_LAYER_COLUMNS:
    default:
      *key = row;
      return TRUE;
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
  g_autofree LaminaOrderItem *scratch = NULL;
  guint n_absent, n_items;

  g_return_val_if_fail (run != NULL && timebase != NULL && (rows != NULL || n == 0), FALSE);
  g_return_val_if_fail ((guint) column < LAMINA_N_LAYER_COLUMNS, FALSE);

  /* Equal ones stand in the order of the file, whatever was sorted by before. */
  in_order = lamina_order_dup_rows (rows, n, cancellable);
  if (!in_order || !prepare (&keys, in_order, n, cancellable))
    return FALSE;

  items = g_new (LaminaOrderItem, MAX (n, 1));
  scratch = g_new (LaminaOrderItem, MAX (n, 1));
  if (!split_rows (&keys, descending, in_order, n, items, &n_absent, cancellable))
    return FALSE;
  n_items = n - n_absent;
  if (!lamina_order_sort (items, scratch, n_items, cancellable) || g_cancellable_is_cancelled (cancellable))
    return FALSE;

  for (guint i = 0; i < n_items; i++)
    rows[i] = items[i].row;
  for (guint i = 0; i < n_absent; i++)
    rows[n_items + i] = in_order[i];
  return TRUE;
}
