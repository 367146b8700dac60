/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-csv.h"

#include <string.h>

void
lamina_csv_append (GString    *csv,
                   const char *cell)
{
  if (strpbrk (cell, ",\"\r\n") == NULL)
    {
      g_string_append (csv, cell);
      return;
    }
  g_string_append_c (csv, '"');
  for (; *cell != '\0'; cell++)
    {
      if (*cell == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *cell);
    }
  g_string_append_c (csv, '"');
}
