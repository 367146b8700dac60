/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-axis.h"
#include "lamina-span.h"
#include "lamina-theme.h"

#include <string.h>

/* Below this the two ends of a slice are one line, and below this an outline would hide what it is around. */
#define NARROW 3
#define SLIM 6

/* Where more slices than this are selected, dimming alone tells them from the others, except those of the lead. */
#define MOST_OUTLINES 300

static graphene_rect_t
get_plot (LaminaTimelineCanvas *self)
{
  return GRAPHENE_RECT_INIT (self->options.names_width, self->options.ruler_height,
                             gtk_widget_get_width (GTK_WIDGET (self)) - self->options.names_width,
                             gtk_widget_get_height (GTK_WIDGET (self)) - self->options.ruler_height);
}

/* What a search found is drawn apart, and not below that as well: it may be nearly all there is. */
static void
draw_scene (LaminaTimelineCanvas *self,
            GtkSnapshot          *snapshot)
{
  if (lamina_timeline_canvas_ensure_found (self))
    lamina_pens_draw (self->pens, snapshot, self->not_found, TRUE);
  else
    lamina_pens_draw (self->pens, snapshot, self->scene, self->dims);
}

static void
draw_outline (GtkSnapshot        *snapshot,
              const GdkRectangle *area,
              int                 width,
              LaminaInk           ink)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (ink));
  float half = (float) width / 2;
  graphene_rect_t rect = GRAPHENE_RECT_INIT ((float) area->x - half, (float) area->y - half,
                                             (float) area->width + 2 * half, (float) area->height + 2 * half);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &rect, 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { width, width, width, width },
                              (GdkRGBA[4]) { color, color, color, color });
}

/* Parts of a slice lie inside its outline, unless one of them is what was selected. */
static gboolean
has_outline (LaminaTimelineCanvas *self,
             const LaminaTarget   *target,
             gboolean              only_lead)
{
  guint32 lead = lamina_session_get_selection (self->session)->layer;
  const LaminaSliceRef *selected = &lamina_session_get_selection (self->session)->slice;
  const LaminaSlices *slices;

  if (target->kind != LAMINA_TARGET_SLICES)
    return FALSE;
  slices = lamina_track_get_slices (lamina_run_get_track (lamina_session_get_run (self->session), target->track));
  if (only_lead && lamina_column_row (slices->layer, target->first) != lead)
    return FALSE;
  return (slices->flags[target->first] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WORK
         || (selected->track == target->track && selected->slice == target->first);
}

/* What a search found keeps its colors, too. */
static void
draw_found (LaminaTimelineCanvas *self,
            GtkSnapshot          *snapshot)
{
  if (lamina_timeline_canvas_ensure_found (self))
    lamina_pens_draw (self->pens, snapshot, self->found, FALSE);
}

/* What is selected keeps its colors: it is drawn once more, undimmed. */
static void
draw_marked (LaminaTimelineCanvas *self,
             GtkSnapshot          *snapshot)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self->marked, &n);

  for (guint i = 0; i < lamina_scene_get_n_groups (self->marked); i++)
    if (lamina_scene_get_group (self->marked, i)->n_boxes + lamina_scene_get_group (self->marked, i)->n_areas > 0)
      lamina_pens_draw_group (self->pens, snapshot, self->marked, i);
  for (guint i = 0; i < n; i++)
    if (has_outline (self, &boxes[i].target, n > MOST_OUTLINES))
      draw_outline (snapshot, &(GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height },
                    boxes[i].width < SLIM ? 1 : 2, LAMINA_INK_TEXT);
}

static void
draw_hover (LaminaTimelineCanvas *self,
            GtkSnapshot          *snapshot)
{
  if (!self->has_pointer)
    return;
  lamina_timeline_canvas_pick (self, self->pointer_x, self->pointer_y, &self->hover, &self->hover_area);
  if (self->hover.kind == LAMINA_TARGET_SLICES || self->hover.kind == LAMINA_TARGET_LAYERS)
    draw_outline (snapshot, &self->hover_area, 1, LAMINA_INK_TEXT);
}

/* A dashed line down the plot. */
static void
draw_guide (LaminaTimelineCanvas *self,
            GtkSnapshot          *snapshot,
            float                 x)
{
  graphene_rect_t plot = get_plot (self);
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_QUIET));

  if (x < plot.origin.x || x >= plot.origin.x + plot.size.width)
    return;
  gtk_snapshot_push_repeat (snapshot, &GRAPHENE_RECT_INIT (x, plot.origin.y, 1, plot.size.height),
                            &GRAPHENE_RECT_INIT (x, plot.origin.y, 1, 5));
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, plot.origin.y, 1, 2));
  gtk_snapshot_pop (snapshot);
}

void
lamina_timeline_canvas_clear_ruler (LaminaTimelineCanvas *self,
                                    GtkSnapshot          *snapshot,
                                    float                 left,
                                    float                 right)
{
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (self->scene, &n);
  LaminaMetrics *metrics = lamina_pens_get_metrics (self->pens);
  GdkRGBA ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_BAND));

  for (guint i = 0; i < n; i++)
    {
      float width;

      if (texts[i].font != LAMINA_FONT_RULER || texts[i].y > self->options.ruler_height)
        continue;
      width = (float) lamina_metrics_get_width (metrics, LAMINA_FONT_RULER, texts[i].text);
      if (texts[i].x < right + 4 && texts[i].x + width > left - 4)
        gtk_snapshot_append_color (snapshot, &ground,
                                   &GRAPHENE_RECT_INIT (texts[i].x - 1, 1, width + 2,
                                                        self->options.ruler_height - 7));
    }
}

/* The length of the marked range stands on the ruler, too. */
static void
clear_below_markers (LaminaTimelineCanvas *self,
                     GtkSnapshot          *snapshot)
{
  for (guint i = 0; i < lamina_scene_get_n_groups (self->markers); i++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (self->markers, i);

      if (group->y < self->options.ruler_height && strcmp (group->name, "markers/label") == 0)
        lamina_timeline_canvas_clear_ruler (self, snapshot, (float) group->x, (float) (group->x + group->width));
    }
}

/* The length of the selected slice, on the ruler above it. */
static void
draw_length (LaminaTimelineCanvas *self,
             GtkSnapshot          *snapshot,
             guint64               length,
             float                 left,
             float                 right)
{
  graphene_rect_t plot = get_plot (self);
  g_autofree char *text = lamina_axis_dup_length_text (lamina_run_get_unit (lamina_session_get_run (self->session)),
                                                       (gint64) MIN (length, G_MAXINT64));
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  const LaminaStyle *style = lamina_painter_get_style (lamina_pens_get_painter (self->pens));
  g_autoptr (PangoFontDescription) font = lamina_style_create_font (style, LAMINA_FONT_RULER);
  GdkRGBA ink = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_TEXT));
  GdkRGBA chip = ink, ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_VIEW));
  GskRoundedRect outline;
  int width, height;

  pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_layout_get_pixel_size (layout, &width, &height);
  left = MAX (left, plot.origin.x);
  right = MIN (right, plot.origin.x + plot.size.width);
  if (right - left < (float) width + 12)
    {
      left = CLAMP ((left + right - (float) width - 12) / 2, plot.origin.x,
                    MAX (plot.origin.x, plot.origin.x + plot.size.width - (float) width - 12));
      right = left + (float) width + 12;
    }
  lamina_timeline_canvas_clear_ruler (self, snapshot, left, right);
  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (left, 4, right - left, plot.origin.y - 8), 4);
  chip.alpha = 0.12f;
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &ground, &outline.bounds);
  gtk_snapshot_append_color (snapshot, &chip, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (int) ((left + right - (float) width) / 2),
                                                          (float) (int) ((plot.origin.y - (float) height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}

static void
draw_guides (LaminaTimelineCanvas *self,
             GtkSnapshot          *snapshot)
{
  const LaminaSelection *selection = lamina_session_get_selection (self->session);
  const LaminaRange *range = lamina_session_get_range (self->session);
  graphene_rect_t plot = get_plot (self);
  LaminaRange place;
  double scale, left, right;

  if (selection->slice.track == LAMINA_NONE)
    return;
  lamina_session_get_slice_range (self->session, &selection->slice, &place);
  if (place.end < range->start || place.start > range->end)
    return;
  scale = plot.size.width / (double) lamina_span_get (range);
  left = plot.origin.x + lamina_span_get_distance (range->start, place.start) * scale;
  right = plot.origin.x + lamina_span_get_distance (range->start, place.end) * scale;
  draw_guide (self, snapshot, (float) (int) left);
  if (right - left > NARROW)
    draw_guide (self, snapshot, (float) (int) right);
  draw_length (self, snapshot, lamina_span_get (&place), (float) left, (float) right);
}

void
lamina_timeline_canvas_snapshot (GtkWidget   *widget,
                                 GtkSnapshot *snapshot)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (widget);
  GdkRGBA ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_VIEW));
  graphene_rect_t plot = get_plot (self);

  gtk_snapshot_append_color (snapshot, &ground,
                             &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget)));
  if (!lamina_timeline_canvas_ensure (self))
    return;
  lamina_pens_begin (self->pens);
  draw_scene (self, snapshot);
  if (!lamina_session_get_marked_range (self->session))
    draw_guides (self, snapshot);
  gtk_snapshot_push_clip (snapshot, &plot);
  draw_found (self, snapshot);
  draw_marked (self, snapshot);
  draw_hover (self, snapshot);
  gtk_snapshot_pop (snapshot);
  lamina_track_names_snapshot (self->names, snapshot);
  clear_below_markers (self, snapshot);
  lamina_pens_draw (self->pens, snapshot, self->markers, FALSE);
  lamina_pens_end (self->pens);
}
