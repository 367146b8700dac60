/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tour.h"

#include "lamina-flame-page.h"
#include "lamina-session-search.h"

#include <math.h>

#define WIDTH 1600

static void
activate (Tour       *self,
          const char *action)
{
  g_autoptr (GVariant) target = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  GtkWidget *widget = GTK_WIDGET (lamina_tab_get_view (self->tab));

  g_action_parse_detailed_name (action, &name, &target, &error);
  g_assert_no_error (error);
  if (!gtk_widget_activate_action_variant (widget, name, target))
    g_print ("  %s is not possible here\n", action);
}

static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && gtk_widget_get_mapped (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type);

      if (found)
        return found;
    }
  return NULL;
}

static void
search (Tour       *self,
        const char *text)
{
  lamina_session_search_set_text (lamina_session_get_search (self->session), text);
}

static void
filter (Tour       *self,
        const char *text)
{
  lamina_session_set_filter (self->session, text);
}

static gint64
get_place (Tour   *self,
           double  part)
{
  return self->bounds.start + (gint64) ((double) (self->bounds.end - self->bounds.start) * part);
}

/* What part of the run, from its middle on, has @percent of a hundred. */
static void
mark (Tour       *self,
      const char *percent)
{
  double part = g_ascii_strtod (percent, NULL) / 100;

  lamina_session_set_marked_range (self->session, get_place (self, 0.5 - part / 2), get_place (self, 0.5 + part / 2));
}

static void
select_layer (Tour       *self,
              const char *layer)
{
  lamina_session_select_layer (self->session, (guint32) g_ascii_strtoull (layer, NULL, 10));
}

static void
select_slice (Tour       *self,
              const char *percent)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  double part = g_ascii_strtod (percent, NULL) / 100;
  LaminaSliceRef slice = { 0, 0 };

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (lamina_track_get_slices (lamina_run_get_track (run, i))->n
        > lamina_track_get_slices (lamina_run_get_track (run, slice.track))->n)
      slice.track = i;
  slice.slice = (guint32) (part * lamina_track_get_slices (lamina_run_get_track (run, slice.track))->n);
  lamina_session_select_slice (self->session, &slice);
}

static void
sort_by (Tour       *self,
         const char *title)
{
  GtkColumnView *view = lamina_layer_table_get_view (lamina_document_view_get_table (lamina_tab_get_view (self->tab)));
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (gtk_column_view_column_get_title (column), title))
        gtk_column_view_sort_by_column (view, column, GTK_SORT_DESCENDING);
    }
}

/* The node around all stands for every slice. */
static void
choose_node (Tour       *self,
             const char *node)
{
  GtkWidget *widget = find_widget (GTK_WIDGET (self->window), LAMINA_TYPE_FLAME_CANVAS);
  LaminaFlameCanvas *canvas = widget ? LAMINA_FLAME_CANVAS (widget) : NULL;

  if (canvas)
    lamina_flame_canvas_choose (canvas, (guint32) g_ascii_strtoull (node, NULL, 10));
}

static void
show_part (Tour   *self,
           double  from,
           double  part)
{
  lamina_session_set_range (self->session, get_place (self, from), get_place (self, from + part));
}

static void
pan (Tour       *self,
     const char *percent)
{
  double part = g_ascii_strtod (percent, NULL) / 100;

  show_part (self, 0.3 * (1 - part) + part * 11 * self->n_frames / WIDTH, part);
}

static void
zoom (Tour       *self,
      const char *unused)
{
  double part = pow (10, -5.0 * self->n_frames / (TOUR_FRAMES - 1));

  show_part (self, 0.4 * (1 - part), part);
}

/* Over the largest canvas of the page that is in front. */
void
tour_hover (Tour       *self,
            const char *type)
{
  GtkWidget *canvas = find_widget (GTK_WIDGET (self->window), g_type_from_name (type));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (canvas);
  double width = gtk_widget_get_width (canvas), height = gtk_widget_get_height (canvas);

  for (guint c = 0; c < g_list_model_get_n_items (controllers); c++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, c);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        g_signal_emit_by_name (controller, "motion", width * (0.2 + 0.6 * self->n_frames / TOUR_FRAMES),
                               height * (0.1 + 0.8 * self->n_frames / TOUR_FRAMES));
    }
}

static void
step_match (Tour       *self,
            const char *direction)
{
  lamina_session_search_go (lamina_session_get_search (self->session), *direction == '+');
}

const TourStep tour_steps[] = {
  { "searching by name", search, "gemm" },
  { "the next match", step_match, "+" },
  { "the match before", step_match, "-" },
  { "searching for what nearly all have", search, "e" },
  { "the next match of nearly all", step_match, "+" },
  { "searching by a shape", search, "32×*" },
  { "searching for nothing", search, "" },
  { "marking a tenth", mark, "10" },
  { "marking the whole run", mark, "100" },
  { "listing what lies in the range", activate, "view.filter-range" },
  { "clearing the range", activate, "view.clear-range" },
  { "filtering the layers", filter, "linear" },
  { "listing all layers again", filter, "" },
  { "sorting the layers by duration", sort_by, "Duration" },
  { "sorting the layers by name", sort_by, "Layer" },
  { "grouping by type", activate, "view.group-layers::type" },
  { "grouping by shape", activate, "view.group-layers::shape" },
  { "grouping by name", activate, "view.group-layers::name" },
  { "grouping by section", activate, "view.group-layers::section" },
  { "grouping by family", activate, "view.group-layers::family" },
  { "opening all groups", activate, "view.open-groups" },
  { "closing all groups", activate, "view.close-groups" },
  { "listing layers one by one", activate, "view.group-layers::instance" },
  { "selecting a slice", select_slice, "50" },
  { "the slice after", activate, "view.select-next" },
  { "the slice before", activate, "view.select-previous" },
  { "the slice around", activate, "view.select-parent" },
  { "following it", activate, "view.follow-forward" },
  { "zooming to it", activate, "view.show-selection" },
  { "selecting all slices of its name", activate, "view.select-same-name" },
  { "the slice after, of many", activate, "view.select-next" },
  { "showing it in the table", activate, "view.show-in-table" },
  { "its callers and callees", activate, "view.callers" },
  { "the flame graph", activate, "view.flame-view::graph" },
  { "the flame graph by parents", activate, "view.flame-by::parents" },
  { "the flame graph by names", activate, "view.flame-by::names" },
  { "the flame graph by modules", activate, "view.flame-by::modules" },
  { "the flame graph by types", activate, "view.flame-by::types" },
  { "the flame graph by sections", activate, "view.flame-by::sections" },
  { "the flame graph by calls", activate, "view.flame-by::calls" },
  { "the flame graph of bytes", activate, "view.flame-weight::bytes" },
  { "the flame graph of time", activate, "view.flame-weight::time" },
  { "selecting a node of the flame graph", choose_node, "1" },
  { "selecting all of the flame graph", choose_node, "0" },
  { "the sandwich", activate, "view.flame-view::sandwich" },
  { "the trace again", activate, "view.page::trace" },
  { "selecting a layer", select_layer, "5000" },
  { "selecting all layers of its type", activate, "view.select-same-type" },
  { "selecting all layers", activate, "view.select-all-layers" },
  { "clearing the selection", activate, "view.clear" },
  { "clearing it again", activate, "view.clear" },
  { "the tensors", activate, "view.page::tensors" },
  { "the charts", activate, "view.page::charts" },
  { "chart of types", activate, "view.chart::time-by-type" },
  { "chart of top layers", activate, "view.chart::top-layers" },
  { "chart of the roofline", activate, "view.chart::roofline" },
  { "chart of traffic", activate, "view.chart::traffic" },
  { "chart of precision", activate, "view.chart::precision" },
  { "chart of rates", activate, "view.chart::rates" },
  { "chart of latency", activate, "view.chart::latency" },
  { "chart of shapes", activate, "view.chart::shapes" },
  { "chart of memory", activate, "view.chart::memory" },
  { "chart of idle time", activate, "view.chart::idle" },
  { "chart of iterations", activate, "view.chart::iterations" },
  { "chart of durations of iterations", activate, "view.chart::iteration-durations" },
  { "chart of counters", activate, "view.chart::counters" },
  { "all charts", activate, "view.chart::" },
  { "the trace for durations", activate, "view.page::trace" },
  { "selecting a slice for durations", select_slice, "50" },
  { "durations of slices of its name", activate, "view.durations::slices" },
  { "durations of layers of its name", activate, "view.durations::layers" },
  { "to compare", activate, "view.page::compare" },
  { "the trace at last", activate, "view.page::trace" },
  { "the dialog to export", activate, "win.export" },
  { NULL, NULL, NULL },
};

const TourStep tour_moves[] = {
  { "pan of all", pan, "50" },
  { "pan of a hundredth", pan, "1" },
  { "pan of a ten thousandth", pan, "0.01" },
  { "zoom", zoom, NULL },
  { "hover", tour_hover, "LaminaTimelineCanvas" },
  { NULL, NULL, NULL },
};
