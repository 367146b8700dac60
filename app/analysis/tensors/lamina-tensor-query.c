/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-query.h"

#include "lamina-match.h"
#include "lamina-order-rows.h"
#include "lamina-producer.h"
#include "lamina-rank.h"
#include "lamina-tensor-value.h"

#include <math.h>
#include <string.h>

/* What a word says of strings and shapes, by their ids: 0 while it was not asked, else 1 for no and 2 for yes. */
typedef struct
{
  LaminaRun *run;
  const char *word;
  char *shape_word;
  GByteArray *strings;
  GByteArray *shapes;
} Word;

static void
word_clear (Word *self)
{
  g_free (self->shape_word);
  g_clear_pointer (&self->strings, g_byte_array_unref);
  g_clear_pointer (&self->shapes, g_byte_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Word, word_clear)

static guint8 *
get_answer (GByteArray *answers,
            guint32     id)
{
  guint old = answers->len;

  if (id >= old)
    {
      g_byte_array_set_size (answers, MAX (id + 1, old * 2));
      memset (answers->data + old, 0, answers->len - old);
    }
  return &answers->data[id];
}

static gboolean
matches_string (Word    *self,
                guint32  id)
{
  guint8 *answer = get_answer (self->strings, id);

  if (*answer == 0)
    *answer = lamina_match_contains (lamina_run_get_string (self->run, id), self->word) ? 2 : 1;
  return *answer == 2;
}

/* `=64x3x7x7` */
static gboolean
is_whole_shape (const Word *self)
{
  return self->word[0] == '=';
}

static gboolean
ask_shape (Word    *self,
           guint32  id)
{
  g_autofree char *text = lamina_run_dup_shape_text (self->run, id);
  g_auto (GStrv) parts = g_strsplit (text, "×", -1);
  g_autofree char *shape = g_strjoinv ("x", parts);

  if (is_whole_shape (self))
    return strcmp (self->shape_word + 1, shape) == 0;
  if (strchr (self->word, '*'))
    return g_pattern_match_simple (self->shape_word, shape);
  return strstr (shape, self->shape_word) != NULL;
}

static gboolean
matches (Word                *self,
         const LaminaTensors *tensors,
         guint32              tensor)
{
  guint32 shape = lamina_column_id (tensors->shape, tensor);
  guint8 *answer = shape == 0 ? NULL : get_answer (self->shapes, shape);

  if (answer && *answer == 0)
    *answer = ask_shape (self, shape) ? 2 : 1;
  if (answer && *answer == 2)
    return TRUE;
  return !strchr (self->word, '*') && !is_whole_shape (self) && (matches_string (self, lamina_column_id (tensors->name, tensor))
                                       || matches_string (self, lamina_column_id (tensors->dtype, tensor)));
}

static gboolean
keep_word (LaminaRun    *run,
           const char   *text,
           guint32      *rows,
           guint        *n,
           GCancellable *cancellable)
{
  g_auto (GStrv) parts = g_strsplit (text, "×", -1);
  g_auto (Word) word = { run, text, g_strjoinv ("x", parts), g_byte_array_new (), g_byte_array_new () };
  guint kept = 0;

  for (guint i = 0; i < *n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (matches (&word, lamina_run_get_tensors (run), rows[i]))
        rows[kept++] = rows[i];
    }
  *n = kept;
  return TRUE;
}

/* All tensors, or those that are kept at a position, in the order of the file. */
static guint32 *
list_tensors (LaminaRun     *run,
              LaminaLiveSet *live,
              gint64         position,
              guint         *n)
{
  guint32 *rows;

  if (position != LAMINA_ABSENT)
    {
      rows = lamina_live_set_list (live, position, NULL, n);
      qsort (rows, *n, sizeof *rows, lamina_order_compare_rows);
      return rows;
    }
  *n = lamina_run_get_tensors (run)->n;
  rows = g_new (guint32, MAX (*n, 1));
  for (guint i = 0; i < *n; i++)
    rows[i] = i;
  return rows;
}

guint32 *
lamina_tensors_filter (LaminaRun                *run,
                       LaminaLiveSet            *live,
                       const LaminaTensorFilter *filter,
                       GCancellable             *cancellable,
                       guint                    *n)
{
  g_autoptr (GPtrArray) words = NULL;
  g_autofree guint32 *rows = NULL;

  g_return_val_if_fail (run != NULL && live != NULL && filter != NULL && n != NULL, NULL);

  rows = list_tensors (run, live, filter->position, n);
  words = lamina_match_split (filter->text ? filter->text : "");
  if (filter->roles)
    {
      const guint8 *role = lamina_run_get_tensors (run)->role;
      guint kept = 0;

      for (guint i = 0; i < *n; i++)
        if (filter->roles & 1u << (role ? role[rows[i]] : LAMINA_ROLE_UNKNOWN))
          rows[kept++] = rows[i];
      *n = kept;
    }
  if (filter->grouping != LAMINA_TENSORS_ONE_BY_ONE)
    {
      guint kept = 0;

      for (guint i = 0; i < *n; i++)
        if (lamina_tensor_get_group_key (run, filter->grouping, rows[i]) == filter->key)
          rows[kept++] = rows[i];
      *n = kept;
    }
  for (guint i = 0; i < words->len; i++)
    if (!keep_word (run, words->pdata[i], rows, n, cancellable))
      return NULL;
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&rows);
}

typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaLiveSet *live;
  const LaminaTensors *tensors;
  const guint32 *ids;
  guint32 *ranks;
  LaminaTensorColumn column;
} Keys;

static gboolean
get_number (guint64 *key,
            gint64   value)
{
  *key = lamina_order_key_integer (value);
  return value != LAMINA_ABSENT;
}

/* How many elements; shapes with unknown dimensions have none that could be compared. */
static gboolean
get_elements (const Keys *keys,
              guint32     tensor,
              guint64    *key)
{
  guint32 shape = lamina_column_id (keys->tensors->shape, tensor);
  double elements = 1;
  guint n;
  const gint64 *dims = shape ? lamina_run_get_shape (keys->run, shape, &n) : NULL;

  if (!shape)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (dims[i] == LAMINA_ABSENT)
        return FALSE;
      elements *= (double) dims[i];
    }
  *key = lamina_order_key_real (elements);
  return TRUE;
}

/* Strings that were ranked, of the tensor or of the layer that makes it. */
static gboolean
get_rank (const Keys *keys,
          guint32     tensor,
          guint64    *key)
{
  guint32 row = tensor, id;

  if (keys->column == LAMINA_TENSOR_COLUMN_PRODUCER)
    row = lamina_producer_find (keys->run, tensor, keys->timebase);
  id = row == LAMINA_NONE ? 0 : lamina_column_id (keys->ids, row);
  if (id != 0)
    *key = keys->ranks[id];
  return id != 0;
}

static gboolean
get_key (const Keys *keys,
         guint32     tensor,
         guint64    *key)
{
  const LaminaTensors *tensors = keys->tensors;
  const LaminaMemory *memory = lamina_run_get_memory (keys->run);
  gint64 first = 0, last = 0;

  switch (keys->column)
    {
    case LAMINA_TENSOR_COLUMN_NAME:
    case LAMINA_TENSOR_COLUMN_DTYPE:
    case LAMINA_TENSOR_COLUMN_LAYOUT:
    case LAMINA_TENSOR_COLUMN_PRODUCER:
    case LAMINA_TENSOR_COLUMN_STREAM:
    case LAMINA_TENSOR_COLUMN_CATEGORY:
      return get_rank (keys, tensor, key);
    case LAMINA_TENSOR_COLUMN_SHAPE:
      return get_elements (keys, tensor, key);
    case LAMINA_TENSOR_COLUMN_BYTES:
      return get_number (key, lamina_column_number (tensors->bytes, tensor));
    case LAMINA_TENSOR_COLUMN_PRODUCER_ID:
      *key = lamina_producer_find (keys->run, tensor, keys->timebase);
      return *key != LAMINA_NONE;
    case LAMINA_TENSOR_COLUMN_ROLE:
      *key = tensors->role ? tensors->role[tensor] : LAMINA_ROLE_UNKNOWN;
      return *key != LAMINA_ROLE_UNKNOWN;
    case LAMINA_TENSOR_COLUMN_CONSUMERS:
    case LAMINA_TENSOR_COLUMN_CONSUMER_IDS:
      return get_number (key, lamina_tensor_count_consumers (keys->run, tensor));
    case LAMINA_TENSOR_COLUMN_FIRST:
    case LAMINA_TENSOR_COLUMN_LAST:
      return lamina_live_set_get_range (keys->live, tensor, &first, &last)
             && get_number (key, keys->column == LAMINA_TENSOR_COLUMN_FIRST ? first : last);
    case LAMINA_TENSOR_COLUMN_BLOCK:
      return tensor < memory->n && get_number (key, memory->block[tensor]);
    case LAMINA_TENSOR_COLUMN_RELEASED:
      return get_number (key, lamina_live_set_get_released (keys->live, tensor));
    case LAMINA_TENSOR_COLUMN_STACK:
      *key = tensor < memory->n ? memory->call[tensor] : LAMINA_NONE;
      return *key != LAMINA_NONE;
    case LAMINA_TENSOR_COLUMN_INDEX:
    case LAMINA_N_TENSOR_COLUMNS:
    default:
      *key = tensor;
      return TRUE;
    }
}

/* FALSE when cancelled. */
static gboolean
prepare (Keys          *keys,
         const guint32 *rows,
         guint          n,
         GCancellable  *cancellable)
{
  g_autofree guint32 *producers = NULL;
  guint n_producers = 0;

  switch (keys->column)
    {
    case LAMINA_TENSOR_COLUMN_NAME:
      keys->ids = keys->tensors->name;
      break;
    case LAMINA_TENSOR_COLUMN_DTYPE:
      keys->ids = keys->tensors->dtype;
      break;
    case LAMINA_TENSOR_COLUMN_LAYOUT:
      keys->ids = keys->tensors->layout;
      break;
    case LAMINA_TENSOR_COLUMN_STREAM:
      keys->ids = lamina_run_get_memory (keys->run)->stream;
      break;
    case LAMINA_TENSOR_COLUMN_CATEGORY:
      keys->ids = lamina_run_get_memory (keys->run)->category;
      break;
    case LAMINA_TENSOR_COLUMN_PRODUCER:
      keys->ids = lamina_run_get_layers (keys->run)->name;
      producers = g_new (guint32, MAX (n, 1));
      for (guint i = 0; i < n; i++)
        {
          producers[n_producers] = lamina_producer_find (keys->run, rows[i], keys->timebase);
          n_producers += producers[n_producers] != LAMINA_NONE;
        }
      rows = producers;
      n = n_producers;
      break;
    default:
      return TRUE;
    }
  keys->ranks = lamina_rank_strings (keys->run, keys->ids, rows, n, cancellable);
  return keys->ranks != NULL;
}

gboolean
lamina_tensors_sort (LaminaRun          *run,
                     LaminaTimebase     *timebase,
                     LaminaLiveSet      *live,
                     LaminaTensorColumn  column,
                     gboolean            descending,
                     guint32            *rows,
                     guint               n,
                     GCancellable       *cancellable)
{
  Keys keys = { run, timebase, live, lamina_run_get_tensors (run), .column = column };
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (n, 1));
  g_autofree guint32 *absent = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *ranks = NULL;
  guint n_items = 0, n_absent = 0;

  if (!prepare (&keys, rows, n, cancellable))
    return FALSE;
  ranks = keys.ranks;
  for (guint i = 0; i < n; i++)
    {
      guint64 key;

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (get_key (&keys, rows[i], &key))
        items[n_items++] = (LaminaOrderItem) { descending ? ~key : key, rows[i] };
      else
        absent[n_absent++] = rows[i];
    }
  if (!lamina_order_sort (items, NULL, n_items, cancellable) || g_cancellable_is_cancelled (cancellable))
    return FALSE;
  for (guint i = 0; i < n_items; i++)
    rows[i] = items[i].row;
  memcpy (rows + n_items, absent, n_absent * sizeof *absent);
  return TRUE;
}

static gboolean
is_inside (const LaminaLayers *layers,
           guint32             inner,
           guint32             outer)
{
  while (inner != LAMINA_NONE && inner != outer)
    inner = lamina_column_row (layers->parent, inner);
  return inner == outer;
}

guint32 *
lamina_tensors_list_allocated (LaminaRun      *run,
                               LaminaTimebase *timebase,
                               guint32         layer,
                               guint          *n)
{
  const LaminaTensors *tensors;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  LaminaOrderItem *items;

  g_return_val_if_fail (run != NULL && n != NULL, NULL);
  g_return_val_if_fail (layer < lamina_run_get_layers (run)->n, NULL);

  tensors = lamina_run_get_tensors (run);
  for (guint32 i = 0; tensors->first_lifetime != NULL && i < MIN (lamina_run_get_memory (run)->n, tensors->n); i++)
    if (lamina_run_get_memory (run)->site[i] != 0
        && is_inside (lamina_run_get_layers (run), lamina_producer_find (run, i, timebase), layer))
      g_array_append_val (rows, i);
  items = g_new (LaminaOrderItem, MAX (rows->len, 1));
  for (guint i = 0; i < rows->len; i++)
    items[i] = (LaminaOrderItem) { ~lamina_order_key_integer (lamina_column_number (tensors->bytes,
                                                                                    g_array_index (rows, guint32, i))),
                                   g_array_index (rows, guint32, i) };
  lamina_order_sort (items, NULL, rows->len, NULL);
  for (guint i = 0; i < rows->len; i++)
    g_array_index (rows, guint32, i) = items[i].row;
  g_free (items);
  *n = rows->len;
  return (guint32 *) (gpointer) g_array_free (g_steal_pointer (&rows), FALSE);
}
