/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-part-bin.h"

#include <string.h>

struct _LaminaPartBin
{
  AdwBin parent_instance;

  /* What is seen of the label. */
  graphene_rect_t shown;
};

G_DEFINE_FINAL_TYPE (LaminaPartBin, lamina_part_bin, ADW_TYPE_BIN)

static GtkWidget *
get_label (LaminaPartBin *self)
{
  return adw_bin_get_child (ADW_BIN (self));
}

static void
lamina_part_bin_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  GtkWidget *label = get_label (LAMINA_PART_BIN (widget));

  if (label)
    gtk_widget_measure (label, orientation, orientation == GTK_ORIENTATION_HORIZONTAL ? for_size : -1, minimum, natural,
                        minimum_baseline, natural_baseline);
}

/* How wide the parts are that fit into a width, 0 when none does. */
static int
measure_parts (GtkLabel *label,
               int       width)
{
  const char *text = gtk_label_get_text (label);
  g_autoptr (PangoLayout) layout = pango_layout_copy (gtk_label_get_layout (label));
  int found = 0;

  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_width (layout, -1);
  for (const char *end = text; *end != '\0';)
    {
      int own;

      end = strstr (*end == ' ' ? end + 1 : end, LAMINA_PART_SEPARATOR);
      if (end == NULL)
        end = text + strlen (text);
      pango_layout_set_text (layout, text, (int) (end - text));
      pango_layout_get_pixel_size (layout, &own, NULL);
      if (own > width)
        break;
      found = own;
    }
  return found;
}

static void
lamina_part_bin_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  LaminaPartBin *self = LAMINA_PART_BIN (widget);
  GtkWidget *label = get_label (self);
  GtkAllocation place = { 0, 0, width, height };
  int natural, parts;

  graphene_rect_init (&self->shown, 0, 0, (float) width, (float) height);
  if (!label)
    return;
  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  parts = natural > width ? measure_parts (GTK_LABEL (label), width) : 0;
  if (parts > 0)
    {
      /* What is left out stands behind the end of the parts, and is not drawn. */
      gboolean is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

      place.width = natural;
      place.x = is_mirrored ? 0 : width - parts;
      graphene_rect_init (&self->shown, (float) place.x, 0, (float) parts, (float) height);
    }
  gtk_widget_size_allocate (label, &place, baseline);
}

static void
lamina_part_bin_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LaminaPartBin *self = LAMINA_PART_BIN (widget);

  gtk_snapshot_push_clip (snapshot, &self->shown);
  GTK_WIDGET_CLASS (lamina_part_bin_parent_class)->snapshot (widget, snapshot);
  gtk_snapshot_pop (snapshot);
}

static GtkSizeRequestMode
lamina_part_bin_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
lamina_part_bin_class_init (LaminaPartBinClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->measure = lamina_part_bin_measure;
  widget_class->size_allocate = lamina_part_bin_size_allocate;
  widget_class->snapshot = lamina_part_bin_snapshot;
  widget_class->get_request_mode = lamina_part_bin_get_request_mode;
}

static void
lamina_part_bin_init (LaminaPartBin *self)
{
  /* That of the parent would take the place of our own measuring. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  /* The label is as wide as its whole text. */
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
