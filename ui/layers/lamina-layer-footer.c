/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-footer.h"
#include "lamina-cell-text.h"
#include "lamina-layer-noun.h"

#include <glib/gi18n.h>

#define HEIGHT 24

#define LEFT_TO_RIGHT_MARK "\u200e"

/* As in the cells above. */
#define PADDING 6

struct _LaminaLayerFooter
{
  GtkWidget parent_instance;

  GtkColumnView *view;
  LaminaLayerHeads *heads;
  LaminaLayerListing *listing;
};

G_DEFINE_FINAL_TYPE (LaminaLayerFooter, lamina_layer_footer, GTK_TYPE_WIDGET)

/* The heading of a column: GTK has no call for it. The first child of the view is the row of headings. */
static gboolean
find_place (LaminaLayerFooter *self,
            guint              i,
            graphene_rect_t   *place)
{
  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (self->view)));

  while (title && i-- > 0)
    title = gtk_widget_get_next_sibling (title);
  return title && gtk_widget_compute_bounds (title, GTK_WIDGET (self), place);
}

static char *
dup_text (LaminaLayerFooter *self,
          LaminaLayerColumn  column,
          gboolean           exact)
{
  LaminaLayerValue value;
  const LaminaLayerSums *sums;
  g_autofree char *count = NULL;

  if (column == LAMINA_LAYER_COLUMN_NAME)
    {
      sums = lamina_layer_listing_get_sums (self->listing);
      count = lamina_layers_dup_count (lamina_layer_listing_get_run (self->listing), sums->layers);
      /* Translators: how many layers */
      return g_strdup_printf (_("Sum of %s"), count);
    }
  lamina_layer_listing_get_sum (self->listing, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return NULL;
  return exact ? lamina_layer_value_dup_exact (&value)
               : lamina_table_column_strip_unit (column, lamina_layer_value_dup_text (&value));
}

/*
 * What stands for a sum whose column is too narrow to say, too, over which part of the time it is, as the line above the table
 * and the tooltip do; NULL for others.
 */
static char *
dup_short (LaminaLayerFooter *self,
           LaminaLayerColumn  column)
{
  LaminaLayerValue value;
  g_autofree char *text = NULL;

  lamina_layer_listing_get_sum (self->listing, column, &value);
  if (value.covered == 0)
    return NULL;
  value.covered = 0;
  text = lamina_table_column_strip_unit (column, lamina_layer_value_dup_text (&value));
  return g_strconcat (LEFT_TO_RIGHT_MARK, text, NULL);
}

/* Returns the width of what was drawn. */
static int
draw_text (LaminaLayerFooter     *self,
           GtkSnapshot           *snapshot,
           const char            *text,
           const char            *shorter,
           gboolean               at_end,
           const graphene_rect_t *place)
{
  /* Figures are read from left to right. Where the window runs the other way, Pango changes the sides of such a line. */
  g_autofree char *line = g_strconcat (LEFT_TO_RIGHT_MARK, text, NULL);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), line);
  int width, height, room = (int) place->size.width - 2 * PADDING;
  GdkRGBA ink;
  float x;

  pango_layout_get_pixel_size (layout, &width, NULL);
  if (shorter && width > room)
    pango_layout_set_text (layout, shorter, -1);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, MAX (room, 1) * PANGO_SCALE);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_alignment (layout, at_end ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
  pango_layout_get_pixel_size (layout, &width, &height);
  x = place->origin.x + PADDING;
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &ink);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, (float) ((gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
  return width;
}

/* Makes a place reach to an edge behind it. */
static void
extend (graphene_rect_t *place,
        gboolean         is_mirrored,
        float            edge)
{
  float end = place->origin.x + place->size.width;

  if (is_mirrored)
    {
      place->origin.x = MIN (place->origin.x, edge);
      place->size.width = end - place->origin.x;
    }
  else
    place->size.width = MAX (end, edge) - place->origin.x;
}

static void
lamina_layer_footer_snapshot (GtkWidget   *widget,
                              GtkSnapshot *snapshot)
{
  LaminaLayerFooter *self = LAMINA_LAYER_FOOTER (widget);
  g_autoptr (GArray) columns = self->heads && self->listing ? lamina_layer_heads_list (self->heads) : NULL;
  float width = (float) gtk_widget_get_width (widget), height = (float) gtk_widget_get_height (widget);
  gboolean is_mirrored = lamina_cell_is_mirrored (widget);
  /* Where the next text begins: names may be short, and what they are the sum of is not. */
  float edge = is_mirrored ? 0 : width;

  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  for (guint i = columns ? columns->len : 0; i-- > 0;)
    {
      LaminaLayerColumn column = g_array_index (columns, LaminaLayerColumn, i);
      g_autofree char *text = dup_text (self, column, FALSE);
      g_autofree char *shorter = text ? dup_short (self, column) : NULL;
      gboolean at_end = lamina_layer_column_is_number (lamina_layer_listing_get_run (self->listing), column);
      graphene_rect_t place;
      int drawn;

      if (!text || !find_place (self, i, &place))
        continue;
      if (!at_end)
        extend (&place, is_mirrored, edge);
      drawn = draw_text (self, snapshot, text, shorter, at_end, &place) + 2 * PADDING;
      edge = is_mirrored ? place.origin.x + (float) drawn : place.origin.x + place.size.width - (float) drawn;
    }
  gtk_snapshot_pop (snapshot);
}

static void
lamina_layer_footer_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  g_autoptr (PangoLayout) layout = NULL;
  int height;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  layout = gtk_widget_create_pango_layout (widget, "0");
  pango_layout_get_pixel_size (layout, NULL, &height);
  *minimum = *natural = MAX (HEIGHT, height + 4);
}

static gboolean
lamina_layer_footer_query_tooltip (GtkWidget  *widget,
                                   int         x,
                                   int         y,
                                   gboolean    keyboard,
                                   GtkTooltip *tooltip)
{
  LaminaLayerFooter *self = LAMINA_LAYER_FOOTER (widget);
  g_autoptr (GArray) columns = self->heads && self->listing ? lamina_layer_heads_list (self->heads) : NULL;

  for (guint i = 0; columns && i < columns->len; i++)
    {
      LaminaLayerColumn column = g_array_index (columns, LaminaLayerColumn, i);
      graphene_rect_t place;
      g_autofree char *digits = NULL;
      g_autofree char *reason = NULL;
      g_autofree char *text = NULL;

      if (!find_place (self, i, &place) || (float) x < place.origin.x || (float) x > place.origin.x + place.size.width)
        continue;
      /* All digits, and why the sum is suspicious where it is. */
      digits = dup_text (self, column, TRUE);
      reason = digits ? lamina_layer_listing_dup_sum_suspicion (self->listing, column) : NULL;
      text = reason ? g_strconcat (digits, "\n", reason, NULL) : NULL;
      gtk_tooltip_set_text (tooltip, text ? text : digits);
      return digits != NULL;
    }
  return FALSE;
}

static void
lamina_layer_footer_dispose (GObject *object)
{
  LaminaLayerFooter *self = LAMINA_LAYER_FOOTER (object);

  lamina_layer_footer_set_listing (self, NULL);
  lamina_layer_footer_set_view (self, NULL, NULL);
  G_OBJECT_CLASS (lamina_layer_footer_parent_class)->dispose (object);
}

static void
lamina_layer_footer_class_init (LaminaLayerFooterClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_layer_footer_dispose;
  widget_class->snapshot = lamina_layer_footer_snapshot;
  widget_class->measure = lamina_layer_footer_measure;
  widget_class->query_tooltip = lamina_layer_footer_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "layerfooter");
}

static void
lamina_layer_footer_init (LaminaLayerFooter *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

void
lamina_layer_footer_set_view (LaminaLayerFooter *self,
                              GtkColumnView     *view,
                              LaminaLayerHeads  *heads)
{
  GtkAdjustment *adjustment;

  g_return_if_fail (LAMINA_IS_LAYER_FOOTER (self));

  if (self->heads)
    g_signal_handlers_disconnect_by_data (self->heads, self);
  g_set_object (&self->heads, heads);
  self->view = view;
  if (!view)
    return;
  adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));
  g_signal_connect_object (heads, "changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  if (adjustment)
    g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

void
lamina_layer_footer_set_listing (LaminaLayerFooter  *self,
                                 LaminaLayerListing *listing)
{
  g_autofree char *text = NULL;

  g_return_if_fail (LAMINA_IS_LAYER_FOOTER (self));

  if (listing)
    lamina_layer_listing_ref (listing);
  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  self->listing = listing;
  text = listing ? lamina_layer_listing_dup_totals (listing) : NULL;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
