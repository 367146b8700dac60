/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tip.h"

#include "lamina-whole-name.h"
#include "lamina-widget.h"

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
  g_autofree char *lines = lamina_whole_name_dup_lines (title);
  g_autofree char *shown = lamina_widget_dup_tip (lines);

  append (text, g_markup_printf_escaped ("<b>%s</b>", shown));
}

void
lamina_tip_add_note (GString    *text,
                     const char *note)
{
  g_autofree char *shown = lamina_widget_dup_tip (note);

  append (text, g_markup_printf_escaped ("\n<span alpha=\"65%%\">%s</span>", shown));
}

void
lamina_tip_add_line (GString    *text,
                     const char *key,
                     const char *value)
{
  g_autofree char *shown_key = lamina_widget_dup_tip (key);
  g_autofree char *shown = lamina_widget_dup_tip (value);

  append (text, g_markup_printf_escaped ("\n<span alpha=\"65%%\">%s</span>  %s", shown_key, shown));
}
