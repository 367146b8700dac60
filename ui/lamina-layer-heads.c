/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-heads.h"

#include "lamina-layer-sort.h"
#include "lamina-settings.h"
#include "lamina-text-size.h"

#include <glib/gi18n.h>

#define WIDTHS "layer-column-widths"

/* How long after the last change of a width it is written down: dragging changes it with every pixel. */
#define SAVE_DELAY_MS 400

struct _LaminaLayerHeads
{
  GObject parent_instance;

  GtkColumnView *view;
  LaminaLayerFactoryFunc func;
  gpointer user_data;
  LaminaRun *run;
  gboolean grouped;
  gboolean building;
  guint save_timeout;
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
static GQuark column_quark;

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

/* The column of this document that has a name, if any does. */
static gboolean
find_column (LaminaLayerHeads  *self,
             GArray            *available,
             const char        *name,
             LaminaLayerColumn *column)
{
  for (guint i = 0; i < available->len; i++)
    {
      g_autofree char *other = lamina_table_column_dup_name (self->run, g_array_index (available, LaminaLayerColumn, i));

      if (g_str_equal (name, other))
        {
          *column = g_array_index (available, LaminaLayerColumn, i);
          return TRUE;
        }
    }
  return FALSE;
}

/* What the user chose, as far as the document has it; else what suits it. */
static GArray *
list_wanted (LaminaLayerHeads *self)
{
  g_autoptr (GArray) available = lamina_table_columns_list (self->run, self->grouped);
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (LaminaLayerColumn));
  g_auto (GStrv) names = g_settings_get_strv (lamina_settings_get_default (), get_key (self));

  for (guint i = 0; names[i]; i++)
    {
      LaminaLayerColumn column;

      if (find_column (self, available, names[i], &column) && !contains (wanted, column))
        g_array_append_val (wanted, column);
    }
  return wanted->len > 0 ? g_steal_pointer (&wanted) : lamina_table_columns_list_default (self->run, self->grouped);
}

static int
find_width (LaminaLayerHeads  *self,
            LaminaLayerColumn  column)
{
  g_autoptr (GVariant) widths = g_settings_get_value (lamina_settings_get_default (), WIDTHS);
  g_autofree char *name = lamina_table_column_dup_name (self->run, column);
  int width;

  return g_variant_lookup (widths, name, "i", &width) ? CLAMP (width, 24, 2000) : -1;
}

/* Names that the document has no column for stay behind those that are shown: another document may have one. */
static void
save_names (LaminaLayerHeads *self)
{
  g_autoptr (GArray) shown = lamina_layer_heads_list (self);
  g_autoptr (GArray) available = lamina_table_columns_list (self->run, self->grouped);
  g_auto (GStrv) old = g_settings_get_strv (lamina_settings_get_default (), get_key (self));
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < shown->len; i++)
    {
      g_autofree char *name = lamina_table_column_dup_name (self->run, g_array_index (shown, LaminaLayerColumn, i));

      g_strv_builder_add (names, name);
    }
  for (guint i = 0; old[i]; i++)
    {
      LaminaLayerColumn column;

      if (!find_column (self, available, old[i], &column))
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
  g_auto (GVariantDict) widths;

  g_variant_dict_init (&widths, NULL);
  for (gsize i = 0; i < g_variant_n_children (old); i++)
    {
      const char *name;
      int width;

      g_variant_get_child (old, i, "{&si}", &name, &width);
      g_variant_dict_insert (&widths, name, "i", width);
    }
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autofree char *name = lamina_table_column_dup_name (self->run, lamina_layer_heads_get_column (column));
      int width = lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));

      if (width > 0 && width != GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), "first-width")))
        g_variant_dict_insert (&widths, name, "i", width);
    }
  /* A dictionary of integers, not of variants. */
  {
    g_autoptr (GVariant) all = g_variant_ref_sink (g_variant_dict_end (&widths));
    GVariantBuilder builder;

    g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{si}"));
    for (gsize i = 0; i < g_variant_n_children (all); i++)
      {
        g_autoptr (GVariant) value = NULL;
        const char *name;

        g_variant_get_child (all, i, "{&sv}", &name, &value);
        g_variant_builder_add (&builder, "{si}", name, g_variant_get_int32 (value));
      }
    g_settings_set_value (lamina_settings_get_default (), WIDTHS, g_variant_builder_end (&builder));
  }
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
on_width_changed (LaminaLayerHeads *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->building)
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
  int width = find_width (self, column);

  lamina_table_column_get_info (self->run, column, self->grouped, &info);
  view_column = gtk_column_view_column_new (info.title, self->func (column, self->user_data));
  g_object_set_qdata (G_OBJECT (view_column), column_quark, GUINT_TO_POINTER (column));
  g_object_set_data (G_OBJECT (view_column), "first-width", GINT_TO_POINTER (width > 0 ? width : info.width));
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, info.expand);
  gtk_column_view_column_set_header_menu (view_column, G_MENU_MODEL (self->menu));
  lamina_text_size_set_column_width (view_column, width > 0 ? width : info.width);
  if (column != LAMINA_LAYER_COLUMN_HISTOGRAM)
    lamina_layer_sort_add (view_column, column);
  gtk_column_view_insert_column (self->view, position, view_column);
  g_signal_connect_object (view_column, "notify::fixed-width", G_CALLBACK (on_width_changed), self, G_CONNECT_SWAPPED);
  /* Its heading stands behind the others until they get their places. */
  lamina_layer_sort_align_title (self->view, g_list_model_get_n_items (gtk_column_view_get_columns (self->view)) - 1,
                                 info.xalign, info.hint);
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

/* Where a column that is shown now goes: behind the last one of those that are offered before it. */
static guint
find_position (LaminaLayerHeads  *self,
               LaminaLayerColumn  column)
{
  g_autoptr (GArray) available = lamina_table_columns_list (self->run, self->grouped);
  g_autoptr (GArray) shown = lamina_layer_heads_list (self);
  guint position = 0;

  for (guint i = 0; i < available->len && g_array_index (available, LaminaLayerColumn, i) != column; i++)
    for (guint k = position; k < shown->len; k++)
      if (g_array_index (shown, LaminaLayerColumn, k) == g_array_index (available, LaminaLayerColumn, i))
        position = k + 1;
  return position;
}

static void
on_toggled (GSimpleAction *action,
            GVariant      *state,
            gpointer       user_data)
{
  LaminaLayerHeads *self = LAMINA_LAYER_HEADS (user_data);
  g_autoptr (GArray) available = lamina_table_columns_list (self->run, self->grouped);
  LaminaLayerColumn column;
  GtkColumnViewColumn *shown;

  if (!find_column (self, available, g_object_get_data (G_OBJECT (action), "column"), &column))
    return;
  shown = find_view_column (self, column);
  if (g_variant_get_boolean (state) && !shown)
    add_column (self, column, find_position (self, column));
  /* Without any column there would be no heading to bring one back. */
  else if (!g_variant_get_boolean (state) && shown
           && g_list_model_get_n_items (gtk_column_view_get_columns (self->view)) > 1)
    gtk_column_view_remove_column (self->view, shown);
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

  g_object_set_data_full (G_OBJECT (action), "column", lamina_table_column_dup_name (self->run, column), g_free);
  g_signal_connect_object (action, "change-state", G_CALLBACK (on_toggled), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
  lamina_table_column_get_info (self->run, column, self->grouped, &info);
  g_menu_append (self->items, info.title, detailed);
}

static void
fill_menu (LaminaLayerHeads *self)
{
  g_autoptr (GArray) available = lamina_table_columns_list (self->run, self->grouped);
  g_auto (GStrv) old = g_action_group_list_actions (G_ACTION_GROUP (self->actions));

  g_menu_remove_all (self->items);
  for (guint i = 0; old[i]; i++)
    g_action_map_remove_action (G_ACTION_MAP (self->actions), old[i]);
  for (guint i = 0; i < available->len; i++)
    add_item (self, g_array_index (available, LaminaLayerColumn, i), i);
}

static void
sort_first (LaminaLayerHeads *self)
{
  GtkColumnViewColumn *column =
    find_view_column (self, self->grouped ? LAMINA_LAYER_COLUMN_DURATION : LAMINA_LAYER_COLUMN_ORDER);

  gtk_column_view_sort_by_column (self->view, column, self->grouped ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

static void
on_columns_changed (LaminaLayerHeads *self)
{
  if (self->building)
    return;
  save_names (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
lamina_layer_heads_dispose (GObject *object)
{
  LaminaLayerHeads *self = LAMINA_LAYER_HEADS (object);

  if (self->save_timeout)
    {
      g_clear_handle_id (&self->save_timeout, g_source_remove);
      save_widths (self);
    }
  g_clear_object (&self->menu);
  g_clear_object (&self->items);
  g_clear_object (&self->actions);
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
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (self->items));
  g_menu_append (reset, _("Usual Columns"), "view.reset-layer-columns");
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (reset));
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
  gtk_widget_insert_action_group (GTK_WIDGET (view), "columns", G_ACTION_GROUP (self->actions));
  g_signal_connect_object (gtk_column_view_get_columns (view), "items-changed", G_CALLBACK (on_columns_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

void
lamina_layer_heads_set_run (LaminaLayerHeads *self,
                            LaminaRun        *run,
                            gboolean          grouped)
{
  g_autoptr (GArray) wanted = NULL;

  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  if (self->save_timeout)
    {
      g_clear_handle_id (&self->save_timeout, g_source_remove);
      save_widths (self);
    }
  self->run = run;
  self->grouped = grouped;
  self->building = TRUE;
  remove_columns (self);
  wanted = list_wanted (self);
  for (guint i = 0; i < wanted->len; i++)
    add_column (self, g_array_index (wanted, LaminaLayerColumn, i), i);
  sort_first (self);
  fill_menu (self);
  self->building = FALSE;
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
    lamina_layer_heads_set_run (self, self->run, self->grouped);
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
