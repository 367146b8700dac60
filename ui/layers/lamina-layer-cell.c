/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-cell.h"

#include "lamina-attributes.h"
#include "lamina-cell-text.h"
#include "lamina-layer-cell-draw.h"
#include "lamina-layer-text.h"
#include "lamina-whole-name.h"

#include <glib/gi18n.h>
#include <string.h>

#define GAP 6
#define BAR_GAP 4

struct _LaminaLayerCell
{
  GtkWidget parent_instance;

  LaminaCellText line;
  LaminaLayerColumn column;
  LaminaLayerListing *listing;
  guint32 id;
  gboolean expanded;
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
  gboolean mirrored = lamina_cell_is_mirrored (GTK_WIDGET (self));
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

  self->line.label_length = (guint) strlen (label);
  return g_strconcat (label, arguments, NULL);
}

static char *
dup_text (LaminaLayerCell        *self,
          const LaminaLayerValue *value)
{
  if (self->column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    return g_strdup ("");
  if (self->column == LAMINA_LAYER_COLUMN_NAME && value->kind != LAMINA_LAYER_VALUE_ABSENT && !is_group (self))
    return dup_name (self, value->text);
  return lamina_table_column_strip_unit (self->column, lamina_layer_value_dup_text (value));
}

/* Names without arguments often begin alike and end in what tells them apart. */
static PangoEllipsizeMode
get_ellipsize (const LaminaCellText *line)
{
  gboolean bare = line->label_length > 0 && line->text[line->label_length] == '\0';

  return bare ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END;
}

static void
make_text (LaminaLayerCell *self)
{
  LaminaCellText *line = &self->line;
  g_auto (LaminaLayerValue) value = { 0 };
  gboolean absent;

  lamina_layer_listing_get_value (self->listing, self->id, self->column, &value);
  absent = value.kind == LAMINA_LAYER_VALUE_ABSENT;
  line->text = dup_text (self, &value);
  line->number = lamina_layer_column_is_number (lamina_layer_listing_get_run (self->listing), self->column);
  line->estimated = value.estimated && !absent;
  line->quiet = absent || is_idle (self) || self->column == LAMINA_LAYER_COLUMN_INDEX
                || self->column == LAMINA_LAYER_COLUMN_ORDER;
  line->ellipsize = get_ellipsize (line);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, line->text, -1);
}

PangoLayout *
lamina_layer_cell_get_layout (LaminaLayerCell *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self) && self->listing, NULL);

  lamina_layer_cell_get_text (self);
  return lamina_cell_text_get_layout (&self->line, GTK_WIDGET (self));
}

static void
draw_text (LaminaLayerCell *self,
           GtkSnapshot     *snapshot,
           int              width)
{
  int indent = get_indent (self);

  lamina_layer_cell_get_text (self);
  lamina_cell_text_draw (&self->line, GTK_WIDGET (self), snapshot,
                         lamina_cell_is_mirrored (GTK_WIDGET (self)) ? 0 : indent, width - indent);
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
    lamina_layer_cell_draw_dot (snapshot, self->listing, self->id,
                                lamina_cell_is_mirrored (widget) ? (float) (width - LAMINA_CELL_DOT) : 0, (float) height);
  if (self->column == LAMINA_LAYER_COLUMN_DURATION)
    lamina_layer_cell_draw_bar (snapshot, self->listing, self->id, lamina_cell_is_mirrored (widget),
                                lamina_cell_is_mirrored (widget) ? (float) width : 0, (float) height);
  if (self->column == LAMINA_LAYER_COLUMN_NAME && is_grouped (self))
    draw_name (self, snapshot, (float) height);
  if (self->column == LAMINA_LAYER_COLUMN_HISTOGRAM && is_group (self))
    lamina_layer_cell_draw_histogram (snapshot, self->listing, self->id, (float) width, (float) height);
  draw_text (self, snapshot, width);
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
  lamina_cell_measure (widget, orientation, get_indent (LAMINA_LAYER_CELL (widget)), minimum, natural, minimum_baseline,
                       natural_baseline);
}

static void
lamina_layer_cell_css_changed (GtkWidget         *widget,
                               GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lamina_layer_cell_parent_class)->css_changed (widget, change);
  lamina_cell_text_forget_layout (&LAMINA_LAYER_CELL (widget)->line);
}

static void
lamina_layer_cell_direction_changed (GtkWidget        *widget,
                                     GtkTextDirection  previous)
{
  GTK_WIDGET_CLASS (lamina_layer_cell_parent_class)->direction_changed (widget, previous);
  lamina_cell_text_forget_layout (&LAMINA_LAYER_CELL (widget)->line);
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

/* Why the value is suspicious, or NULL. */
static char *
dup_suspicion (LaminaLayerCell *self)
{
  LaminaRun *run = lamina_layer_listing_get_run (self->listing);
  const LaminaLayerGroup *group = lamina_layer_listing_get_group (self->listing, self->id);

  return group ? lamina_layer_group_dup_suspicion (run, group, self->column)
               : lamina_layer_dup_suspicion (run, self->id, self->column);
}

/* The exact value, and why it is suspicious where it is; of a name, the whole one. */
static char *
dup_exact (LaminaLayerCell *self)
{
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *exact = NULL;
  g_autofree char *reason = NULL;
  char *whole = NULL;

  lamina_layer_listing_get_value (self->listing, self->id, self->column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return NULL;
  exact = lamina_layer_value_dup_exact (&value);
  if (self->column == LAMINA_LAYER_COLUMN_NAME)
    whole = lamina_whole_name_dup_hint (lamina_layer_listing_get_run (self->listing), exact);
  else if (value.suspicious && (reason = dup_suspicion (self)))
    return g_strconcat (exact, "\n", reason, NULL);
  return whole ? whole : g_steal_pointer (&exact);
}

static char *
dup_tooltip (LaminaLayerCell *self)
{
  if (!self->listing)
    return NULL;
  if (self->column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    return is_group (self) ? dup_spread (self) : NULL;
  if (is_group (self) && lamina_layer_column_is_attribute (self->column))
    return lamina_attribute_dup_spread (lamina_layer_listing_get_run (self->listing),
                                        lamina_layer_listing_get_group (self->listing, self->id), self->column);
  return dup_exact (self);
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
  lamina_cell_text_clear (&self->line);
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
  lamina_cell_text_clear (&self->line);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const char *
lamina_layer_cell_get_text (LaminaLayerCell *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self), NULL);

  if (!self->line.text && self->listing)
    make_text (self);
  return self->line.text ? self->line.text : "";
}

gboolean
lamina_layer_cell_is_cut (LaminaLayerCell *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self), FALSE);

  if (!self->listing)
    return FALSE;
  lamina_layer_cell_get_text (self);
  return lamina_cell_text_is_cut (&self->line, GTK_WIDGET (self),
                                  gtk_widget_get_width (GTK_WIDGET (self)) - get_indent (self));
}

int
lamina_layer_cell_get_whole_width (LaminaLayerCell *self,
                                   PangoContext    *context)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self) && self->listing, 0);

  lamina_layer_cell_get_text (self);
  return lamina_cell_text_get_whole_width (&self->line, context) + get_indent (self);
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
