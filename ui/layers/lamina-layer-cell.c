/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-cell.h"

#include "lamina-attributes.h"
#include "lamina-layer-text.h"
#include "lamina-theme.h"
#include "lamina-whole-name.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <string.h>

#define GAP 6
#define BAR_GAP 4
#define DOT 10
#define BAR 48
#define BAR_HEIGHT 10
#define HATCH 5.0
#define HATCH_WIDTH 1.6

/* As many bars as can still be told apart in a cell. */
#define N_PARTS 20

static gboolean
is_grouped (LaminaLayerListing *listing)
{
  return lamina_layer_listing_get_grouping (listing) != NULL;
}

static gboolean
is_group (LaminaLayerListing *listing,
          guint32             row)
{
  return is_grouped (listing) && (row & LAMINA_GROUP_ID);
}

/* Layers of a group stand below its name. */
int
lamina_layer_cell_get_indent (LaminaLayerListing *listing,
                              LaminaLayerColumn   column,
                              guint32             row)
{
  if (column == LAMINA_LAYER_COLUMN_TYPE)
    return DOT + GAP;
  if (column == LAMINA_LAYER_COLUMN_DURATION)
    return BAR + BAR_GAP;
  if (column == LAMINA_LAYER_COLUMN_NAME && listing && is_grouped (listing))
    return LAMINA_LAYER_CELL_ARROW + DOT + GAP + (is_group (listing, row) ? 0 : LAMINA_LAYER_CELL_ARROW);
  return 0;
}

static GdkRGBA
get_color (LaminaLayerListing *listing,
           guint32             id)
{
  return lamina_theme_get_color (LAMINA_FILL_FAMILY (lamina_layer_listing_get_color (listing, id)));
}

static void
draw_dot (GtkSnapshot        *snapshot,
          LaminaLayerListing *listing,
          guint32             id,
          float               x,
          float               height)
{
  GdkRGBA color = get_color (listing, id);
  GskRoundedRect dot;

  gsk_rounded_rect_init_from_rect (&dot,
                                   &GRAPHENE_RECT_INIT (x, (float) (int) ((height - DOT) / 2), DOT, DOT), 2);
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

static void
draw_bar (GtkSnapshot        *snapshot,
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
  width = MAX ((float) (length * BAR), 1);
  wait = (float) (int) (width * (float) waiting + 0.5f);
  if (width > wait)
    gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (mirrored ? start - width : start + wait, y,
                                                                      width - wait, BAR_HEIGHT));
  if (wait > 0)
    draw_hatching (snapshot, &GRAPHENE_RECT_INIT (mirrored ? start - wait : start, y, wait, BAR_HEIGHT), &color);
}

static void
draw_histogram (GtkSnapshot        *snapshot,
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

static void
draw_arrow (GtkSnapshot   *snapshot,
            const GdkRGBA *ink,
            gboolean       expanded,
            gboolean       mirrored,
            float          x,
            float          height)
{
  cairo_t *cairo = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (x, 0, LAMINA_LAYER_CELL_ARROW, height));
  double middle = (double) x + LAMINA_LAYER_CELL_ARROW / 2.0, y = (double) (int) (height / 2), side = mirrored ? -1 : 1;

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

static void
draw_name (LaminaLayerListing *listing,
           guint32             row,
           gboolean            expanded,
           GtkWidget          *cell,
           GtkSnapshot        *snapshot)
{
  gboolean mirrored = lamina_cell_is_mirrored (cell);
  float width = (float) gtk_widget_get_width (cell), height = (float) gtk_widget_get_height (cell);
  float dot = (float) (lamina_layer_cell_get_indent (listing, LAMINA_LAYER_COLUMN_NAME, row) - DOT - GAP);
  GdkRGBA ink;

  gtk_style_context_get_color (gtk_widget_get_style_context (cell), &ink);
  ink.alpha *= 0.7f;
  if (is_group (listing, row))
    draw_arrow (snapshot, &ink, expanded, mirrored, mirrored ? width - LAMINA_LAYER_CELL_ARROW : 0, height);
  draw_dot (snapshot, listing, row, mirrored ? width - dot - DOT : dot, height);
}

void
lamina_layer_cell_draw (LaminaLayerListing *listing,
                        LaminaLayerColumn   column,
                        guint32             row,
                        gboolean            expanded,
                        GtkWidget          *cell,
                        GtkSnapshot        *snapshot)
{
  gboolean mirrored = lamina_cell_is_mirrored (cell);
  float width = (float) gtk_widget_get_width (cell), height = (float) gtk_widget_get_height (cell);

  if (column == LAMINA_LAYER_COLUMN_TYPE)
    draw_dot (snapshot, listing, row, mirrored ? width - DOT : 0, height);
  else if (column == LAMINA_LAYER_COLUMN_DURATION)
    draw_bar (snapshot, listing, row, mirrored, mirrored ? width : 0, height);
  else if (column == LAMINA_LAYER_COLUMN_NAME && is_grouped (listing))
    draw_name (listing, row, expanded, cell, snapshot);
  else if (column == LAMINA_LAYER_COLUMN_HISTOGRAM && is_group (listing, row))
    draw_histogram (snapshot, listing, row, width, height);
}

/* The short name, then its arguments in the quiet tone. The whole one, which may be very long, is not copied. */
static char *
dup_name (LaminaLayerListing *listing,
          guint32             row,
          LaminaCellText     *line)
{
  LaminaRun *run = lamina_layer_listing_get_run (listing);
  const char *name = lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, row));
  g_autofree char *label = lamina_layer_dup_label (run, row);
  g_autofree char *arguments = lamina_layer_dup_arguments (lamina_run_translate (run, name), label);

  line->label_length = (guint) strlen (label);
  return g_strconcat (label, arguments, NULL);
}

void
lamina_layer_cell_fill (LaminaLayerListing *listing,
                        LaminaLayerColumn   column,
                        guint32             row,
                        LaminaCellText     *line)
{
  LaminaRun *run = lamina_layer_listing_get_run (listing);
  g_auto (LaminaLayerValue) value = { 0 };
  gboolean is_name = column == LAMINA_LAYER_COLUMN_NAME && !is_group (listing, row);
  gboolean absent, is_idle;

  if (!is_name)
    lamina_layer_listing_get_value (listing, row, column, &value);
  is_idle = !is_group (listing, row) && lamina_layers_get_calls (lamina_run_get_layers (run), row) == 0;
  absent = !is_name && value.kind == LAMINA_LAYER_VALUE_ABSENT;
  if (column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    line->text = g_strdup ("");
  else if (is_name)
    line->text = dup_name (listing, row, line);
  else
    line->text = lamina_table_column_strip_unit (column, lamina_layer_value_dup_cell (&value));
  /* Of an attribute that is known when it was read. */
  line->number = lamina_layer_column_is_number (run, column);
  line->estimated = value.estimated && !absent;
  line->quiet = absent || is_idle || column == LAMINA_LAYER_COLUMN_INDEX || column == LAMINA_LAYER_COLUMN_ORDER;
  /* Names without arguments often begin alike and end in what tells them apart. */
  line->ellipsize = line->label_length > 0 && line->text[line->label_length] == '\0' ? PANGO_ELLIPSIZE_MIDDLE
                                                                                     : PANGO_ELLIPSIZE_END;
}

static char *
dup_spread (const LaminaLayerGroup *group)
{
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

/* The exact value, and why it is suspicious where it is; of a name, the whole one. */
char *
lamina_layer_cell_dup_hint (LaminaLayerListing *listing,
                            LaminaLayerColumn   column,
                            guint32             row)
{
  LaminaRun *run = lamina_layer_listing_get_run (listing);
  const LaminaLayerGroup *group = lamina_layer_listing_get_group (listing, row);
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *exact = NULL;
  g_autofree char *reason = NULL;
  char *whole = NULL;

  if (column == LAMINA_LAYER_COLUMN_HISTOGRAM)
    return dup_spread (group);
  if (group && lamina_layer_column_is_attribute (column))
    return lamina_attribute_dup_spread (run, group, column);
  if (column == LAMINA_LAYER_COLUMN_NAME && !is_group (listing, row))
    {
      const char *name = lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, row));

      whole = lamina_whole_name_dup_hint (run, name);
      return whole ? whole : lamina_widget_dup_seen (name);
    }
  lamina_layer_listing_get_value (listing, row, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return NULL;
  exact = lamina_layer_value_dup_hint (&value);
  if (column == LAMINA_LAYER_COLUMN_NAME)
    whole = lamina_whole_name_dup_hint (run, exact);
  else if (value.suspicious)
    reason = group ? lamina_layer_group_dup_suspicion (run, group, column) : lamina_layer_dup_suspicion (run, row, column);
  if (reason)
    return g_strconcat (exact, "\n", reason, NULL);
  return whole ? whole : g_steal_pointer (&exact);
}
