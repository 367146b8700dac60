/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sheet-private.h"

#include <string.h>

static void
file_free (gpointer data)
{
  LaminaSheetFile *file = data;

  g_free (file->name);
  g_bytes_unref (file->bytes);
  g_free (file);
}

LaminaSheet *
lamina_sheet_new (const LaminaSheetKind *kind,
                  const char            *title,
                  const char            *folder,
                  LaminaColors           palette)
{
  LaminaSheet *self = g_new0 (LaminaSheet, 1);
  LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_PRINT);

  self->kind = kind;
  self->text = g_string_sized_new (256 * 1024);
  self->metrics = lamina_metrics_new (&style);
  self->folder = g_strdup (folder);
  self->palette = palette;
  self->files = g_ptr_array_new_with_free_func (file_free);
  if (kind->begin != NULL)
    kind->begin (self, title);
  return self;
}

void
lamina_sheet_free (LaminaSheet *self)
{
  if (self->text)
    g_string_free (self->text, TRUE);
  lamina_metrics_free (self->metrics);
  g_free (self->folder);
  g_ptr_array_unref (self->files);
  g_free (self);
}

GBytes *
lamina_sheet_finish (LaminaSheet *self)
{
  g_string_append (self->text, self->kind->end);
  return g_string_free_to_bytes (g_steal_pointer (&self->text));
}

void
lamina_sheet_add_heading (LaminaSheet *self,
                          guint        level,
                          const char  *text)
{
  self->kind->add_heading (self, level, text);
}

void
lamina_sheet_add_text (LaminaSheet *self,
                       const char  *text,
                       gboolean     quiet)
{
  if (text != NULL && *text != '\0')
    self->kind->add_text (self, text, quiet);
}

void
lamina_sheet_add_picture (LaminaSheet *self,
                          guint        level,
                          const char  *id,
                          const char  *title,
                          const char  *text,
                          const char  *caption,
                          LaminaScene *scene)
{
  g_string_append (self->text, self->kind->section_begin);
  lamina_sheet_add_heading (self, level, title);
  lamina_sheet_add_text (self, text, TRUE);
  self->kind->add_figure (self, id, title, caption, scene);
  g_string_append (self->text, self->kind->section_end);
}

void
lamina_sheet_take_fact (LaminaSheet *self,
                        const char  *name,
                        char        *value)
{
  self->kind->add_fact (self, name, value);
  g_free (value);
}

void
lamina_sheet_open_table (LaminaSheet       *self,
                         const char *const *headings)
{
  self->table.headings = headings;
  self->table.n_columns = g_strv_length ((char **) headings);
  self->table.n_cells = 0;
  self->table.longest = 0;
  self->kind->open_table (self);
}

gboolean
lamina_sheet_is_number (LaminaSheet *self,
                        guint        column)
{
  return *self->table.headings[column] == '>';
}

void
lamina_sheet_add_noted (LaminaSheet *self,
                        const char  *text,
                        const char  *note)
{
  self->table.longest = MAX (self->table.longest, text != NULL ? strlen (text) : 0);
  self->kind->add_cell (self, self->table.n_cells++ % self->table.n_columns, text != NULL ? text : "",
                        note != NULL ? note : "");
}

void
lamina_sheet_add_cell (LaminaSheet *self,
                       const char  *text)
{
  lamina_sheet_add_noted (self, text, NULL);
}

void
lamina_sheet_take_cell (LaminaSheet *self,
                        char        *text)
{
  lamina_sheet_add_cell (self, text);
  g_free (text);
}

void
lamina_sheet_close_table (LaminaSheet *self)
{
  self->kind->close_table (self);
}
