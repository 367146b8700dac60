/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-details-text.h"
#include "lamina-finding.h"
#include "lamina-inspector.h"
#include "lamina-long-value.h"
#include "lamina-pane-section.h"
#include "lamina-producer.h"
#include "lamina-report-export.h"
#include "lamina-settings.h"
#include "lamina-session-clocks.h"
#include "lamina-tensor-card.h"
#include "lamina-tensor-query.h"
#include "lamina-ui-test.h"
#include "lamina-value-text.h"
#include "lamina-whole-name.h"

#include <glib/gstdio.h>

static LaminaDocumentView *
get_view (LaminaWindow *window)
{
  return lamina_tab_get_view (lamina_window_get_tab (window));
}

static LaminaInspector *
get_inspector (LaminaWindow *window)
{
  return LAMINA_INSPECTOR (lamina_ui_test_find (GTK_WIDGET (lamina_window_get_tab (window)), LAMINA_TYPE_INSPECTOR));
}

/* The content of a section of one of the panes. */
static GtkWidget *
get_section (LaminaWindow *window,
             const char   *pane,
             const char   *name)
{
  LaminaPaneSection *section = lamina_ui_test_child (lamina_ui_test_child (get_inspector (window), pane), name);

  return GTK_WIDGET (lamina_pane_section_get_content (section));
}

/* Opens a section of the selected layer that is folded at first. */
static void
unfold (LaminaWindow *window,
        const char   *name)
{
  LaminaPaneSection *section = lamina_ui_test_child (lamina_ui_test_child (get_inspector (window), "layer_pane"), name);
  GtkToggleButton *button = lamina_ui_test_child (section, "unfold");

  g_assert_false (gtk_toggle_button_get_active (button));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (lamina_pane_section_get_content (section))));
  g_signal_emit_by_name (button, "clicked");
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (lamina_pane_section_get_content (section))));
}

static gboolean
shows_pane (LaminaWindow *window,
            const char   *name)
{
  LaminaInspector *inspector = get_inspector (window);

  return gtk_stack_get_visible_child (lamina_ui_test_child (inspector, "stack")) == lamina_ui_test_child (inspector, name);
}

static gboolean
is_pinned (LaminaWindow *window)
{
  gboolean pinned;

  g_object_get (get_inspector (window), "pinned", &pinned, NULL);
  return pinned;
}

static void
activate (LaminaWindow *window,
          const char   *action)
{
  g_action_group_activate_action (G_ACTION_GROUP (lamina_document_view_get_actions (get_view (window))), action, NULL);
}

static gboolean
is_enabled (LaminaWindow *window,
            const char   *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (lamina_document_view_get_actions (get_view (window))), action);
}

/* The first label below a widget that has a text, where it can be seen. */
static GtkLabel *
find_label (GtkWidget  *widget,
            const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text))
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkLabel *label = find_label (child, text);

      if (label)
        return label;
    }
  return NULL;
}

static gboolean
shows (LaminaWindow *window,
       const char   *text)
{
  lamina_ui_test_settle (GTK_WIDGET (window));
  return find_label (GTK_WIDGET (get_inspector (window)), text) != NULL;
}

static void
follow (LaminaWindow *window,
        const char   *text)
{
  GtkLabel *label = find_label (GTK_WIDGET (get_inspector (window)), text);
  gboolean handled = FALSE;

  g_assert_nonnull (label);
  g_signal_emit_by_name (label, "activate-link", "#", &handled);
  g_assert_true (handled);
}

static guint32
select_convolution (LaminaWindow *window)
{
  LaminaSession *session = lamina_ui_test_get_session (window);
  guint32 layer = lamina_ui_test_find_layer (lamina_session_get_run (session), "ConvolutionForward");

  lamina_session_select_layer (session, layer);
  lamina_ui_test_settle (GTK_WIDGET (window));
  return layer;
}

static void
test_layer (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  guint32 layer = select_convolution (window);
  GtkLabel *best;

  g_assert_true (shows (window, "for its input"));
  g_assert_true (shows (window, "launched on interpreter"));
  g_assert_true (shows (window, "of the fastest"));
  best = find_label (GTK_WIDGET (get_inspector (window)), "of the fastest");
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (best)));
  g_assert_true (shows (window, "last used at"));
  g_assert_false (shows (window, "line 1, byte"));
  unfold (window, "source");
  g_assert_true (shows (window, "line 1, byte"));
  activate (window, "next-layer");
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, !=, layer);
  activate (window, "previous-layer");
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, layer);
  /* Far below the best is not nothing. */
  lamina_session_select_layer (session, lamina_ui_test_find_layer (lamina_session_get_run (session), "Elemwise"));
  g_assert_true (shows (window, "of the fastest"));
  g_assert_false (shows (window, ": 0\u00a0% of"));
  lamina_session_select_layer (session, LAMINA_NONE);
  g_assert_false (is_enabled (window, "next-layer"));
  lamina_ui_test_close (window);
}

static gboolean
is_on_host (gpointer user_data)
{
  LaminaSession *session = user_data;
  LaminaRun *run = lamina_session_get_run (session);
  guint32 track = lamina_session_get_selection (session)->slice.track;

  return track != LAMINA_NONE && lamina_run_get_track_kind (run, track) == LAMINA_GROUP_HOST;
}

/* The link beside "launched on" goes to the slice on the host. */
static void
test_slice_link (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);

  select_convolution (window);
  g_assert_false (is_on_host (session));
  follow (window, "launched on");
  lamina_ui_test_wait (is_on_host, session);
  lamina_ui_test_close (window);
}

static LaminaTensorCard *
find_card (LaminaWindow *window)
{
  GtkWidget *box = get_section (window, "layer_pane", "tensors");

  g_assert_true (LAMINA_IS_TENSOR_CARD (gtk_widget_get_first_child (box)));
  return LAMINA_TENSOR_CARD (gtk_widget_get_first_child (box));
}

/* A card selects its tensor, keeps its layer, and lets go of it the second time. */
static void
test_tensor (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  guint32 layer = select_convolution (window);
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (session));

  gtk_widget_activate_action (GTK_WIDGET (find_card (window)), "card.select", NULL);
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, layers->inputs[layers->first_input[layer]]);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, layer);
  gtk_widget_activate_action (GTK_WIDGET (find_card (window)), "card.select", NULL);
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, LAMINA_NONE);
  lamina_ui_test_close (window);
}

static gboolean
lists_readers (gpointer popover)
{
  GtkWidget *list = lamina_ui_test_find (popover, GTK_TYPE_LIST_VIEW);

  return list && gtk_widget_get_mapped (list);
}

/* The button that lists the readers makes the list once it is pressed, and then keeps it. */
static void
assert_list (GtkLabel *label)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (gtk_widget_get_ancestor (GTK_WIDGET (label), GTK_TYPE_MENU_BUTTON));
  GtkPopover *popover;

  g_assert_null (gtk_menu_button_get_popover (button));
  g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (label)));
  gtk_menu_button_popup (button);
  popover = gtk_menu_button_get_popover (button);
  g_assert_nonnull (popover);
  lamina_ui_test_wait (lists_readers, popover);
  gtk_menu_button_popdown (button);
  gtk_menu_button_popup (button);
  g_assert_true (gtk_menu_button_get_popover (button) == popover);
  lamina_ui_test_wait (lists_readers, popover);
  gtk_menu_button_popdown (button);
}

/* A link to the first of several readers keeps its room: how many others there are is a number, which leads to them. */
static void
test_readers (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint32 producer = LAMINA_NONE;
  g_autofree char *more = NULL;
  guint n = 0;

  for (guint32 i = 0; i < tensors->n && n < 2; i++)
    {
      producer = lamina_column_row (tensors->producer, i);
      n = producer != LAMINA_NONE ? tensors->first_consumer[i + 1] - tensors->first_consumer[i] : 0;
    }
  g_assert_cmpuint (n, >=, 2);
  lamina_session_select_layer (session, producer);
  more = g_strdup_printf ("+%u", n - 1);
  g_assert_true (shows (window, more));
  g_assert_false (shows (window, "and 1 more"));
  assert_list (find_label (GTK_WIDGET (get_inspector (window)), more));
  lamina_ui_test_close (window);
}

static void
test_pin (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  guint32 layer = select_convolution (window);

  activate (window, "pin-layer");
  g_assert_true (is_pinned (window));
  g_assert_true (shows (window, "Select another one"));
  activate (window, "next-layer");
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, !=, layer);
  g_assert_true (shows (window, "Pinned: "));
  g_assert_true (shows (window, "×\u00a0"));
  activate (window, "pin-layer");
  g_assert_false (is_pinned (window));
  g_assert_false (shows (window, "Pinned: "));
  lamina_ui_test_close (window);
}

static void
test_several (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  const guint32 layers[] = { 107, 108, 110 };

  lamina_session_select_layers (session, layers, G_N_ELEMENTS (layers), 107);
  g_assert_true (shows_pane (window, "layers_pane"));
  g_assert_false (shows_pane (window, "layer_pane"));
  g_assert_cmpstr (gtk_label_get_text (lamina_ui_test_child (lamina_ui_test_child (get_inspector (window), "layers_pane"),
                                                             "title")), ==, "3 operators");
  g_assert_true (shows (window, "Median"));
  g_assert_true (shows (window, "In common"));
  g_assert_true (shows (window, "Differences"));
  lamina_session_select_layer (session, 3);
  g_assert_true (shows_pane (window, "layer_pane"));
  lamina_ui_test_close (window);
}

static gboolean
has_several (gpointer user_data)
{
  guint n;

  lamina_session_get_selected_layers (user_data, &n);
  return n > 1;
}

/* What was chosen last is shown; a type of the range selects its layers. */
static void
test_range (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRange bounds;
  GtkWidget *types;
  int row, n_types = 0;
  guint n;

  lamina_session_get_bounds (session, &bounds);
  g_assert_false (is_enabled (window, "clear-range"));
  lamina_session_set_marked_range (session, bounds.start, bounds.end);
  g_assert_true (shows_pane (window, "range_pane"));
  types = lamina_ui_test_find (get_section (window, "range_pane", "types"), GTK_TYPE_GRID);
  for (GtkWidget *child = gtk_widget_get_first_child (types); child; child = gtk_widget_get_next_sibling (child))
    {
      gtk_grid_query_child (GTK_GRID (types), child, NULL, &row, NULL, NULL);
      n_types = MAX (n_types, row + 1);
    }
  g_assert_cmpint (n_types, >, 2);
  g_assert_true (shows (window, "Live at its end"));
  g_assert_true (shows (window, "busy"));
  follow (window, "ConvolutionForward");
  lamina_ui_test_wait (has_several, session);
  lamina_session_get_selected_layers (session, &n);
  g_assert_cmpuint (n, ==, 53);
  g_assert_true (shows_pane (window, "layers_pane"));
  lamina_session_select_layer (session, LAMINA_NONE);
  g_assert_true (shows_pane (window, "range_pane"));
  activate (window, "clear-range");
  g_assert_false (shows_pane (window, "range_pane"));
  lamina_ui_test_close (window);
}

#define N_ALLOCATED 6000
#define ALLOCATED_BYTES 512

static void
add_text (GByteArray *pickle,
          const char *text)
{
  const guint8 head[] = { 0x8c, (guint8) strlen (text) };

  g_byte_array_append (pickle, head, sizeof head);
  g_byte_array_append (pickle, (const guint8 *) text, (guint) strlen (text));
}

static void
add_number (GByteArray *pickle,
            const char *key,
            gint32      value)
{
  gint32 bytes = GINT32_TO_LE (value);

  add_text (pickle, key);
  g_byte_array_append (pickle, (const guint8 *) "J", 1);
  g_byte_array_append (pickle, (const guint8 *) &bytes, sizeof bytes);
}

/* What the allocator did at a microsecond, called by one frame. */
static void
add_event (GByteArray *pickle,
           const char *action,
           gint32      block,
           gint32      time)
{
  g_byte_array_append (pickle, (const guint8 *) "}(", 2);
  add_text (pickle, "action");
  add_text (pickle, action);
  add_number (pickle, "addr", (block + 1) * ALLOCATED_BYTES);
  add_number (pickle, "size", ALLOCATED_BYTES);
  add_number (pickle, "stream", 0);
  add_number (pickle, "time_us", time);
  add_text (pickle, "frames");
  g_byte_array_append (pickle, (const guint8 *) "](}(", 4);
  add_text (pickle, "filename");
  add_text (pickle, "net.py");
  add_number (pickle, "line", 5);
  add_text (pickle, "name");
  add_text (pickle, "step");
  g_byte_array_append (pickle, (const guint8 *) "ueu", 3);
}

/* One allocation each microsecond; then every third is given back. */
static void
write_snapshot (const char *path)
{
  g_autoptr (GByteArray) pickle = g_byte_array_new ();

  g_byte_array_append (pickle, (const guint8 *) "\x80\x04}(", 4);
  add_text (pickle, "segments");
  g_byte_array_append (pickle, (const guint8 *) "]", 1);
  add_text (pickle, "device_traces");
  g_byte_array_append (pickle, (const guint8 *) "](](", 4);
  for (gint32 i = 0; i < N_ALLOCATED; i++)
    add_event (pickle, "alloc", i, 1 + i);
  for (gint32 i = 0; i < N_ALLOCATED; i += 3)
    add_event (pickle, "free_completed", i, 1 + N_ALLOCATED + i);
  g_byte_array_append (pickle, (const guint8 *) "eeu.", 4);
  g_assert_true (g_file_set_contents (path, (const char *) pickle->data, (gssize) pickle->len, NULL));
}

static const char *awaited;

static gboolean
shows_awaited (gpointer window)
{
  return find_label (GTK_WIDGET (get_inspector (window)), awaited) != NULL;
}

/* What was allocated in a range is added up in a thread where it is much, again for each range. */
static void
test_range_memory (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "lamina-test-allocations.pickle", NULL);
  LaminaWindow *window;
  LaminaSession *session;
  LaminaRange bounds;

  write_snapshot (path);
  window = lamina_ui_test_open (path);
  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  session = lamina_ui_test_get_session (window);
  g_assert_cmpuint (lamina_run_get_tensors (lamina_session_get_run (session))->n, ==, N_ALLOCATED);
  lamina_session_get_bounds (session, &bounds);
  lamina_session_set_marked_range (session, bounds.start, bounds.end);
  awaited = "6\u202f000 × · 2.93\u00a0MiB";
  lamina_ui_test_wait (shows_awaited, window);
  g_assert_true (shows (window, "4\u202f000 × · 1.95\u00a0MiB"));
  g_assert_true (shows (window, "Kept, by site"));
  g_assert_true (shows (window, "net.py:5 step"));

  lamina_session_set_marked_range (session, bounds.start, bounds.start + 999500);
  awaited = "1\u202f000 × · 500\u00a0KiB";
  lamina_ui_test_wait (shows_awaited, window);
  g_assert_false (shows (window, "4\u202f000 ×"));
  activate (window, "clear-range");
  lamina_ui_test_close (window);
  g_unlink (path);
}

#define UNSAID "It is left unsaid while clocks are shifted otherwise than suggested"

static gboolean
has_tensor (gpointer session)
{
  return lamina_session_get_tensor (session) != LAMINA_NONE;
}

/* A layer that allocated once, and what. */
static guint32
find_allocation (LaminaRun *run,
                 guint32   *layer)
{
  guint n = 0;

  for (*layer = 0; *layer < lamina_run_get_layers (run)->n; *layer += 1)
    {
      g_autofree guint32 *rows = lamina_tensors_list_allocated (run, NULL, *layer, &n);

      if (n == 1 && lamina_producer_find (run, rows[0], NULL) == *layer)
        return rows[0];
    }
  g_assert_not_reached ();
}

/* An operator leads to what it allocated, until a clock is shifted: then nobody knows. */
static void
test_allocations (void)
{
  LaminaWindow *window = lamina_ui_test_open_joined ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  guint32 layer, tensor = find_allocation (run, &layer);
  const char *site = lamina_run_get_string (run, lamina_run_get_memory (run)->site[tensor]);
  guint clock = lamina_run_get_tensors (run)->lifetimes[lamina_run_get_tensors (run)->first_lifetime[tensor]].clock;

  lamina_session_select_layer (session, layer);
  g_assert_true (shows (window, site));
  g_assert_false (shows (window, UNSAID));
  follow (window, site);
  lamina_ui_test_wait (has_tensor, session);
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, tensor);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, layer);
  lamina_session_set_clock_offset (session, clock, lamina_run_get_clock (run, clock)->offset + 1000000);
  g_assert_true (shows (window, UNSAID));
  g_assert_false (shows (window, site));
  lamina_session_select_layer (session, LAMINA_NONE);
  g_assert_true (shows (window, UNSAID));
  lamina_session_select_tensor (session, tensor);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, LAMINA_NONE);
  lamina_session_reset_clock (session, clock);
  lamina_session_select_tensor (session, LAMINA_NONE);
  lamina_session_select_tensor (session, tensor);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, layer);
  g_assert_true (shows (window, site));
  lamina_ui_test_close (window);
}

static void
test_report (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaDocument *document = lamina_session_get_document (lamina_ui_test_get_session (window));
  g_autofree char *text = lamina_details_dup_report (document);

  g_assert_true (shows (window, "Import"));
  g_assert_true (shows (window, "Shown"));
  g_assert_true (shows (window, "Reached at"));
  g_assert_nonnull (strstr (text, "resnet50-megengine.json\n"));
  g_assert_nonnull (strstr (text, "Lost: 0\n"));
  lamina_ui_test_close (window);
}

static gboolean
shows_findings (gpointer window)
{
  return find_label (GTK_WIDGET (get_inspector (window)), "Largest tensors at peak") != NULL;
}

/* A finding that is clicked selects its layers, and the action comes back to the list. */
static void
test_findings (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  g_autoptr (LaminaFindings) findings = lamina_findings_new (lamina_session_get_document (session), 0, NULL, LAMINA_NONE,
                                                             NULL, NULL);
  const LaminaFinding *first = lamina_findings_get (findings, 0);
  const guint32 *selected;
  GtkWidget *button;
  guint n;

  lamina_ui_test_wait (shows_findings, window);
  g_assert_true (shows (window, first->what));
  button = gtk_widget_get_ancestor (GTK_WIDGET (find_label (GTK_WIDGET (get_inspector (window)), first->title)),
                                    GTK_TYPE_BUTTON);
  g_signal_emit_by_name (button, "clicked");
  selected = lamina_session_get_selected_layers (session, &n);
  g_assert_cmpmem (selected, n * sizeof *selected, first->layers, first->n_layers * sizeof *selected);
  g_assert_false (shows (window, first->what));
  activate (window, "findings");
  g_assert_true (shows (window, first->what));
  lamina_ui_test_close (window);
}

static GFile *written;

static void
on_written (GtkWidget *widget,
            GFile     *file)
{
  written = g_object_ref (file);
}

static gboolean
is_written (gpointer data)
{
  return written != NULL;
}

/* What the window writes is what the command writes. */
static void
test_report_file (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaReportOptions options = { .document = lamina_session_get_document (lamina_ui_test_get_session (window)) };
  g_autofree char *folder = g_dir_make_tmp ("lamina-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *other_path = g_build_filename (folder, "other.html", NULL);
  g_autoptr (GFile) other = g_file_new_for_path (other_path);
  g_autofree char *text = NULL, *other_text = NULL;
  gsize length, other_length;

  g_assert_true (lamina_report_save (&options, other, NULL, NULL));
  lamina_report_export_write (GTK_WIDGET (window), &options, file, on_written);
  lamina_ui_test_wait (is_written, NULL);
  g_assert_true (g_file_equal (file, written));
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (g_file_get_contents (other_path, &other_text, &other_length, NULL));
  g_assert_cmpmem (text, length, other_text, other_length);
  g_clear_object (&written);
  g_unlink (path);
  g_unlink (other_path);
  g_rmdir (folder);
  lamina_ui_test_close (window);
}

static char *
dup_details (LaminaSession *session,
             guint32        layer)
{
  return lamina_details_dup_place (lamina_session_get_document (session), lamina_session_get_timebase (session),
                                   &(LaminaPlace) { LAMINA_PLACE_LAYER, lamina_session_get_run_index (session), 0, layer });
}

static void
test_details (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  guint32 layer = select_convolution (window);
  g_autofree char *text = dup_details (session, layer);

  g_assert_nonnull (strstr (text, "Type: ConvolutionForward\n"));
  g_assert_nonnull (strstr (text, "gpu0:0/Operators: "));
  g_assert_nonnull (strstr (text, "\nInput: "));
  g_assert_nonnull (strstr (text, "stride_h: "));
  lamina_ui_test_close (window);
}

/* The region of the code that launched a layer is shown, and copied with what else is known. */
static void
test_annotation (void)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/convnet-pytorch.pt.trace.json");
  LaminaWindow *window = lamina_ui_test_open (path);
  g_autofree char *text = NULL;
  LaminaSession *session;
  const LaminaLayers *layers;
  guint32 layer = 0;

  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  session = lamina_ui_test_get_session (window);
  layers = lamina_run_get_layers (lamina_session_get_run (session));
  while (layer < layers->n && lamina_column_id (layers->annotation, layer) == 0)
    layer++;
  g_assert_cmpuint (layer, <, layers->n);
  text = dup_details (session, layer);
  g_assert_nonnull (strstr (text, "\nAnnotation: Optimizer.step#SGD.step\n"));
  lamina_session_select_layer (session, layer);
  g_assert_true (shows (window, "launched in"));
  lamina_ui_test_close (window);
}

/* The first slice of a track that is called so. */
static gboolean
find_slice (LaminaRun      *run,
            const char     *start,
            LaminaSliceRef *found)
{
  for (found->track = 0; found->track < lamina_run_get_n_tracks (run); found->track++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, found->track));

      for (found->slice = 0; found->slice < slices->n; found->slice++)
        if (g_str_has_prefix (lamina_run_get_string (run, slices->name[found->slice]), start))
          return TRUE;
    }
  return FALSE;
}

/* A kernel is selected as its operator, but what the file has of it is there, with its whole name. */
static void
test_kernel (void)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/convnet-pytorch.pt.trace.json");
  LaminaWindow *window = lamina_ui_test_open (path);
  g_autofree char *text = NULL;
  g_autofree char *hint = NULL;
  g_auto (GStrv) lines = NULL;
  LaminaSession *session;
  LaminaSliceRef kernel = { 0, 0 };
  const LaminaSlices *slices;
  LaminaRun *run;
  guint32 layer;

  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  session = lamina_ui_test_get_session (window);
  run = lamina_session_get_run (session);
  g_assert_true (find_slice (run, "clamp_scalar<float>", &kernel));
  slices = lamina_track_get_slices (lamina_run_get_track (run, kernel.track));
  layer = lamina_column_row (slices->layer, kernel.slice);
  g_assert_cmpuint (layer, !=, LAMINA_NONE);
  text = dup_details (session, layer);
  g_assert_nonnull (strstr (text, "::launch_clamp_scalar(at::TensorIteratorBase&, c10::Scalar, c10::Scalar, "));
  lamina_session_select_layer (session, layer);
  g_assert_false (shows (window, "registers per thread"));
  unfold (window, "attributes");
  g_assert_true (shows (window, "registers per thread"));

  hint = lamina_whole_name_dup_hint (run, lamina_run_get_string (run, slices->name[kernel.slice]));
  g_assert_true (g_str_has_prefix (hint, "void at::native::"));
  g_assert_true (g_str_has_suffix (hint, "…"));
  lines = g_strsplit (hint, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), >, 3);
  for (char **line = lines; *line; line++)
    g_assert_cmpint (g_utf8_strlen (*line, -1), <=, 72);
  g_assert_null (lamina_whole_name_dup_hint (run, "aten::relu"));
  lamina_ui_test_close (window);
}

static gboolean
is_selected (gpointer user_data)
{
  LaminaSession *session = user_data;
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaSliceRef *slice = &lamina_session_get_selection (session)->slice;
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice->track));

  return strcmp (lamina_run_get_string (run, slices->name[slice->slice]),
                 g_object_get_data (G_OBJECT (session), "wanted")) == 0;
}

/* Follows a link to a slice of a name. */
static void
follow_to (LaminaWindow *window,
           const char   *text,
           const char   *name)
{
  LaminaSession *session = lamina_ui_test_get_session (window);

  g_object_set_data (G_OBJECT (session), "wanted", (gpointer) name);
  follow (window, text);
  lamina_ui_test_wait (is_selected, session);
  lamina_ui_test_settle (GTK_WIDGET (window));
}

/*
 * The first ReLU of the sample: `aten::relu` stands in `nn.Module: ReLU_1`, its launch and kernel lead to each other, and the
 * figures are those that follow from the microseconds of the file. The frames stand there once, the modules without what
 * PyTorch puts before their names.
 */
static void
test_context (void)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/convnet-pytorch.pt.trace.json");
  LaminaWindow *window = lamina_ui_test_open (path);
  LaminaSession *session;
  LaminaSliceRef kernel = { 0, 0 };
  const LaminaSlices *slices;
  const char *name;
  LaminaRun *run;

  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  session = lamina_ui_test_get_session (window);
  run = lamina_session_get_run (session);
  g_assert_true (find_slice (run, "clamp_scalar<float>", &kernel));
  lamina_session_select_slice (session, &kernel);
  g_assert_true (shows (window, "Call stack"));
  g_assert_true (shows (window, "Launch latency"));
  g_assert_true (shows (window, "Queue time"));
  g_assert_true (shows (window, "40.3\u00a0µs"));
  g_assert_true (shows (window, "35.5\u00a0µs"));
  g_assert_true (shows (window, "clamp_scalar<float>"));
  g_assert_true (shows (window, "ReLU_1"));
  g_assert_true (shows (window, "net.py(31): forward"));
  g_assert_false (shows (window, "nn.Module"));
  unfold (window, "attributes");
  g_assert_null (find_label (get_section (window, "layer_pane", "attributes"), "net.py(31): forward"));
  follow_to (window, "cudaLaunchKernel", "cudaLaunchKernel");
  g_assert_true (shows (window, "40.3\u00a0µs"));
  slices = lamina_track_get_slices (lamina_run_get_track (run, kernel.track));
  name = lamina_run_get_string (run, slices->name[kernel.slice]);
  follow_to (window, "↓ ", name);
  follow_to (window, "net.py(31): forward", "net.py(31): forward");
  g_assert_true (shows_pane (window, "layer_pane"));
  lamina_session_select_slice (session, &kernel);
  lamina_ui_test_settle (GTK_WIDGET (window));
  follow_to (window, "ReLU_1", "nn.Module: ReLU_1");
  lamina_ui_test_close (window);
}

static void
test_values (void)
{
  static const char *const values[][2] = {
    { "", "" },
    { "{\"a\":1}", "{\"a\":1}" },
    { "{\"long\":[1,2,3],\"and\":{\"more\":\"}],{\",\"x\":[{}]}}",
      "{\n  \"long\":[1,2,3],\n  \"and\":{\n    \"more\":\"}],{\",\n    \"x\":[\n      {}\n    ]\n  }\n}" },
    { "[[[", "[\n  [\n    [\n      " },
    { "}}]", "\n}\n}\n]" },
    { "\"never closed {", "\"never closed {" },
    { "\"ends in \\", "\"ends in \\" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *text = lamina_value_dup_indented (values[i][0]);

      g_assert_cmpstr (text, ==, values[i][1]);
    }
}

static void
test_folding (void)
{
  g_autofree char *text = g_strnfill (100000, 'x');
  LaminaLongValue *value = LAMINA_LONG_VALUE (g_object_ref_sink (lamina_long_value_new ("key", text)));
  GtkWidget *button;

  g_assert_true (lamina_long_value_is_long (text));
  g_assert_false (lamina_long_value_is_long ("NCHW"));
  button = lamina_ui_test_find (GTK_WIDGET (value), GTK_TYPE_BUTTON);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Show All");
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Show Less");
  g_object_unref (value);
}

/* The edge is moved by keys as by the pointer, within bounds; all inspectors follow. */
static void
test_width (void)
{
  GSettings *settings = lamina_settings_get_default ();
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *inspector = GTK_WIDGET (get_inspector (window));
  GtkWidget *edge = gtk_widget_get_last_child (inspector);

  g_assert_cmpint (gtk_widget_get_width (inspector), ==, 320);
  lamina_ui_test_press (edge, GDK_KEY_Left);
  g_assert_cmpint (g_settings_get_int (settings, LAMINA_SETTING_INSPECTOR_WIDTH), ==, 330);
  lamina_ui_test_settle (inspector);
  g_assert_cmpint (gtk_widget_get_width (inspector), ==, 330);
  for (guint i = 0; i < 12; i++)
    {
      lamina_ui_test_press (edge, GDK_KEY_Left);
      lamina_ui_test_settle (inspector);
    }
  g_assert_cmpint (gtk_widget_get_width (inspector), ==, 420);
  lamina_ui_test_click (edge, 2, 2, 50);
  g_assert_cmpint (g_settings_get_int (settings, LAMINA_SETTING_INSPECTOR_WIDTH), ==, 320);
  lamina_ui_test_close (window);
}

static gboolean
has_differences (gpointer window)
{
  return shows (window, "Differences") && shows (window, "aten::clamp_min");
}

/* Of several operators, neither what is another one for each nor what the inputs say already tells how they differ. */
static void
test_differences (void)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/convnet-pytorch.pt.trace.json");
  LaminaWindow *window = lamina_ui_test_open (path);
  g_autoptr (GArray) same = g_array_new (FALSE, FALSE, sizeof (guint32));
  LaminaSession *session;
  LaminaRun *run;
  const LaminaLayers *layers;

  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  session = lamina_ui_test_get_session (window);
  run = lamina_session_get_run (session);
  layers = lamina_run_get_layers (run);
  for (guint32 i = 0; i < layers->n; i++)
    if (g_str_equal (lamina_run_get_string (run, lamina_column_id (layers->type, i)), "aten::clamp_min"))
      g_array_append_val (same, i);
  g_assert_cmpuint (same->len, ==, 4);
  lamina_session_select_layers (session, (const guint32 *) (gpointer) same->data, same->len, LAMINA_NONE);
  lamina_ui_test_wait (has_differences, window);
  g_assert_true (shows (window, "Input 1"));
  g_assert_false (shows (window, "Input Dims"));
  g_assert_false (shows (window, "External id"));
  lamina_ui_test_close (window);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/inspector/layer", test_layer);
  g_test_add_func ("/inspector/differences", test_differences);
  g_test_add_func ("/inspector/slice-link", test_slice_link);
  g_test_add_func ("/inspector/tensor", test_tensor);
  g_test_add_func ("/inspector/readers", test_readers);
  g_test_add_func ("/inspector/pin", test_pin);
  g_test_add_func ("/inspector/several", test_several);
  g_test_add_func ("/inspector/range", test_range);
  g_test_add_func ("/inspector/range-memory", test_range_memory);
  g_test_add_func ("/inspector/allocations", test_allocations);
  g_test_add_func ("/inspector/report", test_report);
  g_test_add_func ("/inspector/findings", test_findings);
  g_test_add_func ("/inspector/report-file", test_report_file);
  g_test_add_func ("/inspector/details", test_details);
  g_test_add_func ("/inspector/annotation", test_annotation);
  g_test_add_func ("/inspector/kernel", test_kernel);
  g_test_add_func ("/inspector/context", test_context);
  g_test_add_func ("/inspector/values", test_values);
  g_test_add_func ("/inspector/folding", test_folding);
  g_test_add_func ("/inspector/width", test_width);
  return g_test_run ();
}
