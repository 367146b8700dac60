/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-columns-private.h"
#include "lamina-gettext.h"

#include <string.h>

/* Of which kind columns are: a strip below them, whose tones the legend explains. */

#define SWATCH 10

static const guint8 alphas[LAMINA_COLUMNS_CLASSES + 1] = { 60, 220, 120, 170, 30 };

static int
compare_classes (gconstpointer a,
                 gconstpointer b)
{
  const LaminaColumnClass *left = a, *right = b;

  if (left->sum != right->sum)
    return left->sum > right->sum ? -1 : 1;
  return strcmp (left->name, right->name);
}

/* The kinds that make most of the whole; the others share a tone. One alone tells nothing of the columns. */
void
lamina_columns_find_classes (LaminaColumns    *self,
                             const LaminaPlot *plot)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) classes = g_array_new (FALSE, FALSE, sizeof (LaminaColumnClass));

  self->class_column = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_CLASS);
  for (guint row = 0; self->class_column != LAMINA_NONE && row < self->n_rows; row++)
    {
      const char *name = lamina_chart_data_get_text (plot->data, row, self->class_column);
      double value = lamina_chart_data_get_number (plot->data, row, self->values[0]);
      LaminaColumnClass class = { name, 0 };
      gpointer place;

      if (*name == '\0')
        continue;
      if (!g_hash_table_lookup_extended (places, name, NULL, &place))
        {
          place = GUINT_TO_POINTER (classes->len);
          g_hash_table_insert (places, (gpointer) name, place);
          g_array_append_val (classes, class);
        }
      g_array_index (classes, LaminaColumnClass, GPOINTER_TO_UINT (place)).sum += value > 0 ? value : 0;
    }
  if (classes->len < 2)
    return;
  g_array_sort (classes, compare_classes);
  self->n_classes = MIN (classes->len, LAMINA_COLUMNS_CLASSES);
  self->has_others = classes->len > LAMINA_COLUMNS_CLASSES;
  for (guint i = 0; i < self->n_classes; i++)
    self->classes[i] = g_array_index (classes, LaminaColumnClass, i);
}

/* LAMINA_COLUMNS_CLASSES for one of the others, more for none. */
static guint
get_class (const LaminaColumns *self,
           const LaminaPlot    *plot,
           guint                row)
{
  const char *name = lamina_chart_data_get_text (plot->data, row, self->class_column);

  for (guint i = 0; i < self->n_classes; i++)
    if (g_str_equal (self->classes[i].name, name))
      return i;
  return *name != '\0' ? LAMINA_COLUMNS_CLASSES : LAMINA_COLUMNS_CLASSES + 1;
}

static LaminaFill
get_fill (guint class)
{
  LaminaFill fill = LAMINA_FILL (LAMINA_INK_TEXT);

  fill.alpha = alphas[MIN (class, LAMINA_COLUMNS_CLASSES)];
  return fill;
}

void
lamina_columns_add_strip (const LaminaColumns *self,
                          const LaminaPlot    *plot,
                          int                  y,
                          int                  height)
{
  g_autofree LaminaColumn *columns = lamina_columns_list (self, plot, self->values[0]);

  lamina_scene_open_group (plot->scene, "kinds", plot->x, y, plot->width, height);
  for (guint i = 0, end; i < self->n_columns; i = end)
    {
      guint class = get_class (self, plot, columns[i].tallest);

      for (end = i + 1; end < self->n_columns && get_class (self, plot, columns[end].tallest) == class; end++)
        continue;
      if (class <= LAMINA_COLUMNS_CLASSES)
        lamina_scene_add_rect (plot->scene, lamina_columns_get_x (self, i), y,
                               lamina_columns_get_x (self, end) - lamina_columns_get_x (self, i), height,
                               get_fill (class));
    }
  lamina_scene_close_group (plot->scene);
}

void
lamina_columns_add_class_legend (const LaminaColumns *self,
                                 const LaminaPlot    *plot)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (plot->data, self->class_column);
  double x = self->left;
  double y = plot->y + LAMINA_COLUMNS_LEGEND / 2.0 - 4;

  lamina_scene_open_group (plot->scene, "legend of kinds", plot->x, plot->y, plot->width, LAMINA_COLUMNS_LEGEND);
  lamina_plot_add_text (plot, x, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, column->title);
  x += lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION, column->title) + 12;
  for (guint i = 0; i < self->n_classes + self->has_others; i++)
    {
      const char *name = i < self->n_classes ? self->classes[i].name : _("others");

      lamina_scene_add_rect (plot->scene, (int) x, (int) (y - SWATCH / 2.0), SWATCH, SWATCH,
                             get_fill (i < self->n_classes ? i : LAMINA_COLUMNS_CLASSES));
      x += SWATCH + 6;
      lamina_plot_add_text (plot, x, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, name);
      x += lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION, name) + 16;
    }
  lamina_scene_close_group (plot->scene);
}
