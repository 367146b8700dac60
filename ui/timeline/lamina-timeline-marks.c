/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-session-rulers.h"
#include "lamina-session-search.h"
#include "lamina-span.h"
#include "lamina-timeline-rulers.h"

/* The marker that is the marked range, and the one that is being drawn to zoom to it; others have ids of rulers. */
#define RANGE_ID 0

static void
add_marker (GArray           *markers,
            GArray           *ids,
            LaminaMarkerKind  kind,
            const LaminaRange *place,
            const char       *text,
            guint             id)
{
  LaminaMarker marker = { kind, place->start, place->end, text };

  g_array_append_val (markers, marker);
  g_array_append_val (ids, id);
}

static GArray *
list_markers (LaminaTimelineCanvas *self)
{
  GArray *markers = g_array_new (FALSE, FALSE, sizeof (LaminaMarker));
  g_autoptr (GPtrArray) rulers = lamina_session_rulers_list (lamina_session_get_rulers (self->session));
  const LaminaRange *marked = lamina_session_get_marked_range (self->session);

  g_array_set_size (self->marker_ids, 0);
  if (self->drag == LAMINA_DRAG_ZOOM)
    add_marker (markers, self->marker_ids, LAMINA_MARKER_RANGE, &self->drag_place, NULL, RANGE_ID);
  else if (marked)
    add_marker (markers, self->marker_ids, LAMINA_MARKER_RANGE, marked, NULL, RANGE_ID);
  for (guint i = 0; i < rulers->len; i++)
    {
      const LaminaSessionRuler *ruler = g_ptr_array_index (rulers, i);
      LaminaMarkerKind kind = ruler->kept ? LAMINA_MARKER_RULER : LAMINA_MARKER_TEMPORARY;

      add_marker (markers, self->marker_ids, ruler->text ? LAMINA_MARKER_NOTE : kind, &ruler->place, ruler->text,
                  ruler->id);
    }
  return markers;
}

void
lamina_timeline_canvas_drop_markers (LaminaTimelineCanvas *self)
{
  g_clear_pointer (&self->markers, lamina_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lamina_timeline_canvas_drop_found (LaminaTimelineCanvas *self)
{
  g_clear_pointer (&self->found, lamina_scene_unref);
  g_clear_pointer (&self->not_found, lamina_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lamina_timeline_canvas_ensure_markers (LaminaTimelineCanvas *self,
                                       const LaminaViewport *viewport)
{
  g_autoptr (GArray) markers = NULL;

  if (self->markers)
    return;
  markers = list_markers (self);
  self->markers = lamina_timeline_layout_markers (lamina_session_get_run (self->session),
                                                  lamina_session_get_timebase (self->session), viewport,
                                                  &self->options, lamina_pens_get_metrics (self->pens),
                                                  (const LaminaMarker *) (gpointer) markers->data, markers->len);
}

static LaminaSearch *
get_search (LaminaTimelineCanvas *self)
{
  LaminaSearch *search = lamina_session_search_get_result (lamina_session_get_search (self->session));

  if (!search || lamina_search_get_n (search) == 0
      || lamina_search_get_run (search) != lamina_session_get_run (self->session))
    return NULL;
  return search;
}

static gboolean
is_found (const LaminaTarget *target,
          gpointer            search)
{
  return target->kind == LAMINA_TARGET_SLICES && lamina_search_matches (search, target->track, target->first, target->n);
}

gboolean
lamina_timeline_canvas_ensure_found (LaminaTimelineCanvas *self)
{
  LaminaSearch *search = get_search (self);

  if (!search)
    return FALSE;
  if (!self->found)
    self->found = lamina_scene_extract (self->scene, is_found, search, &self->not_found);
  return TRUE;
}

gboolean
lamina_timeline_canvas_pick_marker (LaminaTimelineCanvas *self,
                                    double                x,
                                    double                y,
                                    guint                *id,
                                    LaminaMarkerPart     *part)
{
  const LaminaSceneBox *boxes;
  guint n;

  if (!lamina_timeline_canvas_ensure (self))
    return FALSE;
  boxes = lamina_scene_get_boxes (self->markers, &n);
  for (guint i = n; i > 0; i--)
    {
      const LaminaSceneBox *box = &boxes[i - 1];

      if (box->target.kind != LAMINA_TARGET_MARKER || x < box->x || x >= box->x + box->width || y < box->y
          || y >= box->y + box->height)
        continue;
      *id = g_array_index (self->marker_ids, guint, box->target.first);
      *part = (LaminaMarkerPart) box->target.n;
      return TRUE;
    }
  return FALSE;
}

guint
lamina_timeline_canvas_get_ruler_here (LaminaTimelineCanvas *self)
{
  LaminaMarkerPart part;
  guint id = RANGE_ID;

  g_return_val_if_fail (LAMINA_IS_TIMELINE_CANVAS (self), 0);

  if (lamina_timeline_canvas_has_menu_place (self))
    lamina_timeline_canvas_pick_marker (self, self->menu_x, self->menu_y, &id, &part);
  else if (self->has_pointer || self->is_covered)
    lamina_timeline_canvas_pick_marker (self, self->pointer_x, self->pointer_y, &id, &part);
  return id;
}

gboolean
lamina_timeline_canvas_get_marker (LaminaTimelineCanvas *self,
                                   guint                 id,
                                   LaminaRange          *place)
{
  const LaminaRange *marked = lamina_session_get_marked_range (self->session);
  const LaminaSessionRuler *ruler;

  if (id == RANGE_ID)
    {
      if (marked)
        *place = *marked;
      return marked != NULL;
    }
  ruler = lamina_session_rulers_get (lamina_session_get_rulers (self->session), id);
  if (ruler)
    *place = ruler->place;
  return ruler != NULL;
}

void
lamina_timeline_canvas_move_marker (LaminaTimelineCanvas *self,
                                    guint                 id,
                                    const LaminaRange    *place)
{
  if (id == RANGE_ID)
    lamina_session_set_marked_range (self->session, place->start, place->end);
  else
    lamina_session_rulers_move (lamina_session_get_rulers (self->session), id, place->start, place->end);
}

void
lamina_timeline_canvas_watch_marks (LaminaTimelineCanvas *self)
{
  g_signal_connect_object (self->session, "notify::marked-range", G_CALLBACK (lamina_timeline_canvas_drop_markers),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_session_get_rulers (self->session), "changed",
                           G_CALLBACK (lamina_timeline_canvas_drop_markers), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_session_get_search (self->session), "changed",
                           G_CALLBACK (lamina_timeline_canvas_drop_found), self, G_CONNECT_SWAPPED);
}

void
lamina_timeline_canvas_unwatch_marks (LaminaTimelineCanvas *self)
{
  g_signal_handlers_disconnect_by_data (lamina_session_get_rulers (self->session), self);
  g_signal_handlers_disconnect_by_data (lamina_session_get_search (self->session), self);
}
