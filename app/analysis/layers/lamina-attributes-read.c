/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-attributes-private.h"

#include <string.h>

/* To read the attributes of a layer takes a while: so many are a short wait for those who cancel. */
#define CHECK_LAYERS 64

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

/* By all bits, as they are compared: fractions differ in the low ones alone, negative numbers have no whole part to take. */
static guint
hash_real (double number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  return (guint) ((bits ^ (bits >> 32)) * 0x9e3779b1u);
}

static guint
hash_value (gconstpointer data)
{
  const LaminaLayerValue *value = data;
  guint hash = (guint) value->kind * 31 + (guint) value->unit * 7 + (guint) value->estimated;

  if (value->kind == LAMINA_LAYER_VALUE_TEXT)
    return hash ^ g_str_hash (value->text);
  if (value->kind == LAMINA_LAYER_VALUE_REAL)
    return hash ^ hash_real (value->real);
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
reading_init (Reading                 *self,
              LaminaRun               *run,
              const LaminaLayerColumn *columns,
              guint                    n)
{
  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  g_array_set_clear_func (self->columns, column_clear);
  self->wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->name = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    {
      LaminaAttribute *attribute = lamina_attribute_is_read (run, columns[i]) ? NULL : lamina_attribute_get (run, columns[i]);

      if (attribute)
        add_column (self, attribute, lamina_run_get_layers (run)->n);
    }
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

char *
lamina_attribute_dup_name (const LaminaDetail *detail)
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
  kept->text = g_strdup (cell.text);
  /* A number without a unit may be anything: it keeps the digits of the file. */
  if (cell.kind == LAMINA_LAYER_VALUE_REAL && cell.unit == LAMINA_UNIT_NONE)
    kept->text = lamina_value_to_string (value);
  g_ptr_array_add (self->cells->values, kept);
  place = self->cells->values->len;
  g_hash_table_insert (self->places, kept, GUINT_TO_POINTER (place));
  return place;
}

/* Of two attributes with one name, the first counts. */
static void
take_details (Reading       *self,
              guint          layer,
              LaminaDetails *details)
{
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

static gboolean
read_layers (Reading       *self,
             LaminaRun     *run,
             GCancellable  *cancellable,
             GError       **error)
{
  guint n = lamina_run_get_layers (run)->n;

  for (guint layer = 0; layer < n; layer++)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (LaminaDetails) details = NULL;

      if (layer % CHECK_LAYERS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      details = lamina_run_describe_layer (run, layer, &failure);
      if (details)
        take_details (self, layer, details);
      else if (g_error_matches (failure, LAMINA_ERROR, LAMINA_ERROR_CHANGED))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
    }
  return TRUE;
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

  reading_init (&reading, run, columns, n);
  if (reading.columns->len == 0)
    return TRUE;
  if (!read_layers (&reading, run, cancellable, error))
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
