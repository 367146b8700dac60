/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-cell.h"

#include "lamina-layer-text.h"
#include "lamina-theme.h"
#include "lamina-timeline.h"

#define DOT 10
#define BAR_WIDTH 48
#define BAR_HEIGHT 10

struct _LaminaLayerCell
{
  GtkWidget parent_instance;

  GtkWidget *text;
  LaminaTableColumn column;
  LaminaRun *run;
  guint32 layer;
  gint64 longest;
};

G_DEFINE_FINAL_TYPE (LaminaLayerCell, lamina_layer_cell, GTK_TYPE_WIDGET)

/* Room at the left for what is drawn there. */
static int
get_indent (LaminaLayerCell *self)
{
  switch (self->column)
    {
    case LAMINA_TABLE_TYPE:
      return DOT + 6;
    case LAMINA_TABLE_DURATION:
      return BAR_WIDTH + 4;
    default:
      return 0;
    }
}

static GdkRGBA
get_color (LaminaLayerCell *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  LaminaFamily family = layers->family ? layers->family[self->layer] : LAMINA_FAMILY_OTHER;

  return lamina_theme_get_color (LAMINA_FILL_FAMILY (family));
}

static void
draw_dot (LaminaLayerCell *self,
          GtkSnapshot     *snapshot,
          float            height)
{
  GdkRGBA color = get_color (self);
  GskRoundedRect dot;

  gsk_rounded_rect_init_from_rect (&dot, &GRAPHENE_RECT_INIT (0, (float) (int) ((height - DOT) / 2), DOT, DOT), 2);
  gtk_snapshot_push_rounded_clip (snapshot, &dot);
  gtk_snapshot_append_color (snapshot, &color, &dot.bounds);
  gtk_snapshot_pop (snapshot);
}

/* The part that waits is drawn weaker. */
static void
draw_bar (LaminaLayerCell *self,
          GtkSnapshot     *snapshot,
          float            height)
{
  gint64 cost = lamina_column_number (lamina_run_get_costs (self->run), self->layer);
  gint64 wait = lamina_column_number (lamina_run_get_layers (self->run)->wait, self->layer);
  GdkRGBA color = get_color (self);
  float y = (float) (int) ((height - BAR_HEIGHT) / 2), width, waiting;

  if (cost == LAMINA_ABSENT || cost < 0 || self->longest <= 0)
    return;
  width = MAX ((float) ((double) cost / (double) self->longest * BAR_WIDTH), 1);
  waiting = wait > 0 && cost > 0 ? (float) (width * MIN ((double) wait / (double) cost, 1)) : 0;
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (waiting, y, width - waiting, BAR_HEIGHT));
  color.alpha *= 0.4f;
  if (waiting > 0)
    gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (0, y, waiting, BAR_HEIGHT));
}

static void
lamina_layer_cell_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  LaminaLayerCell *self = LAMINA_LAYER_CELL (widget);
  float height = (float) gtk_widget_get_height (widget);

  if (self->run && self->column == LAMINA_TABLE_TYPE)
    draw_dot (self, snapshot, height);
  if (self->run && self->column == LAMINA_TABLE_DURATION)
    draw_bar (self, snapshot, height);
  gtk_widget_snapshot_child (widget, self->text, snapshot);
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

  gtk_widget_measure (self->text, orientation, -1, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum += get_indent (self);
      *natural += get_indent (self);
    }
}

static void
lamina_layer_cell_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  LaminaLayerCell *self = LAMINA_LAYER_CELL (widget);
  int indent = get_indent (self), minimum;

  gtk_widget_measure (self->text, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->text, &(GtkAllocation) { indent, 0, MAX (width - indent, minimum), height },
                            baseline);
}

static gboolean
lamina_layer_cell_query_tooltip (GtkWidget  *widget,
                                 int         x,
                                 int         y,
                                 gboolean    keyboard,
                                 GtkTooltip *tooltip)
{
  LaminaLayerCell *self = LAMINA_LAYER_CELL (widget);
  g_autofree char *text = self->run ? lamina_table_column_dup_tooltip (self->column, self->run, self->layer) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
lamina_layer_cell_dispose (GObject *object)
{
  LaminaLayerCell *self = LAMINA_LAYER_CELL (object);

  g_clear_pointer (&self->text, gtk_widget_unparent);
  G_OBJECT_CLASS (lamina_layer_cell_parent_class)->dispose (object);
}

static void
lamina_layer_cell_class_init (LaminaLayerCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_layer_cell_dispose;
  widget_class->snapshot = lamina_layer_cell_snapshot;
  widget_class->measure = lamina_layer_cell_measure;
  widget_class->size_allocate = lamina_layer_cell_size_allocate;
  widget_class->query_tooltip = lamina_layer_cell_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "layercell");
}

static void
lamina_layer_cell_init (LaminaLayerCell *self)
{
  self->text = gtk_label_new (NULL);
  gtk_label_set_single_line_mode (GTK_LABEL (self->text), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
lamina_layer_cell_new (LaminaTableColumn column)
{
  LaminaLayerCell *self = g_object_new (LAMINA_TYPE_LAYER_CELL, NULL);
  float xalign = lamina_table_column_get_info (column)->xalign;

  self->column = column;
  gtk_label_set_xalign (GTK_LABEL (self->text), xalign);
  if (xalign > 0)
    gtk_widget_add_css_class (self->text, "numeric");
  return GTK_WIDGET (self);
}

/* The short name, then its arguments in the quiet tone. */
static void
set_name (LaminaLayerCell *self,
          LaminaRun       *run,
          guint32          layer)
{
  const char *name = lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, layer));
  g_autofree char *label = lamina_slice_dup_label (name);
  g_autofree char *arguments = lamina_layer_dup_arguments (name, label);
  g_autofree char *text = NULL;
  g_autoptr (PangoAttrList) attributes = NULL;
  PangoAttribute *quiet;

  if (!*arguments)
    {
      gtk_label_set_attributes (GTK_LABEL (self->text), NULL);
      return;
    }
  text = g_strconcat (label, arguments, NULL);
  attributes = pango_attr_list_new ();
  quiet = pango_attr_foreground_alpha_new (G_MAXUINT16 / 100 * 55);
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

void
lamina_layer_cell_bind (LaminaLayerCell *self,
                        LaminaRun       *run,
                        guint32          layer,
                        gint64           longest)
{
  g_autofree char *text = NULL;
  gboolean estimated = FALSE, executed;

  g_return_if_fail (LAMINA_IS_LAYER_CELL (self));

  self->run = run;
  self->layer = layer;
  self->longest = longest;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!run)
    return;
  text = lamina_table_column_dup_text (self->column, run, layer, &estimated);
  executed = !lamina_run_get_layers (run)->calls || lamina_run_get_layers (run)->calls[layer] > 0;
  gtk_label_set_text (GTK_LABEL (self->text), text);
  if (self->column == LAMINA_TABLE_NAME)
    set_name (self, run, layer);
  set_class (self->text, "estimated", estimated);
  set_class (self->text, "dim-label", !executed || strcmp (text, "—") == 0 || self->column == LAMINA_TABLE_NUMBER);
}

const char *
lamina_layer_cell_get_text (LaminaLayerCell *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_CELL (self), NULL);
  return gtk_label_get_text (GTK_LABEL (self->text));
}
