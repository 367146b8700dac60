/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-import-private.h"

LAMINA_DEFINE_BOXED_TYPE (LaminaImport, lamina_import)

static void
stretch_clear (gpointer data)
{
  LaminaRecordStretch *stretch = data;

  lamina_source_unref (stretch->source);
}

static void
entry_free (gpointer data)
{
  LaminaImportEntry *entry = data;

  g_free (entry->kind);
  g_clear_pointer (&entry->source, lamina_source_unref);
  g_array_unref (entry->records);
  g_free (entry);
}

LaminaImport *
lamina_import_new (guint64 max_records)
{
  LaminaImport *self = g_new0 (LaminaImport, 1);

  atomic_init (&self->ref_count, 1);
  self->max_records = MIN (max_records, LAMINA_NONE);
  self->chunks = g_ptr_array_new_with_free_func (g_free);
  self->stretches = g_array_new (FALSE, FALSE, sizeof (LaminaRecordStretch));
  g_array_set_clear_func (self->stretches, stretch_clear);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->reasons = g_ptr_array_new ();
  for (guint i = 0; i < LAMINA_N_ENTRY_TYPES; i++)
    self->by_kind[i] = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

LaminaImport *
lamina_import_ref (LaminaImport *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  atomic_fetch_add_explicit (&self->ref_count, 1, memory_order_relaxed);
  return self;
}

void
lamina_import_unref (LaminaImport *self)
{
  g_return_if_fail (self != NULL);

  if (atomic_fetch_sub_explicit (&self->ref_count, 1, memory_order_acq_rel) != 1)
    return;
  for (guint i = 0; i < LAMINA_N_ENTRY_TYPES; i++)
    g_hash_table_unref (self->by_kind[i]);
  g_ptr_array_unref (self->reasons);
  g_ptr_array_unref (self->entries);
  g_array_unref (self->stretches);
  g_ptr_array_unref (self->chunks);
  g_free (self);
}

static void
note_source (LaminaImport *self,
             LaminaSource *source)
{
  LaminaRecordStretch stretch = { .first_record = (guint32) self->n_records, .source = source };
  guint n = self->stretches->len;

  if (n > 0 && g_array_index (self->stretches, LaminaRecordStretch, n - 1).source == source)
    return;
  lamina_source_ref (source);
  g_array_append_val (self->stretches, stretch);
}

guint32
lamina_import_open_record (LaminaImport *self,
                           LaminaSource *source,
                           guint64       offset)
{
  guint64 record;

  g_return_val_if_fail (self != NULL, LAMINA_NONE);
  g_return_val_if_fail (source != NULL, LAMINA_NONE);

  record = atomic_load_explicit (&self->n_records, memory_order_relaxed);
  if (record >= self->max_records)
    {
      self->full = TRUE;
      return LAMINA_NONE;
    }
  if ((record >> LAMINA_RECORD_CHUNK_BITS) >= self->chunks->len)
    g_ptr_array_add (self->chunks, g_new (LaminaRecordChunk, 1));
  note_source (self, source);
  *lamina_import_offset (self, record) = offset;
  *lamina_import_state (self, record) = LAMINA_RECORD_LOST;
  atomic_store_explicit (&self->n_records, record + 1, memory_order_relaxed);
  return (guint32) record;
}

gboolean
lamina_import_is_full (LaminaImport *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->full;
}

guint64
lamina_import_get_n_records (LaminaImport *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return atomic_load_explicit (&self->n_records, memory_order_relaxed);
}

static LaminaImportEntry *
get_entry (LaminaImport    *self,
           LaminaEntryType  type,
           const char      *kind)
{
  LaminaImportEntry *entry = g_hash_table_lookup (self->by_kind[type], kind);

  if (entry != NULL)
    return entry;
  entry = g_new0 (LaminaImportEntry, 1);
  entry->type = type;
  entry->kind = g_strdup (kind);
  entry->records = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (self->entries, entry);
  g_hash_table_insert (self->by_kind[type], entry->kind, entry);
  return entry;
}

void
lamina_import_account (LaminaImport     *self,
                       guint32           record,
                       LaminaRecordFate  fate)
{
  guint16 *state;

  g_return_if_fail (self != NULL);
  g_return_if_fail (fate == LAMINA_RECORD_SHOWN || fate == LAMINA_RECORD_MERGED);
  g_return_if_fail (record == LAMINA_NONE || record < self->n_records);

  if (record == LAMINA_NONE)
    return;
  state = lamina_import_state (self, record);
  if (*state != LAMINA_RECORD_SHOWN)
    *state = (guint16) fate;
}

void
lamina_import_account_records (LaminaImport     *self,
                               const guint32    *records,
                               gsize             n,
                               LaminaRecordFate  fate)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (fate == LAMINA_RECORD_SHOWN || fate == LAMINA_RECORD_MERGED);

  for (gsize i = 0; i < n; i++)
    {
      guint16 *state;

      if (records[i] == LAMINA_NONE)
        continue;
      g_return_if_fail (records[i] < self->n_records);
      state = lamina_import_state (self, records[i]);
      if (*state != LAMINA_RECORD_SHOWN)
        *state = (guint16) fate;
    }
}

/* Reasons that don't fit into the state of a record share the last one. */
guint16
lamina_import_get_reason (LaminaImport *self,
                          const char   *reason)
{
  LaminaImportEntry *entry = g_hash_table_lookup (self->by_kind[LAMINA_ENTRY_SKIP], reason);

  if (entry != NULL)
    return entry->reason;
  if (self->reasons->len == LAMINA_RECORD_MAX_REASONS)
    return G_MAXUINT16 - 1;
  if (self->reasons->len + 1 == LAMINA_RECORD_MAX_REASONS)
    reason = "one of many other reasons";
  entry = get_entry (self, LAMINA_ENTRY_SKIP, reason);
  entry->reason = (guint16) (LAMINA_RECORD_SKIPPED + self->reasons->len);
  g_ptr_array_add (self->reasons, entry);
  return entry->reason;
}

void
lamina_import_skip (LaminaImport *self,
                    guint32       record,
                    const char   *reason)
{
  guint16 *state;

  g_return_if_fail (self != NULL);
  g_return_if_fail (reason != NULL);
  g_return_if_fail (record == LAMINA_NONE || record < self->n_records);

  if (record == LAMINA_NONE)
    return;
  state = lamina_import_state (self, record);
  if (*state == LAMINA_RECORD_LOST)
    *state = lamina_import_get_reason (self, reason);
}

static void
add_record (LaminaImportEntry *entry,
            guint32            record)
{
  guint n = entry->records->len;

  if (record == LAMINA_NONE || n == LAMINA_ISSUE_MAX_RECORDS)
    return;
  if (n > 0 && g_array_index (entry->records, guint32, n - 1) == record)
    return;
  g_array_append_val (entry->records, record);
}

static void
count_entry (LaminaImport    *self,
             LaminaEntryType  type,
             const char      *kind,
             LaminaSource    *source,
             guint64          offset,
             guint32          record)
{
  LaminaImportEntry *entry = get_entry (self, type, kind);

  if (entry->count++ == 0 && source != NULL)
    {
      entry->source = lamina_source_ref (source);
      entry->offset = offset;
    }
  add_record (entry, record);
}

void
lamina_import_add_entry (LaminaImport            *self,
                         const LaminaImportEntry *entry,
                         guint32                  base)
{
  LaminaImportEntry *own = get_entry (self, entry->type, entry->kind);

  if (own->count == 0 && entry->source != NULL)
    {
      own->source = lamina_source_ref (entry->source);
      own->offset = entry->offset;
    }
  own->count += entry->count;
  for (guint i = 0; i < entry->records->len; i++)
    add_record (own, base + g_array_index (entry->records, guint32, i));
}

void
lamina_import_repair (LaminaImport *self,
                      const char   *kind,
                      LaminaSource *source,
                      guint64       offset,
                      guint32       record)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (kind != NULL);

  count_entry (self, LAMINA_ENTRY_REPAIR, kind, source, offset, record);
}

void
lamina_import_note (LaminaImport *self,
                    const char   *kind,
                    LaminaSource *source,
                    guint64       offset,
                    guint32       record)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (kind != NULL);

  count_entry (self, LAMINA_ENTRY_NOTE, kind, source, offset, record);
}
