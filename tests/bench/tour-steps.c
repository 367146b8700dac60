/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tour.h"

#include <math.h>

#define WIDTH 1600

static gint64
get_place (Tour   *self,
           double  part)
{
  return self->bounds.start + (gint64) ((double) (self->bounds.end - self->bounds.start) * part);
}

static void
select_slice (BenchPlace *self,
              const char *percent)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  double part = g_ascii_strtod (percent, NULL) / 100;
  LaminaSliceRef slice = { 0, 0 };
  guint most = 0;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      guint n = lamina_track_get_slices (lamina_run_get_track (run, i))->n;

      if (n <= most)
        continue;
      most = n;
      slice = (LaminaSliceRef) { i, (guint32) (part * n) };
    }
  if (most > 0)
    lamina_session_select_slice (self->session, &slice);
  else
    g_print ("  there are no slices\n");
}

static void
show_part (Tour   *self,
           double  from,
           double  part)
{
  lamina_session_set_range (self->place.session, get_place (self, from), get_place (self, from + part));
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
  GtkWidget *canvas = bench_find_widget (GTK_WIDGET (self->window), g_type_from_name (type));
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

const BenchStep tour_steps[] = {
  { "searching by name", bench_step_search, "gemm" },
  { "the next match", bench_step_go, "+" },
  { "the match before", bench_step_go, "-" },
  { "searching for what nearly all have", bench_step_search, "e" },
  { "the next match of nearly all", bench_step_go, "+" },
  { "searching by a shape", bench_step_search, "32×*" },
  { "searching for nothing", bench_step_search, "" },
  { "marking a tenth", bench_step_mark, "10" },
  { "marking the whole run", bench_step_mark, "100" },
  { "listing what lies in the range", bench_step_activate, "view.filter-range" },
  { "clearing the range", bench_step_activate, "view.clear-range" },
  { "filtering the layers", bench_step_filter, "linear" },
  { "listing all layers again", bench_step_filter, "" },
  { "sorting the layers by duration", bench_step_sort_by, "Duration" },
  { "sorting the layers by name", bench_step_sort_by, "Layer" },
  { "grouping by type", bench_step_activate, "view.group-layers::type" },
  { "grouping by shape", bench_step_activate, "view.group-layers::shape" },
  { "grouping by name", bench_step_activate, "view.group-layers::name" },
  { "grouping by section", bench_step_activate, "view.group-layers::section" },
  { "grouping by family", bench_step_activate, "view.group-layers::family" },
  { "opening all groups", bench_step_activate, "view.open-groups" },
  { "closing all groups", bench_step_activate, "view.close-groups" },
  { "listing layers one by one", bench_step_activate, "view.group-layers::instance" },
  { "selecting a slice", select_slice, "50" },
  { "the slice after", bench_step_activate, "view.select-next" },
  { "the slice before", bench_step_activate, "view.select-previous" },
  { "the slice around", bench_step_activate, "view.select-parent" },
  { "following it", bench_step_activate, "view.follow-forward" },
  { "zooming to it", bench_step_activate, "view.show-selection" },
  { "selecting all slices of its name", bench_step_activate, "view.select-same-name" },
  { "the slice after, of many", bench_step_activate, "view.select-next" },
  { "showing it in the table", bench_step_activate, "view.show-in-table" },
  { "its callers and callees", bench_step_activate, "view.callers" },
  { "the flame graph", bench_step_activate, "view.flame-view::graph" },
  { "the flame graph by parents", bench_step_activate, "view.flame-by::parents" },
  { "the flame graph by names", bench_step_activate, "view.flame-by::names" },
  { "the flame graph by modules", bench_step_activate, "view.flame-by::modules" },
  { "the flame graph by types", bench_step_activate, "view.flame-by::types" },
  { "the flame graph by sections", bench_step_activate, "view.flame-by::sections" },
  { "the flame graph by calls", bench_step_activate, "view.flame-by::calls" },
  { "the flame graph of bytes", bench_step_activate, "view.flame-weight::bytes" },
  { "the flame graph of time", bench_step_activate, "view.flame-weight::time" },
  { "selecting a node of the flame graph", bench_step_choose_node, "1" },
  { "selecting all of the flame graph", bench_step_choose_node, "0" },
  { "searching the flame graph", bench_step_search, "gemm" },
  { "searching it for what is not there", bench_step_search, "no such name" },
  { "the sandwich", bench_step_activate, "view.flame-view::sandwich" },
  { "searching the sandwich", bench_step_search, "gemm" },
  { "searching the sandwich for nothing", bench_step_search, "" },
  { "the trace again", bench_step_activate, "view.page::trace" },
  { "selecting a layer", bench_step_select_layer, "5000" },
  { "selecting all layers of its type", bench_step_activate, "view.select-same-type" },
  { "selecting all layers", bench_step_activate, "view.select-all-layers" },
  { "clearing the selection", bench_step_activate, "view.clear" },
  { "clearing it again", bench_step_activate, "view.clear" },
  { "the tensors", bench_step_activate, "view.page::tensors" },
  { "the charts", bench_step_activate, "view.page::charts" },
  { "chart of types", bench_step_activate, "view.chart::time-by-type" },
  { "chart of top layers", bench_step_activate, "view.chart::top-layers" },
  { "chart of the roofline", bench_step_activate, "view.chart::roofline" },
  { "chart of traffic", bench_step_activate, "view.chart::traffic" },
  { "chart of precision", bench_step_activate, "view.chart::precision" },
  { "chart of rates", bench_step_activate, "view.chart::rates" },
  { "chart of latency", bench_step_activate, "view.chart::latency" },
  { "chart of shapes", bench_step_activate, "view.chart::shapes" },
  { "chart of memory", bench_step_activate, "view.chart::memory" },
  { "chart of idle time", bench_step_activate, "view.chart::idle" },
  { "chart of gaps", bench_step_activate, "view.chart::gaps" },
  { "chart of iterations", bench_step_activate, "view.chart::iterations" },
  { "chart of durations of iterations", bench_step_activate, "view.chart::iteration-durations" },
  { "chart of counters", bench_step_activate, "view.chart::counters" },
  { "all charts", bench_step_activate, "view.chart::" },
  { "the trace for durations", bench_step_activate, "view.page::trace" },
  { "selecting a slice for durations", select_slice, "50" },
  { "durations of slices of its name", bench_step_activate, "view.durations::slices" },
  { "durations of layers of its name", bench_step_activate, "view.durations::layers" },
  { "to compare", bench_step_activate, "view.page::compare" },
  { "the trace at last", bench_step_activate, "view.page::trace" },
  { "a new tab", bench_step_activate, "win.new-tab" },
  { "closing it", bench_step_activate, "win.close-tab" },
  { "the dialog to export", bench_step_activate, "win.export" },
  { NULL, NULL, NULL },
};

const TourMove tour_moves[] = {
  { "pan of all", pan, "50" },
  { "pan of a hundredth", pan, "1" },
  { "pan of a ten thousandth", pan, "0.01" },
  { "zoom", zoom, NULL },
  { "hover", tour_hover, "LaminaTimelineCanvas" },
  { NULL, NULL, NULL },
};
