/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scene.h"

#include <math.h>

/* Scenes hold a few thousand boxes, which are read from the end in microseconds: no index is kept. */

static double
get_distance (const LaminaSceneBox *box,
              double                x,
              double                y)
{
  double dx = MAX (MAX (box->x - x, x - (box->x + box->width)), 0);
  double dy = MAX (MAX (box->y - y, y - (box->y + box->height)), 0);

  return hypot (dx, dy);
}

static gboolean
contains (const LaminaSceneBox *box,
          double                x,
          double                y)
{
  return x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height;
}

static const LaminaSceneGroup *
find_group (LaminaScene *scene,
            double       x,
            double       y)
{
  for (guint i = lamina_scene_get_n_groups (scene); i > 0; i--)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (scene, i - 1);

      if (x >= group->x && x < group->x + group->width && y >= group->y && y < group->y + group->height)
        return group;
    }
  return NULL;
}

static const LaminaTarget *
pick_box (LaminaScene            *scene,
          const LaminaSceneGroup *group,
          double                  x,
          double                  y)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

  for (guint i = group->first_box + group->n_boxes; i > group->first_box; i--)
    {
      const LaminaSceneBox *box = &boxes[i - 1];

      if (box->target.kind != LAMINA_TARGET_NONE && contains (box, x, y))
        return &box->target;
    }
  return NULL;
}

static const LaminaTarget *
pick_near_box (LaminaScene            *scene,
               const LaminaSceneGroup *group,
               double                  x,
               double                  y,
               double                  tolerance)
{
  const LaminaTarget *nearest = NULL;
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

  for (guint i = group->first_box; i < group->first_box + group->n_boxes; i++)
    {
      double distance = get_distance (&boxes[i], x, y);

      if (boxes[i].target.kind == LAMINA_TARGET_NONE || distance > tolerance)
        continue;
      tolerance = distance;
      nearest = &boxes[i].target;
    }
  return nearest;
}

/* The uppermost dot that is at most @tolerance away, at best the one that is hit. */
static const LaminaTarget *
pick_dot (LaminaScene            *scene,
          const LaminaSceneGroup *group,
          double                  x,
          double                  y,
          double                  tolerance)
{
  const LaminaTarget *nearest = NULL;
  guint n;
  const LaminaSceneDot *dots = lamina_scene_get_dots (scene, &n);

  for (guint i = group->first_dot + group->n_dots; i > group->first_dot; i--)
    {
      const LaminaSceneDot *dot = &dots[i - 1];
      double distance = MAX (hypot (x - dot->x, y - dot->y) - dot->radius, 0);

      if (dot->target.kind == LAMINA_TARGET_NONE || distance > tolerance || (nearest != NULL && distance == tolerance))
        continue;
      tolerance = distance;
      nearest = &dot->target;
    }
  return nearest;
}

/* Counts the edges that a ray to the right crosses. */
static gboolean
is_inside (const LaminaScenePoint *points,
           guint                   n,
           double                  x,
           double                  y)
{
  gboolean inside = FALSE;

  for (guint i = 0, j = n - 1; i < n; j = i++)
    {
      const LaminaScenePoint *a = &points[i];
      const LaminaScenePoint *b = &points[j];

      if ((a->y > y) == (b->y > y))
        continue;
      if (x < ((double) b->x - a->x) * (y - a->y) / ((double) b->y - a->y) + a->x)
        inside = !inside;
    }
  return inside;
}

static const LaminaTarget *
pick_area (LaminaScene            *scene,
           const LaminaSceneGroup *group,
           double                  x,
           double                  y)
{
  guint n;
  const LaminaSceneArea *areas = lamina_scene_get_areas (scene, &n);
  const LaminaScenePoint *points = lamina_scene_get_points (scene, &n);

  for (guint i = group->first_area + group->n_areas; i > group->first_area; i--)
    {
      const LaminaSceneArea *area = &areas[i - 1];

      if (area->target.kind != LAMINA_TARGET_NONE && is_inside (points + area->first, area->n, x, y))
        return &area->target;
    }
  return NULL;
}

const LaminaTarget *
lamina_scene_pick (LaminaScene *self,
                   double       x,
                   double       y,
                   double       tolerance)
{
  const LaminaSceneGroup *group;
  const LaminaTarget *target;

  g_return_val_if_fail (self != NULL, NULL);

  group = find_group (self, x, y);
  if (group == NULL)
    return NULL;
  target = pick_dot (self, group, x, y, 0);
  if (target == NULL)
    target = pick_box (self, group, x, y);
  if (target == NULL)
    target = pick_area (self, group, x, y);
  if (target == NULL)
    target = pick_dot (self, group, x, y, tolerance);
  if (target == NULL)
    target = pick_near_box (self, group, x, y, tolerance);
  return target;
}
