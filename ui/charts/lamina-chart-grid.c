/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-grid.h"

#include "lamina-text-size.h"
#include "lamina-widget.h"

/* A card narrower than this would cut names; a second column needs room for both. */
#define LEAST_COLUMN 480
#define CARD_HEIGHT 316
#define GAP 12

struct _LaminaChartGrid
{
  GtkWidget parent_instance;

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
lamina_chart_grid_dispose (GObject *object)
{
  lamina_widget_unparent_children (GTK_WIDGET (object));
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
lamina_chart_grid_append (LaminaChartGrid *self,
                          GtkWidget       *card)
{
  g_return_if_fail (LAMINA_IS_CHART_GRID (self));
  g_return_if_fail (GTK_IS_WIDGET (card));

  gtk_widget_insert_before (card, GTK_WIDGET (self), NULL);
}

void
lamina_chart_grid_clear (LaminaChartGrid *self)
{
  g_return_if_fail (LAMINA_IS_CHART_GRID (self));

  lamina_widget_unparent_children (GTK_WIDGET (self));
}
