/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-heads-private.h"

#include "lamina-attributes.h"
#include "lamina-layer-sort.h"
#include "lamina-text-size.h"

#include <glib/gi18n.h>

/* How long after the last change of a width it is written down: dragging changes it with every pixel. */
#define SAVE_DELAY_MS 400

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];
static GQuark column_quark;

G_DEFINE_FINAL_TYPE (LaminaLayerHeads, lamina_layer_heads, G_TYPE_OBJECT)

static gboolean
on_save_timeout (gpointer user_data)
{
  LaminaLayerHeads *self = LAMINA_LAYER_HEADS (user_data);

  self->save_timeout = 0;
  lamina_layer_heads_save_widths (self);
  return G_SOURCE_REMOVE;
}

static void
save_now (LaminaLayerHeads *self)
{
  if (!self->save_timeout)
    return;
  g_clear_handle_id (&self->save_timeout, g_source_remove);
  lamina_layer_heads_save_widths (self);
}

static void
on_width_changed (LaminaLayerHeads *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->building || !self->run || lamina_column_fit_is_dividing (self->fit))
    return;
  g_clear_handle_id (&self->save_timeout, g_source_remove);
  self->save_timeout = g_timeout_add (SAVE_DELAY_MS, on_save_timeout, self);
}

static void
add_column (LaminaLayerHeads  *self,
            LaminaLayerColumn  column,
            guint              position)
{
  g_auto (LaminaTableColumnInfo) info = { 0 };
  g_autoptr (GtkColumnViewColumn) view_column = NULL;
  int width = lamina_layer_heads_find_width (self, column);

  lamina_table_column_get_info (self->run, column, self->grouped, &info);
  view_column = gtk_column_view_column_new (info.title, self->func (column, self->user_data));
  g_object_set_qdata (G_OBJECT (view_column), column_quark, GUINT_TO_POINTER (column));
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, info.expand);
  gtk_column_view_column_set_header_menu (view_column, G_MENU_MODEL (self->menu));
  lamina_column_fit_set_first_width (view_column, width > 0 ? width : info.width);
  if (column != LAMINA_LAYER_COLUMN_HISTOGRAM)
    lamina_layer_sort_add (view_column, column);
  gtk_column_view_insert_column (self->view, position, view_column);
  g_signal_connect_object (view_column, "notify::fixed-width", G_CALLBACK (on_width_changed), self, G_CONNECT_SWAPPED);
  /* Its heading stands behind the others until they get their places. */
  lamina_layer_sort_align_title (self->view, g_list_model_get_n_items (gtk_column_view_get_columns (self->view)) - 1,
                                 info.xalign, info.hint);
  if (info.xalign > 0)
    g_object_set_data (G_OBJECT (view_column), "at-end", self);
}

static void
remove_columns (LaminaLayerHeads *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
}

static GtkColumnViewColumn *
find_view_column (LaminaLayerHeads  *self,
                  LaminaLayerColumn  wanted)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      /* The view keeps it. */
      if (lamina_layer_heads_get_column (column) == wanted)
        return column;
    }
  return NULL;
}

/* Where a column that is shown now goes: behind the last one of those that are offered before it; attributes at the end. */
static guint
find_position (LaminaLayerHeads  *self,
               LaminaLayerColumn  column)
{
  g_autoptr (GArray) available = lamina_table_columns_list (self->run, self->grouped);
  g_autoptr (GArray) shown = lamina_layer_heads_list (self);
  guint position = 0;

  if (lamina_layer_column_is_attribute (column))
    return shown->len;
  for (guint i = 0; i < available->len && g_array_index (available, LaminaLayerColumn, i) != column; i++)
    for (guint k = position; k < shown->len; k++)
      if (g_array_index (shown, LaminaLayerColumn, k) == g_array_index (available, LaminaLayerColumn, i))
        position = k + 1;
  return position;
}

/* When the view knows its new width. */
static gboolean
on_reveal_tick (GtkWidget     *view,
                GdkFrameClock *clock,
                gpointer       user_data)
{
  LaminaLayerHeads *self = LAMINA_LAYER_HEADS (user_data);
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));

  if (self->reveal_delay-- > 0)
    return G_SOURCE_CONTINUE;
  self->reveal_tick = 0;
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment));
  return G_SOURCE_REMOVE;
}

/* A column that is added behind all others would not be seen where those take all room. */
static void
reveal_last (LaminaLayerHeads *self)
{
  self->reveal_delay = 2;
  if (!self->reveal_tick)
    self->reveal_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_reveal_tick, self, NULL);
}

void
lamina_layer_heads_set_shown (LaminaLayerHeads  *self,
                              LaminaLayerColumn  column,
                              gboolean           shown)
{
  GListModel *columns;
  GtkColumnViewColumn *view_column;

  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));
  g_return_if_fail (self->run != NULL);

  columns = gtk_column_view_get_columns (self->view);
  view_column = find_view_column (self, column);
  if (shown && !view_column)
    {
      guint position = find_position (self, column);

      if (position == g_list_model_get_n_items (columns))
        reveal_last (self);
      add_column (self, column, position);
    }
  /* Without any column there would be no heading to bring one back. */
  else if (!shown && view_column && g_list_model_get_n_items (columns) > 1)
    gtk_column_view_remove_column (self->view, view_column);
}

static void
on_toggled (GSimpleAction *action,
            GVariant      *state,
            gpointer       user_data)
{
  LaminaLayerHeads *self = LAMINA_LAYER_HEADS (user_data);
  LaminaLayerColumn column;

  if (!self->run || !lamina_layer_heads_find (self, g_object_get_data (G_OBJECT (action), "column"), &column))
    return;
  lamina_layer_heads_set_shown (self, column, g_variant_get_boolean (state));
  g_simple_action_set_state (action, g_variant_new_boolean (find_view_column (self, column) != NULL));
}

/* Names of metrics may have anything in them, those of actions not: they are numbered. */
static void
add_item (LaminaLayerHeads  *self,
          LaminaLayerColumn  column,
          guint              i)
{
  g_auto (LaminaTableColumnInfo) info = { 0 };
  g_autofree char *name = g_strdup_printf ("c%u", i);
  g_autofree char *detailed = g_strconcat ("columns.", name, NULL);
  g_autoptr (GSimpleAction) action =
    g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (find_view_column (self, column) != NULL));

  g_object_set_data_full (G_OBJECT (action), "column", lamina_layer_heads_dup_name (self, column), g_free);
  g_signal_connect_object (action, "change-state", G_CALLBACK (on_toggled), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
  lamina_table_column_get_info (self->run, column, self->grouped, &info);
  g_menu_append (self->items, info.title, detailed);
}

/* Attributes, of which there may be hundreds, stand in the menu as long as they are shown. */
static void
fill_menu (LaminaLayerHeads *self)
{
  g_autoptr (GArray) listed = lamina_table_columns_list (self->run, self->grouped);
  g_autoptr (GArray) shown = lamina_layer_heads_list (self);
  g_auto (GStrv) old = g_action_group_list_actions (G_ACTION_GROUP (self->actions));

  g_menu_remove_all (self->items);
  for (guint i = 0; old[i]; i++)
    g_action_map_remove_action (G_ACTION_MAP (self->actions), old[i]);
  for (guint i = 0; i < shown->len; i++)
    if (lamina_layer_column_is_attribute (g_array_index (shown, LaminaLayerColumn, i)))
      g_array_append_val (listed, g_array_index (shown, LaminaLayerColumn, i));
  for (guint i = 0; i < listed->len; i++)
    add_item (self, g_array_index (listed, LaminaLayerColumn, i), i);
}

/* The item of a column, or NULL. */
static GSimpleAction *
find_item (LaminaLayerHeads  *self,
           LaminaLayerColumn  column)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (self->actions));
  g_autofree char *wanted = lamina_layer_heads_dup_name (self, column);

  for (guint i = 0; names[i]; i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), names[i]);

      if (g_str_equal (g_object_get_data (G_OBJECT (action), "column"), wanted))
        return G_SIMPLE_ACTION (action);
    }
  return NULL;
}

/* The menu says what is shown, whoever changed it. */
static void
update_menu (LaminaLayerHeads *self)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (self->actions));
  g_autoptr (GArray) shown = lamina_layer_heads_list (self);

  for (guint i = 0; i < shown->len; i++)
    if (!find_item (self, g_array_index (shown, LaminaLayerColumn, i)))
      {
        fill_menu (self);
        return;
      }
  for (guint i = 0; names[i]; i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), names[i]);
      LaminaLayerColumn column;

      if (lamina_layer_heads_find (self, g_object_get_data (G_OBJECT (action), "column"), &column))
        g_simple_action_set_state (G_SIMPLE_ACTION (action),
                                   g_variant_new_boolean (find_view_column (self, column) != NULL));
    }
}

/* Before its columns go: they come anew with every run, and with the same one when the file is read again. */
static void
keep_sort (LaminaLayerHeads *self)
{
  LaminaLayerColumn column;

  if (!self->run)
    return;
  g_clear_pointer (&self->sorted, g_free);
  lamina_layer_sort_get (self->view, &column, &self->sorted_descending);
  if (column != self->first_sort || self->sorted_descending != self->first_descending)
    self->sorted = lamina_layer_heads_dup_name (self, column);
}

static void
sort_first (LaminaLayerHeads *self)
{
  LaminaLayerColumn first = lamina_table_columns_get_first_sort (self->run, self->grouped), kept;
  GtkColumnViewColumn *column = find_view_column (self, first);

  /* Numbers that are not shown stand in the order of execution. */
  if (!column && first == LAMINA_LAYER_COLUMN_INDEX)
    column = find_view_column (self, LAMINA_LAYER_COLUMN_ORDER);
  gtk_column_view_sort_by_column (self->view, column,
                                  first == LAMINA_LAYER_COLUMN_DURATION ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  lamina_layer_sort_get (self->view, &self->first_sort, &self->first_descending);
  column = self->sorted && lamina_layer_heads_find (self, self->sorted, &kept) ? find_view_column (self, kept) : NULL;
  if (!column)
    return;
  /* Else the first heading stays marked beside it. */
  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
  gtk_column_view_sort_by_column (self->view, column,
                                  self->sorted_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

static void
on_columns_changed (LaminaLayerHeads *self)
{
  if (self->building || !self->run)
    return;
  lamina_layer_heads_save_names (self);
  update_menu (self);
  lamina_column_fit_queue (self->fit);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
lamina_layer_heads_dispose (GObject *object)
{
  LaminaLayerHeads *self = LAMINA_LAYER_HEADS (object);

  save_now (self);
  if (self->reveal_tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->reveal_tick);
  self->reveal_tick = 0;
  g_clear_object (&self->fit);
  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  g_clear_object (&self->menu);
  g_clear_object (&self->items);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->format, g_free);
  g_clear_pointer (&self->sorted, g_free);
  G_OBJECT_CLASS (lamina_layer_heads_parent_class)->dispose (object);
}

static void
lamina_layer_heads_class_init (LaminaLayerHeadsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lamina_layer_heads_dispose;
  signals[CHANGED] = g_signal_new ("changed", LAMINA_TYPE_LAYER_HEADS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
  column_quark = g_quark_from_static_string ("lamina-layer-column");
}

static void
lamina_layer_heads_init (LaminaLayerHeads *self)
{
  g_autoptr (GMenu) reset = g_menu_new ();

  self->actions = g_simple_action_group_new ();
  self->menu = g_menu_new ();
  self->items = g_menu_new ();
  /* First, for the list of all columns may reach below the screen. */
  g_menu_append (reset, _("More Columns…"), "view.layer-columns");
  g_menu_append (reset, _("Usual Columns"), "view.reset-layer-columns");
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (reset));
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (self->items));
}

LaminaLayerHeads *
lamina_layer_heads_new (GtkColumnView          *view,
                        LaminaLayerFactoryFunc  func,
                        gpointer                user_data)
{
  LaminaLayerHeads *self = g_object_new (LAMINA_TYPE_LAYER_HEADS, NULL);

  self->view = view;
  self->func = func;
  self->user_data = user_data;
  self->fit = lamina_column_fit_new (view, &lamina_layer_heads_funcs, self);
  gtk_widget_insert_action_group (GTK_WIDGET (view), "columns", G_ACTION_GROUP (self->actions));
  g_signal_connect_object (gtk_column_view_get_columns (view), "items-changed", G_CALLBACK (on_columns_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

void
lamina_layer_heads_set_run (LaminaLayerHeads *self,
                            const char       *format,
                            LaminaRun        *run,
                            gboolean          grouped)
{
  g_autoptr (GArray) wanted = NULL;

  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  save_now (self);
  keep_sort (self);
  if (self->run != run || self->grouped != grouped)
    g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  if (self->grouped != grouped)
    g_clear_pointer (&self->sorted, g_free);
  g_free (self->format);
  self->format = g_strdup (format);
  self->run = run;
  self->grouped = grouped;
  self->building = TRUE;
  remove_columns (self);
  wanted = lamina_layer_heads_list_wanted (self);
  for (guint i = 0; i < wanted->len; i++)
    add_column (self, g_array_index (wanted, LaminaLayerColumn, i), i);
  sort_first (self);
  fill_menu (self);
  self->building = FALSE;
  lamina_column_fit_divide (self->fit);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
lamina_layer_heads_reset (LaminaLayerHeads *self)
{
  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  g_clear_handle_id (&self->save_timeout, g_source_remove);
  lamina_layer_heads_forget (self);
  if (self->run)
    {
      g_autofree char *format = g_strdup (self->format);
      LaminaRun *run = g_steal_pointer (&self->run);

      g_clear_pointer (&self->sorted, g_free);
      lamina_layer_heads_set_run (self, format, run, self->grouped);
    }
}

void
lamina_layer_heads_forget_run (LaminaLayerHeads *self)
{
  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  save_now (self);
  keep_sort (self);
  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  self->run = NULL;
}

GArray *
lamina_layer_heads_list (LaminaLayerHeads *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LaminaLayerColumn));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) view_column = g_list_model_get_item (columns, i);
      LaminaLayerColumn column = lamina_layer_heads_get_column (view_column);

      g_array_append_val (list, column);
    }
  return list;
}

/* Whether an attribute is a number is known when it was read. */
void
lamina_layer_heads_align (LaminaLayerHeads *self)
{
  GListModel *columns;

  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  columns = gtk_column_view_get_columns (self->view);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) view_column = g_list_model_get_item (columns, i);
      g_auto (LaminaTableColumnInfo) info = { 0 };
      LaminaLayerColumn column = lamina_layer_heads_get_column (view_column);

      if (!lamina_layer_column_is_attribute (column) || g_object_get_data (G_OBJECT (view_column), "at-end"))
        continue;
      lamina_table_column_get_info (self->run, column, self->grouped, &info);
      if (info.xalign > 0)
        {
          lamina_layer_sort_align_title (self->view, i, info.xalign, info.hint);
          g_object_set_data (G_OBJECT (view_column), "at-end", self);
        }
    }
}

gboolean
lamina_layer_heads_has (LaminaLayerHeads  *self,
                        LaminaLayerColumn  column)
{
  return find_view_column (self, column) != NULL;
}

LaminaLayerColumn
lamina_layer_heads_get_column (GtkColumnViewColumn *view_column)
{
  return (LaminaLayerColumn) GPOINTER_TO_UINT (g_object_get_qdata (G_OBJECT (view_column), column_quark));
}

GMenuModel *
lamina_layer_heads_get_menu (LaminaLayerHeads *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_HEADS (self), NULL);
  return G_MENU_MODEL (self->menu);
}

GActionGroup *
lamina_layer_heads_get_actions (LaminaLayerHeads *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_HEADS (self), NULL);
  return G_ACTION_GROUP (self->actions);
}
