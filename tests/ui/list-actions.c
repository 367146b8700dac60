/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-action-table.h"

/* Prints the actions that a user has, each with its keys, for tests that drive the program from outside. */
int
main (void)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], LAMINA_KEYS_PERFETTO);
      g_autofree char *text = g_strjoinv (" ", keys);

      g_print ("%s\t%s\n", rows[i].action, text);
    }
  return 0;
}
