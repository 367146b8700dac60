/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-reader-fields.h"

/*
 * A small hash table over length, first and last byte: keys of one object rarely agree in all three. The
 * steps that were learnt stand in another one, over all their bytes.
 */

#define NO_KEY G_MAXUINT16

/* Keys that are data rather than names must not fill the memory. */
#define MAX_STEPS 256
#define N_SLOTS 512

/* What is read of one record alone is over before anything learnt pays. */
#define N_UNLEARNT 64

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
  self->n = keys != NULL ? MIN (g_strv_length ((char **) keys), NO_KEY) : 0;
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

  for (guint i = 0; self->steps != NULL && i < N_SLOTS; i++)
    if (self->steps[i] != NULL)
      {
        g_free ((char *) self->steps[i]->key);
        g_free (self->steps[i]);
      }
  g_free (self->steps);
  g_free (self->lengths);
  g_free (self->next);
  g_free (self);
}

LaminaJsonKeys *
lamina_json_keys_get (LaminaJsonReader  *self,
                      const char *const *keys)
{
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

static guint
hash_step (const char *text,
           gsize       length)
{
  guint32 hash = 2166136261u;

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guint8) text[i]) * 16777619u;
  return (hash ^ hash >> 16) % N_SLOTS;
}

static LaminaJsonStep *
step_new (const char *text,
          gsize       length,
          const char *key,
          gsize       key_length,
          int         index)
{
  LaminaJsonStep *step = g_new0 (LaminaJsonStep, 1);

  memcpy (step->text, text, length);
  step->mask = length == LAMINA_JSON_STEP_BYTES ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << length) - 1;
  step->length = length;
  step->index = index;
  step->key = g_strndup (key, key_length);
  step->key_length = key_length;
  return step;
}

static void
note_next (LaminaJsonStep *before,
           LaminaJsonStep *step)
{
  guint last = 0;

  while (last < LAMINA_JSON_MAX_NEXT - 1 && before->next[last] != NULL && before->next[last] != step)
    last++;
  memmove (before->next + 1, before->next, last * sizeof *before->next);
  before->next[0] = step;
}

LaminaJsonStep *
lamina_json_keys_learn (LaminaJsonKeys *self,
                        LaminaJsonStep *before,
                        const char     *text,
                        gsize           length,
                        const char     *key,
                        gsize           key_length,
                        int             index)
{
  guint slot;

  if (length > LAMINA_JSON_STEP_BYTES)
    return NULL;
  if (self->n_met < N_UNLEARNT)
    {
      self->n_met++;
      return NULL;
    }
  if (self->steps == NULL)
    self->steps = g_new0 (LaminaJsonStep *, N_SLOTS);
  for (slot = hash_step (text, length); self->steps[slot] != NULL; slot = (slot + 1) % N_SLOTS)
    if (self->steps[slot]->length == length && memcmp (self->steps[slot]->text, text, length) == 0)
      break;
  if (self->steps[slot] == NULL)
    {
      if (self->n_steps == MAX_STEPS)
        return NULL;
      self->n_steps++;
      self->steps[slot] = step_new (text, length, key, key_length, index);
    }
  if (before != NULL)
    note_next (before, self->steps[slot]);
  return self->steps[slot];
}
