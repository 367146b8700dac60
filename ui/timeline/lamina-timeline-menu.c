/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-menu.h"

#include "lamina-axis.h"
#include "lamina-session-history.h"
#include "lamina-session-rulers.h"
#include "lamina-span.h"
#include "lamina-text-bin.h"

#include <glib/gi18n.h>

/* How long after the menu was closed its place still counts, in microseconds. */
#define CHOICE_TIME 300000

/* @closed is when it was closed; G_MAXINT64 while it is open. */
struct _LaminaTimelineMenu
{
  LaminaTimelineCanvas *canvas;
  GtkWidget *popover;
  gint64 closed;
  double x;
  double y;
};

typedef struct
{
  const char *label;
  const char *action;
} Item;

static const Item zooms[] = {
  { N_("_Zoom to the Selection"), "view.show-selection" },
  { N_("Zoom to the _Range"), "view.zoom-to-range" },
  { N_("_Undo Zoom"), "view.undo-zoom" },
  { N_("_Whole Run"), "view.show-all" },
  { NULL, NULL },
};

static const Item selections[] = {
  { N_("_Copy Name"), "view.copy-name" },
  { N_("Copy _Details"), "view.copy-details" },
  { N_("_Select All of This Name"), "view.select-same-name" },
  { N_("Show in Layer _Table"), "view.show-in-table" },
  { N_("Call_ers and Callees"), "view.callers" },
  { N_("Duratio_ns of This Name"), "view.durations::slices" },
  { NULL, NULL },
};

/* Instead of these where a gap is selected, which has no name. */
static const Item gaps[] = {
  { N_("Copy _Details"), "view.copy-details" },
  { N_("_Next Gap of the Device"), "view.next-gap" },
  { N_("_Previous Gap of the Device"), "view.previous-gap" },
  { N_("Export the Se_lection…"), "view.export-selection" },
  { NULL, NULL },
};

static const Item rulers[] = {
  { N_("Mark the Selection as _Range"), "view.mark-selection" },
  { N_("Measure with a R_uler"), "view.keep-ruler" },
  { N_("Ruler _Here"), "view.ruler-here" },
  { N_("_Note Here…"), "view.note-here" },
  { N_("Remove All Rulers and Notes"), "view.remove-rulers" },
  { NULL, NULL },
};

static const Item others[] = {
  { N_("_Find…"), "view.find" },
  { N_("As a T_able"), "view.table-twin" },
  { N_("E_xport a Picture…"), "view.export::timeline" },
  { NULL, NULL },
};

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

static GMenu *
add_items (GMenu      *menu,
           const Item *items)
{
  for (; items->label; items++)
    add_item (menu, _(items->label), items->action);
  return menu;
}

static void
add_numbered (GMenu      *menu,
              const char *label,
              const char *action,
              guint       number)
{
  g_autofree char *detailed = g_strdup_printf ("%s(uint32 %u)", action, number);

  add_item (menu, label, detailed);
}

static void
add_section (GMenu *menu,
             GMenu *section)
{
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
}

static void
add_submenu (GMenu      *menu,
             const char *label,
             GMenu      *submenu)
{
  g_menu_append_submenu (menu, label, G_MENU_MODEL (submenu));
  g_object_unref (submenu);
}

/* For the ruler or note that was clicked on, if any. */
static GMenu *
create_marks (LaminaTimelineMenu *self,
              LaminaSession      *session)
{
  GMenu *section = g_menu_new ();
  const LaminaSessionRuler *ruler = lamina_session_rulers_get (lamina_session_get_rulers (session),
                                                               lamina_timeline_canvas_get_ruler_here (self->canvas));

  if (ruler && ruler->text)
    add_item (section, _("_Edit the Note…"), "view.edit-note");
  if (ruler)
    add_item (section, ruler->text ? _("Re_move the Note") : _("Re_move the Ruler"), "view.remove-ruler");
  add_submenu (section, _("Ran_ges, Rulers, Notes"), add_items (g_menu_new (), rulers));
  return section;
}

/* For the track at the height that was clicked on. */
static GMenu *
create_tracks (LaminaTimelineMenu *self,
               LaminaSession      *session)
{
  LaminaArrangement *arrangement = lamina_session_get_arrangement (session);
  GMenu *section = g_menu_new ();
  LaminaTarget item;
  gboolean has_item = lamina_timeline_canvas_find_track (self->canvas, &item);
  gboolean is_pinned = has_item && (lamina_arrangement_get (arrangement, &item) & LAMINA_ARRANGEMENT_PINNED) != 0;

  if (has_item && lamina_arrangement_can_set (arrangement, &item, LAMINA_ARRANGEMENT_PINNED))
    add_item (section, is_pinned ? _("Unpin the Track") : _("Pin the Track at the Top"), "view.pin-track");
  if (has_item && lamina_arrangement_can_set (arrangement, &item, LAMINA_ARRANGEMENT_HIDDEN))
    add_item (section, _("Hide the Track"), "view.hide-track");
  if (lamina_arrangement_get_n_hidden (arrangement) > 0)
    add_item (section, _("Show All Hidden Tracks"), "view.show-all-tracks");
  return section;
}

static GMenu *
create_bookmarks (LaminaSession *session)
{
  LaminaSessionHistory *history = lamina_session_get_history (session);
  GMenu *menu = g_menu_new (), *set = g_menu_new ();

  for (guint i = 1; i <= LAMINA_N_BOOKMARKS; i++)
    {
      const LaminaSessionView *view = lamina_session_history_get_bookmark (history, i);
      LaminaRun *run = view ? lamina_document_get_run (lamina_session_get_document (session), view->run) : NULL;
      g_autofree char *label = g_strdup_printf (_("Set _%u"), i);
      g_autofree char *length = NULL;

      add_numbered (set, label, "view.set-bookmark", i);
      if (!view)
        continue;
      length = lamina_axis_dup_length_text (lamina_run_get_unit (run),
                                            (gint64) MIN (lamina_span_get (&view->range), G_MAXINT64));
      g_free (label);
      label = g_strdup_printf (_("_%u: %s of %s"), i, length, lamina_run_get_shown_title (run));
      add_numbered (menu, label, "view.go-to-bookmark", i);
    }
  add_section (menu, set);
  return menu;
}

/* The popover goes once it was closed; not at once, for the action of a chosen item is still to come. */
static gboolean
drop_popover (gpointer user_data)
{
  gtk_widget_unparent (user_data);
  return G_SOURCE_REMOVE;
}

static void
on_closed (GtkWidget          *popover,
           LaminaTimelineMenu *self)
{
  if (self->popover != popover)
    return;
  self->popover = NULL;
  self->closed = MIN (self->closed, g_get_monotonic_time ());
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_popover, g_object_ref (popover), g_object_unref);
}

static void
pop_up (LaminaTimelineMenu *self,
        GtkWidget          *popover,
        double              x,
        double              y)
{
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  self->popover = popover;
  gtk_widget_set_parent (popover, GTK_WIDGET (self->canvas));
  lamina_text_bin_point_popover (GTK_POPOVER (popover), x, y);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), self);
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self->canvas));
}

gboolean
lamina_timeline_menu_is_open (LaminaTimelineMenu *self)
{
  return self->popover != NULL;
}

gboolean
lamina_timeline_menu_get_place (LaminaTimelineMenu *self,
                                double             *x,
                                double             *y)
{
  *x = self->x;
  *y = self->y;
  return g_get_monotonic_time () < lamina_add_saturating (self->closed, CHOICE_TIME);
}

void
lamina_timeline_menu_open (LaminaTimelineMenu *self,
                           LaminaSession      *session,
                           double              x,
                           double              y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GMenu *rest = g_menu_new ();
  GtkWidget *popover;
  gboolean is_gap = lamina_session_get_selected_gap (session) != LAMINA_NONE;

  self->x = x;
  self->y = y;
  self->closed = G_MAXINT64;
  add_section (menu, add_items (g_menu_new (), zooms));
  add_section (menu, add_items (g_menu_new (), is_gap ? gaps : selections));
  add_section (menu, create_marks (self, session));
  add_section (menu, create_tracks (self, session));
  add_submenu (rest, _("_Bookmarks"), create_bookmarks (session));
  add_section (menu, add_items (rest, others));
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  pop_up (self, popover, x, y);
}

typedef struct
{
  LaminaTimelineMenu *menu;
  LaminaSessionRulers *rulers;
  guint id;
  gint64 position;
} Note;

/* An empty text makes no note, and takes one away. */
static void
on_note_done (GtkEntry *entry,
              Note     *note)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  if (*text && note->id)
    lamina_session_rulers_set_text (note->rulers, note->id, text);
  else if (*text)
    lamina_session_rulers_add_note (note->rulers, note->position, text);
  else if (note->id)
    lamina_session_rulers_remove (note->rulers, note->id);
  gtk_popover_popdown (GTK_POPOVER (note->menu->popover));
}

static void
free_note (gpointer  data,
           GClosure *closure)
{
  g_object_unref (((Note *) data)->rulers);
  g_free (data);
}

void
lamina_timeline_menu_edit_note (LaminaTimelineMenu *self,
                                LaminaSession      *session,
                                guint               id)
{
  LaminaSessionRulers *all = lamina_session_get_rulers (session);
  const LaminaSessionRuler *ruler = id ? lamina_session_rulers_get (all, id) : NULL;
  LaminaTimelineNavigator *navigator = lamina_timeline_canvas_get_navigator (self->canvas);
  GtkWidget *popover = gtk_popover_new (), *entry = gtk_entry_new ();
  Note *note = g_new0 (Note, 1);
  GdkRectangle plot;

  note->menu = self;
  note->rulers = g_object_ref (all);
  note->id = ruler ? id : 0;
  note->position = ruler ? ruler->place.start : lamina_timeline_canvas_get_cursor_position (self->canvas);
  gtk_editable_set_text (GTK_EDITABLE (entry), ruler && ruler->text ? ruler->text : "");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 28);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("Note"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Text of the note"), -1);
  g_signal_connect_data (entry, "activate", G_CALLBACK (on_note_done), note, free_note, 0);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  lamina_timeline_canvas_get_plot (self->canvas, &plot);
  pop_up (self, popover, CLAMP (lamina_timeline_navigator_get_place (navigator, note->position), plot.x,
                                plot.x + plot.width - 1), plot.y);
  gtk_widget_grab_focus (entry);
}

LaminaTimelineMenu *
lamina_timeline_menu_new (LaminaTimelineCanvas *canvas)
{
  LaminaTimelineMenu *self = g_new0 (LaminaTimelineMenu, 1);

  self->canvas = canvas;
  return self;
}

void
lamina_timeline_menu_free (LaminaTimelineMenu *self)
{
  if (!self)
    return;
  if (self->popover)
    g_signal_handlers_disconnect_by_data (self->popover, self);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_free (self);
}
