/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-listed-rows.h"

/* More layers than this of all open groups together are not listed when what is listed changes: it would take too long. */
#define MOST_OPEN 2000000

struct _LaminaListedRows
{
  LaminaRowList *list;
  LaminaLayerListing *listing;
  GHashTable *open;     /* the labels of the groups that are, whatever is listed */
  GHashTable *open_ids; /* the groups of the listing that are: drawn rows ask for it, and labels may be long */
};

LaminaListedRows *
lamina_listed_rows_new (LaminaRowList *list)
{
  LaminaListedRows *self = g_new0 (LaminaListedRows, 1);

  self->list = list;
  self->open = g_hash_table_new_full (lamina_text_hash, lamina_text_equal, g_free, NULL);
  self->open_ids = g_hash_table_new (NULL, NULL);
  return self;
}

void
lamina_listed_rows_free (LaminaListedRows *self)
{
  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  g_hash_table_unref (self->open);
  g_hash_table_unref (self->open_ids);
  g_free (self);
}

static void
find_open (LaminaListedRows *self)
{
  LaminaGrouping *grouping = self->listing ? lamina_layer_listing_get_grouping (self->listing) : NULL;
  guint n = grouping && g_hash_table_size (self->open) > 0 ? lamina_grouping_get_n (grouping) : 0;

  g_hash_table_remove_all (self->open_ids);
  for (guint32 i = 0; i < n; i++)
    if (g_hash_table_contains (self->open, lamina_grouping_get (grouping, i)->label))
      g_hash_table_add (self->open_ids, GUINT_TO_POINTER (i | LAMINA_GROUP_ID));
}

void
lamina_listed_rows_set_listing (LaminaListedRows   *self,
                                LaminaLayerListing *listing)
{
  if (listing)
    lamina_layer_listing_ref (listing);
  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  self->listing = listing;
  find_open (self);
}

void
lamina_listed_rows_close_all (LaminaListedRows *self)
{
  g_hash_table_remove_all (self->open);
  g_hash_table_remove_all (self->open_ids);
}

gboolean
lamina_listed_rows_is_open (LaminaListedRows *self,
                            guint32           id)
{
  return g_hash_table_contains (self->open_ids, GUINT_TO_POINTER (id));
}

/* The ids of the listing, each open group followed by its layers. */
static guint32 *
dup_rows_with_open (LaminaListedRows *self,
                    guint            *n)
{
  guint n_rows;
  g_autofree guint32 *rows = lamina_layer_listing_dup_rows (self->listing, &n_rows);
  g_autoptr (GArray) all = NULL;

  if (g_hash_table_size (self->open_ids) == 0)
    {
      *n = n_rows;
      return g_steal_pointer (&rows);
    }
  all = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      g_array_append_val (all, rows[i]);
      if (lamina_listed_rows_is_open (self, rows[i]) && all->len < MOST_OPEN)
        {
          guint n_members;
          g_autofree guint32 *members = lamina_layer_listing_dup_members (self->listing, rows[i], &n_members);

          g_array_append_vals (all, members, n_members);
        }
    }
  *n = all->len;
  return (guint32 *) (gpointer) g_array_free (g_steal_pointer (&all), FALSE);
}

void
lamina_listed_rows_show (LaminaListedRows *self)
{
  guint n;
  guint32 *rows = dup_rows_with_open (self, &n);

  lamina_row_list_exchange (self->list, rows, n);
}

gboolean
lamina_listed_rows_toggle (LaminaListedRows *self,
                           guint32           id)
{
  const LaminaLayerGroup *group = self->listing ? lamina_layer_listing_get_group (self->listing, id) : NULL;
  guint position = group ? lamina_row_list_find (self->list, id) : LAMINA_NONE;
  guint n;
  g_autofree guint32 *members = NULL;

  if (position == LAMINA_NONE)
    return FALSE;
  members = lamina_layer_listing_dup_members (self->listing, id, &n);
  if (g_hash_table_remove (self->open_ids, GUINT_TO_POINTER (id)))
    {
      g_hash_table_remove (self->open, group->label);
      lamina_row_list_splice (self->list, position + 1, n, NULL, 0);
    }
  else
    {
      g_hash_table_add (self->open_ids, GUINT_TO_POINTER (id));
      g_hash_table_add (self->open, g_strdup (group->label));
      lamina_row_list_splice (self->list, position + 1, 0, members, n);
    }
  return TRUE;
}

void
lamina_listed_rows_open_all (LaminaListedRows *self)
{
  LaminaGrouping *grouping = self->listing ? lamina_layer_listing_get_grouping (self->listing) : NULL;

  for (guint i = 0; grouping && i < lamina_grouping_get_n (grouping); i++)
    {
      g_hash_table_add (self->open_ids, GUINT_TO_POINTER (i | LAMINA_GROUP_ID));
      g_hash_table_add (self->open, g_strdup (lamina_grouping_get (grouping, i)->label));
    }
}

/* The group that a layer is in; LAMINA_NONE when it is in none that is listed. */
static guint32
find_group (LaminaListedRows *self,
            guint32           layer)
{
  LaminaGrouping *grouping = self->listing ? lamina_layer_listing_get_grouping (self->listing) : NULL;

  for (guint i = 0; grouping && i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);

      for (guint k = 0; k < group->n_layers; k++)
        if (group->layers[k] == layer)
          return i | LAMINA_GROUP_ID;
    }
  return LAMINA_NONE;
}

guint
lamina_listed_rows_find (LaminaListedRows *self,
                         guint32           layer)
{
  guint position = layer == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->list, layer);
  guint32 group;

  if (layer == LAMINA_NONE || position != LAMINA_NONE)
    return position;
  group = find_group (self, layer);
  return group == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->list, group);
}

/* The ids of all rows. Without open groups they are those of the listing: a million are not asked for one by one. */
static guint32 *
dup_rows (LaminaListedRows *self,
          guint            *n)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  guint32 *rows = NULL;

  if (self->listing && g_hash_table_size (self->open_ids) == 0)
    rows = lamina_layer_listing_dup_rows (self->listing, n);
  if (rows && *n == n_rows)
    return rows;
  g_free (rows);
  rows = g_new (guint32, MAX (n_rows, 1));
  for (guint i = 0; i < n_rows; i++)
    rows[i] = lamina_row_list_get_row (self->list, i);
  *n = n_rows;
  return rows;
}

/* A group is to be selected when all of its layers are. */
static gboolean
is_marked (LaminaListedRows *self,
           guint32           id,
           const guint8     *marks)
{
  const LaminaLayerGroup *group = lamina_layer_listing_get_group (self->listing, id);

  for (guint i = 0; i < group->n_layers; i++)
    if (!marks[group->layers[i]])
      return FALSE;
  return TRUE;
}

/* Neighbors are added together: alone, each of a million rows would be looked up in the set. */
static void
add_marked (LaminaListedRows *self,
            GtkBitset        *marked,
            const guint8     *marks)
{
  guint n_rows, first = 0;
  g_autofree guint32 *rows = dup_rows (self, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      if (rows[i] & LAMINA_GROUP_ID ? is_marked (self, rows[i], marks) : marks[rows[i]])
        continue;
      if (i > first)
        gtk_bitset_add_range (marked, first, i - first);
      first = i + 1;
    }
  if (n_rows > first)
    gtk_bitset_add_range (marked, first, n_rows - first);
}

GtkBitset *
lamina_listed_rows_find_all (LaminaListedRows *self,
                             const guint32    *layers,
                             guint             n)
{
  GtkBitset *marked = gtk_bitset_new_empty ();
  g_autofree guint8 *marks = NULL;
  guint position;

  if (n == 0 || !self->listing)
    return marked;
  /* One layer alone is found faster. */
  if (n == 1 && !lamina_layer_listing_get_grouping (self->listing))
    {
      position = lamina_row_list_find (self->list, layers[0]);
      if (position != LAMINA_NONE)
        gtk_bitset_add (marked, position);
      return marked;
    }
  marks = g_new0 (guint8, MAX (lamina_run_get_layers (lamina_layer_listing_get_run (self->listing))->n, 1));
  for (guint i = 0; i < n; i++)
    marks[layers[i]] = TRUE;
  add_marked (self, marked, marks);
  return marked;
}

guint32 *
lamina_listed_rows_dup_ids (LaminaListedRows *self,
                            GtkBitset        *positions,
                            guint            *n)
{
  guint64 size = positions ? gtk_bitset_get_size (positions) : g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autofree guint32 *ids = NULL;
  GtkBitsetIter iter;
  guint position;

  if (!positions || (size > 0 && size == g_list_model_get_n_items (G_LIST_MODEL (self->list))))
    return dup_rows (self, n);
  ids = g_new (guint32, size + 1);
  *n = 0;
  if (gtk_bitset_iter_init_first (&iter, positions, &position))
    do
      ids[(*n)++] = lamina_row_list_get_row (self->list, position);
    while (gtk_bitset_iter_next (&iter, &position));
  return g_steal_pointer (&ids);
}

guint32 *
lamina_listed_rows_dup_layers (LaminaListedRows *self,
                               const guint32    *ids,
                               guint             n_ids,
                               guint            *n)
{
  guint n_layers = lamina_run_get_layers (lamina_layer_listing_get_run (self->listing))->n;
  g_autofree guint8 *marks = g_new0 (guint8, MAX (n_layers, 1));
  guint32 *layers = g_new (guint32, MAX (n_layers, 1));

  for (guint i = 0; i < n_ids; i++)
    if (ids[i] & LAMINA_GROUP_ID)
      {
        const LaminaLayerGroup *group = lamina_layer_listing_get_group (self->listing, ids[i]);

        for (guint k = 0; k < group->n_layers; k++)
          marks[group->layers[k]] = TRUE;
      }
    else
      marks[ids[i]] = TRUE;
  *n = 0;
  for (guint i = 0; i < n_layers; i++)
    if (marks[i])
      layers[(*n)++] = i;
  return layers;
}
