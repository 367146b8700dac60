/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-texts.h"

#include <string.h>

static void
set_id (const ChromeTextTarget *target,
        guint32                 id)
{
  if (target->column != NULL)
    chrome_column_get_texts (target->column)[target->index] = id;
  else
    *target->cell = id;
}

void
chrome_texts_flush (ChromeTexts *self)
{
  guint32 ids[CHROME_MOST_TEXTS];

  lamina_builder_intern_many (self->builder, self->n, self->texts, self->lengths, ids);
  for (guint i = 0; i < self->n; i++)
    set_id (&self->targets[i], ids[i]);
  self->n = 0;
  self->used = 0;
}

static void
add (ChromeTexts      *self,
     const char       *text,
     gsize             length,
     ChromeTextTarget  target)
{
  if (self->n == CHROME_MOST_TEXTS || length > sizeof self->bytes - self->used)
    chrome_texts_flush (self);
  if (length > sizeof self->bytes)
    {
      set_id (&target, lamina_builder_intern (self->builder, text, (gssize) length));
      return;
    }
  self->texts[self->n] = memcpy (self->bytes + self->used, text, length);
  self->lengths[self->n] = length;
  self->targets[self->n++] = target;
  self->used += length;
}

void
chrome_texts_add (ChromeTexts *self,
                  const char  *text,
                  gsize        length,
                  guint32     *cell)
{
  add (self, text, length, (ChromeTextTarget) { .cell = cell });
}

void
chrome_texts_add_to (ChromeTexts  *self,
                     const char   *text,
                     gsize         length,
                     ChromeColumn *column)
{
  add (self, text, length, (ChromeTextTarget) { .column = column, .index = column->n - 1 });
}
