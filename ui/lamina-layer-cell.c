/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-cell.h"

#include "lamina-attributes.h"
#include "lamina-layer-cell-draw.h"
#include "lamina-layer-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

/*
 * A list of GTK keeps two hundred rows, however few of them are seen, and asks each of their cells for its size. Therefore:
 *
 * 1. A cell has no label, which costs more than all else of it. It lays its text out itself.
 * 2. Its width does not depend on its text: the width of a column is fixed.
 * 3. Its text is made when it is drawn, which only rows that are seen are, or when somebody asks for it.
 */

#define GAP 6
#define BAR_GAP 4
#define LETTERS 3

/* As libadwaita dims labels. */
#define QUIET 0.55
#define QUIET_HIGH_CONTRAST 0.9

/* More than this of an attribute, which may be a page of text, no column shows. */
#define MOST_LETTERS 400

/* What a line needs in a font. One is as high as another, and any can be cut down to a few letters. */
typedef struct
{
  int least;
  int height;
  int baseline;
} LineSize;

struct _LaminaLayerCell
{
  GtkWidget parent_instance;

  char *text;
  PangoLayout *layout;
  double laid_out_quiet;
  LaminaLayerColumn column;
  LaminaLayerListing *listing;
  guint32 id;
  gboolean expanded;
  gboolean estimated;
  gboolean quiet;
  guint label_length;
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

static gboolean
is_mirrored (LaminaLayerCell *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

static void
draw_name (LaminaLayerCell *self,
           GtkSnapshot     *snapshot,
           float            height)
{
  gboolean mirrored = is_mirrored (self);
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  float dot = (float) (get_indent (self) - LAMINA_CELL_DOT - GAP);
  GdkRGBA ink;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &ink);
  ink.alpha *= 0.7f;
  if (is_group (self))
    lamina_layer_cell_draw_arrow (snapshot, &ink, self->expanded, mirrored, mirrored ? width - LAMINA_CELL_ARROW : 0, height);
  lamina_layer_cell_draw_dot (snapshot, self->listing, self->id, mirrored ? width - dot - LAMINA_CELL_DOT : dot, height);
}

static gboolean
is_idle (LaminaLayerCell *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_layer_listing_get_run (self->listing));

  return !is_group (self) && lamina_layers_get_calls (layers, self->id) == 0;
}

/* The short name, then its arguments in the quiet tone. */
static char *
dup_name (LaminaLayerCell *self,
          const char      *name)
{
  g_autofree char *label = lamina_layer_dup_label (lamina_layer_listing_get_run (self->listing), self->id);
  g_autofree char *arguments = lamina_layer_dup_arguments (name, label);

  self->label_length = (guint) strlen (label);
  return g_strconcat (label, arguments, NULL);
}

static void
make_text (LaminaLayerCell *self)
{
  g_auto (LaminaLayerValue) value = { 0 };
  gboolean absent;

  lamina_layer_listing_get_value (self->listing, self->id, self->column, &value);
  absent = value.kind == LAMINA_LAYER_VALUE_ABSENT;
  if (self->column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    self->text = g_strdup ("");
  else if (self->column == LAMINA_LAYER_COLUMN_NAME && !absent && !is_group (self))
    self->text = dup_name (self, value.text);
  else
    self->text = lamina_table_column_strip_unit (self->column, lamina_layer_value_dup_text (&value));
  self->estimated = value.estimated && !absent;
  self->quiet = absent || is_idle (self) || self->column == LAMINA_LAYER_COLUMN_ORDER;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->text, -1);
}

static double
get_quiet (void)
{
  return adw_style_manager_get_high_contrast (adw_style_manager_get_default ()) ? QUIET_HIGH_CONTRAST : QUIET;
}

static gboolean
is_number (LaminaLayerCell *self)
{
  return lamina_layer_column_is_number (lamina_layer_listing_get_run (self->listing), self->column);
}

static PangoAttrList *
create_attributes (LaminaLayerCell *self)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  if (is_number (self))
    pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  if (self->estimated)
    pango_attr_list_insert (attributes, pango_attr_style_new (PANGO_STYLE_ITALIC));
  if (self->label_length > 0)
    {
      PangoAttribute *quiet = pango_attr_foreground_alpha_new ((guint16) (G_MAXUINT16 * get_quiet ()));

      quiet->start_index = self->label_length;
      pango_attr_list_insert (attributes, quiet);
    }
  return attributes;
}

/* Names without arguments often begin alike and end in what tells them apart. */
static PangoEllipsizeMode
get_ellipsize (LaminaLayerCell *self)
{
  gboolean bare = self->label_length > 0 && self->text[self->label_length] == '\0';

  return bare ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END;
}

static gboolean
is_long (const char *text)
{
  return strlen (text) > MOST_LETTERS;
}

/* Pango would lay out all of a long text to show its beginning. */
static PangoLayout *
create_layout (LaminaLayerCell *self)
{
  const char *text = lamina_layer_cell_get_text (self);
  g_autofree char *begin = is_long (text) ? g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), MOST_LETTERS)) : NULL;

  return gtk_widget_create_pango_layout (GTK_WIDGET (self), begin ? begin : text);
}

/* Names and figures out of files are read from left to right in every language, at the side where the language begins. */
PangoLayout *
lamina_layer_cell_get_layout (LaminaLayerCell *self)
{
  g_autoptr (PangoAttrList) attributes = NULL;
  gboolean number;

  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self) && self->listing, NULL);

  /* GTK turns the context back whenever the direction or the font changes; that changes a layout that is there, too. */
  pango_context_set_base_dir (gtk_widget_get_pango_context (GTK_WIDGET (self)), PANGO_DIRECTION_LTR);
  if (self->layout && self->laid_out_quiet < get_quiet () + 0.01 && self->laid_out_quiet > get_quiet () - 0.01)
    return self->layout;
  g_clear_object (&self->layout);
  number = is_number (self);
  self->laid_out_quiet = get_quiet ();
  self->layout = create_layout (self);
  attributes = create_attributes (self);
  pango_layout_set_attributes (self->layout, attributes);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_ellipsize (self->layout, get_ellipsize (self));
  pango_layout_set_alignment (self->layout, number != is_mirrored (self) ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
  return self->layout;
}

static void
draw_text (LaminaLayerCell *self,
           GtkSnapshot     *snapshot,
           int              width,
           int              height)
{
  PangoLayout *layout = lamina_layer_cell_get_layout (self);
  int indent = get_indent (self), lines;
  GdkRGBA ink;

  if (*self->text == '\0' || width <= indent)
    return;
  pango_layout_set_width (layout, (width - indent) * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, NULL, &lines);
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &ink);
  if (self->quiet)
    ink.alpha *= (float) get_quiet ();
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (is_mirrored (self) ? 0 : (float) indent,
                                                          (float) ((height - lines) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}

static void
lamina_layer_cell_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  LaminaLayerCell *self = LAMINA_LAYER_CELL (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (!self->listing)
    return;
  if (self->column == LAMINA_LAYER_COLUMN_TYPE)
    lamina_layer_cell_draw_dot (snapshot, self->listing, self->id, is_mirrored (self) ? (float) (width - LAMINA_CELL_DOT) : 0,
                                (float) height);
  if (self->column == LAMINA_LAYER_COLUMN_DURATION)
    lamina_layer_cell_draw_bar (snapshot, self->listing, self->id, is_mirrored (self),
                                is_mirrored (self) ? (float) width : 0, (float) height);
  if (self->column == LAMINA_LAYER_COLUMN_NAME && is_grouped (self))
    draw_name (self, snapshot, (float) height);
  if (self->column == LAMINA_LAYER_COLUMN_HISTOGRAM && is_group (self))
    lamina_layer_cell_draw_histogram (snapshot, self->listing, self->id, (float) width, (float) height);
  draw_text (self, snapshot, width, height);
}

static LineSize *
measure_font (PangoContext *context)
{
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  LineSize *size = g_new (LineSize, 1);
  int letter = MAX (pango_font_metrics_get_approximate_char_width (metrics),
                    pango_font_metrics_get_approximate_digit_width (metrics));

  size->least = PANGO_PIXELS_CEIL (LETTERS * letter);
  size->baseline = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics));
  size->height = size->baseline + PANGO_PIXELS_CEIL (pango_font_metrics_get_descent (metrics));
  pango_font_metrics_unref (metrics);
  return size;
}

/* The font is that of the whole table: a context for each cell would be one for each of thousands. */
static PangoContext *
get_context (LaminaLayerCell *self)
{
  GtkWidget *view = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_COLUMN_VIEW);

  return gtk_widget_get_pango_context (view ? view : GTK_WIDGET (self));
}

/* To ask for a font takes long, too; there are few, and what they need is kept for each resolution. */
static const LineSize *
get_line (LaminaLayerCell *self)
{
  static GHashTable *sizes;
  static double resolution;
  PangoContext *context = get_context (self);
  PangoFontDescription *font = pango_context_get_font_description (context);
  LineSize *size;

  if (!sizes || resolution != pango_cairo_context_get_resolution (context))
    {
      g_clear_pointer (&sizes, g_hash_table_unref);
      sizes = g_hash_table_new_full ((GHashFunc) pango_font_description_hash, (GEqualFunc) pango_font_description_equal,
                                     (GDestroyNotify) pango_font_description_free, g_free);
      resolution = pango_cairo_context_get_resolution (context);
    }
  size = g_hash_table_lookup (sizes, font);
  if (!size)
    {
      size = measure_font (context);
      g_hash_table_insert (sizes, pango_font_description_copy (font), size);
    }
  return size;
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
  g_clear_object (&LAMINA_LAYER_CELL (widget)->layout);
}

static void
lamina_layer_cell_direction_changed (GtkWidget        *widget,
                                     GtkTextDirection  previous)
{
  GTK_WIDGET_CLASS (lamina_layer_cell_parent_class)->direction_changed (widget, previous);
  g_clear_object (&LAMINA_LAYER_CELL (widget)->layout);
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
  if (is_group (self) && lamina_layer_column_is_attribute (self->column))
    return lamina_attribute_dup_spread (lamina_layer_listing_get_run (self->listing),
                                        lamina_layer_listing_get_group (self->listing, self->id), self->column);
  lamina_layer_listing_get_value (self->listing, self->id, self->column, &value);
  return value.kind == LAMINA_LAYER_VALUE_ABSENT ? NULL : lamina_layer_value_dup_exact (&value);
}

/* A tooltip that says what stands there already only covers the rows below. */
static gboolean
is_shown_whole (LaminaLayerCell *self,
                const char      *text)
{
  return strcmp (lamina_layer_cell_get_text (self), text) == 0 && !lamina_layer_cell_is_cut (self);
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
  g_clear_pointer (&self->text, g_free);
  g_clear_object (&self->layout);
  G_OBJECT_CLASS (lamina_layer_cell_parent_class)->dispose (object);
}

static void
lamina_layer_cell_class_init (LaminaLayerCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_layer_cell_dispose;
  widget_class->snapshot = lamina_layer_cell_snapshot;
  widget_class->css_changed = lamina_layer_cell_css_changed;
  widget_class->direction_changed = lamina_layer_cell_direction_changed;
  widget_class->measure = lamina_layer_cell_measure;
  widget_class->query_tooltip = lamina_layer_cell_query_tooltip;
  signals[TOGGLE] = g_signal_new ("toggle", LAMINA_TYPE_LAYER_CELL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "layercell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
lamina_layer_cell_init (LaminaLayerCell *self)
{
  self->id = LAMINA_NONE;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
lamina_layer_cell_new (LaminaLayerColumn column)
{
  LaminaLayerCell *self = g_object_new (LAMINA_TYPE_LAYER_CELL, NULL);

  self->column = column;
  if (column == LAMINA_LAYER_COLUMN_NAME)
    {
      GtkGesture *click = gtk_gesture_click_new ();

      g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, G_CONNECT_SWAPPED);
      gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
    }
  return GTK_WIDGET (self);
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
  self->label_length = 0;
  g_clear_pointer (&self->text, g_free);
  g_clear_object (&self->layout);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const char *
lamina_layer_cell_get_text (LaminaLayerCell *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self), NULL);

  if (!self->text && self->listing)
    make_text (self);
  return self->text ? self->text : "";
}

gboolean
lamina_layer_cell_is_cut (LaminaLayerCell *self)
{
  PangoLayout *layout;
  int room;

  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self), FALSE);

  if (!self->listing)
    return FALSE;
  layout = lamina_layer_cell_get_layout (self);
  room = gtk_widget_get_width (GTK_WIDGET (self)) - get_indent (self);
  pango_layout_set_width (layout, MAX (room, 0) * PANGO_SCALE);
  return is_long (lamina_layer_cell_get_text (self)) || pango_layout_is_ellipsized (layout);
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
