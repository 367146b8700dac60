/* SPDX-License-Identifier: Apache-2.0 */
/* Every slice of a trace is compared with the event that it stands for, as another parser reads it: name, exact start and
 * duration, one track for each thread, none left out and none twice; and so are the totals of each name on each thread. */

#include "dump-document.h"
#include "trace-account.h"
#include "trace-maker.h"

#include <glib/gstdio.h>
#include <string.h>
#include <zlib.h>

#define CRITICAL_PATH "samples/kineto/hta__critical_path__alexnet__benchmark_result_2869224_1695835535_trace.json.gz"

/* An overlap of no more than this, in nanoseconds, is within the resolution of a file that counts microseconds. */
#define RESOLUTION 1000

typedef struct
{
  guint count;
  gint64 duration;
} Total;

typedef struct
{
  LaminaDocument *document;
  TraceAccount *account;
  GHashTable *expected; /* thread and name: Total */
  GHashTable *found;
  GHashTable *renamed; /* what slices are called, and the names of their events: found to be told on demand */
  guint64 n_clipped;
  gint64 origin; /* what the file says that its times are counted from */
} Counts;

static gint64
get_origin (LaminaDocument *document)
{
  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);

      if (g_str_equal (property->key, "baseTimeNanoseconds"))
        return property->value.integer;
    }
  return 0;
}

static GBytes *
read_text (const char *path)
{
  gzFile file = gzopen (path, "rb");
  GByteArray *text = g_byte_array_new ();
  guint8 block[65536];
  int n;

  g_assert_nonnull (file);
  while ((n = gzread (file, block, sizeof block)) > 0)
    g_byte_array_append (text, block, (guint) n);
  gzclose (file);
  return g_byte_array_free_to_bytes (text);
}

static void
add_to_total (GHashTable       *totals,
              const TraceEvent *event,
              gint64            duration)
{
  g_autofree char *key = g_strdup_printf ("%s %s", event->thread, event->name);
  Total *total = g_hash_table_lookup (totals, key);

  if (total == NULL)
    {
      total = g_new0 (Total, 1);
      g_hash_table_insert (totals, g_steal_pointer (&key), total);
    }
  total->count++;
  total->duration += duration;
}

static gboolean
is_slice (const TraceEvent *event)
{
  return event->has_ts && (event->phase == 'B' || (event->phase == 'X' && event->has_end));
}

/* A name that was shortened is told whole on demand. */
static void
check_name (Counts           *counts,
            guint             track,
            guint             i,
            const char       *shown,
            const TraceEvent *event)
{
  const LaminaPlace place = { LAMINA_PLACE_SLICE, 0, track, i };
  g_autofree char *key = g_strdup_printf ("%s\n%s", shown, event->name);
  g_autoptr (LaminaDetails) details = NULL;
  gboolean is_told = FALSE;

  if (g_str_equal (shown, event->name) || !g_hash_table_add (counts->renamed, g_strdup (key)))
    return;
  details = lamina_document_describe (counts->document, &place, NULL);
  g_assert_nonnull (details);
  for (guint j = 0; j < lamina_details_get_n (details) && !is_told; j++)
    {
      const LaminaDetail *detail = lamina_details_get (details, j);

      is_told = g_str_equal (detail->key, "name") && g_strcmp0 (detail->value.text, event->name) == 0;
    }
  if (!is_told)
    g_error ("“%s” is called “%s”, and not told", event->name, shown);
}

/* Nothing of the file could be worse off: an end that is not there is no duration of 0. */
static void
check_slice (Counts             *counts,
             const LaminaSlices *slices,
             guint               i,
             TraceEvent         *event)
{
  gint64 start = trace_time_round (event->ts);
  gint64 duration = event->has_end ? trace_time_round (event->end) - start : 0;
  gboolean open = (slices->flags[i] & LAMINA_SLICE_OPEN) != 0;

  g_assert_cmpuint (event->seen++, ==, 0);
  g_assert_cmpint (slices->start[i], ==, start + counts->origin);
  if (event->phase != 'B' && event->phase != 'X')
    return;
  g_assert_cmpint (open, ==, !event->has_end);
  if (!open && slices->duration[i] != duration)
    {
      counts->n_clipped++;
      g_assert_cmpint (slices->duration[i], <, duration);
      g_assert_cmpint (duration - slices->duration[i], <=, RESOLUTION);
    }
  if (is_slice (event))
    add_to_total (counts->found, event, open ? 0 : duration);
}

static void
check_track (Counts     *counts,
             LaminaRun  *run,
             guint       track,
             GHashTable *threads)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, track));
  const char *thread = NULL;

  for (guint i = 0; i < slices->n; i++)
    {
      TraceEvent *event = trace_account_find (counts->account, lamina_slices_get_args_offset (slices, i));

      g_assert_nonnull (event);
      check_slice (counts, slices, i, event);
      if (event->phase != 'B' && event->phase != 'X')
        continue;
      check_name (counts, track, i, lamina_run_get_string (run, slices->name[i]), event);
      if (thread == NULL)
        g_assert_true (g_hash_table_add (threads, event->thread));
      else
        g_assert_cmpstr (thread, ==, event->thread);
      thread = event->thread;
    }
}

/* What the profiler says of itself is a mark that is as long as the event. */
static void
check_marks (Counts    *counts,
             LaminaRun *run)
{
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (run, &n);

  for (guint i = 0; i < n; i++)
    {
      TraceEvent *event = trace_account_find (counts->account, marks[i].args_offset);

      if (event == NULL || !is_slice (event))
        continue;
      g_assert_cmpuint (event->seen++, ==, 0);
      g_assert_cmpint (marks[i].time, ==, trace_time_round (event->ts) + counts->origin);
      add_to_total (counts->found, event, marks[i].duration);
    }
}

static void
compare_totals (Counts *counts)
{
  GHashTableIter iter;
  gpointer key, value;

  for (guint i = 0; i < counts->account->events->len; i++)
    {
      const TraceEvent *event = &g_array_index (counts->account->events, TraceEvent, i);

      if (is_slice (event))
        add_to_total (counts->expected, event,
                      event->has_end ? trace_time_round (event->end) - trace_time_round (event->ts) : 0);
    }
  g_assert_cmpuint (g_hash_table_size (counts->expected), ==, g_hash_table_size (counts->found));
  g_hash_table_iter_init (&iter, counts->expected);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Total *expected = value;
      const Total *found = g_hash_table_lookup (counts->found, key);

      if (found == NULL || found->count != expected->count || found->duration != expected->duration)
        g_error ("%s: %u times %" G_GINT64_FORMAT " ns in the file, %u times %" G_GINT64_FORMAT " ns in the document",
                 (char *) key, expected->count, expected->duration, found ? found->count : 0, found ? found->duration : 0);
    }
}

static guint64
count_issues (LaminaDocument *document,
              const char     *part)
{
  LaminaImportReport *report = lamina_document_get_report (document);
  guint64 count = 0;

  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      if (strstr (issue->kind, part) != NULL)
        count += issue->count;
    }
  return count;
}

static void
check_report (Counts *counts)
{
  LaminaImportReport *report = lamina_document_get_report (counts->document);

  g_assert_cmpuint (lamina_import_report_get_counts (report)->read, ==, counts->account->n_elements);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->read, ==,
                    lamina_import_report_get_counts (report)->shown + lamina_import_report_get_counts (report)->merged +
                    lamina_import_report_get_counts (report)->skipped);
  g_assert_cmpuint (count_issues (counts->document, "resolution"), ==, counts->n_clipped);
}

/* Returns: (transfer full): the document, for what else is known of it */
static LaminaDocument *
check_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = read_text (path);
  g_autoptr (TraceAccount) account = trace_account_new (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  g_autoptr (GHashTable) expected = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) threads = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (LaminaDocument) document = load_file (path, &error);
  g_autoptr (GHashTable) renamed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Counts counts = { document, account, expected, found, renamed, 0, 0 };
  LaminaRun *run;

  g_assert_no_error (error);
  counts.origin = get_origin (document);
  run = lamina_document_get_run (document, 0);
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    check_track (&counts, run, i, threads);
  check_marks (&counts, run);
  compare_totals (&counts);
  check_report (&counts);
  return g_steal_pointer (&document);
}

static void
test_file (gconstpointer data)
{
  lamina_document_unref (check_file (data));
}

static guint64
count_overlaps (const char *name)
{
  g_autofree char *path = build_real_path (name);
  g_autoptr (LaminaDocument) document = path ? check_file (path) : NULL;

  return document ? count_issues (document, "overlaps") : 0;
}

static void
test_overlaps (void)
{
  g_autofree char *path = build_real_path ("samples/kineto");

  if (path == NULL)
    return;
  g_assert_cmpuint (count_overlaps ("samples/kineto/hta__ns_resolution_trace__rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz"),
                    ==, 0);
  g_assert_cmpuint (count_overlaps ("samples/kineto/hta__timeline_analysis__sampled_rank-0.json.gz"), ==, 0);
  g_assert_cmpuint (count_overlaps (CRITICAL_PATH), ==, 8);
}

static void
test_cost (void)
{
  g_autofree char *path = build_real_path (CRITICAL_PATH);
  g_autoptr (LaminaDocument) document = path ? check_file (path) : NULL;
  g_autoptr (LaminaTimebase) timebase = NULL;
  LaminaRun *run;
  gint64 span;

  if (document == NULL)
    return;
  run = lamina_document_get_run (document, 0);
  timebase = lamina_timebase_new (run, TRUE);
  span = lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase);
  g_assert_cmpint (lamina_run_get_totals (run)->cost, >, 0);
  g_assert_cmpint (lamina_run_get_totals (run)->cost, <=, span * lamina_run_get_n_tracks (run));
}

static void
test_made (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-counts-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "made.pt.trace.json", NULL);
  g_autoptr (LaminaDocument) document = NULL;
  TraceCounts counts;
  FILE *file;

  g_assert_no_error (error);
  file = fopen (path, "w");
  trace_maker_write (file, GPOINTER_TO_INT (data), 1000000, &counts);
  g_assert_cmpint (fclose (file), ==, 0);
  document = check_file (path);
  g_assert_cmpuint (lamina_run_get_totals (lamina_document_get_run (document, 0))->n_slices, ==, counts.slices);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->read, ==, counts.events);
  g_assert_cmpuint (count_issues (document, "overlaps"), ==, 0);
  g_remove (path);
  g_rmdir (folder);
}

/* A test for each file of a folder of real ones; none where the folder is absent. */
static void
add_folder (const char *name,
            GPtrArray  *paths)
{
  const char *real = g_getenv ("LAMINA_REAL_FILES");
  g_autofree char *folder = real ? g_build_filename (real, "samples", name, NULL) : NULL;
  g_autoptr (GDir) dir = folder ? g_dir_open (folder, 0, NULL) : NULL;
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *test = g_strdup_printf ("/chrome-counts/%s/%s", name, file);

      g_ptr_array_add (paths, g_build_filename (folder, file, NULL));
      g_test_add_data_func (test, g_ptr_array_index (paths, paths->len - 1), test_file);
    }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/chrome-counts/made/real", GINT_TO_POINTER (TRACE_REAL), test_made);
  g_test_add_data_func ("/chrome-counts/made/hard", GINT_TO_POINTER (TRACE_HARD), test_made);
  g_test_add_func ("/chrome-counts/overlaps", test_overlaps);
  g_test_add_func ("/chrome-counts/cost", test_cost);
  add_folder ("kineto", paths);
  add_folder ("chrome-trace", paths);
  add_folder ("onnxruntime", paths);
  return g_test_run ();
}
