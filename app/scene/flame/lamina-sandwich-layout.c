/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame.h"
#include "lamina-gettext.h"
#include "lamina-sandwich-layout.h"

#include <math.h>

/* What sets the name off from both halves, and the words at the left from the rows. */
#define GAP 4
#define GUTTER_GAP 10

static const char *const words[LAMINA_N_SANDWICH_HALVES] = {
  [LAMINA_SANDWICH_CALLEES] = N_("Callees"),
  [LAMINA_SANDWICH_CALLERS] = N_("Callers"),
};

static const char *const nothing[LAMINA_N_SANDWICH_HALVES] = {
  [LAMINA_SANDWICH_CALLEES] = N_("No callees."),
  [LAMINA_SANDWICH_CALLERS] = N_("No callers."),
};

guint
lamina_sandwich_get_n_rows (const LaminaSandwichView *view,
                            LaminaSandwichHalf        half)
{
  return lamina_flame_get_n_rows (view->halves[half], 0) - 1;
}

/* A half without rows says so on one. */
static int
get_half_height (const LaminaSandwichView *view,
                 LaminaSandwichHalf        half)
{
  return (int) MAX (lamina_sandwich_get_n_rows (view, half), 1) * LAMINA_FLAME_ROW_HEIGHT;
}

int
lamina_sandwich_get_middle (const LaminaSandwichView *view)
{
  g_return_val_if_fail (view != NULL, 0);
  return get_half_height (view, LAMINA_SANDWICH_CALLERS) + GAP;
}

int
lamina_sandwich_get_height (const LaminaSandwichView *view)
{
  g_return_val_if_fail (view != NULL, 0);
  return lamina_sandwich_get_middle (view) + LAMINA_FLAME_ROW_HEIGHT + GAP + get_half_height (view, LAMINA_SANDWICH_CALLEES);
}

static int
get_gutter (LaminaMetrics *metrics)
{
  double width = 0;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    width = MAX (width, lamina_metrics_get_width (metrics, LAMINA_FONT_CAPTION, _(words[i])));
  return (int) ceil (width) + GUTTER_GAP;
}

/* A half as a flame graph beside the gutter. */
static LaminaFlameView
get_flame_view (const LaminaSandwichView *view,
                LaminaMetrics            *metrics,
                LaminaSandwichHalf        half)
{
  return (LaminaFlameView) { .width = MAX (view->width - get_gutter (metrics), 1), .marks = view->marks[half],
                             .colors = view->colors[half], .textured = view->textured };
}

static void
add_word (LaminaScene *scene,
          double       x,
          int          y,
          const char  *text)
{
  lamina_scene_add_text (scene, &(LaminaSceneText) {
    .x = (float) x,
    .y = (float) y + LAMINA_FLAME_ROW_HEIGHT / 2.0f - 0.5f,
    .align = LAMINA_ALIGN_START,
    .font = LAMINA_FONT_CAPTION,
    .fill = LAMINA_FILL (LAMINA_INK_QUIET),
    .text = text,
  });
}

/* Where the row next to the name begins. */
static int
get_near_y (const LaminaSandwichView *view,
            LaminaSandwichHalf        half)
{
  int middle = lamina_sandwich_get_middle (view);

  return half == LAMINA_SANDWICH_CALLERS ? middle - GAP - LAMINA_FLAME_ROW_HEIGHT : middle + LAMINA_FLAME_ROW_HEIGHT + GAP;
}

/* Which rows of a half are seen, from 1, the one next to the name, on. */
static void
find_seen (const LaminaSandwichView *view,
           LaminaSandwichHalf        half,
           LaminaFlamePart          *part)
{
  int n = (int) lamina_sandwich_get_n_rows (view, half), near_y = get_near_y (view, half);
  int top = MAX (view->top, 0), bottom = view->height > 0 ? top + view->height : lamina_sandwich_get_height (view);
  int from, to;

  /* How many pixels before the nearest edge and the farthest one in sight lie, counted away from the name. */
  from = half == LAMINA_SANDWICH_CALLERS ? near_y + LAMINA_FLAME_ROW_HEIGHT - bottom : top - near_y;
  to = half == LAMINA_SANDWICH_CALLERS ? near_y + LAMINA_FLAME_ROW_HEIGHT - top : bottom - near_y;
  from = CLAMP (from, 0, n * LAMINA_FLAME_ROW_HEIGHT) / LAMINA_FLAME_ROW_HEIGHT;
  to = (CLAMP (to, 0, n * LAMINA_FLAME_ROW_HEIGHT) + LAMINA_FLAME_ROW_HEIGHT - 1) / LAMINA_FLAME_ROW_HEIGHT;
  part->first = (guint) from + 1;
  part->n = (guint) MAX (to - from, 0);
}

void
lamina_sandwich_add_half (LaminaScene              *scene,
                          const LaminaSandwichView *view,
                          LaminaSandwichHalf        half,
                          int                       x,
                          int                       y,
                          LaminaMetrics            *metrics)
{
  LaminaFlameView flame = get_flame_view (view, metrics, half);
  LaminaFlamePart part = { .x = x + get_gutter (metrics), .upward = half == LAMINA_SANDWICH_CALLERS, .share = 2 };
  int near_y = y + get_near_y (view, half);

  if (view->only_marked && !view->marks[half])
    return;
  if (!view->only_marked)
    {
      lamina_scene_open_group (scene, half == LAMINA_SANDWICH_CALLERS ? "callers" : "callees", x, near_y, view->width,
                               LAMINA_FLAME_ROW_HEIGHT);
      add_word (scene, x, near_y, _(words[half]));
      if (lamina_sandwich_get_n_rows (view, half) == 0)
        add_word (scene, part.x, near_y, _(nothing[half]));
      lamina_scene_close_group (scene);
    }
  find_seen (view, half, &part);
  part.y = near_y - (part.upward ? -LAMINA_FLAME_ROW_HEIGHT : LAMINA_FLAME_ROW_HEIGHT);
  if (part.n > 0)
    lamina_flame_add_rows (scene, view->halves[half], &flame, &part, metrics);
}

void
lamina_sandwich_add_name (LaminaScene              *scene,
                          const LaminaSandwichView *view,
                          int                       x,
                          int                       y,
                          LaminaMetrics            *metrics)
{
  LaminaFlameView flame = get_flame_view (view, metrics, LAMINA_SANDWICH_CALLEES);
  LaminaFlamePart part = { .n = 1, .x = x + get_gutter (metrics), .y = y + lamina_sandwich_get_middle (view), .share = 2 };

  if (!view->only_marked || view->marks[LAMINA_SANDWICH_CALLEES])
    lamina_flame_add_rows (scene, view->halves[LAMINA_SANDWICH_CALLEES], &flame, &part, metrics);
}

LaminaScene *
lamina_sandwich_layout (const LaminaSandwichView *view,
                        LaminaMetrics            *metrics)
{
  LaminaScene *scene;

  g_return_val_if_fail (view != NULL && metrics != NULL, NULL);
  g_return_val_if_fail (view->halves[0] != NULL && view->halves[1] != NULL && view->width > 0, NULL);

  scene = lamina_scene_new (view->width, lamina_sandwich_get_height (view));
  lamina_sandwich_add_half (scene, view, LAMINA_SANDWICH_CALLERS, 0, 0, metrics);
  lamina_sandwich_add_name (scene, view, 0, 0, metrics);
  lamina_sandwich_add_half (scene, view, LAMINA_SANDWICH_CALLEES, 0, 0, metrics);
  return scene;
}

void
lamina_sandwich_find_box (const LaminaSandwichView *view,
                          LaminaMetrics            *metrics,
                          LaminaSandwichHalf        half,
                          guint32                   node,
                          int                      *x,
                          int                      *y,
                          int                      *width)
{
  LaminaFlameView flame = get_flame_view (view, metrics, half);
  int near_y;

  g_return_if_fail ((guint) half < LAMINA_N_SANDWICH_HALVES);

  lamina_flame_find_box (view->halves[half], &flame, node, x, y, width);
  *x += get_gutter (metrics);
  near_y = get_near_y (view, half);
  if (node == 0)
    *y = lamina_sandwich_get_middle (view);
  else if (half == LAMINA_SANDWICH_CALLERS)
    *y = near_y - (*y - LAMINA_FLAME_ROW_HEIGHT);
  else
    *y = near_y + (*y - LAMINA_FLAME_ROW_HEIGHT);
}
