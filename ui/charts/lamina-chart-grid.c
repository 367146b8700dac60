/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-grid.h"

#include "lamina-chart-card.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"

/* A card narrower than this would cut names; a second column needs room for both. */
#define LEAST_COLUMN 480
#define CARD_HEIGHT 316
#define GAP 12

/* How far out of sight a card may be and is still worth computing: about a row. */
#define MARGIN 330

/* Cards that are made at once, as many as a window shows, and in each frame behind it until all are there. */
#define FIRST_CARDS 6
#define MORE_CARDS 2

/* The first @n_cards of @charts have a card while @more adds others; @top and @bottom are what is seen. */
struct _LaminaChartGrid
{
  GtkWidget parent_instance;

  LaminaChartStore *store;
  GPtrArray *charts;
  guint n_cards;
  guint more;
  double top;
  double bottom;
};

G_DEFINE_FINAL_TYPE (LaminaChartGrid, lamina_chart_grid, GTK_TYPE_WIDGET)

static guint
count_cards (GtkWidget *widget)
{
  guint n = 0;

  for (GtkWidget *card = gtk_widget_get_first_child (widget); card; card = gtk_widget_get_next_sibling (card))
    n += gtk_widget_should_layout (card);
  return n;
}

static guint
count_columns (int width)
{
  return (guint) MAX ((width + GAP) / (lamina_text_size_get_length (LEAST_COLUMN) + GAP), 1);
}

static GtkSizeRequestMode
lamina_chart_grid_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
lamina_chart_grid_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  guint n = count_cards (widget), n_columns = count_columns (MAX (for_size, 0));
  int n_rows = (int) ((n + n_columns - 1) / n_columns);

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = MAX (n_rows * (lamina_text_size_get_length (CARD_HEIGHT) + GAP) - GAP, 0);
      return;
    }
  *minimum = 0;
  for (GtkWidget *card = gtk_widget_get_first_child (widget); card; card = gtk_widget_get_next_sibling (card))
    {
      int least;

      gtk_widget_measure (card, orientation, -1, &least, NULL, NULL, NULL);
      *minimum = MAX (*minimum, least);
    }
  *natural = MAX (*minimum, 2 * lamina_text_size_get_length (LEAST_COLUMN) + GAP);
}

static void
lamina_chart_grid_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int n_columns = (int) MAX (MIN (count_columns (width), count_cards (widget)), 1);
  int i = 0, card_height = lamina_text_size_get_length (CARD_HEIGHT);

  for (GtkWidget *card = gtk_widget_get_first_child (widget); card; card = gtk_widget_get_next_sibling (card))
    {
      int column = is_rtl ? n_columns - 1 - i % n_columns : i % n_columns;
      /* The pixels that the division leaves are spread over the columns. */
      int left = column * (width + GAP) / n_columns, right = (column + 1) * (width + GAP) / n_columns - GAP;
      int y = i / n_columns * (card_height + GAP);

      if (!gtk_widget_should_layout (card))
        continue;
      gtk_widget_size_allocate (card, &(GtkAllocation) { left, y, right - left, card_height }, -1);
      i++;
    }
}

static void
load (LaminaChartGrid *self)
{
  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self)); card; card = gtk_widget_get_next_sibling (card))
    {
      graphene_rect_t place;

      if (gtk_widget_get_width (card) > 0 && gtk_widget_compute_bounds (card, GTK_WIDGET (self), &place)
          && place.origin.y + place.size.height > self->top - MARGIN && place.origin.y < self->bottom + MARGIN)
        lamina_chart_card_load (LAMINA_CHART_CARD (card));
    }
}

static void
add_cards (LaminaChartGrid *self,
           guint            n)
{
  for (guint i = 0; i < n && self->n_cards < self->charts->len; i++)
    {
      GtkWidget *card = lamina_chart_card_new (self->store);

      gtk_widget_add_css_class (card, "card");
      lamina_chart_card_set_chart (LAMINA_CHART_CARD (card), self->charts->pdata[self->n_cards]);
      gtk_widget_insert_before (card, GTK_WIDGET (self), NULL);
      self->n_cards++;
    }
}

static gboolean
add_more_cards (GtkWidget     *widget,
                GdkFrameClock *clock,
                gpointer       user_data)
{
  LaminaChartGrid *self = LAMINA_CHART_GRID (widget);

  /* Those of the last frame have their place now. */
  load (self);
  if (self->n_cards < self->charts->len)
    {
      add_cards (self, MORE_CARDS);
      return G_SOURCE_CONTINUE;
    }
  self->more = 0;
  return G_SOURCE_REMOVE;
}

static void
lamina_chart_grid_dispose (GObject *object)
{
  LaminaChartGrid *self = LAMINA_CHART_GRID (object);

  lamina_widget_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->store);
  g_clear_pointer (&self->charts, g_ptr_array_unref);
  G_OBJECT_CLASS (lamina_chart_grid_parent_class)->dispose (object);
}

static void
lamina_chart_grid_class_init (LaminaChartGridClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_chart_grid_dispose;
  widget_class->get_request_mode = lamina_chart_grid_get_request_mode;
  widget_class->measure = lamina_chart_grid_measure;
  widget_class->size_allocate = lamina_chart_grid_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "chartgrid");
}

static void
lamina_chart_grid_init (LaminaChartGrid *self)
{
}

void
lamina_chart_grid_show (LaminaChartGrid  *self,
                        LaminaChartStore *store,
                        GPtrArray        *charts,
                        gboolean          at_once)
{
  g_return_if_fail (LAMINA_IS_CHART_GRID (self));
  g_return_if_fail (LAMINA_IS_CHART_STORE (store));

  lamina_widget_unparent_children (GTK_WIDGET (self));
  g_set_object (&self->store, store);
  g_clear_pointer (&self->charts, g_ptr_array_unref);
  self->charts = g_ptr_array_ref (charts);
  self->n_cards = 0;
  add_cards (self, at_once ? charts->len : FIRST_CARDS);
  if (self->more == 0)
    self->more = gtk_widget_add_tick_callback (GTK_WIDGET (self), add_more_cards, NULL, NULL);
}

void
lamina_chart_grid_load (LaminaChartGrid *self,
                        double           top,
                        double           bottom)
{
  g_return_if_fail (LAMINA_IS_CHART_GRID (self));

  self->top = top;
  self->bottom = bottom;
  load (self);
}
