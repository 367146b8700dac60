/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sheet-private.h"
#include "lamina-svg.h"

#include <string.h>

/* A report as Markdown, as code hosts show it; each picture is an SVG beside it. */

/* Letters that mean something in Markdown are written as they are; what breaks lines or has an effect is seen. */
static void
append_escaped (GString    *text,
                const char *string)
{
  g_autofree char *visible = lamina_visible_dup (string);

  for (const char *p = visible; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c < 0x80 && strchr ("\\`*_[]#!|~$", (int) c) != NULL)
        g_string_append_c (text, '\\');
      if (c == '"')
        g_string_append_c (text, '"');
      else
        lamina_xml_append_letter (text, c);
    }
}

static void
add_heading (LaminaSheet *self,
             guint        level,
             const char  *text)
{
  g_string_append_printf (self->text, "\n%.*s ", (int) MIN (level, 6), "######");
  append_escaped (self->text, text);
  g_string_append (self->text, "\n\n");
}

/* Whether a line that begins so is an item of a list, or a rule below a heading. */
static gboolean
begins_list (const char *text)
{
  gsize digits = strspn (text, "0123456789");

  if (digits > 0)
    return strchr (".)", text[digits]) != NULL;
  return strchr ("+-=", *text) != NULL;
}

/* A number with a point and a list begin a line alike: a mark that shows nothing keeps the line a sentence. */
static void
add_text (LaminaSheet *self,
          const char  *text,
          gboolean     quiet)
{
  if (begins_list (text))
    g_string_append (self->text, "&#8203;");
  append_escaped (self->text, text);
  g_string_append (self->text, "\n\n");
}

static void
add_fact (LaminaSheet *self,
          const char  *name,
          const char  *value)
{
  g_string_append (self->text, "- ");
  append_escaped (self->text, name);
  g_string_append (self->text, ": **");
  append_escaped (self->text, value);
  g_string_append (self->text, "**\n");
}

static void
open_table (LaminaSheet *self)
{
  const LaminaSheetTable *table = &self->table;

  for (guint i = 0; i < table->n_columns; i++)
    {
      g_string_append (self->text, "| ");
      append_escaped (self->text, table->headings[i] + lamina_sheet_is_number (self, i));
      g_string_append_c (self->text, ' ');
    }
  g_string_append (self->text, "|\n");
  for (guint i = 0; i < table->n_columns; i++)
    g_string_append (self->text, lamina_sheet_is_number (self, i) ? "|---:" : "|:---");
  g_string_append (self->text, "|\n");
}

static void
add_cell (LaminaSheet *self,
          guint        column,
          const char  *text,
          const char  *note)
{
  g_string_append (self->text, "| ");
  append_escaped (self->text, text);
  if (*note != '\0')
    {
      g_string_append (self->text, "<br>");
      append_escaped (self->text, note);
    }
  g_string_append (self->text, column + 1 == self->table.n_columns ? " |\n" : " ");
}

static void
close_table (LaminaSheet *self)
{
  g_string_append_c (self->text, '\n');
}

static void
add_finding (LaminaSheet         *self,
             const LaminaFinding *finding,
             const char          *cost,
             const char          *layers)
{
  g_autofree char *title = g_strdup_printf ("%s: %s", lamina_severity_get_title (finding->severity), finding->title);

  add_heading (self, 3, title);
  if (*cost != '\0')
    {
      g_string_append (self->text, "**");
      append_escaped (self->text, cost);
      g_string_append (self->text, "**\n\n");
    }
  add_text (self, finding->what, FALSE);
  add_text (self, finding->why, FALSE);
  if (finding->advice != NULL)
    add_text (self, finding->advice, FALSE);
  if (*layers != '\0')
    add_text (self, layers, TRUE);
}

static void
add_figure (LaminaSheet *self,
            const char  *id,
            const char  *title,
            const char  *caption,
            LaminaScene *scene)
{
  LaminaStyle style = { .theme = LAMINA_THEME_PRINT, .palette = self->palette };
  LaminaSheetFile *file = g_new0 (LaminaSheetFile, 1);

  file->name = g_strconcat (id, ".svg", NULL);
  file->bytes = lamina_svg_write (scene, &style, title, self->metrics, 0);
  g_string_append (self->text, "![");
  append_escaped (self->text, title);
  /* In angle brackets a path may hold blanks and brackets. */
  g_string_append_printf (self->text, "](<%s/%s>)\n\n", self->folder, file->name);
  if (caption != NULL && *caption != '\0')
    add_text (self, caption, TRUE);
  g_ptr_array_add (self->files, file);
}

static void
open_folded (LaminaSheet *self,
             const char  *summary)
{
  g_string_append (self->text, "<details><summary>");
  append_escaped (self->text, summary);
  g_string_append (self->text, "</summary>\n\n");
}

const LaminaSheetKind lamina_sheet_markdown = {
  .end = "",
  .facts_begin = "",
  .facts_end = "\n",
  .section_begin = "",
  .section_end = "",
  .folded_end = "</details>\n\n",
  .add_heading = add_heading,
  .add_text = add_text,
  .add_fact = add_fact,
  .open_table = open_table,
  .add_cell = add_cell,
  .close_table = close_table,
  .add_finding = add_finding,
  .add_figure = add_figure,
  .open_folded = open_folded,
};
