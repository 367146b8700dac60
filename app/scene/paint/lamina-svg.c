/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-svg.h"

#include "lamina-metrics.h"
#include "lamina-scene.h"
#include "lamina-style.h"
#include "lamina-text-private.h"

#include <math.h>

/* A writer: @ids holds the ids that are taken; all that are written begin with @prefix. */
typedef struct
{
  LaminaScene *scene;
  const LaminaStyle *style;
  LaminaMetrics *metrics;
  GString *text;
  GHashTable *ids;
  const char *prefix;
} LaminaSvg;

/* What the ids of patterns begin with. */
extern const char *const lamina_svg_pattern_names[LAMINA_N_PATTERNS];

/* Writes a position: at most two decimals, none where they are zero, whatever the locale. */
static void
append_number (GString *text,
               double   value)
{
  gint64 hundredths = (gint64) floor (value * 100 + 0.5);
  gint64 rest = ABS (hundredths) % 100;

  g_string_append_printf (text, "%s%" G_GINT64_FORMAT, hundredths < 0 ? "-" : "", ABS (hundredths) / 100);
  if (rest == 0)
    return;
  if (rest % 10 == 0)
    g_string_append_printf (text, ".%" G_GINT64_FORMAT, rest / 10);
  else
    g_string_append_printf (text, ".%02" G_GINT64_FORMAT, rest);
}

static gboolean
is_allowed (gunichar c)
{
  return c >= 0x20 && !(c >= 0x7f && c <= 0x9f) && (c & 0xfffe) != 0xfffe;
}

void
lamina_xml_append_letter (GString  *text,
                          gunichar  letter)
{
  switch (letter)
    {
    case '&': g_string_append (text, "&amp;"); break;
    case '<': g_string_append (text, "&lt;"); break;
    case '>': g_string_append (text, "&gt;"); break;
    case '"': g_string_append (text, "&quot;"); break;
    case '\t': case '\n': case '\r': g_string_append_c (text, ' '); break;
    default: g_string_append_unichar (text, is_allowed (letter) ? letter : 0xfffd); break;
    }
}

void
lamina_xml_append_escaped (GString    *text,
                           const char *string)
{
  g_autofree char *valid = g_utf8_make_valid (string, -1);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    lamina_xml_append_letter (text, g_utf8_get_char (p));
}

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
  append_number (text, value);
  g_string_append_c (text, '"');
}

static void
append_color (GString           *text,
              const LaminaColor *color)
{
  g_string_append_printf (text, "#%02x%02x%02x", (guint) lround (color->red * 255), (guint) lround (color->green * 255),
                          (guint) lround (color->blue * 255));
}

/* Appends ` ATTRIBUTE="#rrggbb"`, with the opacity where it is less than 1. */
static void
append_paint (LaminaSvg  *self,
              const char *attribute,
              LaminaFill  fill)
{
  LaminaColor color;

  lamina_style_get_color (self->style, fill, &color);
  g_string_append_printf (self->text, " %s=\"", attribute);
  append_color (self->text, &color);
  g_string_append_c (self->text, '"');
  if (fill.alpha == 255)
    return;
  g_string_append_printf (self->text, " %s-opacity=\"", attribute);
  append_number (self->text, color.alpha);
  g_string_append_c (self->text, '"');
}

/* Whether something is drawn with lines on it, which a pattern holds. */
static gboolean
has_lines (LaminaSvg  *self,
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
  append_color (self->text, &ground);
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
      if (has_lines (self, fill))
        {
          append_patterned (self, boxes + i, end - i);
          continue;
        }
      g_string_append (self->text, "<g");
      append_paint (self, "fill", fill);
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
      append_number (self->text, points[i].x);
      g_string_append_c (self->text, ',');
      append_number (self->text, points[i].y);
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
  append_color (self->text, &ground);
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

      if (area->n > 2 && has_lines (self, area->fill))
        append_textured (self, area, points + area->first);
      else if (area->n > 2 && area->fill.ink != LAMINA_INK_NONE)
        {
          append_points (self, "polygon", points + area->first, area->n);
          append_paint (self, "fill", area->fill);
          g_string_append (self->text, "/>\n");
        }
      if (area->n_line > 1 && area->line.ink != LAMINA_INK_NONE)
        {
          append_points (self, "polyline", points + area->first, area->n_line);
          g_string_append (self->text, " fill=\"none\" stroke-width=\"" AREA_LINE_WIDTH "\"");
          append_paint (self, "stroke", area->line);
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
      append_paint (self, "stroke", lines[i].fill);
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
        append_paint (self, "fill", dots[i].fill);
      else
        g_string_append (self->text, " fill=\"none\"");
      if (dots[i].line.ink != LAMINA_INK_NONE)
        append_paint (self, "stroke", dots[i].line);
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
  append_number (svg, -text->angle);
  g_string_append_c (svg, ' ');
  append_number (svg, text->x);
  g_string_append_c (svg, ' ');
  append_number (svg, text->y);
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

  if (!has_lines (self, text->fill))
    return;
  g_string_append (self->text, "<rect");
  append_attribute (self->text, "x", text->x - width * before[text->align] - LAMINA_TEXT_PLATE_MARGIN);
  append_attribute (self->text, "y", text->y - height / 2);
  append_attribute (self->text, "width", width + 2 * LAMINA_TEXT_PLATE_MARGIN);
  append_attribute (self->text, "height", height);
  append_paint (self, "fill", LAMINA_FILL_FAMILY (text->fill.family));
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
      append_paint (self, "fill", text->fill);
      if (text->angle != 0)
        append_rotation (self->text, text);
      g_string_append_c (self->text, '>');
      lamina_xml_append_escaped (self->text, shown);
      g_string_append (self->text, "</text>\n");
    }
}

#define HATCHING_PERIOD 5
#define HATCHING_WIDTH "1.6"
#define COARSE_PERIOD 8
#define COARSE_WIDTH "3.4"

/* An id from a name: letters, digits, `.`, `_` and `-`, and a number when it is taken. */
static char *
create_id (LaminaSvg  *self,
           const char *name)
{
  g_autofree char *base = g_strdup (*name != '\0' ? name : "group");
  char *id;

  g_strcanon (base, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-", '-');
  id = g_ascii_isalpha (*base) ? g_strdup (base) : g_strconcat ("g", base, NULL);
  for (guint i = 2; g_hash_table_contains (self->ids, id); i++)
    {
      g_free (id);
      id = g_strdup_printf ("g%s-%u", base, i);
    }
  g_hash_table_add (self->ids, g_strdup (id));
  return id;
}

/* Upright lines in a tile that is turned where they are not; what crosses them are level ones in the same tile. */
static void
append_pattern (LaminaSvg     *self,
                LaminaPattern  pattern,
                guint          family)
{
  LaminaFill fill = { LAMINA_INK_FAMILY, (guint8) family, (guint8) pattern, 255 };
  LaminaColor ground;
  LaminaColor line;
  LaminaStrokes strokes = lamina_style_get_pattern (self->style, fill, &ground, &line);
  int period = strokes & LAMINA_STROKES_COARSE ? COARSE_PERIOD : HATCHING_PERIOD;
  const char *width = strokes & LAMINA_STROKES_COARSE ? COARSE_WIDTH : HATCHING_WIDTH;
  int angle = strokes & LAMINA_STROKES_RISING ? 45 : strokes & LAMINA_STROKES_FALLING ? -45
              : strokes & LAMINA_STROKES_LEVEL ? 90 : 0;

  g_string_append_printf (self->text,
                          "<pattern id=\"%s%s-%u\" width=\"%d\" height=\"%d\" patternUnits=\"userSpaceOnUse\"",
                          self->prefix, lamina_svg_pattern_names[pattern], family, period, period);
  if (angle != 0)
    g_string_append_printf (self->text, " patternTransform=\"rotate(%d)\"", angle);
  g_string_append_printf (self->text, "><rect width=\"%s\" height=\"%d\" fill=\"", width, period);
  append_color (self->text, &line);
  g_string_append (self->text, "\"/>");
  if (strokes & LAMINA_STROKES_RISING && strokes & LAMINA_STROKES_FALLING)
    {
      g_string_append_printf (self->text, "<rect width=\"%d\" height=\"%s\" fill=\"", period, width);
      append_color (self->text, &line);
      g_string_append (self->text, "\"/>");
    }
  g_string_append (self->text, "</pattern>\n");
}

static void
append_patterns (LaminaSvg *self)
{
  guint n, n_areas;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self->scene, &n);
  const LaminaSceneArea *areas = lamina_scene_get_areas (self->scene, &n_areas);
  guint32 families[LAMINA_N_PATTERNS] = { 0 };

  for (guint i = 0; i < n; i++)
    if (has_lines (self, boxes[i].fill))
      families[boxes[i].fill.pattern] |= 1u << boxes[i].fill.family;
  for (guint i = 0; i < n_areas; i++)
    if (has_lines (self, areas[i].fill))
      families[areas[i].fill.pattern] |= 1u << areas[i].fill.family;
  for (guint pattern = LAMINA_PATTERN_WAIT; pattern < LAMINA_N_PATTERNS; pattern++)
    for (guint family = 0; family < LAMINA_N_FAMILIES; family++)
      if (families[pattern] >> family & 1)
        append_pattern (self, pattern, family);
}

static void
append_definitions (LaminaSvg *self)
{
  g_string_append (self->text, "<defs>\n");
  append_patterns (self);
  for (guint i = 0; i < lamina_scene_get_n_groups (self->scene); i++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (self->scene, i);

      g_string_append_printf (self->text,
                              "<clipPath id=\"%sclip-%u\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                              "</clipPath>\n",
                              self->prefix, i, group->x, group->y, MAX (group->width, 0), MAX (group->height, 0));
    }
  g_string_append (self->text, "</defs>\n<style>text{font-variant-numeric:tabular-nums}");
  for (guint i = 0; i < LAMINA_N_FONTS; i++)
    {
      g_string_append_printf (self->text, ".f%u{font-size:", i);
      append_number (self->text, lamina_style_get_font_size (i));
      g_string_append (self->text, lamina_style_is_bold (i) ? "px;font-weight:bold}" : "px}");
    }
  g_string_append (self->text, "</style>\n");
}

static void
append_group (LaminaSvg *self,
              guint      i)
{
  const LaminaSceneGroup *group = lamina_scene_get_group (self->scene, i);
  g_autofree char *id = create_id (self, group->name);

  g_string_append_printf (self->text, "<g id=\"%s%s\" clip-path=\"url(#%sclip-%u)\"><title>", self->prefix, id,
                          self->prefix, i);
  lamina_xml_append_escaped (self->text, group->name);
  g_string_append (self->text, "</title>\n");
  append_boxes (self, group);
  append_areas (self, group);
  append_lines (self, group);
  append_dots (self, group);
  append_texts (self, group);
  g_string_append (self->text, "</g>\n");
}

/* Ids that the definitions use. */
static void
reserve_ids (LaminaSvg *self)
{
  for (guint pattern = LAMINA_PATTERN_WAIT; pattern < LAMINA_N_PATTERNS; pattern++)
    for (guint family = 0; family < LAMINA_N_FAMILIES; family++)
      g_hash_table_add (self->ids, g_strdup_printf ("%s-%u", lamina_svg_pattern_names[pattern], family));
  for (guint i = 0; i < lamina_scene_get_n_groups (self->scene); i++)
    g_hash_table_add (self->ids, g_strdup_printf ("clip-%u", i));
}

static void
append_length (LaminaSvg  *self,
               const char *name,
               int         pixels,
               double      per_mm)
{
  g_string_append_printf (self->text, " %s=\"", name);
  append_number (self->text, per_mm > 0 ? pixels / per_mm : pixels);
  g_string_append (self->text, per_mm > 0 ? "mm\"" : "\"");
}

/* What stands inside the outermost element. */
static void
append_content (LaminaSvg *self)
{
  reserve_ids (self);
  append_definitions (self);
  g_string_append_printf (self->text, "<rect width=\"%d\" height=\"%d\"", lamina_scene_get_width (self->scene),
                          lamina_scene_get_height (self->scene));
  append_paint (self, "fill", LAMINA_FILL (LAMINA_INK_VIEW));
  g_string_append (self->text, "/>\n");
  for (guint i = 0; i < lamina_scene_get_n_groups (self->scene); i++)
    append_group (self, i);
  g_string_append (self->text, "</svg>\n");
}

static void
append_font (LaminaSvg *self)
{
  g_string_append_printf (self->text, " viewBox=\"0 0 %d %d\" font-family=\"", lamina_scene_get_width (self->scene),
                          lamina_scene_get_height (self->scene));
  lamina_xml_append_escaped (self->text,
                             self->style->font_family != NULL ? self->style->font_family : LAMINA_TEXT_DEFAULT_FONT);
  g_string_append_c (self->text, '"');
}

GBytes *
lamina_svg_write (LaminaScene       *scene,
                  const LaminaStyle *style,
                  const char        *title,
                  LaminaMetrics     *metrics,
                  double             per_mm)
{
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  LaminaSvg self = { scene, style, metrics, NULL, ids, "" };

  g_return_val_if_fail (scene != NULL && style != NULL && title != NULL && metrics != NULL, NULL);

  self.text = g_string_sized_new (64 * 1024);
  g_string_append (self.text,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
  append_length (&self, "width", lamina_scene_get_width (scene), per_mm);
  append_length (&self, "height", lamina_scene_get_height (scene), per_mm);
  append_font (&self);
  g_string_append (self.text, ">\n<title>");
  lamina_xml_append_escaped (self.text, title);
  g_string_append (self.text, "</title>\n");
  append_content (&self);
  return g_string_free_to_bytes (self.text);
}

char *
lamina_svg_dup_inline (LaminaScene       *scene,
                       const LaminaStyle *style,
                       const char        *title,
                       LaminaMetrics     *metrics,
                       const char        *prefix,
                       const char        *css_class)
{
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  LaminaSvg self = { scene, style, metrics, NULL, ids, prefix };

  g_return_val_if_fail (scene != NULL && style != NULL && title != NULL && metrics != NULL && prefix != NULL, NULL);

  self.text = g_string_sized_new (64 * 1024);
  g_string_append (self.text, "<svg role=\"img\" aria-label=\"");
  lamina_xml_append_escaped (self.text, title);
  g_string_append_printf (self.text, "\" class=\"%s\"", css_class);
  append_font (&self);
  g_string_append (self.text, ">\n");
  append_content (&self);
  return g_string_free (self.text, FALSE);
}
