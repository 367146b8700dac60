/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scene.h"

#include <math.h>
#include <string.h>

/* A multiplication and a shift for each word: quick enough to hash every group of every frame. */
static guint64
mix (guint64 hash,
     guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

static guint64
mix_pair (guint64 hash,
          gint32  a,
          gint32  b)
{
  return mix (hash, ((guint64) (guint32) a << 32) | (guint32) b);
}

static guint64
mix_fill (guint64    hash,
          LaminaFill fill)
{
  return mix (hash,
              ((guint64) fill.ink << 24) | ((guint64) fill.family << 16) | ((guint64) fill.pattern << 8) | fill.alpha);
}

/* What lies far outside may all be the same. */
static gint32
to_fixed (double coordinate)
{
  return (gint32) fmin (fmax (coordinate * 256, G_MININT32), G_MAXINT32);
}

static guint64
mix_point (guint64 hash,
           double  x,
           double  y)
{
  return mix_pair (hash, to_fixed (x), to_fixed (y));
}

static guint64
mix_string (guint64     hash,
            const char *string)
{
  gsize length = strlen (string);
  guint64 word = 0;

  for (gsize i = 0; i < length; i += sizeof word)
    {
      word = 0;
      memcpy (&word, string + i, MIN (sizeof word, length - i));
      hash = mix (hash, word);
    }
  return mix (hash, length);
}

static guint64
hash_boxes (LaminaScene            *self,
            const LaminaSceneGroup *group,
            guint64                 hash)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self, &n);

  for (guint i = group->first_box; i < group->first_box + group->n_boxes; i++)
    {
      const LaminaSceneBox *box = &boxes[i];

      if (box->fill.ink == LAMINA_INK_NONE)
        continue;
      hash = mix_pair (hash, box->x, box->y - group->y);
      hash = mix_pair (hash, box->width, box->height);
      hash = mix_fill (hash, box->fill);
    }
  return hash;
}

static guint64
hash_areas (LaminaScene            *self,
            const LaminaSceneGroup *group,
            guint64                 hash)
{
  guint n;
  const LaminaScenePoint *points = lamina_scene_get_points (self, &n);
  const LaminaSceneArea *areas = lamina_scene_get_areas (self, &n);

  for (guint i = group->first_area; i < group->first_area + group->n_areas; i++)
    {
      const LaminaSceneArea *area = &areas[i];

      hash = mix_fill (mix_fill (hash, area->fill), area->line);
      hash = mix_pair (hash, area->n, area->n_line);
      for (guint j = 0; j < area->n; j++)
        {
          const LaminaScenePoint *point = &points[area->first + j];

          hash = mix_point (hash, point->x, point->y - group->y);
        }
    }
  return hash;
}

static guint64
hash_lines (LaminaScene            *self,
            const LaminaSceneGroup *group,
            guint64                 hash)
{
  guint n;
  const LaminaSceneLine *lines = lamina_scene_get_lines (self, &n);

  for (guint i = group->first_line; i < group->first_line + group->n_lines; i++)
    {
      const LaminaSceneLine *line = &lines[i];

      hash = mix_point (hash, line->x1, line->y1 - group->y);
      hash = mix_point (hash, line->x2, line->y2 - group->y);
      hash = mix (mix_fill (hash, line->fill), line->dashed != FALSE);
      hash = mix_point (hash, line->width, 0);
    }
  return hash;
}

static guint64
hash_dots (LaminaScene            *self,
           const LaminaSceneGroup *group,
           guint64                 hash)
{
  guint n;
  const LaminaSceneDot *dots = lamina_scene_get_dots (self, &n);

  for (guint i = group->first_dot; i < group->first_dot + group->n_dots; i++)
    {
      const LaminaSceneDot *dot = &dots[i];

      hash = mix_point (hash, dot->x, dot->y - group->y);
      hash = mix_fill (mix_fill (mix_point (hash, dot->radius, 0), dot->fill), dot->line);
    }
  return hash;
}

static guint64
hash_texts (LaminaScene            *self,
            const LaminaSceneGroup *group,
            guint64                 hash)
{
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (self, &n);

  for (guint i = group->first_text; i < group->first_text + group->n_texts; i++)
    {
      const LaminaSceneText *text = &texts[i];

      hash = mix_point (hash, text->x, text->y - group->y);
      hash = mix_pair (hash, (gint32) (text->width * 256), (gint32) text->align * LAMINA_N_FONTS + (gint32) text->font);
      hash = mix_string (mix_fill (mix_point (hash, text->angle, 0), text->fill), text->text);
    }
  return hash;
}

guint64
lamina_scene_hash_group (LaminaScene            *self,
                         const LaminaSceneGroup *group)
{
  guint64 hash = mix_pair (mix_pair (0, group->x, 0), group->width, group->height);

  hash = mix (hash_boxes (self, group, hash), group->n_boxes);
  hash = mix (hash_areas (self, group, hash), group->n_areas);
  hash = mix (hash_lines (self, group, hash), group->n_lines);
  hash = mix (hash_dots (self, group, hash), group->n_dots);
  return mix (hash_texts (self, group, hash), group->n_texts);
}
