/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-action-table.h"

/* Prints the actions that a user has, each with its title and its keys in both presets, for tests that drive the program from
 * outside. */
int
main (void)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) perfetto = lamina_action_row_dup_keys (&rows[i], LAMINA_KEYS_PERFETTO);
      g_auto (GStrv) chrome = lamina_action_row_dup_keys (&rows[i], LAMINA_KEYS_CHROME);
      g_autofree char *first = g_strjoinv (" ", perfetto);
      g_autofree char *second = g_strjoinv (" ", chrome);

      g_print ("%s\t%s\t%s\t%s\n", rows[i].action, rows[i].title, first, second);
    }
  return 0;
}
