/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-format.h"

#include <string.h>

/* So many lines are looked at, and so many of a hundred must be of the listing. */
#define MOST_LINES 20
#define ENOUGH 80

/* `…, GPU, 0` */
static gboolean
ends_with_device (const char *line)
{
  static const char *const types[] = { ", GPU, ", ", CPU, ", ", TPU, ", ", XLA_", ", , " };
  const char *number = strrchr (line, ' ');

  if (!number || number[1] == '\0' || strspn (number + 1, "0123456789") != strlen (number + 1))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strstr (line, types[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_row (const char *line)
{
  return ends_with_device (line)
         && (strstr (line, ", (no input)") || strstr (line, ", (no output)") || strstr (line, ", (")) && !strchr (line, '"');
}

int
tensorflow_probe (const LaminaHead *head)
{
  g_autofree char *text = g_strndup (head->text, head->length);
  g_auto (GStrv) lines = g_strsplit (text, "\n", MOST_LINES + 1);
  guint n = 0, n_rows = 0;

  for (guint i = 0; i < MOST_LINES && lines[i]; i++)
    if (g_strchomp (lines[i])[0] != '\0')
      {
        n++;
        n_rows += is_row (lines[i]);
      }
  return n_rows > 0 && n_rows * 100 >= n * ENOUGH ? 85 : 0;
}
