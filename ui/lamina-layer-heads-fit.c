/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-heads-private.h"

#include "lamina-attributes.h"
#include "lamina-layer-cell.h"
#include "lamina-text-size.h"

#include <math.h>

/*
 * How wide columns are until the user changes it. Those of texts are as wide as what stands in them. Where the view has
 * no room for that, first those of numbers give up what they don't need, then the least useful ones of texts give way.
 * Lengths are pixels at the usual size of text.
 */

/* So many rows are looked at, from the first to the last, and of their texts the longest are measured. */
#define MOST_ROWS 512
#define MOST_MEASURED 96

/* Texts of as many letters, which were not measured, may be so much wider. */
#define SLACK 4

/* At both sides of a cell together, and beside that what a heading needs for its arrow. */
#define PADDING 12
#define ARROW 20

/* Nobody reads a longer line. */
#define MOST_WIDTH 1000

#define CONTENT "content-width"
#define FIRST "first-width"

enum
{
  NUMBERS,
  OTHERS,
};

#define N_STEPS 3

/*
 * In the order in which they give way: numbers to what is written there, then in each step all that is wider than the width
 * of the step. Of names both ends stay, of a shape that is cut nobody can tell the rest.
 */
static const struct
{
  LaminaLayerColumn column;
  int steps[N_STEPS];
} limits[] = {
  [NUMBERS] = { LAMINA_N_LAYER_COLUMNS, { 0 } },
  [OTHERS] = { LAMINA_N_LAYER_COLUMNS, { 160, 60, 60 } },
  { LAMINA_LAYER_COLUMN_INPUTS, { 220, 90, 90 } },
  { LAMINA_LAYER_COLUMN_TYPE, { 240, 90, 90 } },
  { LAMINA_LAYER_COLUMN_SHAPE, { 260, 180, 100 } },
  { LAMINA_LAYER_COLUMN_NAME, { 320, 180, 120 } },
};

static guint
find_limits (LaminaLayerColumn column)
{
  for (guint i = OTHERS + 1; i < G_N_ELEMENTS (limits); i++)
    if (limits[i].column == column)
      return i;
  return OTHERS;
}

static int
get_number (GtkColumnViewColumn *column,
            const char          *key)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), key));
}

gboolean
lamina_layer_heads_is_first_width (GtkColumnViewColumn *column)
{
  int width = lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));

  /* It is rounded whenever the size of the text changes. */
  return ABS (width - get_number (column, FIRST)) <= 1;
}

void
lamina_layer_heads_set_first_width (GtkColumnViewColumn *column,
                                    int                  width)
{
  g_object_set_data (G_OBJECT (column), FIRST, GINT_TO_POINTER (width));
  lamina_text_size_set_column_width (column, width);
}

/* Whether its width is for this file to decide: what the user chose stays. */
static gboolean
is_fitted (LaminaLayerHeads    *self,
           GtkColumnViewColumn *view_column)
{
  LaminaLayerColumn column = lamina_layer_heads_get_column (view_column);

  return column != LAMINA_LAYER_COLUMN_HISTOGRAM && lamina_layer_heads_is_first_width (view_column)
         && lamina_layer_heads_find_width (self, column) < 0;
}

/* Rows all over the list. Layers are those of the run, whatever the filter: columns don't jump while it is typed. */
static GArray *
list_rows (LaminaLayerHeads *self)
{
  LaminaGrouping *grouping = lamina_layer_listing_get_grouping (self->listing);
  guint n = grouping ? lamina_grouping_get_n (grouping) : lamina_run_get_layers (self->run)->n;
  guint n_rows = MIN (n, MOST_ROWS);
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      guint32 id = (guint32) ((guint64) i * n / n_rows) | (grouping ? LAMINA_GROUP_ID : 0);

      g_array_append_val (rows, id);
    }
  return rows;
}

typedef struct
{
  guint32 id;
  glong length;
} Text;

static int
compare_lengths (gconstpointer a,
                 gconstpointer b)
{
  const Text *one = a, *other = b;

  return (one->length < other->length) - (one->length > other->length);
}

static GArray *
list_texts (LaminaLayerHeads *self,
            LaminaLayerCell  *cell)
{
  g_autoptr (GArray) rows = list_rows (self);
  GArray *texts = g_array_sized_new (FALSE, FALSE, sizeof (Text), rows->len);

  for (guint i = 0; i < rows->len; i++)
    {
      Text text = { .id = g_array_index (rows, guint32, i) };

      lamina_layer_cell_bind (cell, self->listing, text.id, FALSE);
      text.length = g_utf8_strlen (lamina_layer_cell_get_text (cell), -1);
      g_array_append_val (texts, text);
    }
  g_array_sort (texts, compare_lengths);
  return texts;
}

static int
measure_texts (LaminaLayerHeads  *self,
               LaminaLayerColumn  column)
{
  g_autoptr (LaminaLayerCell) cell = LAMINA_LAYER_CELL (g_object_ref_sink (lamina_layer_cell_new (column)));
  g_autoptr (GArray) texts = list_texts (self, cell);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self->view));
  int width = 0;

  for (guint i = 0; i < MIN (texts->len, MOST_MEASURED); i++)
    {
      lamina_layer_cell_bind (cell, self->listing, g_array_index (texts, Text, i).id, FALSE);
      width = MAX (width, lamina_layer_cell_get_whole_width (cell, context));
    }
  return lamina_text_size_get_usual_length (width) + PADDING + SLACK;
}

/* Headings and sums are bold. */
static int
measure_bold (LaminaLayerHeads *self,
              const char       *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_size (layout, &width, NULL);
  return lamina_text_size_get_usual_length (PANGO_PIXELS_CEIL (width)) + PADDING;
}

static int
measure_sum (LaminaLayerHeads  *self,
             LaminaLayerColumn  column)
{
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *text = NULL;

  lamina_layer_listing_get_sum (self->listing, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return 0;
  text = lamina_table_column_strip_unit (column, lamina_layer_value_dup_text (&value));
  return measure_bold (self, text);
}

/* What was measured of a run is good for all that is listed of it; groups and attributes that are read later differ. */
static int
get_content (LaminaLayerHeads    *self,
             GtkColumnViewColumn *view_column)
{
  LaminaLayerColumn column = lamina_layer_heads_get_column (view_column);
  int width = get_number (view_column, CONTENT);

  if (width > 0)
    return width;
  width = MAX (measure_texts (self, column), measure_sum (self, column));
  width = CLAMP (width, measure_bold (self, gtk_column_view_column_get_title (view_column)) + ARROW, MOST_WIDTH);
  g_object_set_data (G_OBJECT (view_column), CONTENT, GINT_TO_POINTER (width));
  return width;
}

typedef struct
{
  GtkColumnViewColumn *column;
  guint limits;
  int content;
  int width;
} Fitted;

static void
init_fitted (LaminaLayerHeads    *self,
             GtkColumnViewColumn *view_column,
             Fitted              *fitted)
{
  LaminaLayerColumn column = lamina_layer_heads_get_column (view_column);
  gboolean is_number = lamina_layer_column_is_number (self->run, column);
  g_auto (LaminaTableColumnInfo) info = { 0 };

  lamina_table_column_get_info (self->run, column, self->grouped, &info);
  fitted->column = view_column;
  fitted->limits = is_number ? NUMBERS : find_limits (column);
  fitted->content = get_content (self, view_column);
  fitted->width = is_number ? MAX (fitted->content, info.width) : fitted->content;
}

/* Takes away what there is no room for; what is left over goes beyond the edge. */
static void
give_way (GArray *columns,
          int     excess)
{
  for (guint step = 0; step < N_STEPS; step++)
    for (guint rank = 0; rank < G_N_ELEMENTS (limits); rank++)
      for (guint i = columns->len; i > 0 && excess > 0; i--)
        {
          Fitted *fitted = &g_array_index (columns, Fitted, i - 1);
          int limit = rank == NUMBERS ? fitted->content : limits[rank].steps[step];
          int less = fitted->limits == rank ? CLAMP (fitted->width - limit, 0, excess) : 0;

          fitted->width -= less;
          excess -= less;
        }
}

/* The width that there is for all columns. Each of them may be rounded up. */
static int
get_room (LaminaLayerHeads *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  double scale = lamina_text_size_get_scale ();
  double page = gtk_adjustment_get_page_size (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->view)));

  return (int) (page / scale) - (scale > 1.001 || scale < 0.999 ? (int) g_list_model_get_n_items (columns) : 0);
}

void
lamina_layer_heads_fit (LaminaLayerHeads *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  g_autoptr (GArray) fitted = g_array_new (FALSE, FALSE, sizeof (Fitted));
  int room = get_room (self), taken = 0;

  if (!self->listing || !self->run || room <= 1 || lamina_layer_listing_get_run (self->listing) != self->run)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      Fitted entry;

      if (!is_fitted (self, column))
        {
          taken += lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));
          continue;
        }
      /* The view keeps the column. */
      init_fitted (self, column, &entry);
      taken += entry.width;
      g_array_append_val (fitted, entry);
    }
  give_way (fitted, taken - room);
  self->fitting = TRUE;
  for (guint i = 0; i < fitted->len; i++)
    {
      const Fitted *entry = &g_array_index (fitted, Fitted, i);

      lamina_layer_heads_set_first_width (entry->column, entry->width);
    }
  self->fitting = FALSE;
}

static gboolean
on_fit_tick (GtkWidget     *view,
             GdkFrameClock *clock,
             gpointer       user_data)
{
  LaminaLayerHeads *self = LAMINA_LAYER_HEADS (user_data);

  self->fit_tick = 0;
  lamina_layer_heads_fit (self);
  return G_SOURCE_REMOVE;
}

void
lamina_layer_heads_queue_fit (LaminaLayerHeads *self)
{
  if (!self->fit_tick)
    self->fit_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_fit_tick, self, NULL);
}

void
lamina_layer_heads_set_listing (LaminaLayerHeads   *self,
                                LaminaLayerListing *listing)
{
  GListModel *columns;

  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  if (listing)
    lamina_layer_listing_ref (listing);
  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  self->listing = listing;
  if (!listing)
    return;
  columns = gtk_column_view_get_columns (self->view);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (self->grouped || lamina_layer_column_is_attribute (lamina_layer_heads_get_column (column)))
        g_object_set_data (G_OBJECT (column), CONTENT, NULL);
    }
  lamina_layer_heads_fit (self);
}
