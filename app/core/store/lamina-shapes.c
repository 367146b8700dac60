/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cells.h"
#include "lamina-shapes-private.h"
#include "lamina-strings-table-private.h"

#include <string.h>

/* first: by id, and one more: where the dimensions begin */
struct _LaminaShapes
{
  gsize *first;
  gint64 *dims;
};

/* The empty string is no shape. */
LaminaShapes *
lamina_shapes_new (LaminaStrings *interned)
{
  LaminaShapes *self = g_new (LaminaShapes, 1);
  gsize n = 0;

  self->first = lamina_cells_new ((gsize) interned->n + 1, sizeof *self->first);
  self->first[0] = 0;
  for (guint32 id = 1; id < interned->n; id++)
    {
      self->first[id] = n;
      n += interned->entries[id].length / sizeof *self->dims - 1;
    }
  self->first[interned->n] = n;
  self->dims = lamina_cells_new (n, sizeof *self->dims);
  for (guint32 id = 1; id < interned->n; id++)
    memcpy (self->dims + self->first[id], interned->entries[id].text + sizeof *self->dims,
            interned->entries[id].length - sizeof *self->dims);
  return self;
}

void
lamina_shapes_free (LaminaShapes *self)
{
  if (self == NULL)
    return;
  g_free (self->first);
  g_free (self->dims);
  g_free (self);
}

const gint64 *
lamina_shapes_get (const LaminaShapes *self,
                   guint32             id,
                   guint              *n)
{
  *n = (guint) (self->first[id + 1] - self->first[id]);
  return self->dims + self->first[id];
}
