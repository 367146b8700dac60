/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cells.h"
#include "lamina-shapes.h"
#include "lamina-strings.h"

#include <string.h>

/* first: by id, and one more: where the dimensions begin */
struct _LaminaShapes
{
  gsize *first;
  gint64 *dims;
};

/* How many dimensions, and then these. */
static const gint64 *
get_interned (LaminaStrings *interned,
              guint32        id)
{
  return (const gint64 *) (gconstpointer) lamina_strings_get (interned, id);
}

/* The empty string is no shape. */
LaminaShapes *
lamina_shapes_new (LaminaStrings *interned)
{
  guint n_shapes = lamina_strings_get_n (interned);
  LaminaShapes *self = g_new (LaminaShapes, 1);
  gsize n = 0;

  self->first = lamina_cells_new ((gsize) n_shapes + 1, sizeof *self->first);
  self->first[0] = 0;
  for (guint32 id = 1; id < n_shapes; id++)
    {
      self->first[id] = n;
      n += (gsize) *get_interned (interned, id);
    }
  self->first[n_shapes] = n;
  self->dims = lamina_cells_new (n, sizeof *self->dims);
  for (guint32 id = 1; id < n_shapes; id++)
    {
      const gint64 *shape = get_interned (interned, id);

      memcpy (self->dims + self->first[id], shape + 1, (gsize) *shape * sizeof *shape);
    }
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
