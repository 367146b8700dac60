/* SPDX-License-Identifier: Apache-2.0 */

/* What people see of a file: the title of its first run, its name in the file, and what is wrong; or the error. */

#include <lamina-core.h>

#include <locale.h>

int
main (int    argc,
      char **argv)
{
  g_autoptr (GFile) file = g_file_new_for_path (argv[argc - 1]);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaImportReport *report;

  setlocale (LC_ALL, "");
  document = lamina_loader_load (loader, NULL, &error);
  if (document == NULL)
    {
      const char *sentence = lamina_error_get_sentence (error);

      g_print ("%s\n%s\n", error->message, sentence != NULL ? sentence : "");
      return 0;
    }
  report = lamina_document_get_report (document);
  g_print ("%s\n%s\n", lamina_run_get_title (lamina_document_get_run (document, 0)),
           lamina_run_get_shown_title (lamina_document_get_run (document, 0)));
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    g_print ("%s\n", lamina_document_translate_issue (document, lamina_import_report_get_issue (report, i)->kind));
  return 0;
}
