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

typedef struct
{
  guint32 first;
  guint32 second;
} Pair;

/* Of a pair, @length is PAIR. */
typedef struct
{
  guint32 hash;
  guint32 length;
  union
  {
    const char *text;
    Pair pair;
  };
} Entry;

#define PAIR G_MAXUINT32

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

  /* Texts of pairs by their ids, NULL where nobody has asked for one; there is no table before the first one is asked for. */
  _Atomic (const char *) *_Atomic joined;
  guint32 n_joined;
  pthread_mutex_t joined_lock;
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
        Entry          entry)
{
  if (self->n == self->capacity)
    {
      self->capacity = MAX (256, self->capacity * 2);
      self->entries = g_renew (Entry, self->entries, self->capacity);
    }
  self->entries[self->n] = entry;
  return self->n++;
}

/* Puts a new entry into a free slot. */
static guint32
add_entry (LaminaStrings *self,
           guint32        slot,
           Entry          entry)
{
  guint32 id = append (self, entry);

  self->slots[slot] = (Slot) { entry.hash, id + 1 };
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
  return add_entry (self, slot, (Entry) { hash, (guint32) length, { is_stored ? bytes : store (self, bytes, length) } });
}

guint32
lamina_strings_intern (LaminaStrings *self,
                       const void    *bytes,
                       gsize          length)
{
  g_return_val_if_fail (length < PAIR, 0);

  return intern_hashed (self, bytes, length, hash_bytes (bytes, length), FALSE);
}

static inline guint32
hash_pair (const Pair *pair)
{
  return hash_bytes ((const char *) pair, sizeof *pair);
}

static guint32
intern_hashed_pair (LaminaStrings *self,
                    Pair           pair,
                    guint32        hash)
{
  guint32 mask = self->n_slots - 1;
  guint32 slot = hash & mask;

  for (; self->slots[slot].id != 0; slot = (slot + 1) & mask)
    if (self->slots[slot].hash == hash)
      {
        const Entry *entry = &self->entries[self->slots[slot].id - 1];

        if (entry->length == PAIR && entry->pair.first == pair.first && entry->pair.second == pair.second)
          return self->slots[slot].id - 1;
      }
  return add_entry (self, slot, (Entry) { .hash = hash, .length = PAIR, .pair = pair });
}

void
lamina_strings_intern_pairs (LaminaStrings *self,
                             guint          n,
                             const guint32 *first,
                             const guint32 *second,
                             guint32       *ids)
{
  guint32 hashes[AHEAD];

  for (gsize i = 0; i < (gsize) n + AHEAD; i++)
    {
      if (i >= AHEAD)
        ids[i - AHEAD] = intern_hashed_pair (self, (Pair) { first[i - AHEAD], second[i - AHEAD] }, hashes[i % AHEAD]);
      if (i >= n)
        continue;
      g_return_if_fail (first[i] < self->n && second[i] < self->n);
      hashes[i % AHEAD] = hash_pair (&(Pair) { first[i], second[i] });
      __builtin_prefetch (&self->slots[hashes[i % AHEAD] & (self->n_slots - 1)]);
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
merge_pair (LaminaStrings *self,
            const guint32 *ids,
            Pair           pair)
{
  const Pair merged = { ids[pair.first], ids[pair.second] };

  return intern_hashed_pair (self, merged, hash_pair (&merged));
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
        ids[i] = merge_pair (self, ids, entry->pair);
      else
        ids[i] = intern_hashed (self, entry->text, entry->length, entry->hash, takes);
    }
  if (takes)
    take_blocks (self, other);
  return ids;
}

/* Under the lock. The table only grows while strings are still added, when nobody else reads. */
static _Atomic (const char *) *
need_joined (LaminaStrings *self)
{
  _Atomic (const char *) *joined = atomic_load_explicit (&self->joined, memory_order_relaxed);

  if (joined != NULL && self->n_joined == self->n)
    return joined;
  joined = g_realloc_n (joined, self->n, sizeof *joined);
  for (guint32 i = self->n_joined; i < self->n; i++)
    atomic_init (&joined[i], NULL);
  self->n_joined = self->n;
  atomic_store_explicit (&self->joined, joined, memory_order_release);
  return joined;
}

static const char *
join (LaminaStrings *self,
      const char    *first,
      const char    *second)
{
  gsize length = strlen (first);
  gsize size = strlen (second) + 1;
  char *text = allocate (self, length + 1 + size);

  memcpy (text, first, length);
  text[length] = ' ';
  memcpy (text + length + 1, second, size);
  return text;
}

static const char *
get_pair (LaminaStrings *self,
          guint32        id)
{
  _Atomic (const char *) *joined = atomic_load_explicit (&self->joined, memory_order_acquire);
  const char *text = joined != NULL && id < self->n_joined ? atomic_load_explicit (&joined[id], memory_order_acquire) : NULL;
  const char *first, *second;

  if (text != NULL)
    return text;
  first = lamina_strings_get (self, self->entries[id].pair.first);
  second = lamina_strings_get (self, self->entries[id].pair.second);
  pthread_mutex_lock (&self->joined_lock);
  joined = need_joined (self);
  text = atomic_load_explicit (&joined[id], memory_order_relaxed);
  if (text == NULL)
    {
      text = join (self, first, second);
      atomic_store_explicit (&joined[id], text, memory_order_release);
    }
  pthread_mutex_unlock (&self->joined_lock);
  return text;
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
