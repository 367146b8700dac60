/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout.h"

/* Narrower boxes never have a label; the first and the last pixels of a box stay free. */
#define LEAST_LABEL 20
#define LABEL_MARGIN 3

/* Counts the boxes of each width that may have a label, in an array with an element for the width of the view at its end. */
static guint *
count_widths (LaminaTimelineLayout *self)
{
  int widest = self->view.width;
  guint *counts = g_new0 (guint, widest + 1);

  for (guint i = 0; i < self->visible->len; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      if (!lamina_timeline_row_has_slices (visible->row))
        continue;
      for (guint j = visible->first; j < visible->first + visible->n; j++)
        {
          const LaminaLaneBox *box = &g_array_index (self->boxes, LaminaLaneBox, j);

          if (!box->is_merged)
            counts[CLAMP (box->end - box->x, 0, widest)]++;
        }
    }
  return counts;
}

void
lamina_timeline_layout_choose_labels (LaminaTimelineLayout *self)
{
  g_autofree guint *counts = count_widths (self);
  guint left = LAMINA_MAX_LABELS;
  int width = self->view.width;

  while (width >= LEAST_LABEL && counts[width] <= left)
    left -= counts[width--];
  self->least_label = MAX (width, LEAST_LABEL);
  self->n_least_labels = width >= LEAST_LABEL ? left : G_MAXUINT;
  self->n_more_lines = width >= LEAST_LABEL ? 0 : left;
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
      text.y = (float) (middle + LAMINA_LABEL_LINE_HEIGHT * (i - (lines->len - 1) / 2.0));
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
  if (visible->row->height < LAMINA_LABEL_LINE_HEIGHT || !may_have_label (self, box) || room <= 0)
    return FALSE;
  label = lamina_slice_dup_label (lamina_run_get_string (self->run, slices->name[box->first]));
  lines = lamina_label_dup_lines (self->metrics, label, room,
                                  MIN (lamina_label_get_most_lines (visible->row->height), 1 + self->n_more_lines));
  if (lines->len > 0)
    add_lines (self, visible, box, lines, x, room, middle);
  return lines->len > 0;
}
