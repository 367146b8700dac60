/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "charts-fixture.h"
#include "lamina-details-text.h"
#include "lamina-export-dialog.h"
#include "lamina-finding.h"
#include "lamina-inspector.h"
#include "lamina-session-clocks.h"
#include "lamina-session-gaps.h"
#include "lamina-session-history.h"
#include "lamina-span.h"
#include "navigate-fixture.h"

/* Gaps in the work of a device are things: what is said of them below the pointer, selected, and gone on from. */

static void
setup (Timeline      *self,
       gconstpointer  data)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/convnet-pytorch.pt.trace.json");

  self->window = lamina_ui_test_open (path);
}

static gboolean
is_known (gpointer data)
{
  LaminaTab *tab = lamina_window_get_tab (((Timeline *) data)->window);
  LaminaSession *session = tab ? lamina_tab_get_session (tab) : NULL;

  return session && lamina_session_get_range (session) && lamina_session_gaps_peek (lamina_session_get_gaps (session));
}

/* The whole run, once its gaps are known. */
static LaminaIdle *
show (Timeline *self)
{
  lamina_ui_test_wait (is_known, self);
  self->session = lamina_ui_test_get_session (self->window);
  self->view = lamina_tab_get_view (lamina_window_get_tab (self->window));
  self->canvas = GTK_WIDGET (lamina_ui_test_get_canvas (self->window));
  lamina_session_show_all (self->session);
  lamina_ui_test_settle (self->canvas);
  return lamina_session_gaps_peek (lamina_session_get_gaps (self->session));
}

static LaminaGap
get_gap (Timeline *self,
         guint32   number)
{
  LaminaGap gap;

  g_assert_true (lamina_session_gaps_get (lamina_session_get_gaps (self->session), number, &gap, NULL));
  return gap;
}

/* The gap that takes longest, by looking at each. */
static guint32
find_longest (LaminaIdle *idle)
{
  g_autoptr (GArray) places = lamina_idle_list_gaps (idle, FALSE);
  guint32 longest = 0;

  for (guint i = 1; i < places->len; i++)
    if (g_array_index (places, LaminaGapPlace, i).length > g_array_index (places, LaminaGapPlace, longest).length)
      longest = i;
  return longest;
}

/* The middle of a gap in the lane of the work that ends it. */
static void
find_place (Timeline *self,
            guint32   number,
            double   *x,
            double   *y)
{
  LaminaGap gap = get_gap (self, number);
  const LaminaRange *range = lamina_session_get_range (self->session);
  const LaminaSceneBox *boxes;
  GdkRectangle plot;
  guint n;

  lamina_ui_test_settle (self->canvas);
  lamina_timeline_canvas_get_plot (LAMINA_TIMELINE_CANVAS (self->canvas), &plot);
  *x = plot.x + ((double) gap.start / 2 + (double) gap.end / 2 - (double) range->start) / (double) lamina_span_get (range)
                  * plot.width;
  *y = -1;
  boxes = lamina_scene_get_boxes (lamina_canvas_ensure (LAMINA_CANVAS (self->canvas)), &n);
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES && boxes[i].target.track == gap.after.track)
      *y = boxes[i].y + boxes[i].height / 2.0;
  g_assert_cmpfloat (*y, >=, 0);
}

static gboolean
is_hatched (LaminaScene *scene,
            guint32      number)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_GAPS && boxes[i].target.first == number)
      return boxes[i].fill.pattern == LAMINA_PATTERN_WAIT;
  return FALSE;
}

static GtkWidget *
get_pane (Timeline *self)
{
  GtkWidget *inspector = lamina_ui_test_find (GTK_WIDGET (lamina_window_get_tab (self->window)), LAMINA_TYPE_INSPECTOR);

  return gtk_stack_get_visible_child (lamina_ui_test_child (inspector, "stack"));
}

/* All labels below a widget that can be seen, a line for each. */
static void
append_texts (GtkWidget *widget,
              GString   *text)
{
  if (!gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    append_texts (child, text);
}

static char *
dup_pane (Timeline *self)
{
  GString *text = g_string_new (NULL);

  lamina_ui_test_settle (GTK_WIDGET (self->window));
  append_texts (get_pane (self), text);
  return g_string_free (text, FALSE);
}

static void
assert_says (const char *text,
             const char *words)
{
  if (!strstr (text, words))
    g_error ("%s is not in:\n%s", words, text);
}

/* What is said under the pointer is what `lamina gaps` says of gap 32: 19.0 µs = 7.48 + 6.69 + 4.85. */
static void
test_hover (Timeline      *self,
            gconstpointer  data)
{
  guint32 longest = find_longest (show (self));
  g_autofree char *text = NULL;
  double x, y;

  g_assert_cmpuint (longest, ==, 32);
  find_place (self, longest, &x, &y);
  text = lamina_ui_test_dup_tooltip (self->canvas, x, y);
  g_assert_nonnull (text);
  assert_says (text, "GPU 0 · NVIDIA A100-SXM4-40GB is idle for 19.0\302\240µs");
  assert_says (text, "7.48\302\240µs");
  assert_says (text, "6.69\302\240µs");
  assert_says (text, "4.85\302\240µs");
  /* A step is around all that the host does. */
  g_assert_null (strstr (text, "ProfilerStep#4"));
}

/* The heading of a device says how much of what is visible it works. */
static void
test_use (Timeline      *self,
          gconstpointer  data)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (show (self), 0);
  const LaminaRange *range = lamina_session_get_range (self->session);
  const LaminaSceneBox *boxes;
  g_autofree char *share = lamina_layer_dup_share ((double) device->times[LAMINA_LOAD_BUSY] / (double) lamina_span_get (range));
  g_autofree char *expected = g_strdup_printf ("Busy for %s of what is visible", share);
  g_autofree char *text = NULL;
  guint n;

  boxes = lamina_scene_get_boxes (lamina_canvas_ensure (LAMINA_CANVAS (self->canvas)), &n);
  for (guint i = 0; i < n && !text; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_GROUP && boxes[i].target.track == device->group)
      text = lamina_ui_test_dup_tooltip (self->canvas, boxes[i].x + boxes[i].width / 2.0, boxes[i].y + 3);
  g_assert_nonnull (text);
  assert_says (text, expected);
}

/* A click selects it, in the timeline and in the inspector; Escape gives it up. */
static void
test_select (Timeline      *self,
             gconstpointer  data)
{
  guint32 longest = find_longest (show (self));
  LaminaGap gap = get_gap (self, longest);
  const LaminaSelection *selection = lamina_session_get_selection (self->session);
  g_autofree char *text = NULL;
  g_autofree char *details = NULL;
  double x, y;

  /* As a script finds them in the file. */
  g_assert_cmpint (gap.end - gap.start, ==, 19026);
  g_assert_cmpint (gap.parts[LAMINA_LOAD_SYNC], ==, 7484);
  g_assert_cmpint (gap.parts[LAMINA_LOAD_HOST], ==, 6692);
  g_assert_cmpint (gap.parts[LAMINA_LOAD_CALL], ==, 4850);
  find_place (self, longest, &x, &y);
  lamina_ui_test_click (self->canvas, 1, x, y);
  g_assert_cmpuint (lamina_session_get_selected_gap (self->session), ==, longest);
  g_assert_cmpuint (selection->layer, ==, LAMINA_NONE);
  g_assert_cmpuint (selection->slice.track, ==, LAMINA_NONE);
  g_assert_cmpint (selection->gap.start, ==, gap.start);
  g_assert_cmpint (selection->gap.end, ==, gap.end);
  lamina_ui_test_settle (self->canvas);
  g_assert_true (is_hatched (lamina_canvas_get_marked (LAMINA_CANVAS (self->canvas)), longest));
  text = dup_pane (self);
  assert_says (text, "GPU 0 · NVIDIA A100-SXM4-40GB\n");
  assert_says (text, "synchronization\n7.48\302\240µs · 39.3\302\240%\nlaunch-bound\n6.69\302\240µs · 35.2\302\240%\n"
                     "inside the launch call\n4.85\302\240µs · 25.5\302\240%\nSum\n19.0\302\240µs · 100.0\302\240%\n");
  g_assert_null (strstr (text, "ProfilerStep#4"));
  assert_says (text, "Memcpy HtoD (Pinned -> Device)\n");
  assert_says (text, "launched by cudaMemcpyAsync\n");
  details = lamina_details_dup_gap (self->session);
  assert_says (details, "synchronization: 7\342\200\257484\302\240ns\nlaunch-bound: 6\342\200\257692\302\240ns\n");
  timeline_activate (self, "clear");
  g_assert_false (lamina_session_has_selection (self->session));
  g_assert_cmpuint (lamina_session_get_selected_gap (self->session), ==, LAMINA_NONE);
  lamina_ui_test_settle (self->canvas);
  g_assert_false (is_hatched (lamina_canvas_get_marked (LAMINA_CANVAS (self->canvas)), longest));
}

/* What the host did in most of a gap is named with how much of it that covers: 543 of 640 ns, as `lamina gaps` says. */
static void
test_host (Timeline      *self,
           gconstpointer  data)
{
  guint32 number = 1;
  g_autofree char *text = NULL;

  show (self);
  lamina_session_select_gaps (self->session, &number, 1, number);
  text = dup_pane (self);
  assert_says (text, "On the host\n");
  assert_says (text, "ReLU_1\n543\302\240ns");
}

/* What takes much of the view is hatched without being selected: F goes to it, back to a view with another gap selects that. */
static void
test_zoom (Timeline      *self,
           gconstpointer  data)
{
  guint32 longest = find_longest (show (self)), other = 50;
  LaminaGap gap = get_gap (self, longest);
  const LaminaRange *range = lamina_session_get_range (self->session);

  lamina_session_select_gaps (self->session, &other, 1, other);
  lamina_session_history_keep (lamina_session_get_history (self->session));
  lamina_session_select_gaps (self->session, &longest, 1, longest);
  g_assert_false (is_hatched (lamina_canvas_ensure (LAMINA_CANVAS (self->canvas)), longest));
  timeline_activate (self, "show-selection");
  lamina_ui_test_settle (self->canvas);
  g_assert_cmpint (range->start, <, gap.start);
  g_assert_cmpint (range->end, >, gap.end);
  g_assert_cmpuint (lamina_span_get (range), <, 3 * (guint64) (gap.end - gap.start));
  timeline_activate (self, "clear");
  g_assert_true (is_hatched (lamina_canvas_ensure (LAMINA_CANVAS (self->canvas)), longest));
  timeline_activate (self, "go-back");
  g_assert_cmpuint (lamina_session_get_selected_gap (self->session), ==, longest);
  /* Where the machine is slow, views on the way have rested long enough to be gone back to. */
  while (lamina_session_get_selected_gap (self->session) == longest
         && lamina_session_history_can_go_back (lamina_session_get_history (self->session)))
    timeline_activate (self, "go-back");
  g_assert_cmpuint (lamina_session_get_selected_gap (self->session), ==, other);
}

/* G goes to the next one that can be seen at this zoom, and the other way with Shift. */
static void
test_keys (Timeline      *self,
           gconstpointer  data)
{
  LaminaIdle *idle = show (self);
  const LaminaRange *range = lamina_session_get_range (self->session);
  gint64 least = (gint64) (lamina_span_get (range) / 400);
  guint n = lamina_idle_get_device (idle, 0)->n_gaps;
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 last;

  for (guint32 i = 0; i < n; i++)
    if (get_gap (self, i).end - get_gap (self, i).start >= least)
      g_array_append_val (seen, i);
  g_assert_cmpuint (seen->len, >, 3);
  g_assert_cmpuint (seen->len, <, n);
  for (guint i = 0; i < seen->len; i++)
    {
      lamina_ui_test_press (self->canvas, GDK_KEY_g);
      g_assert_cmpuint (lamina_session_get_selected_gap (self->session), ==, g_array_index (seen, guint32, i));
    }
  last = g_array_index (seen, guint32, seen->len - 1);
  lamina_ui_test_press (self->canvas, GDK_KEY_g);
  g_assert_cmpuint (lamina_session_get_selected_gap (self->session), ==, last);
  lamina_ui_test_press_with (self->canvas, GDK_KEY_g, GDK_SHIFT_MASK);
  g_assert_cmpuint (lamina_session_get_selected_gap (self->session), ==, g_array_index (seen, guint32, seen->len - 2));
  /* On other clocks there are other gaps. */
  lamina_session_set_clock_offset (self->session, 0, 1000);
  g_assert_false (lamina_session_has_selection (self->session));
}

static gboolean
has_selection (gpointer data)
{
  LaminaTab *tab = lamina_window_get_tab (((Timeline *) data)->window);
  LaminaSession *session = tab ? lamina_tab_get_session (tab) : NULL;

  return session && lamina_session_has_selection (session);
}

/* It is still selected after a reload, once gaps are known again, which is later than all else. */
static void
test_reload (Timeline      *self,
             gconstpointer  data)
{
  guint32 longest = find_longest (show (self));
  LaminaGap gap = get_gap (self, longest), found;

  lamina_session_select_gaps (self->session, &longest, 1, longest);
  lamina_ui_test_activate (self->window, "win.reload", NULL);
  g_assert_null (lamina_tab_get_session (lamina_window_get_tab (self->window)));
  lamina_ui_test_wait (has_selection, self);
  self->session = lamina_ui_test_get_session (self->window);
  found = get_gap (self, lamina_session_get_selected_gap (self->session));
  g_assert_cmpint (found.start, ==, gap.start);
  g_assert_cmpint (found.end, ==, gap.end);
}

static LaminaExportDialog *
find_dialog (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *at = windows; at; at = at->next)
    if (LAMINA_IS_EXPORT_DIALOG (at->data))
      return at->data;
  return NULL;
}

/* An export of the selection is one of the range that the gap takes. */
static void
test_export (Timeline      *self,
             gconstpointer  data)
{
  guint32 longest = find_longest (show (self));
  LaminaGap gap = get_gap (self, longest);

  lamina_session_select_gaps (self->session, &longest, 1, longest);
  timeline_activate (self, "export-selection");
  g_assert_nonnull (find_dialog ());
  g_assert_cmpint (lamina_session_get_marked_range (self->session)->start, ==, gap.start);
  g_assert_cmpint (lamina_session_get_marked_range (self->session)->end, ==, gap.end);
  gtk_window_destroy (GTK_WINDOW (find_dialog ()));
}

static GtkWidget *
find_button (GtkWidget  *widget,
             const char *text)
{
  if (GTK_IS_LABEL (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return gtk_widget_get_ancestor (widget, GTK_TYPE_BUTTON);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *button = find_button (child, text);

      if (button)
        return button;
    }
  return NULL;
}

static gboolean
has_finding (gpointer data)
{
  return find_button (get_pane (data), "Device idle: launch-bound") != NULL;
}

/* A finding about idle time selects its gaps and shows the longest of them, whatever page is shown; G goes on among them. */
static void
test_finding (Timeline      *self,
              gconstpointer  data)
{
  g_autoptr (LaminaFindings) findings = NULL;
  const LaminaFinding *finding = NULL;
  const LaminaRange *range;
  const guint32 *gaps;
  g_autofree char *text = NULL;
  LaminaGap gap;
  guint n;

  show (self);
  findings = lamina_findings_new (lamina_session_get_document (self->session), 0, NULL, LAMINA_NONE, NULL, NULL);
  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    if (strcmp (lamina_findings_get (findings, i)->title, "Device idle: launch-bound") == 0)
      finding = lamina_findings_get (findings, i);
  g_assert_nonnull (finding);
  lamina_ui_test_wait (has_finding, self);
  timeline_activate (self, "page::charts");
  g_signal_emit_by_name (find_button (get_pane (self), finding->title), "clicked");
  gaps = lamina_session_get_selected_gaps (self->session, &n);
  g_assert_cmpmem (gaps, n * sizeof *gaps, finding->gaps, finding->n_gaps * sizeof *gaps);
  g_assert_cmpuint (lamina_session_get_selected_gap (self->session), ==, 32);
  gap = get_gap (self, 32);
  range = lamina_session_get_range (self->session);
  g_assert_cmpint (range->start, <, gap.start);
  g_assert_cmpint (range->end, >, gap.end);
  lamina_ui_test_settle (self->canvas);
  g_assert_true (gtk_widget_get_mapped (self->canvas));
  g_assert_true (is_hatched (lamina_canvas_get_marked (LAMINA_CANVAS (self->canvas)), 32));
  text = dup_pane (self);
  assert_says (text, "Gap 3 of the 5 that are selected, ");
  timeline_activate (self, "next-gap");
  g_assert_cmpuint (lamina_session_get_selected_gap (self->session), ==, finding->gaps[3]);
  lamina_session_get_selected_gaps (self->session, &n);
  g_assert_cmpuint (n, ==, finding->n_gaps);
}

static gboolean
has_gaps (gpointer data)
{
  return lamina_session_gaps_peek (lamina_session_get_gaps (data)) != NULL;
}

/* A row of the chart, and of its table, is a gap: it selects that, and is marked while it is selected. */
static void
test_chart (void)
{
  LaminaWindow *window = charts_open (CHARTS_PYTORCH);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaChartTable *table = charts_get_table (charts_get_page (window));
  GtkSelectionModel *model;
  LaminaChartData *data;
  guint n;
  guint32 first;

  lamina_ui_test_wait (has_gaps, session);
  charts_show_large (window, "gaps");
  data = charts_get_large (window);
  model = lamina_table_get_selection (charts_get_heads (table));
  gtk_selection_model_select_item (model, 2, TRUE);
  first = find_longest (lamina_session_gaps_peek (lamina_session_get_gaps (session)));
  for (guint row = 0; row < 3; row++)
    {
      const LaminaChartGap *gap = lamina_chart_data_get_gaps (data, row, &n);
      guint32 number = lamina_session_gaps_find (lamina_session_get_gaps (session), gap->device, gap->time);

      g_assert_true ((lamina_session_get_selected_gap (session) == number) == (row == 2));
      g_assert_true ((first == number) == (row == 0));
    }
  lamina_session_select_gaps (session, &first, 1, first);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_true (gtk_selection_model_is_selected (model, 0));
  g_assert_false (gtk_selection_model_is_selected (model, 2));
  lamina_session_get_selected_layers (session, &n);
  g_assert_cmpuint (n, ==, 0);
  lamina_ui_test_activate (window, "view.chart-to-trace", NULL);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (lamina_ui_test_get_canvas (window))));
  g_assert_cmpint (lamina_session_get_range (session)->start, <, lamina_session_get_selection (session)->gap.start);
  g_assert_cmpint (lamina_session_get_range (session)->end, >, lamina_session_get_selection (session)->gap.end);
  g_assert_cmpuint (lamina_span_get (lamina_session_get_range (session)), <, 100000);
  lamina_ui_test_close (window);
}

/* A row of the chart by cause selects all gaps that have a part of it, the longest as their lead. */
static void
test_groups (void)
{
  LaminaWindow *window = charts_open (CHARTS_PYTORCH);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaIdle *idle;
  GtkSelectionModel *model;
  g_autoptr (GArray) groups = NULL;
  const LaminaGapGroup *group;
  const guint32 *gaps;
  guint n;

  lamina_ui_test_wait (has_gaps, session);
  charts_show_large (window, "gaps-by-cause");
  idle = lamina_session_gaps_peek (lamina_session_get_gaps (session));
  groups = lamina_idle_group_by_cause (idle, 0);
  group = &g_array_index (groups, LaminaGapGroup, 1);
  model = lamina_table_get_selection (charts_get_heads (charts_get_table (charts_get_page (window))));
  gtk_selection_model_select_item (model, 1, TRUE);
  gaps = lamina_session_get_selected_gaps (session, &n);
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpmem (gaps, n * sizeof *gaps, group->gaps, group->n_gaps * sizeof *gaps);
  for (guint i = 0; i < n; i++)
    {
      LaminaGap gap;

      g_assert_true (lamina_session_gaps_get (lamina_session_get_gaps (session), gaps[i], &gap, NULL));
      g_assert_cmpint (gap.end - gap.start, <=, lamina_session_get_selection (session)->gap.end
                                                - lamina_session_get_selection (session)->gap.start);
    }
  /* One of them alone is in that row, too. */
  lamina_session_select_gaps (session, gaps, 1, gaps[0]);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_true (gtk_selection_model_is_selected (model, 1) || gtk_selection_model_is_selected (model, 0));
  lamina_ui_test_close (window);
}

typedef struct
{
  GListModel *rows;
  guint n;
} Wanted;

static gboolean
has_rows (gpointer data)
{
  return g_list_model_get_n_items (((Wanted *) data)->rows) == ((Wanted *) data)->n;
}

static gboolean
has_words (LaminaChartData *data,
           guint            row)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    g_string_append_printf (text, "%s\n", lamina_chart_data_get_text (data, row, i));
  return strstr (text->str, "bn_") && strstr (text->str, "cudaLaunch");
}

/* The table of a chart shows what matches all words, with its sum. */
static void
test_filter (void)
{
  LaminaWindow *window = charts_open (CHARTS_PYTORCH);
  LaminaChartTable *table = charts_get_table (charts_get_page (window));
  GtkWidget *entry, *count;
  g_autofree char *sum = NULL;
  g_autofree char *expected = NULL;
  LaminaChartData *data;
  Wanted wanted = { charts_get_rows (table), 0 };
  gint64 time = 0;

  charts_show_large (window, "gaps");
  data = charts_get_large (window);
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    if (has_words (data, row))
      {
        g_auto (LaminaLayerValue) value = { 0 };

        lamina_chart_data_get_value (data, row, lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE), &value);
        time += value.integer;
        wanted.n++;
      }
  g_assert_cmpuint (wanted.n, >, 1);
  g_assert_cmpuint (wanted.n, <, lamina_chart_data_get_n_rows (data));
  entry = lamina_ui_test_child (GTK_WIDGET (table), "entry");
  count = lamina_ui_test_child (GTK_WIDGET (table), "count");
  g_assert_false (gtk_widget_get_visible (count));
  gtk_editable_set_text (GTK_EDITABLE (entry), "BN_ cudalaunch");
  wanted.rows = charts_get_rows (table);
  lamina_ui_test_wait (has_rows, &wanted);
  sum = lamina_figure_dup (time, LAMINA_UNIT_NANOSECONDS);
  expected = g_strdup_printf ("%u of %u rows, %s", wanted.n, lamina_chart_data_get_n_rows (data), sum);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (count)), ==, expected);
  g_signal_emit_by_name (entry, "stop-search");
  wanted.n = lamina_chart_data_get_n_rows (data);
  lamina_ui_test_wait (has_rows, &wanted);
  g_assert_false (gtk_widget_get_visible (count));
  lamina_ui_test_close (window);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add ("/gaps/hover", Timeline, NULL, setup, test_hover, timeline_teardown);
  g_test_add ("/gaps/use", Timeline, NULL, setup, test_use, timeline_teardown);
  g_test_add ("/gaps/select", Timeline, NULL, setup, test_select, timeline_teardown);
  g_test_add ("/gaps/host", Timeline, NULL, setup, test_host, timeline_teardown);
  g_test_add ("/gaps/zoom", Timeline, NULL, setup, test_zoom, timeline_teardown);
  g_test_add ("/gaps/keys", Timeline, NULL, setup, test_keys, timeline_teardown);
  g_test_add ("/gaps/reload", Timeline, NULL, setup, test_reload, timeline_teardown);
  g_test_add ("/gaps/export", Timeline, NULL, setup, test_export, timeline_teardown);
  g_test_add ("/gaps/finding", Timeline, NULL, setup, test_finding, timeline_teardown);
  g_test_add_func ("/gaps/chart", test_chart);
  g_test_add_func ("/gaps/groups", test_groups);
  g_test_add_func ("/gaps/filter", test_filter);
  return g_test_run ();
}
