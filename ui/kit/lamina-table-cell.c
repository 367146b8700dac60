/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-table-cell.h"

#include "lamina-widget.h"

struct _LaminaTableCell
{
  GtkWidget parent_instance;

  LaminaTable *table;
  GtkListItem *item;
  guint column;
  gboolean number;
  LaminaCellText line;
};

G_DEFINE_FINAL_TYPE (LaminaTableCell, lamina_table_cell, GTK_TYPE_WIDGET)

static int
get_indent (LaminaTableCell *self)
{
  gpointer owner;
  const LaminaTableKind *kind = lamina_table_ask (self->table, &owner);
  guint32 row = lamina_table_cell_get_row (self);

  return kind && kind->get_indent ? kind->get_indent (owner, self->column, row) : 0;
}

static void
make_text (LaminaTableCell *self)
{
  gpointer owner;
  const LaminaTableKind *kind = lamina_table_ask (self->table, &owner);
  guint32 row = lamina_table_cell_get_row (self);

  if (!kind || row == LAMINA_NONE)
    return;
  self->line.number = self->number;
  self->line.ellipsize = PANGO_ELLIPSIZE_END;
  kind->fill (owner, self->column, row, &self->line);
  lamina_cell_text_limit (&self->line);
  if (self->line.text)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->line.text, -1);
}

static void
lamina_table_cell_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  LaminaTableCell *self = LAMINA_TABLE_CELL (widget);
  gpointer owner;
  const LaminaTableKind *kind = lamina_table_ask (self->table, &owner);
  guint32 row = lamina_table_cell_get_row (self);
  int indent = get_indent (self);

  if (!kind || row == LAMINA_NONE)
    return;
  if (kind->draw)
    kind->draw (owner, self->column, row, widget, snapshot);
  if (*lamina_table_cell_get_text (self))
    lamina_cell_text_draw (&self->line, widget, snapshot, lamina_cell_is_mirrored (widget) ? 0 : indent,
                           gtk_widget_get_width (widget) - indent);
}

static void
lamina_table_cell_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  lamina_cell_measure (widget, orientation, get_indent (LAMINA_TABLE_CELL (widget)), minimum, natural, minimum_baseline,
                       natural_baseline);
}

static void
lamina_table_cell_css_changed (GtkWidget         *widget,
                               GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lamina_table_cell_parent_class)->css_changed (widget, change);
  lamina_cell_text_forget_layout (&LAMINA_TABLE_CELL (widget)->line);
}

static void
lamina_table_cell_direction_changed (GtkWidget        *widget,
                                     GtkTextDirection  previous)
{
  GTK_WIDGET_CLASS (lamina_table_cell_parent_class)->direction_changed (widget, previous);
  lamina_cell_text_forget_layout (&LAMINA_TABLE_CELL (widget)->line);
}

/* A tooltip that says what stands there already only covers the rows below. */
static gboolean
lamina_table_cell_query_tooltip (GtkWidget  *widget,
                                 int         x,
                                 int         y,
                                 gboolean    keyboard,
                                 GtkTooltip *tooltip)
{
  LaminaTableCell *self = LAMINA_TABLE_CELL (widget);
  g_autofree char *hint = lamina_table_cell_dup_hint (self);
  g_autofree char *shown = NULL;

  if (!hint || (g_str_has_suffix (lamina_table_cell_get_text (self), hint) && !lamina_table_cell_is_cut (self)))
    return FALSE;
  shown = lamina_widget_dup_tip (hint);
  gtk_tooltip_set_text (tooltip, shown);
  return TRUE;
}

static void
on_pressed (LaminaTableCell *self,
            int              n_press,
            double           x,
            double           y,
            GtkGesture      *gesture)
{
  gpointer owner;
  const LaminaTableKind *kind = lamina_table_ask (self->table, &owner);
  guint32 row = lamina_table_cell_get_row (self);
  double from_start = lamina_cell_is_mirrored (GTK_WIDGET (self)) ? gtk_widget_get_width (GTK_WIDGET (self)) - x : x;

  if (kind && kind->click && row != LAMINA_NONE && kind->click (owner, self->column, row, from_start))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
lamina_table_cell_dispose (GObject *object)
{
  LaminaTableCell *self = LAMINA_TABLE_CELL (object);

  self->item = NULL;
  lamina_cell_text_clear (&self->line);
  G_OBJECT_CLASS (lamina_table_cell_parent_class)->dispose (object);
}

static void
lamina_table_cell_finalize (GObject *object)
{
  g_object_unref (LAMINA_TABLE_CELL (object)->table);
  G_OBJECT_CLASS (lamina_table_cell_parent_class)->finalize (object);
}

static void
lamina_table_cell_class_init (LaminaTableCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_table_cell_dispose;
  G_OBJECT_CLASS (class)->finalize = lamina_table_cell_finalize;
  widget_class->snapshot = lamina_table_cell_snapshot;
  widget_class->css_changed = lamina_table_cell_css_changed;
  widget_class->direction_changed = lamina_table_cell_direction_changed;
  widget_class->measure = lamina_table_cell_measure;
  widget_class->query_tooltip = lamina_table_cell_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "tablecell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
lamina_table_cell_init (LaminaTableCell *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
lamina_table_cell_new (LaminaTable             *table,
                       const LaminaTableColumn *column,
                       GtkListItem             *item)
{
  LaminaTableCell *self = g_object_new (LAMINA_TYPE_TABLE_CELL, NULL);
  gpointer owner;
  const LaminaTableKind *kind = lamina_table_ask (table, &owner);

  self->table = g_object_ref (table);
  self->item = item;
  self->column = column->id;
  self->number = column->xalign > 0;
  if (kind && kind->click && kind->click (owner, column->id, LAMINA_NONE, 0))
    {
      GtkGesture *click = gtk_gesture_click_new ();

      g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, G_CONNECT_SWAPPED);
      gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
    }
  return GTK_WIDGET (self);
}

void
lamina_table_cell_refresh (LaminaTableCell *self)
{
  g_return_if_fail (LAMINA_IS_TABLE_CELL (self));

  lamina_cell_text_clear (&self->line);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

guint32
lamina_table_cell_get_row (LaminaTableCell *self)
{
  LaminaRow *row;

  g_return_val_if_fail (LAMINA_IS_TABLE_CELL (self), LAMINA_NONE);

  row = self->item ? gtk_list_item_get_item (self->item) : NULL;
  return row ? lamina_row_get_index (row) : LAMINA_NONE;
}

guint
lamina_table_cell_get_column (LaminaTableCell *self)
{
  g_return_val_if_fail (LAMINA_IS_TABLE_CELL (self), 0);
  return self->column;
}

const char *
lamina_table_cell_get_text (LaminaTableCell *self)
{
  const char *text = lamina_table_cell_get_line (self)->text;

  return text ? text : "";
}

char *
lamina_table_cell_dup_hint (LaminaTableCell *self)
{
  gpointer owner;
  const LaminaTableKind *kind;
  guint32 row;

  g_return_val_if_fail (LAMINA_IS_TABLE_CELL (self), NULL);

  kind = lamina_table_ask (self->table, &owner);
  row = lamina_table_cell_get_row (self);
  return kind && kind->dup_hint && row != LAMINA_NONE ? kind->dup_hint (owner, self->column, row) : NULL;
}

LaminaCellText *
lamina_table_cell_get_line (LaminaTableCell *self)
{
  g_return_val_if_fail (LAMINA_IS_TABLE_CELL (self), NULL);

  if (!self->line.text)
    make_text (self);
  return &self->line;
}

gboolean
lamina_table_cell_is_cut (LaminaTableCell *self)
{
  return *lamina_table_cell_get_text (self) != '\0'
         && lamina_cell_text_is_cut (&self->line, GTK_WIDGET (self), gtk_widget_get_width (GTK_WIDGET (self)) - get_indent (self));
}

int
lamina_table_cell_get_whole_width (LaminaTableCell *self,
                                   PangoContext    *context)
{
  LaminaCellText *line = lamina_table_cell_get_line (self);

  return (line->text ? lamina_cell_text_get_whole_width (line, context) : 0) + get_indent (self);
}
