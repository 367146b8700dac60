/* SPDX-License-Identifier: Apache-2.0 */
#include "kineto-text.h"

#include <glib/gstdio.h>

LaminaDocument *
load_kineto (const char *head,
             const char *events)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-kineto-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  g_autofree char *text = g_strdup_printf ("{'deviceProperties': [], %s'traceEvents': [\n%s\n]}\n", head, events);
  LaminaDocument *document;

  g_strdelimit (text, "'", '"');
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  document = load_as ("chrome-trace", path);
  g_remove (path);
  g_rmdir (folder);
  return document;
}
