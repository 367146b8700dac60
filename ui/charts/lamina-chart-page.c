/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-page.h"

#include "lamina-action-table.h"
#include "lamina-chart-card.h"
#include "lamina-chart-export.h"
#include "lamina-chart-grid.h"
#include "lamina-chart-sidebar.h"
#include "lamina-chart-summary.h"
#include "lamina-chart-table.h"
#include "lamina-chart-text.h"
#include "lamina-copy.h"
#include "lamina-page.h"
#include "lamina-paned-share.h"
#include "lamina-run-list.h"
#include "lamina-session-gaps.h"
#include "lamina-settings.h"
#include "lamina-timing-badge.h"
#include "lamina-widget.h"
#include "lamina-width-bin.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* From this width on, the table of the large chart stands beside it, else below. */
#define BESIDE 860

/*
 * @charts are those that the run has, in their order. A chart that the run has not can be large all the same: it says why
 * there is nothing. @view_name is the view that a picture was made of last.
 */
struct _LaminaChartPage
{
  GtkWidget parent_instance;

  LaminaSession *session;
  LaminaChartStore *store;
  GPtrArray *charts;
  char *chart;
  char *view_name;
  gboolean stale;
  gboolean filling;

  LaminaWidthBin *bin;
  LaminaChartSidebar *sidebar;
  GtkWidget *edge;
  GtkDropDown *chart_choice;
  GtkDropDown *run_choice;
  GtkLabel *title;
  LaminaTimingBadge *badge;
  GtkLabel *summary;
  AdwButtonContent *export_content;
  GtkWidget *limits;
  GtkLabel *limits_text;
  GtkWidget *unlimit;
  GtkStack *stack;
  GtkScrolledWindow *scroller;
  LaminaChartGrid *grid;
  GtkPaned *paned;
  LaminaChartCard *card;
  LaminaChartTable *table;
};

enum
{
  PROP_0,
  PROP_CHART,
  PROP_TABLE_VISIBLE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void lamina_chart_page_init_page (LaminaPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaChartPage, lamina_chart_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_PAGE, lamina_chart_page_init_page))

/* The large chart and its table show the same. */
static void
load_large (LaminaChartPage *self)
{
  LaminaChartData *data;

  lamina_chart_card_load (self->card);
  data = lamina_chart_canvas_get_data (lamina_chart_card_get_canvas (self->card));
  if (data)
    lamina_chart_table_show (self->table, self->session, data);
}

/* Asks for the data of what is to be seen, and of nothing else. */
static void
load (LaminaChartPage *self)
{
  GtkAdjustment *adjustment;
  double top;

  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (*self->chart)
    {
      load_large (self);
      return;
    }
  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  top = gtk_adjustment_get_value (adjustment);
  lamina_chart_grid_load (self->grid, top, top + gtk_adjustment_get_page_size (adjustment));
}

static void
show_head (LaminaChartPage *self)
{
  g_autofree char *limits = lamina_chart_summary_dup_limits (self->session);
  g_autofree char *summary = lamina_chart_summary_dup_markup (self->session);
  const char *title = lamina_run_get_shown_title (lamina_session_get_run (self->session));

  lamina_widget_set_text (self->title, title);
  lamina_widget_set_tip (GTK_WIDGET (self->title), title);
  gtk_label_set_markup (self->summary, summary);
  gtk_widget_set_tooltip_markup (GTK_WIDGET (self->summary), summary);
  lamina_widget_set_text (self->limits_text, limits ? limits : "");
  gtk_widget_set_visible (self->limits, limits != NULL);
}

static void
fill_choice (LaminaChartPage *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint position = GTK_INVALID_LIST_POSITION;

  gtk_string_list_append (titles, C_("charts", "Overview"));
  if (*self->chart == '\0')
    position = 0;
  for (guint i = 0; i < self->charts->len; i++)
    {
      const char *title = lamina_chart_get_title (self->charts->pdata[i], lamina_session_get_run (self->session));

      gtk_string_list_take (titles, lamina_widget_dup_ends (title));
      if (strcmp (lamina_chart_get_id (self->charts->pdata[i]), self->chart) == 0)
        position = i + 1;
    }
  self->filling = TRUE;
  gtk_drop_down_set_model (self->chart_choice, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->chart_choice, position);
  self->filling = FALSE;
}

/* Cards for the charts that the run has; where another run has the same, the cards stay. */
static void
fill_charts (LaminaChartPage *self)
{
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (self->store);
  gboolean is_scrolled = gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (self->scroller)) > 0;

  if (charts->len == self->charts->len
      && (charts->len == 0 || memcmp (charts->pdata, self->charts->pdata, charts->len * sizeof *charts->pdata) == 0))
    return;
  g_ptr_array_unref (self->charts);
  self->charts = g_steal_pointer (&charts);
  lamina_chart_grid_show (self->grid, self->store, self->charts, is_scrolled);
  lamina_chart_sidebar_clear (self->sidebar);
  for (guint i = 0; i < self->charts->len; i++)
    lamina_chart_sidebar_add (self->sidebar, lamina_chart_get_id (self->charts->pdata[i]),
                              lamina_chart_get_title (self->charts->pdata[i], lamina_session_get_run (self->session)));
  fill_choice (self);
}

static void
show_chart (LaminaChartPage *self)
{
  const LaminaChart *chart = *self->chart ? lamina_chart_find (self->chart) : NULL;

  lamina_chart_card_set_chart (self->card, chart);
  lamina_chart_table_show (self->table, NULL, NULL);
  gtk_stack_set_visible_child_name (self->stack, chart ? "chart" : self->charts->len > 0 ? "overview" : "nothing");
  load (self);
}

static gboolean
load_again (GtkWidget     *widget,
            GdkFrameClock *clock,
            gpointer       user_data)
{
  load (LAMINA_CHART_PAGE (widget));
  return G_SOURCE_REMOVE;
}

static void
on_ready (LaminaChartPage   *self,
          const LaminaChart *chart)
{
  lamina_chart_sidebar_offer (self->sidebar, lamina_chart_get_id (chart), !lamina_chart_store_is_empty (self->store, chart));
  if (*self->chart && chart == lamina_chart_card_get_chart (self->card))
    load_large (self);
  /* Where one turned out to be empty, others move up. */
  if (!*self->chart)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), load_again, NULL, NULL);
}

static void
on_reset (LaminaChartPage *self)
{
  lamina_chart_table_show (self->table, NULL, NULL);
  if (!self->session)
    return;
  self->stale = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (self->stale)
    return;
  show_head (self);
  fill_charts (self);
  for (guint i = 0; i < self->charts->len; i++)
    lamina_chart_sidebar_offer (self->sidebar, lamina_chart_get_id (self->charts->pdata[i]), TRUE);
  show_chart (self);
}

static void
set_chart (LaminaChartPage *self,
           const char      *id)
{
  const char *known = id && *id && lamina_chart_find (id) ? id : "";

  if (strcmp (self->chart, known) == 0)
    return;
  g_free (self->chart);
  self->chart = g_strdup (known);
  g_settings_set_string (lamina_settings_get_default (), LAMINA_SETTING_CHART, self->chart);
  show_chart (self);
  fill_choice (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHART]);
}

static void
on_choice (LaminaChartPage *self)
{
  guint position = gtk_drop_down_get_selected (self->chart_choice);

  if (self->filling || position == GTK_INVALID_LIST_POSITION || position > self->charts->len)
    return;
  set_chart (self, position == 0 ? "" : lamina_chart_get_id (self->charts->pdata[position - 1]));
}

static void
on_unlimit (LaminaChartPage *self)
{
  lamina_session_set_filter (self->session, "");
  lamina_session_set_section (self->session, LAMINA_NONE);
}

/* Where there is no room for the lists at the left, choosers take their place. */
static void
on_narrow (LaminaChartPage *self)
{
  gboolean is_narrow = lamina_width_bin_is_narrow (self->bin);
  gboolean has_runs = self->session && lamina_document_get_n_runs (lamina_session_get_document (self->session)) > 1;

  gtk_widget_set_visible (GTK_WIDGET (self->sidebar), !is_narrow);
  gtk_widget_set_visible (self->edge, !is_narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->chart_choice), is_narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->run_choice), is_narrow && has_runs);
  gtk_widget_set_visible (GTK_WIDGET (self->title), !is_narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->badge), !is_narrow);
  adw_button_content_set_label (self->export_content, is_narrow ? "" : _("Export all…"));
}

static void
lamina_chart_page_map (GtkWidget *widget)
{
  LaminaChartPage *self = LAMINA_CHART_PAGE (widget);

  GTK_WIDGET_CLASS (lamina_chart_page_parent_class)->map (widget);
  if (self->stale)
    on_reset (self);
  else
    load (self);
}

/* Where the keys should go. */
static gboolean
lamina_chart_page_grab_focus (GtkWidget *widget)
{
  LaminaChartPage *self = LAMINA_CHART_PAGE (widget);
  GtkWidget *card = *self->chart ? GTK_WIDGET (self->card) : gtk_widget_get_first_child (GTK_WIDGET (self->grid));

  return card && gtk_widget_grab_focus (GTK_WIDGET (lamina_chart_card_get_canvas (LAMINA_CHART_CARD (card))));
}

static void
set_session (LaminaPage    *page,
             LaminaSession *session)
{
  LaminaChartPage *self = LAMINA_CHART_PAGE (page);

  if (self->session == session)
    return;
  g_set_object (&self->session, session);
  if (!self->stack)
    {
      lamina_chart_store_set_session (self->store, session);
      return;
    }
  lamina_timing_badge_set_session (self->badge, session);
  lamina_chart_sidebar_set_session (self->sidebar, session);
  lamina_run_list_bind (self->run_choice, session);
  on_narrow (self);
  lamina_chart_store_set_session (self->store, session);
}

static void
lamina_chart_page_get_property (GObject    *object,
                                guint       id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  LaminaChartPage *self = LAMINA_CHART_PAGE (object);

  switch (id)
    {
    case PROP_CHART:
      g_value_set_string (value, self->chart);
      break;
    case PROP_TABLE_VISIBLE:
      g_value_set_boolean (value, gtk_widget_get_visible (GTK_WIDGET (self->table)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_chart_page_set_property (GObject      *object,
                                guint         id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  LaminaChartPage *self = LAMINA_CHART_PAGE (object);

  switch (id)
    {
    case PROP_CHART:
      set_chart (self, g_value_get_string (value));
      break;
    case PROP_TABLE_VISIBLE:
      gtk_widget_set_visible (GTK_WIDGET (self->table), g_value_get_boolean (value));
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_chart_page_dispose (GObject *object)
{
  LaminaChartPage *self = LAMINA_CHART_PAGE (object);

  g_signal_handlers_disconnect_by_data (self->store, self);
  set_session (LAMINA_PAGE (self), NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_CHART_PAGE);
  self->card = NULL;
  self->table = NULL;
  G_OBJECT_CLASS (lamina_chart_page_parent_class)->dispose (object);
}

static void
lamina_chart_page_finalize (GObject *object)
{
  LaminaChartPage *self = LAMINA_CHART_PAGE (object);

  g_object_unref (self->store);
  g_ptr_array_unref (self->charts);
  g_free (self->chart);
  g_free (self->view_name);
  G_OBJECT_CLASS (lamina_chart_page_parent_class)->finalize (object);
}

static void
lamina_chart_page_class_init (LaminaChartPageClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_chart_page_dispose;
  object_class->finalize = lamina_chart_page_finalize;
  object_class->get_property = lamina_chart_page_get_property;
  object_class->set_property = lamina_chart_page_set_property;
  widget_class->map = lamina_chart_page_map;
  widget_class->focus = lamina_widget_focus_child;
  widget_class->grab_focus = lamina_chart_page_grab_focus;
  properties[PROP_CHART] = g_param_spec_string ("chart", NULL, NULL, "", flags);
  properties[PROP_TABLE_VISIBLE] = g_param_spec_boolean ("table-visible", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (LAMINA_TYPE_CHART_GRID);
  g_type_ensure (LAMINA_TYPE_CHART_SIDEBAR);
  g_type_ensure (LAMINA_TYPE_TIMING_BADGE);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-chart-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, bin);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, sidebar);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, edge);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, chart_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, run_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, badge);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, summary);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, export_content);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, limits);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, limits_text);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, unlimit);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, grid);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartPage, paned);
  gtk_widget_class_set_css_name (widget_class, "chart-page");
}

static void
lamina_chart_page_init (LaminaChartPage *self)
{
  GSettings *settings = lamina_settings_get_default ();
  GtkAdjustment *adjustment;
  g_autofree char *last = g_settings_get_string (settings, LAMINA_SETTING_CHART);

  self->chart = g_strdup (*last && lamina_chart_find (last) ? last : "");
  self->store = lamina_chart_store_new ();
  self->charts = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  self->card = LAMINA_CHART_CARD (lamina_chart_card_new (self->store));
  self->table = g_object_new (LAMINA_TYPE_CHART_TABLE, "width-request", 240, "height-request", 100, NULL);
  lamina_chart_card_set_large (self->card, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->card), "large");
  gtk_paned_set_start_child (self->paned, GTK_WIDGET (self->card));
  gtk_paned_set_end_child (self->paned, GTK_WIDGET (self->table));
  lamina_paned_share_bind (self->paned, BESIDE, LAMINA_SETTING_CHART_TABLE_SHARE);
  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->store, "ready", G_CALLBACK (on_ready), self);
  g_signal_connect_swapped (self->store, "reset", G_CALLBACK (on_reset), self);
  g_signal_connect_object (self->bin, "notify::narrow", G_CALLBACK (on_narrow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chart_choice, "notify::selected", G_CALLBACK (on_choice), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->unlimit, "clicked", G_CALLBACK (on_unlimit), self, G_CONNECT_SWAPPED);
  g_object_bind_property (self, "chart", self->sidebar, "chart", G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_settings_bind (settings, LAMINA_SETTING_CHART_TABLE, self, "table-visible", G_SETTINGS_BIND_DEFAULT);
  fill_choice (self);
}

LaminaChartStore *
lamina_chart_page_get_store (LaminaChartPage *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_PAGE (self), NULL);
  return self->store;
}

/* What a page of a document does. */

/* The chart that has the focus, else the large one, else the first. */
static LaminaChartCanvas *
find_canvas (LaminaChartPage *page)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (page));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  GtkWidget *card = focus && gtk_widget_is_ancestor (focus, GTK_WIDGET (page))
                    ? gtk_widget_get_ancestor (focus, LAMINA_TYPE_CHART_CARD) : NULL;

  if (strcmp (gtk_stack_get_visible_child_name (page->stack), "chart") == 0)
    card = GTK_WIDGET (page->card);
  else if (!card)
    card = gtk_widget_get_first_child (GTK_WIDGET (page->grid));
  return card ? lamina_chart_card_get_canvas (LAMINA_CHART_CARD (card)) : NULL;
}

LAMINA_ACTION (copy_chart)
{
  LaminaChartCanvas *canvas = find_canvas (user_data);
  LaminaChartData *data = canvas ? lamina_chart_canvas_get_data (canvas) : NULL;

  if (data)
    lamina_copy_text (user_data, strcmp (g_variant_get_string (parameter, NULL), "markdown") == 0
                                   ? lamina_chart_text_dup_markdown (data)
                                   : lamina_chart_data_dup_csv (data, G_MAXUINT, LAMINA_CSV_PROTECTED));
}

/* To the one behind or before the one that is shown, around the ends; the overview stands before the first. */
static void
step (LaminaChartPage *page,
      int              by)
{
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (page->store);
  int n = (int) charts->len + 1, position = 0;

  for (guint i = 0; i < charts->len; i++)
    if (strcmp (lamina_chart_get_id (charts->pdata[i]), page->chart) == 0)
      position = (int) i + 1;
  position = (position + by + n) % n;
  set_chart (page, position == 0 ? "" : lamina_chart_get_id (charts->pdata[position - 1]));
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

  if (page->session)
    lamina_chart_export_ask (GTK_WIDGET (page), page->store);
}

LAMINA_ACTION (show_in_trace)
{
  GtkWidget *page = user_data;
  LaminaSession *session = lamina_chart_store_get_session (LAMINA_CHART_PAGE (page)->store);
  guint n = 0;
  const guint32 *gaps = session ? lamina_session_get_selected_gaps (session, &n) : NULL;

  gtk_widget_activate_action (page, "view.page", "s", "trace");
  if (n > 0)
    lamina_session_gaps_show (lamina_session_get_gaps (session), gaps, n);
  else
    gtk_widget_activate_action (page, "view.zoom-to-layers", NULL);
}

static gboolean
turn_to_durations (gpointer page)
{
  gtk_widget_activate_action (page, "view.page", "s", "charts");
  gtk_widget_activate_action (page, "view.chart", "s", "durations");
  return G_SOURCE_REMOVE;
}

/* Whether something is selected that others may be called like. */
static gboolean
has_name (LaminaSession *session)
{
  return lamina_session_has_selection (session) && lamina_session_get_selected_gap (session) == LAMINA_NONE;
}

/* All that is called what is selected: slices, or layers with what they cost. */
LAMINA_ACTION (show_durations)
{
  LaminaChartStore *store = LAMINA_CHART_PAGE (user_data)->store;
  LaminaSession *session = lamina_chart_store_get_session (store);
  const LaminaSelection *selection = session ? lamina_session_get_selection (session) : NULL;
  const char *name = NULL;

  if (!selection || !has_name (session))
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
  lamina_action_enable (actions, "durations", session && has_name (session));
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

static void
lamina_chart_page_init_page (LaminaPageInterface *iface)
{
  iface->id = "charts";
  iface->title = N_("Charts");
  iface->icon_name = "lamina-charts-symbolic";
  iface->stand_in = stand_in;
  iface->enable_actions = enable_actions;
  iface->add_actions = add_actions;
  iface->set_session = set_session;
  iface->fill_export = fill_export;
}
