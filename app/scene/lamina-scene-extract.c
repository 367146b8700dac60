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

LaminaScene *
lamina_scene_extract (LaminaScene     *self,
                      LaminaSceneFunc  func,
                      gpointer         user_data)
{
  LaminaScene *result;
  guint n_boxes;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self, &n_boxes);

  g_return_val_if_fail (self != NULL && func != NULL, NULL);

  result = lamina_scene_new (lamina_scene_get_width (self), lamina_scene_get_height (self));
  for (guint g = 0; g < lamina_scene_get_n_groups (self); g++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (self, g);
      gboolean opened = FALSE;
      guint first;

      lamina_scene_get_boxes (result, &first);
      for (guint i = group->first_box; i < group->first_box + group->n_boxes; i++)
        {
          if (!func (&boxes[i].target, user_data))
            continue;
          if (!opened)
            lamina_scene_open_group (result, group->name, group->x, group->y, group->width, group->height);
          opened = TRUE;
          lamina_scene_add_box (result, &boxes[i]);
        }
      if (!opened)
        continue;
      take_texts (self, group, result, first);
      lamina_scene_close_group (result);
    }
  return result;
}
