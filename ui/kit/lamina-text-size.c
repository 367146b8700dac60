/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-text-size.h"

#include <math.h>

/* `gtk-xft-dpi` at the usual size, and the sizes beyond which nothing would fit or could be read. */
#define USUAL_DPI (96 * 1024.0)
#define LEAST 0.75
#define MOST 3.0

double
lamina_text_size_get_scale (void)
{
  int dpi = 0;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP (dpi / USUAL_DPI, LEAST, MOST) : 1;
}

int
lamina_text_size_get_length (int length)
{
  return (int) lround (length * lamina_text_size_get_scale ());
}

int
lamina_text_size_get_usual_length (int length)
{
  return (int) lround (length / lamina_text_size_get_scale ());
}

typedef struct
{
  const char *property;
  int length;
} Length;

static void
update_lengths (GObject *object)
{
  GArray *lengths = g_object_get_data (object, "text-lengths");

  for (guint i = 0; i < lengths->len; i++)
    {
      const Length *length = &g_array_index (lengths, Length, i);

      g_object_set (object, length->property, lamina_text_size_get_length (length->length), NULL);
    }
}

void
lamina_text_size_set_length (gpointer    object,
                             const char *property,
                             int         length)
{
  Length added = { g_intern_string (property), length };
  GArray *lengths;

  g_return_if_fail (G_IS_OBJECT (object) && property);

  lengths = g_object_get_data (object, "text-lengths");
  if (!lengths)
    {
      lengths = g_array_new (FALSE, FALSE, sizeof (Length));
      g_object_set_data_full (object, "text-lengths", lengths, (GDestroyNotify) g_array_unref);
      g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (update_lengths), object,
                               G_CONNECT_SWAPPED);
    }
  g_array_append_val (lengths, added);
  g_object_set (object, property, lamina_text_size_get_length (length), NULL);
}

void
lamina_text_size_set_window_size (GtkWindow *window,
                                  int        width,
                                  int        height)
{
  g_return_if_fail (GTK_IS_WINDOW (window));
  gtk_window_set_default_size (window, lamina_text_size_get_length (width), lamina_text_size_get_length (height));
}

/* As the user made it, or as it was: either way as wide for its text as before. */
static void
update_column (GtkColumnViewColumn *column)
{
  double scale = lamina_text_size_get_scale ();
  double *last = g_object_get_data (G_OBJECT (column), "text-scale");
  int width = gtk_column_view_column_get_fixed_width (column);

  if (width > 0)
    gtk_column_view_column_set_fixed_width (column, (int) lround (width * scale / *last));
  *last = scale;
}

void
lamina_text_size_set_column_width (GtkColumnViewColumn *column,
                                   int                  width)
{
  double scale = lamina_text_size_get_scale ();

  g_return_if_fail (GTK_IS_COLUMN_VIEW_COLUMN (column));

  gtk_column_view_column_set_fixed_width (column, lamina_text_size_get_length (width));
  if (g_object_get_data (G_OBJECT (column), "text-scale"))
    return;
  g_object_set_data_full (G_OBJECT (column), "text-scale", g_memdup2 (&scale, sizeof scale), g_free);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (update_column), column,
                           G_CONNECT_SWAPPED);
}
