/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-strings-private.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define BLOCK_BYTES (256 * 1024)
#define FIRST_SLOTS 1024

#define FIRST_FACTOR G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
#define SECOND_FACTOR G_GUINT64_CONSTANT (0xd6e8feb86659fd93)

/* How far ahead of its use a slot is asked for. */
#define AHEAD 8

/* Of a pair, @length is PAIR and @text a Pair. */
typedef struct
{
  guint32 hash;
  guint32 length;
  gconstpointer text;
} Entry;

#define PAIR G_MAXUINT32

/* @text is NULL until somebody asks for it. */
typedef struct
{
  _Atomic (const char *) text;
  guint32 first;
  guint32 second;
} Pair;

/* A slot holds id + 1, and 0 when it is free. It repeats the hash, so that other strings are passed without a look at them. */
typedef struct
{
  guint32 hash;
  guint32 id;
} Slot;

/* Open addressing with linear probing. At most half of the slots are taken. */
struct _LaminaStrings
{
  Entry *entries;
  guint32 n;
  guint32 capacity;
  Slot *slots;
  guint32 n_slots;
  GPtrArray *blocks;
  char *block;
  gsize block_left;
  pthread_mutex_t pairs_lock; /* held while the text of a pair is put together */
};

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

LaminaStrings *
lamina_strings_new (void)
{
  LaminaStrings *self = g_new0 (LaminaStrings, 1);

  pthread_once (&seeded, choose_seed);
  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (Slot, self->n_slots);
  pthread_mutex_init (&self->pairs_lock, NULL);
  lamina_strings_intern (self, "", 0);
  return self;
}

void
lamina_strings_free (LaminaStrings *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->blocks);
  pthread_mutex_destroy (&self->pairs_lock);
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

/* @size bytes, aligned to 8. */
static gpointer
allocate (LaminaStrings *self,
          gsize          size)
{
  gsize room = (size + 7) & ~(gsize) 7;
  gpointer place;

  if (room > self->block_left)
    {
      self->block_left = MAX (room, BLOCK_BYTES);
      self->block = g_malloc (self->block_left);
      g_ptr_array_add (self->blocks, self->block);
    }
  place = self->block;
  self->block += room;
  self->block_left -= room;
  return place;
}

static char *
store (LaminaStrings *self,
       const char    *bytes,
       gsize          length)
{
  char *text = allocate (self, length + 1);

  memcpy (text, bytes, length);
  text[length] = '\0';
  return text;
}

static void
grow_slots (LaminaStrings *self,
            guint32        n_slots)
{
  self->n_slots = n_slots;
  g_free (self->slots);
  self->slots = g_new0 (Slot, self->n_slots);
  for (guint32 id = 0; id < self->n; id++)
    {
      guint32 hash = self->entries[id].hash;
      guint32 slot = hash & (self->n_slots - 1);

      if (id + AHEAD < self->n)
        __builtin_prefetch (&self->slots[self->entries[id + AHEAD].hash & (self->n_slots - 1)]);
      while (self->slots[slot].id != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = (Slot) { hash, id + 1 };
    }
}

static guint32
append (LaminaStrings *self,
        gconstpointer  text,
        gsize          length,
        guint32        hash)
{
  if (self->n == self->capacity)
    {
      self->capacity = MAX (256, self->capacity * 2);
      self->entries = g_renew (Entry, self->entries, self->capacity);
    }
  self->entries[self->n] = (Entry) { hash, (guint32) length, text };
  return self->n++;
}

/* Takes a free slot for a new entry. */
static guint32
fill_slot (LaminaStrings *self,
           guint32        slot,
           guint32        hash,
           guint32        id)
{
  self->slots[slot] = (Slot) { hash, id + 1 };
  if (self->n > self->n_slots / 2)
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
        const Entry *entry = &self->entries[self->slots[slot].id - 1];

        if (entry->length == length && memcmp (entry->text, bytes, length) == 0)
          return self->slots[slot].id - 1;
      }
  return fill_slot (self, slot, hash, append (self, is_stored ? bytes : store (self, bytes, length), length, hash));
}

guint32
lamina_strings_intern (LaminaStrings *self,
                       const void    *bytes,
                       gsize          length)
{
  g_return_val_if_fail (length < PAIR, 0);

  return intern_hashed (self, bytes, length, hash_bytes (bytes, length), FALSE);
}

guint32
lamina_strings_intern_pair (LaminaStrings *self,
                            guint32        first,
                            guint32        second)
{
  const guint32 ids[] = { first, second };
  guint32 hash = hash_bytes ((const char *) ids, sizeof ids);
  guint32 mask = self->n_slots - 1;
  guint32 slot = hash & mask;
  Pair *pair;

  g_return_val_if_fail (first < self->n && second < self->n, 0);

  for (; self->slots[slot].id != 0; slot = (slot + 1) & mask)
    if (self->slots[slot].hash == hash && self->entries[self->slots[slot].id - 1].length == PAIR)
      {
        const Pair *known = self->entries[self->slots[slot].id - 1].text;

        if (known->first == first && known->second == second)
          return self->slots[slot].id - 1;
      }
  pair = allocate (self, sizeof *pair);
  atomic_init (&pair->text, NULL);
  pair->first = first;
  pair->second = second;
  return fill_slot (self, slot, hash, append (self, pair, PAIR, hash));
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
merge_pair (LaminaStrings *self,
            const guint32 *ids,
            const Pair    *pair)
{
  return lamina_strings_intern_pair (self, ids[pair->first], ids[pair->second]);
}

/* Texts are copied when most of them are there already, else all are taken over, with those that are there twice. */
guint32 *
lamina_strings_merge (LaminaStrings *self,
                      LaminaStrings *other)
{
  guint32 *ids = g_new (guint32, other->n);
  gboolean takes = self->n < other->n / 4;
  guint32 n_slots = self->n_slots;

  while (n_slots / 2 < MAX (self->n, other->n))
    n_slots *= 2;
  if (n_slots > self->n_slots)
    grow_slots (self, n_slots);
  for (guint32 i = 0; i < other->n; i++)
    {
      const Entry *entry = &other->entries[i];

      if (i + AHEAD < other->n)
        __builtin_prefetch (&self->slots[other->entries[i + AHEAD].hash & (self->n_slots - 1)]);
      if (entry->length == PAIR)
        ids[i] = merge_pair (self, ids, entry->text);
      else
        ids[i] = intern_hashed (self, entry->text, entry->length, entry->hash, takes);
    }
  if (takes)
    take_blocks (self, other);
  return ids;
}

/* A block has room for what one thread stores. */
static const char *
store_joined (LaminaStrings *self,
              Pair          *pair,
              const char    *first,
              const char    *second)
{
  gsize length = strlen (first);
  gsize size = strlen (second) + 1;
  const char *known;

  pthread_mutex_lock (&self->pairs_lock);
  known = atomic_load_explicit (&pair->text, memory_order_relaxed);
  if (known == NULL)
    {
      char *text = allocate (self, length + 1 + size);

      memcpy (text, first, length);
      text[length] = ' ';
      memcpy (text + length + 1, second, size);
      atomic_store_explicit (&pair->text, text, memory_order_release);
      known = text;
    }
  pthread_mutex_unlock (&self->pairs_lock);
  return known;
}

static const char *
get_pair (LaminaStrings *self,
          guint32        id)
{
  Pair *pair = (Pair *) self->entries[id].text;
  const char *text = atomic_load_explicit (&pair->text, memory_order_acquire);

  if (text != NULL)
    return text;
  return store_joined (self, pair, lamina_strings_get (self, pair->first), lamina_strings_get (self, pair->second));
}

const char *
lamina_strings_get (LaminaStrings *self,
                    guint32        id)
{
  g_return_val_if_fail (id < self->n, "");

  return G_LIKELY (self->entries[id].length != PAIR) ? self->entries[id].text : get_pair (self, id);
}

void
lamina_strings_close (LaminaStrings *self)
{
  g_clear_pointer (&self->slots, g_free);
  self->entries = g_renew (Entry, self->entries, self->n);
  self->capacity = self->n;
}

guint
lamina_strings_get_n (LaminaStrings *self)
{
  return self->n;
}
