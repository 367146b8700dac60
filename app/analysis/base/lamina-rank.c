/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-rank.h"

#include "lamina-order-rows.h"

#include <string.h>

/*
 * Texts become bytes whose plain order is the order wanted; of these eight at a time are a key, and texts that are
 * equal in it are sorted by the next eight, until none is equal to its neighbor.
 */

/* What stands behind this many bytes of a text no longer tells it apart: of generated names that long, the order is noise. */
#define MAX_KEY_LENGTH 512
#define MAX_NUMBER_LENGTH 127

/* How many bytes of a text are one key, and how long a text with its last number and its zeros is at most. */
#define CHUNK sizeof (guint64)
#define MAX_TEXT_LENGTH (MAX_KEY_LENGTH + 2 + MAX_NUMBER_LENGTH + 2 * CHUNK)

typedef struct
{
  /* The keys of all texts, one after the other; [begin[i]] is where the key of text i begins. */
  guint8 *bytes;
  gsize length;
  gsize size;
  gsize *begin;
  LaminaOrderItem *scratch;
  GCancellable *cancellable;
} Texts;

static void
texts_clear (Texts *texts)
{
  g_free (texts->bytes);
  g_free (texts->begin);
  g_free (texts->scratch);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Texts, texts_clear)

/* A number is written as the count of its digits, then they: the longer one is the larger one. */
static const char *
append_number (Texts      *texts,
               const char *text)
{
  guint8 *key = texts->bytes + texts->length;
  const char *digits = text;
  gsize length = 0;

  while (digits[0] == '0' && g_ascii_isdigit (digits[1]))
    digits++;
  while (g_ascii_isdigit (digits[length]) && length < MAX_NUMBER_LENGTH)
    length++;

  /* Numbers stand before letters, as their digits would. */
  key[0] = '0';
  key[1] = (guint8) length;
  memcpy (key + 2, digits, length);
  texts->length += 2 + length;

  return digits + length;
}

/* The part of a text that counts, as if all of its letters were small; NULL when letters of ASCII are all that it has. */
static char *
fold_text (const char *text)
{
  gsize length = 0;
  gboolean is_ascii = TRUE;

  for (; text[length] && length < MAX_KEY_LENGTH; length++)
    is_ascii &= (guint8) text[length] < 0x80;
  if (is_ascii)
    return NULL;

  /* Not in the middle of a character. */
  while (length > 0 && ((guint8) text[length] & 0xc0) == 0x80)
    length--;
  return g_utf8_casefold (text, (gssize) length);
}

/* Appends what orders a text, and zeros to the end of its last chunk and through one more. */
static void
append_text (Texts      *texts,
             const char *text)
{
  g_autofree char *folded = fold_text (text);
  gsize begin = texts->length;
  gsize zeros;

  if (folded)
    text = folded;
  if (texts->size - texts->length < MAX_TEXT_LENGTH)
    {
      texts->size = MAX (texts->size * 2, 256 * MAX_TEXT_LENGTH);
      texts->bytes = g_realloc (texts->bytes, texts->size);
    }

  while (*text && texts->length - begin < MAX_KEY_LENGTH)
    if (g_ascii_isdigit (*text))
      text = append_number (texts, text);
    else
      texts->bytes[texts->length++] = (guint8) g_ascii_tolower (*text++);

  zeros = 2 * CHUNK - (texts->length - begin) % CHUNK;
  memset (texts->bytes + texts->length, 0, zeros);
  texts->length += zeros;
}

/* Reads the next chunk of each text. Whether any goes on, and whether they differ. */
static void
read_chunks (const Texts     *texts,
             LaminaOrderItem *items,
             guint            n,
             gsize            depth,
             gboolean        *more,
             gboolean        *differ)
{
  *more = *differ = FALSE;
  for (guint i = 0; i < n; i++)
    {
      guint64 chunk;

      memcpy (&chunk, texts->bytes + texts->begin[items[i].row] + depth, sizeof chunk);
      items[i].key = GUINT64_FROM_BE (chunk);
      *more |= chunk != 0;
      *differ |= items[i].key != items[0].key;
    }
}

/* Sorts texts that are equal in the first @depth bytes. FALSE when cancelled. */
static gboolean
sort_texts (Texts           *texts,
            LaminaOrderItem *items,
            guint            n,
            gsize            depth)
{
  gboolean more, differ;

  /* What all have in common needs no sorting. */
  do
    {
      if (g_cancellable_is_cancelled (texts->cancellable))
        return FALSE;
      read_chunks (texts, items, n, depth, &more, &differ);
      depth += CHUNK;
    }
  while (more && !differ);

  if (!more)
    return TRUE;
  if (!lamina_order_sort (items, texts->scratch, n, texts->cancellable))
    return FALSE;

  for (guint i = 0, end; i < n; i = end)
    {
      for (end = i + 1; end < n && items[end].key == items[i].key; end++)
        ;
      if (end - i > 1 && items[i].key != 0 && !sort_texts (texts, items + i, end - i, depth))
        return FALSE;
    }

  return TRUE;
}

/* Whether two texts have the same key, and so the same rank. */
static gboolean
is_same_text (const Texts *texts,
              guint        a,
              guint        b)
{
  gsize length = texts->begin[a + 1] - texts->begin[a];

  return length == texts->begin[b + 1] - texts->begin[b] &&
         memcmp (texts->bytes + texts->begin[a], texts->bytes + texts->begin[b], length) == 0;
}

guint32 *
lamina_rank_texts (const char *const *strings,
                   guint              n,
                   GCancellable      *cancellable)
{
  g_autofree guint32 *ranks = g_new (guint32, MAX (n, 1));
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (n, 1));
  g_auto (Texts) texts = { .cancellable = cancellable };
  guint32 rank;

  texts.begin = g_new (gsize, (gsize) n + 1);
  texts.scratch = g_new (LaminaOrderItem, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return NULL;
      texts.begin[i] = texts.length;
      items[i].row = i;
      append_text (&texts, strings[i]);
    }
  texts.begin[n] = texts.length;

  if (!sort_texts (&texts, items, n, 0))
    return NULL;
  rank = 0;
  for (guint i = 0; i < n; i++)
    {
      if (i > 0 && !is_same_text (&texts, items[i - 1].row, items[i].row))
        rank++;
      ranks[items[i].row] = rank;
    }
  return g_steal_pointer (&ranks);
}

guint32 *
lamina_rank_strings (LaminaRun     *run,
                     const guint32 *column,
                     const guint32 *rows,
                     guint          n,
                     GCancellable  *cancellable)
{
  g_autofree guint32 *by_id = NULL;
  g_autofree guint32 *ranks = NULL;
  g_autofree const char **strings = NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 max = 0;

  for (guint i = 0; i < n; i++)
    max = MAX (max, lamina_column_id (column, rows[i]));
  by_id = g_new (guint32, (gsize) max + 1);
  memset (by_id, 0xff, ((gsize) max + 1) * sizeof *by_id);
  for (guint i = 0; i < n; i++)
    {
      guint32 id = lamina_column_id (column, rows[i]);

      if (by_id[id] == LAMINA_NONE)
        {
          by_id[id] = ids->len;
          g_array_append_val (ids, id);
        }
    }

  strings = g_new (const char *, MAX (ids->len, 1));
  for (guint i = 0; i < ids->len; i++)
    strings[i] = lamina_run_get_string (run, g_array_index (ids, guint32, i));
  ranks = lamina_rank_texts (strings, ids->len, cancellable);
  if (!ranks)
    return NULL;
  for (guint i = 0; i < ids->len; i++)
    by_id[g_array_index (ids, guint32, i)] = ranks[i];

  return g_steal_pointer (&by_id);
}
