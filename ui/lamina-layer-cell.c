/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-cell.h"

#include "lamina-layer-cell-draw.h"
#include "lamina-layer-text.h"
#include "lamina-timeline.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <string.h>

#define GAP 6
#define BAR_GAP 4
#define ENOUGH 48
#define LETTERS 3

/* What a line needs in a font. One is as high as another, and any can be cut down to a few letters. */
typedef struct
{
  PangoFontDescription *font;
  double resolution;
  int least;
  int height;
  int baseline;
} LineSize;

struct _LaminaLayerCell
{
  GtkWidget parent_instance;

  GtkWidget *text;
  LaminaLayerColumn column;
  LaminaLayerListing *listing;
  guint32 id;
  gboolean expanded;
  const LineSize *line;
};

enum
{
  TOGGLE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LaminaLayerCell, lamina_layer_cell, GTK_TYPE_WIDGET)

static gboolean
is_grouped (LaminaLayerCell *self)
{
  return self->listing && lamina_layer_listing_get_grouping (self->listing);
}

static gboolean
is_group (LaminaLayerCell *self)
{
  return is_grouped (self) && (self->id & LAMINA_GROUP_ID);
}

/* Room at the beginning for what is drawn there. Layers of a group stand below its name. */
static int
get_indent (LaminaLayerCell *self)
{
  if (self->column == LAMINA_LAYER_COLUMN_TYPE)
    return LAMINA_CELL_DOT + GAP;
  if (self->column == LAMINA_LAYER_COLUMN_DURATION)
    return LAMINA_CELL_BAR + BAR_GAP;
  if (self->column == LAMINA_LAYER_COLUMN_NAME && is_grouped (self))
    return LAMINA_CELL_ARROW + LAMINA_CELL_DOT + GAP + (is_group (self) ? 0 : LAMINA_CELL_ARROW);
  return 0;
}

static void
draw_name (LaminaLayerCell *self,
           GtkSnapshot     *snapshot,
           float            height)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  float dot = (float) (get_indent (self) - LAMINA_CELL_DOT - GAP);
  GdkRGBA ink;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &ink);
  ink.alpha *= 0.7f;
  if (is_group (self))
    lamina_layer_cell_draw_arrow (snapshot, &ink, self->expanded, mirrored, mirrored ? width - LAMINA_CELL_ARROW : 0, height);
  lamina_layer_cell_draw_dot (snapshot, self->listing, self->id, mirrored ? width - dot - LAMINA_CELL_DOT : dot, height);
}

static void
lamina_layer_cell_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  LaminaLayerCell *self = LAMINA_LAYER_CELL (widget);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  float width = (float) gtk_widget_get_width (widget), height = (float) gtk_widget_get_height (widget);

  if (self->listing && self->column == LAMINA_LAYER_COLUMN_TYPE)
    lamina_layer_cell_draw_dot (snapshot, self->listing, self->id, mirrored ? width - LAMINA_CELL_DOT : 0, height);
  if (self->listing && self->column == LAMINA_LAYER_COLUMN_DURATION)
    lamina_layer_cell_draw_bar (snapshot, self->listing, self->id, height);
  if (self->column == LAMINA_LAYER_COLUMN_NAME && is_grouped (self))
    draw_name (self, snapshot, height);
  if (self->column == LAMINA_LAYER_COLUMN_HISTOGRAM && is_group (self))
    lamina_layer_cell_draw_histogram (snapshot, self->listing, self->id, width, height);
  gtk_widget_snapshot_child (widget, self->text, snapshot);
}

static LineSize *
measure_font (PangoContext *context)
{
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  LineSize *size = g_new (LineSize, 1);
  int letter = MAX (pango_font_metrics_get_approximate_char_width (metrics),
                    pango_font_metrics_get_approximate_digit_width (metrics));

  size->font = pango_font_description_copy (pango_context_get_font_description (context));
  size->resolution = pango_cairo_context_get_resolution (context);
  size->least = PANGO_PIXELS_CEIL (LETTERS * letter);
  size->baseline = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics));
  size->height = size->baseline + PANGO_PIXELS_CEIL (pango_font_metrics_get_descent (metrics));
  pango_font_metrics_unref (metrics);
  return size;
}

/* There are a few fonts, which are kept as long as the program runs. */
static const LineSize *
find_size (PangoContext *context)
{
  static GSList *sizes;
  PangoFontDescription *font = pango_context_get_font_description (context);

  for (GSList *item = sizes; item; item = item->next)
    {
      const LineSize *size = item->data;

      if (size->resolution == pango_cairo_context_get_resolution (context)
          && pango_font_description_equal (size->font, font))
        return size;
    }
  sizes = g_slist_prepend (sizes, measure_font (context));
  return sizes->data;
}

/*
 * What stands in a cell is not looked at: there are thousands, their columns have widths of their own, and to shape a
 * text takes long. So does asking for a font.
 */
static const LineSize *
get_line (LaminaLayerCell *self)
{
  if (!self->line)
    self->line = find_size (gtk_widget_get_pango_context (self->text));
  return self->line;
}

static void
lamina_layer_cell_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  LaminaLayerCell *self = LAMINA_LAYER_CELL (widget);

  const LineSize *line = get_line (self);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = *natural = get_indent (self) + line->least;
      return;
    }
  *minimum = *natural = line->height;
  *minimum_baseline = *natural_baseline = line->baseline;
}

static void
lamina_layer_cell_css_changed (GtkWidget         *widget,
                               GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lamina_layer_cell_parent_class)->css_changed (widget, change);
  LAMINA_LAYER_CELL (widget)->line = NULL;
}

static void
lamina_layer_cell_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  LaminaLayerCell *self = LAMINA_LAYER_CELL (widget);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL && self->column != LAMINA_LAYER_COLUMN_DURATION;
  int indent = get_indent (self), minimum = 0;

  /* A text that is cut off needs no more than a few letters. */
  if (width - indent < ENOUGH)
    gtk_widget_measure (self->text, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->text,
                            &(GtkAllocation) { mirrored ? 0 : indent, 0, MAX (width - indent, minimum), height }, baseline);
}

static char *
dup_spread (LaminaLayerCell *self)
{
  const LaminaLayerGroup *group = lamina_layer_listing_get_group (self->listing, self->id);
  g_autofree char *min = NULL;
  g_autofree char *median = NULL;
  g_autofree char *max = NULL;

  if (!group || group->min == LAMINA_ABSENT)
    return NULL;
  min = lamina_figure_dup (group->min, LAMINA_UNIT_NANOSECONDS);
  median = lamina_figure_dup (group->median, LAMINA_UNIT_NANOSECONDS);
  max = lamina_figure_dup (group->max, LAMINA_UNIT_NANOSECONDS);
  return g_strdup_printf (_("Calls cost from %s to %s, half of them no more than %s"), min, max, median);
}

static char *
dup_tooltip (LaminaLayerCell *self)
{
  g_auto (LaminaLayerValue) value = { 0 };

  if (!self->listing)
    return NULL;
  if (self->column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    return is_group (self) ? dup_spread (self) : NULL;
  lamina_layer_listing_get_value (self->listing, self->id, self->column, &value);
  return value.kind == LAMINA_LAYER_VALUE_ABSENT ? NULL : lamina_layer_value_dup_exact (&value);
}

/* A tooltip that says what stands there already only covers the rows below. */
static gboolean
is_shown_whole (LaminaLayerCell *self,
                const char      *text)
{
  GtkLabel *label = GTK_LABEL (self->text);

  return strcmp (gtk_label_get_text (label), text) == 0 && !pango_layout_is_ellipsized (gtk_label_get_layout (label));
}

static gboolean
lamina_layer_cell_query_tooltip (GtkWidget  *widget,
                                 int         x,
                                 int         y,
                                 gboolean    keyboard,
                                 GtkTooltip *tooltip)
{
  g_autofree char *text = dup_tooltip (LAMINA_LAYER_CELL (widget));

  if (!text || is_shown_whole (LAMINA_LAYER_CELL (widget), text))
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
on_pressed (LaminaLayerCell *self,
            int              n_press,
            double           x,
            double           y,
            GtkGesture      *gesture)
{
  double from_start = x;

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    from_start = gtk_widget_get_width (GTK_WIDGET (self)) - x;
  if (!is_group (self) || from_start > LAMINA_CELL_ARROW)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  g_signal_emit (self, signals[TOGGLE], 0);
}

static void
lamina_layer_cell_dispose (GObject *object)
{
  LaminaLayerCell *self = LAMINA_LAYER_CELL (object);

  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  g_clear_pointer (&self->text, gtk_widget_unparent);
  G_OBJECT_CLASS (lamina_layer_cell_parent_class)->dispose (object);
}

static void
lamina_layer_cell_class_init (LaminaLayerCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_layer_cell_dispose;
  widget_class->snapshot = lamina_layer_cell_snapshot;
  widget_class->css_changed = lamina_layer_cell_css_changed;
  widget_class->measure = lamina_layer_cell_measure;
  widget_class->size_allocate = lamina_layer_cell_size_allocate;
  widget_class->query_tooltip = lamina_layer_cell_query_tooltip;
  signals[TOGGLE] = g_signal_new ("toggle", LAMINA_TYPE_LAYER_CELL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "layercell");
}

static void
lamina_layer_cell_init (LaminaLayerCell *self)
{
  self->id = LAMINA_NONE;
  self->text = gtk_label_new (NULL);
  gtk_label_set_single_line_mode (GTK_LABEL (self->text), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
lamina_layer_cell_new (LaminaLayerColumn column)
{
  LaminaLayerCell *self = g_object_new (LAMINA_TYPE_LAYER_CELL, NULL);
  gboolean number = lamina_layer_column_is_number (column);

  self->column = column;
  gtk_label_set_xalign (GTK_LABEL (self->text), number ? 1 : 0);
  lamina_widget_read_left_to_right (GTK_LABEL (self->text));
  if (number)
    gtk_widget_add_css_class (self->text, "numeric");
  if (column == LAMINA_LAYER_COLUMN_NAME)
    {
      GtkGesture *click = gtk_gesture_click_new ();

      g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, G_CONNECT_SWAPPED);
      gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
    }
  return GTK_WIDGET (self);
}

/*
 * The short name, then its arguments in the quiet tone. Names without arguments often begin alike and end in what tells
 * them apart.
 */
static void
set_name (LaminaLayerCell *self,
          const char      *name)
{
  g_autofree char *label = lamina_slice_dup_label (name);
  g_autofree char *arguments = lamina_layer_dup_arguments (name, label);
  g_autofree char *text = g_strconcat (label, arguments, NULL);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoAttribute *quiet = pango_attr_foreground_alpha_new (G_MAXUINT16 / 100 * 55);

  gtk_label_set_ellipsize (GTK_LABEL (self->text), *arguments ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE);
  if (!*arguments)
    {
      pango_attribute_destroy (quiet);
      return;
    }
  quiet->start_index = (guint) strlen (label);
  pango_attr_list_insert (attributes, quiet);
  gtk_label_set_text (GTK_LABEL (self->text), text);
  gtk_label_set_attributes (GTK_LABEL (self->text), attributes);
}

static void
set_class (GtkWidget  *widget,
           const char *class,
           gboolean    set)
{
  if (set)
    gtk_widget_add_css_class (widget, class);
  else
    gtk_widget_remove_css_class (widget, class);
}

static gboolean
is_idle (LaminaLayerCell *self)
{
  return !is_group (self) && lamina_run_get_layers (lamina_layer_listing_get_run (self->listing))->calls[self->id] == 0;
}

static void
show_value (LaminaLayerCell *self)
{
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *text = NULL;
  gboolean absent;

  lamina_layer_listing_get_value (self->listing, self->id, self->column, &value);
  absent = value.kind == LAMINA_LAYER_VALUE_ABSENT;
  text = lamina_table_column_strip_unit (self->column, lamina_layer_value_dup_text (&value));
  gtk_label_set_attributes (GTK_LABEL (self->text), NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->text), PANGO_ELLIPSIZE_END);
  gtk_label_set_text (GTK_LABEL (self->text), self->column == LAMINA_LAYER_COLUMN_HISTOGRAM ? "" : text);
  if (self->column == LAMINA_LAYER_COLUMN_NAME && !absent && !is_group (self))
    set_name (self, value.text);
  set_class (self->text, "estimated", value.estimated && !absent);
  set_class (self->text, "dim-label", absent || is_idle (self) || self->column == LAMINA_LAYER_COLUMN_ORDER);
}

void
lamina_layer_cell_bind (LaminaLayerCell    *self,
                        LaminaLayerListing *listing,
                        guint32             id,
                        gboolean            expanded)
{
  g_return_if_fail (LAMINA_IS_LAYER_CELL (self));

  if (self->listing != listing)
    {
      g_clear_pointer (&self->listing, lamina_layer_listing_unref);
      self->listing = listing ? lamina_layer_listing_ref (listing) : NULL;
    }
  self->id = listing ? id : LAMINA_NONE;
  self->expanded = expanded;
  if (listing)
    show_value (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const char *
lamina_layer_cell_get_text (LaminaLayerCell *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self), NULL);
  return gtk_label_get_text (GTK_LABEL (self->text));
}

guint32
lamina_layer_cell_get_id (LaminaLayerCell *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self), LAMINA_NONE);
  return self->id;
}

LaminaLayerColumn
lamina_layer_cell_get_column (LaminaLayerCell *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self), LAMINA_LAYER_COLUMN_NAME);
  return self->column;
}
