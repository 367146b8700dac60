/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tip.h"

static void
append (GString *text,
        char    *line)
{
  g_string_append (text, line);
  g_free (line);
}

void
lamina_tip_add_title (GString    *text,
                      const char *title)
{
  append (text, g_markup_printf_escaped ("<b>%s</b>", title));
}

void
lamina_tip_add_note (GString    *text,
                     const char *note)
{
  append (text, g_markup_printf_escaped ("\n<span alpha=\"65%%\">%s</span>", note));
}

void
lamina_tip_add_line (GString    *text,
                     const char *key,
                     const char *value)
{
  append (text, g_markup_printf_escaped ("\n<span alpha=\"65%%\">%s</span>  %s", key, value));
}
