/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-svg-private.h"

#include "lamina-scene.h"
#include "lamina-text-private.h"
#include "lamina-xml.h"

#include <math.h>

/* What stands in the groups of a scene, as elements of SVG. */

#define AREA_LINE_WIDTH "1.5"

const char *const lamina_svg_pattern_names[LAMINA_N_PATTERNS] = {
  [LAMINA_PATTERN_SOLID] = "solid",     [LAMINA_PATTERN_WAIT] = "wait",       [LAMINA_PATTERN_FALLING] = "falling",
  [LAMINA_PATTERN_LEVEL] = "level",     [LAMINA_PATTERN_UPRIGHT] = "upright", [LAMINA_PATTERN_CROSSED] = "crossed",
  [LAMINA_PATTERN_STRIPED] = "striped", [LAMINA_PATTERN_BARRED] = "barred",   [LAMINA_PATTERN_TEXTURE] = "texture",
};

static void
append_attribute (GString    *text,
                  const char *name,
                  double      value)
{
  g_string_append_printf (text, " %s=\"", name);
  lamina_scene_append_number (text, value);
  g_string_append_c (text, '"');
}

void
lamina_svg_append_color (GString           *text,
                         const LaminaColor *color)
{
  g_string_append_printf (text, "#%02x%02x%02x", (guint) lround (color->red * 255), (guint) lround (color->green * 255),
                          (guint) lround (color->blue * 255));
}

void
lamina_svg_append_paint (LaminaSvg  *self,
                         const char *attribute,
                         LaminaFill  fill)
{
  LaminaColor color;

  lamina_style_get_color (self->style, fill, &color);
  g_string_append_printf (self->text, " %s=\"", attribute);
  lamina_svg_append_color (self->text, &color);
  g_string_append_c (self->text, '"');
  if (fill.alpha == 255)
    return;
  g_string_append_printf (self->text, " %s-opacity=\"", attribute);
  lamina_scene_append_number (self->text, color.alpha);
  g_string_append_c (self->text, '"');
}

gboolean
lamina_svg_has_lines (LaminaSvg  *self,
                      LaminaFill  fill)
{
  LaminaColor ground, line;

  return fill.pattern != LAMINA_PATTERN_SOLID && lamina_style_get_pattern (self->style, fill, &ground, &line) != 0;
}

static gboolean
is_same_fill (LaminaFill a,
              LaminaFill b)
{
  return a.ink == b.ink && a.family == b.family && a.pattern == b.pattern && a.alpha == b.alpha;
}

static void
append_rects (LaminaSvg            *self,
              const LaminaSceneBox *boxes,
              guint                 n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (self->text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", boxes[i].x, boxes[i].y,
                            MAX (boxes[i].width, 0), MAX (boxes[i].height, 0));
}

static void
append_patterned (LaminaSvg            *self,
                  const LaminaSceneBox *boxes,
                  guint                 n)
{
  LaminaColor ground;
  LaminaColor line;

  lamina_style_get_pattern (self->style, boxes->fill, &ground, &line);
  g_string_append (self->text, "<g fill=\"");
  lamina_svg_append_color (self->text, &ground);
  g_string_append (self->text, "\">");
  append_rects (self, boxes, n);
  g_string_append_printf (self->text, "</g>\n<g fill=\"url(#%s%s-%u)\">", self->prefix,
                          lamina_svg_pattern_names[boxes->fill.pattern], boxes->fill.family);
  append_rects (self, boxes, n);
  g_string_append (self->text, "</g>\n");
}

static void
append_boxes (LaminaSvg              *self,
              const LaminaSceneGroup *group)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self->scene, &n) + group->first_box;

  g_string_append (self->text, "<g shape-rendering=\"crispEdges\">\n");
  for (guint i = 0, end; i < group->n_boxes; i = end)
    {
      LaminaFill fill = boxes[i].fill;

      for (end = i + 1; end < group->n_boxes && is_same_fill (boxes[end].fill, fill); end++)
        continue;
      if (fill.ink == LAMINA_INK_NONE)
        continue;
      if (lamina_svg_has_lines (self, fill))
        {
          append_patterned (self, boxes + i, end - i);
          continue;
        }
      g_string_append (self->text, "<g");
      lamina_svg_append_paint (self, "fill", fill);
      g_string_append_c (self->text, '>');
      append_rects (self, boxes + i, end - i);
      g_string_append (self->text, "</g>\n");
    }
  g_string_append (self->text, "</g>\n");
}

static void
append_points (LaminaSvg              *self,
               const char             *element,
               const LaminaScenePoint *points,
               guint                   n)
{
  g_string_append_printf (self->text, "<%s points=\"", element);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (self->text, ' ');
      lamina_scene_append_number (self->text, points[i].x);
      g_string_append_c (self->text, ',');
      lamina_scene_append_number (self->text, points[i].y);
    }
  g_string_append_c (self->text, '"');
}

/* The ground, then the lines on it. */
static void
append_textured (LaminaSvg              *self,
                 const LaminaSceneArea  *area,
                 const LaminaScenePoint *points)
{
  LaminaColor ground, line;

  lamina_style_get_pattern (self->style, area->fill, &ground, &line);
  append_points (self, "polygon", points, area->n);
  g_string_append (self->text, " fill=\"");
  lamina_svg_append_color (self->text, &ground);
  g_string_append (self->text, "\"/>\n");
  append_points (self, "polygon", points, area->n);
  g_string_append_printf (self->text, " fill=\"url(#%s%s-%u)\"/>\n", self->prefix,
                          lamina_svg_pattern_names[area->fill.pattern], area->fill.family);
}

static void
append_areas (LaminaSvg              *self,
              const LaminaSceneGroup *group)
{
  guint n;
  const LaminaSceneArea *areas = lamina_scene_get_areas (self->scene, &n);
  const LaminaScenePoint *points = lamina_scene_get_points (self->scene, &n);

  for (guint i = group->first_area; i < group->first_area + group->n_areas; i++)
    {
      const LaminaSceneArea *area = &areas[i];

      if (area->n > 2 && lamina_svg_has_lines (self, area->fill))
        append_textured (self, area, points + area->first);
      else if (area->n > 2 && area->fill.ink != LAMINA_INK_NONE)
        {
          append_points (self, "polygon", points + area->first, area->n);
          lamina_svg_append_paint (self, "fill", area->fill);
          g_string_append (self->text, "/>\n");
        }
      if (area->n_line > 1 && area->line.ink != LAMINA_INK_NONE)
        {
          append_points (self, "polyline", points + area->first, area->n_line);
          g_string_append (self->text, " fill=\"none\" stroke-width=\"" AREA_LINE_WIDTH "\"");
          lamina_svg_append_paint (self, "stroke", area->line);
          g_string_append (self->text, "/>\n");
        }
    }
}

static void
append_lines (LaminaSvg              *self,
              const LaminaSceneGroup *group)
{
  guint n;
  const LaminaSceneLine *lines = lamina_scene_get_lines (self->scene, &n);

  for (guint i = group->first_line; i < group->first_line + group->n_lines; i++)
    {
      g_string_append (self->text, "<line");
      append_attribute (self->text, "x1", lines[i].x1);
      append_attribute (self->text, "y1", lines[i].y1);
      append_attribute (self->text, "x2", lines[i].x2);
      append_attribute (self->text, "y2", lines[i].y2);
      lamina_svg_append_paint (self, "stroke", lines[i].fill);
      if (lines[i].width > 0)
        append_attribute (self->text, "stroke-width", lines[i].width);
      if (lines[i].dashed)
        g_string_append (self->text, lines[i].width > 1 ? " stroke-dasharray=\"6 4\"" : " stroke-dasharray=\"2 3\"");
      g_string_append (self->text, "/>\n");
    }
}

static void
append_shape (LaminaSvg            *self,
              const LaminaSceneDot *dot)
{
  LaminaScenePoint corners[LAMINA_DOT_CORNERS];
  guint n = lamina_style_list_corners (self->style, dot, corners);

  if (n > 0)
    {
      append_points (self, "polygon", corners, n);
      return;
    }
  g_string_append (self->text, "<circle");
  append_attribute (self->text, "cx", dot->x);
  append_attribute (self->text, "cy", dot->y);
  append_attribute (self->text, "r", dot->radius);
}

static void
append_dots (LaminaSvg              *self,
             const LaminaSceneGroup *group)
{
  guint n;
  const LaminaSceneDot *dots = lamina_scene_get_dots (self->scene, &n);

  for (guint i = group->first_dot; i < group->first_dot + group->n_dots; i++)
    {
      append_shape (self, &dots[i]);
      if (dots[i].fill.ink != LAMINA_INK_NONE)
        lamina_svg_append_paint (self, "fill", dots[i].fill);
      else
        g_string_append (self->text, " fill=\"none\"");
      if (dots[i].line.ink != LAMINA_INK_NONE)
        lamina_svg_append_paint (self, "stroke", dots[i].line);
      g_string_append (self->text, "/>\n");
    }
}

static char *
cut (const char *text,
     glong       n_characters)
{
  g_autofree char *start = g_utf8_substring (text, 0, n_characters);

  return g_strconcat (start, "…", NULL);
}

/* The longest beginning of a text that fits with an ellipsis. */
static char *
ellipsize (LaminaSvg             *self,
           const LaminaSceneText *text)
{
  glong low = 0;
  glong high = g_utf8_strlen (text->text, -1);

  if (text->width <= 0 || lamina_metrics_get_width (self->metrics, text->font, text->text) <= text->width)
    return g_strdup (text->text);
  while (low + 1 < high)
    {
      glong middle = (low + high) / 2;
      g_autofree char *shorter = cut (text->text, middle);

      if (lamina_metrics_get_width (self->metrics, text->font, shorter) <= text->width)
        low = middle;
      else
        high = middle;
    }
  return cut (text->text, low);
}

static void
append_rotation (GString               *svg,
                 const LaminaSceneText *text)
{
  g_string_append (svg, " transform=\"rotate(");
  lamina_scene_append_number (svg, -text->angle);
  g_string_append_c (svg, ' ');
  lamina_scene_append_number (svg, text->x);
  g_string_append_c (svg, ' ');
  lamina_scene_append_number (svg, text->y);
  g_string_append (svg, ")\"");
}

/* The lines of a texture would run through the letters. */
static void
append_plate (LaminaSvg             *self,
              const LaminaSceneText *text,
              const char            *shown)
{
  static const double before[] = { 0, 0.5, 1 };
  double width = lamina_metrics_get_width (self->metrics, text->font, shown);
  double height = lamina_style_get_font_size (text->font) * LAMINA_TEXT_PLATE_HEIGHT;

  if (!lamina_svg_has_lines (self, text->fill))
    return;
  g_string_append (self->text, "<rect");
  append_attribute (self->text, "x", text->x - width * before[text->align] - LAMINA_TEXT_PLATE_MARGIN);
  append_attribute (self->text, "y", text->y - height / 2);
  append_attribute (self->text, "width", width + 2 * LAMINA_TEXT_PLATE_MARGIN);
  append_attribute (self->text, "height", height);
  lamina_svg_append_paint (self, "fill", LAMINA_FILL_FAMILY (text->fill.family));
  g_string_append (self->text, "/>\n");
}

static void
append_texts (LaminaSvg              *self,
              const LaminaSceneGroup *group)
{
  static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (self->scene, &n);

  for (guint i = group->first_text; i < group->first_text + group->n_texts; i++)
    {
      const LaminaSceneText *text = &texts[i];
      g_autofree char *shown = ellipsize (self, text);

      append_plate (self, text, shown);
      g_string_append_printf (self->text, "<text class=\"f%u\"", text->font);
      append_attribute (self->text, "x", text->x);
      append_attribute (self->text, "y", text->y + lamina_style_get_font_size (text->font) * LAMINA_TEXT_BASELINE);
      g_string_append (self->text, anchors[text->align]);
      lamina_svg_append_paint (self, "fill", text->fill);
      if (text->angle != 0)
        append_rotation (self->text, text);
      g_string_append_c (self->text, '>');
      lamina_xml_append_escaped (self->text, shown);
      g_string_append (self->text, "</text>\n");
    }
}

void
lamina_svg_append_marks (LaminaSvg              *self,
                         const LaminaSceneGroup *group)
{
  append_boxes (self, group);
  append_areas (self, group);
  append_lines (self, group);
  append_dots (self, group);
  append_texts (self, group);
}
