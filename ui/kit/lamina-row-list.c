/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-row-list.h"

#include <string.h>

struct _LaminaRow
{
  GObject parent_instance;

  /* Where the row stands in its list, while the list knows it. */
  guint position;
  guint index;
};

G_DEFINE_FINAL_TYPE (LaminaRow, lamina_row, G_TYPE_OBJECT)

/*
 * 1. `living` maps a position to the row object there, without a reference, as long as somebody holds the row.
 * 2. Every row in `living` has one weak notification that takes it out; whoever else takes it out removes the
 *   notification.
 * 3. Rows of former contents are not in `living`: their position means nothing any more.
 */
struct _LaminaRowList
{
  GObject parent_instance;

  guint32 *rows;
  guint n_rows;
  GHashTable *living;
};

static void lamina_row_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaRowList, lamina_row_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, lamina_row_list_model_init))

static void
lamina_row_class_init (LaminaRowClass *klass)
{
}

static void
lamina_row_init (LaminaRow *self)
{
}

guint
lamina_row_get_index (LaminaRow *self)
{
  g_return_val_if_fail (LAMINA_IS_ROW (self), LAMINA_NONE);

  return self->index;
}

static void
on_row_gone (gpointer  data,
             GObject  *gone)
{
  LaminaRowList *self = data;
  LaminaRow *row = (LaminaRow *) gone;

  g_hash_table_remove (self->living, GUINT_TO_POINTER (row->position));
}

static void
forget_rows (LaminaRowList *self)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->living);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    g_object_weak_unref (row, on_row_gone, self);
  g_hash_table_remove_all (self->living);
}

static GType
lamina_row_list_get_item_type (GListModel *model)
{
  return LAMINA_TYPE_ROW;
}

static guint
lamina_row_list_get_n_items (GListModel *model)
{
  return LAMINA_ROW_LIST (model)->n_rows;
}

static gpointer
lamina_row_list_get_item (GListModel *model,
                          guint       position)
{
  LaminaRowList *self = LAMINA_ROW_LIST (model);
  LaminaRow *row;

  if (position >= self->n_rows)
    return NULL;

  row = g_hash_table_lookup (self->living, GUINT_TO_POINTER (position));
  if (row)
    return g_object_ref (row);
  row = g_object_new (LAMINA_TYPE_ROW, NULL);
  row->position = position;
  row->index = self->rows[position];
  g_hash_table_insert (self->living, GUINT_TO_POINTER (position), row);
  g_object_weak_ref (G_OBJECT (row), on_row_gone, self);
  return row;
}

static void
lamina_row_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = lamina_row_list_get_item_type;
  iface->get_n_items = lamina_row_list_get_n_items;
  iface->get_item = lamina_row_list_get_item;
}

static void
lamina_row_list_finalize (GObject *object)
{
  LaminaRowList *self = LAMINA_ROW_LIST (object);

  forget_rows (self);
  g_hash_table_unref (self->living);
  g_free (self->rows);

  G_OBJECT_CLASS (lamina_row_list_parent_class)->finalize (object);
}

static void
lamina_row_list_class_init (LaminaRowListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lamina_row_list_finalize;
}

static void
lamina_row_list_init (LaminaRowList *self)
{
  self->living = g_hash_table_new (NULL, NULL);
}

LaminaRowList *
lamina_row_list_new (void)
{
  return g_object_new (LAMINA_TYPE_ROW_LIST, NULL);
}

/* Takes over the rows and tells what changed; the list holds them already when it does. */
static void
replace_rows (LaminaRowList *self,
              guint32       *rows,
              guint          n)
{
  guint n_removed = self->n_rows;

  forget_rows (self);
  g_free (self->rows);
  self->rows = rows;
  self->n_rows = n;

  if (n_removed > 0 || n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_removed, n);
}

void
lamina_row_list_set_rows (LaminaRowList *self,
                          guint32       *rows,
                          guint          n)
{
  g_return_if_fail (LAMINA_IS_ROW_LIST (self));
  g_return_if_fail (rows || n == 0);

  /* A handler may drop the last reference of its list between the steps. */
  g_object_ref (self);
  replace_rows (self, NULL, 0);
  replace_rows (self, rows, n);
  g_object_unref (self);
}

/* Objects of rows that go are let go; those of rows behind them move along. */
static void
move_living (LaminaRowList *self,
             guint          position,
             guint          n_removed,
             guint          n_added)
{
  GHashTable *old = g_steal_pointer (&self->living);
  GHashTableIter iter;
  gpointer value;

  self->living = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, old);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      LaminaRow *row = value;

      if (row->position >= position && row->position - position < n_removed)
        {
          g_object_weak_unref (G_OBJECT (row), on_row_gone, self);
          continue;
        }
      if (row->position >= position)
        row->position = row->position - n_removed + n_added;
      g_hash_table_insert (self->living, GUINT_TO_POINTER (row->position), row);
    }
  g_hash_table_unref (old);
}

/* Objects behind the end are let go, the others stand for the rows that are now at their positions. */
static void
renew_living (LaminaRowList *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->living);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      LaminaRow *row = value;

      if (row->position < self->n_rows)
        {
          row->index = self->rows[row->position];
          continue;
        }
      g_object_weak_unref (G_OBJECT (row), on_row_gone, self);
      g_hash_table_iter_remove (&iter);
    }
}

void
lamina_row_list_exchange (LaminaRowList *self,
                          guint32       *rows,
                          guint          n)
{
  guint n_old;

  g_return_if_fail (LAMINA_IS_ROW_LIST (self));
  g_return_if_fail (rows || n == 0);

  n_old = self->n_rows;
  g_free (self->rows);
  self->rows = rows;
  self->n_rows = n;
  renew_living (self);
  if (n < n_old)
    g_list_model_items_changed (G_LIST_MODEL (self), n, n_old - n, 0);
  else if (n > n_old)
    g_list_model_items_changed (G_LIST_MODEL (self), n_old, 0, n - n_old);
}

void
lamina_row_list_splice (LaminaRowList *self,
                        guint          position,
                        guint          n_removed,
                        const guint32 *rows,
                        guint          n_added)
{
  guint32 *joined;
  guint n_behind;

  g_return_if_fail (LAMINA_IS_ROW_LIST (self));
  g_return_if_fail (position <= self->n_rows && n_removed <= self->n_rows - position);
  g_return_if_fail (rows || n_added == 0);

  if (n_removed == 0 && n_added == 0)
    return;
  n_behind = self->n_rows - position - n_removed;
  joined = g_new (guint32, (gsize) position + n_added + n_behind + 1);
  if (position > 0)
    memcpy (joined, self->rows, position * sizeof *joined);
  if (n_added > 0)
    memcpy (joined + position, rows, n_added * sizeof *joined);
  if (n_behind > 0)
    memcpy (joined + position + n_added, self->rows + position + n_removed, n_behind * sizeof *joined);

  move_living (self, position, n_removed, n_added);
  g_free (self->rows);
  self->rows = joined;
  self->n_rows = position + n_added + n_behind;
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

guint
lamina_row_list_get_row (LaminaRowList *self,
                         guint          position)
{
  g_return_val_if_fail (LAMINA_IS_ROW_LIST (self), LAMINA_NONE);
  g_return_val_if_fail (position < self->n_rows, LAMINA_NONE);

  return self->rows[position];
}

guint
lamina_row_list_find (LaminaRowList *self,
                      guint          row)
{
  g_return_val_if_fail (LAMINA_IS_ROW_LIST (self), LAMINA_NONE);

  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i] == row)
      return i;

  return LAMINA_NONE;
}
