/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-table-private.h"

#include "lamina-chart-layout.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"

#include <math.h>

/*
 * Texts take what the numbers leave, and are at least as wide as the longest of them up to a bound, which is higher for what
 * rows are called.
 */
#define LEAST_TEXT_WIDTH 80
#define TEXT_WIDTH 150
#define MOST_LABEL_WIDTH 260
#define NUMBER_WIDTH 60

/* Numbers are as wide as the longest of so many rows, up to a bound: the table stands beside a chart and has little room. */
#define MEASURED_ROWS 200
#define MOST_NUMBER_WIDTH 180

/* Padding of a cell. */
#define CELL_ROOM 16

/* What a heading has beside its words: padding, and the arrow that says how rows are sorted. */
#define HEADING_ROOM 38

gboolean
_lamina_chart_table_is_text (LaminaChartTable *self,
                             guint             column)
{
  return lamina_chart_data_get_column (self->data, column)->kind == LAMINA_LAYER_VALUE_TEXT;
}

/* A column without a single value would only take room. */
static gboolean
has_values (LaminaChartTable *self,
            guint             column,
            guint             n)
{
  for (guint i = 0; i < n; i++)
    if (_lamina_chart_table_is_text (self, column) ? *lamina_chart_data_get_text (self->data, i, column) != '\0'
                               : !isnan (lamina_chart_data_get_number (self->data, i, column)))
      return TRUE;
  return FALSE;
}

static void
show_columns (LaminaChartTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n = lamina_chart_data_get_n_rows (self->data);

  for (guint i = 0; i < lamina_chart_data_get_n_columns (self->data); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_column_set_visible (column, has_values (self, i, n));
    }
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            gpointer                  user_data)
{
  GtkWidget *label = gtk_label_new (NULL);
  gboolean is_number = GPOINTER_TO_INT (user_data);

  gtk_label_set_xalign (GTK_LABEL (label), is_number ? 1 : 0);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label), is_number ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE);
  if (is_number)
    gtk_widget_add_css_class (label, "numeric");
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  gtk_list_item_set_child (item, label);
}

/* What stands in a cell. Layers are called as they are in the picture; the tooltip has all of their name. */
static char *
dup_text (LaminaChartTable       *self,
          guint                   row,
          guint                   column,
          const LaminaLayerValue *value)
{
  const LaminaChartColumn *field = lamina_chart_data_get_column (self->data, column);
  guint n;
  const guint32 *layers = lamina_chart_data_get_layers (self->data, row, &n);

  if (field->use != LAMINA_CHART_USE_LABEL || strcmp (field->key, "name") != 0 || n == 0)
    return lamina_layer_value_dup_text (value);
  return lamina_chart_dup_layer_label (lamina_document_get_run (lamina_chart_data_get_document (self->data),
                                                                lamina_chart_data_get_run (self->data)), layers[0]);
}

#define COLUMN "lamina-column"
#define MEASURED "lamina-measured"

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LaminaChartTable         *self)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), COLUMN));
  guint row = lamina_row_get_index (LAMINA_ROW (gtk_list_item_get_item (item)));
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *exact = NULL;

  if (!self->data || row >= lamina_chart_data_get_n_rows (self->data))
    return;
  lamina_chart_data_get_value (self->data, row, column, &value);
  text = dup_text (self, row, column, &value);
  exact = lamina_layer_value_dup_exact (&value);
  gtk_label_set_text (GTK_LABEL (label), text);
  lamina_widget_set_tooltip (label, exact);
  if (value.estimated)
    gtk_widget_add_css_class (label, "estimated");
  else
    gtk_widget_remove_css_class (label, "estimated");
}

static int
measure (LaminaChartTable *self,
         const char       *text,
         PangoAttribute   *attribute)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, attribute);
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return lamina_text_size_get_usual_length (width);
}

/* The longest of what stands in the first rows of a column. */
static char *
dup_longest (LaminaChartTable *self,
             guint             column)
{
  guint n = MIN (lamina_chart_data_get_n_rows (self->data), MEASURED_ROWS);
  g_autofree char *longest = g_strdup ("");
  glong most = 0;

  for (guint row = 0; row < n; row++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *text = NULL;

      lamina_chart_data_get_value (self->data, row, column, &value);
      text = dup_text (self, row, column, &value);
      if (g_utf8_strlen (text, -1) <= most)
        continue;
      most = g_utf8_strlen (text, -1);
      g_free (longest);
      longest = g_steal_pointer (&text);
    }
  return g_steal_pointer (&longest);
}

/* Wide enough for the heading and the numbers. */
static int
get_number_width (LaminaChartTable *self,
                  guint             column,
                  const char       *title)
{
  g_autofree char *longest = dup_longest (self, column);
  int heading = measure (self, title, pango_attr_weight_new (PANGO_WEIGHT_BOLD)) + HEADING_ROOM;
  int number = measure (self, longest, pango_attr_font_features_new ("tnum")) + CELL_ROOM;

  return MAX (MAX (heading, NUMBER_WIDTH), MIN (number, MOST_NUMBER_WIDTH));
}

/* What rows are called has room; other texts stand farther to the right. */
static int
get_text_width (LaminaChartTable *self,
                guint             column,
                const char       *title)
{
  gboolean is_label = lamina_chart_data_get_column (self->data, column)->use == LAMINA_CHART_USE_LABEL;
  g_autofree char *longest = dup_longest (self, column);
  int heading = measure (self, title, pango_attr_weight_new (PANGO_WEIGHT_BOLD)) + HEADING_ROOM;
  int text = measure (self, longest, pango_attr_font_features_new ("tnum")) + CELL_ROOM;

  return CLAMP (text, MAX (heading, LEAST_TEXT_WIDTH), MAX (is_label ? MOST_LABEL_WIDTH : TEXT_WIDTH, heading));
}

static void
add_column (LaminaChartTable *self,
            guint             i)
{
  const LaminaChartColumn *field = lamina_chart_data_get_column (self->data, i);
  gboolean is_number = !_lamina_chart_table_is_text (self, i);
  int width = is_number ? get_number_width (self, i, field->title) : get_text_width (self, i, field->title);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autofree char *hint = field->definition ? g_strdup_printf ("%s\n%s", field->title, field->definition)
                                            : g_strdup (field->title);
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_object_set_data (G_OBJECT (factory), COLUMN, GUINT_TO_POINTER (i));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), GINT_TO_POINTER (is_number));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), self);
  column = gtk_column_view_column_new (field->title, factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, !is_number);
  g_object_set_data (G_OBJECT (column), MEASURED, GINT_TO_POINTER (width));
  lamina_text_size_set_column_width (column, width);
  lamina_layer_sort_add (column, (LaminaLayerColumn) (LAMINA_CHART_TABLE_FIRST_NOTE + i));
  gtk_column_view_append_column (self->view, column);
  lamina_layer_sort_align_title (self->view, i, is_number ? 1 : 0, hint);
}

void
_lamina_chart_table_add_columns (LaminaChartTable *self)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (self->data); i++)
    add_column (self, i);
  show_columns (self);
}

/* A width that was measured before, which the user may have changed since, is taken to be wanted. */
void
_lamina_chart_table_widen_columns (LaminaChartTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  for (guint i = 0; i < lamina_chart_data_get_n_columns (self->data); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      int measured = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), MEASURED));
      int now = lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));
      int needed = _lamina_chart_table_is_text (self, i) ? 0 : get_number_width (self, i, gtk_column_view_column_get_title (column));

      if (needed <= measured)
        continue;
      g_object_set_data (G_OBJECT (column), MEASURED, GINT_TO_POINTER (needed));
      if (needed > now)
        lamina_text_size_set_column_width (column, needed);
    }
  show_columns (self);
}

gboolean
_lamina_chart_table_has_columns (LaminaChartTable *self,
                                 LaminaChartData  *data)
{
  guint n = data ? lamina_chart_data_get_n_columns (data) : 0;

  if (!self->data || !data || n != lamina_chart_data_get_n_columns (self->data))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const LaminaChartColumn *a = lamina_chart_data_get_column (self->data, i);
      const LaminaChartColumn *b = lamina_chart_data_get_column (data, i);

      if (strcmp (a->key, b->key) != 0 || strcmp (a->title, b->title) != 0 || a->kind != b->kind)
        return FALSE;
    }
  return TRUE;
}

void
_lamina_chart_table_remove_columns (LaminaChartTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
}
