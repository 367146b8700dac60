/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-page-private.h"

#include "lamina-chart-summary.h"

#include <glib/gi18n.h>

/* Which charts the page shows, and their data once they come into sight. */

/* How far out of sight a card may be and is still worth computing: about a row. */
#define MARGIN 330

static gboolean
is_in_sight (LaminaChartPage *self,
             GtkWidget       *card)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  double top = gtk_adjustment_get_value (adjustment), bottom = top + gtk_adjustment_get_page_size (adjustment);
  graphene_rect_t place;

  return gtk_widget_get_width (card) > 0 && gtk_widget_compute_bounds (card, GTK_WIDGET (self->grid), &place)
         && place.origin.y + place.size.height > top - MARGIN && place.origin.y < bottom + MARGIN;
}

/* The large chart and its table show the same. */
void
_lamina_chart_page_load_large (LaminaChartPage *self)
{
  LaminaChartData *data;

  lamina_chart_card_load (self->card);
  data = lamina_chart_canvas_get_data (lamina_chart_card_get_canvas (self->card));
  if (data)
    lamina_chart_table_show (self->table, self->session, data);
}

/* Asks for the data of what is to be seen, and of nothing else. */
void
_lamina_chart_page_load (LaminaChartPage *self)
{
  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (*self->chart)
    _lamina_chart_page_load_large (self);
  for (guint i = 0; !*self->chart && i < self->cards->len; i++)
    if (is_in_sight (self, self->cards->pdata[i]))
      lamina_chart_card_load (self->cards->pdata[i]);
}

void
_lamina_chart_page_show_head (LaminaChartPage *self)
{
  g_autofree char *limits = lamina_chart_summary_dup_limits (self->session);
  g_autofree char *summary = lamina_chart_summary_dup_markup (self->session);
  const char *title = lamina_run_get_shown_title (lamina_session_get_run (self->session));

  gtk_label_set_text (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), title);
  gtk_label_set_markup (self->summary, summary);
  gtk_widget_set_tooltip_markup (GTK_WIDGET (self->summary), summary);
  gtk_label_set_text (self->limits_text, limits ? limits : "");
  gtk_widget_set_visible (self->limits, limits != NULL);
}

static gboolean
has_same (GPtrArray *a,
          GPtrArray *b)
{
  for (guint i = 0; i < a->len; i++)
    if (i >= b->len || a->pdata[i] != b->pdata[i])
      return FALSE;
  return a->len == b->len;
}

void
_lamina_chart_page_fill_choice (LaminaChartPage *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint position = GTK_INVALID_LIST_POSITION;

  gtk_string_list_append (titles, C_("charts", "Overview"));
  if (*self->chart == '\0')
    position = 0;
  for (guint i = 0; i < self->charts->len; i++)
    {
      gtk_string_list_append (titles, lamina_chart_get_title (self->charts->pdata[i]));
      if (strcmp (lamina_chart_get_id (self->charts->pdata[i]), self->chart) == 0)
        position = i + 1;
    }
  self->filling = TRUE;
  gtk_drop_down_set_model (self->chart_choice, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->chart_choice, position);
  self->filling = FALSE;
}

/* Cards for the charts that the run has; where another run has the same, the cards stay. */
void
_lamina_chart_page_fill_charts (LaminaChartPage *self)
{
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (self->store);

  if (has_same (self->charts, charts))
    return;
  g_ptr_array_unref (self->charts);
  self->charts = g_steal_pointer (&charts);
  g_ptr_array_set_size (self->cards, 0);
  lamina_chart_grid_clear (self->grid);
  lamina_chart_sidebar_clear (self->sidebar);
  for (guint i = 0; i < self->charts->len; i++)
    {
      const LaminaChart *chart = self->charts->pdata[i];
      GtkWidget *card = lamina_chart_card_new (self->store);

      gtk_widget_add_css_class (card, "card");
      lamina_chart_card_set_chart (LAMINA_CHART_CARD (card), chart);
      lamina_chart_grid_append (self->grid, card);
      g_ptr_array_add (self->cards, card);
      lamina_chart_sidebar_add (self->sidebar, lamina_chart_get_id (chart), lamina_chart_get_title (chart));
    }
  _lamina_chart_page_fill_choice (self);
}
