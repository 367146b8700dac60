/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-gutter.h"

#include "lamina-settings.h"
#include "lamina-text-bin.h"
#include "lamina-theme.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* Widths of the names, in pixels and as a part of the canvas, and how near their edge can be taken hold of. */
#define LEAST_WIDTH 80
#define MOST_SHARE 0.3
#define EDGE 4

/* A press that moves no further is a click. */
#define DRAG_THRESHOLD 6

/* Between the buttons and the edge of the names, which can be taken hold of. */
#define MARGIN 6

/* Between the buttons and what is left of a name. */
#define GAP 4

/* The last line of a row is that between it and the next one. */
#define LINE 1

/* What a flag is set and cleared by; of groups and of functions, the words of @set_group. Those with an @icon have a button,
 * too. */
static const struct
{
  LaminaArrangementFlags flag;
  const char *action;
  const char *icon;
  const char *set;
  const char *clear;
  const char *set_group;
  const char *clear_group;
} flags[] = {
  { LAMINA_ARRANGEMENT_COLLAPSED, "view.collapse-track", NULL, N_("Show Only the Top Lane"), N_("Show All Lanes"),
    N_("Collapse"), N_("Expand") },
  { LAMINA_ARRANGEMENT_SPLIT, "view.split-track", NULL, N_("Split by Family of Work"), N_("Keep as One Lane"),
    N_("Split by Family of Work"), N_("Keep as One Lane") },
  { LAMINA_ARRANGEMENT_FIXED, "view.fix-scale", NULL, N_("Keep the Scale of the Whole Run"), N_("Scale to What Is Visible"),
    NULL, NULL },
  { LAMINA_ARRANGEMENT_WHOLE, "view.show-runtime", NULL, NULL, NULL, N_("Show Functions of the Runtime"),
    N_("Fold Functions of the Runtime") },
  { LAMINA_ARRANGEMENT_PINNED, "view.pin-track", "view-pin-symbolic", N_("Pin at the Top"), N_("Unpin"),
    N_("Pin at the Top"), N_("Unpin") },
  { LAMINA_ARRANGEMENT_HIDDEN, "view.hide-track", "view-conceal-symbolic", N_("Hide"), N_("Show"), N_("Hide"), N_("Show") },
};

/*
 * @pressed is what the pointer went down on; @place is where it would go if it were let go now, NONE for nowhere.
 * @chosen is what the menu was opened for, or a button was pressed for. @item is what the buttons are for and @area where they
 * stand, while @box is visible.
 */
struct _LaminaTimelineGutter
{
  LaminaCanvas *canvas;
  LaminaTimelineNavigator *navigator;
  LaminaTimelineOptions *options;
  LaminaSession *session;
  LaminaTarget pressed;
  gboolean widening;
  int width;
  gboolean dragging;
  LaminaTarget place;
  gboolean after;
  int line;
  LaminaTarget chosen;
  GtkWidget *menu;
  guint forgetting;

  GtkWidget *box;
  GtkWidget *buttons[G_N_ELEMENTS (flags)];
  LaminaTarget item;
  GdkRectangle area;
  guint updating;
};

static int
get_most (LaminaTimelineGutter *self)
{
  return MAX ((int) (gtk_widget_get_width (GTK_WIDGET (self->canvas)) * MOST_SHARE), LAMINA_TIMELINE_NAMES_WIDTH);
}

gboolean
lamina_timeline_gutter_fit (LaminaTimelineGutter *self)
{
  int width = g_settings_get_int (lamina_settings_get_default (), LAMINA_SETTING_NAMES_WIDTH);

  if (width > 0)
    width = CLAMP (width, LEAST_WIDTH, get_most (self));
  else if (self->session)
    width = CLAMP (lamina_timeline_get_names_width (lamina_session_get_run (self->session), self->options->arrangement,
                                                    lamina_canvas_get_metrics (self->canvas)),
                   LAMINA_TIMELINE_NAMES_WIDTH, get_most (self));
  else
    width = LAMINA_TIMELINE_NAMES_WIDTH;
  if (width == self->options->names_width)
    return FALSE;
  self->options->names_width = width;
  return TRUE;
}

gboolean
lamina_timeline_gutter_is_at_edge (LaminaTimelineGutter *self,
                                   double                x)
{
  return self->session && ABS (x - self->options->names_width) <= EDGE;
}

void
lamina_timeline_gutter_choose_width (LaminaTimelineGutter *self,
                                     int                   width)
{
  g_settings_set_int (lamina_settings_get_default (), LAMINA_SETTING_NAMES_WIDTH,
                      width > 0 ? CLAMP (width, LEAST_WIDTH, get_most (self)) : 0);
}

static gboolean
is_item (const LaminaTarget *target)
{
  return target->kind == LAMINA_TARGET_TRACK || target->kind == LAMINA_TARGET_GROUP || target->kind == LAMINA_TARGET_RATE
         || target->kind == LAMINA_TARGET_FUNCTIONS;
}

static gboolean
is_same (const LaminaTarget *a,
         const LaminaTarget *b)
{
  return a->kind == b->kind && a->track == b->track;
}

/* What stands at a place of the names; the note about hidden tracks counts as one over its whole width. */
static gboolean
pick (LaminaTimelineGutter *self,
      double                x,
      double                y,
      LaminaTarget         *target,
      GdkRectangle         *area)
{
  LaminaScene *scene = self->session && y >= self->options->ruler_height ? lamina_canvas_ensure (self->canvas) : NULL;
  const LaminaTarget *picked = scene ? lamina_scene_pick (scene, x, y, 2) : NULL;
  guint n;
  const LaminaSceneBox *boxes = scene ? lamina_scene_get_boxes (scene, &n) : NULL;

  if (!picked)
    return FALSE;
  *target = *picked;
  for (guint i = 0; i < n; i++)
    if (&boxes[i].target == picked)
      *area = (GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };
  return target->kind == LAMINA_TARGET_HIDDEN || (x < self->options->names_width && is_item (target));
}

static gboolean
pick_item (LaminaTimelineGutter *self,
           double                x,
           double                y,
           LaminaTarget         *item,
           GdkRectangle         *area)
{
  return x < self->options->names_width && pick (self, x, y, item, area) && is_item (item);
}

gboolean
lamina_timeline_gutter_find (LaminaTimelineGutter *self,
                             double                y,
                             LaminaTarget         *item)
{
  GdkRectangle area;

  if (!self->session)
    return FALSE;
  *item = self->chosen;
  return is_item (item) || (y >= 0 && pick_item (self, self->options->names_width - 1, y, item, &area));
}

static void
click (LaminaTimelineGutter *self)
{
  LaminaArrangement *arrangement = lamina_session_get_arrangement (self->session);
  LaminaArrangementChange change = { .kind = LAMINA_CHANGE_TOGGLE, .item = self->pressed, .flag = LAMINA_ARRANGEMENT_COLLAPSED };

  if (self->pressed.kind == LAMINA_TARGET_HIDDEN)
    change.kind = LAMINA_CHANGE_SHOW_ALL;
  else if (self->pressed.kind != LAMINA_TARGET_GROUP && self->pressed.kind != LAMINA_TARGET_FUNCTIONS
           && !(self->pressed.kind == LAMINA_TARGET_TRACK
                && lamina_arrangement_has_outline (arrangement, self->pressed.track)))
    return;
  lamina_session_arrange (self->session, &change);
}

static void
on_begin (GtkGestureDrag       *gesture,
          double                x,
          double                y,
          LaminaTimelineGutter *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  gboolean is_taken = (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0
                      || (gtk_widget_get_visible (self->box) && gdk_rectangle_contains_point (&self->area, (int) x, (int) y));
  LaminaTarget target;
  GdkRectangle area;

  /* GTK ends a drag that is denied, too: what lies in the plot must not count as pressed then. */
  self->dragging = FALSE;
  self->pressed = self->place = (LaminaTarget) { 0 };
  self->widening = !is_taken && lamina_timeline_gutter_is_at_edge (self, x);
  self->width = self->options->names_width;
  if (!self->widening && (is_taken || !pick (self, x, y, &target, &area)))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  if (!self->widening)
    {
      self->pressed = target;
      gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_update (GtkGestureDrag       *gesture,
           double                dx,
           double                dy,
           LaminaTimelineGutter *self)
{
  GtkWidget *widget = GTK_WIDGET (self->canvas);
  gboolean can_move = FALSE;
  GdkRectangle area;
  double x, y;

  if (self->widening && ABS (dx) >= 1)
    lamina_timeline_gutter_choose_width (self, MAX (self->width + (int) dx, 1));
  if (self->widening || !is_item (&self->pressed) || !self->session || (!self->dragging && ABS (dy) < DRAG_THRESHOLD))
    return;
  if (!self->dragging)
    {
      self->dragging = TRUE;
      gtk_widget_set_cursor_from_name (widget, "grabbing");
      /* The tooltip of the name would stay where the drag began. */
      gtk_widget_set_has_tooltip (widget, FALSE);
    }
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (pick_item (self, MIN (x, self->options->names_width - 1), y + dy, &self->place, &area))
    {
      self->after = y + dy > area.y + area.height / 2.0;
      self->line = area.y + (self->after ? area.height : 0) - 1;
      can_move = lamina_arrangement_can_move_to (lamina_session_get_arrangement (self->session), &self->pressed, &self->place,
                                                 self->after);
    }
  if (!can_move)
    self->place = (LaminaTarget) { 0 };
  gtk_widget_queue_draw (widget);
}

static void
on_cancel (LaminaTimelineGutter *self)
{
  if (self->dragging)
    gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), TRUE);
  self->dragging = self->widening = FALSE;
  self->pressed = self->place = (LaminaTarget) { 0 };
  gtk_widget_set_cursor (GTK_WIDGET (self->canvas), NULL);
}

static void
on_end (GtkGestureDrag       *gesture,
        double                dx,
        double                dy,
        LaminaTimelineGutter *self)
{
  if (self->widening)
    {
      self->widening = FALSE;
      lamina_timeline_gutter_queue_update (self);
      return;
    }
  if (!self->session)
    return;
  if (!self->dragging)
    click (self);
  else if (self->place.kind != LAMINA_TARGET_NONE)
    lamina_session_arrange (self->session, &(LaminaArrangementChange) { .kind = LAMINA_CHANGE_MOVE_TO, .item = self->pressed,
                                                                        .place = self->place, .after = self->after });
  on_cancel (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

/* What the change of a flag is called, "Pin at the Top" or "Unpin". */
static const char *
get_words (LaminaArrangement  *arrangement,
           const LaminaTarget *item,
           guint               i)
{
  gboolean is_group = item->kind == LAMINA_TARGET_GROUP || item->kind == LAMINA_TARGET_FUNCTIONS;

  if (lamina_arrangement_get (arrangement, item) & flags[i].flag)
    return _(is_group ? flags[i].clear_group : flags[i].clear);
  return _(is_group ? flags[i].set_group : flags[i].set);
}

static void
add_section (GMenu *menu,
             GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
}

static GMenuModel *
create_menu (LaminaArrangement  *arrangement,
             const LaminaTarget *item)
{
  GMenu *menu = g_menu_new (), *first = g_menu_new (), *second = g_menu_new (), *third = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (lamina_arrangement_can_set (arrangement, item, flags[i].flag))
      g_menu_append (first, get_words (arrangement, item, i), flags[i].action);
  if (lamina_arrangement_can_move (arrangement, item, -1))
    g_menu_append (second, _("Move Up"), "view.move-track-up");
  if (lamina_arrangement_can_move (arrangement, item, 1))
    g_menu_append (second, _("Move Down"), "view.move-track-down");
  if (lamina_arrangement_get_n_hidden (arrangement) > 0)
    g_menu_append (third, _("Show All Hidden Tracks"), "view.show-all-tracks");
  add_section (menu, first);
  add_section (menu, second);
  add_section (menu, third);
  return G_MENU_MODEL (menu);
}

static void
forget (gpointer user_data)
{
  LaminaTimelineGutter *self = user_data;

  self->forgetting = 0;
  self->chosen = (LaminaTarget) { 0 };
  g_clear_pointer (&self->menu, gtk_widget_unparent);
}

/* The menu closes before the action of its item is activated. */
static void
on_menu_closed (LaminaTimelineGutter *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), TRUE);
  if (self->forgetting == 0)
    self->forgetting = g_idle_add_once (forget, self);
}

static void
on_menu_pressed (GtkGestureClick      *gesture,
                 int                   n_press,
                 double                x,
                 double                y,
                 LaminaTimelineGutter *self)
{
  g_autoptr (GMenuModel) model = NULL;
  LaminaTarget target;
  GdkRectangle area;

  if (!pick_item (self, x, y, &target, &area))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  g_clear_handle_id (&self->forgetting, g_source_remove);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->chosen = target;
  model = create_menu (lamina_session_get_arrangement (self->session), &target);
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self->canvas));
  lamina_text_bin_point_popover (GTK_POPOVER (self->menu), x, y);
  g_signal_connect_swapped (self->menu, "closed", G_CALLBACK (on_menu_closed), self);
  /* It would come up over the menu, and take the clicks. */
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), FALSE);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* Does with an item what the same action does from its menu. */
static void
on_clicked (LaminaTimelineGutter *self,
            GtkWidget            *button)
{
  self->chosen = self->item;
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (self->buttons[i] == button)
      gtk_widget_activate_action (GTK_WIDGET (self->canvas), flags[i].action, NULL);
  self->chosen = (LaminaTarget) { 0 };
}

/* Only the keyboard gives it to them. */
static gboolean
has_focus (LaminaTimelineGutter *self)
{
  GtkRoot *root = gtk_widget_get_root (self->box);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return focus && gtk_widget_is_ancestor (focus, self->box);
}

/* The place of the name of what the buttons are for already, if it is in sight. */
static gboolean
find_again (LaminaTimelineGutter *self,
            GdkRectangle         *area)
{
  LaminaScene *scene = self->session ? lamina_canvas_ensure (self->canvas) : NULL;
  guint n = 0;
  const LaminaSceneBox *boxes = scene ? lamina_scene_get_boxes (scene, &n) : NULL;

  for (guint i = 0; i < n; i++)
    if (boxes[i].x == 0 && is_same (&boxes[i].target, &self->item))
      {
        *area = (GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };
        return TRUE;
      }
  return FALSE;
}

/* What the buttons are for now: where the pointer is comes before what has the focus. */
static gboolean
find_item (LaminaTimelineGutter *self,
           LaminaTarget         *item,
           GdkRectangle         *area)
{
  double x, y;

  if (lamina_timeline_navigator_is_dragging (self->navigator) || self->dragging || self->widening)
    return FALSE;
  if (lamina_canvas_get_pointer (self->canvas, &x, &y) && pick_item (self, x, y, item, area))
    return TRUE;
  *item = self->item;
  return has_focus (self) && find_again (self, area);
}

static gboolean
stands_at (LaminaTimelineGutter *self,
           const LaminaTarget   *item,
           int                   y)
{
  LaminaTarget found;
  GdkRectangle area;

  return pick_item (self, self->options->names_width / 2.0, y, &found, &area) && is_same (item, &found);
}

/* How far down the middle of the name stands, which is beside the first of many lanes and above a caption. */
static int
find_line (LaminaTimelineGutter *self,
           const GdkRectangle   *area)
{
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (lamina_canvas_ensure (self->canvas), &n);

  for (guint i = 0; i < n; i++)
    if ((texts[i].font == LAMINA_FONT_NAME || texts[i].font == LAMINA_FONT_NAME_BOLD)
        && texts[i].x < (float) self->options->names_width && texts[i].y >= (float) area->y
        && texts[i].y < (float) (area->y + area->height))
      return (int) texts[i].y;
  return area->y + (area->height - LINE) / 2;
}

/* Where the buttons go: beside the name, or as near as is in sight and not below what is pinned. */
static gboolean
find_place (LaminaTimelineGutter *self,
            const LaminaTarget   *item,
            const GdkRectangle   *area,
            GdkRectangle         *place)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->canvas));
  int top = MAX (area->y, self->options->ruler_height), bottom = MIN (area->y + area->height - LINE, height);

  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, &place->width, NULL, NULL, NULL);
  gtk_widget_measure (self->box, GTK_ORIENTATION_VERTICAL, -1, &place->height, NULL, NULL, NULL);
  place->x = self->options->names_width - place->width - MARGIN;
  place->y = MAX (find_line (self, area) - place->height / 2, top);
  place->y = MIN (place->y, bottom - place->height);
  return place->x >= 0 && stands_at (self, item, place->y)
         && stands_at (self, item, MIN (place->y + place->height, bottom) - 1);
}

static const char *
get_name (LaminaTimelineGutter *self,
          const LaminaTarget   *item)
{
  LaminaRun *run = lamina_session_get_run (self->session);

  if (item->kind == LAMINA_TARGET_GROUP)
    return lamina_run_translate (run, lamina_run_get_group (run, item->track)->name);
  if (item->kind == LAMINA_TARGET_FUNCTIONS)
    return _("Functions");
  return item->kind != LAMINA_TARGET_TRACK
         ? "" : lamina_run_translate (run, lamina_track_get_info (lamina_run_get_track (run, item->track))->name);
}

/* Shows the buttons of what can be done with an item; whether there are any. */
static gboolean
choose_buttons (LaminaTimelineGutter *self,
                const LaminaTarget   *item)
{
  LaminaArrangement *arrangement = lamina_session_get_arrangement (self->session);
  gboolean any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      GtkWidget *button = self->buttons[i];
      gboolean can_set = button && lamina_arrangement_can_set (arrangement, item, flags[i].flag);
      const char *words = can_set ? get_words (arrangement, item, i) : NULL;

      any |= can_set;
      if (button)
        gtk_widget_set_visible (button, can_set);
      if (!can_set)
        continue;
      lamina_widget_set_tip (button, words);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, get_name (self, item), -1);
      if (lamina_arrangement_get (arrangement, item) & flags[i].flag)
        gtk_widget_add_css_class (button, "set");
      else
        gtk_widget_remove_css_class (button, "set");
    }
  return any;
}

/* Puts the buttons where they belong now; whether they belong anywhere. */
static gboolean
place_buttons (LaminaTimelineGutter *self)
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
  if (gdk_rectangle_equal (&place, &self->area))
    return TRUE;
  self->area = place;
  gtk_widget_queue_allocate (GTK_WIDGET (self->canvas));
  return TRUE;
}

static gboolean
update (gpointer user_data)
{
  LaminaTimelineGutter *self = user_data;

  self->updating = 0;
  if (place_buttons (self))
    return G_SOURCE_REMOVE;
  /* The keyboard goes back to where it came from. */
  if (has_focus (self))
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  gtk_widget_set_visible (self->box, FALSE);
  return G_SOURCE_REMOVE;
}

void
lamina_timeline_gutter_queue_update (LaminaTimelineGutter *self)
{
  if (self->updating == 0)
    self->updating = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update, self, NULL);
}

void
lamina_timeline_gutter_allocate (LaminaTimelineGutter *self)
{
  if (gtk_widget_should_layout (self->box))
    gtk_widget_size_allocate (self->box, &self->area, -1);
}

/* The name of a group may go on behind the buttons: cut in two by them, its end would stand at the other side. */
static void
cover_name (LaminaTimelineGutter *self,
            GtkSnapshot          *snapshot)
{
  LaminaScene *scene = lamina_canvas_ensure (self->canvas);
  guint n = 0;
  const LaminaSceneText *texts = scene ? lamina_scene_get_texts (scene, &n) : NULL;
  LaminaMetrics *metrics = lamina_canvas_get_metrics (self->canvas);
  GdkRGBA ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_BAND));
  float left = (float) (self->area.x - GAP), top = (float) self->area.y, height = (float) self->area.height;

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
lamina_timeline_gutter_snapshot (LaminaTimelineGutter *self,
                                 GtkSnapshot          *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self->canvas);
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_ACCENT));

  if (gtk_widget_get_visible (self->box))
    cover_name (self, snapshot);
  gtk_widget_snapshot_child (widget, self->box, snapshot);
  if (self->dragging && self->place.kind != LAMINA_TARGET_NONE)
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT (0, (float) self->line, (float) gtk_widget_get_width (widget), 2));
}

void
lamina_timeline_gutter_set_session (LaminaTimelineGutter *self,
                                    LaminaSession        *session)
{
  g_set_object (&self->session, session);
}

static void
add_gesture (LaminaTimelineGutter *self,
             GtkGesture           *gesture)
{
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (gesture), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), GTK_EVENT_CONTROLLER (gesture));
}

LaminaTimelineGutter *
lamina_timeline_gutter_new (LaminaCanvas            *canvas,
                            LaminaTimelineRows      *rows,
                            LaminaTimelineNavigator *navigator)
{
  LaminaTimelineGutter *self = g_new0 (LaminaTimelineGutter, 1);
  GtkGesture *drag = gtk_gesture_drag_new (), *press = gtk_gesture_click_new ();

  self->canvas = canvas;
  self->options = lamina_timeline_rows_get_options (rows);
  self->navigator = navigator;
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->box, "track-buttons");
  gtk_widget_set_visible (self->box, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      if (!flags[i].icon)
        continue;
      self->buttons[i] = gtk_button_new_from_icon_name (flags[i].icon);
      gtk_widget_set_focus_on_click (self->buttons[i], FALSE);
      gtk_widget_add_css_class (self->buttons[i], "flat");
      g_signal_connect_swapped (self->buttons[i], "clicked", G_CALLBACK (on_clicked), self);
      gtk_box_append (GTK_BOX (self->box), self->buttons[i]);
    }
  gtk_widget_set_parent (self->box, GTK_WIDGET (canvas));
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (on_cancel), self);
  add_gesture (self, drag);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (press), GDK_BUTTON_SECONDARY);
  g_signal_connect (press, "pressed", G_CALLBACK (on_menu_pressed), self);
  add_gesture (self, press);
  return self;
}

void
lamina_timeline_gutter_free (LaminaTimelineGutter *self)
{
  if (!self)
    return;
  lamina_widget_disconnect_controllers (GTK_WIDGET (self->canvas), self);
  g_clear_handle_id (&self->updating, g_source_remove);
  g_clear_handle_id (&self->forgetting, g_source_remove);
  if (self->menu)
    g_signal_handlers_disconnect_by_data (self->menu, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_free (self);
}
