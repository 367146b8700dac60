/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-sheet-private.h"
#include "lamina-svg.h"

#include <string.h>

/*
 * A report as one HTML page that is well-formed XML too: nothing is loaded and nothing runs. Each picture stands in it
 * twice, in the colors of print and in dark ones; the reader's preference shows one of them, and on paper the first. A
 * picture too large for that stands in it once.
 */

#define MOST_TWICE (400 * 1024)
#define MOST_SHORT 20
#define MOST_TOGETHER 40
#define MOST_ROWS_TOGETHER 8
#define LONG_VALUE 200
#define LONG_WORD 16
#define JOINTS "_./:+,"

static const char css[] =
  ":root{color-scheme:light dark;--ink:#1d1d20;--quiet:#5e5c64;--line:#0000001f;--page:#fff;--band:#00000008;"
  "--high:#a51d2d;--medium:#8f5902;--low:#1a5fb4;--note:#5e5c64}\n"
  "@media (prefers-color-scheme:dark){:root{--ink:#f0f0f2;--quiet:#aeacb5;--line:#ffffff24;--page:#1e1e20;"
  "--band:#ffffff0a;--high:#ff938c;--medium:#f8c45c;--low:#8cbcff;--note:#aeacb5}}\n"
  "*{box-sizing:border-box}\n"
  "body{margin:0 auto;max-width:66rem;padding:2rem 1.25rem 3rem;background:var(--page);color:var(--ink);"
  "font:15px/1.5 system-ui,Cantarell,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}\n"
  "h1{font-size:1.7rem;line-height:1.25;margin:0 0 .25rem}\n"
  "h2{font-size:1.25rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}\n"
  "h3{font-size:1rem;margin:1.5rem 0 .4rem}\n"
  "p{margin:.4rem 0}\n"
  ".quiet{color:var(--quiet);font-size:.9em}\n"
  "dl{display:flex;flex-wrap:wrap;gap:.9rem 2rem;margin:1.25rem 0}dl>div{min-width:6.5rem}\n"
  "dt{color:var(--quiet);font-size:.85em}\n"
  "dd{margin:0;font-weight:600;font-size:1.15rem;line-height:1.3}\n"
  ".scroll{overflow-x:auto;margin:.5rem 0}\n"
  "table{border-collapse:collapse;width:100%;font-size:.87rem;line-height:1.35}\n"
  "th{text-align:start;overflow-wrap:normal;font-weight:600;color:var(--quiet);vertical-align:bottom}\n"
  "th,td{padding:.28rem .7rem .28rem 0;border-bottom:1px solid var(--line)}\n"
  "td{vertical-align:top}\n"
  "th.n{min-width:4.6em}td{min-width:6.5em}td:first-child{min-width:10em}td.n{min-width:0}\n"
  "th:last-child,td:last-child{padding-inline-end:0}\n"
  ".scroll td:first-child:not(.n){width:50%}\n"
  ".n{text-align:end}td.n,.s{white-space:nowrap}\n"
  ".pairs table{border-collapse:separate;border-spacing:0}.pairs tr{break-inside:avoid}"
  ".pairs td,.pairs td:first-child{width:50%;min-width:0}"
  ".pairs thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\n"
  "@media (min-width:50rem),print{.pairs{columns:2;column-gap:2rem}.pairs.long{columns:1}"
  ".pairs.long td:first-child{width:25%}}\n"
  "@media screen and (max-width:40rem){"
  ".scroll thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}"
  ".scroll tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(6rem,1fr));gap:.15rem .6rem;padding:.45rem 0;"
  "border-bottom:1px solid var(--line)}"
  ".scroll td{border:0;padding:0;text-align:start;min-width:0;white-space:normal}"
  ".scroll td:first-child:not(.n){grid-column:1/-1;width:auto}"
  ".scroll td:not(:first-child)::before{content:attr(data-h);display:block;color:var(--quiet);font-size:.85em}}\n"
  "figure{margin:.5rem 0 1.75rem}\n"
  "figure>div{overflow-x:auto;margin:0 -.4rem;padding:0 .4rem}\n"
  "figure svg{display:block;width:100%;min-width:44rem;height:auto;overflow:visible}\n"
  "figcaption{color:var(--quiet);font-size:.9em;margin-top:.3rem}\n"
  ".dark{display:none!important}\n"
  "@media (prefers-color-scheme:dark){.dark{display:block!important}.light{display:none!important}}\n"
  "article{border-inline-start:3px solid var(--note);padding:.1rem 0 .1rem 1rem;margin:1.25rem 0}\n"
  "article h3{margin:0 0 .2rem}\n"
  "article p{margin:.2rem 0}\n"
  ".high{border-color:var(--high)}.medium{border-color:var(--medium)}.low{border-color:var(--low)}\n"
  ".severity{color:var(--note)}.high .severity{color:var(--high)}.medium .severity{color:var(--medium)}"
  ".low .severity{color:var(--low)}\n"
  ".cost{font-weight:400;color:var(--quiet);white-space:nowrap}\n"
  "details{margin:-1.25rem 0 1.75rem}summary{color:var(--quiet);font-size:.9em;cursor:pointer}\n";

/* Smaller than on a screen: figures do not break, and what stands close fits on the page before them. */
static const char print_css[] =
  "@page{size:A4;margin:16mm 14mm 18mm}\n"
  "@media print{html{font-size:10.5pt}"
  ":root{color-scheme:light;--ink:#000;--quiet:#444;--line:#00000033;--page:#fff;--band:#00000008;"
  "--high:#a51d2d;--medium:#8f5902;--low:#1a5fb4;--note:#5e5c64}"
  "body{max-width:none;padding:0;font-size:9.5pt;line-height:1.4}h2{margin:1.2rem 0 .5rem;padding-top:.5rem}"
  "h3{margin:.7rem 0 .1rem}p{margin:.15rem 0}dl{margin:.8rem 0;gap:.5rem 1.5rem}figure{margin:.2rem 0 .5rem}"
  "article{margin:.7rem 0}dd{font-size:1rem}"
  ".dark{display:none!important}.light{display:block!important}"
  ".scroll,figure>div{overflow:visible}figure svg{min-width:0;max-height:150mm}table{font-size:8pt;line-height:1.25}"
  "th,td{padding-block:.18rem;padding-inline-end:.5rem}td{min-width:4em}"
  ".short{break-inside:avoid}.scroll tr:nth-child(-n+2){break-after:avoid}"
  ".scroll tr:nth-last-child(-n+2){break-before:avoid}"
  "thead{display:table-header-group}tr,article,figure,section,dl>div{break-inside:avoid}h2,h3,h3+p{break-after:avoid}"
  "h2+p+.scroll,h2+p+dl,.short.pairs+h2{break-before:avoid}.long tr{break-inside:auto}"
  "p{orphans:3;widows:3}details{display:none}}\n";

/* The length up to a joint or to a capital after a small letter. */
static gsize
measure_part (const char *word)
{
  gsize length = 0;

  while (word[length] != '\0' && strchr (JOINTS, word[length]) == NULL)
    if (g_ascii_islower (word[length++]) && g_ascii_isupper (word[length]))
      return length;
  return length + strspn (word + length, JOINTS);
}

static void
append_word (GString    *text,
             const char *word)
{
  /* A number and its unit stand together. */
  gboolean is_long = strlen (word) > LONG_WORD && strstr (word, "\u00a0") == NULL;

  while (*word != '\0')
    {
      gsize length = measure_part (word);
      g_autofree char *part = g_strndup (word, length);

      lamina_xml_append_escaped (text, part);
      word += length;
      if (is_long && *word != '\0')
        g_string_append (text, "<wbr/>");
    }
}

/* Long words of names may break behind the signs that join their parts. */
static void
append_name (GString    *text,
             const char *name)
{
  g_auto (GStrv) words = g_strsplit (name, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (text, ' ');
      append_word (text, words[i]);
    }
}

static void
append_element (GString    *text,
                const char *open,
                const char *content,
                const char *close)
{
  g_string_append (text, open);
  lamina_xml_append_escaped (text, content);
  g_string_append (text, close);
}

static void
begin (LaminaSheet *self,
       const char  *title)
{
  g_string_append_printf (self->text, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n",
                          /* Translators: the code of the language that you translate to, as in HTML */
                          C_("language of the report", "en"));
  g_string_append (self->text, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                               "<meta name=\"generator\" content=\"Lamina " LAMINA_VERSION "\"/>\n");
  append_element (self->text, "<title>", title, "</title>\n<style>");
  g_string_append (self->text, css);
  g_string_append (self->text, print_css);
  g_string_append (self->text, "</style>\n</head>\n<body>\n");
}

static void
add_heading (LaminaSheet *self,
             guint        level,
             const char  *text)
{
  g_string_append_printf (self->text, "<h%u>", level);
  append_name (self->text, text);
  g_string_append_printf (self->text, "</h%u>\n", level);
}

static void
add_text (LaminaSheet *self,
          const char  *text,
          gboolean     quiet)
{
  g_string_append (self->text, quiet ? "<p class=\"quiet\">" : "<p>");
  append_name (self->text, text);
  g_string_append (self->text, "</p>\n");
}

static void
add_fact (LaminaSheet *self,
          const char  *name,
          const char  *value)
{
  append_element (self->text, "<div><dt>", name, "</dt>");
  append_element (self->text, "<dd>", value, "</dd></div>\n");
}

/* Names with values are short, and many: they stand in two columns where there is room. */
static gboolean
has_pairs (LaminaSheet *self)
{
  return self->table.n_columns == 2 && !lamina_sheet_is_number (self, 1);
}

static void
open_table (LaminaSheet *self)
{
  self->table.start = self->text->len;
  g_string_append (self->text, has_pairs (self) ? "<div class=\"pairs\"><table>\n<thead><tr>"
                                                : "<div class=\"scroll\"><table>\n<thead><tr>");
  for (guint i = 0; i < self->table.n_columns; i++)
    {
      gboolean is_number = lamina_sheet_is_number (self, i);

      append_element (self->text, is_number ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">",
                      self->table.headings[i] + is_number, "</th>");
    }
  g_string_append (self->text, "</tr></thead>\n<tbody>\n");
}

/* Shapes and single words stay in one line. */
static gboolean
is_short (const char *text)
{
  return g_utf8_strlen (text, -1) <= MOST_SHORT && strchr (text, ' ') == NULL;
}

static void
add_cell (LaminaSheet *self,
          guint        column,
          const char  *text,
          const char  *note)
{
  if (column == 0)
    g_string_append (self->text, "<tr>");
  if (lamina_sheet_is_number (self, column))
    g_string_append (self->text, "<td class=\"n\"");
  else
    g_string_append (self->text, column > 0 && is_short (text) ? "<td class=\"s\"" : "<td");
  if (column > 0 && !has_pairs (self))
    append_element (self->text, " data-h=\"", self->table.headings[column] + lamina_sheet_is_number (self, column),
                    "\"");
  g_string_append_c (self->text, '>');
  if (lamina_sheet_is_number (self, column) || is_short (text))
    lamina_xml_append_escaped (self->text, text);
  else
    append_name (self->text, text);
  if (*note != '\0')
    {
      g_string_append (self->text, "<div class=\"quiet\">");
      if (lamina_sheet_is_number (self, column))
        lamina_xml_append_escaped (self->text, note);
      else
        append_name (self->text, note);
      g_string_append (self->text, "</div>");
    }
  g_string_append (self->text, "</td>");
  if (column + 1 == self->table.n_columns)
    g_string_append (self->text, "</tr>\n");
}

/*
 * A list that leaves most of a page free stays together on it. Where a value is a text of many lines, beside it is no room
 * for a second column.
 */
static const char *
get_class (LaminaSheet *self)
{
  const LaminaSheetTable *table = &self->table;

  if (has_pairs (self) && table->longest > LONG_VALUE)
    return "long ";
  if (table->n_cells <= (has_pairs (self) ? MOST_TOGETHER : MOST_ROWS_TOGETHER * table->n_columns))
    return "short ";
  return "";
}

static void
close_table (LaminaSheet *self)
{
  g_string_insert (self->text, (gssize) (self->table.start + strlen ("<div class=\"")), get_class (self));
  g_string_append (self->text, "</tbody>\n</table></div>\n");
}

static void
add_finding (LaminaSheet         *self,
             const LaminaFinding *finding,
             const char          *cost,
             const char          *layers)
{
  g_string_append_printf (self->text, "<article class=\"%s\"><h3>", lamina_severity_get_name (finding->severity));
  append_element (self->text, "<span class=\"severity\">", lamina_severity_get_title (finding->severity), "</span> · ");
  lamina_xml_append_escaped (self->text, finding->title);
  if (*cost != '\0')
    append_element (self->text, " <span class=\"cost\">", cost, "</span>");
  g_string_append (self->text, "</h3>\n");
  add_text (self, finding->what, FALSE);
  add_text (self, finding->why, FALSE);
  if (finding->advice != NULL)
    add_text (self, finding->advice, FALSE);
  if (*layers != '\0')
    add_text (self, layers, TRUE);
  g_string_append (self->text, "</article>\n");
}

static void
append_picture (LaminaSheet *self,
                const char  *id,
                const char  *title,
                LaminaScene *scene)
{
  LaminaStyle print = { .theme = LAMINA_THEME_PRINT, .palette = self->palette };
  LaminaStyle dark = { .theme = LAMINA_THEME_DARK, .palette = self->palette };
  g_autofree char *light_prefix = g_strconcat (id, "-", NULL);
  g_autofree char *dark_prefix = g_strconcat (id, "-dark-", NULL);
  g_autofree char *light_svg = lamina_svg_dup_inline (scene, &print, title, self->metrics, light_prefix, "light");
  g_autofree char *dark_svg = NULL;

  if (strlen (light_svg) > MOST_TWICE)
    {
      g_clear_pointer (&light_svg, g_free);
      light_svg = lamina_svg_dup_inline (scene, &print, title, self->metrics, light_prefix, "both");
      g_string_append (self->text, light_svg);
      return;
    }
  dark_svg = lamina_svg_dup_inline (scene, &dark, title, self->metrics, dark_prefix, "dark");
  g_string_append (self->text, light_svg);
  g_string_append (self->text, dark_svg);
}

static void
add_figure (LaminaSheet *self,
            const char  *id,
            const char  *title,
            const char  *caption,
            LaminaScene *scene)
{
  g_string_append (self->text, "<figure><div>");
  append_picture (self, id, title, scene);
  g_string_append (self->text, "</div>");
  if (caption != NULL && *caption != '\0')
    append_element (self->text, "<figcaption>", caption, "</figcaption>");
  g_string_append (self->text, "</figure>\n");
}

static void
open_folded (LaminaSheet *self,
             const char  *summary)
{
  append_element (self->text, "<details><summary>", summary, "</summary>\n");
}

const LaminaSheetKind lamina_sheet_html = {
  .end = "</body>\n</html>\n",
  .facts_begin = "<dl>\n",
  .facts_end = "</dl>\n",
  .section_begin = "<section>\n",
  .section_end = "</section>\n",
  .folded_end = "</details>\n",
  .begin = begin,
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
