/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-attributes.h"

#include "lamina-attributes-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-order-rows.h"
#include "lamina-rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The columns that somebody asked for; attached to the run, so that all who show it share them. */
typedef struct
{
  GMutex lock;
  GPtrArray *attributes;
} Registry;

static void
attribute_free (gpointer data)
{
  LaminaAttribute *self = data;

  g_free (self->name);
  g_free (self->key);
  g_clear_pointer (&self->cells, lamina_attribute_cells_free);
  g_free (self);
}

static void
registry_free (gpointer data)
{
  Registry *self = data;

  g_ptr_array_unref (self->attributes);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static Registry *
get_registry (LaminaRun *run)
{
  GQuark key = g_quark_from_static_string ("lamina-attributes");
  Registry *self = lamina_run_get_attached (run, key);

  if (self)
    return self;
  self = g_new0 (Registry, 1);
  g_mutex_init (&self->lock);
  self->attributes = g_ptr_array_new_with_free_func (attribute_free);
  return lamina_run_attach (run, key, self, registry_free);
}

/* The key of another column, or what programs are told of each row besides. */
static gboolean
is_taken (LaminaRun  *run,
          const char *key)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    if (g_str_equal (lamina_layer_column_get_key (run, LAMINA_LAYER_COLUMN_METRIC (i)), key))
      return TRUE;
  return lamina_layer_key_is_own (key);
}

static char *
dup_key (LaminaRun  *run,
         const char *name)
{
  char *key = g_strdup (name);

  while (is_taken (run, key))
    {
      char *marked = g_strconcat ("@", key, NULL);

      g_free (key);
      key = marked;
    }
  return key;
}

static LaminaLayerColumn
find_column (LaminaRun  *run,
             const char *name,
             gboolean    folded)
{
  Registry *self = get_registry (run);
  LaminaAttribute *attribute;
  guint i;

  g_mutex_lock (&self->lock);
  for (i = 0; i < self->attributes->len; i++)
    {
      attribute = self->attributes->pdata[i];
      if (attribute->folded == folded && g_str_equal (attribute->name, name))
        break;
    }
  if (i == self->attributes->len)
    {
      attribute = g_new0 (LaminaAttribute, 1);
      attribute->name = g_strdup (name);
      attribute->key = dup_key (run, name);
      attribute->folded = folded;
      g_ptr_array_add (self->attributes, attribute);
    }
  g_mutex_unlock (&self->lock);
  return (LaminaLayerColumn) (LAMINA_LAYER_COLUMN_ATTRIBUTE + i);
}

LaminaLayerColumn
lamina_attribute_get_column (LaminaRun  *run,
                             const char *name)
{
  g_return_val_if_fail (run != NULL && name != NULL, LAMINA_LAYER_COLUMN_INDEX);

  return find_column (run, name, FALSE);
}

LaminaLayerColumn
lamina_attribute_find_folded (LaminaRun  *run,
                              const char *name)
{
  return find_column (run, name, TRUE);
}

const char *
lamina_attribute_get_name (LaminaRun         *run,
                           LaminaLayerColumn  column)
{
  const LaminaAttribute *attribute;

  g_return_val_if_fail (run != NULL, NULL);

  attribute = lamina_attribute_get (run, column);
  g_return_val_if_fail (attribute != NULL, NULL);
  return attribute->name;
}

/* A column of the table alone may have a number above all others. */
gboolean
lamina_layer_column_is_attribute (LaminaLayerColumn column)
{
  return (guint) column >= LAMINA_LAYER_COLUMN_ATTRIBUTE && (guint) column < 2 * LAMINA_LAYER_COLUMN_ATTRIBUTE;
}

LaminaAttribute *
lamina_attribute_get (LaminaRun         *run,
                      LaminaLayerColumn  column)
{
  Registry *self = get_registry (run);
  guint i = (guint) column - LAMINA_LAYER_COLUMN_ATTRIBUTE;
  LaminaAttribute *attribute = NULL;

  g_mutex_lock (&self->lock);
  if (i < self->attributes->len)
    attribute = self->attributes->pdata[i];
  g_mutex_unlock (&self->lock);
  return attribute;
}

const LaminaAttributeCells *
lamina_attribute_get_cells (LaminaAttribute *self)
{
  return self ? g_atomic_pointer_get (&self->cells) : NULL;
}

void
lamina_attribute_take_cells (LaminaAttribute      *self,
                             LaminaAttributeCells *cells)
{
  if (!g_atomic_pointer_compare_and_exchange (&self->cells, NULL, cells))
    lamina_attribute_cells_free (cells);
}

static void
value_free (gpointer value)
{
  lamina_layer_value_clear (value);
  g_free (value);
}

LaminaAttributeCells *
lamina_attribute_cells_new (guint n_layers)
{
  LaminaAttributeCells *self = g_new0 (LaminaAttributeCells, 1);

  self->values = g_ptr_array_new_with_free_func (value_free);
  self->cells = g_new0 (guint32, MAX (n_layers, 1));
  return self;
}

void
lamina_attribute_cells_free (LaminaAttributeCells *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->values);
  g_free (self->cells);
  g_free (self->ranks);
  g_free (self);
}

gboolean
lamina_attribute_is_read (LaminaRun         *run,
                          LaminaLayerColumn  column)
{
  g_return_val_if_fail (run != NULL, FALSE);

  return !lamina_layer_column_is_attribute (column) || lamina_attribute_get_cells (lamina_attribute_get (run, column));
}

gboolean
lamina_attribute_is_known (LaminaRun         *run,
                           LaminaLayerColumn  column)
{
  const LaminaAttributeCells *cells;

  g_return_val_if_fail (run != NULL, FALSE);

  cells = lamina_attribute_get_cells (lamina_attribute_get (run, column));
  return cells && cells->values->len > 0;
}

/* What was found when the attributes were listed holds for the column, too. */
static gboolean
is_listed_number (LaminaRun  *run,
                  const char *name)
{
  const GArray *list = lamina_attributes_peek_list (run);

  for (guint i = 0; list && i < list->len; i++)
    if (g_str_equal (g_array_index (list, LaminaAttributeKey, i).name, name))
      return g_array_index (list, LaminaAttributeKey, i).is_number;
  return FALSE;
}

gboolean
lamina_attribute_is_number (LaminaRun         *run,
                            LaminaLayerColumn  column)
{
  LaminaAttribute *attribute;
  const LaminaAttributeCells *cells;

  g_return_val_if_fail (run != NULL, FALSE);

  attribute = lamina_attribute_get (run, column);
  cells = lamina_attribute_get_cells (attribute);
  if (cells)
    return cells->is_number;
  return attribute && is_listed_number (run, attribute->name);
}

gboolean
lamina_attribute_get_number (const LaminaLayerValue *value,
                             double                 *number)
{
  char *end;

  switch (value->kind)
    {
    case LAMINA_LAYER_VALUE_COUNT:
    case LAMINA_LAYER_VALUE_AMOUNT:
      *number = (double) value->integer;
      return TRUE;
    case LAMINA_LAYER_VALUE_REAL:
      *number = value->real;
      return isfinite (value->real);
    case LAMINA_LAYER_VALUE_TEXT:
      if (strspn (value->text, "+-.0123456789eE") != strlen (value->text) || !strpbrk (value->text, "0123456789"))
        return FALSE;
      *number = g_ascii_strtod (value->text, &end);
      return *end == '\0' && isfinite (*number);
    default:
      return FALSE;
    }
}

/* Whole numbers are compared by all of their digits. FALSE when any value is no number. */
static gboolean
make_number_keys (const LaminaAttributeCells *cells,
                  LaminaOrderItem            *items)
{
  gboolean whole = TRUE;

  for (guint i = 0; i < cells->values->len; i++)
    {
      const LaminaLayerValue *value = cells->values->pdata[i];
      double number;

      if (!lamina_attribute_get_number (value, &number))
        return FALSE;
      whole &= value->kind == LAMINA_LAYER_VALUE_COUNT || value->kind == LAMINA_LAYER_VALUE_AMOUNT;
      items[i] = (LaminaOrderItem) { lamina_order_key_real (number), i };
    }
  for (guint i = 0; whole && i < cells->values->len; i++)
    items[i].key = lamina_order_key_integer (((const LaminaLayerValue *) cells->values->pdata[i])->integer);
  return TRUE;
}

gboolean
lamina_attribute_cells_rank (LaminaAttributeCells *cells,
                             GCancellable         *cancellable)
{
  guint n = cells->values->len;
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (n, 1));

  cells->is_number = n > 0 && make_number_keys (cells, items);
  if (!cells->is_number)
    {
      g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

      for (guint i = 0; i < cells->values->len; i++)
        g_ptr_array_add (texts, lamina_layer_value_dup_plain (cells->values->pdata[i]));
      for (guint i = 0; i < texts->len; i++)
        if (!texts->pdata[i])
          texts->pdata[i] = g_strdup ("");
      cells->ranks = lamina_rank_texts ((const char *const *) texts->pdata, texts->len, cancellable);
      return cells->ranks != NULL;
    }
  if (!lamina_order_sort (items, NULL, n, cancellable))
    return FALSE;
  cells->ranks = g_new (guint32, n);
  for (guint i = 0, rank = 0; i < n; i++)
    {
      rank += i > 0 && items[i].key != items[i - 1].key;
      cells->ranks[items[i].row] = rank;
    }
  return TRUE;
}

/* The values of a group that are named with how often each occurs. */
#define MAX_NAMED 8

/* With so many values for each layer of a group, it is sorted to count its own. */
#define VALUES_OF_MANY 64

const LaminaLayerValue *
lamina_attribute_get_value (const LaminaAttributeCells *cells,
                            guint                       layer)
{
  guint32 place = cells && cells->cells ? cells->cells[layer] : 0;

  return place > 0 ? cells->values->pdata[place - 1] : NULL;
}

/* Notes a value that is not the first one; whether it was not seen before. */
static gboolean
note (guint8 **seen,
      guint    n_values,
      guint32  place)
{
  guint8 bit = (guint8) (1u << (place % 8));

  if (!*seen)
    *seen = g_malloc0 (n_values / 8 + 1);
  if ((*seen)[place / 8] & bit)
    return FALSE;
  (*seen)[place / 8] |= bit;
  return TRUE;
}

/* Of a group that is small beside the number of values: notes about all of these would take longer than its layers. */
static guint
count_few (const LaminaAttributeCells *cells,
           const LaminaLayerGroup     *group,
           guint32                    *first)
{
  g_autofree guint32 *places = g_new (guint32, MAX (group->n_layers, 1));
  guint n_places = 0, n = 0;

  for (guint i = 0; i < group->n_layers; i++)
    if (cells->cells[group->layers[i]] > 0)
      places[n_places++] = cells->cells[group->layers[i]];
  qsort (places, n_places, sizeof *places, lamina_order_compare_rows);
  for (guint i = 0; i < n_places; i++)
    n += i == 0 || places[i] != places[i - 1];
  *first = n > 0 ? places[0] : 0;
  return n;
}

static guint
count_many (const LaminaAttributeCells *cells,
            const LaminaLayerGroup     *group,
            guint32                    *first)
{
  g_autofree guint8 *seen = NULL;
  guint n = 0;

  *first = 0;
  for (guint i = 0; i < group->n_layers; i++)
    {
      guint32 place = cells->cells[group->layers[i]];

      if (place == 0 || place == *first)
        continue;
      if (*first == 0)
        {
          *first = place;
          n = 1;
        }
      else
        n += note (&seen, cells->values->len, place);
    }
  return n;
}

/* What the layers of a group have in a column: how many values there are and, where there is one alone, which one. */
typedef struct
{
  guint n;
  const LaminaLayerValue *value;
  guint32 rank;
} Answer;

static Answer
ask_group (LaminaRun              *run,
           const LaminaLayerGroup *group,
           LaminaLayerColumn       column)
{
  const LaminaAttributeCells *cells = lamina_attribute_get_cells (lamina_attribute_get (run, column));
  guint32 place = 0;
  Answer answer = { .n = 0 };

  if (cells && cells->cells)
    answer.n = group->n_layers < cells->values->len / VALUES_OF_MANY ? count_few (cells, group, &place)
                                                                     : count_many (cells, group, &place);
  if (answer.n == 1)
    {
      answer.value = cells->values->pdata[place - 1];
      answer.rank = cells->ranks[place - 1];
    }
  return answer;
}

void
lamina_attribute_get_group_value (LaminaRun              *run,
                                  const LaminaLayerGroup *group,
                                  LaminaLayerColumn       column,
                                  LaminaLayerValue       *value)
{
  Answer answer = ask_group (run, group, column);

  if (answer.n == 1)
    {
      *value = *answer.value;
      value->owned = NULL;
    }
  else if (answer.n > 1)
    *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_SEVERAL, .integer = answer.n };
}

gboolean
lamina_attribute_get_group_key (LaminaRun              *run,
                                const LaminaLayerGroup *group,
                                LaminaLayerColumn       column,
                                guint64                *key)
{
  Answer answer = ask_group (run, group, column);

  *key = answer.n == 1 ? answer.rank : (G_GUINT64_CONSTANT (1) << 32) + answer.n;
  return answer.n > 0;
}

/* How many layers have a value, which is known by its place; those that have none are at place 0. */
typedef struct
{
  guint32 place;
  guint32 n_layers;
} Share;

/* The @most values that most layers have, of those with equally many the first ones; returns how many there are. */
static guint
find_shares (const guint32 *counts,
             guint          n_counts,
             guint          most,
             Share         *shares)
{
  guint n = 0;

  for (guint32 place = 0; place < n_counts; place++)
    {
      guint at;

      if (counts[place] == 0 || (n == most && counts[place] <= shares[n - 1].n_layers))
        continue;
      for (at = n < most ? n++ : n - 1; at > 0 && shares[at - 1].n_layers < counts[place]; at--)
        shares[at] = shares[at - 1];
      shares[at] = (Share) { place, counts[place] };
    }
  return n;
}

char *
lamina_attribute_dup_spread (LaminaRun              *run,
                             const LaminaLayerGroup *group,
                             LaminaLayerColumn       column)
{
  const LaminaAttributeCells *cells;
  g_autofree guint32 *counts = NULL;
  g_autoptr (GString) text = NULL;
  Share shares[MAX_NAMED + 1];
  guint n;

  g_return_val_if_fail (run != NULL && group != NULL, NULL);

  cells = lamina_attribute_get_cells (lamina_attribute_get (run, column));
  if (!cells || !cells->cells)
    return NULL;
  counts = g_new0 (guint32, cells->values->len + 1);
  for (guint i = 0; i < group->n_layers; i++)
    counts[cells->cells[group->layers[i]]]++;
  /* One more than is named tells whether there are others. */
  n = find_shares (counts, cells->values->len + 1, MAX_NAMED + 1, shares);
  if (n < 2)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < MIN (n, MAX_NAMED); i++)
    {
      const LaminaLayerValue *value;
      g_autofree char *count = lamina_layers_dup_count (run, shares[i].n_layers);
      g_autofree char *words = NULL;

      g_string_append (text, i > 0 ? "\n" : "");
      value = shares[i].place > 0 ? cells->values->pdata[shares[i].place - 1] : NULL;
      words = value ? lamina_layer_value_dup_text (value) : g_strdup ("\u2014");
      /* Translators: a value that an attribute has, and how many layers have it */
      g_string_append_printf (text, _("%s: %s"), words, count);
    }
  if (n > MAX_NAMED)
    g_string_append (text, "\n\u2026");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
