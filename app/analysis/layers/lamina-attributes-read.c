/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-attributes-private.h"
#include "lamina-order-rows.h"

#include <math.h>
#include <string.h>

static char *dup_name (const LaminaDetail *detail);

/*
 * Layers of one type have the same attributes, almost always. Of a type with more layers than FEW_OF_TYPE only every
 * STEP-th of the rest is looked at, and only in runs of more than MANY_LAYERS: to look at a million takes too long for
 * somebody who waits for a menu.
 */
#define MANY_LAYERS 100000
#define FEW_OF_TYPE 4096
#define STEP 16

#define CHECK_LAYERS 64

/* Whether a layer need not be looked at: enough of its type were. */
static gboolean
is_left_out (GHashTable         *types,
             const LaminaLayers *layers,
             guint               layer)
{
  gpointer type = GUINT_TO_POINTER (lamina_column_id (layers->type, layer));
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (types, type)) + 1;

  g_hash_table_insert (types, type, GUINT_TO_POINTER (n));
  return n > FEW_OF_TYPE && n % STEP != 0;
}

typedef void (*DetailsFunc) (gpointer       data,
                             guint          layer,
                             LaminaDetails *details);

/* Hands out what the file says of each layer; @types, which may be NULL, counts layers of a type that are not all looked at. */
static gboolean
describe_layers (LaminaRun     *run,
                 GHashTable    *types,
                 DetailsFunc    func,
                 gpointer       data,
                 GCancellable  *cancellable,
                 GError       **error)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint layer = 0; layer < layers->n; layer++)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (LaminaDetails) details = NULL;

      if (layer % CHECK_LAYERS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (types && is_left_out (types, layers, layer))
        continue;
      details = lamina_run_describe_layer (run, layer, &failure);
      if (details)
        func (data, layer, details);
      else if (g_error_matches (failure, LAMINA_ERROR, LAMINA_ERROR_CHANGED) || failure->domain == G_IO_ERROR)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
    }
  return TRUE;
}

/* Headings that are names of things may make an attribute of each. */
#define MAX_KEYS 5000

/* @last: [key] the layer that had it last, from 1 on; @keys: [name] their places, from 1 on */
typedef struct
{
  GArray *list;
  GHashTable *keys;
  GArray *last;
} Listing;

static void
listing_clear (Listing *self)
{
  g_clear_pointer (&self->list, g_array_unref);
  g_clear_pointer (&self->keys, g_hash_table_unref);
  g_clear_pointer (&self->last, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Listing, listing_clear)

static void
key_clear (gpointer data)
{
  LaminaAttributeKey *key = data;

  g_free (key->name);
}

static gboolean
is_number (const LaminaValue *value)
{
  LaminaLayerValue text = { .kind = LAMINA_LAYER_VALUE_TEXT, .text = value->text };
  double number;

  if (value->type == LAMINA_VALUE_TEXT)
    return value->text && lamina_attribute_get_number (&text, &number);
  return value->type == LAMINA_VALUE_INTEGER || value->type == LAMINA_VALUE_REAL;
}

static guint
find_key (Listing            *self,
          const LaminaDetail *detail)
{
  g_autofree char *name = dup_name (detail);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->keys, name));
  LaminaAttributeKey key = { .is_number = TRUE };
  guint none = 0;

  if (place != 0 || self->list->len >= MAX_KEYS)
    return place;
  key.name = g_strdup (name);
  g_array_append_val (self->list, key);
  g_array_append_val (self->last, none);
  g_hash_table_insert (self->keys, g_steal_pointer (&name), GUINT_TO_POINTER (self->list->len));
  return self->list->len;
}

static void
add_details (gpointer       data,
             guint          layer,
             LaminaDetails *details)
{
  Listing *self = data;

  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);
      guint place = detail->value.type == LAMINA_VALUE_NULL ? 0 : find_key (self, detail);
      LaminaAttributeKey *key;

      if (place == 0)
        continue;
      key = &g_array_index (self->list, LaminaAttributeKey, place - 1);
      key->is_number &= is_number (&detail->value);
      key->n_layers += g_array_index (self->last, guint, place - 1) != layer + 1;
      g_array_index (self->last, guint, place - 1) = layer + 1;
    }
}

static GQuark
get_quark (void)
{
  return g_quark_from_static_string ("lamina-attribute-keys");
}

const GArray *
lamina_attributes_list (LaminaRun     *run,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_auto (Listing) listing = { 0 };
  g_autoptr (GHashTable) types = NULL;

  g_return_val_if_fail (run != NULL, NULL);

  if (lamina_attributes_peek_list (run))
    return lamina_attributes_peek_list (run);
  listing.list = g_array_new (FALSE, FALSE, sizeof (LaminaAttributeKey));
  listing.last = g_array_new (FALSE, FALSE, sizeof (guint));
  listing.keys = g_hash_table_new_full (lamina_text_hash, lamina_text_equal, g_free, NULL);
  g_array_set_clear_func (listing.list, key_clear);
  types = lamina_run_get_layers (run)->n > MANY_LAYERS ? g_hash_table_new (NULL, NULL) : NULL;
  if (!describe_layers (run, types, add_details, &listing, cancellable, error))
    return NULL;
  /* What was not counted is not said. */
  for (guint i = 0; types && i < listing.list->len; i++)
    g_array_index (listing.list, LaminaAttributeKey, i).n_layers = 0;
  return lamina_run_attach (run, get_quark (), g_steal_pointer (&listing.list), (GDestroyNotify) g_array_unref);
}

const GArray *
lamina_attributes_peek_list (LaminaRun *run)
{
  g_return_val_if_fail (run != NULL, NULL);

  return lamina_run_get_attached (run, get_quark ());
}

/* A column that is being filled, and where a value stands in it. */
typedef struct
{
  LaminaAttribute *attribute;
  LaminaAttributeCells *cells;
  GHashTable *places;
} Column;

/* @wanted: [name of the file] the columns that take it, as a GArray of their numbers. */
typedef struct
{
  GArray *columns;
  GHashTable *wanted;
  GString *name;
} Reading;

static void
column_clear (gpointer data)
{
  Column *self = data;

  g_clear_pointer (&self->cells, lamina_attribute_cells_free);
  g_hash_table_unref (self->places);
}

static void
reading_clear (Reading *self)
{
  g_array_unref (self->columns);
  g_hash_table_unref (self->wanted);
  g_string_free (self->name, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

static guint
hash_value (gconstpointer data)
{
  const LaminaLayerValue *value = data;
  guint hash = (guint) value->kind * 31 + (guint) value->unit * 7 + (guint) value->estimated;

  if (value->kind == LAMINA_LAYER_VALUE_TEXT)
    return hash ^ lamina_text_hash (value->text);
  if (value->kind == LAMINA_LAYER_VALUE_REAL)
    {
      /* By all bits, as they are compared: fractions differ in the low ones alone, negative numbers have no whole part to take. */
      guint64 bits;

      memcpy (&bits, &value->real, sizeof bits);
      return hash ^ (guint) ((bits ^ (bits >> 32)) * 0x9e3779b1u);
    }
  return hash ^ g_int64_hash (&value->integer);
}

/* Numbers are equal when they are, with however many digits they were written. */
static gboolean
equal_values (gconstpointer first,
              gconstpointer second)
{
  const LaminaLayerValue *a = first;
  const LaminaLayerValue *b = second;

  if (a->kind != b->kind || a->unit != b->unit || a->estimated != b->estimated)
    return FALSE;
  if (a->kind == LAMINA_LAYER_VALUE_TEXT)
    return strcmp (a->text, b->text) == 0;
  if (a->kind == LAMINA_LAYER_VALUE_REAL)
    return memcmp (&a->real, &b->real, sizeof a->real) == 0;
  return a->integer == b->integer;
}

static void
add_column (Reading         *self,
            LaminaAttribute *attribute,
            guint            n_layers)
{
  Column column = { .attribute = attribute };

  for (guint i = 0; i < self->columns->len; i++)
    if (g_array_index (self->columns, Column, i).attribute == attribute)
      return;
  column.cells = lamina_attribute_cells_new (n_layers);
  column.places = g_hash_table_new (hash_value, equal_values);
  g_array_append_val (self->columns, column);
}

static void
write_name (GString            *name,
            const LaminaDetail *detail)
{
  g_string_truncate (name, 0);
  if (detail->group)
    {
      g_string_append (name, detail->group);
      g_string_append_c (name, '.');
    }
  g_string_append (name, detail->key);
}

/* As the JSON of `lamina layers` calls it. */
static char *
dup_name (const LaminaDetail *detail)
{
  g_autoptr (GString) name = g_string_new (NULL);

  write_name (name, detail);
  return g_string_free (g_steal_pointer (&name), FALSE);
}

static gboolean
is_called (const LaminaAttribute *attribute,
           const char            *name)
{
  g_autofree char *folded = NULL;

  if (!attribute->folded)
    return g_str_equal (attribute->name, name);
  folded = g_utf8_casefold (name, -1);
  return g_str_equal (attribute->name, folded);
}

/* The columns that take an attribute. The same few names come with every layer. */
static const GArray *
find_takers (Reading            *self,
             const LaminaDetail *detail)
{
  GArray *takers;

  write_name (self->name, detail);
  takers = g_hash_table_lookup (self->wanted, self->name->str);
  if (takers)
    return takers;
  takers = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < self->columns->len; i++)
    if (is_called (g_array_index (self->columns, Column, i).attribute, self->name->str))
      g_array_append_val (takers, i);
  g_hash_table_insert (self->wanted, g_strdup (self->name->str), takers);
  return takers;
}

/* The value of a cell, whose text is borrowed. What the file calls nothing is absent. */
static LaminaLayerValue
convert (const LaminaValue *value)
{
  LaminaLayerValue cell = { .unit = value->unit, .estimated = value->estimated, .integer = value->integer };
  const char *text = value->type == LAMINA_VALUE_TEXT ? value->text : value->integer ? "true" : "false";

  switch (value->type)
    {
    case LAMINA_VALUE_TEXT:
    case LAMINA_VALUE_BOOLEAN:
      cell.kind = text && *text ? LAMINA_LAYER_VALUE_TEXT : LAMINA_LAYER_VALUE_ABSENT;
      cell.text = (char *) text;
      break;
    case LAMINA_VALUE_INTEGER:
      cell.kind = value->unit == LAMINA_UNIT_NONE ? LAMINA_LAYER_VALUE_COUNT : LAMINA_LAYER_VALUE_AMOUNT;
      break;
    case LAMINA_VALUE_REAL:
      cell.kind = LAMINA_LAYER_VALUE_REAL;
      cell.real = value->real;
      break;
    case LAMINA_VALUE_NULL:
    default:
      cell.kind = LAMINA_LAYER_VALUE_ABSENT;
    }
  return cell;
}

static guint32
find_place (Column            *self,
            const LaminaValue *value)
{
  LaminaLayerValue cell = convert (value);
  LaminaLayerValue *kept;
  guint32 place;

  if (cell.kind == LAMINA_LAYER_VALUE_ABSENT)
    return 0;
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, &cell));
  if (place != 0)
    return place;
  kept = g_memdup2 (&cell, sizeof cell);
  /* A number without a unit may be anything: it keeps the digits of the file. */
  kept->owned = cell.kind == LAMINA_LAYER_VALUE_REAL && cell.unit == LAMINA_UNIT_NONE ? lamina_value_to_string (value)
                                                                                     : g_strdup (cell.text);
  kept->text = kept->owned;
  g_ptr_array_add (self->cells->values, kept);
  place = self->cells->values->len;
  g_hash_table_insert (self->places, kept, GUINT_TO_POINTER (place));
  return place;
}

/* Of two attributes with one name, the first counts. */
static void
take_details (gpointer       data,
              guint          layer,
              LaminaDetails *details)
{
  Reading *self = data;

  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);
      const GArray *takers = find_takers (self, detail);

      for (guint k = 0; k < takers->len; k++)
        {
          Column *column = &g_array_index (self->columns, Column, g_array_index (takers, guint, k));

          if (column->cells->cells[layer] == 0)
            column->cells->cells[layer] = find_place (column, &detail->value);
        }
    }
}

gboolean
lamina_attributes_read (LaminaRun                *run,
                        const LaminaLayerColumn  *columns,
                        guint                     n,
                        GCancellable             *cancellable,
                        GError                  **error)
{
  g_auto (Reading) reading = { 0 };

  g_return_val_if_fail (run != NULL && (columns != NULL || n == 0), FALSE);

  reading.columns = g_array_new (FALSE, FALSE, sizeof (Column));
  g_array_set_clear_func (reading.columns, column_clear);
  reading.wanted = g_hash_table_new_full (lamina_text_hash, lamina_text_equal, g_free, (GDestroyNotify) g_array_unref);
  reading.name = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    {
      LaminaAttribute *attribute = lamina_attribute_is_read (run, columns[i]) ? NULL : lamina_attribute_get (run, columns[i]);

      if (attribute)
        add_column (&reading, attribute, lamina_run_get_layers (run)->n);
    }
  if (reading.columns->len == 0)
    return TRUE;
  if (!describe_layers (run, NULL, take_details, &reading, cancellable, error))
    return FALSE;
  for (guint i = 0; i < reading.columns->len; i++)
    if (!lamina_attribute_cells_rank (g_array_index (reading.columns, Column, i).cells, cancellable))
      return !g_cancellable_set_error_if_cancelled (cancellable, error);
  for (guint i = 0; i < reading.columns->len; i++)
    {
      Column *column = &g_array_index (reading.columns, Column, i);

      /* Each name that somebody began to type stays. */
      if (column->cells->values->len == 0)
        g_clear_pointer (&column->cells->cells, g_free);
      lamina_attribute_take_cells (column->attribute, g_steal_pointer (&column->cells));
    }
  return TRUE;
}

/* Whether a term about an attribute holds for a value. */
static gboolean
fits (const LaminaTerm       *term,
      const LaminaLayerValue *value)
{
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;
  double number;

  if (term->bounded && lamina_attribute_get_number (value, &number))
    {
      if (term->is_time)
        number *= value->unit == LAMINA_UNIT_MICROSECONDS ? 1e3 : value->unit == LAMINA_UNIT_MILLISECONDS ? 1e6 : 1;
      return number >= term->least_real && number <= term->most_real;
    }
  if (!term->value)
    return !term->bounded;
  text = lamina_layer_value_dup_plain (value);
  folded = g_utf8_casefold (text ? text : "", -1);
  return term->exact ? g_str_equal (folded, term->value) : strstr (folded, term->value) != NULL;
}

static const LaminaMetric *
find_metric (LaminaRun  *run,
             const char *name)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    {
      g_autofree char *folded = g_utf8_casefold (lamina_run_get_metric (run, i)->name, -1);

      if (g_str_equal (folded, name))
        return lamina_run_get_metric (run, i);
    }
  return NULL;
}

static gboolean
metric_fits (const LaminaMetric *metric,
             const LaminaTerm   *term,
             guint32             layer)
{
  LaminaLayerValue value = { .kind = LAMINA_LAYER_VALUE_ABSENT };

  if (metric->integers && metric->integers[layer] != LAMINA_ABSENT)
    value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_COUNT, .integer = metric->integers[layer] };
  else if (metric->reals && !isnan (metric->reals[layer]))
    value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_REAL, .unit = metric->unit, .real = metric->reals[layer] };
  return value.kind != LAMINA_LAYER_VALUE_ABSENT && fits (term, &value);
}

/* What the term says of each value: asked once, for many layers share few of them. NULL when cancelled. */
static guint8 *
ask_values (const LaminaAttributeCells *cells,
            const LaminaTerm           *term,
            GCancellable               *cancellable)
{
  g_autofree guint8 *answers = g_new0 (guint8, cells->values->len + 1);

  for (guint i = 0; i < cells->values->len; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return NULL;
      answers[i + 1] = fits (term, cells->values->pdata[i]);
    }
  return g_steal_pointer (&answers);
}

gboolean
lamina_attributes_keep (LaminaRun        *run,
                        const LaminaTerm *term,
                        guint32          *rows,
                        guint            *n,
                        GCancellable     *cancellable)
{
  const LaminaMetric *metric = find_metric (run, term->name);
  const LaminaAttributeCells *cells = NULL;
  g_autofree guint8 *answers = NULL;
  guint kept = 0;

  if (!metric)
    {
      LaminaLayerColumn column = lamina_attribute_find_folded (run, term->name);

      if (!lamina_attributes_read (run, &column, 1, cancellable, NULL) && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      cells = lamina_attribute_get_cells (lamina_attribute_get (run, column));
      answers = cells ? ask_values (cells, term, cancellable) : NULL;
      if (cells && !answers)
        return FALSE;
    }
  for (guint i = 0; i < *n; i++)
    {
      gboolean holds;

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      holds = metric ? metric_fits (metric, term, rows[i]) : cells && cells->cells && answers[cells->cells[rows[i]]];
      if (holds != term->negated)
        rows[kept++] = rows[i];
    }
  *n = kept;
  return TRUE;
}

/* The columns that a filter asks and that were not read yet. */
static GArray *
list_unread (LaminaRun  *run,
             const char *text)
{
  g_autoptr (LaminaLayerTerms) terms = lamina_layer_terms_parse (text ? text : "");
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (LaminaLayerColumn));

  for (guint i = 0; i < terms->terms->len; i++)
    {
      const LaminaTerm *term = g_ptr_array_index (terms->terms, i);
      LaminaLayerColumn column;

      if (!term->name || find_metric (run, term->name))
        continue;
      column = lamina_attribute_find_folded (run, term->name);
      if (!lamina_attribute_is_read (run, column))
        g_array_append_val (columns, column);
    }
  return columns;
}

gboolean
lamina_attributes_is_filter_read (LaminaRun  *run,
                                  const char *text)
{
  g_autoptr (GArray) unread = NULL;

  g_return_val_if_fail (run != NULL, FALSE);

  unread = list_unread (run, text);
  return unread->len == 0;
}

gboolean
lamina_attributes_read_filter (LaminaRun     *run,
                               const char    *text,
                               const GArray  *columns,
                               GCancellable  *cancellable,
                               GError       **error)
{
  g_autoptr (GArray) unread = NULL;

  g_return_val_if_fail (run != NULL, FALSE);

  unread = list_unread (run, text);
  if (columns && columns->len > 0)
    g_array_append_vals (unread, columns->data, columns->len);
  return lamina_attributes_read (run, (const LaminaLayerColumn *) (gconstpointer) unread->data, unread->len, cancellable,
                                 error);
}
