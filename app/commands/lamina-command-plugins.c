/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"
#include "lamina-row-writer.h"

#include <string.h>

/* `lamina plugins`: the formats that were found, and which of them are in use. */

static const char *
get_state (const LaminaPlugin *plugin)
{
  switch (plugin->state)
    {
    case LAMINA_PLUGIN_ENABLED:
      return "enabled";
    case LAMINA_PLUGIN_DISABLED:
      return "disabled";
    case LAMINA_PLUGIN_REFUSED:
    default:
      return "refused";
    }
}

static void
list_plugins (LaminaEngine *engine)
{
  static const char *const headings[] = { "Format", "State", "Name", "What it is", NULL };
  g_autoptr (LaminaRowWriter) writer = lamina_row_writer_new (LAMINA_FORMAT_TABLE, headings);

  for (guint i = 0; i < lamina_engine_get_n_plugins (engine); i++)
    {
      const LaminaPlugin *plugin = lamina_engine_get_plugin (engine, i);

      lamina_row_writer_add (writer, plugin->module);
      lamina_row_writer_add (writer, get_state (plugin));
      lamina_row_writer_add (writer, plugin->name);
      lamina_row_writer_add (writer, plugin->state == LAMINA_PLUGIN_REFUSED ? plugin->reason : plugin->description);
    }
}

static LaminaExit
set_enabled (const char *module,
             gboolean    enabled)
{
  g_autoptr (GError) error = NULL;

  if (lamina_engine_set_enabled (lamina_engine_get_default (), module, enabled, &error))
    return LAMINA_EXIT_DONE;
  lamina_command_complain ("%s", error->message);
  return LAMINA_EXIT_INPUT;
}

static LaminaExit
run_plugins (int    argc,
             char **argv)
{
  g_autofree char *enable = NULL;
  g_autofree char *disable = NULL;
  const GOptionEntry entries[] = {
    { "enable", 0, 0, G_OPTION_ARG_STRING, &enable, "Use this format from now on", "NAME" },
    { "disable", 0, 0, G_OPTION_ARG_STRING, &disable, "Don't use this format from now on", "NAME" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) files = NULL;
  LaminaExit status;

  if (!lamina_command_parse (&lamina_command_plugins, entries, 0, 0, argc, argv, &files, &status))
    return status;
  status = LAMINA_EXIT_DONE;
  if (enable != NULL)
    status = set_enabled (enable, TRUE);
  if (disable != NULL && status == LAMINA_EXIT_DONE)
    status = set_enabled (disable, FALSE);
  if (status != LAMINA_EXIT_DONE)
    return status;
  list_plugins (lamina_engine_get_default ());
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_plugins = {
  .name = "plugins",
  .arguments = "",
  .summary = "the formats, and which of them are in use",
  .run = run_plugins,
};
