/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-svg.h"

#include "lamina-svg-private.h"
#include "lamina-scene.h"
#include "lamina-text-private.h"
#include "lamina-xml.h"

#include <math.h>

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
  lamina_svg_append_color (self->text, &line);
  g_string_append (self->text, "\"/>");
  if (strokes & LAMINA_STROKES_RISING && strokes & LAMINA_STROKES_FALLING)
    {
      g_string_append_printf (self->text, "<rect width=\"%d\" height=\"%s\" fill=\"", period, width);
      lamina_svg_append_color (self->text, &line);
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
    if (lamina_svg_has_lines (self, boxes[i].fill))
      families[boxes[i].fill.pattern] |= 1u << boxes[i].fill.family;
  for (guint i = 0; i < n_areas; i++)
    if (lamina_svg_has_lines (self, areas[i].fill))
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
      lamina_scene_append_number (self->text, lamina_style_get_font_size (i));
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
  lamina_svg_append_marks (self, group);
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
  lamina_scene_append_number (self->text, per_mm > 0 ? pixels / per_mm : pixels);
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
  lamina_svg_append_paint (self, "fill", LAMINA_FILL (LAMINA_INK_VIEW));
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
