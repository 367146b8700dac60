/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

#include <glib/gstdio.h>
#include <string.h>

/* The base of the Chrome trace plugin through the engine and the loader, as the programs use it. */

static const char *const fixtures[] = { "array-cut", "async", "complete", "counters", "durations", "durations-odd", "epoch",
                                        "flows", "header", "instants", "metadata", "objects", "object-cut", "others",
                                        "overlaps" };

static char *
build_fixture_path (const char *name)
{
  g_autofree char *file = g_strdup_printf ("chrome/%s.json", name);

  return build_data_path (file);
}

static void
test_fixture (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("chrome/%s.json", (const char *) data);
  g_autofree char *expected = g_strdup_printf ("chrome/%s.dump", (const char *) data);

  check_expected ("chrome-trace", name, expected);
}

/* The report without the places of what was read, which other texts have elsewhere. */
static char *
dump_without_places (LaminaDocument *document)
{
  g_autofree char *text = dump_document (document);
  g_autoptr (GRegex) regex = g_regex_new (" line=\\d+ offset=\\d+", 0, 0, NULL);

  return g_regex_replace_literal (regex, text, -1, 0, "", 0, NULL);
}

/* Writes a text to a file under a name that tells nothing, and opens it. What is dumped needs the file to be there. */
static char *
dump_text (const char *text,
           gsize       length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-chrome-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "profile.txt", NULL);
  g_autoptr (LaminaDocument) document = NULL;
  char *dump = NULL;

  g_assert_true (g_file_set_contents (path, text, (gssize) length, &error));
  document = load_file (path, &error);
  if (document)
    {
      g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
      dump = dump_without_places (document);
    }
  else
    g_assert_cmpuint (error->domain, ==, LAMINA_ERROR);
  g_remove (path);
  g_rmdir (folder);
  return dump;
}

/* The sample that is shipped uses everything, and nothing in it is odd. */
static void
test_shipped (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "training.trace.json", NULL);
  g_autoptr (LaminaDocument) document = load_as ("chrome-trace", path);
  g_autofree char *text = dump_outline (document);

  g_assert_cmpuint (lamina_import_report_get_n_issues (lamina_document_get_report (document)), ==, 0);
  assert_expected (text, "chrome/training.dump");
}

/* What has no end in the file lasts up to the last event, not up to the time of metadata. */
static void
test_metadata_time (void)
{
  g_autofree char *path = build_fixture_path ("metadata");
  g_autoptr (LaminaDocument) document = load_as ("chrome-trace", path);
  LaminaRun *run = lamina_document_get_run (document, 0);
  gint64 end = 0;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, i));

      for (guint j = 0; slices && j < slices->n; j++)
        end = MAX (end, slices->start[j] + slices->duration[j]);
    }
  g_assert_cmpint (end, ==, 4000);
}

/* An array of events is the same trace as an object of them. */
static void
test_container (void)
{
  g_autofree char *path = build_fixture_path ("durations");
  g_autoptr (LaminaDocument) document = load_as ("chrome-trace", path);
  g_autofree char *array = NULL;
  g_autofree char *object = NULL;
  g_autofree char *expected = dump_without_places (document);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &array, NULL, NULL));
  object = g_strdup_printf ("{\"traceEvents\": %s}", array);
  text = dump_text (object, strlen (object));
  g_assert_cmpstr (text, ==, expected);
}

/* Processes whose threads have one number: with a poor hash of both ids this takes minutes. */
static void
test_processes (void)
{
  const guint n = 100000;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-processes-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "processes.json", NULL);
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (LaminaDocument) document = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{\"ph\":\"X\",\"name\":\"a\",\"pid\":%u,\"tid\":1,\"ts\":%u,\"dur\":1}", i > 0 ? ",\n" : "",
                            i, i);
  g_string_append_c (text, ']');
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  document = load_as ("chrome-trace", path);
  g_assert_cmpuint (lamina_run_get_n_tracks (lamina_document_get_run (document, 0)), ==, n);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_cut (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("chrome/%s.json", (const char *) data);

  check_cuts (name, 7);
}

#define RIGHT_EVENT "{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2}"
#define EVENTS(text) "{\"traceEvents\":[" text "]}"

static const BadInput bad_inputs[] = {
  { "phase-is-number", ISSUE_OF ("[{\"ph\":1}]", "the event has no time") },
  { "nothing-in-array", ERROR_OF (EVENTS (""), LAMINA_ERROR_CONTENT) },
  { "events-is-null", ERROR_OF ("{\"traceEvents\":null}", LAMINA_ERROR_CONTENT) },
  { "events-is-number", ERROR_OF ("{\"traceEvents\":5}", LAMINA_ERROR_CONTENT) },
  { "events-is-object", RIGHT ("{\"traceEvents\":{\"a\":" RIGHT_EVENT "}}") },
  { "events-twice", RIGHT ("{\"traceEvents\":[" RIGHT_EVENT "],\"traceEvents\":[" RIGHT_EVENT "]}") },
  { "right", RIGHT (EVENTS (RIGHT_EVENT)) },
  { "trailing-comma", ISSUE_OF (EVENTS (RIGHT_EVENT ","), "trailing comma") },
  { "empty-event", ISSUE_OF (EVENTS (RIGHT_EVENT ",{}"), "the event is empty") },
  { "event-is-array", ISSUE_OF (EVENTS (RIGHT_EVENT ",[]"), "the event is not an object") },
  { "cut-in-event", ISSUE_OF ("[" RIGHT_EVENT ",{\"ph\":\"X\",\"na", "ends inside") },
  { "cut-in-args", ISSUE_OF ("[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"args\":{\"a\":[", "ends inside") },
  { "phase-is-empty", ISSUE_OF (EVENTS ("{\"ph\":\"\",\"ts\":1}"), "not one letter") },
  { "phase-is-blank", ISSUE_OF (EVENTS ("{\"ph\":\" \",\"ts\":1}"), "not one letter") },
  { "phase-is-control", ISSUE_OF (EVENTS ("{\"ph\":\"\\u0001\",\"ts\":1}"), "not one letter") },
  { "phase-is-wide", ISSUE_OF (EVENTS ("{\"ph\":\"\xc3\xa4\",\"ts\":1}"), "not one letter") },
  { "time-is-word", ISSUE_OF (EVENTS ("{\"ph\":\"X\",\"ts\":\"now\",\"dur\":1}"), "a time of the event") },
  { "time-is-huge", ISSUE_OF (EVENTS ("{\"ph\":\"X\",\"ts\":99999999999999999999,\"dur\":1}"), "a time of the event") },
  { "time-is-nan", ISSUE_OF (EVENTS ("{\"ph\":\"X\",\"ts\":NaN,\"dur\":1}"), "a time of the event") },
  { "time-is-object", ISSUE_OF (EVENTS ("{\"ph\":\"X\",\"ts\":{},\"dur\":1}"), "a time of the event") },
  { "time-is-null", ISSUE_OF (EVENTS ("{\"ph\":\"X\",\"ts\":null,\"dur\":1}"), "the event has no time") },
  { "time-is-edge", RIGHT (EVENTS ("{\"ph\":\"X\",\"ts\":3999999999999999.999,\"dur\":3999999999999999.999}")) },
  { "duration-is-null", ISSUE_OF (EVENTS ("{\"ph\":\"X\",\"ts\":1,\"dur\":null}"), "without a duration") },
  { "duration-is-huge", ISSUE_OF (EVENTS ("{\"ph\":\"X\",\"ts\":1,\"dur\":1e30}"), "a time of the event") },
  { "tiny-exponent", RIGHT (EVENTS ("{\"ph\":\"X\",\"ts\":1e-999999999999,\"dur\":1}")) },
  { "ids-of-all-types", ISSUE_OF (EVENTS ("{\"ph\":\"b\",\"cat\":\"c\",\"id\":{},\"ts\":1},{\"ph\":\"b\",\"cat\":\"c\",\"id\":[],"
                                          "\"ts\":1},{\"ph\":\"b\",\"cat\":\"c\",\"id2\":5,\"ts\":1},{\"ph\":\"b\",\"id2\":{"
                                          "\"local\":{}},\"ts\":1},{\"ph\":\"b\",\"id\":\"0x\",\"ts\":1}"),
                                  "does not end") },
  { "names-of-all-types", RIGHT (EVENTS ("{\"ph\":\"X\",\"name\":null,\"cat\":1,\"pid\":true,\"tid\":[1],\"ts\":1,\"dur\":1}")) },
  { "flow-without-slices", ISSUE_OF (EVENTS ("{\"ph\":\"s\",\"id\":1,\"ts\":1},{\"ph\":\"f\",\"id\":1,\"ts\":2}"),
                                     "meets no slice") },
  { "flow-without-id", ISSUE_OF (EVENTS (RIGHT_EVENT ",{\"ph\":\"s\",\"pid\":1,\"tid\":1,\"ts\":2}"), "no end") },
  { "metadata-is-text", ISSUE_OF (EVENTS ("{\"ph\":\"M\",\"name\":\"process_name\",\"args\":\"x\"}"), "without arguments") },
  { "counter-is-empty", ISSUE_OF (EVENTS ("{\"ph\":\"C\",\"name\":\"c\",\"ts\":1,\"args\":{}}"), "no value that is a number") },
  { "counter-without-time", ISSUE_OF (EVENTS (RIGHT_EVENT ",{\"ph\":\"C\",\"name\":\"c\",\"pid\":1,\"args\":{\"v\":3}}"),
                                      "no time") },
  { "flow-after-its-end", ISSUE_OF (EVENTS ("{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":20},{\"ph\":\"f\",\"bp\":\"e\","
                                            "\"id\":1,\"pid\":1,\"tid\":1,\"ts\":1},{\"ph\":\"s\",\"id\":1,\"pid\":1,"
                                            "\"tid\":1,\"ts\":5},{\"ph\":\"f\",\"bp\":\"e\",\"id\":1,\"pid\":1,\"tid\":1,"
                                            "\"ts\":9}"), "an end and no beginning") },
  { "counter-is-array", ISSUE_OF (EVENTS ("{\"ph\":\"C\",\"name\":\"c\",\"ts\":1,\"args\":[1]}"), "no value that is a number") },
  { "entries-are-odd", ISSUE_OF (EVENTS ("{\"ph\":\"C\",\"name\":\"c\",\"pid\":1,\"entries\":[5,[],[1],[1,{}],[1,2],"
                                         "{\"a\":1}]}"), "left out") },
  { "entries-are-long", ISSUE_OF (EVENTS ("{\"ph\":\"C\",\"name\":\"c\",\"pid\":1,\"entries\":[[1,2,3],[2,3]]}"),
                                  "more than one value") },
  { "deleted-twice", RIGHT (EVENTS ("{\"ph\":\"N\",\"id\":1,\"ts\":1},{\"ph\":\"D\",\"id\":1,\"ts\":2},"
                                    "{\"ph\":\"D\",\"id\":1,\"ts\":3}")) },
  { "created-twice", ISSUE_OF (EVENTS ("{\"ph\":\"N\",\"id\":1,\"ts\":1},{\"ph\":\"N\",\"id\":1,\"ts\":2}"), "does not end") },
  { "frames-are-array", RIGHT ("{\"stackFrames\":[1],\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"sf\":1}]}") },
  { "key-twice", RIGHT (EVENTS ("{\"ph\":\"B\",\"ph\":\"X\",\"ts\":5,\"ts\":1,\"dur\":1,\"args\":{\"a\":1},\"args\":{\"a\":2}}")) },
};

/* How many slices overlap the one before without being inside, in the whole trace. */
static guint64
count_issue (LaminaDocument *document,
             const char     *part)
{
  LaminaImportReport *report = lamina_document_get_report (document);

  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    if (strstr (lamina_import_report_get_issue (report, i)->kind, part))
      return lamina_import_report_get_issue (report, i)->count;
  return 0;
}

typedef struct
{
  const char *path;
  guint64 n_slices;
  guint n_flows;
  guint n_marks;
  guint64 n_overlaps;
} Sample;

static const Sample samples[] = {
  { "samples/chrome-trace/catapult__async_begin_end.json", 22, 0, 1, 0 },
  { "samples/chrome-trace/catapult__big_trace.json", 933, 0, 0, 0 },
  { "samples/chrome-trace/catapult__flow_simple.json", 5, 3, 0, 0 },
  { "samples/chrome-trace/catapult__instance_counters.json", 2, 0, 0, 0 },
  { "samples/chrome-trace/catapult__instant_events.json", 0, 0, 5, 0 },
  { "samples/chrome-trace/catapult__main_thread_has_unclosed_slices.json", 1684, 0, 0, 0 },
  { "samples/chrome-trace/catapult__nanoseconds.json", 8, 0, 0, 0 },
  { "samples/chrome-trace/catapult__simple_trace.json", 12, 0, 9, 0 },
  { "samples/chrome-trace/catapult__simple_trace_gz.gz", 12, 0, 7, 0 },
  { "samples/chrome-trace/catapult__tall_trace.json", 18, 0, 0, 0 },
  { "samples/chrome-trace/catapult__trivial_trace.json", 2, 0, 0, 0 },
  { "samples/chrome-trace/catapult__x_event_trace.json", 3420, 0, 61, 0 },
  { "samples/chrome-trace/perfetto__flow_events_json_v1.json", 5, 3, 0, 0 },
  { "samples/chrome-trace/speedscope__bex-interaction.json", 12, 0, 0, 0 },
  { "samples/chrome-trace/speedscope__end-event-with-empty-stack.json", 1, 0, 1, 0 },
  { "samples/chrome-trace/speedscope__invalid-x-nesting.json", 2, 0, 0, 1 },
  { "samples/chrome-trace/speedscope__mismatched-name.json", 1, 0, 0, 0 },
  { "samples/chrome-trace/speedscope__multiprocess.json", 8, 0, 0, 0 },
  { "samples/chrome-trace/speedscope__not-enough-end-events.json", 3, 0, 0, 0 },
  { "samples/chrome-trace/speedscope__only-begin-events.json", 3, 0, 0, 0 },
  { "samples/chrome-trace/speedscope__out-of-order.json", 3, 0, 0, 0 },
  { "samples/chrome-trace/speedscope__simple-partial-trailing-comma.json", 4, 0, 0, 0 },
  { "samples/chrome-trace/speedscope__simple-partial.json", 4, 0, 0, 0 },
  { "samples/chrome-trace/speedscope__too-many-end-events.json", 2, 0, 2, 0 },
  { "samples/chrome-trace/speedscope__zero-duration-events.json", 4, 0, 0, 0 },
  { "samples/kineto/hta__critical_path__alexnet__benchmark_result_2869224_1695835535_trace.json.gz", 867, 361, 3, 8 },
  { "samples/kineto/hta__ns_resolution_trace__rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz", 45419, 16234, 3, 0 },
  { "samples/kineto/hta__timeline_analysis__sampled_rank-0.json.gz", 4810, 1298, 1, 0 },
};

static void
test_sample (gconstpointer data)
{
  const Sample *sample = data;
  g_autofree char *path = build_real_path (sample->path);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;
  guint n;

  if (!path)
    return;
  document = load_as ("chrome-trace", path);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpuint (lamina_run_get_totals (run)->n_slices, ==, sample->n_slices);
  lamina_run_get_flows (run, &n);
  g_assert_cmpuint (n, ==, sample->n_flows);
  lamina_run_get_marks (run, &n);
  g_assert_cmpuint (n, ==, sample->n_marks);
  g_assert_cmpuint (count_issue (document, "overlaps the one before it"), ==, sample->n_overlaps);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *path = g_strdup_printf ("/chrome/fixture/%s", fixtures[i]);
      g_autofree char *cut = g_strdup_printf ("/chrome/cut/%s", fixtures[i]);

      g_test_add_data_func (path, fixtures[i], test_fixture);
      g_test_add_data_func (cut, fixtures[i], test_cut);
    }
  g_test_add_func ("/chrome/shipped", test_shipped);
  g_test_add_func ("/chrome/metadata-time", test_metadata_time);
  g_test_add_func ("/chrome/container", test_container);
  g_test_add_func ("/chrome/processes", test_processes);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strdup_printf ("/chrome/sample/%s", strrchr (samples[i].path, '/') + 1);

      g_test_add_data_func (path, &samples[i], test_sample);
    }
  add_bad_inputs ("/chrome/bad", "trace.json", bad_inputs, G_N_ELEMENTS (bad_inputs));
  return g_test_run ();
}
