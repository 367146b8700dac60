/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cells.h"
#include "lamina-strings-table-private.h"

#include <string.h>

#define BLOCK_BYTES (256 * 1024)
#define FIRST_SLOTS 1024

#define FIRST_FACTOR G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
#define SECOND_FACTOR G_GUINT64_CONSTANT (0xd6e8feb86659fd93)

/* What may be words is aligned as they are: most texts are not, and there may be very many short ones. */
#define WORD sizeof (guint64)

/* How far ahead of its use a slot is asked for. */
#define AHEAD 8

#define CANCEL_MASK 0x3fff

/*
 * Other in each process, so that no file can be made whose strings all fall together. Ids don't depend on it. All tables
 * share it, so that hashes stay when one is merged into another.
 */
static guint64 seed;
static pthread_once_t seeded = PTHREAD_ONCE_INIT;

static void
choose_seed (void)
{
  seed = (guint64) g_random_int () << 32 | g_random_int ();
}

/*
 * Free slots, all of them written: a page that comes as zeros and is read first is mapped twice, and the second time all
 * threads are stopped for it.
 */
static LaminaStringSlot *
new_slots (guint32 n)
{
  LaminaStringSlot *slots = lamina_cells_new (n, sizeof *slots);

  return memset (slots, 0, n * sizeof *slots);
}

LaminaStrings *
lamina_strings_new (void)
{
  LaminaStrings *self = g_new0 (LaminaStrings, 1);

  pthread_once (&seeded, choose_seed);
  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->n_slots = FIRST_SLOTS;
  self->slots = new_slots (self->n_slots);
  pthread_mutex_init (&self->joined_lock, NULL);
  lamina_strings_intern (self, "", 0);
  return self;
}

void
lamina_strings_free (LaminaStrings *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->blocks);
  pthread_mutex_destroy (&self->joined_lock);
  g_free (atomic_load (&self->joined));
  lamina_strings_drop_kept (self);
  g_free (self->entries);
  g_free (self->slots);
  g_free (self);
}

/* 128 bits of a product, folded: every bit of both factors has its part in every bit of the result. */
static inline guint64
mix (guint64 a,
     guint64 b)
{
  __extension__ typedef unsigned __int128 Product;
  Product product = (Product) a * b;

  return (guint64) product ^ (guint64) (product >> 64);
}

static inline guint64
load (const char *bytes,
      gsize       n)
{
  guint64 word = 0;

  memcpy (&word, bytes, n);
  return word;
}

/* The up to sixteen bytes that are left; parts of them may be looked at twice. */
static inline guint64
mix_rest (const char *bytes,
          gsize       length,
          guint64     hash)
{
  if (length > 8)
    return mix (load (bytes, 8) ^ FIRST_FACTOR, load (bytes + length - 8, 8) ^ hash);
  if (length >= 4)
    return mix (load (bytes, 4) ^ FIRST_FACTOR, load (bytes + length - 4, 4) << 32 ^ hash);
  if (length > 0)
    return mix ((guint64) (guint8) bytes[0] << 16 ^ (guint64) (guint8) bytes[length / 2] << 8 ^ FIRST_FACTOR,
                (guint8) bytes[length - 1] ^ hash);
  return mix (FIRST_FACTOR, hash);
}

/* Sixteen bytes at a time: names of kernels are long, and most of them were seen before. */
static inline guint32
hash_bytes (const char *bytes,
            gsize       length)
{
  guint64 hash = seed ^ length;

  for (; length > 16; bytes += 16, length -= 16)
    hash = mix (load (bytes, 8) ^ FIRST_FACTOR, load (bytes + 8, 8) ^ hash);
  hash = mix (mix_rest (bytes, length, hash), SECOND_FACTOR);
  return (guint32) (hash ^ hash >> 32);
}

gpointer
lamina_strings_allocate (LaminaStrings *self,
                         gsize          size,
                         gsize          alignment)
{
  gsize skipped = -(guintptr) self->block & (alignment - 1);
  gpointer place;

  if (self->block_left < skipped || self->block_left - skipped < size)
    {
      skipped = 0;
      self->block_left = MAX (size, BLOCK_BYTES);
      self->block = g_malloc (self->block_left);
      g_ptr_array_add (self->blocks, self->block);
    }
  place = self->block + skipped;
  self->block += skipped + size;
  self->block_left -= skipped + size;
  return place;
}

static char *
store (LaminaStrings *self,
       const char    *bytes,
       gsize          length)
{
  char *text = lamina_strings_allocate (self, length + 1, length % WORD == 0 ? WORD : 1);

  memcpy (text, bytes, length);
  text[length] = '\0';
  return text;
}

/* How many strings slots are for. */
static inline guint32
get_room (guint32 n_slots)
{
  return n_slots - n_slots / 4;
}

static void
grow_slots (LaminaStrings *self,
            guint32        n_slots)
{
  self->n_slots = n_slots;
  g_free (self->slots);
  self->slots = new_slots (self->n_slots);
  for (guint32 id = 0; id < self->n; id++)
    {
      guint32 hash = self->entries[id].hash;
      guint32 slot = hash & (self->n_slots - 1);

      if (id + AHEAD < self->n)
        __builtin_prefetch (&self->slots[self->entries[id + AHEAD].hash & (self->n_slots - 1)]);
      while (self->slots[slot].id != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = (LaminaStringSlot) { hash, id + 1 };
    }
}

void
lamina_strings_rest (LaminaStrings *self)
{
  g_clear_pointer (&self->slots, g_free);
}

static inline void
need_slots (LaminaStrings *self)
{
  if (G_UNLIKELY (self->slots == NULL))
    grow_slots (self, self->n_slots);
}

static guint32
append (LaminaStrings     *self,
        LaminaStringEntry  entry)
{
  if (self->n == self->capacity)
    {
      self->capacity = MAX (256, self->capacity * 2);
      self->entries = g_renew (LaminaStringEntry, self->entries, self->capacity);
    }
  self->entries[self->n] = entry;
  return self->n++;
}

/* Puts a new entry into a free slot. */
static guint32
add_entry (LaminaStrings *self,
           guint32        slot,
           LaminaStringEntry  entry)
{
  guint32 id = append (self, entry);

  self->slots[slot] = (LaminaStringSlot) { entry.hash, id + 1 };
  if (self->n > get_room (self->n_slots))
    grow_slots (self, self->n_slots * 2);
  return id;
}

/* @is_stored says that @bytes stay where they are. */
static inline guint32
intern_hashed (LaminaStrings *self,
               const char    *bytes,
               gsize          length,
               guint32        hash,
               gboolean       is_stored)
{
  guint32 mask = self->n_slots - 1;
  guint32 slot = hash & mask;

  for (; self->slots[slot].id != 0; slot = (slot + 1) & mask)
    if (self->slots[slot].hash == hash)
      {
        const LaminaStringEntry *entry = &self->entries[self->slots[slot].id - 1];

        if (entry->length == length && memcmp (entry->text, bytes, length) == 0)
          return self->slots[slot].id - 1;
      }
  return add_entry (self, slot,
                    (LaminaStringEntry) { hash, (guint32) length, { is_stored ? bytes : store (self, bytes, length) } });
}

guint32
lamina_strings_intern (LaminaStrings *self,
                       const void    *bytes,
                       gsize          length)
{
  g_return_val_if_fail (length < LAMINA_STRING_PAIR, 0);

  need_slots (self);
  return intern_hashed (self, bytes, length, hash_bytes (bytes, length), FALSE);
}

/* How many strings are looked up at the same time. */
#define MANY 32

/* The string that is looked at first for one of this hash, or NULL: mostly it is the right one. */
static inline const LaminaStringEntry *
guess (LaminaStrings *self,
       guint32        hash)
{
  const LaminaStringSlot *slot = &self->slots[hash & (self->n_slots - 1)];

  return slot->id != 0 ? &self->entries[slot->id - 1] : NULL;
}

/* Slots, entries and texts are asked for before the first of them is looked at, so that none is waited for alone. */
static void
fetch (LaminaStrings *self,
       guint          n,
       const guint32 *hashes)
{
  for (guint i = 0; i < n; i++)
    __builtin_prefetch (&self->slots[hashes[i] & (self->n_slots - 1)]);
  for (guint i = 0; i < n; i++)
    __builtin_prefetch (guess (self, hashes[i]));
  for (guint i = 0; i < n; i++)
    {
      const LaminaStringEntry *entry = guess (self, hashes[i]);

      if (entry != NULL && entry->hash == hashes[i] && entry->length != LAMINA_STRING_PAIR)
        __builtin_prefetch (entry->text);
    }
}

void
lamina_strings_intern_many (LaminaStrings     *self,
                            guint              n,
                            const char *const *texts,
                            const gsize       *lengths,
                            guint32           *ids)
{
  guint32 hashes[MANY];

  need_slots (self);
  for (guint i = 0, end; i < n; i = end)
    {
      end = i + MIN (n - i, MANY);
      for (guint j = i; j < end; j++)
        hashes[j - i] = hash_bytes (texts[j], lengths[j]);
      fetch (self, end - i, hashes);
      for (guint j = i; j < end; j++)
        ids[j] = intern_hashed (self, texts[j], lengths[j], hashes[j - i], FALSE);
    }
}

static inline guint32
hash_pair (const LaminaStringPair *pair)
{
  return hash_bytes ((const char *) pair, sizeof *pair);
}

static guint32
intern_hashed_pair (LaminaStrings    *self,
                    LaminaStringPair  pair,
                    guint32           hash)
{
  guint32 mask = self->n_slots - 1;
  guint32 slot = hash & mask;

  for (; self->slots[slot].id != 0; slot = (slot + 1) & mask)
    if (self->slots[slot].hash == hash)
      {
        const LaminaStringEntry *entry = &self->entries[self->slots[slot].id - 1];

        if (entry->length == LAMINA_STRING_PAIR && entry->pair.first == pair.first && entry->pair.second == pair.second)
          return self->slots[slot].id - 1;
      }
  return add_entry (self, slot, (LaminaStringEntry) { .hash = hash, .length = LAMINA_STRING_PAIR, .pair = pair });
}

void
lamina_strings_intern_pairs (LaminaStrings *self,
                             guint          n,
                             const guint32 *first,
                             const guint32 *second,
                             guint32       *ids)
{
  guint32 hashes[MANY];

  need_slots (self);
  for (guint i = 0, end; i < n; i = end)
    {
      end = i + MIN (n - i, MANY);
      for (guint j = i; j < end; j++)
        {
          g_return_if_fail (first[j] < self->n && second[j] < self->n);
          hashes[j - i] = hash_pair (&(LaminaStringPair) { first[j], second[j] });
        }
      fetch (self, end - i, hashes);
      for (guint j = i; j < end; j++)
        ids[j] = intern_hashed_pair (self, (LaminaStringPair) { first[j], second[j] }, hashes[j - i]);
    }
}

/* Takes over what @other has stored. */
static void
take_blocks (LaminaStrings *self,
             LaminaStrings *other)
{
  for (guint i = 0; i < other->blocks->len; i++)
    g_ptr_array_add (self->blocks, g_ptr_array_index (other->blocks, i));
  g_ptr_array_set_free_func (other->blocks, NULL);
  g_ptr_array_set_size (other->blocks, 0);
}

/* The strings of a pair have smaller ids than it. */
static guint32
merge_pair (LaminaStrings    *self,
            const guint32    *ids,
            LaminaStringPair  pair)
{
  const LaminaStringPair merged = { ids[pair.first], ids[pair.second] };

  return intern_hashed_pair (self, merged, hash_pair (&merged));
}

/* Those of @other from @from on, MANY at most; @takes says that their texts stay where they are. */
static guint32
merge_some (LaminaStrings       *self,
            const LaminaStrings *other,
            guint32              from,
            gboolean             takes,
            guint32             *ids)
{
  guint32 to = from + MIN (other->n - from, MANY);
  guint32 hashes[MANY];

  for (guint32 i = from; i < to; i++)
    hashes[i - from] = other->entries[i].hash;
  fetch (self, to - from, hashes);
  for (guint32 i = from; i < to; i++)
    {
      const LaminaStringEntry *entry = &other->entries[i];

      if (entry->length == LAMINA_STRING_PAIR)
        ids[i] = merge_pair (self, ids, entry->pair);
      else
        ids[i] = intern_hashed (self, entry->text, entry->length, entry->hash, takes);
    }
  return to;
}

/* Texts are copied when most of them are there already, else all are taken over, with those that are there twice. */
guint32 *
lamina_strings_merge (LaminaStrings *self,
                      LaminaStrings *other,
                      GCancellable  *cancellable)
{
  guint32 *ids = g_new0 (guint32, other->n);
  gboolean takes = self->n < other->n / 4;
  guint32 n_slots = self->n_slots;

  while (get_room (n_slots) < MAX (self->n, other->n))
    n_slots *= 2;
  need_slots (self);
  if (n_slots > self->n_slots)
    grow_slots (self, n_slots);
  for (guint32 i = 0; i < other->n && ((i & CANCEL_MASK) != 0 || !g_cancellable_is_cancelled (cancellable));)
    i = merge_some (self, other, i, takes, ids);
  if (takes)
    take_blocks (self, other);
  return ids;
}

guint
lamina_strings_get_n (LaminaStrings *self)
{
  return self->n;
}
