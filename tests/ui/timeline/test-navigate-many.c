/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-form.h"
#include "lamina-settings.h"
#include "lamina-track-finder.h"
#include "lamina-ui-test.h"

#include <glib/gstdio.h>
#include <string.h>

/* Traces of more tracks than anybody can look through: lists of them end and say so. */

#define N_TRACKS 3000

/* More than are arranged anew while somebody waits. */
#define N_ARRANGED 12000

typedef struct
{
  char *path;
  LaminaWindow *window;
  LaminaSession *session;
} Many;

static gboolean
is_shown (gpointer data)
{
  Many *self = data;

  self->session = lamina_ui_test_get_session (self->window);
  return self->session && lamina_session_get_range (self->session);
}

static void
set_up (Many          *self,
        gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new ("[");
  guint n = data ? GPOINTER_TO_UINT (data) : N_TRACKS;
  int file = g_file_open_tmp ("lamina-many-XXXXXX.json", &self->path, NULL);

  g_assert_cmpint (file, >=, 0);
  g_close (file, NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 1, \"tid\": %u, "
                            "\"args\": {\"name\": \"Worker %u\"}},\n"
                            "{\"ph\": \"X\", \"name\": \"f\", \"pid\": 1, \"tid\": %u, \"ts\": %u, \"dur\": 5},\n",
                            i + 1, i, i + 1, i);
  g_string_append (text, "{}]\n");
  g_assert_true (g_file_set_contents (self->path, text->str, (gssize) text->len, NULL));
  self->window = lamina_ui_test_open (self->path);
  lamina_ui_test_wait (is_shown, self);
  lamina_ui_test_settle (GTK_WIDGET (self->window));
  g_assert_cmpuint (lamina_run_get_n_tracks (lamina_session_get_run (self->session)), ==, n);
}

static void
tear_down (Many          *self,
           gconstpointer  data)
{
  lamina_ui_test_close (self->window);
  g_unlink (self->path);
  g_free (self->path);
}

static guint
count_items (GtkWidget *finder)
{
  GtkListView *list = GTK_LIST_VIEW (lamina_ui_test_find (finder, GTK_TYPE_LIST_VIEW));

  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (list)));
}

static gboolean
has_many (gpointer finder)
{
  return count_items (finder) == 200;
}

static gboolean
has_few (gpointer finder)
{
  return count_items (finder) > 0 && count_items (finder) < 200;
}

static gboolean
is_unmapped (gpointer widget)
{
  return !gtk_widget_get_mapped (widget);
}

/* The note about what is not listed is there as long as there is something. Return waits for what was typed to be found. */
static void
test_finder (Many          *self,
             gconstpointer  data)
{
  GtkWidget *canvas = GTK_WIDGET (lamina_ui_test_get_canvas (self->window));
  GtkAdjustment *adjustment = lamina_timeline_canvas_get_adjustment (LAMINA_TIMELINE_CANVAS (canvas));
  GtkWidget *finder, *entry, *note;

  lamina_ui_test_activate (self->window, "view.find-track", NULL);
  finder = lamina_ui_test_find (canvas, LAMINA_TYPE_TRACK_FINDER);
  entry = lamina_ui_test_find (finder, GTK_TYPE_SEARCH_ENTRY);
  note = gtk_widget_get_last_child (gtk_popover_get_child (GTK_POPOVER (finder)));
  lamina_ui_test_wait (has_many, finder);
  g_assert_true (gtk_widget_get_visible (note));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (note)), ==, "The first 200 of 3\342\200\257000 tracks");
  gtk_editable_set_text (GTK_EDITABLE (entry), "WORKER 299");
  lamina_ui_test_wait (has_few, finder);
  g_assert_cmpuint (count_items (finder), ==, 11);
  g_assert_false (gtk_widget_get_visible (note));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "worker 2998");
  g_signal_emit_by_name (entry, "activate");
  lamina_ui_test_wait (is_unmapped, finder);
  lamina_ui_test_settle (canvas);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 20 * 2900);
}

static guint
count_choices (GtkWidget *list)
{
  GListModel *model = gtk_drop_down_get_model (GTK_DROP_DOWN (list));

  return model ? g_list_model_get_n_items (model) : 0;
}

static void
find_longest (GtkWidget  *widget,
              GtkWidget **longest)
{
  if (GTK_IS_DROP_DOWN (widget) && (!*longest || count_choices (widget) > count_choices (*longest)))
    *longest = widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    find_longest (child, longest);
}

/* All tracks, and the first two hundred of them, with a tip that says so. */
static void
test_flame (Many          *self,
            gconstpointer  data)
{
  GtkWidget *longest = NULL;

  lamina_ui_test_activate (self->window, "view.page", g_variant_new_string ("flame"));
  lamina_ui_test_settle (GTK_WIDGET (self->window));
  find_longest (GTK_WIDGET (self->window), &longest);
  g_assert_nonnull (longest);
  g_assert_cmpuint (count_choices (longest), ==, 201);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (longest), ==, "The first 200 of 3\342\200\257000 tracks");
}

/* What has no check is not chosen. */
static void
test_export (Many          *self,
             gconstpointer  data)
{
  GtkWidget *form = g_object_ref_sink (g_object_new (LAMINA_TYPE_EXPORT_FORM, NULL));
  const GArray *chosen;
  guint n = 0;

  lamina_export_form_set_session (LAMINA_EXPORT_FORM (form), self->session,
                                  lamina_export_choices_new (lamina_settings_get_default ()));
  adw_combo_row_set_selected (lamina_ui_test_child (form, "tracks_row"), LAMINA_EXPORT_CHOSEN_TRACKS);
  chosen = lamina_export_form_get_choices (LAMINA_EXPORT_FORM (form))->chosen;
  g_assert_cmpuint (chosen->len, ==, N_TRACKS);
  for (guint i = 0; i < chosen->len; i++)
    {
      g_assert_cmpint (g_array_index (chosen, gboolean, i), ==, i < 200);
      n += g_array_index (chosen, gboolean, i) != FALSE;
    }
  g_assert_cmpuint (n, ==, 200);
  g_object_unref (form);
}

static gboolean
is_arranged (gpointer session)
{
  return !lamina_session_is_arranging (session);
}

static guint
find_place (LaminaSession *session,
            guint32        track)
{
  guint n, i = 0;
  const guint32 *order = lamina_arrangement_get_order (lamina_session_get_arrangement (session), &n);

  while (order[i] != track)
    i++;
  return i;
}

/* Tracks are arranged in a thread, one change after the other; what was to be in sight then is. */
static void
test_arranged (Many          *self,
               gconstpointer  data)
{
  const LaminaSliceRef slice = { 11000, 0 };
  GtkAdjustment *adjustment = lamina_timeline_canvas_get_adjustment (lamina_ui_test_get_canvas (self->window));
  LaminaArrangement *before = lamina_session_get_arrangement (self->session);
  guint place = find_place (self->session, slice.track);

  lamina_session_select_slice (self->session, &slice);
  lamina_ui_test_activate (self->window, "view.pin-track", NULL);
  g_assert_true (lamina_session_is_arranging (self->session));
  g_assert_true (lamina_session_get_arrangement (self->session) == before);
  lamina_ui_test_wait (is_arranged, self->session);
  g_assert_true (lamina_arrangement_is_pinned (lamina_session_get_arrangement (self->session), slice.track));
  /* Those that come before the first one is done are not lost, nor done twice. */
  lamina_ui_test_activate (self->window, "view.pin-track", NULL);
  lamina_ui_test_activate (self->window, "view.move-track-up", NULL);
  lamina_ui_test_activate (self->window, "view.move-track-up", NULL);
  lamina_ui_test_activate (self->window, "view.hide-track", NULL);
  lamina_ui_test_wait (is_arranged, self->session);
  g_assert_false (lamina_arrangement_is_pinned (lamina_session_get_arrangement (self->session), slice.track));
  g_assert_true (lamina_arrangement_is_hidden (lamina_session_get_arrangement (self->session), slice.track));
  g_assert_cmpuint (find_place (self->session, slice.track), ==, place - 2);
  lamina_ui_test_settle (GTK_WIDGET (self->window));
  gtk_adjustment_set_value (adjustment, 0);
  lamina_session_select_slice (self->session, NULL);
  lamina_session_uncover_slice (self->session, &slice);
  lamina_session_select_slice (self->session, &slice);
  lamina_ui_test_wait (is_arranged, self->session);
  lamina_ui_test_settle (GTK_WIDGET (self->window));
  g_assert_true (lamina_arrangement_shows (lamina_session_get_arrangement (self->session), &slice));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 20 * 10900);
  /* The window goes while a thread is at it. */
  lamina_ui_test_activate (self->window, "view.show-all-tracks", NULL);
  lamina_ui_test_activate (self->window, "view.hide-track", NULL);
  g_assert_true (lamina_session_is_arranging (self->session));
}

static gboolean
is_another (gpointer data)
{
  Many *self = data;
  LaminaSession *session = lamina_ui_test_get_session (self->window);

  return session && session != self->session && lamina_session_get_range (session) && !lamina_session_is_arranging (session);
}

/* A file that is read again has its tracks stand as before, and what stood as at first still does. */
static void
test_reloaded (Many          *self,
               gconstpointer  data)
{
  LaminaArrangement *arrangement;

  for (guint i = 0; i < 2; i++)
    {
      /* Held, so that the next one is not where it was. */
      LaminaSession *before = g_object_ref (self->session);

      lamina_session_select_slice (self->session, &(LaminaSliceRef) { 11000, 0 });
      lamina_ui_test_activate (self->window, i == 0 ? "view.move-track-up" : "view.hide-track", NULL);
      lamina_ui_test_wait (is_arranged, self->session);
      lamina_ui_test_activate (self->window, "win.reload", NULL);
      lamina_ui_test_wait (is_another, self);
      g_object_unref (before);
      self->session = lamina_ui_test_get_session (self->window);
      arrangement = lamina_session_get_arrangement (self->session);
      g_assert_cmpuint (find_place (self->session, 11000), ==, 10999);
      g_assert_cmpuint (find_place (self->session, 10999), ==, 11000);
      g_assert_cmpuint (find_place (self->session, 11001), ==, 11001);
      g_assert_cmpint (lamina_arrangement_is_hidden (arrangement, 11000), ==, i == 1);
      g_assert_cmpuint (lamina_arrangement_get_n_hidden (arrangement), ==, i);
    }
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add ("/navigate/many/finder", Many, NULL, set_up, test_finder, tear_down);
  g_test_add ("/navigate/many/flame", Many, NULL, set_up, test_flame, tear_down);
  g_test_add ("/navigate/many/export", Many, NULL, set_up, test_export, tear_down);
  g_test_add ("/navigate/many/arranged", Many, GUINT_TO_POINTER (N_ARRANGED), set_up, test_arranged, tear_down);
  g_test_add ("/navigate/many/reloaded", Many, GUINT_TO_POINTER (N_ARRANGED), set_up, test_reloaded, tear_down);
  return g_test_run ();
}
