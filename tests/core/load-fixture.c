/* SPDX-License-Identifier: Apache-2.0 */
#include "load-fixture.h"

#include "test-home.h"

#include <string.h>

LaminaLoader *
load_new_loader (GFile *file)
{
  return lamina_loader_new (lamina_engine_get_default (), file);
}

GFile *
load_write (const char *name,
            const char *text)
{
  return test_home_write (name, text, -1);
}

void
load_put (const char *name,
          const char *text)
{
  g_autoptr (GFile) file = load_write (name, text);

  g_assert_true (g_file_query_exists (file, NULL));
}

LaminaDocument *
load_file (GFile *file)
{
  g_autoptr (LaminaLoader) loader = load_new_loader (file);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = lamina_loader_load (loader, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (document);
  return document;
}

void
load_assert_fails (LaminaLoader *loader,
                   GQuark        domain,
                   int           code,
                   const char   *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (lamina_loader_load (loader, NULL, &error));
  g_assert_error (error, domain, code);
  if (!g_pattern_match_simple (message, error->message))
    g_error ("\"%s\" does not match \"%s\"", error->message, message);
}

const LaminaLayers *
load_get_layers (LaminaDocument *document,
                 guint           run)
{
  return lamina_run_get_layers (lamina_document_get_run (document, run));
}

void
load_assert_layer (LaminaDocument *document,
                   guint           run,
                   guint           layer,
                   const char     *name)
{
  const LaminaLayers *layers = load_get_layers (document, run);

  g_assert_cmpuint (layers->n, >, layer);
  g_assert_cmpstr (lamina_run_get_string (lamina_document_get_run (document, run), layers->name[layer]), ==, name);
}

const LaminaIssue *
load_find_issue (LaminaDocument *document,
                 const char     *part)
{
  LaminaImportReport *report = lamina_document_get_report (document);

  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      if (strstr (issue->kind, part) != NULL)
        return issue;
    }
  return NULL;
}
