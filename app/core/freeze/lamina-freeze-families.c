/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <stdatomic.h>
#include <string.h>

#include "lamina-family-says.h"
#include "lamina-freeze-private.h"
#include "lamina-parallel.h"

/*
 * What a string says as a type or as a name is the same wherever it stands, and is found once: first all rows mark the
 * strings that they ask for, then these are looked at in the order of their ids, in which their texts stand in memory.
 */
#define WANTED 1
#define KNOWN 0x80
#define SAYS(said) ((LaminaFamilySays) ((said) >> 4 & 7))
#define FAMILY(said) ((said) & 15)

/*
 * Many names differ in numbers alone, which say nothing of families: `Linear_12`, `train.py(2855): step`, `add<float>(…; 1729)`.
 * What was said of the last ones is remembered, each in the place that its text gives it, but for a number behind it and
 * for which number stands inside it. Short ones inside are part of words, `conv2d`.
 */
#define LONG_NUMBER 3
#define LEAST_STEM_BITS 4
#define MOST_STEM_BITS 12

typedef struct
{
  const char *text;
  gsize length;
  guint8 said;
} Stem;

/* `expm1` and `relu6` are words: a number behind a text is left out only together with what divides them. */
static gsize
measure_stem (const char *text)
{
  gsize length = strlen (text), at = length;

  while (at > 0 && (g_ascii_isdigit (text[at - 1]) || text[at - 1] == '_'))
    if (text[--at] == '_')
      length = at;
  return length;
}

/* Bytes from 0x30 to 0x3f, digits among them, are made equal. */
static inline guint64
load_without_digits (const char *text)
{
  const guint64 bytes = G_GUINT64_CONSTANT (0x0101010101010101);
  guint64 word, others;

  memcpy (&word, text, sizeof word);
  others = (word ^ 0x30 * bytes) & 0xf0 * bytes;
  others |= others << 1;
  others |= others << 2;
  return word & (0xf0 * bytes | (others >> 7 & bytes) * 0x0f);
}

/* The first eight bytes, those in the middle and the last ones, but for their digits. */
static guint64
hash_stem (const char *text,
           gsize       length)
{
  guint64 words[3] = { 0 };

  if (length < sizeof *words)
    memcpy (words, text, length);
  else
    {
      words[0] = load_without_digits (text);
      words[1] = load_without_digits (text + (length - sizeof *words) / 2);
      words[2] = load_without_digits (text + length - sizeof *words);
    }
  return (words[0] * 3 + words[1] * 5 + words[2] + length) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
}

/*
 * The end of the number around the first place where two texts differ; 0 when they differ in more than a long number, or in
 * one that touches a word: `expm128` begins with `expm1`.
 */
static gsize
skip_number (const char *text,
             const char *other,
             gsize       length,
             gsize       place)
{
  gsize begin = place, end = place;

  while (begin > 0 && g_ascii_isdigit (text[begin - 1]))
    begin--;
  while (end < length && g_ascii_isdigit (text[end]) && g_ascii_isdigit (other[end]))
    end++;
  if (end < length && (g_ascii_isalnum (text[end]) || g_ascii_isalnum (other[end])))
    return 0;
  if (begin > 0 && g_ascii_isalpha (text[begin - 1]))
    return 0;
  return end - begin >= LONG_NUMBER && end > place ? end : 0;
}

static gboolean
is_stem (const Stem *self,
         const char *text,
         gsize       length)
{
  if (self->said == 0 || self->length != length)
    return FALSE;
  if (memcmp (self->text, text, length) == 0)
    return TRUE;
  for (gsize i = 0; i < length;)
    if (self->text[i] == text[i])
      i++;
    else if ((i = skip_number (self->text, text, length, i)) == 0)
      return FALSE;
  return TRUE;
}

/* Each of 1 << @bits places is for two: what comes first moves the one before it aside. */
static guint8
look_at (Stem       *stems,
         guint       bits,
         const char *text)
{
  gsize length = measure_stem (text);
  Stem *stem = &stems[2 * (hash_stem (text, length) >> (64 - bits))];
  LaminaFamily family;
  LaminaFamilySays says;

  if (is_stem (&stem[0], text, length))
    return stem[0].said;
  if (is_stem (&stem[1], text, length))
    return stem[1].said;
  says = lamina_family_from_text (text, &family);
  stem[1] = stem[0];
  stem[0] = (Stem) { text, length, (guint8) (KNOWN | (guint) says << 4 | (guint) family) };
  return stem[0].said;
}

static inline guint8
get_said (const LaminaFreeze *self,
          guint32             id)
{
  return atomic_load_explicit (&self->said[id], memory_order_relaxed);
}

/* Two threads may want it at the same time; then both write the same. */
static inline void
want (LaminaFreeze *self,
      guint32       id)
{
  if (get_said (self, id) == 0)
    atomic_store_explicit (&self->said[id], WANTED, memory_order_relaxed);
}

/* Few parts, since each has to learn its stems. */
#define PARTS_PER_THREAD 4
#define CANCEL_MASK 0x3fff

static void
look_at_part (guint    i,
              gpointer data)
{
  LaminaFreeze *self = data;
  guint64 n = lamina_strings_get_n (self->run->strings), n_parts = (guint64) self->n_threads * PARTS_PER_THREAD;
  guint32 begin = (guint32) (n * i / n_parts), end = (guint32) (n * (i + 1) / n_parts);
  guint bits = CLAMP (g_bit_storage (end - begin), LEAST_STEM_BITS, MOST_STEM_BITS);
  g_autofree Stem *stems = g_new0 (Stem, (gsize) 2 << bits);

  for (guint32 id = begin; id < end; id++)
    if ((id & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (self->cancellable))
      return;
    else if (get_said (self, id) == WANTED)
      atomic_store_explicit (&self->said[id], look_at (stems, bits, lamina_strings_get (self->run->strings, id)),
                             memory_order_relaxed);
}

static void
look_at_wanted (LaminaFreeze *self)
{
  lamina_parallel_run (self->n_threads * PARTS_PER_THREAD, self->n_threads, look_at_part, self);
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
want_types (LaminaFreeze *self,
            guint         from,
            guint         to)
{
  for (guint i = from; i < to; i++)
    want (self, self->run->layers.type[i]);
}

/* Words in the names of places in a program say nothing of the work either: `stack.py` stacks nothing. */
static gboolean
names_say_work (LaminaFreeze *self)
{
  return self->run->layer_word != LAMINA_LAYER_WORD_SITE;
}

/* Types mostly say all, so that few names are wanted. */
static void
want_names (LaminaFreeze *self,
            guint         from,
            guint         to)
{
  const LaminaLayers *layers = &self->run->layers;

  for (guint i = from; i < to; i++)
    if (SAYS (get_said (self, layers->type[i])) == LAMINA_FAMILY_SAYS_NOTHING && names_say_work (self))
      want (self, layers->name[i]);
}

/* Words in the name of a function or a span say nothing of the work: `optimizer.py` is no optimizer. */
static gboolean
stands_around (const LaminaSlices *slices,
               guint               slice)
{
  return lamina_slices_get_kind (slices, slice) >= LAMINA_SLICE_FRAME;
}

/* Of slices that are of no layer. */
static void
want_slice_names (guint    i,
                  gpointer data)
{
  LaminaFreeze *self = data;
  const LaminaSlices *slices = &((LaminaTrack *) g_ptr_array_index (self->run->tracks, i))->slices;

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  for (guint j = 0; j < slices->n; j++)
    if (slices->layer[j] == LAMINA_NONE && !stands_around (slices, j))
      want (self, slices->name[j]);
}

static void
set_layer_families (LaminaFreeze *self,
                    guint         from,
                    guint         to)
{
  const LaminaLayers *layers = &self->run->layers;
  guint8 *families = (guint8 *) layers->family;

  for (guint i = from; i < to; i++)
    {
      guint8 said = get_said (self, layers->type[i]);

      if (SAYS (said) == LAMINA_FAMILY_SAYS_NOTHING)
        families[i] = names_say_work (self) ? FAMILY (get_said (self, layers->name[i])) : LAMINA_FAMILY_OTHER;
      else if (SAYS (said) == LAMINA_FAMILY_SAYS_GENERIC && names_activation (self, layers->name[i]))
        families[i] = LAMINA_FAMILY_ACTIVATION;
      else
        families[i] = FAMILY (said);
    }
}

void
lamina_freeze_layer_families (LaminaFreeze *self)
{
  LaminaRun *run = self->run;

  G_STATIC_ASSERT (LAMINA_N_FAMILIES <= 16);

  lamina_freeze_rows (self, run->layers.n, want_types);
  lamina_parallel_run (run->tracks->len, self->n_threads, want_slice_names, self);
  look_at_wanted (self);
  lamina_freeze_rows (self, run->layers.n, want_names);
  look_at_wanted (self);
  run->layers.family = lamina_cells_new (run->layers.n, 1);
  lamina_freeze_rows (self, run->layers.n, set_layer_families);
}

void
lamina_freeze_slice_families (LaminaFreeze *self,
                              LaminaSlices *slices,
                              guint         from,
                              guint         to)
{
  const guint8 *of_layers = self->run->layers.family;
  guint8 *families = (guint8 *) slices->family;

  for (guint i = from; i < to; i++)
    if (slices->layer[i] != LAMINA_NONE)
      families[i] = of_layers[slices->layer[i]];
    else
      families[i] = stands_around (slices, i) ? LAMINA_FAMILY_OTHER : FAMILY (get_said (self, slices->name[i]));
}
