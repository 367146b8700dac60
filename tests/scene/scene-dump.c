/* SPDX-License-Identifier: Apache-2.0 */
#include "scene-dump.h"

#include "lamina-scene-private.h"

#include <math.h>

static const char *const ink_names[] = {
  "none", "view", "band", "text", "quiet", "hairline", "grid", "link", "family", "family-line", "label", "measured",
  "end-to-end", "order", "accent",
};

static const char *const font_names[] = { "label", "name", "name-bold", "caption", "ruler", "title" };

static const char *const align_names[] = { "start", "center", "end" };

static const char *const target_names[] = {
  "none",   "slices", "samples", "layers", "track", "group", "outside", "ruler",
  "hidden", "rate",   "functions", "marks", "nodes",  "marker", "gaps", "rows",
  "blocks", "free",
};

G_STATIC_ASSERT (G_N_ELEMENTS (ink_names) == LAMINA_N_INKS);
G_STATIC_ASSERT (G_N_ELEMENTS (font_names) == LAMINA_N_FONTS);

/* At most two decimals, none where they are zero. */
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

static void
append_numbers (GString      *text,
                const double *values,
                guint         n)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append_c (text, ' ');
      append_number (text, values[i]);
    }
}

static void
append_quoted (GString    *text,
               const char *string)
{
  g_string_append_c (text, '"');
  for (; *string != '\0'; string++)
    if ((guchar) *string < 0x20 || *string == 0x7f)
      g_string_append_printf (text, "\\x%02x", (guchar) *string);
    else
      {
        if (*string == '"' || *string == '\\')
          g_string_append_c (text, '\\');
        g_string_append_c (text, *string);
      }
  g_string_append_c (text, '"');
}

static const char *const pattern_names[LAMINA_N_PATTERNS] = {
  [LAMINA_PATTERN_WAIT] = "hatched",    [LAMINA_PATTERN_FALLING] = "falling", [LAMINA_PATTERN_LEVEL] = "level",
  [LAMINA_PATTERN_UPRIGHT] = "upright", [LAMINA_PATTERN_CROSSED] = "crossed", [LAMINA_PATTERN_STRIPED] = "striped",
  [LAMINA_PATTERN_BARRED] = "barred",   [LAMINA_PATTERN_TEXTURE] = "textured",
};

static void
append_fill (GString    *text,
             LaminaFill  fill)
{
  g_string_append_printf (text, " %s", ink_names[fill.ink]);
  if (fill.ink == LAMINA_INK_FAMILY || fill.ink == LAMINA_INK_FAMILY_LINE || fill.ink == LAMINA_INK_LABEL)
    g_string_append_printf (text, ":%s", lamina_family_get_title (fill.family));
  if (fill.pattern != LAMINA_PATTERN_SOLID)
    g_string_append_printf (text, " %s", pattern_names[fill.pattern]);
  if (fill.alpha != 255)
    g_string_append_printf (text, " alpha %u", fill.alpha);
}

static void
append_target (GString            *text,
               const LaminaTarget *target)
{
  if (target->kind == LAMINA_TARGET_NONE)
    return;
  g_string_append_printf (text, " = %s", target_names[target->kind]);
  if (target->kind != LAMINA_TARGET_LAYERS && target->kind != LAMINA_TARGET_RULER
      && target->kind != LAMINA_TARGET_HIDDEN && target->kind != LAMINA_TARGET_NODES
      && target->kind != LAMINA_TARGET_ROWS)
    g_string_append_printf (text, " %u", target->track);
  if (target->n != 0)
    g_string_append_printf (text, " [%u + %u]", target->first, target->n);
  if (target->only != 0)
    g_string_append_printf (text, " only %s", lamina_family_get_title (target->only - 1));
}

static void
dump_boxes (LaminaScene            *self,
            const LaminaSceneGroup *group,
            GString                *text)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self, &n);

  for (guint i = group->first_box; i < group->first_box + group->n_boxes; i++)
    {
      const LaminaSceneBox *box = &boxes[i];

      g_string_append_printf (text, "  box %d %d %dx%d", box->x, box->y, box->width, box->height);
      append_fill (text, box->fill);
      append_target (text, &box->target);
      g_string_append_c (text, '\n');
    }
}

static void
dump_areas (LaminaScene            *self,
            const LaminaSceneGroup *group,
            GString                *text)
{
  LaminaSceneThings things = lamina_scene_get_things (self, group);

  for (guint i = 0; i < group->n_areas; i++)
    {
      const LaminaSceneArea *area = &things.areas[i];

      g_string_append (text, "  area");
      append_fill (text, area->fill);
      append_fill (text, area->line);
      g_string_append_printf (text, " line %u", area->n_line);
      append_target (text, &area->target);
      g_string_append (text, "\n   ");
      for (guint j = area->first; j < area->first + area->n; j++)
        append_numbers (text, (double[]) { things.points[j].x, things.points[j].y }, 2);
      g_string_append_c (text, '\n');
    }
}

static void
dump_lines (LaminaScene            *self,
            const LaminaSceneGroup *group,
            GString                *text)
{
  LaminaSceneThings things = lamina_scene_get_things (self, group);

  for (guint i = 0; i < group->n_lines; i++)
    {
      const LaminaSceneLine *line = &things.lines[i];

      g_string_append (text, "  line");
      append_numbers (text, (double[]) { line->x1, line->y1, line->x2, line->y2 }, 4);
      append_fill (text, line->fill);
      if (line->width > 0)
        append_numbers (text, (double[]) { line->width }, 1);
      g_string_append (text, line->dashed ? " dashed\n" : "\n");
    }
}

static void
dump_dots (LaminaScene            *self,
           const LaminaSceneGroup *group,
           GString                *text)
{
  guint n;
  const LaminaSceneDot *dots = lamina_scene_get_dots (self, &n);

  for (guint i = group->first_dot; i < group->first_dot + group->n_dots; i++)
    {
      g_string_append (text, "  dot");
      append_numbers (text, (double[]) { dots[i].x, dots[i].y, dots[i].radius }, 3);
      append_fill (text, dots[i].fill);
      append_fill (text, dots[i].line);
      append_target (text, &dots[i].target);
      g_string_append_c (text, '\n');
    }
}

static void
dump_texts (LaminaScene            *self,
            const LaminaSceneGroup *group,
            GString                *text)
{
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (self, &n);

  for (guint i = group->first_text; i < group->first_text + group->n_texts; i++)
    {
      g_string_append (text, "  text");
      append_numbers (text, (double[]) { texts[i].x, texts[i].y, texts[i].width }, 3);
      g_string_append_printf (text, " %s %s", align_names[texts[i].align], font_names[texts[i].font]);
      append_fill (text, texts[i].fill);
      if (texts[i].angle != 0)
        {
          g_string_append (text, " turned");
          append_numbers (text, (double[]) { texts[i].angle }, 1);
        }
      g_string_append_c (text, ' ');
      append_quoted (text, texts[i].text);
      g_string_append_c (text, '\n');
    }
}

char *
lamina_scene_dump (LaminaScene *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, g_string_free (text, FALSE));

  g_string_append_printf (text, "scene %dx%d\n", lamina_scene_get_width (self), lamina_scene_get_height (self));
  for (guint i = 0; i < lamina_scene_get_n_groups (self); i++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (self, i);

      g_string_append (text, "group ");
      append_quoted (text, group->name);
      g_string_append_printf (text, " %d %d %dx%d\n", group->x, group->y, group->width, group->height);
      dump_boxes (self, group, text);
      dump_areas (self, group, text);
      dump_lines (self, group, text);
      dump_dots (self, group, text);
      dump_texts (self, group, text);
    }
  return g_string_free (text, FALSE);
}
