/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout-private.h"

#include <string.h>

/* Narrower boxes never have a label; the first and the last pixels of a box stay free. */
#define LEAST_LABEL 20
#define LABEL_MARGIN 5

/* What four characters and an ellipsis take. */
#define SHORTEST_LABEL "0000…"

/* A label that is too long goes on in the lines below where the row is high enough. */
#define LINE_HEIGHT 14
#define MOST_LINES 3

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

static double
get_width (LaminaTimelineLayout *self,
           const char           *text)
{
  return lamina_metrics_get_width (self->metrics, LAMINA_FONT_LABEL, text);
}

/* Where a word of a name may end: behind `_ . : / -`, before `[`. */
static gboolean
is_break (const char *at)
{
  return *at == '[' || strchr ("_.:/- ", at[-1]) != NULL;
}

/*
 * How many bytes of a text fit into a line; whole words if they are asked for and take half of it. Widths are added up
 * from those of the characters, which are few and therefore known.
 */
static gsize
get_line_length (LaminaTimelineLayout *self,
                 const char           *text,
                 double                room,
                 gboolean              words)
{
  double width = 0;
  const char *end = text;
  const char *word_end = NULL;

  while (*end != '\0')
    {
      const char *next = g_utf8_next_char (end);
      char character[8] = "";

      memcpy (character, end, MIN ((gsize) (next - end), sizeof character - 1));
      width += get_width (self, character);
      if (width > room)
        break;
      end = next;
      if (words && *end != '\0' && is_break (end))
        word_end = end;
    }
  if (*end == '\0' || word_end == NULL || word_end - text < (end - text) / 2)
    return (gsize) (end - text);
  return (gsize) (word_end - text);
}

/* Breaks a label into lines. What is left over stays in the last one. */
static GPtrArray *
break_label (LaminaTimelineLayout *self,
             const char           *label,
             double                room,
             guint                 most,
             gboolean              words)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  while (*label != '\0')
    {
      gsize length = get_line_length (self, label, room, words);

      if (length == 0 || lines->len + 1 == most)
        length = strlen (label);
      g_ptr_array_add (lines, g_strndup (label, length));
      label += length;
    }
  return lines;
}

/* Lines of whole words or, where their last one would be cut, lines that are filled if that helps. */
static GPtrArray *
wrap_label (LaminaTimelineLayout *self,
            const char           *label,
            double                room,
            guint                 most)
{
  g_autoptr (GPtrArray) words = break_label (self, label, room, most, TRUE);
  g_autoptr (GPtrArray) filled = NULL;

  if (most == 1 || get_width (self, words->pdata[words->len - 1]) <= room)
    return g_steal_pointer (&words);
  filled = break_label (self, label, room, most, FALSE);
  if (get_width (self, filled->pdata[filled->len - 1]) <= room)
    return g_steal_pointer (&filled);
  return g_steal_pointer (&words);
}

/* How many lines a label may take in a row of this height. */
static guint
get_most_lines (LaminaTimelineLayout *self,
                int                   height)
{
  int lines = CLAMP ((height - 6) / LINE_HEIGHT, 1, MOST_LINES);

  return MIN ((guint) lines, 1 + self->n_more_lines);
}

static void
add_lines (LaminaTimelineLayout *self,
           const LaminaLaneBox  *box,
           GPtrArray            *lines,
           int                   x,
           double                room,
           double                middle)
{
  LaminaSceneText text = {
    .x = (float) (self->options->names_width + x + LABEL_MARGIN),
    .width = (float) room,
    .font = LAMINA_FONT_LABEL,
    .fill = { .ink = LAMINA_INK_LABEL, .family = box->family, .alpha = 255 },
  };

  for (guint i = 0; i < lines->len; i++)
    {
      text.y = (float) (middle + LINE_HEIGHT * (i - (lines->len - 1) / 2.0));
      text.text = lines->pdata[i];
      lamina_scene_add_text (self->scene, &text);
    }
  self->n_more_lines -= lines->len - 1;
}

void
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

  if (!may_have_label (self, box) || room <= 0)
    return;
  label = lamina_slice_dup_label (lamina_run_get_string (self->run, slices->name[box->first]));
  if (*label == '\0')
    return;
  if (get_width (self, label) <= room)
    lines = wrap_label (self, label, room, 1);
  else if (get_width (self, SHORTEST_LABEL) <= room)
    lines = wrap_label (self, label, room, get_most_lines (self, visible->row->height));
  if (lines != NULL)
    add_lines (self, box, lines, x, room, middle);
}
