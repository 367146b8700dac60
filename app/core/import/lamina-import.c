/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-import-finish.h"
#include "lamina-import-report-private.h"
#include "lamina-source-extent.h"

#include <stdatomic.h>
#include <string.h>

/*
 * A record costs ten bytes: its offset and its state. Which source it belongs to is a list of stretches, since readers
 * open records file by file. Offsets and states stand in chunks, so that a growing import is never copied.
 *
 * The state is a LaminaRecordFate, or from LAMINA_RECORD_SKIPPED on the number of the reason. So a record that is shown
 * after all needs no bookkeeping; what was skipped is counted when the report is made, in file order.
 */
#define CHUNK_BITS 12
#define CHUNK_SIZE (1u << CHUNK_BITS)
/* How many come between two questions for memory. */
#define RECORDS_BETWEEN_QUESTIONS ((guint64) 1 << 14)
#define MAX_REASONS (G_MAXUINT16 - LAMINA_RECORD_SKIPPED)

typedef struct
{
  guint64 offsets[CHUNK_SIZE];
  guint16 states[CHUNK_SIZE];
} RecordChunk;

typedef struct
{
  guint32 first_record;
  LaminaSource *source;
} Stretch;

typedef enum
{
  ENTRY_REPAIR,
  ENTRY_NOTE,
  ENTRY_SKIP,
  N_ENTRY_TYPES,
} EntryType;

/* What becomes an issue. Place, count and records of a reason to skip are found when the report is made. */
typedef struct
{
  EntryType type;
  char *kind;
  gboolean is_damage;
  guint16 reason;
  guint64 count;
  LaminaSource *source;
  guint64 offset;
  GArray *records;
} Entry;

struct _LaminaImport
{
  _Atomic guint refs;
  guint64 max_records;
  _Atomic guint64 n_records; /* any thread asks for it, to show progress */
  gboolean full;
  LaminaBudget *budget; /* of the load, or NULL */
  GPtrArray *chunks;
  GArray *stretches;
  GPtrArray *entries;
  GPtrArray *reasons;
  GHashTable *by_kind[N_ENTRY_TYPES];
};

static inline guint16 *
get_state (LaminaImport *self,
           guint64       record)
{
  RecordChunk *chunk = g_ptr_array_index (self->chunks, record >> CHUNK_BITS);

  return &chunk->states[record & (CHUNK_SIZE - 1)];
}

static inline guint64 *
get_offset (LaminaImport *self,
            guint64       record)
{
  RecordChunk *chunk = g_ptr_array_index (self->chunks, record >> CHUNK_BITS);

  return &chunk->offsets[record & (CHUNK_SIZE - 1)];
}

static void
stretch_clear (gpointer data)
{
  Stretch *stretch = data;

  lamina_source_unref (stretch->source);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->kind);
  g_clear_pointer (&entry->source, lamina_source_unref);
  g_array_unref (entry->records);
  g_free (entry);
}

LaminaImport *
lamina_import_new (guint64 max_records)
{
  LaminaImport *self = g_new0 (LaminaImport, 1);

  self->refs = 1;
  self->max_records = MIN (max_records, LAMINA_NONE);
  self->chunks = g_ptr_array_new_with_free_func (g_free);
  self->stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  g_array_set_clear_func (self->stretches, stretch_clear);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->reasons = g_ptr_array_new ();
  for (guint i = 0; i < N_ENTRY_TYPES; i++)
    self->by_kind[i] = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

static void
import_free (LaminaImport *self)
{
  for (guint i = 0; i < N_ENTRY_TYPES; i++)
    g_hash_table_unref (self->by_kind[i]);
  g_ptr_array_unref (self->reasons);
  g_ptr_array_unref (self->entries);
  g_array_unref (self->stretches);
  g_ptr_array_unref (self->chunks);
  g_free (self);
}

LAMINA_DEFINE_SHARED_TYPE (LaminaImport, lamina_import, import_free)

/* From @first_record on, records are of @source. */
static void
note_source (LaminaImport *self,
             guint32       first_record,
             LaminaSource *source)
{
  Stretch stretch = { first_record, source };
  guint n = self->stretches->len;

  if (n > 0 && g_array_index (self->stretches, Stretch, n - 1).source == source)
    return;
  lamina_source_ref (source);
  g_array_append_val (self->stretches, stretch);
}

/* FALSE when the load may take no more memory, which is asked once in a while. */
static gboolean
make_room (LaminaImport *self,
           guint64       record)
{
  if ((record & (RECORDS_BETWEEN_QUESTIONS - 1)) == 0 && !lamina_budget_has_room (self->budget, LAMINA_BUDGET_READING))
    return FALSE;
  if ((record >> CHUNK_BITS) >= self->chunks->len)
    g_ptr_array_add (self->chunks, g_new (RecordChunk, 1));
  return TRUE;
}

void
lamina_import_set_budget (LaminaImport *self,
                          LaminaBudget *budget)
{
  self->budget = budget;
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
  if (self->full || record >= self->max_records || !make_room (self, record))
    {
      self->full = TRUE;
      return LAMINA_NONE;
    }
  note_source (self, (guint32) record, source);
  *get_offset (self, record) = offset;
  *get_state (self, record) = LAMINA_RECORD_LOST;
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

guint64
lamina_import_get_offset (LaminaImport *self,
                          guint64       record)
{
  g_return_val_if_fail (record < self->n_records, 0);

  return *get_offset (self, record);
}

static Entry *
get_entry (LaminaImport *self,
           EntryType     type,
           const char   *kind)
{
  Entry *entry = g_hash_table_lookup (self->by_kind[type], kind);

  if (entry != NULL)
    return entry;
  entry = g_new0 (Entry, 1);
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
  state = get_state (self, record);
  if (*state != LAMINA_RECORD_SHOWN)
    *state = (guint16) fate;
}

/* Reasons that don't fit into the state of a record share the last one. */
static guint16
get_reason (LaminaImport *self,
            const char   *reason)
{
  Entry *entry = g_hash_table_lookup (self->by_kind[ENTRY_SKIP], reason);

  if (entry != NULL)
    return entry->reason;
  if (self->reasons->len == MAX_REASONS)
    return G_MAXUINT16 - 1;
  if (self->reasons->len + 1 == MAX_REASONS)
    reason = "one of many other reasons";
  entry = get_entry (self, ENTRY_SKIP, reason);
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
  state = get_state (self, record);
  if (*state == LAMINA_RECORD_LOST)
    *state = get_reason (self, reason);
}

static void
add_record (Entry   *entry,
            guint32  record)
{
  guint n = entry->records->len;

  if (record == LAMINA_NONE || n == LAMINA_ISSUE_MAX_RECORDS)
    return;
  if (n > 0 && g_array_index (entry->records, guint32, n - 1) == record)
    return;
  g_array_append_val (entry->records, record);
}

/* The place of the first one is kept. */
static Entry *
count_entry (LaminaImport *self,
             EntryType     type,
             const char   *kind,
             guint64       n,
             LaminaSource *source,
             guint64       offset)
{
  Entry *entry = get_entry (self, type, kind);

  if (entry->count == 0 && source != NULL)
    {
      entry->source = lamina_source_ref (source);
      entry->offset = offset;
    }
  entry->count += n;
  return entry;
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

  add_record (count_entry (self, ENTRY_REPAIR, kind, 1, source, offset), record);
}

void
lamina_import_damage (LaminaImport *self,
                      const char   *kind,
                      LaminaSource *source,
                      guint64       offset,
                      guint32       record)
{
  Entry *entry;

  g_return_if_fail (self != NULL);
  g_return_if_fail (kind != NULL);

  entry = count_entry (self, ENTRY_REPAIR, kind, 1, source, offset);
  entry->is_damage = TRUE;
  add_record (entry, record);
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

  add_record (count_entry (self, ENTRY_NOTE, kind, 1, source, offset), record);
}

/* Appending */

/* The chunk of @other before that of @from has been copied and goes on as the next of the import that it was copied to. */
static RecordChunk *
take_chunk (LaminaImport *other,
            guint64       from)
{
  guint64 i = from >> CHUNK_BITS;
  RecordChunk *chunk = i > 0 ? g_ptr_array_index (other->chunks, i - 1) : NULL;

  if (chunk == NULL)
    return g_new (RecordChunk, 1);
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
  guint room = CHUNK_SIZE - (guint) (to & (CHUNK_SIZE - 1));
  guint there = CHUNK_SIZE - (guint) (from & (CHUNK_SIZE - 1));
  guint count = (guint) MIN (n, MIN (room, there));
  const guint16 *old = get_state (other, from);
  guint16 *new;

  if ((to >> CHUNK_BITS) >= self->chunks->len)
    g_ptr_array_add (self->chunks, take_chunk (other, from));
  new = get_state (self, to);
  memcpy (get_offset (self, to), get_offset (other, from), count * sizeof (guint64));
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
      const Entry *entry = g_ptr_array_index (other->entries, i);
      Entry *own;

      if (entry->type == ENTRY_SKIP)
        {
          states[entry->reason] = get_reason (self, entry->kind);
          continue;
        }
      own = count_entry (self, entry->type, entry->kind, entry->count, entry->source, entry->offset);
      own->is_damage |= entry->is_damage;
      for (guint j = 0; j < entry->records->len; j++)
        add_record (own, base + g_array_index (entry->records, guint32, j));
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
  for (guint i = 0; i < other->stretches->len; i++)
    {
      const Stretch *stretch = &g_array_index (other->stretches, Stretch, i);

      note_source (self, (guint32) base + stretch->first_record, stretch->source);
    }
  for (guint64 done = 0; done < n;)
    done += copy_some (self, other, base + done, done, n - done, states);
  atomic_store_explicit (&self->n_records, base + n, memory_order_relaxed);
  return (guint32) base;
}

/* The report */

#define LOST_KIND "record that no part of the format accounted for"

/* What is found about one reason to skip, or about lost records, by walking all records. */
typedef struct
{
  guint64 count;
  guint64 first;
  guint32 *records;
  guint n_records;
} Tally;

static void
tally_add (Tally   *tally,
           guint64  record)
{
  if (tally->count++ == 0)
    tally->first = record;
  if (tally->n_records == LAMINA_ISSUE_MAX_RECORDS)
    return;
  /* Grows at the powers of two. */
  if ((tally->n_records & (tally->n_records - 1)) == 0)
    tally->records = g_renew (guint32, tally->records, MAX (1, tally->n_records * 2));
  tally->records[tally->n_records++] = (guint32) record;
}

static Tally *
walk_records (LaminaImport       *self,
              LaminaImportReport *report)
{
  guint n_states = LAMINA_RECORD_SKIPPED + self->reasons->len;
  Tally *tallies = g_new0 (Tally, n_states);

  for (guint64 i = 0; i < self->n_records; i++)
    {
      guint16 state = *get_state (self, i);

      if (state == LAMINA_RECORD_SHOWN)
        report->counts.shown++;
      else if (state == LAMINA_RECORD_MERGED)
        report->counts.merged++;
      else
        tally_add (&tallies[state], i);
    }
  return tallies;
}

typedef struct
{
  LaminaImport *import;
  LaminaImportReport *report;
  LaminaSources *sources;
  GCancellable *cancellable;
} Finishing;

static LaminaSource *
find_source (LaminaImport *self,
             guint64       record)
{
  guint i = self->stretches->len;

  while (i > 1 && g_array_index (self->stretches, Stretch, i - 1).first_record > record)
    i--;
  return g_array_index (self->stretches, Stretch, i - 1).source;
}

static guint
find_source_index (LaminaSources *sources,
                   LaminaSource  *source)
{
  if (sources == NULL || source == NULL)
    return 0;
  for (guint i = 0; i < lamina_sources_get_n (sources); i++)
    {
      if (lamina_sources_get (sources, i) == source)
        return i;
    }
  return 0;
}

static void
add_issue (Finishing    *self,
           LaminaSource *source,
           LaminaIssue   issue,
           gboolean      is_damage)
{
  issue.source = find_source_index (self->sources, source);
  if (issue.offset == G_MAXUINT64)
    {
      issue.offset = 0;
      source = NULL;
    }
  if (is_damage && source != NULL && issue.offset >= lamina_source_get_known_length (source))
    self->report->is_cut = TRUE;
  issue.line = source != NULL ? lamina_source_find_line (source, issue.offset, self->cancellable) : 0;
  lamina_import_report_add (self->report, &issue, is_damage);
}

static void
add_tally (Finishing   *self,
           const char  *kind,
           const Tally *tally)
{
  LaminaIssue issue = { .kind = kind, .count = tally->count, .n_records = tally->n_records, .records = tally->records };

  if (tally->count == 0)
    return;
  issue.offset = *get_offset (self->import, tally->first);
  add_issue (self, find_source (self->import, tally->first), issue, FALSE);
}

static int
compare_records (gconstpointer a,
                 gconstpointer b)
{
  guint32 first = *(const guint32 *) a;
  guint32 second = *(const guint32 *) b;

  return (first > second) - (first < second);
}

/* Readers come in any order, issues name their records in file order and once. */
static guint
sort_records (guint32 *records,
              guint    n)
{
  guint kept = 0;

  if (n > 1)
    qsort (records, n, sizeof *records, compare_records);
  for (guint i = 0; i < n; i++)
    {
      if (kept == 0 || records[i] != records[kept - 1])
        records[kept++] = records[i];
    }
  return kept;
}

static void
add_entry (Finishing   *self,
           const Entry *entry)
{
  g_autofree guint32 *records = g_memdup2 (entry->records->data, entry->records->len * sizeof (guint32));
  LaminaIssue issue = { .kind = entry->kind, .count = entry->count, .offset = entry->offset };

  issue.n_records = sort_records (records, entry->records->len);
  issue.records = records;
  add_issue (self, entry->source, issue, entry->is_damage);
  if (entry->type == ENTRY_REPAIR)
    self->report->counts.repaired += entry->count;
}

LaminaImportReport *
lamina_import_finish (LaminaImport  *self,
                      LaminaSources *sources,
                      GCancellable  *cancellable)
{
  Finishing finishing = { self, NULL, sources, cancellable };
  LaminaImportReport *report;
  Tally *tallies;

  g_return_val_if_fail (self != NULL, NULL);

  finishing.report = report = lamina_import_report_new ();
  report->counts.read = self->n_records;
  tallies = walk_records (self, report);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = g_ptr_array_index (self->entries, i);

      if (entry->type == ENTRY_SKIP)
        add_tally (&finishing, entry->kind, &tallies[entry->reason]);
      else
        add_entry (&finishing, entry);
    }
  report->counts.lost = tallies[LAMINA_RECORD_LOST].count;
  report->counts.skipped = report->counts.read - report->counts.shown - report->counts.merged - report->counts.lost;
  add_tally (&finishing, LOST_KIND, &tallies[LAMINA_RECORD_LOST]);
  for (guint i = 0; i < LAMINA_RECORD_SKIPPED + self->reasons->len; i++)
    g_free (tallies[i].records);
  g_free (tallies);
  return report;
}
