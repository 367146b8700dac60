/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-axis.h"
#include "lamina-reader-words.h"
#include "lamina-session-history.h"
#include "lamina-session-rulers.h"
#include "lamina-span.h"
#include "lamina-text-bin.h"
#include "lamina-track-names.h"

#include <glib/gi18n.h>

/* How long after the menu was closed its place still counts, in microseconds. */
#define CHOICE_TIME 300000

/* What needs a part of the window that may not be there is left out with it. */
static void
add_item (GMenu      *menu,
          const char *label,
          const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-missing");
  g_menu_append_item (menu, item);
}

static void
add_numbered (GMenu      *menu,
              const char *label,
              const char *action,
              guint       number)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "u", number);
  g_menu_item_set_attribute (item, "hidden-when", "s", "action-missing");
  g_menu_append_item (menu, item);
}

static void
add_section (GMenu *menu,
             GMenu *section)
{
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
}

static GMenu *
create_zoom (void)
{
  GMenu *section = g_menu_new ();

  add_item (section, _("_Zoom to the Selection"), "view.show-selection");
  add_item (section, _("Zoom to the _Range"), "view.zoom-to-range");
  add_item (section, _("_Undo Zoom"), "view.undo-zoom");
  add_item (section, _("_Whole Run"), "view.show-all");
  return section;
}

static GMenu *
create_selection (void)
{
  GMenu *section = g_menu_new ();

  add_item (section, _("_Copy Name"), "view.copy-name");
  add_item (section, _("Copy _Details"), "view.copy-details");
  add_item (section, _("_Select All of This Name"), "view.select-same-name");
  add_item (section, _("Show in Layer _Table"), "view.show-in-table");
  add_item (section, _("Call_ers and Callees"), "view.callers");
  add_item (section, _("Duratio_ns of This Name"), "view.durations::slices");
  return section;
}

static GMenuModel *
create_rulers (void)
{
  GMenu *menu = g_menu_new ();

  add_item (menu, _("Mark the Selection as _Range"), "view.mark-selection");
  add_item (menu, _("Measure with a R_uler"), "view.keep-ruler");
  add_item (menu, _("Ruler _Here"), "view.ruler-here");
  add_item (menu, _("_Note Here…"), "view.note-here");
  add_item (menu, _("Remove All Rulers and Notes"), "view.remove-rulers");
  return G_MENU_MODEL (menu);
}

/* For the ruler or note that was clicked on, if any. */
static GMenu *
create_marks (LaminaTimelineCanvas *self)
{
  GMenu *section = g_menu_new ();
  g_autoptr (GMenuModel) rulers = create_rulers ();
  const LaminaSessionRuler *ruler = lamina_session_rulers_get (lamina_session_get_rulers (self->session),
                                                               lamina_timeline_canvas_get_ruler_here (self));

  if (ruler && ruler->text)
    {
      add_item (section, _("_Edit the Note…"), "view.edit-note");
      add_item (section, _("Re_move the Note"), "view.remove-ruler");
    }
  else if (ruler)
    add_item (section, _("Re_move the Ruler"), "view.remove-ruler");
  g_menu_append_submenu (section, _("Ran_ges, Rulers, Notes"), rulers);
  return section;
}

static void
add_track_item (GMenu                  *menu,
                LaminaArrangement      *arrangement,
                const LaminaTarget     *item,
                LaminaArrangementFlags  flag,
                const char             *label,
                const char             *action)
{
  if (lamina_arrangement_can_set (arrangement, item, flag))
    add_item (menu, label, action);
}

/* For the track at the height that was clicked on. */
static GMenu *
create_tracks (LaminaTimelineCanvas *self)
{
  LaminaArrangement *arrangement = lamina_session_get_arrangement (self->session);
  GMenu *section = g_menu_new ();
  LaminaTarget item;

  if (lamina_track_names_find_item (self->names, &item))
    {
      gboolean is_pinned = (lamina_arrangement_get (arrangement, &item) & LAMINA_ARRANGEMENT_PINNED) != 0;

      add_track_item (section, arrangement, &item, LAMINA_ARRANGEMENT_PINNED,
                      is_pinned ? _("Unpin the Track") : _("Pin the Track at the Top"), "view.pin-track");
      add_track_item (section, arrangement, &item, LAMINA_ARRANGEMENT_HIDDEN, _("Hide the Track"), "view.hide-track");
    }
  if (lamina_arrangement_get_n_hidden (arrangement) > 0)
    add_item (section, _("Show All Hidden Tracks"), "view.show-all-tracks");
  return section;
}

static GMenuModel *
create_bookmarks (LaminaTimelineCanvas *self)
{
  LaminaSessionHistory *history = lamina_session_get_history (self->session);
  LaminaDocument *document = lamina_session_get_document (self->session);
  GMenu *menu = g_menu_new ();
  GMenu *set = g_menu_new ();

  for (guint i = 1; i <= LAMINA_N_BOOKMARKS; i++)
    {
      const LaminaSessionView *view = lamina_session_history_get_bookmark (history, i);
      LaminaRun *run;
      g_autofree char *label = NULL;
      g_autofree char *length = NULL;

      label = g_strdup_printf (_("Set _%u"), i);
      add_numbered (set, label, "view.set-bookmark", i);
      if (!view)
        continue;
      run = lamina_document_get_run (document, view->run);
      length = lamina_axis_dup_length_text (lamina_run_get_unit (run),
                                            (gint64) MIN (lamina_span_get (&view->range), G_MAXINT64));
      g_free (label);
      label = g_strdup_printf (_("_%u: %s of %s"), i, length, lamina_reader_word_get_title (run));
      add_numbered (menu, label, "view.go-to-bookmark", i);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (set));
  g_object_unref (set);
  return G_MENU_MODEL (menu);
}

static GMenuModel *
create_menu (LaminaTimelineCanvas *self)
{
  GMenu *menu = g_menu_new ();
  GMenu *rest = g_menu_new ();
  g_autoptr (GMenuModel) bookmarks = create_bookmarks (self);

  add_section (menu, create_zoom ());
  add_section (menu, create_selection ());
  add_section (menu, create_marks (self));
  add_section (menu, create_tracks (self));
  g_menu_append_submenu (rest, _("_Bookmarks"), bookmarks);
  add_item (rest, _("_Find…"), "view.find");
  add_item (rest, _("As a T_able"), "view.table-twin");
  add_item (rest, _("E_xport a Picture…"), "view.export::timeline");
  add_section (menu, rest);
  return G_MENU_MODEL (menu);
}

/* The popover goes once it was closed; not at once, for the action of a chosen item is still to come. */
static gboolean
drop_popover (gpointer user_data)
{
  gtk_widget_unparent (user_data);
  return G_SOURCE_REMOVE;
}

static void
on_closed (GtkWidget            *popover,
           LaminaTimelineCanvas *self)
{
  if (self->menu != popover)
    return;
  self->menu = NULL;
  self->menu_closed = MIN (self->menu_closed, g_get_monotonic_time ());
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_popover, g_object_ref (popover), g_object_unref);
}

gboolean
lamina_timeline_canvas_has_menu_place (LaminaTimelineCanvas *self)
{
  return g_get_monotonic_time () < lamina_add_saturating (self->menu_closed, CHOICE_TIME);
}

static void
pop_up (LaminaTimelineCanvas *self,
        GtkWidget            *popover,
        double                x,
        double                y)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = popover;
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  lamina_text_bin_point_popover (GTK_POPOVER (popover), x, y);
  g_signal_connect_object (popover, "closed", G_CALLBACK (on_closed), self, 0);
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

/* What is right-clicked is selected, unless it is one of several that are. */
static void
select_at (LaminaTimelineCanvas *self,
           double                x,
           double                y)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  LaminaTarget target;
  GdkRectangle area;
  LaminaSliceRef slice;
  guint32 layer;

  lamina_timeline_canvas_pick (self, x, y, &target, &area);
  if (target.kind != LAMINA_TARGET_SLICES || target.n == 0)
    return;
  slice = lamina_timeline_canvas_choose_slice (self, &target);
  slice = lamina_timeline_canvas_find_whole (self, &slice);
  layer = lamina_column_row (lamina_track_get_slices (lamina_run_get_track (run, slice.track))->layer, slice.slice);
  if (layer == LAMINA_NONE || !lamina_session_is_layer_selected (self->session, layer))
    lamina_timeline_canvas_select (self, &slice);
}

static void
show_menu (LaminaTimelineCanvas *self,
           double                x,
           double                y)
{
  g_autoptr (GMenuModel) model = NULL;
  GtkWidget *popover;

  self->menu_x = x;
  self->menu_y = y;
  self->menu_closed = G_MAXINT64;
  model = create_menu (self);
  popover = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  pop_up (self, popover, x, y);
}

void
lamina_timeline_canvas_open_menu (LaminaTimelineCanvas *self,
                                  double                x,
                                  double                y)
{
  if (!self->session)
    return;
  select_at (self, x, y);
  show_menu (self, x, y);
}

void
lamina_timeline_canvas_open_menu_at_selection (LaminaTimelineCanvas *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  double x = self->options.names_width + lamina_timeline_canvas_get_plot_width (self) / 2.0, y = height / 2.0;
  const LaminaSceneBox *boxes;
  guint n;

  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));

  if (!self->session || !lamina_timeline_canvas_ensure (self))
    return;
  boxes = lamina_scene_get_boxes (self->marked, &n);
  if (n > 0)
    {
      x = CLAMP (boxes[0].x + boxes[0].width / 2.0, self->options.names_width, width - 1);
      y = CLAMP (boxes[0].y + boxes[0].height, self->options.ruler_height, height - 1);
    }
  show_menu (self, x, y);
}

typedef struct
{
  LaminaTimelineCanvas *canvas;
  guint id;
  gint64 position;
} Note;

/* An empty text makes no note, and takes one away. */
static void
on_note_done (GtkEntry *entry,
              Note     *note)
{
  LaminaSessionRulers *rulers = lamina_session_get_rulers (note->canvas->session);
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  if (*text && note->id)
    lamina_session_rulers_set_text (rulers, note->id, text);
  else if (*text)
    lamina_session_rulers_add_note (rulers, note->position, text);
  else if (note->id)
    lamina_session_rulers_remove (rulers, note->id);
  gtk_popover_popdown (GTK_POPOVER (note->canvas->menu));
}

static void
free_note (gpointer  note,
           GClosure *closure)
{
  g_free (note);
}

/* A place of the axis on the widget. */
static double
get_x (LaminaTimelineCanvas *self,
       gint64                position)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  double scale = lamina_timeline_canvas_get_plot_width (self) / (double) lamina_span_get (range);

  return CLAMP (self->options.names_width + lamina_span_get_distance (range->start, position) * scale,
                self->options.names_width, gtk_widget_get_width (GTK_WIDGET (self)) - 1);
}

void
lamina_timeline_canvas_edit_note (LaminaTimelineCanvas *self,
                                  guint                 id)
{
  const LaminaSessionRuler *ruler = NULL;
  GtkWidget *popover, *entry;
  Note *note;

  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));

  if (!self->session || !lamina_session_get_range (self->session))
    return;
  if (id)
    ruler = lamina_session_rulers_get (lamina_session_get_rulers (self->session), id);
  note = g_new0 (Note, 1);
  note->canvas = self;
  note->id = ruler ? id : 0;
  note->position = ruler ? ruler->place.start : lamina_timeline_canvas_get_cursor_position (self);
  entry = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (entry), ruler && ruler->text ? ruler->text : "");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 28);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("Note"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Text of the note"), -1);
  g_signal_connect_data (entry, "activate", G_CALLBACK (on_note_done), note, free_note, 0);
  popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  pop_up (self, popover, get_x (self, note->position), self->options.ruler_height);
  gtk_widget_grab_focus (entry);
}
