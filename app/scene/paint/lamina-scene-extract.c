/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scene-private.h"

/* A scene that is divided in two. Of what is taken, a group is opened by the first thing in it; the rest has all groups. */
typedef struct
{
  LaminaScene *from;
  LaminaScene *taken;
  LaminaScene *rest;
  const LaminaSceneGroup *group;
  guint first_box;
  gboolean is_open;
} Extract;

static void
open_group (LaminaScene            *scene,
            const LaminaSceneGroup *group)
{
  lamina_scene_open_group (scene, group->name, group->x, group->y, group->width, group->height);
}

/* Where to put a thing; NULL when it is not kept. */
static LaminaScene *
choose_scene (Extract *self,
              gboolean is_wanted)
{
  if (!is_wanted)
    return self->rest;
  if (!self->is_open)
    open_group (self->taken, self->group);
  self->is_open = TRUE;
  return self->taken;
}

/* Whether a box that stands for nothing itself lies over what was taken of its group: the plate below a text. */
static gboolean
is_over_taken (Extract              *self,
               const LaminaSceneBox *box)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self->taken, &n);

  if (box->target.kind != LAMINA_TARGET_NONE)
    return FALSE;
  for (guint i = self->first_box; i < n; i++)
    if (box->x < boxes[i].x + boxes[i].width && boxes[i].x < box->x + box->width
        && box->y < boxes[i].y + boxes[i].height && boxes[i].y < box->y + box->height)
      return TRUE;
  return FALSE;
}

/* Whether a text stands on a box of its group that was taken. */
static gboolean
is_on_taken (Extract               *self,
             const LaminaSceneText *text)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self->taken, &n);

  for (guint i = self->first_box; i < n; i++)
    if (text->x >= (float) boxes[i].x && text->x < (float) (boxes[i].x + boxes[i].width)
        && text->y >= (float) boxes[i].y && text->y < (float) (boxes[i].y + boxes[i].height))
      return TRUE;
  return FALSE;
}

static void
divide_group (Extract         *self,
              guint            i,
              LaminaSceneFunc  func,
              gpointer         user_data)
{
  LaminaSceneThings things;

  self->group = lamina_scene_get_group (self->from, i);
  things = lamina_scene_get_things (self->from, self->group);
  self->is_open = FALSE;
  self->first_box = self->taken->boxes->len;
  if (self->rest)
    open_group (self->rest, self->group);
  for (guint k = 0; k < self->group->n_boxes; k++)
    {
      const LaminaSceneBox *box = &things.boxes[k];
      LaminaScene *scene = choose_scene (self, func (&box->target, user_data) || is_over_taken (self, box));

      if (scene)
        lamina_scene_add_box (scene, box);
    }
  for (guint k = 0; k < self->group->n_dots; k++)
    {
      LaminaScene *scene = choose_scene (self, func (&things.dots[k].target, user_data));

      if (scene)
        lamina_scene_add_dot (scene, &things.dots[k]);
    }
  for (guint k = 0; k < self->group->n_texts; k++)
    {
      LaminaScene *scene = choose_scene (self, is_on_taken (self, &things.texts[k]));

      if (scene)
        lamina_scene_add_text (scene, &things.texts[k]);
    }
  if (self->is_open)
    lamina_scene_close_group (self->taken);
  if (self->rest == NULL)
    return;
  for (guint k = 0; k < self->group->n_areas; k++)
    lamina_scene_add_area (self->rest, &things.areas[k], things.points + things.areas[k].first, things.areas[k].n);
  for (guint k = 0; k < self->group->n_lines; k++)
    lamina_scene_add_line (self->rest, &things.lines[k]);
  lamina_scene_close_group (self->rest);
}

LaminaScene *
lamina_scene_extract (LaminaScene      *self,
                      LaminaSceneFunc   func,
                      gpointer          user_data,
                      LaminaScene     **rest)
{
  Extract extract = { .from = self };

  g_return_val_if_fail (self != NULL && func != NULL, NULL);

  extract.taken = lamina_scene_new (lamina_scene_get_width (self), lamina_scene_get_height (self));
  if (rest)
    extract.rest = *rest = lamina_scene_new (lamina_scene_get_width (self), lamina_scene_get_height (self));
  for (guint i = 0; i < lamina_scene_get_n_groups (self); i++)
    divide_group (&extract, i, func, user_data);
  return extract.taken;
}
