/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

#include <glib/gstdio.h>
#include <string.h>

/* The Chainer plugin through the engine and the loader, as the programs use it. */

static void
test_fixture (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("%s.txt", (const char *) data);
  g_autofree char *expected = g_strdup_printf ("chainer/%s.txt", strrchr (data, '/') + 1);

  check_expected ("chainer", name, expected);
}

static gint64
add_bytes (const LaminaTensors *tensors,
           LaminaRole           role)
{
  gint64 sum = 0;

  for (guint i = 0; i < tensors->n; i++)
    if (role == LAMINA_ROLE_UNKNOWN || tensors->role[i] == role)
      sum += tensors->bytes[i];
  return sum;
}

static void
test_seed (void)
{
  g_autofree char *path = build_real_path ("seeds/001_1953327273121cc3.txt");
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaTensors *tensors;
  const LaminaMark *marks;
  LaminaRun *run;
  guint n_marks;

  if (!path)
    return;
  document = load_as ("chainer", path);
  run = lamina_document_get_run (document, 0);
  tensors = lamina_run_get_tensors (run);
  g_assert_cmpuint (lamina_run_get_layers (run)->n, ==, 120);
  g_assert_cmpuint (tensors->n, ==, 108);
  g_assert_cmpint (add_bytes (tensors, LAMINA_ROLE_UNKNOWN), ==, 11921293068);
  g_assert_cmpint (add_bytes (tensors, LAMINA_ROLE_PARAMETER), ==, 124401416);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->read, ==, 228);
  marks = lamina_run_get_marks (run, &n_marks);
  g_assert_cmpuint (n_marks, ==, 1);
  g_assert_cmpint (marks[0].time, ==, 65);
}

static void
test_cut (void)
{
  check_cuts ("chainer/small.txt", 1);
}

#define HEAD "2 2\n0 4 _\n1 8 /a/W\n"
#define FORWARD "forward\n1 1\n1 _\n0\nReLU\n{\"rank\": 0}\n"
#define BACKWARD "backward\n1 1\n0 gradient\n1\nReLU\n{\"rank\": 0}\n"
#define INCOMPLETE "incomplete"
#define PROMISE "promises another number"

static const BadInput bad_inputs[] = {
  { "good", RIGHT (HEAD FORWARD BACKWARD) },
  { "byte-order-mark", RIGHT ("\xef\xbb\xbf" HEAD FORWARD BACKWARD) },
  { "carriage-returns", RIGHT ("2 0\r\n0 4 _\r\n1 8 /a/W\r\n") },
  { "one-line", ERROR_OF ("2 2\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "odd-functions", ERROR_OF ("2 3\n0 4 _\n1 8 _\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "edge-list", ERROR_OF ("2 2\n0 1\n1 0\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "words", ERROR_OF ("a b\n0 4 _\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "negative-counts", ERROR_OF ("-2 2\n0 4 _\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "variables-only", RIGHT ("2 0\n0 4 _\n1 8 /a/W\n") },
  { "no-functions", ISSUE_OF (HEAD, PROMISE) },
  { "fewer-variables", ISSUE_OF ("3 2\n0 4 _\n1 8 /a/W\n" FORWARD BACKWARD, PROMISE) },
  { "more-variables", ISSUE_OF ("1 2\n0 4 _\n1 8 /a/W\n" FORWARD BACKWARD, PROMISE) },
  { "fewer-functions", ISSUE_OF ("2 4\n0 4 _\n1 8 /a/W\n" FORWARD BACKWARD, PROMISE) },
  { "huge-counts", ISSUE_OF ("99999999999999999999 2\n0 4 _\n1 8 /a/W\n" FORWARD BACKWARD, "how much") },
  { "id-twice", ISSUE_OF ("2 0\n0 4 _\n0 8 /a/W\n", "another variable with this id") },
  { "id-not-a-number", ISSUE_OF ("2 0\n0 4 _\nx 8 /a/W\n", "not a variable") },
  { "id-is-negative", ISSUE_OF ("2 0\n0 4 _\n-1 8 /a/W\n", "not a variable") },
  { "bytes-not-a-number", ISSUE_OF ("2 0\n0 4 _\n1 many /a/W\n", "not a variable") },
  { "bytes-are-negative", ISSUE_OF ("2 0\n0 4 _\n1 -8 /a/W\n", "not a variable") },
  { "bytes-are-huge", ISSUE_OF ("2 0\n0 4 _\n1 99999999999999999999 /a/W\n", "not a variable") },
  { "bytes-overflow", RIGHT ("2 0\n0 9223372036854775807 _\n1 9223372036854775807 /a/W\n") },
  { "name-is-missing", ISSUE_OF ("2 0\n0 4 _\n1 8 \n", "not a variable") },
  { "name-is-strange", RIGHT ("2 0\n0 4 _\n1 8 a b c\n") },
  { "name-is-slash", RIGHT ("2 0\n0 4 _\n1 8 /\n") },
  { "name-not-utf-8", RIGHT ("2 0\n0 4 _\n1 8 /\xff/W\n") },
  { "blank-lines", RIGHT ("2 0\n0 4 _\n\n\n1 8 /a/W\n\n") },
  { "function-is-cut", ISSUE_OF (HEAD "forward\n", INCOMPLETE) },
  { "counts-are-cut", ISSUE_OF (HEAD "forward\n1\n", INCOMPLETE) },
  { "counts-are-words", ISSUE_OF (HEAD "forward\na b\n" BACKWARD, INCOMPLETE) },
  { "counts-are-negative", ISSUE_OF (HEAD "forward\n-1 1\n" BACKWARD, INCOMPLETE) },
  { "counts-are-huge", ISSUE_OF (HEAD "forward\n9223372036854775807 1\n1 _\n" BACKWARD, INCOMPLETE) },
  { "inputs-are-missing", ISSUE_OF (HEAD "forward\n3 1\n1 _\n0\nReLU\n{}\n" BACKWARD, INCOMPLETE) },
  { "input-is-unknown", ISSUE_OF (HEAD "forward\n1 1\n7 _\n0\nReLU\n{\"rank\": 0}\n" BACKWARD, "not there") },
  { "output-is-unknown", ISSUE_OF (HEAD "forward\n1 1\n1 _\n7\nReLU\n{\"rank\": 0}\n" BACKWARD, "not there") },
  { "role-is-unknown", RIGHT (HEAD FORWARD "backward\n1 1\n0 secret\n1\nReLU\n{\"rank\": 0}\n") },
  { "type-is-missing", ISSUE_OF (HEAD "forward\n1 1\n1 _\n0\n{\"rank\": 0}\n" BACKWARD, INCOMPLETE) },
  { "attributes-are-missing", ISSUE_OF (HEAD "forward\n1 1\n1 _\n0\nReLU\n" BACKWARD, INCOMPLETE) },
  { "attributes-are-cut", ISSUE_OF (HEAD "forward\n1 1\n1 _\n0\nReLU\n{\"rank\": \n" BACKWARD, "ends inside") },
  { "attributes-are-nan", RIGHT (HEAD "forward\n1 1\n1 _\n0\nReLU\n{\"rank\": 0}\n" BACKWARD) },
  { "rank-is-text", RIGHT (HEAD "forward\n1 1\n1 _\n0\nReLU\n{\"rank\": \"first\"}\n" BACKWARD) },
  { "rank-is-negative", RIGHT (HEAD "forward\n1 1\n1 _\n0\nReLU\n{\"rank\": -5}\n" BACKWARD) },
  { "rank-is-absent", RIGHT (HEAD "forward\n1 1\n1 _\n0\nReLU\n{}\n" BACKWARD) },
  { "no-backward", ISSUE_OF ("2 2\n0 4 _\n1 8 /a/W\n" FORWARD FORWARD, "counterpart") },
  { "no-forward", ISSUE_OF (HEAD BACKWARD BACKWARD, "counterpart") },
  { "written-twice", ISSUE_OF ("2 4\n0 4 _\n1 8 /a/W\n" FORWARD FORWARD BACKWARD BACKWARD, "two forward") },
  { "types-differ", ISSUE_OF (HEAD FORWARD "backward\n1 1\n0 gradient\n1\nTanh\n{\"rank\": 0}\n", "differ in type") },
  { "text-between", ISSUE_OF (HEAD FORWARD "hello\n" BACKWARD, "belongs to no function") },
  { "same-variable-twice", RIGHT (HEAD "forward\n2 1\n1 _\n1 _\n0\nAdd\n{\"rank\": 0}\n"
                                  "backward\n3 1\n0 gradient\n1 input\n1 input\n1\nAdd\n{\"rank\": 0}\n") },
};

/* Next to a graph that is right. */
static const BadInput bad_schedules[] = {
  { "good", RIGHT ("compute 0\ncompute 1\n") },
  { "function-is-unknown", ISSUE_OF ("compute 0\ncompute 2\n", "a function that is not there") },
  { "function-is-missing", ISSUE_OF ("compute 0\ncompute \n", "a function that is not there") },
  { "variable-is-unknown", ISSUE_OF ("compute 0\nforget 9 forward\n", "a variable that is not there") },
  { "direction-is-missing", ISSUE_OF ("compute 0\nforget 0\n", "a value or a gradient") },
  { "forgets-what-is-not", RIGHT ("compute 0\nforget 1 backward\n") },
  { "forgets-first", RIGHT ("forget 1 forward\ncompute 0\n") },
};

static void
test_bad_schedule (gconstpointer data)
{
  const BadInput *row = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-chainer-XXXXXX", &error);
  g_autofree char *graph = g_build_filename (folder, "graph.txt", NULL);
  g_autofree char *schedule = g_build_filename (folder, "schedule", NULL);
  g_autoptr (LaminaDocument) document = NULL;

  g_file_set_contents (graph, HEAD FORWARD BACKWARD, -1, &error);
  g_assert_no_error (error);
  g_file_set_contents (schedule, row->text, -1, &error);
  g_assert_no_error (error);
  document = load_as ("chainer", graph);
  check_report (document, row->issue);
  g_assert_cmpuint (lamina_document_get_n_runs (document), ==, 2);
  g_remove (graph);
  g_remove (schedule);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/chainer/small", "chainer/small", test_fixture);
  g_test_add_data_func ("/chainer/no-outputs", "chainer/no-outputs", test_fixture);
  g_test_add_data_func ("/chainer/schedule", "chainer-schedule/graph", test_fixture);
  g_test_add_func ("/chainer/seed", test_seed);
  g_test_add_func ("/chainer/cut", test_cut);
  add_bad_inputs ("chainer/bad", "input.txt", bad_inputs, G_N_ELEMENTS (bad_inputs));
  for (guint i = 0; i < G_N_ELEMENTS (bad_schedules); i++)
    {
      g_autofree char *path = g_strconcat ("/chainer/bad-schedule/", bad_schedules[i].name, NULL);

      g_test_add_data_func (path, &bad_schedules[i], test_bad_schedule);
    }
  return g_test_run ();
}
