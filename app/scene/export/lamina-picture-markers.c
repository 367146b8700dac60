/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-panel.h"

#include <math.h>

/*
 * What was put on a timeline: labels on plates above the tracks, so that they hide nothing, and lines from there down
 * through them. Labels that would touch stand one above the other; the lowest row is filled first.
 */

#define ROW_HEIGHT 17
#define PLATE_HEIGHT 15
#define PLATE_MARGIN 6
#define LABEL_GAP 4
#define MOST_ROWS 8
#define TINT 22

typedef struct
{
  const LaminaMarker *marker;
  char *text;
  int left;
  int right;
  int x;
  int width;
  guint row;
} Label;

static void
label_clear (Label *self)
{
  g_free (self->text);
}

/* Where a position is on the page, also outside the panel. */
static int
get_x (const LaminaPicturePanel *panel,
       gint64                    position)
{
  return panel->left + CLAMP (lamina_time_view_get_x (&panel->view, position), -1, panel->view.width + 1);
}

static char *
dup_text (const LaminaPicturePanel *panel,
          const LaminaMarker       *marker)
{
  LaminaAxisUnit unit = lamina_run_get_unit (panel->page->run);
  gint64 length = lamina_subtract_saturating (marker->end, marker->start);
  g_autofree char *text = NULL;

  if (marker->kind == LAMINA_MARKER_NOTE)
    text = g_strdup (marker->text != NULL ? marker->text : "");
  else if (length == 0)
    text = lamina_axis_dup_position_text (unit, lamina_subtract_saturating (marker->start,
                                                                            lamina_timebase_get_start (panel->page->timebase)));
  else
    text = lamina_axis_dup_length_text (unit, length);
  return lamina_metrics_dup_fitting (panel->page->metrics, LAMINA_FONT_CAPTION, text, MAX (panel->view.width / 2, 40));
}

static gboolean
touches (GArray      *labels,
         const Label *label)
{
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *other = &g_array_index (labels, Label, i);

      if (other->row == label->row && other->x < label->x + label->width + LABEL_GAP
          && label->x < other->x + other->width + LABEL_GAP)
        return TRUE;
    }
  return FALSE;
}

/* The labels of the markers that are in sight, each with a place of its own as long as there is one. */
static GArray *
list_labels (const LaminaPicturePanel *panel)
{
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (Label));
  const GArray *markers = panel->page->options->markers;

  g_array_set_clear_func (labels, (GDestroyNotify) label_clear);
  for (guint i = 0; markers != NULL && i < markers->len; i++)
    {
      const LaminaMarker *marker = &g_array_index (markers, LaminaMarker, i);
      Label label = { .marker = marker, .left = get_x (panel, marker->start), .right = get_x (panel, marker->end) };
      int middle;

      if (label.right < panel->left || label.left >= panel->left + panel->view.width)
        continue;
      label.text = dup_text (panel, marker);
      label.width = (int) ceil (lamina_metrics_get_width (panel->page->metrics, LAMINA_FONT_CAPTION, label.text))
                    + 2 * PLATE_MARGIN;
      middle = (MAX (label.left, panel->left) + MIN (label.right, panel->left + panel->view.width)) / 2;
      label.x = marker->start == marker->end ? label.left : middle - label.width / 2;
      label.x = CLAMP (label.x, panel->left, MAX (panel->left, panel->left + panel->view.width - label.width));
      while (label.row + 1 < MOST_ROWS && touches (labels, &label))
        label.row++;
      g_array_append_val (labels, label);
    }
  return labels;
}

static int
get_height (GArray *labels)
{
  guint n = 0;

  for (guint i = 0; i < labels->len; i++)
    n = MAX (n, g_array_index (labels, Label, i).row + 1);
  return (int) n * ROW_HEIGHT;
}

int
lamina_picture_panel_get_markers_height (const LaminaPicturePanel *panel)
{
  g_autoptr (GArray) labels = list_labels (panel);

  return get_height (labels);
}

static void
add_line (const LaminaPicturePanel *panel,
          const Label              *label,
          int                       x,
          int                       top)
{
  LaminaSceneLine line = { (float) x + 0.5f, (float) top, (float) x + 0.5f, (float) (panel->top + panel->height),
                           LAMINA_FILL (LAMINA_INK_TEXT), label->marker->kind == LAMINA_MARKER_TEMPORARY };

  if (x >= panel->left && x < panel->left + panel->view.width)
    lamina_scene_add_line (panel->page->scene, &line);
}

static void
add_plate (LaminaPage  *page,
           const Label *label,
           int          y)
{
  lamina_scene_open_group (page->scene, "markers/label", label->x, y, label->width, PLATE_HEIGHT);
  lamina_scene_add_rect (page->scene, label->x, y, label->width, PLATE_HEIGHT, LAMINA_FILL (LAMINA_INK_TEXT));
  lamina_scene_close_group (page->scene);
  lamina_scene_open_group (page->scene, "markers/text", label->x, y, label->width, PLATE_HEIGHT);
  lamina_scene_add_rect (page->scene, label->x + 1, y + 1, label->width - 2, PLATE_HEIGHT - 2,
                         LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_scene_add_words (page->scene, label->x + label->width / 2.0, y + PLATE_HEIGHT / 2.0, 0, LAMINA_ALIGN_CENTER,
                          LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, label->text);
  lamina_scene_close_group (page->scene);
}

void
lamina_picture_panel_add_markers (const LaminaPicturePanel *panel)
{
  g_autoptr (GArray) labels = list_labels (panel);
  int height = get_height (labels);
  LaminaFill tint = { .ink = LAMINA_INK_TEXT, .alpha = TINT };

  if (labels->len == 0)
    return;
  lamina_scene_open_group (panel->page->scene, "markers", panel->left, panel->top - height, panel->view.width,
                           panel->height + height);
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *label = &g_array_index (labels, Label, i);
      int first = MAX (label->left, panel->left), last = MIN (label->right, panel->left + panel->view.width);

      if (label->marker->kind == LAMINA_MARKER_RANGE && last > first)
        lamina_scene_add_rect (panel->page->scene, first, panel->top, last - first, panel->height, tint);
    }
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *label = &g_array_index (labels, Label, i);
      int first = MAX (label->left, panel->left), last = MIN (label->right, panel->left + panel->view.width);
      int top = panel->top - (int) label->row * ROW_HEIGHT - ROW_HEIGHT + PLATE_HEIGHT / 2;

      /* From one end of a ruler to the other, behind its label. */
      if (label->marker->kind != LAMINA_MARKER_NOTE && label->marker->kind != LAMINA_MARKER_RANGE && last > first)
        lamina_scene_add_rect (panel->page->scene, first, top, last - first + 1, 1, LAMINA_FILL (LAMINA_INK_TEXT));
      add_line (panel, label, label->left, top);
      if (label->right != label->left)
        add_line (panel, label, label->right, top);
    }
  lamina_scene_close_group (panel->page->scene);
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *label = &g_array_index (labels, Label, i);

      add_plate (panel->page, label, panel->top - (int) (label->row + 1) * ROW_HEIGHT);
    }
}
