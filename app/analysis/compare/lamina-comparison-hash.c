/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include <string.h>

guint64
lamina_hash_mix (guint64 a,
                 guint64 b)
{
  guint64 mixed = (a ^ (b + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (a << 6) + (a >> 2))) *
                  G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);

  return mixed ^ mixed >> 29;
}

/* Never 0, which stands for "not worked out yet". */
static guint64
hash_bytes (const void *bytes,
            gsize       n)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize i = 0; i < n; i++)
    hash = (hash ^ ((const guint8 *) bytes)[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  hash = lamina_hash_mix (hash, n);
  return hash != 0 ? hash : 1;
}

static void
raise_to (guint         *max,
          const guint32 *ids,
          guint          n)
{
  for (guint i = 0; ids != NULL && i < n; i++)
    *max = MAX (*max, ids[i]);
}

void
lamina_hashes_init (LaminaHashes *self,
                    LaminaRun    *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint string = 0, shape = 0;

  raise_to (&string, layers->name, layers->n);
  raise_to (&string, layers->type, layers->n);
  raise_to (&string, layers->key, layers->n);
  raise_to (&string, tensors->dtype, tensors->n);
  raise_to (&string, layers->parts, layers->first_part != NULL ? layers->first_part[layers->n] : 0);
  raise_to (&shape, tensors->shape, tensors->n);
  *self = (LaminaHashes) { .run = run, .n_strings = string + 1, .n_shapes = shape + 1 };
  self->strings = g_new0 (guint64, (gsize) self->n_strings);
  self->stems = g_new0 (guint64, (gsize) self->n_strings);
  self->shapes = g_new0 (guint64, (gsize) self->n_shapes);
}

void
lamina_hashes_clear (LaminaHashes *self)
{
  g_clear_pointer (&self->strings, g_free);
  g_clear_pointer (&self->stems, g_free);
  g_clear_pointer (&self->shapes, g_free);
}

guint64
lamina_hashes_get_string (LaminaHashes *self,
                          guint32       id)
{
  if (self->strings[id] == 0)
    {
      const char *text = lamina_run_get_string (self->run, id);

      self->strings[id] = hash_bytes (text, strlen (text));
    }
  return self->strings[id];
}

/* The length of a name without the number that a tool gave it: `conv[655]`, `fusion.12`, `relu_3`. */
static gsize
measure_stem (const char *name)
{
  gsize length = strlen (name);
  gsize end = length;

  if (end > 0 && (name[end - 1] == ']' || name[end - 1] == ')'))
    end--;
  if (end == 0 || !g_ascii_isdigit (name[end - 1]))
    return length;
  while (end > 0 && g_ascii_isdigit (name[end - 1]))
    end--;
  while (end > 0 && strchr ("_.-[( #:", name[end - 1]) != NULL)
    end--;
  return end;
}

guint64
lamina_hashes_get_stem (LaminaHashes *self,
                        guint32       id)
{
  if (self->stems[id] == 0)
    {
      const char *text = lamina_run_get_string (self->run, id);

      self->stems[id] = hash_bytes (text, measure_stem (text));
    }
  return self->stems[id];
}

guint64
lamina_hashes_get_shape (LaminaHashes *self,
                         guint32       id)
{
  guint n;
  const gint64 *dims;

  if (id == 0)
    return 1;
  if (self->shapes[id] == 0)
    {
      dims = lamina_run_get_shape (self->run, id, &n);
      self->shapes[id] = hash_bytes (dims, n * sizeof *dims);
    }
  return self->shapes[id];
}
