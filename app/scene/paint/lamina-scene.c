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
  guint64 hash;

  g_return_if_fail (self->is_open);

  group = &g_array_index (self->groups, LaminaSceneGroup, self->groups->len - 1);
  group->n_boxes = self->boxes->len - group->first_box;
  group->n_areas = self->areas->len - group->first_area;
  group->n_lines = self->lines->len - group->first_line;
  group->n_dots = self->dots->len - group->first_dot;
  group->n_texts = self->texts->len - group->first_text;
  /* What is drawn, whatever the position y. */
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

/* Scenes hold a few thousand boxes, which are read from the end in microseconds: no index is kept. */

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

      if (box->target.kind != LAMINA_TARGET_NONE && x >= box->x && x < box->x + box->width
          && y >= box->y && y < box->y + box->height)
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
      const LaminaSceneBox *box = &boxes[i];
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
