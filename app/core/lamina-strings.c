/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-strings-private.h"

#include <string.h>

#define BLOCK_BYTES (256 * 1024)
#define FIRST_SLOTS 1024

typedef struct
{
  guint32 hash;
  guint32 length;
  const char *text;
} Entry;

/* Open addressing with linear probing; a slot holds id + 1, and 0 when it is free. At most half of the slots are taken. */
struct _LaminaStrings
{
  Entry *entries;
  guint32 n;
  guint32 capacity;
  guint32 *slots;
  guint32 n_slots;
  GPtrArray *blocks;
  char *block;
  gsize block_left;
};

LaminaStrings *
lamina_strings_new (void)
{
  LaminaStrings *self = g_new0 (LaminaStrings, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
  lamina_strings_intern (self, "", 0);
  return self;
}

void
lamina_strings_free (LaminaStrings *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->blocks);
  g_free (self->entries);
  g_free (self->slots);
  g_free (self);
}

/* Eight bytes at a time: names of kernels are long, and most of them were seen before. */
static guint32
hash_bytes (const char *bytes,
            gsize       length)
{
  guint64 hash = 0x9e3779b97f4a7c15u ^ length;
  guint64 word = 0;

  for (; length >= 8; bytes += 8, length -= 8)
    {
      memcpy (&word, bytes, 8);
      hash = (hash ^ word) * 0xff51afd7ed558ccdu;
      hash ^= hash >> 32;
    }
  word = 0;
  memcpy (&word, bytes, length);
  hash = (hash ^ word) * 0xff51afd7ed558ccdu;
  return (guint32) (hash ^ (hash >> 32));
}

static char *
store (LaminaStrings *self,
       const char    *bytes,
       gsize          length)
{
  gsize room = (length + 1 + 7) & ~(gsize) 7;
  char *text;

  if (room > self->block_left)
    {
      gsize size = MAX (room, BLOCK_BYTES);

      self->block = g_malloc (size);
      self->block_left = size;
      g_ptr_array_add (self->blocks, self->block);
    }
  text = self->block;
  memcpy (text, bytes, length);
  text[length] = '\0';
  self->block += room;
  self->block_left -= room;
  return text;
}

static void
grow_slots (LaminaStrings *self)
{
  self->n_slots *= 2;
  g_free (self->slots);
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint32 id = 0; id < self->n; id++)
    {
      guint32 slot = self->entries[id].hash & (self->n_slots - 1);

      while (self->slots[slot] != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = id + 1;
    }
}

static guint32
append (LaminaStrings *self,
        const char    *bytes,
        gsize          length,
        guint32        hash)
{
  if (self->n == self->capacity)
    {
      self->capacity = MAX (256, self->capacity * 2);
      self->entries = g_renew (Entry, self->entries, self->capacity);
    }
  self->entries[self->n] = (Entry) { hash, (guint32) length, store (self, bytes, length) };
  return self->n++;
}

static guint32
intern_hashed (LaminaStrings *self,
               const void    *bytes,
               gsize          length,
               guint32        hash)
{
  guint32 slot = hash & (self->n_slots - 1);
  guint32 id;

  for (; self->slots[slot] != 0; slot = (slot + 1) & (self->n_slots - 1))
    {
      const Entry *entry = &self->entries[self->slots[slot] - 1];

      if (entry->hash == hash && entry->length == length && memcmp (entry->text, bytes, length) == 0)
        return self->slots[slot] - 1;
    }
  id = append (self, bytes, length, hash);
  self->slots[slot] = id + 1;
  if (self->n > self->n_slots / 2)
    grow_slots (self);
  return id;
}

guint32
lamina_strings_intern (LaminaStrings *self,
                       const void    *bytes,
                       gsize          length)
{
  return intern_hashed (self, bytes, length, hash_bytes (bytes, length));
}

guint32 *
lamina_strings_merge (LaminaStrings *self,
                      LaminaStrings *other)
{
  guint32 *ids = g_new (guint32, other->n);

  for (guint32 i = 0; i < other->n; i++)
    ids[i] = intern_hashed (self, other->entries[i].text, other->entries[i].length, other->entries[i].hash);
  return ids;
}

const char *
lamina_strings_get (LaminaStrings *self,
                    guint32        id)
{
  g_return_val_if_fail (id < self->n, "");

  return self->entries[id].text;
}

guint
lamina_strings_get_n (LaminaStrings *self)
{
  return self->n;
}
