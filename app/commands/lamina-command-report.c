/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"

#include "lamina-pictures.h"

/* `lamina report`: all that is known of a run, as one page for people. */

typedef struct
{
  LaminaSelection a;
  LaminaSelection b;
  char *output;
  char *palette;
  char *group;
} Options;

/* What is compared with what; without a second file and a second run nothing is. */
static gboolean
resolve (Options              *self,
         char                **files,
         LaminaDocument       *b,
         LaminaReportOptions  *report)
{
  LaminaDocument *other = b != NULL ? b : report->document;

  if (!lamina_selection_resolve_one (&self->a, report->document, files[0]) ||
      !lamina_selection_resolve_one (&self->b, other, files[b != NULL ? 1 : 0]))
    return FALSE;
  report->run = self->a.run;
  if (b == NULL && self->b.run_text == NULL)
    return TRUE;
  report->other = other;
  report->other_run = self->b.run_text != NULL
                      ? self->b.run
                      : lamina_compare_find_partner (lamina_document_get_run (report->document, report->run), other);
  if (report->other != report->document || report->other_run != report->run)
    return TRUE;
  lamina_command_complain ("A and B are the same");
  return FALSE;
}

static LaminaExit
save (Options  *options,
      char    **files)
{
  const LaminaPictures *pictures = lamina_pictures_load ();
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->output);
  g_autoptr (LaminaDocument) a = NULL;
  g_autoptr (LaminaDocument) b = NULL;
  g_autoptr (GError) error = NULL;
  LaminaReportOptions report = { 0 };
  LaminaReportFormat format;

  if (!lamina_pictures_choose_palette (options->palette, &report.palette)
      || !lamina_command_choose_bands (options->group, &report.grouping))
    return LAMINA_EXIT_USAGE;
  if (pictures == NULL)
    return LAMINA_EXIT_INPUT;
  if (!pictures->find_report_format (file, &format, &error))
    {
      lamina_command_complain ("%s: %s", options->output, error->message);
      return LAMINA_EXIT_USAGE;
    }
  report.document = a = lamina_command_open (files[0]);
  if (a == NULL)
    return LAMINA_EXIT_INPUT;
  b = files[1] != NULL ? lamina_command_open (files[1]) : NULL;
  if (files[1] != NULL && b == NULL)
    return LAMINA_EXIT_INPUT;
  if (!resolve (options, files, b, &report))
    return LAMINA_EXIT_USAGE;
  if (!lamina_command_check_bands (report.grouping, lamina_document_get_run (report.document, report.run)))
    return LAMINA_EXIT_INPUT;
  if (pictures->save_report (&report, file, NULL, &error))
    return LAMINA_EXIT_DONE;
  lamina_command_complain ("%s: %s", options->output, error->message);
  return LAMINA_EXIT_INPUT;
}

static LaminaExit
run_report (int    argc,
            char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, "Where to; the suffix chooses HTML or Markdown", "OUT" },
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.a.run_text, "The run, from 1 on", "N" },
    { "run-b", 0, 0, G_OPTION_ARG_STRING, &options.b.run_text, "The run of B to compare with, of FILE without B", "N" },
    { "group", 0, 0, G_OPTION_ARG_STRING, &options.group, "What memory over time is divided by, where that of allocations is shown",
      "site|module|stream|size|category" },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &options.palette, "Colors of the families of work", "usual|apart|blues" },
    G_OPTION_ENTRY_NULL,
  };
  G_GNUC_UNUSED g_auto (LaminaOptions) texts = { entries };
  g_auto (GStrv) files = NULL;
  LaminaExit status;

  if (!lamina_command_parse (&lamina_command_report, entries, 1, 2, argc, argv, &files, &status))
    return status;
  if (options.output == NULL)
    {
      lamina_command_complain ("--output is missing; its suffix chooses between .html and .md");
      return LAMINA_EXIT_USAGE;
    }
  return save (&options, files);
}

const LaminaCommand lamina_command_report = {
  .name = "report",
  .arguments = "FILE [B] -o OUT.{html,md}",
  .summary = "all that is known of a run, with charts and findings, as one page",
  .run = run_report,
  .takes_device = TRUE,
};
