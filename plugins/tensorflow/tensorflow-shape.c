/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-listing.h"

#include <string.h>

/* The tool's words for element types that other tools call otherwise; `_ref` behind one means a reference to it. */
static const struct
{
  const char *word;
  const char *dtype;
} dtypes[] = {
  { "flt", "float32" }, { "boolean", "bool" }, { "double", "float64" }, { "half", "float16" },
};

static char *
dup_dtype (const char *word,
           gsize       length)
{
  g_autofree char *copy = g_strndup (word, length);

  if (g_str_has_suffix (copy, "_ref"))
    copy[strlen (copy) - strlen ("_ref")] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (strcmp (copy, dtypes[i].word) == 0)
      return g_strdup (dtypes[i].dtype);
  return g_utf8_make_valid (copy, -1);
}

/*
 * `(int32 4x1)`, `(64x1)`, `(1)`. The tool adds a 1 to shapes of one dimension and writes 1 for scalars and for what it
 * does not know, so that a 1 at the end says little.
 */
gboolean
tensorflow_shape_parse (const char      *field,
                        TensorflowShape *shape)
{
  gsize length = strlen (field);
  const char *blank, *dims;

  if (length < 3 || field[0] != '(' || field[length - 1] != ')')
    return FALSE;
  blank = memchr (field, ' ', length);
  dims = blank ? blank + 1 : field + 1;
  if (!g_ascii_isdigit (*dims) || !lamina_shape_parse (dims, (gsize) (field + length - 1 - dims), &shape->shape))
    return FALSE;
  if (blank && blank == field + 1)
    return FALSE;
  shape->dtype = blank ? dup_dtype (field + 1, (gsize) (blank - field - 1)) : g_strdup ("float32");
  shape->guessed = shape->shape.n <= 2 && shape->shape.dims[shape->shape.n - 1] == 1;
  if (shape->guessed)
    shape->shape.n--;
  return TRUE;
}

void
tensorflow_shape_clear (TensorflowShape *shape)
{
  g_free (shape->dtype);
}
