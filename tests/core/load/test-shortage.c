/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-error.h"
#include "lamina-loader.h"
#include "lamina-shortage.h"
#include "test-home.h"

#include <stdio.h>
#include <stdlib.h>

#define N_LOADS 3

/* No system has as much. */
static void
take_too_much (LaminaDocument *document,
               GCancellable   *cancellable,
               gpointer        user_data)
{
  g_free (g_malloc (G_MAXSSIZE / 2));
}

static void
loaded (GObject      *object,
        GAsyncResult *result,
        gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static LaminaDocument *
load (LaminaLoaderFunc   finish,
      GError           **error)
{
  g_autoptr (GFile) file = test_home_write ("some", "#lines 1\nlayer a 1\nslice a 1 1\n", -1);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (GAsyncResult) result = NULL;

  lamina_loader_set_finish (loader, finish, NULL);
  lamina_loader_load_async (loader, NULL, loaded, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return lamina_loader_load_finish (loader, result, error);
}

/* Only the load ends, in words, as often as one is refused memory; others go on. */
static void
test_load (void)
{
  for (guint i = 0; i < N_LOADS; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LaminaDocument) document = load (take_too_much, &error);

      g_assert_null (document);
      g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
      g_assert_cmpstr (error->message, ==, "some: reading it takes more memory than the system has for it");
      g_clear_error (&error);
      document = load (NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (lamina_run_get_layers (lamina_document_get_run (document, 0))->n, ==, 1);
    }
}

static void
end (void)
{
  fputs ("ended\n", stderr);
  _Exit (EXIT_FAILURE);
}

/* Outside of loads, the program says what happens. */
static void
test_program (void)
{
  if (g_test_subprocess ())
    {
      lamina_shortage_watch (end);
      take_too_much (NULL, NULL, NULL);
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  /* A sanitizer says of its own that there is no memory. */
  g_test_trap_assert_stderr ("*ended\n");
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  test_home_init (FALSE);
  lamina_shortage_watch (NULL);
  g_test_add_func ("/shortage/load", test_load);
  g_test_add_func ("/shortage/program", test_program);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
