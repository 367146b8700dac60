/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-text-table.h"

/* Between two titles. */
#define GAP 2

typedef struct
{
  char *title;
  gsize start;
  gsize end;
} Column;

struct _LaminaTextTable
{
  LaminaTextAlign align;
  GArray *columns;
};

typedef struct
{
  const char *start;
  const char *end;
} Part;

static void
clear_column (gpointer column)
{
  g_free (((Column *) column)->title);
}

/* A title ends before two blanks, or with the line. */
static gsize
find_end (const char *header,
          gsize       start,
          gsize       length)
{
  gsize end = start;

  while (end < length && (header[end] != ' ' || (end + 1 < length && header[end + 1] != ' ')))
    end++;
  return end;
}

static void
add_columns (LaminaTextTable *self,
             const char      *header,
             gsize            length)
{
  gsize at = 0;

  while (TRUE)
    {
      Column column = { 0 };

      while (at < length && header[at] == ' ')
        at++;
      if (at == length)
        return;
      column.start = at;
      column.end = at = find_end (header, at, length);
      column.title = g_utf8_make_valid (header + column.start, (gssize) (column.end - column.start));
      g_array_append_val (self->columns, column);
    }
}

LaminaTextTable *
lamina_text_table_new (const char      *header,
                       gsize            length,
                       LaminaTextAlign  align)
{
  LaminaTextTable *self = g_new0 (LaminaTextTable, 1);

  self->align = align;
  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  g_array_set_clear_func (self->columns, clear_column);
  add_columns (self, header, length);
  return self;
}

void
lamina_text_table_free (LaminaTextTable *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->columns);
  g_free (self);
}

guint
lamina_text_table_get_n_columns (LaminaTextTable *self)
{
  return self->columns->len;
}

static const Column *
get_column (LaminaTextTable *self,
            guint            column)
{
  return &g_array_index (self->columns, Column, column);
}

const char *
lamina_text_table_get_title (LaminaTextTable *self,
                             guint            column)
{
  g_return_val_if_fail (column < self->columns->len, NULL);
  return get_column (self, column)->title;
}

static void
strip (Part *part)
{
  while (part->start < part->end && *part->start == ' ')
    part->start++;
  while (part->start < part->end && part->end[-1] == ' ')
    part->end--;
}

/* Cuts what the first two columns share: @part becomes the one or the other. */
static void
split_shared (Part     *part,
              gboolean  first)
{
  const char *word = part->end;

  while (word > part->start && word[-1] != ' ')
    word--;
  if (first)
    part->end = word;
  else
    part->start = word;
}

/* The bytes of a column, of which a line may have fewer. */
static void
get_bounds (LaminaTextTable *self,
            guint            column,
            gsize           *start,
            gsize           *end)
{
  gboolean is_last = column + 1 == self->columns->len;

  if (self->align == LAMINA_TEXT_ALIGN_LEFT)
    {
      *start = column == 0 ? 0 : get_column (self, column)->start;
      *end = is_last ? G_MAXSIZE : get_column (self, column + 1)->start;
      return;
    }
  *start = column < 2 ? 0 : get_column (self, column - 1)->end + GAP;
  *end = self->columns->len == 1 ? G_MAXSIZE : get_column (self, MAX (column, 1))->end;
}

const char *
lamina_text_table_get_cell (LaminaTextTable *self,
                            const char      *row,
                            gsize            length,
                            guint            column,
                            gsize           *cell_length)
{
  gsize start, end;
  Part part;

  g_return_val_if_fail (column < self->columns->len, NULL);

  get_bounds (self, column, &start, &end);
  part.start = row + MIN (start, length);
  part.end = row + MIN (end, length);
  if (self->align == LAMINA_TEXT_ALIGN_RIGHT && column < 2 && self->columns->len > 1)
    split_shared (&part, column == 0);
  strip (&part);
  *cell_length = (gsize) (part.end - part.start);
  return part.start;
}
