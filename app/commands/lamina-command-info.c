/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-info.h"

/* `lamina info`: what is in a file, and what became of its records. */

static LaminaExit
run_info (int    argc,
          char **argv)
{
  gboolean as_json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Write JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) files = NULL;
  g_autofree char *name = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaExit status;

  if (!lamina_command_parse_between (&lamina_command_info, entries, 1, G_MAXUINT, argc, argv, &files, &status))
    return status;
  document = lamina_command_open_together (files);
  if (document == NULL)
    return LAMINA_EXIT_INPUT;
  name = g_filename_display_name (files[0]);
  if (as_json)
    lamina_info_write_json (document, name);
  else
    lamina_info_write_text (document, name);
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_info = {
  .name = "info",
  .arguments = "FILE…",
  .summary = "what is in a file, and what became of its records",
  .run = run_info,
  .takes_device = TRUE,
};
