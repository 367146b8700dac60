/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-error.h"
#include "lamina-json-reader-private.h"

/* Makes room for a block behind what is kept, which moves to the front. */
static void
make_room (LaminaJsonReader *self,
           char             *keep,
           gsize             size)
{
  gsize kept = (gsize) (self->end - keep);
  gsize position = (gsize) (self->p - keep);

  self->base += (guint64) (keep - self->buffer);
  memmove (self->buffer, keep, kept);
  if (self->capacity - kept < size)
    {
      self->capacity = MAX (self->capacity * 2, kept + size);
      self->buffer = g_realloc (self->buffer, self->capacity + LAMINA_JSON_PADDING);
    }
  self->p = self->buffer + position;
  self->end = self->buffer + kept;
}

static gboolean
close_window (LaminaJsonReader *self)
{
  self->ended = TRUE;
  memset (self->end, 0, LAMINA_JSON_PADDING);
  return FALSE;
}

gboolean
lamina_json_window_grow (LaminaJsonReader  *self,
                         char             **keep)
{
  guint64 offset;
  gsize size;
  gssize n_read;
  GError *error = NULL;

  if (self->ended)
    return FALSE;
  size = MIN (self->next_block_size, self->block_size);
  self->next_block_size = MIN (size, G_MAXSIZE / 2) * 2;
  make_room (self, *keep, size);
  *keep = self->buffer;
  offset = lamina_json_offset_of (self, self->end);
  size = (gsize) MIN ((guint64) size, self->range_end - offset);
  if (size == 0)
    {
      self->at_range_end = TRUE;
      return close_window (self);
    }
  if (g_cancellable_set_error_if_cancelled (self->cancellable, &error))
    n_read = -1;
  else
    n_read = lamina_source_read (self->source, offset, self->end, size, self->cancellable, &error);
  if (n_read < 0)
    {
      lamina_json_window_fail (self, error);
      *keep = self->end;
      return FALSE;
    }
  if (n_read == 0)
    return close_window (self);
  self->end += n_read;
  memset (self->end, 0, LAMINA_JSON_PADDING);
  return TRUE;
}

void
lamina_json_window_seek (LaminaJsonReader *self,
                         guint64           offset)
{
  if (offset > self->range_end)
    {
      self->p = self->end;
      self->at_range_end = TRUE;
      close_window (self);
      lamina_json_window_cut (self, FALSE);
    }
  else if (offset >= self->base && offset <= lamina_json_offset_of (self, self->end))
    self->p = self->buffer + (offset - self->base);
  else
    {
      self->base = offset;
      self->p = self->end = self->buffer;
      memset (self->end, 0, LAMINA_JSON_PADDING);
      self->ended = self->at_range_end = FALSE;
    }
}

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

gboolean
lamina_json_window_skip_blanks_slowly (LaminaJsonReader *self)
{
  for (;;)
    {
      char *p = self->p;

      while (is_blank (*p))
        p++;
      self->p = p;
      if (p < self->end)
        return TRUE;
      if (!lamina_json_window_grow (self, &p))
        return FALSE;
    }
}

void
lamina_json_window_fail (LaminaJsonReader *self,
                         GError           *error)
{
  if (self->error == NULL)
    self->error = error;
  else
    g_clear_error (&error);
  self->end = self->p;
  close_window (self);
}

void
lamina_json_window_cut (LaminaJsonReader *self,
                        gboolean          between_values)
{
  if (self->error != NULL || self->cut)
    return;
  if (between_values && self->at_range_end && self->depth <= self->n_nested)
    {
      self->joined = self->depth == self->n_nested && lamina_json_top (self)->state == LAMINA_JSON_AFTER_COMMA;
      return;
    }
  self->cut = TRUE;
  lamina_json_repair (self, "text that ends inside a value", lamina_json_offset_of (self, self->end),
                      lamina_json_container_record (self));
}

void
lamina_json_repair (LaminaJsonReader *self,
                    const char       *kind,
                    guint64           offset,
                    guint32           record)
{
  if (self->import != NULL)
    lamina_import_repair (self->import, kind, self->source, offset, record);
}
