/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chainer-graph.h"

static void
clear_variable (gpointer variable)
{
  g_free (((ChainerVariable *) variable)->name);
}

static void
clear_function (gpointer data)
{
  ChainerFunction *function = data;

  g_clear_pointer (&function->inputs, g_array_unref);
  g_clear_pointer (&function->outputs, g_array_unref);
  g_free (function->type);
}

ChainerGraph *
chainer_graph_new (LaminaSource *source,
                   LaminaImport *import)
{
  ChainerGraph *self = g_new0 (ChainerGraph, 1);

  self->source = source;
  self->import = import;
  self->variables = g_array_new (FALSE, FALSE, sizeof (ChainerVariable));
  g_array_set_clear_func (self->variables, clear_variable);
  self->functions = g_array_new (FALSE, FALSE, sizeof (ChainerFunction));
  g_array_set_clear_func (self->functions, clear_function);
  self->ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->schedule = g_array_new (FALSE, FALSE, sizeof (ChainerStep));
  return self;
}

void
chainer_graph_free (ChainerGraph *self)
{
  g_array_unref (self->variables);
  g_array_unref (self->functions);
  g_hash_table_unref (self->ids);
  g_array_unref (self->schedule);
  g_free (self);
}

guint32
chainer_graph_find_variable (ChainerGraph *self,
                             gint64        id)
{
  gpointer found;

  return g_hash_table_lookup_extended (self->ids, &id, NULL, &found) ? GPOINTER_TO_UINT (found) : LAMINA_NONE;
}

void
chainer_graph_note (ChainerGraph *self,
                    const char   *kind,
                    guint64       offset,
                    guint32       record)
{
  lamina_import_note (self->import, kind, self->source, offset, record);
}

/* The first forward function belongs to the first backward one, and so on. */
static void
pair_functions (ChainerGraph *self)
{
  guint32 backward = 0;

  for (guint32 i = 0; i < self->functions->len; i++)
    {
      ChainerFunction *function = chainer_graph_get_function (self, i);

      if (function->backward)
        continue;
      while (backward < self->functions->len && !chainer_graph_get_function (self, backward)->backward)
        backward++;
      if (backward == self->functions->len)
        return;
      function->pair = backward;
      chainer_graph_get_function (self, backward)->pair = i;
      backward++;
    }
}

static void
find_producers (ChainerGraph *self)
{
  for (guint32 i = 0; i < self->functions->len; i++)
    {
      const ChainerFunction *function = chainer_graph_get_function (self, i);

      for (guint j = 0; !function->backward && j < function->outputs->len; j++)
        {
          ChainerVariable *variable = chainer_graph_get_variable (self, g_array_index (function->outputs, ChainerUse, j).variable);

          if (variable->producer == LAMINA_NONE)
            variable->producer = i;
          else
            chainer_graph_note (self, N_("a variable is written by two forward functions"), function->offset, function->record);
        }
    }
}

static void
check_pairs (ChainerGraph *self)
{
  for (guint32 i = 0; i < self->functions->len; i++)
    {
      const ChainerFunction *function = chainer_graph_get_function (self, i);

      if (function->pair == LAMINA_NONE)
        chainer_graph_note (self, N_("a function has no forward or backward counterpart"), function->offset, function->record);
      else if (g_strcmp0 (function->type, chainer_graph_get_function (self, function->pair)->type) != 0 && !function->backward)
        chainer_graph_note (self, N_("a forward and a backward function that belong together differ in type"), function->offset,
                            function->record);
    }
}

void
chainer_graph_link (ChainerGraph *self)
{
  pair_functions (self);
  check_pairs (self);
  find_producers (self);
}
