/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-attributes-private.h"

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
