/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-trace-page.h"

#include "lamina-action-table.h"
#include "lamina-page.h"
#include "lamina-paned-share.h"
#include "lamina-session-history.h"
#include "lamina-session-search.h"
#include "lamina-settings.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* The table shows at least twelve rows where the window allows, and less when the timeline would be cut otherwise: that gets
 * two thirds of little room. All in pixels at the usual size of text, as the setting. */
#define TABLE_HEIGHT 350
#define LEAST_TABLE_HEIGHT 200
#define OVERVIEW_HEIGHT 54

struct _LaminaTracePage
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GActionMap *actions;
  int divided_height;
  LaminaPanedBounds divided_bounds;
  guint divide_tick;

  GtkPaned *paned;
  LaminaTimelineView *timeline;
  LaminaLayerTable *table;
};

static void lamina_trace_page_init_page (LaminaPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaTracePage, lamina_trace_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_PAGE, lamina_trace_page_init_page))

/* What of the height the timeline gets: what the user chose, else as much as its tracks need. */
static int
get_timeline_height (LaminaTracePage *self,
                     int                 height)
{
  LaminaTimelineCanvas *canvas = lamina_timeline_view_get_canvas (self->timeline);
  int chosen = g_settings_get_int (lamina_settings_get_default (), LAMINA_SETTING_TABLE_HEIGHT);
  int least = lamina_timeline_canvas_get_tracks_height (canvas, 0) + OVERVIEW_HEIGHT;
  int most = lamina_timeline_canvas_get_tracks_height (canvas, height) + OVERVIEW_HEIGHT;

  if (chosen > 0)
    return MAX (height - chosen, OVERVIEW_HEIGHT);
  least = MIN (least, height - MIN (LEAST_TABLE_HEIGHT, height / 3));
  return MIN (MAX (height - TABLE_HEIGHT, least), most);
}

/*
 * Divides the height once it and the tracks are known. What the panes gave up or need for a while, of the same height, moves the
 * divider only where the user chose its place.
 */
static gboolean
divide (GtkWidget     *widget,
        GdkFrameClock *clock,
        gpointer       user_data)
{
  LaminaTracePage *self = LAMINA_TRACE_PAGE (widget);
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned)), wanted;

  if (height < 2 || !self->session)
    return G_SOURCE_CONTINUE;
  self->divided_bounds = lamina_paned_bounds_get (self->paned);
  if (height != self->divided_height || g_settings_get_int (lamina_settings_get_default (), LAMINA_SETTING_TABLE_HEIGHT) > 0)
    {
      wanted = lamina_text_size_get_length (get_timeline_height (self, lamina_text_size_get_usual_length (height)));
      gtk_paned_set_position (self->paned, lamina_paned_bounds_clamp (&self->divided_bounds, wanted));
    }
  self->divided_height = height;
  self->divide_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
divide_soon (LaminaTracePage *self)
{
  if (self->divide_tick == 0)
    self->divide_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), divide, NULL, NULL);
}

/* Whether the height, or what the panes need at least, is another than what was divided; it will be divided anew then. */
static gboolean
check_room (LaminaTracePage *self)
{
  LaminaPanedBounds bounds = lamina_paned_bounds_get (self->paned);

  if (self->divide_tick == 0 && gtk_widget_get_height (GTK_WIDGET (self->paned)) == self->divided_height
      && lamina_paned_bounds_equal (&bounds, &self->divided_bounds))
    return FALSE;
  divide_soon (self);
  return TRUE;
}

static void
on_bounds (LaminaTracePage *self)
{
  check_room (self);
}

/* Larger text needs other heights. */
static void
on_text_size (LaminaTracePage *self)
{
  self->divided_height = 0;
  divide_soon (self);
}

/* The divider moves by itself when the height, or what the panes need at least, changes; otherwise it was the user. */
static void
on_position (LaminaTracePage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (!check_room (self) && gtk_widget_get_visible (GTK_WIDGET (self->table)))
    g_settings_set_int (lamina_settings_get_default (), LAMINA_SETTING_TABLE_HEIGHT,
                        MAX (lamina_text_size_get_usual_length (height - gtk_paned_get_position (self->paned)), 1));
}

static gboolean
has_layers (LaminaTracePage *self)
{
  return self->session && lamina_run_get_layers (lamina_session_get_run (self->session))->n > 0;
}

/* A run without layers leaves the room of the table to the timeline. */
static void
update_table (LaminaTracePage *self)
{
  gboolean wanted = g_settings_get_boolean (lamina_settings_get_default (), LAMINA_SETTING_TABLE_VISIBLE);

  gtk_widget_set_visible (GTK_WIDGET (self->table), wanted && has_layers (self));
}

static void
on_table_visible (LaminaTracePage *self)
{
  gboolean visible = gtk_widget_get_visible (GTK_WIDGET (self->table));

  if (has_layers (self))
    g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_TABLE_VISIBLE, visible);
}

/* An action holds its object, which therefore can't be the page around it. */
static void
add_property (LaminaTracePage *self,
              const char      *name,
              gpointer         object,
              const char      *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (self->actions, G_ACTION (action));
}

static void
on_run (LaminaTracePage *self)
{
  if (self->actions)
    {
      g_action_map_remove_action (self->actions, "table");
      if (has_layers (self))
        add_property (self, "table", self->table, "visible");
    }
  update_table (self);
}

static void
set_session (LaminaPage    *page,
             LaminaSession *session)
{
  LaminaTracePage *self = LAMINA_TRACE_PAGE (page);

  if (self->session == session)
    return;
  lamina_session_replace (&self->session, session, self);
  if (!self->table)
    return;
  lamina_timeline_view_set_session (self->timeline, session);
  lamina_layer_table_set_session (self->table, session);
  if (session)
    g_signal_connect_swapped (session, "notify::run", G_CALLBACK (on_run), self);
  on_run (self);
}

static void
come_to_front (gpointer self)
{
  lamina_page_come_to_front (self, LAMINA_TRACE_PAGE (self)->actions);
}

LAMINA_ACTION (filter)
{
  come_to_front (user_data);
  lamina_layer_table_focus_filter (LAMINA_TRACE_PAGE (user_data)->table);
}

LAMINA_ACTION (find_track)
{
  come_to_front (user_data);
  lamina_timeline_view_find_track (LAMINA_TRACE_PAGE (user_data)->timeline);
}

LAMINA_ACTION (show_in_table)
{
  LaminaLayerTable *table = LAMINA_TRACE_PAGE (user_data)->table;

  come_to_front (user_data);
  gtk_widget_set_visible (GTK_WIDGET (table), TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (lamina_layer_table_get_view (table)));
  lamina_layer_table_show_selected (table);
}

static const GActionEntry entries[] = {
  { "filter", filter, NULL, NULL, NULL, { 0 } },
  { "find-track", find_track, NULL, NULL, NULL, { 0 } },
  { "show-in-table", show_in_table, NULL, NULL, NULL, { 0 } },
};

static void
enable_actions (GActionMap    *actions,
                LaminaSession *session)
{
  lamina_action_enable (actions, "show-in-table",
                        session && lamina_session_get_selection (session)->layer != LAMINA_NONE);
}

static void
add_actions (LaminaPage *page,
             GActionMap *actions)
{
  LaminaTracePage *self = LAMINA_TRACE_PAGE (page);

  g_set_weak_pointer (&self->actions, actions);
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), self);
  lamina_timeline_view_add_actions (self->timeline, actions);
  lamina_layer_table_add_actions (self->table, actions);
  add_property (self, "overview", self->timeline, "overview-visible");
}

static void
open_search (LaminaPage *page)
{
  come_to_front (page);
  lamina_timeline_view_open_search (LAMINA_TRACE_PAGE (page)->timeline);
}

static void
find (LaminaPage *page,
      gboolean    forward)
{
  LaminaSession *session = LAMINA_TRACE_PAGE (page)->session;

  lamina_session_history_keep (lamina_session_get_history (session));
  lamina_session_search_go (lamina_session_get_search (session), forward);
}

static void
fill_export (LaminaPage           *page,
             LaminaPictureOptions *options)
{
  options->view = "timeline";
}

static void
lamina_trace_page_init_page (LaminaPageInterface *iface)
{
  iface->id = "trace";
  iface->title = N_("Trace");
  iface->icon_name = "lamina-trace-symbolic";
  iface->enable_actions = enable_actions;
  iface->add_actions = add_actions;
  iface->set_session = set_session;
  iface->open_search = open_search;
  iface->find = find;
  iface->fill_export = fill_export;
}

static gboolean
lamina_trace_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (lamina_timeline_view_get_canvas (LAMINA_TRACE_PAGE (widget)->timeline)));
}

static void
lamina_trace_page_dispose (GObject *object)
{
  LaminaTracePage *self = LAMINA_TRACE_PAGE (object);

  set_session (LAMINA_PAGE (self), NULL);
  g_clear_weak_pointer (&self->actions);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_TRACE_PAGE);
  G_OBJECT_CLASS (lamina_trace_page_parent_class)->dispose (object);
}

static void
lamina_trace_page_class_init (LaminaTracePageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_trace_page_dispose;
  widget_class->focus = lamina_widget_focus_child;
  widget_class->grab_focus = lamina_trace_page_grab_focus;
  g_type_ensure (LAMINA_TYPE_TIMELINE_VIEW);
  g_type_ensure (LAMINA_TYPE_LAYER_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-trace-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaTracePage, paned);
  gtk_widget_class_bind_template_child (widget_class, LaminaTracePage, timeline);
  gtk_widget_class_bind_template_child (widget_class, LaminaTracePage, table);
  gtk_widget_class_set_css_name (widget_class, "trace-page");
}

static void
lamina_trace_page_init (LaminaTracePage *self)
{
  GSettings *settings = lamina_settings_get_default ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_settings_bind (settings, LAMINA_SETTING_OVERVIEW_VISIBLE, self->timeline, "overview-visible", G_SETTINGS_BIND_DEFAULT);
  update_table (self);
  g_signal_connect_object (settings, "changed::" LAMINA_SETTING_TABLE_VISIBLE, G_CALLBACK (update_table), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "notify::visible", G_CALLBACK (on_table_visible), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (on_position), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::min-position", G_CALLBACK (on_bounds), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (on_bounds), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (on_text_size), self,
                           G_CONNECT_SWAPPED);
  divide_soon (self);
}
