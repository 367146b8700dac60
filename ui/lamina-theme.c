/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-theme.h"

#include <adwaita.h>

static LaminaTheme
get_theme (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ()) ? LAMINA_THEME_DARK : LAMINA_THEME_LIGHT;
}

void
lamina_theme_init_style (LaminaStyle *style,
                         GtkWidget   *widget)
{
  PangoFontDescription *font = pango_context_get_font_description (gtk_widget_get_pango_context (widget));

  *style = LAMINA_STYLE_INIT (get_theme ());
  style->high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  /* Whoever keeps the style keeps the name of the font only as long as the widget: interned, it lives for ever. */
  if (font && pango_font_description_get_family (font))
    style->font_family = g_intern_string (pango_font_description_get_family (font));
}

gboolean
lamina_theme_equal_styles (const LaminaStyle *a,
                           const LaminaStyle *b)
{
  return a->theme == b->theme && a->dim == b->dim && a->high_contrast == b->high_contrast
         && g_strcmp0 (a->font_family, b->font_family) == 0;
}

GdkRGBA
lamina_theme_get_color (LaminaFill fill)
{
  LaminaStyle style = LAMINA_STYLE_INIT (get_theme ());
  LaminaColor color;

  style.high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  lamina_style_get_color (&style, fill, &color);
  return (GdkRGBA) { (float) color.red, (float) color.green, (float) color.blue, (float) color.alpha };
}
