/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-card.h"

#include "lamina-chart-summary.h"
#include "lamina-popup.h"
#include "lamina-text-bin.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* What takes longer than this says that it works. */
#define PATIENCE_MS 150

struct _LaminaChartCard
{
  GtkWidget parent_instance;

  LaminaChartStore *store;
  const LaminaChart *chart;
  gboolean large;
  guint wait_source;

  GtkLabel *title;
  GtkLabel *subtitle;
  GtkWidget *table_button;
  GtkWidget *export_button;
  GtkWidget *size_button;
  GtkStack *stack;
  GtkSpinner *spinner;
  LaminaChartCanvas *canvas;
  GtkLabel *nothing;
  GtkLabel *note;
};

G_DEFINE_FINAL_TYPE (LaminaChartCard, lamina_chart_card, GTK_TYPE_WIDGET)

static gboolean
on_wait (gpointer user_data)
{
  LaminaChartCard *self = user_data;

  self->wait_source = 0;
  gtk_spinner_start (self->spinner);
  lamina_widget_set_text (self->subtitle, _("Working…"));
  return G_SOURCE_REMOVE;
}

static void
stop_waiting (LaminaChartCard *self)
{
  g_clear_handle_id (&self->wait_source, g_source_remove);
  if (self->spinner)
    gtk_spinner_stop (self->spinner);
}

static void
show_data (LaminaChartCard *self,
           LaminaChartData *data)
{
  const char *reason = lamina_chart_data_get_reason (data);
  const char *note = lamina_chart_data_get_note (data);
  g_autofree char *limits = lamina_chart_summary_dup_limits (lamina_chart_store_get_session (self->store));

  stop_waiting (self);
  lamina_widget_set_text (self->title, lamina_chart_data_get_title (data));
  lamina_widget_set_text (self->subtitle, lamina_chart_data_get_subtitle (data));
  lamina_widget_set_tip (GTK_WIDGET (self->subtitle), lamina_chart_data_get_subtitle (data));
  lamina_widget_set_text (self->nothing, reason ? reason : "");
  lamina_widget_set_text (self->note, note ? note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), self->large && note && !reason);
  lamina_chart_canvas_show (self->canvas, lamina_chart_store_get_session (self->store), data);
  gtk_stack_set_visible_child_name (self->stack, reason ? "nothing" : "chart");
  /* Among others it would only take room, unless it is empty for what was filtered. */
  gtk_widget_set_visible (GTK_WIDGET (self), self->large || !reason || limits);
}

static void
on_ready (LaminaChartCard   *self,
          const LaminaChart *chart)
{
  if (chart == self->chart && self->chart)
    show_data (self, lamina_chart_store_get (self->store, chart));
}

static const char *
get_title (LaminaChartCard *self)
{
  LaminaSession *session = lamina_chart_store_get_session (self->store);

  return self->chart ? lamina_chart_get_title (self->chart, session ? lamina_session_get_run (session) : NULL) : "";
}

/* What was there is no longer true, and stays away until the card is asked to load anew. */
static void
on_reset (LaminaChartCard *self)
{
  stop_waiting (self);
  lamina_widget_set_text (self->title, get_title (self));
  lamina_chart_canvas_show (self->canvas, NULL, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  gtk_stack_set_visible_child_name (self->stack, "wait");
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  lamina_widget_set_text (self->subtitle, "");
}

/* The buttons are for this chart. */
static void
update_buttons (LaminaChartCard *self)
{
  const char *id = self->chart ? lamina_chart_get_id (self->chart) : "";
  g_autofree char *view = g_strconcat ("chart:", id, NULL);

  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->export_button), "s", view);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->size_button), "s", self->large ? "" : id);
  gtk_button_set_icon_name (GTK_BUTTON (self->size_button), self->large ? "view-restore-symbolic"
                                                                        : "view-fullscreen-symbolic");
  lamina_widget_set_tip (self->size_button, self->large ? _("Back to all charts") : _("Enlarge, with table"));
  gtk_widget_set_visible (self->table_button, self->large);
}

static void
on_enlarge (LaminaChartCard *self)
{
  if (self->chart)
    gtk_widget_activate_action (GTK_WIDGET (self), "view.chart", "s", self->large ? "" : lamina_chart_get_id (self->chart));
}

static void
add (GMenu      *section,
     const char *label,
     const char *action,
     const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, target ? "s" : NULL, target);
  g_menu_append_item (section, item);
}

static GMenuModel *
create_menu (const LaminaChart *chart,
             gboolean           large)
{
  const char *id = lamina_chart_get_id (chart);
  g_autofree char *view = g_strconcat ("chart:", id, NULL);
  g_autoptr (GMenu) selection = g_menu_new (), shown = g_menu_new (), copies = g_menu_new (), files = g_menu_new ();
  GMenu *menu = g_menu_new ();

  add (selection, _("Show in the _Trace"), "view.chart-to-trace", NULL);
  if (strcmp (id, "memory") == 0)
    add (selection, _("Show _Live Tensors"), "view.live-tensors", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (selection));
  if (large)
    {
      add (shown, _("_Table"), "view.chart-table", NULL);
      add (shown, _("_Back to All Charts"), "view.chart", "");
    }
  else
    add (shown, _("_Enlarge"), "view.chart", id);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (shown));
  add (copies, _("_Copy as CSV"), "view.copy-chart", "csv");
  add (copies, _("Copy as _Markdown"), "view.copy-chart", "markdown");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  add (files, _("E_xport This Chart…"), "view.export", view);
  add (files, _("Export _All Charts…"), "view.export-charts", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  return G_MENU_MODEL (menu);
}

static void
on_menu (LaminaChartCard *self,
         double           x,
         double           y)
{
  g_autoptr (GMenuModel) menu = self->chart ? create_menu (self->chart, self->large) : NULL;

  if (menu)
    lamina_popup_menu (GTK_WIDGET (self->canvas), menu, x, y);
}

static void
lamina_chart_card_dispose (GObject *object)
{
  LaminaChartCard *self = LAMINA_CHART_CARD (object);

  stop_waiting (self);
  if (self->store)
    g_signal_handlers_disconnect_by_data (self->store, self);
  g_clear_object (&self->store);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_CHART_CARD);
  G_OBJECT_CLASS (lamina_chart_card_parent_class)->dispose (object);
}

static void
lamina_chart_card_class_init (LaminaChartCardClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_chart_card_dispose;
  g_type_ensure (LAMINA_TYPE_CHART_CANVAS);
  g_type_ensure (LAMINA_TYPE_TEXT_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-chart-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, subtitle);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, table_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, export_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, size_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, spinner);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, canvas);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, nothing);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartCard, note);
  gtk_widget_class_set_css_name (widget_class, "chartcard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
lamina_chart_card_init (LaminaChartCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->canvas, "enlarge", G_CALLBACK (on_enlarge), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "menu", G_CALLBACK (on_menu), self, G_CONNECT_SWAPPED);
  update_buttons (self);
}

GtkWidget *
lamina_chart_card_new (LaminaChartStore *store)
{
  LaminaChartCard *self = g_object_new (LAMINA_TYPE_CHART_CARD, NULL);

  self->store = g_object_ref (store);
  g_signal_connect_swapped (store, "ready", G_CALLBACK (on_ready), self);
  g_signal_connect_swapped (store, "reset", G_CALLBACK (on_reset), self);
  return GTK_WIDGET (self);
}

void
lamina_chart_card_set_chart (LaminaChartCard   *self,
                             const LaminaChart *chart)
{
  g_return_if_fail (LAMINA_IS_CHART_CARD (self));

  if (self->chart == chart)
    return;
  self->chart = chart;
  on_reset (self);
  update_buttons (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, get_title (self), -1);
}

const LaminaChart *
lamina_chart_card_get_chart (LaminaChartCard *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_CARD (self), NULL);
  return self->chart;
}

void
lamina_chart_card_set_large (LaminaChartCard *self,
                             gboolean         large)
{
  g_return_if_fail (LAMINA_IS_CHART_CARD (self));

  self->large = large;
  update_buttons (self);
}

void
lamina_chart_card_load (LaminaChartCard *self)
{
  LaminaChartData *data;

  g_return_if_fail (LAMINA_IS_CHART_CARD (self));

  if (!self->chart || !self->store || lamina_chart_canvas_get_data (self->canvas))
    return;
  data = lamina_chart_store_get (self->store, self->chart);
  if (data)
    show_data (self, data);
  else if (self->wait_source == 0 && !gtk_spinner_get_spinning (self->spinner))
    self->wait_source = g_timeout_add (PATIENCE_MS, on_wait, self);
}

LaminaChartCanvas *
lamina_chart_card_get_canvas (LaminaChartCard *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_CARD (self), NULL);
  return self->canvas;
}
