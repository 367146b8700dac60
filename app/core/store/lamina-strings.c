/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-bytes-hash.h"
#include "lamina-cells.h"
#include "lamina-parallel.h"
#include "lamina-strings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* The first block is small, since many builders take a few strings only; each further one is twice as large, 256 KiB at most. */
#define FIRST_BLOCK_BYTES ((gsize) 4 * 1024)
#define MOST_DOUBLINGS 6
#define FIRST_SLOTS 1024

/* What may be words is aligned as they are: most texts are not, and there may be very many short ones. */
#define WORD sizeof (guint64)

/* How far ahead of its use a slot is asked for. */
#define AHEAD 8

#define CANCEL_MASK 0x3fff

typedef struct
{
  guint32 first;
  guint32 second;
} Pair;

/* Of a pair, @length is IS_PAIR. */
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

#define IS_PAIR G_MAXUINT32

/* A slot holds id + 1, and 0 when it is free. It repeats the hash, so that other strings are passed without a look at them. */
typedef struct
{
  guint32 hash;
  guint32 id;
} Slot;

/* Open addressing with linear probing. At most three of four slots are taken. */
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

  pthread_mutex_t joined_lock;
  GHashTable *joined; /* under the lock: texts of pairs by their ids, of those that somebody has asked for */

  /* In the place of the entries, once no more strings come: see lamina_strings_keep(). */
  guint32 *kept; /* by id: where its text begins in the others, or KEPT_PAIR and which of the pairs it is */
  char *kept_text;
  gsize size; /* of all texts that are no pairs, once no more come */
  _Atomic guint64 *kept_pairs;
};

#define KEPT_PAIR (1u << 31)

/* What is kept of a pair: its strings, an odd number, or where its text is once somebody has asked for it, an even one. */
#define PAIR_IS_APART(pair) (((pair) & 1) != 0)
#define PAIR_FIRST(pair) ((guint32) ((pair) >> 32))
#define PAIR_SECOND(pair) ((guint32) (pair) >> 1)
#define PAIR_TEXT(pair) ((const char *) (gsize) (pair))
#define PAIR_APART(first, second) ((guint64) (first) << 32 | (guint64) (second) << 1 | 1)
#define PAIR_JOINED(text) ((guint64) (gsize) (text))

/*
 * Free slots, all of them written: a page that comes as zeros and is read first is mapped twice, and the second time all
 * threads are stopped for it.
 */
static Slot *
new_slots (guint32 n)
{
  Slot *slots = lamina_cells_new (n, sizeof *slots);

  return memset (slots, 0, n * sizeof *slots);
}

LaminaStrings *
lamina_strings_new (void)
{
  LaminaStrings *self = g_new0 (LaminaStrings, 1);

  lamina_bytes_hash_prepare ();
  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->n_slots = FIRST_SLOTS;
  self->slots = new_slots (self->n_slots);
  pthread_mutex_init (&self->joined_lock, NULL);
  self->joined = g_hash_table_new (NULL, NULL);
  lamina_strings_intern (self, "", 0);
  return self;
}

/* What lamina_strings_keep() has made, if it has. */
static void
drop_kept (LaminaStrings *self)
{
  g_clear_pointer (&self->kept, g_free);
  g_clear_pointer (&self->kept_text, g_free);
  g_clear_pointer ((gpointer *) &self->kept_pairs, g_free);
}

void
lamina_strings_free (LaminaStrings *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->blocks);
  pthread_mutex_destroy (&self->joined_lock);
  g_hash_table_unref (self->joined);
  drop_kept (self);
  g_free (self->entries);
  g_free (self->slots);
  g_free (self);
}

/* @size bytes that live as long as the strings, at a multiple of @alignment, which is a power of two up to 8. */
static gpointer
allocate (LaminaStrings *self,
          gsize          size,
          gsize          alignment)
{
  gsize skipped = -(guintptr) self->block & (alignment - 1);
  gpointer place;

  if (self->block_left < skipped || self->block_left - skipped < size)
    {
      skipped = 0;
      self->block_left = MAX (size, FIRST_BLOCK_BYTES << MIN (self->blocks->len, MOST_DOUBLINGS));
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
  char *text = allocate (self, length + 1, length % WORD == 0 ? WORD : 1);

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
      self->slots[slot] = (Slot) { hash, id + 1 };
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

static inline gboolean
is_same (const Entry *a,
         const Entry *b)
{
  if (a->length != b->length)
    return FALSE;
  if (a->length == IS_PAIR)
    return a->pair.first == b->pair.first && a->pair.second == b->pair.second;
  return memcmp (a->text, b->text, a->length) == 0;
}

static guint32
add_entry (LaminaStrings *self,
           guint32        slot,
           Entry          entry)
{
  if (self->n == self->capacity)
    {
      self->capacity = MAX (256, self->capacity * 2);
      self->entries = g_renew (Entry, self->entries, self->capacity);
    }
  self->entries[self->n++] = entry;
  self->slots[slot] = (Slot) { entry.hash, self->n };
  if (self->n > get_room (self->n_slots))
    grow_slots (self, self->n_slots * 2);
  return self->n - 1;
}

/* @is_stored says that the text stays where it is. */
static inline guint32
intern_entry (LaminaStrings *self,
              Entry          entry,
              gboolean       is_stored)
{
  guint32 mask = self->n_slots - 1;
  guint32 slot = entry.hash & mask;

  for (; self->slots[slot].id != 0; slot = (slot + 1) & mask)
    if (self->slots[slot].hash == entry.hash && is_same (&self->entries[self->slots[slot].id - 1], &entry))
      return self->slots[slot].id - 1;
  if (!is_stored && entry.length != IS_PAIR)
    entry.text = store (self, entry.text, entry.length);
  return add_entry (self, slot, entry);
}

guint32
lamina_strings_intern (LaminaStrings *self,
                       const void    *bytes,
                       gsize          length)
{
  g_return_val_if_fail (length < IS_PAIR, 0);

  need_slots (self);
  return intern_entry (self, (Entry) { lamina_bytes_hash (bytes, length), (guint32) length, { bytes } }, FALSE);
}

/* How many strings are looked up at the same time. */
#define MANY 32

/* The string that is looked at first for one of this hash, or NULL: mostly it is the right one. */
static inline const Entry *
guess (LaminaStrings *self,
       guint32        hash)
{
  const Slot *slot = &self->slots[hash & (self->n_slots - 1)];

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
      const Entry *entry = guess (self, hashes[i]);

      if (entry != NULL && entry->hash == hashes[i] && entry->length != IS_PAIR)
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
        hashes[j - i] = lamina_bytes_hash (texts[j], lengths[j]);
      fetch (self, end - i, hashes);
      for (guint j = i; j < end; j++)
        ids[j] = intern_entry (self, (Entry) { hashes[j - i], (guint32) lengths[j], { texts[j] } }, FALSE);
    }
}

static inline guint32
hash_pair (const Pair *pair)
{
  return lamina_bytes_hash ((const char *) pair, sizeof *pair);
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
          hashes[j - i] = hash_pair (&(Pair) { first[j], second[j] });
        }
      fetch (self, end - i, hashes);
      for (guint j = i; j < end; j++)
        ids[j] = intern_entry (self, (Entry) { hashes[j - i], IS_PAIR, .pair = { first[j], second[j] } }, TRUE);
    }
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
      Entry entry = other->entries[i];

      /* The strings of a pair have smaller ids than it. */
      if (entry.length == IS_PAIR)
        {
          entry.pair = (Pair) { ids[entry.pair.first], ids[entry.pair.second] };
          entry.hash = hash_pair (&entry.pair);
        }
      ids[i] = intern_entry (self, entry, takes);
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
    {
      g_ptr_array_extend_and_steal (self->blocks, g_steal_pointer (&other->blocks));
      other->blocks = g_ptr_array_new ();
    }
  return ids;
}

guint
lamina_strings_get_n (LaminaStrings *self)
{
  return self->n;
}

/* Reading */

static const char *
join (LaminaStrings *self,
      const char    *first,
      const char    *second)
{
  gsize length = strlen (first);
  gsize size = strlen (second) + 1;
  char *text = allocate (self, length + 1 + size, 2);

  memcpy (text, first, length);
  text[length] = ' ';
  memcpy (text + length + 1, second, size);
  return text;
}

static const char *
get_pair (LaminaStrings *self,
          guint32        id)
{
  const char *first = lamina_strings_get (self, self->entries[id].pair.first);
  const char *second = lamina_strings_get (self, self->entries[id].pair.second);
  const char *text;

  pthread_mutex_lock (&self->joined_lock);
  text = g_hash_table_lookup (self->joined, GUINT_TO_POINTER (id));
  if (text == NULL)
    {
      text = join (self, first, second);
      g_hash_table_insert (self->joined, GUINT_TO_POINTER (id), (gpointer) text);
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
  const char *first = lamina_strings_get (self, PAIR_FIRST (pair));
  const char *second = lamina_strings_get (self, PAIR_SECOND (pair));
  const char *text;

  pthread_mutex_lock (&self->joined_lock);
  pair = atomic_load_explicit (kept, memory_order_relaxed);
  text = PAIR_IS_APART (pair) ? join (self, first, second) : PAIR_TEXT (pair);
  atomic_store_explicit (kept, PAIR_JOINED (text), memory_order_release);
  pthread_mutex_unlock (&self->joined_lock);
  return text;
}

static const char *
get_kept (LaminaStrings *self,
          guint32        kept)
{
  _Atomic guint64 *place;
  guint64 pair;

  if (G_LIKELY ((kept & KEPT_PAIR) == 0))
    return self->kept_text + kept;
  place = &self->kept_pairs[kept & ~KEPT_PAIR];
  pair = atomic_load_explicit (place, memory_order_acquire);
  return PAIR_IS_APART (pair) ? join_kept (self, place, pair) : PAIR_TEXT (pair);
}

const char *
lamina_strings_get (LaminaStrings *self,
                    guint32        id)
{
  g_return_val_if_fail (id < self->n, "");

  if (self->kept != NULL)
    return get_kept (self, self->kept[id]);
  return G_LIKELY (self->entries[id].length != IS_PAIR) ? self->entries[id].text : get_pair (self, id);
}

/* Keeping */

/*
 * Reading a file interns much that no table names in the end: numbers of arrows, names for which there are shorter ones.
 * The texts that are named move to one stretch of memory, side by side.
 */

#define STRINGS_AT_ONCE (1u << 15)

/* What the strings before a range take: bytes of text, and pairs. */
typedef struct
{
  gsize text;
  guint32 n_pairs;
} Range;

typedef struct
{
  LaminaStrings *self;
  const _Atomic guint8 *used;
  Range *ranges;
  GCancellable *cancellable;
} Keep;

/* A pair has a larger id than its strings. */
static void
use_parts (LaminaStrings  *self,
           _Atomic guint8 *used)
{
  for (guint32 id = self->n; id-- > 0;)
    if (self->entries[id].length == IS_PAIR && used[id])
      {
        used[self->entries[id].pair.first] = TRUE;
        used[self->entries[id].pair.second] = TRUE;
      }
}

static void
measure_range (guint    range,
               gpointer data)
{
  const Keep *keep = data;
  guint32 from = range * STRINGS_AT_ONCE;
  guint32 to = from + MIN (keep->self->n - from, STRINGS_AT_ONCE);
  Range size = { 0 };

  if (g_cancellable_is_cancelled (keep->cancellable))
    return;
  for (guint32 id = from; id < to; id++)
    if (!keep->used[id])
      continue;
    else if (keep->self->entries[id].length == IS_PAIR)
      size.n_pairs++;
    else
      size.text += (gsize) keep->self->entries[id].length + 1;
  keep->ranges[range + 1] = size;
}

static void
keep_range (guint    range,
            gpointer data)
{
  const Keep *keep = data;
  LaminaStrings *self = keep->self;
  guint32 from = range * STRINGS_AT_ONCE;
  guint32 to = from + MIN (self->n - from, STRINGS_AT_ONCE);
  Range at = keep->ranges[range];

  if (g_cancellable_is_cancelled (keep->cancellable))
    return;
  for (guint32 id = from; id < to; id++)
    {
      const Entry *entry = &self->entries[id];
      gsize size = (gsize) entry->length + 1;

      if (!keep->used[id])
        {
          self->kept[id] = 0;
        }
      else if (entry->length == IS_PAIR)
        {
          self->kept[id] = KEPT_PAIR | at.n_pairs;
          atomic_init (&self->kept_pairs[at.n_pairs++], PAIR_APART (entry->pair.first, entry->pair.second));
        }
      else
        {
          self->kept[id] = (guint32) at.text;
          memcpy (self->kept_text + at.text, entry->text, size);
          at.text += size;
        }
    }
}

static void
drop_all (LaminaStrings *self)
{
  g_clear_pointer (&self->slots, g_free);
  g_clear_pointer (&self->entries, g_free);
  g_hash_table_remove_all (self->joined);
  g_ptr_array_set_size (self->blocks, 0);
  self->block_left = 0;
  self->capacity = 0;
}

gsize
lamina_strings_get_size (LaminaStrings *self)
{
  return self->size;
}

gboolean
lamina_strings_keep (LaminaStrings  *self,
                     _Atomic guint8 *used,
                     guint           n_threads,
                     GCancellable   *cancellable)
{
  guint n_ranges = self->n / STRINGS_AT_ONCE + (self->n % STRINGS_AT_ONCE != 0);
  g_autofree Range *ranges = g_new0 (Range, (gsize) n_ranges + 1);
  Keep keep = { self, used, ranges, cancellable };

  use_parts (self, used);
  /* What is not kept is the empty text that all begins with. */
  ranges[0].text = 1;
  lamina_parallel_run (n_ranges, n_threads, measure_range, &keep);
  for (guint i = 0; i < n_ranges; i++)
    {
      ranges[i + 1].text += ranges[i].text;
      ranges[i + 1].n_pairs += ranges[i].n_pairs;
    }
  g_clear_pointer (&self->slots, g_free);
  self->size = ranges[n_ranges].text;
  /* More than 31 bits tell the places of stays as it is. */
  if (ranges[n_ranges].text > KEPT_PAIR)
    {
      self->capacity = self->n;
      self->entries = g_renew (Entry, self->entries, self->n);
      return TRUE;
    }
  self->kept_text = lamina_cells_new (ranges[n_ranges].text, 1);
  self->kept_text[0] = '\0';
  self->kept_pairs = lamina_cells_new (ranges[n_ranges].n_pairs, sizeof *self->kept_pairs);
  self->kept = lamina_cells_new (self->n, sizeof *self->kept);
  lamina_parallel_run (n_ranges, n_threads, keep_range, &keep);
  if (g_cancellable_is_cancelled (cancellable))
    {
      drop_kept (self);
      return FALSE;
    }
  drop_all (self);
  return TRUE;
}
