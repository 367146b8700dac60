/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scene.h"

/* Smaller boxes would be all lines, or all plate of their labels. */
#define LEAST_TEXTURED 3
#define LEAST_TEXTURED_ROW 20

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

void
lamina_scene_close_group (LaminaScene *self)
{
  LaminaSceneGroup *group;

  g_return_if_fail (self->is_open);

  group = &g_array_index (self->groups, LaminaSceneGroup, self->groups->len - 1);
  group->n_boxes = self->boxes->len - group->first_box;
  group->n_areas = self->areas->len - group->first_area;
  group->n_lines = self->lines->len - group->first_line;
  group->n_dots = self->dots->len - group->first_dot;
  group->n_texts = self->texts->len - group->first_text;
  group->hash = lamina_scene_hash_group (self, group);
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

void
lamina_scene_add_rect (LaminaScene *scene,
                       int          x,
                       int          y,
                       int          width,
                       int          height,
                       LaminaFill   fill)
{
  LaminaSceneBox box = { x, y, width, height, fill, { 0 } };

  lamina_scene_add_box (scene, &box);
}

void
lamina_scene_add_words (LaminaScene *scene,
                        double       x,
                        double       y,
                        double       width,
                        LaminaAlign  align,
                        LaminaFont   font,
                        LaminaInk    ink,
                        const char  *text)
{
  LaminaSceneText words = { (float) x, (float) y, (float) width, align, font, LAMINA_FILL (ink), text };

  lamina_scene_add_text (scene, &words);
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

LaminaPattern
lamina_scene_choose_texture (int width,
                             int row_height)
{
  return width >= LEAST_TEXTURED && row_height >= LEAST_TEXTURED_ROW ? LAMINA_PATTERN_TEXTURE : LAMINA_PATTERN_SOLID;
}
