/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"

#include <stdio.h>

/* dump-file FILE: what a file becomes, as text. */
int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  g_autofree char *text = NULL;

  if (argc != 2)
    return 2;
  document = load_file (argv[1], &error);
  if (!document)
    {
      fprintf (stderr, "%s\n", error->message);
      return 3;
    }
  text = dump_document (document);
  fputs (text, stdout);
  return 0;
}
