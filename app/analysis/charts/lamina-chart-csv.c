/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"

#include <string.h>

/* In quotes where a reader needs them. */
static void
append_cell (GString    *csv,
             const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (csv, text);
      return;
    }
  g_string_append_c (csv, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *text);
    }
  g_string_append_c (csv, '"');
}

static gboolean
has_rates (LaminaChartData *self)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (self); i++)
    if (lamina_chart_data_get_column (self, i)->kind == LAMINA_LAYER_VALUE_RATE)
      return TRUE;
  return FALSE;
}

static void
append_row (LaminaChartData *self,
            guint            row,
            GString         *csv)
{
  g_autoptr (GString) estimated = g_string_new (NULL);
  g_autoptr (GString) suspicious = g_string_new (NULL);

  for (guint i = 0; i < lamina_chart_data_get_n_columns (self); i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *plain = NULL;

      lamina_chart_data_get_value (self, row, i, &value);
      plain = lamina_layer_value_dup_plain (&value);
      if (plain != NULL)
        append_cell (csv, plain);
      g_string_append_c (csv, ',');
      if (value.estimated)
        g_string_append_printf (estimated, "%s%s", estimated->len > 0 ? " " : "",
                                lamina_chart_data_get_column (self, i)->key);
      if (value.suspicious)
        g_string_append_printf (suspicious, "%s%s", suspicious->len > 0 ? " " : "",
                                lamina_chart_data_get_column (self, i)->key);
    }
  append_cell (csv, estimated->str);
  if (has_rates (self))
    {
      g_string_append_c (csv, ',');
      append_cell (csv, suspicious->str);
    }
  g_string_append_c (csv, '\n');
}

char *
lamina_chart_data_dup_csv (LaminaChartData *self,
                           guint            most)
{
  GString *csv;

  g_return_val_if_fail (self != NULL, NULL);

  csv = g_string_new (NULL);
  for (guint i = 0; i < lamina_chart_data_get_n_columns (self); i++)
    {
      append_cell (csv, lamina_chart_data_get_column (self, i)->key);
      g_string_append_c (csv, ',');
    }
  g_string_append (csv, has_rates (self) ? "estimated,suspicious\n" : "estimated\n");
  for (guint row = 0; row < MIN (lamina_chart_data_get_n_rows (self), most); row++)
    append_row (self, row, csv);
  return g_string_free (csv, FALSE);
}
