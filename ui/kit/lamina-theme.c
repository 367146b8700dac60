/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-theme.h"

#include "lamina-settings.h"

#include <adwaita.h>

static LaminaTheme
get_theme (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ()) ? LAMINA_THEME_DARK : LAMINA_THEME_LIGHT;
}

LaminaColors
lamina_theme_get_palette (void)
{
  return (LaminaColors) g_settings_get_enum (lamina_settings_get_default (), LAMINA_SETTING_COLORS);
}

void
lamina_theme_init_style (LaminaStyle *style,
                         GtkWidget   *widget)
{
  PangoFontDescription *font = pango_context_get_font_description (gtk_widget_get_pango_context (widget));

  *style = LAMINA_STYLE_INIT (get_theme ());
  style->palette = lamina_theme_get_palette ();
  style->high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  /* Whoever keeps the style keeps the name of the font only as long as the widget: interned, it lives for ever. */
  if (font && pango_font_description_get_family (font))
    style->font_family = g_intern_string (pango_font_description_get_family (font));
}

gboolean
lamina_theme_equal_styles (const LaminaStyle *a,
                           const LaminaStyle *b)
{
  return a->theme == b->theme && a->palette == b->palette && a->dim == b->dim && a->high_contrast == b->high_contrast
         && g_strcmp0 (a->font_family, b->font_family) == 0;
}

GdkRGBA
lamina_theme_get_color (LaminaFill fill)
{
  LaminaStyle style = LAMINA_STYLE_INIT (get_theme ());
  LaminaColor color;

  style.palette = lamina_theme_get_palette ();
  style.high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  lamina_style_get_color (&style, fill, &color);
  return (GdkRGBA) { (float) color.red, (float) color.green, (float) color.blue, (float) color.alpha };
}

void
lamina_theme_redraw (GtkWidget *widget)
{
  gtk_widget_queue_draw (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    lamina_theme_redraw (child);
}

void
lamina_theme_change_palette (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  g_object_notify (G_OBJECT (adw_style_manager_get_default ()), "dark");
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      lamina_theme_redraw (window);
    }
}
