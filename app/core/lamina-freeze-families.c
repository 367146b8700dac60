/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <stdatomic.h>
#include <string.h>

#include "lamina-family-private.h"
#include "lamina-freeze-private.h"

/*
 * What a string says as a type or as a name is the same wherever it stands, and is found once. Two threads may find it
 * at the same time; then both write the same.
 */
#define KNOWN 0x80
#define SAYS(said) ((LaminaFamilySays) ((said) >> 4 & 7))
#define FAMILY(said) ((said) & 15)

static gsize
measure_stem (const char *text)
{
  gsize length = strlen (text);

  while (length > 0 && (g_ascii_isdigit (text[length - 1]) || text[length - 1] == '_'))
    length--;
  return length;
}

/* The first eight bytes, those in the middle and the last ones. */
static guint
hash_stem (const char *text,
           gsize       length)
{
  guint64 words[3] = { 0 };

  if (length < sizeof *words)
    memcpy (words, text, length);
  else
    {
      memcpy (&words[0], text, sizeof *words);
      memcpy (&words[1], text + (length - sizeof *words) / 2, sizeof *words);
      memcpy (&words[2], text + length - sizeof *words, sizeof *words);
    }
  return (guint) ((words[0] * 3 + words[1] * 5 + words[2] + length) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
                  >> (64 - LAMINA_STEM_BITS));
}

static guint8
look_at_text (LaminaStem *stems,
              const char *text)
{
  gsize length = measure_stem (text);
  LaminaStem *stem = &stems[hash_stem (text, length)];
  LaminaFamily family;

  if (stem->said == 0 || stem->length != length || memcmp (stem->text, text, length) != 0)
    {
      guint says = lamina_family_from_text (text, &family);

      *stem = (LaminaStem) { text, length, (guint8) (KNOWN | says << 4 | (guint) family) };
    }
  return stem->said;
}

static guint8
look_at (LaminaFreeze *self,
         LaminaStem   *stems,
         guint32       id)
{
  guint8 said = atomic_load_explicit (&self->said[id], memory_order_relaxed);

  if (G_LIKELY (said != 0))
    return said;
  said = look_at_text (stems, lamina_strings_get (self->run->strings, id));
  atomic_store_explicit (&self->said[id], said, memory_order_relaxed);
  return said;
}

static gboolean
names_activation (LaminaFreeze *self,
                  guint32       id)
{
  guint8 known = atomic_load_explicit (&self->activations[id], memory_order_relaxed);

  if (known == 0)
    {
      known = (guint8) (1 + lamina_family_names_activation (lamina_strings_get (self->run->strings, id)));
      atomic_store_explicit (&self->activations[id], known, memory_order_relaxed);
    }
  return known == 2;
}

static void
set_layer_families (LaminaFreeze *self,
                    guint         from,
                    guint         to)
{
  const LaminaLayers *layers = &self->run->layers;
  guint8 *families = (guint8 *) layers->family;
  g_autofree LaminaStem *stems = g_new0 (LaminaStem, LAMINA_N_STEMS);

  for (guint i = from; i < to; i++)
    {
      guint8 said = look_at (self, stems, layers->type[i]);

      if (SAYS (said) == LAMINA_FAMILY_SAYS_NOTHING)
        families[i] = FAMILY (look_at (self, stems, layers->name[i]));
      else if (SAYS (said) == LAMINA_FAMILY_SAYS_GENERIC && names_activation (self, layers->name[i]))
        families[i] = LAMINA_FAMILY_ACTIVATION;
      else
        families[i] = FAMILY (said);
    }
}

void
lamina_freeze_layer_families (LaminaFreeze *self)
{
  G_STATIC_ASSERT (LAMINA_N_FAMILIES <= 16);

  self->run->layers.family = lamina_cells_new (self->run->layers.n, 1);
  lamina_freeze_rows (self, self->run->layers.n, set_layer_families);
}

void
lamina_freeze_slice_families (LaminaFreeze *self,
                              LaminaStem   *stems,
                              LaminaSlices *slices,
                              guint         from,
                              guint         to)
{
  const guint8 *of_layers = self->run->layers.family;
  guint8 *families = (guint8 *) slices->family;
  for (guint i = from; i < to; i++)
    families[i] = slices->layer[i] != LAMINA_NONE ? of_layers[slices->layer[i]]
                                                  : FAMILY (look_at (self, stems, slices->name[i]));
}
