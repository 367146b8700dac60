/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-table.h"

#include "lamina-command.h"
#include "lamina-words.h"

#include <stdio.h>
#include <string.h>

#define COLUMN_GAP 2

struct _LaminaTable
{
  gboolean is_csv;
  guint n_columns;
  gboolean *is_right;
  int *widths;
  guint column;
  GPtrArray *cells;
  GPtrArray *notes;
};

/* Columns of a terminal that a text takes. */
static int
get_width (const char *text)
{
  int width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

static void
write_csv_cell (const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      fputs (text, stdout);
      return;
    }
  putchar ('"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        putchar ('"');
      putchar (*text);
    }
  putchar ('"');
}

void
lamina_table_take (LaminaTable *self,
                   char        *text)
{
  guint column = self->column;

  self->column = (column + 1) % self->n_columns;
  if (self->is_csv)
    {
      if (column > 0)
        putchar (',');
      if (text != NULL)
        write_csv_cell (text);
      if (self->column == 0)
        fputs ("\r\n", stdout);
      g_free (text);
      return;
    }
  if (text == NULL || *text == '\0')
    {
      g_free (text);
      text = g_strdup ("—");
    }
  lamina_command_clean (text);
  self->widths[column] = MAX (self->widths[column], get_width (text));
  g_ptr_array_add (self->cells, text);
}

void
lamina_table_add (LaminaTable *self,
                  const char  *text)
{
  lamina_table_take (self, g_strdup (text));
}

void
lamina_table_add_integer (LaminaTable *self,
                          gint64       value)
{
  lamina_table_take (self, value != LAMINA_ABSENT ? g_strdup_printf ("%" G_GINT64_FORMAT, value) : NULL);
}

void
lamina_table_add_real (LaminaTable *self,
                       double       value)
{
  lamina_table_take (self, lamina_figure_dup_plain (value));
}

void
lamina_table_add_estimated (LaminaTable *self,
                            guint        estimated)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; lamina_words_estimates[i] != NULL; i++)
    if (estimated & (1u << i))
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", lamina_words_estimates[i]);
  lamina_table_take (self, g_string_free (text, FALSE));
}

void
lamina_table_add_row (LaminaTable *self,
                      guint32      row)
{
  lamina_table_add_integer (self, row != LAMINA_NONE ? (gint64) row : LAMINA_ABSENT);
}

void
lamina_table_take_note (LaminaTable *self,
                        char        *text)
{
  if (text == NULL || self->is_csv || g_ptr_array_find_with_equal_func (self->notes, text, g_str_equal, NULL))
    g_free (text);
  else
    g_ptr_array_add (self->notes, lamina_command_clean (text));
}

LaminaTable *
lamina_table_new (gboolean           is_csv,
                  const char *const *headings)
{
  LaminaTable *self = g_new0 (LaminaTable, 1);

  self->is_csv = is_csv;
  self->n_columns = g_strv_length ((char **) headings);
  self->is_right = g_new0 (gboolean, self->n_columns);
  self->widths = g_new0 (int, self->n_columns);
  self->cells = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->n_columns; i++)
    {
      self->is_right[i] = headings[i][0] == '>';
      lamina_table_add (self, headings[i] + (self->is_right[i] ? 1 : 0));
    }
  return self;
}

static void
write_aligned (LaminaTable *self)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      guint column = i % self->n_columns;
      const char *text = g_ptr_array_index (self->cells, i);
      int space = self->widths[column] - get_width (text);
      gboolean is_last = column + 1 == self->n_columns;

      if (self->is_right[column])
        printf ("%*s", space, "");
      fputs (text, stdout);
      if (!self->is_right[column] && !is_last)
        printf ("%*s", space, "");
      if (is_last)
        putchar ('\n');
      else
        printf ("%*s", COLUMN_GAP, "");
    }
}

static void
write_notes (LaminaTable *self)
{
  for (guint i = 0; i < self->notes->len; i++)
    printf ("%s! %s\n", i == 0 ? "\n" : "", (const char *) self->notes->pdata[i]);
}

void
lamina_table_free (LaminaTable *self)
{
  write_aligned (self);
  write_notes (self);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->cells);
  g_free (self->is_right);
  g_free (self->widths);
  g_free (self);
}
