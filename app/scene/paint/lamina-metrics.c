/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-metrics.h"

#include "lamina-text-private.h"

#include <string.h>

PangoContext *
lamina_text_create_context (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, 96);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_language (context, pango_language_from_string ("en"));
  cairo_font_options_destroy (options);
  return context;
}

gsize
lamina_text_get_shown (const char *text)
{
  gsize length = strnlen (text, LAMINA_TEXT_MOST_BYTES + 1);

  if (length <= LAMINA_TEXT_MOST_BYTES)
    return length;
  for (length = LAMINA_TEXT_MOST_BYTES; length > 0 && ((guchar) text[length] & 0xc0) == 0x80;)
    length--;
  return length;
}

PangoLayout *
lamina_text_create_layout (PangoContext               *context,
                           const PangoFontDescription *font,
                           const char                 *text)
{
  PangoLayout *layout = pango_layout_new (context);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, (int) lamina_text_get_shown (text));
  return layout;
}

/* No cut keeps more bytes of an end, where all letters have four: to count those of megabytes for each try takes seconds. */
#define MOST_AT_END (4 * LAMINA_TEXT_MOST_BYTES)

/* So many widths are remembered; after that all are forgotten. */
#define MAX_WIDTHS 16384

struct _LaminaMetrics
{
  double char_width;
  PangoContext *context;
  PangoFontDescription *fonts[LAMINA_N_FONTS];
  GHashTable *widths[LAMINA_N_FONTS];
  guint n_widths;
};

LaminaMetrics *
lamina_metrics_new_fixed (double char_width)
{
  LaminaMetrics *self = g_new0 (LaminaMetrics, 1);

  self->char_width = char_width;
  return self;
}

LaminaMetrics *
lamina_metrics_new (const LaminaStyle *style)
{
  LaminaMetrics *self = lamina_metrics_new_fixed (0);

  self->context = lamina_text_create_context ();
  for (guint i = 0; i < LAMINA_N_FONTS; i++)
    {
      self->fonts[i] = lamina_style_create_font (style, i);
      self->widths[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
    }
  return self;
}

void
lamina_metrics_free (LaminaMetrics *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < LAMINA_N_FONTS; i++)
    {
      g_clear_pointer (&self->fonts[i], pango_font_description_free);
      g_clear_pointer (&self->widths[i], g_hash_table_unref);
    }
  g_clear_object (&self->context);
  g_free (self);
}

double
lamina_metrics_get_width (LaminaMetrics *self,
                          LaminaFont     font,
                          const char    *text)
{
  g_autoptr (PangoLayout) layout = NULL;
  g_autofree char *begin = NULL;
  gsize shown = lamina_text_get_shown (text);
  double *known;
  double width;
  int size;

  g_return_val_if_fail (self != NULL && font < LAMINA_N_FONTS, 0);

  if (self->context == NULL)
    return self->char_width * (double) g_utf8_strlen (text, -1);
  /* As if it went on as it begins: too wide for any place, whatever comes. */
  if (text[shown] != '\0')
    {
      begin = g_strndup (text, shown);
      return lamina_metrics_get_width (self, font, begin) / (double) shown * (double) strlen (text);
    }
  known = g_hash_table_lookup (self->widths[font], text);
  if (known != NULL)
    return *known;
  layout = lamina_text_create_layout (self->context, self->fonts[font], text);
  pango_layout_get_size (layout, &size, NULL);
  width = (double) size / PANGO_SCALE;
  if (self->n_widths++ == MAX_WIDTHS)
    {
      for (guint i = 0; i < LAMINA_N_FONTS; i++)
        g_hash_table_remove_all (self->widths[i]);
      self->n_widths = 1;
    }
  g_hash_table_insert (self->widths[font], g_strdup (text), g_memdup2 (&width, sizeof width));
  return width;
}

/* Names of tools tell threads and devices apart at their ends. */
static char *
dup_ends (const char *text,
          glong       n,
          glong       kept)
{
  glong first = (kept + 1) / 2;
  const char *end = g_utf8_offset_to_pointer (text, n - (kept - first));
  g_autofree char *start = g_utf8_substring (text, 0, first);

  return g_strconcat (start, "…", end, NULL);
}

char *
lamina_metrics_dup_cut (LaminaMetrics *self,
                        LaminaFont     font,
                        const char    *text,
                        double         width,
                        LaminaCutFunc  cut)
{
  g_autofree char *ends = lamina_visible_dup_ends (text, MOST_AT_END);
  glong n, least = 0, most;

  if (lamina_metrics_get_width (self, font, text) <= width)
    return g_strdup (text);
  if (ends != NULL)
    text = ends;
  n = g_utf8_strlen (text, -1);
  most = MIN (n, LAMINA_TEXT_MOST_BYTES);
  while (least + 1 < most)
    {
      glong middle = (least + most) / 2;
      g_autofree char *shown = cut (text, n, middle);

      if (lamina_metrics_get_width (self, font, shown) <= width)
        least = middle;
      else
        most = middle;
    }
  return cut (text, n, least);
}

char *
lamina_metrics_dup_fitting (LaminaMetrics *self,
                            LaminaFont     font,
                            const char    *text,
                            double         width)
{
  return lamina_metrics_dup_cut (self, font, text, width, dup_ends);
}
