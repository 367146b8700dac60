/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-import-finish.h"
#include "lamina-value.h"

static LaminaSource *
make_source (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return lamina_source_new_for_bytes ("test.txt", bytes, NULL);
}

static void
assert_issue (LaminaImportReport *report,
              guint               i,
              const char         *kind,
              guint64             count,
              guint64             line,
              guint64             offset,
              const char         *records)
{
  const LaminaIssue *issue = lamina_import_report_get_issue (report, i);
  GString *found = g_string_new (NULL);

  for (guint j = 0; j < issue->n_records; j++)
    g_string_append_printf (found, "%s%u", j > 0 ? " " : "", issue->records[j]);
  g_assert_cmpstr (issue->kind, ==, kind);
  g_assert_cmpuint (issue->count, ==, count);
  g_assert_cmpuint (issue->line, ==, line);
  g_assert_cmpuint (issue->offset, ==, offset);
  g_assert_cmpstr (found->str, ==, records);
  g_string_free (found, TRUE);
}

static void
test_fates (void)
{
  g_autoptr (LaminaSource) source = make_source ("one\ntwo\nthree\nfour\nfive\nsix\n");
  g_autoptr (LaminaImport) import = lamina_import_new (100);
  g_autoptr (LaminaImportReport) report = NULL;
  static const guint64 offsets[] = { 0, 4, 8, 14, 19, 24 };

  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    g_assert_cmpuint (lamina_import_open_record (import, source, offsets[i]), ==, i);
  /* Shown wins over merged, merged over skipped, in whatever order they come. */
  lamina_import_account (import, 0, LAMINA_RECORD_SHOWN);
  lamina_import_account (import, 0, LAMINA_RECORD_MERGED);
  lamina_import_skip (import, 0, "too late");
  lamina_import_skip (import, 1, "not needed");
  lamina_import_account (import, 1, LAMINA_RECORD_MERGED);
  lamina_import_account (import, 2, LAMINA_RECORD_MERGED);
  lamina_import_account (import, 2, LAMINA_RECORD_SHOWN);
  lamina_import_skip (import, 4, "the operator has no id");
  lamina_import_skip (import, 3, "the operator has no id");
  lamina_import_skip (import, 3, "another reason");
  lamina_import_account (import, LAMINA_NONE, LAMINA_RECORD_SHOWN);
  lamina_import_skip (import, LAMINA_NONE, "nothing");

  report = lamina_import_finish (import, NULL, NULL);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->read, ==, 6);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->shown, ==, 2);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->merged, ==, 1);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->skipped, ==, 2);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, 1);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->repaired, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_n_issues (report), ==, 2);
  assert_issue (report, 0, "the operator has no id", 2, 4, 14, "3 4");
  assert_issue (report, 1, "record that no part of the format accounted for", 1, 6, 24, "5");
}

static void
test_repairs_and_notes (void)
{
  g_autoptr (LaminaSource) source = make_source ("a\nb\nc\n");
  g_autoptr (LaminaImport) import = lamina_import_new (100);
  g_autoptr (LaminaImportReport) report = NULL;

  for (guint i = 0; i < 3; i++)
    {
      lamina_import_open_record (import, source, i * 2);
      lamina_import_account (import, i, LAMINA_RECORD_SHOWN);
    }
  lamina_import_repair (import, "missing comma supplied", source, 2, 1);
  lamina_import_note (import, "the sibling was refused", NULL, 77, LAMINA_NONE);
  lamina_import_repair (import, "missing comma supplied", source, 4, 2);
  lamina_import_repair (import, "missing comma supplied", source, 0, 0);
  lamina_import_repair (import, "missing comma supplied", source, 5, 2);
  /* The same words as a note are another issue. */
  lamina_import_note (import, "missing comma supplied", source, 0, 1);

  report = lamina_import_finish (import, NULL, NULL);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->repaired, ==, 4);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_n_issues (report), ==, 3);
  assert_issue (report, 0, "missing comma supplied", 4, 2, 2, "0 1 2");
  assert_issue (report, 1, "the sibling was refused", 1, 0, 0, "");
  assert_issue (report, 2, "missing comma supplied", 1, 1, 0, "1");
}

static void
test_limit (void)
{
  g_autoptr (LaminaSource) source = make_source ("abc");
  g_autoptr (LaminaImport) import = lamina_import_new (2);

  g_assert_cmpuint (lamina_import_open_record (import, source, 0), ==, 0);
  g_assert_cmpuint (lamina_import_open_record (import, source, 1), ==, 1);
  g_assert_false (lamina_import_is_full (import));
  g_assert_cmpuint (lamina_import_open_record (import, source, 2), ==, LAMINA_NONE);
  g_assert_true (lamina_import_is_full (import));
  g_assert_cmpuint (lamina_import_get_n_records (import), ==, 2);
}

/* Over several chunks and sources; an issue names a thousand records and counts all. */
static void
test_many (void)
{
  const guint n = 100000;
  g_autoptr (LaminaSource) first = make_source ("first\n");
  g_autoptr (LaminaSource) second = make_source ("\n\nsecond\n");
  g_autoptr (LaminaImport) import = lamina_import_new (G_MAXUINT64);
  g_autoptr (LaminaImportReport) report = NULL;
  const LaminaIssue *issue;

  for (guint i = 0; i < n; i++)
    {
      lamina_import_open_record (import, i < n / 2 ? first : second, 2);
      if (i % 2 == 0)
        lamina_import_skip (import, i, i < n / 2 ? "first half" : "second half");
    }
  report = lamina_import_finish (import, NULL, NULL);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->skipped, ==, n / 2);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, n / 2);
  g_assert_cmpuint (lamina_import_report_get_n_issues (report), ==, 3);
  issue = lamina_import_report_get_issue (report, 1);
  g_assert_cmpstr (issue->kind, ==, "second half");
  g_assert_cmpuint (issue->count, ==, n / 4);
  g_assert_cmpuint (issue->line, ==, 3);
  g_assert_cmpuint (issue->n_records, ==, 1000);
  g_assert_cmpuint (issue->records[0], ==, n / 2);
  g_assert_cmpuint (issue->records[999], ==, n / 2 + 1998);
  issue = lamina_import_report_get_issue (report, 0);
  g_assert_cmpuint (issue->line, ==, 1);
}

/* More reasons than the state of a record can hold are counted together, none is lost. */
static void
test_many_reasons (void)
{
  const guint n = 70000;
  g_autoptr (LaminaSource) source = make_source ("x");
  g_autoptr (LaminaImport) import = lamina_import_new (n);
  g_autoptr (LaminaImportReport) report = NULL;
  guint n_issues;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *reason = g_strdup_printf ("reason %u", i);

      lamina_import_skip (import, lamina_import_open_record (import, source, 0), reason);
    }
  report = lamina_import_finish (import, NULL, NULL);
  n_issues = lamina_import_report_get_n_issues (report);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->skipped, ==, n);
  g_assert_cmpuint (n_issues, ==, G_MAXUINT16 - LAMINA_RECORD_SKIPPED);
  g_assert_cmpuint (lamina_import_report_get_issue (report, n_issues - 1)->count, ==, n - n_issues + 1);
}

static void
assert_value (LaminaValue  value,
              const char  *text)
{
  LaminaValue copy;
  g_autofree char *found = NULL;

  lamina_value_copy (&value, &copy);
  found = lamina_value_to_string (&copy);
  g_assert_cmpstr (found, ==, text);
  lamina_value_clear (&copy);
  g_assert_null (copy.text);
}

static void
test_values (void)
{
  assert_value (LAMINA_VALUE_INIT_TEXT ("é"), "é");
  assert_value (LAMINA_VALUE_INIT_TEXT (NULL), "");
  assert_value (LAMINA_VALUE_INIT_INTEGER (G_MININT64, LAMINA_UNIT_NONE), "-9223372036854775808");
  assert_value (LAMINA_VALUE_INIT_REAL (0.1, LAMINA_UNIT_NONE), "0.1");
  assert_value (LAMINA_VALUE_INIT_REAL (1.0 / 3, LAMINA_UNIT_NONE), "0.3333333333333333");
  assert_value (LAMINA_VALUE_INIT_REAL (0.1 + 0.2, LAMINA_UNIT_NONE), "0.30000000000000004");
  assert_value (LAMINA_VALUE_INIT_REAL (-1e300, LAMINA_UNIT_NONE), "-1e+300");
  assert_value ((LaminaValue) { .type = LAMINA_VALUE_REAL, .real = 1, .text = (char *) "1.00" }, "1.00");
  assert_value ((LaminaValue) { .type = LAMINA_VALUE_BOOLEAN, .integer = 1 }, "true");
  assert_value ((LaminaValue) { .type = LAMINA_VALUE_BOOLEAN }, "false");
  assert_value ((LaminaValue) { .type = LAMINA_VALUE_NULL }, "null");
}

static void
test_boxed (void)
{
  LaminaImport *import = lamina_import_new (0);
  LaminaImport *copy = g_boxed_copy (LAMINA_TYPE_IMPORT, import);
  LaminaImportReport *report = lamina_import_finish (import, NULL, NULL);

  g_assert_true (copy == import);
  g_boxed_free (LAMINA_TYPE_IMPORT, copy);
  lamina_import_unref (import);
  g_assert_true (g_boxed_copy (LAMINA_TYPE_IMPORT_REPORT, report) == report);
  g_boxed_free (LAMINA_TYPE_IMPORT_REPORT, report);
  lamina_import_report_unref (report);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/fates", test_fates);
  g_test_add_func ("/import/repairs-and-notes", test_repairs_and_notes);
  g_test_add_func ("/import/limit", test_limit);
  g_test_add_func ("/import/many", test_many);
  g_test_add_func ("/import/many-reasons", test_many_reasons);
  g_test_add_func ("/import/boxed", test_boxed);
  g_test_add_func ("/value/to-string", test_values);
  return g_test_run ();
}
