/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-heads.h"

#include "lamina-action-table.h"
#include "lamina-attributes.h"
#include "lamina-settings.h"
#include "lamina-text-size.h"

#include <glib/gi18n.h>
#include <string.h>

#define WIDTHS "layer-column-widths"
#define ATTRIBUTE_PREFIX "attribute:"

/* How long after the last change of a width it is written down: dragging changes it with every pixel. */
#define SAVE_DELAY_MS 400

/* A longer menu is not read; GTK takes the square of its length in time to make it. */
#define MOST_ITEMS 200

struct _LaminaLayerHeads
{
  GObject parent_instance;

  LaminaTable *table;
  GtkColumnView *view;
  LaminaRun *run;
  char *format;
  gboolean grouped;
  gboolean building;
  LaminaLayerColumn first_sort; /* what the run was sorted by when it came, and in which direction */
  gboolean first_descending;
  char *sorted; /* the column that the user chose instead, as the settings call it; NULL for none */
  gboolean sorted_descending;
  guint save_timeout;
  guint reveal_tick;
  int reveal_delay;
  GMenu *menu;
  GMenu *items;
  GSimpleActionGroup *actions;
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LaminaLayerHeads, lamina_layer_heads, G_TYPE_OBJECT)

static const char *
get_key (LaminaLayerHeads *self)
{
  return self->grouped ? "layer-group-columns" : "layer-columns";
}

static gboolean
contains (GArray            *columns,
          LaminaLayerColumn  column)
{
  for (guint i = 0; i < columns->len; i++)
    if (g_array_index (columns, LaminaLayerColumn, i) == column)
      return TRUE;
  return FALSE;
}

/* What the settings call a column. An attribute means something in files of one format alone: its name holds that, too. */
static char *
dup_name (LaminaLayerHeads  *self,
          LaminaLayerColumn  column)
{
  if (lamina_layer_column_is_attribute (column))
    return g_strdup_printf (ATTRIBUTE_PREFIX "%s:%s", self->format, lamina_attribute_get_name (self->run, column));
  return lamina_table_column_dup_name (self->run, column);
}

/* A name may stand for an attribute, if it is one of a file of this format. */
static gboolean
find_column (LaminaLayerHeads  *self,
             const char        *name,
             LaminaLayerColumn *column)
{
  const char *attribute = g_str_has_prefix (name, ATTRIBUTE_PREFIX) ? name + strlen (ATTRIBUTE_PREFIX) : NULL;
  gsize length = strlen (self->format);

  if (!attribute || strncmp (attribute, self->format, length) != 0 || attribute[length] != ':' || !attribute[length + 1])
    return lamina_table_column_find (self->run, self->grouped, name, column);
  *column = lamina_attribute_get_column (self->run, attribute + length + 1);
  return TRUE;
}

/* What the user chose, as far as the document has it; else what suits it. */
static GArray *
list_wanted (LaminaLayerHeads *self)
{
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (LaminaLayerColumn));
  g_auto (GStrv) names = g_settings_get_strv (lamina_settings_get_default (), get_key (self));

  for (guint i = 0; names[i]; i++)
    {
      LaminaLayerColumn column;

      if (find_column (self, names[i], &column) && !contains (wanted, column))
        g_array_append_val (wanted, column);
    }
  return wanted->len > 0 ? g_steal_pointer (&wanted) : lamina_table_columns_list_default (self->run, self->grouped);
}

/* Names that the document has no column for stay behind those that are shown: another document may have one. */
static void
save_names (LaminaLayerHeads *self)
{
  g_autoptr (GArray) shown = lamina_layer_heads_list (self);
  g_auto (GStrv) old = g_settings_get_strv (lamina_settings_get_default (), get_key (self));
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < shown->len; i++)
    {
      g_autofree char *name = dup_name (self, g_array_index (shown, LaminaLayerColumn, i));

      g_strv_builder_add (names, name);
    }
  for (guint i = 0; old[i]; i++)
    {
      LaminaLayerColumn column;

      if (!find_column (self, old[i], &column))
        g_strv_builder_add (names, old[i]);
    }
  list = g_strv_builder_end (names);
  g_settings_set_strv (lamina_settings_get_default (), get_key (self), (const char *const *) list);
}

static void
save_widths (LaminaLayerHeads *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  g_autoptr (GVariant) old = g_settings_get_value (lamina_settings_get_default (), WIDTHS);
  g_autoptr (GHashTable) saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GVariantBuilder widths;

  g_variant_builder_init (&widths, G_VARIANT_TYPE ("a{si}"));
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autofree char *name = dup_name (self, lamina_table_get_column (column)->id);
      int width = lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));

      if (width <= 0 || lamina_column_fit_is_first_width (column))
        continue;
      g_variant_builder_add (&widths, "{si}", name, width);
      g_hash_table_add (saved, g_steal_pointer (&name));
    }
  for (gsize i = 0; i < g_variant_n_children (old); i++)
    {
      const char *name;
      int width;

      g_variant_get_child (old, i, "{&si}", &name, &width);
      if (!g_hash_table_contains (saved, name))
        g_variant_builder_add (&widths, "{si}", name, width);
    }
  g_settings_set_value (lamina_settings_get_default (), WIDTHS, g_variant_builder_end (&widths));
}

static gboolean
on_save_timeout (gpointer user_data)
{
  LaminaLayerHeads *self = LAMINA_LAYER_HEADS (user_data);

  self->save_timeout = 0;
  save_widths (self);
  return G_SOURCE_REMOVE;
}

static void
save_now (LaminaLayerHeads *self)
{
  if (!self->save_timeout)
    return;
  g_clear_handle_id (&self->save_timeout, g_source_remove);
  save_widths (self);
}

static void
on_width_changed (LaminaLayerHeads *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->building || !self->run || lamina_column_fit_is_dividing (lamina_table_get_fit (self->table)))
    return;
  g_clear_handle_id (&self->save_timeout, g_source_remove);
  self->save_timeout = g_timeout_add (SAVE_DELAY_MS, on_save_timeout, self);
}

static void
add_column (LaminaLayerHeads  *self,
            LaminaLayerColumn  column,
            guint              position)
{
  LaminaTableColumn info;
  GtkColumnViewColumn *view_column;
  g_autoptr (GVariant) widths = g_settings_get_value (lamina_settings_get_default (), WIDTHS);
  g_autofree char *name = dup_name (self, column);
  int width;

  /* In pixels; -1 when the user left it as it was. */
  width = g_variant_lookup (widths, name, "i", &width) ? CLAMP (width, 24, 2000) : -1;
  lamina_layer_column_describe (self->run, column, self->grouped, &info);
  /* A width that the user chose before stays. */
  info.fixed |= width >= 0;
  info.width = width > 0 ? width : info.width;
  view_column = lamina_table_insert_column (self->table, position, &info);
  gtk_column_view_column_set_header_menu (view_column, G_MENU_MODEL (self->menu));
  g_signal_connect_object (view_column, "notify::fixed-width", G_CALLBACK (on_width_changed), self, G_CONNECT_SWAPPED);
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
  view_column = lamina_table_find_column (self->table, column);
  if (shown && !view_column)
    {
      guint position = find_position (self, column);

      /* A column that is added behind all others would not be seen where those take all room. */
      if (position == g_list_model_get_n_items (columns))
        {
          self->reveal_delay = 2;
          if (!self->reveal_tick)
            self->reveal_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_reveal_tick, self, NULL);
        }
      add_column (self, column, position);
    }
  /* Without any column there would be no heading to bring one back. */
  else if (!shown && view_column && g_list_model_get_n_items (columns) > 1)
    gtk_column_view_remove_column (self->view, view_column);
}

LAMINA_ACTION (on_toggled)
{
  LaminaLayerHeads *self = LAMINA_LAYER_HEADS (user_data);
  LaminaLayerColumn column;

  if (!self->run || !find_column (self, g_object_get_data (G_OBJECT (action), "column"), &column))
    return;
  lamina_layer_heads_set_shown (self, column, g_variant_get_boolean (parameter));
  g_simple_action_set_state (action, g_variant_new_boolean (lamina_table_find_column (self->table, column) != NULL));
}

/* Names of metrics may have anything in them, those of actions not: they are numbered. */
static void
add_item (LaminaLayerHeads  *self,
          LaminaLayerColumn  column,
          guint              i)
{
  LaminaTableColumn info;
  g_autofree char *name = g_strdup_printf ("c%u", i);
  g_autofree char *detailed = g_strconcat ("columns.", name, NULL);
  g_autoptr (GSimpleAction) action =
    g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (lamina_table_find_column (self->table, column) != NULL));

  g_object_set_data_full (G_OBJECT (action), "column", dup_name (self, column), g_free);
  g_signal_connect_object (action, "change-state", G_CALLBACK (on_toggled), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
  lamina_layer_column_describe (self->run, column, self->grouped, &info);
  g_menu_append (self->items, info.title, detailed);
}

static gboolean
is_among (const GArray      *columns,
          LaminaLayerColumn  column)
{
  for (guint i = 0; i < columns->len; i++)
    if (g_array_index (columns, LaminaLayerColumn, i) == column)
      return TRUE;
  return FALSE;
}

/* Attributes, of which there may be hundreds, and what is behind the first columns, of which a file may have any number, stand in
 * the menu as long as they are shown. */
static void
fill_menu (LaminaLayerHeads *self)
{
  g_autoptr (GArray) listed = lamina_table_columns_list (self->run, self->grouped);
  g_autoptr (GArray) shown = lamina_layer_heads_list (self);
  g_auto (GStrv) old = g_action_group_list_actions (G_ACTION_GROUP (self->actions));

  g_menu_remove_all (self->items);
  for (guint i = 0; old[i]; i++)
    g_action_map_remove_action (G_ACTION_MAP (self->actions), old[i]);
  if (listed->len > MOST_ITEMS)
    g_array_set_size (listed, MOST_ITEMS);
  for (guint i = 0; i < shown->len; i++)
    if (!is_among (listed, g_array_index (shown, LaminaLayerColumn, i)))
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
  g_autofree char *wanted = dup_name (self, column);

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

      if (find_column (self, g_object_get_data (G_OBJECT (action), "column"), &column))
        g_simple_action_set_state (G_SIMPLE_ACTION (action),
                                   g_variant_new_boolean (lamina_table_find_column (self->table, column) != NULL));
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
  lamina_layer_heads_get_sort (self, &column, &self->sorted_descending);
  if (column != self->first_sort || self->sorted_descending != self->first_descending)
    self->sorted = dup_name (self, column);
}

static void
sort_first (LaminaLayerHeads *self)
{
  LaminaLayerColumn first = lamina_table_columns_get_first_sort (self->run, self->grouped), kept;
  GtkColumnViewColumn *column = lamina_table_find_column (self->table, first);

  /* Numbers that are not shown stand in the order of execution. */
  if (!column && first == LAMINA_LAYER_COLUMN_INDEX)
    column = lamina_table_find_column (self->table, LAMINA_LAYER_COLUMN_ORDER);
  lamina_table_sort_by (self->table, column ? lamina_table_get_column (column)->id : LAMINA_TABLE_ALL_COLUMNS,
                        first == LAMINA_LAYER_COLUMN_ORDER || first == LAMINA_LAYER_COLUMN_INDEX ? GTK_SORT_ASCENDING
                                                                                                 : GTK_SORT_DESCENDING);
  lamina_layer_heads_get_sort (self, &self->first_sort, &self->first_descending);
  column = self->sorted && find_column (self, self->sorted, &kept) ? lamina_table_find_column (self->table, kept) : NULL;
  if (!column)
    return;
  /* Else the first heading stays marked beside it. */
  lamina_table_sort_by (self->table, LAMINA_TABLE_ALL_COLUMNS, GTK_SORT_ASCENDING);
  lamina_table_sort_by (self->table, lamina_table_get_column (column)->id,
                        self->sorted_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

static void
on_columns_changed (LaminaLayerHeads *self)
{
  if (self->building || !self->run)
    return;
  save_names (self);
  update_menu (self);
  lamina_column_fit_queue (lamina_table_get_fit (self->table));
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
  g_menu_append (reset, _("Default Columns"), "view.reset-layer-columns");
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (reset));
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (self->items));
}

LaminaLayerHeads *
lamina_layer_heads_new (LaminaTable *table)
{
  LaminaLayerHeads *self = g_object_new (LAMINA_TYPE_LAYER_HEADS, NULL);
  GtkColumnView *view = lamina_table_get_view (table);

  self->table = table;
  self->view = view;
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
  if (self->grouped != grouped)
    g_clear_pointer (&self->sorted, g_free);
  g_free (self->format);
  self->format = g_strdup (format);
  self->run = run;
  self->grouped = grouped;
  self->building = TRUE;
  lamina_table_remove_columns (self->table);
  wanted = list_wanted (self);
  for (guint i = 0; i < wanted->len; i++)
    add_column (self, g_array_index (wanted, LaminaLayerColumn, i), i);
  sort_first (self);
  fill_menu (self);
  self->building = FALSE;
  lamina_column_fit_divide (lamina_table_get_fit (self->table));
  g_signal_emit (self, signals[CHANGED], 0);
}

void
lamina_layer_heads_reset (LaminaLayerHeads *self)
{
  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  g_clear_handle_id (&self->save_timeout, g_source_remove);
  g_settings_reset (lamina_settings_get_default (), get_key (self));
  g_settings_reset (lamina_settings_get_default (), WIDTHS);
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
      LaminaLayerColumn column = lamina_table_get_column (view_column)->id;

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
      const LaminaTableColumn *shown = lamina_table_get_column (view_column);
      LaminaTableColumn info;

      if (!lamina_layer_column_is_attribute (shown->id) || shown->xalign > 0)
        continue;
      lamina_layer_column_describe (self->run, shown->id, self->grouped, &info);
      info.fixed = shown->fixed;
      if (info.xalign > 0)
        lamina_table_change_column (self->table, i, &info);
    }
}

void
lamina_layer_heads_fit (LaminaLayerHeads *self)
{
  GListModel *columns;

  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  columns = gtk_column_view_get_columns (self->view);
  /* What was measured of a run is good for all that is listed of it; groups and attributes that are read later differ. */
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (self->grouped || lamina_layer_column_is_attribute (lamina_table_get_column (column)->id))
        lamina_column_fit_forget (column);
    }
  /* Still before anything of it is laid out, but apart from making its rows, which takes as long. */
  lamina_column_fit_queue (lamina_table_get_fit (self->table));
}

void
lamina_layer_heads_get_sort (LaminaLayerHeads  *self,
                             LaminaLayerColumn *column,
                             gboolean          *descending)
{
  int sort = LAMINA_LAYER_COLUMN_ORDER;

  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  lamina_table_get_sort (self->table, &sort, descending);
  *column = (LaminaLayerColumn) sort;
}

gboolean
lamina_layer_heads_has (LaminaLayerHeads  *self,
                        LaminaLayerColumn  column)
{
  return lamina_table_find_column (self->table, column) != NULL;
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
