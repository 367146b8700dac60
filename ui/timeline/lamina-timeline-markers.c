/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-markers.h"

#include "lamina-axis.h"
#include "lamina-session-rulers.h"
#include "lamina-session-search.h"
#include "lamina-span.h"
#include "lamina-theme.h"

#include <math.h>

/* Below this the two ends of a slice are one line. */
#define NARROW 3

/* The marker that is the marked range, and the one that is being drawn to zoom to it; others have ids of rulers. */
#define RANGE_ID 0

/* @scene is made of what @ids says, @found and @not_found of @tracks; all of them go when @tracks is another one. */
struct _LaminaTimelineMarkers
{
  GtkWidget *widget;
  LaminaSession *session;
  gboolean zooms;
  LaminaRange zoom;
  LaminaScene *tracks;
  LaminaScene *scene;
  GArray *ids;
  LaminaScene *found;
  LaminaScene *not_found;
};

static void
drop_markers (LaminaTimelineMarkers *self)
{
  g_clear_pointer (&self->scene, lamina_scene_unref);
  if (self->widget)
    gtk_widget_queue_draw (self->widget);
}

static void
drop_found (LaminaTimelineMarkers *self)
{
  g_clear_pointer (&self->found, lamina_scene_unref);
  g_clear_pointer (&self->not_found, lamina_scene_unref);
  if (self->widget)
    gtk_widget_queue_draw (self->widget);
}

static void
see_tracks (LaminaTimelineMarkers *self,
            LaminaScene           *tracks)
{
  if (self->tracks == tracks)
    return;
  g_clear_pointer (&self->scene, lamina_scene_unref);
  g_clear_pointer (&self->found, lamina_scene_unref);
  g_clear_pointer (&self->not_found, lamina_scene_unref);
  g_clear_pointer (&self->tracks, lamina_scene_unref);
  self->tracks = tracks ? lamina_scene_ref (tracks) : NULL;
}

static void
add_marker (LaminaTimelineMarkers *self,
            GArray                *markers,
            LaminaMarkerKind       kind,
            const LaminaRange     *place,
            const char            *text,
            guint                  id)
{
  LaminaMarker marker = { kind, place->start, place->end, text };

  g_array_append_val (markers, marker);
  g_array_append_val (self->ids, id);
}

LaminaScene *
lamina_timeline_markers_lay_out (LaminaTimelineMarkers       *self,
                                 LaminaScene                 *tracks,
                                 const LaminaViewport        *viewport,
                                 const LaminaTimelineOptions *options,
                                 LaminaMetrics               *metrics)
{
  g_autoptr (GArray) markers = NULL;
  g_autoptr (GPtrArray) rulers = NULL;
  const LaminaRange *marked = self->zooms ? &self->zoom : lamina_session_get_marked_range (self->session);

  see_tracks (self, tracks);
  if (self->scene)
    return self->scene;
  markers = g_array_new (FALSE, FALSE, sizeof (LaminaMarker));
  rulers = lamina_session_rulers_list (lamina_session_get_rulers (self->session));
  g_array_set_size (self->ids, 0);
  if (marked)
    add_marker (self, markers, LAMINA_MARKER_RANGE, marked, NULL, RANGE_ID);
  for (guint i = 0; i < rulers->len; i++)
    {
      const LaminaSessionRuler *ruler = g_ptr_array_index (rulers, i);
      LaminaMarkerKind kind = ruler->kept ? LAMINA_MARKER_RULER : LAMINA_MARKER_TEMPORARY;

      add_marker (self, markers, ruler->text ? LAMINA_MARKER_NOTE : kind, &ruler->place, ruler->text, ruler->id);
    }
  self->scene = lamina_timeline_layout_markers (lamina_session_get_run (self->session),
                                                lamina_session_get_timebase (self->session), viewport, options, metrics,
                                                (const LaminaMarker *) (gpointer) markers->data, markers->len);
  return self->scene;
}

static gboolean
is_found (const LaminaTarget *target,
          gpointer            search)
{
  return target->kind == LAMINA_TARGET_SLICES && lamina_search_matches (search, target->track, target->first, target->n);
}

LaminaScene *
lamina_timeline_markers_find (LaminaTimelineMarkers  *self,
                              LaminaScene            *tracks,
                              LaminaScene           **others)
{
  LaminaSearch *search = lamina_session_search_get_result (lamina_session_get_search (self->session));

  if (!search || lamina_search_get_n (search) == 0
      || lamina_search_get_run (search) != lamina_session_get_run (self->session))
    return NULL;
  see_tracks (self, tracks);
  if (!self->found)
    self->found = lamina_scene_extract (tracks, is_found, search, &self->not_found);
  *others = self->not_found;
  return self->found;
}

/* A dashed line down the plot. */
static void
draw_guide (GtkSnapshot        *snapshot,
            const GdkRectangle *plot,
            double              place)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_QUIET));
  float left = (float) floor (place), top = (float) plot->y;

  if (place < plot->x || place >= plot->x + plot->width)
    return;
  gtk_snapshot_push_repeat (snapshot, &GRAPHENE_RECT_INIT (left, top, 1, (float) plot->height),
                            &GRAPHENE_RECT_INIT (left, top, 1, 5));
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (left, top, 1, 2));
  gtk_snapshot_pop (snapshot);
}

/* Takes away the numbers of the ruler that would be half hidden by what is drawn on it between two places. */
static void
clear_ruler (LaminaTimelineMarkers *self,
             GtkSnapshot           *snapshot,
             LaminaPens            *pens,
             int                    ruler_height,
             float                  left,
             float                  right)
{
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (self->tracks, &n);
  LaminaMetrics *metrics = lamina_pens_get_metrics (pens);
  GdkRGBA ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_BAND));

  for (guint i = 0; i < n; i++)
    {
      float width;

      if (texts[i].font != LAMINA_FONT_RULER || texts[i].y > ruler_height)
        continue;
      width = (float) lamina_metrics_get_width (metrics, LAMINA_FONT_RULER, texts[i].text);
      if (texts[i].x < right + 4 && texts[i].x + width > left - 4)
        gtk_snapshot_append_color (snapshot, &ground,
                                   &GRAPHENE_RECT_INIT (texts[i].x - 1, 1, width + 2, ruler_height - 7));
    }
}

/* The length of the selected slice, on the ruler above it. */
static void
draw_length (LaminaTimelineMarkers *self,
             GtkSnapshot           *snapshot,
             LaminaPens            *pens,
             const GdkRectangle    *area,
             guint64                length,
             float                  left,
             float                  right)
{
  graphene_rect_t plot = GRAPHENE_RECT_INIT ((float) area->x, (float) area->y, (float) area->width, (float) area->height);
  g_autofree char *text = lamina_axis_dup_length_text (lamina_run_get_unit (lamina_session_get_run (self->session)),
                                                       (gint64) MIN (length, G_MAXINT64));
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->widget, text);
  const LaminaStyle *style = lamina_painter_get_style (lamina_pens_get_painter (pens));
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
  clear_ruler (self, snapshot, pens, area->y, left, right);
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

void
lamina_timeline_markers_draw_guides (LaminaTimelineMarkers *self,
                                     GtkSnapshot           *snapshot,
                                     LaminaPens            *pens,
                                     const GdkRectangle    *plot)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  double scale = plot->width / (double) lamina_span_get (range), left, right;
  LaminaRange place;

  if (!lamina_session_get_selected_range (self->session, &place))
    return;
  if (place.end < range->start || place.start > range->end)
    return;
  left = plot->x + lamina_span_get_distance (range->start, place.start) * scale;
  right = plot->x + lamina_span_get_distance (range->start, place.end) * scale;
  draw_guide (snapshot, plot, left);
  if (right - left > NARROW)
    draw_guide (snapshot, plot, right);
  draw_length (self, snapshot, pens, plot, lamina_span_get (&place), (float) left, (float) right);
}

void
lamina_timeline_markers_draw (LaminaTimelineMarkers *self,
                              GtkSnapshot           *snapshot,
                              LaminaPens            *pens,
                              int                    ruler_height)
{
  /* The length of the marked range stands on the ruler, too. */
  for (guint i = 0; i < lamina_scene_get_n_groups (self->scene); i++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (self->scene, i);

      if (group->y < ruler_height && strcmp (group->name, "markers/label") == 0)
        clear_ruler (self, snapshot, pens, ruler_height, (float) group->x, (float) (group->x + group->width));
    }
  lamina_pens_draw (pens, snapshot, self->scene, FALSE);
}

gboolean
lamina_timeline_markers_pick (LaminaTimelineMarkers *self,
                              double                 x,
                              double                 y,
                              guint                 *id,
                              LaminaMarkerPart      *part)
{
  guint n = 0;
  const LaminaSceneBox *boxes = self->scene ? lamina_scene_get_boxes (self->scene, &n) : NULL;

  for (guint i = n; i > 0; i--)
    {
      const LaminaSceneBox *box = &boxes[i - 1];

      if (box->target.kind != LAMINA_TARGET_MARKER || x < box->x || x >= box->x + box->width || y < box->y
          || y >= box->y + box->height)
        continue;
      *id = g_array_index (self->ids, guint, box->target.first);
      *part = (LaminaMarkerPart) box->target.n;
      return TRUE;
    }
  return FALSE;
}

gboolean
lamina_timeline_markers_get (LaminaTimelineMarkers *self,
                             guint                  id,
                             LaminaRange           *place)
{
  const LaminaRange *found = lamina_session_get_marked_range (self->session);

  if (id != RANGE_ID)
    {
      const LaminaSessionRuler *ruler = lamina_session_rulers_get (lamina_session_get_rulers (self->session), id);

      found = ruler ? &ruler->place : NULL;
    }
  if (found)
    *place = *found;
  return found != NULL;
}

void
lamina_timeline_markers_move (LaminaTimelineMarkers *self,
                              guint                  id,
                              const LaminaRange     *place)
{
  if (id == RANGE_ID)
    lamina_session_set_marked_range (self->session, place->start, place->end);
  else
    lamina_session_rulers_move (lamina_session_get_rulers (self->session), id, place->start, place->end);
}

void
lamina_timeline_markers_set_zoom (LaminaTimelineMarkers *self,
                                  const LaminaRange     *place)
{
  self->zooms = place != NULL;
  if (place)
    self->zoom = *place;
  drop_markers (self);
}

void
lamina_timeline_markers_set_session (LaminaTimelineMarkers *self,
                                     LaminaSession         *session)
{
  if (self->session)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (lamina_session_get_rulers (self->session), self);
      g_signal_handlers_disconnect_by_data (lamina_session_get_search (self->session), self);
    }
  see_tracks (self, NULL);
  g_set_object (&self->session, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::marked-range", G_CALLBACK (drop_markers), self);
  g_signal_connect_swapped (lamina_session_get_rulers (session), "changed", G_CALLBACK (drop_markers), self);
  g_signal_connect_swapped (lamina_session_get_search (session), "changed", G_CALLBACK (drop_found), self);
}

LaminaTimelineMarkers *
lamina_timeline_markers_new (GtkWidget *widget)
{
  LaminaTimelineMarkers *self = g_new0 (LaminaTimelineMarkers, 1);

  self->widget = widget;
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
lamina_timeline_markers_free (LaminaTimelineMarkers *self)
{
  if (!self)
    return;
  lamina_timeline_markers_set_session (self, NULL);
  g_array_unref (self->ids);
  g_free (self);
}
