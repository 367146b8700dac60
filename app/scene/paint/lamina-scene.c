/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scene-private.h"

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
mix_box (guint64               hash,
         const LaminaSceneBox *box,
         int                   top)
{
  if (box->fill.ink == LAMINA_INK_NONE)
    return hash;
  hash = mix_pair (hash, box->x, box->y - top);
  hash = mix_pair (hash, box->width, box->height);
  return mix_fill (hash, box->fill);
}

static guint64
mix_area (guint64                 hash,
          const LaminaSceneArea  *area,
          const LaminaScenePoint *points,
          int                     top)
{
  hash = mix_fill (mix_fill (hash, area->fill), area->line);
  hash = mix_pair (hash, area->n, area->n_line);
  for (guint i = 0; i < area->n; i++)
    hash = mix_point (hash, points[i].x, points[i].y - top);
  return hash;
}

static guint64
mix_line (guint64                hash,
          const LaminaSceneLine *line,
          int                    top)
{
  hash = mix_point (hash, line->x1, line->y1 - top);
  hash = mix_point (hash, line->x2, line->y2 - top);
  hash = mix (mix_fill (hash, line->fill), line->dashed != FALSE);
  return mix_point (hash, line->width, 0);
}

static guint64
mix_text (guint64                hash,
          const LaminaSceneText *text,
          int                    top)
{
  hash = mix_point (hash, text->x, text->y - top);
  hash = mix_pair (hash, (gint32) (text->width * 256), (gint32) text->align * LAMINA_N_FONTS + (gint32) text->font);
  return mix_string (mix_fill (mix_point (hash, text->angle, 0), text->fill), text->text);
}

/* What is drawn, whatever the position y. */
static guint64
hash_group (LaminaScene            *self,
            const LaminaSceneGroup *group)
{
  LaminaSceneThings things = lamina_scene_get_things (self, group);
  guint64 hash = mix_pair (mix_pair (0, group->x, 0), group->width, group->height);

  for (guint i = 0; i < group->n_boxes; i++)
    hash = mix_box (hash, &things.boxes[i], group->y);
  hash = mix (hash, group->n_boxes);
  for (guint i = 0; i < group->n_areas; i++)
    hash = mix_area (hash, &things.areas[i], things.points + things.areas[i].first, group->y);
  hash = mix (hash, group->n_areas);
  for (guint i = 0; i < group->n_lines; i++)
    hash = mix_line (hash, &things.lines[i], group->y);
  hash = mix (hash, group->n_lines);
  for (guint i = 0; i < group->n_dots; i++)
    {
      const LaminaSceneDot *dot = &things.dots[i];

      hash = mix_point (mix_point (hash, dot->x, dot->y - group->y), dot->radius, 0);
      hash = mix_fill (mix_fill (hash, dot->fill), dot->line);
    }
  hash = mix (hash, group->n_dots);
  for (guint i = 0; i < group->n_texts; i++)
    hash = mix_text (hash, &things.texts[i], group->y);
  return mix (hash, group->n_texts);
}

/* Smaller boxes would be all lines, or all plate of their labels. */
#define LEAST_TEXTURED 3
#define LEAST_TEXTURED_ROW 20

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
  g_autofree char *ends = NULL;

  g_return_if_fail (!self->is_open);

  ends = lamina_visible_dup_ends (name, LAMINA_SCENE_NAME_END);
  group.name = g_string_chunk_insert (self->strings, ends != NULL ? ends : name);
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
  group->hash = hash_group (self, group);
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
  g_autofree char *visible = NULL;

  g_return_if_fail (self->is_open);

  visible = lamina_visible_dup (text->text);
  copy.text = g_string_chunk_insert (self->strings, visible);
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

/* Scenes hold a few thousand boxes, which are read from the end in microseconds: no index is kept. */

static const LaminaTarget *
pick_box (const LaminaSceneGroup  *group,
          const LaminaSceneThings *things,
          double                   x,
          double                   y)
{
  for (guint i = group->n_boxes; i > 0; i--)
    {
      const LaminaSceneBox *box = &things->boxes[i - 1];

      if (box->target.kind != LAMINA_TARGET_NONE && x >= box->x && x < box->x + box->width
          && y >= box->y && y < box->y + box->height)
        return &box->target;
    }
  return NULL;
}

static const LaminaTarget *
pick_near_box (const LaminaSceneGroup  *group,
               const LaminaSceneThings *things,
               double                   x,
               double                   y,
               double                   tolerance)
{
  const LaminaTarget *nearest = NULL;

  for (guint i = 0; i < group->n_boxes; i++)
    {
      const LaminaSceneBox *box = &things->boxes[i];
      double dx = MAX (MAX (box->x - x, x - (box->x + box->width)), 0);
      double dy = MAX (MAX (box->y - y, y - (box->y + box->height)), 0);
      double distance = hypot (dx, dy);

      if (box->target.kind == LAMINA_TARGET_NONE || distance > tolerance)
        continue;
      tolerance = distance;
      nearest = &box->target;
    }
  return nearest;
}

/* The uppermost dot that is at most @tolerance away, at best the one that is hit. */
static const LaminaTarget *
pick_dot (const LaminaSceneGroup  *group,
          const LaminaSceneThings *things,
          double                   x,
          double                   y,
          double                   tolerance)
{
  const LaminaTarget *nearest = NULL;

  for (guint i = group->n_dots; i > 0; i--)
    {
      const LaminaSceneDot *dot = &things->dots[i - 1];
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
pick_area (const LaminaSceneGroup  *group,
           const LaminaSceneThings *things,
           double                   x,
           double                   y)
{
  for (guint i = group->n_areas; i > 0; i--)
    {
      const LaminaSceneArea *area = &things->areas[i - 1];

      if (area->target.kind != LAMINA_TARGET_NONE && is_inside (things->points + area->first, area->n, x, y))
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
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = self->groups->len; i > 0; i--)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (self, i - 1);
      LaminaSceneThings things = lamina_scene_get_things (self, group);
      const LaminaTarget *target;

      if (x < group->x || x >= group->x + group->width || y < group->y || y >= group->y + group->height)
        continue;
      target = pick_dot (group, &things, x, y, 0);
      if (target == NULL)
        target = pick_box (group, &things, x, y);
      if (target == NULL)
        target = pick_area (group, &things, x, y);
      if (target == NULL)
        target = pick_dot (group, &things, x, y, tolerance);
      return target != NULL ? target : pick_near_box (group, &things, x, y, tolerance);
    }
  return NULL;
}

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

/* What lies between two corners, and @pad around it. */
static void
cover (Reach  *self,
       double  x1,
       double  y1,
       double  x2,
       double  y2,
       double  pad)
{
  self->left = MIN (self->left, MIN (x1, x2) - pad);
  self->top = MIN (self->top, MIN (y1, y2) - pad);
  self->right = MAX (self->right, MAX (x1, x2) + pad);
  self->bottom = MAX (self->bottom, MAX (y1, y2) + pad);
}

/* All but texts. */
static Reach
measure (const LaminaSceneGroup  *group,
         const LaminaSceneThings *things)
{
  Reach self = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };

  for (guint i = 0; i < group->n_boxes; i++)
    {
      const LaminaSceneBox *box = &things->boxes[i];

      if (box->fill.ink != LAMINA_INK_NONE)
        cover (&self, box->x, box->y, box->x + box->width, box->y + box->height, 0);
    }
  for (guint i = 0; i < group->n_areas; i++)
    for (guint j = 0; j < things->areas[i].n; j++)
      {
        const LaminaScenePoint *point = &things->points[things->areas[i].first + j];

        cover (&self, point->x, point->y, point->x, point->y, things->areas[i].n_line > 0 ? AREA_STROKE : 0);
      }
  for (guint i = 0; i < group->n_lines; i++)
    {
      const LaminaSceneLine *line = &things->lines[i];

      cover (&self, line->x1, line->y1, line->x2, line->y2, (line->width > 0 ? line->width : 1) / 2.0);
    }
  for (guint i = 0; i < group->n_dots; i++)
    {
      const LaminaSceneDot *dot = &things->dots[i];

      cover (&self, dot->x, dot->y, dot->x, dot->y, DOT_REACH * (dot->radius + 1));
    }
  return self;
}

LaminaSceneInk
lamina_scene_get_ink (LaminaScene *self,
                      guint        i)
{
  const LaminaSceneGroup *group = lamina_scene_get_group (self, i);
  LaminaSceneInk ink = { 0 };
  LaminaSceneThings things;
  Reach reach;
  int right, bottom;

  g_return_val_if_fail (group != NULL, ink);

  if (group->n_texts > 0)
    return (LaminaSceneInk) { group->x, group->y, group->width, group->height };
  things = lamina_scene_get_things (self, group);
  reach = measure (group, &things);
  right = group->x + group->width;
  bottom = group->y + group->height;
  ink.x = (int) floor (CLAMP (reach.left, group->x, right));
  ink.y = (int) floor (CLAMP (reach.top, group->y, bottom));
  ink.width = (int) ceil (CLAMP (reach.right, ink.x, right)) - ink.x;
  ink.height = (int) ceil (CLAMP (reach.bottom, ink.y, bottom)) - ink.y;
  return ink;
}
