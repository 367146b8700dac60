/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-reader-private.h"

/* A small hash table over length, first and last byte: keys of one object rarely agree in all three. */

#define NO_KEY G_MAXUINT16

static inline guint
hash_key (const char *key,
          gsize       length)
{
  if (length == 0)
    return 0;
  return ((guint8) key[0] * 7u + (guint8) key[length - 1] * 3u + (guint) length) % 64;
}

static LaminaJsonKeys *
keys_new (const char *const *keys)
{
  LaminaJsonKeys *self = g_new0 (LaminaJsonKeys, 1);

  self->keys = keys;
  self->n = MIN (g_strv_length ((char **) keys), NO_KEY);
  self->lengths = g_new (gsize, self->n);
  self->next = g_new (guint16, self->n);
  memset (self->heads, 0xff, sizeof self->heads);
  /* From the last to the first, so that of equal keys the first is found. */
  for (guint i = self->n; i-- > 0;)
    {
      guint16 *head;

      self->lengths[i] = strlen (keys[i]);
      head = &self->heads[hash_key (keys[i], self->lengths[i])];
      self->next[i] = *head;
      *head = (guint16) i;
    }
  return self;
}

void
lamina_json_keys_free (gpointer keys)
{
  LaminaJsonKeys *self = keys;

  g_free (self->lengths);
  g_free (self->next);
  g_free (self);
}

LaminaJsonKeys *
lamina_json_keys_get (LaminaJsonReader  *self,
                      const char *const *keys)
{
  if (keys == NULL)
    return NULL;
  for (guint i = 0; i < self->key_sets->len; i++)
    {
      LaminaJsonKeys *set = g_ptr_array_index (self->key_sets, i);

      if (set->keys == keys)
        return set;
    }
  g_ptr_array_add (self->key_sets, keys_new (keys));
  return g_ptr_array_index (self->key_sets, self->key_sets->len - 1);
}

int
lamina_json_keys_find (const LaminaJsonKeys *self,
                       const char           *key,
                       gsize                 length)
{
  for (guint i = self->heads[hash_key (key, length)]; i != NO_KEY; i = self->next[i])
    {
      if (self->lengths[i] == length && memcmp (self->keys[i], key, length) == 0)
        return (int) i;
    }
  return LAMINA_JSON_OTHER;
}
