/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-page-private.h"

#include "lamina-chart-sidebar.h"
#include "lamina-chart-summary.h"
#include "lamina-paned-share.h"
#include "lamina-run-list.h"
#include "lamina-settings.h"
#include "lamina-timing-badge.h"
#include "lamina-widget.h"
#include "lamina-width-bin.h"

#include <glib/gi18n.h>

/* From this width on, the table of the large chart stands beside it, else below. */
#define BESIDE 860

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_CHART,
  PROP_TABLE_VISIBLE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaChartPage, lamina_chart_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_PAGE, _lamina_chart_page_init_page))

static const char *
get_page (LaminaChartPage *self)
{
  if (*self->chart)
    return "chart";
  return self->charts->len > 0 ? "overview" : "nothing";
}

static void
show_chart (LaminaChartPage *self)
{
  const LaminaChart *chart = *self->chart ? lamina_chart_find (self->chart) : NULL;

  lamina_chart_card_set_chart (self->card, chart);
  lamina_chart_table_show (self->table, NULL, NULL);
  gtk_stack_set_visible_child_name (self->stack, get_page (self));
  _lamina_chart_page_load (self);
}

static gboolean
load_again (GtkWidget     *widget,
            GdkFrameClock *clock,
            gpointer       user_data)
{
  _lamina_chart_page_load (LAMINA_CHART_PAGE (widget));
  return G_SOURCE_REMOVE;
}

static void
on_ready (LaminaChartPage   *self,
          const LaminaChart *chart)
{
  if (*self->chart && chart == lamina_chart_card_get_chart (self->card))
    _lamina_chart_page_load_large (self);
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
  _lamina_chart_page_show_head (self);
  _lamina_chart_page_fill_charts (self);
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
  _lamina_chart_page_fill_choice (self);
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
    _lamina_chart_page_load (self);
}

/* Where the keys should go. */
static gboolean
lamina_chart_page_grab_focus (GtkWidget *widget)
{
  LaminaChartPage *self = LAMINA_CHART_PAGE (widget);
  LaminaChartCard *card = *self->chart ? self->card : self->cards->len > 0 ? self->cards->pdata[0] : NULL;

  return card && gtk_widget_grab_focus (GTK_WIDGET (lamina_chart_card_get_canvas (card)));
}

static void
set_session (LaminaChartPage *self,
             LaminaSession   *session)
{
  if (self->session == session)
    return;
  g_set_object (&self->session, session);
  if (!self->stack)
    {
      lamina_chart_store_set_session (self->store, session);
      return;
    }
  lamina_timing_badge_set_session (self->badge, session);
  g_object_set (self->sidebar, "session", session, NULL);
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
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
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
    case PROP_SESSION:
      set_session (self, g_value_get_object (value));
      break;
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
  g_ptr_array_set_size (self->cards, 0);
  set_session (self, NULL);
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
  g_ptr_array_unref (self->cards);
  g_free (self->chart);
  g_free (self->view_name);
  G_OBJECT_CLASS (lamina_chart_page_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
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
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LAMINA_TYPE_SESSION,
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_CHART] = g_param_spec_string ("chart", NULL, NULL, "", flags);
  properties[PROP_TABLE_VISIBLE] = g_param_spec_boolean ("table-visible", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (LAMINA_TYPE_CHART_GRID);
  g_type_ensure (LAMINA_TYPE_CHART_SIDEBAR);
  g_type_ensure (LAMINA_TYPE_TIMING_BADGE);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-chart-page.ui");
  bind_children (widget_class);
  gtk_widget_class_set_css_name (widget_class, "chart-page");
}

static void
init_chart (LaminaChartPage *self)
{
  self->card = LAMINA_CHART_CARD (lamina_chart_card_new (self->store));
  self->table = g_object_new (LAMINA_TYPE_CHART_TABLE, "width-request", 240, "height-request", 100, NULL);
  lamina_chart_card_set_large (self->card, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->card), "large");
  gtk_paned_set_start_child (self->paned, GTK_WIDGET (self->card));
  gtk_paned_set_end_child (self->paned, GTK_WIDGET (self->table));
  lamina_paned_share_bind (self->paned, BESIDE, LAMINA_SETTING_CHART_TABLE_SHARE);
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
  self->cards = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  init_chart (self);
  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (_lamina_chart_page_load), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (_lamina_chart_page_load), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->store, "ready", G_CALLBACK (on_ready), self);
  g_signal_connect_swapped (self->store, "reset", G_CALLBACK (on_reset), self);
  g_signal_connect_object (self->bin, "notify::narrow", G_CALLBACK (on_narrow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chart_choice, "notify::selected", G_CALLBACK (on_choice), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->unlimit, "clicked", G_CALLBACK (on_unlimit), self, G_CONNECT_SWAPPED);
  g_object_bind_property (self, "chart", self->sidebar, "chart", G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_settings_bind (settings, LAMINA_SETTING_CHART_TABLE, self, "table-visible", G_SETTINGS_BIND_DEFAULT);
  _lamina_chart_page_fill_choice (self);
}

LaminaChartStore *
lamina_chart_page_get_store (LaminaChartPage *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_PAGE (self), NULL);
  return self->store;
}

LaminaChartGrid *
lamina_chart_page_get_grid (LaminaChartPage *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_PAGE (self), NULL);
  return self->grid;
}

LaminaChartCard *
lamina_chart_page_get_card (LaminaChartPage *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_PAGE (self), NULL);
  return self->card;
}

LaminaChartTable *
lamina_chart_page_get_table (LaminaChartPage *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_PAGE (self), NULL);
  return self->table;
}

const char *
lamina_chart_page_get_page_name (LaminaChartPage *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_PAGE (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}
