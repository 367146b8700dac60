/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  const char *file_name;
  const BadInput *row;
} Case;

static gboolean
has_issue (LaminaImportReport *report,
           const char         *part)
{
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    if (strstr (lamina_import_report_get_issue (report, i)->kind, part))
      return TRUE;
  return FALSE;
}

void
check_report (LaminaDocument *document,
              const char     *part)
{
  LaminaImportReport *report = lamina_document_get_report (document);
  g_autofree char *text = dump_import_report (document);
  g_autofree char *dump = dump_document (document);

  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, 0);
  g_assert_true (g_utf8_validate (dump, -1, NULL));
  if (part ? !has_issue (report, part) : lamina_import_report_get_n_issues (report) > 0)
    g_test_fail_printf ("the report should name: %s\nit is: %s", part ? part : "nothing", text);
}

/* An error of a file begins with its name and is text that can be shown. */
static void
check_error (const GError *error,
             const Case   *data)
{
  g_test_message ("%s", error->message);
  g_assert_error (error, LAMINA_ERROR, data->row->code);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_nonnull (strstr (error->message, data->file_name));
}

static void
test_bad_input (gconstpointer user_data)
{
  const Case *data = user_data;
  gsize length = data->row->length < 0 ? strlen (data->row->text) : (gsize) data->row->length;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-bad-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, data->file_name, NULL);
  g_autoptr (LaminaDocument) document = NULL;

  g_file_set_contents (path, data->row->text, (gssize) length, &error);
  g_assert_no_error (error);
  document = load_file (path, &error);
  if ((document != NULL) != (data->row->code < 0))
    g_test_fail_printf ("%s", error ? error->message : "there is a document in the place of an error");
  else if (error)
    check_error (error, data);
  else
    check_report (document, data->row->issue);
  g_remove (path);
  g_rmdir (folder);
}

void
add_bad_inputs (const char     *prefix,
                const char     *file_name,
                const BadInput *rows,
                guint           n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/", prefix, "/", rows[i].name, NULL);
      Case *data = g_new (Case, 1);

      data->file_name = file_name;
      data->row = &rows[i];
      g_test_add_data_func_full (path, data, test_bad_input, g_free);
    }
}
