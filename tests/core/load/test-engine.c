/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <string.h>

#include <glib/gstdio.h>

#include "lamina-engine.h"
#include "lamina-error.h"
#include "test-home.h"

/* What the engine says about each plugin of tests/core/formats and formats-broken, in its own order. */
static const struct
{
  const char *module;
  LaminaPluginState state;
  const char *reason;
} expected[] = {
  { "gamma", LAMINA_PLUGIN_ENABLED, NULL },
  { "../lines", LAMINA_PLUGIN_REFUSED, "Module is missing or is not made of" },
  { "alpha", LAMINA_PLUGIN_ENABLED, NULL },
  { "beta", LAMINA_PLUGIN_ENABLED, NULL },
  { "clingy", LAMINA_PLUGIN_REFUSED, "depends on other plugins" },
  { "guest", LAMINA_PLUGIN_DISABLED, NULL },
  { "half", LAMINA_PLUGIN_REFUSED, "can't probe or can't load" },
  { "junk", LAMINA_PLUGIN_REFUSED, "its description can't be read" },
  { "lines", LAMINA_PLUGIN_ENABLED, NULL },
  { "lines", LAMINA_PLUGIN_REFUSED, "another plugin has the same name" },
  { "nameless", LAMINA_PLUGIN_REFUSED, "its Name is missing" },
  { "no-abi", LAMINA_PLUGIN_REFUSED, "does not state its X-Lamina-ABI" },
  { "no-entry", LAMINA_PLUGIN_REFUSED, "does not export peas_register_types" },
  { "no-format", LAMINA_PLUGIN_REFUSED, "is no LaminaFormat" },
  { "no-module", LAMINA_PLUGIN_REFUSED, "libno-module.so is not there" },
  { "nothing", LAMINA_PLUGIN_REFUSED, "registers no format" },
  { "snake", LAMINA_PLUGIN_REFUSED, "loader python3" },
  { "unresolved", LAMINA_PLUGIN_REFUSED, "lamina_function_that_is_nowhere" },
  { "urgent", LAMINA_PLUGIN_REFUSED, "X-Priority is no whole number" },
  { "wrong-abi", LAMINA_PLUGIN_REFUSED,
    "number 9999 of the plugin contract; this program has number " G_STRINGIFY (LAMINA_ABI) },
};

static const LaminaPlugin *
find_plugin (const char *module)
{
  LaminaEngine *engine = lamina_engine_get_default ();

  for (guint i = 0; i < lamina_engine_get_n_plugins (engine); i++)
    {
      const LaminaPlugin *plugin = lamina_engine_get_plugin (engine, i);

      if (g_str_equal (plugin->module, module))
        return plugin;
    }
  g_assert_not_reached ();
}

static char *
list_formats (void)
{
  g_auto (GStrv) names = lamina_engine_list_formats (lamina_engine_get_default ());

  return g_strjoinv (" ", names);
}

static void
assert_formats (const char *expectation)
{
  g_autofree char *formats = list_formats ();

  g_assert_cmpstr (formats, ==, expectation);
}

static char *
read_choices (void)
{
  g_autofree char *path = test_home_get_choices ();
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
write_choices (const char *text)
{
  g_autofree char *path = test_home_get_choices ();
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_found (void)
{
  LaminaEngine *engine = lamina_engine_get_default ();

  g_assert_cmpuint (lamina_engine_get_n_plugins (engine), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const LaminaPlugin *plugin = lamina_engine_get_plugin (engine, i);

      g_test_message ("%s: %s", plugin->module, plugin->reason != NULL ? plugin->reason : "-");
      g_assert_cmpstr (plugin->module, ==, expected[i].module);
      g_assert_cmpint (plugin->state, ==, expected[i].state);
      g_assert_cmpint (plugin->reason != NULL, ==, plugin->state == LAMINA_PLUGIN_REFUSED);
      if (expected[i].reason != NULL)
        g_assert_nonnull (strstr (plugin->reason, expected[i].reason));
    }
}

static void
test_described (void)
{
  const LaminaPlugin *plugin = find_plugin ("lines");
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "core", "formats", NULL);

  g_assert_cmpstr (plugin->name, ==, "Lines");
  g_assert_cmpstr (plugin->description, ==, "One command in a line");
  g_assert_cmpstr (plugin->version, ==, "1.2");
  g_assert_cmpstr (plugin->folder, ==, folder);
  g_assert_false (plugin->is_user);
  g_assert_cmpint (find_plugin ("gamma")->priority, ==, 10);
  g_assert_cmpstr (find_plugin ("alpha")->version, ==, "");
  assert_formats ("gamma alpha beta lines");
}

static void
test_abi_is_checked_first (void)
{
  lamina_engine_get_default ();
  g_assert_null (g_getenv ("LAMINA_TEST_WRONG_ABI_LOADED"));
}

static void
test_user_plugin_is_off (void)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  g_autoptr (LaminaFormat) format = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *choices = NULL;

  g_assert_true (find_plugin ("guest")->is_user);
  g_assert_null (lamina_engine_create_format (engine, "guest"));

  g_assert_true (lamina_engine_set_enabled (engine, "guest", TRUE, &error));
  g_assert_no_error (error);
  g_assert_cmpint (find_plugin ("guest")->state, ==, LAMINA_PLUGIN_ENABLED);
  assert_formats ("gamma alpha beta guest lines");
  format = lamina_engine_create_format (engine, "guest");
  g_assert_true (LAMINA_IS_FORMAT (format));
  choices = read_choices ();
  g_assert_nonnull (strstr (choices, "guest=true\n"));

  g_assert_true (lamina_engine_set_enabled (engine, "guest", FALSE, &error));
  g_assert_null (lamina_engine_create_format (engine, "guest"));
  assert_formats ("gamma alpha beta lines");
}

static void
test_choice_is_refused (void)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  g_autoptr (GError) error = NULL;
  g_autofree char *before = read_choices ();
  g_autofree char *after = NULL;

  g_assert_false (lamina_engine_set_enabled (engine, "wrong-abi", TRUE, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN);
  g_assert_nonnull (strstr (error->message, "number 9999"));
  g_clear_error (&error);
  g_assert_false (lamina_engine_set_enabled (engine, "nobody", TRUE, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN);
  after = read_choices ();
  g_assert_cmpstr (before, ==, after);
  g_assert_null (lamina_engine_create_format (engine, "nobody"));
  g_assert_null (lamina_engine_create_format (engine, "wrong-abi"));
}

/* The settings folder is a file here, so that nothing can be stored: then nothing changes either. */
static void
test_choice_cannot_be_stored (void)
{
  g_autofree char *path = test_home_get_choices ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  if (g_test_subprocess ())
    {
      g_assert_true (g_file_set_contents (folder, "", 0, NULL));
      g_assert_false (lamina_engine_set_enabled (lamina_engine_get_default (), "lines", FALSE, &error));
      g_assert_nonnull (error);
      assert_formats ("gamma alpha beta lines");
      return;
    }
  test_home_clear_choices ();
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
  g_assert_cmpint (g_unlink (folder), ==, 0);
}

static void
test_choice_is_kept (void)
{
  g_autofree char *choices = NULL;

  if (g_test_subprocess ())
    {
      assert_formats ("alpha beta guest");
      g_assert_true (lamina_engine_set_enabled (lamina_engine_get_default (), "lines", TRUE, NULL));
      return;
    }
  write_choices ("[Plugins]\nguest=true\nlines=false\ngamma=false\n");
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
  choices = read_choices ();
  g_assert_cmpstr (choices, ==, "[Plugins]\nguest=true\nlines=true\ngamma=false\n");
  test_home_clear_choices ();
}

static const char *const damaged[] = { "{", "[Plugins", "guest=true", "[Plugins]\nguest", "\xff\xfe" };

/* Of wrong types and in other groups nothing is taken; that is no damage. */
static const char *const odd[] = {
  "", "[Plugins]\nlines=3\nguest=perhaps\n", "[Plugins]\n", "[Others]\nguest=true\nlines=false\n",
};

static void
test_choices_are_damaged (void)
{
  if (g_test_subprocess ())
    {
      assert_formats ("gamma alpha beta lines");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_test_message ("damaged choices %u", i);
      write_choices (damaged[i]);
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      g_test_trap_assert_stderr ("*plugins.ini can't be read*");
    }
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      write_choices (odd[i]);
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      g_test_trap_assert_stderr_unmatched ("*plugins.ini*");
    }
  test_home_clear_choices ();
}

static void
test_damaged_choices_are_kept (void)
{
  g_autofree char *path = test_home_get_choices ();
  g_autofree char *broken = g_strconcat (path, ".broken", NULL);
  g_autofree char *text = NULL;
  g_autofree char *choices = NULL;

  write_choices ("[Plugins]\nprecious");
  g_assert_true (lamina_engine_set_enabled (lamina_engine_get_default (), "beta", TRUE, NULL));
  g_assert_true (g_file_get_contents (broken, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "[Plugins]\nprecious");
  choices = read_choices ();
  g_assert_cmpstr (choices, ==, "[Plugins]\nbeta=true\n");
  test_home_clear_choices ();
}

/* An unreadable description right beside a good plugin must not stop that one. libpeas warns about it. */
static void
test_broken_neighbor (void)
{
  g_autofree char *junk = test_home_get_user_file ("junk2.plugin");

  if (g_test_subprocess ())
    {
      g_log_set_always_fatal (G_LOG_LEVEL_ERROR);
      g_assert_true (lamina_engine_set_enabled (lamina_engine_get_default (), "guest", TRUE, NULL));
      g_assert_cmpstr (find_plugin ("junk2")->folder, ==, find_plugin ("guest")->folder);
      return;
    }
  g_assert_true (g_file_set_contents (junk, "junk", -1, NULL));
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr_unmatched ("*WARNING*");
  g_assert_cmpint (g_unlink (junk), ==, 0);
  test_home_clear_choices ();
}

static void *
make_formats (void *data)
{
  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (LaminaFormat) format = lamina_engine_create_format (data, i % 2 ? "lines" : "alpha");
      g_auto (GStrv) names = lamina_engine_list_formats (data);

      g_assert_true (LAMINA_IS_FORMAT (format));
      g_assert_cmpuint (g_strv_length (names), >=, 4);
    }
  return NULL;
}

static void
test_threads (void)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  pthread_t threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_create (&threads[i], NULL, make_formats, engine), ==, 0);
  for (guint i = 0; i < 5; i++)
    {
      g_assert_true (lamina_engine_set_enabled (engine, "guest", TRUE, NULL));
      g_assert_true (lamina_engine_set_enabled (engine, "guest", FALSE, NULL));
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_join (threads[i], NULL), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  test_home_init (TRUE);
  g_test_add_func ("/engine/found", test_found);
  g_test_add_func ("/engine/described", test_described);
  g_test_add_func ("/engine/abi-is-checked-first", test_abi_is_checked_first);
  g_test_add_func ("/engine/user-plugin-is-off", test_user_plugin_is_off);
  g_test_add_func ("/engine/choice-is-refused", test_choice_is_refused);
  g_test_add_func ("/engine/choice-cannot-be-stored", test_choice_cannot_be_stored);
  g_test_add_func ("/engine/choice-is-kept", test_choice_is_kept);
  g_test_add_func ("/engine/choices-are-damaged", test_choices_are_damaged);
  g_test_add_func ("/engine/damaged-choices-are-kept", test_damaged_choices_are_kept);
  g_test_add_func ("/engine/broken-neighbor", test_broken_neighbor);
  g_test_add_func ("/engine/threads", test_threads);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
