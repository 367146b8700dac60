/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-table.h"

#include "lamina-chart-layout.h"
#include "lamina-chart-selection.h"
#include "lamina-chart-store.h"
#include "lamina-job.h"
#include "lamina-layer-text.h"
#include "lamina-table.h"
#include "lamina-text-size.h"
#include "lamina-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <math.h>

/* More rows than this are sorted in a thread. */
#define MANY 20000

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

/* Of fewer rows all are seen at once: nothing need be left out. */
#define FEWEST_TO_FILTER 12

/* What a heading has beside its words: padding, and the arrow that says how rows are sorted. */
#define HEADING_ROOM 38

struct _LaminaChartTable
{
  GtkWidget parent_instance;

  LaminaSession *session;
  LaminaChartData *data;
  GtkColumnView *view;
  LaminaTable *table;
  GtkWidget *tools;
  GtkEditable *entry;
  GtkLabel *count;
  GCancellable *job;
  guint filling;
  gboolean own_change;
};

G_DEFINE_FINAL_TYPE (LaminaChartTable, lamina_chart_table, GTK_TYPE_WIDGET)

static gboolean
is_text (LaminaChartTable *self,
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
    if (is_text (self, column) ? *lamina_chart_data_get_text (self->data, i, column) != '\0'
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
    return lamina_layer_value_dup_cell (value);
  return lamina_chart_dup_layer_label (lamina_document_get_run (lamina_chart_data_get_document (self->data),
                                                                lamina_chart_data_get_run (self->data)), layers[0]);
}

static void
fill_cell (gpointer        owner,
           guint           column,
           guint32         row,
           LaminaCellText *line)
{
  LaminaChartTable *self = owner;
  g_auto (LaminaLayerValue) value = { 0 };

  if (!self->data || row >= lamina_chart_data_get_n_rows (self->data))
    return;
  lamina_chart_data_get_value (self->data, row, column, &value);
  line->text = dup_text (self, row, column, &value);
  line->estimated = value.estimated;
  line->ellipsize = line->number ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE;
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaChartTable *self = owner;
  g_auto (LaminaLayerValue) value = { 0 };

  if (!self->data || row >= lamina_chart_data_get_n_rows (self->data))
    return NULL;
  lamina_chart_data_get_value (self->data, row, column, &value);
  return lamina_layer_value_dup_hint (&value);
}

static const LaminaTableKind table_kind = { .fill = fill_cell, .dup_hint = dup_hint };

#define MEASURED "lamina-measured"

static PangoLayout *
create_layout (LaminaChartTable *self,
               PangoAttribute   *attribute)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), NULL);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, attribute);
  pango_layout_set_attributes (layout, attributes);
  return layout;
}

static int
measure (PangoLayout *layout,
         const char  *text)
{
  int width;

  pango_layout_set_text (layout, text, -1);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return lamina_text_size_get_usual_length (width);
}

/* How wide the widest of what stands in the first rows of a column is. Only texts with most letters are measured: `ms` is wider
 * than `µs`. */
static int
measure_rows (LaminaChartTable *self,
              guint             column)
{
  guint n = MIN (lamina_chart_data_get_n_rows (self->data), MEASURED_ROWS);
  g_autoptr (PangoLayout) layout = create_layout (self, pango_attr_font_features_new ("tnum"));
  glong most = 0;
  int widest = 0;

  for (guint row = 0; row < n; row++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *text = NULL;
      glong length;

      lamina_chart_data_get_value (self->data, row, column, &value);
      text = dup_text (self, row, column, &value);
      length = g_utf8_strlen (text, -1);
      if (length < most)
        continue;
      widest = length > most ? measure (layout, text) : MAX (widest, measure (layout, text));
      most = length;
    }
  return widest;
}

/* Wide enough for the heading and the numbers. What rows are called has room; other texts stand farther to the right. */
static int
get_width (LaminaChartTable *self,
           guint             column,
           const char       *title)
{
  gboolean is_label = lamina_chart_data_get_column (self->data, column)->use == LAMINA_CHART_USE_LABEL;
  g_autoptr (PangoLayout) bold = create_layout (self, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  int heading = measure (bold, title) + HEADING_ROOM;
  int text = measure_rows (self, column) + CELL_ROOM;

  if (!is_text (self, column))
    return MAX (MAX (heading, NUMBER_WIDTH), MIN (text, MOST_NUMBER_WIDTH));
  return CLAMP (text, MAX (heading, LEAST_TEXT_WIDTH), MAX (is_label ? MOST_LABEL_WIDTH : TEXT_WIDTH, heading));
}

static void
add_columns (LaminaChartTable *self)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (self->data); i++)
    {
      const LaminaChartColumn *field = lamina_chart_data_get_column (self->data, i);
      gboolean is_number = !is_text (self, i);
      int width = get_width (self, i, field->title);
      g_autofree char *hint = field->definition ? g_strdup_printf ("%s\n%s", field->title, field->definition)
                                                : g_strdup (field->title);
      LaminaTableColumn column = {
        .id = i, .sort = (int) i, .title = field->title, .hint = hint, .width = width, .xalign = is_number, .expand = !is_number,
      };

      g_object_set_data (G_OBJECT (lamina_table_insert_column (self->table, i, &column)), MEASURED, GINT_TO_POINTER (width));
    }
  show_columns (self);
}

/* A width that was measured before, which the user may have changed since, is taken to be wanted. */
static void
widen_columns (LaminaChartTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  for (guint i = 0; i < lamina_chart_data_get_n_columns (self->data); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      int measured = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), MEASURED));
      int now = lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));
      int needed = is_text (self, i) ? 0 : get_width (self, i, gtk_column_view_column_get_title (column));

      if (needed <= measured)
        continue;
      g_object_set_data (G_OBJECT (column), MEASURED, GINT_TO_POINTER (needed));
      if (needed > now)
        lamina_text_size_set_column_width (column, needed);
    }
  show_columns (self);
}

/* Whether the columns do for other data, too: none are made for the same chart of another run. */
static gboolean
has_columns (LaminaChartTable *self,
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

typedef struct
{
  LaminaChartData *data;
  guint column;
  gboolean is_text;
  gboolean descending;
  char *text;
} Order;

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  const Order *order = user_data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  double first, second;
  int result;

  if (order->is_text)
    {
      result = g_utf8_collate (lamina_chart_data_get_text (order->data, left, order->column),
                               lamina_chart_data_get_text (order->data, right, order->column));
      result = order->descending ? -result : result;
    }
  else
    {
      first = lamina_chart_data_get_number (order->data, left, order->column);
      second = lamina_chart_data_get_number (order->data, right, order->column);
      /* What is not known stands last in either direction. */
      if (isnan (first) || isnan (second))
        result = isnan (first) - isnan (second);
      else if (first == second)
        result = 0;
      else
        result = (first < second) == order->descending ? 1 : -1;
    }
  return result != 0 ? result : (left > right) - (left < right);
}

static void
order_free (gpointer data)
{
  Order *order = data;

  lamina_chart_data_unref (order->data);
  g_free (order->text);
  g_free (order);
}

/* The rows that pass the filter, in order. */
static gpointer
list_rows (gpointer      input,
           GCancellable *cancellable)
{
  Order *order = input;
  guint n;
  g_autofree guint32 *found = lamina_chart_data_find_matching_rows (order->data, order->text, &n);
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  g_array_append_vals (rows, found, n);
  if (order->column != LAMINA_NONE)
    g_array_sort_with_data (rows, compare, order);
  return rows;
}

/* What the heading that is marked asks for, else the order of the data. */
static Order *
create_order (LaminaChartTable *self)
{
  Order *order = g_new0 (Order, 1);
  int sort;

  order->data = lamina_chart_data_ref (self->data);
  order->column = LAMINA_NONE;
  order->text = g_strdup (gtk_widget_get_visible (self->tools) ? gtk_editable_get_text (self->entry) : "");
  if (lamina_table_get_sort (self->table, &sort, &order->descending))
    order->column = (guint) sort;
  order->is_text = order->column != LAMINA_NONE && is_text (self, order->column);
  return order;
}

/* The row that stands for what is selected in the session, if one does. */
static void
show_selection (LaminaChartTable *self)
{
  guint n = 0;
  g_autofree guint32 *rows = self->session && self->data ? lamina_chart_find_selected_rows (self->data, self->session, &n) : NULL;

  if (!self->own_change)
    lamina_table_pick (self->table, n > 0 ? rows[0] : LAMINA_NONE);
}

/* `12 of 1 000 rows, 3.21 ms`: what they add up to where the picture shows amounts. */
static void
show_count (LaminaChartTable *self,
            const GArray     *rows)
{
  guint n = lamina_chart_data_get_n_rows (self->data), value = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_VALUE);
  const LaminaChartColumn *column = value != LAMINA_NONE ? lamina_chart_data_get_column (self->data, value) : NULL;
  g_autofree char *text = NULL;
  double sum = 0;

  gtk_widget_set_visible (GTK_WIDGET (self->count), rows->len < n);
  if (rows->len == n)
    return;
  text = lamina_text_dup (ngettext ("%u of %u row", "%u of %u rows", n), rows->len, n);
  for (guint i = 0; column && i < rows->len; i++)
    sum += fmax (lamina_chart_data_get_number (self->data, g_array_index (rows, guint32, i), value), 0);
  if (column && column->kind == LAMINA_LAYER_VALUE_AMOUNT && column->unit == LAMINA_UNIT_NANOSECONDS)
    {
      g_autofree char *figure = lamina_figure_dup_real (sum, column->unit);
      g_autofree char *both = g_strdup_printf ("%s, %s", text, figure);

      lamina_widget_set_text (self->count, both);
    }
  else
    lamina_widget_set_text (self->count, text);
}

static void
take_rows (gpointer owner,
           gpointer result)
{
  LaminaChartTable *self = owner;
  GArray *rows = result;
  guint n = rows->len;

  show_count (self, rows);
  lamina_table_set_rows (self->table, (guint32 *) (gpointer) g_array_free (rows, FALSE), n);
  show_selection (self);
}

static void
fill (LaminaChartTable *self)
{
  Order *order;

  lamina_job_stop (&self->job);
  if (!self->data)
    return;
  order = create_order (self);
  lamina_job_run (self, &self->job,
                  lamina_chart_data_get_n_rows (self->data) > MANY, list_rows, order,
                  order_free, take_rows, (GDestroyNotify) g_array_unref);
}

static void
on_sort (LaminaChartTable *self)
{
  if (self->data && !self->own_change)
    fill (self);
}

static void
on_filter (LaminaChartTable *self)
{
  if (self->data && self->filling == 0)
    fill (self);
}

static void
on_stop (LaminaChartTable *self)
{
  gtk_editable_set_text (self->entry, "");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
on_picked (LaminaChartTable *self,
           guint             row)
{
  gboolean has_row = row != LAMINA_NONE;

  if (self->own_change || !self->session || !self->data)
    return;
  self->own_change = TRUE;
  lamina_chart_select_rows (self->data, self->session, has_row ? row : 0, has_row, FALSE);
  self->own_change = FALSE;
}

static void
lamina_chart_table_dispose (GObject *object)
{
  LaminaChartTable *self = LAMINA_CHART_TABLE (object);

  if (self->view)
    {
      lamina_chart_table_show (self, NULL, NULL);
      gtk_column_view_set_model (self->view, NULL);
    }
  g_clear_pointer (&self->table, lamina_table_close);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_CHART_TABLE);
  G_OBJECT_CLASS (lamina_chart_table_parent_class)->dispose (object);
}

static void
lamina_chart_table_class_init (LaminaChartTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_chart_table_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-chart-table.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaChartTable, view);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartTable, tools);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartTable, entry);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartTable, count);
  gtk_widget_class_bind_template_callback (widget_class, on_filter);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_set_css_name (widget_class, "charttable");
}

static void
lamina_chart_table_init (LaminaChartTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->table = lamina_table_new (self->view, &table_kind, self);
  g_signal_connect_object (self->table, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (on_sort), self, G_CONNECT_SWAPPED);
}

static gboolean
add_and_fill (gpointer user_data)
{
  LaminaChartTable *self = user_data;

  self->filling = 0;
  self->own_change = TRUE;
  add_columns (self);
  self->own_change = FALSE;
  fill (self);
  return G_SOURCE_REMOVE;
}

/* To let the rows and columns of other data go takes as long as to make new ones: these come after the next frame. */
void
lamina_chart_table_show (LaminaChartTable *self,
                         LaminaSession    *session,
                         LaminaChartData  *data)
{
  gboolean same;

  g_return_if_fail (LAMINA_IS_CHART_TABLE (self));

  if (self->data == data && self->session == session)
    return;
  same = self->filling == 0 && has_columns (self, data);
  g_clear_handle_id (&self->filling, g_source_remove);
  lamina_job_stop (&self->job);
  lamina_session_replace (&self->session, session, self);
  self->own_change = TRUE;
  lamina_table_set_rows (self->table, NULL, 0);
  if (!same)
    {
      gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
      lamina_table_remove_columns (self->table);
    }
  if (data)
    lamina_chart_data_ref (data);
  g_clear_pointer (&self->data, lamina_chart_store_drop);
  self->data = data;
  gtk_widget_set_visible (self->tools, data && lamina_chart_data_get_n_rows (data) >= FEWEST_TO_FILTER);
  gtk_widget_set_visible (GTK_WIDGET (self->count), FALSE);
  if (data && !same)
    gtk_editable_set_text (self->entry, "");
  if (same)
    widen_columns (self);
  self->own_change = FALSE;
  if (session)
    g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (show_selection), self);
  if (data && !same)
    self->filling = g_idle_add (add_and_fill, self);
  else
    fill (self);
}
