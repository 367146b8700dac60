/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-layout-private.h"

#include <math.h>
#include <string.h>

#define NBSP "\u00a0"

/* A beginning that all names share says nothing where this many stand below each other. */
#define LEAST_ROWS 3
#define LEAST_PREFIX 4
#define MOST_LOOKED_AT 64

/* How much of the beginning of the first rows is the same, up to and with a separator. */
static gsize
get_common_prefix (LaminaChartData *data,
                   guint            column)
{
  guint n = MIN (lamina_chart_data_get_n_rows (data), MOST_LOOKED_AT);
  const char *first = n > 0 ? lamina_chart_data_get_text (data, 0, column) : "";
  gsize length = strlen (first);

  if (n < LEAST_ROWS)
    return 0;
  for (guint i = 1; i < n; i++)
    {
      const char *text = lamina_chart_data_get_text (data, i, column);
      gsize same = 0;

      while (same < length && text[same] == first[same])
        same++;
      /* Nothing may be left without a name. */
      length = text[same] == '\0' && same > 0 ? same - 1 : same;
    }
  while (length > 0 && strchr ("_./:", first[length - 1]) == NULL)
    length--;
  return length >= LEAST_PREFIX ? length : 0;
}

char *
lamina_plot_dup_label (const LaminaPlot *self,
                       guint             row)
{
  guint column = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_LABEL);
  const char *text = lamina_chart_data_get_text (self->data, row, column);

  return lamina_slice_dup_label (text + get_common_prefix (self->data, column));
}

char *
lamina_plot_dup_share (double share)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (share))
    return g_strdup ("—");
  g_ascii_formatd (number, sizeof number, "%.1f", share * 100);
  return g_strconcat (number, NBSP "%", NULL);
}

/* A text without its middle; what tells names apart stands at both of their ends. */
static char *
cut (const char *text,
     glong       length,
     glong       kept)
{
  glong head = (kept + 1) / 2;
  g_autofree char *start = g_utf8_substring (text, 0, head);
  g_autofree char *end = g_utf8_substring (text, length - (kept - head), length);

  return g_strconcat (start, "…", end, NULL);
}

char *
lamina_plot_dup_shortened (const LaminaPlot *self,
                           LaminaFont        font,
                           const char       *text,
                           double            width)
{
  glong length = g_utf8_strlen (text, -1);
  glong low = 0;
  glong high = length;

  if (lamina_plot_get_text_width (self, font, text) <= width)
    return g_strdup (text);
  while (low + 1 < high)
    {
      glong middle = (low + high) / 2;
      g_autofree char *shorter = cut (text, length, middle);

      if (lamina_plot_get_text_width (self, font, shorter) <= width)
        low = middle;
      else
        high = middle;
    }
  return cut (text, length, low);
}
