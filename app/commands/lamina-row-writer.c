/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-row-writer.h"

#include "lamina-csv.h"
#include "lamina-words.h"

#include <stdio.h>
#include <string.h>

#define COLUMN_GAP 2

struct _LaminaRowWriter
{
  LaminaFormatChoice format;
  char **names;
  JsonBuilder *json;
  guint n_columns;
  gboolean *is_right;
  int *widths;
  guint column;
  GString *csv; /* the row that is not whole yet */
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

      if (c < 0x80)
        width++;
      else if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

/* Adds a cell to the object of a row; FALSE when rows are no objects. */
static gboolean
add_member (LaminaRowWriter   *self,
            const LaminaValue *value)
{
  if (self->format != LAMINA_FORMAT_JSON)
    return FALSE;
  if (self->column == 0)
    self->json = lamina_json_row_begin ();
  if (value != NULL)
    lamina_json_add_value (self->json, self->names[self->column], value);
  self->column = (self->column + 1) % self->n_columns;
  if (self->column == 0)
    lamina_json_row_end (g_steal_pointer (&self->json));
  return TRUE;
}

/* Takes over the text of a cell; @is_said is whether a file may say it, and not Lamina itself. */
static void
take_cell (LaminaRowWriter *self,
           char            *text,
           gboolean         is_said)
{
  guint column = self->column;
  char *visible;

  self->column = (column + 1) % self->n_columns;
  if (self->format == LAMINA_FORMAT_CSV)
    {
      if (column > 0)
        g_string_append_c (self->csv, ',');
      if (text != NULL)
        lamina_csv_append_text (self->csv, text, is_said ? lamina_command_get_csv_style () : LAMINA_CSV_EXACT);
      g_free (text);
      if (self->column == 0)
        {
          g_string_append (self->csv, "\r\n");
          fwrite (self->csv->str, 1, self->csv->len, stdout);
          g_string_truncate (self->csv, 0);
        }
      return;
    }
  if (text == NULL || *text == '\0')
    {
      g_free (text);
      text = g_strdup ("—");
    }
  visible = lamina_visible_dup (text);
  self->widths[column] = MAX (self->widths[column], get_width (visible));
  g_ptr_array_add (self->cells, visible);
  g_free (text);
}

void
lamina_row_writer_take (LaminaRowWriter *self,
                        char            *text)
{
  if (add_member (self, &(LaminaValue) { .type = LAMINA_VALUE_TEXT, .text = text }))
    g_free (text);
  else
    take_cell (self, text, TRUE);
}

void
lamina_row_writer_add (LaminaRowWriter *self,
                       const char      *text)
{
  lamina_row_writer_take (self, g_strdup (text));
}

void
lamina_row_writer_add_words (LaminaRowWriter *self,
                             const char      *words)
{
  if (!add_member (self, &(LaminaValue) { .type = LAMINA_VALUE_TEXT, .text = (char *) words }))
    take_cell (self, g_strdup (words), FALSE);
}

void
lamina_row_writer_add_string (LaminaRowWriter *self,
                              LaminaRun       *run,
                              guint32          id)
{
  lamina_row_writer_add (self, id != 0 ? lamina_run_get_string (run, id) : NULL);
}

void
lamina_row_writer_add_integer (LaminaRowWriter *self,
                               gint64           value)
{
  if (!add_member (self, &(LaminaValue) { .type = LAMINA_VALUE_INTEGER, .integer = value }))
    take_cell (self, value != LAMINA_ABSENT ? g_strdup_printf ("%" G_GINT64_FORMAT, value) : NULL, FALSE);
}

void
lamina_row_writer_add_count (LaminaRowWriter *self,
                             gint64           value)
{
  if (self->format == LAMINA_FORMAT_TABLE && value != LAMINA_ABSENT)
    take_cell (self, lamina_figure_dup_exact (value, LAMINA_UNIT_NONE), FALSE);
  else
    lamina_row_writer_add_integer (self, value);
}

void
lamina_row_writer_add_real (LaminaRowWriter *self,
                            double           value)
{
  if (!add_member (self, &(LaminaValue) { .type = LAMINA_VALUE_REAL, .real = value }))
    take_cell (self, lamina_figure_dup_plain (value), FALSE);
}

void
lamina_row_writer_add_ids (LaminaRowWriter *self,
                           const guint32   *ids,
                           guint            n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", ids[i]);
  if (self->format != LAMINA_FORMAT_JSON)
    {
      take_cell (self, g_strdup (text->str), FALSE);
      return;
    }
  if (self->column == 0)
    self->json = lamina_json_row_begin ();
  lamina_json_add_ids (self->json, self->names[self->column], ids, n);
  add_member (self, NULL);
}

void
lamina_row_writer_add_estimated (LaminaRowWriter *self,
                                 guint            estimated)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; lamina_words_estimates[i] != NULL; i++)
    if (estimated & (1u << i))
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", lamina_words_estimates[i]);
  lamina_row_writer_take (self, g_string_free (text, FALSE));
}

void
lamina_row_writer_add_row (LaminaRowWriter *self,
                           guint32          row)
{
  lamina_row_writer_add_integer (self, row != LAMINA_NONE ? (gint64) row : LAMINA_ABSENT);
}

void
lamina_row_writer_take_note (LaminaRowWriter *self,
                             char            *text)
{
  if (text != NULL && self->format == LAMINA_FORMAT_TABLE
      && !g_ptr_array_find_with_equal_func (self->notes, text, g_str_equal, NULL))
    g_ptr_array_add (self->notes, g_steal_pointer (&text));
  g_free (text);
}

/* A name of the file that is also one of Lamina's own has this sign before it, by which programs ask for the column. */
static gboolean
is_marked_word (const char *heading)
{
  return heading[0] == '@' && heading[1 + strspn (heading + 1, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

LaminaRowWriter *
lamina_row_writer_new (LaminaFormatChoice  format,
                       const char *const  *headings)
{
  LaminaRowWriter *self = g_new0 (LaminaRowWriter, 1);

  self->format = format;
  self->n_columns = g_strv_length ((char **) headings);
  self->is_right = g_new0 (gboolean, self->n_columns);
  self->widths = g_new0 (int, self->n_columns);
  self->csv = g_string_new (NULL);
  self->cells = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  if (format == LAMINA_FORMAT_JSON)
    {
      lamina_json_rows_open ();
      self->names = g_strdupv ((char **) headings);
      return self;
    }
  for (guint i = 0; i < self->n_columns; i++)
    {
      const char *heading = headings[i] + (headings[i][0] == '>');

      self->is_right[i] = heading > headings[i];
      take_cell (self, g_strdup (heading), !is_marked_word (heading));
    }
  return self;
}

static void
write_aligned (LaminaRowWriter *self)
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

void
lamina_row_writer_free (LaminaRowWriter *self)
{
  if (self->format == LAMINA_FORMAT_JSON)
    lamina_json_rows_close ();
  write_aligned (self);
  for (guint i = 0; i < self->notes->len; i++)
    {
      g_autofree char *visible = lamina_visible_dup (self->notes->pdata[i]);

      printf ("%s! %s\n", i == 0 ? "\n" : "", visible);
    }
  g_strfreev (self->names);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->cells);
  g_string_free (self->csv, TRUE);
  g_free (self->is_right);
  g_free (self->widths);
  g_free (self);
}
