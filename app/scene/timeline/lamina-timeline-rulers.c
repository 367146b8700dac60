/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-rows.h"
#include "lamina-timeline-rulers.h"

#define LABEL_HEIGHT 18
#define LABEL_MARGIN 7
#define GRIP 9
#define TINT 22

/* Labels that stand already: from @left to @right in a row of labels. */
typedef struct
{
  int row;
  int left;
  int right;
} Place;

typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  const LaminaViewport *viewport;
  const LaminaTimelineOptions *options;
  LaminaMetrics *metrics;
  LaminaScene *scene;
  LaminaTimeView view;
  GArray *places;
} Layout;

static char *
dup_label (Layout             *self,
           const LaminaMarker *marker)
{
  LaminaAxisUnit unit = lamina_run_get_unit (self->run);
  gint64 length = lamina_subtract_saturating (marker->end, marker->start);
  g_autofree char *text = NULL;

  if (marker->kind == LAMINA_MARKER_NOTE)
    return g_strdup (marker->text ? marker->text : "");
  if (length == 0)
    return lamina_axis_dup_position_text (unit, lamina_subtract_saturating (marker->start,
                                                                            lamina_timebase_get_start (self->timebase)));
  text = lamina_axis_dup_length_text (unit, length);
  return marker->kind == LAMINA_MARKER_RANGE ? g_steal_pointer (&text) : g_strdup_printf ("Δ %s", text);
}

static void
add_handle (Layout           *self,
            guint             index,
            LaminaMarkerPart  part,
            int               x,
            int               y,
            int               width,
            int               height)
{
  LaminaSceneBox box = { x, y, width, height, LAMINA_FILL (LAMINA_INK_NONE), { LAMINA_TARGET_MARKER, 0, index, part } };

  lamina_scene_add_box (self->scene, &box);
}

static void
open_lines (Layout *self)
{
  lamina_scene_open_group (self->scene, "markers", self->options->names_width, 0, self->view.width,
                           self->viewport->height);
}

/* A group of its own, for what is drawn of both together is as wide as they are far apart. */
static void
add_edge (Layout             *self,
          const LaminaMarker *marker,
          guint               index,
          LaminaMarkerPart    part,
          int                 x)
{
  int top = marker->kind == LAMINA_MARKER_RANGE ? 0 : self->options->ruler_height;
  LaminaSceneLine line = { (float) x + 0.5f, (float) top, (float) x + 0.5f, (float) self->viewport->height,
                           LAMINA_FILL (LAMINA_INK_TEXT), marker->kind == LAMINA_MARKER_TEMPORARY };

  if (x < self->options->names_width || x >= self->options->names_width + self->view.width)
    return;
  open_lines (self);
  lamina_scene_add_line (self->scene, &line);
  add_handle (self, index, part, x - GRIP / 2, 0, GRIP, self->viewport->height);
  lamina_scene_add_rect (self->scene, x - 1, self->options->ruler_height, 3, 5, LAMINA_FILL (LAMINA_INK_TEXT));
  lamina_scene_close_group (self->scene);
}

/* The first row of labels in which there is room, and the first one of all where there is none. */
static int
find_row (Layout *self,
          int     left,
          int     right)
{
  int most = (self->viewport->height - self->options->ruler_height) / LABEL_HEIGHT - 1;

  for (int row = 0; row < most; row++)
    {
      gboolean taken = FALSE;

      for (guint i = 0; i < self->places->len && !taken; i++)
        {
          const Place *place = &g_array_index (self->places, Place, i);

          taken = place->row == row && place->left < right + 4 && left < place->right + 4;
        }
      if (!taken)
        return row;
    }
  return 0;
}

/* In the middle of what is seen of the marker, as far as the plot has room. */
static void
add_label (Layout             *self,
           const LaminaMarker *marker,
           guint               index,
           int                 left,
           int                 right)
{
  g_autofree char *text = dup_label (self, marker);
  int first = self->options->names_width, last = first + self->view.width;
  int width = MIN ((int) lamina_metrics_get_width (self->metrics, LAMINA_FONT_RULER, text) + 2 * LABEL_MARGIN,
                   MAX (self->view.width / 2, 40));
  int middle = (CLAMP (left, first, last) + CLAMP (right, first, last)) / 2;
  Place place = { .left = middle - width / 2 };
  int y = (self->options->ruler_height - LABEL_HEIGHT) / 2;

  if (left == right && marker->kind != LAMINA_MARKER_RANGE)
    place.left = left;
  place.left = CLAMP (place.left, first, MAX (first, last - width));
  place.right = place.left + width;
  if (marker->kind != LAMINA_MARKER_RANGE)
    {
      place.row = find_row (self, MIN (place.left, left), MAX (place.right, right));
      y = self->options->ruler_height + 3 + place.row * LABEL_HEIGHT;
      /* From one end to the other, under the label: a group of its own, for boxes of one color are drawn together. */
      if (MIN (right, last) > MAX (left, first))
        {
          int length = MIN (right, last) - MAX (left, first), middle_y = y + LABEL_HEIGHT / 2 - 1;

          lamina_scene_open_group (self->scene, "markers/measure", MAX (left, first), middle_y, length, 1);
          lamina_scene_add_rect (self->scene, MAX (left, first), middle_y, length, 1, LAMINA_FILL (LAMINA_INK_TEXT));
          lamina_scene_close_group (self->scene);
        }
      g_array_append_val (self->places, place);
      g_array_index (self->places, Place, self->places->len - 1).left = MIN (place.left, left);
      g_array_index (self->places, Place, self->places->len - 1).right = MAX (place.right, right);
    }
  lamina_scene_open_group (self->scene, "markers/label", place.left, y, width, LABEL_HEIGHT);
  /* On a plate, with an edge in the color of the lines; inside, the text is kept away from both ends. */
  lamina_scene_add_rect (self->scene, place.left, y, width, LABEL_HEIGHT - 1, LAMINA_FILL (LAMINA_INK_TEXT));
  lamina_scene_add_rect (self->scene, place.left + 1, y + 1, width - 2, LABEL_HEIGHT - 3, LAMINA_FILL (LAMINA_INK_VIEW));
  add_handle (self, index, LAMINA_MARKER_WHOLE, place.left, y, width, LABEL_HEIGHT - 1);
  lamina_scene_add_words (self->scene, place.left + width / 2.0, y + (LABEL_HEIGHT - 1) / 2.0, width - LABEL_MARGIN,
                          LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_TEXT, text);
  lamina_scene_close_group (self->scene);
}

/* Where a marker is on the scene, also to the left and to the right of what is seen, and whether it is seen. */
static gboolean
is_visible (Layout             *self,
            const LaminaMarker *marker,
            int                *left,
            int                *right)
{
  *left = self->options->names_width + lamina_time_view_get_x (&self->view, marker->start);
  *right = self->options->names_width + lamina_time_view_get_x (&self->view, marker->end);
  return *right >= self->options->names_width && *left < self->options->names_width + self->view.width;
}

static void
add_lines (Layout             *self,
           const LaminaMarker *marker,
           guint               index)
{
  int first = self->options->names_width, last = first + self->view.width;
  LaminaFill tint = { .ink = LAMINA_INK_TEXT, .alpha = TINT };
  int left, right;

  if (!is_visible (self, marker, &left, &right))
    return;
  if (marker->kind == LAMINA_MARKER_RANGE)
    {
      open_lines (self);
      lamina_scene_add_rect (self->scene, MAX (left, first), 0, MAX (MIN (right, last) - MAX (left, first), 1),
                             self->viewport->height, tint);
      lamina_scene_close_group (self->scene);
    }
  add_edge (self, marker, index, LAMINA_MARKER_START, left);
  if (right != left)
    add_edge (self, marker, index, LAMINA_MARKER_END, right);
}

LaminaScene *
lamina_timeline_layout_markers (LaminaRun                   *run,
                                LaminaTimebase              *timebase,
                                const LaminaViewport        *viewport,
                                const LaminaTimelineOptions *options,
                                LaminaMetrics               *metrics,
                                const LaminaMarker          *markers,
                                guint                        n_markers)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  Layout self = { .run = run, .timebase = timebase, .viewport = viewport, .options = options, .metrics = metrics,
                  .places = places };
  int left, right;

  g_return_val_if_fail (run != NULL && timebase != NULL && viewport != NULL && options != NULL && metrics != NULL,
                        NULL);

  self.view = lamina_time_view_init (viewport->start, viewport->per_px, viewport->width);
  self.scene = lamina_scene_new (options->names_width + self.view.width, viewport->height);
  for (guint i = 0; i < n_markers; i++)
    add_lines (&self, &markers[i], i);
  for (guint i = 0; i < n_markers; i++)
    if (is_visible (&self, &markers[i], &left, &right))
      add_label (&self, &markers[i], i, left, right);
  return self.scene;
}
