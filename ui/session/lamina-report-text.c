/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-details-text.h"

#include <glib/gi18n.h>

static void
add_count (GString    *out,
           const char *key,
           guint64     count)
{
  g_autofree char *digits = lamina_figure_dup_exact ((gint64) MIN (count, G_MAXINT64), LAMINA_UNIT_NONE);

  g_string_append_printf (out, "%s: %s\n", key, digits);
}

char *
lamina_issue_dup_place (LaminaDocument    *document,
                        const LaminaIssue *issue)
{
  LaminaSources *sources = lamina_document_get_sources (document);
  g_autofree char *line = NULL;
  g_autofree char *byte = NULL;

  if (issue->line == 0)
    return NULL;
  line = lamina_figure_dup_exact ((gint64) MIN (issue->line, G_MAXINT64), LAMINA_UNIT_NONE);
  byte = lamina_figure_dup_exact ((gint64) MIN (issue->offset, G_MAXINT64), LAMINA_UNIT_NONE);
  if (sources && lamina_sources_get_n (sources) > 1 && issue->source < lamina_sources_get_n (sources))
    return g_strdup_printf (_("%s, line %s, byte %s"),
                            lamina_source_get_name (lamina_sources_get (sources, issue->source)), line, byte);
  return g_strdup_printf (_("line %s, byte %s"), line, byte);
}

static void
add_issue (GString           *out,
           LaminaDocument    *document,
           const LaminaIssue *issue)
{
  g_autofree char *count = lamina_figure_dup_exact ((gint64) MIN (issue->count, G_MAXINT64), LAMINA_UNIT_NONE);
  g_autofree char *place = lamina_issue_dup_place (document, issue);

  g_string_append_printf (out, "%s × %s", count, issue->kind);
  if (place)
    g_string_append_printf (out, " (%s)", place);
  g_string_append_c (out, '\n');
}

char *
lamina_details_dup_report (LaminaDocument *document)
{
  LaminaImportReport *report = lamina_document_get_report (document);
  LaminaSources *sources = lamina_document_get_sources (document);
  const char *tool = lamina_document_get_tool (document);
  GString *out = g_string_new (NULL);

  for (guint i = 0; sources && i < lamina_sources_get_n (sources); i++)
    g_string_append_printf (out, "%s\n", lamina_source_get_name (lamina_sources_get (sources, i)));
  g_string_append_printf (out, "%s: %s\n", _("Format"), lamina_document_get_format (document));
  if (tool)
    g_string_append_printf (out, "%s: %s\n", _("Tool"), tool);
  add_count (out, _("Records read"), lamina_import_report_get_read (report));
  add_count (out, _("Shown"), lamina_import_report_get_shown (report));
  add_count (out, _("Merged into others"), lamina_import_report_get_merged (report));
  add_count (out, _("Left out"), lamina_import_report_get_skipped (report));
  add_count (out, _("Lost"), lamina_import_report_get_lost (report));
  add_count (out, _("Places repaired"), lamina_import_report_get_repaired (report));
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    add_issue (out, document, lamina_import_report_get_issue (report, i));
  return g_string_free (out, FALSE);
}
