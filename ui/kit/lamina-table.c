/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-table.h"

#include "lamina-action-table.h"
#include "lamina-gradual-selection.h"
#include "lamina-row-selection.h"
#include "lamina-table-cell.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaTable
{
  GObject parent_instance;

  GtkColumnView *view;
  const LaminaTableKind *kind; /* NULL when it is closed */
  gpointer owner;
  LaminaRowList *rows;
  GtkSelectionModel *selection;
  LaminaColumnFit *fit;
  gboolean own_change;
  int sorted;       /* what rows were sorted by before, or LAMINA_TABLE_UNSORTED */
  gboolean sorting; /* whether somebody says in which direction */
};

enum
{
  SORTED,
  PICKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];
static GQuark column_quark;
static GQuark table_quark;

G_DEFINE_FINAL_TYPE (LaminaTable, lamina_table, G_TYPE_OBJECT)

/* What the sorter that was asked last sorts by. Main thread only. */
static int noted = LAMINA_TABLE_UNSORTED;

/* GTK 4.8 does not tell the column that is sorted by. So each column has a sorter that compares nothing and notes that it was
 * asked. */
static int
note (gconstpointer a,
      gconstpointer b,
      gpointer      user_data)
{
  noted = GPOINTER_TO_INT (user_data);
  return -1;
}

static GtkColumnViewColumn *
find_sorted (LaminaTable *self,
             int          sort)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      /* The view keeps it. */
      if (lamina_table_get_column (column)->sort == sort)
        return column;
    }
  return NULL;
}

static void
sort_by (LaminaTable         *self,
         GtkColumnViewColumn *column,
         GtkSortType          direction)
{
  self->sorting = TRUE;
  gtk_column_view_sort_by_column (self->view, column, direction);
  self->sorting = FALSE;
}

/* Of numbers, people look for the largest: a click on a heading puts these first, where GTK begins with the smallest. */
static void
on_sorter_changed (LaminaTable *self)
{
  int sort = LAMINA_TABLE_UNSORTED;
  gboolean descending = FALSE, is_other;
  GtkColumnViewColumn *column;

  if (!self->kind)
    return;
  lamina_table_get_sort (self, &sort, &descending);
  is_other = sort != self->sorted;
  self->sorted = sort;
  column = is_other && !descending && !self->sorting && sort != LAMINA_TABLE_UNSORTED ? find_sorted (self, sort) : NULL;
  if (column && lamina_table_get_column (column)->xalign > 0 && !lamina_table_get_column (column)->is_place)
    sort_by (self, column, GTK_SORT_DESCENDING);
  else
    g_signal_emit (self, signals[SORTED], 0);
}

static void
on_selected (LaminaTable *self)
{
  guint position = gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (self->selection));

  if (self->kind && !self->own_change)
    g_signal_emit (self, signals[PICKED], 0,
                   position == GTK_INVALID_LIST_POSITION ? LAMINA_NONE : lamina_row_list_get_row (self->rows, position));
}

/* So many letters are wider than a column becomes. */
#define MOST_WHOLE 200

/* A column that is measured, and what its cells show; of a name whole, what it has behind its label, too. */
typedef struct
{
  LaminaTable *table;
  guint column;
  guint32 bits;
  gboolean whole;
  LaminaCellText line;
} Measured;

static const char *
show_row (gpointer shown,
          guint    row)
{
  Measured *measured = shown;
  LaminaTable *self = measured->table;
  gboolean number = measured->line.number;

  lamina_cell_text_clear (&measured->line);
  measured->line.number = number;
  measured->line.ellipsize = PANGO_ELLIPSIZE_END;
  self->kind->fill (self->owner, measured->column, row | measured->bits, &measured->line);
  lamina_cell_text_limit (&measured->line);
  return measured->line.text ? measured->line.text : "";
}

static void
write_out (LaminaCellText *line)
{
  char *end = line->text;

  line->label_length = 0;
  for (guint i = 0; end && *end && i < MOST_WHOLE; i++)
    end = g_utf8_next_char (end);
  if (end)
    *end = '\0';
}

static int
measure_row (gpointer shown,
             guint    row)
{
  Measured *measured = shown;
  LaminaTable *self = measured->table;
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self->view));
  int indent = self->kind->get_indent ? self->kind->get_indent (self->owner, measured->column, row | measured->bits) : 0;

  show_row (shown, row);
  if (measured->whole)
    write_out (&measured->line);
  return (measured->line.text ? lamina_cell_text_get_whole_width (&measured->line, context) : 0) + indent;
}

/* Rows are all that there are, whatever the filter: columns don't jump while it is typed. */
static int
measure_texts (GtkColumnViewColumn *column,
               LaminaColumnKind     kind,
               LaminaTable         *self,
               gboolean             whole)
{
  const LaminaTableColumn *info = lamina_table_get_column (column);
  Measured measured = { .table = self, .column = info->id, .whole = whole, .line = { .number = info->xalign > 0 } };
  guint n = 0;
  int width;

  self->kind->count (self->owner, &n, &measured.bits);
  width = lamina_column_fit_measure_rows (&measured, kind, n, show_row, measure_row);
  lamina_cell_text_clear (&measured.line);
  return self->kind->measure_more ? MAX (width, self->kind->measure_more (self->owner, info->id)) : width;
}

static int
measure (GtkColumnViewColumn *column,
         LaminaColumnKind     kind,
         gpointer             owner)
{
  return measure_texts (column, kind, owner, FALSE);
}

static int
measure_whole (GtkColumnViewColumn *column,
               LaminaColumnKind     kind,
               gpointer             owner)
{
  return measure_texts (column, kind, owner, TRUE);
}

static gboolean
get_kind (GtkColumnViewColumn *column,
          LaminaColumnKind    *kind,
          int                 *width,
          gpointer             owner)
{
  LaminaTable *self = owner;
  const LaminaTableColumn *info = lamina_table_get_column (column);
  guint n;
  guint32 bits;

  *kind = info->kind;
  *width = info->width;
  return !info->fixed && self->kind->count (self->owner, &n, &bits);
}

static const LaminaColumnFuncs fit_funcs = { get_kind, measure, measure_whole };

/* The cell at a place of the view, also where the place is beside what stands in it. */
static GtkWidget *
find_cell (LaminaTable *self,
           double       x,
           double       y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT);
  GtkWidget *cell = widget ? gtk_widget_get_ancestor (widget, LAMINA_TYPE_TABLE_CELL) : NULL;

  while (!cell && widget && widget != GTK_WIDGET (self->view))
    {
      GtkWidget *child = gtk_widget_get_first_child (widget);

      if (child && !LAMINA_IS_TABLE_CELL (child))
        child = gtk_widget_get_first_child (child);
      if (child && LAMINA_IS_TABLE_CELL (child))
        return child;
      widget = gtk_widget_get_parent (widget);
      if (widget && g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkColumnListView"))
        break;
    }
  return cell;
}

/* The row at a place of the view, or LAMINA_NONE. */
static guint
find_position (LaminaTable *self,
               double       x,
               double       y)
{
  GtkWidget *cell = find_cell (self, x, y);

  return cell ? lamina_row_list_find (self->rows, lamina_table_cell_get_row (LAMINA_TABLE_CELL (cell))) : LAMINA_NONE;
}

static void
popup_menu (GtkPopover *menu,
            double      x,
            double      y)
{
  gtk_popover_set_pointing_to (menu, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (menu);
}

static void
on_secondary (LaminaTable *self,
              int          n_press,
              double       x,
              double       y,
              GtkGesture  *gesture)
{
  guint position = find_position (self, x, y);
  GtkPopover *menu = g_object_get_qdata (G_OBJECT (gesture), table_quark);
  double menu_x, menu_y;

  if (position == LAMINA_NONE)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (!gtk_selection_model_is_selected (self->selection, position))
    gtk_selection_model_select_item (self->selection, position, TRUE);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->view), gtk_widget_get_parent (GTK_WIDGET (menu)), x, y, &menu_x, &menu_y);
  popup_menu (menu, menu_x, menu_y);
}

/* GTK 4.8 turns a selection round twice, for the cell and for its row, so that nothing happens. */
static void
on_primary (LaminaTable *self,
            int          n_press,
            double       x,
            double       y,
            GtkGesture  *gesture)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  guint position;

  if ((state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != GDK_CONTROL_MASK)
    return;
  position = find_position (self, x, y);
  if (position == LAMINA_NONE)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (gtk_selection_model_is_selected (self->selection, position))
    gtk_selection_model_unselect_item (self->selection, position);
  else
    gtk_selection_model_select_item (self->selection, position, FALSE);
}

static gboolean
on_menu_key (GtkWidget *view,
             GVariant  *arguments,
             gpointer   menu)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)));
  GtkWidget *parent = gtk_widget_get_parent (menu);

  if (gtk_bitset_is_empty (selected))
    return FALSE;
  popup_menu (menu, gtk_widget_get_width (parent) / 3.0, gtk_widget_get_height (parent) / 2.0);
  return TRUE;
}

/* Before the rows get to know of it. */
static GtkGesture *
add_click (LaminaTable *self,
           guint        button,
           GCallback    on_pressed)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), button);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "pressed", on_pressed, self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  return click;
}

void
lamina_table_set_menu (LaminaTable *self,
                       GtkPopover  *menu)
{
  GtkEventController *shortcuts;

  g_return_if_fail (LAMINA_IS_TABLE (self) && GTK_IS_POPOVER (menu));

  gtk_popover_set_has_arrow (menu, FALSE);
  gtk_widget_set_halign (GTK_WIDGET (menu), GTK_ALIGN_START);
  g_object_set_qdata (G_OBJECT (add_click (self, GDK_BUTTON_SECONDARY, G_CALLBACK (on_secondary))), table_quark, menu);
  shortcuts = gtk_shortcut_controller_new ();
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Menu|<Shift>F10"),
                                                          gtk_callback_action_new (on_menu_key, menu, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->view), shortcuts);
}

static void
lamina_table_dispose (GObject *object)
{
  LaminaTable *self = LAMINA_TABLE (object);

  g_clear_object (&self->fit);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (lamina_table_parent_class)->dispose (object);
}

static void
lamina_table_class_init (LaminaTableClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lamina_table_dispose;
  signals[SORTED] = g_signal_new ("sorted", LAMINA_TYPE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PICKED] = g_signal_new ("picked", LAMINA_TYPE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_UINT);
  column_quark = g_quark_from_static_string ("lamina-table-column");
  table_quark = g_quark_from_static_string ("lamina-table");
}

static void
lamina_table_init (LaminaTable *self)
{
  self->rows = lamina_row_list_new ();
}

LaminaTable *
lamina_table_new (GtkColumnView         *view,
                  const LaminaTableKind *kind,
                  gpointer               owner)
{
  LaminaTable *self;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);
  g_return_val_if_fail (kind != NULL && kind->fill != NULL, NULL);

  self = g_object_new (LAMINA_TYPE_TABLE, NULL);
  self->view = view;
  self->kind = kind;
  self->owner = owner;
  g_object_set_qdata (G_OBJECT (view), table_quark, self);
  if (kind->several)
    self->selection = GTK_SELECTION_MODEL (lamina_row_selection_new (G_LIST_MODEL (self->rows)));
  else
    {
      GtkSingleSelection *selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));

      gtk_single_selection_set_autoselect (selection, FALSE);
      gtk_single_selection_set_can_unselect (selection, TRUE);
      g_signal_connect_object (selection, "notify::selected", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
      self->selection = GTK_SELECTION_MODEL (selection);
    }
  if (kind->count)
    self->fit = lamina_column_fit_new (view, &fit_funcs, self);
  lamina_gradual_selection_attach (view, self->selection);
  if (kind->several)
    add_click (self, GDK_BUTTON_PRIMARY, G_CALLBACK (on_primary));
  g_signal_connect_object (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (on_sorter_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

void
lamina_table_close (LaminaTable *self)
{
  g_return_if_fail (LAMINA_IS_TABLE (self));

  g_clear_object (&self->fit);
  g_object_set_qdata (G_OBJECT (self->view), table_quark, NULL);
  self->kind = NULL;
  self->owner = NULL;
  self->view = NULL;
  g_object_unref (self);
}

LaminaTable *
lamina_table_get (GtkColumnView *view)
{
  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);
  return g_object_get_qdata (G_OBJECT (view), table_quark);
}

GtkColumnView *
lamina_table_get_view (LaminaTable *self)
{
  g_return_val_if_fail (LAMINA_IS_TABLE (self), NULL);
  return self->view;
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            LaminaTable              *self)
{
  gtk_list_item_set_child (item, lamina_table_cell_new (self, g_object_get_qdata (G_OBJECT (factory), column_quark), item));
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           gpointer                  user_data)
{
  lamina_table_cell_refresh (LAMINA_TABLE_CELL (gtk_list_item_get_child (item)));
}

static GtkWidget *
get_nth_child (GtkWidget *parent,
               guint      position)
{
  GtkWidget *child = parent ? gtk_widget_get_first_child (parent) : NULL;

  while (child && position-- > 0)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/*
 * GTK has no call for it: the first child of the view is the row of headings, each of which holds a box with the
 * label and, behind it, the arrow. At the right the arrow goes before the label, so that the label ends where the
 * numbers do.
 */
static void
align_title (LaminaTable *self,
             guint        position,
             float        xalign,
             const char  *hint)
{
  GtkWidget *title = get_nth_child (gtk_widget_get_first_child (GTK_WIDGET (self->view)), position);
  GtkWidget *box = get_nth_child (title, 0);

  if (title)
    lamina_widget_set_tooltip (title, hint);
  if (!GTK_IS_BOX (box) || xalign <= 0)
    return;
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  if (GTK_IS_LABEL (gtk_widget_get_first_child (box)))
    gtk_box_reorder_child_after (GTK_BOX (box), gtk_widget_get_last_child (box), NULL);
}

static void
describe (GObject                 *object,
          const LaminaTableColumn *column)
{
  LaminaTableColumn *info = g_memdup2 (column, sizeof *column);

  info->title = info->hint = NULL;
  g_object_set_qdata_full (object, column_quark, info, g_free);
}

GtkColumnViewColumn *
lamina_table_insert_column (LaminaTable             *self,
                            guint                    position,
                            const LaminaTableColumn *column)
{
  GtkListItemFactory *factory;
  g_autoptr (GtkColumnViewColumn) view_column = NULL;

  g_return_val_if_fail (LAMINA_IS_TABLE (self) && column != NULL, NULL);

  factory = gtk_signal_list_item_factory_new ();
  view_column = gtk_column_view_column_new (column->title, factory);
  describe (G_OBJECT (view_column), column);
  describe (G_OBJECT (factory), column);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cell), self, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (bind_cell), NULL);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, column->expand);
  if (column->width > 0)
    lamina_column_fit_set_first_width (view_column, column->width);
  if (column->sort != LAMINA_TABLE_UNSORTED)
    {
      g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (note, GINT_TO_POINTER (column->sort), NULL));

      gtk_column_view_column_set_sorter (view_column, sorter);
    }
  gtk_column_view_insert_column (self->view, position, view_column);
  /* Its heading stands behind the others until they get their places. */
  align_title (self, g_list_model_get_n_items (gtk_column_view_get_columns (self->view)) - 1, column->xalign, column->hint);
  /* The view keeps it. */
  return view_column;
}

void
lamina_table_change_column (LaminaTable             *self,
                            guint                    position,
                            const LaminaTableColumn *column)
{
  g_autoptr (GtkColumnViewColumn) view_column = NULL;

  g_return_if_fail (LAMINA_IS_TABLE (self) && column != NULL);

  view_column = g_list_model_get_item (gtk_column_view_get_columns (self->view), position);
  g_return_if_fail (view_column != NULL);
  describe (G_OBJECT (view_column), column);
  align_title (self, position, column->xalign, column->hint);
}

void
lamina_table_append_columns (LaminaTable             *self,
                             const LaminaTableColumn *columns,
                             guint                    n)
{
  g_return_if_fail (LAMINA_IS_TABLE (self));

  for (guint i = 0; i < n; i++)
    {
      LaminaTableColumn column = columns[i];

      column.title = _(column.title);
      column.hint = column.hint ? _(column.hint) : NULL;
      lamina_table_insert_column (self, g_list_model_get_n_items (gtk_column_view_get_columns (self->view)), &column);
    }
}

void
lamina_table_remove_columns (LaminaTable *self)
{
  GListModel *columns;

  g_return_if_fail (LAMINA_IS_TABLE (self));

  columns = gtk_column_view_get_columns (self->view);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
}

GtkColumnViewColumn *
lamina_table_find_column (LaminaTable *self,
                          guint        id)
{
  GListModel *columns;

  g_return_val_if_fail (LAMINA_IS_TABLE (self), NULL);

  columns = gtk_column_view_get_columns (self->view);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      /* The view keeps it. */
      if (lamina_table_get_column (column)->id == id)
        return column;
    }
  return NULL;
}

const LaminaTableColumn *
lamina_table_get_column (GtkColumnViewColumn *column)
{
  return g_object_get_qdata (G_OBJECT (column), column_quark);
}

void
lamina_table_show_column (LaminaTable *self,
                          guint        id,
                          gboolean     shown)
{
  GtkColumnViewColumn *column = lamina_table_find_column (self, id);

  g_return_if_fail (column != NULL);

  if (gtk_column_view_column_get_visible (column) == shown)
    return;
  gtk_column_view_column_set_visible (column, shown);
  lamina_column_fit_set_first_width (column, shown ? lamina_table_get_column (column)->width : 0);
}

void
lamina_table_set_spare (LaminaTable *self,
                        guint        id,
                        gboolean     is_spare)
{
  GtkColumnViewColumn *column = lamina_table_find_column (self, id);

  g_return_if_fail (column != NULL);

  lamina_column_fit_set_spare (column, is_spare ? lamina_table_get_column (column)->width : 0);
}

gboolean
lamina_table_get_sort (LaminaTable *self,
                       int         *sort,
                       gboolean    *descending)
{
  g_autoptr (GObject) a = NULL;
  g_autoptr (GObject) b = NULL;
  GtkOrdering ordering;

  g_return_val_if_fail (LAMINA_IS_TABLE (self), FALSE);

  a = g_object_new (G_TYPE_OBJECT, NULL);
  b = g_object_new (G_TYPE_OBJECT, NULL);
  noted = LAMINA_TABLE_UNSORTED;
  ordering = gtk_sorter_compare (gtk_column_view_get_sorter (self->view), a, b);
  *descending = ordering == GTK_ORDERING_LARGER;
  if (noted == LAMINA_TABLE_UNSORTED)
    return FALSE;
  *sort = noted;
  return TRUE;
}

void
lamina_table_sort_by (LaminaTable *self,
                      guint        id,
                      GtkSortType  direction)
{
  GtkColumnViewColumn *column = lamina_table_find_column (self, id);

  if (column || id == LAMINA_TABLE_ALL_COLUMNS)
    sort_by (self, column, direction);
}

LAMINA_ACTION (on_sort)
{
  LaminaTable *self = LAMINA_TABLE (user_data);
  GtkColumnViewColumn *column = lamina_table_find_column (self, (guint) g_variant_get_int32 (parameter));
  gboolean descending;
  int sorted;

  if (!column)
    return;
  if (!lamina_table_get_sort (self, &sorted, &descending) || sorted != lamina_table_get_column (column)->sort)
    descending = lamina_table_get_column (column)->xalign == 0 || lamina_table_get_column (column)->is_place;
  sort_by (self, column, descending ? GTK_SORT_ASCENDING : GTK_SORT_DESCENDING);
}

static void
fill_sort_menu (GMenu      *menu,
                guint       position,
                guint       removed,
                guint       added,
                GListModel *columns)
{
  g_menu_remove_all (menu);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autoptr (GMenuItem) item = g_menu_item_new (gtk_column_view_column_get_title (column), NULL);

      g_menu_item_set_action_and_target (item, "sorting.sort", "i", (gint32) lamina_table_get_column (column)->id);
      if (gtk_column_view_column_get_sorter (column))
        g_menu_append_item (menu, item);
    }
}

GMenuModel *
lamina_table_create_sort_menu (LaminaTable *self,
                               GtkWidget   *button)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) sort = g_simple_action_new ("sort", G_VARIANT_TYPE_INT32);
  GListModel *columns = gtk_column_view_get_columns (self->view);
  GMenu *menu = g_menu_new ();

  g_signal_connect_object (sort, "activate", G_CALLBACK (on_sort), self, 0);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (sort));
  gtk_widget_insert_action_group (button, "sorting", G_ACTION_GROUP (actions));
  g_signal_connect_object (columns, "items-changed", G_CALLBACK (fill_sort_menu), menu, G_CONNECT_SWAPPED);
  fill_sort_menu (menu, 0, 0, 0, columns);
  return G_MENU_MODEL (menu);
}

LaminaRowList *
lamina_table_get_rows (LaminaTable *self)
{
  g_return_val_if_fail (LAMINA_IS_TABLE (self), NULL);
  return self->rows;
}

GtkSelectionModel *
lamina_table_get_selection (LaminaTable *self)
{
  g_return_val_if_fail (LAMINA_IS_TABLE (self), NULL);
  return self->selection;
}

void
lamina_table_set_rows (LaminaTable *self,
                       guint32     *rows,
                       guint        n)
{
  g_return_if_fail (LAMINA_IS_TABLE (self));

  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, rows, n);
  self->own_change = FALSE;
}

void
lamina_table_number_rows (LaminaTable *self,
                          guint        n)
{
  guint32 *rows = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  lamina_table_set_rows (self, rows, n);
}

void
lamina_table_pick (LaminaTable *self,
                   guint32      row)
{
  guint position;

  g_return_if_fail (LAMINA_IS_TABLE (self) && GTK_IS_SINGLE_SELECTION (self->selection));

  position = row == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->rows, row);
  if (position == LAMINA_NONE)
    position = GTK_INVALID_LIST_POSITION;
  self->own_change = TRUE;
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (self->selection), position);
  self->own_change = FALSE;
  lamina_gradual_selection_scroll_to (self->view, position);
}

static void
refresh (GtkWidget *widget,
         guint      column)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (!LAMINA_IS_TABLE_CELL (child))
      refresh (child, column);
    else if (column == LAMINA_TABLE_ALL_COLUMNS || lamina_table_cell_get_column (LAMINA_TABLE_CELL (child)) == column)
      lamina_table_cell_refresh (LAMINA_TABLE_CELL (child));
}

void
lamina_table_refresh (LaminaTable *self,
                      guint        column)
{
  g_return_if_fail (LAMINA_IS_TABLE (self));
  refresh (GTK_WIDGET (self->view), column);
}

LaminaColumnFit *
lamina_table_get_fit (LaminaTable *self)
{
  g_return_val_if_fail (LAMINA_IS_TABLE (self), NULL);
  return self->fit;
}

const LaminaTableKind *
lamina_table_ask (LaminaTable *self,
                  gpointer    *owner)
{
  *owner = self->owner;
  return self->kind;
}
