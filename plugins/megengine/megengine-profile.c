/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-profile.h"

static void
names_init (MegengineNames *names)
{
  names->names = g_ptr_array_new_with_free_func (g_free);
  names->indexes = g_hash_table_new (g_str_hash, g_str_equal);
}

static void
names_clear (MegengineNames *names)
{
  g_hash_table_unref (names->indexes);
  g_ptr_array_unref (names->names);
}

static guint32
names_find (MegengineNames *names,
            const char     *text,
            gsize           length)
{
  g_autofree char *name = g_strndup (text, length);
  gpointer index;

  if (g_hash_table_lookup_extended (names->indexes, name, NULL, &index))
    return GPOINTER_TO_UINT (index);
  g_hash_table_insert (names->indexes, name, GUINT_TO_POINTER (names->names->len));
  g_ptr_array_add (names->names, g_steal_pointer (&name));
  return names->names->len - 1;
}

MegengineProfile *
megengine_profile_new (LaminaBuilder *builder,
                       LaminaSource  *source)
{
  MegengineProfile *self = g_new0 (MegengineProfile, 1);

  self->builder = lamina_builder_ref (builder);
  self->source = lamina_source_ref (source);
  self->import = lamina_builder_get_import (builder);
  self->operators = g_array_new (FALSE, FALSE, sizeof (MegengineOperator));
  self->vars = g_array_new (FALSE, FALSE, sizeof (MegengineVar));
  self->chunks = g_array_new (FALSE, FALSE, sizeof (MegengineChunk));
  self->device = g_array_new (FALSE, FALSE, sizeof (MegengineTimes));
  self->host = g_array_new (FALSE, FALSE, sizeof (MegengineTimes));
  self->sublayers = g_array_new (FALSE, FALSE, sizeof (MegengineSublayer));
  self->links = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->shapes = g_array_new (FALSE, FALSE, sizeof (MegengineShape));
  self->layouts = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  names_init (&self->comp_nodes);
  names_init (&self->threads);
  self->operator_by_id = g_hash_table_new (NULL, NULL);
  self->var_by_id = g_hash_table_new (NULL, NULL);
  self->chunk_by_id = g_hash_table_new (NULL, NULL);
  return self;
}

void
megengine_profile_free (MegengineProfile *self)
{
  g_array_unref (self->operators);
  g_array_unref (self->vars);
  g_array_unref (self->chunks);
  g_array_unref (self->device);
  g_array_unref (self->host);
  g_array_unref (self->sublayers);
  g_array_unref (self->links);
  g_array_unref (self->shapes);
  g_array_unref (self->layouts);
  g_array_unref (self->order);
  names_clear (&self->comp_nodes);
  names_clear (&self->threads);
  g_hash_table_unref (self->operator_by_id);
  g_hash_table_unref (self->var_by_id);
  g_hash_table_unref (self->chunk_by_id);
  lamina_source_unref (self->source);
  lamina_builder_unref (self->builder);
  g_free (self);
}

/* Looks a string up, and gives it the next free row when it is new. */
static gboolean
find_row (GHashTable *rows,
          guint32     id,
          guint32     next,
          guint32    *row)
{
  gpointer found;

  if (g_hash_table_lookup_extended (rows, GUINT_TO_POINTER (id), NULL, &found))
    {
      *row = GPOINTER_TO_UINT (found);
      return TRUE;
    }
  g_hash_table_insert (rows, GUINT_TO_POINTER (id), GUINT_TO_POINTER (next));
  *row = next;
  return FALSE;
}

guint32
megengine_profile_find_operator (MegengineProfile *self,
                                 const char       *id,
                                 gsize             length)
{
  MegengineOperator operator = {
    .record = LAMINA_NONE,
    .flop = LAMINA_ABSENT,
    .bytes = LAMINA_ABSENT,
    .order = LAMINA_NONE,
  };
  guint32 row;

  operator.id = lamina_builder_intern (self->builder, id, length);
  if (!find_row (self->operator_by_id, operator.id, self->operators->len, &row))
    g_array_append_val (self->operators, operator);
  return row;
}

guint32
megengine_profile_find_var (MegengineProfile *self,
                            const char       *id,
                            gsize             length)
{
  MegengineVar var = {
    .shape.n_elements = LAMINA_ABSENT,
    .comp_node = LAMINA_NONE,
    .record = LAMINA_NONE,
    .bytes = LAMINA_ABSENT,
    .producer = LAMINA_NONE,
    .first_step = LAMINA_NONE,
    .last_step = LAMINA_NONE,
    .last_reader = LAMINA_NONE,
  };
  guint32 row;

  var.id = lamina_builder_intern (self->builder, id, length);
  if (!find_row (self->var_by_id, var.id, self->vars->len, &row))
    g_array_append_val (self->vars, var);
  return row;
}

guint32
megengine_profile_lookup_var (MegengineProfile *self,
                              guint32           id)
{
  gpointer row;

  if (g_hash_table_lookup_extended (self->var_by_id, GUINT_TO_POINTER (id), NULL, &row))
    return GPOINTER_TO_UINT (row);
  return LAMINA_NONE;
}

/* Newer files write a comp node as `CompNode("gpu0:0" from "gpux:0")`: its name is what stands in the first quotes. */
guint32
megengine_profile_find_comp_node (MegengineProfile *self,
                                  const char       *text,
                                  gsize             length)
{
  if (g_str_has_prefix (text, "CompNode("))
    {
      const char *begin = strchr (text, '"');
      const char *end = begin ? strchr (begin + 1, '"') : NULL;

      if (end)
        return names_find (&self->comp_nodes, begin + 1, end - begin - 1);
    }
  return names_find (&self->comp_nodes, text, length);
}

guint32
megengine_profile_find_thread (MegengineProfile *self,
                               const char       *name,
                               gsize             length)
{
  return names_find (&self->threads, name, length);
}

MegengineVar *
megengine_profile_get_input (MegengineProfile        *self,
                             const MegengineOperator *operator,
                             guint                    i)
{
  return megengine_profile_get_var (self, g_array_index (self->links, guint32, operator->inputs.first + i));
}

MegengineVar *
megengine_profile_get_output (MegengineProfile        *self,
                              const MegengineOperator *operator,
                              guint                    i)
{
  return megengine_profile_get_var (self, g_array_index (self->links, guint32, operator->outputs.first + i));
}

void
megengine_profile_note (MegengineProfile *self,
                        const char       *kind,
                        guint64           offset,
                        guint32           record)
{
  lamina_import_note (self->import, kind, self->source, offset, record);
}
