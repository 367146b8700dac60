/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chainer-format.h"

#include <string.h>

/* Lines that are looked at; the last one of a head may be cut. */
#define N_LINES 3

/* Digits and one blank; NULL when there is something else. */
static const char *
skip_number (const char *text)
{
  const char *end = text;

  while (g_ascii_isdigit (*end))
    end++;
  return end > text && *end == ' ' ? end + 1 : NULL;
}

/* `108 120`: M is even, for each forward function has a backward one. */
static gboolean
is_first_line (const char *line)
{
  const char *functions = skip_number (line);
  gsize digits = functions ? strspn (functions, "0123456789") : 0;

  return digits > 0 && functions[digits] == '\0' && (functions[digits - 1] - '0') % 2 == 0;
}

/* `0 37879808 _`, `1 2048 /conv/b`, `2 4 0` */
static gboolean
is_variable (const char *line)
{
  const char *bytes = skip_number (line);
  const char *name = bytes ? skip_number (bytes) : NULL;

  if (!name || *name == '\0')
    return FALSE;
  return strcmp (name, "_") == 0 || name[0] == '/' || strspn (name, "0123456789") == strlen (name);
}

int
chainer_probe (const LaminaHead *head)
{
  g_autofree char *text = g_strndup (head->text, MIN (head->length, 4096));
  g_auto (GStrv) lines = g_strsplit (g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text, "\n", N_LINES + 1);

  for (guint i = 0; lines[i]; i++)
    g_strchomp (lines[i]);
  if (!lines[0] || !lines[1] || !is_first_line (lines[0]) || !is_variable (lines[1]))
    return 0;
  if (!g_str_has_prefix (lines[1], "0 "))
    return 20;
  return lines[2] && lines[2][0] != '\0' && !is_variable (lines[2]) ? 60 : 90;
}

gboolean
chainer_is_schedule (const LaminaHead *head)
{
  g_autofree char *text = g_strndup (head->text, MIN (head->length, 1024));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] && lines[i + 1]; i++)
    if (g_str_has_prefix (lines[i], "compute ") || g_str_has_prefix (lines[i], "forget "))
      n++;
    else if (lines[i][0] != '\0')
      return FALSE;
  return n > 0;
}
