/* SPDX-License-Identifier: Apache-2.0 */
/* Where fuzz targets are run nothing is set up but a folder: plugins are beside the program. */

#include "fuzz.h"

int
LLVMFuzzerInitialize (int    *argc,
                      char ***argv)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program != NULL ? program : (*argv)[0]);
  g_autofree char *plugins = g_build_filename (folder, "plugins", NULL);

  g_setenv ("LAMINA_PLUGIN_PATH", plugins, FALSE);
  return 0;
}
