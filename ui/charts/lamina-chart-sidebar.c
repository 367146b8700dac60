/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-sidebar.h"

#include "lamina-device-choice.h"
#include "lamina-layer-noun.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* Each chart's row keeps the id. While the lists are filled or follow something (@following), what they say is not heard. */
#define CHART_ID "lamina-chart"

struct _LaminaChartSidebar
{
  GtkWidget parent_instance;

  LaminaSession *session;
  char *chart;
  GtkListBox *charts;
  GtkWidget *device_box;
  GtkWidget *device;
  GtkWidget *run_box;
  GtkListBox *runs;
  gboolean following;
};

enum
{
  PROP_0,
  PROP_CHART,
};

G_DEFINE_FINAL_TYPE (LaminaChartSidebar, lamina_chart_sidebar, GTK_TYPE_WIDGET)

static GtkWidget *
new_row (const char *title,
         const char *figure)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = lamina_widget_new_label (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  if (figure)
    {
      GtkWidget *number = lamina_widget_new_label (figure);

      gtk_widget_add_css_class (number, "numeric");
      gtk_widget_add_css_class (number, "figure");
      gtk_box_append (GTK_BOX (box), number);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

static const char *
get_id (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), CHART_ID);
}

static void
mark_chart (LaminaChartSidebar *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->charts, 0);

  for (int i = 1; row && strcmp (get_id (row), self->chart) != 0; i++)
    row = gtk_list_box_get_row_at_index (self->charts, i);
  self->following = TRUE;
  if (row)
    gtk_list_box_select_row (self->charts, row);
  else
    gtk_list_box_unselect_all (self->charts);
  self->following = FALSE;
}

static void
mark_run (LaminaChartSidebar *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->runs, (int) lamina_session_get_run_index (self->session));

  self->following = TRUE;
  if (row)
    gtk_list_box_select_row (self->runs, row);
  self->following = FALSE;
}

static void
clear (GtkListBox *list)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, 0)))
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

static void
add_run (LaminaChartSidebar *self,
         LaminaRun          *run)
{
  const LaminaTotals *totals = lamina_run_get_totals (run);
  g_autofree char *figure = totals->cost == LAMINA_ABSENT ? NULL : lamina_figure_dup (totals->cost,
                                                                                      LAMINA_UNIT_NANOSECONDS);
  g_autofree char *hint = NULL;
  GtkWidget *row = new_row (lamina_run_get_shown_title (run), figure);

  hint = figure ? g_strdup_printf ("%s\n%s: %s", lamina_run_get_shown_title (run), lamina_layers_get_sum_title (run), figure)
                : g_strdup (lamina_run_get_shown_title (run));
  lamina_widget_set_tip (row, hint);
  gtk_list_box_append (self->runs, row);
}

static void
fill_runs (LaminaChartSidebar *self)
{
  LaminaDocument *document = self->session ? lamina_session_get_document (self->session) : NULL;
  guint n = document ? lamina_document_get_n_runs (document) : 0;

  self->following = TRUE;
  clear (self->runs);
  for (guint i = 0; i < n; i++)
    add_run (self, lamina_document_get_run (document, i));
  self->following = FALSE;
  gtk_widget_set_visible (self->run_box, n > 1);
  if (n > 0)
    mark_run (self);
}

static void
set_chart (LaminaChartSidebar *self,
           const char         *id)
{
  if (strcmp (self->chart, id) == 0)
    return;
  g_free (self->chart);
  self->chart = g_strdup (id);
  mark_chart (self);
  g_object_notify (G_OBJECT (self), "chart");
}

static void
on_chart_selected (LaminaChartSidebar *self,
                   GtkListBoxRow      *row)
{
  if (row && !self->following)
    set_chart (self, get_id (row));
}

static void
on_run_selected (LaminaChartSidebar *self,
                 GtkListBoxRow      *row)
{
  if (row && !self->following && self->session)
    lamina_session_set_run_index (self->session, (guint) gtk_list_box_row_get_index (row));
}

void
lamina_chart_sidebar_set_session (LaminaChartSidebar *self,
                                  LaminaSession      *session)
{
  LaminaDocument *document;
  gboolean has_times = FALSE;

  g_return_if_fail (LAMINA_IS_CHART_SIDEBAR (self));

  if (self->session == session)
    return;
  lamina_session_replace (&self->session, session, self);
  if (session)
    g_signal_connect_swapped (session, "notify::run", G_CALLBACK (mark_run), self);
  if (!self->runs)
    return;
  document = session ? lamina_session_get_document (session) : NULL;
  /* What devices reach bounds the work of layers in time. */
  for (guint i = 0; document && i < lamina_document_get_n_runs (document); i++)
    has_times = has_times || lamina_run_get_costs (lamina_document_get_run (document, i)) != NULL;
  gtk_widget_set_visible (self->device_box, has_times);
  lamina_device_choice_bind (self->device, document);
  fill_runs (self);
}

static void
lamina_chart_sidebar_get_property (GObject    *object,
                                   guint       id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  if (id == PROP_CHART)
    g_value_set_string (value, LAMINA_CHART_SIDEBAR (object)->chart);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_chart_sidebar_set_property (GObject      *object,
                                   guint         id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  if (id == PROP_CHART)
    set_chart (LAMINA_CHART_SIDEBAR (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_chart_sidebar_dispose (GObject *object)
{
  LaminaChartSidebar *self = LAMINA_CHART_SIDEBAR (object);

  self->following = TRUE;
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_CHART_SIDEBAR);
  lamina_chart_sidebar_set_session (self, NULL);
  G_OBJECT_CLASS (lamina_chart_sidebar_parent_class)->dispose (object);
}

static void
lamina_chart_sidebar_finalize (GObject *object)
{
  g_free (LAMINA_CHART_SIDEBAR (object)->chart);
  G_OBJECT_CLASS (lamina_chart_sidebar_parent_class)->finalize (object);
}

static gboolean
enter (GtkWidget        *stop,
       GtkDirectionType  direction)
{
  GtkListBoxRow *row;

  if (!gtk_widget_get_mapped (stop))
    return FALSE;
  if (!GTK_IS_LIST_BOX (stop))
    return gtk_widget_child_focus (stop, direction);
  row = gtk_list_box_get_selected_row (GTK_LIST_BOX (stop));
  if (!row)
    row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (stop), 0);
  return row && gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* Each list is one stop of the Tab key. GTK 4.8 would go through all rows, and each of them would choose its chart. */
static gboolean
lamina_chart_sidebar_focus (GtkWidget        *widget,
                            GtkDirectionType  direction)
{
  LaminaChartSidebar *self = LAMINA_CHART_SIDEBAR (widget);
  GtkWidget *const stops[] = { GTK_WIDGET (self->charts), self->device, GTK_WIDGET (self->runs) };
  const int n = G_N_ELEMENTS (stops), step = direction == GTK_DIR_TAB_BACKWARD ? -1 : 1;
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  int at = step > 0 ? -1 : n;

  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return GTK_WIDGET_CLASS (lamina_chart_sidebar_parent_class)->focus (widget, direction);
  for (int i = 0; i < n && focus; i++)
    if (focus == stops[i] || gtk_widget_is_ancestor (focus, stops[i]))
      at = i;
  for (int i = at + step; i >= 0 && i < n; i += step)
    if (enter (stops[i], direction))
      return TRUE;
  return FALSE;
}

static void
lamina_chart_sidebar_class_init (LaminaChartSidebarClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_chart_sidebar_dispose;
  object_class->finalize = lamina_chart_sidebar_finalize;
  object_class->get_property = lamina_chart_sidebar_get_property;
  object_class->set_property = lamina_chart_sidebar_set_property;
  widget_class->focus = lamina_chart_sidebar_focus;
  g_object_class_install_property (object_class, PROP_CHART,
                                   g_param_spec_string ("chart", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                                                                   | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-chart-sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaChartSidebar, charts);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartSidebar, device_box);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartSidebar, device);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartSidebar, run_box);
  gtk_widget_class_bind_template_child (widget_class, LaminaChartSidebar, runs);
  gtk_widget_class_set_css_name (widget_class, "chartsidebar");
}

static void
lamina_chart_sidebar_init (LaminaChartSidebar *self)
{
  self->chart = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Else its tooltip would be its name. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->device), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Device"), -1);
  g_signal_connect_object (self->charts, "row-selected", G_CALLBACK (on_chart_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "row-selected", G_CALLBACK (on_run_selected), self, G_CONNECT_SWAPPED);
  lamina_chart_sidebar_clear (self);
  fill_runs (self);
}

void
lamina_chart_sidebar_clear (LaminaChartSidebar *self)
{
  g_return_if_fail (LAMINA_IS_CHART_SIDEBAR (self));

  self->following = TRUE;
  clear (self->charts);
  self->following = FALSE;
  lamina_chart_sidebar_add (self, "", C_("charts", "Overview"));
}

void
lamina_chart_sidebar_add (LaminaChartSidebar *self,
                          const char         *id,
                          const char         *title)
{
  GtkWidget *row;

  g_return_if_fail (LAMINA_IS_CHART_SIDEBAR (self));
  g_return_if_fail (id && title);

  row = new_row (title, NULL);
  g_object_set_data_full (G_OBJECT (row), CHART_ID, g_strdup (id), g_free);
  gtk_list_box_append (self->charts, row);
  if (strcmp (self->chart, id) == 0)
    mark_chart (self);
}

void
lamina_chart_sidebar_offer (LaminaChartSidebar *self,
                            const char         *id,
                            gboolean            is_offered)
{
  GtkListBoxRow *row;

  g_return_if_fail (LAMINA_IS_CHART_SIDEBAR (self) && id != NULL);

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->charts, i)) != NULL; i++)
    if (strcmp (get_id (row), id) == 0)
      gtk_widget_set_visible (GTK_WIDGET (row), is_offered);
}
