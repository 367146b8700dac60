/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-import-private.h"
#include "lamina-source-private.h"

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
      guint16 state = *lamina_import_state (self, i);

      if (state == LAMINA_RECORD_SHOWN)
        report->shown++;
      else if (state == LAMINA_RECORD_MERGED)
        report->merged++;
      else
        tally_add (&tallies[state], i);
    }
  return tallies;
}

static void
free_tallies (LaminaImport *self,
              Tally        *tallies)
{
  for (guint i = 0; i < LAMINA_RECORD_SKIPPED + self->reasons->len; i++)
    g_free (tallies[i].records);
  g_free (tallies);
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

  while (i > 1 && g_array_index (self->stretches, LaminaRecordStretch, i - 1).first_record > record)
    i--;
  return g_array_index (self->stretches, LaminaRecordStretch, i - 1).source;
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
           LaminaIssue   issue)
{
  issue.source = find_source_index (self->sources, source);
  issue.line = source != NULL ? lamina_source_find_line (source, issue.offset, self->cancellable) : 0;
  lamina_import_report_add (self->report, &issue);
}

static void
add_tally (Finishing   *self,
           const char  *kind,
           const Tally *tally)
{
  LaminaIssue issue = { .kind = kind, .count = tally->count, .n_records = tally->n_records, .records = tally->records };

  if (tally->count == 0)
    return;
  issue.offset = *lamina_import_offset (self->import, tally->first);
  add_issue (self, find_source (self->import, tally->first), issue);
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
add_entry (Finishing               *self,
           const LaminaImportEntry *entry)
{
  g_autofree guint32 *records = g_memdup2 (entry->records->data, entry->records->len * sizeof (guint32));
  LaminaIssue issue = { .kind = entry->kind, .count = entry->count, .offset = entry->offset };

  issue.n_records = sort_records (records, entry->records->len);
  issue.records = records;
  add_issue (self, entry->source, issue);
  if (entry->type == LAMINA_ENTRY_REPAIR)
    self->report->repaired += entry->count;
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
  report->read = self->n_records;
  tallies = walk_records (self, report);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const LaminaImportEntry *entry = g_ptr_array_index (self->entries, i);

      if (entry->type == LAMINA_ENTRY_SKIP)
        add_tally (&finishing, entry->kind, &tallies[entry->reason]);
      else
        add_entry (&finishing, entry);
    }
  report->lost = tallies[LAMINA_RECORD_LOST].count;
  report->skipped = report->read - report->shown - report->merged - report->lost;
  add_tally (&finishing, LOST_KIND, &tallies[LAMINA_RECORD_LOST]);
  free_tallies (self, tallies);
  return report;
}
