/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-view-private.h"

#include "lamina-settings.h"
#include "lamina-text-size.h"

/* The table shows at least twelve rows where the window allows, and less when the timeline would be cut otherwise: that gets
 * two thirds of little room. All in pixels at the usual size of text, as the setting. */
#define TABLE_HEIGHT 350
#define LEAST_TABLE_HEIGHT 200
#define OVERVIEW_HEIGHT 54

/* What of the height the timeline gets: what the user chose, else as much as its tracks need. */
static int
get_timeline_height (LaminaDocumentView *self,
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
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (widget);
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
divide_soon (LaminaDocumentView *self)
{
  if (self->divide_tick == 0)
    self->divide_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), divide, NULL, NULL);
}

/* Whether the height, or what the panes need at least, is another than what was divided; it will be divided anew then. */
static gboolean
check_room (LaminaDocumentView *self)
{
  LaminaPanedBounds bounds = lamina_paned_bounds_get (self->paned);

  if (self->divide_tick == 0 && gtk_widget_get_height (GTK_WIDGET (self->paned)) == self->divided_height
      && lamina_paned_bounds_equal (&bounds, &self->divided_bounds))
    return FALSE;
  divide_soon (self);
  return TRUE;
}

static void
on_bounds (LaminaDocumentView *self)
{
  check_room (self);
}

/* Larger text needs other heights. */
static void
on_text_size (LaminaDocumentView *self)
{
  self->divided_height = 0;
  divide_soon (self);
}

/* The divider moves by itself when the height, or what the panes need at least, changes; otherwise it was the user. */
static void
on_position (LaminaDocumentView *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (!check_room (self) && gtk_widget_get_visible (GTK_WIDGET (self->table)))
    g_settings_set_int (lamina_settings_get_default (), LAMINA_SETTING_TABLE_HEIGHT,
                        MAX (lamina_text_size_get_usual_length (height - gtk_paned_get_position (self->paned)), 1));
}

static gboolean
has_layers (LaminaDocumentView *self)
{
  return self->session && lamina_run_get_layers (lamina_session_get_run (self->session))->n > 0;
}

/* A run without layers leaves the room of the table to the timeline. */
static void
update_table (LaminaDocumentView *self)
{
  gboolean wanted = g_settings_get_boolean (lamina_settings_get_default (), LAMINA_SETTING_TABLE_VISIBLE);

  gtk_widget_set_visible (GTK_WIDGET (self->table), wanted && has_layers (self));
}

static void
on_table_visible (LaminaDocumentView *self)
{
  gboolean visible = gtk_widget_get_visible (GTK_WIDGET (self->table));

  if (has_layers (self))
    g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_TABLE_VISIBLE, visible);
}

/* Charts need the width, and are looked at for themselves first: there the inspector has a setting of its own. */
static const char *
get_inspector_setting (LaminaDocumentView *self)
{
  return g_strcmp0 (adw_view_stack_get_visible_child_name (self->stack), "charts") == 0 ? LAMINA_SETTING_CHART_INSPECTOR
                                                                                      : LAMINA_SETTING_INSPECTOR_VISIBLE;
}

/* Folded, the inspector is called for a look; unfolded, it is a pane that stays. */
static void
on_reveal (LaminaDocumentView *self)
{
  if (!lamina_width_bin_is_narrow (self->bin))
    g_settings_set_boolean (lamina_settings_get_default (), get_inspector_setting (self),
                            adw_flap_get_reveal_flap (self->flap));
}

static void
update_inspector (LaminaDocumentView *self)
{
  gboolean narrow = lamina_width_bin_is_narrow (self->bin);
  gboolean wanted = g_settings_get_boolean (lamina_settings_get_default (), get_inspector_setting (self));

  adw_flap_set_fold_policy (self->flap, narrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER);
  adw_flap_set_reveal_flap (self->flap, wanted && !narrow);
}

static void on_wanted (LaminaDocumentView *self);

static gboolean
try_again (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  LaminaDocumentView *self = LAMINA_DOCUMENT_VIEW (widget);

  if (gtk_widget_get_width (GTK_WIDGET (self->flap)) == 0)
    return G_SOURCE_CONTINUE;
  on_wanted (self);
  return G_SOURCE_REMOVE;
}

/* On the screen and without a size yet, the flap would divide by that size and give the pages a negative width. */
static void
on_wanted (LaminaDocumentView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self->flap)) && gtk_widget_get_width (GTK_WIDGET (self->flap)) == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), try_again, NULL, NULL);
  else if (!lamina_width_bin_is_narrow (self->bin))
    update_inspector (self);
}

/* What is said of all of the document stands in the inspector, which shows it when nothing is selected. */
static LaminaDocumentPane *
reveal_document (LaminaDocumentView *self)
{
  lamina_session_select_layer (self->session, LAMINA_NONE);
  lamina_session_clear_marked_range (self->session);
  adw_flap_set_reveal_flap (self->flap, TRUE);
  return lamina_inspector_get_document_pane (self->inspector);
}

static void
show_import_report (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  lamina_document_pane_show_report (reveal_document (LAMINA_DOCUMENT_VIEW (user_data)));
}

static void
show_findings (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  lamina_document_pane_show_findings (reveal_document (LAMINA_DOCUMENT_VIEW (user_data)));
}

static const GActionEntry entries[] = {
  { "findings", show_findings, NULL, NULL, NULL, { 0 } },
  { "import-report", show_import_report, NULL, NULL, NULL, { 0 } },
};

/* An action holds its object, which therefore can't be the view that holds the action. */
static void
add_action (LaminaDocumentView *self,
            const char         *name,
            gpointer            object,
            const char         *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
}

static void
on_run (LaminaDocumentView *self)
{
  g_action_map_remove_action (G_ACTION_MAP (self->actions), "table");
  if (has_layers (self))
    add_action (self, "table", self->table, "visible");
  update_table (self);
}

static void
on_session (LaminaDocumentView *self)
{
  if (self->session)
    g_signal_connect_object (self->session, "notify::run", G_CALLBACK (on_run), self, G_CONNECT_SWAPPED);
  if (self->table)
    on_run (self);
}

void
_lamina_document_view_init_panes (LaminaDocumentView *self)
{
  GSettings *settings = lamina_settings_get_default ();

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  add_action (self, "inspector", self->flap, "reveal-flap");
  add_action (self, "overview", self->timeline, "overview-visible");
  g_settings_bind (settings, LAMINA_SETTING_OVERVIEW_VISIBLE, self->timeline, "overview-visible",
                   G_SETTINGS_BIND_DEFAULT);
  update_inspector (self);
  update_table (self);
  g_signal_connect_object (settings, "changed::" LAMINA_SETTING_TABLE_VISIBLE, G_CALLBACK (update_table), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "notify::visible", G_CALLBACK (on_table_visible), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "notify::session", G_CALLBACK (on_session), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (settings, "changed::" LAMINA_SETTING_INSPECTOR_VISIBLE, G_CALLBACK (on_wanted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::" LAMINA_SETTING_CHART_INSPECTOR, G_CALLBACK (on_wanted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (on_wanted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (on_reveal), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bin, "notify::narrow", G_CALLBACK (update_inspector), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (on_position), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::min-position", G_CALLBACK (on_bounds), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (on_bounds), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (on_text_size), self,
                           G_CONNECT_SWAPPED);
  divide_soon (self);
}
