/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cell-text.h"

#include "lamina-core.h"
#include "lamina-widget.h"

#include <adwaita.h>
#include <string.h>

/* Any text can be cut down to so many letters. */
#define LETTERS 3

/* As libadwaita dims labels. */
#define QUIET 0.55
#define QUIET_HIGH_CONTRAST 0.9

/* What a line needs in a font. One is as high as another. */
typedef struct
{
  int least;
  int height;
  int baseline;
} LineSize;

void
lamina_cell_text_limit (LaminaCellText *self)
{
  g_autofree char *whole = g_steal_pointer (&self->text);

  if (!whole)
    return;
  self->text = lamina_widget_dup_seen (whole);
  self->label_length = MIN (self->label_length, (guint) strlen (self->text));
}

void
lamina_cell_text_forget_layout (LaminaCellText *self)
{
  g_clear_object (&self->layout);
}

void
lamina_cell_text_clear (LaminaCellText *self)
{
  g_free (self->text);
  g_clear_object (&self->layout);
  *self = (LaminaCellText) { 0 };
}

gboolean
lamina_cell_is_mirrored (GtkWidget *cell)
{
  return gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL;
}

static double
get_quiet (void)
{
  return adw_style_manager_get_high_contrast (adw_style_manager_get_default ()) ? QUIET_HIGH_CONTRAST : QUIET;
}

static gboolean
is_long (const char *text)
{
  return strlen (text) > LAMINA_CELL_MOST_LETTERS;
}

/* The text, or its first letters, as it is shown. */
static char *
dup_shown (const char *text)
{
  g_autofree char *begin = NULL;

  /* Pango would lay out all of a long text to show its beginning. */
  if (is_long (text))
    begin = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), LAMINA_CELL_MOST_LETTERS));
  return lamina_visible_dup (begin ? begin : text);
}

/* The short name that a whole one begins with, as it is shown. */
static char *
dup_label (const LaminaCellText *self)
{
  g_autofree char *label = g_strndup (self->text, self->label_length);

  return lamina_visible_dup (label);
}

static PangoAttrList *
create_attributes (const LaminaCellText *self)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  if (self->number)
    pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  if (self->estimated)
    pango_attr_list_insert (attributes, pango_attr_style_new (PANGO_STYLE_ITALIC));
  if (self->bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  if (self->label_length > 0)
    {
      g_autofree char *label = dup_label (self);
      PangoAttribute *quiet = pango_attr_foreground_alpha_new ((guint16) (G_MAXUINT16 * get_quiet ()));

      quiet->start_index = (guint) strlen (label);
      pango_attr_list_insert (attributes, quiet);
    }
  return attributes;
}

PangoLayout *
lamina_cell_text_get_layout (LaminaCellText *self,
                             GtkWidget      *cell)
{
  g_autoptr (PangoAttrList) attributes = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (self->text != NULL && GTK_IS_WIDGET (cell), NULL);

  /* GTK turns the context back whenever the direction or the font changes; that changes a layout that is there, too. */
  pango_context_set_base_dir (gtk_widget_get_pango_context (cell), PANGO_DIRECTION_LTR);
  if (self->layout && self->laid_out_quiet < get_quiet () + 0.01 && self->laid_out_quiet > get_quiet () - 0.01)
    return self->layout;
  g_clear_object (&self->layout);
  self->laid_out_quiet = get_quiet ();
  shown = dup_shown (self->text);
  self->layout = gtk_widget_create_pango_layout (cell, shown);
  attributes = create_attributes (self);
  pango_layout_set_attributes (self->layout, attributes);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_ellipsize (self->layout, self->ellipsize);
  pango_layout_set_alignment (self->layout, self->number != lamina_cell_is_mirrored (cell) ? PANGO_ALIGN_RIGHT
                                                                                          : PANGO_ALIGN_LEFT);
  return self->layout;
}

void
lamina_cell_text_draw (LaminaCellText *self,
                       GtkWidget      *cell,
                       GtkSnapshot    *snapshot,
                       int             x,
                       int             room)
{
  PangoLayout *layout = lamina_cell_text_get_layout (self, cell);
  int height = gtk_widget_get_height (cell), lines;
  GdkRGBA ink;

  if (*self->text == '\0' || room <= 0)
    return;
  pango_layout_set_width (layout, room * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, NULL, &lines);
  gtk_style_context_get_color (gtk_widget_get_style_context (cell), &ink);
  if (self->quiet)
    ink.alpha *= (float) get_quiet ();
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) ((height - lines) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}

gboolean
lamina_cell_text_is_cut (LaminaCellText *self,
                         GtkWidget      *cell,
                         int             room)
{
  PangoLayout *layout = lamina_cell_text_get_layout (self, cell);

  pango_layout_set_width (layout, MAX (room, 0) * PANGO_SCALE);
  return is_long (self->text) || pango_layout_is_ellipsized (layout);
}

int
lamina_cell_text_get_whole_width (const LaminaCellText *self,
                                  PangoContext         *context)
{
  g_autoptr (PangoLayout) layout = pango_layout_new (context);
  g_autoptr (PangoAttrList) attributes = NULL;
  g_autofree char *essence = NULL;
  int width;

  g_return_val_if_fail (self->text != NULL, 0);

  /* Of the arguments at least the sign that they were left out. */
  if (self->label_length == 0 || self->text[self->label_length] == '\0')
    essence = dup_shown (self->text);
  else
    {
      g_autofree char *label = dup_label (self);

      essence = g_strconcat (label, "…", NULL);
    }
  attributes = create_attributes (self);
  pango_layout_set_text (layout, essence, -1);
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_get_size (layout, &width, NULL);
  /* Rounded up: of a text that lacks a part of a pixel a letter is cut. */
  return PANGO_PIXELS_CEIL (width);
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

/*
 * The font is that of the whole table: a context for each cell would be one for each of thousands. To ask for a font takes
 * long, too; there are few, and what they need is kept for each resolution.
 */
static const LineSize *
get_line (GtkWidget *cell)
{
  static GHashTable *sizes;
  static double resolution;
  GtkWidget *view = gtk_widget_get_ancestor (cell, GTK_TYPE_COLUMN_VIEW);
  PangoContext *context = gtk_widget_get_pango_context (view ? view : cell);
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

void
lamina_cell_measure (GtkWidget      *cell,
                     GtkOrientation  orientation,
                     int             indent,
                     int            *minimum,
                     int            *natural,
                     int            *minimum_baseline,
                     int            *natural_baseline)
{
  const LineSize *line = get_line (cell);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = *natural = indent + line->least;
      return;
    }
  *minimum = *natural = line->height;
  *minimum_baseline = *natural_baseline = line->baseline;
}
