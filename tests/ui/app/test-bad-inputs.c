/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "../../plugins/bad-inputs.h"
#include "../../test-stride.h"
#include "lamina-ui-test.h"

#include <glib/gstdio.h>

#define N_CUTS 24

/* One window for all, as for a user who tries one file after the other. */
static LaminaWindow *window;

static gboolean
is_over (gpointer user_data)
{
  const char *page = lamina_tab_get_page_name (lamina_window_get_tab (user_data));

  return strcmp (page, "failed") == 0 || strcmp (page, "document") == 0;
}

/* Looks at everything that a document of a broken file may lack. */
static void
look_around (void)
{
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  guint n = lamina_run_get_layers (run)->n;

  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_session_show_all (session);
  for (guint i = 0; i < MIN (n, 3); i++)
    {
      lamina_session_select_layer (session, i);
      lamina_session_show_selection (session);
      lamina_session_zoom (session, 0.01, lamina_session_get_range (session)->start);
      lamina_ui_test_settle (GTK_WIDGET (window));
    }
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (lamina_track_get_slices (lamina_run_get_track (run, i))->n > 0)
      lamina_session_select_slice (session, &(LaminaSliceRef) { i, 0 });
  lamina_session_set_aligned (session, FALSE);
  lamina_ui_test_settle (GTK_WIDGET (window));
}

/* Opens a text; returns whether it became a document. */
static gboolean
open_text (const char *text,
           gsize       length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;
  int descriptor = g_file_open_tmp ("lamina-ui-XXXXXX.json", &path, &error);
  gboolean has_document;

  g_assert_no_error (error);
  g_close (descriptor, NULL);
  g_file_set_contents (path, text, (gssize) length, &error);
  g_assert_no_error (error);
  file = g_file_new_for_path (path);
  lamina_window_open (window, file);
  lamina_ui_test_wait (is_over, window);
  has_document = lamina_ui_test_get_session (window) != NULL;
  if (has_document)
    look_around ();
  g_unlink (path);
  return has_document;
}

static void
test_bad_input (gconstpointer data)
{
  const BadInput *input = data;

  g_assert_cmpint (open_text (input->text, input->length < 0 ? strlen (input->text) : (gsize) input->length), ==,
                   input->code < 0);
}

/* The sample, cut at places all over it. From the first operator on, something of it is shown. */
static void
test_cuts (void)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  for (gsize i = 1; i < N_CUTS; i += test_stride ())
    g_assert_true (open_text (text, length * i / N_CUTS));
}

int
main (int    argc,
      char **argv)
{
  int status;

  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  window = lamina_window_new (lamina_ui_test_get_application ());
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < G_N_ELEMENTS (bad_inputs); i += test_stride ())
    {
      g_autofree char *name = g_strdup_printf ("/bad-inputs/%s", bad_inputs[i].name);

      g_test_add_data_func (name, &bad_inputs[i], test_bad_input);
    }
  g_test_add_func ("/bad-inputs/cuts", test_cuts);
  status = g_test_run ();
  lamina_ui_test_close (window);
  return status;
}
