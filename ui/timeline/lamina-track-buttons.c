/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-buttons.h"

#include "lamina-reader-words.h"
#include "lamina-theme.h"
#include "lamina-timeline-canvas-private.h"
#include "lamina-track-menu.h"

/* Between the buttons and the edge of the names, which can be taken hold of. */
#define MARGIN 6

/* Between the buttons and what is left of a name. */
#define GAP 4

/* The last line of a row is that between it and the next one. */
#define LINE 1

static const struct
{
  LaminaArrangementFlags flag;
  const char *icon;
  const char *action;
} kinds[] = {
  { LAMINA_ARRANGEMENT_PINNED, "view-pin-symbolic", "view.pin-track" },
  { LAMINA_ARRANGEMENT_HIDDEN, "view-conceal-symbolic", "view.hide-track" },
};

/* @item is what they are for and @place where they stand, while @box is visible. */
struct _LaminaTrackButtons
{
  LaminaTimelineCanvas *canvas;
  GtkWidget *box;
  GtkWidget *buttons[G_N_ELEMENTS (kinds)];
  LaminaTarget item;
  GdkRectangle place;
  guint updating;
};

static void
on_clicked (LaminaTrackButtons *self,
            GtkWidget          *button)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (self->buttons[i] == button)
      lamina_track_names_activate (self->canvas->names, &self->item, kinds[i].action);
}

/* Only the keyboard gives it to them. */
static gboolean
has_focus (LaminaTrackButtons *self)
{
  GtkRoot *root = gtk_widget_get_root (self->box);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return focus && gtk_widget_is_ancestor (focus, self->box);
}

static gboolean
is_same (const LaminaTarget *a,
         const LaminaTarget *b)
{
  return a->kind == b->kind && a->track == b->track;
}

/* The place of the name of what they are for already, if it is in sight. */
static gboolean
find_again (LaminaTrackButtons *self,
            GdkRectangle       *area)
{
  LaminaTimelineCanvas *canvas = self->canvas;
  const LaminaSceneBox *boxes;
  guint n;

  if (!canvas->session || !lamina_timeline_canvas_ensure (canvas))
    return FALSE;
  boxes = lamina_scene_get_boxes (canvas->scene, &n);
  for (guint i = 0; i < n; i++)
    if (boxes[i].x == 0 && is_same (&boxes[i].target, &self->item))
      {
        *area = (GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };
        return TRUE;
      }
  return FALSE;
}

/* What they are for now: where the pointer is comes before what has the focus. */
static gboolean
find_item (LaminaTrackButtons *self,
           LaminaTarget       *item,
           GdkRectangle       *area)
{
  LaminaTimelineCanvas *canvas = self->canvas;

  if (canvas->drag != LAMINA_DRAG_NONE || lamina_track_names_is_dragging (canvas->names))
    return FALSE;
  if (canvas->has_pointer
      && lamina_track_names_pick (canvas->names, canvas->pointer_x, canvas->pointer_y, item, area))
    return TRUE;
  *item = self->item;
  return has_focus (self) && find_again (self, area);
}

static gboolean
stands_at (LaminaTrackButtons *self,
           const LaminaTarget *item,
           int                 y)
{
  LaminaTarget found;
  GdkRectangle area;

  return lamina_track_names_pick (self->canvas->names, self->canvas->options.names_width / 2.0, y, &found, &area)
         && is_same (item, &found);
}

/* How far down the middle of the name stands, which is beside the first of many lanes and above a caption. */
static int
find_line (LaminaTrackButtons *self,
           const GdkRectangle *area)
{
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (self->canvas->scene, &n);

  for (guint i = 0; i < n; i++)
    if ((texts[i].font == LAMINA_FONT_NAME || texts[i].font == LAMINA_FONT_NAME_BOLD)
        && texts[i].x < (float) self->canvas->options.names_width && texts[i].y >= (float) area->y
        && texts[i].y < (float) (area->y + area->height))
      return (int) texts[i].y;
  return area->y + (area->height - LINE) / 2;
}

/* Where they go: beside the name, or as near as is in sight and not below what is pinned. */
static gboolean
find_place (LaminaTrackButtons *self,
            const LaminaTarget *item,
            const GdkRectangle *area,
            GdkRectangle       *place)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->canvas));
  int top = MAX (area->y, self->canvas->options.ruler_height), bottom = MIN (area->y + area->height - LINE, height);

  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, &place->width, NULL, NULL, NULL);
  gtk_widget_measure (self->box, GTK_ORIENTATION_VERTICAL, -1, &place->height, NULL, NULL, NULL);
  place->x = self->canvas->options.names_width - place->width - MARGIN;
  place->y = MAX (find_line (self, area) - place->height / 2, top);
  place->y = MIN (place->y, bottom - place->height);
  return place->x >= 0 && stands_at (self, item, place->y)
         && stands_at (self, item, MIN (place->y + place->height, bottom) - 1);
}

static void
set_words (GtkWidget  *button,
           const char *words,
           const char *name)
{
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, name, -1);
}

static const char *
get_name (LaminaTrackButtons *self,
          const LaminaTarget *item)
{
  LaminaRun *run = lamina_session_get_run (self->canvas->session);

  if (item->kind == LAMINA_TARGET_GROUP)
    return lamina_reader_word_translate (lamina_run_get_group (run, item->track)->name);
  return item->kind != LAMINA_TARGET_TRACK
         ? "" : lamina_reader_word_translate (lamina_track_get_name (lamina_run_get_track (run, item->track)));
}

/* Shows the buttons of what can be done with an item; whether there are any. */
static gboolean
choose_buttons (LaminaTrackButtons *self,
                const LaminaTarget *item)
{
  LaminaArrangement *arrangement = lamina_session_get_arrangement (self->canvas->session);
  gboolean any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gboolean can_set = lamina_arrangement_can_set (arrangement, item, kinds[i].flag);

      gtk_widget_set_visible (self->buttons[i], can_set);
      any = any || can_set;
      if (!can_set)
        continue;
      set_words (self->buttons[i], lamina_track_menu_get_words (arrangement, item, kinds[i].flag), get_name (self, item));
      if (lamina_arrangement_get (arrangement, item) & kinds[i].flag)
        gtk_widget_add_css_class (self->buttons[i], "set");
      else
        gtk_widget_remove_css_class (self->buttons[i], "set");
    }
  return any;
}

/* The keyboard goes back to where it came from. */
static void
leave (LaminaTrackButtons *self)
{
  if (has_focus (self))
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  gtk_widget_set_visible (self->box, FALSE);
}

/* Puts them where they belong now; whether they belong anywhere. */
static gboolean
place_buttons (LaminaTrackButtons *self)
{
  LaminaTarget item;
  GdkRectangle area, place;

  if (!find_item (self, &item, &area) || !choose_buttons (self, &item))
    return FALSE;
  /* What is not visible has no size. */
  gtk_widget_set_visible (self->box, TRUE);
  if (!find_place (self, &item, &area, &place))
    return FALSE;
  self->item = item;
  if (gdk_rectangle_equal (&place, &self->place))
    return TRUE;
  self->place = place;
  gtk_widget_queue_allocate (GTK_WIDGET (self->canvas));
  return TRUE;
}

static gboolean
update (gpointer user_data)
{
  LaminaTrackButtons *self = user_data;

  self->updating = 0;
  if (!place_buttons (self))
    leave (self);
  return G_SOURCE_REMOVE;
}

void
lamina_track_buttons_queue_update (LaminaTrackButtons *self)
{
  if (self->updating == 0)
    self->updating = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update, self, NULL);
}

void
lamina_track_buttons_allocate (LaminaTrackButtons *self)
{
  if (gtk_widget_should_layout (self->box))
    gtk_widget_size_allocate (self->box, &self->place, -1);
}

/* The name of a group may go on behind the buttons: cut in two by them, its end would stand at the other side. */
static void
cover_name (LaminaTrackButtons *self,
            GtkSnapshot        *snapshot)
{
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (self->canvas->scene, &n);
  LaminaMetrics *metrics = lamina_pens_get_metrics (self->canvas->pens);
  GdkRGBA ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_BAND));
  float left = (float) (self->place.x - GAP), top = (float) self->place.y, height = (float) self->place.height;

  for (guint i = 0; i < n; i++)
    {
      float end;

      if (texts[i].font != LAMINA_FONT_NAME_BOLD || texts[i].x >= left || texts[i].y < top || texts[i].y > top + height)
        continue;
      end = texts[i].x + (float) lamina_metrics_get_width (metrics, texts[i].font, texts[i].text) + GAP;
      if (end > left)
        gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (left, top, end - left, height));
    }
}

void
lamina_track_buttons_snapshot (LaminaTrackButtons *self,
                               GtkSnapshot        *snapshot)
{
  if (self->canvas->scene && gtk_widget_get_visible (self->box))
    cover_name (self, snapshot);
  gtk_widget_snapshot_child (GTK_WIDGET (self->canvas), self->box, snapshot);
}

gboolean
lamina_track_buttons_contain (LaminaTrackButtons *self,
                              double              x,
                              double              y)
{
  return gtk_widget_get_visible (self->box)
         && gdk_rectangle_contains_point (&self->place, (int) x, (int) y);
}

LaminaTrackButtons *
lamina_track_buttons_new (LaminaTimelineCanvas *canvas)
{
  LaminaTrackButtons *self = g_new0 (LaminaTrackButtons, 1);

  self->canvas = canvas;
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->box, "track-buttons");
  gtk_widget_set_visible (self->box, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      self->buttons[i] = gtk_button_new_from_icon_name (kinds[i].icon);
      gtk_widget_set_focus_on_click (self->buttons[i], FALSE);
      gtk_widget_add_css_class (self->buttons[i], "flat");
      g_signal_connect_swapped (self->buttons[i], "clicked", G_CALLBACK (on_clicked), self);
      gtk_box_append (GTK_BOX (self->box), self->buttons[i]);
    }
  gtk_widget_set_parent (self->box, GTK_WIDGET (canvas));
  return self;
}

void
lamina_track_buttons_free (LaminaTrackButtons *self)
{
  if (!self)
    return;
  g_clear_handle_id (&self->updating, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_free (self);
}
