/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-svg.h"

#include "lamina-metrics.h"
#include "lamina-scene-private.h"
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
    default: g_string_append_unichar (text, (letter & 0xfffe) == 0xfffe ? 0xfffd : letter);
    }
}

void
lamina_xml_append_escaped (GString    *text,
                           const char *string)
{
  g_autofree char *visible = lamina_visible_dup (string);

  for (const char *p = visible; *p != '\0'; p = g_utf8_next_char (p))
    lamina_xml_append_letter (text, g_utf8_get_char (p));
}

/* What stands in the groups of a scene, as elements of SVG. */

#define AREA_LINE_WIDTH "1.5"

/* What the ids of patterns begin with. */
static const char *const pattern_names[LAMINA_N_PATTERNS] = {
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

/* The second part of the id of its pattern: its family, and behind all families what has none. */
static guint
get_pattern_number (LaminaFill fill)
{
  return fill.ink == LAMINA_INK_TEXT ? LAMINA_N_FAMILIES : fill.family;
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
                          pattern_names[boxes->fill.pattern], get_pattern_number (boxes->fill));
  append_rects (self, boxes, n);
  g_string_append (self->text, "</g>\n");
}

static void
append_boxes (LaminaSvg            *self,
              const LaminaSceneBox *boxes,
              guint                 n)
{
  g_string_append (self->text, "<g shape-rendering=\"crispEdges\">\n");
  for (guint i = 0, end; i < n; i = end)
    {
      LaminaFill fill = boxes[i].fill;

      for (end = i + 1; end < n && is_same_fill (boxes[end].fill, fill); end++)
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
                          pattern_names[area->fill.pattern], get_pattern_number (area->fill));
}

static void
append_area (LaminaSvg              *self,
             const LaminaSceneArea  *area,
             const LaminaScenePoint *points)
{
  if (area->n > 2 && has_lines (self, area->fill))
    append_textured (self, area, points);
  else if (area->n > 2 && area->fill.ink != LAMINA_INK_NONE)
    {
      append_points (self, "polygon", points, area->n);
      append_paint (self, "fill", area->fill);
      g_string_append (self->text, "/>\n");
    }
  if (area->n_line > 1 && area->line.ink != LAMINA_INK_NONE)
    {
      append_points (self, "polyline", points, area->n_line);
      g_string_append (self->text, " fill=\"none\" stroke-width=\"" AREA_LINE_WIDTH "\"");
      append_paint (self, "stroke", area->line);
      g_string_append (self->text, "/>\n");
    }
}

static void
append_line (LaminaSvg             *self,
             const LaminaSceneLine *line)
{
  g_string_append (self->text, "<line");
  append_attribute (self->text, "x1", line->x1);
  append_attribute (self->text, "y1", line->y1);
  append_attribute (self->text, "x2", line->x2);
  append_attribute (self->text, "y2", line->y2);
  append_paint (self, "stroke", line->fill);
  if (line->width > 0)
    append_attribute (self->text, "stroke-width", line->width);
  if (line->dashed)
    g_string_append (self->text, line->width > 1 ? " stroke-dasharray=\"6 4\"" : " stroke-dasharray=\"2 3\"");
  g_string_append (self->text, "/>\n");
}

static void
append_dot (LaminaSvg            *self,
            const LaminaSceneDot *dot)
{
  LaminaScenePoint corners[LAMINA_DOT_CORNERS];
  guint n = lamina_style_list_corners (self->style, dot, corners);

  if (n > 0)
    append_points (self, "polygon", corners, n);
  else
    {
      g_string_append (self->text, "<circle");
      append_attribute (self->text, "cx", dot->x);
      append_attribute (self->text, "cy", dot->y);
      append_attribute (self->text, "r", dot->radius);
    }
  if (dot->fill.ink != LAMINA_INK_NONE)
    append_paint (self, "fill", dot->fill);
  else
    g_string_append (self->text, " fill=\"none\"");
  if (dot->line.ink != LAMINA_INK_NONE)
    append_paint (self, "stroke", dot->line);
  g_string_append (self->text, "/>\n");
}

/* The longest beginning of a text that fits with an ellipsis. */
static char *
cut (const char *text,
     glong       length G_GNUC_UNUSED,
     glong       kept)
{
  g_autofree char *start = g_utf8_substring (text, 0, kept);

  return g_strconcat (start, "…", NULL);
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
append_text (LaminaSvg             *self,
             const LaminaSceneText *text)
{
  static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
  g_autofree char *shown = text->width > 0 ? lamina_metrics_dup_cut (self->metrics, text->font, text->text, text->width, cut)
                                           : g_strdup (text->text);

  append_plate (self, text, shown);
  g_string_append_printf (self->text, "<text class=\"f%u\"", text->font);
  append_attribute (self->text, "x", text->x);
  append_attribute (self->text, "y", text->y + lamina_style_get_font_size (text->font) * LAMINA_TEXT_BASELINE);
  g_string_append (self->text, anchors[text->align]);
  append_paint (self, "fill", text->fill);
  if (text->angle != 0)
    {
      g_string_append (self->text, " transform=\"rotate(");
      append_number (self->text, -text->angle);
      g_string_append_c (self->text, ' ');
      append_number (self->text, text->x);
      g_string_append_c (self->text, ' ');
      append_number (self->text, text->y);
      g_string_append (self->text, ")\"");
    }
  g_string_append_c (self->text, '>');
  lamina_xml_append_escaped (self->text, shown);
  g_string_append (self->text, "</text>\n");
}

#define HATCHING_PERIOD 5
#define SPARSE_PERIOD 6
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
                guint          number)
{
  LaminaInk ink = number == LAMINA_N_FAMILIES ? LAMINA_INK_TEXT : LAMINA_INK_FAMILY;
  LaminaFill fill = { (guint8) ink, (guint8) number, (guint8) pattern, 255 };
  LaminaColor ground;
  LaminaColor line;
  LaminaStrokes strokes = lamina_style_get_pattern (self->style, fill, &ground, &line);
  int period = strokes & LAMINA_STROKES_COARSE ? COARSE_PERIOD : strokes & LAMINA_STROKES_SPARSE ? SPARSE_PERIOD : HATCHING_PERIOD;
  const char *width = strokes & LAMINA_STROKES_COARSE ? COARSE_WIDTH : HATCHING_WIDTH;
  int angle = strokes & LAMINA_STROKES_RISING ? 45 : strokes & LAMINA_STROKES_FALLING ? -45
              : strokes & LAMINA_STROKES_LEVEL ? 90 : 0;

  g_string_append_printf (self->text,
                          "<pattern id=\"%s%s-%u\" width=\"%d\" height=\"%d\" patternUnits=\"userSpaceOnUse\"",
                          self->prefix, pattern_names[pattern], number, period, period);
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
  const GArray *boxes = self->scene->boxes, *areas = self->scene->areas;
  guint32 numbers[LAMINA_N_PATTERNS] = { 0 };

  for (guint i = 0; i < boxes->len + areas->len; i++)
    {
      LaminaFill fill = i < boxes->len ? g_array_index (boxes, LaminaSceneBox, i).fill
                                       : g_array_index (areas, LaminaSceneArea, i - boxes->len).fill;

      if (has_lines (self, fill))
        numbers[fill.pattern] |= 1u << get_pattern_number (fill);
    }
  for (guint pattern = LAMINA_PATTERN_WAIT; pattern < LAMINA_N_PATTERNS; pattern++)
    for (guint number = 0; number <= LAMINA_N_FAMILIES; number++)
      if (numbers[pattern] >> number & 1)
        append_pattern (self, pattern, number);
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
  LaminaSceneThings things = lamina_scene_get_things (self->scene, group);
  g_autofree char *id = create_id (self, group->name);

  g_string_append_printf (self->text, "<g id=\"%s%s\" clip-path=\"url(#%sclip-%u)\"><title>", self->prefix, id,
                          self->prefix, i);
  lamina_xml_append_escaped (self->text, group->name);
  g_string_append (self->text, "</title>\n");
  append_boxes (self, things.boxes, group->n_boxes);
  for (guint j = 0; j < group->n_areas; j++)
    append_area (self, &things.areas[j], things.points + things.areas[j].first);
  for (guint j = 0; j < group->n_lines; j++)
    append_line (self, &things.lines[j]);
  for (guint j = 0; j < group->n_dots; j++)
    append_dot (self, &things.dots[j]);
  for (guint j = 0; j < group->n_texts; j++)
    append_text (self, &things.texts[j]);
  g_string_append (self->text, "</g>\n");
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
  /* Ids that the definitions use. */
  for (guint pattern = LAMINA_PATTERN_WAIT; pattern < LAMINA_N_PATTERNS; pattern++)
    for (guint number = 0; number <= LAMINA_N_FAMILIES; number++)
      g_hash_table_add (self->ids, g_strdup_printf ("%s-%u", pattern_names[pattern], number));
  for (guint i = 0; i < lamina_scene_get_n_groups (self->scene); i++)
    g_hash_table_add (self->ids, g_strdup_printf ("clip-%u", i));
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
