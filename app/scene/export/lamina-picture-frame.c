/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-page.h"

#include <string.h>

#define LINE_HEIGHT 17
#define TITLE_HEIGHT 22
#define MOST_LINES 8

int
lamina_page_get_room (LaminaPage *self)
{
  return self->options->width - 2 * LAMINA_PAGE_MARGIN;
}

GPtrArray *
lamina_page_wrap (LaminaPage *self,
                  LaminaFont  font,
                  int         width,
                  const char *text)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *longer = line->len == 0 ? g_strdup (words[i]) : g_strconcat (line->str, " ", words[i], NULL);

      if (line->len > 0 && lines->len + 1 < MOST_LINES
          && lamina_metrics_get_width (self->metrics, font, longer) > width)
        {
          g_ptr_array_add (lines, g_strdup (line->str));
          g_string_assign (line, words[i]);
        }
      else
        g_string_assign (line, longer);
    }
  if (line->len > 0)
    g_ptr_array_add (lines, g_strdup (line->str));
  return lines;
}

static GPtrArray *
wrap (LaminaPage *self,
      LaminaFont  font,
      const char *text)
{
  return lamina_page_wrap (self, font, lamina_page_get_room (self), text);
}

static void
add_lines (LaminaPage *self,
           LaminaFont  font,
           LaminaInk   ink,
           int         line_height,
           GPtrArray  *lines)
{
  for (guint i = 0; i < lines->len; i++)
    {
      lamina_scene_add_words (self->scene, LAMINA_PAGE_MARGIN, self->y + line_height / 2.0, lamina_page_get_room (self),
                              LAMINA_ALIGN_START, font, ink, lines->pdata[i]);
      self->y += line_height;
    }
}

void
lamina_page_add_title (LaminaPage *self,
                       const char *title,
                       const char *caption)
{
  gboolean is_untitled = self->options->title != NULL && *self->options->title == '\0';
  g_autoptr (GPtrArray) title_lines = wrap (self, LAMINA_FONT_TITLE, is_untitled ? "" : title);
  g_autoptr (GPtrArray) caption_lines = wrap (self, LAMINA_FONT_CAPTION, caption);
  int height = (int) title_lines->len * TITLE_HEIGHT + (int) caption_lines->len * LINE_HEIGHT;

  if (height == 0)
    return;
  lamina_scene_open_group (self->scene, "title", 0, self->y, self->options->width, height);
  add_lines (self, LAMINA_FONT_TITLE, LAMINA_INK_TEXT, TITLE_HEIGHT, title_lines);
  add_lines (self, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, LINE_HEIGHT, caption_lines);
  lamina_scene_close_group (self->scene);
  self->y += 14;
}

static char *
dup_source (LaminaPage *self,
            const char *note)
{
  LaminaSources *sources = lamina_document_get_sources (self->document);
  /* What is left out is said in any case. */
  GString *text = g_string_new (note);

  if (!self->options->source)
    return g_string_free (text, FALSE);
  if (text->len > 0)
    g_string_append_c (text, ' ');
  if (!lamina_page_is_of_all_runs (self))
    lamina_page_append_totals (self, text);
  if (sources == NULL || lamina_sources_get_n (sources) == 0)
    return g_string_free (text, FALSE);
  if (text->len > 0 && text->str[text->len - 1] != ' ')
    g_string_append_c (text, ' ');
  /* Translators: the name of the file that a picture is of, after sentences with totals. */
  g_string_append_printf (text, _("Source: %s."), lamina_source_get_name (lamina_sources_get (sources, 0)));
  return g_string_free (text, FALSE);
}

void
lamina_page_add_source (LaminaPage *self,
                        const char *note)
{
  g_autofree char *text = dup_source (self, note);
  g_autoptr (GPtrArray) lines = wrap (self, LAMINA_FONT_CAPTION, text);

  if (lines->len == 0)
    return;
  lamina_scene_open_group (self->scene, "source", 0, self->y, self->options->width, (int) lines->len * LINE_HEIGHT);
  add_lines (self, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, LINE_HEIGHT, lines);
  lamina_scene_close_group (self->scene);
}

int
lamina_page_get_foot_height (LaminaPage *self,
                             const char *note)
{
  g_autofree char *text = dup_source (self, note);
  g_autoptr (GPtrArray) lines = wrap (self, LAMINA_FONT_CAPTION, text);

  return lamina_page_get_legend_height (self) + (int) lines->len * LINE_HEIGHT;
}
