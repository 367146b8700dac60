/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"

G_BEGIN_DECLS

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

/* Where the things of a group begin; the points are those of all areas. Valid until something is added. */
typedef struct
{
  const LaminaSceneBox *boxes;
  const LaminaSceneArea *areas;
  const LaminaScenePoint *points;
  const LaminaSceneLine *lines;
  const LaminaSceneDot *dots;
  const LaminaSceneText *texts;
} LaminaSceneThings;

static inline LaminaSceneThings
lamina_scene_get_things (LaminaScene            *self,
                         const LaminaSceneGroup *group)
{
  return (LaminaSceneThings) { &g_array_index (self->boxes, LaminaSceneBox, group->first_box),
                               &g_array_index (self->areas, LaminaSceneArea, group->first_area),
                               (const LaminaScenePoint *) (gpointer) self->points->data,
                               &g_array_index (self->lines, LaminaSceneLine, group->first_line),
                               &g_array_index (self->dots, LaminaSceneDot, group->first_dot),
                               &g_array_index (self->texts, LaminaSceneText, group->first_text) };
}

G_END_DECLS
