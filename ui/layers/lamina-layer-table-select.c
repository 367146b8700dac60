/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-table-private.h"

#include "lamina-gradual-selection.h"

#define SCROLL_DELAY 2

/* Puts a row into the middle. Rows are equally high, so that its place follows from its position. */
static void
scroll_to_row (LaminaLayerTable *self,
               guint             position)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  double value = gtk_adjustment_get_value (adjustment), page = gtk_adjustment_get_page_size (adjustment);
  double height = gtk_adjustment_get_upper (adjustment) / MAX (g_list_model_get_n_items (G_LIST_MODEL (self->rows)), 1);

  if (position * height < value || (position + 1) * height > value + page)
    gtk_adjustment_set_value (adjustment, (position + 0.5) * height - page / 2);
}

/* The group that a layer is in; LAMINA_NONE when it is in none that is listed. */
static guint32
find_group (LaminaLayerTable *self,
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

/* Where the layer is listed: its own row, else that of its group. */
static guint
find_lead (LaminaLayerTable *self)
{
  guint32 layer = self->session ? lamina_session_get_selection (self->session)->layer : LAMINA_NONE;
  guint position = layer == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->rows, layer);
  guint32 group;

  if (layer == LAMINA_NONE || position != LAMINA_NONE)
    return position;
  group = find_group (self, layer);
  return group == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->rows, group);
}

/* Two frames after the last row has come: only then does the list know its new height. */
static gboolean
on_scroll_tick (GtkWidget     *widget,
                GdkFrameClock *clock,
                gpointer       user_data)
{
  LaminaLayerTable *self = LAMINA_LAYER_TABLE (widget);
  guint position;

  if (!gtk_widget_get_mapped (widget))
    {
      self->scroll_tick = 0;
      self->scroll_later = TRUE;
      return G_SOURCE_REMOVE;
    }
  if (lamina_gradual_selection_is_growing (self->view))
    self->scroll_delay = SCROLL_DELAY;
  if (self->scroll_delay-- > 0)
    return G_SOURCE_CONTINUE;
  self->scroll_tick = 0;
  position = find_lead (self);
  if (position != LAMINA_NONE)
    scroll_to_row (self, position);
  else if (self->scroll_to_top)
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  self->scroll_to_top = FALSE;
  return G_SOURCE_REMOVE;
}

void
lamina_layer_table_queue_scroll (LaminaLayerTable *self,
                                 gboolean          to_top)
{
  self->scroll_delay = SCROLL_DELAY;
  self->scroll_to_top |= to_top;
  if (!self->scroll_tick)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_scroll_tick, NULL, NULL);
}

void
lamina_layer_table_resume_scroll (LaminaLayerTable *self)
{
  if (self->scroll_later)
    lamina_layer_table_queue_scroll (self, FALSE);
  self->scroll_later = FALSE;
}

void
lamina_layer_table_stop_scroll (LaminaLayerTable *self)
{
  self->scroll_later = FALSE;
  if (self->scroll_tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
  self->scroll_to_top = FALSE;
}

void
lamina_layer_table_show_selected (LaminaLayerTable *self)
{
  g_return_if_fail (LAMINA_IS_LAYER_TABLE (self));

  lamina_layer_table_queue_scroll (self, FALSE);
}

/* The ids of all rows. Without open groups they are those of the listing: a million are not asked for one by one. */
static guint32 *
dup_rows (LaminaLayerTable *self,
          guint            *n)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  guint32 *rows = NULL;

  if (self->listing && g_hash_table_size (self->open) == 0)
    rows = lamina_layer_listing_dup_rows (self->listing, n);
  if (rows && *n == n_rows)
    return rows;
  g_free (rows);
  rows = g_new (guint32, MAX (n_rows, 1));
  for (guint i = 0; i < n_rows; i++)
    rows[i] = lamina_row_list_get_row (self->rows, i);
  *n = n_rows;
  return rows;
}

/* A group is to be selected when all of its layers are. */
static gboolean
is_marked (LaminaLayerTable *self,
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
add_marked (LaminaLayerTable *self,
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

static GtkBitset *
list_marked (LaminaLayerTable *self,
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
      position = lamina_row_list_find (self->rows, layers[0]);
      if (position != LAMINA_NONE)
        gtk_bitset_add (marked, position);
      return marked;
    }
  marks = g_new0 (guint8, MAX (lamina_run_get_layers (lamina_session_get_run (self->session))->n, 1));
  for (guint i = 0; i < n; i++)
    marks[layers[i]] = TRUE;
  add_marked (self, marked, marks);
  return marked;
}

void
lamina_layer_table_show_selection (LaminaLayerTable *self,
                                   gboolean          scroll)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->rows)), n;
  const guint32 *layers = lamina_session_get_selected_layers (self->session, &n);
  g_autoptr (GtkBitset) marked = list_marked (self, layers, n);
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n_rows);

  self->own_change = TRUE;
  gtk_selection_model_set_selection (self->selection, marked, all);
  self->own_change = FALSE;
  if (scroll && n > 0)
    lamina_layer_table_queue_scroll (self, FALSE);
  lamina_layer_table_update_actions (self);
}

guint32 *
lamina_layer_table_dup_selected (LaminaLayerTable *self,
                                 guint            *n)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);
  guint64 size = gtk_bitset_get_size (selected);
  g_autofree guint32 *ids = NULL;
  GtkBitsetIter iter;
  guint position;

  if (size > 0 && size == g_list_model_get_n_items (G_LIST_MODEL (self->rows)))
    return dup_rows (self, n);
  ids = g_new (guint32, size + 1);
  *n = 0;
  if (gtk_bitset_iter_init_first (&iter, selected, &position))
    do
      ids[(*n)++] = lamina_row_list_get_row (self->rows, position);
    while (gtk_bitset_iter_next (&iter, &position));
  return g_steal_pointer (&ids);
}

static void
mark_group (const LaminaLayerGroup *group,
            guint8                 *marks)
{
  for (guint i = 0; i < group->n_layers; i++)
    marks[group->layers[i]] = TRUE;
}

/* The layers of the ids, each once and rising. */
static guint32 *
dup_layers (LaminaLayerTable *self,
            const guint32    *ids,
            guint             n_ids,
            guint            *n)
{
  guint n_layers = lamina_run_get_layers (lamina_session_get_run (self->session))->n;
  g_autofree guint8 *marks = g_new0 (guint8, MAX (n_layers, 1));
  guint32 *layers = g_new (guint32, MAX (n_layers, 1));

  for (guint i = 0; i < n_ids; i++)
    if (ids[i] & LAMINA_GROUP_ID)
      mark_group (lamina_layer_listing_get_group (self->listing, ids[i]), marks);
    else
      marks[ids[i]] = TRUE;
  *n = 0;
  for (guint i = 0; i < n_layers; i++)
    if (marks[i])
      layers[(*n)++] = i;
  return layers;
}

/* The layer of the row that was selected last leads: of those that changed, the first that is selected now. */
static guint32
find_new_lead (LaminaLayerTable *self,
               guint             position,
               guint             n)
{
  guint32 old = lamina_session_get_selection (self->session)->layer;
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->rows));

  for (guint i = position; i < n_rows && i - position < n; i++)
    if (gtk_selection_model_is_selected (self->selection, i))
      {
        guint32 id = lamina_row_list_get_row (self->rows, i);
        const LaminaLayerGroup *group = lamina_layer_listing_get_group (self->listing, id);

        return group ? group->layers[0] : id;
      }
  return old;
}

void
lamina_layer_table_take_selection (LaminaLayerTable *self,
                                   guint             position,
                                   guint             n)
{
  guint n_ids, n_layers;
  g_autofree guint32 *ids = NULL;
  guint32 *layers;

  if (self->own_change || !self->session || !self->listing)
    return;
  /* Who selects a row has it before their eyes. */
  lamina_layer_table_stop_scroll (self);
  ids = lamina_layer_table_dup_selected (self, &n_ids);
  layers = dup_layers (self, ids, n_ids, &n_layers);
  self->own_change = TRUE;
  lamina_session_take_layers (self->session, layers, n_layers, find_new_lead (self, position, n));
  self->own_change = FALSE;
  lamina_layer_table_update_actions (self);
}
