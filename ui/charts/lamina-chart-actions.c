/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-page-private.h"

#include "lamina-action-table.h"
#include "lamina-chart-export.h"
#include "lamina-chart-text.h"
#include "lamina-settings.h"

#include <glib/gi18n.h>

/* The chart that has the focus, else the large one, else the first. */
static LaminaChartCanvas *
find_canvas (LaminaChartPage *page)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (page));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  GtkWidget *card = focus && gtk_widget_is_ancestor (focus, GTK_WIDGET (page))
                    ? gtk_widget_get_ancestor (focus, LAMINA_TYPE_CHART_CARD) : NULL;

  if (strcmp (lamina_chart_page_get_page_name (page), "chart") == 0)
    card = GTK_WIDGET (lamina_chart_page_get_card (page));
  else if (!card)
    card = gtk_widget_get_first_child (GTK_WIDGET (lamina_chart_page_get_grid (page)));
  return card ? lamina_chart_card_get_canvas (LAMINA_CHART_CARD (card)) : NULL;
}

static LaminaChartData *
find_data (LaminaChartPage *page)
{
  LaminaChartCanvas *canvas = find_canvas (page);

  return canvas ? lamina_chart_canvas_get_data (canvas) : NULL;
}

LAMINA_ACTION (copy_chart)
{
  LaminaChartData *data = find_data (user_data);
  g_autofree char *text = NULL;

  if (!data)
    return;
  if (strcmp (g_variant_get_string (parameter, NULL), "markdown") == 0)
    text = lamina_chart_text_dup_markdown (data);
  else
    text = lamina_chart_data_dup_csv (data, G_MAXUINT);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (user_data), text);
}

/* To the one behind or before the one that is shown, around the ends; the overview stands before the first. */
static void
step (LaminaChartPage *page,
      int              by)
{
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (lamina_chart_page_get_store (page));
  g_autofree char *shown = NULL;
  int n = (int) charts->len + 1, position = 0;

  g_object_get (page, "chart", &shown, NULL);
  for (guint i = 0; i < charts->len; i++)
    if (strcmp (lamina_chart_get_id (charts->pdata[i]), shown) == 0)
      position = (int) i + 1;
  position = (position + by + n) % n;
  g_object_set (page, "chart", position == 0 ? "" : lamina_chart_get_id (charts->pdata[position - 1]), NULL);
  gtk_widget_grab_focus (GTK_WIDGET (page));
}

LAMINA_ACTION (show_next)
{
  step (user_data, 1);
}

LAMINA_ACTION (show_previous)
{
  step (user_data, -1);
}

LAMINA_ACTION (export_all)
{
  LaminaChartPage *page = user_data;

  if (lamina_chart_store_get_session (lamina_chart_page_get_store (page)))
    lamina_chart_export_ask (GTK_WIDGET (page), lamina_chart_page_get_store (page));
}

LAMINA_ACTION (show_in_trace)
{
  GtkWidget *page = user_data;

  gtk_widget_activate_action (page, "view.page", "s", "trace");
  gtk_widget_activate_action (page, "view.zoom-to-layers", NULL);
}

static gboolean
turn_to_durations (gpointer page)
{
  gtk_widget_activate_action (page, "view.page", "s", "charts");
  gtk_widget_activate_action (page, "view.chart", "s", "durations");
  return G_SOURCE_REMOVE;
}

/* All that is called what is selected: slices, or layers with what they cost. */
LAMINA_ACTION (show_durations)
{
  LaminaChartStore *store = lamina_chart_page_get_store (user_data);
  LaminaSession *session = lamina_chart_store_get_session (store);
  const LaminaSelection *selection = session ? lamina_session_get_selection (session) : NULL;
  const char *name = NULL;

  if (!selection || !lamina_session_has_selection (session))
    return;
  if (strcmp (g_variant_get_string (parameter, NULL), "slices") == 0 && selection->slice.track != LAMINA_NONE)
    {
      LaminaRun *run = lamina_session_get_run (session);
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, selection->slice.track));

      name = lamina_run_get_string (run, slices->name[selection->slice.slice]);
    }
  lamina_chart_store_show_durations (store, name);
  /* Not at once: GTK doesn't bear that a menu goes with its page while it still sees to the key that chose its item. */
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, turn_to_durations, g_object_ref (user_data), g_object_unref);
}

/* The tensors that are kept where the cursor of the chart is; without one, at the peak. */
LAMINA_ACTION (show_live_tensors)
{
  LaminaChartCanvas *canvas = find_canvas (user_data);
  LaminaChartData *data = canvas ? lamina_chart_canvas_get_data (canvas) : NULL;
  LaminaLiveSet *live = data ? lamina_chart_data_get_live (data, NULL) : NULL;
  guint row = live ? lamina_chart_canvas_get_row (canvas) : LAMINA_NONE;

  if (row != LAMINA_NONE && row < lamina_live_set_get_steps (live)->n)
    gtk_widget_activate_action (user_data, "view.tensors-at", "x", lamina_live_set_get_steps (live)->position[row]);
  else
    gtk_widget_activate_action (user_data, "view.tensors-at-peak", NULL);
}

static const GActionEntry entries[] = {
  { "copy-chart", copy_chart, "s", NULL, NULL, { 0 } },
  { "next-chart", show_next, NULL, NULL, NULL, { 0 } },
  { "previous-chart", show_previous, NULL, NULL, NULL, { 0 } },
  { "export-charts", export_all, NULL, NULL, NULL, { 0 } },
  { "chart-to-trace", show_in_trace, NULL, NULL, NULL, { 0 } },
  { "durations", show_durations, "s", NULL, NULL, { 0 } },
  { "live-tensors", show_live_tensors, NULL, NULL, NULL, { 0 } },
};

static void
stand_in (LaminaPageSlot *slot,
          GActionMap     *actions)
{
  GSettings *settings = lamina_settings_get_default ();
  g_autofree char *last = g_settings_get_string (settings, LAMINA_SETTING_CHART);
  gboolean has_table = g_settings_get_boolean (settings, LAMINA_SETTING_CHART_TABLE);

  lamina_page_slot_stand_in (slot, "chart", G_VARIANT_TYPE_STRING,
                             g_variant_new_string (lamina_chart_find (last) ? last : ""));
  lamina_page_slot_stand_in (slot, "chart-table", NULL, g_variant_new_boolean (has_table));
  lamina_page_slot_stand_in_entries (slot, entries, G_N_ELEMENTS (entries));
}

static void
enable_actions (GActionMap    *actions,
                LaminaSession *session)
{
  lamina_action_enable (actions, "durations", session && lamina_session_has_selection (session));
}

static void
add_actions (LaminaPage *page,
             GActionMap *actions)
{
  g_autoptr (GPropertyAction) table = g_property_action_new ("chart-table", page, "table-visible");

  g_action_map_add_action (actions, G_ACTION (table));
  lamina_page_add_choice (page, actions, "chart", "chart");
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), page);
}

static void
fill_export (LaminaPage           *page,
             LaminaPictureOptions *options)
{
  LaminaChartPage *self = LAMINA_CHART_PAGE (page);

  g_free (self->view_name);
  self->view_name = *self->chart ? g_strconcat (LAMINA_PICTURE_CHART, self->chart, NULL) : g_strdup ("charts");
  options->view = self->view_name;
}

void
_lamina_chart_page_init_page (LaminaPageInterface *iface)
{
  iface->id = "charts";
  iface->title = N_("Charts");
  iface->icon_name = "lamina-charts-symbolic";
  iface->stand_in = stand_in;
  iface->enable_actions = enable_actions;
  iface->add_actions = add_actions;
  iface->fill_export = fill_export;
}
