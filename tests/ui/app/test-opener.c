/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-opener.h"
#include "lamina-ui-test.h"

#include <glib/gstdio.h>

/* What a tab opens, without the tab: one load at a time, of which nothing is said once it was given up. */

#define ONE_SLICE "[{\"ph\": \"X\", \"name\": \"conv\", \"pid\": 1, \"tid\": 1, \"ts\": 0, \"dur\": 5}]"
#define TWO_SLICES                                                              \
  "[{\"ph\": \"X\", \"name\": \"conv\", \"pid\": 1, \"tid\": 1, \"ts\": 0, \"dur\": 5}," \
  "{\"ph\": \"X\", \"name\": \"relu\", \"pid\": 1, \"tid\": 1, \"ts\": 6, \"dur\": 2}]"
#define CUT "[{\"ph\": \"X\", \"name\": \"conv\", \"pid\": 1, \"tid\": 1, \"ts\": 0, \"dur\": 5}, {\"ph\": \"X"

/* An opener of a file in a folder, and what it has said. */
typedef struct
{
  char *folder;
  GFile *file;
  LaminaOpener *opener;
  guint n_signals;
  LaminaDocument *document;
  GError *error;
  char *text;
} Fixture;

static void
on_loaded (LaminaOpener   *opener,
           LaminaDocument *document,
           const GError   *error,
           gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_assert_true ((document != NULL) != (error != NULL));
  g_assert_false (lamina_opener_is_loading (opener));
  g_clear_pointer (&fixture->document, lamina_document_unref);
  g_clear_error (&fixture->error);
  fixture->n_signals++;
  fixture->document = document ? lamina_document_ref (document) : NULL;
  fixture->error = error ? g_error_copy (error) : NULL;
}

static void
on_renewed (LaminaOpener   *opener,
            LaminaDocument *document,
            const char     *text,
            gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_assert_false (lamina_opener_is_loading (opener));
  g_clear_pointer (&fixture->document, lamina_document_unref);
  g_free (fixture->text);
  fixture->n_signals++;
  fixture->document = document ? lamina_document_ref (document) : NULL;
  fixture->text = g_strdup (text);
}

static void
write_file (GFile      *file,
            const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (g_file_peek_path (file), text, -1, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("lamina-opener-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "run.json", NULL);
  fixture->file = g_file_new_for_path (path);
  write_file (fixture->file, ONE_SLICE);
  fixture->opener = lamina_opener_new ();
  g_signal_connect (fixture->opener, "loaded", G_CALLBACK (on_loaded), fixture);
  g_signal_connect (fixture->opener, "renewed", G_CALLBACK (on_renewed), fixture);
  lamina_opener_set_file (fixture->opener, fixture->file, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->opener);
  g_clear_pointer (&fixture->document, lamina_document_unref);
  g_clear_error (&fixture->error);
  g_free (fixture->text);
  g_file_delete (fixture->file, NULL, NULL);
  g_object_unref (fixture->file);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static gboolean
is_quiet (gpointer opener)
{
  return !lamina_opener_is_loading (opener);
}

static void
load (Fixture *fixture)
{
  guint n = fixture->n_signals;

  g_assert_nonnull (lamina_opener_load (fixture->opener));
  g_assert_true (lamina_opener_is_loading (fixture->opener));
  lamina_ui_test_wait (is_quiet, fixture->opener);
  g_assert_cmpuint (fixture->n_signals, ==, n + 1);
}

static guint
count_layers (Fixture *fixture)
{
  g_assert_no_error (fixture->error);
  return lamina_run_get_layers (lamina_document_get_run (fixture->document, 0))->n;
}

static void
test_load (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_cmpstr (lamina_opener_get_title (fixture->opener), ==, "run.json");
  load (fixture);
  g_assert_cmpuint (count_layers (fixture), ==, 1);
  write_file (fixture->file, TWO_SLICES);
  load (fixture);
  g_assert_cmpuint (count_layers (fixture), ==, 2);
}

/* The format that was chosen holds until another file is opened. */
static void
test_format (Fixture       *fixture,
             gconstpointer  data)
{
  lamina_opener_set_format (fixture->opener, "chainer");
  load (fixture);
  g_assert_nonnull (fixture->error);
  lamina_opener_set_format (fixture->opener, "");
  load (fixture);
  g_assert_cmpuint (count_layers (fixture), ==, 1);
  lamina_opener_set_format (fixture->opener, "chainer");
  lamina_opener_set_file (fixture->opener, fixture->file, NULL);
  load (fixture);
  g_assert_cmpuint (count_layers (fixture), ==, 1);
}

/* A file that is not of the same run is handed on, once. */
static void
test_beside (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "other.json", NULL);
  g_autoptr (GFile) other = g_file_new_for_path (path);
  g_autoptr (GFile) apart = NULL;

  write_file (other, TWO_SLICES);
  lamina_opener_set_file (fixture->opener, fixture->file, other);
  load (fixture);
  apart = lamina_opener_take_apart (fixture->opener, fixture->document);
  g_assert_true (apart && g_file_equal (apart, other));
  g_assert_null (lamina_opener_take_apart (fixture->opener, fixture->document));
  g_file_delete (other, NULL, NULL);
}

static gboolean
is_null (gpointer place)
{
  return *(gpointer *) place == NULL;
}

/* A load holds its opener until its end, so that nothing is said when that has come. */
static void
test_given_up (Fixture       *fixture,
               gconstpointer  data)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->opener), (gpointer *) &fixture->opener);
  lamina_opener_load (fixture->opener);
  lamina_opener_give_up (fixture->opener);
  g_assert_false (lamina_opener_is_loading (fixture->opener));
  load (fixture);
  g_assert_cmpuint (count_layers (fixture), ==, 1);
  lamina_opener_load (fixture->opener);
  lamina_opener_set_file (fixture->opener, NULL, NULL);
  g_assert_null (lamina_opener_get_title (fixture->opener));
  g_object_unref (fixture->opener);
  lamina_ui_test_wait (is_null, &fixture->opener);
  g_assert_cmpuint (fixture->n_signals, ==, 1);
}

static void
renew (Fixture       *fixture,
       LaminaSession *session)
{
  guint n = fixture->n_signals;

  lamina_opener_renew (fixture->opener, session);
  lamina_ui_test_wait (is_quiet, fixture->opener);
  g_assert_cmpuint (fixture->n_signals, ==, n + 1);
}

/* What is whole takes the place of what is shown; of what is cut off or gone it is said why it does not. */
static void
test_renew (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (LaminaSession) session = NULL;

  load (fixture);
  session = lamina_session_new (fixture->document);
  write_file (fixture->file, CUT);
  renew (fixture, session);
  g_assert_null (fixture->document);
  g_assert_nonnull (strstr (fixture->text, "run.json"));
  g_assert_nonnull (strstr (fixture->text, "as it was before"));
  g_file_delete (fixture->file, NULL, NULL);
  renew (fixture, session);
  g_assert_null (fixture->document);
  g_assert_nonnull (strstr (fixture->text, "as it was before"));
  write_file (fixture->file, TWO_SLICES);
  renew (fixture, session);
  g_assert_cmpuint (count_layers (fixture), ==, 2);
  g_assert_null (strstr (fixture->text, "as it was before"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/opener/load", Fixture, NULL, set_up, test_load, tear_down);
  g_test_add ("/opener/format", Fixture, NULL, set_up, test_format, tear_down);
  g_test_add ("/opener/beside", Fixture, NULL, set_up, test_beside, tear_down);
  g_test_add ("/opener/given-up", Fixture, NULL, set_up, test_given_up, tear_down);
  g_test_add ("/opener/renew", Fixture, NULL, set_up, test_renew, tear_down);
  return g_test_run ();
}
