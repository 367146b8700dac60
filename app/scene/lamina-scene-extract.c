/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scene.h"

static gboolean
contains (const LaminaSceneBox  *box,
          const LaminaSceneText *text)
{
  return text->x >= (float) box->x && text->x < (float) (box->x + box->width) && text->y >= (float) box->y
         && text->y < (float) (box->y + box->height);
}

/* The texts of a group that stand on boxes which were taken, those from @first on of the new scene. */
static void
take_texts (LaminaScene            *self,
            const LaminaSceneGroup *group,
            LaminaScene            *result,
            guint                   first)
{
  guint n, n_texts;
  const LaminaSceneText *texts = lamina_scene_get_texts (self, &n_texts);
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (result, &n);

  for (guint t = group->first_text; t < group->first_text + group->n_texts; t++)
    for (guint i = first; i < n; i++)
      if (contains (&boxes[i], &texts[t]))
        {
          lamina_scene_add_text (result, &texts[t]);
          break;
        }
}

/* A scene that is taken from another; the group is opened by the first thing that is taken from it. */
typedef struct
{
  LaminaScene *from;
  LaminaScene *to;
  const LaminaSceneGroup *group;
  gboolean is_open;
} Extract;

static void
open_group (Extract *self)
{
  const LaminaSceneGroup *group = self->group;

  if (!self->is_open)
    lamina_scene_open_group (self->to, group->name, group->x, group->y, group->width, group->height);
  self->is_open = TRUE;
}

static void
take_group (Extract         *self,
            LaminaSceneFunc  func,
            gpointer         user_data)
{
  const LaminaSceneGroup *group = self->group;
  guint n, first;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self->from, &n) + group->first_box;
  const LaminaSceneDot *dots = lamina_scene_get_dots (self->from, &n) + group->first_dot;

  lamina_scene_get_boxes (self->to, &first);
  for (guint i = 0; i < group->n_boxes; i++)
    if (func (&boxes[i].target, user_data))
      {
        open_group (self);
        lamina_scene_add_box (self->to, &boxes[i]);
      }
  for (guint i = 0; i < group->n_dots; i++)
    if (func (&dots[i].target, user_data))
      {
        open_group (self);
        lamina_scene_add_dot (self->to, &dots[i]);
      }
  if (!self->is_open)
    return;
  take_texts (self->from, group, self->to, first);
  lamina_scene_close_group (self->to);
}

LaminaScene *
lamina_scene_extract (LaminaScene     *self,
                      LaminaSceneFunc  func,
                      gpointer         user_data)
{
  LaminaScene *result;

  g_return_val_if_fail (self != NULL && func != NULL, NULL);

  result = lamina_scene_new (lamina_scene_get_width (self), lamina_scene_get_height (self));
  for (guint i = 0; i < lamina_scene_get_n_groups (self); i++)
    {
      Extract extract = { self, result, lamina_scene_get_group (self, i), FALSE };

      take_group (&extract, func, user_data);
    }
  return result;
}
