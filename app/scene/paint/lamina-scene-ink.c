/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scene.h"

#include <math.h>

/* How far a stroke reaches beside its path where it turns: cairo's limit of mitres times half a width of 1.5. */
#define AREA_STROKE 7.5

/* Dots have corners, and an outline. */
#define DOT_REACH 2

/* What is drawn so far: from the left upper corner to before the right lower one. */
typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} Reach;

static void
cover (Reach  *self,
       double  left,
       double  top,
       double  right,
       double  bottom)
{
  self->left = MIN (self->left, left);
  self->top = MIN (self->top, top);
  self->right = MAX (self->right, right);
  self->bottom = MAX (self->bottom, bottom);
}

static void
cover_boxes (Reach                  *self,
             LaminaScene            *scene,
             const LaminaSceneGroup *group)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n) + group->first_box;

  for (guint i = 0; i < group->n_boxes; i++)
    if (boxes[i].fill.ink != LAMINA_INK_NONE)
      cover (self, boxes[i].x, boxes[i].y, boxes[i].x + boxes[i].width, boxes[i].y + boxes[i].height);
}

static void
cover_areas (Reach                  *self,
             LaminaScene            *scene,
             const LaminaSceneGroup *group)
{
  guint n;
  const LaminaSceneArea *areas = lamina_scene_get_areas (scene, &n) + group->first_area;
  const LaminaScenePoint *points = lamina_scene_get_points (scene, &n);

  for (guint i = 0; i < group->n_areas; i++)
    {
      double pad = areas[i].n_line > 0 ? AREA_STROKE : 0;

      for (guint j = areas[i].first; j < areas[i].first + areas[i].n; j++)
        cover (self, points[j].x - pad, points[j].y - pad, points[j].x + pad, points[j].y + pad);
    }
}

static void
cover_lines (Reach                  *self,
             LaminaScene            *scene,
             const LaminaSceneGroup *group)
{
  guint n;
  const LaminaSceneLine *lines = lamina_scene_get_lines (scene, &n) + group->first_line;

  for (guint i = 0; i < group->n_lines; i++)
    {
      const LaminaSceneLine *line = &lines[i];
      double pad = (line->width > 0 ? line->width : 1) / 2.0;

      cover (self, MIN (line->x1, line->x2) - pad, MIN (line->y1, line->y2) - pad, MAX (line->x1, line->x2) + pad,
             MAX (line->y1, line->y2) + pad);
    }
}

static void
cover_dots (Reach                  *self,
            LaminaScene            *scene,
            const LaminaSceneGroup *group)
{
  guint n;
  const LaminaSceneDot *dots = lamina_scene_get_dots (scene, &n) + group->first_dot;

  for (guint i = 0; i < group->n_dots; i++)
    {
      double pad = DOT_REACH * (dots[i].radius + 1);

      cover (self, dots[i].x - pad, dots[i].y - pad, dots[i].x + pad, dots[i].y + pad);
    }
}

LaminaSceneInk
lamina_scene_get_ink (LaminaScene *self,
                      guint        i)
{
  const LaminaSceneGroup *group = lamina_scene_get_group (self, i);
  Reach reach = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
  LaminaSceneInk ink = { 0 };
  int right, bottom;

  g_return_val_if_fail (group != NULL, ink);

  if (group->n_texts > 0)
    return (LaminaSceneInk) { group->x, group->y, group->width, group->height };
  cover_boxes (&reach, self, group);
  cover_areas (&reach, self, group);
  cover_lines (&reach, self, group);
  cover_dots (&reach, self, group);
  right = group->x + group->width;
  bottom = group->y + group->height;
  ink.x = (int) floor (CLAMP (reach.left, group->x, right));
  ink.y = (int) floor (CLAMP (reach.top, group->y, bottom));
  ink.width = (int) ceil (CLAMP (reach.right, ink.x, right)) - ink.x;
  ink.height = (int) ceil (CLAMP (reach.bottom, ink.y, bottom)) - ink.y;
  return ink;
}
