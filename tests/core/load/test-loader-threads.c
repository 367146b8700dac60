/* SPDX-License-Identifier: Apache-2.0 */
#include <zlib.h>

#include "lamina-loader.h"
#include "test-home.h"

/* Several documents loaded at once, looked at while they load, some cancelled: what ThreadSanitizer has to see. */

#define N_LOADS 8
#define N_LAYERS 20000

typedef struct
{
  GMainLoop *loop;
  guint n_open;
  guint n_loaded;
  guint n_cancelled;
  LaminaLoader *loaders[N_LOADS];
  GCancellable *cancellables[N_LOADS];
} Loads;

static char *
make_layers (void)
{
  g_autoptr (GString) text = g_string_new ("#lines 1\n");

  for (guint i = 0; i < N_LAYERS; i++)
    g_string_append_printf (text, "layer l%u %u\nslice l%u %u %u\n", i, i % 100, i, i * 10, i % 10);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
write_gzip (const char *name,
            const char *text)
{
  g_autofree char *path = test_home_get_input (name);
  gzFile file = gzopen (path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpint (gzputs (file, text), >, 0);
  g_assert_cmpint (gzclose (file), ==, Z_OK);
}

static void
loaded (GObject      *object,
        GAsyncResult *result,
        gpointer      data)
{
  Loads *loads = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = lamina_loader_load_finish (LAMINA_LOADER (object), result, &error);

  if (document == NULL)
    {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      loads->n_cancelled++;
    }
  else
    {
      LaminaRun *run = lamina_document_get_run (document, 0);

      g_assert_cmpuint (lamina_run_get_layers (run)->n, ==, N_LAYERS);
      g_assert_cmpuint (lamina_track_get_slices (lamina_run_get_track (run, 0))->n, ==, N_LAYERS);
      loads->n_loaded++;
    }
  if (--loads->n_open == 0)
    g_main_loop_quit (loads->loop);
}

static gboolean
look (gpointer data)
{
  Loads *loads = data;

  for (guint i = 0; i < N_LOADS; i++)
    {
      LaminaProgress progress;

      lamina_loader_get_progress (loads->loaders[i], &progress);
      g_assert_cmpuint (progress.bytes, <=, progress.total_bytes);
      g_assert_cmpuint (progress.layers, <=, N_LAYERS);
    }
  g_cancellable_cancel (loads->cancellables[N_LOADS - 1]);
  return G_SOURCE_CONTINUE;
}

static void
test_loads (void)
{
  static const char *const names[] = { "plain", "packed" };
  g_autofree char *text = make_layers ();
  Loads loads = { .loop = g_main_loop_new (NULL, FALSE), .n_open = N_LOADS };
  guint looking;

  g_object_unref (test_home_write ("plain", text, -1));
  write_gzip ("packed", text);
  for (guint i = 0; i < N_LOADS; i++)
    {
      g_autofree char *path = test_home_get_input (names[i % 2]);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      loads.loaders[i] = lamina_loader_new (lamina_engine_get_default (), file);
      loads.cancellables[i] = g_cancellable_new ();
      lamina_loader_load_async (loads.loaders[i], loads.cancellables[i], loaded, &loads);
    }
  g_cancellable_cancel (loads.cancellables[N_LOADS - 2]);
  looking = g_timeout_add (1, look, &loads);
  g_main_loop_run (loads.loop);
  g_source_remove (looking);
  g_assert_cmpuint (loads.n_loaded + loads.n_cancelled, ==, N_LOADS);
  g_assert_cmpuint (loads.n_loaded, >=, N_LOADS - 2);
  g_assert_cmpuint (loads.n_cancelled, >=, 1);
  for (guint i = 0; i < N_LOADS; i++)
    {
      g_object_unref (loads.loaders[i]);
      g_object_unref (loads.cancellables[i]);
    }
  g_main_loop_unref (loads.loop);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  test_home_init (FALSE);
  /* Loads ask for this, which GLib makes once behind a lock of its own that ThreadSanitizer does not see. */
  g_get_user_runtime_dir ();
  g_test_add_func ("/loader/threads", test_loads);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
