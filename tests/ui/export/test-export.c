/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-dialog.h"
#include "lamina-layer-query.h"
#include "lamina-save-filters.h"
#include "lamina-range-totals.h"
#include "lamina-settings.h"
#include "lamina-ui-test.h"
#include "scene-dump.h"

#include <glib/gstdio.h>

/* The export dialog: what is chosen, shown, written and remembered. */

typedef struct
{
  LaminaWindow *window;
  LaminaSession *session;
  LaminaExportDialog *dialog;
  GFile *saved;
  gboolean is_copied;
  const LaminaFlameOptions *flame;
  guint32 flame_root;
} Fixture;

/* What the dialog says to be wrong, or NULL. */
static const char *
get_error (LaminaExportDialog *dialog)
{
  GtkWidget *message = lamina_ui_test_child (dialog, "message");

  return gtk_widget_get_visible (message) ? gtk_label_get_text (GTK_LABEL (message)) : NULL;
}

static void
on_saved (Fixture *self,
          GFile   *file)
{
  g_set_object (&self->saved, file);
}

static gpointer
get_child (Fixture    *self,
           const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self->dialog), LAMINA_TYPE_EXPORT_DIALOG, name);
}

static void
on_copied (Fixture *self)
{
  self->is_copied = TRUE;
}

static gboolean
is_ready (gpointer user_data)
{
  Fixture *self = user_data;

  return !lamina_export_preview_is_pending (get_child (self, "preview"));
}

static void
open_dialog (Fixture    *self,
             const char *view)
{
  const LaminaPictureOptions shown = { .view = view, .flame = self->flame, .flame_root = self->flame_root };

  self->dialog = LAMINA_EXPORT_DIALOG (lamina_export_dialog_new (self->session, &shown));
  g_signal_connect_swapped (self->dialog, "saved", G_CALLBACK (on_saved), self);
  g_signal_connect_swapped (self->dialog, "copied", G_CALLBACK (on_copied), self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  lamina_ui_test_settle (GTK_WIDGET (self->dialog));
  lamina_ui_test_wait (is_ready, self);
}

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_EXPORT);
  self->window = lamina_ui_test_open_sample ();
  self->session = lamina_ui_test_get_session (self->window);
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  if (self->dialog)
    gtk_window_destroy (GTK_WINDOW (self->dialog));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&self->saved);
  lamina_ui_test_close (self->window);
}

/* A row of the form, by the name that it has in the template. */
static gpointer
get_row (Fixture    *self,
         const char *name)
{
  GObject *row = gtk_widget_get_template_child (get_child (self, "form"),
                                                LAMINA_TYPE_EXPORT_FORM, name);

  g_assert_nonnull (row);
  return row;
}

static void
choose (Fixture    *self,
        const char *row,
        guint       i)
{
  adw_combo_row_set_selected (get_row (self, row), i);
  lamina_ui_test_wait (is_ready, self);
}

static char *
dup_picture (Fixture *self)
{
  LaminaScene *scene = lamina_export_preview_get_scene (get_child (self, "preview"));

  g_assert_null (get_error (self->dialog));
  g_assert_nonnull (scene);
  return lamina_scene_dump (scene);
}

static gboolean
is_over (gpointer user_data)
{
  Fixture *self = user_data;

  return self->saved || get_error (self->dialog);
}

/* Each format is written, and holds the scene that was shown; a name that says no format is refused in words. */
static void
test_save (Fixture       *self,
           gconstpointer  data)
{
  static const char *const pictures[][2] = { { "a.svg", "<?xml" }, { "a.png", "\x89PNG" }, { "a.pdf", "%PDF" } };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-ui-XXXXXX", &error);
  g_autofree char *odd = g_build_filename (folder, "a.doc", NULL);
  g_autoptr (GFile) odd_file = g_file_new_for_path (odd);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      g_autofree char *path = g_build_filename (folder, pictures[i][0], NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autofree char *text = NULL;

      open_dialog (self, "timeline");
      lamina_export_dialog_save (self->dialog, file);
      lamina_ui_test_wait (is_over, self);
      g_assert_true (self->saved && g_file_equal (self->saved, file));
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_true (g_str_has_prefix (text, pictures[i][1]));
      g_unlink (path);
      g_clear_object (&self->saved);
    }
  open_dialog (self, "timeline");
  lamina_export_dialog_save (self->dialog, odd_file);
  lamina_ui_test_wait (is_over, self);
  g_assert_null (self->saved);
  g_assert_nonnull (strstr (get_error (self->dialog), ".svg"));
  g_assert_false (g_file_test (odd, G_FILE_TEST_EXISTS));
  g_rmdir (folder);
}

/* What is shown is what the library lays out for the same choices. */
static void
test_preview (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (LaminaMetrics) metrics = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *expected = NULL;
  LaminaPictureOptions options;
  LaminaStyle style;

  open_dialog (self, NULL);
  choose (self, "range_row", LAMINA_EXPORT_VISIBLE);
  shown = dup_picture (self);
  g_assert_true (lamina_export_choices_resolve (
    lamina_export_form_get_choices (get_child (self, "form")), self->session, &options, tracks,
    NULL));
  style = LAMINA_STYLE_INIT (options.theme);
  metrics = lamina_metrics_new (&style);
  scene = lamina_picture_layout (lamina_session_get_document (self->session), &options, metrics, NULL);
  expected = lamina_scene_dump (scene);
  g_assert_cmpstr (shown, ==, expected);
}

static void
test_range (Fixture       *self,
            gconstpointer  data)
{
  LaminaRange bounds;
  LaminaExportForm *form;
  LaminaRange range;

  lamina_session_get_bounds (self->session, &bounds);
  lamina_session_set_range (self->session, bounds.start + 1000000, bounds.start + 2000000);
  open_dialog (self, "timeline");
  form = get_child (self, "form");
  lamina_export_choices_get_range (lamina_export_form_get_choices (form), self->session, &range);
  g_assert_cmpint (range.start, ==, 1000000);
  g_assert_cmpint (range.end, ==, 2000000);

  choose (self, "range_row", LAMINA_EXPORT_WHOLE);
  lamina_export_choices_get_range (lamina_export_form_get_choices (form), self->session, &range);
  g_assert_cmpint (range.start, ==, LAMINA_ABSENT);

  choose (self, "range_row", LAMINA_EXPORT_MARKED);
  g_assert_nonnull (strstr (get_error (self->dialog), "marked"));
  lamina_session_set_marked_range (self->session, bounds.start + 3000000, bounds.start + 3500000);
  choose (self, "range_row", LAMINA_EXPORT_TYPED);
  g_assert_nonnull (get_error (self->dialog));
  choose (self, "range_row", LAMINA_EXPORT_MARKED);
  g_assert_null (get_error (self->dialog));
  lamina_export_choices_get_range (lamina_export_form_get_choices (form), self->session, &range);
  g_assert_cmpint (range.start, ==, 3000000);

  choose (self, "range_row", LAMINA_EXPORT_TYPED);
  gtk_editable_set_text (GTK_EDITABLE (get_row (self, "range_text")), "2..2.5ms");
  lamina_ui_test_wait (is_ready, self);
  g_assert_null (get_error (self->dialog));
  lamina_export_choices_get_range (lamina_export_form_get_choices (form), self->session, &range);
  g_assert_cmpint (range.end, ==, 2500000);
  gtk_editable_set_text (GTK_EDITABLE (get_row (self, "range_text")), "20s..30s");
  lamina_ui_test_wait (is_ready, self);
  g_assert_nonnull (strstr (get_error (self->dialog), "Nothing of the run"));
}

/* Who has marked a range gets a picture of it, whatever was exported last; its legend and totals are of what lies in it. */
static void
test_marked (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *shown = NULL;
  g_autofree char *words = NULL;
  g_autofree char *cost = NULL;
  g_autoptr (LaminaRangeTotals) totals = NULL;
  LaminaExportForm *form;
  LaminaRange bounds, range;

  lamina_session_get_bounds (self->session, &bounds);
  lamina_session_set_marked_range (self->session, bounds.start + 10700000, bounds.start + 12260000);
  open_dialog (self, "timeline");
  form = get_child (self, "form");
  g_assert_cmpuint (adw_combo_row_get_selected (get_row (self, "range_row")), ==, LAMINA_EXPORT_MARKED);
  lamina_export_choices_get_range (lamina_export_form_get_choices (form), self->session, &range);
  g_assert_cmpint (range.start, ==, 10700000);
  g_assert_cmpint (range.end, ==, 12260000);
  totals = lamina_range_totals_new (lamina_session_get_run (self->session), lamina_session_get_timebase (self->session),
                                    bounds.start + 10700000, bounds.start + 12260000, NULL);
  cost = lamina_figure_dup (lamina_range_totals_get_cost (totals), LAMINA_UNIT_NANOSECONDS);
  words = g_strdup_printf ("Σ\u00a0%s of device time", cost);
  shown = dup_picture (self);
  g_assert_nonnull (strstr (shown, words));
}

/* Charts, too: what lies in the range is what they add up. */
static void
test_marked_chart (Fixture       *self,
                   gconstpointer  data)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autofree guint32 *rows = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *sum = NULL;
  LaminaRange bounds;
  gint64 cost = 0;
  guint n;

  lamina_session_get_bounds (self->session, &bounds);
  open_dialog (self, "chart:time-by-type");
  g_assert_cmpuint (adw_combo_row_get_selected (get_row (self, "range_row")), ==, LAMINA_EXPORT_WHOLE);
  gtk_window_destroy (GTK_WINDOW (self->dialog));
  lamina_session_set_marked_range (self->session, bounds.start + 10700000, bounds.start + 12260000);
  open_dialog (self, "chart:time-by-type");
  g_assert_cmpuint (adw_combo_row_get_selected (get_row (self, "range_row")), ==, LAMINA_EXPORT_MARKED);
  filter.start = bounds.start + 10700000;
  filter.end = bounds.start + 12260000;
  rows = lamina_layers_filter (run, lamina_session_get_timebase (self->session), &filter, NULL, &n);
  for (guint i = 0; i < n; i++)
    if (lamina_column_number (lamina_run_get_costs (run), rows[i]) != LAMINA_ABSENT)
      cost += lamina_run_get_costs (run)[rows[i]];
  sum = lamina_figure_dup (cost, LAMINA_UNIT_NANOSECONDS);
  shown = dup_picture (self);
  g_assert_nonnull (strstr (shown, sum));
  g_assert_nonnull (strstr (shown, "Operators from 10.7"));
}

static void
test_tracks (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *all = NULL;
  g_autofree char *some = NULL;
  GArray *chosen;

  open_dialog (self, "timeline");
  choose (self, "tracks_row", LAMINA_EXPORT_ALL_TRACKS);
  all = dup_picture (self);
  g_assert_nonnull (strstr (all, "interpreter"));
  choose (self, "tracks_row", LAMINA_EXPORT_CHOSEN_TRACKS);
  chosen = lamina_export_form_get_choices (get_child (self, "form"))->chosen;
  g_assert_cmpuint (chosen->len, ==, lamina_run_get_n_tracks (lamina_session_get_run (self->session)));
  for (guint i = 1; i < chosen->len; i++)
    g_array_index (chosen, gboolean, i) = FALSE;
  choose (self, "theme_row", 1);
  some = dup_picture (self);
  g_assert_cmpuint (strlen (some), <, strlen (all));
  g_array_index (chosen, gboolean, 0) = FALSE;
  choose (self, "theme_row", 2);
  g_assert_nonnull (strstr (get_error (self->dialog), "No track"));
}

/* As on its page: the way, and the part that it was zoomed to. */
static void
test_flame (Fixture       *self,
            gconstpointer  data)
{
  LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;
  g_autofree char *whole = NULL;
  g_autofree char *part = NULL;

  options.by = LAMINA_FLAME_BY_TYPES;
  options.weight = LAMINA_FLAME_WEIGHT_CALLS;
  self->flame = &options;
  open_dialog (self, "flame");
  whole = dup_picture (self);
  g_assert_nonnull (strstr (whole, "by types"));
  g_assert_nonnull (strstr (whole, "calls"));
  gtk_window_destroy (GTK_WINDOW (self->dialog));
  self->flame_root = 1;
  open_dialog (self, "flame");
  part = dup_picture (self);
  g_assert_nonnull (strstr (part, "shares of the "));
  g_assert_cmpuint (strlen (part), <, strlen (whole));
}

/* As shown: without what is hidden, in the order of the timeline, pinned ones first. */
static void
test_arrangement (Fixture       *self,
                  gconstpointer  data)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autofree char *host_path = lamina_run_dup_track_path (run, 0);
  g_autofree char *device_path = lamina_run_dup_track_path (run, 1);
  g_autofree char *shown = NULL;
  g_autofree char *all = NULL;
  g_autofree char *only = NULL;

  open_dialog (self, "overview");
  choose (self, "tracks_row", LAMINA_EXPORT_PINNED_TRACKS);
  g_assert_nonnull (strstr (get_error (self->dialog), "No track"));
  lamina_ui_test_toggle (self->session, LAMINA_TARGET_TRACK, 1, LAMINA_ARRANGEMENT_PINNED);
  lamina_ui_test_toggle (self->session, LAMINA_TARGET_TRACK, 0, LAMINA_ARRANGEMENT_HIDDEN);
  choose (self, "tracks_row", LAMINA_EXPORT_SHOWN_TRACKS);
  shown = dup_picture (self);
  g_assert_null (strstr (shown, host_path));
  g_assert_nonnull (strstr (shown, device_path));
  choose (self, "tracks_row", LAMINA_EXPORT_ALL_TRACKS);
  all = dup_picture (self);
  g_assert_true (strstr (all, device_path) < strstr (all, host_path));
  choose (self, "tracks_row", LAMINA_EXPORT_PINNED_TRACKS);
  only = dup_picture (self);
  g_assert_cmpuint (strlen (only), <, strlen (shown));
}

static void
test_size (Fixture       *self,
           gconstpointer  data)
{
  LaminaExportPreview *preview;
  GtkSpinButton *width;

  open_dialog (self, "timeline");
  preview = get_child (self, "preview");
  width = get_row (self, "width");
  g_assert_cmpint (lamina_scene_get_width (lamina_export_preview_get_scene (preview)), ==, 900);
  choose (self, "preset_row", 1);
  g_assert_cmpint (lamina_scene_get_width (lamina_export_preview_get_scene (preview)), ==, 425);
  g_assert_cmpfloat (gtk_spin_button_get_value (width), ==, 85);
  /* A size can be written where none that is offered fits, be it at first the same as one of them. */
  g_assert_false (gtk_widget_get_visible (get_row (self, "width_row")));
  choose (self, "preset_row", 3);
  g_assert_true (gtk_widget_get_visible (get_row (self, "width_row")));
  g_assert_true (gtk_widget_get_visible (get_row (self, "unit_row")));
  choose (self, "unit_row", 1);
  g_assert_cmpfloat (gtk_spin_button_get_value (width), ==, 425);
  choose (self, "unit_row", 0);
  g_assert_cmpfloat (gtk_spin_button_get_value (width), ==, 85);
  g_assert_cmpuint (adw_combo_row_get_selected (get_row (self, "preset_row")), ==, 3);
  choose (self, "preset_row", 2);
  g_assert_cmpint (lamina_scene_get_width (lamina_export_preview_get_scene (preview)), ==, 960);
  g_assert_cmpint (lamina_scene_get_height (lamina_export_preview_get_scene (preview)), ==, 540);
  gtk_spin_button_set_value (width, 1200);
  lamina_ui_test_wait (is_ready, self);
  g_assert_cmpint (lamina_scene_get_width (lamina_export_preview_get_scene (preview)), ==, 1200);
}

static void
test_texts (Fixture       *self,
            gconstpointer  data)
{
  g_autofree char *whole = NULL;
  g_autofree char *named = NULL;
  g_autofree char *bare = NULL;

  open_dialog (self, "timeline");
  whole = dup_picture (self);
  g_assert_nonnull (strstr (whole, "group \"legend\""));
  g_assert_nonnull (strstr (whole, "group \"source\""));
  gtk_editable_set_text (GTK_EDITABLE (get_row (self, "title_row")), "Figure 7");
  gtk_editable_set_text (GTK_EDITABLE (get_row (self, "caption_row")), "Before the change");
  lamina_ui_test_wait (is_ready, self);
  named = dup_picture (self);
  g_assert_nonnull (strstr (named, "Figure 7"));
  g_assert_nonnull (strstr (named, "Before the change"));
  gtk_switch_set_active (get_row (self, "has_title"), FALSE);
  gtk_switch_set_active (get_row (self, "has_caption"), FALSE);
  gtk_switch_set_active (get_row (self, "legend"), FALSE);
  gtk_switch_set_active (get_row (self, "source"), FALSE);
  lamina_ui_test_wait (is_ready, self);
  bare = dup_picture (self);
  g_assert_null (strstr (bare, "Figure 7"));
  g_assert_null (strstr (bare, "group \"legend\""));
  g_assert_null (strstr (bare, "group \"source\""));
}

static gboolean
has_label (GtkWidget  *widget,
           const char *text)
{
  gboolean found = GTK_IS_LABEL (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), text) == 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = has_label (child, text);
  return found;
}

static gboolean
is_copied (gpointer user_data)
{
  return ((Fixture *) user_data)->is_copied;
}

static void
on_read (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  const char *type = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, &type, &error);

  g_assert_no_error (error);
  g_assert_nonnull (stream);
  *(char **) user_data = g_strdup (type);
}

static gboolean
is_set (gpointer user_data)
{
  return *(char **) user_data != NULL;
}

/* The clipboard has both, for programs that draw and for those that paint. */
static void
test_copy (Fixture       *self,
           gconstpointer  data)
{
  static const char *const types[] = { "image/svg+xml", "image/png" };
  GdkClipboard *clipboard;

  open_dialog (self, "timeline");
  gtk_widget_activate_action (GTK_WIDGET (self->dialog), "export.copy", NULL);
  lamina_ui_test_wait (is_copied, self);
  /* It is said in the dialog itself, which may cover the window. */
  g_assert_true (has_label (GTK_WIDGET (self->dialog), "The picture was copied"));
  clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self->dialog));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      const char *wanted[] = { types[i], NULL };
      g_autofree char *type = NULL;

      g_assert_true (gdk_content_formats_contain_mime_type (gdk_clipboard_get_formats (clipboard), types[i]));
      gdk_clipboard_read_async (clipboard, wanted, G_PRIORITY_DEFAULT, NULL, on_read, &type);
      lamina_ui_test_wait (is_set, &type);
      g_assert_cmpstr (type, ==, types[i]);
    }
}

/* What was written last is what is asked for next; texts belong to one document and are not kept. */
static void
test_remember (Fixture       *self,
               gconstpointer  data)
{
  const LaminaExportChoices *choices;

  open_dialog (self, NULL);
  choose (self, "view_row", 1);
  choose (self, "preset_row", 1);
  choose (self, "theme_row", 2);
  choose (self, "format_row", LAMINA_PICTURE_PNG);
  gtk_editable_set_text (GTK_EDITABLE (get_row (self, "title_row")), "Figure 7");
  gtk_widget_activate_action (GTK_WIDGET (self->dialog), "export.copy", NULL);
  lamina_ui_test_wait (is_copied, self);
  gtk_window_destroy (GTK_WINDOW (self->dialog));
  open_dialog (self, NULL);
  choices = lamina_export_form_get_choices (get_child (self, "form"));
  g_assert_cmpstr (choices->view, ==, "flame");
  g_assert_cmpfloat (choices->width, ==, 85);
  g_assert_cmpint (choices->theme, ==, LAMINA_THEME_DARK);
  g_assert_cmpint (choices->format, ==, LAMINA_PICTURE_PNG);
  g_assert_cmpstr (choices->title, ==, "");
  gtk_window_destroy (GTK_WINDOW (self->dialog));

  /* A view that is asked for by name wins; the overview is the timeline of the whole run. */
  open_dialog (self, "overview");
  choices = lamina_export_form_get_choices (get_child (self, "form"));
  g_assert_cmpstr (choices->view, ==, "timeline");
  g_assert_cmpint (choices->range, ==, LAMINA_EXPORT_WHOLE);
}

/* Settings that make no sense, of another version or written by hand, are not taken over. */
static void
test_odd_settings (Fixture       *self,
                   gconstpointer  data)
{
  const LaminaExportChoices *choices;

  g_settings_set_value (lamina_settings_get_default (), LAMINA_SETTING_EXPORT,
                        g_variant_new_parsed ("{'view': <'pie'>, 'range': <uint32 99>, 'width': <-5.0>, "
                                              "'scale': <1e300>, 'format': <'svg'>, 'theme': <uint32 7>}"));
  open_dialog (self, NULL);
  choices = lamina_export_form_get_choices (get_child (self, "form"));
  g_assert_cmpstr (choices->view, ==, "timeline");
  g_assert_cmpint (choices->range, ==, LAMINA_EXPORT_VISIBLE);
  g_assert_cmpfloat (choices->width, ==, 180);
  g_assert_cmpfloat (choices->scale, ==, 2);
  g_assert_null (get_error (self->dialog));
}

static void
test_zoom (Fixture       *self,
           gconstpointer  data)
{
  LaminaExportPreview *preview;

  open_dialog (self, "timeline");
  preview = get_child (self, "preview");
  g_assert_true (lamina_export_preview_is_fitted (preview));
  g_assert_cmpfloat (lamina_export_preview_get_zoom (preview), <, 1);
  gtk_widget_activate_action (GTK_WIDGET (self->dialog), "export.zoom-original", NULL);
  lamina_ui_test_settle (GTK_WIDGET (self->dialog));
  g_assert_cmpfloat (lamina_export_preview_get_zoom (preview), ==, 1);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (preview)), >=, 900);
  choose (self, "format_row", LAMINA_PICTURE_PNG);
  gtk_widget_activate_action (GTK_WIDGET (self->dialog), "export.zoom-original", NULL);
  g_assert_cmpfloat (lamina_export_preview_get_zoom (preview), ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (self->dialog), "export.zoom-in", NULL);
  g_assert_cmpfloat (lamina_export_preview_get_zoom (preview), ==, 2.5);
  gtk_widget_activate_action (GTK_WIDGET (self->dialog), "export.zoom-fit", NULL);
  g_assert_true (lamina_export_preview_is_fitted (preview));
}

/* The chosen format gives the name its suffix, and only that. */
static void
test_suffixes (void)
{
  static const struct
  {
    const char *name;
    guint filter;
    const char *expected;
  } cases[] = {
    { "trace-report.html", 1, "trace-report.md" }, { "trace-report.md", 0, "trace-report.html" },
    { "a.b", 1, "a.b.md" },                        { "A.HTML", 1, "A.md" },
  };
  GtkFileChooserNative *native = gtk_file_chooser_native_new ("", NULL, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (native);
  g_autoptr (GListModel) filters = NULL;

  lamina_save_filters_add (chooser, "HTML", ".html");
  lamina_save_filters_add (chooser, "Markdown", ".md");
  filters = gtk_file_chooser_get_filters (chooser);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GtkFileFilter) other = g_list_model_get_item (filters, 1 - cases[i].filter);
      g_autoptr (GtkFileFilter) filter = g_list_model_get_item (filters, cases[i].filter);
      g_autofree char *name = NULL;

      gtk_file_chooser_set_filter (chooser, other);
      gtk_file_chooser_set_current_name (chooser, cases[i].name);
      gtk_file_chooser_set_filter (chooser, filter);
      name = gtk_file_chooser_get_current_name (chooser);
      g_assert_cmpstr (name, ==, cases[i].expected);
    }
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (native));
  g_object_unref (native);
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture       *self,
                  gconstpointer  data);
  } tests[] = {
    { "/export/save", test_save },         { "/export/preview", test_preview },
    { "/export/range", test_range },       { "/export/tracks", test_tracks },
    { "/export/marked", test_marked },
    { "/export/marked-chart", test_marked_chart },
    { "/export/arrangement", test_arrangement }, { "/export/flame", test_flame },
    { "/export/size", test_size },         { "/export/texts", test_texts },
    { "/export/copy", test_copy },         { "/export/remember", test_remember },
    { "/export/odd-settings", test_odd_settings }, { "/export/zoom", test_zoom },
  };

  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, setup, tests[i].func, teardown);
  g_test_add_func ("/export/suffixes", test_suffixes);
  return g_test_run ();
}
