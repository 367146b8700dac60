/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-import-report-private.h"
#include "lamina-import.h"
#include "lamina-sources.h"

#include <stdatomic.h>

G_BEGIN_DECLS

/*
 * A record costs ten bytes: its offset and its state. Which source it belongs to is a list of stretches, since readers
 * open records file by file. Offsets and states stand in chunks, so that a growing import is never copied.
 *
 * The state is a LaminaRecordFate, or from LAMINA_RECORD_SKIPPED on the number of the reason. So a record that is shown
 * after all needs no bookkeeping; what was skipped is counted when the report is made, in file order.
 */
#define LAMINA_RECORD_CHUNK_BITS 14
#define LAMINA_RECORD_CHUNK_SIZE (1u << LAMINA_RECORD_CHUNK_BITS)
#define LAMINA_RECORD_MAX_REASONS (G_MAXUINT16 - LAMINA_RECORD_SKIPPED)

typedef struct
{
  guint64 offsets[LAMINA_RECORD_CHUNK_SIZE];
  guint16 states[LAMINA_RECORD_CHUNK_SIZE];
} LaminaRecordChunk;

typedef struct
{
  guint32 first_record;
  LaminaSource *source;
} LaminaRecordStretch;

typedef enum
{
  LAMINA_ENTRY_REPAIR,
  LAMINA_ENTRY_NOTE,
  LAMINA_ENTRY_SKIP,
  LAMINA_N_ENTRY_TYPES,
} LaminaEntryType;

/* What becomes an issue. Place, count and records of a reason to skip are found when the report is made. */
typedef struct
{
  LaminaEntryType type;
  char *kind;
  guint16 reason;
  guint64 count;
  LaminaSource *source;
  guint64 offset;
  GArray *records;
} LaminaImportEntry;

struct _LaminaImport
{
  _Atomic guint ref_count;
  guint64 max_records;
  _Atomic guint64 n_records; /* any thread asks for it, to show progress */
  gboolean full;
  GPtrArray *chunks;
  GArray *stretches;
  GPtrArray *entries;
  GPtrArray *reasons;
  GHashTable *by_kind[LAMINA_N_ENTRY_TYPES];
};

static inline guint16 *
lamina_import_state (LaminaImport *self,
                     guint64       record)
{
  LaminaRecordChunk *chunk = g_ptr_array_index (self->chunks, record >> LAMINA_RECORD_CHUNK_BITS);

  return &chunk->states[record & (LAMINA_RECORD_CHUNK_SIZE - 1)];
}

static inline guint64 *
lamina_import_offset (LaminaImport *self,
                      guint64       record)
{
  LaminaRecordChunk *chunk = g_ptr_array_index (self->chunks, record >> LAMINA_RECORD_CHUNK_BITS);

  return &chunk->offsets[record & (LAMINA_RECORD_CHUNK_SIZE - 1)];
}

/* The state of records that are skipped for @reason. */
guint16 lamina_import_get_reason (LaminaImport *self,
                                  const char   *reason);

/* Adds what another import counted as one kind of repair or note; its records are counted from @base on. */
void    lamina_import_add_entry  (LaminaImport            *self,
                                  const LaminaImportEntry *entry,
                                  guint32                  base);

/*
 * lamina_import_append:
 * @self: an import
 * @other: another one, which stays as it is
 *
 * Appends the records, reasons, repairs and notes of @other, as if its records had been opened here.
 *
 * Returns: what to add to the number of a record of @other
 */
guint32 lamina_import_append (LaminaImport *self,
                              LaminaImport *other);

/*
 * lamina_import_finish:
 * @self: an import
 * @sources: (nullable): the files, whose order gives their index in the issues
 * @cancellable: (nullable): ends the looking up of lines, which are wrong from then on
 *
 * Makes the report. Records that nobody accounted for become an issue and count as lost; the line of every issue is
 * looked up, which reads text. Changes nothing in @self.
 *
 * Returns: (transfer full): the report
 */
LaminaImportReport *lamina_import_finish (LaminaImport  *self,
                                          LaminaSources *sources,
                                          GCancellable  *cancellable);

G_END_DECLS
