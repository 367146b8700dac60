/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-run-types-private.h"

#include "lamina-order-rows.h"

/* What the layers of one run take: a cell for each type that was known when it was summed up. */
typedef GArray Costs;

/* @types has all types in the order in which they were met; @chosen are places in it, those that take most first. */
struct _LaminaRunTypes
{
  GArray *types;
  GHashTable *places;
  GPtrArray *costs;
  GArray *chosen;
  gboolean has_rest;
};

static guint
get_place (LaminaRunTypes *self,
           const char     *type,
           LaminaFamily    family)
{
  LaminaRunType added = { type, family, 0 };
  gpointer place;

  if (g_hash_table_lookup_extended (self->places, type, NULL, &place))
    return GPOINTER_TO_UINT (place);
  g_hash_table_insert (self->places, (gpointer) type, GUINT_TO_POINTER (self->types->len));
  g_array_append_val (self->types, added);
  return self->types->len - 1;
}

/* The same for the string of a run: texts are looked at once. */
static guint
find_place (LaminaRunTypes     *self,
            GHashTable         *known,
            LaminaRun          *run,
            const LaminaLayers *layers,
            guint32             layer)
{
  gpointer string = GUINT_TO_POINTER (lamina_column_id (layers->type, layer));
  gpointer found;
  guint place;

  if (g_hash_table_lookup_extended (known, string, NULL, &found))
    return GPOINTER_TO_UINT (found);
  place = get_place (self, lamina_run_get_string (run, GPOINTER_TO_UINT (string)),
                     (LaminaFamily) layers->family[layer]);
  g_hash_table_insert (known, string, GUINT_TO_POINTER (place));
  return place;
}

/* FALSE when cancelled. */
static gboolean
add_run (LaminaRunTypes *self,
         LaminaRun      *run,
         Costs          *costs,
         GCancellable   *cancellable)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const gint64 *numbers = lamina_run_get_costs (run);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  const gint64 none = LAMINA_ABSENT, all = lamina_run_get_totals (run)->cost;

  for (guint32 i = 0; numbers != NULL && i < layers->n; i++)
    {
      guint place;

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (numbers[i] == LAMINA_ABSENT)
        continue;
      place = find_place (self, known, run, layers, i);
      while (costs->len <= place)
        g_array_append_val (costs, none);
      g_array_index (costs, gint64, place) = lamina_number_add (g_array_index (costs, gint64, place), numbers[i]);
    }
  for (guint i = 0; all > 0 && i < costs->len; i++)
    if (g_array_index (costs, gint64, i) > 0)
      g_array_index (self->types, LaminaRunType, i).share += (double) g_array_index (costs, gint64, i) / (double) all;
  return TRUE;
}

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const LaminaRunType *types = user_data;
  guint left = *(const guint *) a, right = *(const guint *) b;

  if (types[left].share < types[right].share || types[left].share > types[right].share)
    return types[left].share > types[right].share ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* Layers without a type belong to the others. A single type is never called "others": its name takes no more room. */
static void
choose (LaminaRunTypes *self,
        guint           most)
{
  gboolean has_nameless = FALSE;
  guint n;

  for (guint i = 0; i < self->types->len; i++)
    {
      const LaminaRunType *type = &g_array_index (self->types, LaminaRunType, i);

      if (*type->type == '\0')
        has_nameless = type->share > 0;
      else if (type->share > 0)
        g_array_append_val (self->chosen, i);
    }
  g_array_sort_with_data (self->chosen, compare_places, self->types->data);
  n = self->chosen->len;
  if (n > most + !has_nameless)
    g_array_set_size (self->chosen, most);
  self->has_rest = has_nameless || self->chosen->len < n;
}

LaminaRunTypes *
lamina_run_types_new (LaminaDocument *document,
                      guint           most,
                      GCancellable   *cancellable)
{
  g_autoptr (LaminaRunTypes) self = g_new0 (LaminaRunTypes, 1);

  self->types = g_array_new (FALSE, FALSE, sizeof (LaminaRunType));
  self->places = g_hash_table_new (g_str_hash, g_str_equal);
  self->costs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      Costs *costs = g_array_new (FALSE, FALSE, sizeof (gint64));

      g_ptr_array_add (self->costs, costs);
      if (!add_run (self, lamina_document_get_run (document, i), costs, cancellable))
        return NULL;
    }
  choose (self, most);
  return g_steal_pointer (&self);
}

void
lamina_run_types_free (LaminaRunTypes *self)
{
  g_array_unref (self->types);
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->costs);
  g_array_unref (self->chosen);
  g_free (self);
}

guint
lamina_run_types_get_n (LaminaRunTypes *self)
{
  return self->chosen->len;
}

const LaminaRunType *
lamina_run_types_get (LaminaRunTypes *self,
                      guint           i)
{
  return &g_array_index (self->types, LaminaRunType, g_array_index (self->chosen, guint, i));
}

gboolean
lamina_run_types_has_rest (LaminaRunTypes *self)
{
  return self->has_rest;
}

static gint64
get_cost (Costs *costs,
          guint  place)
{
  return place < costs->len ? g_array_index (costs, gint64, place) : LAMINA_ABSENT;
}

gint64
lamina_run_types_get_cost (LaminaRunTypes *self,
                           guint           run,
                           guint           i)
{
  Costs *costs = self->costs->pdata[run];
  gint64 rest = LAMINA_ABSENT;

  if (i < self->chosen->len)
    return get_cost (costs, g_array_index (self->chosen, guint, i));
  for (guint place = 0; place < costs->len; place++)
    {
      gboolean is_chosen = FALSE;

      for (guint k = 0; k < self->chosen->len && !is_chosen; k++)
        is_chosen = g_array_index (self->chosen, guint, k) == place;
      if (!is_chosen)
        rest = lamina_number_add (rest, get_cost (costs, place));
    }
  return rest;
}
