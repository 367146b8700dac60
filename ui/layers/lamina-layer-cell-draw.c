/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-cell-draw.h"

#include "lamina-theme.h"

#define BAR_HEIGHT 10
#define HATCH 5.0
#define HATCH_WIDTH 1.6

/* As many bars as can still be told apart in a cell. */
#define N_PARTS 20

static GdkRGBA
get_color (LaminaLayerListing *listing,
           guint32             id)
{
  return lamina_theme_get_color (LAMINA_FILL_FAMILY (lamina_layer_listing_get_color (listing, id)));
}

void
lamina_layer_cell_draw_dot (GtkSnapshot        *snapshot,
                            LaminaLayerListing *listing,
                            guint32             id,
                            float               x,
                            float               height)
{
  GdkRGBA color = get_color (listing, id);
  GskRoundedRect dot;

  gsk_rounded_rect_init_from_rect (&dot,
                                   &GRAPHENE_RECT_INIT (x, (float) (int) ((height - LAMINA_CELL_DOT) / 2), LAMINA_CELL_DOT,
                                                        LAMINA_CELL_DOT), 2);
  gtk_snapshot_push_rounded_clip (snapshot, &dot);
  gtk_snapshot_append_color (snapshot, &color, &dot.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
draw_hatching (GtkSnapshot           *snapshot,
               const graphene_rect_t *area,
               const GdkRGBA         *color)
{
  cairo_t *cairo = gtk_snapshot_append_cairo (snapshot, area);
  double x = (double) area->origin.x, y = (double) area->origin.y, height = (double) area->size.height;

  gdk_cairo_set_source_rgba (cairo, color);
  cairo_set_line_width (cairo, HATCH_WIDTH);
  cairo_rectangle (cairo, x, y, (double) area->size.width, height);
  cairo_clip (cairo);
  for (double at = x - height; at < x + (double) area->size.width + HATCH; at += HATCH)
    {
      cairo_move_to (cairo, at, y + height);
      cairo_line_to (cairo, at + height, y);
    }
  cairo_stroke (cairo);
  cairo_destroy (cairo);
}

void
lamina_layer_cell_draw_bar (GtkSnapshot        *snapshot,
                            LaminaLayerListing *listing,
                            guint32             id,
                            gboolean            mirrored,
                            float               start,
                            float               height)
{
  GdkRGBA color = get_color (listing, id);
  float y = (float) (int) ((height - BAR_HEIGHT) / 2), width, wait;
  double length, waiting;

  if (!lamina_layer_listing_get_bar (listing, id, &length, &waiting))
    return;
  width = MAX ((float) (length * LAMINA_CELL_BAR), 1);
  wait = (float) (int) (width * (float) waiting + 0.5f);
  if (width > wait)
    gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (mirrored ? start - width : start + wait, y,
                                                                      width - wait, BAR_HEIGHT));
  if (wait > 0)
    draw_hatching (snapshot, &GRAPHENE_RECT_INIT (mirrored ? start - wait : start, y, wait, BAR_HEIGHT), &color);
}

void
lamina_layer_cell_draw_histogram (GtkSnapshot        *snapshot,
                                  LaminaLayerListing *listing,
                                  guint32             id,
                                  float               width,
                                  float               height)
{
  const LaminaLayerGroup *group = lamina_layer_listing_get_group (listing, id);
  GdkRGBA color = get_color (listing, id);
  gint64 counts[N_PARTS], most;
  float step = (float) MAX ((int) (width / N_PARTS), 1), room = height - 6, base = height - 3;

  if (!group)
    return;
  most = lamina_grouping_get_histogram (lamina_layer_listing_get_grouping (listing), id & ~LAMINA_GROUP_ID, counts, N_PARTS);
  /* All calls cost the same: one bar, in the middle, for there are no ends. */
  if (most > 0 && group->min == group->max)
    {
      gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (step * (N_PARTS / 2), 3, step, room));
      return;
    }
  for (guint i = 0; i < N_PARTS; i++)
    {
      float bar = most > 0 ? (float) ((double) counts[i] / (double) most) * room : 0;

      if (counts[i] > 0)
        gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT ((float) i * step, base - MAX (bar, 1.5f),
                                                                          MAX (step - 1, 1), MAX (bar, 1.5f)));
    }
}

void
lamina_layer_cell_draw_arrow (GtkSnapshot   *snapshot,
                              const GdkRGBA *ink,
                              gboolean       expanded,
                              gboolean       mirrored,
                              float          x,
                              float          height)
{
  cairo_t *cairo = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (x, 0, LAMINA_CELL_ARROW, height));
  double middle = (double) x + LAMINA_CELL_ARROW / 2.0, y = (double) (int) (height / 2), side = mirrored ? -1 : 1;

  gdk_cairo_set_source_rgba (cairo, ink);
  if (expanded)
    {
      cairo_move_to (cairo, middle - 4, y - 2);
      cairo_line_to (cairo, middle + 4, y - 2);
      cairo_line_to (cairo, middle, y + 3);
    }
  else
    {
      cairo_move_to (cairo, middle - 2 * side, y - 4);
      cairo_line_to (cairo, middle - 2 * side, y + 4);
      cairo_line_to (cairo, middle + 3 * side, y);
    }
  cairo_close_path (cairo);
  cairo_fill (cairo);
  cairo_destroy (cairo);
}
