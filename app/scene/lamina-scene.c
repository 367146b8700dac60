/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scene-private.h"

#include <math.h>
#include <string.h>

struct _LaminaScene
{
  gatomicrefcount ref_count;
  int width;
  int height;
  gboolean is_open;
  GArray *groups;
  GArray *boxes;
  GArray *areas;
  GArray *points;
  GArray *lines;
  GArray *dots;
  GArray *texts;
  GStringChunk *strings;
};

LaminaScene *
lamina_scene_new (int width,
                  int height)
{
  LaminaScene *self = g_new0 (LaminaScene, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->width = MAX (width, 1);
  self->height = MAX (height, 1);
  /* Room for one, so that places in an empty array can be pointed at. */
  self->groups = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSceneGroup), 1);
  self->boxes = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSceneBox), 1);
  self->areas = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSceneArea), 1);
  self->points = g_array_sized_new (FALSE, FALSE, sizeof (LaminaScenePoint), 1);
  self->lines = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSceneLine), 1);
  self->dots = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSceneDot), 1);
  self->texts = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSceneText), 1);
  self->strings = g_string_chunk_new (1024);
  return self;
}

LaminaScene *
lamina_scene_ref (LaminaScene *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_scene_unref (LaminaScene *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->groups);
  g_array_unref (self->boxes);
  g_array_unref (self->areas);
  g_array_unref (self->points);
  g_array_unref (self->lines);
  g_array_unref (self->dots);
  g_array_unref (self->texts);
  g_string_chunk_free (self->strings);
  g_free (self);
}

int
lamina_scene_get_width (LaminaScene *self)
{
  g_return_val_if_fail (self != NULL, 1);

  return self->width;
}

int
lamina_scene_get_height (LaminaScene *self)
{
  g_return_val_if_fail (self != NULL, 1);

  return self->height;
}

void
lamina_scene_set_height (LaminaScene *self,
                         int          height)
{
  self->height = MAX (height, 1);
}

void
lamina_scene_open_group (LaminaScene *self,
                         const char  *name,
                         int          x,
                         int          y,
                         int          width,
                         int          height)
{
  LaminaSceneGroup group = {
    .x = x,
    .y = y,
    .width = width,
    .height = height,
    .first_box = self->boxes->len,
    .first_area = self->areas->len,
    .first_line = self->lines->len,
    .first_dot = self->dots->len,
    .first_text = self->texts->len,
  };

  g_return_if_fail (!self->is_open);

  group.name = g_string_chunk_insert (self->strings, name);
  g_array_append_val (self->groups, group);
  self->is_open = TRUE;
}

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
  for (guint i = group->first_box; i < self->boxes->len; i++)
    {
      const LaminaSceneBox *box = &g_array_index (self->boxes, LaminaSceneBox, i);

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
  for (guint i = group->first_area; i < self->areas->len; i++)
    {
      const LaminaSceneArea *area = &g_array_index (self->areas, LaminaSceneArea, i);

      hash = mix_fill (mix_fill (hash, area->fill), area->line);
      hash = mix_pair (hash, area->n, area->n_line);
      for (guint j = 0; j < area->n; j++)
        {
          const LaminaScenePoint *point = &g_array_index (self->points, LaminaScenePoint, area->first + j);

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
  for (guint i = group->first_line; i < self->lines->len; i++)
    {
      const LaminaSceneLine *line = &g_array_index (self->lines, LaminaSceneLine, i);

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
  for (guint i = group->first_dot; i < self->dots->len; i++)
    {
      const LaminaSceneDot *dot = &g_array_index (self->dots, LaminaSceneDot, i);

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
  for (guint i = group->first_text; i < self->texts->len; i++)
    {
      const LaminaSceneText *text = &g_array_index (self->texts, LaminaSceneText, i);

      hash = mix_point (hash, text->x, text->y - group->y);
      hash = mix_pair (hash, (gint32) (text->width * 256), (gint32) text->align * LAMINA_N_FONTS + (gint32) text->font);
      hash = mix_string (mix_fill (mix_point (hash, text->angle, 0), text->fill), text->text);
    }
  return hash;
}

void
lamina_scene_close_group (LaminaScene *self)
{
  LaminaSceneGroup *group;
  guint64 hash;

  g_return_if_fail (self->is_open);

  group = &g_array_index (self->groups, LaminaSceneGroup, self->groups->len - 1);
  group->n_boxes = self->boxes->len - group->first_box;
  group->n_areas = self->areas->len - group->first_area;
  group->n_lines = self->lines->len - group->first_line;
  group->n_dots = self->dots->len - group->first_dot;
  group->n_texts = self->texts->len - group->first_text;
  hash = mix_pair (mix_pair (0, group->x, 0), group->width, group->height);
  hash = mix (hash_boxes (self, group, hash), group->n_boxes);
  hash = mix (hash_areas (self, group, hash), group->n_areas);
  hash = mix (hash_lines (self, group, hash), group->n_lines);
  hash = mix (hash_dots (self, group, hash), group->n_dots);
  group->hash = mix (hash_texts (self, group, hash), group->n_texts);
  self->is_open = FALSE;
}

void
lamina_scene_add_box (LaminaScene          *self,
                      const LaminaSceneBox *box)
{
  g_return_if_fail (self->is_open);

  g_array_append_vals (self->boxes, box, 1);
}

void
lamina_scene_add_line (LaminaScene           *self,
                       const LaminaSceneLine *line)
{
  g_return_if_fail (self->is_open);

  g_array_append_vals (self->lines, line, 1);
}

void
lamina_scene_add_dot (LaminaScene          *self,
                      const LaminaSceneDot *dot)
{
  g_return_if_fail (self->is_open);

  g_array_append_vals (self->dots, dot, 1);
}

void
lamina_scene_add_area (LaminaScene            *self,
                       const LaminaSceneArea  *area,
                       const LaminaScenePoint *points,
                       guint                   n_points)
{
  LaminaSceneArea copy = *area;

  g_return_if_fail (self->is_open);

  copy.first = self->points->len;
  copy.n = n_points;
  copy.n_line = MIN (area->n_line, n_points);
  g_array_append_vals (self->points, points, n_points);
  g_array_append_val (self->areas, copy);
}

void
lamina_scene_add_text (LaminaScene           *self,
                       const LaminaSceneText *text)
{
  LaminaSceneText copy = *text;

  g_return_if_fail (self->is_open);

  copy.text = g_string_chunk_insert (self->strings, text->text);
  g_array_append_val (self->texts, copy);
}

guint
lamina_scene_get_n_groups (LaminaScene *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->groups->len;
}

const LaminaSceneGroup *
lamina_scene_get_group (LaminaScene *self,
                        guint        i)
{
  g_return_val_if_fail (self != NULL && i < self->groups->len, NULL);

  return &g_array_index (self->groups, LaminaSceneGroup, i);
}

const LaminaSceneBox *
lamina_scene_get_boxes (LaminaScene *self,
                        guint       *n)
{
  *n = self->boxes->len;
  return (const LaminaSceneBox *) (gpointer) self->boxes->data;
}

const LaminaSceneArea *
lamina_scene_get_areas (LaminaScene *self,
                        guint       *n)
{
  *n = self->areas->len;
  return (const LaminaSceneArea *) (gpointer) self->areas->data;
}

const LaminaScenePoint *
lamina_scene_get_points (LaminaScene *self,
                         guint       *n)
{
  *n = self->points->len;
  return (const LaminaScenePoint *) (gpointer) self->points->data;
}

const LaminaSceneLine *
lamina_scene_get_lines (LaminaScene *self,
                        guint       *n)
{
  *n = self->lines->len;
  return (const LaminaSceneLine *) (gpointer) self->lines->data;
}

const LaminaSceneDot *
lamina_scene_get_dots (LaminaScene *self,
                       guint       *n)
{
  *n = self->dots->len;
  return (const LaminaSceneDot *) (gpointer) self->dots->data;
}

const LaminaSceneText *
lamina_scene_get_texts (LaminaScene *self,
                        guint       *n)
{
  *n = self->texts->len;
  return (const LaminaSceneText *) (gpointer) self->texts->data;
}
