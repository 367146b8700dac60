/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "bench-steps.h"

#include "lamina-flame-canvas.h"
#include "lamina-layer-table.h"
#include "lamina-session-search.h"
#include "lamina-trace-page.h"

GtkWidget *
bench_find_widget (GtkWidget *widget,
                   GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && gtk_widget_get_mapped (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = bench_find_widget (child, type);

      if (found)
        return found;
    }
  return NULL;
}

void
bench_step_activate (BenchPlace *self,
                     const char *action)
{
  g_autoptr (GVariant) target = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  g_action_parse_detailed_name (action, &name, &target, &error);
  g_assert_no_error (error);
  if (!gtk_widget_activate_action_variant (GTK_WIDGET (self->view), name, target))
    g_print ("  %s is not possible here\n", action);
}

void
bench_step_search (BenchPlace *self,
                   const char *text)
{
  lamina_session_search_set_text (lamina_session_get_search (self->session), text);
}

void
bench_step_go (BenchPlace *self,
               const char *direction)
{
  lamina_session_search_go (lamina_session_get_search (self->session), *direction == '+');
}

void
bench_step_filter (BenchPlace *self,
                   const char *text)
{
  lamina_session_set_filter (self->session, text);
}

void
bench_step_sort_by (BenchPlace *self,
                    const char *title)
{
  GtkWidget *page = lamina_document_view_get_page (self->view, "trace", TRUE);
  GObject *layers = gtk_widget_get_template_child (page, LAMINA_TYPE_TRACE_PAGE, "table");
  GtkColumnView *view = lamina_layer_table_get_view (LAMINA_LAYER_TABLE (layers));
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (gtk_column_view_column_get_title (column), title))
        gtk_column_view_sort_by_column (view, column, GTK_SORT_DESCENDING);
    }
}

void
bench_step_mark (BenchPlace *self,
                 const char *percent)
{
  double part = g_ascii_strtod (percent, NULL) / 100;
  LaminaRange bounds;
  double span;

  lamina_session_get_bounds (self->session, &bounds);
  span = (double) (bounds.end - bounds.start);
  lamina_session_set_marked_range (self->session, bounds.start + (gint64) (span * (0.5 - part / 2)),
                                   bounds.start + (gint64) (span * (0.5 + part / 2)));
}

void
bench_step_select_layer (BenchPlace *self,
                         const char *layer)
{
  guint32 row = (guint32) g_ascii_strtoull (layer, NULL, 10);

  if (row < lamina_run_get_layers (lamina_session_get_run (self->session))->n)
    lamina_session_select_layer (self->session, row);
  else
    g_print ("  there is no layer %s\n", layer);
}

void
bench_step_choose_node (BenchPlace *self,
                        const char *node)
{
  GtkWidget *canvas = bench_find_widget (GTK_WIDGET (self->view), LAMINA_TYPE_FLAME_CANVAS);

  if (canvas)
    lamina_flame_canvas_choose (LAMINA_FLAME_CANVAS (canvas), LAMINA_SANDWICH_CALLEES, (guint32) g_ascii_strtoull (node, NULL, 10));
  else
    g_print ("  there is no flame graph\n");
}
