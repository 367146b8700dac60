/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-table-private.h"

#include "lamina-chart-selection.h"
#include "lamina-gradual-selection.h"
#include "lamina-job.h"
#include "lamina-widget.h"

#include <math.h>

/* More rows than this are sorted in a thread. */
#define MANY 20000

G_DEFINE_FINAL_TYPE (LaminaChartTable, lamina_chart_table, GTK_TYPE_WIDGET)

typedef struct
{
  LaminaChartData *data;
  guint column;
  gboolean is_text;
  gboolean descending;
} Order;

/* What is not known stands last in either direction. */
static int
compare_numbers (double   a,
                 double   b,
                 gboolean descending)
{
  if (isnan (a) || isnan (b))
    return isnan (a) - isnan (b);
  if (a == b)
    return 0;
  return (a < b) == descending ? 1 : -1;
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  const Order *order = user_data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  int result;

  if (order->is_text)
    {
      result = g_utf8_collate (lamina_chart_data_get_text (order->data, left, order->column),
                               lamina_chart_data_get_text (order->data, right, order->column));
      result = order->descending ? -result : result;
    }
  else
    result = compare_numbers (lamina_chart_data_get_number (order->data, left, order->column),
                              lamina_chart_data_get_number (order->data, right, order->column), order->descending);
  return result != 0 ? result : (left > right) - (left < right);
}

static void
order_free (gpointer data)
{
  Order *order = data;

  lamina_chart_data_unref (order->data);
  g_free (order);
}

/* The rows in order, behind their number. */
static gpointer
list_rows (gpointer      input,
           GCancellable *cancellable)
{
  Order *order = input;
  guint32 n = lamina_chart_data_get_n_rows (order->data);
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  for (guint32 i = 0; i < n; i++)
    g_array_append_val (rows, i);
  if (order->column != LAMINA_NONE)
    g_array_sort_with_data (rows, compare, order);
  return rows;
}

/* What the heading that is marked asks for, else the order of the data. */
static Order *
create_order (LaminaChartTable *self)
{
  Order *order = g_new0 (Order, 1);
  guint n = lamina_chart_data_get_n_columns (self->data);
  LaminaLayerColumn noted;

  order->data = lamina_chart_data_ref (self->data);
  order->column = LAMINA_NONE;
  lamina_layer_sort_get (self->view, &noted, &order->descending);
  if (noted >= LAMINA_CHART_TABLE_FIRST_NOTE && (guint) (noted - LAMINA_CHART_TABLE_FIRST_NOTE) < n)
    order->column = (guint) (noted - LAMINA_CHART_TABLE_FIRST_NOTE);
  order->is_text = order->column != LAMINA_NONE && _lamina_chart_table_is_text (self, order->column);
  return order;
}

/* The row that stands for what is selected in the session, if one does. */
static void
show_selection (LaminaChartTable *self)
{
  guint n_rows = 0, position = GTK_INVALID_LIST_POSITION;
  g_autofree guint32 *rows = self->session && self->data ? lamina_chart_find_selected_rows (self->data, self->session, &n_rows)
                                                         : NULL;
  guint found = n_rows > 0 ? lamina_row_list_find (self->rows, rows[0]) : LAMINA_NONE;

  if (self->own_change)
    return;
  if (found != LAMINA_NONE)
    position = found;
  self->own_change = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->own_change = FALSE;
  lamina_gradual_selection_scroll_to (self->view, position);
}

static void
take_rows (gpointer owner,
           gpointer result)
{
  LaminaChartTable *self = owner;
  GArray *rows = result;
  guint n = rows->len;

  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, (guint32 *) (gpointer) g_array_free (rows, FALSE), n);
  self->own_change = FALSE;
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
                  order->column != LAMINA_NONE && lamina_chart_data_get_n_rows (self->data) > MANY, list_rows, order,
                  order_free, take_rows, (GDestroyNotify) g_array_unref);
}

static void
on_sort (LaminaChartTable *self)
{
  if (self->data && !self->own_change)
    fill (self);
}

static void
on_row_selected (LaminaChartTable *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  gboolean has_row = position != GTK_INVALID_LIST_POSITION;

  if (self->own_change || !self->session || !self->data)
    return;
  self->own_change = TRUE;
  lamina_chart_select_rows (self->data, self->session, has_row ? lamina_row_list_get_row (self->rows, position) : 0, has_row,
                            FALSE);
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
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_CHART_TABLE);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (lamina_chart_table_parent_class)->dispose (object);
}

static void
lamina_chart_table_class_init (LaminaChartTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_chart_table_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-chart-table.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaChartTable, view);
  gtk_widget_class_set_css_name (widget_class, "charttable");
}

static void
lamina_chart_table_init (LaminaChartTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = lamina_row_list_new ();
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  lamina_gradual_selection_attach (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_row_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (on_sort), self,
                           G_CONNECT_SWAPPED);
}

static gboolean
add_and_fill (gpointer user_data)
{
  LaminaChartTable *self = user_data;

  self->filling = 0;
  self->own_change = TRUE;
  _lamina_chart_table_add_columns (self);
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
  same = self->filling == 0 && _lamina_chart_table_has_columns (self, data);
  g_clear_handle_id (&self->filling, g_source_remove);
  lamina_job_stop (&self->job);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, NULL, 0);
  if (!same)
    _lamina_chart_table_remove_columns (self);
  if (data)
    lamina_chart_data_ref (data);
  g_clear_pointer (&self->data, lamina_chart_data_unref);
  self->data = data;
  if (same)
    _lamina_chart_table_widen_columns (self);
  self->own_change = FALSE;
  if (session)
    g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (show_selection), self);
  if (data && !same)
    self->filling = g_idle_add (add_and_fill, self);
  else
    fill (self);
}

GListModel *
lamina_chart_table_get_list (LaminaChartTable *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_TABLE (self), NULL);
  return G_LIST_MODEL (self->rows);
}

void
lamina_chart_table_sort_by (LaminaChartTable *self,
                            guint             column,
                            GtkSortType       direction)
{
  g_autoptr (GtkColumnViewColumn) found = NULL;

  g_return_if_fail (LAMINA_IS_CHART_TABLE (self));

  found = g_list_model_get_item (gtk_column_view_get_columns (self->view), column);
  if (found)
    gtk_column_view_sort_by_column (self->view, found, direction);
}
