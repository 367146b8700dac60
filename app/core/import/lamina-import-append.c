/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-import-private.h"

#include <string.h>

static void
append_stretches (LaminaImport *self,
                  LaminaImport *other,
                  guint32       base)
{
  for (guint i = 0; i < other->stretches->len; i++)
    {
      LaminaRecordStretch stretch = g_array_index (other->stretches, LaminaRecordStretch, i);
      guint n = self->stretches->len;

      if (n > 0 && g_array_index (self->stretches, LaminaRecordStretch, n - 1).source == stretch.source)
        continue;
      stretch.first_record += base;
      lamina_source_ref (stretch.source);
      g_array_append_val (self->stretches, stretch);
    }
}

/* The chunk of @other before that of @from has been copied and goes on as the next of the import that it was copied to. */
static LaminaRecordChunk *
take_chunk (LaminaImport *other,
            guint64       from)
{
  guint64 i = from >> LAMINA_RECORD_CHUNK_BITS;
  LaminaRecordChunk *chunk = i > 0 ? g_ptr_array_index (other->chunks, i - 1) : NULL;

  if (chunk == NULL)
    return g_new (LaminaRecordChunk, 1);
  g_ptr_array_index (other->chunks, i - 1) = NULL;
  return chunk;
}

/* Copies as many records as lie side by side in both, and returns how many. */
static guint
copy_some (LaminaImport  *self,
           LaminaImport  *other,
           guint64        to,
           guint64        from,
           guint64        n,
           const guint16 *states)
{
  guint room = LAMINA_RECORD_CHUNK_SIZE - (guint) (to & (LAMINA_RECORD_CHUNK_SIZE - 1));
  guint there = LAMINA_RECORD_CHUNK_SIZE - (guint) (from & (LAMINA_RECORD_CHUNK_SIZE - 1));
  guint count = (guint) MIN (n, MIN (room, there));
  const guint16 *old = lamina_import_state (other, from);
  guint16 *new;

  if ((to >> LAMINA_RECORD_CHUNK_BITS) >= self->chunks->len)
    g_ptr_array_add (self->chunks, take_chunk (other, from));
  new = lamina_import_state (self, to);
  memcpy (lamina_import_offset (self, to), lamina_import_offset (other, from), count * sizeof (guint64));
  for (guint i = 0; i < count; i++)
    new[i] = states[old[i]];
  return count;
}

/*
 * Entries keep the order in which they came up. Returns what the states of records of @other become: fates stay, reasons
 * have other numbers.
 */
static guint16 *
append_entries (LaminaImport *self,
                LaminaImport *other,
                guint32       base)
{
  guint16 *states = g_new (guint16, LAMINA_RECORD_SKIPPED + other->reasons->len);

  for (guint i = 0; i < LAMINA_RECORD_SKIPPED; i++)
    states[i] = (guint16) i;
  for (guint i = 0; i < other->entries->len; i++)
    {
      const LaminaImportEntry *entry = g_ptr_array_index (other->entries, i);

      if (entry->type == LAMINA_ENTRY_SKIP)
        states[entry->reason] = lamina_import_get_reason (self, entry->kind);
      else
        lamina_import_add_entry (self, entry, base);
    }
  return states;
}

guint32
lamina_import_append (LaminaImport *self,
                      LaminaImport *other)
{
  guint64 base = self->n_records;
  guint64 n = MIN (other->n_records, self->max_records - base);
  g_autofree guint16 *states = append_entries (self, other, (guint32) base);

  self->full |= other->full || n < other->n_records;
  append_stretches (self, other, (guint32) base);
  for (guint64 done = 0; done < n;)
    done += copy_some (self, other, base + done, done, n - done, states);
  atomic_store_explicit (&self->n_records, base + n, memory_order_relaxed);
  return (guint32) base;
}
