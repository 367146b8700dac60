/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout-private.h"

/* Narrower boxes never have a label; the first and the last pixels of a box stay free. */
#define LEAST_LABEL 20
#define LABEL_MARGIN 3

/* A label that is too long goes on in the lines below where the row is high enough. */
#define LINE_HEIGHT 14

static int
compare_widths (const void *a,
                const void *b)
{
  return *(const int *) b - *(const int *) a;
}

static void
list_widths (LaminaTimelineLayout *self,
             GArray               *widths)
{
  for (guint i = 0; i < self->visible->len; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      if (!lamina_timeline_row_has_slices (visible->row))
        continue;
      for (guint j = visible->first; j < visible->first + visible->n; j++)
        {
          const LaminaLaneBox *box = &g_array_index (self->boxes, LaminaLaneBox, j);
          int width = box->end - box->x;

          if (!box->is_merged && width >= LEAST_LABEL)
            g_array_append_val (widths, width);
        }
    }
}

void
lamina_timeline_layout_choose_labels (LaminaTimelineLayout *self)
{
  g_autoptr (GArray) widths = g_array_new (FALSE, FALSE, sizeof (int));
  guint n_wider = 0;

  list_widths (self, widths);
  self->least_label = LEAST_LABEL;
  self->n_least_labels = G_MAXUINT;
  self->n_more_lines = LAMINA_MAX_LABELS - MIN (widths->len, LAMINA_MAX_LABELS);
  if (widths->len <= LAMINA_MAX_LABELS)
    return;
  g_array_sort (widths, compare_widths);
  self->least_label = g_array_index (widths, int, LAMINA_MAX_LABELS);
  while (g_array_index (widths, int, n_wider) > self->least_label)
    n_wider++;
  self->n_least_labels = LAMINA_MAX_LABELS - n_wider;
}

static gboolean
may_have_label (LaminaTimelineLayout *self,
                const LaminaLaneBox  *box)
{
  int width = box->end - box->x;

  if (box->is_merged || width < self->least_label)
    return FALSE;
  if (width > self->least_label)
    return TRUE;
  if (self->n_least_labels == 0)
    return FALSE;
  self->n_least_labels--;
  return TRUE;
}

guint
lamina_label_get_most_lines (int height)
{
  return (guint) CLAMP ((height - 6) / LINE_HEIGHT, 1, LAMINA_LABEL_MOST_LINES);
}

static void
add_lines (LaminaTimelineLayout   *self,
           const LaminaVisibleRow *visible,
           const LaminaLaneBox    *box,
           GPtrArray              *lines,
           int                     x,
           double                  room,
           double                  middle)
{
  LaminaSceneText text = {
    .x = (float) (self->options->names_width + x + LABEL_MARGIN),
    .width = (float) room,
    .font = LAMINA_FONT_LABEL,
    .fill = { LAMINA_INK_LABEL, box->family, lamina_timeline_layout_choose_texture (self, visible, box), 255 },
  };

  for (guint i = 0; i < lines->len; i++)
    {
      text.y = (float) (middle + LINE_HEIGHT * (i - (lines->len - 1) / 2.0));
      text.text = lines->pdata[i];
      lamina_scene_add_text (self->scene, &text);
    }
  self->n_more_lines -= lines->len - 1;
}

gboolean
lamina_timeline_layout_add_label (LaminaTimelineLayout   *self,
                                  const LaminaVisibleRow *visible,
                                  const LaminaLaneBox    *box,
                                  int                     x,
                                  int                     y)
{
  const LaminaSlices *slices = lamina_track_get_slices (visible->track);
  double room = box->end - x - 2 * LABEL_MARGIN;
  double middle = y + visible->row->height / 2.0 - 0.5;
  g_autofree char *label = NULL;
  g_autoptr (GPtrArray) lines = NULL;

  /* Strips of a collapsed group may be lower than a line. */
  if (visible->row->height < LINE_HEIGHT || !may_have_label (self, box) || room <= 0)
    return FALSE;
  label = lamina_slice_dup_label (lamina_run_get_string (self->run, slices->name[box->first]));
  lines = lamina_label_dup_lines (self->metrics, label, room,
                                  MIN (lamina_label_get_most_lines (visible->row->height), 1 + self->n_more_lines));
  if (lines->len > 0)
    add_lines (self, visible, box, lines, x, room, middle);
  return lines->len > 0;
}
