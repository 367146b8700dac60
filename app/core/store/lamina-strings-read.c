/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-strings-table-private.h"

#include <string.h>

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
  char *text = lamina_strings_allocate (self, length + 1 + size, 2);

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

/* The text of a pair takes the place of its strings. */
static const char *
join_kept (LaminaStrings   *self,
           _Atomic guint64 *kept,
           guint64          pair)
{
  const char *first = lamina_strings_get (self, LAMINA_PAIR_FIRST (pair));
  const char *second = lamina_strings_get (self, LAMINA_PAIR_SECOND (pair));
  const char *text;

  pthread_mutex_lock (&self->joined_lock);
  pair = atomic_load_explicit (kept, memory_order_relaxed);
  text = LAMINA_PAIR_IS_APART (pair) ? join (self, first, second) : LAMINA_PAIR_TEXT (pair);
  atomic_store_explicit (kept, LAMINA_PAIR_JOINED (text), memory_order_release);
  pthread_mutex_unlock (&self->joined_lock);
  return text;
}

static const char *
get_kept_pair (LaminaStrings *self,
               guint32        at)
{
  guint64 pair = atomic_load_explicit (&self->kept_pairs[at], memory_order_acquire);

  return LAMINA_PAIR_IS_APART (pair) ? join_kept (self, &self->kept_pairs[at], pair) : LAMINA_PAIR_TEXT (pair);
}

static const char *
get_long_text (LaminaStrings *self,
               guint32        id)
{
  guint from = 0, to = self->n_long_texts;

  while (to - from > 1)
    {
      guint middle = from + (to - from) / 2;

      if (self->long_texts[middle].id <= id)
        from = middle;
      else
        to = middle;
    }
  return self->kept_text + self->long_texts[from].text;
}

static const char *
get_kept (LaminaStrings *self,
          guint32        id)
{
  const LaminaKeptBlock *block = &self->kept_blocks[id / LAMINA_KEPT_TOGETHER];
  guint64 bit = G_GUINT64_CONSTANT (1) << id % LAMINA_KEPT_TOGETHER;
  guint16 kept = self->kept[id];

  if (G_LIKELY (kept < LAMINA_KEPT_LONG))
    return self->kept_text + block->text + kept;
  if (kept == LAMINA_KEPT_LONG)
    return get_long_text (self, id);
  if ((block->pairs & bit) == 0)
    return "";
  return get_kept_pair (self, block->n_pairs + (guint) __builtin_popcountll (block->pairs & (bit - 1)));
}

const char *
lamina_strings_get (LaminaStrings *self,
                    guint32        id)
{
  g_return_val_if_fail (id < self->n, "");

  if (self->kept != NULL)
    return get_kept (self, id);
  return G_LIKELY (self->entries[id].length != LAMINA_STRING_PAIR) ? self->entries[id].text : get_pair (self, id);
}

void
lamina_strings_close (LaminaStrings *self)
{
  g_clear_pointer (&self->slots, g_free);
  self->entries = g_renew (LaminaStringEntry, self->entries, self->n);
  self->capacity = self->n;
}
